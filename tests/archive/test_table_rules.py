"""Tables of one event that are typed by hand: what each way of writing means, and what is told (archive 3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from fractions import Fraction

import pytest

from tests.archive.tables_by_hand import DAY, NO_DAY, archived, typed
from turnabout_sheets.archive.lists.results import read_old_files
from turnabout_sheets.archive.lists.scores import (
    is_nobody,
    read_figure,
    read_place,
    read_record,
    read_result,
    read_round,
    read_winner,
)
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.sheets.grid import Grid, Raw

# Single cells


@pytest.mark.parametrize(
    ("text", "place"),
    [("1", 1), ("1.", 1), ("1.0", 1), ("2-3", 2), ("8–10", 8), ("=2", 2), ("2=", 2), ("T5", 5), ("T-5", 5), ("2nd", 2),
     ("1er", 1), ("2ème", 2), ("3º", 3), ("3. - 5.", 3), ("0", 0), ("-", 0), ("–", 0), ("", None), ("x", None),
     ("2-Jan", None), ("9" * 5000, None)],
)  # fmt: skip
def test_places(text: str, place: int | None) -> None:
    assert read_place(text) == place


@pytest.mark.parametrize(
    ("text", "figure"),
    [("9", Fraction(9)), ("12,5", Fraction(25, 2)), ("4.5", Fraction(9, 2)), ("4½", Fraction(9, 2)),
     ("½", Fraction(1, 2)), ("-1", Fraction(-1)), ("", None), ("x", None), ("x½", None),
     ("9" * 5000, None)],
)  # fmt: skip
def test_points(text: str, figure: Fraction | None) -> None:
    assert read_figure(text) == figure


@pytest.mark.parametrize(
    ("text", "record"),
    [("7-2-0", (7, 2, 0)), ("3/0/1", (3, 0, 1)), ("4:1:0", (4, 1, 0)), ("4 – 1", (4, 1)), ("4", None), ("4-x", None),
     ("1-2-3-4", None), ("2003-01-02", None)],
)  # fmt: skip
def test_records(text: str, record: Sequence[int] | None) -> None:
    assert read_record(text) == record


@pytest.mark.parametrize(
    ("text", "winner"),
    [("2-1", "A"), ("2:1", "A"), ("2 - 1", "A"), ("1–2", "B"), ("1-1-1", "Draw"), ("1–1–1", "Draw"), ("0-0-3", "Draw"),
     ("½-½", "Draw"), ("0,5:0,5", "Draw"), ("1-0", "A"), ("0-1F", "B"), ("+/-", "A"), ("+--", "A"), ("+ - -", "A"),
     ("--+", "B"), ("-:+", "B"), ("=", None), ("=-=", "Draw"), ("remis", "Draw"), ("nulle", "Draw"),
     ("tablas", "Draw"), ("Draw", "Draw"), ("½", "Draw"), ("", ""), ("-", ""), ("-:-", ""), ("---", ""),
     ("0-0-0", ""), ("Ada", None), ("2-x", None), ("2-Jan", None)],
)  # fmt: skip
def test_results(text: str, winner: str | None) -> None:
    assert read_result(text) == winner


def test_winners_may_be_numbered() -> None:
    assert [read_winner(text) for text in ("1", "2", "Player 1", "Ada")] == ["A", "B", "A", None]


@pytest.mark.parametrize("text", ["BYE", "bye", "-", "–", "", "(bye)", "Freilos", "spielfrei", "exempt", "libre"])
def test_nobody_is_an_opponent(text: str) -> None:
    assert is_nobody(text)
    assert not is_nobody(f"Ada {text} Lind".replace("  ", " "))


def test_rounds_of_a_row() -> None:
    texts = ("Round 2", "2. Runde", "Ronda 2", "R2", "2", "Sheet2", "Final", "Round 2, table 3")
    assert [read_round(text) for text in texts] == ["2", "2", "2", "2", "", "", "", ""]


# Standings


def one(*lines: str | Sequence[Raw], given: Given = DAY, name: str = "cup.csv") -> EventRecord:
    """Return the only event of a table with which nothing is wrong but that placings may lack."""
    records, _, problems = archived(typed(*lines, name=name), given=given)
    assert [each for each in problems if "Only match records" not in each] == []
    (record,) = records
    return record


def told(*lines: str | Sequence[Raw], given: Given = DAY, name: str = "cup.csv") -> str:
    """Return what is told of a table."""
    (remark,) = archived(typed(*lines, name=name), given=given)[1].remarks
    return remark


def wrong(*lines: str | Sequence[Raw], given: Given = DAY, name: str = "cup.csv") -> list[str]:
    """Return what is wrong with a table, of which nothing is archived."""
    records, _, problems = archived(typed(*lines, name=name), given=given)
    assert records == []
    return [each for each in problems if "is left out: there are errors" not in each]


def placed(record: EventRecord) -> list[tuple[object, ...]]:
    return [(each.position, each.name, each.wins, each.draws, each.losses, each.byes) for each in record.entries]


THREE = [(1, "Ada Lind", 3, 0, 0, 0), (2, "Ben Moss", 1, 1, 1, 0), (3, "Cy Ross", 0, 1, 2, 0)]

STANDINGS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "English, a record": (("Rank;Player;W-L-D;Points", "1;Ada Lind;3-0-0;9", "2;Ben Moss;1-1-1;4", "3;Cy Ross;0-2-1;1"),
                          "W-L-D is won-lost-drawn"),
    "a record as usual": (("Pos;Name;Record;Pts", "1;Ada Lind;3-0;9", "2;Ben Moss;1-1-1;4", "3;Cy Ross;0-2-1;1"),
                          "Record is won-lost-drawn"),
    "won and lost, and three figures": (("Pos;Name;W-L", "1;Ada Lind;3-0-0", "2;Ben Moss;1-1-1", "3;Cy Ross;0-2-1"),
                                        "W-L is won-lost-drawn"),
    "German letters": (("Pl.;Name;S;U;N;Pkt.", "1.;Lind, Ada;3;0;0;9", "2.;Moss, Ben;1;1;1;4", "3.;Ross, Cy;0;1;2;1"),
                       "turned round: first name first"),
    "German words": (("Platz;Vorname;Nachname;Siege;Remis;Niederlagen;Punkte", "1;Ada;Lind;3;0;0;9",
                      "2;Ben;Moss;1;1;1;4", "3;Cy;Ross;0;1;2;1"), "name from Vorname + Nachname"),
    "how many were played, too": (("P;W;D;L;Pts;Player", "3;3;0;0;9;Ada Lind", "3;1;1;1;4;Ben Moss",
                                   "3;0;1;2;1;Cy Ross"), "draws from D"),
    "French": (("Rang;Joueur;V-N-D;Points", "1er;Ada Lind;3-0-0;9", "2e;Ben Moss;1-1-1;4", "3e;Cy Ross;0-1-2;1"),
               "V-N-D is won-drawn-lost"),
    "French words": (("Classement;Nom;Victoires;Nuls;Défaites;Pts", "1;Ada Lind;3;0;0;9", "2;Ben Moss;1;1;1;4",
                      "3;Cy Ross;0;1;2;1"), "losses from Défaites"),
    "Spanish letters": (("Puesto;Jugador;G;E;P;Puntos", "1º;Ada Lind;3;0;0;9", "2º;Ben Moss;1;1;1;4",
                         "3º;Cy Ross;0;1;2;1"), "losses from P"),
    "Spanish words": (("Posición;Nombre;Victorias;Derrotas;Empates;Ptos", "1;Ada Lind;3;0;0;9", "2;Ben Moss;1;1;1;4",
                       "3;Cy Ross;0;2;1;1"), "draws from Empates"),
}  # fmt: skip


@pytest.mark.parametrize("case", STANDINGS)
def test_standings_in_every_language(case: str) -> None:
    lines, said = STANDINGS[case]
    record = one(*lines)
    assert (placed(record), record.rounds) == (THREE, 3)
    assert said in told(*lines)


def test_places_shared_and_blank() -> None:
    lines = ("Place;Name;Pts", "1.;Ada;9", "=2;Ben;6", "T2;Cy;6", ";Dee;6", "5-6;Eve;3", "5-6;Flo;3")
    assert [(each.position, each.name) for each in one(*lines).entries] == [
        (1, "Ada"), (2, "Ben"), (2, "Cy"), (2, "Dee"), (5, "Eve"), (5, "Flo"),
    ]  # fmt: skip
    assert "without a place, level with the one above: 1" in told(*lines)


def test_a_place_of_0_or_a_dash_is_none() -> None:
    _, placings = archived(typed("Place;Name;Points", "1;Ada;3", "0;Ben;1", "-;Cy;0"))[1].grids
    assert [row[0] for row in placings.rows] == ["Position", 1, 0, 0]


def test_without_places_points_tell_them() -> None:
    lines = ("Name;Points", "Ben;4,5", "Ada;9", "Cy;4½", "Dee;-")
    assert [(each.position, each.name, each.points) for each in one(*lines).entries] == [
        (1, "Ada", 9), (2, "Ben", Fraction(9, 2)), (2, "Cy", Fraction(9, 2)), (4, "Dee", None),
    ]  # fmt: skip
    assert "places by points, shared where they are equal, as there is no column of places" in told(*lines)


def test_byes_among_the_wins_are_taken_out() -> None:
    """Ben's three rounds are two wins, one of which is the bye, and a loss."""
    lines = ("Rank;Name;Wins;Losses;Draws;Byes", "1;Ada;3;0;0;0", "2;Ben;2;1;0;1", "3;Cy;1;2;0;0")
    assert placed(one(*lines))[1] == (2, "Ben", 1, 0, 1, 1)
    assert one(*lines).rounds == 3
    assert "byes taken out of the wins, among which they are" in told(*lines)
    apart = ("Rank;Name;Wins;Losses;Draws;Byes", "1;Ada;3;0;0;0", "2;Ben;1;1;0;1", "3;Cy;1;2;0;0")
    assert placed(one(*apart))[1] == (2, "Ben", 1, 0, 1, 1)


