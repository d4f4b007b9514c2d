"""Late players in a movement: who comes besides others who are still to come, and who comes earlier than announced."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.duplicate.running import Event, Row, numbered, paired
from tests.duplicate.workbooks import HEADERS
from tests.reading.grids import save
from tests.support.books import records
from tests.support.late import let_in
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.jobs.outcome import RunOutcome

pytestmark = pytest.mark.slow

LATE: list[Row] = [{"Player": "Late", "Joined round": 4}, {"Player": "Later", "Joined round": 5}]


def let(folder: Path, event: Event, name: str) -> tuple[RunOutcome, str]:
    """Let somebody in; ``event`` has the sheets as they are then, also where that is refused."""
    event.tables = range(1, len(event.rounds) + 1)
    workbook = save(folder / "event.xlsx", *event.grids())
    outcome, done = let_in(workbook, name)
    event.who = [{header: row.get(header, "") for header in PLAYERS} for row in records(workbook, "Players")]
    event.rounds = [
        [{header: row.get(header, "") for header in HEADERS} for row in records(workbook, f"Round {number}")]
        for number in range(1, len(event.rounds) + 1)
    ]
    return outcome, done


PLAYERS = ("Player", "Joined round", "Dropped after", "Away")


def fixtures(event: Event, name: str) -> dict[int, tuple[object, object]]:
    """Return table and opponent of a player by round."""
    return {
        number: (row["Table"], row["Player B"] if row["Player A"] == name else row["Player A"])
        for number, rows in enumerate(event.rounds, 1)
        for row in rows
        if name in (row["Player A"], row["Player B"])
    }


def tables(event: Event, name: str) -> list[object]:
    """Return the tables to which a player comes, in order."""
    return [table for table, _ in fixtures(event, name).values()]


def opponents(event: Event, name: str) -> set[object]:
    """Return whom a player meets."""
    return {opponent for _, opponent in fixtures(event, name).values()}


def assert_once(event: Event, name: str) -> None:
    """Assert that a player meets nobody twice, and comes to no table twice."""
    rounds = len(fixtures(event, name))
    assert len(set(tables(event, name))) == len(opponents(event, name)) == rounds


@pytest.mark.parametrize("size", [7, 9, 11, 16, 17])
@pytest.mark.parametrize("complete", [0, 1, 2])
def test_one_more_comes_where_two_are_still_to_come(tmp_path: Path, size: int, complete: int) -> None:
    """In an odd field the empty chair is there in every round; in an even one places are free until the two have come.

    Nobody is against the empty chair in the round in which who is still to come would be.
    """
    # Duplicate 4.8.
    event = paired(*numbered(size), *LATE)
    event.play(Random(1), complete)
    outcome, done = let(tmp_path, event, "Zoe")
    assert done.startswith(f"Zoe is in round {complete + 1} at table ")
    assert outcome.problems == []
    for name in ("Zoe", "Late", "Later"):
        assert_once(event, name)
    first, last = complete + 1, len(event.rounds) if size % 2 else 4
    assert set(fixtures(event, "Zoe")) | {5} == {*range(first, last + 1)} | {5}


@pytest.mark.parametrize("size", [7, 11, 16, 17])
@pytest.mark.parametrize("comes_first", [False, True], ids=["besides nobody", "besides one more"])
def test_who_comes_earlier_than_announced_has_the_places_that_the_movement_kept(
    tmp_path: Path, size: int, comes_first: bool
) -> None:
    """As if it had been known when the rounds were drawn, also where somebody has come in between."""
    # Duplicate 4.5.
    event = paired(*numbered(size), *LATE)
    known = paired(*numbered(size), {**LATE[0], "Joined round": 2}, LATE[1])
    event.play(Random(1), 1)
    if comes_first:
        let(tmp_path, event, "Zoe")
    outcome, done = let(tmp_path, event, "Late")
    assert done.startswith("Late is in round 2 at table ")
    assert outcome.problems == []
    assert tables(event, "Late") == tables(known, "Late")
    nobody = {"Zoe", BYE_NAME}
    assert opponents(event, "Late") - nobody == opponents(known, "Late") - nobody
    assert event.who[size]["Joined round"] == 2


@pytest.mark.parametrize(("typed", "size"), [(2, 7), (1, 7), ("", 7), (2, 16)])
def test_who_has_typed_that_somebody_comes_earlier_is_told_the_command(
    tmp_path: Path, typed: int | str, size: int
) -> None:
    event = paired(*numbered(size), *LATE)
    event.play(Random(1), 1)
    event.who[size]["Joined round"] = typed
    (said,) = event.problems()
    assert said.let_in == "Late"
    outcome, _ = let(tmp_path, event, "Late")
    assert outcome.problems == []
    assert sorted(fixtures(event, "Late")) == list(range(2, len(event.rounds) + 1))
    assert event.who[size]["Joined round"] == 2


def test_what_is_said_of_who_comes_earlier() -> None:
    event = paired(*numbered(7), *LATE)
    event.who[7]["Joined round"] = 2
    assert [str(problem) for problem in event.problems()] == [
        "Warning: Players!B9: Late is there from round 2 on, but stands in no round before 4. Type the name over "
        'BYE in the rounds before, if there is one. Or press "Let Late in" on the desk\'s page.'
    ]


def test_rounds_without_a_place_are_named_and_can_be_had_when_somebody_leaves(tmp_path: Path) -> None:
    """Duplicate 4.8."""
    event = paired(*numbered(10), *LATE)
    event.play(Random(1), 2)
    _, done = let(tmp_path, event, "Zoe")
    assert done == (
        "Zoe is in round 3 at table 4 against P007, who had the bye, and in 1 later round. No place is free "
        "in rounds 5, 6, which count 0 for Zoe. If a player drops, ask again."
    )
    assert event.who[-1] == {"Player": "Zoe", "Joined round": 3, "Dropped after": "", "Away": "5, 6"}
    refused = r"^Zoe is in round 3 already, and no place is free in later rounds\."
    with pytest.raises(LateError, match=refused):
        let(tmp_path, event, "Zoe")
    event.who[4]["Dropped after"] = 4
    outcome, done = let(tmp_path, event, "Zoe")
    assert outcome.problems == []
    assert done == (
        "Zoe is in round 5 at table 3 against Later, in the place of P005, who has left. No place is free in "
        "round 6, which counts 0 for Zoe. If a player drops, ask again."
    )
    assert event.who[-1]["Away"] == "6"
    assert_once(event, "Zoe")


def test_beside_who_has_left_the_player_sits_out_as_everybody_does(tmp_path: Path) -> None:
    """The empty chair of nine meets each table's other player once, and one of them has gone."""
    # Duplicate 4.8.
    event = paired(*numbered(9))
    event.play(Random(1), 1)
    event.who[2]["Dropped after"] = 1
    outcome, done = let(tmp_path, event, "Zoe")
    assert outcome.problems == []
    assert "P003 is absent in round" in done
    assert sorted(fixtures(event, "Zoe")) == [2, 3, 4, 5]
    assert_once(event, "Zoe")


