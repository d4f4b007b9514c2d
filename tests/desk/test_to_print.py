"""What is to be printed: it stays until it is printed, from run to run and from desk to desk."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnabout_sheets.desk import printing
from turnabout_sheets.desk.printing import recall, remember, take_off
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.prints.outdated import Outdated

PAGE = "round-03.html"
AGAIN = Outdated(3, (2, 5), ("round-03-pairings-by-table.html",), ("movement.html",))


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


def test_what_has_become_more_is_to_be_printed_all() -> None:
    assert take_off(ToPrint(PAGE, AGAIN), ToPrint(PAGE)) == ToPrint(again=AGAIN)
    assert take_off(ToPrint(again=AGAIN), ToPrint(again=AGAIN._replace(tables=(2,)))) == ToPrint(again=AGAIN)