def test_rounds_that_are_said_tell_of_byes_too() -> None:
    """All three had a bye, so nobody's matches tell: three rounds are given, else four are in the rows."""
    lines = ("Rank;Name;Wins;Losses;Draws;Byes", "1;Ada;3;0;0;1", "2;Ben;2;1;0;1", "3;Cy;1;2;0;1")
    assert [each[2] for each in placed(one(*lines))] == [3, 2, 1]
    assert [each[2] for each in placed(one(*lines, given=replace(DAY, rounds=3)))] == [2, 1, 0]


@pytest.mark.parametrize(
    "below",
    [("", ";Referee: Eve;;12"), ("", ";Total;;12"), (";Total;;12",), ("3;;;",), (";Referee: Eve;;",)],
)
def test_sums_and_notes_below_are_no_players(below: Sequence[str]) -> None:
    lines = ("Rank;Name;Town;Pts", "1;Ada;X;9", "2;Ben;;3", *below)
    assert [each.name for each in one(*lines).entries] == ["Ada", "Ben"]
    named = below[-1].split(";")[1]
    assert not named or f'"{named}"' in told(*lines)


def test_gaps_among_the_players_and_notes_beside_them() -> None:
    """Who is level with the one above has no place, also as the last of all."""
    lines = ("Rank;Name;Pts", "", "1;Ada;9", ";Ben;9", "", "3;Cy;3", ";Dee;3", "", "made by hand")
    assert [(each.position, each.name) for each in one(*lines).entries] == [
        (1, "Ada"), (1, "Ben"), (3, "Cy"), (3, "Dee"),
    ]  # fmt: skip


