"""The lists of the draw through whole runs: kept in the workbook and beside it, sealed on pages, told by the audit."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from tests.jobs.open_workbook import WAIT, Open
from tests.support.desk import Desk, copy_desk
from tests.support.edited_book import Book
from turnabout_sheets.changes.log import REMEMBERED
from turnabout_sheets.jobs.run import run
from turnabout_sheets.rounds.drawn import NOT_KEPT

pytestmark = pytest.mark.slow

NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Finn", "Gil", "Hal")
CHANGED = "The Player ID of Cy was changed from 13 to 99."
NOTHING = "Nothing of it was changed"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A workbook that was never run, with players who have Player IDs."""
    desk = Desk(tmp_path_factory.mktemp("lists") / "event.xlsx")
    desk.command("new", desk.workbook)
    desk.type("Event", "Random seed", {"Value": "three odd words"})
    for number, name in enumerate(NAMES, 11):
        desk.type("Players", name, {"Player ID": str(number)})
    return desk


@pytest.fixture
def desk(written: Desk, tmp_path: Path) -> Desk:
    return copy_desk(written, tmp_path)


def sealed(desk: Desk, page: str) -> str:
    """Return the digest in the second line below a list."""
    (line,) = {
        each.tail
        for each in html.document_fromstring(desk.page(page)).xpath(
            "//*[contains(concat(' ', @class, ' '), ' draw ')]//br"
        )
    }
    return str(line).rpartition(": ")[2]


def audit(desk: Desk) -> list[str]:
    """Return what is told of the lists."""
    lines = desk.command("pair", desk.workbook, "--audit").splitlines()
    return [line for line in lines if line.startswith(("Check-in list", "List as drawn")) or line == NOT_KEPT]


def change(desk: Desk) -> None:
    desk.type("Players", "Cy", {"Player ID": "99"})


def test_a_player_id_that_is_changed_after_check_in_is_named(desk: Desk) -> None:
    """Rules 1.5.12: the pages have the digests that the audit tells."""
    desk.run("--no-pair")
    posted = sealed(desk, "check-in.html")
    change(desk)
    desk.run()
    pages = {sealed(desk, f"round-01-pairings-by-{each}.html") for each in ("player", "table")}
    listed, drawn = audit(desk)
    assert f" SHA-256 {posted}. Changed until the draw: {CHANGED}" in listed
    assert {f"List as drawn, 8 players, SHA-256 {page}. {NOTHING} since then." for page in pages} == {drawn}
    assert sealed(desk, "check-in.html") == posted, "printed again it is the same"


def test_with_nothing_changed_nothing_is_named(desk: Desk) -> None:
    """Rules 1.5.12."""
    desk.run("--no-pair")
    posted = sealed(desk, "check-in.html")
    desk.run()
    desk.report(1)
    desk.run()
    listed, drawn = audit(desk)
    assert listed == f"Check-in list, 8 players, SHA-256 {posted}. {NOTHING} until the draw."
    assert drawn.endswith(f"{NOTHING} since then.")


def test_a_player_id_that_is_changed_after_the_draw_is_named_and_the_pages_stay(desk: Desk) -> None:
    """Rules 1.5.12."""
    desk.run()
    page = desk.page("round-01-pairings-by-player.html")
    change(desk)
    desk.run()
    assert desk.page("round-01-pairings-by-player.html") == page
    assert audit(desk)[-1].endswith(f"Changed since then: {CHANGED}")
    assert desk.command("pair", desk.workbook, "--audit").startswith("With the list as drawn: Round 1 is as ")


def test_a_round_that_is_deleted_and_drawn_anew_does_not_hide_it(desk: Desk) -> None:
    """Rules 1.5.12."""
    desk.run()
    change(desk)
    book = Book(desk.workbook.read_bytes())
    book.delete("Round 1")
    desk.workbook.write_bytes(book.to_bytes())
    desk.run()
    assert [CHANGED in line for line in audit(desk)] == [False, True, False]


def test_a_version_of_before_that_is_brought_back_does_not_hide_it(desk: Desk) -> None:
    """Rules 1.5.12: what stands beside knows more lists than the workbook."""
    desk.run("--no-pair")
    desk.run()
    desk.command("restore", desk.workbook, 1)
    change(desk)
    desk.run()
    assert [CHANGED in line for line in audit(desk)] == [False, True, False]


def test_a_hidden_sheet_that_is_gone_does_not_hide_it(desk: Desk) -> None:
    """Rules 1.5.12."""
    desk.run()
    before = audit(desk)
    book = Book(desk.workbook.read_bytes())
    book.delete(REMEMBERED.name)
    desk.workbook.write_bytes(book.to_bytes())
    assert audit(desk) == before
    desk.run()
    assert audit(desk) == before
    shutil.rmtree(desk.workbook.with_name("event backups"))
    assert audit(desk) == before, "it is in the workbook again"


def test_lists_of_a_workbook_that_is_open_from_the_start_are_kept_beside_it(desk: Desk) -> None:
    """Rules 1.5.12: check-in, a change and the draw, and only then is it closed."""
    with Open(desk.workbook):
        run(desk.workbook, replace(WAIT, pair_first=False))
        posted = sealed(desk, "check-in.html")
        change(desk)
        run(desk.workbook, WAIT)
        desk.type("Players", "Ben", {"Player ID": "77"})
        run(desk.workbook, WAIT)
    for _ in range(2):
        listed, drawn = audit(desk)
        assert f" SHA-256 {posted}. Changed until the draw: {CHANGED}" in listed
        assert drawn.endswith("Changed since then: The Player ID of Ben was changed from 12 to 77.")
        desk.run()


def test_a_workbook_of_an_earlier_version_says_that_no_list_is_kept(tmp_path: Path) -> None:
    """Rules 1.5.12: it is audited as before."""
    old = Path(__file__).parents[1] / "whole" / "old_workbooks" / "turnabout-3.xlsx"
    desk = Desk(Path(shutil.copy(old, tmp_path)))
    assert audit(desk) == [NOT_KEPT]
    desk.run()
    assert audit(desk) == [NOT_KEPT]
