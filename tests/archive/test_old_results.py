"""Old results from lists of events, placings and match records: every rule, worked by hand, and every message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from tests.archive.importing import read_lists
from tests.whole.books import SAMPLES
from turnabout_sheets.archive.awards import add_awards
from turnabout_sheets.archive.lists.results import read_old_events
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.sheets.csv_file import read_csv
from turnabout_sheets.sheets.grid import Grid, Raw

OPEN = "Open,2010-05-01"
"""How rows name the event that most tests are about, in the columns Event and Date."""


def lines(name: str, *rows: str) -> Grid:
    """Return a list, each row as its cells with commas between them."""
    return Grid(f"{name}.csv", [row.split(",") for row in rows])


def events(*rows: str, headers: str = "Name,Date") -> Grid:
    return lines("events", headers, *rows)


def placings(*rows: str, headers: str = "Event,Date,Player,Position", event: str = OPEN) -> Grid:
    """Return placings; rows name an ``event`` where they do not themselves."""
    return lines("placings", headers, *(f"{event},{row}" if event else row for row in rows))


def matches(*rows: str, headers: str = "Event,Date,Round,Table,Player A,Player B,Winner", event: str = OPEN) -> Grid:
    return lines("matches", headers, *(f"{event},{row}" if event else row for row in rows))


FOUR = ("Ann,1", "Bo,2", "Cy,3", "Dee,4")
ROUNDS = ("1,1,Ann,Bo,A", "1,2,Cy,Dee,Draw", "2,1,Dee,Ann,Ann", "2,2,Bo,Cy,A")


def read(*grids: Grid) -> EventRecord:
    """Return the event in lists with which nothing is wrong."""
    records, problems = read_lists(grids)
    assert [str(problem) for problem in problems] == []
    (record,) = records
    return record


def told(*grids: Grid) -> list[str]:
    return [str(problem) for problem in read_lists(grids)[1]]


def refused(*grids: Grid) -> list[str]:
    """Return what is wrong with lists of which no event is archived."""
    records, problems = read_lists(grids)
    assert records == []
    return [str(problem) for problem in problems]


def left_out(where: str = "placings.csv!A2", title: str = "Open (2010-05-01)") -> str:
    return (
        f"Warning: {where}: {title} is left out: there are errors in its rows, or in rows that may be its own. "
        "Correct them, and import the lists again."
    )


def by_name(record: EventRecord) -> Mapping[str, Entry]:
    return {entry.name: entry for entry in record.entries}


def rating(entry: Entry) -> tuple[object, ...]:
    return entry.match_wins, entry.played_all, entry.multiplier, entry.award


def of(field: int, *, position: int, **facts: int | bool) -> Entry:
    """Return the entry of a player in a field, with the award."""
    entry = Entry("Ann", position=position, **facts)  # type: ignore[arg-type]
    return add_awards(EventRecord("Open", "2010-05-01", "Turnabout", field, (entry,))).entries[0]


# Awards


@pytest.mark.parametrize(
    ("field", "position", "expected"),
    [
        (16, 5, 3),  # rules 1.7.3: "6 for 16 players, minus 3 for 5th place"
        (100, 64, 3),  # rules 1.7.3: "9 for 100 players, minus 6 for 64th place"
        (4, 1, 4),
        (5, 5, 1),
        (6, 2, 4),
        (12, 9, 2),
        (24, 1, 7),
        (95, 33, 2),
    ],
)
def test_each_match_win_is_worth_the_multiplier(field: int, position: int, expected: int) -> None:
    entry = of(field, position=position, wins=2, played_all=False)
    assert rating(entry) == (2, False, expected, 2 * expected)


def test_wins_byes_and_half_the_draws_are_match_wins_and_all_rounds_one_more() -> None:
    """Rules 1.12.8."""
    assert rating(of(8, position=3, wins=2, draws=1, losses=3, byes=1, played_all=True)) == (
        Fraction(7, 2), True, 3, Fraction(27, 2),
    )  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [{"field": 3}, {"format": "Netrunner"}, {"format": "Duplicate Magic"}, {"provisional": True}],
    ids=str,
)
def test_what_is_not_rated_has_no_award(changes: Mapping[str, object]) -> None:
    entry = Entry("Ann", position=1, wins=3, played_all=True, match_wins=Fraction(3), multiplier=4, award=Fraction(16))
    record = EventRecord("Open", "2010-05-01", "Turnabout", 4, (entry,))
    assert add_awards(record) == record
    unrated = add_awards(replace(record, **changes))  # type: ignore[arg-type]
    assert unrated.entries == (Entry("Ann", position=1, wins=3),)
    assert not unrated.rated


def test_who_has_no_position_has_no_award_among_others_who_have() -> None:
    """Rules 1.12.8."""
    known, unknown = Entry("Ann", position=1, wins=1), Entry("Bo", wins=2, played_all=True)
    record = add_awards(EventRecord("Open", "2010-05-01", "Turnabout", 4, (known, unknown)))
    assert [rating(entry) for entry in record.entries] == [(1, False, 4, 4), (None, None, None, None)]


# Placings


def test_placings_alone_are_an_event() -> None:
    headers = "Event,Date,Player,Player ID,Position,Wins,Draws,Losses,Byes,Points,Played all rounds"
    rows = (
        'Cy,,3,1,0,2,0,"41.5",no'.replace('"', ""),
        "Ann,7,1,2,1,0,0,70,yes",
        "dee,,3,1,0,1,1,41.5,YES",
        "Bo,B2,2,,,,,,",
    )
    record = read(placings(*rows, headers=headers))
    assert replace(record, entries=()) == EventRecord("Open", "2010-05-01", "Turnabout", 4, ())
    assert record.entries == (
        Entry("Ann", "7", 1, 2, 1, 0, 0, Fraction(70), Fraction(5, 2), True, 4, Fraction(14)),
        Entry("Bo", "B2", 2, 0, 0, 0, 0, None, Fraction(0), False, 3, Fraction(0)),
        Entry("Cy", "", 3, 1, 0, 2, 0, Fraction(83, 2), Fraction(1), False, 2, Fraction(2)),
        Entry("dee", "", 3, 1, 0, 1, 1, Fraction(83, 2), Fraction(2), True, 2, Fraction(6)),
    )


def test_entries_stand_by_position_then_by_name_whatever_the_order_of_rows() -> None:
    rows = ("zed,1", "Ann,3", "bo,1", "Cy,4")
    found = {read(placings(*order)).entries for order in permutations(rows)}
    assert [[entry.name for entry in entries] for entries in found] == [["bo", "zed", "Ann", "Cy"]]


def test_the_row_of_an_event_adds_what_the_placings_do_not_say() -> None:
    headers = "Event ID,Name,Date,Format,Players,Rounds,Venue,Organizer"
    event = events("X1,OPEN,2010-05-01,turnabout,16,4,Town hall,Ann Example", headers=headers)
    record = read(event, placings(*FOUR))
    assert record == EventRecord(
        "OPEN", "2010-05-01", "Turnabout", 16, record.entries, (), "X1", "Town hall", "Ann Example", 4
    )
    assert [entry.multiplier for entry in record.entries] == [6, 5, 4, 4]


def test_other_formats_are_archived_without_awards() -> None:
    """Duplicate 5.4."""
    record = read(events("Open,2010-05-01,duplicate magic", headers="Name,Date,Format"), placings(*FOUR))
    assert record.format == "Duplicate Magic"
    assert [entry.position for entry in record.entries] == [1, 2, 3, 4]
    assert not record.rated


def test_three_players_are_not_rated_and_four_are() -> None:
    assert not read(placings(*FOUR[:3])).rated
    assert read(placings(*FOUR)).rated


@pytest.mark.parametrize(
    ("rounds", "row", "played_all"),
    [
        ("4", "2,1,0,1,", True),
        ("4", "2,1,0,0,", False),
        ("4", "5,0,0,0,", True),
        ("", "2,1,0,1,", False),
        ("4", "2,1,0,1,no", False),
        ("4", "0,0,0,0,yes", True),
        ("", "0,0,0,0,yes", True),
    ],
)
def test_all_rounds_are_played_by_who_has_as_many_results_as_there_were_rounds(
    rounds: str, row: str, played_all: bool
) -> None:
    """Rules 1.12.8."""
    headers = "Event,Date,Player,Position,Wins,Draws,Losses,Byes,Played all rounds"
    event = events(f"Open,2010-05-01,{rounds}", headers="Name,Date,Rounds")
    record = read(event, placings(f"Ann,1,{row}", *(f"{each},,,,," for each in FOUR[1:]), headers=headers))
    assert record.entries[0].played_all is played_all


# Match records


def test_match_records_give_meetings_and_the_figures_that_are_blank() -> None:
    headers = "Event,Date,Round,Table,Player A,Player B,Winner,Points A,Points B"
    rows = ("2,,ann,BYE,,18,0", "1,2,Cy,Ann,b,7,23", "2,9,Bo,CY,draw,15,15", "1,1,Bo,Dee,,,", "2,,Dee,Eve,A,30,0")
    placed = placings("Ann,1", "Bo,2", "Cy,3", "Dee,4", "Eve,5")
    record = read(placed, matches(*rows, headers=headers))
    assert record.rounds == 2
    assert record.meetings == (
        Meeting(1, 1, 1, 3, None, None),
        Meeting(1, 2, 2, 0, "loss", "win", Fraction(7), Fraction(23)),
        Meeting(2, 9, 1, 2, "draw", "draw", Fraction(15), Fraction(15)),
        Meeting(2, None, 0, None, "bye", None, Fraction(18)),
        Meeting(2, None, 3, 4, "win", "loss", Fraction(30), Fraction(0)),
    )
    figures = {name: (e.wins, e.draws, e.losses, e.byes, e.played_all) for name, e in by_name(record).items()}
    assert figures == {
        "Ann": (1, 0, 0, 1, True),
        "Bo": (0, 1, 0, 0, True),
        "Cy": (0, 1, 1, 0, True),
        "Dee": (1, 0, 0, 0, True),
        "Eve": (0, 0, 1, 0, False),
    }
    # 5 players: 4 for first place, and Ann has a win, a bye and both rounds.
    assert [entry.award for entry in record.entries] == [12, Fraction(9, 2), 3, 4, 0]


@pytest.mark.parametrize(
    ("winner", "outcomes"),
    [
        ("A", ("win", "loss")),
        ("b", ("loss", "win")),
        ("DRAW", ("draw", "draw")),
        ("", (None, None)),
        (" ann", ("win", "loss")),
        ("BO", ("loss", "win")),
    ],
)
def test_the_winner_is_a_side_or_a_name(winner: str, outcomes: tuple[str | None, str | None]) -> None:
    meeting = read(placings(*FOUR), matches(f"1,,Ann,Bo,{winner}")).meetings[0]
    assert (meeting.outcome_a, meeting.outcome_b) == outcomes


@pytest.mark.parametrize("winner", ["", "A", "Ann"])
def test_a_bye_is_a_bye_whoever_is_named_as_its_winner(winner: str) -> None:
    record = read(placings(*FOUR), matches(f"1,,Ann,bye,{winner}"))
    assert record.meetings == (Meeting(1, None, 0, None, "bye", None),)
    assert by_name(record)["Ann"].byes == 1


@pytest.mark.parametrize(("rounds", "expected"), [("", {"Ann", "Bo"}), ("2", {"Ann", "Bo"}), ("3", set())])
def test_all_rounds_are_those_of_the_event_else_of_its_match_records(rounds: str, expected: set[str]) -> None:
    """Rules 1.12.8."""
    event = events(f"Open,2010-05-01,{rounds}", headers="Name,Date,Rounds")
    rows = ("1,,Ann,Bo,A", "1,,Cy,Dee,A", "2,,Bo,Ann,A")
    record = read(event, placings(*FOUR), matches(*rows))
    assert {entry.name for entry in record.entries if entry.played_all} == expected
    assert record.rounds == int(rounds or 2)


def test_figures_of_the_placings_go_before_those_of_the_match_records() -> None:
    headers = "Event,Date,Player,Position,Wins,Losses"
    rows = ("Ann,1,2,", "Bo,2,,", "Cy,3,,1", "Dee,4,5,")
    records, problems = read_lists([placings(*rows, headers=headers), matches(*ROUNDS)])
    assert [str(problem) for problem in problems] == [
        "Warning: placings.csv!C5: Wins, draws, losses and byes of Dee are 5, 1, 1 and 0; the match records of "
        "Open (2010-05-01) have 0, 1, 1 and 0. The figures of the placings are used; correct them, or the match "
        "records."
    ]
    assert [(e.wins, e.draws, e.losses, e.byes) for e in records[0].entries] == [
        (2, 0, 0, 0), (1, 0, 1, 0), (0, 1, 1, 0), (5, 1, 1, 0),
    ]  # fmt: skip
    assert records[0].entries[3].match_wins == Fraction(11, 2)


def test_figures_that_differ_are_told_once_for_an_event() -> None:
    rows = (f"{each},0" for each in FOUR)
    assert told(placings(*rows, headers="Event,Date,Player,Position,Wins"), matches(*ROUNDS)) == [
        "Warning: placings.csv!C2: Wins, draws, losses and byes of Ann are 0, 0, 0 and 0; the match records of "
        "Open (2010-05-01) have 2, 0, 0 and 0, and 1 more differ so. The figures of the placings are used; correct "
        "them, or the match records."
    ]


@pytest.mark.parametrize(("wins", "warned"), [(0, True), (1, False), (2, False), (3, True)])
def test_a_match_without_a_winner_may_be_a_win(wins: int, warned: bool) -> None:
    rows = (f"Ann,1,{wins}", "Bo,2,", "Cy,3,", "Dee,4,")
    played = matches("1,,Ann,Bo,A", "2,,Ann,Cy,")
    assert bool(told(placings(*rows, headers="Event,Date,Player,Position,Wins"), played)) is warned


def test_an_event_that_only_match_records_know_has_no_positions_and_no_awards() -> None:
    records, problems = read_lists([matches(*ROUNDS[:3], "2,,bo,BYE,")])
    assert [str(problem) for problem in problems] == [
        "Warning: matches.csv!A2: Only match records of Open (2010-05-01) are known, so its players have no positions "
        "and no awards. Add the placings if you have them."
    ]
    (record,) = records
    assert record.entries == (
        Entry("Ann", wins=2), Entry("Bo", losses=1, byes=1), Entry("Cy", draws=1), Entry("Dee", draws=1, losses=1),
    )  # fmt: skip
    assert (record.field, record.rounds, len(record.meetings)) == (4, 2, 4)


# How rows name their event


BY_ID = "Event ID,Player,Position"
BOTH = "Event ID,Event,Date,Player,Position"
TWO = events("E1,Open,2010-05-01", "E2,Open,2010-05-01", headers="Event ID,Name,Date")


def test_rows_name_an_event_by_its_id_or_by_name_and_date() -> None:
    grids = [
        events("E1,Open,2010-05-01", headers="Event ID,Name,Date"),
        placings("e1,,,Ann,1", "E1,open,,Bo,2", ",Open,2010-05-01,Cy,3", "E1,OPEN,2010-05-01,Dee,4", headers=BOTH,
                 event=""),
        matches("E1,1,Ann,Bo,A", headers="Event ID,Round,Player A,Player B,Winner", event=""),
    ]  # fmt: skip
    found = {read(*order) for order in permutations(grids)}
    (record,) = found
    assert (record.name, record.event_id, record.field, len(record.meetings)) == ("Open", "E1", 4, 1)


def test_an_id_is_known_from_any_row_that_says_the_name_and_the_date() -> None:
    rows = ("E1,,,Ann,1", ",Open,2010-05-01,Bo,2", "E1,Open,2010-05-01,Cy,3", "E1,,,Dee,4")
    found = {read(placings(*order, headers=BOTH, event="")) for order in permutations(rows)}
    assert [(record.name, record.event_id, record.field) for record in found] == [("Open", "E1", 4)]


def test_two_events_of_one_name_and_day_are_told_apart_by_their_ids() -> None:
    records, problems = read_lists([TWO, placings("E1,Ann,1", "E2,Ann,1", "E2,Bo,2", headers=BY_ID, event="")])
    assert [str(problem) for problem in problems] == []
    assert [(record.event_id, len(record.entries)) for record in records] == [("E1", 1), ("E2", 2)]


def test_several_files_of_a_kind_belong_together() -> None:
    more = Grid("more.csv", placings("Cy,3", "Dee,4").rows)
    assert [entry.name for entry in read(more, placings("Ann,1", "Bo,2")).entries] == ["Ann", "Bo", "Cy", "Dee"]


def test_events_stand_by_date_and_name() -> None:
    rows = ("b,2011-01-01,Ann,1", "a,2011-01-01,Ann,1", "c,2010-01-01,Ann,1")
    records, _ = read_lists([placings(*rows, event="")])
    assert [record.title for record in records] == ["c (2010-01-01)", "a (2011-01-01)", "b (2011-01-01)"]


def test_an_event_is_made_in_its_turn_and_its_problems_are_told_then() -> None:
    rows = ("b,2011-01-01,Ann,1", "b,2011-01-01,Ann,2", "a,2010-01-01,Ann,1", "c,2012-01-01,Ann,3")
    old = read_old_events(iter([placings(*rows, event="")]))
    assert len(old) == 3
    assert old.list_problems() == []
    made = iter(old)
    assert next(made).name == "a"
    assert old.list_problems() == []
    assert list(made) == []
    assert [problem.place.cell for problem in old.list_problems()] == ["C3", "D5", "A2", "A5"]


def test_an_event_that_is_in_no_list_of_events_is_doubtful_where_there_is_one() -> None:
    grids = [
        events("Open,2010-05-01"),
        placings(*(f"{OPEN},{each}" for each in FOUR), "Opem,2010-05-01,Eve,1", event=""),
    ]
    records, problems = read_lists(grids)
    assert [record.name for record in records] == ["Opem", "Open"]
    assert [str(problem) for problem in problems] == [
        "Warning: placings.csv!A6: Opem (2010-05-01) stands in no list of events; it is taken as Turnabout with 1 "
        "player. Add it there; if another event is meant, correct its name or date."
    ]


# Errors: each with all that is told, and no event archived

ONE_EVENT: Mapping[str, tuple[Sequence[Grid], list[str]]] = {
    "a cell that cannot be read": (
        [placings("Ann,first", "Bo,2", "Cy,0", "Dee,")],
        [
            'Error: placings.csv!D2: Position is "first"; expected a whole number, 1 or more. Correct the cell.',
            'Error: placings.csv!D4: Position is "0"; expected a whole number, 1 or more. Correct the cell.',
            "Error: placings.csv!D5: Position is blank; expected a whole number, 1 or more. "
            "Fill it in, or clear the whole row.",
            left_out(),
        ],
    ),
    "a day that is none": (
        [events("Open,5/6/2010,x", "Cup,2010-02-30,x", ",2010-05-01,x", headers="Name,Date,Format")],
        [
            'Error: events.csv!B2: Date is "5/6/2010"; expected a day such as 2012-05-31. Correct the cell.',
            'Error: events.csv!C2: Format is "x"; expected Turnabout, Duplicate Magic or Netrunner. Correct the cell.',
            'Error: events.csv!B3: Date is "2010-02-30"; expected a day such as 2012-05-31. Correct the cell.',
            'Error: events.csv!C3: Format is "x"; expected Turnabout, Duplicate Magic or Netrunner. Correct the cell.',
            "Error: events.csv!A4: Name is blank; expected text. Fill it in, or clear the whole row.",
            'Error: events.csv!C4: Format is "x"; expected Turnabout, Duplicate Magic or Netrunner. Correct the cell.',
            left_out("events.csv!A2", "Open"),
            left_out("events.csv!A3", "Cup"),
            left_out("events.csv!A4", "2010-05-01"),
        ],
    ),
    "the same player twice": (
        [placings("Ann,1", "Bo,2", "ANN,3", "Dee,4")],
        [
            'Error: placings.csv!C4: The player "ANN" has a placing in Open (2010-05-01) already, in placings.csv!C2. '
            "Delete one of the rows, or tell the two people apart, for example by an initial.",
            left_out(),
        ],
    ),
    "the same Player ID twice": (
        [placings("Ann,7,1", "Bo,,2", "Cy,7,3", headers="Event,Date,Player,Player ID,Position")],
        [
            'Error: placings.csv!D4: The Player ID "7" has a placing in Open (2010-05-01) already, in placings.csv!D2. '
            "Correct one of the two, or leave it blank.",
            left_out(),
        ],
    ),
    "a player called by a word that means something": (
        [placings("Ann,1", "Bye,2", "draw,3"), matches("1,,Bye,Ann,A")],
        [
            'Error: placings.csv!C3: No player can be called "Bye": BYE, A, B and Draw mean something else in the '
            "results. Add something to the name, for example an initial.",
            'Error: placings.csv!C4: No player can be called "draw": BYE, A, B and Draw mean something else in the '
            "results. Add something to the name, for example an initial.",
            'Error: matches.csv!E2: No player can be called "Bye": BYE, A, B and Draw mean something else in the '
            "results. Where somebody has a bye, BYE stands as player B.",
            left_out(),
        ],
    ),
    "fewer players than placings": (
        [events("Open,2010-05-01,3", headers="Name,Date,Players"), placings(*FOUR)],
        [
            "Error: events.csv!C2: Players is 3; expected at least 4, who have a placing. "
            "Correct the number, or the rows that are too many.",
            left_out("events.csv!A2"),
        ],
    ),
    "fewer players than in the match records": (
        [events("Open,2010-05-01,3", headers="Name,Date,Players"), matches(*ROUNDS)],
        [
            "Error: events.csv!C2: Players is 3; expected at least 4, who stand in its match records. "
            "Correct the number, or the rows that are too many.",
            left_out("events.csv!A2"),
        ],
    ),
    "a position beyond the field": (
        [placings("Ann,1", "Bo,2", "Cy,3", "Dee,5")],
        [
            "Error: placings.csv!D5: Position is 5; expected at most 4, the number of players in Open (2010-05-01). "
            "Correct it; if placings are missing, add them, or type the event's Players in a list of events.",
            left_out(),
        ],
    ),
    "players that cannot be read make no position wrong": (
        [events("Open,2010-05-01,many", headers="Name,Date,Players"), placings("Ann,9")],
        [
            'Error: events.csv!C2: Players is "many"; expected a whole number, 1 or more. Correct the cell.',
            left_out("events.csv!A2"),
        ],
    ),
    "a match of somebody without a placing": (
        [placings(*FOUR), matches("1,,Ann,Boo,", "1,,Xavier,Dee,")],
        [
            'Error: matches.csv!F2: Player B is "Boo"; expected a player who has a placing in Open (2010-05-01). '
            'Did you mean "Bo"?',
            'Error: matches.csv!E3: Player A is "Xavier"; expected a player who has a placing in Open (2010-05-01). '
            "Correct the name, or add the player's placing.",
            left_out(),
        ],
    ),
    "a placing whose name is blank makes nobody a stranger": (
        [placings("Ann,1", ",2"), matches("1,,Ann,Bo,A")],
        [
            "Error: placings.csv!C3: Player is blank; expected the name of a player. "
            "Fill it in, or clear the whole row.",
            left_out(),
        ],
    ),
    "a winner who is neither": (
        [placings(*FOUR), matches("1,,Ann,Bo,Cy", "1,,Cy,Dee,Drew", "2,,Dee,BYE,Draw")],
        [
            'Error: matches.csv!G2: Winner is "Cy"; expected A, B, Draw, Ann or Bo. Correct the cell.',
            'Error: matches.csv!G3: Winner is "Drew"; expected A, B, Draw, Cy or Dee. Did you mean "Draw"?',
            'Error: matches.csv!G4: Winner is "Draw"; expected A or Dee. Correct the cell.',
            left_out(),
        ],
    ),
    "somebody twice in a round": (
        [placings(*FOUR), matches("1,,Ann,Bo,A", "1,,Cy,Ann,A", "2,,Dee,Dee,A", "2,,Ann,BYE,")],
        [
            "Error: matches.csv!F3: Ann stands in round 1 twice, here and in matches.csv!E2. "
            "Correct one of the two names, or the round.",
            "Error: matches.csv!F4: Dee stands in round 2 twice, here and in matches.csv!E4. "
            "Correct one of the two names, or the round.",
            left_out(),
        ],
    ),
    "a round that the event did not have": (
        [events("Open,2010-05-01,2", headers="Name,Date,Rounds"), placings(*FOUR), matches("3,,Ann,Bo,A")],
        [
            "Error: matches.csv!C2: Round is 3; expected at most 2, the Rounds of Open (2010-05-01). "
            "Correct it, or the event's Rounds.",
            left_out("events.csv!A2"),
        ],
    ),
    "match rows with holes": (
        [placings(*FOUR), matches("0,,Ann,Bo,A", "1,x,,Cy,A", "1,,Dee,,A")],
        [
            'Error: matches.csv!C2: Round is "0"; expected a whole number from 1 to 999. Correct the cell.',
            'Error: matches.csv!D3: Table is "x"; expected a whole number, 1 or more. Correct the cell.',
            "Error: matches.csv!E3: Player A is blank; expected the name of a player. "
            "Fill it in, or clear the whole row.",
            "Error: matches.csv!F4: Player B is blank; expected the name of a player, or BYE. "
            "Fill it in, or clear the whole row.",
            left_out(),
        ],
    ),
    "an event without anything": (
        [events("Open,2010-05-01")],
        [
            "Error: events.csv!A2: Open (2010-05-01) has no placings and no match records, so there is nothing to "
            "archive. Add them, or delete the row."
        ],
    ),
    "an event twice": (
        [events("Open,2010-05-01,E1", "open,2010-05-01,", headers="Name,Date,Event ID"), placings(*FOUR)],
        [
            "Error: events.csv!A3: open (2010-05-01) stands in events.csv!A2 already; expected every event once. "
            "Delete one of the two rows, or give each its own Event ID.",
            left_out("events.csv!A2"),
        ],
    ),
    "an Event ID twice": (
        [events("E1,Open,2010-05-01", "e1,Cup,2011-05-01", headers="Event ID,Name,Date"), placings(*FOUR)],
        [
            'Error: events.csv!B3: The Event ID "e1" stands in events.csv!B2 already; expected every event once. '
            "Delete one of the two rows, or correct the Event ID.",
            left_out("events.csv!B2"),
        ],
    ),
    "a row that names no event": (
        [placings(f"{OPEN},Ann,1", ",,Bo,2", "Open,,Cy,3", ",2010-05-01,Dee,4", event="")],
        [
            "Error: placings.csv!B3: The row does not say which event it belongs to; expected its Event ID, or Event "
            "and Date. Fill them in, or clear the whole row.",
            "Error: placings.csv!B4: The row does not say which event it belongs to; expected its Event ID, or Event "
            "and Date. Fill them in, or clear the whole row.",
            "Error: placings.csv!A5: The row does not say which event it belongs to; expected its Event ID, or Event "
            "and Date. Fill them in, or clear the whole row.",
            left_out(),
        ],
    ),
    "a row whose date cannot be read is told once": (
        [placings(f"{OPEN},Ann,1", "Open,May,Bo,2", event="")],
        [
            'Error: placings.csv!B3: Date is "May"; expected a day such as 2012-05-31. Correct the cell.',
            left_out(),
        ],
    ),
    "an Event ID that is not known": (
        [events("E1,Open,2010-05-01", headers="Event ID,Name,Date"),
         placings("E1,Ann,1", "E9,Bo,2", "E9,Cy,3", headers=BY_ID, event="")],
        [
            'Error: placings.csv!A3: The Event ID is "E9", and no row says which event that is. '
            "Correct it, or add the event to a list of events.",
            left_out("events.csv!B2"),
        ],
    ),
    "an Event ID that is another event's": (
        [events("E1,Open,2010-05-01", headers="Event ID,Name,Date"),
         placings("E1,,,Ann,1", "E1,Cup,,Bo,2", "E1,Open,2011-05-01,Cy,3", headers=BOTH, event="")],
        [
            'Error: placings.csv!A3: The Event ID "E1" is that of Open (2010-05-01) in events.csv!B2; found Cup beside '
            "it. Correct the Event ID, or what stands beside it.",
            'Error: placings.csv!A4: The Event ID "E1" is that of Open (2010-05-01) in events.csv!B2; found '
            "Open (2011-05-01) beside it. Correct the Event ID, or what stands beside it.",
            left_out("events.csv!B2"),
        ],
    ),
    "an event with another Event ID": (
        [placings("E1,Open,2010-05-01,Ann,1", "E2,Open,2010-05-01,Bo,2", headers=BOTH, event="")],
        [
            'Error: placings.csv!A3: The Event ID is "E2"; expected "E1", as Open (2010-05-01) has it in '
            "placings.csv!B2. Correct it; if it is another event, add that to a list of events.",
            left_out("placings.csv!B2"),
        ],
    ),
    "two events that a row may mean": (
        [TWO, placings("E1,,,Ann,1", "E2,,,Ann,1", ",Open,2010-05-01,Bo,2", headers=BOTH, event="")],
        [
            "Error: placings.csv!B4: 2 events are called Open (2010-05-01): E1 and E2. Give the Event ID, too.",
            left_out("events.csv!B2"),
            left_out("events.csv!B3"),
        ],
    ),
    "a header twice": (
        [placings("Ann,1,2", headers="Event,Date,Player,Position,Position")],
        [
            'Error: placings.csv!E1: The header "Position" stands in D1 already. Rename or delete one of the two.',
            left_out(),
        ],
    ),
    "no column for the event": (
        [lines("placings", "Event,Player,Position", "Open,Ann,1")],
        [
            "Error: placings.csv: No column says which event a row belongs to; expected Event ID, or Event and Date. "
            "Add it, and fill it in for every row."
        ],
    ),
    "headers that are misspelt": (
        [lines("placings", "2010,,,", "Event,Date,Plaier,Position", "Open,2010-05-01,Ann,1")],
        [
            "Error: placings.csv: None of the first 20 rows has the headers of a list of old results. Matches have "
            "Round, Player A and Player B; Placings have Player and Position; Events have Name and Date. "
            '"Plaier" may be meant for "Player". Correct the headers, or take the file away.',
        ],
    ),
    "a file that is no list": (
        [lines("shopping", "Milk,2"), Grid("blank.csv", [])],
        [
            f"Error: {name}.csv: None of the first 20 rows has the headers of a list of old results. Matches have "
            "Round, Player A and Player B; Placings have Player and Position; Events have Name and Date. "
            "Correct the headers, or take the file away."
            for name in ("shopping", "blank")
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("grids", "expected"), ONE_EVENT.values(), ids=ONE_EVENT)
def test_errors(grids: Sequence[Grid], expected: list[str]) -> None:
    assert refused(*grids) == expected


# Nothing is half imported


def names(*grids: Grid) -> list[str]:
    return [record.name for record in read_lists(grids)[0]]


def three(*between: str, where: int = 2) -> Grid:
    """Return the placings of three events of two players each, with rows put in between."""
    rows = [f"{name},2010-05-01,{player}" for name in ("Cup", "Open", "Prix") for player in ("Ann,1", "Bo,2")]
    return placings(*rows[:where], *between, *rows[where:], event="")


@pytest.mark.parametrize(
    ("bad", "where", "expected"),
    [
        ("Open,2010-05-01,Cy,x", 0, ["Cup", "Prix"]),
        ("Open,1/5/2010,Cy,1", 0, ["Cup", "Prix"]),
        ("Open,,Cy,1", 0, ["Cup", "Prix"]),
        (",,Cy,1", 1, ["Open", "Prix"]),
        (",,Cy,1", 2, ["Prix"]),
        (",,Cy,1", 6, ["Cup", "Open"]),
        ("Opne,May,Cy,1", 3, ["Cup", "Prix"]),
        (",2010-05-01,Cy,1", 0, []),
    ],
)
def test_a_bad_row_leaves_out_the_event_that_it_may_belong_to_and_no_other(
    bad: str, where: int, expected: list[str]
) -> None:
    assert names(three(bad, where=where)) == expected


def test_several_bad_rows_in_a_line_leave_out_what_is_around_them() -> None:
    assert names(three(",,Cy,1", ",,Cy,1", ",,Cy,1", where=2)) == ["Prix"]


def test_an_event_whose_row_among_the_events_is_bad_is_left_out() -> None:
    assert names(events("Cup,2010-05-01", "Open,May", "Prix,2010-05-01"), three()) == ["Cup", "Prix"]
    assert names(events("Cup,2010-05-01", "Open,2010-05-01", "Prix,May"), three()) == ["Cup", "Open"]


def test_an_event_that_stands_in_a_file_that_cannot_be_read_is_left_out() -> None:
    assert names(three(), lines("broken", "Event,Date,Plaier,Position", " OPEN,2010-05-01,Ann,1")) == ["Cup", "Prix"]
    assert names(three(), lines("shopping", "Milk,2")) == ["Cup", "Open", "Prix"]


def test_an_event_id_in_a_file_that_cannot_be_read_is_found_too() -> None:
    listed = events("E1,Cup,2010-05-01", "E2,Open,2010-05-01", headers="Event ID,Name,Date")
    grids = [listed, three(), lines("broken", "Event ID,Plaier", "e2,Ann")]
    assert names(*grids) == ["Cup", "Prix"]


def test_an_error_in_the_headers_leaves_out_every_event_of_the_file() -> None:
    more = lines("more", "Event,Date,Player,Position,Player", "Open,2010-05-01,Cy,3,x")
    assert names(three(), more) == ["Cup", "Prix"]


def test_an_event_id_beside_a_day_that_no_event_has_leaves_out_the_event_of_the_id_alone() -> None:
    listed = events("E1,Open,2010-05-01", "E2,Open,2011-05-01", headers="Event ID,Name,Date")
    rows = ("E1,,,Ann,1", "E2,,,Ann,1", "E1,Open,2012-05-01,Bo,2")
    records, _ = read_lists([listed, placings(*rows, headers=BOTH, event="")])
    assert [record.event_id for record in records] == ["E2"]


# Positions that look wrong


@pytest.mark.parametrize(
    ("positions", "field", "what"),
    [
        ((1, 2, 3, 4), 4, None),
        ((1, 1, 3, 3), 4, None),
        ((1, 2, 2, 2), 4, None),
        ((2, 5, 5, 9), 16, None),
        ((1, 1, 2, 4), 4, "!D4: In Open (2010-05-01) 2 players stand before position 2; there is room for 1."),
        ((1, 3, 3, 3, 4), 9, "!D6: In Open (2010-05-01) 4 players stand before position 4; there is room for 3."),
        ((1, 2, 4, 4), 4, "!D4: In Open (2010-05-01) 2 players stand in position 4 or after it; there is room for 1."),
    ],
)
def test_positions_that_more_players_have_than_fit_are_doubtful(
    positions: Sequence[int], field: int, what: str | None
) -> None:
    event = events(f"Open,2010-05-01,{field}", headers="Name,Date,Players")
    found = told(event, placings(*(f"{name},{each}" for name, each in zip("CDEFG", positions, strict=False))))
    hint = "Correct the positions if they are wrong; players who are tied share the first of theirs."
    assert found == ([] if what is None else [f"Warning: placings.csv{what} {hint}"])


# From real files


def test_lists_that_excel_has_written_are_read(tmp_path: Path) -> None:
    text = "Event;Date;Player;Position;Points\r\n" + "".join(
        f"Käse-Cup;2010-05-01;{name};{position};41,5\r\n" for position, name in enumerate(("Zoë", "Jürg", "Ida"), 1)
    )
    found = []
    for encoding in ("cp1252", "utf-8-sig"):
        (tmp_path / "placings.csv").write_bytes(text.encode(encoding))
        found.append(read(read_csv(tmp_path / "placings.csv")))
    assert found[0] == found[1]
    assert (found[0].name, [entry.name for entry in found[0].entries]) == ("Käse-Cup", ["Zoë", "Jürg", "Ida"])
    assert found[0].entries[0].points == Fraction(83, 2)


def test_cells_of_a_sheet_are_read_as_what_they_are() -> None:
    rows: list[list[Raw]] = [
        ["Event", "Date", "Player", "Position"],
        ["Open", date(2010, 5, 1), 1997, 1.0],
        ["Open", date(2010, 5, 1), "Bo", True],
    ]
    assert refused(Grid("Placings", rows)) == [
        'Error: Placings!D3: Position is "TRUE"; expected a whole number, 1 or more. Correct the cell.',
        left_out("Placings!A2"),
    ]
    record = read(Grid("Placings", rows[:2]))
    assert (record.date, record.entries) == ("2010-05-01", (Entry("1997", position=1),))


def test_the_sample_lists() -> None:
    records, problems = read_lists([read_csv(path) for path in sorted((SAMPLES / "old-results").glob("*.csv"))])
    assert [str(problem) for problem in problems] == []
    shown = [(r.title, r.event_id, r.field, r.rounds, len(r.entries), len(r.meetings), r.venue) for r in records]
    assert shown == [
        ("Riverside Opening (2009-04-18)", "RO-09", 8, 3, 8, 12, "Boathouse"),
        ("Harbour Open (2010-09-04)", "", 14, 4, 12, 0, "Old customs hall"),
        ("Winter Duel (2012-01-21)", "WD-12", 5, 3, 5, 9, "Boathouse"),
    ]
    # By hand: 8 players make 5 for first place, 14 make 6, 5 make 4; everybody but Greta Holm played all rounds.
    assert [[(entry.name, entry.award) for entry in record.entries] for record in records] == [
        [
            ("Pim de Wit", (3 + 1) * 5),
            ("Marco Bassi", (2 + 1) * 4),
            ("Tomas Ferro", (1 + 1) * 3),
            ("Jonas Vik", (1 + 1) * 3),
            ("Nadia Orlov", (Fraction(3, 2) + 1) * 2),
            ("Zoë Lindqvist", (Fraction(3, 2) + 1) * 2),
            ("Ilse Brandt", (2 + 1) * 2),
            ("Hana Kruse", (0 + 1) * 2),
        ],
        [
            ("Nadia Orlov", (4 + 1) * 6),
            ("Jonas Vik", (3 + 1) * 5),
            ("Zoë Lindqvist", (3 + 1) * 4),
            ("Ilse Brandt", (Fraction(5, 2) + 1) * 4),
            ("Pavel Anker", (2 + 1) * 3),
            ("Ruth Salo", (Fraction(5, 2) + 1) * 3),
            ("Pim de Wit", (2 + 1) * 3),
            ("Lena Maas", (2 + 1) * 3),
            ("Tomas Ferro", (Fraction(3, 2) + 1) * 2),
            ("Hana Kruse", (1 + 1 + 1) * 2),
            ("Owen Tarr", (Fraction(3, 2) + 1) * 2),
            ("Greta Holm", 0),
        ],
        [
            ("Ilse Brandt", (2 + 1) * 4),
            ("Jonas Vik", (2 + 1) * 3),
            ("Owen Tarr", (1 + 1 + 1) * 3),
            ("Ruth Salo", (1 + 1 + 1) * 3),
            ("Hana Kruse", (0 + 1 + 1) * 1),
        ],
    ]