def test_ids_are_taken_unless_they_number_the_rows() -> None:
    ids = one("Rank;Name;DCI", "1;Ada;007", "2;Ben;133")
    assert [each.player_id for each in ids.entries] == ["007", "133"]
    numbered = ("Rank;Name;ID", "1;Ada;1", "2;Ben;2")
    assert [each.player_id for each in one(*numbered).entries] == ["", ""]
    assert "Player ID not taken, as it only numbers the rows" in told(*numbered)


def test_what_cannot_be_read_is_told_at_its_cell() -> None:
    assert wrong("Cup;;", "Rank;Name;Points", "1;Ada;abc", "x;Ben;3") == [
        "Error: cup.csv!C3: Points is \"abc\"; expected a number. Correct the cell.",
        "Error: cup.csv!A4: Position is \"x\"; expected a whole number, 0 or more. Correct the cell.",
    ]  # fmt: skip
    assert wrong("Rank;Name;W-L-D", "1;Ada;3-x-0") == [
        'Error: cup.csv!C2: The record is "3-x-0"; expected matches won, lost and drawn, such as 3-0-1. '
        "Correct the cell."
    ]


def test_a_record_that_its_header_does_not_explain_is_refused() -> None:
    (problem,) = wrong("Rank;Name;W-D-L", "1;Ada;3-1")
    assert problem.startswith('Error: cup.csv!C2: The record is "3-1"; expected matches won, drawn and lost')


