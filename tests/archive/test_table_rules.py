"""Tables of one event that are typed by hand: what each way of writing means, and what is told (archive 3.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time
from fractions import Fraction

import pytest

from tests.archive.tables_by_hand import DAY, NO_DAY, archived, typed
from turnabout_sheets.archive.lists.scores import is_nobody, read_figure, read_place, read_result, read_winner
from turnabout_sheets.archive.lists.sort_sheets import MOST_ROWS
from turnabout_sheets.archive.lists.titles import read_round, read_title
from turnabout_sheets.archive.lists.understood import Given
from turnabout_sheets.archive.lists.win_records import read_record
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
     ("½", Fraction(1, 2)), ("2 ¼", Fraction(9, 4)), ("-1", Fraction(-1)), ("", None), ("x", None), ("x½", None),
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


TITLES = {
    "Autumn Cup 2009 - final standings": ("Autumn Cup 2009", None, None, None),
    "4 rounds, 10 players": ("", None, 4, None),
    "Vereinsturnier, 5 Runden, 12 Spieler": ("Vereinsturnier", None, 5, None),
    "Club Cup (5 March 2011)": ("Club Cup", "2011-03-05", None, None),
    "Herbstpokal am 5.3.2011": ("Herbstpokal", "2011-03-05", None, None),
    "Tournoi du samedi 5 mars 2011 – Ronde 2": ("Tournoi", "2011-03-05", None, 2),
    "sábado 5 de marzo de 2011, Torneo de Otoño": ("Torneo de Otoño", "2011-03-05", None, None),
    "autumn_cup_2009-11-05": ("autumn cup", "2009-11-05", None, None),
    "20110305 Cup": ("Cup", "2011-03-05", None, None),
    "Standings after round 4": ("", None, None, 4),
    "Runde 3 – Vereinsturnier": ("Vereinsturnier", None, None, 3),
    "Ronda 2": ("", None, None, 2),
    "Tour 2": ("", None, None, 2),
    "2. Runde": ("", None, None, 2),
    "Tour de France": ("Tour de France", None, None, None),
    "Cup (Berlin)": ("Cup (Berlin)", None, None, None),
    "Date:": ("", None, None, None),
    "Datum: 5.3.2011": ("", "2011-03-05", None, None),
    "Turnier: Herbstpokal": ("Herbstpokal", None, None, None),
    "Final ranking crosstable after 5 rounds": ("", None, 5, None),
    "Runden: 5": ("", None, 5, None),
    "Round: 2": ("", None, None, 2),
    "Prizes are given by the club, " * 9: ("", None, None, None),
    **dict.fromkeys(("Sheet1", "Tabelle1", "Blatt2", "Feuil1", "Hoja1", "Final", "Endstand", "Classement final",
                     "Clasificación"), ("", None, None, None)),
}  # fmt: skip


@pytest.mark.parametrize("text", TITLES)
def test_titles(text: str) -> None:
    title = read_title(text)
    assert (title.name, title.day or None, title.rounds, title.round) == TITLES[text]


def test_rounds_of_a_row() -> None:
    assert [read_round(text) for text in ("2", "2.", "Round 2", "Runde 2", "2e ronde", "R2", "Final", "Cup")] == [
        2, 2, 2, 2, 2, 2, None, None,
    ]  # fmt: skip


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
                          "W-L-D is won-lost-drawn, as its header says"),
    "a record by the points": (("Pos;Name;Record;Pts", "1;Ada Lind;3-0-0;9", "2;Ben Moss;1-1-1;4", "3;Cy Ross;0-1-2;1"),
                               "Record is won-drawn-lost, as the points say"),
    "a record as usual": (("Pos;Name;Record", "1;Ada Lind;3-0-0", "2;Ben Moss;1-1-1", "3;Cy Ross;0-2-1"),
                          "Record is won-lost-drawn, as is usual"),
    "German letters": (("Pl.;Name;S;U;N;Pkt.", "1.;Lind, Ada;3;0;0;9", "2.;Moss, Ben;1;1;1;4", "3.;Ross, Cy;0;1;2;1"),
                       "turned round: first name first"),
    "German words": (("Platz;Vorname;Nachname;Siege;Remis;Niederlagen;Punkte", "1;Ada;Lind;3;0;0;9",
                      "2;Ben;Moss;1;1;1;4", "3;Cy;Ross;0;1;2;1"), "name from Vorname + Nachname"),
    "how many were played, too": (("P;W;D;L;Pts;Player", "3;3;0;0;9;Ada Lind", "3;1;1;1;4;Ben Moss",
                                   "3;0;1;2;1;Cy Ross"), "draws from D"),
    "French": (("Rang;Joueur;V-N-D;Points", "1er;Ada Lind;3-0-0;9", "2e;Ben Moss;1-1-1;4", "3e;Cy Ross;0-1-2;1"),
               "V-N-D is won-drawn-lost, as its header says"),
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
    """Ben's three rounds are two wins, one of which is the bye, and a loss; it is told either way."""
    lines = ("Rank;Name;Wins;Losses;Draws;Byes", "1;Ada;3;0;0;0", "2;Ben;2;1;0;1", "3;Cy;1;2;0;0")
    assert placed(one(*lines))[1] == (2, "Ben", 1, 0, 1, 1)
    assert one(*lines).rounds == 3
    assert "byes taken out of the wins, among which they are" in told(*lines)
    apart = ("Rank;Name;Wins;Losses;Draws;Byes", "1;Ada;3;0;0;0", "2;Ben;1;1;0;1", "3;Cy;1;2;0;0")
    assert placed(one(*apart))[1] == (2, "Ben", 1, 0, 1, 1)
    assert "byes apart from wins" in told(*apart)


