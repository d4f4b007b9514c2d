"""A workbook of which every step is watched: what commands say and write, and what they must leave alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result

from tests.support.edited_book import Book
from tests.support.late import let_in
from tests.support.recomputed import WINS_AND_BYES, UnclearError, read_rows, reckon, round_numbers, table_of
from tests.workbook.grafted import workbook_without_ours
from tests.workbook.selection import is_only_deselected
from tests.workbook.workbooks import MAIN, faults, raw_members
from turnabout_sheets.cli.main import main
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.coming import LateError
from turnabout_sheets.workbook.ooxml.package import Package

CELL: Final = re.compile(r"([A-Z]{1,3}[1-9]\d*(:[A-Z]{1,3}[1-9]\d*)?)?")
FRAME: Final = {
    "[Content_Types].xml",
    "xl/workbook.xml",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "docProps/app.xml",
}
WRITTEN: Final = re.compile(
    r"(Desk|Standings|Matches|Progress|Crosstable|Ratings|Table results|Scales|Problems|Log|Remembered)( \(\d+\))?"
    r"|Round \d+"
)
"""What a run may call a sheet that it adds."""

TAKEN: Final = re.compile("The workbook already has a sheet “(.*)” that the program did not make; rename or delete it")


class Watched:
    """The workbook, all that it has been, and which of its sheets are the program's beyond doubt."""

    def __init__(self, path: Path, format: str) -> None:
        self.path = path
        self.format = format
        self.known = {"Event", "Remembered", *(sheet.name for sheet in load(FORMATS[format]).sheets.input)}
        self.ours: set[str] = set()
        self.versions: list[bytes] = []
        self.good = b""
        """What stood there after the last run without errors."""
        self.stopped = False
        """Did errors stop the last run?"""
        self.compared = 0
        self._ours_in: dict[str, frozenset[str]] = {}
        self._came_to: dict[str, str] = {}

    @property
    def data(self) -> bytes:
        return self.path.read_bytes()

    def _remember(self) -> None:
        data = self.data
        self._ours_in[_digest(data)] = frozenset(self.ours)
        if data not in self.versions:
            self.versions.append(data)

    def save(self, data: bytes) -> None:
        """Save as a spreadsheet program does."""
        self.path.write_bytes(data)
        self._remember()

    def put_back(self, data: bytes) -> None:
        """Put one of the earlier versions back."""
        self.path.write_bytes(data)
        self.ours = set(self._ours_in[_digest(data)])

    def disown(self, sheet: str) -> None:
        """Take note that a sheet cannot be known as the program's any more."""
        self.ours.discard(sheet)
        self._remember()

    def renamed(self, old: str, new: str) -> None:
        """Take note that a sheet was renamed; one of ours is still known."""
        if old in self.ours:
            self.ours = self.ours - {old} | {new}
            self._remember()

    def _do(self, *arguments: str) -> Result:
        done = CliRunner().invoke(main, list(arguments))
        assert "Traceback" not in done.output, done.output
        assert done.exit_code != 5, done.output
        return done

    def look(self, command: str, *more: str) -> str:
        """Do what changes nothing in the workbook."""
        before = self.data
        done = self._do(command, str(self.path), *more)
        assert done.exit_code in ((0, 1) if command == "check" else (0, 1, 2)), done.output
        assert self.data == before
        return done.output

    def let_in(self, name: str) -> str:
        """Let a late player into the running round."""
        before = self.data
        try:
            _, said = let_in(self.path, name)
        except LateError:
            said = ""
        if not said:
            assert self.data == before
            return said
        done = self._do("run", str(self.path), "--no-pair")
        assert done.exit_code in (0, 1, 3) or TAKEN.search(done.output), done.output
        # With exit code 1 this one was let in, and others who are missing are still to be.
        rounds = round_numbers(Book(before)).values()
        assert name in {row["player"] for row in table_of(Book(self.data), "Players", "Player")}
        self._check_parts(before, self.data, allowed={"Players", *rounds})
        for between in self._backups():
            self._ours_in.setdefault(_digest(between), frozenset(self.ours))
        self._take_over(before)
        return said

    def restore(self, number: int) -> str:
        """Bring an earlier version back."""
        before, kept = self.data, self._backups()
        done = self._do("restore", str(self.path), str(number))
        if number > len(kept):
            assert done.exit_code != 0, done.output
            assert self.data == before
            return done.output
        assert done.exit_code == 0, done.output
        assert self.data in kept
        assert before in self._backups()
        self.ours = set(self._ours_in[_digest(self.data)])
        return done.output

    def _backups(self) -> list[bytes]:
        folder = self.path.with_name("event backups")
        return [file.read_bytes() for file in folder.glob("*.xlsx")] if folder.exists() else []

    def run(self) -> str:
        """Check, run, run again; watch."""
        before = self.data
        checked = self._do("check", str(self.path), "--json")
        assert self.data == before
        done = self._do("run", str(self.path), "--json")
        (outcome,) = json.loads(done.stdout)["workbooks"]
        assert outcome["exit"] == done.exit_code
        after = self.data
        if done.exit_code == 4:
            self._check_refused(outcome["refused"], before)
            return outcome["refused"]
        assert done.exit_code in (0, 1, 3), done.output
        assert (checked.exit_code == 1) == (done.exit_code == 1), checked.output + done.output
        assert self._came_to.setdefault(_digest(before), _digest(after)) == _digest(after), "not the same as before"
        errors = [problem for problem in outcome["problems"] if problem["severity"] == "Error"]
        assert bool(errors) == (done.exit_code in (1, 3)), done.output
        self._check_problems(outcome["problems"], [*Book(before).sheets, *Book(after).sheets])
        if after != before:
            assert before in self._backups(), "no backup"
        added = self._check_parts(before, after)
        assert all(map(WRITTEN.fullmatch, added)), added
        new_rounds = {name for name in added if name.startswith("Round ")}
        assert new_rounds == {f"Round {number}" for number in outcome.get("paired_rounds", ())}
        if done.exit_code == 1:
            assert all(name.startswith("Problems") for name in added)
        self._take_over(before)
        again = self._do("run", str(self.path), "--json")
        (outcome_again,) = json.loads(again.stdout)["workbooks"]
        assert again.exit_code == done.exit_code, done.output + again.output
        assert outcome_again["written"] == [], outcome_again
        assert self.data == after, "the second run has changed the workbook"
        self.stopped = done.exit_code == 1
        if done.exit_code == 0:
            self.good = after
            self._check_rounds(outcome["paired_rounds"])
            self._check_standings()
        return f"exit {done.exit_code}, {len(errors)} errors, paired {sorted(new_rounds)}"

    def _take_over(self, before: bytes) -> None:
        """Take note of the sheets that the program has added."""
        added = Book(self.data).sheets.keys() - Book(before).sheets.keys()
        self.ours |= {name for name in added if not name.startswith("Round ")}
        self._remember()

    def _check_refused(self, reason: str, before: bytes) -> None:
        """A run is refused only where a sheet of the organizer's has a name that is ours, which it says."""
        taken = TAKEN.match(reason)
        assert taken, reason
        assert taken[1].casefold() in {sheet.casefold() for sheet in Book(before).sheets}
        assert self.data == before
        self.stopped = True

    def _check_problems(self, problems: Iterable[Mapping[str, str]], sheets: Iterable[str]) -> None:
        """Every problem has a place, and says what is wrong and what to do."""
        for problem in problems:
            assert CELL.fullmatch(problem["cell"]), problem
            gone = re.fullmatch(r"Round \d+ was published .* is not in the workbook.*", problem["problem"])
            assert problem["sheet"] in {*sheets, *self.known} or gone, problem
            assert problem["problem"], problem
            assert problem["what to do"], problem

    def _check_parts(self, before: bytes, after: bytes, allowed: Iterable[str] = ()) -> list[str]:
        """Nothing but our sheets has changed, or those that are ``allowed``; return the sheets that are new."""
        old, new = Package(before), Package(after)
        ours = {old.sheets[name] for name in (*self.ours, *allowed) if name in old.sheets}
        theirs = _reached(old, without=ours)
        free = FRAME | (_reached(old, without=set()) - theirs)
        was, now = raw_members(before), raw_members(after)
        changed = {name for name in was if now.get(name) != was[name]} - free
        tabs, new_tabs = ([tab.name for tab in package.tabs] for package in (old, new))
        added = [tab for tab in new_tabs if tab not in tabs]
        if any(name.startswith("Round ") for name in added):  # then it is in front, and what was there is not
            changed -= {name for name in changed if is_only_deselected(old, new, name)}
        assert not changed, f"changed: {sorted(changed)}"
        new_parts = now.keys() - was.keys() - {f"xl/worksheets/_rels/{part.rpartition('/')[2]}.rels" for part in ours}
        assert all("turnabout" in name for name in new_parts), sorted(new_parts)
        assert [tab for tab in new_tabs if tab in tabs] == tabs
        assert workbook_without_ours(new) == workbook_without_ours(old)
        assert _names(new) == _names(old)
        assert set(faults(after)) <= set(faults(before))
        return added

    def _check_rounds(self, paired: Iterable[int]) -> None:
        """Nobody sits in a new round twice or meets the same player again."""
        met: set[frozenset[str]] = set()
        for number in sorted(round_numbers(Book(self.data))):
            rows = [row for row in read_rows(Book(self.data)) if row.round == number]
            pairs = [frozenset((row.a, row.b)) for row in rows if row.b]
            if number in paired:
                seated = [name for row in rows for name in (row.a, row.b) if name]
                assert len(seated) == len(set(seated)), seated
                assert not met & set(pairs), met & set(pairs)
            met |= set(pairs)

    def _check_standings(self) -> None:
        """The points are those that a person reckons."""
        book = Book(self.data)
        try:
            lines = reckon(book, self.format)
        except UnclearError:
            return
        points, wins, byes = WINS_AND_BYES[self.format]
        mark = _names(Package(self.data), marks=True)["_turnabout_Standings"]
        sheet = mark.rpartition("!")[0].strip("'").replace("''", "'")
        shown = {row["player"]: row for row in table_of(book, sheet, "Rank", "Player")}
        assert shown.keys() == lines.keys()
        for name, line in lines.items():
            row = shown[name]
            assert abs(Fraction(row[points.casefold()]) - line.points) < Fraction(1, 10**6), (name, row, line)
            assert not wins or row[wins.casefold()] == line.wins, (name, row, line)
            assert row[byes.casefold()] == line.byes, (name, row, line)
        ranked = sorted(shown.values(), key=lambda row: float(row["rank"]))
        in_order = [row[points.casefold()] for row in ranked]
        assert in_order == sorted(in_order, reverse=True)
        self.compared += 1


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _reached(package: Package, without: set[str]) -> set[str]:
    """Return all parts but those that only the parts ``without`` lead to; also those that nothing leads to."""
    found, waiting = {""}, [""]
    while waiting:
        source = waiting.pop()
        for link in package.relationships(source).values():
            if not link.external and link.target not in found | without:
                found.add(link.target)
                waiting.append(link.target)
    led_to, waiting = set(without), list(without)
    while waiting:
        for link in package.relationships(waiting.pop()).values():
            if not link.external and link.target not in found | led_to:
                led_to.add(link.target)
                waiting.append(link.target)
    only = led_to - found
    rels = {
        f"{folder}{'/' if folder else ''}_rels/{name}.rels"
        for folder, _, name in (each.rpartition("/") for each in only)
    }
    return set(package.parts) - only - rels


def _names(package: Package, *, marks: bool = False) -> dict[str, Any]:
    """Return the defined names for the whole workbook that are the organizer's, or the marks."""
    return {
        str(name.get("name")): str(name.text)
        for name in package.workbook.iter(f"{{{MAIN}}}definedName")
        if name.get("localSheetId") is None and str(name.get("name")).startswith("_turnabout_") == marks
    }
