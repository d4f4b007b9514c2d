"""Whole events under the protocol: paired by piles, and explained."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.netrunner.workbooks import match, netrunner, read, results, round_sheet
from tests.reading.grids import players
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.results import compute
from turnabout_sheets.explain.answers import explain_against
from turnabout_sheets.formats.netrunner.format import NETRUNNER
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.reading.checks import check_event
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair
from turnabout_sheets.rounds.piles import write_changes
from turnabout_sheets.sheets.grid import Raw

WIN_A, WIN_B = ("A", "", 3), ("B", 3, "")


def played(random: Random, new: NewRound) -> NewRound:
    rows = [row if row["b"] == BYE else {**row, **NETRUNNER.simulation.play(random, row, 0.0, 0.0)} for row in new.rows]
    return replace(new, rows=tuple(rows))


def start(size: int, **settings: str | int) -> Event:
    names = [{"Player": f"P{number:02}", "Rating": random_rating(number)} for number in range(size)]
    event, problems = read(netrunner(**settings), players(*names))
    assert event is not None
    assert problems == []
    return event


def random_rating(number: int) -> int:
    return Random(number).randrange(1000)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 9, 12, 16, 21, 33])
def test_whole_events(size: int) -> None:
    """Nobody meets twice or has a second bye, and every round is as the protocol has it."""
    event, random = start(size), Random(size)
    while number := next(iter(due_rounds(compute(event, NETRUNNER))), 0):
        found = compute(event, NETRUNNER)
        new, problems = pair(found, number)
        assert new is not None
        assert all(" had to be taken back" in each.message or " taken back, so" in each.message for each in problems)
        new = add_notes(found, new)
        assert [bool(note) for note in new.notes] == [row["b"] != BYE for row in new.rows]
        if number > 1:
            numbers = found.after[number - 1]["pairing_number"]
            highest = [max(numbers[row["a"]], numbers[row["b"]]) for row in new.rows if row["b"] != BYE]
            if not problems:
                assert highest == sorted(highest, reverse=True)
        event = append_round(event, played(random, new))
        assert check_event(event, NETRUNNER) == []
    finished = compute(event, NETRUNNER)
    assert finished.finished
    assert finished.played == max(1, (size - 1).bit_length())
    for number in range(1, finished.played + 1):
        assert write_changes(finished, number, finished.event.as_paired(number)) == ()


NINE = ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ivy")
FIRST = (
    match("Ada", "Eve", WIN_A, WIN_A),
    match("Ben", "Flo", WIN_A, WIN_A),
    match("Cy", "Gus", WIN_A, WIN_A),
    match("Dee", "Hal", WIN_A, WIN_A),
    match("Ivy", "BYE"),
)


def test_round_1_is_top_half_against_bottom_half_in_the_order_listed() -> None:
    """By netrunner 1.3, 1.4 and 2.1 the last has the bye; by netrunner 2.3.2 and 2.3.3 one pile of eight is split."""
    new, problems = pair(results(netrunner(), players(*NINE)), 1)
    assert new is not None
    assert problems == []
    named = [(row["table"], NINE[row["a"]], "BYE" if row["b"] == BYE else NINE[row["b"]]) for row in new.rows]
    assert named == [
        (1, "Ada", "Eve"),
        (2, "Ben", "Flo"),
        (3, "Cy", "Gus"),
        (4, "Dee", "Hal"),
        (None, "Ivy", "BYE"),
    ]


def test_the_original_order_is_by_rating_and_else_as_listed() -> None:
    """Netrunner 1.3: Cy, then Ben and Dee as listed, Flo, and behind all others Ada and Eve, who have no rating."""
    ratings = {"Ada": "", "Ben": 10, "Cy": 30, "Dee": 10, "Eve": "", "Flo": 5}
    found = results(netrunner(rounds=3), players(*({"Player": name, "Rating": each} for name, each in ratings.items())))
    new, _ = pair(found, 1)
    assert new is not None
    names = [*ratings]
    assert [(names[row["a"]], names[row["b"]]) for row in new.rows] == [("Cy", "Flo"), ("Ben", "Ada"), ("Dee", "Eve")]


def test_round_2_floats_the_bottom_of_the_odd_pile() -> None:
    """Ada, Ben, Cy, Dee and Ivy (bye) have 3 GMP: pairing number 1; the others 0.

    Hal, last in original order of those with 0, has the bye (netrunner 2.1). Pile 1 is odd, and its bottom, Ivy, meets
    the top of pile 0, Eve (netrunner 2.3.1). Ada meets Cy, and Ben Dee (netrunner 2.3.3); in pile 0 are left Flo and
    Gus.
    """
    found = results(netrunner(), players(*NINE), round_sheet(1, *FIRST))
    assert list(found.standings["pairing_number"]) == [1, 1, 1, 1, 0, 0, 0, 0, 1]
    new, problems = pair(found, 2)
    assert new is not None
    assert problems == []
    new = add_notes(found, new)
    told = {(NINE[row["a"]], NINE[row["b"]] if row["b"] != BYE else "BYE"): note
            for row, note in zip(new.rows, new.notes, strict=True)}  # fmt: skip
    assert told == {
        ("Ivy", "Eve"): "2.3.1: Ivy is the bottom of pile 1, which is odd",
        ("Ada", "Cy"): "pile 1",
        ("Ben", "Dee"): "pile 1",
        ("Flo", "Gus"): "pile 0",
        ("Hal", "BYE"): "",
    }
    assert new.summary == (
        "Round 2: 2 piles, the highest first.",
        "Pile 1: 5 cards; Ivy goes down to Eve.",
        "Pile 0: 2 cards, top half against bottom half.",
        "Hal has the bye (2.1).",
    )


def test_the_next_round_is_due_when_the_last_result_is_in() -> None:
    """Netrunner 2.8."""
    who, open_match = players("Ada", "Ben", "Cy", "Dee"), match("Cy", "Dee")
    for last, due in ((open_match, []), (match("Cy", "Dee", WIN_A), []), (match("Cy", "Dee", WIN_A, WIN_A), [2])):
        event, _ = read(netrunner(rounds=2), who, round_sheet(1, match("Ada", "Ben", WIN_A, WIN_A), last))
        assert event is not None
        assert list(due_rounds(compute(event, NETRUNNER))) == due


def test_a_change_by_hand_is_named() -> None:
    found = results(
        netrunner(),
        players(*NINE),
        round_sheet(1, *FIRST),
        round_sheet(2, match("Ivy", "Eve"), match("Ada", "Ben"), match("Cy", "Dee"), match("Flo", "Gus"),
                    match("Hal", "BYE")),
    )  # fmt: skip
    rows = found.event.rounds[2]
    assert tuple(map(load_words("en").say, write_changes(found, 2, rows))) == (
        "2 pairs of round 2 would be paired differently now.",
    )
    assert write_changes(found, 1, found.event.rounds[1]) == ()


def test_the_moves_are_told() -> None:
    """Four players in one pile after two drawn rounds of the first pairs: the tops have met, and netrunner 2.5.1 helps.

    Round 1: Ada-Cy, Ben-Dee, all drawn: 1.5 GMP each, pairing number 1 (1.5 / 3 rounded up). Round 2 would be Ada-Cy
    again; netrunner 2.5.1 puts Ben on top of the first half: Ben with Cy, and Ada with Dee is left.
    """
    drawn = ("Draw", 2, 2)
    four = NINE[:4]
    first = (match("Ada", "Cy", drawn, drawn), match("Ben", "Dee", drawn, drawn))
    found = results(netrunner(rounds=3), players(*four), round_sheet(1, *first))
    assert list(found.standings["pairing_number"]) == [1, 1, 1, 1]
    new, problems = pair(found, 2)
    assert new is not None
    assert problems == []
    new = add_notes(found, new)
    assert new.notes == ("pile 1: 2.5.1, then paired", "pile 1")
    assert new.summary == (
        "Round 2: 1 pile, the highest first.",
        "Pile 1: 4 cards; 2.5.1, then Ben with Cy.",
    )


def test_no_legal_pairing_is_said() -> None:
    drawn = ("Draw", 2, 2)
    found = results(netrunner(rounds=2), players("Ada", "Ben"), round_sheet(1, match("Ada", "Ben", drawn, drawn)))
    new, (problem,) = pair(found, 2)
    assert new is None
    assert problem.message == "Round 2 cannot be paired without a rematch: at least 1 pair would meet again."


DRAWN = ("Draw", 2, 2)
TWELVE = tuple(f"P{number}" for number in range(1, 13))


def all_drawn(*pairs: str) -> list[dict[str, Raw]]:
    """Return the rows of a round: "1-7" is P1 against P7."""
    return [match(*(f"P{number}" for number in pair.split("-")), DRAWN, DRAWN) for pair in pairs]


def test_no_pair_is_taken_back_if_those_left_can_be_paired() -> None:
    """The ruling of netrunner 2.5.7: everything is drawn, and the moves run out when four pairs have been made."""
    found = results(
        netrunner(),
        players(*TWELVE),
        round_sheet(1, *all_drawn("1-7", "2-8", "3-9", "4-10", "5-11", "6-12")),
        round_sheet(2, *all_drawn("2-7", "1-8", "4-9", "3-10", "6-11", "5-12")),
    )
    new, (problem,) = pair(found, 3)
    assert new is not None
    new = add_notes(found, new)
    done = (
        "In pile 1 the protocol's moves (netrunner 2.5) have run out for P5, P6, P11 and P12; no pair had to be taken "
        "back: now P5 - P6 and P11 - P12."
    )
    assert problem.message == done
    assert [(TWELVE[row["a"]], TWELVE[row["b"]], note) for row, note in zip(new.rows, new.notes, strict=True)] == [
        ("P3", "P7", "pile 1: 2.5.1, 2.5.2, 2.5.3, 2.5.4, 2.5.5, then paired"),
        ("P2", "P9", "pile 1"),
        ("P4", "P8", "pile 1"),
        ("P1", "P10", "pile 1"),
        ("P5", "P6", "2.5.7: P5, P6, P11 and P12 were left"),
        ("P11", "P12", "2.5.7: P5, P6, P11 and P12 were left"),
    ]
    assert new.summary == (
        "Round 3: 1 pile, the highest first.",
        "Pile 1: 12 cards; 2.5.1, 2.5.2, 2.5.3, 2.5.4, 2.5.5, then P3 with P7; left: P5, P6, P11 and P12.",
        done,
    )


def test_what_is_taken_back_is_told_by_name_and_the_rest_stands() -> None:
    """Ada has met Ben and takes Cy. Eve, the bottom of pile 1, has met Flo, who is all that is below (netrunner 2.5.7).

    Ben - Dee is taken back. First half against second half would be Ben - Eve, who have met, and Dee - Flo.
    """
    won, lost = (WIN_A, WIN_A), (WIN_B, WIN_B)
    found = results(
        netrunner(rounds=3),
        players("Ada", "Ben", "Cy", "Dee", "Eve", "Flo"),
        round_sheet(1, match("Ada", "Dee", *won), match("Ben", "Eve", *won), match("Cy", "Flo", *won)),
        round_sheet(2, match("Ada", "Ben", *won), match("Cy", "Dee", *lost), match("Eve", "Flo", *won)),
    )
    assert list(found.standings["pairing_number"]) == [2, 1, 1, 1, 1, 0]
    new, (problem,) = pair(found, 3)
    assert new is not None
    new = add_notes(found, new)
    done = (
        "In pile 1 Eve is left, who has met everybody below (netrunner 2.3.1); Ben - Dee was taken back, so that all "
        "can be paired: now Ben - Flo and Dee - Eve."
    )
    assert problem.message == done
    assert new.summary == (
        "Round 3: 3 piles, the highest first.",
        "Pile 2: 1 card; Ada goes down to Cy.",
        "Pile 1: 3 cards; left: Eve.",
        "Pile 0: 1 card; left: Flo.",
        done,
    )
    assert new.notes == (
        "2.3.1: Ada is the bottom of pile 2, which is odd",
        "2.5.7: Eve was left; taken back: Ben - Dee",
        "2.5.7: Eve was left; taken back: Ben - Dee",
    )


def test_a_no_show_counts_as_a_meeting_unless_that_leaves_no_legal_pairing() -> None:
    """The ruling of netrunner 2.4."""
    found = results(netrunner(rounds=2), players("Ada", "Ben"), round_sheet(1, match("Ada", "Ben", ruling="B no-show")))
    new, (problem,) = pair(found, 2)
    assert new is not None
    said = (
        "Ada - Ben are paired again after round 1: without a pairing of those whose match was a no-show there would be "
        "a rematch (netrunner 2.4)."
    )
    assert problem.message == said
    assert add_notes(found, new).summary[-1] == said


def test_a_no_show_is_not_paired_again_if_that_can_be_avoided() -> None:
    """All are in pile 0, and first half against second half would be the round that nobody came to (netrunner 2.4)."""
    four = NINE[:4]
    first = (match("Ada", "Cy", ruling="Both no-show"), match("Ben", "Dee", ruling="Both no-show"))
    found = results(netrunner(rounds=2), players(*four), round_sheet(1, *first))
    new, _ = pair(found, 2)
    assert new is not None
    assert {frozenset((four[row["a"]], four[row["b"]])) for row in new.rows} == {
        frozenset(("Ben", "Cy")),
        frozenset(("Ada", "Dee")),
    }


def test_why_two_do_not_meet_is_told_by_the_rules_that_gave_their_pairs() -> None:
    """Cards weigh nothing (netrunner 2.2 to 2.5): of both it is told how they came to their opponents."""
    first = round_sheet(1, match("Ada", "Cy", WIN_A, WIN_A), match("Ben", "Dee", WIN_A, WIN_A))
    second = round_sheet(2, match("Ada", "Ben"), match("Cy", "Dee"))
    found = results(netrunner(rounds=2), players("Ada", "Ben", "Cy", "Dee"), first, second)
    ada, _, cy, _ = found.event.players
    (group,) = explain_against(found, ada, cy, 2).groups
    told = [(step.word.removeprefix("paired."), step.rule) for step in group.steps]
    assert told == [
        ("had_met_here", "netrunner 2.4"),
        ("plays", ""),
        ("pile", "netrunner 2.2"),
        ("halves", "netrunner 2.3.2 and 2.3.3"),
        ("plays", ""),
        ("pile", "netrunner 2.2"),
        ("halves", "netrunner 2.3.2 and 2.3.3"),
        ("by_cards", "netrunner 2.2 to 2.5"),
    ]
    assert [group.steps[place].values["opponent"] for place in (1, 4)] == ["Ben", "Dee"]