def test_rounds_that_are_said_tell_of_byes_too() -> None:
    """All three had a bye, so nobody's matches tell: three rounds are given, else four are in the rows."""
    lines = ("Rank;Name;Wins;Losses;Draws;Byes", "1;Ada;3;0;0;1", "2;Ben;2;1;0;1", "3;Cy;1;2;0;1")
    assert [each[2] for each in placed(one(*lines))] == [3, 2, 1]
    assert [each[2] for each in placed(one(*lines, given=Given(date="2012-05-31", rounds=3)))] == [2, 1, 0]
    assert [each[2] for each in placed(one("Cup, 3 rounds", *lines))] == [2, 1, 0]


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
    lines = ("Rank;Name;Pts", "", "1;Ada;9", ";Ben;9", "", "Rank;Name;Pts", "3;Cy;3", ";Dee;3", "", "made by hand")
    assert [(each.position, each.name) for each in one(*lines).entries] == [
        (1, "Ada"), (1, "Ben"), (3, "Cy"), (3, "Dee"),
    ]  # fmt: skip
    assert '1 row left out: "made by hand"' in told(*lines)


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
        'Error: cup.csv!C2: The record is "3-x-0"; expected matches won, drawn and lost, such as 3-0-1. '
        "Correct the cell."
    ]


def test_places_and_records_that_became_dates_are_refused() -> None:
    assert wrong(["Rank", "Name", "W-L-D"], [date(2026, 3, 2), "Ada", "3-0-0"], [2.0, "Ben", date(2001, 3, 2)]) == [
        "Error: cup.csv!A2: The cell shows 2-Mar: a place that became a date. Type it as text, with an apostrophe "
        "before it: '2-3.",
        "Error: cup.csv!C3: The cell shows 2-Mar: a record that became a date. Type it as text, with an apostrophe "
        "before it: '2-1-0.",
    ]


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
        ("Rank;Name;1.Rd;2.Rd", "1;Ada;-1;", "D2", 'The cell is "#N/A"'),
        ("Rank;Name;Pts", "1;Ada;", "C2", "Points shows the error #N/A"),
    ],
)
def test_errors_of_formulas_are_told_at_their_cells(head: str, row: str, flagged: str, found: str) -> None:
    grid = typed(head, row, "2;Ben;1w1;1b0" if "1.Rd" in head else "")
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
    "lines between": ("Round 1", "Table;Player 1;Player 2;Result", "1;Ada;Ben;2-1", "2;Cy;Dee;1-1", "", "Round 2",
                      "Table;Player 1;Player 2;Result", "1;Dee;Ada;0-2", ";BYE;Ben;"),
    "merged cells": ("Round;Table;Player 1;Player 2;Result", "1;1;Ada;Ben;2-1", ";2;Cy;Dee;1-1",
                     "Round 2;1;Dee;Ada;0-2", ";;Ben;bye;"),
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
    assert "round 2, as its title or its sheet's name says" in understood.remarks[0]


