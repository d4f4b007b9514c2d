"""What short lists do not say of an event, and what it costs: told with the event's name (archive 3.9)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.archive.old_lists import FOUR, OPEN, ROUNDS, events, matches, placings
from turnabout_sheets.archive.lists.results import read_old_events
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.sheets.grid import Grid

WON = "Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds"
ALL_SAID = ("Ann,1,3,0,0,yes", "Bo,2,2,0,1,yes", "Cy,3,1,0,2,yes", "Dee,4,0,0,3,yes")
BLANK = tuple(row.replace("yes", "") for row in ALL_SAID)
THREE_ROUNDS = events("Open,2010-05-01,3", headers="Name,Date,Rounds")
WHERE = "Warning: placings.csv!A2: "
NO_ROUNDS = (
    "Nothing says how many rounds Open (2010-05-01) had, so {} the one for all rounds. "
    "Type its Rounds in a list of events, or fill in Played all rounds; of a table, say --rounds."
)
NO_WINS = (
    "Nothing says what {} won in Open (2010-05-01), so the awards are of 0 match wins there. "
    "Add wins, draws and losses, or the matches."
)
FIGURES = "Event,Date,Player,Position,Wins,Draws,Losses,Byes,Points"
FIVE = tuple(f"{row},1,1,1,," for row in (*FOUR, "Eve,5"))
NOT_RATED = (
    "Open (2010-05-01) is not rated: 3 placings, and nothing says how many players there were; 4 are needed. "
    "If there were more, type its Players in a list of events."
)


def read(*grids: Grid) -> tuple[EventRecord, list[str]]:
    """Return the event in lists, and all that is told of it."""
    ((record, _),), problems = read_old_events(grids)
    return record, [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("grids", "told"),
    [
        ([placings(*ALL_SAID, headers=WON)], []),
        ([placings(*BLANK, headers=WON)], [NO_ROUNDS.format("nobody gets")]),
        ([placings(*ALL_SAID[:2], *BLANK[2:], headers=WON)], [NO_ROUNDS.format("2 players do not get")]),
        ([placings(*ALL_SAID[:3], BLANK[3], headers=WON)], [NO_ROUNDS.format("1 player does not get")]),
        ([placings(*BLANK, headers=WON), THREE_ROUNDS], []),
        ([placings(*FOUR), matches(*ROUNDS)], []),
        ([placings(*FOUR)], [NO_WINS.format("anybody"), NO_ROUNDS.format("nobody gets")]),
        ([placings(*ALL_SAID[:3], "Dee,4,,,,yes", headers=WON)], [NO_WINS.format("1 player")]),
        ([placings(*FOUR), events("Open,2010-05-01,Netrunner", headers="Name,Date,Format")], []),
        ([placings(*ALL_SAID, "Eve,0,,,,", headers=WON)], []),
        ([placings(*ALL_SAID[:3], headers=WON)], [NOT_RATED]),
        ([placings(*ALL_SAID[:3], "Dee,0,,,,", headers=WON)], [NOT_RATED]),
        ([placings(*ALL_SAID[:3], headers=WON), events(f"{OPEN},3", headers="Name,Date,Players")], []),
    ],
)
def test_what_is_not_said_is_told_where_it_costs_something(grids: Sequence[Grid], told: Sequence[str]) -> None:
    """Archive 3.9."""
    found = read(*grids)[1]
    assert [each.partition(": ")[2].partition(": ")[2] for each in found] == list(told)
    if len(grids) == 1:
        assert all(each.startswith(WHERE) for each in found)


def test_who_won_nothing_that_is_known_has_an_award_of_no_match_wins() -> None:
    """Archive 3.9, rules 1.12.8."""
    record, _ = read(
        placings("Ann,1,yes", "Bo,2,", "Cy,3,", "Dee,4,", headers="Event,Date,Player,Position,Played all rounds")
    )
    # (0 + 1) × 4 for who was there in all rounds; 0 × 3 for the second
    assert [entry.award for entry in record.entries] == [4, 0, 0, 0]


@pytest.mark.parametrize(
    ("sixth", "field", "multiplier"),
    [
        ("Fay,0,,,,,", 5, 4),
        ("Fay,0,0,0,0,0,0", 5, 4),
        ("Fay,0,1,,,,", 6, 5),  # rules 1.7.5: who was paired counts
        ("Fay,0,,,,1,", 6, 5),
        ("Fay,0,,,,,3", 6, 5),
    ],
)
def test_who_has_no_position_and_nothing_else_is_no_player_of_the_event(
    sixth: str, field: int, multiplier: int
) -> None:
    """Archive 3.3, rules 1.12.8: first place's multiplier is 4 for 4 to 5 players, 5 for 6 to 11."""
    record, _ = read(placings(*FIVE, sixth, headers=FIGURES))
    assert (record.field, record.entries[0].multiplier) == (field, multiplier)
    assert [entry.name for entry in record.entries if entry.position is None] == ["Fay"]


@pytest.mark.parametrize(
    ("grids", "field"),
    [
        ([placings(*FOUR, "Eve,0", "Fay,0"), matches(*ROUNDS, "3,1,Eve,BYE,")], 5),
        ([placings(*FOUR, "Eve,0"), events("Open,2010-05-01,4", headers="Name,Date,Players")], 4),
        ([placings(*FOUR, "Eve,0"), events("Open,2010-05-01,9", headers="Name,Date,Players")], 9),
        ([placings("Ann,0", "Bo,0", "Cy,0")], 3),
    ],
)
def test_who_is_a_player_is_told_by_matches_and_by_the_list_of_events(grids: Sequence[Grid], field: int) -> None:
    """Archive 3.3, rules 1.12.8."""
    assert read(*grids)[0].field == field