def test_places_and_records_that_became_dates_are_refused() -> None:
    assert wrong(["Rank", "Name", "W-L-D"], [1.0, "Ada", date(2001, 3, 2)]) == [
        "Error: cup.csv!C2: The cell shows 2001-03-02: a score that became a date. Type it as text, with an apostrophe "
        "before it: '2-1."
    ]
    (problem,) = wrong(["Rank", "Name"], [date(2026, 3, 2), "Ada"])
    assert problem.startswith('Error: cup.csv!A2: Position is "2026-03-02"; expected a whole number, 0 or more, but')


def test_formulas_that_nothing_has_calculated_are_told_at_their_cells() -> None:
    grid = Grid("cup.xlsx", [["Rank", "Name", "W-L-D"], [1.0, "Ada", ""], [2.0, "Ben", "0-3-0"]], {"C2": "formula"})
    records, _, problems = archived(grid)
    assert (records, len(problems)) == ([], 1)
    assert problems[0].startswith("Error: cup.xlsx!C2: Record is a formula that no spreadsheet program has calculated")


@pytest.mark.parametrize(
    ("head", "row", "flagged", "found"),
    [
        ("Round;Player 1;Player 2;Result", "1;Ada;Ben;", "D2", "Winner shows the error #N/A"),
        ("Round;Player 1;Player 2;Result", "1;;;", "B2", "Player A shows the error #N/A"),
        ("Round;Player;Score;Player;Score", "1;Ada;2;Ben;", "C2", 'The result is "2 - #N/A"'),
        ("Rank;Name;Pts", "1;Ada;", "C2", "Points shows the error #N/A"),
    ],
)
def test_errors_of_formulas_are_told_at_their_cells(head: str, row: str, flagged: str, found: str) -> None:
    grid = typed(head, row)
    flag = "E2" if "Score" in head else flagged
    records, _, problems = archived(Grid(grid.name, grid.rows, {flag: "#N/A"}))
    assert records == []
    assert any(f"Error: cup.csv!{flagged}: {found}" in each for each in problems)
    assert [each for each in problems if "Date shows" in each or "Rounds shows" in each] == []  # our own row has none


def test_two_of_one_name() -> None:
    (problem,) = wrong("Rank;Name", "1;Ada", "2;Ada")
    assert problem.startswith('Error: cup.csv!B3: The player "Ada" has a placing in cup (2012-05-31) already')


# Matches


def met(record: EventRecord) -> list[tuple[object, ...]]:
    names = [each.name for each in record.entries]
    return [
        (each.round, each.table, names[each.a], "BYE" if each.b is None else names[each.b],
         each.outcome_a and each.outcome_a.value)
        for each in record.meetings
    ]  # fmt: skip


FOUR = [
    (1, 1, "Ada", "Ben", "win"),
    (1, 2, "Cy", "Dee", "draw"),
    (2, 1, "Dee", "Ada", "loss"),
    (2, None, "Ben", "BYE", "bye"),
]

