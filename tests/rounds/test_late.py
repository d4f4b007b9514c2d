"""Letting players into the running round: which cells change, what is said, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.dose import whole_events
from tests.event.played_events import HEADERS as ENTRY
from tests.event.played_events import Played, events
from tests.event.worked_events import drawn, sweep
from tests.reading.grids import Cells, by_header, event_sheet, match, read, results_sheet, round_sheet, save, sheet
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.jobs.late_entry import LateError, let_in
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.grid import Grid

pytestmark = pytest.mark.slow

Changes = dict[str, Any]

HEADERS = ("Player", "Scoring option", "Joined round", "Dropped after", "Byes", "Away", "Let in")
"""Columns A to G of the sheet Players."""


def who(*each: str | Cells) -> Grid:
    return by_header("Players", [{"Player": row} if isinstance(row, str) else row for row in each], HEADERS)


def contents(workbook: Path) -> Changes:
    """Return every cell that is not blank, by sheet and address."""
    return {
        f"{page.title}!{cell.coordinate}": cell.value
        for page in load_workbook(workbook)
        for row in page.iter_rows()
        for cell in row
        if cell.value is not None
    }


def let(folder: Path, name: str, *grids: Grid) -> tuple[str, Changes]:
    """Let somebody in; return what is said, and the cells that changed (None: now blank)."""
    workbook = save(folder / "event.xlsx", *grids)
    before = contents(workbook)
    outcome, done = let_in(workbook, name)
    errors = [problem for problem in outcome.problems if problem.severity == "Error"]
    assert [problem for problem in errors if problem.command[:2] != ("pair", "--add")] == []
    after = contents(workbook)
    return done, {cell: after.get(cell) for cell in {**before, **after} if before.get(cell) != after.get(cell)}


THREE = ("Ada", "Ben", "Cy")
SWISS = event_sheet(rounds=3)
FIRST = round_sheet(1, sweep("Ada", "Ben"), match("Cy", "BYE"))
SECOND = round_sheet(2, match("Ada", "Cy"), match("Ben", "BYE"))  # row 3 is Ben's

BESIDE_BEN = {"Round 2!A3": 2, "Round 2!D3": "Zoe"}
AGAINST_BEN = {"Players!G5": "2", **BESIDE_BEN}
SAID = "Zoe is in round 2 at table 2 against Ben, who had the bye."
# Zoe was there in round 1, and drew with Cy.
WITH_ZOE = round_sheet(1, sweep("Ada", "Ben"), drawn("Cy", "Zoe"))

CASES: dict[str, tuple[list[Grid], str, Changes]] = {
    "a new player, against the bye": (
        [SWISS, who(*THREE), FIRST, SECOND],
        SAID,
        {"Players!A5": "Zoe", "Players!C5": 2, **AGAINST_BEN},
    ),
    "a new player in round 1 has not joined late": (
        [SWISS, who(*THREE), round_sheet(1, match("Ada", "Ben"), match("Cy", "BYE"))],
        "Zoe is in round 1 at table 2 against Cy, who had the bye.",
        {"Players!A5": "Zoe", "Players!G5": "1", "Round 1!A3": 2, "Round 1!D3": "Zoe"},
    ),
    "a new player when nobody is free": (
        [SWISS, who("Ada", "Ben"), round_sheet(1, match("Ada", "Ben"))],
        "Zoe is in round 1 with a bye: nobody else is free.",
        {"Players!A4": "Zoe", "Players!G4": "1", "Round 1!B3": "Zoe", "Round 1!D3": "BYE"},
    ),
    # rules 1.5.10
    "one more than two rounds are for": (
        [event_sheet(), who(*THREE, "Dee"), round_sheet(1, match("Ada", "Ben"), match("Cy", "Dee"))],
        "Zoe is in round 1 with a bye: nobody else is free. With 5 players it takes 3 rounds; if 2 are enough, set "
        "Rounds on the sheet Event to 2.",
        {"Players!A6": "Zoe", "Players!G6": "1", "Round 1!B4": "Zoe", "Round 1!D4": "BYE"},
    ),
    "a bye that was asked for is not taken": (
        [SWISS, who("Ada", {"Player": "Ben", "Byes": 2}, "Cy"), FIRST, SECOND],
        "Zoe is in round 2 with a bye: nobody else is free.",
        {
            "Players!A5": "Zoe",
            "Players!C5": 2,
            "Players!G5": "2",
            "Round 2!B4": "Zoe",
            "Round 2!D4": "BYE",
        },
    ),
    "the option that is on the sheet Players": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Scoring option": "tolaria", "Joined round": 2}), FIRST, SECOND],
        SAID,
        AGAINST_BEN,
    ),
    "typed on Players, with Joined round": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Joined round": 2}), FIRST, SECOND],
        SAID,
        AGAINST_BEN,
    ),
    "typed on Players, without Joined round": (
        [SWISS, who(*THREE, "Zoe"), FIRST, SECOND],
        SAID,
        {"Players!C5": 2, **AGAINST_BEN},
    ),
    "joins earlier than meant": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Joined round": 3}), FIRST, SECOND],
        SAID,
        {"Players!C5": 2, **AGAINST_BEN},
    ),
    "no column Joined round: it is added where nothing stands": (
        [
            SWISS,
            by_header("Players", [{"Player": name, "City": "Ghent"} for name in THREE], ("Player",)),
            FIRST,
            SECOND,
        ],
        SAID,
        {
            "Players!C1": "Joined round",
            "Players!D1": "Let in",
            "Players!A5": "Zoe",
            "Players!C5": 2,
            "Players!D5": "2",
            **BESIDE_BEN,
        },
    ),
    "no column Away: it is added": (
        [
            SWISS,
            by_header("Players", [*({"Player": name} for name in THREE), {"Player": "Zoe", "Dropped after": 1}], ()),
            WITH_ZOE,
            round_sheet(2, drawn("Ada", "Cy"), match("Ben", "BYE")),
            round_sheet(3, match("Ben", "Cy"), match("Ada", "BYE")),
        ],
        "Zoe is in round 3 at table 2 against Ada, who had the bye.",
        {
            "Players!B5": None,
            "Players!C1": "Away",
            "Players!C5": "2",
            "Players!D1": "Let in",
            "Players!D5": "3",
            "Round 3!A3": 2,
            "Round 3!D3": "Zoe",
        },
    ),
    "others who came late wait for a command of their own": (
        [SWISS, who(*THREE, "Dee"), FIRST, SECOND],
        SAID,
        {"Players!A6": "Zoe", "Players!C6": 2, "Players!G6": "2", **BESIDE_BEN},
    ),
    "never started, and comes after all": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Dropped after": 0}), FIRST, SECOND],
        SAID,
        {"Players!C5": 2, "Players!D5": None, **AGAINST_BEN},
    ),
    "dropped, and back without missing a round": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Dropped after": 1}), WITH_ZOE, SECOND],
        SAID,
        {"Players!D5": None, **AGAINST_BEN},
    ),
    "dropped, and back after a round": (
        [
            SWISS,
            who(*THREE, {"Player": "Zoe", "Dropped after": 1}),
            WITH_ZOE,
            round_sheet(2, drawn("Ada", "Cy"), match("Ben", "BYE")),
            round_sheet(3, match("Ben", "Cy"), match("Ada", "BYE")),
        ],
        "Zoe is in round 3 at table 2 against Ada, who had the bye.",
        {
            "Players!D5": None,
            "Players!F5": "2",
            "Players!G5": "3",
            "Round 3!A3": 2,
            "Round 3!D3": "Zoe",
        },
    ),
    "away, and here after all": (
        [SWISS, who(*THREE, {"Player": "Zoe", "Away": "2, 3"}), WITH_ZOE, SECOND],
        SAID,
        {"Players!F5": "3", **AGAINST_BEN},
    ),
    "who has the bye was met before": (
        [
            SWISS,
            who(*THREE, {"Player": "Zoe", "Dropped after": 1}),
            round_sheet(1, drawn("Ben", "Zoe"), sweep("Cy", "Ada")),
            round_sheet(2, match("Ada", "BYE"), match("Cy", "Ben")),
        ],
        "Zoe is in round 2 at table 1 against Ada, who had the bye.",
        {
            "Players!D5": None,
            "Players!G5": "2",
            "Round 2!A2": 1,
            "Round 2!D2": "Zoe",
        },
    ),
    "who alone has the bye was met before": (
        [
            SWISS,
            who(*THREE, {"Player": "Zoe", "Dropped after": 1}),
            round_sheet(1, drawn("Ben", "Zoe"), match("Ada", "BYE"), match("Cy", "BYE")),
            SECOND,
        ],
        "Zoe is in round 2 with a bye: nobody else is free.",
        {"Players!D5": None, "Players!G5": "2", "Round 2!B4": "Zoe", "Round 2!D4": "BYE"},
    ),
    "met before, but in another session": (
        [
            event_sheet(rounds=3, rounds_per_session=1),
            who(*THREE, {"Player": "Zoe", "Dropped after": 1}),
            round_sheet(1, drawn("Ben", "Zoe"), drawn("Ada", "Cy")),
            SECOND,
        ],
        SAID,
        {"Players!D5": None, **AGAINST_BEN},
    ),
    "a new player between two rounds": (
        [SWISS, who(*THREE), FIRST],
        "Round 1 is complete: Zoe is paired from round 2 on.",
        {"Players!A5": "Zoe", "Players!C5": 2},
    ),
    "typed on Players between two rounds": (
        [SWISS, who(*THREE, "Zoe"), FIRST],
        "Round 1 is complete: Zoe is paired from round 2 on.",
        {"Players!C5": 2},
    ),
    "back between two rounds": (
        [
            SWISS,
            who(*THREE, {"Player": "Zoe", "Dropped after": 1}),
            WITH_ZOE,
            round_sheet(2, drawn("Ada", "Cy"), match("Ben", "BYE")),
        ],
        "Round 2 is complete: Zoe is paired from round 3 on.",
        {"Players!D5": None, "Players!F5": "2"},
    ),
    "all rounds on one sheet": (
        [
            SWISS,
            who(*THREE),
            results_sheet([sweep("Ada", "Ben"), match("Cy", "BYE")], [match("Ada", "Cy"), match("Ben", "BYE")]),
        ],
        SAID,
        {
            "Players!A5": "Zoe",
            "Players!C5": 2,
            "Players!G5": "2",
            "Results!B5": 2,
            "Results!E5": "Zoe",
        },
    ),
    "all rounds on one sheet, and nobody is free": (
        [
            SWISS,
            who(*THREE, "Dee"),
            results_sheet([sweep("Ada", "Ben"), drawn("Cy", "Dee")], [match("Ada", "Cy"), match("Ben", "Dee")]),
        ],
        "Zoe is in round 2 with a bye: nobody else is free.",
        {
            "Players!A6": "Zoe",
            "Players!C6": 2,
            "Players!G6": "2",
            "Results!A6": 2,
            "Results!C6": "Zoe",
            "Results!E6": "BYE",
        },
    ),
    "the sheet has no tables and no options": (
        [
            SWISS,
            who(*THREE),
            FIRST,
            sheet(
                "Round 2",
                ("Player A", "Player B", "Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count"),
                [("Ada", "Cy", "", "", "", ""), ("Ben", "BYE", "", "", "", "")],
            ),
        ],
        "Zoe is in round 2 against Ben, who had the bye.",
        {"Players!A5": "Zoe", "Players!C5": 2, "Players!G5": "2", "Round 2!B3": "Zoe"},
    ),
    "the rounds are typed by hand": (
        [event_sheet(rounds=3, pairing="manual"), who(*THREE), FIRST, SECOND],
        SAID,
        {"Players!A5": "Zoe", "Players!C5": 2, **AGAINST_BEN},
    ),
    "a bye in the first round of an elimination event keeps its table": (
        [
            event_sheet(pairing="single elimination"),
            who(*THREE),
            round_sheet(1, match("Ada", "BYE", table=1), match("Ben", "Cy", table=2)),
        ],
        "Zoe is in round 1 at table 1 against Ada, who had the bye.",
        {"Players!A5": "Zoe", "Round 1!D2": "Zoe"},
    ),
    "of several byes in the first round of an elimination event one": (
        [
            event_sheet(pairing="single elimination"),
            who(*THREE, "Dee", "Eve"),
            round_sheet(
                1,
                match("Ada", "BYE", table=1),
                match("Ben", "Cy", table=2),
                match("Dee", "BYE", table=3),
                match("Eve", "BYE", table=4),
            ),
        ],
        "Zoe is in round 1 at table 1 against Ada, who had the bye.",
        {"Players!A7": "Zoe", "Round 1!D2": "Zoe"},
    ),
    "let in before, gone, and back": (
        [
            SWISS,
            who(*THREE, {"Player": "Zoe", "Dropped after": 1, "Let in": 1}),
            WITH_ZOE,
            SECOND,
        ],
        SAID,
        {"Players!D5": None, **BESIDE_BEN, "Players!G5": "1, 2"},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_cells_that_change(tmp_path: Path, case: tuple[list[Grid], str, Changes]) -> None:
    """Rules 1.4.11."""
    grids, said, changes = case
    assert let(tmp_path, "Zoe", *grids) == (said, changes)


ROBIN = event_sheet(pairing="round robin")
ROBIN_ROUNDS = [
    [match("Ben", "Eve"), match("Cy", "Dee"), match("Ada", "BYE")],
    [match("Ada", "Eve"), match("Ben", "Cy"), match("Dee", "BYE")],
    [match("Dee", "Ada"), match("Eve", "Cy"), match("Ben", "BYE")],
    [match("Cy", "Ada"), match("Dee", "Ben"), match("Eve", "BYE")],
    [match("Ada", "Ben"), match("Eve", "Dee"), match("Cy", "BYE")],
]
FIVE = ("Ada", "Ben", "Cy", "Dee", "Eve")


def robin(complete: int) -> list[Grid]:
    """Return the rounds of a round robin, some of them with results."""
    done = [[row if row["Player B"] == "BYE" else drawn(str(row["Player A"]), str(row["Player B"])) for row in rows]
            for rows in ROBIN_ROUNDS[:complete]]  # fmt: skip
    return [round_sheet(number, *rows) for number, rows in enumerate([*done, *ROBIN_ROUNDS[complete:]], 1)]


@pytest.mark.parametrize("complete", [0, 1, 3, 4])
def test_in_a_round_robin_the_bye_of_this_and_all_later_rounds(tmp_path: Path, complete: int) -> None:
    """Rules 1.4.11."""
    said, changes = let(tmp_path, "Zoe", ROBIN, who(*FIVE), *robin(complete))
    opponent, later = ("Ada", "Dee", "Ben", "Eve", "Cy")[complete], 4 - complete
    also = {4: ", and in 4 later rounds for the bye", 3: ", and in 3 later rounds for the bye",
            1: ", and in 1 later round for the bye", 0: ""}  # fmt: skip
    assert said == f"Zoe is in round {complete + 1} at table 3 against {opponent}, who had the bye{also[later]}."
    joined = {"Players!C7": complete + 1} if complete else {}
    seats = {"A4": 3, "D4": "Zoe"}
    rounds = {f"Round {n}!{cell}": value for n in range(complete + 1, 6) for cell, value in seats.items()}
    assert changes == {"Players!A7": "Zoe", **joined, **rounds}


@pytest.mark.parametrize(("complete", "first"), [(0, 1), (1, 2), (2, 3)])
def test_a_match_that_was_played_ahead_closes_no_bye(tmp_path: Path, complete: int, first: int) -> None:
    """Of round 4 a match is in; the byes of the rounds before it that have not begun are still to be had."""
    # Rules 1.4.11.
    rounds = robin(complete)
    rounds[3] = round_sheet(4, drawn("Cy", "Ada"), *ROBIN_ROUNDS[3][1:])
    _, changes = let(tmp_path, "Zoe", ROBIN, who(*FIVE), *rounds)
    assert changes.get("Players!C7", 1) == first
    taken = {f"Round {number}!D4" for number in range(first, 6)}
    assert {cell for cell, value in changes.items() if value == "Zoe"} == {"Players!A7", *taken}


def test_a_match_that_is_still_missing_opens_no_bye_of_the_past(tmp_path: Path) -> None:
    """A match of round 1 was put off; round 3 is running."""
    rounds = robin(3)
    rounds[0] = round_sheet(1, match("Ben", "Eve"), drawn("Cy", "Dee"), match("Ada", "BYE"))
    rounds[2] = round_sheet(3, drawn("Dee", "Ada"), *ROBIN_ROUNDS[2][1:])
    _, changes = let(tmp_path, "Zoe", ROBIN, who(*FIVE), *rounds)
    assert changes["Players!C7"] == 3


def test_in_a_round_robin_a_dropped_players_place_is_not_taken(tmp_path: Path) -> None:
    """Eve has gone after round 1, so that two have no opponent; the BYE that stands there is one of them."""
    gone = who(*FIVE[:4], {"Player": "Eve", "Dropped after": 1})
    said, changes = let(tmp_path, "Zoe", ROBIN, gone, *robin(1))
    assert said == (
        "Zoe is in round 2 at table 3 against Dee, who had the bye, and in 3 later rounds for the bye. Eve is not "
        "there in round 4, so that Zoe sits out then."
    )
    assert {cell for cell, value in changes.items() if value == "Zoe"} == {
        "Players!A7", "Round 2!D4", "Round 3!D4", "Round 4!D4", "Round 5!D4"
    }  # fmt: skip


def test_where_all_rounds_are_paired_and_no_bye_stands_the_place_of_who_has_gone(tmp_path: Path) -> None:
    """Rules 1.4.11."""
    said, changes = let(
        tmp_path,
        "Zoe",
        ROBIN,
        who("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1}),
        round_sheet(1, drawn("Ada", "Dee"), drawn("Ben", "Cy")),
        round_sheet(2, match("Dee", "Cy"), match("Ada", "Ben")),
        round_sheet(3, match("Ben", "Dee"), match("Cy", "Ada")),
    )
    assert said == (
        "Zoe is in round 2 at table 1 against Cy, in the place of Dee, who has left, and in 1 later round for Dee."
    )
    assert changes == {"Players!A6": "Zoe", "Players!C6": 2, "Round 2!B2": "Zoe", "Round 3!D2": "Zoe"}


@pytest.mark.parametrize(
    ("cells", "changes"),
    [
        ({"Dropped after": 1}, {"Players!D6": None}),
        ({"Away": "2, 3"}, {"Players!F6": "3"}),
    ],
)
def test_in_a_round_robin_who_comes_back_has_a_place(tmp_path: Path, cells: Cells, changes: Changes) -> None:
    gone = who(*FIVE[:4], {"Player": "Eve", **cells})
    said, changed = let(tmp_path, "Eve", ROBIN, gone, *robin(1))
    assert said == "Eve is back from round 2 on, as the rounds were paired."
    assert changed == changes


PLAIN = [SWISS, who(*THREE), FIRST, SECOND]
DISQUALIFIED = sheet("Rulings", ("Player", "Round", "Kind"), [("Ben", 1, "disqualification")])
SINGLE = event_sheet(pairing="single elimination")
OVER = "The first round is over, so nobody can be let into the elimination event any more."
RESERVED = "BYE, A, B and Draw mean something else in the results."

REFUSED: dict[str, tuple[str, list[Grid], str]] = {
    "no name": (" \u00a0", PLAIN, "The name is blank; give the player's name."),
    "called BYE": ("BYE", PLAIN, f'No player can be called "BYE": {RESERVED}'),
    "called draw": (" draw ", PLAIN, f'No player can be called "draw": {RESERVED}'),
    "no round": ("Zoe", PLAIN[:2], "No round is paired yet: type Zoe on the Players sheet, and run."),
    "there already": (" ben", PLAIN, "Ben is in round 2 already: just run."),
    "there already, with a bye": ("BEN", PLAIN, "Ben is in round 2 already: just run."),
    "paired next in any case": ("Ben", PLAIN[:3], "Round 1 is complete, and Ben will be in round 2: just run."),
    "all played": (
        "Zoe",
        [event_sheet(rounds=1), who(*THREE), FIRST],
        "All rounds are played, so nobody can be let in any more.",
    ),
    "all of a round robin played": (
        "Zoe",
        [ROBIN, who(*FIVE), *robin(5)],
        "All rounds are played, so nobody can be let in any more.",
    ),
    "disqualified": (
        "Ben",
        [SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy")), DISQUALIFIED],
        "Ben was disqualified in round 1; if that was a mistake, take the row off the sheet Rulings first.",
    ),
    "a bracket without a bye": (
        "Zoe",
        [SINGLE, who(*THREE, "Dee"), round_sheet(1, match("Ada", "Dee"), match("Ben", "Cy"))],
        "No BYE is left to take, and a single elimination has no other place for Zoe. Nothing is played yet, so all "
        "rounds can be drawn anew: type Zoe on the sheet Players, delete the sheets of all rounds, and run.",
    ),
    "a round robin in which nobody has gone, and no BYE stands": (
        "Zoe",
        [
            ROBIN,
            who("Ada", "Ben", "Cy", {"Player": "Dee", "Away": 2}),
            round_sheet(1, drawn("Ada", "Dee"), drawn("Ben", "Cy")),
            round_sheet(2, match("Dee", "Cy"), match("Ada", "Ben")),
            round_sheet(3, match("Ben", "Dee"), match("Cy", "Ada")),
        ],
        "No BYE is left to take, and a round robin has no other place for Zoe. If somebody has left, fill in Dropped "
        "after on the sheet Players, and ask again: their place is free then.",
    ),
    "a bracket whose first round is complete": (
        "Zoe",
        [SINGLE, who(*THREE), round_sheet(1, match("Ada", "BYE", table=1), {**sweep("Ben", "Cy"), "Table": 2})],
        OVER,
    ),
    "a bracket in its second round": (
        "Zoe",
        [
            SINGLE,
            who(*THREE),
            round_sheet(1, match("Ada", "BYE", table=1), {**sweep("Ben", "Cy"), "Table": 2}),
            round_sheet(2, match("Ada", "Ben")),
        ],
        OVER,
    ),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_refused(tmp_path: Path, case: tuple[str, list[Grid], str]) -> None:
    name, grids, reason = case
    workbook = save(tmp_path / "event.xlsx", *grids)
    before = workbook.read_bytes()
    with pytest.raises(LateError) as refused:
        let_in(workbook, name)
    assert str(refused.value) == reason
    assert workbook.read_bytes() == before
    assert list_backups(workbook) == []


@pytest.mark.parametrize(
    ("spoilt", "places"),
    [
        ([SWISS, who({"Player": "Ada", "Scoring option": "Phyrexian"}, "Ben", "Cy"), FIRST, SECOND], {"Players!B2"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy"), match("", "BYE"))], {"Round 2!B3"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Cy"), match("Bne", "BYE"))], {"Round 2!B3"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", "Ben"), match("Cy", "BYE"))], {"Round 2!D2"}),
        ([SWISS, who(*THREE), FIRST, round_sheet(2, match("Ada", ""), match("Ben", "BYE"))], {"Round 2!D2"}),
        ([event_sheet(rounds="three"), who(*THREE), FIRST, SECOND], {"Event!B2"}),
        ([SWISS, FIRST, SECOND], {"Players"}),
        ([event_sheet(format="Chess"), who(*THREE), FIRST, SECOND], {"Event!B2"}),
    ],
)
def test_errors_elsewhere_are_told_and_nothing_is_written(tmp_path: Path, spoilt: list[Grid], places: set[str]) -> None:
    workbook = save(tmp_path / "event.xlsx", *spoilt)
    before = workbook.read_bytes()
    outcome, done = let_in(workbook, "Zoe")
    assert done == ""
    assert outcome.exit == 1
    assert {str(each.place) for each in outcome.problems if each.severity == "Error"} == places
    assert workbook.read_bytes() == before
    assert list_backups(workbook) == []


def test_all_other_parts_of_the_workbook_stay_as_they_are(tmp_path: Path) -> None:
    """Safety 1.5."""
    others = [
        sheet("Scratch", ("My", "notes"), [(1, "=not a formula")]),
        sheet("Decks", ("Player", "Count", "Card"), []),
    ]
    workbook = save(tmp_path / "event.xlsx", *PLAIN, *others)
    before = workbook.read_bytes()
    (tmp_path / "before.xlsx").write_bytes(before)
    let_in(workbook, "Zoe")
    changed = set()
    with ZipFile(tmp_path / "before.xlsx") as old, ZipFile(workbook) as new:
        assert old.namelist() == new.namelist()
        changed = {name for name in old.namelist() if old.read(name) != new.read(name)}
    # The second sheet is Players, the fourth is Round 2.
    assert changed == {"xl/worksheets/sheet2.xml", "xl/worksheets/sheet4.xml"}
    (kept,) = list_backups(workbook)
    assert kept.path.read_bytes() == before


def test_one_late_player_after_the_other(tmp_path: Path) -> None:
    """The first takes the bye's place, the second has a bye, the third meets the second."""
    workbook = save(tmp_path / "event.xlsx", *PLAIN)
    said = [let_in(workbook, name)[1] for name in ("Xan", "Yul", "Zoe")]
    assert said == [
        "Xan is in round 2 at table 2 against Ben, who had the bye.",
        "Yul is in round 2 with a bye: nobody else is free.",
        "Zoe is in round 2 at table 3 against Yul, who had the bye.",
    ]
    assert len(list_backups(workbook)) == 3
    with pytest.raises(LateError, match=r"^Xan is in round 2 already: just run\.$"):
        let_in(workbook, "xan")


