"""The rounds of Duplicate Magic as they are paired: all at once, once at each table, against everybody else once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from tests.duplicate.running import Event, Row, event_of, numbered, paired, recount
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.sheets.grid import Raw

pytestmark = pytest.mark.slow

SIZES = (2, *range(5, 21), 37, 120)


def games(event: Event) -> list[Row]:
    """Return the rows of all rounds in which two play."""
    return [row for rows in event.rounds for row in rows if row["Player B"] != BYE_NAME]


def places(event: Event) -> Iterator[tuple[Raw, int, Raw, Raw]]:
    """Yield player, round, table and stock, of those who sit out, too."""
    for number, rows in enumerate(event.rounds, 1):
        for row in rows:
            for side in "AB":
                if row[f"Player {side}"] != BYE_NAME:
                    yield row[f"Player {side}"], number, row["Table"], row[f"Deck {side}"]


def seats(event: Event) -> list[list[tuple[Raw, ...]]]:
    """Return table, player A, stock, player B and stock, row by row."""
    fields = ("Table", "Player A", "Deck A", "Player B", "Deck B")
    return [[tuple(row[each] for each in fields) for row in rows] for rows in event.rounds]


@pytest.mark.parametrize("size", SIZES)
def test_the_first_run_writes_the_whole_movement(size: int) -> None:
    """Duplicate 1.1 and 1.6."""
    names, tables = numbered(size), (size + 1) // 2
    event = paired(*names)
    assert event.problems() == []
    assert len(event.rounds) == tables
    met = Counter(frozenset((row["Player A"], row["Player B"])) for row in games(event))
    assert set(met.values()) == {1}, "somebody meets an opponent again"
    assert len(met) == tables * tables - (tables if size % 2 else 0)
    where = list(places(event))
    for number in range(1, tables + 1):
        assert sorted(str(name) for name, r, *_ in where if r == number) == names, "not everybody is there once"
    been = Counter((name, table) for name, _, table, _ in where)
    assert been == {(name, table): 1 for name in names for table in range(1, tables + 1)}


@pytest.mark.parametrize("size", SIZES)
def test_everybody_has_each_stock_as_often_as_the_other_or_once_more(size: int) -> None:
    """Counted in the games that are played, as they are after each round."""
    # Duplicate 2.4.
    event = paired(*numbered(size))
    ahead: Counter[Raw] = Counter()
    for rows in event.rounds:
        for row in rows:
            if row["Player B"] != BYE_NAME:
                assert {row["Deck A"], row["Deck B"]} == {"A", "B"}
                for side in "AB":
                    ahead[row[f"Player {side}"]] += 1 if row[f"Deck {side}"] == "A" else -1
        assert set(map(abs, ahead.values())) <= {0, 1}
    assert len(ahead) == size


@pytest.mark.parametrize("size", [5, 7, 9, 13, 19, 37])
def test_in_an_odd_field_one_sits_out_each_round_and_nobody_twice(size: int) -> None:
    """Duplicate 1.2."""
    event = paired(*numbered(size))
    alone = [[row for row in rows if row["Player B"] == BYE_NAME] for rows in event.rounds]
    assert [len(rows) for rows in alone] == [1] * len(event.rounds)
    assert set(Counter(row["Player A"] for rows in alone for row in rows).values()) == {1}
    assert all(rows[-1]["Player B"] == BYE_NAME for rows in event.rounds)
    # The row says where: somebody who comes late may take the empty chair.
    assert sorted(row["Table"] for rows in alone for row in rows) == list(range(1, len(event.rounds) + 1))
    assert {row["Deck A"] for rows in alone for row in rows} <= {"A", "B"}


# The draw


WHO: list[Row] = [{"Player": name, "Player ID": f"id {name}"} for name in numbered(9)]


def test_neither_rows_nor_names_matter() -> None:
    """Duplicate 1.4."""
    event = paired(*WHO, random_seed="x")
    mixed = paired(*Random(1).sample(WHO, len(WHO)), random_seed="x")
    assert seats(mixed) == seats(event)
    new: dict[Raw, Raw] = {f"P{number:03}": f"Q{10 - number:03}" for number in range(1, 10)}
    renamed = paired(*({**row, "Player": new[row["Player"]]} for row in WHO), random_seed="x")
    expected = [
        [(table, new[a], deck_a, new.get(b, b), deck_b) for table, a, deck_a, b, deck_b in rows]
        for rows in seats(event)
    ]
    assert seats(renamed) == expected


def test_the_seed_decides_who_goes_where() -> None:
    """Of all places that somebody has, by seeds: not one for all of them; the same seed gives the same places."""
    # Duplicate 1.4.
    first = {str(seed): seats(paired(*WHO, random_seed=seed))[0] for seed in range(12)}
    assert len({tuple(rows) for rows in first.values()}) == 12
    ours = {(row[0], row.index("P001")) for rows in first.values() for row in rows if "P001" in row}
    assert len({table for table, _ in ours}) > 2
    assert len({chair for _, chair in ours}) == 2
    alone = {rows[-1][1] for rows in first.values()}
    assert len(alone) > 2
    assert seats(paired(*WHO, random_seed="3"))[0] == first["3"]


def test_without_a_seed_name_and_date_decide() -> None:
    event = paired(*WHO)
    assert seats(paired(*WHO)) == seats(event)
    assert seats(paired(*WHO, date="2026-05-01")) != seats(event)


def test_with_a_coin_flip_no_stock_is_written() -> None:
    """Duplicate 2.4."""
    event, drawn = (paired(*numbered(7), deck_choice=each) for each in ("coin flip", "drawn"))
    assert {row[f"Deck {side}"] for rows in event.rounds for row in rows for side in "AB"} == {""}
    names = [[(row["Table"], row["Player A"], row["Player B"]) for row in rows] for rows in event.rounds]
    assert names == [[(table, a, b) for table, a, _, b, _ in rows] for rows in seats(drawn)]


# Fields that have no movement


@pytest.mark.parametrize(
    ("size", "rematches", "words"),
    [
        (
            3,
            "no",
            "3 players cannot all play once at each of two tables, every time against somebody else: there is no such "
            "movement. Expected two players, or five and more. Find more players, or let the organizer play, too, and "
            "set Allow rematches to yes on the Event sheet; or set Pairing to manual, and type three rounds at three "
            "tables, where one sits out in each.",
        ),
        (
            3,
            "yes",
            "3 players cannot all play once at each of two tables, every time against somebody else: there is no such "
            "movement. Expected two players, or five and more. Find more players, or let the organizer play, too, and "
            "set Allow rematches to yes on the Event sheet; or set Pairing to manual, and type three rounds at three "
            "tables, where one sits out in each.",
        ),
        (
            4,
            "no",
            "4 players cannot all play once at each of two tables, every time against somebody else: there is no such "
            "movement. Expected two players, or five and more. Find more players, or set Allow rematches to yes on the "
            "Event sheet: then each plays at both tables against the same opponent, with the other stock; or set "
            "Pairing to manual, and type the rounds.",
        ),
        (
            121,
            "no",
            "121 players are too many for one movement; expected 120 or fewer. Split the field into two events, each "
            "with tables of its own; the workbook of the second is made by: "
            'turnabout new "The other half.xlsx" --format "Duplicate Magic"',
        ),
        (
            150,
            "no",
            "150 players are too many for one movement; expected 120 or fewer. Split the field into two events, each "
            "with tables of its own; the workbook of the second is made by: "
            'turnabout new "The other half.xlsx" --format "Duplicate Magic"',
        ),
    ],
    ids=["three", "three, with rematches", "four", "one too many", "far too many"],
)
def test_fields_that_cannot_be_paired(size: int, rematches: str, words: str) -> None:
    """Duplicate 1.3."""
    event = event_of(*numbered(size), allow_rematches=rematches)
    assert event.run() == [f"Error: Players: {words}"]
    assert event.rounds == []


@pytest.mark.parametrize("size", [0, 1])
def test_nobody_to_play_against(size: int) -> None:
    event = event_of(*numbered(size))
    assert event.run() == []
    assert event.rounds == []
    found = "only one player" if size else "nobody"
    assert [str(problem) for problem in event.problems()] == [
        f"Warning: Players: The Players sheet lists {found}; a round needs two players or more. "
        "Type the players' names, one in a row."
    ]


def test_four_players_with_rematches() -> None:
    """Each meets one opponent at both tables, with the other stock."""
    # Duplicate 1.3.
    event = paired(*numbered(4), allow_rematches="yes")
    assert event.problems() == []
    assert len(event.rounds) == 2
    assert len({frozenset((row["Player A"], row["Player B"])) for row in games(event)}) == 2
    places_of = Counter((name, table) for name, _, table, _ in places(event))
    assert set(places_of.values()) == {1}
    assert len(places_of) == 8
    stocks = Counter((name, stock) for name, *_, stock in places(event))
    assert set(stocks.values()) == {1}
    assert len(stocks) == 8


@pytest.mark.parametrize(("size", "tables", "rounds"), [(6, 3, 4), (7, 4, 9), (16, 8, 9)])
def test_more_rounds_than_tables(size: int, tables: int, rounds: int) -> None:
    event = event_of(*numbered(size), rounds=rounds)
    assert event.run() == [
        f"Error: Event!B4: Rounds is too high: {size} players have been at every table after {tables} rounds. "
        f"Set Rounds to {tables}."
    ]
    assert event.rounds == []


@pytest.mark.parametrize("size", [6, 9, 12])
def test_fewer_rounds_are_the_first_of_all(size: int) -> None:
    whole = paired(*numbered(size))
    event = paired(*numbered(size), rounds=2)
    assert seats(event) == seats(whole)[:2]
    event.settings["rounds"] = ""
    assert event.run() == []
    assert seats(event) == seats(whole)


# Tables


@pytest.mark.parametrize(
    ("listed", "used"),
    [
        ((101, 102, 103), (101, 102, 103)),
        ((30, 10, 20), (10, 20, 30)),
        ((7, 5, 6, 8), (5, 6, 7)),
        ((101, 102), (1, 101, 102)),
        ((2,), (1, 2, 3)),
    ],
    ids=["in a row", "in no order", "more than it takes", "one too few", "two too few"],
)
def test_the_numbers_are_those_of_the_sheet_tables(listed: tuple[int, ...], used: tuple[int, ...]) -> None:
    event = paired(*numbered(6), tables=listed)
    as_numbers = dict(zip((1, 2, 3), used, strict=True))
    assert seats(event) == [
        [(as_numbers[row[0]], *row[1:]) for row in rows]  # type: ignore[index]
        for rows in seats(paired(*numbered(6)))
    ]


# Coming and going


def fixtures(event: Event) -> list[list[tuple[Raw, ...]]]:
    """Return table and both players, without their stocks, row by row."""
    fields = ("Table", "Player A", "Player B")
    return [sorted((row["Table"], *sorted(row[each] for each in fields[1:])) for row in rows) for rows in event.rounds]


def test_a_player_who_is_known_to_come_late_has_the_empty_chair() -> None:
    """Seven play from the start; Late comes in round 3. Until then those who should meet Late sit out."""
    event = paired(*numbered(7), {"Player": "Late", "Joined round": 3})
    assert event.problems() == []
    without = paired(*numbered(7))
    assert fixtures(event)[:2] == fixtures(without)[:2]
    late = [row for row in games(event) if "Late" in (row["Player A"], row["Player B"])]
    sat_out = [rows[-1] for rows in without.rounds]
    assert [{row["Player A"], row["Player B"]} - {"Late"} for row in late] == [{row["Player A"]} for row in sat_out[2:]]
    assert [row["Table"] for row in late] == [row["Table"] for row in sat_out[2:]]
    assert len(games(event)) == len(games(without)) + 2


LATE: list[Row] = [{"Player": "Later", "Joined round": 3}, {"Player": "Late", "Joined round": 2}]


@pytest.mark.parametrize(("there", "late"), [(6, 2), (7, 1), (7, 2), (8, 1), (12, 2)])
def test_who_is_known_to_come_late_is_drawn_into_the_movement_from_the_start(there: int, late: int) -> None:
    """As if all were there: the games of who is not there yet fall out, and nothing else is different."""
    # Duplicate 4.5.
    # Duplicate 1.2.
    event = paired(*numbered(there), *LATE[:late])
    assert event.problems() == []
    tables = (there + late + 1) // 2
    assert len(event.rounds) == tables
    met = Counter(frozenset((row["Player A"], row["Player B"])) for row in games(event))
    assert set(met.values()) == {1}
    been = Counter((name, table) for name, _, table, _ in places(event))
    assert set(been.values()) == {1}
    for player in LATE[:late]:
        mine = [number for name, number, *_ in places(event) if name == player["Player"]]
        assert mine == list(range(int(str(player["Joined round"])), tables + 1))
    for name in numbered(there):
        assert [number for each, number, *_ in places(event) if each == name] == list(range(1, tables + 1))


@pytest.mark.parametrize("size", [4, 6, 7, 9, 16, 17])
def test_everybody_has_each_stock_as_often_as_the_other_though_some_come_late(size: int) -> None:
    """Counted in the games that are played, as they are after each round; and never thrice in a row."""
    event = paired(*numbered(size), *LATE)
    had: dict[Raw, str] = {}
    for rows in event.rounds:
        for row in rows:
            for side in "AB" if row["Player B"] != BYE_NAME else "":
                name = row[f"Player {side}"]
                had[name] = had.get(name, "") + str(row[f"Deck {side}"])
        assert all(abs(each.count("A") - each.count("B")) <= 1 for each in had.values())
    assert not any(each in stocks for stocks in had.values() for each in ("AAA", "BBB"))


def test_who_comes_after_the_last_round_has_no_chair() -> None:
    event = paired(*numbered(6), tables=(1, 2, 3))
    event.who.append({"Player": "Never", "Joined round": 5})
    assert [str(problem) for problem in event.problems()] == [
        "Warning: Players!B8: Never joins in round 5, but all rounds were paired before the first one; Never is not "
        "paired. When Never is there, type the name over BYE in the rounds to come, or over a player who has left. "
        'Or press "Let Never in" on the desk\'s page.'
    ]


def test_who_comes_when_the_movement_is_made_has_no_chair_in_it() -> None:
    """Duplicate 1.5."""
    event = paired(*numbered(8))
    whole = seats(event)
    event.who.append({"Player": "Late", "Joined round": 2})
    assert event.run() == []
    assert seats(event) == whole
    del event.rounds[2:]
    assert event.run() == []
    assert seats(event) == whole


def test_rounds_that_are_deleted_are_paired_as_they_were_with_the_late() -> None:
    event = paired(*numbered(6), *LATE)
    whole = seats(event)
    del event.rounds[1:]
    assert event.run() == []
    assert seats(event) == whole


def test_who_was_not_there_from_the_start_is_in_no_round() -> None:
    event = paired(*numbered(6), {"Player": "Never", "Dropped after": 0}, tables=(1, 2, 3))
    assert event.problems() == []
    assert seats(event) == seats(paired(*numbered(6)))


@pytest.mark.parametrize("cells", [{"Away": "2"}, {"Dropped after": 1}], ids=["away", "leaves"])
def test_who_should_meet_somebody_who_is_not_there_sits_out(cells: Row) -> None:
    """Duplicate 4.3 and 4.4."""
    event = paired(*numbered(5), {"Player": "P006", **cells})
    whole = paired(*numbered(6))
    for number, (rows, all_rows) in enumerate(zip(seats(event), seats(whole), strict=True), 1):
        gone = number == 2 or (number == 3 and "Dropped after" in cells)
        if not gone:
            assert rows == all_rows
            continue
        table, a, deck_a, b, deck_b = next(row for row in all_rows if "P006" in row)
        alone, stock = (b, deck_b) if a == "P006" else (a, deck_a)
        assert rows == [*(row for row in all_rows if "P006" not in row), (table, alone, stock, BYE_NAME, "")]


# A movement that stays


@pytest.mark.parametrize("deleted", [1, 2, 4])
def test_rounds_that_are_deleted_are_paired_as_they_were(deleted: int) -> None:
    event = paired(*numbered(8))
    before = seats(event)
    event.play(Random(1), 4 - deleted)
    del event.rounds[4 - deleted :]
    assert event.run() == []
    assert seats(event) == before


def test_rounds_that_are_deleted_after_somebody_has_left() -> None:
    event = paired(*numbered(8))
    whole = seats(event)
    event.play(Random(1), 2)
    del event.rounds[2:]
    event.who[4]["Dropped after"] = 2
    assert event.run() == []
    assert seats(event)[:2] == whole[:2]
    for rows, as_it_was in zip(seats(event)[2:], whole[2:], strict=True):
        assert [row for row in as_it_was if "P005" not in row] == rows[:3]
        assert len(rows) == 4
        assert rows[3][3] == BYE_NAME


@pytest.mark.parametrize(
    ("settings", "who"), [({"random_seed": "other"}, {}), ({}, {"Dropped after": 0})], ids=["seed", "players"]
)
def test_rounds_of_another_movement_cannot_be_added_to(settings: dict[str, Raw], who: Row) -> None:
    event = paired(*numbered(8), random_seed="one")
    before = seats(event)
    del event.rounds[3]
    event.settings |= settings
    event.who[2] |= who
    (said,) = event.run()
    assert said == (
        "Error: Round 1: Round 1 is not as the movement has it for the players and the draw as they are now, so "
        "round 4 cannot be added to it. Restore what has changed (who was there from the start, Random seed, or "
        "without one Name and Date), or type the missing rounds by hand; to re-pair all rounds, delete all their "
        "sheets."
    )
    assert seats(event) == before[:3]


# Points


@pytest.mark.parametrize("size", [6, 7, 12, 15, 20])
@pytest.mark.parametrize("rounds", [4, None], ids=["time ran out after four", "all rounds"])
def test_points_are_those_of_a_second_count(size: int, rounds: int | None) -> None:
    event = paired(*numbered(size))
    event.play(Random(size), rounds)
    if rounds is not None:
        event.settings["rounds"] = min(rounds, len(event.rounds))
    found = event.results()
    assert found.finished
    expected = recount(event.rounds[:rounds])
    assert dict(zip(numbered(size), found.standings["points"], strict=True)) == expected
    assert len(set(expected.values())) > 2
