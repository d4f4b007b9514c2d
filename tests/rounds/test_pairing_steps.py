"""Why somebody plays whom, in steps."""

from __future__ import annotations

import pytest

from tests.reading.grids import event_sheet, match, players, read, results, round_sheet
from tests.rounds.running import running
from tests.rules.worked_events import drawn, sweep
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.steps import Step
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.rounds.why import explain_pairings
from turnabout_sheets.sheets.grid import Grid


def steps(found: Results, name: str, number: int) -> dict[str, Step]:
    """Return the steps of a round by their word."""
    player = next(player for player in found.event.players if player.name == name)
    (group,) = explain_pairings(found, player, number).groups
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
    found = as_it_stands(
        event_sheet(rounds=3, allow_rematches="yes"),
        FOUR,
        FIRST,
        round_sheet(2, match("Ada", "Ben"), match("Cy", "Dee")),
    )
    assert steps(found, "Ada", 2)["rematch"].values["round"] == 1


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
