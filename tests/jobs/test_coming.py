"""Players come, leave, sit out and come back: what is offered, which cells that changes, and taking it back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reading.grids import event_sheet, match, round_sheet, save
from tests.rounds.late_entry import (
    FIRST,
    FIVE,
    PLAIN,
    ROBIN,
    SECOND,
    SWISS,
    THREE,
    Changes,
    contents,
    robin,
    who,
)
from tests.support.books import edit
from tests.support.commands import everything
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.coming import LateError, Offer, Way, find_alike, list_offers
from turnabout_sheets.jobs.late_entry import GoneError, Moved, move, take_back
from turnabout_sheets.sheets.grid import Grid

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]


def offers(workbook: Path, name: str) -> tuple[list[Offer], LateError | None]:
    outcome = check(workbook)
    assert outcome.event is not None
    return list_offers(outcome.event, outcome.format, name)


def changed(before: Changes, workbook: Path) -> Changes:
    after = contents(workbook)
    return {cell: after.get(cell) for cell in {**before, **after} if before.get(cell) != after.get(cell)}


ELIMINATION = [
    event_sheet(pairing="single elimination"),
    who(*THREE, "Dee"),
    round_sheet(1, match("Ada", "Dee"), match("Ben", "Cy")),
]
KNOWN = [Offer(Way.AWAY, 3), Offer(Way.DROP, 2)]
OFFERED: dict[str, tuple[list[Grid], str, list[Offer]]] = {
    "somebody new": (PLAIN, "Zoe", [Offer(Way.LATE, 3), Offer(Way.NOW, 2, "Ben")]),
    "somebody new where nobody is free": (
        [SWISS, who(*THREE, "Dee"), round_sheet(1, match("Ada", "Ben"), match("Cy", "Dee"))],
        "Zoe",
        [Offer(Way.LATE, 2), Offer(Way.NOW, 1)],
    ),
    "who plays": (PLAIN, "ada", [KNOWN[0], Offer(Way.OUT, 2), KNOWN[1]]),
    "who plays in a round that has begun": (
        [SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy", ruling="B no-show"), match("Ben", "BYE"))],
        "Ben",
        [Offer(Way.AWAY, 3), Offer(Way.DROP, 2)],
    ),
    "who is announced": ([SWISS, who(*THREE, {"Player": "Zoe", "Joined round": 3}), FIRST, SECOND], "Zoe",
                         [Offer(Way.NOW, 2, "Ben"), *KNOWN]),
    "who has left": (
        [SWISS, who("Ada", {"Player": "Ben", "Dropped after": 1}, "Cy"), FIRST, round_sheet(2, match("Ada", "Cy"))],
        "Ben",
        [Offer(Way.BACK, 3), Offer(Way.NOW, 2)],
    ),
    "who sits out the next round": (
        [SWISS, who("Ada", {"Player": "Ben", "Away": 3}, "Cy"), FIRST, SECOND],
        "Ben",
        [Offer(Way.BACK, 3), Offer(Way.OUT, 2), Offer(Way.DROP, 2)],
    ),
    "a last round": ([event_sheet(rounds=2), who(*THREE), FIRST, SECOND], "Zoe", [Offer(Way.NOW, 2, "Ben")]),
    "round robin, somebody new": ([ROBIN, who(*FIVE), *robin(1)], "Flo", [Offer(Way.LATE, 2)]),
    "round robin, who plays": ([ROBIN, who(*FIVE), *robin(1)], "Eve", [Offer(Way.AWAY, 2), Offer(Way.DROP, 1)]),
    "elimination, who plays": (ELIMINATION, "Ben", [Offer(Way.AWAY, 2), Offer(Way.DROP, 1)]),
}  # fmt: skip


@pytest.mark.parametrize("case", OFFERED)
def test_only_what_is_possible_is_offered(tmp_path: Path, case: str) -> None:
    """Desk 2.15."""
    grids, name, expected = OFFERED[case]
    assert offers(save(tmp_path / "event.xlsx", *grids), name) == (expected, None)


NOTHING = {
    "elimination, somebody new": (ELIMINATION, "No place is free"),
    "all is played": ([event_sheet(rounds=1), who(*THREE), FIRST], "All rounds are played"),
}


@pytest.mark.parametrize("case", NOTHING)
def test_where_nothing_can_be_done_it_says_why(tmp_path: Path, case: str) -> None:
    grids, reason = NOTHING[case]
    found, why_not = offers(save(tmp_path / "event.xlsx", *grids), "Zoe")
    assert found == []
    assert str(why_not).startswith(reason)


MOVES: dict[str, tuple[list[Grid], str, Offer, Changes, str]] = {
    "late": (
        PLAIN, "Zoe", Offer(Way.LATE, 3), {"Players!A5": "Zoe", "Players!C5": 3}, "people.late_does",
    ),
    "away": (PLAIN, "Ada", Offer(Way.AWAY, 3), {"Players!F2": "3"}, "people.away_does"),
    "drop": (PLAIN, "Ada", Offer(Way.DROP, 2), {"Players!D2": 2}, "people.drop_does"),
    "out of a blank round": (PLAIN, "Ada", Offer(Way.OUT, 2), {"Players!D2": 1}, "people.drop_does"),
    "out of the first round": (
        [SWISS, who(*THREE), round_sheet(1, match("Ada", "Cy"), match("Ben", "BYE"))],
        "Ada", Offer(Way.OUT, 1), {"Players!D2": 0}, "people.drop_does",
    ),
    "drop before the first": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Joined round": 3}), FIRST, SECOND],
        "Zoe", Offer(Way.DROP, 2), {"Players!D5": 0}, "people.drop_does",
    ),
    "back": (
        [SWISS, who("Ada", {"Player": "Ben", "Dropped after": 1}, "Cy"), FIRST, round_sheet(2, match("Ada", "Cy"))],
        "Ben", Offer(Way.BACK, 3), {"Players!D3": None, "Players!F3": "2"}, "people.late_does",
    ),
    "back from elimination": (
        [ELIMINATION[0], who(*THREE, {"Player": "Dee", "Dropped after": 1}), ELIMINATION[2]],
        "Dee", Offer(Way.BACK, 2), {"Players!D5": None}, "people.back_does",
    ),
    "away from a round robin": (
        [ROBIN, who(*FIVE), *robin(1)], "Eve", Offer(Way.AWAY, 2), {"Players!F6": "2"}, "people.away_does",
    ),
    "back in a round robin": (
        [ROBIN, who(*FIVE[:4], {"Player": "Eve", "Dropped after": 1}), *robin(1)],
        "Eve", Offer(Way.BACK, 2), {"Players!D6": None}, "people.back_at_once",
    ),
    "late in a round robin": (
        [ROBIN, who(*FIVE), *robin(1)], "Flo", Offer(Way.LATE, 2),
        {"Players!A7": "Flo", "Players!C7": 2, "Round 2!A4": 3, "Round 2!D4": "Flo", "Round 3!A4": 3,
         "Round 3!D4": "Flo", "Round 4!A4": 3, "Round 4!D4": "Flo", "Round 5!A4": 3, "Round 5!D4": "Flo"},
        "people.in_place",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MOVES)
def test_what_is_typed_and_taken_back(tmp_path: Path, case: str) -> None:
    """Desk 2.16 and 2.18, rules 1.4.5 and 1.4.7: these cells change, a backup is kept, and all is as before again."""
    grids, name, offer, expected, said = MOVES[case]
    workbook = save(tmp_path / "event.xlsx", *grids)
    before = contents(workbook)
    moved = move(workbook, name, offer)
    assert (changed(before, workbook), [each.key for each in moved.said]) == (expected, [said])
    assert {str(cell.place): cell.after for cell in moved.cells} == expected
    assert len(list_backups(workbook)) == 1
    take_back(workbook, moved)
    assert contents(workbook) == before


def test_a_name_that_is_nearly_one_that_is_there_is_asked(tmp_path: Path) -> None:
    outcome = check(save(tmp_path / "event.xlsx", SWISS, who("Zoe Lind", "Ann Lee", "Cy"), round_sheet(
        1, match("Zoe Lind", "Ann Lee"), match("Cy", "BYE"))))  # fmt: skip
    assert outcome.event is not None
    assert [find_alike(outcome.event, name) for name in ("Zoe Lint", "Lee, Ann", "Cy", "Kim Kay", "zo", "lind")] == [
        ["Zoe Lind"], ["Ann Lee"], [], [], ["Zoe Lind"], ["Zoe Lind"],
    ]  # fmt: skip


def test_what_is_no_longer_so_is_told_and_nothing_is_done(tmp_path: Path) -> None:
    """Desk 2.17: a button that is pressed twice, or after the state has changed."""
    workbook = save(tmp_path / "event.xlsx", *PLAIN)
    move(workbook, "Ada", Offer(Way.DROP, 2))
    before = everything(tmp_path)
    for name, offer in (("Ada", Offer(Way.DROP, 2)), ("Zoe", Offer(Way.LATE, 2)), ("Zoe", Offer(Way.NOW, 2, "Cy"))):
        with pytest.raises(GoneError):
            move(workbook, name, offer)
    assert everything(tmp_path) == before


def drop_ada(folder: Path) -> tuple[Path, Moved]:
    workbook = save(folder / "event.xlsx", *PLAIN)
    return workbook, move(workbook, "Ada", Offer(Way.DROP, 2))


def test_who_is_paired_by_now_is_not_taken_back(tmp_path: Path) -> None:
    """Desk 2.18."""
    workbook = save(tmp_path / "event.xlsx", *PLAIN)
    moved = move(workbook, "Zoe", Offer(Way.LATE, 3))
    edit(workbook, {"Round 2": {"D3": "Zoe"}})
    before = everything(tmp_path)
    undone = take_back(workbook, moved)
    assert (undone.done, bool(undone.caused)) == (False, True)
    assert everything(tmp_path) == before


def test_what_was_changed_since_is_not_taken_back(tmp_path: Path) -> None:
    workbook, moved = drop_ada(tmp_path)
    edit(workbook, {"Players": {"D2": 1}})
    before = everything(tmp_path)
    with pytest.raises(LateError, match="These cells have changed since"):
        take_back(workbook, moved)
    assert everything(tmp_path) == before


def test_an_open_workbook_is_left_alone_and_the_cells_are_told(tmp_path: Path) -> None:
    workbook = save(tmp_path / "event.xlsx", *PLAIN)
    (tmp_path / "~$event.xlsx").touch()
    before = everything(tmp_path)
    moved = move(workbook, "Zoe", Offer(Way.LATE, 3))
    assert moved.other is not None
    assert (moved.done, [(str(cell.place), cell.shown_after) for cell in moved.cells]) == (
        False, [("Players!A5", "Zoe"), ("Players!C5", "3")],
    )  # fmt: skip
    assert everything(tmp_path) == before


def test_errors_elsewhere_do_not_matter_but_those_that_it_would_cause_do(tmp_path: Path) -> None:
    """Nobody is let into a round with errors; who leaves is written down while a row is half typed."""
    wrong = round_sheet(2, match("Ada", "Cy", ruling="nonsense"), match("Ben", "BYE"))
    workbook = save(tmp_path / "event.xlsx", SWISS, who(*THREE), FIRST, wrong)
    assert move(workbook, "Ada", Offer(Way.DROP, 2)).done
    assert move(workbook, "Zoe", Offer(Way.NOW, 2, "Ben")).done is False
    again = save(
        tmp_path / "again.xlsx", SWISS, who({"Player": "Ada", "Joined round": "x"}, "Ben", "Cy"), FIRST, SECOND
    )
    assert move(again, "Ben", Offer(Way.AWAY, 3)).done
