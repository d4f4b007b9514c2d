"""An organizer's day: whatever is typed, swapped, renamed, deleted, put back and run, in whatever order.

A state machine of hypothesis works on a real workbook with the commands of the program and, in between, as a
spreadsheet program does. What must hold after every step is in `tests.whole.watching`.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.dose import dose, examples
from tests.support.edited_book import Book, Cell, find_header
from tests.support.odd_input import ODD
from tests.support.recomputed import round_numbers
from tests.whole.watching import Watched
from tests.workbook.targets import PARTS, injected
from tests.workbook.workbooks import loaded, saved
from turnabout_sheets.cli.main import main
from turnabout_sheets.formats import FORMATS
from turnabout_sheets.workbook.ours.recognition import NOTE

seeds = st.integers(0, 10**6)

TYPED: Final = [value for value in ODD if isinstance(value, str | float)]
PATIENCE: Final = 3
"""After how many changes there is a run."""

NAMES: Final = ("Runde 2", "Round 2 old", "Standings", "My sheet", "Zoë's <notes> & more", "round 1", "Abc")
FOREIGN: Final = ("Telephone list", "Standings (2)", "Matches", "Problems", "Budget '26", "Ratings", "Round 9 ideas")
WORKS: Final = {
    "Turnabout": ("game 1 winner", "game 1 count", "game 2 winner", "game 2 count"),
    "Duplicate Magic": ("winner",),
    "Netrunner": (
        *("game 1 winner", "game 1 agenda a", "game 1 agenda b"),
        *("game 2 winner", "game 2 agenda a", "game 2 agenda b"),
    ),
}
"""What is typed for a result, by format."""

Table = tuple[int, dict[str, int], list[list[Any]]]
"""The row of the headers, the columns by header, and the rows below."""


@lru_cache(maxsize=200)
def sample(format: str, players: int, played: int, with_parts: bool) -> bytes:
    """Return an event as it was made, before its first run."""
    with tempfile.TemporaryDirectory() as folder:
        workbook = Path(folder) / "event.xlsx"
        plan = ["--format", format, "--players", str(players), "--played", str(played)]
        done = CliRunner().invoke(main, ["simulate", str(workbook), *plan])
        assert done.exit_code == 0, done.output
        data = workbook.read_bytes()
    parts = [each for name in sorted(PARTS) if name != "clashing names" for each in PARTS[name]]
    return injected(data, parts) if with_parts else data


def result(format: str, random: Random) -> dict[str, Cell]:
    """Return a result as it should be typed."""
    cells: dict[str, Cell] = {}
    for header in WORKS[format]:
        if header.endswith("winner"):
            cells[header] = random.choice("AABBD") if format != "Duplicate Magic" else random.choice("AB")
            cells[header] = "Draw" if cells[header] == "D" else cells[header]
        elif header.endswith("count"):
            cells[header] = None if cells[header.replace("count", "winner")] == "Draw" else float(random.randint(0, 9))
        else:
            game, side = header[:6], header[-1].upper()
            cells[header] = None if cells[f"{game} winner"] == side else float(random.randint(0, 6))
    return cells


class Day(RuleBasedStateMachine):
    """One workbook, and all that an organizer does to it."""

    def __init__(self, format: str) -> None:
        super().__init__()
        self.format = format
        self.folder = Path(tempfile.mkdtemp(prefix="day"))
        self.watched = Watched(self.folder / "event.xlsx", format)
        self.late = 0
        self.changes = 0
        """How much was changed since the last run."""

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # How things are done

    def edit(self, change: Callable[[Book], None]) -> None:
        book = Book(self.watched.data)
        change(book)
        self.changes += 1
        self.watched.save(book.to_bytes())

    def table(self, book: Book, sheet: str, *headers: str) -> Table | None:
        rows = book.rows(sheet)
        found = find_header(rows, *headers)
        return (*found, rows[found[0] + 1 :]) if found else None

    def retype(self, sheet: str, first: int, column: Sequence[int], before: Any, after: Any) -> None:
        """Type rows anew where they are not as before; only in some columns."""
        cells = {
            (first + row, each): new[each]
            for row, (old, new) in enumerate(zip(before, after, strict=True))
            for each in column
            if old[each] != new[each]
        }
        self.edit(lambda book: book.type(sheet, cells))

    def a_round(self, random: Random, latest: bool = False) -> tuple[str, Table] | None:
        book = Book(self.watched.data)
        rounds = [sheet for _, sheet in sorted(round_numbers(book).items())]
        if not rounds:
            return None
        sheet = rounds[-1] if latest else random.choice(rounds)
        table = self.table(book, sheet, "Player A", "Player B", *WORKS[self.format])
        return (sheet, table) if table else None

    def report(self, random: Random, rows: Sequence[int], sheet: str, table: Table) -> None:
        first, columns, _ = table
        cells = {
            (first + 1 + row, columns[header]): value
            for row in rows
            for header, value in result(self.format, random).items()
        }
        self.edit(lambda book: book.type(sheet, cells))

    @staticmethod
    def played(table: Table, *, empty: str = "") -> list[int]:
        """Return the rows with two players; only those without a result in the column ``empty``."""
        _, columns, rows = table
        return [
            number
            for number, row in enumerate(rows)
            if row[columns["player a"]] != ""
            and row[columns["player b"]] not in ("", "BYE")
            and (not empty or row[columns[empty]] == "")
        ]

    # What an organizer does

    @initialize(players=st.integers(5, 9), played=st.integers(0, 2), with_parts=st.booleans())
    def begin(self, players: int, played: int, with_parts: bool) -> None:
        self.watched.save(sample(self.format, players, played, with_parts))
        self.run()

    @rule(seed=seeds)
    def report_a_whole_round(self, seed: int) -> None:
        book = Book(self.watched.data)
        for _, sheet in sorted(round_numbers(book).items()):
            table = self.table(book, sheet, "Player A", "Player B", *WORKS[self.format])
            rows = self.played(table, empty=WORKS[self.format][0]) if table else []
            if table and rows:
                self.report(Random(seed), rows, sheet, table)
                return

    @rule(seed=seeds)
    def report_some(self, seed: int) -> None:
        random = Random(seed)
        found = self.a_round(random, latest=self.format != "Duplicate Magic")
        if found and (rows := self.played(found[1])):
            self.report(random, random.sample(rows, random.randint(1, len(rows))), *found)

    @rule(seed=seeds)
    def correct_an_old_result(self, seed: int) -> None:
        random = Random(seed)
        found = self.a_round(random)
        if found and (rows := self.played(found[1])):
            self.report(random, [random.choice(rows)], *found)

    @rule(seed=seeds, value=st.sampled_from(TYPED))
    def type_something_wrong(self, seed: int, value: Cell) -> None:
        random = Random(seed)
        found = self.a_round(random)
        if found and (rows := self.played(found[1])):
            sheet, (first, columns, _) = found
            header = random.choice([*WORKS[self.format], "player a", "player b", "table", "ruling", "note"])
            cell = (first + 1 + random.choice(rows), columns.get(header, 0))
            self.edit(lambda book: book.type(sheet, {cell: value}))

    @rule(seed=seeds)
    def leave_half_of_a_result(self, seed: int) -> None:
        random = Random(seed)
        found = self.a_round(random)
        if found and (rows := self.played(found[1])):
            sheet, (first, columns, _) = found
            cell = (first + 1 + random.choice(rows), columns[random.choice(WORKS[self.format])])
            self.edit(lambda book: book.type(sheet, {cell: None}))

    @rule(seed=seeds, with_headers=st.booleans())
    def swap_columns(self, seed: int, with_headers: bool) -> None:
        random = Random(seed)
        found = self.a_round(random)
        if found:
            sheet, (first, columns, rows) = found
            one, other = (columns[each] for each in random.sample(["player a", "player b", *WORKS[self.format]], 2))
            all_rows = Book(self.watched.data).rows(sheet)[first : first + 1 + len(rows)]
            after = [list(row) for row in all_rows]
            for row in after[0 if with_headers else 1 :]:
                row[one], row[other] = row[other], row[one]
            self.retype(sheet, first, (one, other), all_rows, after)

    @rule(seed=seeds)
    def swap_two_players(self, seed: int) -> None:
        random = Random(seed)
        found = self.a_round(random, latest=random.random() < 0.7)
        if found:
            sheet, (first, columns, rows) = found
            seats = [(row, columns[side]) for row in range(len(rows)) for side in ("player a", "player b")]
            one, other = random.sample([seat for seat in seats if rows[seat[0]][seat[1]] != ""] or [(0, 0)] * 2, 2)
            after = [list(row) for row in rows]
            if rows:
                after[one[0]][one[1]], after[other[0]][other[1]] = rows[other[0]][other[1]], rows[one[0]][one[1]]
                self.retype(sheet, first + 1, (columns["player a"], columns["player b"]), rows, after)

    @rule(seed=seeds)
    def sort_a_round(self, seed: int) -> None:
        random = Random(seed)
        found = self.a_round(random)
        if found:
            sheet, (first, columns, rows) = found
            typed = range(columns.get("note", 6) + 1)
            filled = [row for row in rows if any(row[column] != "" for column in typed)]
            by = random.choice(typed)
            after = sorted(filled, key=lambda row: str(row[by]), reverse=random.random() < 0.5)
            self.retype(sheet, first + 1, typed, filled, after)

    @rule(seed=seeds, by=st.sampled_from((1, 2, 3, 25)))
    def insert_rows_above_a_table(self, seed: int, by: int) -> None:
        random = Random(seed)
        sheet = random.choice(list(Book(self.watched.data).sheets))
        self.edit(lambda book: book.move_rows(sheet, 0, by))
        self.watched.disown(sheet)

    @rule(seed=seeds, name=st.sampled_from(NAMES))
    def rename_a_sheet(self, seed: int, name: str) -> None:
        book = Book(self.watched.data)
        sheet = Random(seed).choice(list(book.sheets))
        if name.casefold() not in {each.casefold() for each in book.sheets}:
            self.edit(lambda book: book.rename(sheet, name))
            self.watched.renamed(sheet, name)

    @rule(seed=seeds)
    def delete_one_of_our_sheets(self, seed: int) -> None:
        if ours := sorted(self.watched.ours):
            sheet = Random(seed).choice(ours)
            self.edit(lambda book: book.delete(sheet))
            self.watched.disown(sheet)

    @rule()
    def delete_the_last_round(self) -> None:
        rounds = sorted(round_numbers(Book(self.watched.data)).items())
        if len(rounds) > 1:
            self.edit(lambda book: book.delete(rounds[-1][1]))

    @rule(seed=seeds)
    def type_into_one_of_our_sheets(self, seed: int) -> None:
        random = Random(seed)
        if ours := sorted(self.watched.ours):
            sheet = random.choice(ours)
            row, column = random.randrange(4), random.randrange(3)
            there = [*Book(self.watched.data).rows(sheet)[row : row + 1], ()][0][column : column + 1]
            self.edit(lambda book: book.type(sheet, {(row, column): "mine"}))
            if NOTE in there:  # by which the program knows the sheet
                self.watched.disown(sheet)

    @rule(seed=seeds)
    def move_a_mark(self, seed: int) -> None:
        random = Random(seed)
        if ours := sorted(self.watched.ours & {"Standings", "Matches", "Progress", "Problems", "Crosstable"}):
            name, others = random.choice(ours), list(Book(self.watched.data).sheets)
            place = f"'{random.choice(others)}'!$A$1".replace("Zoë's", "Zoë''s").replace("t '2", "t ''2")
            # If that other sheet goes, ours is known again: its mark points nowhere then.
            self.edit(lambda book: book.define(f"_turnabout_{name}", place))

    @rule(seed=seeds, name=st.sampled_from(FOREIGN))
    def add_a_sheet(self, seed: int, name: str) -> None:
        book = Book(self.watched.data)
        if name.casefold() not in {each.casefold() for each in book.sheets}:
            copied = book.rows(Random(seed).choice(list(book.sheets)))[:8]
            rows = [[value if isinstance(value, str | float) else None for value in row] for row in copied]
            self.edit(lambda book: book.add(name, rows if seed % 2 else [["mine", 1.0]]))
            self.edit(lambda book: book.define(f"Mine_{seed % 5}", "Players!$A$2"))

    @rule(seed=seeds, after=st.integers(0, 4))
    def drop_a_player(self, seed: int, after: int) -> None:
        table = self.table(Book(self.watched.data), "Players", "Player", "Dropped after") if self.has_players else None
        if table and (rows := [row for row, cells in enumerate(table[2]) if cells[table[1]["player"]] != ""]):
            cell = (table[0] + 1 + Random(seed).choice(rows), table[1]["dropped after"])
            self.edit(lambda book: book.type("Players", {cell: float(after)}))

    @rule(seed=seeds, joined=st.sampled_from((None, 1.0, 2.0, 3.0)))
    def write_a_late_player(self, seed: int, joined: Cell) -> None:
        table = self.table(Book(self.watched.data), "Players", "Player", "Joined round") if self.has_players else None
        if table:
            first, columns, rows = table
            free = 1 + max((row for row, cells in enumerate(rows) if cells[columns["player"]] != ""), default=-1)
            cells = {
                (first + 1 + free, columns["player"]): self.newcomer(),
                (first + 1 + free, columns["joined round"]): joined,
            }
            self.edit(lambda book: book.type("Players", cells))

    @property
    def has_players(self) -> bool:
        return "Players" in Book(self.watched.data).sheets

    def newcomer(self) -> str:
        self.late += 1
        return f"Late {self.late}"

    @rule(value=st.sampled_from((2.0, 3.0, 4.0, 5.0, 6.0, None, "three", 0.0, -1.0, 99.0)))
    def set_rounds(self, value: Cell) -> None:
        book = Book(self.watched.data)
        table = self.table(book, "Event", "Setting", "Value") if "Event" in book.sheets else None
        if table:
            first, columns, rows = table
            for number, row in enumerate(rows):
                if row[columns["setting"]] == "Rounds":
                    self.edit(lambda book, at=number: book.type("Event", {(first + 1 + at, columns["value"]): value}))

    @rule()
    def save_with_another_program(self) -> None:
        """Let openpyxl write everything anew; parts that it cannot read are not for it."""
        if "xl/slicers/slicer1.xml" not in Book(self.watched.data).parts:
            self.changes += 1
            self.watched.save(saved(loaded(self.watched.data)))

    @rule(seed=seeds)
    def put_an_older_file_back(self, seed: int) -> None:
        self.watched.put_back(Random(seed).choice(self.watched.versions))

    # The program's commands

    @rule()
    def run(self) -> None:
        """Run; where errors are not mended by the next run, go back to where all was well."""
        was_stopped = self.watched.stopped
        note(self.watched.run())
        if was_stopped and self.watched.stopped:
            self.watched.put_back(self.watched.good or self.watched.versions[0])
        self.changes = 0

    @invariant()
    def sooner_or_later_there_is_a_run(self) -> None:
        if self.changes >= PATIENCE:
            self.run()

    @rule()
    def play_on(self) -> None:
        """A round as it should be: results, and a run."""
        self.report_a_whole_round(self.late)
        self.run()

    @rule()
    def check(self) -> None:
        self.watched.look("check")

    @rule(more=st.sampled_from(((), ("--round", "1"), ("--only", "standings"), ("--blank", "3"))))
    def print(self, more: tuple[str, ...]) -> None:
        self.watched.look("print", *more)

    @rule()
    def let_a_late_player_in(self) -> None:
        note(self.watched.let_in(self.newcomer()))

    @rule(number=st.integers(1, 3))
    def restore(self, number: int) -> None:
        note(self.watched.restore(number))


@pytest.mark.soak
@pytest.mark.parametrize("format", FORMATS)
def test_a_day(format: str) -> None:
    day = settings(
        examples(1),
        stateful_step_count=dose(6, 40),
        derandomize=dose(True, False),
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(partial(Day, format), settings=day)
