"""The Python for Windows: which file it is, which version, and where it looks for packages."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from tests.packing.fakes import VERSION, digest_of, embeddable_files, write_zip
from tools.windows import runtime
from tools.windows.runtime import fetch_embeddable, find_version, read_embeddable, read_folder


def test_the_embeddable_package_of_the_digest_is_taken(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "python-embed.zip", embeddable_files("313"))
    read = read_embeddable(path, digest_of(path))
    assert (read.version, read.for_trying_out) == ("3.13", False)
    assert read.files.keys() == embeddable_files("313").keys()
    assert read.files["python313._pth"] == b"python313.zip\r\n.\r\nLib\\site-packages\r\n"


def test_a_file_with_another_digest_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "python-embed.zip", embeddable_files())
    with pytest.raises(click.ClickException, match=r"python-embed.zip is not the file .* expected sha256:00"):
        read_embeddable(path, "sha256:00")


def test_it_is_fetched_once_in_the_version_that_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"python-{runtime.VERSION}-embed-amd64.zip"
    there = tmp_path / "python.org" / runtime.VERSION / name
    there.parent.mkdir(parents=True)
    write_zip(there, embeddable_files())
    monkeypatch.setattr(runtime, "SITE", (tmp_path / "python.org").as_uri())
    fetched = fetch_embeddable(tmp_path / "build")
    assert fetched == tmp_path / "build" / name
    assert fetched.read_bytes() == there.read_bytes()
    there.unlink()
    assert fetch_embeddable(tmp_path / "build") == fetched


def test_what_cannot_be_fetched_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "SITE", (tmp_path / "nowhere").as_uri())
    with pytest.raises(click.ClickException, match=r"-embed-amd64\.zip could not be fetched \(.*\). Is there int"):
        fetch_embeddable(tmp_path / "build")
    assert list(tmp_path.iterdir()) == []


def test_what_is_named_is_a_version_with_its_digest() -> None:
    assert re.fullmatch(r"3\.\d+\.\d+", runtime.VERSION)
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", runtime.DIGEST)


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
    read = read_folder(tmp_path)
    assert (read.version, read.for_trying_out) == (VERSION, True)
    assert read.files.keys() == embeddable_files().keys()