def test_where_every_place_is_had_nobody_more_is_let_in(tmp_path: Path) -> None:
    """Duplicate 4.5."""
    event = paired(*numbered(10))
    event.play(Random(1), 1)
    with pytest.raises(LateError, match=r"^No place is free\. Once a player drops"):
        let(tmp_path, event, "Zoe")


def test_who_comes_earlier_and_is_away_later_has_the_places_before(tmp_path: Path) -> None:
    event = paired(*numbered(13), {"Player": "Late", "Joined round": 2})
    event.who[13]["Away"] = 4
    outcome, done = let(tmp_path, event, "Late")
    assert outcome.problems == []
    assert done.startswith("Late is in round 1 at table 7 against ")
    assert str(event.who[13]["Away"]) == "4"


def test_who_comes_back_has_what_is_left_of_their_places(tmp_path: Path) -> None:
    """Zoe has been given some of them since."""
    # Duplicate 4.8.
    event = paired(*numbered(10), *LATE)
    event.play(Random(1), 1)
    let(tmp_path, event, "Zoe")
    event.who[4]["Dropped after"] = 1
    let(tmp_path, event, "Zoe")
    given = set(fixtures(event, "Zoe"))
    left = set(fixtures(event, "P005")) - {1}
    assert left
    outcome, done = let(tmp_path, event, "P005")
    assert outcome.problems == []
    assert event.who[4]["Dropped after"] == ""
    there = {number for number in fixtures(event, "P005") if str(number) not in str(event.who[4]["Away"])}
    assert left <= there
    assert "P005 plays again" in done
    assert set(fixtures(event, "Zoe")) == given
    assert_once(event, "P005")


def test_a_round_in_which_nobody_is_there_is_passed_over(tmp_path: Path) -> None:
    event = paired(*numbered(9), *LATE)
    event.play(Random(1), 1)
    for row in event.who:
        row["Away"] = 3
    outcome, done = let(tmp_path, event, "Zoe")
    assert outcome.problems == []
    assert 3 not in fixtures(event, "Zoe")
    assert done.startswith("Zoe is in round 2 at table ")
