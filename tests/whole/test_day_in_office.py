"""A whole day at the desk, typed into LibreOffice with the mistakes that people make, as a transcript to be read aloud.

After a change that is meant:  python -m pytest tests/whole/test_day_in_office.py --rewrite-golden  and read the diff.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dose import dose
from tests.office_hand import Hand
from tests.whole.books import cells
from tests.whole.test_run import turnabout
from turnabout_sheets.sheets.grid import address

DAYS = Path(__file__).with_name("days")
LIST = "Vorname;Nachname;Verein\nAda;Ahn;North\nBen;Berg;\nCy;Cole;\nDee;Dahl;\nEve;Ek;South\nFlo;Fox;\nGil;Gray;\n"
GAMES = ("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count")
OWNER = re.compile(r"\(\S+ on \S+, since [^)]+\)")
"""Who has a workbook open, and since when."""


class Day:
    """What happens, told line by line; ``workbook`` is the event's, in the folder in which the commands are given."""

    def __init__(self, hand: Hand, workbook: Path) -> None:
        self.hand = hand
        self.workbook = workbook
        self.told: list[str] = []

    def tell(self, what: str) -> None:
        """Say what happens at the desk."""
        self.told += ["", what]

    def command(self, *words: str) -> None:
        """Give a command; tell what it says."""
        done = turnabout(*words)
        shown = " ".join(f'"{word}"' if " " in word else word for word in words)
        said = done.output.replace(f"{self.workbook.parent}{os.sep}", "").replace(os.sep, "/")
        lines = [*OWNER.sub("(somebody, since then)", said).splitlines()]
        lines += [f"(exit code {done.exit_code})"] if done.exit_code else []
        self.told += [f"$ turnabout {shown}", *(f"  {line}" for line in lines)]

    def run(self) -> None:
        """Run."""
        self.command("run", self.workbook.name)

    def open(self) -> None:
        """Open the workbook."""
        self.hand.open(self.workbook)

    def close(self) -> None:
        """Save and close the workbook."""
        self.hand.save()
        self.hand.close()

    def types(self, sheet: str, row: str | int, **typed: str) -> None:
        """Type into a row, by what stands in it: a name, a setting, the number of a table."""
        at = self._find(sheet, row, typed)
        self.hand.type(sheet, {at[header]: text for header, text in typed.items()})
        what = ", ".join(f"{header} {text}" for header, text in typed.items() if text)
        which = f"at table {row}" if isinstance(row, int) else f"in the row {row}"
        self.told.append(f"> {sheet}, {which}: {what}")

    def result(self, sheet: str, table: int, *typed: str) -> None:
        """Type a result."""
        self.types(sheet, table, **dict(zip(GAMES, typed, strict=True)))

    def sees(self, sheet: str, table: int, *headers: str) -> None:
        """Look at what the columns to the right say while the workbook is open."""
        at = self._find(sheet, table, headers)
        shown = self.hand.read(sheet, *(at[header] for header in headers))
        said = ", ".join(f'{header} "{text}"' for header, text in zip(headers, shown, strict=True))
        self.told.append(f"< {sheet}, at table {table}: {said}")

    def _find(self, sheet: str, row: str | int, headers: object) -> dict[str, str]:
        """Return the cells of a row by header; where it is not there yet, of the first free one."""
        head, *rows = cells(self.workbook, sheet)
        there = (number for number, values in enumerate(rows, 1) if row in values[:3])
        free = (number for number, values in enumerate(rows, 1) if not any(values))
        at = next(there, None) or next(free, len(rows) + 1)
        return {str(header): address(at, column) for column, header in enumerate(head)}


def before_round_1(day: Day) -> None:
    day.tell("The players have registered in a list of the club.")
    (day.workbook.parent / "list.csv").write_text(LIST, "cp1252")
    day.command("new", day.workbook.name, "--players", "list.csv")
    day.tell("Four rounds, and a seed. The organizer runs while the workbook is still open, and has not saved.")
    day.open()
    day.types("Event", "Rounds", Value="4")
    day.types("Event", "Random seed", Value="lucky 7")
    day.run()
    day.tell("Saved and closed:")
    day.close()
    day.run()


def round_1(day: Day) -> None:
    day.tell("Round 1. The first slips are back. At table 2 the count of game 2 is forgotten.")
    day.open()
    day.result("Round 1", 1, "A", "12", "B", "7")
    day.sees("Round 1", 1, "VP A", "VP B", "Check")
    day.types("Round 1", 2, **dict(zip(GAMES[:3], ("A", "20", "A"), strict=True)))
    day.sees("Round 1", 2, "Check")
    day.close()
    day.run()
    day.tell("It is filled in; at table 3 somebody types a name that nobody has.")
    day.open()
    day.types("Round 1", 2, **{"Game 2 count": "20"})
    day.result("Round 1", 3, "Gill", "3", "Draw", "")
    day.close()
    day.run()
    day.tell("Corrected:")
    day.open()
    day.types("Round 1", 3, **{"Game 1 winner": "A"})
    day.close()
    day.run()


def round_2(day: Day) -> None:
    day.tell("Zoe comes while round 2 is running. Her name is typed on Players.")
    day.open()
    day.types("Players", "Zoe Zander", Player="Zoe Zander")
    day.close()
    day.run()
    day.tell("As it says:")
    day.command("pair", day.workbook.name, "--add", "Zoe Zander")
    day.tell("Whoever sits at table 2 has left without playing; Dropped after is filled in with the round before.")
    leaving = next(row for row in cells(day.workbook, "Round 2") if row[0] == 2)[2]
    day.open()
    day.types("Players", leaving, **{"Dropped after": "1"})
    day.close()
    day.run()
    day.open()
    day.types("Players", leaving, **{"Dropped after": "2"})
    day.types("Round 2", 2, Ruling="B no-show")
    for table in (1, 3, 4):
        day.result("Round 2", table, "A", "5", "Draw", "")
    day.close()
    day.run()


def the_end(day: Day) -> None:
    day.tell("Round 3 is paired, but time is up. One more run after Rounds is set to 2:")
    day.open()
    day.types("Event", "Rounds", Value="2")
    day.close()
    day.run()


CHAPTERS: tuple[Callable[[Day], None], ...] = (before_round_1, round_1, round_2, the_end)


@pytest.mark.office
@pytest.mark.soak
def test_a_day_of_turnabout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """In the short dose the day ends when round 2 is paired; what is told up to there is the same."""
    rewrite = request.config.getoption("--rewrite-golden")
    monkeypatch.chdir(tmp_path)
    with Hand() as hand:
        day = Day(hand, tmp_path / "Summer Cup.xlsx")
        for chapter in CHAPTERS if rewrite else dose(CHAPTERS[:2], CHAPTERS):
            chapter(day)
    golden, told = DAYS / "turnabout.txt", "\n".join(day.told[1:]) + "\n"
    if rewrite:
        golden.write_text(told, "utf-8")
    expected = golden.read_text("utf-8")
    assert told == dose(expected[: len(told)], expected)
