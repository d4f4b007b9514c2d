"""A whole day at the desk's page: what is typed, saved and pressed.

No command is given in it: `AtDesk` can only do what a hand can do in a spreadsheet program, in the folder, and on the
page. What is pressed is a button that stands there.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from lxml import html
from openpyxl import load_workbook

from tests.desk.requests import get, post
from tests.office import office
from tests.support.books import cells, edited, sheet_names
from tests.whole.told_desk import ExcelHand, ToldDesk
from turnabout_sheets.sheets.grid import address


class AtDesk(ToldDesk):
    """Somebody at a desk, with all that a hand can do there."""

    # --- the page ---

    def presses(self, label: str, times: int = 1) -> None:
        """Press a button that stands on the page; more ``times``: also in a tab that does not know yet."""
        found = [
            each for each in self.page.xpath("//button") if " ".join(each.text_content().split()).startswith(label)
        ]
        assert found, f"no button “{label}”: {[each.text_content() for each in self.page.xpath('//button')]}"
        button = found[-1] if found[0].get("data-ask") is None else found[0]
        self._act("press", f"presses “{' '.join(button.text_content().split())}”" + (f", {times} times" * (times > 1)))
        if asked := button.get("data-ask"):
            (dialog,) = self.page.xpath(f'//*[@id="{asked}"]')
            self.say(f"<   {dialog.text_content()}")
            return
        if printed := button.get("data-print"):
            assert get(self.server, printed, "Sec-Fetch-Dest: iframe").status == 200
            self._act("confirm", "it is printed")
            self._tell(self._send("printed"))
        for _ in range(0 if printed else times):
            if person := button.get("data-person"):
                self._tell(self._send("move", person))
            else:
                self._tell(self._send(button.get("data-do"), button.get("data-with") or ""))
        self.looks()

    def _send(self, order: str, form: str = "", **fields: object) -> Any:
        sent = {**dict(parse_qsl(form, keep_blank_values=True)), **fields}
        answer = post(self.server, order, **sent)
        assert answer.status == 200, (order, answer)
        return json.loads(answer.text)

    def _tell(self, reply: Mapping[str, Any]) -> None:
        texts = [reply["text"], *(each if isinstance(each, str) else each[0] for each in reply.get("problems", ()))]
        for text in filter(None, texts):
            self.say(f"<   {text}")
        self._found({"refused": "stopped", "taken": "asked"}.get(reply.get("answer", ""), "told"))
        is_english = reply.get("language") == "en" and self.language != "en"
        if is_english:
            self._finds("English reply", reply["text"])

    def presses_first(self, *labels: str) -> None:
        """Press the first of some buttons that stands there; where none does, the mistake has passed unasked."""
        there = [" ".join(each.text_content().split()) for each in self.page.xpath("//main//button[not(@data-close)]")]
        wanted = next((label for label in labels if any(each.startswith(label) for each in there)), "")
        if wanted:
            self.presses(wanted)
        else:
            self.say(f"(no button {' or '.join(labels)})")

    def presses_yes(self, order: str) -> None:
        """Press Yes in the dialog that a button has opened."""
        (button,) = self.page.xpath(f'//*[@id="{order}-yes"]')
        self._act("press", f"presses “{button.text_content()}”")
        self._tell(self._send(button.get("data-do"), button.get("data-with")))
        self.looks()

    def takes_move_back(self) -> None:
        """Press the button that takes back what was done last with a player."""
        self._act("press", "takes it back")
        self._tell(self._send("move-back", number=self._moved))
        self.looks()

    def adds(self, players: str) -> None:
        """Type names below those on Players, save and close."""
        with self.opened():
            rows = len(self._rows("Players"))
            self.types_cells(
                "Players", **{f"A{rows + at}": name for at, name in enumerate(players.split("\n")[:-1], 1)}
            )

    def marks(self, mark: str) -> None:
        """Mark the first three players as here, or clear that."""
        with self.opened():
            for name in [row[0] for row in self._rows("Players")[1:4]]:
                self.types("Players", name, Here=mark)

    def enters(self, line: str, number: int, confirmed: bool = False) -> None:
        """Type a result as a line into the page."""
        self._act("line", f"types into the page, round {number}: {line}" + " and confirms" * confirmed)
        more = {"confirmed": "true"} if confirmed else {}
        self._tell(self._send("enter", table=line, round=number, **more))
        self.looks()

    def rules(self, number: int, table: int, ruling: str) -> None:
        """Choose a ruling in the form of a table."""
        self._act("line", f"chooses in the form, round {number}, table {table}: {ruling}")
        self._tell(self._send("enter", table=table, round=number, ruling=ruling))
        self.looks()

    def enters_all(self, number: int, line: str, but: Sequence[int] = ()) -> None:
        """Type what is missing of a round into the page, table by table, each with the same line."""
        tables = [table for table in self.missing(number) if table not in but]
        for table in tables:
            reply = self._send("enter", table=f"{table} {line}", round=number)
            assert reply["answer"] == "written", reply
            self.rests()
        part = f"{self._chapter}{', for mistakes' if self._mistake else ''}"
        self.counted.setdefault(part, Counter())["line"] += len(tables)
        self.say(f"> types into the page, round {number}, tables {', '.join(map(str, tables))}: {line}")
        self.looks()

    def takes_back(self) -> None:
        self._act("press", "takes the last result back")
        self._tell(self._send("take-back"))
        self.looks()

    def person(self, name: str, label: str = "", is_new: bool = False, times: int = 1) -> None:
        """Type a name under who comes, leaves or comes back; press one of the buttons that are shown."""
        self._act("press", f"somebody comes or goes: {name}" + ", somebody new" * is_new)
        shown = self._send("person", name=name, **({"new": "new"} if is_new else {}))
        self.say(f"<   {shown['text']}")
        offered = html.fragments_fromstring(shown["html"]) if shown["html"] else []
        for each in offered:
            button, does = each.find("button"), each.findtext("span") or ""
            self.say(f"<   [{button.text}] {does}")
            if button.get("data-meant"):
                self._found("asked")
        if not offered:
            self._found("stopped")
        buttons = [each.find("button") for each in offered]
        wanted = next((each for each in buttons if label and each.text.startswith(label)), None)
        if label and wanted is None:
            self.say(f"(no button {label})")
        if wanted is not None:
            self._act("press", f"presses “{wanted.text}”" + (f", {times} times" * (times > 1)))
            for _ in range(times):
                reply = self._send("move", wanted.get("data-person"))
                self._moved = reply.get("number") or self._moved
                self._tell(reply)
            self.looks()

    # --- the workbook ---

    @cached_property
    def _excel(self) -> ExcelHand:
        return ExcelHand()

    @property
    def hand(self) -> Any:
        return office() if self.in_office else self._excel

    def opens(self) -> None:
        self._act("open", f"opens {self.workbook.name}")
        self.hand.open(self.workbook)

    def saves(self) -> None:
        self._act("save", "saves")
        self.hand.save()
        self.looks()

    def closes(self) -> None:
        self._act("close", "closes it")
        self.hand.close()
        self.looks()

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Open the workbook, and save and close it in the end."""
        self.opens()
        yield
        self._act("save", "saves")
        self.hand.save()
        self.closes()

    @contextmanager
    def opened_unseen(self) -> Iterator[None]:
        """Open the workbook, save and close it while no desk is there."""
        self.opens()
        yield
        self._act("save", "saves")
        self.hand.save()
        self._act("close", "closes it")
        self.hand.close()

    def types(self, sheet: str, row: str | int, **typed: str) -> None:
        """Type into a row, by what stands in it: a name, a setting, the number of a table; or the first free one."""
        head, *rows = self._rows(sheet)
        there = (number for number, values in enumerate(rows, 1) if row in values[:3])
        free = (number for number, values in enumerate(rows, 1) if not any(values))
        at = next(there, None) or next(free, len(rows) + 1)
        named = {header.replace("_", " "): text for header, text in typed.items()}
        self.hand.type(sheet, {address(at, head.index(header)): text for header, text in named.items()})
        what = ", ".join(f"{header} {text or 'cleared'}" for header, text in named.items())
        self.say(f"> {sheet}, {'table ' * isinstance(row, int)}{row}: {what}")

    def types_cells(self, sheet: str, **typed: str) -> None:
        """Type into cells: ``F2="A"``."""
        self.hand.type(sheet, typed)
        self.say(f"> {sheet}: " + ", ".join(f"{cell} = {text or 'cleared'}" for cell, text in list(typed.items())[:12]))

    def result(self, number: int, table: int, *typed: str) -> None:
        """Type a result from its first cell on."""
        self.types(f"Round {number}", table, **dict(zip(self._fields(number), typed, strict=False)))

    def results(self, number: int, *typed: str, but: Sequence[int] = ()) -> None:
        """Type what is missing of a round, each result the same."""
        sheet, (head, *rows) = f"Round {number}", self._rows(f"Round {number}")
        fields = [head.index(each) for each in self._fields(number)]
        missing = [table for table in self.missing(number) if table not in but]
        typing = {
            address(row, fields[place]): text
            for row, values in enumerate(rows, 1)
            if values[0] in missing
            for place, text in enumerate(typed)
            if text
        }
        self.hand.type(sheet, typing)
        self.say(f"> {sheet}, tables {', '.join(map(str, missing))}: {' '.join(filter(None, typed))}")

    def missing(self, number: int) -> list[int]:
        """Return the tables of a round whose result is missing in the workbook as it is saved."""
        head, *rows = self._rows(f"Round {number}")
        first, ruling, b = head.index(self._fields(number)[0]), head.index("Ruling"), head.index("Player B")
        played = (row for row in rows if row[0] != "" and row[b] not in ("", "BYE"))
        return [int(row[0]) for row in played if row[first] == row[ruling] == ""]

    def seats(self, number: int) -> dict[int, tuple[str, str]]:
        """Return who meets whom in a round, by table."""
        head, *rows = self._rows(f"Round {number}")
        a, b = head.index("Player A"), head.index("Player B")
        return {int(row[0]): (row[a], row[b]) for row in rows if row[0] != ""}

    def has_round(self, number: int) -> bool:
        return f"Round {number}" in sheet_names(self.workbook)

    def clears_row(self, sheet: str, row: int) -> None:
        """Clear all cells of a row, by its number in the sheet."""
        self.hand.type(
            sheet,
            {address(row - 1, column): "" for column, value in enumerate(self._rows(sheet)[row - 1]) if value != ""},
        )
        self.say(f"> {sheet}, row {row}: cleared")

    def sorts_column(self, sheet: str, header: str) -> None:
        """Sort one column, and not its neighbours."""
        head, *rows = self._rows(sheet)
        at = head.index(header)
        there = [row[at] for row in rows if row[at] != ""]
        blank = [""] * (len(rows) - len(there))  # stand last
        moved = zip(enumerate([*sorted(there), *blank], 1), rows, strict=True)
        self.hand.type(sheet, {address(row, at): str(value) for (row, value), was in moved if value != was[at]})
        self.say(f"> {sheet}: the column {header} is sorted without the others")

    def sorts_rows(self, sheet: str, header: str) -> None:
        """Sort the whole table by a column: what is typed moves, and formulas are of their rows as before."""
        head, *rows = self._rows(sheet)
        formulas = {cell.column - 1 for cell in load_workbook(self.workbook)[sheet][2] if cell.data_type == "f"}
        typed = [column for column, each in enumerate(head[: [*head, ""].index("")]) if column not in formulas]
        there = [row for row in rows if row[head.index(header)] != ""]
        self.hand.type(
            sheet,
            {
                address(place, column): str(row[column])
                for place, row in enumerate(sorted(there, key=lambda row: str(row[head.index(header)])), 1)
                for column in typed
                if row[column] != rows[place - 1][column]
            },
        )
        self.say(f"> {sheet}: all columns are sorted by {header}")

    def renames_sheet(self, sheet: str, name: str) -> None:
        """Give a sheet another name; save and close the workbook."""
        with self.opened():
            self.hand.rename(sheet, name)
            self.say(f"> {sheet} is renamed to {name}")

    def deletes(self, sheet: str) -> None:
        self.hand.delete(sheet)
        self.say(f"> deletes the sheet {sheet}")

    def _rows(self, sheet: str) -> list[list[Any]]:
        """Return the rows of a sheet from that of its headers on."""
        return cells(self.workbook, sheet)

    def _fields(self, number: int) -> list[str]:
        head = self._rows(f"Round {number}")[0]
        return [each for each in head if str(each).startswith("Game ") or each == "Winner"]

    # --- the folder ---

    def copies(self, name: str) -> None:
        shutil.copy(self.workbook, self.folder / name)
        self.say(f"> copies {self.workbook.name} as {name}")

    def saves_beside(self, name: str, typed: dict[str, dict[str, Any]]) -> None:
        """Save the workbook under another name, with something typed."""
        self._act("file", f"saves {self.workbook.name} as {name}, and types there")
        (self.folder / name).write_bytes(edited(self.workbook.read_bytes(), typed))
        self.looks()

    def puts_in_place(self, name: str) -> None:
        self._act("file", f"puts {name} in the place of {self.workbook.name}")
        shutil.copy(self.folder / name, self.workbook)
        (self.folder / name).unlink()
        self.looks()

    def renames(self, name: str) -> None:
        self._act("file", f"renames {self.workbook.name} to {name}")
        self.workbook = self.workbook.rename(self.folder / name)
        self.looks()
