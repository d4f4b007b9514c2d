"""Cells as they were met at events: fractions, dates that nobody typed, long numbers, totals and hidden rows."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from tests.dose import take_turns
from tests.support.books import cells, edit, records
from tests.support.commands import turnabout
from tests.support.edited_book import Book

pytestmark = [pytest.mark.field, pytest.mark.usefixtures("no_pages")]

COUNT, DAY, DATED = "Game 1 count", "yyyy-mm-dd", date(2026, 2, 1)
MADE = "expected a whole number, but the spreadsheet has made a"


@cache
def make(players: int, *, paired: bool) -> bytes:
    with TemporaryDirectory() as folder:
        path, names = Path(folder, "event.xlsx"), Path(folder, "names.csv")
        listed = ["Player", *(f"Ann {3 * letter}ou" for letter in "ABCDEFGHIJKL"[:players])]
        names.write_text("\n".join(listed), "utf-8")
        turnabout("new", path, "--players", names)
        if paired:
            turnabout("run", path)
            edit(path, {"Round 1": {"D2": "A", "F2": "Draw"}})
        return path.read_bytes()


def new(folder: Path, players: int = 4, *, paired: bool = False) -> Path:
    """Write a new event, or one of which a match has two winners and no count yet."""
    path = folder / "event.xlsx"
    path.write_bytes(make(players, paired=paired))
    return path


def type_in(path: Path, sheet: str, what: str, value: Any, shown: str = "General") -> Path:
    """Type below a header, or beside a setting; the cell has the number format ``shown``."""
    book, rows = load_workbook(path), cells(path, sheet)
    at = (1 + [row[0] for row in rows].index(what), 2) if sheet == "Event" else (2, 1 + rows[0].index(what))
    book[sheet].cell(*at, value).number_format = shown
    book.save(path)
    return path


TYPED: list[tuple[Any, ...]] = [
    ("Round 1", COUNT, "20/4", "@", 'Game 1 count is "20/4"; expected a whole number. Correct the cell.'),
    ("Round 1", COUNT, DATED, "d-mmm", f'"2026-02-01"; {MADE} date of it. Type it again'),
    *(("Round 1", COUNT, count, DAY, count) for count in (0, 12, 60)),
    ("Event", "Rounds", "6/2", "@", 'Rounds is "6/2"; expected a whole number from 1 to 999.'),
    ("Event", "Rounds", 3, DAY, "No problems found."),
    ("Players", "Joined round", "4/2", "@", 'Joined round is "4/2"; expected a whole number, 1 or more.'),
    ("Players", "Rating", "1650/2", "@", 'Rating is "1650/2"; expected a number.'),
    ("Players", "Player", DATED, DAY, "expected text, but the spreadsheet has made a date of it. Type it with an"),
    ("Players", "Player ID", "9.756E+15", "@", "expected all its digits, but a spreadsheet has shortened"),
    ("Players", "Player", "Summe: 4", "@", 'Warning: Players!A2: "Summe: 4" in row 2 looks like a total'),
    ("Players", "Player", 1997, "0", "No problems found."),
]


@pytest.mark.parametrize(("sheet", "what", "typed", "shown", "said"), take_turns(TYPED, quick=6))
def test_what_is_said_of_a_cell(tmp_path: Path, sheet: str, what: str, typed: Any, shown: str, said: Any) -> None:
    path = type_in(new(tmp_path, paired=sheet == "Round 1"), sheet, what, typed, shown)
    if isinstance(said, str):
        assert said in turnabout("check", path).output
    else:
        turnabout("run", path)
        assert records(path, "Matches")[0][what] == said


@pytest.mark.slow
def test_what_counts_the_names_and_what_is_hidden(tmp_path: Path) -> None:
    workbook = load_workbook(path := new(tmp_path))
    workbook["Players"].row_dimensions[3].hidden = workbook["Players"].row_dimensions[4].hidden = True
    workbook.save(path)
    assert "Players!A3: 2 hidden rows are read as players: Ann BBBou and Ann CCCou." in turnabout("run", path).output
    book = Book(path.read_bytes())
    book.type("Players", {(5, 0): "=COUNTA(A2:A5)", (6, 0): 5})
    book.parts = {name: part.replace(b"A5)</f>", b"A5)</f><v>4</v>") for name, part in book.parts.items()}
    path.write_bytes(book.to_bytes())
    told = turnabout("check", path).output + turnabout("new", tmp_path / "next.xlsx", "--players", path).output
    assert 'Error: Players!A6: Player is "4", the value of =COUNTA(A2:A5); expected a name.' in told
    assert 'Warning: Players!A7: "5" in row 7 looks like a total, and is read as a player.' in told
    assert '; in hidden rows: "Ann BBBou", "Ann CCCou".' in told
    assert 'Row 6 was left out, which is no player: "4".' in told


def test_player_ids_and_days_are_read_as_stored(tmp_path: Path) -> None:
    path, event, book = tmp_path / "placings.xlsx", tmp_path / "event.xlsx", Workbook()
    book.epoch, sheet = CALENDAR_MAC_1904, book.worksheets[0]
    sheet.append(["Event", "Date", "Player", "Player ID", "Position"])
    for number in (9756000000123450, 9756000000123990):
        sheet.append(["Old Cup", 46354 - 1462, "Ada", number, 0])
    book.save(path)
    told = turnabout("archive", "import", path, "--archive", tmp_path / "a.sqlite", "--dry-run").output
    said = "D2: Player ID 9756000000123450 has more than 15 digits, and a spreadsheet keeps only 15. Type it with an "
    assert f"{said}apostrophe before it; 1 more in this column, too." in told
    assert "Old Cup (2026-11-28)" in told
    assert said in turnabout("new", event, "--players", path).output
    assert records(event, "Players")[1]["Player ID"] == "9756000000123990"


def test_a_record_is_read_only_where_its_column_says_so(tmp_path: Path) -> None:
    given = ("--date", "46354", "--format", "Turnabout", "--archive", tmp_path / "a.sqlite")
    asked = ("archive", "import", path := tmp_path / "cup.csv", *given)
    for header, said in (("Wins", '"4/2"; expected a whole number, 0 or more. Type'), ("W-L", "record from W-L")):
        path.write_text(f"Rank,Player,Points,{header}\n1,Ada Ames,9,4/2\n2,Ben Kim,3,3/1\n", "utf-8")
        assert said in turnabout(*asked).output


@pytest.mark.slow
def test_one_day_is_one_draw_however_it_is_typed(tmp_path: Path) -> None:
    """Rules 1.5.3."""
    drawn = []
    for typed, shown in ((date(2026, 11, 28), DAY), (46354, "General"), ("28.11.2026", "@")):
        path = type_in(new(tmp_path, players=12), "Event", "Date", typed, shown)
        turnabout("run", path)
        drawn.append([row[:3] for row in cells(path, "Round 1")])
        path.unlink()
    assert drawn[0] == drawn[1] == drawn[2]
