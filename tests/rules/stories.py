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
    sheets                          show which sheets the program writes
    note Standings                  show the note on a sheet of the program's
    say                             show the problems of the workbook with their words
    notes                           show what stands beside the pairs of the last round
    let in Zoe                      press the button of the desk, and show which cells change
    offers Ada                      show which buttons there are for a player
    press Ada: drop 2               press one, and show which cells change
    undo                            take that back
    turnabout why {} Ada            give a command; {} is the workbook
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from openpyxl.utils import get_column_letter

from tests.rules.text_event import Row, TextEvent
from tests.support.commands import turnabout
from tests.support.late import let_in
from tests.support.text_workbooks import Rows, sheets_of, write_workbook
from turnabout_sheets.core.problems import SaidError
from turnabout_sheets.jobs.coming import Offer, Way, list_offers, move
from turnabout_sheets.jobs.edit import Answer, Edit, undo
from turnabout_sheets.jobs.outcome import Computed


class Story(TextEvent):
    """An event, and what is done with it."""

    last: Computed | None = None
    """What the last run came to."""
    moved: Edit | None = None
    """What came of the button pressed last."""

    def do(self, step: str) -> Iterator[str]:
        """Do a step, and yield what comes of it."""
        verb, _, rest = step.partition(" ")
        if verb == "run":
            yield from self.run()
        elif verb == "show":
            yield from self.show(*re.split(r":\s*", rest))
        elif verb == "sheets":
            results = self.compute().results
            yield ", ".join(each.sheet.name for each in results.format.make_output(results)) if results else ""
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
        elif verb == "offers":
            yield "; ".join(map(as_words, self.offers(rest)))
        elif verb == "press":
            yield from self.press(*rest.split(": "))
        elif verb == "undo":
            yield from self.change(self.undo)
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

    def offers(self, name: str) -> list[Offer]:
        """Return what the desk offers for a player."""
        outcome = self.compute(pair=False)
        assert outcome.event is not None
        offers, why_not = list_offers(outcome.event, outcome.format, name)
        return offers or [Offer(Way.NOW, 0, str(why_not))]

    def let_in(self, name: str) -> Iterator[str]:
        """Let a player in, and yield what is said, and the cells that have changed."""

        def let() -> Iterable[str]:
            problems, done = let_in(self.path, name)
            return [done] if done else map(str, problems)

        yield from self.change(let)

    def press(self, name: str, offer: str) -> Iterator[str]:
        """Have a player come or go as it was offered: ``drop 2``; even where it is no longer."""
        way, number, *opponent = offer.split()

        def press() -> Iterable[str]:
            self.moved = move(self.path, name, Offer(Way(way), int(number), " ".join(opponent)))
            return [] if self.moved.answer is Answer.WRITTEN else ["not done"]

        yield from self.change(press)

    def undo(self) -> Iterable[str]:
        assert self.moved is not None
        return [] if undo(self.path, self.moved).answer is Answer.WRITTEN else ["not done"]

    def change(self, act: Callable[[], Iterable[str]]) -> Iterator[str]:
        """Have the workbook changed, and yield what is said, and the cells that are others then."""
        write_workbook(self.path, self.sheets())
        before = list_cells(self.sheets())
        try:
            yield from act()
        except SaidError as reason:
            yield str(reason)
        sheets = sheets_of(self.path)
        after = list_cells(sheets)
        changed = sorted(at for at in {**before, **after} if before.get(at) != after.get(at))
        if changed:
            yield "; ".join(f"{at} = {after.get(at, 'blank')}" for at in changed)
        for sheet, (headers, *rows) in sheets.items():
            if sheet in self.tables:
                self.tables[sheet] = [dict(zip(map(str, headers), row, strict=False)) for row in rows]

    def show(self, name: str, columns: str) -> Iterator[str]:
        """Yield the rows of one of the program's sheets: the player, if there is one, and some columns."""
        for row in self.rows(name):
            shown = [*(["Player"] if "Player" in row else []), *columns.split(", ")]
            yield " | ".join(row.get(each, "") for each in shown).rstrip(" |")


def seats(row: Row) -> str:
    """Return a row of a new round: table, players, and what else is filled in."""
    row = {header: value for header, value in row.items() if value not in (None, "")}
    table, a, b = (row.pop(each, "") for each in ("Table", "Player A", "Player B"))
    more = ", ".join(map(str, row.values()))
    return " ".join(filter(None, (str(table), f"{a} bye" if b == "BYE" else f"{a} - {b}", f"({more})" if more else "")))


def as_words(offer: Offer) -> str:
    return " ".join(filter(None, (str(offer.way), str(offer.round or ""), offer.opponent)))


def list_cells(sheets: Mapping[str, Rows]) -> dict[str, Any]:
    """Return every cell that is not blank."""
    return {
        f"{name}!{get_column_letter(column)}{number}": value
        for name, rows in sheets.items()
        for number, row in enumerate(rows, 1)
        for column, value in enumerate(row, 1)
        if value is not None
    }


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
