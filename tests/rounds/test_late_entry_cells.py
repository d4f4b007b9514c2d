"""Letting a player into the running round: which cells change, in the workbook nothing else, and what is said."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.event.worked_events import drawn, sweep
from tests.reading.grids import by_header, event_sheet, match, results_sheet, round_sheet, save, sheet
from tests.rounds.late_entry import FIRST, PLAIN, SECOND, SWISS, THREE, Changes, let, who
from tests.support.late import let_in
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.sheets.grid import Grid

pytestmark = pytest.mark.slow

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
        "Zoe has a bye in round 1, as no player is free; all pairs stay.",
        {"Players!A4": "Zoe", "Players!G4": "1", "Round 1!B3": "Zoe", "Round 1!D3": "BYE"},
    ),
    # rules 1.5.10
    "one more than two rounds are for": (
        [event_sheet(), who(*THREE, "Dee"), round_sheet(1, match("Ada", "Ben"), match("Cy", "Dee"))],
        "Zoe has a bye in round 1, as no player is free; all pairs stay. With 5 players it takes 3 rounds. If 2 "
        "are enough, set Rounds on the sheet Event to 2.",
        {"Players!A6": "Zoe", "Players!G6": "1", "Round 1!B4": "Zoe", "Round 1!D4": "BYE"},
    ),
    "a bye that was asked for is not taken": (
        [SWISS, who("Ada", {"Player": "Ben", "Byes": 2}, "Cy"), FIRST, SECOND],
        "Zoe has a bye in round 2, as no player is free; all pairs stay.",
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
        "Zoe has a bye in round 2, as no player is free; all pairs stay.",
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
        "Zoe is paired from round 2 on; earlier rounds score 0.",
        {"Players!A5": "Zoe", "Players!C5": 2},
    ),
    "typed on Players between two rounds": (
        [SWISS, who(*THREE, "Zoe"), FIRST],
        "Zoe is paired from round 2 on; earlier rounds score 0.",
        {"Players!C5": 2},
    ),
    "back between two rounds": (
        [
            SWISS,
            who(*THREE, {"Player": "Zoe", "Dropped after": 1}),
            WITH_ZOE,
            round_sheet(2, drawn("Ada", "Cy"), match("Ben", "BYE")),
        ],
        "Zoe is paired from round 3 on; earlier rounds score 0.",
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
        "Zoe has a bye in round 2, as no player is free; all pairs stay.",
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
        "Yul has a bye in round 2, as no player is free; all pairs stay.",
        "Zoe is in round 2 at table 3 against Yul, who had the bye.",
    ]
    assert len(list_backups(workbook)) == 3
    with pytest.raises(LateError, match=r"^Xan is in round 2 already\.$"):
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
