"""Prints what the changelog says of a version, for the page of its release:  make notes TAG=v0.1.0"""

from __future__ import annotations

import re
from typing import Final

import click

import turnabout_sheets
from tools.packing import ROOT

CHANGELOG: Final = ROOT / "CHANGELOG.md"


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("tag")
def main(tag: str) -> None:
    """Print the part of the version that a tag names."""
    click.echo(find_notes(tag, turnabout_sheets.__version__, CHANGELOG.read_text("utf-8")))


def find_notes(tag: str, version: str, changelog: str) -> str:
    """Return the part of a changelog about a version; raises `click.ClickException` if the tag is of another one."""
    if tag != f"v{version}":
        raise click.ClickException(f"The tag {tag or '(none)'} is not that of this version, which is v{version}.")
    part = re.search(rf"^## {re.escape(version)}(?![.\w]).*?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if part is None or not part[1].strip():
        raise click.ClickException(f"CHANGELOG.md says nothing of version {version} below a heading ## {version}.")
    return part[1].strip()


if __name__ == "__main__":
    main()
