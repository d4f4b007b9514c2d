"""What is ordinary at a desk: each act types into the workbook, and says in words what was done.

What it says is blank where it cannot be done now. What is true changes with it (`tests.support.truth`).
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.support.edited_book import Book
from tests.support.ordinary_people import (
    announce,
    leave,
    let_in,
    rename_everywhere,
    rename_in_two_steps,
    rename_while_it_waits,
    stay,
    type_late,
    write_otherwise,
)
from tests.support.organizer import SEATS, WORKS, Table, digest_of, make_result
from tests.workbook.workbooks import loaded, saved
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.jobs.edit import Answer, enter_result
from turnabout_sheets.jobs.read import restore as bring_back

if TYPE_CHECKING:
    from tests.support.ordinary_day import Day

MOST_CORRECTED: Final = 2
"""How many results are corrected in one go: more of them in an older round may be a mistake."""


def type_results(day: Day) -> str:
    number = day.truth.running
    rows = day.hand.list_open(number)
    chosen = day.random.sample(rows, day.random.randint(1, 1 + len(rows) // 2))
    table = day.hand.round(number)
    for row in chosen:
        result = make_result(day.hand.format, day.random)
        if day.random.random() < 0.03:
            result = dict.fromkeys(result, "") | {"ruling": day.random.choice(("A no-show", "B no-show"))}
        enter(day, number, table, row, result)
    table.type()
    return f"round {number}: results at {[table.get(row, 'table') for row in chosen]}"


def enter(day: Day, number: int, table: Table, row: int, result: Mapping[str, Any]) -> None:
    """Type a result into a row, and know it."""
    day.truth.find(number, table.get(row, "player a"), table.get(row, "player b")).update(result)
    table.put(row, result)


def correct(day: Day) -> str:
    number = day.random.choice([n for n in day.truth.rounds if n <= min(day.truth.running, day.hand.last_round)])
    table = day.hand.round(number)
    rows = [n for n in day.hand.list_reported(number) if not table.get(n, "ruling")]
    chosen = day.random.sample(rows, min(len(rows), day.random.randint(1, 2), MOST_CORRECTED - day.corrected))
    for row in chosen:
        enter(day, number, table, row, make_result(day.hand.format, day.random))
    table.type()
    day.corrected += len(chosen)
    return f"round {number}: corrected at {[table.get(row, 'table') for row in chosen]}" if chosen else ""


def take_back(day: Day) -> str:
    """A result is cleared that was typed a while ago."""
    number = day.truth.running
    table = day.hand.round(number)
    rows = day.hand.list_reported(number)
    if not rows:
        return ""
    row = day.random.choice(rows)
    enter(day, number, table, row, dict.fromkeys((*WORKS[day.hand.format], "ruling"), ""))
    table.type()
    return f"round {number}: the result at {table.get(row, 'table')} is cleared"


def put_two_right(day: Day) -> str:
    """Two results stand in each other's rows."""
    number = day.random.choice([n for n in day.truth.rounds if n <= min(day.truth.running, day.hand.last_round)])
    table = day.hand.round(number)
    rows = [n for n in day.hand.list_reported(number) if not table.get(n, "ruling")]
    if len(rows) < 2 or day.corrected:
        return ""
    one, other = day.random.sample(rows, 2)
    first, second = ({header: table.get(n, header) for header in WORKS[day.hand.format]} for n in (one, other))
    enter(day, number, table, one, second)
    enter(day, number, table, other, first)
    table.type()
    day.corrected += 2
    return f"round {number}: the results of {table.get(one, 'table')} and {table.get(other, 'table')} change places"


def sort_round(day: Day) -> str:
    number = day.random.randint(1, day.hand.last_round)
    by = day.random.choice([*SEATS, *WORKS[day.hand.format]])
    day.hand.change(number, lambda table: table.sort(by, descending=day.random.random() < 0.5))
    return f"round {number}: rows sorted by {by}"


def sort_players(day: Day) -> str:
    day.hand.change("Players", lambda table: table.sort("player", descending=day.random.random() < 0.5))
    return "Players: rows sorted"


def move_columns(day: Day) -> str:
    sheet = day.random.choice(["Players", day.random.randint(1, day.hand.last_round)])
    said = []

    def move(table: Table) -> None:
        said.extend(day.random.sample(table.typed, 2))
        table.move_columns(*said)

    day.hand.change(sheet, move)
    return f"{sheet}: columns {said} change places"


