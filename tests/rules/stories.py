"""Small events as text, played step by step: below each step stands what comes of it.

    == 1.11.1: the best seed meets the last
    Event: Pairing = single elimination; First round = listed
    Players: P1..P3; Ada (Here = x / Away = 2, 3)
    Round 1: Ada >>> P1; P2 = P3 (Table = 7)
    Rulings: Ada | 1 | disqualification
    > run
    Round 2: 1 P2 - P3; Ada bye

A file of them begins with the format, if it is not Turnabout. Matches: ``>>>`` wins both games (60 to 0), ``>>`` one by
30, ``>`` one by 10, ``=`` is drawn, ``-`` open; in brackets any other cell, or the ruling. Steps:

    run                             compute the workbook, and write the rounds that are paired
    1: Ada, Ben >, Cy =, Dee absent type results into round 1; also "Cy advances", "Dee open", "Ada both absent"
    1: all                          player A wins each match
    Players Ada: Dropped after = 1  type into a row (of a round: the row of that player), or into Event
    Players + Zoe (Here = x)        add a row
    delete Round 3                  delete a sheet
    swap tables 4: 1 2 3            let the games of a round change tables, each to that of the next
    show Standings: Rank, VP        show columns of a sheet by player, or by row
    note Standings                  show the note on a sheet of the program's
    say                             show the problems of the workbook with their words
    notes                           show what stands beside the pairs of the last round
    let in Zoe                      press the button of the desk, and show which cells change
    turnabout why {} Ada            give a command; {} is the workbook
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from openpyxl import load_workbook

from tests.support.commands import turnabout
from tests.support.late import let_in
from tests.support.text_workbooks import Rows, read_sheets, sheets_of, write_workbook
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.jobs.compute import compute_run
from turnabout_sheets.jobs.outcome import Options, RunOutcome

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


class Story:
    """The sheets of an event, and what is done with them."""

    def __init__(self, folder: Path, format: str) -> None:
        self.path, self.format = folder / "event.xlsx", format
        self.settings: Row = {"Name": "Test", "Format": format}
        self.tables: dict[str, list[Row]] = {}
        self.headers: dict[str, list[str]] = {}
        self.raw: list[str] = []
        self.last: RunOutcome | None = None
        self.seen: tuple[str, RunOutcome | None] = "", None
        self.read: tuple[str, RunOutcome | None] = "", None

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

    def compute(self) -> RunOutcome:
        """Compute the workbook as a run does before it writes; the same sheets only once."""
        sheets = self.sheets()
        state, outcome = self.seen
        if outcome is None or state != repr(sheets):
            outcome = compute_run(write_workbook(self.path, sheets), Options()).outcome
            self.seen = repr(sheets), outcome
        return outcome

    def do(self, step: str) -> Iterator[str]:
        """Do a step, and yield what comes of it."""
        verb, _, rest = step.partition(" ")
        if verb == "run":
            yield from self.run()
        elif verb == "show":
            yield from self.show(*re.split(r":\s*", rest))
        elif verb == "note":
            yield self.report(rest).note
        elif verb == "say":
            outcome = self.compute()
            yield from (str(each) for each in (*outcome.problems, *outcome.notes))
        elif verb == "notes":
            assert self.last is not None
            new = self.last.new_rounds[-1]
            yield from (*new.summary, *filter(None, new.notes))
        elif step.startswith("let in"):
            yield from self.let_in(step[7:])
        elif verb == "turnabout":
            write_workbook(self.path, self.sheets())
            said = turnabout(*(self.path if word == "{}" else word for word in shlex.split(rest)))
            yield from (line for line in said.output.splitlines() if line.strip() and str(self.path.parent) not in line)
        elif step.startswith("swap tables"):
            title, tables = rest.removeprefix("tables ").split(": ")
            rows = {row["Table"]: row for row in self.tables[f"Round {title}"]}
            for table, other in pairwise([*map(int, tables.split()), int(tables.split()[0])]):
                rows[table]["Table"] = other
        elif verb == "delete":
            del self.tables[rest]
        elif verb.rstrip(":").isdecimal():
            number = int(verb.rstrip(":"))
            everybody = [str(row["Player A"]) for row in self.tables[f"Round {number}"] if row["Player B"] != "BYE"]
            for each in everybody if rest == "all" else rest.split(","):
                self.type_result(number, *each.strip().partition(" ")[::2])
        else:
            self.type(step)

    def run(self) -> Iterator[str]:
        """Compute, write the new rounds, and yield them with the places of what is wrong, and how it stands."""
        self.last = outcome = self.compute()
        names: dict[Any, str] = {each.number: each.name for each in outcome.event.players} if outcome.event else {}
        for new in outcome.new_rounds:
            fields = {column.header: getattr(column, "field", None) for column in new.columns}
            rows = [{header: row.get(field) for header, field in fields.items() if field} for row in new.rows]
            for row in rows:
                row |= {side: names.get(row[side], "BYE") for side in ("Player A", "Player B")}
            title = f"Round {new.number}"
            self.headers[title] = [*fields]
            self.tables[title] = rows
            yield f"{title}: " + "; ".join(map(seats, rows))
        yield from sorted({f"{each.severity} {each.place}" for each in (*outcome.problems, *outcome.notes)})
        if outcome.results is not None and outcome.results.finished:
            yield "over"
        self.read = repr(self.sheets()), outcome  # which has read the new rounds, too

    def let_in(self, name: str) -> Iterator[str]:
        """Let a player in, and yield what is said, and the cells that have changed."""
        write_workbook(self.path, self.sheets())
        before = list_cells(self.path)
        try:
            outcome, done = let_in(self.path, name)
        except LateError as reason:
            yield str(reason)
            return
        yield from [done] if done else map(str, outcome.problems)
        after = list_cells(self.path)
        changed = sorted(at for at in {**before, **after} if before.get(at) != after.get(at))
        yield "; ".join(f"{at} = {after.get(at, 'blank')}" for at in changed)
        for sheet, (headers, *rows) in sheets_of(self.path).items():
            if sheet in self.tables:
                self.tables[sheet] = [dict(zip(map(str, headers), row, strict=False)) for row in rows]

    def show(self, name: str, columns: str) -> Iterator[str]:
        """Yield the rows of one of the program's sheets: the player, if there is one, and some columns."""
        for row in self.rows(name):
            shown = [*(["Player"] if "Player" in row else []), *columns.split(", ")]
            yield " | ".join(row.get(each, "") for each in shown).rstrip(" |")

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
        sheets = outcome.results.format.sheets.make_output(outcome.results)
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


