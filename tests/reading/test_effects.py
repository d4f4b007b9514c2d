"""What followed from changed cells: whose points, ranks and awards moved, and which pairings stay."""

from __future__ import annotations

from tests.reading.grids import event_sheet, match, players, read, round_sheet, sheet
from turnabout_sheets.changes.differences import compare_rows
from turnabout_sheets.changes.effects import Effects
from turnabout_sheets.changes.log import group_changes
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.sheets.grid import Grid

FOUR = players("Ana", "Ben", "Cleo", "Dan")
ONE = [match("Ana", "Ben", ("A", 20.0), ("B", 5.0)), match("Cleo", "Dan", ("A", 10.0), ("B", 9.0))]
TWO = [match("Ana", "Cleo", ("A", 20.0), ("A", 5.0)), match("Ben", "Dan", ("A", 10.0), ("A", 9.0))]


def come_to(*grids: Grid) -> Results:
    """Return what an event comes to, also one with a table that nobody sits at."""
    event, _ = read(*grids)
    assert event is not None
    return compute(event, TURNABOUT)


def effects(before: list[Grid], after: list[Grid], **settings: str) -> list[str]:
    was, now = (come_to(event_sheet(**{"rounds": "3", **settings}), *grids) for grids in (before, after))
    found = group_changes(was.event, now.event, compare_rows(was.event, now.event))
    told = Effects(was, now, found)
    return [told.describe(block) for block in found]


def corrected(**cells: float | str) -> dict[str, float | str]:
    return {**ONE[0], **{name.replace("_", " "): value for name, value in cells.items()}}


def test_a_correction_moves_the_points_of_its_match_and_the_ranks_after_it() -> None:
    """Safety 1.13."""
    now = corrected(Game_1_count=1.0, Game_2_count=25.0)
    told = effects([FOUR, round_sheet(1, *ONE)], [FOUR, round_sheet(1, now, ONE[1])])
    assert told == [
        "points in round 1: Ana 20 → 8, Ben 10 → 22; rank after round 1: Ana 1 → 4, Ben 4 → 1",
    ]


def test_ranks_are_those_after_the_last_round_that_was_complete() -> None:
    """Safety 1.13: a match of round 2 that is in already changes nothing about that."""
    two = round_sheet(2, match("Ana", "Cleo"), TWO[1])
    now = corrected(Game_1_count=1.0, Game_2_count=25.0)
    (told,) = effects([FOUR, round_sheet(1, *ONE), two], [FOUR, round_sheet(1, now, ONE[1]), two])
    assert told.endswith("; rank after round 1: Ana 1 → 4, Ben 4 → 1")


def test_an_old_result_says_first_which_pairings_stay() -> None:
    """Safety 1.13."""
    now = corrected(Game_1_count=19.0)
    before = [FOUR, round_sheet(1, *ONE), round_sheet(2, *TWO)]
    (told,) = effects(before, [FOUR, round_sheet(1, now, ONE[1]), round_sheet(2, *TWO)])
    assert told.startswith("Late: round 2 was already paired, and its pairings stay")
    three = round_sheet(3, match("Ana", "Dan"), match("Ben", "Cleo"))
    (told,) = effects([*before, three], [FOUR, round_sheet(1, now, ONE[1]), round_sheet(2, *TWO), three])
    assert told.startswith("Late: rounds 2 and 3 were already paired, and their pairings stay")


def test_a_note_moves_nothing() -> None:
    assert effects([FOUR, round_sheet(1, *ONE)], [FOUR, round_sheet(1, corrected(Note="long"), ONE[1])]) == [""]


def test_points_of_the_sheet_adjustments_are_told_of_whom_they_are() -> None:
    adjusted = sheet("Adjustments", ("Player", "Round", "Points", "Reason"), [("Dan", 1.0, 30.0, "came first")])
    assert effects([FOUR, round_sheet(1, *ONE)], [FOUR, round_sheet(1, *ONE), adjusted]) == [
        "points after round 1: Dan 14 → 44; rank after round 1: Dan 3 → 1"
    ]


def test_a_setting_moves_everybody_and_many_are_only_counted() -> None:
    """Safety 1.13."""
    names = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNO"]
    byes = [match(name, "BYE") for name in names[2:]]
    people, rows = players(*names), round_sheet(1, match(*names[:2], ("A", 20.0), ("B", 5.0)), *byes)
    was, now = (come_to(event_sheet(rounds="3", bye_vp=points), people, rows) for points in ("12", "13"))
    found = group_changes(was.event, now.event, compare_rows(was.event, now.event))
    (told,) = map(Effects(was, now, found).describe, found)
    assert told.startswith("points after round 1: of 13 players")


def test_a_setting_is_not_said_to_have_moved_what_something_else_did() -> None:
    adjusted = sheet("Adjustments", ("Player", "Round", "Points", "Reason"), [("Dan", 1.0, 30.0, "came first")])
    people, rows = [FOUR, round_sheet(1, *ONE)], round_sheet(1, corrected(Game_1_count=1.0), ONE[1])
    was, now = (come_to(event_sheet(rounds="3", venue=each), *people) for each in ("The Den", "The cellar"))
    now = come_to(event_sheet(rounds="4", venue="The cellar"), FOUR, rows, adjusted)
    found = group_changes(was.event, now.event, compare_rows(was.event, now.event))
    told = {block.changes[0].sheet: Effects(was, now, found).describe(block) for block in found}
    assert told["Event"] == ""
    assert "points in round 1: Ana" in told["Round 1"]
    assert "points after round 1: Dan 14 → 44" in told["Adjustments"]


def test_awards_are_told_of_a_finished_event() -> None:
    """Safety 1.13."""
    now = [match("Ana", "Ben", ("B", 20.0), ("B", 5.0)), ONE[1]]
    (told,) = effects([FOUR, round_sheet(1, *ONE)], [FOUR, round_sheet(1, *now)], rounds="1")
    assert "; award: Ana " in told


def test_players_are_known_when_their_rows_were_sorted_and_one_was_renamed() -> None:
    turned = players("Dan", "Cleo", "Ben", "Anna")
    now = {**corrected(Game_1_count=1.0, Game_2_count=25.0), "Player A": "Anna"}
    told = effects([FOUR, round_sheet(1, *ONE)], [turned, round_sheet(1, now, ONE[1])])
    assert "points in round 1: Ben 10 → 22, Anna 20 → 8; rank after round 1: Ben 4 → 1, Anna 1 → 4" in told


def test_the_players_of_a_match_that_is_gone_lose_its_points_wherever_they_stand_now() -> None:
    turned = players("Dan", "Cleo", "Ben", "Ana")
    told = effects([FOUR, round_sheet(1, *ONE)], [turned, round_sheet(1, {**ONE[1], "Table": 2.0})])
    assert [each.split(";")[0] for each in told] == ["points in round 1: Ben 10 → none, Ana 20 → none"]