MATCHES = {
    "English": ("Round;Table;Player 1;Player 2;Result", "1;1;Ada;Ben;2-1", "1;2;Cy;Dee;1-1-1", "2;1;Dee;Ada;0-2",
                "2;;Ben;BYE;2-0"),
    "German": ("Runde;Tisch;Spieler;Gegner;Ergebnis", "1;1;Ada;Ben;2:1", "1;2;Cy;Dee;remis", "2;1;Dee;Ada;0:2",
               "2;;Ben;spielfrei;"),
    "French": ("Ronde;Table;Joueur 1;Joueur 2;Résultat", "1;1;Ada;Ben;1-0", "1;2;Cy;Dee;½-½", "2;1;Dee;Ada;-/+",
               "2;;Ben;exempt;+"),
    "Spanish": ("Ronda;Mesa;Jugador 1;Jugador 2;Ganador", "1;1;Ada;Ben;Ada", "1;2;Cy;Dee;tablas", "2;1;Dee;Ada;2",
                "2;;Ben;libre;"),
    "chess": ("Runde;Brett;Weiß;Schwarz;Erg.", "1;1;Ada;Ben;+--", "1;2;Cy;Dee;½:½", "2;1;Dee;Ada;0-1", "2;-;Ben;-;+"),
    "the same header twice": ("Rd;Bd;Player;vs;Player;Score", "1;1;Ada;vs;Ben;2-1", "1;2;Cy;vs;Dee;1-1",
                              "2;1;Dee;vs;Ada;0-2", "2;;Ben;vs;;"),
    "a score for each": ("Round;Table;Player;Games;Score 1;Player;Score 2", "1;1;Ada;;2;Ben;1", "1;2;Cy;;1;Dee;1",
                         "2;1;Dee;;0;Ada;2", "2;;Ben;;;BYE;"),
    "last, first": ("Round;Table;Player 1;Player 2;Winner", "1;1;X, Ada;X, Ben;X, Ada", "1;2;X, Cy;X, Dee;Draw",
                    "2;1;X, Dee;X, Ada;X, Ada", "2;;X, Ben;;"),
}  # fmt: skip


@pytest.mark.parametrize("case", MATCHES)
def test_matches_in_every_language(case: str) -> None:
    record = one(*MATCHES[case])
    full = [tuple(f"{each} X" if case == "last, first" and each in {"Ada", "Ben", "Cy", "Dee"} else each
                  for each in meeting) for meeting in FOUR]  # fmt: skip
    assert met(record) == full
    assert {each.points for each in record.entries} == {None}
    assert "byes: 1" in told(*MATCHES[case])


def test_an_open_match_has_no_winner() -> None:
    lines = ("Round;Player 1;Player 2;Result", "1;Ada;Ben;", "1;Cy;Dee;-:-", "1;Eve;Flo;0-0")
    assert [each[-1] for each in met(one(*lines))] == [None, None, "draw"]
    assert "of 0-0, taken as a draw: 1; without a result: 2" in told(*lines)


@pytest.mark.parametrize("name", ["cup.xlsx, sheet Round 2", "cup.xlsx, sheet Ronda 2", "cup.xlsx, sheet R2"])
def test_the_name_of_a_sheet_says_the_round(name: str) -> None:
    records, understood, _ = archived(typed("Player 1;Player 2;Result", "Ada;Ben;2-1", name=name), file="cup.xlsx")
    assert [met(record) for record in records] == [[(2, None, "Ada", "Ben", "win")]]
    assert "round 2, as the sheet's name says" in understood.remarks[0]


def test_a_file_named_by_its_last_round_is_not_all_of_that() -> None:
    grids = [typed(*ROUND, name=f"Cup round 2.xlsx, sheet Round {each}") for each in (1, 2)]
    ((record,), _, _) = archived(*grids, file="Cup round 2.xlsx")
    assert [each.round for each in record.meetings] == [1, 2]


def test_matches_without_a_round_are_refused() -> None:
    assert wrong("Player 1;Player 2;Result", "Ada;Ben;2-1", "Cy;Dee;2-1") == [
        "Error: cup.csv: Nothing says which round a match is of; expected its number. Add a column Round, or rename "
        'the sheet "Round 1".'
    ]
    assert wrong("Round;Player 1;Player 2;Result", "1;Ada;Ben;2-1", ";Cy;Dee;2-1")[0].startswith(
        "Error: cup.csv!A3: Round is blank; expected a whole number"
    )


