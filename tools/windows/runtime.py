"""The Python that is packed for Windows: the embeddable one of python.org, or one that was made here for trying out.

Which one of python.org it is stands here and nowhere else: VERSION and DIGEST.

How the embeddable one is laid out, "Using Python on Windows" on docs.python.org says ("The embeddable package").
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

import click

VERSION: Final = "3.14.8"
"""The Python that is packed for everybody."""

DIGEST: Final = "sha256:a93abe456ab01bd96d7a085b3cdb6566b3063f4241360d114142fbdb07f0a310"
"""The digest of its embeddable package for x64, as python.org tells it in the .spdx.json beside that."""

SITE: Final = "https://www.python.org/ftp/python"

PACKAGES: Final = "Lib/site-packages"
"""Where the packages stand beside python.exe."""

SEARCH_PATH: Final = "python{0}.zip\r\n.\r\nLib\\site-packages\r\n"
"""The ._pth file. It does not ask for the module `site`, which would add the packages of the user's own Python."""

EMBEDDABLE: Final = "python-{0}-embed-amd64.zip"
"""What the file is called, with its version."""


class Runtime(NamedTuple):
    """A Python for Windows without any package.

    ``files`` are its files by their names beside python.exe, ``version`` is such as "3.13".
    """

    files: Mapping[str, bytes]
    version: str
    for_trying_out: bool


def fetch_embeddable(folder: Path) -> Path:
    """Return the package of VERSION in a folder; it is fetched from python.org unless it is there already."""
    path = folder / EMBEDDABLE.format(VERSION)
    if not path.exists():
        address = f"{SITE}/{VERSION}/{path.name}"
        try:
            with urlopen(address, timeout=60) as answer:
                content = answer.read()
        except OSError as error:
            raise click.ClickException(
                f"{address} could not be fetched ({getattr(error, 'reason', error)}). Is there internet? Or lay the "
                f"file into {folder} yourself."
            ) from None
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return path


def read_embeddable(path: Path, digest: str) -> Runtime:
    """Read the embeddable package of python.org, a zip file, if it has the digest (``sha256:…``) that was given."""
    content = path.read_bytes()
    found = f"sha256:{sha256(content).hexdigest()}"
    if found != digest:
        raise click.ClickException(
            f"{path} is not the file that was meant: its digest is {found}, expected {digest}. Delete it, and compare "
            "VERSION and DIGEST in tools/windows/runtime.py with what python.org says."
        )
    try:
        with zipfile.ZipFile(path) as package:
            files = {name: package.read(name) for name in package.namelist() if not name.endswith("/")}
    except zipfile.BadZipFile as error:
        raise click.ClickException(
            f"{path.name} is no zip file ({error}); it should be {EMBEDDABLE.format('3.X.Y')} of python.org."
        ) from error
    return _describe(path, files, for_trying_out=False)


def read_folder(folder: Path) -> Runtime:
    """Read the runtime for trying out, as make_runtime.sh makes it, without the packages that it may have."""
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}
    return _describe(folder, files, for_trying_out=True)


def find_version(names: Collection[str]) -> str | None:
    """Return the version that the names of its files tell (``python313.dll``: "3.13"); None if it is no such Python."""
    for name in sorted(names):
        if (number := re.fullmatch(r"python3(\d+)\._pth", name)) and {"python.exe", f"{name[:-5]}.dll"} <= set(names):
            return f"3.{number[1]}"
    return None


def _describe(path: Path, files: Mapping[str, bytes], *, for_trying_out: bool) -> Runtime:
    version = find_version(files)
    if version is None:
        raise click.ClickException(
            f"{path.name} holds no Python for Windows: python.exe, python3….dll and python3…._pth are expected side by "
            f"side, as in {EMBEDDABLE.format('3.X.Y')} of python.org."
        )
    number = version.replace(".", "")
    search_path = {f"python{number}._pth": SEARCH_PATH.format(number).encode("ascii")}
    return Runtime({**files, **search_path}, version, for_trying_out)
