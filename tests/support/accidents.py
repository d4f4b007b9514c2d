"""Accidents at a desk, each as it is typed into a workbook of which round 2 is published."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.support.edited_book import Book
from tests.support.organizer import SEATS, WORKS, Organizer, Table, make_result
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.simulate import Plan, simulate

FINDING: Final = Path(__file__).parents[1] / "whole" / "findings" / "day-round-2-under-way.xlsx"
ALL: Final = 1000


class Start(NamedTuple):
    """An event whose round 2 is published, and how many results of it are in; then what is done to it."""

    format: str = "Turnabout"
    players: int = 12
    reported: int = 0
    no_show: int = 0
    """In which row B has not shown up, counted from 1."""


DAY = Start(players=24, reported=10)
NONE, SOME, WHOLE, ODD = Start(), Start(reported=3), Start(reported=ALL), Start(players=11, reported=3)
NETRUNNER, DUPLICATE = Start("Netrunner", reported=3), Start("Duplicate Magic", reported=3)
NO_SHOW = Start(reported=3, no_show=4)
NETRUNNER_NONE, DUPLICATE_NONE = Start("Netrunner"), Start("Duplicate Magic")
DAY_NONE = Start(players=24)


@cache
def make_start(start: Start) -> Mapping[str, bytes]:
    """Return all files of an event."""
    with TemporaryDirectory() as folder:
        workbook = Path(folder) / "Friday.xlsx"
        if start == DAY:
            shutil.copy(FINDING, workbook)
        else:
            plan = Plan(players=start.players, played=0, seed="accident")
            simulate(workbook, load(FORMATS[start.format]), plan)
        hand = Organizer(workbook, start.format)
        hand.run()
        for results in (3, ALL):
            hand.report(1, hand.list_open(1)[:results], Random(f"round 1, {results}"))
            hand.save()
            hand.run()
        hand.report(2, hand.list_open(2)[: max(0, start.reported - len(hand.list_reported(2)))], Random("start"))
        if start.no_show:
            in_rows(type_no_show, start.no_show)(hand)
        hand.save()
        hand.run()
        return {str(file.relative_to(folder)): file.read_bytes() for file in Path(folder).rglob("*") if file.is_file()}


def begin(start: Start, folder: Path) -> Organizer:
    for name, data in make_start(start).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return Organizer(folder / "Friday.xlsx", start.format)


# Accidents: what is typed; returns the bytes that take the workbook's place, where it is not typed

Accident = Callable[[Organizer], bytes | None]
Headers = Sequence[str]
OPTIONS: Final = (*SEATS, "option a", "option b")
RESULT: Final = WORKS["Turnabout"]


def sort_only(headers: Headers, by: str, *, number: int = 2, descending: bool = False, more: int = 0) -> Accident:
    """Some columns are sorted, and the others stay; ``more`` results are typed in the same save."""

    def do(hand: Organizer) -> None:
        hand.change(number, lambda table: table.sort(by, headers, descending=descending))
        hand.report(number, hand.list_open(number)[:more], Random("more"))

    return do


def in_rows(what: Callable[[Table, list[int]], object], *rows: int, number: int = 2, reports: bool = False) -> Accident:
    """Something is typed into rows, counted from 1 among those that two play; the results come with it, or do not."""

    def do(hand: Organizer) -> None:
        table = hand.round(number)
        games = [n for n in table.rows if table.get(n, "player b") not in ("", "BYE")]
        chosen = [games[each - 1] for each in rows] or games
        what(table, chosen)
        for each in chosen if reports else ():
            table.put(each, make_result(hand.format, Random(each)))
        table.type()

    return do


def type_no_show(table: Table, rows: list[int]) -> None:
    for each in rows:
        table.put(each, {"ruling": "B no-show"})


def no_show(then: Accident, row: int) -> Accident:
    """The save also says that somebody has not shown up."""

    def do(hand: Organizer) -> None:
        then(hand)
        in_rows(type_no_show, row)(hand)

    return do


def swap_sides(table: Table, rows: list[int]) -> None:
    for each in rows:
        table.swap((each, "player a"), (each, "player b"))


def swap_b(table: Table, rows: list[int]) -> None:
    table.swap((rows[0], "player b"), (rows[1], "player b"))


def swap_a_with_b(table: Table, rows: list[int]) -> None:
    table.swap((rows[0], "player a"), (rows[1], "player b"))


def rotate_b(table: Table, rows: list[int]) -> None:
    for one, other in pairwise(rows):
        table.swap((one, "player b"), (other, "player b"))


def exchange(headers: Headers, table: Table, rows: list[int]) -> None:
    for header in headers:
        table.swap((rows[0], header), (rows[1], header))


def fill_down(headers: Headers, table: Table, rows: list[int]) -> None:
    for each in rows[1:]:
        table.put(each, {header: table.get(rows[0], header) for header in headers})


def fill_row_down(table: Table, rows: list[int]) -> None:
    fill_down(tuple(table.typed), table, rows)


def clear(table: Table, rows: list[int]) -> None:
    for each in rows:
        table.put(each, dict.fromkeys(table.typed, ""))


def remove(table: Table, rows: list[int]) -> None:
    for each in sorted(rows, reverse=True):
        table.remove(each)


def copy_below(headers: Headers, table: Table, rows: list[int]) -> None:
    for each in rows:
        table.add({header: table.get(each, header) for header in headers or table.typed})


def count_up(table: Table, rows: list[int]) -> None:
    for each in rows:
        table.put(each, {"table": table.get(each, "table") + 1})


def clear_results(table: Table, rows: list[int]) -> None:
    for each in rows:
        table.put(each, {header: "" for header in table.typed if header in sum(WORKS.values(), ())})


def report_anew(table: Table, rows: list[int]) -> None:
    """Results of the running round, typed into the older one; the format is known by the columns."""
    format = next(each for each in ("Netrunner", "Turnabout", "Duplicate Magic") if {*WORKS[each]} <= {*table.columns})
    for each in rows:
        was = table.row(each)
        others = (make_result(format, Random(f"anew {each} {attempt}")) for attempt in count())
        table.put(each, next(other for other in others if any(was[header] != other[header] for header in other)))


def remove_bye(hand: Organizer) -> None:
    hand.change(2, lambda table: table.remove(table.find(player_b="BYE")))


def delete(*numbers: int) -> Accident:
    def do(hand: Organizer) -> None:
        for number in numbers:
            hand.book.delete(f"Round {number}")

    return do


def play_on(hand: Organizer, more: int, number: int = 2) -> None:
    """The day goes on: more results, saved and run."""
    hand.report(number, hand.list_open(number)[:more], Random(f"on {number}"))
    hand.save()
    assert hand.run().exit is ExitCode.DONE


def put_older(then: Accident | None = None, *, reported: int = 2, rounds: int = 0) -> Accident:
    """The workbook as it is now comes back later, after so many results and rounds, perhaps with more typed into it."""

    def do(hand: Organizer) -> bytes | None:
        older = hand.workbook.read_bytes()
        play_on(hand, ALL if rounds else reported)
        for number in range(rounds):
            play_on(hand, reported, number + 3)
        if then is None:
            return older
        hand.book = Book(older)
        return then(hand)

    return do


def put_from_before(then: Accident | None = None, *, reported: int = 0) -> Accident:
    """A version of before round 2 was paired comes back, not by `restore`."""

    def do(hand: Organizer) -> bytes | None:
        play_on(hand, reported)
        before = next(each for each in list_backups(hand.workbook) if each.before_round == 2)
        if then is None:
            return before.path.read_bytes()
        hand.book = Book(before.path.read_bytes())
        return then(hand)

    return do


def put_backup(number: int, more: int) -> Accident:
    """One of the earlier versions is copied out of their folder; the newest is 0."""

    def do(hand: Organizer) -> bytes:
        play_on(hand, more)
        return list_backups(hand.workbook)[number].path.read_bytes()

    return do


def forgotten(then: Accident) -> Accident:
    """The hidden sheet is deleted, too."""

    def do(hand: Organizer) -> bytes | None:
        data = then(hand)
        hand.book = Book(data) if data else hand.book
        hand.forget()
        return None

    return do


def tidied(then: Accident) -> Accident:
    """The folder of earlier versions is deleted, too."""

    def do(hand: Organizer) -> bytes | None:
        data = then(hand)
        shutil.rmtree(hand.backups)
        return data

    return do


def correct_round_1(hand: Organizer) -> None:
    in_rows(report_anew, 1, number=1)(hand)


def report_rest(hand: Organizer) -> None:
    hand.report(2, hand.list_open(2), Random("otherwise"))
