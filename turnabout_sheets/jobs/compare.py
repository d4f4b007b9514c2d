"""Compare an event with its state, and find what must not go on before it is answered (rules 1.4.17 to 1.4.21)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.changes.differences import Change, ChangedRow, Keys, compare_rows, pair_up
from turnabout_sheets.changes.log import TALLIED
from turnabout_sheets.core.problems import Message, Place, Problem, error, press, warning
from turnabout_sheets.core.text import list_numbers
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.jobs.read import Book, have_same_players
from turnabout_sheets.reading.matches import round_number, title_round
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.sheets.table import Table

FEWEST: Final = 3  # changed values, if they are more than half, that cause a question
SHOWN: Final = 2  # rows or cells that a finding names; of any others it gives the number


class Kind(StrEnum):
    """What can be found, and is asked about."""

    NEW_EVENT = "new_event"  # another name or date, and other players or no rounds: an old workbook used again
    GONE = "gone"  # a sheet or a published round is no longer there
    SEATS = "seats"  # results are next to other players than those published
    VALUES = "values"  # most results of a round, or a column of Players, changed
    OLDER = "older"  # the workbook is older than the newest state, and lacks something that was in it
    FEW = "few"  # fewer than half are marked as here, and the others would not be paired


class Answers(NamedTuple):
    """The keys of the labels of both buttons, blank where there is no such button; and what the log says of `stay`."""

    put_back: str
    stay: str
    logged: str


ANSWERS: Final[Mapping[Kind, Answers]] = {
    Kind.NEW_EVENT: Answers("begin_new", "same_event", "The workbook was taken as the same event"),
    Kind.GONE: Answers("put_back", "pair_again", "{} was paired again, though it was published"),
    Kind.SEATS: Answers("put_back", "played_so", "The names of {} were taken as played"),
    Kind.VALUES: Answers("put_back", "as_it_is", "The values of {} were taken as they are"),
    Kind.OLDER: Answers(
        "put_missing_back", "as_it_is", "The workbook was taken as it is, though it is older than the newest state"
    ),
    Kind.FEW: Answers("", "pair_few", "Round 1 was paired for those who are marked in Here, fewer than half"),
}


class Finding(NamedTuple):
    """What is asked, and where: the sheet, blank for the whole workbook; and the round, 0 for none."""

    kind: Kind
    sheet: str
    problem: Problem
    round: int = 0

    @property
    def name(self) -> tuple[Kind, str]:
        """What answers refer to."""
        return self.kind, self.sheet

    @property
    def answers(self) -> Answers:
        """The buttons for it; nothing goes on without the sheets Event and Players."""
        answers = ANSWERS[self.kind]
        return answers._replace(stay="") if self.kind is Kind.GONE and not self.round else answers


class MatchRow(NamedTuple):
    """A row of a round, as it was or as it is; players by their present numbers, or by name if no longer on Players."""

    number: int  # on its sheet
    table: Any
    pair: tuple[Any, Any]  # A and B; None for a name that cannot be read
    result: tuple[Any, ...] = ()  # the cells of its result, if any is filled in
    values: Mapping[str, Any] = MappingProxyType({})  # all cells, by field

    @property
    def players(self) -> set[Any]:
        """The players in the row, without a bye."""
        return {*self.pair} - {BYE, None}


Moved = tuple[MatchRow | None, MatchRow | None]  # as it was and as it is; None where there is no such row


def list_rows(
    event: Event, format: Format, number: int, people: Mapping[int, int | str] | None = None
) -> list[MatchRow]:
    """Return the rows of a round as typed; for an earlier event, with its ``people`` of now."""
    table, rows = find_table(event, number), list[MatchRow]()
    for row in table.rows if table else ():
        values = row.values
        if values.get("round", number) == number:
            result = tuple(values.get(field) for field in format.entry_fields)
            if people is not None:
                values |= {side: people.get(values[side]) for side in ("a", "b")}
            result = () if {*result} <= {None, WAITS} else result
            rows.append(MatchRow(row.number, values.get("table"), (values["a"], values["b"]), result, values))
    return rows


def list_before(book: Book, number: int) -> list[MatchRow]:
    """Return the rows of a round at the last run, with the players of now."""
    return list_rows(book.before[0], book.format, number, book.people)


def find_table(event: Event, number: int) -> Table | None:
    """Return the sheet of a round: its own, or the one with all rounds."""
    for table in event.tables.values():
        own = round_number(table.title)
        if "a" in table.positions and any((own or row["round"]) == number for row in table.rows):
            return table
    return None


def find(book: Book) -> tuple[list[Finding], list[Problem]]:
    """Return everything to ask about a workbook (see `choose`), and warnings."""
    if book.lost and not {each.name for each in book.lost} <= {*book.beside.waiting}:
        said = Message("The sheet {sheet} is not in the workbook any more, though it was at the last save.")
        return [_ask(Kind.GONE, Place(book.lost[0].name), said.fill(sheet=book.lost[0].name))], []
    if book.event is None:
        return [], []
    last, gone = max((*book.event.rounds, *book.event.unplayed), default=0), list_gone(book, book.event)
    # The first round that had results or has later rounds; a blank last one is paired again.
    asked = [_ask_about_round(book, each) for each in gone if each < last or count_results(book, each)]
    found, told = _compare_rounds(book, book.event)
    return [*_find_new_event(book, book.event), *_find_cells(book, book.event), *asked[:1], *found], told


def choose(found: Sequence[Finding]) -> list[Finding]:
    """Return what is asked now: a new event or an older copy alone, and otherwise the first finding on each sheet."""
    alone = [each for each in found if each.kind in (Kind.NEW_EVENT, Kind.OLDER)][:1]
    return alone or [*{each.sheet: each for each in reversed(found)}.values()][::-1]


def _find_new_event(book: Book, event: Event) -> Iterator[Finding]:
    before = book.before[0]
    was, now = ((each.settings.name, each.settings.date) for each in (before, event))
    if (
        book.state.published
        and was != now
        and not (have_same_players(before, event) and {*event.rounds, *event.unplayed})
    ):
        names = [" ".join(filter(None, each)) for each in (was, now)]
        said = Message("The last run was for {before}, and this is {after}.", before=names[0], after=names[1])
        yield _ask(Kind.NEW_EVENT, event.setting_place("name" if was[0] != now[0] else "date"), said)


def _find_cells(book: Book, event: Event) -> Iterator[Finding]:
    """Ask about what an older copy lacks, and about values of Players that are next to other names."""
    older = Message(
        "This is an older version of the workbook; this folder already had that of {time}. Missing here: {cells}."
    )
    torn = Message("{n} players now have other values next to their names, in {columns}: {cells}.")
    for kind, rows, said in ((Kind.OLDER, list_lost(book, event), older), (Kind.VALUES, list_torn(book, event), torn)):
        if cells := [change for row in rows for change in row.changes]:
            columns, people = dict.fromkeys(each.column for each in cells), {each.who for each in cells}
            times = [time for _, time in book.beside.versions[-1:]]
            said = said.fill(n=len(people), columns=tuple(columns), cells=shorten(cells), time="".join(times) or "?")
            yield _ask(kind, Place(cells[0].sheet, cells[0].cell), said)


def list_lost(book: Book, event: Event) -> list[ChangedRow]:
    """Return what the newest state had and an older workbook lacks, except rounds that are gone entirely.

    What was typed into it since it was run is not lost. If it has the bytes of an earlier version, that is nothing.
    """
    if not book.is_older or book.newest is None:
        return []
    own = None if book.is_known_version else book.read(book.inside)
    rows = compare_rows(own[0], event) if own else ()
    typed = {(change.sheet, change.who, change.column) for row in rows for change in row.changes}
    lost = []
    for row in compare_rows(book.newest[0], event, book.newest[0].rounds):
        if changes := [each for each in row.changes if (each.sheet, each.who, each.column) not in typed]:
            lost.append(row._replace(changes=changes))
    return lost


def list_torn(book: Book, event: Event) -> list[ChangedRow]:
    """Return the rows of Players whose values are next to other names, as after sorting one column (rules 1.4.21).

    The values of such a column are the same, in another order.
    """
    before = book.before[0]
    was, now = (each.tables["Players"] for each in (before, event))
    rows = [row for row in compare_rows(before, event) if row.sheet == now.title and row.was and row.now]
    columns = defaultdict[str, list[Change]](list)
    for change in (change for row in rows for change in row.changes):
        columns[change.column].append(change)
    torn = {column for column, of in columns.items() if Counter(x.before for x in of) == Counter(x.after for x in of)}
    most = max((len(columns[column]) for column in torn - {*TALLIED}), default=0)
    # If only the names were sorted, few of them may have a value that shows it.
    old = {row.number: row.values for row in was.rows}
    known = ((old.get(row.number, row.values), row) for row in now.rows)
    alone = sum(it["name"] != row["name"] and {**it, "name": row["name"]} == row.values for it, row in known)
    found = [row._replace(changes=[each for each in row.changes if each.column in torn]) for row in rows]
    return [row for row in found if row.changes] if max(most, alone) >= FEWEST else []


def list_gone(book: Book, event: Event) -> list[int]:
    """Return the published rounds that are not in the workbook."""
    return sorted({*book.state.published} - event.rounds.keys() - {*event.unplayed})


def count_results(book: Book, number: int) -> int:
    """Return how many results a round had at the last run."""
    return sum(bool(row.result) for row in list_rows(*book.before[:2], number))


def _compare_rounds(book: Book, event: Event) -> tuple[list[Finding], list[Problem]]:
    """Return what to ask about published rounds, and warnings of those changed by hand before any result."""
    asked, told = list[Finding](), list[Problem]()
    rounds = {number: list_rows(event, book.format, number) for number in event.rounds}
    blank = [number for number, rows in rounds.items() if not any(row.result for row in rows)]
    for number in sorted(rounds.keys() & {*book.state.published}):
        was, now = list_before(book, number), rounds[number]
        moved, is_loud = _find_moved(event, number, was, now, by_table="movement" not in book.format.methods)
        known = {row.pair: row for row in was if row.result}
        others: list[Moved] = [
            (known[row.pair], row) for row in now if row.pair in known and row.result != known[row.pair].result
        ]
        cleared = [row for _, row in others if row and not row.result]
        # All results of a round were there, and a later one has none: those were meant for it.
        is_other = any(each > number for each in blank) and all(row.result for row in was if row.pair[1] != BYE)
        if is_loud:
            kind, said = Kind.SEATS, Message("Round {round} is not as it was published: {rows}.")
        elif _are_most(others, known) and (is_other or _are_most(cleared, known) or _are_reordered(was, now)):
            kind, said = Kind.VALUES, Message("{changed} of {all} results of round {round} were changed: {rows}.")
            moved = others
        elif (moved or book.state.seen) and event.settings.method.name != "manual":
            typed = {row.pair: row.result for row in now}  # no result is another
            first = list_rows(*book.published[:2], number, book.people)
            first = [row._replace(result=typed.get(row.pair, ())) for row in first]
            moved, is_played = _find_moved(event, number, first, now, by_table="movement" not in book.format.methods)
            kind, said = None, Message("Round {round} was changed by hand after it was published: {rows}.")
            if is_played or not moved or any(None in row.pair for row in first):
                continue
        else:
            continue
        rows, there = shorten([_say_row(event.names, *each) for each in moved]), [row for _, row in moved if row]
        table = find_table(event, number)
        assert table is not None, "a round that is there"
        place = table.place(there[0].number, "a") if there else Place(table.title)
        said = said.fill(round=number, rows=rows, changed=len(others), all=len(known))
        if kind:
            asked.append(_ask(kind, place, said, number))
        else:
            hint = "If this is intended, print what has changed again. If it was a mistake, restore what was there, "
            told.append(warning(place, said, f"{hint}and save."))
    return asked, told


def _are_most(some: Collection[object], of: Collection[object]) -> bool:
    return len(some) >= FEWEST and 2 * len(some) > len(of)


def _are_reordered(was: Sequence[MatchRow], now: Sequence[MatchRow]) -> bool:
    """Return whether each column of results has all the values that it had, as after sorting it without the rest."""
    then, there = ([row.result for row in rows if row.result] for rows in (was, now))
    columns = zip(zip(*then, strict=True), zip(*there, strict=True), strict=False)
    return bool(there) and not any(Counter(before) - Counter(after) for before, after in columns)


def _find_moved(
    event: Event, number: int, was: Sequence[MatchRow], now: Sequence[MatchRow], *, by_table: bool
) -> tuple[list[Moved], bool]:
    """Return the rows that differ from those published, and whether any of them has or had a result.

    A late player who takes a free place is no difference, nor is another in the place of one who has left, before a
    result. Other checks deal with missing names. ``by_table``: another
    table is a difference after a result, too; where decks stay at the tables, players may choose a wrong one.
    """
    if any(None in row.pair for row in now):
        return [], False
    seated, pairs = {player for row in now for player in row.players}, Counter(row.pair for row in now)
    moved, is_loud = list[Moved](), False
    for old, new in match_rows(was, now, by_table=by_table):
        has_result = any(row.result or pairs[row.pair] > 1 for row in (old, new) if row)
        at_table = by_table or not has_result
        if old and (  # a bye may be gone with its player
            _seat(old, at_table) == _seat(new, at_table) if new else BYE in old.pair and not seated & old.players
        ):
            continue
        replaced = {*old.pair} - {*new.pair} if old and new else set()
        if has_result or not replaced or _are_there(event, number, replaced):
            is_lost = old and not seated & old.players and _are_there(event, number, old.players)
            moved.append((old, new))
            is_loud |= has_result or bool(is_lost)
    return moved, is_loud


def match_rows(was: Sequence[MatchRow], now: Sequence[MatchRow], *, by_table: bool) -> Sequence[Moved]:
    """Return which present row is which published one, in the way that leaves most known results where they are.

    So what an accident has left tells whether results stayed at their tables, with their pairs, or in their rows.
    Late players in a free place are left out, and rows of nobody who was published.
    """
    there = {player for row in was for player in row.players}
    free = {row.pair[0] for row in was if row.pair[1] == BYE}
    late = [row for row in now if len(row.players) == 2 and len(row.players & free) == len(row.players - there) == 1]
    byes = {player for row in late for player in row.players}
    was = [row for row in was if not (row.pair[1] == BYE and row.pair[0] in byes)]
    now = [row for row in now if row not in late and (row.players & there or None in row.pair)]

    def list_keys(row: MatchRow) -> tuple[Keys, ...]:
        seat, pair = _seat(row, by_table), frozenset(row.pair)
        rest = ((seat, row.result), seat[0], pair, *row.pair)
        return ((pair, row.result), pair, seat[0], *row.pair), rest, (row.number, *rest)

    ways, known = [], sum(bool(row.result) for row in was)
    for way in range(3):
        pairs = pair_up(*([(list_keys(row)[way], row) for row in rows] for rows in (was, now)))
        both = [(old, new or old) for old, new in pairs if old]
        kept = sum(bool(old.result) and old.result == new.result for old, new in both)
        moved = sum(x != y for rows in both for x, y in zip(*(_seat(row, by_table) for row in rows), strict=True))
        ways.append(((kept, way > 0, -moved), pairs))  # where no result tells, results stay at their tables
    by_pair, by_row = ways[0][0][0], ways[2][0][0]
    if by_row < known <= 2 * by_pair:  # whole rows were sorted, and a few results corrected
        ways.pop()
    return max(ways, key=lambda each: each[0])[1]


def _seat(row: MatchRow, by_table: bool) -> Keys:
    return (row.table if by_table and BYE not in row.pair else None, *row.pair)


def _are_there(event: Event, number: int, players: Set[Any]) -> bool:
    """Return whether any of the players takes part in a round; one in a row does, even if not marked now."""
    there = (event.players[each] for each in players - {BYE} if isinstance(each, int))
    return any(player.as_marked or player.plays_in(number) for player in there)


def judge(
    book: Book, event: Event, paired: Sequence[int], answers: Collection[tuple[Kind, str]]
) -> tuple[list[Finding], list[Problem]]:
    """Return what to ask about an event in which these rounds are ``paired`` now, and warnings.

    Deleting the blank sheet of a round in the newest workbook has it paired again. Elsewhere a round is paired again
    only as published (rules 1.4.17).
    """
    few = describe_few(event) if 1 in paired and (Kind.FEW, "") not in answers else None
    if few is not None:
        return [Finding(Kind.FEW, "", few, 1)], []
    may, told = book.beside.restored or (book.inside.number and not book.is_older), list[Problem]()
    for number in (each for each in paired if each in book.state.published):
        rows = list_before(book, number), list_rows(event, book.format, number)
        was, now = ({(row.table, row.pair) for row in each} for each in rows)
        if was == now or (may and not was):
            continue
        if not may and (Kind.GONE, title_round(number)) not in answers:
            return [_ask_about_round(book, number)], told
        void = list_numbers(sorted({table for table, _ in was - now if table is not None}))
        message = f"Round {number} was paired again; slips void, by table: {void or 'none'}."
        told.append(warning(Place(title_round(number)), message, "Collect what is void, and print what has changed."))
    return [], told


def _ask(kind: Kind, place: Place, said: Message, number: int = 0) -> Finding:
    """Return a finding with both answers, as buttons on the desk's page and as commands."""
    from turnabout_sheets.prints.words import FALLBACK, load_words  # slow to load, and few runs ask anything

    sheet = "" if kind in (Kind.NEW_EVENT, Kind.OLDER) else place.sheet
    w, of = load_words(FALLBACK), (sheet,) if sheet else ()
    finding = Finding(kind, sheet, error(place, said), number)
    hint = "If this is a mistake, undo it in the spreadsheet program and save; or have it put back"
    right, option = "to have it paired again" if kind is Kind.GONE else "if it is right", "--put-back"
    if kind is Kind.NEW_EVENT:
        hint, right, option = "To begin a new event", "to continue the same event", "--new-event"
    back, stay = (each and w(f"desk.asked.{each}") for each in finding.answers[:2])
    hint = f"{hint}: {press(back, option, *of)}" + (f"; {right}: {press(stay, '--as-it-is', *of)}" if stay else "")
    return finding._replace(problem=error(place, said, hint))


