"""How an event ends: early, with rounds of byes only, or because everybody has left; and how many rounds it has."""

from __future__ import annotations

import pytest

from tests.rounds.running import Running, running
from tests.support.states_of_events import after_a_run
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.event.output_sheets import describe_progress
from turnabout_sheets.event.results import running_round
from turnabout_sheets.jobs.next_step import NextStep, find_next_step
from turnabout_sheets.rounds.next_rounds import describe_changes, due_rounds
from turnabout_sheets.sheets.grid import Raw

FOUR = ("Ada", "Ben", "Cy", "Dee")
EIGHT = tuple(f"P{number}" for number in range(1, 9))


def play(book: Running, *rounds: int) -> None:
    """Run, and let player A win every match, in some rounds."""
    for number in rounds:
        book.run()
        book.wins(number, *(a for _, a, b in book.seats(number) if b != BYE_NAME))
    book.run()


@pytest.mark.parametrize("pairing", ["swiss", "round robin", "single elimination"])
def test_who_ends_early_sets_rounds(pairing: str) -> None:
    """Rules 1.4.12: the round that is paired already is no part of the event, until Rounds is what it was."""
    # Rules 1.10.3.
    book = running(pairing, *EIGHT, rounds=3)
    play(book, 1, 2)
    assert len(book.rounds) == 3
    book.settings["rounds"] = 2
    assert book.problems() == []
    ended = book.results()
    assert (ended.finished, ended.event.unplayed, list(due_rounds(ended))) == (True, (3,), [])
    assert describe_progress(ended) == "Final, after 2 rounds; round 3 was not played."
    book.settings["rounds"] = 3
    assert (book.results().event.unplayed, len(book.results().event.rounds)) == ((), 3)


def test_nothing_is_said_of_changed_pairs_when_the_event_is_over() -> None:
    book = running("swiss", *EIGHT, rounds=2)
    play(book, 1)
    one, other = book.rounds[1][0], book.rounds[1][1]
    one["Player B"], other["Player B"] = other["Player B"], one["Player B"]
    assert describe_changes(book.results())
    book.wins(2, *(a for _, a, _ in book.seats(2)))
    assert describe_changes(book.results()) == ()


def test_a_result_behind_the_last_round_counts_and_is_told() -> None:
    """Rules 1.4.12."""
    book = running("swiss", *EIGHT, rounds=5)
    play(book, 1, 2, 3)
    book.settings["rounds"] = 2
    assert book.results().event.unplayed == (4,)
    assert book.problems() == [
        "Warning: Round 3: Round 3 has results, so it counts, though Rounds on the Event sheet is 2. "
        "Set Rounds to 3 if it is to count; if not, clear all results of round 3."
    ]
    for name in {a for _, a, _ in book.seats(3)}:
        book.type(3, name)
    assert (book.problems(), book.results().event.unplayed) == ([], (3, 4))
    assert describe_progress(book.results()) == "Final, after 2 rounds; rounds 3 to 4 were not played."


def test_a_no_show_beside_a_bye_is_nothing_that_was_played() -> None:
    """Rules 1.4.12; what is typed there by mistake is to be put right."""
    book = running("swiss", *FOUR, "Eve", rounds=3)
    play(book, 1, 2)
    bye = next(a for _, a, b in book.seats(3) if b == BYE_NAME)
    book.type(3, bye, ruling="A no-show")
    book.settings["rounds"] = 2
    assert book.problems() == []
    assert (book.results().event.unplayed, book.results().finished) == ((3,), True)
    book.type(3, bye, winner_1="A")
    assert any("A result is typed for a bye, which has none." in each for each in book.problems())
    book.type(3, bye)
    other = next(a for _, a, b in book.seats(3) if b != BYE_NAME)
    book.type(3, other, ruling="A no-show")
    assert book.results().event.unplayed == ()


def test_who_waits_for_the_final_has_no_result() -> None:
    """The program itself writes that the unbeaten player waits: that is no reason to keep a round (rules 1.11.5)."""
    book = running("double elimination", *EIGHT)
    number = 0
    while not any(row.get("Ruling") == "Waits" for row in (book.rounds[-1] if book.rounds else ())):
        number += 1
        play(book, number)
    book.settings["rounds"] = number
    assert book.results().event.unplayed == (number + 1,)


@pytest.mark.parametrize("late", [{"Joined round": 2}, {"Away": 1}, {"Dropped after": 0}])
def test_who_is_not_there_in_round_1_adds_no_round(late: dict[str, Raw]) -> None:
    """Rules 1.5.10: three rounds make one winner of eight, four of nine."""
    book = running("swiss", *EIGHT)
    book.run()
    book.players.append({"Player": "Zoe", **late})
    assert book.results().scheduled == 3
    assert running("swiss", *EIGHT, "Zoe").results().scheduled == 4


def test_rounds_of_byes_only_count_however_many_there_are() -> None:
    """Rules 1.4.13: three of four have left after round 1, so that the rounds after it are a bye for Ada each."""
    book = running("round robin", *FOUR)
    play(book, 1)
    for name in FOUR[1:]:
        book.fill_in(name, dropped_after=1)
    found = book.results()
    assert (found.played, found.finished) == (3, True)
    book.type(1, "Cy")
    assert book.results().played == 1, "a match before them is not reported"


@pytest.mark.parametrize("pairing", ["swiss", "round robin"])
def test_when_everybody_has_left_the_event_is_closed_by_rounds(pairing: str) -> None:
    """Rules 1.4.14."""
    book = running(pairing, *FOUR, rounds=3)
    play(book, 1)
    del book.rounds[1:]
    for name in FOUR:
        book.fill_in(name, dropped_after=1)
    outcome = after_a_run(book.results())
    assert find_next_step(outcome) is NextStep.CLOSE
    book.settings["rounds"] = 1
    assert book.results().finished


def test_a_win_over_a_no_show_is_a_bye_had() -> None:
    """Rules 1.4.1: P1 is last of the five who are left, and has won without playing; so P5 has the bye."""
    book = running("swiss", "P1", "P2", "P3", "P4", "P5", "P6", rounds=3, bye_vp=0)
    book.run()
    book.type(1, "P1", ruling=f"{book.side(1, 'P2')} no-show")
    book.draws(1, "P3")
    book.type(1, "P5", winner_1=book.side(1, "P6"), count_1=0, winner_2="Draw")
    book.fill_in("P2", dropped_after=1)
    book.run()
    assert book.ranks()["P1"] == 5
    assert [a for _, a, b in book.seats(2) if b == BYE_NAME] == ["P5"]


def test_a_round_that_nobody_is_there_for_is_passed_over() -> None:
    """Rules 1.10.4: everybody is away in a round that is paired already; there is no way to delete only that one."""
    book = running("round robin", *FOUR)
    book.run()
    for row in book.players:
        row["Away"] = "2"
    assert book.problems() == []
    play(book, 1)
    assert (book.results().played, running_round(book.results())) == (2, 3)
    assert list(book.results().after[2]["points"]) == list(book.results().after[1]["points"])
    play(book, 3)
    assert book.problems() == []
    assert book.results().finished
