"""Lists of players as people have them: what is taken, what is said, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import Workbook

from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.add_players import load_player_list
from turnabout_sheets.jobs.new import NewError, make_new_workbook
from turnabout_sheets.reading.list_layout import NAMING
from turnabout_sheets.reading.list_words import (
    BYES_HAD,
    COMES,
    COMING,
    DAY,
    DRAW,
    DRAWS,
    EVENT,
    LETTERS,
    LOSSES,
    NAME_PARTS,
    NOBODY,
    NUMBER,
    OPPONENT,
    PLACE,
    POINTS,
    RECORD,
    RESULT,
    ROUND,
    TABLE,
    TITLE,
    TOTAL,
    WHOLE_NAME,
    WINNER,
    WINS,
    WORDS,
)
from turnabout_sheets.reading.player_list import PlayerList, choose, propose
from turnabout_sheets.sheets.settings import LANGUAGES

LISTS = Path(__file__).parent / "lists"
TURNABOUT = next(format for format in load_all() if format.name == "Turnabout")
NETRUNNER = next(format for format in load_all() if format.name == "Netrunner")


def load(path: Path) -> PlayerList:
    return load_player_list(path, TURNABOUT.sheets.players)


def written(folder: Path, text: str, name: str = "list.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_text(text, encoding)
    return path


def names(found: PlayerList) -> list[str]:
    return [row["name"] for row in found.rows]


TWO = ["Ada Lind", "Ben Moss"]

TAKEN = {
    "first and last name": ("First name,Last name\nAda,Lind\nBen,Moss\n", "name from First name + Last name"),
    "German, surname first": ("Nr;Nachname;Vorname;DWZ;Ort\n1;Lind;Ada;1500;X\n2;Moss;Ben;;Y\n",
                              "name from Vorname + Nachname, rating from DWZ; not used: Ort"),
    "Name beside Vorname is the surname": ("Name;Vorname\nLind;Ada\nMoss;Ben\n", "name from Vorname + Name"),
    "Name beside Surname is the first name": ("Name,Surname\nAda,Lind\nBen,Moss\n", "name from Name + Surname"),
    "Name beside Surname is the whole name": ("Name,Surname\nAda Lind,Lind\nBen Moss,Moss\n",
                                              "name from Name; not used: Surname"),
    "French": ("Nom;Prénom;Club\nLind;Ada;X\nMoss;Ben;\n", "name from Prénom + Nom, group from Club"),
    "Spanish": ("Nombre;Apellidos\nAda;Lind\nBen;Moss\n", "name from Nombre + Apellidos"),
    "pasted from Excel, with tabs": ("Player\tElo\nAda Lind\t1500\nBen Moss\t-\n", "name from Player, rating from Elo"),
    "with lines between": ("Player | Elo\nAda Lind | 1500\nBen Moss |\n", "name from Player, rating from Elo"),
    "answers to a form": ("Timestamp,Your name\n2026,Ada Lind\n2026,Ben Moss\n",
                          "name from Your name; not used: Timestamp"),
    "last, first": ('Name\n"Lind, Ada"\n"Moss, Ben"\n', "name from Name (turned round: first name first)"),
    "a title, and the header further down": ("Spring Open\n\nPlayers:\n\nNo.,Player,Club\n1,Ada Lind,X\n2,Ben Moss,Y\n",
                                             "name from Player, group from Club"),
    "two blank lines, and pages that repeat the header": ("Player,Club\nAda Lind,X\n\n\nPlayer,Club\nBen Moss,Y\n",
                                                          "name from Player, group from Club"),
    "rows that are numbered and blank": ("No,Player\n1,Ada Lind\n2,Ben Moss\n3,\n4,\n", "name from Player"),
    "a player whose name is a number": ("Player;Vorname;Nachname\n1;Ada;Lind\n2;Ben;Moss\n",
                                        "name from Vorname + Nachname; not used: Player"),
    "standings, where Byes are those that were had": ("Rank,Name,Byes\n1,Ada Lind,1\n2,Ben Moss,0\n",
                                                      "name from Name; not used: Byes"),
    "numbered by hand": ("1. Ada Lind\n2. Ben Moss\n",
                         'one name in a line (without the numbers), without a header, from "Ada Lind" to "Ben Moss"'),
    "numbered in a column": ("1;Ada Lind\n2;Ben Moss\n",
                             'one name in a line, without a header, from "Ada Lind" to "Ben Moss"'),
    "nothing but names": ("\n  Ada   Lind\n\n\tBen Moss\n\n",
                          'one name in a line, without a header, from "Ada Lind" to "Ben Moss"'),
}  # fmt: skip


@pytest.mark.parametrize("case", TAKEN)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp1252", "utf-16"])
def test_headers_are_read_as_they_are_meant(tmp_path: Path, case: str, encoding: str) -> None:
    text, taken = TAKEN[case]
    found = load(written(tmp_path, text, encoding=encoding))
    assert (found.problems, names(found), found.describe("taken")) == ([], TWO, f"2 players taken: {taken}.")
    assert found.remarks == []


def test_what_goes_with_a_player_is_read(tmp_path: Path) -> None:
    text = "Spieler;Verein;DWZ;Mitgliedsnummer;Option\nAda Lind;SV X;1500;007;Tolaria\nBen Moss;;k. A.;;\n"
    found = load(written(tmp_path, text))
    (ada, _), (problem,) = found.rows, found.problems
    assert [ada[field] for field in ("group", "rating", "player_id", "option")] == ["SV X", 1500, "007", "Tolaria"]
    assert (
        str(problem)
        == 'Error: list.csv!C3: Rating is "k. A."; expected a number. Clear the cell if the player is unrated.'
    )


def test_ratings_with_a_sign_between_the_thousands_are_asked_about(tmp_path: Path) -> None:
    found = load(
        written(tmp_path, "Name;DWZ\nAda Lind;1.650\nBen Moss;1520,5\nCem Aras;1,520\nDan Ost;1,65\nEve Poe;0.125\n")
    )
    assert [str(problem) for problem in found.problems] == [
        f"Error: list.csv!{cell}: Rating is {typed}; expected {meant} if that is meant. Clear the cell if the player "
        "is unrated."
        for cell, typed, meant in (("B2", '"1.650"', "1650, or 1.65"), ("B4", '"1,520"', "1520, or 1.52"))
    ]
    assert [row["rating"] for row in found.rows] == [None, Fraction("1520.5"), None, Fraction("1.65"), Fraction(1, 8)]


def test_identities_are_taken_where_they_are_played(tmp_path: Path) -> None:
    path = written(tmp_path, "Name,Corp,Runner,Club\nAda Lind,Weyland,Kate,X\n")
    found = load_player_list(path, NETRUNNER.sheets.players)
    assert [(row["corp_identity"], row["runner_identity"]) for row in found.rows] == [("Weyland", "Kate")]
    assert found.source == "name from Name, corp identity from Corp, runner identity from Runner; not used: Club"
    assert load(path).source == "name from Name, group from Club; not used: Corp, Runner"


def test_a_total_and_who_is_no_player_are_left_out_and_said(tmp_path: Path) -> None:
    text = "Player,Club,Paid\nAda Lind,X,5\nBYE,,\nBen Moss,,5\n\nTotal: 2,,10\n,,10\n"
    found = load(written(tmp_path, text))
    assert names(found) == TWO
    assert found.remarks == [
        'Row 7 was left out, because it has no name: "10".',
        'Row 3 was left out, which is no player: "BYE".',
        'Row 6 was left out, which is no player: "Total: 2".',
    ]


def test_what_may_be_no_player_is_asked_about(tmp_path: Path) -> None:
    found = load(written(tmp_path, "Nr.;Name\n1;Ada Lind\n2;Ben Moss\n3;Cy Ho\n\n;Stand: 12.3.2026\nSumme;3\n"))
    assert found.remarks == [
        'Row 7 was left out, which is no player: "3".',
        'Row 6: "Stand: 12.3.2026" was taken as written. Correct the list if it is no name.',
    ]


def test_who_stands_twice_is_taken_twice_and_asked_about(tmp_path: Path) -> None:
    found = load(written(tmp_path, (LISTS / "vereinsliste.csv").read_text("utf-8"), encoding="cp1252"))
    assert found.describe("taken") == "12 players taken: name from Vorname + Nachname, group from Verein."
    assert found.remarks == [
        "Femke Lindvik stands in the list 2 times (rows 9 and 13). One person: keep one of the rows. "
        "Several: tell them apart, for example by an initial."
    ]
    assert [(row["name"], row["group"]) for row in found.rows][4:10:5] == [
        ("Hanno Sølberg-Müllnes", "TV Ostermark – Abt. Kartenspiel"),
        ("Änne Röstvik", '"Die Fünf"; e.V.'),
    ]
    assert len({row["group"] for row in found.rows} - {None}) == 5


def test_lists_of_others() -> None:
    found = load(LISTS / "names-only.txt")
    assert len(found.rows) == 13
    assert found.remarks[0].startswith('Row 11: "Uwena, Hjalmar jr." was taken as written.')
    assert found.remarks[1].startswith("Ivo Selberg stands in the list 2 times (rows 3 and 12).")
    found = load(LISTS / "first-last-club.csv")
    assert names(found)[:2] + names(found)[6:9:2] == ["Zeno Ravmore", "D’Arcy O'Tarnby", "Teller", "Unto Zelwyn"]
    assert found.rows[3]["group"] == "Harbour Games, Osterby"
    found = load(LISTS / "eventlink-standings.tsv")
    assert (names(found)[0], len(found.rows)) == ("Cilla Norwood", 11)


CHAT = """Friday Turnabout – sign-ups (copied from a chat)

