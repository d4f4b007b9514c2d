"""What is to be printed: it stays until it is printed, from run to run and from desk to desk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.desk.fake import run_sample
from turnabout_sheets.desk import printing
from turnabout_sheets.desk.printing import note_outdated, note_paired, recall, remember, take_off
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
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


@pytest.mark.parametrize("to_print", [ToPrint(), ToPrint(PAGE), ToPrint(again=AGAIN), ToPrint(PAGE, AGAIN, 3)])
def test_what_is_remembered_is_recalled(folder: Path, to_print: ToPrint) -> None:
    remember(Path("Friday.xlsx"), to_print)
    assert recall(Path("Friday.xlsx")) == to_print
    assert recall(Path("Saturday.xlsx")) == ToPrint()


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


@pytest.mark.slow
def test_more_and_more_that_is_outdated_adds_up_in_the_running_round_only(tmp_path: Path) -> None:
    outcome = run(run_sample("in-progress", tmp_path).workbook, Options())
    more = replace(outcome, outdated=Outdated(3, (1, 5), (), ()))
    assert note_paired(ToPrint(again=AGAIN), outcome) == ToPrint(again=AGAIN)
    assert note_outdated(ToPrint(again=AGAIN), more) == ToPrint(again=AGAIN._replace(tables=(1, 2, 5)))
    assert note_outdated(ToPrint(PAGE), more) == ToPrint(PAGE)
    earlier = ToPrint("round-02.html", AGAIN._replace(round=2))
    assert note_paired(earlier, outcome) == ToPrint()
    assert note_paired(earlier, replace(outcome, results=None)) == earlier


def test_what_has_become_more_is_to_be_printed_all() -> None:
    assert take_off(ToPrint(PAGE, AGAIN), ToPrint(PAGE)) == ToPrint(again=AGAIN)
    assert take_off(ToPrint(again=AGAIN), ToPrint(again=AGAIN._replace(tables=(2,)))) == ToPrint(again=AGAIN)
