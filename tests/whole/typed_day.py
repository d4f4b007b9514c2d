"""A day at the desk, typed into LibreOffice and told line by line."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from tests.office import Office
from tests.support.books import cells, records
from tests.support.commands import turnabout
from tests.support.late import let_in
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.sheets.grid import address, cell_range

WHEN = (re.compile(r"(is open in LibreOffice) \([^)]+\)"), re.compile(r"(first that of) [-\d]+ [:\d]+"))
"""What is not the same every day: who has a workbook open, and since when; when the oldest backup was made."""


class Day:
    """What happens, told line by line; ``workbook`` is the event's, in the folder in which the commands are given."""

    def __init__(self, hand: Office, workbook: Path) -> None:
        self.hand = hand
        self.folder = workbook.parent
        self.workbook = workbook
        self.told: list[str] = []

    def tell(self, what: str) -> None:
        """Say what happens at the desk."""
        self.told += ["", what]

    def command(self, *words: str) -> None:
        """Give a command; tell what it says."""
        done = turnabout(*words)
        shown = " ".join(f'"{word}"' if " " in word else word for word in words)
        said = done.output.replace(f"{self.folder}{os.sep}", "").replace(os.sep, "/")
        for at_some_time in WHEN:
            said = at_some_time.sub(r"\1 …", said)
        lines = said.splitlines()
        lines += [f"(exit code {done.exit_code})"] if done.exit_code else []
        self.told += [f"$ turnabout {shown}", *(f"  {line}" for line in lines)]

    def lets_in(self, name: str) -> None:
        """Let somebody in, by the button on the desk's page, where there is one; and run."""
        self.told.append(f"> the desk's page: Let {name} in")
        try:
            self.told.append(f"  {let_in(self.workbook, name)[1]}")
            self.run()
        except LateError as reason:
            self.told.append(f"  {reason}")

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

    def registers(self, name: str, listed: str, encoding: str = "utf-8") -> None:
        """Have a list of players from somewhere."""
        (self.folder / name).write_bytes(listed.encode(encoding))
        self.told += [f"| {line}".replace("\t", " → ") for line in listed.splitlines()]

    def crashes(self) -> None:
        """Leave behind what a crash leaves: the mark that the workbook is open, though nobody has it open any more."""
        mark = self.folder / f".~lock.{self.workbook.name}#"
        there = mark.read_bytes()
        self.hand.close()
        mark.write_bytes(there)
        self.told.append("> LibreOffice is gone; what was not saved is lost")

    def deletes_mark(self) -> None:
        """Delete what a crash has left behind."""
        mark = self.folder / f".~lock.{self.workbook.name}#"
        mark.unlink()
        self.told.append(f"> {mark.name} is deleted")

    def renames(self, name: str) -> None:
        """Give the workbook another name."""
        self.told.append(f"> {self.workbook.name} is renamed to {name}")
        self.workbook = self.workbook.rename(self.folder / name)

    def renames_sheet(self, sheet: str, name: str) -> None:
        """Give a sheet another name."""
        self.hand.rename(sheet, name)
        self.told.append(f'> {sheet} is renamed to "{name}"')

    def pastes(self, sheet: str, header: str, row: int, lines: Sequence[str]) -> None:
        """Paste a block, from a row of the sheet (the header's is 1) and a column; values between upright lines."""
        left = cells(self.workbook, sheet)[0].index(header)
        block = [[value.strip() for value in line.split("|")] for line in lines]
        typed = {
            address(row - 1 + down, left + right): value
            for down, values in enumerate(block)
            for right, value in enumerate(values)
        }
        self.hand.type(sheet, typed)
        where = cell_range(row - 1, left, row - 2 + len(block), left + len(block[0]) - 1)
        self.told.append(f"> {sheet}, {where}: pasted")
        self.told += [f"|   {' | '.join(values)}" for values in block]

    def copies(self, sheet: str, copy: str) -> None:
        """Copy a sheet."""
        self.hand.copy(sheet, copy)
        self.told.append(f'> {sheet} is copied as "{copy}"')

    def deletes(self, sheet: str) -> None:
        """Delete a sheet."""
        self.hand.delete(sheet)
        self.told.append(f"> {sheet} is deleted")

    def types(self, sheet: str, row: str | int, **typed: str) -> None:
        """Type into a row, by what stands in it: a name, a setting, the number of a table."""
        at = self._find(sheet, row, typed)
        self.hand.type(sheet, {at[header]: text for header, text in typed.items()})
        what = ", ".join(f"{header} {text or 'cleared'}" for header, text in typed.items())
        which = f"at table {row}" if isinstance(row, int) else f"in the row {row}"
        self.told.append(f"> {sheet}, {which}: {what}")

    def result(self, sheet: str, table: int, *typed: str) -> None:
        """Type a result."""
        headers = [header for header in cells(self.workbook, sheet)[0] if str(header).startswith("Game ")]
        self.types(sheet, table, **{header: text for header, text in zip(headers, typed, strict=True) if text})

    def corrects(self, sheet: str, wrong: str, right: str) -> None:
        """Type something right that stands wrong in the first column."""
        self.types(sheet, wrong, **{str(cells(self.workbook, sheet)[0][0]): right})

    def clears(self, sheet: str, row: int) -> None:
        """Clear a row, by its number."""
        values = cells(self.workbook, sheet)[row - 1]
        self.hand.type(sheet, {address(row - 1, column): "" for column, value in enumerate(values) if value != ""})
        self.told.append(f"> {sheet}, row {row}: cleared")

    def seats(self, number: int) -> dict[int, tuple[str, str]]:
        """Return who meets whom in a round, by table."""
        rows = records(self.workbook, f"Round {number}")
        return {row["Table"]: (row["Player A"], row["Player B"]) for row in rows if row["Table"] != ""}

    def games(self, number: int) -> list[int]:
        """Return the tables at which two play in a round, in the order of the rows."""
        return [table for table, pair in self.seats(number).items() if "BYE" not in pair]

    def changes_tables(self, sheet: str, *tables: int) -> None:
        """Let the games at some tables go to the next of them each, and the last to the first."""
        at = [self._find(sheet, table, ())["Table"] for table in tables]
        self.hand.type(sheet, {cell: str(table) for cell, table in zip(at, [*tables[1:], tables[0]], strict=True)})
        moves = ", ".join(f"{old} to {new}" for old, new in zip(tables, [*tables[1:], tables[0]], strict=True))
        self.told.append(f"> {sheet}, the games change tables: {moves}")

    def shows(self, sheet: str, *headers: str) -> None:
        """Tell what stands in some columns of a sheet of the program's."""
        self.told.append(f"< {sheet}: {' | '.join(headers)}")
        self.told += [f"|   {' | '.join(str(row[each]) for each in headers)}" for row in records(self.workbook, sheet)]

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