def test_results_that_cannot_be_read_or_contradict_are_told_at_their_cells() -> None:
    head = "Round;Player 1;Player 2;Result"
    assert wrong(head, "1;Ada;Ben;x-y") == [
        'Error: cup.csv!D2: Winner is "x-y"; expected A, B, Draw, Ada or Ben. Correct the cell.'
    ]
    assert wrong(head, "1;Ada;Ben;2-Jan") == [
        'Error: cup.csv!D2: Winner is "2-Jan"; expected A, B, Draw, Ada or Ben. Correct the cell.'
    ]
    assert wrong(f"{head};Winner", "1;Ada;Ben;2-1;Ben") == [
        'Error: cup.csv!D2: The result is 2-1, and the winner "Ben". Correct one of the two.'
    ]
    assert wrong("Round;Player 1;Player 2;Score 1;Score 2", "1;Ada;Ben;2;x") == [
        'Error: cup.csv!D2: The result is "2 - x"; expected a number for each player. Correct the cells.'
    ]


def test_a_score_that_became_a_time_is_what_it_shows() -> None:
    """Of 2:1 a spreadsheet makes 02:01, which can be nothing else."""
    record = one(["Round", "Player 1", "Player 2", "Result"], [1.0, "Ada", "Ben", time(2, 1)])
    assert met(record) == [(1, None, "Ada", "Ben", "win")]


def test_rows_without_players_are_left_out() -> None:
    lines = ("Round;Table;Player 1;Player 2;Result", "1;1;Ada;Ben;2-1", "1;2;;;", "1;3;-;BYE;", "")
    assert met(one(*lines)) == [(1, 1, "Ada", "Ben", "win")]
    assert "rows without players left out: 2" in told(*lines)


@pytest.mark.parametrize("line", ["Round 2;;;", ";;Judge: Eve;", ";Cy;;"])
def test_a_row_that_is_no_match_is_refused(line: str) -> None:
    """Archive 3.5: a heading says a round, a lone name may be a bye, and neither is lost."""
    (problem,) = wrong("Round;Player 1;Player 2;Result", "1;Ada;Ben;2-1", line)
    text = line.strip(";")
    assert f'3: The row has nothing but "{text}"; expected a match. Type a round into a column Round, ' in problem


def test_a_match_beyond_the_last_round() -> None:
    (problem,) = wrong("Round;Player 1;Player 2;Result", "3;Ada;Ben;2-1", given=replace(DAY, rounds=2))
    assert problem.startswith("Error: cup.csv!A2: Round is 3; expected at most 2, the Rounds of cup (2012-05-31).")


def test_somebody_twice_in_a_round_or_against_himself() -> None:
    head = "Round;Player 1;Player 2;Result"
    assert [each[:18] for each in wrong(head, "1;Ada;Ben;2-1", "1;Cy;Ada;2-1")] == ["Error: cup.csv!C3:"]
    assert [each[:18] for each in wrong(head, "1;Ada;Ada;2-1")] == ["Error: cup.csv!C2:"]


# Which event


def sheet(title: str, *rows: str, name: str) -> Grid:
    return typed(title, *rows, name=f"club.xlsx, sheet {name}")


PLACINGS = ("Rank;Name;Pts", "1;Ada;3", "2;Ben;0")
ROUND = ("Player 1;Player 2;Result", "Ada;Ben;2-1")


def test_standings_and_matches_of_a_file_are_one_event() -> None:
    placings, matches = sheet("Cup 5.3.2011", *PLACINGS, name="Final"), sheet("", *ROUND, name="Round 1")
    ((record,), _, problems) = archived(placings, matches, file="Cup.xlsx")
    assert (record.name, record.date, placed(record), met(record), problems) == (
        "Cup", "2012-05-31", [(1, "Ada", 1, 0, 0, 0), (2, "Ben", 0, 0, 1, 0)], [(1, None, "Ada", "Ben", "win")], [],
    )  # fmt: skip


def test_two_standings_of_an_event_are_refused() -> None:
    grids = [sheet("Cup", *PLACINGS, name=each) for each in ("After round 1", "Final")]
    assert archived(*grids, file="club.xlsx")[2] == [
        "Error: club.xlsx, sheet Final: These are standings, as those in club.xlsx, sheet After round 1 are; expected "
        "one table. Delete those that are not final, or save each event as a file."
    ]


