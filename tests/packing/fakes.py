"""A Python for Windows and wheels that have the layout of real ones, and hardly anything in them."""

from __future__ import annotations

import struct
import sys
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import turnabout_sheets

MINOR = sys.version_info[1]
VERSION = f"3.{MINOR}"


def make_library(machine: int = 0x8664) -> bytes:
    """Return the beginning of a Windows library, which says that somebody has signed it."""
    header = b"PE\0\0" + struct.pack("<H18xH", machine, 0x20B)
    return b"MZ" + bytes(0x3A) + struct.pack("<I", 0x40) + header + bytes(142) + struct.pack("<II", 1, 1)


def embeddable_files(number: str = f"3{MINOR}") -> dict[str, bytes]:
    """Return the files of an embeddable package of python.org, such as "311"; its libraries are only beginnings."""
    libraries = [
        "_asyncio.pyd",
        "_ctypes.pyd",
        "_ssl.pyd",
        "libcrypto-3.dll",
        "libffi-8.dll",
        "python.exe",
        "python3.dll",
        f"python{number}.dll",
        "pythonw.exe",
        "sqlite3.dll",
        "vcruntime140.dll",
        "vcruntime140_1.dll",
    ]
    search_path = f"python{number}.zip\r\n.\r\n\r\n# Uncomment to run site.main() automatically\r\n#import site\r\n"
    return {
        "LICENSE.txt": b"PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2\r\n",
        "python.cat": b"signatures",
        f"python{number}._pth": search_path.encode(),
        f"python{number}.zip": b"PK\5\6" + bytes(18),
        **dict.fromkeys(libraries, make_library()),
    }


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


def digest_of(path: Path) -> str:
    return f"sha256:{sha256(path.read_bytes()).hexdigest()}"
