"""Makes the installer for Windows out of the folder that ``make dist`` lays out: `installer.nsi`, by NSIS."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PureWindowsPath
from typing import Final

import click

from tools.windows import sign
from tools.windows.layout import LIST

HERE: Final = Path(__file__).parent

BEST: Final = "/SOLID lzma"
"""How files are packed: as small as can be, which takes a minute or two."""

MOST_LETTERS: Final = 259
"""Of a file's whole name, on a Windows as it comes."""


def make_installer(folder: Path, version: str, *, compressor: str = BEST) -> Path:
    """Pack all files that a folder lists, and no others, into an installer beside it; return the path of that.

    It says the version as it is given. The same files give the same bytes. Raises `click.ClickException` where there is
    no makensis, or no such file.
    """
    setup = folder.with_name(f"{folder.name}-setup.exe")
    names = read_list(folder)
    longest = max(len(str(name)) for name in names)
    size = sum((folder / name.as_posix()).stat().st_size for name in names)
    with tempfile.TemporaryDirectory() as work:
        listed = Path(work) / "listed.nsh"
        listed.write_text("\n".join(write_macros(folder.resolve(), names)) + "\n", "utf-8")
        defined = {
            "VERSION": version,
            "NUMBERS": ".".join((re.findall(r"\d+", version) + ["0"] * 4)[:4]),
            "LISTED": listed,
            "COMPRESSOR": compressor,
            "SIZE_KB": -(-size // 1024),
            "MOST_LETTERS": MOST_LETTERS - 1 - longest,
            "SETUP": setup.resolve(),
        }
        if sign.is_configured():
            defined["SIGN"] = f'"{sys.executable}" "{sign.__file__}"'
        switches = [f"-D{name}={value}" for name, value in defined.items()]
        command = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *switches, str(HERE / "installer.nsi")]
        try:
            subprocess.run(command, check=True, env=os.environ | {"SOURCE_DATE_EPOCH": "315532800"})  # 1980
        except FileNotFoundError:
            raise click.ClickException("There is no makensis to make the installer: install NSIS.") from None
        except subprocess.CalledProcessError:
            raise click.ClickException(f"makensis did not make {setup.name}; the lines above say why.") from None
    return setup


def read_list(folder: Path) -> list[PureWindowsPath]:
    """Return the names of all files that belong to the program, sorted: those of its list, and the list.

    Raises `click.ClickException` if one is missing, or would stand outside of the folder.
    """
    listed = [line.split(maxsplit=1)[1] for line in (folder / LIST).read_text("utf-8").splitlines()]
    names = sorted(map(PureWindowsPath, [*listed, LIST]))
    for name in names:
        if name.anchor or ".." in name.parts or not (folder / name.as_posix()).is_file():
            raise click.ClickException(
                f"{folder / LIST} names {name}, which is no file in this folder; make dist makes both."
            )
    return names


def write_macros(folder: Path, names: Sequence[PureWindowsPath]) -> Iterator[str]:
    """Write, as lines of an NSIS script, what is done with each file.

    InstallListed puts all into $INSTDIR. RemoveListed takes them away, with the byte code that Python has made of them
    and the folders that are empty then. FindListed gives in $0 the name of one that stands in $INSTDIR itself, or "".
    """
    folders = {parent for name in names for parent in name.parents[:-1]}

    yield "!macro InstallListed"
    for here in [PureWindowsPath(), *sorted(folders)]:
        yield f"  SetOutPath {inside(here)}"
        yield from (f'  File "{folder / name.as_posix()}"' for name in names if name.parent == here)
    yield "!macroend"

    yield "!macro RemoveListed"
    yield from (f"  Delete {inside(name)}" for name in names)
    for here in sorted({name.parent for name in names if name.suffix == ".py"}):
        yield f"  Delete {inside(here / '__pycache__' / '*.pyc')}"
        yield f"  RMDir {inside(here / '__pycache__')}"
    yield from (f"  RMDir {inside(here)}" for here in sorted(folders, reverse=True))
    yield "!macroend"

    yield "!macro FindListed"
    yield '  StrCpy $0 ""'
    for name in names:
        if not name.parents[:-1]:
            yield f"  ${{If}} ${{FileExists}} {inside(name)}"
            yield f'    StrCpy $0 "{name}"'
            yield "  ${EndIf}"
    yield "!macroend"


def inside(name: PureWindowsPath) -> str:
    """Return a place in the folder of the program, as NSIS writes it."""
    return f'"{PureWindowsPath("$INSTDIR") / name}"'
