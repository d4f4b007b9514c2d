"""The folder for Windows: what stands where in it, and the list of it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Final

import turnabout_sheets
from tools.packing import ROOT, find_files
from tools.windows import patch_numpy, sign
from tools.windows.byte_code import compile_packages
from tools.windows.runtime import PACKAGES, Runtime
from tools.windows.wheels import unpack

LIST: Final = "files.txt"
"""Names every other file of the folder, each with its digest, as ``sha256sum --check`` reads it."""

LIBRARIES: Final = {".dll", ".exe", ".pyd"}
"""Suffixes of what Windows itself loads, and may ask a signature of."""

HERE: Final = Path(__file__).parent

TEXTS: Final = {
    "Turnabout.cmd": HERE / "Turnabout.cmd",
    "README.txt": HERE / "README.txt",
    "LICENSE.txt": ROOT / "LICENSE",
    **{f"app/licences/{name}.txt": HERE / "licences" / f"{name}.txt" for name in ("OpenSSL", "SQLite", "libffi")},
}
"""What of the folder is text of ours, or licences of what Python brings, and from where it comes."""

PROGRAM: Final = "turnabout_sheets/__init__.py"
"""Where, among the packages, the program says its version."""

REMARK: Final = (
    "This copy is for trying out: its Python was put together without the signatures of python.org.\n"
    "Please do not hand it on.\n\n"
)
"""What README.txt says of a runtime for trying out."""


def name_version(runtime: Runtime) -> str:
    """Return the version as people see it: one for trying out says so."""
    return turnabout_sheets.__version__ + " (for trying out)" * runtime.for_trying_out


def name_folder(runtime: Runtime) -> str:
    """Return the name of the folder, which is also that of its zip file."""
    return f"turnabout-{turnabout_sheets.__version__}-windows" + "-for-trying-out" * runtime.for_trying_out


def lay_out(runtime: Runtime, wheels: Sequence[Path], folder: Path) -> None:
    """Write the folder: texts and starter, Python and packages in ``app``, and the list of it all."""
    app = folder / "app"
    for name, content in runtime.files.items():
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        (app / name).write_bytes(content)
    unpack(wheels, app / PACKAGES)
    if runtime.for_trying_out:
        patch_numpy.patch(app / PACKAGES)
        _say_version(app / PACKAGES / PROGRAM, name_version(runtime))
    compile_packages(app / PACKAGES, runtime.version)
    if sign.is_configured():
        for _, path in find_files(app):
            if path.suffix in LIBRARIES and not sign.is_signed(path.read_bytes()):
                sign.sign(path)
    for name, source in TEXTS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(_write_text(source, runtime))
    (folder / LIST).write_text("".join(f"{line}\n" for line in list_files(folder)), "utf-8", newline="\n")


def _write_text(source: Path, runtime: Runtime) -> bytes:
    """Return a text with the lines and letters that every Windows editor and cmd.exe read: CRLF and ASCII."""
    of = {
        "title": f"Turnabout {name_version(runtime)}",
        "remark": REMARK * runtime.for_trying_out,
    }
    text = Template(source.read_text("utf-8")).substitute(of)
    return text.replace("\n", "\r\n").encode("ascii")


def _say_version(program: Path, version: str) -> None:
    """Have the program say another version wherever it says its own: on the screen, on its pages, in reports."""
    written = f'__version__ = "{turnabout_sheets.__version__}"'
    before, found, after = program.read_text("utf-8").partition(written)
    if not found:
        raise ValueError(f"{program} does not say {written}")
    program.write_text(f'{before}__version__ = "{version}"{after}', "utf-8", newline="\n")


def list_files(folder: Path) -> Iterator[str]:
    """Yield a line for each file but the list itself: its digest, and its name below the folder."""
    for name, path in find_files(folder):
        if name != LIST:
            yield f"{sha256(path.read_bytes()).hexdigest()}  {name}"
