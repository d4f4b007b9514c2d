"""Old results from lists of events, placings and match records: every rule, worked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest

from tests.archive.importing import read_lists
from tests.archive.old_lists import (
    BOTH,
    BY_ID,
    FOUR,
    OPEN,
    ROUNDS,
    TWO,
    events,
    matches,
    placings,
    read,
    refused,
    told,
)
from tests.support.books import SAMPLES
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.sheets.csv_file import read_csv
from turnabout_sheets.sheets.grid import Grid, Raw


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
    """Archive 3.3."""
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
    """Archive 3.3."""
    headers = "Event ID,Name,Date,Format,Players,Rounds,Venue,Organizer"
    event = events("X1,OPEN,2010-05-01,turnabout,16,4,Town hall,Ann Example", headers=headers)
    record = read(event, placings(*FOUR))
    assert record == EventRecord(
        "OPEN", "2010-05-01", "Turnabout", 16, record.entries, (), "X1", "Town hall", "Ann Example", 4
    )
    assert [entry.multiplier for entry in record.entries] == [6, 5, 4, 4]


def test_other_formats_are_archived_without_awards() -> None:
    """Duplicate 5.4; archive 4.1."""
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
    """Archive 3.3."""
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


def test_who_is_in_every_round_of_the_match_records_has_played_all_whatever_the_placing_counts() -> None:
    """Rules 1.12.8."""
    rows = ("Ann,1,", "Bo,2,", "Cy,3,2", "Dee,4,")
    (record,), _ = read_lists(
        [
            placings(*rows, headers="Event,Date,Player,Position,Wins"),
            matches("1,,Ann,Bo,A", "1,,Cy,Dee,A", "2,,Bo,Ann,A"),
        ]
    )
    assert {entry.name: entry.played_all for entry in record.entries} == {
        "Ann": True,
        "Bo": True,
        "Cy": False,
        "Dee": False,
    }


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
        'Error: Placings!D3: Position is "TRUE"; expected a whole number, 0 or more. Correct the cell.',
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