def seats(row: Row) -> str:
    """Return a row of a new round: table, players, and what else is filled in."""
    row = {header: value for header, value in row.items() if value not in (None, "")}
    table, a, b = (row.pop(each, "") for each in ("Table", "Player A", "Player B"))
    more = ", ".join(map(str, row.values()))
    return " ".join(filter(None, (str(table), f"{a} bye" if b == "BYE" else f"{a} - {b}", f"({more})" if more else "")))


def list_cells(path: Path) -> dict[str, Any]:
    """Return every cell that is not blank."""
    return {
        f"{page.title}!{cell.coordinate}": cell.value
        for page in load_workbook(path)
        for row in page.iter_rows()
        for cell in row
        if cell.value is not None
    }


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


def play(folder: Path, format: str, story: str) -> str:
    """Play a story, and return it with what comes of each step."""
    event, said = Story(folder, format), list[str]()
    for line in story.splitlines():
        if line.startswith("> "):
            said += [line, *event.do(line[2:])]
        elif line.startswith(("== ", "#")) or not line:
            said.append(line)
        elif not any(each.startswith("> ") for each in said):
            said.append(line)
            event.set_up(line) if not event.raw and line[0] != "[" else event.raw.append(line)
    return "\n".join(said).rstrip("\n") + "\n"
