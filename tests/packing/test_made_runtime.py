"""The Python for trying out, as `make_runtime.sh` makes it: it starts under Wine and has what wheels look for."""

from __future__ import annotations

import os
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.real_software import made, program
from tools.windows.forward import write_definition
from tools.windows.standard_library import pack

RUNTIME = Path(__file__).parents[2] / "build" / "runtime"

PARTS = "ctypes, decimal, hashlib, lzma, multiprocessing, select, sqlite3, ssl, sys, unicodedata, zoneinfo"


POOL = """
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor(2) as pool:
    print(*pool.map(abs, [-1, -2, -3]))
"""


@pytest.mark.wine
@pytest.mark.parametrize(
    ("code", "said"),
    [(f"import {PARTS}; ctypes.CDLL('python3.dll'); print(sys.platform)", b"win32\r\n"), (POOL, b"1 2 3\r\n")],
    ids=["parts", "pool"],
)
def test_it_has_every_part_of_the_standard_library(tmp_path: Path, code: str, said: bytes) -> None:
    python = made(RUNTIME / "python.exe", "make test-windows")
    shown = subprocess.run(
        [program("wine"), python, "-c", code],
        input=b"",
        capture_output=True,
        env={**os.environ, "WINEPREFIX": str(tmp_path / "prefix"), "WINEDEBUG": "-all"},
        timeout=120,
    )
    assert shown.stdout == said, shown.stderr


def test_a_library_forwards_all_names_but_its_own() -> None:
    assert list(write_definition("python3.dll", "python311.dll", ["Py_Exit", "Py_Main"], own=["Py_Main"])) == [
        "LIBRARY python3.dll",
        "EXPORTS",
        "Py_Exit=python311.Py_Exit",
        "Py_Main",
    ]


def test_the_standard_library_is_compiled_and_the_same_each_time(tmp_path: Path) -> None:
    library = tmp_path / "lib"
    for name in ("json/__init__.py", "json/tool.py", "test/support.py", "site-packages/ours.py"):
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(f"NAME = '{name}'\n")
    (library / "LICENSE.txt").write_text("free")
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    pack(library, one)
    pack(library, other)
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as packed:
        assert packed.namelist() == ["json/__init__.pyc", "json/tool.pyc"]
