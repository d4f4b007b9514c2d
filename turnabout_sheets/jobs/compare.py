"""Compares an event with its state: what may not go on unasked, since players have seen it otherwise.

`find` is all of it. Each finding is an error until it is put back (`jobs.put_back`), or somebody says that it is as it
should be. Nothing is asked of a change before its results (rules 1.4.17 to 1.4.21).
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from turnabout_sheets.changes.differences import Change, ChangedRow, compare_rows, identify_players
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.problems import Message, Place, Problem, Severity, error, press, warning
from turnabout_sheets.core.text import key, list_numbers
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.jobs.read import Book, read_book
from turnabout_sheets.jobs.restore import find_brought_back
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.sheets.table import Table
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.prints.words import Words

FEWEST: Final = 3
"""So many values, if they are most of those that were there, are asked about when they change."""

SHOWN: Final = 2
"""How many rows or cells of a finding are told; of more, how many there are."""

_OF_THE_DAY: Final = ("here", "paid")
"""Marks that are alike for all who have one, and so go from one to another while people come."""


class Kind(StrEnum):
    """What is found, and asked about."""

    GONE = "gone"  # a sheet was there, or a round published, and is not there
    SEATS = "seats"  # others sit beside results than were published
    VALUES = "values"  # most results of a round, or a column of players, are others now
    OLDER = "older"  # the workbook is of before the newest state, and lacks something that was in that
    FEW = "few"  # fewer than half are marked as here, so that the others would not be paired


class Answers(NamedTuple):
    """The buttons that answer what is found: the keys of their labels, and of what they do; blank: there is none."""

    put_back: str
    stay: str


ANSWERS: Final[Mapping[Kind, Answers]] = {
    Kind.GONE: Answers("put_back", "pair_again"),
    Kind.SEATS: Answers("put_back", "played_so"),
    Kind.VALUES: Answers("put_back", "as_it_is"),
    Kind.OLDER: Answers("put_missing_back", "as_it_is"),
    Kind.FEW: Answers("", "pair_few"),
}


class Finding(NamedTuple):
    """What is asked about, where: a sheet, blank for the workbook as a whole; and the round, 0 for none."""

    kind: Kind
    sheet: str
    problem: Problem
    round: int = 0

    @property
    def name(self) -> tuple[Kind, str]:
        """By what it is answered."""
        return self.kind, self.sheet

    @property
    def answers(self) -> Answers:
        """The buttons for it: without the sheet Event or Players nothing goes on."""
        is_needed = self.kind is Kind.GONE and not self.round
        return ANSWERS[self.kind]._replace(**{"stay": ""} if is_needed else {})


class MatchRow(NamedTuple):
    """A row of a round, then or now."""

    number: int  # on its sheet
    values: Mapping[str, Any]  # by field; players by their numbers now, by name who is not on Players any more
    result: tuple[Any, ...] = ()  # the cells of its result, while any is filled in

    @property
    def seat(self) -> tuple[Any, Any, Any]:
        """The table, and who sits there as A and as B; None who cannot be read."""
        return self.values.get("table"), self.values["a"], self.values["b"]

    @property
    def pair(self) -> tuple[Any, Any]:
        """A and B."""
        return self.seat[1:]

    @property
    def players(self) -> set[Any]:
        """Who sits there, but for a bye."""
        return {*self.pair} - {BYE, None}


People = Mapping[int, int | str]
"""Who each player of an event before is now: the number, or the name of who is not on Players any more."""


def find_people(before: Event, event: Event) -> People:
    """Return who is who."""
    now = identify_players(before, event)
    return {BYE: BYE, **{n: who if isinstance(who, int) else before.players[n].name for n, who in now.items()}}


def list_rows(event: Event, format: Format, number: int, people: People | None = None) -> list[MatchRow]:
    """Return the rows of a round as they are typed, of an event before with the ``people`` of now."""
    table, rows = find_table(event, number), list[MatchRow]()
    for row in table.rows if table else ():
        values = row.values
        if values.get("round", number) == number:
            result = tuple(values.get(field) for field in format.entry.fields)
            if people is not None:
                values |= {side: people.get(values[side]) for side in ("a", "b")}
            rows.append(MatchRow(row.number, values, () if {*result} <= {None, WAITS} else result))
    return rows


def find_table(event: Event, number: int) -> Table | None:
    """Return the sheet that a round is on: one of its own, or that of all rounds."""
    own = (table for title, table in event.tables.items() if round_number(title) == number)
    of_all = (table for table in event.tables.values() if {"round", "a"} <= table.positions.keys())
    found = (each for each in chain(own, of_all) if any(row.values.get("round", number) == number for row in each.rows))
    return next(found, None)


# --- what is found ---


def find(book: Book) -> list[Finding]:
    """Return what is found in a workbook (see `choose`).

    After a restore, only what differs from all three: the state beside, the state inside, and the version restored.
    """
    if book.lost:
        sheet = book.lost[0].name
        return [
            _ask(
                Kind.GONE,
                sheet,
                Place(sheet),
                Message(
                    "The sheet {sheet} is not in the workbook any more, though it was at the last save.", sheet=sheet
                ),
            )
        ]
    if book.event is None:
        return []
    found = [*_find_older(book), *_find_torn(book), *_find_gone(book)]
    found += _compare_rounds(*book.both, book.format, book.state.published) if book.both else ()
    if found and book.beside.restored:
        newest, restored = book.read(book.beside), _read_restored(book)
        for before, numbers in (
            (newest and newest[0], book.beside.published),
            (restored, restored.rounds if restored else ()),
        ):
            if before is not None:
                again = {each.name for each in _compare_rounds(before, book.event, book.format, numbers)}
                found = [each for each in found if each.kind is Kind.GONE or each.name in again]
    return found


def choose(found: Sequence[Finding]) -> list[Finding]:
    """Return what is asked now: about an older copy nothing else, about each sheet what comes first.

    Whoever answers that may have answered the rest.
    """
    older = [each for each in found if each.kind is Kind.OLDER]
    return older or [*{each.sheet: each for each in reversed(found)}.values()][::-1]


def _read_restored(book: Book) -> Event | None:
    """Return the event in the version that was brought back, if a run has read it and had nothing to ask."""
    version = find_brought_back(book.source.path, book.beside)
    if version is not None:
        with contextlib.suppress(OSError, WorkbookError):
            data = read_file(version.path)
            read = read_book(Source(book.source.path, data, digest_of(data)))
            return read.event if read.is_known_version else None
    return None


def _find_older(book: Book) -> Iterator[Finding]:
    if book.is_older and (lost := list_lost(book)):
        cells = [change for each in lost for change in each.changes]
        times = {each.number: each.time for each in book.beside.versions}
        here = next((each.time for each in book.beside.versions if each.digest == book.source.digest), "")
        state = {"own": book.inside.number, "newest": book.beside.number}
        of, newest = here or times.get(book.inside.number, "?"), times.get(book.beside.number, "?")
        said = Message(
            "This is version {own} of the workbook ({of}); this folder already had version {newest} ({newest_of}).",
            **state,
            of=of,
            newest_of=newest,
        )
        place = Place(cells[0].sheet, cells[0].cell)
        yield _ask(Kind.OLDER, "", place, Message("{state} Missing here: {cells}.", state=said, cells=shorten(cells)))


def list_lost(book: Book) -> list[ChangedRow]:
    """Return what the newest state had and the workbook has no more, but for rounds that are gone wholly.

    That is what was changed on the way to the newest state, and stands here as it was before; with the bytes of an
    earlier version, whatever is not as in the newest: nobody has typed anything since.
    """
    newest, own = book.read(book.beside), book.read(book.inside)
    if newest is None or book.event is None:
        return []
    came = {
        (change.sheet, row.called[-1], change.column): change.before
        for row in (compare_rows(own[0], newest[0]) if own else ())
        for change in row.changes
    }

    def is_lost(row: ChangedRow, change: Change) -> bool:
        return book.is_known_version or came.get((change.sheet, row.called[0], change.column)) == change.after

    rows = compare_rows(newest[0], book.event, newest[0].rounds)  # a round that is gone is asked about by itself
    found = (row._replace(changes=[each for each in row.changes if is_lost(row, each)]) for row in rows)
    return [row for row in found if row.changes]


def _find_torn(book: Book) -> Iterator[Finding]:
    torn, table = list_torn(book), book.event.tables["Players"] if book.event else None
    if torn and table:
        columns = tuple(dict.fromkeys(each.column for each in torn))
        values = {"n": len({each.who for each in torn}), "columns": columns, "cells": shorten(torn)}
        place = Place(table.title, torn[0].cell)
        yield _ask(
            Kind.VALUES,
            table.title,
            place,
            Message("{n} players now have other values next to their names, in {columns}: {cells}.", **values),
        )


def list_torn(book: Book) -> list[Change]:
    """Return the cells of Players that stand beside other names, as where a column is sorted without the others.

    The values that changed are the same ones, and not beside their names (rules 1.4.21).
    """
    if book.both is None:
        return []
    before, now = book.both[0].tables["Players"], book.tables["Players"]
    if before.grid.rows == now.grid.rows:
        return []
    torn = defaultdict[str, list[Change]](list)
    was, new = (replace(each, tables={"Players": table}) for each, table in zip(book.both, (before, now), strict=True))
    for row in compare_rows(was, new):
        if row.was is not None and row.now is not None:
            for change in row.changes:
                torn[change.column].append(change)
    columns = [each for each in now.sheet.columns if each.field != "name"]
    cells = {each.header: torn[each.header] for each in columns if _have_moved(torn[each.header])}
    most = max((len(cells.get(each.header, ())) for each in columns if each.field not in _OF_THE_DAY), default=0)
    # Where the names were sorted, and nothing else, few may have anything beside them that can be torn.
    there = {row.number: row for row in now.rows}
    rows = [(row, there[row.number]) for row in before.rows if row.number in there]
    have_stayed = (old[each.field] == row[each.field] for old, row in rows for each in columns)
    if len(rows) == len(before.rows) and all(have_stayed):
        most = max(most, sum(old["name"] != row["name"] for old, row in rows))
    return [change for changes in cells.values() for change in changes] if most >= FEWEST else []


def _have_moved(changes: Sequence[Change]) -> bool:
    return Counter(each.before for each in changes) == Counter(each.after for each in changes)


def list_gone(book: Book) -> list[int]:
    """Return the rounds that were published and are not there."""
    event = book.event
    there = {*event.rounds, *event.unplayed} if event is not None else set()
    return sorted(book.state.published.keys() - there)


def _find_gone(book: Book) -> Iterator[Finding]:
    """Yield the first round that is gone, with a result or a later one: a blank last one is to be paired again."""
    if book.event is None:
        return
    last = max((*book.event.rounds, *book.event.unplayed), default=0)
    for number in list_gone(book):
        if number < last or _count_results(book, number):
            yield _ask_about_round(book, number)
            return


def _count_results(book: Book, number: int) -> int:
    before = book.before
    return sum(bool(row.result) for row in list_rows(before[0], before[1], number)) if before else 0


def _compare_rounds(before: Event, event: Event, format: Format, numbers: Collection[int]) -> Iterator[Finding]:
    """Yield what is to be asked about the rounds of these ``numbers`` that are there."""
    people = find_people(before, event)
    now = {number: list_rows(event, format, number) for number in event.rounds}
    blank = [number for number, rows in now.items() if not any(row.result for row in rows)]
    for number in sorted(now.keys() & numbers):
        was = list_rows(before, format, number, people)
        later = next((each for each in sorted(blank) if each > number), 0)
        table = find_table(event, number)
        found = _compare_round(event, format, number, was, now[number], later)
        if found and table:
            kind, rows, said = found
            cell = table.place(rows[0].number, "a") if rows else Place(table.title)
            yield _ask(kind, table.title, cell, said, number)


def _compare_round(
    event: Event, format: Format, number: int, was: Sequence[MatchRow], now: Sequence[MatchRow], later: int
) -> tuple[Kind, Sequence[MatchRow], Message] | None:
    """Return what is to be asked about a round: the rows concerned, and how it is said."""
    names = _list_names(event)
    moved, is_loud = find_moved(event, number, was, now, by_table="movement" not in format.methods)
    if moved and is_loud:
        rows = shorten([_describe_row(names, each) for each in moved])
        found = [each.now for each in moved if each.now]
        return Kind.SEATS, found, Message("Round {round} is not as it was published: {rows}.", round=number, rows=rows)
    before = {row.pair: row for row in was if row.result}
    if parted := _find_parted(was, now, before):
        rows = shorten([_describe_parted(names, each) for each in parted])
        found = [each.now for each in parted if each.now]
        return (
            Kind.SEATS,
            found,
            Message(
                "{n} result of round {round} is now next to other players: {rows}.",
                "{n} results of round {round} are now next to other players: {rows}.",
                n=len(parted),
                round=number,
                rows=rows,
            ),
        )
    cleared = [row for row in now if row.pair in before and not row.result]
    if _are_most(cleared, before):
        return (
            Kind.VALUES,
            cleared,
            Message(
                "{n} result of round {round} was cleared.",
                "{n} results of round {round} were cleared.",
                n=len(cleared),
                round=number,
            ),
        )
    if later and all(row.result for row in was if row.seat[2] != BYE):
        seats = {row.seat: row for row in now}
        both = [(row, seats[row.seat]) for row in was if row.result and row.seat in seats]
        changed = [row for old, row in both if row.result and row.result != old.result]
        if _are_most(changed, both):
            values = {"changed": len(changed), "all": len(both), "round": number, "later": later}
            return (
                Kind.VALUES,
                changed,
                Message(
                    "{changed} of {all} results of round {round} were changed, and round {later} has none. Did you "
                    "mean round {later}?",
                    **values,
                ),
            )
    return None


def _are_most(some: Collection[object], of: Collection[object]) -> bool:
    return len(some) >= FEWEST and 2 * len(some) > len(of)


class Moved(NamedTuple):
    """A row as it was published, and as it stands there now; None where there is none."""

    was: MatchRow | None
    now: MatchRow | None
    again: bool = False  # the pair has another row, too


def find_moved(
    event: Event, number: int, was: Sequence[MatchRow], now: Sequence[MatchRow], *, by_table: bool
) -> tuple[list[Moved], bool]:
    """Return the rows that are not as they were published, and whether a result stands, or stood, beside any of them.

    Who came later and sits down where nobody was to sit takes nobody's place. A row without a name is left to those
    checks that find what is missing. ``by_table``: also another table counts; where decks stay at the tables, players
    may sit down at a wrong one.
    """
    if any(None in row.pair for row in now):
        return [], False

    def seat(row: MatchRow) -> object:
        table, a, b = row.seat
        return table if by_table and b != BYE else None, a, b

    old, new = {seat(row): row for row in was}, {seat(row): row for row in now}
    gone = [row for each, row in old.items() if each not in new]
    free = {row.seat[1] for row in gone if row.seat[2] == BYE}
    there = {player for row in was for player in row.players} - free
    first = {row.pair: row for row in reversed(now)}
    twice = [row for row in now if first[row.pair] is not row]
    came = [row for each, row in new.items() if each not in old and there & row.players]
    seated = {player for row in now for player in row.players}
    gone = [row for row in gone if row.seat[2] != BYE or any(row.seat[1] in each.players for each in came)]
    lost = [row for row in gone if not seated & row.players and _are_there(event, number, row.players)]
    beside = [*gone, *came, *twice, *(first[row.pair] for row in twice)]
    left = [*came, *(row for row in twice if row not in came)]
    moved: list[Moved] = []
    for row in gone:
        at_table = (each for each in left if row.seat[0] is not None and each.seat[0] == row.seat[0])
        found = next(at_table, None) or next((each for each in left if each.players & row.players), None)
        if found is not None:
            left.remove(found)
        moved.append(Moved(row, found, found in twice))
    moved += [Moved(None, row, row in twice) for row in left]
    return moved, bool(lost) or any(row.result for row in beside)


def _are_there(event: Event, number: int, players: Collection[Any]) -> bool:
    """Return whether any of the players is there in a round; being in a row counts, whatever is marked by now."""
    there = (event.players[each] for each in players if isinstance(each, int))
    return any(player.as_marked or player.plays_in(number) for player in there)


def _find_parted(
    was: Sequence[MatchRow], now: Sequence[MatchRow], before: Mapping[tuple[Any, Any], MatchRow]
) -> list[Moved]:
    """Return the rows whose pair has gone to another row without its result, or its result to others.

    So it is where some columns are sorted and others are not. Whole rows that were sorted have theirs still, but for
    those that are corrected; a result that stands by chance where another pair had the same says nothing. Who corrects
    results moves no names, and leaves no column just as it was in another order.
    """
    changed = {row.pair: row for row in now if row.pair in before and row.result != before[row.pair].result}
    stayed = [
        Moved(*both) for both in zip(was, now, strict=False) if both[0].result and both[0].result == both[1].result
    ]
    left_behind = [each for each in stayed if each.was and each.was.pair in changed]
    others = len(before) - len(stayed)
    if left_behind and (not others or (_are_most(changed, before) and others < len(changed))):
        return left_behind
    then, there = ([*zip(*(row.result for row in rows if row.result), strict=True)] for rows in (before.values(), now))
    in_other_order = then and there and all(not Counter(a) - Counter(b) for a, b in zip(then, there, strict=False))
    if in_other_order and _are_most(changed, before):
        return [Moved(before[pair], row) for pair, row in changed.items()]
    return []


# --- what was changed before any result, and what was paired again ---


def find_changed(book: Book) -> dict[int, list[Moved]]:
    """Return the rows of each round that stand otherwise than players saw them first, while none has a result.

    That is no mistake by itself (rules 1.5.3). Where the organizer types the rounds, nothing else was published; and
    somebody who has left is replaced by whoever takes the place.
    """
    event, found = book.event, dict[int, list[Moved]]()
    if event is None or book.before is None or event.settings.method.name == "manual":
        return found
    people = find_people(book.before[0], event)
    for number in sorted(book.state.published.keys() & event.rounds.keys()):
        was, now = list_published(book, number, people), list_rows(event, book.format, number)
        moved, is_loud = find_moved(event, number, was, now, by_table=True)
        moved = [each for each in moved if not _is_replaced(event, number, each)]
        if moved and not is_loud:
            found[number] = moved
    return found


def list_published(book: Book, number: int, people: People) -> list[MatchRow]:
    """Return the rows of a round as players saw them first, each with its result where that stood there, too."""
    assert book.before is not None, "a state that can be read"
    event, format, _ = book.before
    now = {key(player.name): people[player.number] for player in event.players} | {key(BYE_NAME): BYE}
    results = {row.pair: row.result for row in list_rows(event, format, number, people)}
    rows = []
    for place, (table, *names) in enumerate(book.state.published[number].rows, 2):
        a, b = (now.get(key(name), name) for name in names)
        rows.append(MatchRow(place, {"table": table, "a": a, "b": b}, results.get((a, b), ())))
    return rows


def _is_replaced(event: Event, number: int, moved: Moved) -> bool:
    """Return whether a row differs only in a player who sits there for an absent one."""
    if moved.was is None or moved.now is None:
        return False
    gone = {*moved.was.pair} - {*moved.now.pair}
    return bool(gone) and not _are_there(event, number, gone - {BYE})


def warn_of_changed(book: Book) -> Iterator[Problem]:
    """Yield a warning about each round that `find_changed` finds."""
    for number, moved in find_changed(book).items():
        assert book.event is not None, "a round that is there"
        table, now = find_table(book.event, number), [each.now.number for each in moved if each.now is not None]
        rows = shorten([_describe_row(_list_names(book.event), each) for each in moved])
        said = Message("Round {round} was changed by hand after it was published: {rows}.", round=number, rows=rows)
        yield Problem(
            Severity.WARNING,
            table.place(now[0], "a") if now and table else Place(title_round(number)),
            str(said),
            "If this is intended, print what has changed again. If it was a mistake, restore what was there, and save.",
            said=said,
        )


def judge(
    book: Book, event: Event, paired: Sequence[int], answers: Collection[tuple[Kind, str]]
) -> tuple[list[Finding], list[Problem], tuple[int, ...]]:
    """Return what is to be asked of an event in which some rounds are ``paired`` now, and what is to be told.

    And the numbers of those that were published before. Whoever deletes the sheet of a round in the newest state
    has it paired again; else a round that was published is paired again only as it was (rules 1.4.17).
    """
    few = describe_few(event) if 1 in paired and (Kind.FEW, "") not in answers else None
    if few is not None:
        return [Finding(Kind.FEW, "", few, 1)], [], ()
    again = tuple(number for number in paired if number in book.state.published)
    if not again or book.before is None:
        return [], [], again
    may, told = book.beside.restored or (book.inside.number and not book.is_older), list[Problem]()
    people = find_people(book.before[0], event)
    for number in again:
        was = {row.seat for row in list_published(book, number, people)}
        now = {row.seat for row in list_rows(event, book.format, number)}
        if was == now:
            continue
        if not may and (Kind.GONE, title_round(number)) not in answers:
            return [_ask_about_round(book, number)], told, again
        tables = sorted({table for table, *_ in was - now if table is not None})
        slips = "slips printed for tables {} are" if len(tables) > 1 else "slip printed for table {} is"
        if tables:
            void = f"Round {number} was paired again: the {slips.format(list_numbers(tables))} void."
            hint = "Collect what is void, and print what has changed."
        else:  # a bye has no slip
            void, hint = f"Round {number} was paired again; no slip is void.", "Print the lists that have changed."
        told.append(warning(Place(title_round(number)), void, hint))
    return [], told, again


# --- in words ---


def _load_english() -> Words:
    from turnabout_sheets.prints.words import FALLBACK, load_words  # slow to load, and few runs ask anything

    return load_words(FALLBACK)


def _list_names(event: Event) -> Mapping[Any, str]:
    return {BYE: BYE_NAME, **{player.number: player.name for player in event.players}}


def _ask(kind: Kind, sheet: str, place: Place, said: Message, number: int = 0) -> Finding:
    """Return a finding with both ways out: on the desk's page, and by a command."""
    w, of = _load_english(), (sheet,) if sheet else ()
    finding = Finding(kind, sheet, error(place, said), number)
    put_back, stay = finding.answers
    hint = "If this is a mistake, undo it in the spreadsheet program and save; or have it put back: "
    otherwise = ("", ())
    if stay:
        right = "to have it paired again" if kind is Kind.GONE else "if it is right"
        otherwise = f"{right}: {press(w(f'desk.asked.{stay}'))}", ("run", "--as-it-is", *of)
    hint += press(w(f"desk.asked.{put_back}"))
    problem = error(place, said, hint, ("run", "--put-back", *of), otherwise)
    return finding._replace(problem=problem)


