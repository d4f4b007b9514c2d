"""A day at the desk: 16 players, a spreadsheet program that stays open, and a page that says what to do.

The program knows the workbook as it was when it was opened, and saves over whatever is there, as Excel does. So a sheet
that went in while it was open would be lost, and the day could not go on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.desk.desks import save_like_excel, wait_until
from tests.prints.browser import Chromium, chromium
from tests.support.commands import turnabout
from tests.support.desk import GAMES, type_into
from tests.support.edited_book import Book, Cell
from turnabout_sheets.desk.loop import Desk
from turnabout_sheets.desk.server import serve
from turnabout_sheets.event.results import list_waiting
from turnabout_sheets.jobs.check import check
from turnabout_sheets.workbook.files.other_programs import find_other_program

PLAYERS = tuple(f"{name} {letter}." for letter in "AB" for name in "Ada Ben Cy Dee Eve Fay Gus Hal".split())
LATE = "Zoë Late"
ROUNDS = 3
PATIENCE = 30
"""Seconds after which a page is wrong that is not right by then."""


class Excel:
    """A program that has a workbook open, and all that a person does with it, counted."""

    def __init__(self, workbook: Path) -> None:
        self.workbook = workbook
        self.lock = workbook.with_name(f"~${workbook.name}")
        self.done: Counter[str] = Counter()
        self.book = Book(workbook.read_bytes())

    def open(self) -> None:
        self.lock.write_bytes(b"\3Ann")
        self.book = Book(self.workbook.read_bytes())
        self.done["open"] += 1

    def type(self, sheet: str, name: str, cells: Mapping[str, Cell]) -> None:
        type_into(self.book, sheet, name, cells)

    def save(self) -> None:
        save_like_excel(self.workbook, self.book.to_bytes())
        self.done["save"] += 1

    def close(self) -> None:
        self.lock.unlink()
        self.done["close"] += 1

    def rows(self, sheet: str) -> list[dict[str, Any]]:
        """Return the matches of a round by header."""
        head, *rows = (row for row in self.book.rows(sheet) if sum(cell != "" for cell in row) > 1)
        return [dict(zip(head, row, strict=True)) for row in rows]


class Page:
    """The page of a desk in a browser."""

    def __init__(self, browser: Chromium, desk: Desk, done: Counter[str]) -> None:
        self.browser, self.desk, self.done = browser, desk, done

    def text(self, name: str) -> str:
        """Return what a piece says now; blank where it is hidden."""
        return str(self.browser.ask(f"document.getElementById('{name}')?.innerText ?? ''"))

    def wait_for(self, name: str, words: str, *, gone: bool = False) -> None:
        """Wait until a piece says something, or no longer does."""
        end = time.monotonic() + PATIENCE
        while (words in (said := self.text(name))) is gone:
            assert time.monotonic() < end, f"{name} says {said!r}; waited for {words!r}{' to go' * gone}"
            time.sleep(0.02)

    def click(self, label: str) -> None:
        """Click the button that says something."""
        named = f"[...document.querySelectorAll('button')].find(each => each.innerText.startsWith({label!r}))"
        self.browser.ask(f"{named}.click()")
        self.done["click"] += 1

    def printed_tables(self) -> list[int]:
        """Return the tables of the slips that were printed last."""
        slips = "document.getElementById('paper').contentDocument.querySelectorAll('article.slip .number')"
        return sorted(self.browser.ask(f"[...{slips}].map(each => Number(each.innerText))"))

    def is_right(self, workbook: Path) -> None:
        """See whether the page shows what a check of the workbook finds: who is out, and the standings."""
        results = check(workbook).results
        assert results is not None
        order = results.order
        assert self.column("outstanding", "th") == [str(match.table) for match in list_waiting(results)]
        assert self.column("standings", "th bdi") == [results.event.players[player].name for player in order]
        assert self.column("standings", "td:last-child") == [str(results.standings["points"][each]) for each in order]

    def column(self, name: str, cells: str) -> list[str]:
        """Return what stands in some cells of a list."""
        found = f"[...document.querySelectorAll('#{name} tbody {cells}')].map(each => each.innerText)"
        return list(map(str, self.browser.ask(found)))


@contextmanager
def at_the_desk(workbook: Path, done: Counter[str]) -> Iterator[Page]:
    browser, desk = chromium(), Desk(workbook)
    desk.start()
    try:
        with serve(desk) as server:
            browser.open(server.address)
            yield Page(browser, desk, done)
            browser.open("about:blank")
    finally:
        desk.stop()


def report(excel: Excel, page: Page, number: int, saves: Sequence[Sequence[dict[str, Any]]]) -> None:
    """Type the results of some matches, and save; after each save the page names whose are still out."""
    left = {row["Table"] for row in excel.rows(f"Round {number}") if row["Player B"] != "BYE" and not row[GAMES[0]]}
    for rows in saves:
        for row in rows:
            count = 3 + int(row["Table"]) % 9
            excel.type(f"Round {number}", row["Player A"], dict(zip(GAMES, ("A", count, "B", 4), strict=True)))
        left -= {row["Table"] for row in rows}
        excel.save()
        if len(left) == 1:
            page.wait_for("next", f"The result of table {int(*left)} is missing.")
            page.is_right(excel.workbook)
        elif left:
            page.wait_for("outstanding", f"{len(left)} results missing")
            page.is_right(excel.workbook)


def in_saves(rows: Sequence[dict[str, Any]], size: int) -> list[Sequence[dict[str, Any]]]:
    return [rows[start : start + size] for start in range(0, len(rows), size)]


@pytest.mark.browser
@pytest.mark.usefixtures("short_pauses")
def test_a_day_at_the_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    workbook, players = tmp_path / "Friday.xlsx", tmp_path / "players.txt"
    players.write_text("\n".join(PLAYERS), "utf-8")
    assert turnabout("new", workbook, "--players", players, "--date", "2026-05-29").exit_code == 0
    excel = Excel(workbook)
    excel.type("Event", "Rounds", {"Value": ROUNDS})
    excel.save()
    with at_the_desk(workbook, excel.done) as page:
        for number in range(1, ROUNDS + 1):
            excel.done.clear()
            if number > 1:
                page.wait_for("next", f"Round {number} is paired. Print it, then close the workbook for a moment")
                page.click(f"Print round {number}")
                page.wait_for(
                    "next", f"Close the workbook for a moment, so that the program can add the sheet of round {number}."
                )
                excel.close()
            else:
                page.wait_for("next", "16 players so far. When the list is complete, pair round 1.")
                page.click("Pair round 1")
                page.wait_for("next", f"Print the pages of round {number}, and type")
                page.click(f"Print round {number}")
            page.wait_for("next", f"Type the results into the sheet Round {number}, and save.")
            excel.open()
            page.wait_for("next", "The workbook is open in Excel")
            matches = [row for row in excel.rows(f"Round {number}") if row["Player B"] != "BYE"]
            assert page.printed_tables() == [row["Table"] for row in matches]
            if number == 2:
                swap(excel, page, matches)
                correct(excel, page)
                matches = [row for row in excel.rows("Round 2") if row["Player B"] != "BYE"]
                excel.type("Players", LATE, {"Joined round": 3})
            if number == 3:
                assert LATE in {name for row in excel.rows("Round 3") for name in (row["Player A"], row["Player B"])}
            report(excel, page, number, in_saves(matches, 4))
            if number == 3:  # a round in which nothing special happens
                assert excel.done == {"save": 2, "click": 1, "close": 1, "open": 1}
        page.wait_for("next", "The event is finished. Print the standings and the report, and archive the event.")
        page.is_right(workbook)
        page.click("Print: Standings")
        page.wait_for("said", "It was sent to the printer.")
        excel.close()
        wait_until(page.desk, lambda state: state.outcome.digest)
        assert "Ratings" in Book(workbook.read_bytes()).sheets
        page.click("Archive this event")
        page.wait_for("next", "The event is finished and archived")
    assert "already archived, unchanged" in turnabout("archive", "add", workbook).output
    assert find_other_program(workbook) is None


def swap(excel: Excel, page: Page, matches: Sequence[dict[str, Any]]) -> None:
    """Swap two players of two tables after their slips were printed: these two are printed again."""
    third, seventh = matches[2], matches[6]
    excel.type("Round 2", third["Player A"], {"Player B": seventh["Player B"]})
    excel.type("Round 2", seventh["Player A"], {"Player B": third["Player B"]})
    excel.save()
    page.wait_for("buttons", "Print again: the slips of tables 3 and 7")
    page.click("Print again")
    page.wait_for("buttons", "Print again", gone=True)
    assert page.printed_tables() == [3, 7]


def correct(excel: Excel, page: Page) -> None:
    """Correct a result of the first round while the second is played."""
    first = excel.rows("Round 1")[0]
    excel.type("Round 1", first["Player A"], {"Game 1 winner": "B"})
    excel.save()
    page.wait_for("changes", "Table 1 Round 1")
    page.is_right(excel.workbook)
