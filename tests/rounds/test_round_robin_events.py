"""Round robins as they are run: all rounds at once, players who come and go, a schedule that stays (rules 1.10)."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.dose import dose
from tests.event.worked_events import sheet_rows
from tests.rounds.running import Running, Seat, running
from tests.rounds.whole_events import event, play_round
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.pairing.methods import everybody_once
from turnabout_sheets.pairing.round_robin import make_schedule
from turnabout_sheets.sheets.grid import Raw

pytestmark = pytest.mark.slow

NAME = "round robin"
FIVE = tuple(f"P{number}" for number in range(1, 6))
SIX = (*FIVE, "P6")


def paired(*names: str | dict[str, Raw], **settings: Raw) -> Running:
    """Return a round robin after its first run."""
    book = running(NAME, *names, **settings)
    assert book.run() == []
    return book


def met(book: Running) -> list[tuple[str, ...]]:
    """Return who has met whom, as often as they have."""
    couples = [(a, b) for number in range(1, len(book.rounds) + 1) for _, a, b in book.seats(number) if b != BYE_NAME]
    return sorted(tuple(sorted(couple)) for couple in couples)


def as_read(book: Running, number: int) -> list[Seat]:
    """Return a round's rows as the program understands them."""
    event = book.results().event
    names = {BYE: BYE_NAME} | {player.number: player.name for player in event.players}
    return [(match.table, names[match.a], names[match.b]) for match in event.rounds.get(number, ())]


# The schedule


@pytest.mark.parametrize("size", range(2, 13))
def test_the_first_run_writes_all_rounds(size: int) -> None:
    """Rules 1.5.9 and 1.10.2."""
    names = [f"P{number:02}" for number in range(size)]
    book = paired(*names)
    assert len(book.rounds) == everybody_once(size)
    assert met(book) == sorted(combinations(names, 2))
    for number in range(1, len(book.rounds) + 1):
        assert sum(b == BYE_NAME for _, _, b in book.seats(number)) == size % 2
    assert book.run() == []
    assert len(book.rounds) == everybody_once(size)
    assert book.problems() == []


@pytest.mark.parametrize(
    ("settings", "seeds"),
    [
        ({"first_round": "listed"}, [1, 2, 3, 4, 5, 6]),
        ({"first_round": "rating"}, [6, 5, 4, 3, 2, 1]),
    ],
    ids=["listed", "rating"],
)
def test_first_round_decides_the_order_of_seeds(settings: dict[str, Raw], seeds: list[int]) -> None:
    """Rules 1.10.1."""
    book = paired(*({"Player": f"P{number}", "Rating": number} for number in range(1, 7)), **settings)
    for number, expected in enumerate(make_schedule(6), 1):
        assert book.seats(number) == [
            (table, f"P{seeds[a]}", f"P{seeds[b]}") for table, (a, b) in enumerate(expected.pairs, 1)
        ]


