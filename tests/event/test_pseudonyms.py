"""Who stays off published pages: a number that stays, and nothing else that tells who it is."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from turnabout_sheets.event.model import Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import Status, StatusKind, find_statuses
from turnabout_sheets.prints.site import hide_names, number_players

WON = (("A", 7), ("B", 9))


def named(found: Results) -> list[str]:
    return [player.name for player in hide_names(found, "Player {}".format).event.players]


def event(who: list[str | Cells], *rounds: list[Cells]) -> Results:
    return results(
        event_sheet(name="Open"), players(*who), *(round_sheet(n, *rows) for n, rows in enumerate(rounds, 1))
    )


def hidden(name: str, **more: str | int) -> Cells:
    return {"Player": name, "Publish": "no", **{key.replace("_", " "): value for key, value in more.items()}}


ROUND: list[Cells] = [match("Dan", "Ann", *WON), match("Eve", "BYE"), match("Cem", "Bob", *WON)]


def test_the_number_is_that_of_the_seat_in_the_first_round_and_not_of_the_list() -> None:
    """Publishing 3.3."""
    found = event(["Ann", "Bob", "Cem", "Dan", "Eve"], ROUND)
    numbers = number_players(found.event)
    assert {found.event.players[player].name: number for player, number in numbers.items()} == {
        "Dan": 1, "Ann": 2, "Cem": 3, "Bob": 4, "Eve": 5,
    }  # fmt: skip


def test_who_is_not_published_has_the_number_for_a_name() -> None:
    """Publishing 3.1."""
    assert named(event(["Ann", hidden("Bob"), "Cem", hidden("Dan"), "Eve"], ROUND)) == [
        "Ann", "Player 4", "Cem", "Player 1", "Eve",
    ]  # fmt: skip


def test_the_number_stays_when_the_list_is_sorted_and_others_are_hidden_too() -> None:
    """Publishing 3.3."""
    found = event(["Eve", "Dan", hidden("Cem"), hidden("Bob"), hidden("Ann")], ROUND)
    assert named(found) == ["Eve", "Dan", "Player 3", "Player 4", "Player 2"]


def test_who_comes_later_has_a_later_number_and_changes_no_other() -> None:
    """Publishing 3.3."""
    zoe: Cells = {"Player": "Zoe", "Publish": "no", "Let in": 1}
    late = [*ROUND[:1], match("Eve", "Zoe", *WON), ROUND[2]]
    assert named(event(["Ann", hidden("Bob"), "Cem", "Dan", hidden("Eve"), zoe], late)) == [
        "Ann", "Player 4", "Cem", "Dan", "Player 5", "Player 6",
    ]  # fmt: skip


def test_nothing_else_tells_who_it_is() -> None:
    """Publishing 3.1."""
    more: dict[str, str | int] = {
        "Rating": 2100,
        "Group": "Chess Club",
        "Player_ID": "A-17",
        "Dropped_after": 1,
        "Fixed_table": 1,
    }
    shown = hide_names(event([hidden("Ann", **more), "Bob"], []), "Player {}".format)
    assert shown.event.players[0] == Player(number=0, name="Player 1", publish=False)
    assert "Players" not in shown.event.tables


def test_a_column_that_nobody_has_thought_of_is_not_shown() -> None:
    """Publishing 3.1."""
    found = event([hidden("Ann", Joined_round=2), "Bob", "Cy"], [])
    fill: dict[str, Any] = {
        each.name: {"phone": "SECRET"} if each.name == "fields" else "SECRET"
        for each in fields(Player)
        if each.name not in ("number", "joined", "dropped_after", "disqualified", "away", "publish", "let_in")
    }
    ann, bob, cy = found.event.players
    told = replace(found, event=replace(found.event, players=(replace(ann, **fill), bob, cy)))
    shown = hide_names(told, "Player {}".format).event.players
    assert "SECRET" not in str(shown[0])
    assert shown[0] == Player(number=0, name="Player 1", joined=2, publish=False)
    assert shown[1] == bob


def test_the_number_of_rounds_is_that_of_the_event_and_nothing_is_told_of_who_has_left() -> None:
    """Publishing 3.1."""
    found = event(["Ann", "Bob", "Cem", "Dan", hidden("Eve", Dropped_after=1)], ROUND)
    shown = hide_names(found, "Player {}".format)
    assert (shown.scheduled, shown.finished) == (found.scheduled, found.finished)
    assert find_statuses(found)[4] == Status(StatusKind.DROPPED, 1)
    assert find_statuses(shown)[4] is None


def test_points_are_those_of_the_event() -> None:
    """Publishing 3.1."""
    found = event(["Ann", hidden("Bob"), "Cem", hidden("Dan", Scoring_option="Phyrexia"), "Eve"], ROUND)
    assert hide_names(found, "Player {}".format).standings.to_dict() == found.standings.to_dict()


def test_where_everybody_is_published_nothing_is_computed_anew() -> None:
    found = event(["Ann", {"Player": "Bob", "Publish": "yes"}], [])
    assert hide_names(found, "Player {}".format) is found
