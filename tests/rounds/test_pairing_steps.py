"""Why somebody plays whom, in steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.event.worked_events import big_win, drawn, small_win, sweep
from tests.reading.grids import event_sheet, match, players, read, results, round_sheet
from tests.rounds.running import running
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.steps import Step
from turnabout_sheets.explain.answers import explain_against
from turnabout_sheets.explain.pairings import explain_pairings
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.check import check
from turnabout_sheets.rounds.note_words import write_notes
from turnabout_sheets.sheets.grid import Grid

FINDINGS = Path(__file__).parents[1] / "whole" / "findings"


def steps(found: Results, name: str, number: int) -> dict[str, Step]:
    """Return the steps of a round by their word."""
    player = next(player for player in found.event.players if player.name == name)
    (group,) = explain_pairings(found, player, number).groups
    return {step.word.removeprefix("paired."): step for step in (group.title, *group.steps)}


def against(found: Results, name: str, other: str, number: int) -> dict[str, Step]:
    """Return the steps of a round of two by their word."""
    one, two = (next(player for player in found.event.players if player.name == each) for each in (name, other))
    (group,) = explain_against(found, one, two, number).groups
    return {step.word.removeprefix("paired."): step for step in (group.title, *group.steps)}


def as_it_stands(*grids: Grid) -> Results:
    """Return what an event comes to of which the checks warn."""
    event, _ = read(*grids)
    assert event is not None
    return compute(event, TURNABOUT)


FOUR = players("Ada", "Ben", "Cy", "Dee")
FIRST = round_sheet(1, drawn("Ada", "Ben"), drawn("Cy", "Dee"))
"""All four have 15 VP."""


def test_who_would_have_been_nearer_had_met() -> None:
    first = round_sheet(1, sweep("Ada", "Ben"), sweep("Cy", "Dee"))
    second = round_sheet(2, drawn("Ada", "Cy"), drawn("Ben", "Dee"))
    third = round_sheet(3, match("Ada", "Dee"), match("Cy", "Ben"))
    found = results(event_sheet(rounds=3), FOUR, first, second, third)
    told = steps(found, "Ada", 3)
    ada, dee = (found.after[2]["points"][number] for number in (0, 3))
    assert told["apart"].comes_to == ada - dee
    assert told["apart"].terms == (ada, -dee)
    assert told["had_met"].rule == "rules 1.5.1"
    assert "closest" in told


def test_a_pairing_that_was_changed_by_hand_names_that_of_the_program() -> None:
    first = round_sheet(1, sweep("Ada", "Ben"), sweep("Cy", "Dee"))
    found = results(event_sheet(rounds=3), FOUR, first, round_sheet(2, match("Ada", "Dee"), match("Cy", "Ben")))
    told = steps(found, "Ada", 2)
    assert told["by_hand"].values["other"] == "Cy"
    assert told["closer"].values["squares"] < (told["all_pairs"].comes_to or 0)


def test_a_rematch_says_when_they_had_met() -> None:
    """And whether all could have been paired without (rules 1.5.5): a round changed by hand has no such reason."""
    again = round_sheet(2, match("Ada", "Ben"), match("Cy", "Dee"))
    told = steps(as_it_stands(event_sheet(rounds=3, allow_rematches="yes"), FOUR, FIRST, again), "Ada", 2)
    assert told["rematch_needless"].values == {"round": 1, "fewest": 0}
    two, first = players("Ada", "Ben"), round_sheet(1, drawn("Ada", "Ben"))
    alone = as_it_stands(event_sheet(rounds=3, allow_rematches="yes"), two, first, round_sheet(2, match("Ada", "Ben")))
    assert steps(alone, "Ada", 2)["rematch"].values == {"round": 1, "fewest": 1}


def test_who_has_the_bye_and_why() -> None:
    book = running("swiss", "Ada", "Ben", "Cy", {"Player": "Dee", "Byes": "1"}, "Eve", first_round="listed")
    book.run()
    found = book.results()
    assert "asked" in steps(found, "Dee", 1)
    (place,) = steps(found, "Dee", 1)["asked"].places
    assert (place.sheet, place.cell[-1]) == ("Players", "5")
    assert steps(found, "Ada", 1)["listed"].values == {"place": 1, "all": 4}


@pytest.mark.parametrize(
    ("pairing", "word"), [("round robin", "round_robin"), ("single elimination", "seeds"), ("swiss", "drawn")]
)
def test_each_method_says_what_pairs(pairing: str, word: str) -> None:
    book = running(pairing, "Ada", "Ben", "Cy", "Dee", first_round="random")
    book.run()
    assert word in steps(book.results(), "Ada", 1)


@pytest.mark.parametrize(
    ("field", "value", "word"),
    [("Joined round", 2, "not_joined"), ("Dropped after", 0, "dropped"), ("Away", 1, "away")],
)
def test_who_does_not_play_is_told_why(field: str, value: int, word: str) -> None:
    book = running("swiss", "Ada", "Ben", "Cy", "Dee", {"Player": "Eve", field: value})
    book.run()
    told = steps(book.results(), "Eve", 1)
    assert {"nobody", word} <= told.keys()
    assert told[word].places[0].sheet == "Players"


def test_a_reason_is_given_only_where_it_is_one() -> None:
    """Of six players, all of one club: "both are of the group" is no reason, and nearer is only who is nearer."""
    found = check(FINDINGS / "why-false-nearer.xlsx").results
    assert found is not None
    told = steps(found, "Nadia Usman", 2)
    assert "same_group" in told
    assert "would_be_grouped" not in told
    assert told["had_met"].comes_to == 17 < (told["apart"].comes_to or 0)
    notes, _ = write_notes(found, 2, found.event.rounds[2])
    assert not any("(same group" in note for note in notes.values())


def test_who_was_nearer_and_not_met_is_told_with_what_it_would_cost() -> None:
    """Yusuf Silva is 21 apart from Wanda Zhang, and has not met Carla Lopes, 4 apart: 784 + 144 + 16 + 1 + 1."""
    found = check(FINDINGS / "why-nearer-unanswered.xlsx").results
    assert found is not None
    player = next(player for player in found.event.players if player.name == "Yusuf Silva")
    (group,) = explain_pairings(found, player, 4).groups
    words = [step.word.removeprefix("paired.") for step in group.steps]
    nearest, cost, others, second, grouped, _ = group.steps[words.index("nearer") :]
    assert (nearest.values["other"], nearest.comes_to) == ("Carla Lopes", 4)
    assert (cost.word, cost.values["more"], cost.comes_to) == ("paired.with_squares", 350, 946)
    assert others.values == {"pairs": "Wanda Zhang – Lucía Park", "number": 1}
    assert (second.values["other"], grouped.word) == ("Lucía Park", "paired.with_grouped")
    told = against(found, "Yusuf Silva", "Carla Lopes", 4)
    assert told["with_squares"].terms == (784, 144, 16, 1, 1)


# Ada 45 and Ben 41 have met in round 1, Cy 15 and Dee 19 in round 2.
THREE = (
    event_sheet(rounds=3),
    FOUR,
    round_sheet(1, small_win("Ada", "Ben"), small_win("Dee", "Cy")),
    round_sheet(2, big_win("Ada", "Cy"), big_win("Ben", "Dee")),
    round_sheet(3, match("Ada", "Dee"), match("Ben", "Cy")),
)


def test_of_two_who_have_met_it_is_told_when() -> None:
    found = results(*THREE)
    told = against(found, "Ada", "Ben", 3)
    assert told["had_met_here"].values == {"round": 1}
    assert told["with_rematches"].values == {"there": 2, "own": 0}
    assert told["with_others"].values == {"pairs": "Dee – Cy", "number": 1}


def test_a_meeting_of_an_earlier_session_is_told_and_does_not_count() -> None:
    """Rules 1.5.1."""
    settings = event_sheet(rounds=3, rounds_per_session=2)
    told = against(as_it_stands(settings, *THREE[1:]), "Ada", "Ben", 3)
    assert told["had_met_before"].values == {"round": 1}
    assert "had_met_here" not in told
    assert "with_own" in told


def test_who_meet_are_told_why_they_do_and_who_is_not_there_why_not() -> None:
    found = results(*THREE)
    assert {"at_table", "apart", "closest"} <= against(found, "Ada", "Dee", 3).keys()
    book = running("swiss", "Ada", "Ben", "Cy", "Dee", {"Player": "Eve", "Away": 1}, {"Player": "Fay", "Byes": 1})
    book.run()
    told = against(book.results(), "Eve", "Fay", 1)
    assert list(told) == ["not_with", "not_paired", "away", "asked"]


def test_in_round_1_the_places_in_its_order_are_told() -> None:
    book = running("swiss", "Ada", "Ben", "Cy", "Dee", first_round="listed")
    book.run()
    told = against(book.results(), "Ada", "Dee", 1)
    assert told["listed"].values == {"place": 1, "all": 4}
    assert told["place_of"].values == {"player": "Dee", "place": 4, "all": 4}
    assert not any(word.startswith("with_") for word in told)


@pytest.mark.parametrize(
    ("pairing", "words"), [("round robin", {"round_robin", "meet_in"}), ("single elimination", {"seeds"})]
)
def test_where_a_schedule_pairs_nothing_is_weighed(pairing: str, words: set[str]) -> None:
    book = running(pairing, "Ada", "Ben", "Cy", "Dee", first_round="listed")
    book.run()
    found = book.results()
    other = next(name for name in ("Ben", "Cy") if _apart(found, "Ada", name))
    assert {*words, "not_weighed"} <= against(found, "Ada", other, 1).keys()


def test_where_rounds_are_typed_nothing_is_weighed() -> None:
    found = results(event_sheet(rounds=3, pairing="manual"), FOUR, FIRST)
    assert list(against(found, "Ada", "Cy", 1)) == ["not_with", "typed", "not_weighed"]


def _apart(found: Results, *names: str) -> bool:
    return {*names} not in ({found.event.players[each].name for each in row.pair} for row in found.event.rounds[1])