@pytest.mark.parametrize("first_round", ["random", "rating"])
def test_neither_rows_nor_names_matter(first_round: str) -> None:
    who: list[dict[str, Raw]] = [
        {"Player": f"P{number}", "Player ID": f"id {number}", "Rating": number // 3} for number in range(9)
    ]
    settings: dict[str, Raw] = {"first_round": first_round, "random_seed": "x"}
    book = paired(*who, **settings)
    other = paired(*Random(1).sample(who, len(who)), **settings)
    new = {f"P{number}": f"Q{8 - number}" for number in range(9)}
    renamed = paired(*({**row, "Player": new[str(row["Player"])]} for row in who), **settings)
    for number in range(1, 10):
        assert other.seats(number) == book.seats(number)
        assert renamed.seats(number) == [(table, new[a], new.get(b, b)) for table, a, b in book.seats(number)]


# More rounds, or fewer


def test_fewer_rounds() -> None:
    book = paired(*SIX, rounds=3)
    whole = paired(*SIX)
    assert book.rounds == whole.rounds[:3]


def test_more_rounds_than_a_cycle_are_an_error() -> None:
    """Rules 1.10.2."""
    book = running(NAME, *SIX, rounds=7)
    assert book.run() == [
        "Error: Event!B5: Rounds is too high: 6 players can play 5 rounds without a rematch. Set Rounds to 5, or Allow "
        "rematches to yes on the Event sheet.",
    ]
    assert book.rounds == []


@pytest.mark.parametrize("names", [FIVE, SIX], ids=["five", "six"])
def test_with_rematches_the_schedule_begins_anew_with_sides_exchanged(names: tuple[str, ...]) -> None:
    """Rules 1.10.2."""
    cycle = everybody_once(len(names))
    book = running(NAME, *names, rounds=2 * cycle + 1, allow_rematches="yes")
    assert book.run() == []
    assert len(book.rounds) == 2 * cycle + 1
    for number in range(1, cycle + 1):
        exchanged = [(table, a, b) if b == BYE_NAME else (table, b, a) for table, a, b in book.seats(number)]
        assert book.seats(cycle + number) == exchanged
    assert book.seats(2 * cycle + 1) == book.seats(1)


# Coming and going


@pytest.mark.parametrize("how", ["drops", "is disqualified", "is away"])
def test_the_opponents_of_who_is_not_there_have_a_bye(how: str) -> None:
    """P6 is gone after round 2, or away in round 3; nobody changes the sheets, which name P6 as before."""
    # Rules 1.10.2.
    book = paired(*SIX)
    for number in (1, 2):
        book.wins(number, *(a for _, a, _ in book.seats(number)))
    before = [book.seats(number) for number in range(1, 6)]
    match how:
        case "drops":
            book.fill_in("P6", dropped_after=2)
        case "is away":
            book.fill_in("P6", away=3)
        case _:
            book.rulings.append(("P6", 2, "disqualification"))
    assert book.problems() == []
    for number in range(1, 6):
        gone = number == 3 or (number > 3 and how != "is away")
        assert as_read(book, number) == [without_p6(seat) if gone else seat for seat in before[number - 1]]
    assert [book.seats(number) for number in range(1, 6)] == before
    assert book.run() == []
    for number in (3, 4, 5):
        book.wins(number, *(a for _, a, b in as_read(book, number) if b != BYE_NAME))
    assert book.results().finished
    record = sheet_rows(book.results(), "Standings", "wins", "losses", "byes")
    assert sum(byes for _, _, byes in record.values()) == (1 if how == "is away" else 3)
    if how == "is disqualified":
        assert "P6" not in book.ratings()  # rules 1.7.8
    else:
        assert book.ratings()["P6"][2] == "no"
    assert {row[2] for name, row in book.ratings().items() if name != "P6"} == {"yes"}


def without_p6(seat: Seat) -> Seat:
    _, a, b = seat
    return (None, b if a == "P6" else a, BYE_NAME) if "P6" in (a, b) else seat


def test_a_result_of_who_is_not_there_stays_and_is_an_error() -> None:
    book = paired(*SIX)
    name = next(a if b == "P6" else b for _, a, b in book.seats(3) if "P6" in (a, b))
    book.wins(3, name)
    book.fill_in("P6", dropped_after=2)
    (error,) = [each for each in book.problems() if each.startswith("Error")]
    assert "P6 stands in round 3 but dropped after round 2." in error


def test_a_bye_that_is_asked_for_is_one_for_both_sides() -> None:
    book = paired(*FIVE, {"Player": "P6", "Byes": "2"})
    whole = paired(*SIX)
    alone = next({a, b} for _, a, b in whole.seats(2) if "P6" in (a, b))
    assert {a for _, a, b in book.seats(2) if b == BYE_NAME} == alone
    assert len(book.seats(2)) == 4
    assert [book.seats(number) for number in (1, 3, 4, 5)] == [whole.seats(number) for number in (1, 3, 4, 5)]


def test_who_is_not_there_when_the_rounds_are_paired() -> None:
    book = paired(*FIVE, {"Player": "P6", "Away": "2"}, {"Player": "P7", "Dropped after": 0})
    assert "P6" not in {name for seat in book.seats(2) for name in seat}
    assert sum(b == BYE_NAME for _, _, b in book.seats(2)) == 1
    assert all("P7" not in seat for number in range(1, 6) for seat in book.seats(number))
    assert len(book.rounds) == 5


def test_a_late_player_is_not_paired() -> None:
    book = paired(*FIVE)
    book.players.append({"Player": "Late", "Joined round": 2})
    assert book.problems() == [
        "Warning: Players!B7: Late joins in round 2, but all rounds were paired before the first one; Late is not "
        "paired. When Late is there, type the name over BYE in the rounds to come, or over a player who has left. "
        'Or press "Let Late in" on the desk\'s page.',
    ]
    assert book.run() == []
    assert len(book.rounds) == 5


def late_in_the_place_of_byes() -> Running:
    book = paired(*FIVE)
    book.players.append({"Player": "Late", "Joined round": 2})
    for number in range(2, 6):
        alone, table = next(a for _, a, b in book.seats(number) if b == BYE_NAME), 3
        book.type(number, alone, b="Late", table=table)
    return book


def test_a_late_player_in_the_place_of_a_bye() -> None:
    book = late_in_the_place_of_byes()
    assert book.problems() == []
    for number in range(1, 6):
        book.wins(number, *(a for _, a, b in book.seats(number) if b != BYE_NAME))
    assert book.results().finished
    assert {name: row[2] for name, row in book.ratings().items()} == dict.fromkeys(FIVE, "yes") | {"Late": "no"}


# A schedule that stays


@pytest.mark.parametrize("first_round", ["random", "rating", "listed"])
def test_rounds_that_are_deleted_are_paired_the_same_again(first_round: str) -> None:
    """Also after results, and with a player who has dropped: whose opponents then have their bye in the sheets."""
    book = paired(*({"Player": name, "Rating": 7} for name in SIX), first_round=first_round, random_seed="x")
    book.wins(1, *(a for _, a, _ in book.seats(1)))
    written = [[dict(row) for row in rows] for rows in book.rounds]
    del book.rounds[2:]
    assert book.run() == []
    assert book.rounds == written
    book.fill_in("P6", dropped_after=2)
    del book.rounds[2:]
    assert book.run() == []
    assert book.rounds[:2] == written[:2]
    for number, rows in enumerate(written[2:], 3):  # at tables that are numbered from 1 again
        before = [without_p6((None, str(row["Player A"]), str(row["Player B"]))) for row in rows]
        assert {(a, b) for _, a, b in book.seats(number)} == {(a, b) for _, a, b in before}


def test_rounds_are_paired_again_around_a_late_player() -> None:
    book = late_in_the_place_of_byes()
    whole = paired(*FIVE)
    del book.rounds[3:]
    assert book.run() == []
    assert book.rounds[3:] == whole.rounds[3:]


def test_earlier_rounds_that_do_not_follow_the_schedule() -> None:
    book = paired(*({"Player": f"P{number}", "Rating": number} for number in range(1, 7)), first_round="rating")
    del book.rounds[3:]
    book.fill_in("P1", rating=10)
    (said,) = book.run()
    assert said == (
        "Error: Round 1: Round 1 is not as the round robin has it for the players as they are now, so round 4 cannot "
        "be added to it. Type the missing rounds by hand, or delete the sheets of all rounds to re-pair them."
    )
    assert len(book.rounds) == 3


def test_a_round_without_anybody_ends_it() -> None:
    book = running(NAME, *({"Player": name, "Away": 3} for name in SIX))
    assert book.run() == [
        "Error: Event: Round 3 cannot be paired: nobody is there. Set Rounds to 2 to end there, or correct Away and "
        "Dropped after on the sheet Players.",
    ]
    assert len(book.rounds) == 2


# Results


def test_missing_results_are_named_only_before_the_last_round_that_has_some() -> None:
    book = paired(*SIX)
    (_, first, _), *others = book.seats(1)
    book.wins(1, *(a for _, a, _ in others))
    assert book.problems() == []
    book.wins(3, book.seats(3)[0][1])
    lacks = [
        f"Warning: Round {number}!F2: Round {number} lacks {missing}, though round 3 has some. Type the missing "
        "results; until then the standings are provisional."
        for number, missing in ((1, "1 result (table 1)"), (2, "3 results (tables 1, 2 and 3)"))
    ]
    assert book.problems() == lacks
    book.wins(1, first)
    assert book.problems() == lacks[1:]


@pytest.mark.soak
@pytest.mark.parametrize("size", dose([4, 7, 9], [*range(4, 20)]))
def test_any_event_is_played_to_the_end(size: int) -> None:
    """Everybody who is there is paired once in each round, and no two meet twice."""
    random = Random(f"robin {size}")
    book = event(NAME, size, random)
    assert book.run() == []
    for number in range(1, len(book.rounds) + 1):
        there = book.results().event
        seats = as_read(book, number)
        seated = [name for _, *both in seats for name in both if name != BYE_NAME]
        assert sorted(seated) == sorted(p.name for p in there.playing(number) if p.joined == 1)
        if seats:
            play_round(book, number, random)
    assert len(met(book)) == len(set(met(book)))
    assert [problem for problem in book.look()[1] if problem.severity is Severity.ERROR] == []
    assert book.results().finished