def test_options_say_which_event_it_is() -> None:
    record = one("Cup 5.3.2011", *PLACINGS, given=Given("Winter Cup", "2013-01-05", "Netrunner", 5))
    assert (record.name, record.date, record.format, record.rounds) == ("Winter Cup", "2013-01-05", "Netrunner", 5)


def test_nothing_is_taken_for_an_event_of_turnabout_by_itself() -> None:
    """Archive 3.6."""
    assert wrong(*PLACINGS, given=Given(date="2012-05-31")) == [
        "Error: cup.csv: Nothing says which system was played. Say it with --format: Turnabout, Duplicate Magic or "
        "Netrunner. Only Turnabout is rated."
    ]


LEAGUE = ("Event;Date;Rank;Name;Record", "A;2012-05-01;1;Ada;3-0", "A;2012-05-01;2;Ben;2-1", "B;2012-05-08;1;Ada;1-0")


def test_columns_say_which_event_a_row_is_of() -> None:
    """Archive 3.5; the rounds of each event are those that are played there."""
    given = Given(format="Turnabout")
    records, understood, problems = archived(typed(*LEAGUE, ";;2;Ben;0-1"), given=given)
    assert [(each.title, each.rounds, len(each.entries)) for each in records] == [
        ("A (2012-05-01)", 3, 2), ("B (2012-05-08)", 1, 2),
    ]  # fmt: skip
    assert understood.remarks[0].startswith("cup.csv: 4 placings of 2 events: ")
    assert [each for each in problems if not each.startswith("Warning")] == []
    (problem,) = wrong(*LEAGUE, given=replace(given, name="C"))
    assert problem.startswith('Error: cup.csv: There are 2 events, "A", "B"; --name is for one.')


def test_a_day_that_may_be_several_is_refused_with_its_cell() -> None:
    """Archive 3.10."""
    _, _, problems = archived(typed(*LEAGUE[:3], "B;4/5/2013;1;Ada;1-0"), given=NO_DAY)
    assert problems[0].startswith('Error: cup.csv!B4: Date is "4/5/2013"; expected a day such as 2012-05-31')


def test_sheets_without_results_are_left_out_and_told() -> None:
    notes = typed("prizes: 12 packs", name="c.xlsx, sheet Notes")
    records, understood, problems = archived(notes, typed(*PLACINGS, name="c.xlsx, sheet Final"), file="c.xlsx")
    assert (len(records), problems) == (1, [])
    assert understood.remarks[0] == 'c.xlsx, sheet Notes: left out, as it has no results: "prizes: 12 packs".'


def test_a_note_is_no_list_of_players() -> None:
    (problem,) = wrong("prizes: 12 packs")
    assert problem.startswith('Error: cup.csv: No row has headers of results; the first row is "prizes: 12 packs". ')


def test_nothing_below_the_headers_and_nothing_at_all() -> None:
    assert wrong("Rank;Name;Pts") == [
        "Error: cup.csv: There is nothing below the headers; expected a row for each player or match. Add them, or "
        "delete the table."
    ]
    assert [str(each) for each in read_old_files([("cup.csv", [typed("", name="cup.csv")])]).problems] == [
        "Error: cup.csv: The file is empty. Check that it is the right file, and saved."
    ]


def test_a_million_brackets_and_long_numbers_are_read_in_no_time() -> None:
    odd = ["(" * 10**6, "9" * 10**4, "Round " * 10**5]
    head = ["Rank", "Name", "W-L-D", "Player ID", "Date"]
    assert archived(typed(odd, head, *[[each] * 5 for each in odd]))[0] == []


def test_two_tables_on_one_sheet_are_refused_at_the_second_header() -> None:
    """Archive 3.5: else both would be one event."""
    problems = wrong("Rank;Name;Points", "1;Ann Ost;9", "2;Bo Ost;3", "", "Autumn", "Rank;Name;Points", "1;Cy Ost;9")
    assert any("B6: The headers are here again; expected one table on a sheet." in each for each in problems)