1. Ada Lind  (1650)
2) Ben O'Moss
 - Cy Ho
* Dee Poe, 1500
Eve Roe ✅
Fay Quist – comes 10 min late
[x] Gül Sø?
Juniors:
❌ Ian Ulm
-Jo-Ann Lee
Total: 8
"""


def test_numbers_and_bullets_of_a_chat_are_taken_off_and_what_is_no_name_is_asked_about(tmp_path: Path) -> None:
    found = load(written(tmp_path, CHAT, "list.txt"))
    assert [(row.number, row["name"]) for row in found.rows] == [
        (3, "Ada Lind"),
        (4, "Ben O'Moss"),
        (5, "Cy Ho"),
        (6, "Dee Poe"),
        (7, "Eve Roe ✅"),
        (8, "Fay Quist – comes 10 min late"),
        (9, "Gül Sø?"),
        (10, "Juniors:"),
        (11, "❌ Ian Ulm"),
        (12, "Jo-Ann Lee"),
    ]
    assert [row["rating"] for row in found.rows[:5]] == [1650, None, None, 1500, None]
    assert [(doubt.about.name, doubt.rows) for doubt in found.doubts] == [
        ("NO_PLAYER", (1,)),
        ("NO_PLAYER", (13,)),
        ("ODD", (7, 8, 9, 10, 11)),
    ]


def test_columns_without_headers_are_names_and_ratings(tmp_path: Path) -> None:
    found = load(written(tmp_path, "1\tAda Lind\t1650\n2\tBen Moss\t\n3\tCy Ho\t-\n", "list.txt"))
    assert [(row["name"], row["rating"]) for row in found.rows] == [
        ("Ada Lind", 1650),
        ("Ben Moss", None),
        ("Cy Ho", None),
    ]


@pytest.mark.parametrize(
    ("title", "about"),
    [
        *((title, "NO_PLAYER") for title in ("Players of the Spring Open", "Turnieranmeldungen")),
        *((title, "ODD") for title in ("Spring Open 2026", "Saturday, 10:30", "Juniors\n")),
    ],
)
def test_a_title_above_names_is_left_out_or_asked_about(tmp_path: Path, title: str, about: str) -> None:
    found = load(written(tmp_path, f"{title}\nAda Lind\nBen Moss\n", "list.txt"))
    assert names(found) == [*([title.strip()] if about == "ODD" else []), *TWO]
    assert [(doubt.about.name, doubt.rows) for doubt in found.doubts] == [(about, (1,))]


@pytest.mark.slow
def test_ordinary_lists_are_taken_without_a_question(tmp_path: Path) -> None:
    """Five hundred lists as the forms and chats give them, of names alone, numbered, with bullets or ratings beside."""
    first, last = (
        ["Ada", "Ben", "Çağla", "Jo-Ann", "O'Neil", "Mai Anh"],
        ["Lind", "van der Berg", "LeFèvre", "Sø", "Müller"],
    )
    ways = ["{name}", "{number}. {name}", "{number}) {name}", "- {name}", "* {name}", "{name}\t{rating}"]
    for day in range(500):
        people = [f"{first[(day + at) % 6]} {last[(day // 6 + at) % 5]}" for at in range(4 + day % 20)]
        people = list(dict.fromkeys(people))
        lines = [
            ways[day % len(ways)].format(number=at, name=name, rating=1400 + at) for at, name in enumerate(people, 1)
        ]
        found = load(written(tmp_path, "\n".join(lines), "list.txt"))
        assert (names(found), found.doubts, found.problems) == (people, [], [])


def test_a_formula_above_a_name_is_no_heading(tmp_path: Path) -> None:
    found = load(written(tmp_path, "=SUM(A1:A9)\nKim Kerr\n", "list.txt"))
    assert names(found) == ["Kim Kerr"]
    assert [(doubt.about.name.lower(), doubt.rows) for doubt in found.doubts] == [("no_player", (1,))]


def test_what_no_name_is_is_left_out_or_asked_about(tmp_path: Path) -> None:
    sure = ["=SUM(A1:A9)", "#REF!", "#N/A", "https://example.org/list"]
    asked = ["<b>Ada Lind</b>", '="007"', "@ben", "#cy"]
    found = load(written(tmp_path, "\n".join(["x" * 300, *sure, *asked, "Dee Poe"]), "list.txt"))
    assert found.left == {1: "x" * 300, **dict(enumerate(sure, 2))}
    assert names(found) == [*asked, "Dee Poe"]
    abouts = {row: doubt.about.name.lower() for doubt in found.doubts for row in doubt.rows}
    assert abouts == {**dict.fromkeys((1, 2, 3, 4, 5), "no_player"), **dict.fromkeys((6, 7, 8, 9), "odd")}


def test_lines_of_standings_are_asked_about(tmp_path: Path) -> None:
    text = "1  Ada Lind   1650   4.5  12.0\n2  Ben Moss   1500   4.0  11.5\n3  Cy Ho   1480   3.5  11.0\n"
    found = load(written(tmp_path, text, "list.txt"))
    assert {row for doubt in found.doubts if doubt.about.name == "ODD" for row in doubt.rows} == {1, 2, 3}


def test_what_is_proposed_of_a_list_is_chosen_row_by_row(tmp_path: Path) -> None:
    sheet = TURNABOUT.sheets.players
    text = "Name;DWZ\nBYE;\nAda Lind;1.650\nBen Moss 1860;\nAda Lind;\nDee Poe;\n"
    found = load(written(tmp_path, text))
    proposed = propose(found, sheet)
    told = [
        (each.row, each.values["name"], each.taken, [doubt.about.name.lower() for doubt in each.doubts])
        for each in proposed
    ]
    assert told == [
        (2, "BYE", False, ["no_player"]),
        (3, "Ada Lind", True, ["cell"]),
        (4, "Ben Moss 1860", True, ["odd"]),
        (5, "Ada Lind (2)", False, ["twice"]),
        (6, "Dee Poe", True, []),
    ]
    chosen = choose(found, sheet, [3, 5])
    assert [row["name"] for row in chosen.rows] == ["Ada Lind", "Ada Lind (2)"]
    assert (chosen.doubts, [each.place.cell for each in chosen.problems]) == ([], ["B3"])
    assert choose(found, sheet, [4, 5]).problems == []
    with pytest.raises(ValueError, match="not"):
        choose(found, sheet, [9])


REFUSED = {
    "several columns without a header": (
        "Ada,Lind\nBen,Moss\n",
        'list.csv: no row has headers that are known; the first row is "Ada", "Lind". Expected a row of headers such '
        'as "Player" and "Rating", or "First name" and "Last name" (English, German, French or Spanish), or nothing '
        "but one name in each line. Type such a row of headers above the first player, save, and try again.",
    ),
    "only ratings": (
        "1650\n1520\n",
        'list.csv: no row has a name; the first row is "1650". Expected a row of headers such as "Player" and '
        '"Rating", or "First name" and "Last name" (English, German, French or Spanish), or nothing '
        "but one name in each line.",
    ),
    "a list of matches": (
        "Round,Player,vs,Player,Score\n1,Ada Lind,vs,Ben Moss,2-0\n",
        'list.csv: row 1 has the headers "Round", "Player", "vs", "Player", "Score": that is a list of matches, not of '
        "players. Take a list with one row for each player.",
    ),
    "nothing": (
        "\n \n",
        "list.csv is empty: there is no player in it. Check that it is the right file, and saved.",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_not_understood_is_refused_with_what_was_seen(tmp_path: Path, case: str) -> None:
    text, sentence = REFUSED[case]
    path = written(tmp_path, text)
    with pytest.raises(NewError) as refused:
        make_new_workbook(tmp_path / "new.xlsx", "Turnabout", path, None)
    assert str(refused.value) == sentence
    assert not (tmp_path / "new.xlsx").exists()


def test_a_workbook_with_its_header_further_down_on_another_sheet(tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0].append(["Notes"])
    page = book.create_sheet("Liste")
    for row in (
        ["Frühlingsturnier"],
        [],
        ["Pl.", "Name", "Vorname", "Elo"],
        [1, "Lind", "Ada", 1500],
        [2, "Moss", "Ben"],
    ):
        page.append(row)
    path = tmp_path / "list.xlsx"
    book.save(path)
    found = load(path)
    assert found.describe("taken") == (
        "2 players taken from the sheet Liste: name from Vorname + Name, rating from Elo."
    )
    assert [(row.number, row["name"], row["rating"]) for row in found.rows] == [
        (4, "Ada Lind", 1500),
        (5, "Ben Moss", None),
    ]


def test_a_sheet_of_ours_is_taken_as_it_stands(tmp_path: Path) -> None:
    """Names with a comma are what the archive knows these players by."""
    make_new_workbook(tmp_path / "old.xlsx", "Turnabout", written(tmp_path, "Player;Byes\nLind, Ada;2\nMoss\n"), None)
    found = load(tmp_path / "old.xlsx")
    assert [(row["name"], row["byes"]) for row in found.rows] == [("Lind, Ada", None), ("Moss", None)]
    assert found.behind == ["Byes"]  # which are of that event


RESULTS = {EVENT, DAY, PLACE, POINTS, WINS, DRAWS, LOSSES, RECORD, BYES_HAD, OPPONENT, ROUND, TABLE, RESULT, WINNER}
SPOKEN = {COMING, COMES, NOBODY, DRAW, TOTAL, TITLE}


def test_every_word_has_one_meaning_and_every_shipped_language_its_words() -> None:
    assert set(WORDS) == set(LETTERS) == set(LANGUAGES.values())
    fields = {column.field for format in load_all() for column in format.sheets.players.columns}
    meanings = {meaning for words in WORDS.values() for meaning in words}
    assert meanings - SPOKEN <= {*NAMING, NUMBER, *RESULTS, *fields}
    for words in WORDS.values():
        assert {WHOLE_NAME, *NAME_PARTS[::2], NUMBER, "rating", "group", "player_id", *RESULTS, *SPOKEN} <= set(words)
