"""A Python for Windows and wheels that have the layout of real ones, and hardly anything in them."""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import turnabout_sheets


def write_runtime(folder: Path) -> Path:
    """Write the names of an embeddable package of python.org."""
    folder.mkdir()
    number = f"3{sys.version_info[1]}"
    for name in ("LICENSE.txt", "python.exe", "python3.dll", f"python{number}.dll", f"python{number}.zip"):
        (folder / name).write_bytes(name.encode())
    (folder / f"python{number}._pth").write_text("import site\n")
    return folder


def write_zip(path: Path, files: Mapping[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def write_program(folder: Path, **more: bytes) -> Path:
    """Write a wheel that stands for the program: it says its version, and has more modules, without ``.py``."""
    said = f'__version__ = "{turnabout_sheets.__version__}"\n'.encode()
    modules = {f"turnabout_sheets/{name}.py": content for name, content in {"__init__": said, **more}.items()}
    return write_wheel(folder, "turnabout_sheets", modules)


def write_wheel(folder: Path, name: str, files: Mapping[str, bytes]) -> Path:
    """Write a wheel of version 1 for every system."""
    about = f"{name}-1.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n".encode()
    wheel = b"Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    every = {**files, f"{about}/METADATA": metadata, f"{about}/WHEEL": wheel, f"{about}/RECORD": b""}
    return write_zip(folder / f"{name}-1-py3-none-any.whl", every)


def write_lock(folder: Path, name: str) -> Path:
    """Write a lock that names one wheel of a folder by its digest."""
    digest = sha256((folder / f"{name}-1-py3-none-any.whl").read_bytes()).hexdigest()
    lock = folder / "requirements.txt"
    lock.write_text(f"{name}==1 --hash=sha256:{digest}\n")
    return lock
