"""Who stays off published pages: a number that stays, and nothing else that tells who it is."""

from __future__ import annotations

from tests.reading.grids import Cells, event_sheet, match, players, results, round_sheet
from turnabout_sheets.event.pseudonyms import hide_names, number_players
from turnabout_sheets.event.results import Results

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
    found = event(["Ann", "Bob", "Cem", "Dan", "Eve"], ROUND)
    numbers = number_players(found.event)
    assert {found.event.players[player].name: number for player, number in numbers.items()} == {
        "Dan": 1, "Ann": 2, "Cem": 3, "Bob": 4, "Eve": 5,
    }  # fmt: skip


def test_who_is_not_published_has_the_number_for_a_name() -> None:
    assert named(event(["Ann", hidden("Bob"), "Cem", hidden("Dan"), "Eve"], ROUND)) == [
        "Ann", "Player 4", "Cem", "Player 1", "Eve",
    ]  # fmt: skip


def test_the_number_stays_when_the_list_is_sorted_and_others_are_hidden_too() -> None:
    found = event(["Eve", "Dan", hidden("Cem"), hidden("Bob"), hidden("Ann")], ROUND)
    assert named(found) == ["Eve", "Dan", "Player 3", "Player 4", "Player 2"]


def test_who_comes_later_has_a_later_number_and_changes_no_other() -> None:
    zoe: Cells = {"Player": "Zoe", "Publish": "no", "Let in": 1}
    late = [*ROUND[:1], match("Eve", "Zoe", *WON), ROUND[2]]
    assert named(event(["Ann", hidden("Bob"), "Cem", "Dan", hidden("Eve"), zoe], late)) == [
        "Ann", "Player 4", "Cem", "Dan", "Player 5", "Player 6",
    ]  # fmt: skip


def test_nothing_else_tells_who_it_is() -> None:
    shown = hide_names(
        event([hidden("Ann", Rating=2100, Group="Chess Club", Player_ID="A-17"), "Bob"], []), "Player {}".format
    )
    player = shown.event.players[0]
    assert (player.rating, player.group, player.player_id, player.teammates) == (None, "", "", ())
    assert "Players" not in shown.event.tables


def test_points_are_those_of_the_event() -> None:
    found = event(["Ann", hidden("Bob"), "Cem", "Dan", "Eve"], ROUND)
    assert hide_names(found, "Player {}".format).standings["points"].to_dict() == found.standings["points"].to_dict()


def test_where_everybody_is_published_nothing_is_computed_anew() -> None:
    found = event(["Ann", {"Player": "Bob", "Publish": "yes"}], [])
    assert hide_names(found, "Player {}".format) is found
