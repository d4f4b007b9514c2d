"""An event as sheets of rows by header, filled from words, and typed into; what it comes to, computed as a run does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.support.text_workbooks import Rows, read_sheets, write_workbook
from turnabout_sheets.event.output_sheets import OutputSheet
from turnabout_sheets.jobs.outcome import Computed, Options
from turnabout_sheets.jobs.run import compute
from turnabout_sheets.workbook.files.save import open_workbook

FORMATS = {"turnabout": "Turnabout", "netrunner": "Netrunner", "duplicate": "Duplicate Magic"}
PLAYERS = ["Player", "Scoring option", "Joined round", "Dropped after", "Byes", "Away", "Let in"]
COLUMNS = {
    "Rulings": ["Player", "Round", "Kind", "Game"],
    "Adjustments": ["Player", "Round", "Points"],
    "Tables": ["Table", "Stock A", "Stock A2"],
    "Scoring options": ["Option", "Counts", "Base", "Per unit", "Rounding", "Allow negative"],
    "Ante": ["Round", "Table", "Winner", "Card", "Stock"],
}
GAMES = {
    "Turnabout": ["Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count"],
    "Netrunner": [f"Game {game} {what}" for game in (1, 2) for what in ("winner", "agenda A", "agenda B")],
    "Duplicate Magic": ["Winner"],
}
RESULTS: dict[str, dict[str, list[Any]]] = {
    "Turnabout": {">>>": ["A", 20, "A", 20], ">>": ["A", 20, "Draw", None], ">": ["A", 0, "Draw", None],
                  "=": ["Draw", None, "Draw", None]},
    "Netrunner": {">>>": ["A", None, 0, "A", None, 0], ">>": ["A", None, 0, "B", 1, None],
                  "=": ["A", None, 0, "B", 0, None]},
    "Duplicate Magic": {">": ["A"], "=": ["Draw"]},
}  # fmt: skip
"""The cells of a result as player A sees it."""

Row = dict[str, Any]


class TextEvent:
    """The sheets of an event; `tests.rules.stories` says how they are written."""

    def __init__(self, folder: Path, format: str) -> None:
        self.path, self.format = folder / "event.xlsx", format
        self.settings: Row = {"Name": "Test", "Format": format}
        self.tables: dict[str, list[Row]] = {}
        self.headers: dict[str, list[str]] = {}
        self.raw: list[str] = []
        self.seen: tuple[str, Computed | None] = "", None
        self.read: tuple[str, Computed | None] = "", None

    def set_up(self, line: str) -> None:
        """Fill a sheet: ``Players: Ada; Ben``."""
        sheet, _, rest = line.partition(":")
        if sheet == "Event":
            self.settings |= read_cells(rest, ";")
            return
        rows = self.tables.setdefault(sheet, [])
        rows += [row for each in rest.split(";") if each.strip() for row in self.read_rows(sheet, each.strip())]
        if sheet.startswith("Round "):
            for number, row in enumerate((row for row in rows if row["Player B"] != "BYE"), 1):
                row.setdefault("Table", number)

    def read_rows(self, sheet: str, text: str) -> list[Row]:
        """Return the rows that a word on a sheet stands for."""
        if sheet in COLUMNS:
            return [dict(zip(COLUMNS[sheet], map(as_cell, text.split("|")), strict=False))]
        words, _, more = text.removesuffix(")").partition(" (")
        if sheet == "Players":
            return [{"Player": as_cell(name), **read_cells(more, "/")} for name in spread(words)]
        extra = read_cells(more, "/") if "=" in more else {"Ruling": more} if more else {}
        if words.endswith(" bye"):
            return [{"Player A": words[:-4], "Player B": "BYE", **extra}]
        a, sign, b = re.split(r"\s+([<>]+|[=-])\s+", words)
        return [{"Player A": a, "Player B": b, **self.read_result(sign), **extra}]

    def read_result(self, sign: str, side: str = "A") -> Row:
        """Return the cells of a result, as seen from a side."""
        if sign.startswith("<"):
            return self.read_result(sign.replace("<", ">"), "B" if side == "A" else "A")
        values = RESULTS[self.format].get(sign, [None] * len(GAMES[self.format]))
        if side == "B":
            other = {"A": "B", "B": "A"}
            values = [other.get(each, each) for each in values]
            if self.format == "Netrunner":
                values = [values[place] for place in (0, 2, 1, 3, 5, 4)]
        return dict(zip(GAMES[self.format], values, strict=True))

    def sheets(self) -> dict[str, Rows]:
        """Return the sheets as they are in the workbook."""
        made: dict[str, Rows] = {"Event": [["Setting", "Value"], *map(list, self.settings.items())]}
        for name, rows in self.tables.items():
            first = PLAYERS if name == "Players" else ["Table", "Player A", "Player B", *GAMES[self.format], "Ruling"]
            known = self.headers.get(name) or COLUMNS.get(name) or first
            headers = list(dict.fromkeys([*known, *(header for row in rows for header in row)]))
            made[name] = [headers, *([row.get(header) for header in headers] for row in rows)]
        return made | read_sheets("\n".join(self.raw))

    def compute(self, *, pair: bool = True) -> Computed:
        """Compute the workbook as a run does before it writes; the same sheets only once."""
        state = f"{pair}{self.sheets()!r}"
        known, outcome = self.seen
        if outcome is None or state != known:
            path = write_workbook(self.path, self.sheets())
            outcome = compute(path, open_workbook(path), Options(pair=pair))
            self.seen = state, outcome
        return outcome

    def rows(self, name: str) -> list[dict[str, str]]:
        """Return the rows of one of the program's sheets, as text by header."""
        report = self.report(name)
        headers = [column.header for column in report.sheet.columns]
        return [
            {header: as_text(value) for header, value in zip(headers, row, strict=True)}
            for row in report.worded().itertuples(index=False)
        ]

    def report(self, name: str) -> OutputSheet:
        """Return one of the program's sheets."""
        state, outcome = self.read
        if outcome is None or state != repr(self.sheets()):
            outcome = self.compute()
        assert outcome.results is not None, [str(each) for each in outcome.problems]
        sheets = outcome.results.format.make_output(outcome.results)
        return next(each for each in sheets if each.sheet.name == name)

    def type(self, step: str) -> None:
        """Type into cells, or into a new row."""
        sheet, plus, rows = step.partition(" + ")
        if plus:
            self.tables.setdefault(sheet, []).extend(
                row for each in rows.split("; ") for row in self.read_rows(sheet, each)
            )
            return
        where, _, cells = step.partition(": ")
        if where == "Event":
            self.settings |= read_cells(cells, "/")
            return
        sheet, name = re.split(r"(?<=\d) |(?<=Players) ", where, maxsplit=1)
        self.row(sheet, name).update(read_cells(cells, "/"))

    def row(self, sheet: str, name: str) -> Row:
        """Return the row of a player."""
        return next(
            row for row in self.tables[sheet] if name in (row.get("Player"), row.get("Player A"), row.get("Player B"))
        )

    def type_result(self, number: int, name: str, what: str) -> None:
        """Type how a player's match ended, or who of it goes on."""
        row = self.row(f"Round {number}", name)
        side = "A" if row["Player A"] == name else "B"
        if what == "advances":
            row["Ruling"] = f"{side} advances"
            return
        rulings = {"absent": f"{side} no-show", "both absent": "Both no-show"}
        sign = what or max(RESULTS[self.format])
        row |= {**self.read_result(sign, side), "Ruling": rulings.get(what)}


def read_cells(text: str, sign: str) -> Row:
    """Return cells by header: ``Here = x / Away = 2``."""
    pairs = (each.split("=", 1) for each in text.split(sign) if each.strip())
    return {header.strip(): as_cell(value) for header, value in pairs}


def spread(text: str) -> list[str]:
    """Return the names of ``P1..P3``."""
    if found := re.fullmatch(r"(\D+)(\d+)\.\.\D+(\d+)", text):
        return [f"{found[1]}{number:0{len(found[2])}}" for number in range(int(found[2]), int(found[3]) + 1)]
    return [text]


def as_cell(text: str) -> Any:
    rows = read_sheets(f"[x]\n{text.strip()}")["x"]
    return rows[0][0] if rows else None


def as_text(value: Any) -> str:
    return "" if value is None or value != value else str(value)
