"""The Python for Windows: which file it is, which version, and where it looks for packages."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from tests.packing.fakes import VERSION, digest_of, embeddable_files, write_zip
from tools.windows.runtime import find_version, read_embeddable, read_folder


def test_the_embeddable_package_of_the_digest_is_taken(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "python-embed.zip", embeddable_files("313"))
    runtime = read_embeddable(path, digest_of(path).upper().replace("SHA", "sha"))
    assert (runtime.version, runtime.for_trying_out) == ("3.13", False)
    assert runtime.files.keys() == embeddable_files("313").keys()
    assert runtime.files["python313._pth"] == b"python313.zip\r\n.\r\nLib\\site-packages\r\n"


def test_a_file_with_another_digest_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "python-embed.zip", embeddable_files())
    with pytest.raises(click.ClickException, match=r"python-embed.zip is not the file .* expected sha256:00"):
        read_embeddable(path, "sha256:00")


def test_a_file_without_a_digest_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "python-embed.zip", embeddable_files())
    with pytest.raises(click.ClickException, match=r"say the digest that python.org gives for it, as RUNTIME_DIGEST="):
        read_embeddable(path, "")


def test_what_is_no_zip_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "python-installer.exe"
    path.write_bytes(b"MZ")
    with pytest.raises(click.ClickException, match=r"python-installer.exe is no zip file .* it should be python-3\.X"):
        read_embeddable(path, digest_of(path))


def test_a_zip_file_without_a_python_for_windows_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "Friday.xlsx", {"xl/workbook.xml": b""})
    with pytest.raises(click.ClickException, match=r"Friday.xlsx holds no Python for Windows: python.exe, "):
        read_embeddable(path, digest_of(path))


@pytest.mark.parametrize(
    ("names", "version"),
    [
        ({"python.exe", "python311.dll", "python311._pth"}, "3.11"),
        ({"python.exe", "python3.dll", "python314.dll", "python314._pth"}, "3.14"),
        ({"python.exe", "python3.dll", "python314._pth"}, None),
        ({"python314.dll", "python314._pth"}, None),
        (set(), None),
    ],
)
def test_the_version_is_told_by_the_names(names: set[str], version: str | None) -> None:
    assert find_version(names) == version


def test_a_runtime_for_trying_out_is_taken_without_its_packages(tmp_path: Path) -> None:
    for name, content in embeddable_files().items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "Lib" / "site-packages").mkdir(parents=True)
    (tmp_path / "Lib" / "site-packages" / "pytest.py").write_text("")
    runtime = read_folder(tmp_path)
    assert (runtime.version, runtime.for_trying_out) == (VERSION, True)
    assert runtime.files.keys() == embeddable_files().keys()
