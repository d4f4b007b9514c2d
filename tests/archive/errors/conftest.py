"""Archives of two events, in each kind of place and in a file of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.archive.errors.two_events import AUTUMN, SPRING
from tests.archive.making import add
from turnabout_sheets.archive.store import Archive, open_archive


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, SPRING, AUTUMN)
    return archive


@pytest.fixture(scope="module")
def file_to_copy(empty_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = Path(shutil.copy(empty_file, tmp_path_factory.mktemp("two")))
    add(open_archive(str(path)), SPRING, AUTUMN)
    return path


@pytest.fixture
def file(file_to_copy: Path, tmp_path: Path) -> Path:
    """An archive in a file of its own folder."""
    (tmp_path / "over the years").mkdir()
    return Path(shutil.copy(file_to_copy, tmp_path / "over the years" / "archive.sqlite"))
