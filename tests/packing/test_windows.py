"""What is handed out for Windows: what is in the folder, and that the same inputs give the same bytes."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path

import pytest

import turnabout_sheets
from tests.packing.fakes import write_lock, write_program, write_runtime, write_wheel
from tests.real_software import program
from tools.make_dist import make_setup, make_windows

pytestmark = pytest.mark.processes
NUMBER = f"3{sys.version_info[1]}"


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with wheels that stand for the program and for what it needs, from which alone is installed."""
    pytest.importorskip("uv", reason="uv is not installed")
    program(f"python3.{sys.version_info[1]}")
    folder = tmp_path / "wheels"
    folder.mkdir()
    write_program(folder, __main__=b"print(1)\n")
    write_wheel(folder, "lists", {"lists/__init__.py": b"", "lists/__init__.pyi": b"", "lists/tests/more.py": b""})
    monkeypatch.setenv("UV_FIND_LINKS", str(folder))
    monkeypatch.setenv("UV_NO_INDEX", "1")
    return folder


def make(wheels: Path, runtime: Path, into: Path) -> Path:
    return make_windows(runtime, wheels / "turnabout_sheets-1-py3-none-any.whl", into, lock=write_lock(wheels, "lists"))


def test_the_folder_has_what_runs_and_the_same_bytes_each_time(wheels: Path, tmp_path: Path) -> None:
    runtime = write_runtime(tmp_path / "runtime")
    made = make(wheels, runtime, tmp_path / "dist")
    files = {path.relative_to(made).as_posix(): path for path in made.rglob("*") if path.is_file()}
    assert {"README.txt", "LICENSE.txt", "Turnabout.cmd", "app/python.exe", "app/licences/OpenSSL.txt"} <= files.keys()
    packages = "app/Lib/site-packages"
    assert {f"{packages}/lists/__init__.py", f"{packages}/turnabout_sheets/__main__.py"} <= files.keys()
    assert not any(name.endswith((".pyi", "RECORD", "more.py")) for name in files)
    assert "import site" not in files[f"app/python{NUMBER}._pth"].read_text()
    assert turnabout_sheets.__version__ in files["README.txt"].read_text()
    assert files["Turnabout.cmd"].read_bytes().count(b"\r\n") > 5
    packed = made.with_name(f"{made.name}.zip")
    assert zipfile.ZipFile(packed).namelist() == [f"{made.name}/{name}" for name in sorted(files, key=Path)]
    again = make(wheels, runtime, tmp_path / "again")
    assert again.with_name(packed.name).read_bytes() == packed.read_bytes()


@pytest.mark.software
def test_the_setup_packs_the_folder_and_has_the_same_bytes_each_time(wheels: Path, tmp_path: Path) -> None:
    program("makensis")
    made = make(wheels, write_runtime(tmp_path / "runtime"), tmp_path / "dist")
    first = make_setup(made).read_bytes()
    assert first.startswith(b"MZ")
    assert make_setup(made).read_bytes() == first


def test_what_is_no_python_for_windows_is_refused(wheels: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"has no python\.exe and python3….dll: unpack the embeddable package"):
        make(wheels, tmp_path, tmp_path / "dist")