def add_column(day: Day) -> str:
    sheet = day.random.choice(["Players", f"Round {day.random.randint(1, day.hand.last_round)}"])
    rows = day.hand.book.rows(sheet)
    day.hand.book.type(sheet, {(n, len(rows[0])): f"mine {n}" for n in range(min(6, len(rows)))})
    return f"{sheet}: a column of one's own"


def write_note(day: Day) -> str:
    day.hand.change(
        day.truth.running, lambda table: table.put(day.pick(table.rows), {"note": day.random.choice("xyz")})
    )
    return "a note"


def two_open(day: Day) -> tuple[int, Table, list[int]] | None:
    """Return the running round, its table, and two rows without a result."""
    number = day.truth.running
    rows = day.hand.list_open(number)
    return (number, day.hand.round(number), day.random.sample(rows, 2)) if len(rows) > 1 else None


def swap_names(day: Day) -> str:
    found = two_open(day)
    if not found or day.at_once:
        return ""
    number, table, (one, other) = found
    first, second = (day.truth.find(number, table.get(n, "player a"), table.get(n, "player b")) for n in (one, other))
    names = first["player b"], second["player b"]
    if day.truth.has_met(first["player a"], names[1]) or day.truth.has_met(second["player a"], names[0]):
        return ""
    table.swap((one, "player b"), (other, "player b"))
    table.type()
    second["player b"], first["player b"] = names
    return f"round {number}: {names} change places"


def swap_sides(day: Day) -> str:
    found = two_open(day)
    if not found:
        return ""
    number, table, (one, _) = found
    row = day.truth.find(number, table.get(one, "player a"), table.get(one, "player b"))
    table.swap((one, "player a"), (one, "player b"))
    table.type()
    row["player a"], row["player b"] = row["player b"], row["player a"]
    return f"round {number}: {row['player a']} is A now"


def swap_tables(day: Day) -> str:
    """Before any result; in Duplicate Magic two games are played at each other's table, and told with the results."""
    found = two_open(day)
    if not found:
        return ""
    number, table, rows = found
    first, second = (day.truth.find(number, table.get(n, "player a"), table.get(n, "player b")) for n in rows)
    table.swap((rows[0], "table"), (rows[1], "table"))
    first["table"], second["table"] = second["table"], first["table"]
    if day.hand.format == "Duplicate Magic":
        for row in rows:
            enter(day, number, table, row, make_result(day.hand.format, day.random))
    table.type()
    return f"round {number}: tables {first['table']} and {second['table']} are exchanged"


def restore(day: Day) -> str:
    known = [each for each in list_backups(day.hand.workbook) if digest_of(each.path) in day.versions]
    if not known or day.open:
        return ""
    chosen = day.random.choice(known[:6])
    bring_back(day.hand.workbook, chosen)
    day.truth = day.versions[digest_of(day.hand.workbook)].copy()
    day.hand.read()
    for number in [each for each in day.truth.rounds if each > day.hand.last_round]:
        day.truth.rounds.pop(number)  # it was published while that version was open, and is paired again
    return f"restored: version {chosen.number}, before round {chosen.before_round}"


def carry_on_a_stick(day: Day) -> str:
    """Go on with a copy in another folder, and later bring it back."""
    if day.open:
        return ""
    day.save()
    there = day.folder / "stick" / day.home.name if day.hand.workbook == day.home else day.home
    there.parent.mkdir(exist_ok=True)
    shutil.copy(day.hand.workbook, there)
    with_folder = day.random.random() < 0.5 and day.hand.backups.exists()
    if with_folder:
        shutil.copytree(day.hand.backups, backup_folder(there), dirs_exist_ok=True)
    day.hand.workbook = there
    return f"carried to {there.parent.name}{' with the earlier versions' * with_folder}"


def save_with_another_program(day: Day) -> str:
    """All sheets are written anew; what was very hidden is hidden."""
    if day.resave:
        day.save()
        day.resave(day.hand.workbook)
        day.hand.read()
        return "saved by another program"
    if day.random.random() < 0.2:
        book = loaded(day.hand.book.to_bytes())
        for sheet in book.worksheets:
            sheet.sheet_state = sheet.sheet_state.replace("veryHidden", "hidden")
        day.hand.book = Book(saved(book))
        return "written anew by another library"
    parts = day.hand.book.parts
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b'"veryHidden"', b'"hidden"')
    day.hand.book.parts = dict(sorted(parts.items(), key=lambda part: (part[0] != "[Content_Types].xml", part[0])))
    return "packed anew"


