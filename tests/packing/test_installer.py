"""The installer for Windows: it is made of the files that are listed, and the same files give the same bytes.

What it does on Windows, `tests/installed` tries.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import click
import pytest

from tests.real_software import program
from tools.windows.layout import list_files
from tools.windows.make_installer import make_installer, read_list, write_macros

FILES = {
    "README.txt": b"Hello",
    "app/python.exe": b"MZ",
    "app/Lib/site-packages/more.py": b"print()",
    "app/Lib/site-packages/odd name.txt": b"",
}
PACKAGES = "app\\Lib\\site-packages"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with its list."""
    folder = tmp_path / "turnabout-1.2-windows"
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    write_list(folder, list_files(folder))
    return folder


def write_list(folder: Path, lines: Iterator[str]) -> None:
    (folder / "files.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def macros(folder: Path) -> dict[str, list[str]]:
    """Return the lines of each macro."""
    found: dict[str, list[str]] = {}
    for line in write_macros(folder, read_list(folder)):
        if line.startswith("!macro "):
            lines = found.setdefault(line.removeprefix("!macro "), [])
        elif line != "!macroend":
            lines.append(line.strip())
    return found


def test_what_is_listed_is_installed_and_nothing_else(folder: Path) -> None:
    (folder / "app" / "left over.txt").write_bytes(b"")
    files = [line for line in macros(folder)["InstallListed"] if line.startswith("File")]
    names = (
        "files.txt",
        "README.txt",
        "app/python.exe",
        "app/Lib/site-packages/more.py",
        "app/Lib/site-packages/odd name.txt",
    )
    assert files == [f'File "{folder}/{name}"' for name in names]


def test_what_was_installed_is_removed_and_nothing_else(folder: Path) -> None:
    assert macros(folder)["RemoveListed"] == [
        f'Delete "$INSTDIR\\{PACKAGES}\\more.py"',
        f'Delete "$INSTDIR\\{PACKAGES}\\odd name.txt"',
        'Delete "$INSTDIR\\app\\python.exe"',
        'Delete "$INSTDIR\\files.txt"',
        'Delete "$INSTDIR\\README.txt"',
        f'Delete "$INSTDIR\\{PACKAGES}\\__pycache__\\*.pyc"',
        f'RMDir "$INSTDIR\\{PACKAGES}\\__pycache__"',
        f'RMDir "$INSTDIR\\{PACKAGES}"',
        'RMDir "$INSTDIR\\app\\Lib"',
        'RMDir "$INSTDIR\\app"',
    ]


@pytest.mark.parametrize("name", ["app/gone.txt", "../outside.txt", "/etc/passwd", "C:/outside.txt", "app"])
def test_a_list_that_is_not_of_this_folder_is_refused(folder: Path, name: str) -> None:
    (folder.parent / "outside.txt").write_bytes(b"")
    write_list(folder, iter([f"{'0' * 64}  {name}"]))
    with pytest.raises(click.ClickException) as refused:
        read_list(folder)
    assert f"names {PureWindowsPath(name)}, which is no file in this folder" in refused.value.message


@pytest.mark.software
def test_the_same_files_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    program("makensis")
    setup = make_installer(folder, "1.2")
    first = setup.read_bytes()
    assert setup.name == "turnabout-1.2-windows-setup.exe"
    assert first.startswith(b"MZ")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for file in folder.rglob("*"):
        file.touch()
    assert make_installer(folder.rename(elsewhere / folder.name), "1.2").read_bytes() == first


@pytest.mark.processes
def test_without_makensis_there_is_a_sentence(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(click.ClickException, match="There is no makensis to make the installer"):
        make_installer(folder, "1.2")


@pytest.mark.software
def test_a_file_that_cannot_be_packed_is_told(folder: Path) -> None:
    program("makensis")
    with pytest.raises(click.ClickException, match="makensis did not make"):
        make_installer(folder, "1.2", compressor="nothing")
