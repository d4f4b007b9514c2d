"""The Python that is packed for Windows: the embeddable one of python.org, or one that was made here for trying out.

How the embeddable one is laid out, "Using Python on Windows" on docs.python.org says ("The embeddable package").
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import click

PACKAGES: Final = "Lib/site-packages"
"""Where the packages stand beside python.exe."""

SEARCH_PATH: Final = "python{0}.zip\r\n.\r\nLib\\site-packages\r\n"
"""The ._pth file. It does not ask for the module `site`, which would add the packages of the user's own Python."""

EMBEDDABLE: Final = "python-3.X.Y-embed-amd64.zip of python.org"
"""What the file is called that is meant."""


class Runtime(NamedTuple):
    """A Python for Windows without any package.

    ``files`` are its files by their names beside python.exe, ``version`` is such as "3.13".
    """

    files: Mapping[str, bytes]
    version: str
    for_trying_out: bool


def read_embeddable(path: Path, digest: str) -> Runtime:
    """Read the embeddable package of python.org, a zip file, if it has the digest (``sha256:…``) that was given."""
    if not digest:
        raise click.ClickException(
            f"{path.name}: say the digest that python.org gives for it, as RUNTIME_DIGEST=sha256:…; without it nobody "
            "could say later which Python was packed."
        )
    content = path.read_bytes()
    found = f"sha256:{sha256(content).hexdigest()}"
    if found != digest.lower():
        raise click.ClickException(
            f"{path.name} is not the file that was meant: its digest is {found}, expected {digest}. Download it again."
        )
    try:
        with zipfile.ZipFile(path) as package:
            files = {name: package.read(name) for name in package.namelist() if not name.endswith("/")}
    except zipfile.BadZipFile as error:
        raise click.ClickException(f"{path.name} is no zip file ({error}); it should be {EMBEDDABLE}.") from error
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
            f"side, as in {EMBEDDABLE}."
        )
    number = version.replace(".", "")
    search_path = {f"python{number}._pth": SEARCH_PATH.format(number).encode("ascii")}
    return Runtime({**files, **search_path}, version, for_trying_out)
