"""The numbers in what is promised are those by which the program works."""

from __future__ import annotations

import pytest

from tools.promises import read_paragraphs
from turnabout_sheets.changes import log
from turnabout_sheets.changes.log import MOST_LINES
from turnabout_sheets.core.problems import MOST
from turnabout_sheets.desk import publisher, watcher
from turnabout_sheets.formats.common import MOST_ADJUSTED
from turnabout_sheets.jobs import hooks
from turnabout_sheets.pairing.howell import MOST_TABLES
from turnabout_sheets.prints.sandbox import LONGEST, MOST_STEPS
from turnabout_sheets.workbook.files import other_programs
from turnabout_sheets.workbook.ooxml.bounds import MOST_BYTES
from turnabout_sheets.workbook.ooxml.sheet_reader import MOST_FLAGS, MOST_LETTERS, MOST_UNUSUAL, MOST_VALUES
from turnabout_sheets.workbook.read import MOST_ELSEWHERE, MOST_FLAGS_IN_ALL, MOST_IN_ALL, MOST_ROWS

CELLS = (MOST_VALUES, MOST_UNUSUAL, MOST_FLAGS, MOST_FLAGS_IN_ALL, MOST_LETTERS)


@pytest.mark.parametrize(
    ("paragraph", "numbers"),
    [
        ("log 1.6", (MOST_LINES,)),
        ("rules 1.4.8", (MOST_ADJUSTED,)),
        ("duplicate 1.1", (2 * MOST_TABLES,)),
        ("safety 5.3", (*MOST_ROWS.values(), MOST_ELSEWHERE, MOST_IN_ALL, *CELLS, MOST_BYTES >> 20)),
        ("safety 5.6", (MOST,)),
        ("safety 7.1", (MOST_STEPS, LONGEST)),
    ],
)
def test_the_numbers_that_a_paragraph_names_are_those_of_the_program(paragraph: str, numbers: tuple[int, ...]) -> None:
    page, wanted = paragraph.split()
    (words,) = (each.words for each in read_paragraphs()[page] if each.number == wanted)
    named = set(words.replace("(", " ").replace(",\n", " ").replace(", ", " ").replace(".", " ").split())
    assert {f"{number:,}" for number in numbers} - named == set()


@pytest.mark.parametrize(
    ("paragraph", "words", "number", "constant"),
    [
        ("desk 3.3", "a second after", 1, watcher.WRITE_AFTER),
        ("desk 6.2", "for a minute", 60, other_programs.REST),
        ("desk 6.3", "every second", 1 if watcher.HAS_EVENTS else 0.2, watcher.EVERY),
        ("log 1.3", "more than ten rows", 10, log.MOST_ROWS),
        ("publishing 2.12", "two minutes", 120, hooks.LIMIT),
        ("publishing 2.14", "after a minute", 60, publisher.TRY_AGAIN),
    ],
)
def test_the_numbers_that_a_paragraph_says_in_words_are_those_of_the_program(
    paragraph: str, words: str, number: float, constant: float
) -> None:
    page, wanted = paragraph.split()
    (said,) = (each.words for each in read_paragraphs()[page] if each.number == wanted)
    assert words in " ".join(said.split())
    assert constant == number
