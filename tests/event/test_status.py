"""A player's status: what matters most, as a value; sheets and pages word it."""

from __future__ import annotations

import pytest

from tests.event.worked_events import small_win
from tests.reading.grids import event_sheet, match, players, results, round_sheet
from turnabout_sheets.event.model import Player
from turnabout_sheets.event.status import Status, StatusKind, find_status, find_statuses, word_status

GONE = {"dropped_after": 2, "joined": 2}


@pytest.mark.parametrize(
    ("facts", "waiting", "out_in", "expected", "words"),
    [
        ({}, False, None, None, ""),
        ({"joined": 2}, False, None, Status(StatusKind.JOINED, 2), "Joined in round 2"),
        ({"joined": 2}, True, None, Status(StatusKind.PROVISIONAL), "Provisional"),
        ({"dropped_after": 0}, False, None, Status(StatusKind.DROPPED, 0), "Left before round 1"),
        (GONE, True, None, Status(StatusKind.DROPPED, 2), "Dropped after 2"),
        ({**GONE, "disqualified": 1}, True, None, Status(StatusKind.DISQUALIFIED), "Disqualified"),
        ({}, False, 12, Status(StatusKind.OUT, 12), "Out in round 12"),
        ({"dropped_after": 3}, False, 3, Status(StatusKind.OUT, 3), "Out in round 3"),
        ({"joined": 2}, False, 3, Status(StatusKind.JOINED, 2), "Joined in round 2"),
    ],
)
def test_what_matters_most_comes_first(
    facts: dict[str, int], waiting: bool, out_in: int | None, expected: Status | None, words: str
) -> None:
    disqualified = "disqualified" in facts
    found = find_status(Player(0, "Ann", **facts), disqualified=disqualified, waiting=waiting, out_in=out_in)
    assert found == expected
    assert word_status(found) == words


def test_words_that_are_not_ours_stay_as_they_are() -> None:
    assert word_status(Status(StatusKind.OTHER, words="guest of honour")) == "guest of honour"


def test_statuses_of_an_event_are_by_player_number() -> None:
    """Ben and Cy wait for their result; Dee has gone, and Eve is to come."""
    found = results(
        event_sheet(rounds=3),
        players("Ada", "Ben", "Cy", {"Player": "Dee", "Dropped after": 1}, {"Player": "Eve", "Joined round": 2}),
        round_sheet(1, small_win("Ada", "Dee"), match("Ben", "Cy")),
    )
    names = {
        player.name: status for player, status in zip(found.event.players, find_statuses(found).values(), strict=True)
    }
    assert names == {
        "Ada": None,
        "Ben": Status(StatusKind.PROVISIONAL),
        "Cy": Status(StatusKind.PROVISIONAL),
        "Dee": Status(StatusKind.DROPPED, 1),
        "Eve": Status(StatusKind.JOINED, 2),
    }
    assert list(find_statuses(found)) == [player.number for player in found.event.players]
