"""Elimination events as they are run: who meets whom, who is out, what the organizer may change (rules 1.11)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from tests.dose import dose
from tests.event.cases import Case, rule_table
from tests.event.worked_events import sheet_rows
from tests.rounds.running import Running, Seat, running
from tests.rounds.whole_events import MOST_ROUNDS, event, play_round
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.pairing.lots import draw_key
from turnabout_sheets.pairing.methods import METHODS
from turnabout_sheets.rounds.next_rounds import due_rounds
from turnabout_sheets.sheets.grid import Raw

pytestmark = pytest.mark.slow

SINGLE, DOUBLE = "single elimination", "double elimination"
EIGHT = tuple(f"P{number}" for number in range(1, 9))
FOUR = ("Ada", "Ben", "Cy", "Dee")


WHOLE = dose([5, 8, 11], [*range(4, 41)])
"""Sizes of events that are played to the end."""


def drawn(name: str) -> bytes:
    return draw_key("1", name.casefold())


def still_in(book: Running) -> list[str]:
    return [player.name for player in book.results().still_in]


# Who meets whom


def test_the_winners_of_tables_1_and_2_meet_at_table_1() -> None:
    """Rules 1.11.1."""
    book = running(SINGLE, *EIGHT)
    assert book.play(1, ["P8", "P4", "P6", "P2"]) == [
        (1, "P1", "P8"),
        (2, "P4", "P5"),
        (3, "P3", "P6"),
        (4, "P2", "P7"),
    ]
    assert book.play(2, ["P4", "P2"]) == [(1, "P8", "P4"), (2, "P6", "P2")]
    assert book.play(3, ["P4"]) == [(1, "P4", "P2")]
    assert list(book.ranks().items()) == [
        ("P4", 1),
        ("P2", 2),
        ("P6", 3),
        ("P8", 3),
        ("P1", 5),
        ("P3", 5),
        ("P5", 5),
        ("P7", 5),
    ]
    assert book.results().finished
    assert book.run() == []
    assert len(book.rounds) == 3


@pytest.mark.parametrize(
    ("settings", "best"),
    [
        ({"first_round": "listed"}, ["P1", "P2", "P3"]),
        ({"first_round": "rating"}, ["P5", "P4", "P3"]),
        ({"first_round": "random", "random_seed": "1"}, sorted((f"P{n}" for n in range(1, 6)), key=drawn)[:3]),
    ],
    ids=["listed", "rating", "random"],
)
def test_the_best_seeds_have_the_byes(settings: dict[str, Raw], best: list[str]) -> None:
    """Rules 1.5.9 and 1.11.1."""
    book = running(SINGLE, *({"Player": f"P{number}", "Rating": number} for number in range(1, 6)), **settings)
    assert book.run() == []
    byes = [(table, a) for table, a, b in book.seats(1) if b == BYE_NAME]
    assert byes == [(1, best[0]), (3, best[2]), (4, best[1])]


def test_points_are_shown_but_do_not_rank() -> None:
    """Rules 1.11.4."""
    book = running(SINGLE, *FOUR)
    book.play(1, ["Ada"])
    book.draws(1, "Ben", advances="Cy")
    assert sheet_rows(book.results(), "Standings", "rank", "points") == {
        "Ada": (1, 30),
        "Cy": (1, 15),
        "Ben": (3, 15),
        "Dee": (3, 0),
    }


# What may be changed


def test_the_next_round_follows_the_sheets() -> None:
    book = running(SINGLE, *EIGHT)
    book.run()
    first, second, third, fourth = book.rounds[0]
    first["Table"], third["Table"] = 3, 1
    first["Player B"], fourth["Player B"] = fourth["Player B"], first["Player B"]
    book.rounds[0] = [fourth, second, first, third]
    book.wins(1, "P7", "P4", "P6", "P8")
    assert book.play(2, []) == [(1, "P6", "P4"), (2, "P7", "P8")]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "Error: Round 1!A2: P1's match has no table; expected a place in the bracket, 1 to 4."),
        (5, "Error: Round 1!A2: P1's match is at table 5; expected a place in the bracket, 1 to 4."),
        (3, "Error: Round 1!A4: Table 3 stands in A2 already; expected every number once in a bracket."),
    ],
)
def test_a_table_that_is_no_slot(table: Raw, message: str) -> None:
    book = running(SINGLE, *EIGHT)
    book.run()
    book.rounds[0][0]["Table"] = table
    assert [each for each in book.problems() if message in each]


def test_a_result_that_is_taken_away_again_is_missing_and_no_more() -> None:
    book = running(SINGLE, *EIGHT)
    book.play(1, ["P1", "P4", "P3", "P2"])
    book.run()
    book.type(1, "P5")
    assert book.problems() == [
        "Warning: Round 1!F3: Round 1 lacks 1 result (table 2), though round 2 is paired. Type the missing "
        "results; until then the standings are provisional.",
    ]


def test_who_has_never_come_leaves_the_tables_of_the_bracket_as_they_are() -> None:
    """Five players are paired, at four tables; with four, two would have done."""
    book = running(SINGLE, "Ada", "Ben", "Cy", "Dee", "Eve")
    book.run()
    assert book.seats(1) == [(1, "Ada", BYE_NAME), (2, "Dee", "Eve"), (3, "Cy", BYE_NAME), (4, "Ben", BYE_NAME)]
    book.fill_in("Eve", dropped_after=0)
    book.type(1, "Dee", b=BYE_NAME)
    assert book.play(2, ["Dee", "Ben"]) == [(1, "Ada", "Dee"), (2, "Cy", "Ben")]
    assert book.play(3, ["Ben"]) == [(1, "Dee", "Ben")]
    assert book.ranks() == {"Ben": 1, "Dee": 2, "Ada": 3, "Cy": 3, "Eve": None}


def test_a_corrected_result_never_loses_an_unbeaten_player() -> None:
    """Dee has won in round 1 after all: Ada, beaten once, is in the upper bracket of round 2, Dee in the lower one."""
    book = running(DOUBLE, *FOUR)
    book.play(1, ["Ada", "Cy"])
    assert book.seats(1) == [(1, "Ada", "Dee"), (2, "Ben", "Cy")]
    assert book.play(2, ["Ada", "Dee"]) == [(1, "Ada", "Cy"), (2, "Ben", "Dee")]
    book.wins(1, "Dee")
    assert book.play(3, ["Ada"]) == [(1, "Ada", "Cy"), (None, "Dee", BYE_NAME)]
    assert book.rounds[2][1]["Ruling"] == "Waits"
    assert book.play(4, ["Ada"]) == [(1, "Dee", "Ada")]
    assert book.play(5, ["Ada"]) == [(1, "Ada", "Dee")]
    assert book.ranks() == {"Ada": 1, "Dee": 2, "Cy": 3, "Ben": 4}


@pytest.mark.parametrize(
    ("winner", "third", "winners", "fourth"),
    [
        (
            "P8",
            [(1, "P3", "P4"), (2, "P1", "P7"), (3, "P2", "P8")],
            ["P3", "P7", "P2"],
            [(1, "P4", "P7"), (None, "P2", BYE_NAME), (None, "P3", BYE_NAME)],
        ),
        (
            "P1",
            [(1, "P1", "P3"), (None, "P4", BYE_NAME), (2, "P2", "P7")],
            ["P3", "P7"],
            [(1, "P3", "P4"), (2, "P1", "P7")],
        ),
    ],
    ids=["there is a free place", "there is none"],
)
def test_an_unbeaten_player_without_a_slot(
    winner: str, third: list[Seat], winners: list[str], fourth: list[Seat]
) -> None:
    """P4 and P8 have changed places by hand, so that P4 wins in the lower bracket, and is unbeaten as before."""
    book = running(DOUBLE, *EIGHT)
    book.play(1, ["P1", "P4", "P3", "P2"])
    book.run()
    assert book.seats(2) == [(1, "P1", "P4"), (2, "P3", "P2"), (3, "P5", "P8"), (4, "P6", "P7")]
    book.type(2, "P4", b="P8")
    book.type(2, "P5", b="P4")
    book.wins(2, winner, "P4", "P3", "P7")
    assert book.play(3, winners) == third
    assert book.play(4, []) == fourth


def test_more_unbeaten_players_than_places() -> None:
    """Both unbeaten players win against players beaten once, so that the bracket is over and two are unbeaten."""
    book = running(DOUBLE, *FOUR)
    book.play(1, ["Ada", "Ben"])
    book.run()
    assert book.seats(2) == [(1, "Ada", "Ben"), (2, "Cy", "Dee")]
    book.type(2, "Ada", b="Cy")
    book.rounds[1][1] |= {"Player A": "Ben"}
    book.wins(2, "Ada", "Ben")
    assert book.play(3, ["Ben"]) == [(1, "Ada", "Ben")]
    assert book.play(4, ["Ben"]) == [(1, "Ben", "Ada")]
    assert book.ranks() == {"Ben": 1, "Ada": 2, "Cy": 3, "Dee": 3}


# Draws, no-shows, drops, absences


def test_a_drawn_match_waits_for_who_goes_on() -> None:
    """Rules 1.11.2."""
    book = running(SINGLE, *FOUR)
    book.play(1, ["Ada"])
    book.draws(1, "Ben")
    assert book.problems() == [
        "Warning: Round 1!J3: Ben and Cy have drawn, and one of them is to go on; the next round waits for it. Let "
        "them play on until somebody wins, and choose A advances or B advances as the ruling."
    ]
    assert list(due_rounds(book.results())) == []
    book.draws(1, "Ben", advances="Cy")
    assert book.problems() == []
    assert sheet_rows(book.results(), "Standings", "points", "draws", "losses")["Cy"] == (15, 1, 0)
    assert book.play(2, []) == [(1, "Ada", "Cy")]


def test_a_no_show_is_a_loss_and_two_leave_the_place_empty() -> None:
    """Rules 1.11.3."""
    book = running(SINGLE, *EIGHT)
    book.play(1, ["P3", "P2"])
    book.type(1, "P1", ruling="Both no-show")
    book.stays_away(1, "P4")
    assert book.play(2, ["P2"]) == [(1, "P5", BYE_NAME), (2, "P3", "P2")]
    assert book.play(3, ["P5"]) == [(1, "P5", "P2")]
    assert book.ranks() == {"P5": 1, "P2": 2, "P3": 3, "P1": 4, "P4": 4, "P6": 4, "P7": 4, "P8": 4}


def test_a_quarter_without_anybody_is_no_row() -> None:
    book = running(SINGLE, *EIGHT)
    book.play(1, ["P3", "P2"])
    for name in ("P1", "P4"):
        book.type(1, name, ruling="Both no-show")
    assert book.play(2, ["P2"]) == [(2, "P3", "P2")]
    assert book.results().decided
    assert book.ranks()["P2"] == 1


def test_both_no_show_in_the_final_leaves_nobody() -> None:
    book = running(SINGLE, *FOUR)
    book.play(1, ["Ada", "Ben"])
    book.run()
    book.type(2, "Ada", ruling="Both no-show")
    assert book.results().finished
    assert still_in(book) == []
    assert book.ranks() == {"Ada": 1, "Ben": 1, "Cy": 3, "Dee": 3}


@pytest.mark.parametrize("how", ["drops", "is disqualified", "is away"])
@pytest.mark.parametrize("pairing", [SINGLE, DOUBLE])
def test_who_is_not_there_leaves_the_slot_to_the_opponent(pairing: str, how: str) -> None:
    """Rules 1.11.3."""
    book = running(pairing, *EIGHT)
    book.play(1, ["P1", "P4", "P3", "P2"])
    match how:
        case "drops":
            book.fill_in("P4", dropped_after=1)
        case "is away":
            book.fill_in("P4", away=2)
        case _:
            book.rulings.append(("P4", 1, "disqualification"))
    upper = [(1, "P1", BYE_NAME), (2, "P3", "P2")]
    lower = [(3, "P5", "P8"), (4, "P6", "P7")]
    assert book.play(2, ["P2"]) == upper + (lower if pairing == DOUBLE else [])
    if pairing == DOUBLE:
        book.wins(2, "P5", "P6")
        book.run()
        # Being away is one loss, of two.
        assert ("P4" in {name for seat in book.seats(3) for name in seat}) == (how == "is away")
    rank = {"drops": (3, 6), "is away": (3, 1), "is disqualified": (8, 8)}[how]
    assert book.ranks()["P4"] == rank[pairing == DOUBLE]


def test_who_drops_after_a_final_that_was_the_last_round_is_first() -> None:
    """Rules 1.11.4."""
    book = running(SINGLE, *FOUR)
    book.play(1, ["Ada", "Ben"])
    book.play(2, ["Ada"])
    book.fill_in("Ada", dropped_after=2)
    assert book.ranks() == {"Ada": 1, "Ben": 2, "Cy": 3, "Dee": 3}


def test_a_disqualification_for_a_round_that_never_comes_counts_at_the_end() -> None:
    """Rules 1.4.6 and 1.7.8: two rounds decide the event."""
    book = running(SINGLE, *FOUR)
    book.play(1, ["Ada", "Ben"])
    book.rulings.append(("Ben", 3, "disqualification"))
    assert book.ranks() == {"Ada": 1, "Ben": 1, "Cy": 3, "Dee": 3}
    assert book.play(2, ["Ada"]) == [(1, "Ada", "Ben")]
    for number in (3, 2):
        book.rulings[:] = [("Ben", number, "disqualification")]
        assert "Ben" not in book.ratings()
        assert book.ranks() == {"Ada": 1, "Cy": 2, "Dee": 2, "Ben": 4}


def test_a_late_player_is_not_paired() -> None:
    book = running(SINGLE, *EIGHT, {"Player": "Late", "Joined round": 2})
    book.play(1, ["P1", "P4", "P3", "P2"])
    assert book.problems() == [
        "Warning: Players!B10: Late joins in round 2, but an elimination event is played by those who were "
        "there at the start; Late is not paired. Nothing needs to be done; to let the player in, clear Joined round "
        "and put the name in the place of a BYE of round 1.",
    ]
    assert book.play(2, []) == [(1, "P1", "P4"), (2, "P3", "P2")]
    assert book.ranks()["Late"] == 9


def test_a_late_player_in_the_place_of_a_bye() -> None:
    book = running(SINGLE, "Ada", "Ben", "Cy", {"Player": "Late", "Joined round": 2})
    book.run()
    assert book.seats(1) == [(1, "Ada", BYE_NAME), (2, "Ben", "Cy")]
    book.fill_in("Late", joined_round="")
    book.type(1, "Ada", b="Late")
    book.wins(1, "Late", "Ben")
    assert book.problems() == []
    assert book.play(2, []) == [(1, "Late", "Ben")]


def test_nobody_who_is_still_in_is_there() -> None:
    book = running(SINGLE, *FOUR)
    book.play(1, ["Ada", "Ben"])
    for name in ("Ada", "Ben"):
        book.fill_in(name, away=2)
    assert book.run() == [
        "Error: Players!B2: Round 2 cannot be paired: everybody who is still in is away. Correct Away of those "
        "who are to play.",
    ]
    assert len(book.rounds) == 1


def test_a_bracket_has_no_table_and_no_bye_for_the_asking() -> None:
    book = running(
        SINGLE, {"Player": "Ada", "Fixed table": 2}, {"Player": "Ben", "Byes": 1, "Fixed table": 2}, *FOUR[2:]
    )
    assert book.run() == [
        "Warning: Players!B2: In round 1 Ada cannot sit at the fixed table 2: in an elimination event the table is the "
        "place in the bracket. Nothing needs to be done.",
        "Warning: Players!C3: Ben has asked for a bye in round 1, but an elimination event has none for the asking. "
        "Fill in Away instead if nobody is to wait for the player: that is a loss.",
    ]
    assert book.seats(1) == [(1, "Ada", "Dee"), (2, "Ben", "Cy")]


# Double elimination


def test_a_double_elimination_from_start_to_end() -> None:
    """Seven players: the unbeaten one waits from round 4 on, loses the final in round 6, and wins the last match."""
    # Rules 1.11.5.
    book = running(DOUBLE, *EIGHT[:7])
    assert book.play(1, ["P4", "P3", "P2"]) == [(1, "P1", BYE_NAME), (2, "P4", "P5"), (3, "P3", "P6"), (4, "P2", "P7")]
    assert book.play(2, ["P1", "P2", "P6"]) == [
        (1, "P1", "P4"),
        (2, "P3", "P2"),
        (3, "P6", "P7"),
        (None, "P5", BYE_NAME),
    ]
    assert book.play(3, ["P1", "P3", "P6"]) == [(1, "P1", "P2"), (2, "P3", "P5"), (3, "P4", "P6")]
    assert book.play(4, ["P2"]) == [(1, "P2", "P6"), (None, "P3", BYE_NAME), (None, "P1", BYE_NAME)]
    assert [row.get("Ruling", "") for row in book.rounds[3]] == ["", "", "Waits"]
    assert book.play(5, ["P2"]) == [(1, "P2", "P3"), (None, "P1", BYE_NAME)]
    assert book.play(6, ["P2"]) == [(1, "P1", "P2")]
    assert not book.results().finished
    assert book.play(7, ["P1"]) == [(1, "P1", "P2")]
    assert book.results().finished
    assert book.ranks() == {"P1": 1, "P2": 2, "P3": 3, "P6": 4, "P4": 5, "P5": 5, "P7": 7}
    figures = sheet_rows(book.results(), "Standings", "points", "wins", "losses", "byes")
    assert figures["P1"] == (18 + 3 * 30, 3, 1, 1)


def test_a_second_bye_goes_to_who_has_had_fewest() -> None:
    """Cy had a bye in the upper bracket, Dee in the lower one; Dee and Eve have met."""
    # Rules 1.11.5.
    book = running(DOUBLE, "Ada", "Ben", "Cy", "Dee", "Eve")
    book.play(1, ["Eve"])
    assert book.play(2, ["Ada", "Ben"]) == [(1, "Ada", "Eve"), (2, "Cy", "Ben"), (None, "Dee", BYE_NAME)]
    assert book.play(3, []) == [(1, "Ada", "Ben"), (2, "Cy", "Dee"), (None, "Eve", BYE_NAME)]


def test_the_final_comes_as_soon_as_one_unbeaten_and_one_other_are_left() -> None:
    """All others drop after round 1: each of the two has a bye, as if their opponents had not shown up (rules 1.11.6).

    So nobody sits through the rounds that the bracket would have had.
    """
    book = running(DOUBLE, *EIGHT)
    book.play(1, ["P1", "P4", "P3", "P2"])
    for name in EIGHT[1:7]:
        book.fill_in(name, dropped_after=1)
    assert book.run() == []
    assert book.seats(2) == [(1, "P1", BYE_NAME), (None, "P8", BYE_NAME)]
    assert book.play(3, ["P1"]) == [(1, "P1", "P8")]
    assert book.results().finished
    assert book.ranks() == {"P1": 1, "P8": 2} | dict.fromkeys(EIGHT[1:7], 3)


def test_one_unbeaten_player_waits_although_the_bracket_had_more_rounds() -> None:
    book = running(DOUBLE, *EIGHT)
    book.play(1, ["P1", "P4", "P3", "P2"])
    for name in ("P2", "P3", "P4"):
        book.fill_in(name, dropped_after=1)
    assert book.play(2, ["P5", "P6"]) == [(1, "P1", BYE_NAME), (3, "P5", "P8"), (4, "P6", "P7")]
    assert book.play(3, ["P6"]) == [(1, "P5", "P6"), (None, "P1", BYE_NAME)]
    assert book.rounds[2][1]["Ruling"] == "Waits"
    assert book.play(4, ["P6"]) == [(1, "P1", "P6")]
    assert book.play(5, ["P6"]) == [(1, "P1", "P6")]
    assert book.ranks()["P6"] == 1


# Ratings


def eight() -> Running:
    """P5 is out by a drawn match, P3 does not show up in the semifinal."""
    book = running(SINGLE, *EIGHT)
    book.play(1, ["P1", "P3", "P2"])
    book.draws(1, "P4", advances="P4")
    book.play(2, ["P1"])
    book.stays_away(2, "P3")
    book.play(3, ["P1"])
    return book


def five() -> Running:
    """Ada, Ben and Cy have a bye; Ben drops then, so that Cy has another; Ada goes on from a draw, and wins."""
    book = running(SINGLE, "Ada", "Ben", "Cy", "Dee", "Eve")
    book.play(1, ["Dee"])
    book.fill_in("Ben", dropped_after=1)
    book.play(2, [])
    book.draws(2, "Ada", advances="Ada")
    book.play(3, ["Ada"])
    return book


@rule_table("elimination_awards")
def test_awards(case: Case) -> None:
    book = {"eight": eight, "five": five}[case["event"]]()
    assert book.ratings()[case["player"]] == (
        int(case["position"]),
        Fraction(case["match_wins"]),
        case["played_all"],
        int(case["multiplier"]),
        Fraction(case["award"]),
    ), case["citation"]


def test_a_bye_counts_by_the_setting_and_waiting_never() -> None:
    """Rules 1.11.5."""

    def played(counts: str) -> dict[str, tuple[Raw, ...]]:
        book = running(DOUBLE, *FOUR, bye_counts_as_win=counts)
        book.play(1, ["Ada", "Ben"])
        book.play(2, ["Ada", "Cy"])  # Dee is out
        assert book.play(3, ["Ben"]) == [(1, "Ben", "Cy"), (None, "Ada", BYE_NAME)]
        book.play(4, ["Ada"])
        return book.ratings()

    assert played("yes") == played("no")
    assert played("yes")["Ada"] == (1, 3, "yes", 4, (3 + 1) * 4)


def test_who_was_away_or_dropped_has_not_played_all_rounds() -> None:
    """Rules 1.7.4."""
    book = running(DOUBLE, *EIGHT)
    book.play(1, ["P1", "P4", "P3", "P2"])
    book.fill_in("P4", away=2)
    book.fill_in("P8", dropped_after=1)
    for number in range(2, MOST_ROUNDS):
        book.run()
        if book.results().finished:
            break
        book.wins(number, *(a for _, a, b in book.seats(number) if b != BYE_NAME))
    played_all = {name: row[2] for name, row in book.ratings().items()}
    assert played_all == {name: "no" if name in ("P4", "P8") else "yes" for name in EIGHT}


# Whole events


@pytest.mark.soak
@pytest.mark.parametrize("size", WHOLE)
@pytest.mark.parametrize("pairing", [SINGLE, DOUBLE])
def test_any_event_is_played_to_the_end(pairing: str, size: int) -> None:
    """Everybody who is in and there is paired once in each round, and one is left, or none."""
    random = Random(f"{pairing} {size}")
    book = event(pairing, size, random)
    for number in range(1, MOST_ROUNDS):
        before = book.results()
        if before.decided:
            break
        assert book.run() == []
        state = before.elimination
        assert state is not None
        expected = [p.name for p in state.survivors(before.event, number) if p.plays_in(number)]
        seated = [name for _, *both in book.seats(number) for name in both if name != BYE_NAME]
        assert sorted(seated) == sorted(expected)
        play_round(book, number, random)
    after = book.results()
    assert after.finished
    assert len(after.still_in) <= 1
    best = [name for name, rank in book.ranks().items() if rank == 1]
    if after.still_in:
        assert best == still_in(book)
    assert TURNABOUT.sheets.make_output(after)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("pairing", [SINGLE, DOUBLE])
def test_the_smallest_events(pairing: str, size: int) -> None:
    """The last seed wins what there is to win."""
    book = running(pairing, *EIGHT[:size])
    for number in range(1, MOST_ROUNDS):
        if book.results().decided:
            break
        assert book.run() == []
        book.wins(number, *(max(a, b) for _, a, b in book.seats(number) if b != BYE_NAME))
    assert book.results().finished
    assert len(book.rounds) == METHODS[pairing].rounds(size)
    assert list(book.ranks().values()) == list(range(1, size + 1))


@pytest.mark.slow
@pytest.mark.parametrize(("pairing", "first_round"), [(SINGLE, "rating"), (DOUBLE, "random")])
def test_neither_rows_nor_names_matter(pairing: str, first_round: str) -> None:
    """With the players in another order, and with other names beside their IDs, the same players meet."""
    who: list[dict[str, Raw]] = [
        {"Player": f"P{number:02}", "Player ID": f"id {number}", "Rating": number // 3} for number in range(9)
    ]
    book = running(pairing, *who, first_round=first_round, random_seed="x")
    other = running(pairing, *Random(1).sample(who, len(who)), first_round=first_round, random_seed="x")
    new = {str(row["Player"]): f"Q{another_name(str(row['Player']))}" for row in who}
    renamed = running(
        pairing, *({**row, "Player": new[str(row["Player"])]} for row in who), first_round=first_round, random_seed="x"
    )
    random = Random(2)
    for number in range(1, MOST_ROUNDS):
        if book.results().decided:
            break
        for each in (book, other, renamed):
            assert each.run() == []
        assert other.seats(number) == book.seats(number)
        assert renamed.seats(number) == [(table, new[a], new.get(b, b)) for table, a, b in book.seats(number)]
        winners = [random.choice((a, b)) for _, a, b in book.seats(number) if b != BYE_NAME]
        book.wins(number, *winners)
        other.wins(number, *winners)
        renamed.wins(number, *(new[name] for name in winners))
    assert book.results().decided


def another_name(name: str) -> str:
    """Return another name in another alphabetical order."""
    return f"{(int(name[1:]) * 5 + 3) % 9:02}"
