"""What organizers type on Players: rounds that contradict one another, people twice, names corrected or deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.dose import take_turns
from tests.field.typed import Row, list_told, new_event, set_up, type_rows
from tests.support.books import enter_results, records
from tests.support.commands import turnabout

pytestmark = [pytest.mark.field, pytest.mark.usefixtures("no_pages")]

SIX = ("Ada Mash", "Ben Kim", "Cleo Diaz", "Dag Berg", "Eva Lund", "Finn Ode")
AGAIN = "Correct the round, or set Rounds to {} or more on the Event sheet."


CANNOT_BE: list[tuple[Row, str]] = [
    ({"Joined round": 2, "Byes": "1"}, "has a bye in round 1 but joins in round 2"),  # rules 1.4.22
    ({"Joined round": 3, "Byes": "1, 2, 3"}, "has a bye in rounds 1 and 2 but joins in round 3"),
    ({"Byes": "1, 2", "Away": "2"}, "has round 2 in both Away and Byes"),
    ({"Joined round": 9}, "takes no part: joins in round 9, but the last is round 3."),  # rules 1.4.23
    ({"Byes": "99"}, "has a bye in round 99, but the last is round 3."),
]
EACH = [(["Netrunner", "Turnabout"][place % 2], *case) for place, case in enumerate(2 * CANNOT_BE)]


@pytest.mark.parametrize(("format", "row", "message"), take_turns(EACH, quick=4))
def test_rounds_that_cannot_be_are_errors_before_round_1(tmp_path: Path, format: str, row: Row, message: str) -> None:
    event = new_event(tmp_path, [*SIX, {"Player": "Zoe Late", **row}], format, Rounds=3)
    (told,) = list_told(event)
    assert told.startswith("Error: Players!")
    assert f"Zoe Late {message}" in told
    assert list_told(event, "run") == [told]
    assert "Round 1" not in turnabout("check", event).output


@pytest.mark.parametrize("row", take_turns([{"Joined round": 4}, {"Byes": "4"}], quick=2))
def test_what_lies_after_the_last_round_later_is_a_warning(tmp_path: Path, row: Row) -> None:
    """Rules 1.4.23: Rounds was lowered to end early."""
    event = new_event(tmp_path, [*SIX, {"Player": "Zoe Late", **row}], Rounds=4)
    assert list_told(event, "run") == []
    set_up(event, Rounds=3)
    (told,) = list_told(event)
    assert told.startswith("Warning: Players!")
    assert told.endswith(f"but the last is round 3. {AGAIN.format(4)}")


TWICE = [
    (("Jörg Müller", "Joerg Mueller"), "the same but for accents or punctuation"),
    (("José Peña", "Jose Pena"), "the same but for accents or punctuation"),
    (("Ada Ames", "Ames, Ada"), "the same words in another order"),
    (("Zoe Harper", "Zoe Harpar"), "one letter apart"),
    (("Anna Lee", "Anna L."), None),
    (("Anna L.", "Anna M."), None),
    (("Player 1", "Player 10"), None),
]


@pytest.mark.parametrize(("names", "reason"), take_turns(TWICE, quick=4))
def test_one_person_typed_twice_is_told_with_both_cells(tmp_path: Path, names: list[str], reason: str | None) -> None:
    """Rules 1.4.24."""
    event = new_event(tmp_path, [names[0], "Ben Kim", names[1], "Dag Berg"])
    remedy = "If so, delete one of the rows; if they are two people, type a Player ID for each."
    said = f"Warning: Players!A4: {names[1]} and {names[0]} (Players!A2) may be one person: {reason}. {remedy}"
    assert list_told(event) == ([said] if reason else [])
    type_rows(event, "Players", [{"Player ID": number} for number in range(4)])
    assert list_told(event) == []


def play_three_rounds(tmp_path: Path, player_id: str) -> Path:
    """Return an event of six, of whom the first has this Player ID."""
    event = new_event(tmp_path, [{"Player": SIX[0], "Player ID": player_id}, *SIX[1:]])
    for number in (1, 2, 3):
        assert list_told(event, "run") == []
        enter_results(event, number)
    assert list_told(event, "run") == []
    return event


@pytest.mark.slow
def test_a_corrected_name_is_one_error(tmp_path: Path) -> None:
    """Rules 1.4.25; and so is that of somebody whose row is gone."""
    event = play_three_rounds(tmp_path, "")
    type_rows(event, "Players", [{"Player": "Ada Marsh"}])
    assert list_told(event) == [
        'Error: Players!A2: Ada Marsh was Ada Mash in rounds 1–3. Replace "Ada Mash" with "Ada Marsh" there (Find '
        "and Replace), or type the old name again."
    ]
    type_rows(event, "Players", [{"Player": "Zora Quinn"}])
    (told,) = list_told(event)
    gone = "Ada Mash stands in rounds 1–3, but not on Players. If the player has left, type the row again with 3 in"
    assert told.endswith(f"{gone} Dropped after; else correct the name.")


@pytest.mark.slow
def test_with_a_player_id_a_name_can_be_corrected_again_and_again(tmp_path: Path) -> None:
    """Rules 1.4.25."""
    event = play_three_rounds(tmp_path, "7")
    before = {str(row["Player"]): row["VP"] for row in records(event, "Standings")}
    for name in ("Ada Marsh", "Ada Quinn"):
        type_rows(event, "Players", [{"Player": name}])
        assert list_told(event, "run") == []
        after = {str(row["Player"]): row["VP"] for row in records(event, "Standings")}
        assert after == {each.replace(SIX[0], name): points for each, points in before.items()}
        assert "Nothing has changed since the last run." in turnabout("run", event).output
