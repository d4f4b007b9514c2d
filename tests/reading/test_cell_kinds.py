"""What each kind of cell accepts, and what it says where it cannot."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any

import pytest

from turnabout_sheets.sheets.cell_kinds import (
    DATE,
    NUMBER,
    TEXT,
    WHOLES,
    WORDS,
    YES_NO,
    CellKind,
    UnreadableCellError,
    choice,
    format_cell,
    one_of,
    whole,
)
from turnabout_sheets.sheets.grid import Raw

DAY = datetime(2026, 5, 12)
COLOURS = choice("Red", "Dark blue")

READS: list[tuple[CellKind, Raw, Any]] = [
    (TEXT, "  Ada  Marsh ", "Ada Marsh"),
    (TEXT, 1997.0, "1997"),
    (TEXT, 1997, "1997"),
    (TEXT, "1997.0", "1997.0"),
    (TEXT, 0.5, "0.5"),
    (TEXT, True, "TRUE"),
    (TEXT, "0080", "0080"),
    (TEXT, "=1+1", "=1+1"),
    (TEXT, "１９９７", "１９９７"),
    (TEXT, 9756000000123990.0, "9756000000123990"),
    (DATE, DAY, "2026-05-12"),
    (DATE, date(2026, 5, 12), "2026-05-12"),
    (DATE, "12 May", "12 May"),
    (NUMBER, 3.0, Fraction(3)),
    (NUMBER, 0.1, Fraction(1, 10)),
    (NUMBER, "0,1", Fraction(1, 10)),
    (NUMBER, "1/3", Fraction(1, 3)),
    (NUMBER, " 1 / 3 ", Fraction(1, 3)),
    (NUMBER, "½", Fraction(1, 2)),
    (NUMBER, "4½", Fraction(9, 2)),
    (NUMBER, "-1/2", Fraction(-1, 2)),
    (NUMBER, "−2", Fraction(-2)),
    (NUMBER, "–2", Fraction(-2)),
    (NUMBER, "+2", Fraction(2)),
    (NUMBER, "１２", Fraction(12)),
    (NUMBER, "\u00a012\u00a0", Fraction(12)),
    (NUMBER, ".5", Fraction(1, 2)),
    (NUMBER, "1e2", Fraction(100)),
    (NUMBER, 1e-7, Fraction(1, 10**7)),
    (whole(), 14.0, 14),
    (whole(), "14", 14),
    (whole(), "14.0", 14),
    (whole(), "１４", 14),
    (whole(), "14\u00a0", 14),
    (whole(), "-3", -3),
    (whole(0), 0.0, 0),
    (whole(1, 99), "99", 99),
    (one_of(2, 4, 6), "4", 4),
    (COLOURS, " dark  BLUE", "Dark blue"),
    (COLOURS, "red", "Red"),
    (YES_NO, "YES", True),
    (YES_NO, "No ", False),
    (YES_NO, True, True),
    (YES_NO, False, False),
    (WHOLES, 4.0, (4,)),
    (WHOLES, "4,3,4", (4, 3, 4)),
    (WHOLES, "4; 3 ,４", (4, 3, 4)),
    (WORDS, "match wins, , MP difference;", ("match wins", "MP difference")),
]


@pytest.mark.parametrize(("kind", "raw", "value"), READS)
def test_reads(kind: CellKind, raw: Raw, value: Any) -> None:
    read = kind.read(raw)
    assert read == value
    assert type(read) is type(value)


LIST = "whole numbers from 1, with commas between them, such as 4,3,4"

REFUSES: list[tuple[CellKind, Raw, str]] = [
    *((TEXT, moment, "text") for moment in (DAY, date(2026, 5, 12), time(12, 30), timedelta(minutes=90))),
    *(
        (NUMBER, raw, "a number")
        for raw in ("", "ten", "1/0", "nan", "inf", float("inf"), float("nan"), "1_000", "1e9999", "4⅓")
    ),
    *((NUMBER, raw, "a number") for raw in ("1/2/3", "1.000,5", "- 3", True, DAY, timedelta(1))),
    *((whole(), raw, "a whole number") for raw in (2.5, "1/2", "20/4", "4½", "x", False, DAY, "1e999999999")),
    *((whole(1), raw, "a whole number, 1 or more") for raw in (0.0, -1, "0", 1.5)),
    *((whole(1, 99), raw, "a whole number from 1 to 99") for raw in (0, 100, "many")),
    *((one_of(2, 4, 6), raw, "2, 4 or 6") for raw in (3, "8")),
    *((COLOURS, raw, "Red or Dark blue") for raw in ("blue", "darkblue", 1.0, True)),
    *((YES_NO, raw, "yes or no") for raw in ("maybe", 1.0, 0, "y")),
    *((WHOLES, raw, LIST) for raw in (0.0, "4.3", "4,0", "-4", "four", True, DAY)),
]


@pytest.mark.parametrize(("kind", "raw", "expected"), REFUSES)
def test_refuses(kind: CellKind, raw: Raw, expected: str) -> None:
    with pytest.raises(UnreadableCellError) as refused:
        kind.read(raw)
    assert str(refused.value) == expected


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (1997.0, "1997"),
        (-0.0, "0"),
        (2.5, "2.5"),
        (0.1 + 0.2, "0.3"),
        (1e20, "100000000000000000000"),
        (True, "TRUE"),
        (False, "FALSE"),
        (DAY, "2026-05-12"),
        (datetime(2026, 5, 12, 18, 30), "2026-05-12T18:30:00"),
        (time(18, 30), "18:30:00"),
        (timedelta(hours=30), "1 day, 6:00:00"),
        (" a\u00a0 b ", "a b"),
        ("", ""),
    ],
)
def test_shown(raw: Raw, text: str) -> None:
    assert format_cell(raw) == text


@pytest.mark.parametrize("raw", [1e10, -1e20, 1e308, "1e300", "1000000001"])
def test_no_number_is_larger_than_a_billion(raw: Raw) -> None:
    with pytest.raises(UnreadableCellError, match="at most a billion"):
        NUMBER.read(raw)
    assert NUMBER.read(1e9) == 10**9
