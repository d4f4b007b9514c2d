"""The folder for Windows: what stands in it, that it is complete, and that it holds nothing for another system."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Final

import turnabout_sheets
from tools.packing import ROOT, find_files
from tools.windows import patch_numpy
from tools.windows.runtime import PACKAGES, Runtime
from tools.windows.wheels import unpack

LIST: Final = "files.txt"
"""Names every other file of the folder, each with its digest, as ``sha256sum --check`` reads it."""

TEXTS: Final = {
    "Turnabout.cmd": Path(__file__).with_name("Turnabout.cmd"),
    "README.txt": Path(__file__).with_name("README.txt"),
    "LICENSE.txt": ROOT / "LICENSE",
}
"""What stands beside the folder ``app``, and from where it comes."""

REMARK: Final = (
    "This copy is for trying out: its Python was put together without the signatures of python.org.\n"
    "Please do not hand it on.\n\n"
)
"""What README.txt says of a runtime for trying out."""

LIBRARIES: Final = {".dll", ".exe", ".pyd"}
X86_64: Final = 0x8664
"""The kind of machine in the header of a Windows library or program ("PE Format": IMAGE_FILE_MACHINE_AMD64)."""


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
    compile_packages(app / PACKAGES, runtime.version)
    for name, source in TEXTS.items():
        (folder / name).write_bytes(_write_text(source, runtime))
    (folder / LIST).write_text("".join(f"{line}\n" for line in list_files(folder)), "utf-8", newline="\n")


def _write_text(source: Path, runtime: Runtime) -> bytes:
    """Return a text with the lines and letters that every Windows editor and cmd.exe read: CRLF and ASCII."""
    of = {
        "title": f"Turnabout {turnabout_sheets.__version__}" + " (for trying out)" * runtime.for_trying_out,
        "remark": REMARK * runtime.for_trying_out,
    }
    text = Template(source.read_text("utf-8")).substitute(of)
    return text.replace("\n", "\r\n").encode("ascii")


def find_compiler(version: str) -> str | None:
    """Return the path of a Python of a version such as "3.13" on this machine, if there is one that runs."""
    if version == "{}.{}".format(*sys.version_info):
        return sys.executable
    found = shutil.which(f"python{version}")
    runs = found is not None and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0
    return found if runs else None


def compile_packages(packages: Path, version: str) -> None:
    """Compile all packages, if a Python of that version is here to do it.

    What is compiled is never compared with its source, and holds no times and no paths of this machine, so the same
    sources give the same bytes. Without it every first start on Windows takes longer, and writes into the folder.
    """
    if python := find_compiler(version):
        options = ["--invalidation-mode", "unchecked-hash", "-f", "-q", "-j", "1", "-s", str(packages)]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        subprocess.run([python, "-s", "-m", "compileall", *options, str(packages)], env=environment, check=True)


def list_files(folder: Path) -> Iterator[str]:
    """Yield a line for each file but the list itself: its digest, and its name below the folder."""
    for name, path in find_files(folder):
        if name != LIST:
            yield f"{sha256(path.read_bytes()).hexdigest()}  {name}"


def find_faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with a folder: files that are not as listed, and what is not for Windows on x86-64."""
    listed = (folder / LIST).read_text("utf-8").splitlines()
    for line in sorted(set(listed) ^ set(list_files(folder))):
        yield f"{line.split('  ', 1)[1]} is not as {LIST} says"
    for name, path in find_files(folder):
        if path.suffix in LIBRARIES and find_machine(path.read_bytes()) != X86_64:
            yield f"{name} is not for Windows on x86-64"
        elif path.suffix in {".so", ".dylib"}:
            yield f"{name} is for another system"


def find_machine(content: bytes) -> int | None:
    """Return the kind of machine for which a Windows library or program is made, None if it is neither."""
    if len(content) < 0x40 or content[:2] != b"MZ":
        return None
    (header,) = struct.unpack_from("<I", content, 0x3C)
    if content[header : header + 4] != b"PE\0\0":
        return None
    (machine,) = struct.unpack_from("<H", content, header + 4)
    return int(machine)
