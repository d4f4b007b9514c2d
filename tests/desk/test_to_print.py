"""What is to be printed: it stays until it is printed, from run to run and from desk to desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnabout_sheets.desk import printing
from turnabout_sheets.desk.printing import recall, remember
from turnabout_sheets.desk.state import ToPrint

PAGE = "round-03.html"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which it is remembered."""
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setattr(printing, "open_cache", lambda _: folder)
    return folder


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"page": "x", "again": {"round": 3}}', b'{"again": 7}', b"\xff"])
def test_what_is_damaged_is_not_known(folder: Path, data: bytes) -> None:
    remember(Path("Friday.xlsx"), ToPrint(PAGE))
    (file,) = folder.iterdir()
    file.write_bytes(data)
    assert recall(Path("Friday.xlsx")) == ToPrint()


def test_where_nothing_can_be_kept_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "open_cache", lambda _: None)
    remember(Path("Friday.xlsx"), ToPrint(PAGE))
    assert recall(Path("Friday.xlsx")) == ToPrint()
