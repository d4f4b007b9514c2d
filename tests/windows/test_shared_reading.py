"""Windows holds what is open; what this program reads, it does not."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from turnabout_sheets.core.safe_files import OddFileError, open_shared, read_file


def test_a_workbook_that_is_read_can_be_saved_as_excel_does(tmp_path: Path) -> None:
    """It deletes or renames what is there, which Windows refuses while a program has it open as Python does."""
    path, aside = tmp_path / "Friday.xlsx", tmp_path / "1A2B3C4D"
    path.write_bytes(b"old")
    with os.fdopen(open_shared(path), "rb") as file:
        path.rename(aside)
        path.write_bytes(b"new")
        assert file.read() == b"old"
    assert path.read_bytes() == b"new"
    with os.fdopen(open_shared(path), "rb") as file:
        path.unlink()
        assert file.read() == b"new"
    assert not path.exists()
    with aside.open("rb"), pytest.raises(PermissionError):
        aside.unlink()


def test_what_cannot_be_opened_is_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_file(tmp_path / "gone.xlsx")
    with pytest.raises(OddFileError):
        read_file(tmp_path)
