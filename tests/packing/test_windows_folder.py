"""The folder for Windows: what stands in it, and that the same inputs give the same bytes."""

from __future__ import annotations

import zipfile
from hashlib import sha256
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import turnabout_sheets
from tests.packing.fakes import (
    VERSION,
    digest_of,
    embeddable_files,
    make_library,
    write_program,
    write_wheel,
    write_zip,
)
from tools.packing import find_files
from tools.windows import runtime
from tools.windows.faults import find_faults, find_machine
from tools.windows.layout import TEXTS
from tools.windows.make_dist import main, make_dist
from tools.windows.runtime import EMBEDDABLE, Runtime

pytestmark = pytest.mark.processes
NAME = f"turnabout-{turnabout_sheets.__version__}-windows"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("wheels")
    source = b'NAMES = frozenset({"one", "two", "three"})\n'
    return [
        write_wheel(folder, "lists", {"lists/__init__.py": source, "lists/fast.pyd": make_library()}),
        write_wheel(folder, "more", {"more.py": source}),
        write_program(folder),
    ]


def make(wheels: list[Path], into: Path, *, version: str = VERSION, for_trying_out: bool = False) -> Path:
    """Make the folder of a small runtime, and return its zip file."""
    return make_dist(Runtime(embeddable_files(), version, for_trying_out), wheels, into)