def _ask_about_round(book: Book, number: int) -> Finding:
    """Return the question about a round that was published and is gone."""
    time, results = book.state.published[number].time, _count_results(book, number)
    said = Message(
        "Round {round} was published at {time} and is not in the workbook."
        if time
        else "Round {round} was published and is not in the workbook.",
        round=number,
        time=time,
    )
    if results:
        said = Message(
            "{first} {second}", first=said, second=Message("It had {n} result.", "It had {n} results.", n=results)
        )
    return _ask(Kind.GONE, title_round(number), Place(title_round(number)), said, number)


def shorten(told: Sequence[Message | Change]) -> tuple[Message, ...]:
    """Return the first of what there is to tell, and how much more there is."""
    more = [Message("and {n} more", n=len(told) - SHOWN)] if len(told) > SHOWN else []
    return (*(say_change(each) if isinstance(each, Change) else each for each in told[:SHOWN]), *more)


def say_change(change: Change) -> Message:
    """Return what a cell was, and what it is."""
    where = " ".join(filter(None, (change.sheet, change.who and f"{change.who},", change.column)))
    before, after = (value or Message("blank") for value in (change.before, change.after))
    return Message("{where} was {before} and is {after}", where=where, before=before, after=after)


def _describe_row(names: Mapping[Any, str], moved: Moved) -> Message:
    """Return what has become of a row."""
    was, now = ((row and " – ".join(str(names.get(each, each)) for each in row.pair)) or "" for row in moved[:2])
    if moved.was is None:
        return Message("{pair} is there twice" if moved.again else "{pair} is new", pair=now)
    table = moved.was.seat[0]
    values = {"pair": was, "table": table, "now": now}
    if moved.now is None:
        return Message("the row of table {table} is gone ({pair})" if table else "the row {pair} is gone", **values)
    if table and table == moved.now.seat[0]:
        return Message("table {table} was {pair} and is {now}", **values)
    if was == now:
        tables = [row.seat[0] or Message("without a number") for row in (moved.was, moved.now)]
        return Message("{pair} was table {before} and is table {after}", pair=was, before=tables[0], after=tables[1])
    return Message("{pair} became {now}", **values)


def _describe_parted(names: Mapping[Any, str], parted: Moved) -> Message:
    """Return what has become of a result."""
    assert parted.was is not None, "a result that was there before"
    assert parted.now is not None, "and is there still"
    pair, now = (" – ".join(str(names.get(each, each)) for each in row.pair) for row in parted[:2] if row)
    if parted.now.result == parted.was.result:
        return Message("that of {pair} next to {now}", pair=pair, now=now)
    return Message("that of {pair} differs", pair=pair)