def _ask_about_round(book: Book, number: int) -> Finding:
    said = Message(
        "Round {round} was published and is not in the workbook. It had {n} result.",
        "Round {round} was published and is not in the workbook. It had {n} results.",
        n=count_results(book, number),
        round=number,
    )
    return _ask(Kind.GONE, Place(title_round(number)), said, number)


def shorten(told: Sequence[Message | Change]) -> tuple[Message, ...]:
    """Return the first few of what there is to tell, and how many more there are."""
    more = [Message("and {n} more", n=len(told) - SHOWN)] if len(told) > SHOWN else []
    return (*(say_change(each) if isinstance(each, Change) else each for each in told[:SHOWN]), *more)


def say_change(change: Change) -> Message:
    """Return what a cell was, and what it is."""
    where = " ".join(filter(None, (change.sheet, change.who and f"{change.who},", change.column)))
    return _say_was(where, change.before, change.after)


def _say_was(where: object, before: object, after: object) -> Message:
    blank = Message("blank")
    return Message("{where} was {before} and is {after}", where=where, before=before or blank, after=after or blank)


def _say_row(names: Mapping[Any, str], was: MatchRow | None, now: MatchRow | None) -> Message:
    old, new = (" – ".join(str(names.get(each, each)) for each in row.pair) if row else "" for row in (was, now))
    if was is None:
        return Message("{pair} is an extra row", pair=new)
    tables = [row.table if row else None for row in (was, now)]
    at = [each and Message("table {tables}", "tables {tables}", n=1, tables=(str(each),)) for each in tables]
    if old == new and now:
        results = (" ".join(str(cell) for cell in row.result if cell is not None) for row in (was, now))
        return _say_was(old, *(at if tables[0] != tables[1] else results))
    if at[0] and (tables[0] == tables[1] or now is None):
        return _say_was(at[0], old, new)
    return Message("{pair} became {now}", pair=old, now=new or Message("blank"))