@pytest.fixture(scope="module")
def made(wheels: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(wheels, tmp_path_factory.mktemp("dist"))


def test_everything_has_its_place(made: Path) -> None:
    folder = made.with_suffix("")
    assert made.name == f"{NAME}.zip"
    names = {name for name, _ in find_files(folder)}
    assert {name for name in names if "/" not in name} == {"LICENSE.txt", "README.txt", "Turnabout.cmd", "files.txt"}
    assert {f"app/{name}" for name in embeddable_files()} < names
    assert {f"app/Lib/site-packages/{name}" for name in ("lists/__init__.py", "lists/fast.pyd", "more.py")} < names
    assert {f"app/licences/{name}.txt" for name in ("OpenSSL", "SQLite", "libffi")} < names
    assert f"app/Lib/site-packages/__pycache__/more.cpython-{VERSION.replace('.', '')}.pyc" in names


def test_the_zip_file_holds_the_folder(made: Path) -> None:
    with zipfile.ZipFile(made) as packed:
        packed_files = {name: packed.read(name) for name in packed.namelist()}
    assert packed_files == {f"{NAME}/{name}": path.read_bytes() for name, path in find_files(made.with_suffix(""))}


def test_the_list_names_every_file_but_itself(made: Path) -> None:
    folder = made.with_suffix("")
    lines = (folder / "files.txt").read_text("utf-8").splitlines()
    assert [line.split("  ", 1)[1] for line in lines] == [name for name, _ in find_files(folder) if name != "files.txt"]
    digest = sha256((folder / "Turnabout.cmd").read_bytes()).hexdigest()
    assert f"{digest}  Turnabout.cmd" in lines


def test_the_same_inputs_give_the_same_bytes(made: Path, wheels: list[Path], tmp_path: Path) -> None:
    later = [Path(tmp_path, wheel.name) for wheel in wheels]
    for wheel, copy in zip(wheels, later, strict=True):
        copy.write_bytes(wheel.read_bytes())
    again = make(later, tmp_path / "another place")
    assert again.read_bytes() == made.read_bytes()
    assert make(later, tmp_path / "another place").read_bytes() == made.read_bytes(), "made over the one that was there"


def test_texts_are_for_windows(made: Path) -> None:
    for name in TEXTS:
        text = (made.with_suffix("") / name).read_bytes()
        assert text.isascii()
        assert text.count(b"\r\n") == text.count(b"\n") > 5
    starter = (made.with_suffix("") / "Turnabout.cmd").read_text("ascii")
    assert f"\ntitle Turnabout {turnabout_sheets.__version__}\n" in starter
    assert '\n"%~dp0app\\python.exe" -m turnabout_sheets start %*\n' in starter


def test_one_for_trying_out_says_so_everywhere(wheels: list[Path], tmp_path: Path) -> None:
    made = make(wheels, tmp_path, for_trying_out=True)
    assert made.name == f"{NAME}-for-trying-out.zip"
    folder = made.with_suffix("")
    version = f"{turnabout_sheets.__version__} (for trying out)"
    assert f"\ntitle Turnabout {version}\n" in (folder / "Turnabout.cmd").read_text("ascii")
    readme = (folder / "README.txt").read_text("ascii")
    assert readme.startswith(f"Turnabout {version}\n")
    assert "Please do not hand it on." in readme
    program = folder / "app" / "Lib" / "site-packages" / "turnabout_sheets" / "__init__.py"
    assert program.read_text("utf-8") == f'__version__ = "{version}"\n'
    assert list(find_faults(folder)) == []


def test_a_program_that_says_its_version_otherwise_is_not_packed(tmp_path: Path) -> None:
    wheel = write_wheel(tmp_path, "turnabout_sheets", {"turnabout_sheets/__init__.py": b"VERSION = 1\n"})
    with pytest.raises(ValueError, match="does not say __version__ ="):
        make([wheel], tmp_path / "dist", for_trying_out=True)


@pytest.mark.parametrize("there", [False, True], ids=["none", "one that does not run"])
def test_without_a_python_of_that_version_nothing_is_compiled(
    wheels: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    if there:
        (tmp_path / "python3.99").write_text("#!/bin/sh\nexit 127\n")
        (tmp_path / "python3.99").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    folder = make(wheels, tmp_path / "dist", version="3.99").with_suffix("")
    assert list(folder.rglob("*.pyc")) == []


def test_nothing_is_made_for_everybody_that_is_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = write_zip(tmp_path / EMBEDDABLE.format(runtime.VERSION), embeddable_files("399"))
    monkeypatch.setattr("tools.windows.make_dist.DIGEST", digest_of(package))
    result = CliRunner().invoke(main, ["--for-everybody", str(tmp_path), "--into", str(tmp_path / "dist")])
    assert result.exit_code == 1
    assert result.output.startswith("Error: Python 3.99 is needed here to compile the packages, ")
    assert not (tmp_path / "dist").exists()


def test_what_is_wrong_with_a_folder_is_named(made: Path, wheels: list[Path], tmp_path: Path) -> None:
    folder = make(wheels, tmp_path).with_suffix("")
    assert list(find_faults(folder)) == []
    packages = folder / "app" / "Lib" / "site-packages"
    (packages / "more.py").write_bytes(b"changed")
    (packages / "new.py").write_bytes(b"")
    (packages / "lists" / "fast.pyd").unlink()
    (folder / "app" / "python3.dll").write_bytes(make_library(0xAA64))
    (folder / "app" / "fast.so").write_bytes(b"\x7fELF")
    names = {fault.split(" is ")[0] for fault in find_faults(folder)}
    inside = "app/Lib/site-packages"
    assert names == {
        f"{inside}/more.py",
        f"{inside}/new.py",
        f"{inside}/lists/fast.pyd",
        "app/python3.dll",
        "app/fast.so",
    }
    assert "app/python3.dll is not for Windows on x86-64" in find_faults(folder)


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"LICENSE.txt": b"A. HISTORY\r\n"}, 'app/LICENSE.txt does not say "PYTHON SOFTWARE FOUNDATION LICENSE'),
        ({"libcrypto-1_1.dll": make_library()}, "app/libcrypto-1_1.dll is under a licence that "),
    ],
    ids=["no text", "another version"],
)
def test_nothing_is_made_without_the_licences(
    wheels: list[Path], tmp_path: Path, files: dict[str, bytes], fault: str
) -> None:
    with pytest.raises(click.ClickException) as refused:
        make_dist(Runtime(embeddable_files() | files, VERSION, False), wheels, tmp_path)
    assert refused.value.message.startswith(fault)
    assert list(tmp_path.glob("*.zip")) == []


@pytest.mark.parametrize("name", ["LICENSE.txt", "licences/OpenSSL.txt", "licences/SQLite.txt", "licences/libffi.txt"])
def test_a_licence_that_is_missing_is_told(made: Path, wheels: list[Path], tmp_path: Path, name: str) -> None:
    folder = make(wheels, tmp_path).with_suffix("")
    (folder / "app" / name).unlink()
    told = [fault for fault in find_faults(folder) if not fault.endswith("as files.txt says")]
    assert len(told) == 1
    assert told[0].startswith(f"app/{name} does not say ")


@pytest.mark.parametrize("arguments", [[], ["--for-everybody", "build", "--for-trying-out", "."]], ids=["none", "both"])
def test_one_runtime_is_to_be_named(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "Choose one of --for-everybody and --for-trying-out." in result.output


@pytest.mark.parametrize(
    ("content", "machine"),
    [
        (make_library(), 0x8664),
        (make_library(0x14C), 0x14C),
        (b"\x7fELF" + bytes(100), None),
        (b"MZ", None),
        (b"", None),
    ],
)
def test_the_kind_of_machine_is_read(content: bytes, machine: int | None) -> None:
    assert find_machine(content) == machine