def test_a_file_named_by_its_last_round_is_not_all_of_that() -> None:
    grids = [typed(*ROUND, name=f"Cup round 2.xlsx, sheet Round {each}") for each in (1, 2)]
    ((record,), _, _) = archived(*grids, file="Cup round 2.xlsx")
    assert [(each.round, record.name) for each in record.meetings] == [(1, "Cup"), (2, "Cup")]


def test_matches_without_a_round_are_refused_once() -> None:
    assert wrong("Player 1;Player 2;Result", "Ada;Ben;2-1", "Cy;Dee;2-1") == [
        "Error: cup.csv!A2: Nothing says which round this match is of; expected its number. Add a column Round, call "
        'the sheet "Round 1", or write "Round 1" above the table or between its rows.'
    ]


def test_results_that_cannot_be_read_or_contradict_are_told_at_their_cells() -> None:
    head = "Round;Player 1;Player 2;Result"
    assert wrong(head, "1;Ada;Ben;x-y") == [
        'Error: cup.csv!D2: Winner is "x-y"; expected A, B, Draw, Ada or Ben. Correct the cell.'
    ]
    assert wrong(head, "1;Ada;Ben;2-Jan") == [
        "Error: cup.csv!D2: The cell shows 2-Jan: a score that became a date. Type it as text, with an apostrophe "
        "before it: '2-1."
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


def test_notes_and_empty_pairings_among_matches_are_left_out() -> None:
    lines = ("Round;Table;Player 1;Player 2;Result", "1;1;Ada;Ben;2-1", "1;2;;;", "1;3;-;BYE;", "", ";;Judge: Eve")
    assert met(one(*lines)) == [(1, 1, "Ada", "Ben", "win")]
    assert 'rows without players left out: 2; 1 row left out: "Judge: Eve"' in told(*lines)


def test_a_match_beyond_the_last_round() -> None:
    lines = ("Cup, 2 rounds", "Round 3", "Player 1;Player 2;Result", "Ada;Ben;2-1")
    assert wrong(*lines) == [
        "Error: cup.csv: There is a match of round 3; expected at most 2, the number from the title. Correct the "
        "number of rounds, or the round."
    ]


def test_somebody_twice_in_a_round_or_against_himself() -> None:
    head = "Round;Player 1;Player 2;Result"
    assert [each[:18] for each in wrong(head, "1;Ada;Ben;2-1", "1;Cy;Ada;2-1")] == ["Error: cup.csv!C3:"]
    assert [each[:18] for each in wrong(head, "1;Ada;Ada;2-1")] == ["Error: cup.csv!C2:"]


# Cross-tables

CROSS = ("Nr;Rk;Name;1.Rd;2.Rd;3.Rd;Pts", "9;1;Ada;2w1;3b½;-1;2½", "8;2;Ben;1b0;-1;3w+;2", "7;3;Cy;-1;1w½;2b-;1½")


def test_a_cross_table_gives_placings_and_matches() -> None:
    """The numbers of opponents are those under Rk, though Nr is the first column of numbers."""
    record = one(*CROSS)
    assert placed(record) == [(1, "Ada", 1, 1, 0, 1), (2, "Ben", 1, 0, 1, 1), (3, "Cy", 0, 1, 1, 1)]
    assert {each.round: sum(m.round == each.round for m in record.meetings) for each in record.meetings} == {
        1: 2, 2: 2, 3: 2,
    }  # fmt: skip
    assert "opponents by Rk; byes: 3" in told(*CROSS)


@pytest.mark.parametrize(
    ("row", "cell", "typed_there", "problem"),
    [
        (1, 3, "9w1", 'D2: The cell is "9w1", and no player has the number 9.'),
        (1, 3, "3w1", 'D2: The cell is "3w1"; the opponent\'s, D4, is "-1", which does not agree.'),
        (1, 3, "1w1", 'D2: The cell is "1w1"; the opponent\'s, D2, is "1w1", which does not agree.'),
        (1, 3, "2w½", 'D2: The cell is "2w½"; the opponent\'s, D3, is "1b0", which does not agree.'),
        (1, 3, "2x1", 'D2: The cell is "2x1"; expected an opponent, a colour and a result, such as 5w1.'),
    ],
)
def test_contradictions_in_a_cross_table_are_told_at_their_cells(
    row: int, cell: int, typed_there: str, problem: str
) -> None:
    lines = [line.split(";") for line in CROSS]
    lines[row][cell] = typed_there
    assert f"Error: cup.csv!{problem} Correct the cell, or the opponent's." in wrong(*lines)


# Which event


def sheet(title: str, *rows: str, name: str) -> Grid:
    return typed(title, *rows, name=f"club.xlsx, sheet {name}")


PLACINGS = ("Rank;Name;Pts", "1;Ada;3", "2;Ben;0")
ROUND = ("Player 1;Player 2;Result", "Ada;Ben;2-1")


def test_a_sheet_with_its_own_title_is_an_event() -> None:
    spring, autumn = (sheet(f"{each} 2012", *PLACINGS, name=each) for each in ("Spring", "Autumn"))
    records, _, problems = archived(spring, autumn, file="club.xlsx")
    assert ([record.name for record in records], problems) == (["Autumn 2012", "Spring 2012"], [])
    _, _, problems = archived(spring, autumn, given=Given("Cup", "2012-05-31"), file="club.xlsx")
    assert problems == [
        'Error: club.xlsx: club.xlsx has 2 events, "Spring 2012" and "Autumn 2012"; --name is for one. Leave it out, '
        "or save each event as a file."
    ]


def test_standings_and_matches_of_one_title_are_one_event() -> None:
    """A sheet that says nothing of its event is of the only one that is named."""
    placings, matches = sheet("Cup 5.3.2011", *PLACINGS, name="Final"), sheet("", *ROUND, name="Round 1")
    ((record,), _, problems) = archived(placings, matches, given=NO_DAY, file="club.xlsx")
    assert (record.name, record.date, placed(record), met(record), problems) == (
        "Cup", "2011-03-05", [(1, "Ada", 1, 0, 0, 0), (2, "Ben", 0, 0, 1, 0)], [(1, None, "Ada", "Ben", "win")], [],
    )  # fmt: skip


def test_two_standings_of_an_event_are_refused() -> None:
    grids = [sheet("Cup", *PLACINGS, name=each) for each in ("After round 1", "Final")]
    assert archived(*grids, file="club.xlsx")[2] == [
        "Error: club.xlsx, sheet Final: These are standings of Cup, as those in club.xlsx, sheet After round 1 are; "
        "expected one table. Take away those that are not final, or give each its own title."
    ]


def test_options_come_before_what_the_table_says() -> None:
    given = Given("Winter Cup", "2013-01-05", "Netrunner", 5)
    record = one("Cup 5.3.2011, 4 rounds", *PLACINGS, given=given)
    assert (record.name, record.date, record.format, record.rounds) == ("Winter Cup", "2013-01-05", "Netrunner", 5)
    assert told("Cup 5.3.2011, 4 rounds", *PLACINGS, given=given).endswith(
        "its name from --name; its day from --date; 5 rounds from --rounds; format Netrunner from --format."
    )


@pytest.mark.parametrize(
    ("title", "file", "name", "day", "sources"),
    [
        ("Cup 5.3.2011", "x.csv", "Cup", "2011-03-05", "its name from the title; its day from the title"),
        ("", "Cup 2011-03-05.csv", "Cup", "2011-03-05", "its name from the file's name; its day from the file's name"),
        ("Cup", "2011-03-05.csv", "Cup", "2011-03-05", "its name from the title; its day from the file's name"),
    ],
)
def test_where_name_and_day_come_from(title: str, file: str, name: str, day: str, sources: str) -> None:
    ((record,), understood, _) = archived(typed(title, *PLACINGS, name=file), given=NO_DAY, file=file)
    assert (record.name, record.date) == (name, day)
    assert sources in understood.remarks[0]


def test_the_name_of_a_sheet_names_the_event_if_it_says_something() -> None:
    grid = typed(*PLACINGS, name="club.xlsx, sheet Spring 5.3.2011")
    ((record,), understood, _) = archived(grid, given=NO_DAY, file="club.xlsx")
    assert (record.name, record.date) == ("Spring", "2011-03-05")
    assert "its name from the sheet's name; its day from the sheet's name" in understood.remarks[0]
    ((record,), _, _) = archived(typed(*PLACINGS, name="club.xlsx, sheet Tabelle1"), file="club.xlsx")
    assert record.name == "club"


def test_a_day_that_may_be_several_is_asked_for() -> None:
    (problem,) = wrong("Cup 3/4/2011", *PLACINGS, given=NO_DAY)
    assert problem == (
        'Error: cup.csv: Nothing says on which day "Cup 3/4/2011" was played: "3/4/2011" may be March 4, 2011 '
        "(2011-03-04) or April 3, 2011 (2011-04-03). Give the day with --date, such as --date 2012-05-31; for several "
        "events, type Event and Date in every row."
    )


def test_sheets_without_results_are_left_out_and_told() -> None:
    notes, empty = typed("prizes: 12 packs", name="c.xlsx, sheet Notes"), Grid("c.xlsx, sheet X", [[""]])
    records, understood, problems = archived(notes, typed(*PLACINGS, name="c.xlsx, sheet Final"), empty, file="c.xlsx")
    assert (len(records), problems) == (1, [])
    assert understood.remarks[0] == 'c.xlsx, sheet Notes: left out, as it has no results: "prizes: 12 packs".'


def test_a_note_is_no_list_of_players() -> None:
    (problem,) = wrong("prizes: 12 packs")
    assert problem.startswith('Error: cup.csv: No row has headers of results; the first row is "prizes: 12 packs". ')


def test_nothing_below_the_headers_and_nothing_at_all() -> None:
    assert wrong("Rank;Name;Pts") == [
        "Error: cup.csv: There is nothing below the headers; expected a row for each player or match. Add them, or "
        "take the table away."
    ]
    assert wrong("") == ["Error: cup.csv: The file is empty. Check that it is the right file, and saved."]


def test_a_million_brackets_and_long_numbers_are_read_in_no_time() -> None:
    odd = ["(" * 10**6, "9" * 10**4, "Round " * 10**5]
    head = ["Rank", "Name", "W-L-D", "Player ID", "1.Rd"]
    assert archived(typed(odd, head, *[[each] * 5 for each in odd]))[0] == []


def test_more_rows_than_an_event_has_are_refused_at_once() -> None:
    rows = [["1", "Ada", "3"]] * MOST_ROWS
    assert wrong(["Rank", "Name", "Pts"], *rows) == [
        f"Error: cup.csv: There are more than {MOST_ROWS} rows; expected a table of one event. Divide it by events, or "
        "make lists of old results of it, which may have as many as there are."
    ]


def test_two_tables_on_one_sheet_are_refused_at_the_second_header() -> None:
    """Archive 3.5: else both would be one event."""
    records, _, problems = archived(
        typed("Rank;Name;Points", "1;Ann Ost;9", "2;Bo Ost;3", "", "Autumn", "Rank;Name;Points", "1;Cy Ost;9")
    )
    assert records == []
    assert any(
        "B6: The headers stand here again: that is another table. Put it on its own sheet." in each for each in problems
    )
