"""Rounds into which somebody was let when they were paired already: they are explained as they were paired."""

from __future__ import annotations

import pytest

from tests.event.worked_events import big_win, drawn, sweep
from tests.netrunner import workbooks as netrunner
from tests.reading.grids import event_sheet, match, players, read, results, round_sheet
from tests.rounds.noted_rounds import changes, computed, lines
from turnabout_sheets.rounds.next_rounds import pair

LISTED = event_sheet(rounds=3, first_round="listed")
LISA = {"Player": "Lisa", "Let in": 1}


def test_in_the_place_of_the_bye() -> None:
    """Rules 1.4.15."""
    found = computed(
        LISTED, players("Ada", "Ben", "Cy", LISA), round_sheet(1, match("Ada", "Ben"), match("Cy", "Lisa"))
    )
    assert lines(found, 1) == [
        "Round 1: 1 pair, by First round: listed.",
        "Cy has the bye: last in the order of the first round.",
        "  table 1: Ada - Ben: VP difference 0",
    ]
    assert changes(found) == ()


def test_with_a_bye_of_their_own() -> None:
    """Rules 1.4.15."""
    found = computed(LISTED, players("Ada", "Ben", LISA), round_sheet(1, match("Ada", "Ben"), match("Lisa", "BYE")))
    assert lines(found, 1) == [
        "Round 1: 1 pair, by First round: listed.",
        "  table 1: Ada - Ben: VP difference 0",
    ]
    assert changes(found) == ()


def test_two_who_play_each_other() -> None:
    who = players("Ada", "Ben", LISA, {"Player": "Max", "Let in": "1, 3"})
    found = computed(LISTED, who, round_sheet(1, match("Ada", "Ben"), match("Lisa", "Max")))
    assert [line for line in lines(found, 1) if "Lisa" in line or "Max" in line] == []


def test_who_did_not_show_up_against_somebody_let_in_had_the_bye_before() -> None:
    row = {**match("Lisa", "Cy"), "Ruling": "B no-show"}
    found = computed(LISTED, players("Ada", "Ben", "Cy", LISA), round_sheet(1, drawn("Ada", "Ben"), row))
    assert "Cy has the bye: last in the order of the first round." in lines(found, 1)


def test_in_a_later_round() -> None:
    """Ada 30, Cy 18, Ben 0: Ada meets Cy, and Ben has the bye that Lisa takes."""
    first = round_sheet(1, sweep("Ada", "Ben"), match("Cy", "BYE"))
    late = {"Player": "Lisa", "Joined round": 2, "Let in": 2}
    found = results(
        event_sheet(rounds=3), players("Ada", "Ben", "Cy", late), first,
        round_sheet(2, big_win("Ada", "Cy"), drawn("Ben", "Lisa")),
    )  # fmt: skip
    assert lines(found, 2) == [
        "Round 2: 1 pair. VP differences: 12 at most, 12 on average.",
        "No pairing without a rematch and with this bye is closer; this is proven.",
        "Ben has the bye: lowest-ranked who has had none.",
        "  table 1: Ada - Cy: VP difference 12",
    ]
    assert lines(found, 1)[0] == "Round 1: 1 pair, by First round: random."


def test_what_was_changed_by_hand_besides_is_said() -> None:
    """Ada should have met Cy, and Ben had the bye; but Ada meets Lisa, and Ben Cy."""
    first = round_sheet(1, sweep("Ada", "Ben"), match("Cy", "BYE"))
    late = {"Player": "Lisa", "Joined round": 2, "Let in": 2}
    second = round_sheet(2, match("Ada", "Lisa"), match("Ben", "Cy"))
    found = results(event_sheet(rounds=3), players("Ada", "Ben", "Cy", late), first, second)
    assert changes(found)[-1] == "Bye: Ada; by the rule: Ben."


def test_by_piles() -> None:
    """The top half of three against the bottom half: Ada - Ben, and Cy has the bye."""
    # Netrunner 6.3.
    who = players("Ada", "Ben", "Cy", LISA)
    rows = [netrunner.match("Ada", "Ben"), netrunner.match("Cy", "Lisa")]
    found = netrunner.results(netrunner.netrunner(rounds=3), who, netrunner.round_sheet(1, *rows))
    assert lines(found, 1) == [
        "Round 1: 1 pile, the highest first.",
        "Pile 0: 2 cards, top half against bottom half.",
        "Cy has the bye (2.1).",
        "  table 1: Ada - Ben: pile 0",
    ]
    assert changes(found) == ()


@pytest.mark.parametrize("late", [("Ada", "Ben", "Cy", "Dee"), ("Ben", "Cy", "Dee"), ("Ada", "Cy"), ("Cy", "Zoe")])
@pytest.mark.parametrize("format", ["Turnabout", "Netrunner"])
def test_whatever_is_typed_into_let_in(format: str, late: tuple[str, ...]) -> None:
    """Also where all or most of a round are said to have come later, and who is not in it at all."""
    names = ("Ada", "Ben", "Cy", "Dee", "Zoe")
    who = players(*({"Player": name, "Let in": 1 if name in late else "", "Dropped after": 0 if name == "Zoe" else ""}
                    for name in names))  # fmt: skip
    by = {"Turnabout": (event_sheet(), match, round_sheet, computed),
          "Netrunner": (netrunner.netrunner(), netrunner.match, netrunner.round_sheet, netrunner.results)}  # fmt: skip
    settings, row, sheet, compute = by[format]
    found = compute(settings, who, sheet(1, row("Ada", "Ben"), row("Cy", "Dee")))
    assert lines(found, 1)


def test_a_second_bye_of_who_is_let_in_is_nobodys_fault() -> None:
    """Lisa had the bye in round 1, left, and came back when round 2 was paired and nobody was free."""
    # Rules 1.4.15.
    first = round_sheet(1, drawn("Ada", "Ben"), drawn("Cy", "Dee"), match("Lisa", "BYE"))
    second = round_sheet(2, match("Ada", "Cy"), match("Ben", "Dee"), match("Lisa", "BYE"))
    grids = [event_sheet(rounds=3), first, second]
    _, warned = read(players("Ada", "Ben", "Cy", "Dee", "Lisa"), *grids)
    assert ["has a second bye" in each.message for each in warned] == [True]
    _, none = read(players("Ada", "Ben", "Cy", "Dee", {"Player": "Lisa", "Let in": 2}), *grids)
    assert [str(each) for each in none] == []


def test_a_round_that_is_paired_anew_has_everybody_from_the_start() -> None:
    _, problems = pair(results(LISTED, players("Ada", "Ben", "Cy", LISA)), 1)
    assert [str(each) for each in problems] == [
        "Warning: Players!B5: Lisa was let into round 1 later, but has a place in it from the start now that it is "
        "re-paired. Take 1 out of the cell."
    ]