@pytest.mark.parametrize(
    "name", ["=1+1", "1997", "N/A", "<b>Zoe</b>", "Zoe  O\u2019Brien", "Zo\u0308e", "\U0001f98a Fox"]
)
def test_a_name_is_a_name(tmp_path: Path, name: str) -> None:
    workbook = save(tmp_path / "event.xlsx", *PLAIN)
    outcome, _ = let_in(workbook, name)
    assert outcome.event is not None
    assert outcome.event.players[-1].name == outcome.event.players[outcome.event.rounds[2][1].b].name
    with pytest.raises(LateError, match="is in round 2 already"):
        let_in(workbook, name)


def rows_of(event: Event) -> list[tuple[Any, ...]]:
    """Return the rows of all rounds with names, but for the byes."""
    return [
        replace(match, index=0, a=event.players[match.pair[0]].name, b=event.players[match.pair[1]].name)
        for match in event.rows
        if match.b != BYE
    ]


@pytest.mark.slow
@whole_events(6)
@given(events, st.booleans())
def test_everybody_can_be_let_in_and_nobody_else_moves(played: Played, running: bool) -> None:
    """A new player, and those who have gone, into events of all kinds: between two rounds, and into the running one."""
    before = played.results()
    number = len(played.rounds)
    following, _ = pair(before, number + 1) if running and number < played.settings["rounds"] else (None, [])
    if following is not None:
        names = {player.number: player.name for player in before.event.players} | {BYE: "BYE"}
        rows = [{**row, "a": names[row["a"]], "b": names[row["b"]]} for row in following.rows]
        cells = [{ENTRY[field]: "" if value is None else value for field, value in row.items()} for row in rows]
        played = replace(played, rounds=[*played.rounds, cells])
        number += 1
    played = replace(played, players=[{**row, "Away": ""} for row in played.players])
    gone = [
        str(row["Player"]) for row in played.players if row["Dropped after"] != "" and row["Dropped after"] < number
    ]
    for name in ["Zoe Late", *gone]:
        with TemporaryDirectory() as folder:
            workbook = save(Path(folder) / "event.xlsx", *played.grids())
            old, *_ = read(*played.grids())
            assert old is not None
            if not number or (following is None and number == played.settings["rounds"]):
                with pytest.raises(LateError, match=r"^(No round is paired yet|All rounds are played)"):
                    let_in(workbook, name)
                continue
            outcome, done = let_in(workbook, name)
        assert outcome.event is not None
        assert [str(each) for each in outcome.problems if each.severity == "Error"] == []
        new = rows_of(outcome.event)
        assert [row for row in new if row in rows_of(old)] == rows_of(old)
        assert len(new) - len(rows_of(old)) == ("against" in done)
        late = next(each for each in outcome.event.players if each.name == name)
        assert late.plays_in(number if following else number + 1)
