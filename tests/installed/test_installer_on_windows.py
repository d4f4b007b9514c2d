"""What the installer does before and after it copies files, tried with a program of four files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.installed.wine import Wine, wait_until
from tests.real_software import program
from tools.windows.layout import LIST, list_files
from tools.windows.make_installer import make_installer

pytestmark = pytest.mark.wine

OLD = {"README.txt": b"old", "app/python.exe": b"old", "app/old/gone.py": b"", "app/stays.py": b"old"}
NEW = {"README.txt": b"new", "app/python.exe": b"new", "app/stays.py": b"new", "app/more.py": b""}
UNINSTALL = r"HKEY_CURRENT_USER\Software\Microsoft\Windows\CurrentVersion\Uninstall\Turnabout"


@pytest.fixture(scope="module")
def setups(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The installers of two versions."""
    program("makensis")
    folder = tmp_path_factory.mktemp("setups")
    return {version: pack(folder / version, version, files) for version, files in (("0.9", OLD), ("1.0", NEW))}


def pack(folder: Path, version: str, files: Mapping[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / LIST).write_text("".join(f"{line}\n" for line in list_files(folder)), "utf-8")
    return make_installer(folder, version, compressor="zlib")


@pytest.fixture
def clean(wine: Wine) -> Iterator[Wine]:
    """A Windows that is as before when the test is over."""
    registry, files = wine.registry(), wine.files()
    yield wine
    uninstall(wine)
    wait_until(lambda: not wine.files() - files)  # the uninstaller's copy of itself ends a moment after its work
    assert wine.registry() == registry


def install(wine: Wine, setup: Path, *more: str, exit: int = 0) -> str:
    return wine.run(str(setup), "/S", *more, exit=exit)


def folder_of(wine: Wine) -> Path:
    """Return the folder in which the program is installed."""
    return wine.file(wine.registry(UNINSTALL)[UNINSTALL]["InstallLocation"])


def uninstall(wine: Wine) -> None:
    if UNINSTALL in wine.registry(UNINSTALL):
        uninstaller = folder_of(wine) / "Uninstall.exe"
        wine.run(wine.path(uninstaller), "/S")
        wait_until(lambda: not uninstaller.exists())


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of an installed program by name, but for what says what they are and removes them."""
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in files.items() if name not in {LIST, "Uninstall.exe"}}


def test_it_installs_what_is_listed_and_is_found_among_the_apps(clean: Wine, setups: dict[str, Path]) -> None:
    install(clean, setups["1.0"])
    folder = folder_of(clean)
    assert folder.parts[-4:] == ("AppData", "Local", "Programs", "Turnabout")
    assert contents(folder) == NEW
    app = clean.registry(UNINSTALL)[UNINSTALL]
    assert (app["DisplayName"], app["DisplayVersion"]) == ("Turnabout 1.0", "1.0")
    assert app["QuietUninstallString"] == f'"{app["InstallLocation"]}\\Uninstall.exe" /S'


def test_an_older_version_is_replaced_cleanly_wherever_it_is(clean: Wine, setups: dict[str, Path]) -> None:
    install(clean, setups["0.9"], "/D=C:\\Own apps\\Größe")
    older = folder_of(clean)
    assert contents(older) == OLD
    install(clean, setups["1.0"])
    assert folder_of(clean) == older
    assert contents(older) == NEW
    install(clean, setups["0.9"], "/D=C:\\Elsewhere")
    assert contents(folder_of(clean)) == OLD
    assert not older.exists()
    (older.parent).rmdir()


def test_what_others_put_beside_it_stays(clean: Wine, setups: dict[str, Path]) -> None:
    install(clean, setups["0.9"])
    folder = folder_of(clean)
    own = folder / "Friday.xlsx"
    own.write_bytes(b"mine")
    install(clean, setups["1.0"])
    uninstall(clean)
    assert contents(folder) == {"Friday.xlsx": b"mine"}
    install(clean, setups["1.0"])
    assert own.read_bytes() == b"mine"
    own.unlink()


def test_what_python_and_the_program_keep_to_save_time_goes_too(clean: Wine, setups: dict[str, Path]) -> None:
    install(clean, setups["1.0"])
    app = folder_of(clean) / "app"
    (app / "__pycache__").mkdir()
    (app / "__pycache__" / "more.cpython-311.pyc").write_bytes(b"")
    cache = app.parents[2] / "turnabout" / "Cache"
    cache.mkdir(parents=True)
    (cache / "opened").write_bytes(b"")
    install(clean, setups["0.9"])
    assert (cache / "opened").exists()
    assert not (app / "__pycache__").exists()


def test_a_file_of_somebody_else_is_not_written_over(clean: Wine, setups: dict[str, Path]) -> None:
    folder = clean.file("C:\\Mine")
    folder.mkdir()
    (folder / "README.txt").write_bytes(b"mine")
    said = install(clean, setups["1.0"], "/D=C:\\Mine", exit=2)
    assert said.endswith(
        "In C:\\Mine there is a file README.txt already, which Turnabout would write over: choose another folder.\n"
    )
    assert contents(folder) == {"README.txt": b"mine"}
    (folder / "README.txt").unlink()
    folder.rmdir()


def test_a_folder_with_too_long_a_name_is_refused(clean: Wine, setups: dict[str, Path]) -> None:
    said = install(clean, setups["1.0"], f"/D=C:\\{'x' * 245}", exit=2)
    assert "The name of the folder has 248 letters: choose one of at most 244, because" in said


def test_an_install_that_fails_leaves_nothing(clean: Wine, setups: dict[str, Path]) -> None:
    in_the_way = clean.file("C:\\Mine") / "app" / "stays.py"
    in_the_way.mkdir(parents=True)
    install(clean, setups["1.0"], "/D=C:\\Mine", exit=2)
    in_the_way.rmdir()
    in_the_way.parent.rmdir()
    in_the_way.parents[1].rmdir()


def test_an_old_windows_is_told(clean: Wine, setups: dict[str, Path]) -> None:
    clean.be_version("win7")
    said = install(clean, setups["1.0"], exit=2)
    clean.be_version("win10")
    assert said.endswith("Turnabout needs Windows 10 or newer.\n")