def delete_last_round(day: Day) -> str:
    number = day.hand.last_round
    if day.at_once or day.open or any(map(day.truth.is_reported, day.truth.matches(number))):
        return ""
    day.hand.book.delete(f"Round {number}")
    day.truth.rounds.pop(number)
    return f"round {number} is deleted"


def set_rounds(day: Day) -> str:
    rounds = float(max(day.hand.last_round, day.random.randint(3, 5)))
    if not day.at_once:
        day.hand.change("Event", lambda table: table.put(table.find(setting="Rounds"), {"value": rounds}))
    return "" if day.at_once else f"Rounds: {rounds}"


def clean(day: Day) -> str:
    if "Remembered" in day.hand.book.sheets:
        day.hand.forget()
        return "the hidden sheet is gone"
    return ""


def tidy_up(day: Day) -> str:
    if day.hand.backups.exists() and not day.open:
        shutil.rmtree(day.hand.backups)
        return "the earlier versions are gone"
    return ""


def open_it(day: Day) -> str:
    """Leave the workbook open: sheets wait, results are typed."""
    if day.open:
        day.close()
        return ""
    day.open = True
    day.lock.write_text(",kit,den,today;")
    return "opened"


def enter_at_the_desk(day: Day) -> str:
    """On the desk's page: the program types into the cells."""
    if day.open:
        return ""
    number = day.truth.running
    table = day.hand.round(number)
    row = day.pick(day.hand.list_open(number))
    if table.get(row, "table") == "":
        return ""
    result = make_result(day.hand.format, day.random)
    fields = {column.header.casefold(): column.field for column in day.truth.format.matches.columns}
    typed = {fields[header]: f"{value:.0f}" if isinstance(value, float) else value for header, value in result.items()}
    entered = enter_result(day.hand.workbook, int(table.get(row, "table")), typed, round=number)
    assert entered.answer is Answer.WRITTEN, day.fail(entered)
    enter(day, number, table, row, result)
    day.hand.read()
    return f"round {number}: entered at the desk at {table.get(row, 'table')}"


def insert_rows(day: Day) -> str:
    """Above the table, or into it."""
    number = day.random.randint(1, day.hand.last_round)
    day.hand.book.move_rows(f"Round {number}", day.random.choice([0, day.hand.round(number).top + 3]), 1)
    return f"round {number}: a row is inserted"


def rename_workbook(day: Day) -> str:
    if day.open or day.hand.workbook != day.home:
        return ""
    day.save()
    day.home = day.hand.workbook = day.home.rename(day.home.with_name(f"Friday {day.random.randrange(10**6)}.xlsx"))
    return f"the workbook is called {day.home.name}"


class Act(NamedTuple):
    """Something that is done, how often in comparison, and whether alone: a run comes before it and after it."""

    what: Callable[[Day], str]
    weight: int = 2
    alone: bool = False


DONE: Final = (
    Act(type_results, 30),
    Act(correct, 6),
    Act(put_two_right),
    Act(take_back),
    Act(sort_round, 6),
    Act(sort_players),
    Act(move_columns),
    Act(add_column),
    Act(insert_rows),
    Act(enter_at_the_desk, 3, alone=True),
    Act(rename_workbook, 1),
    Act(announce, 1),
    Act(write_otherwise),
    Act(write_note),
    Act(rename_everywhere),
    Act(rename_in_two_steps, 1, alone=True),
    Act(let_in, 2, alone=True),
    Act(type_late),
    Act(leave),
    Act(stay, 4),
    Act(swap_names, 3, alone=True),
    Act(swap_sides, 2, alone=True),
    Act(swap_tables, 2, alone=True),
    Act(restore, 3, alone=True),
    Act(carry_on_a_stick, 3),
    Act(save_with_another_program, 3),
    Act(delete_last_round, 2, alone=True),
    Act(set_rounds, 2),
    Act(clean, 1, alone=True),
    Act(tidy_up, 1, alone=True),
    Act(open_it, 3),
)

WHILE_IT_WAITS: Final = (correct, sort_round, rename_while_it_waits)
"""What is done while a round is published whose sheet has to wait."""
