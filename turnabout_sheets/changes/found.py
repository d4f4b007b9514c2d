"""What `guards` have found, in words: in English, and as the desk's page says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from turnabout_sheets.changes.known_rounds import KnownRow, TypedRow
from turnabout_sheets.core.problems import Place, Problem, Remark, Said, error, press, warning
from turnabout_sheets.core.text import join_words, list_numbers
from turnabout_sheets.event.model import BYE, BYE_NAME, Event

Who = int | str | None
"""A player's number; of somebody who is not on Players any more, the `key` of the name."""


PUT_BACK: Final = press("Put it back")
PLAYED_SO: Final = press("It was played like this")

SHOWN: Final = 2
"""How many rows are told of each question; of more, how many there are."""


def describe_gone(number: int, time: str, results: int) -> Problem:
    """Return the question about a round that was published at a time, with so many results, and is gone."""
    published = f"Round {number} was published{f' at {time}' if time else ''}"
    lost = f", with {results} result{'s' * (results > 1)}" if results else ""
    return error(
        Place(f"Round {number}"),
        f"{published} and is not in the workbook{lost}.",
        "If its sheet was deleted by mistake, or this is an older copy of the workbook, have it put back: " + PUT_BACK,
        ("run", "--put-back", f"Round {number}"),
        (
            f"to have it paired again, so that slips of tables that change are void: {press('Re-pair it')}",
            ("run", "--as-it-is", f"Round {number}"),
        ),
        _say_gone(number, time, results),
    )


def _say_gone(number: int, time: str, results: int) -> Said:
    known = {"round": number, "time": time}
    published = Said("desk.found.gone_at", known) if time else Said("desk.found.gone", {"round": number})
    if not results:
        return published
    return Said("desk.found.both", {"first": published, "second": Said("desk.found.gone_results", {"n": results})})


def describe_lost_sheet(sheet: str) -> Problem:
    """Return the question about a sheet that was there, and is not any more."""
    return error(
        Place(sheet),
        f"The sheet {sheet} is not in the workbook any more, though it was at the last save.",
        "If it was deleted or renamed by mistake, undo that in the spreadsheet program and save; or have it put back "
        f"as it was: {press('Restore the sheet')}",
        ("run", "--put-back", sheet),
        said=Said("desk.found.lost_sheet", {"sheet": sheet}),
    )


def describe_cleared(event: Event, number: int, cleared: Sequence[TypedRow]) -> Problem:
    """Return the question about results that are blank now."""
    sheet = event.tables[event.rounds[number][0].sheet]
    return error(
        sheet.place(cleared[0].row, "a"),
        f"{len(cleared)} results of round {number} were cleared.",
        f"If that was a mistake, undo it in the spreadsheet program and save; or have them typed again: {PUT_BACK}",
        ("run", "--put-back", sheet.title),
        (f"if they are to be blank: {press('Yes, clear them')}", ("run", "--as-it-is", sheet.title)),
        Said("desk.found.cleared", {"n": len(cleared), "round": number}),
    )


def describe_results(event: Event, number: int, changed: Sequence[TypedRow], of: int, later: int) -> Problem:
    """Return the question about results that are others now, though a later round has none."""
    sheet = event.tables[event.rounds[number][0].sheet]
    many = f"All {of}" if len(changed) == of else f"{len(changed)} of {of}"
    return error(
        sheet.place(changed[0].row, "a"),
        f"{many} results of round {number} were changed, and round {later} has none. Did you mean Round {later}?",
        f"If so, undo that in the spreadsheet program, or have the results of round {number} put back, and type into "
        f"Round {later}: {PUT_BACK}",
        ("run", "--put-back", sheet.title),
        (f"if round {number} was really so: {PLAYED_SO}", ("run", "--as-it-is", sheet.title)),
        Said("desk.found.results", {"changed": len(changed), "all": of, "round": number, "later": later}),
    )


class Moved(NamedTuple):
    """A row as it was published, and as it stands there now; None where there is none.

    ``again``: the pair has another row, too.
    """

    was: KnownRow | None
    now: TypedRow | None
    again: bool = False


def describe_moved(event: Event, number: int, moved: Sequence[Moved]) -> Problem:
    """Return the question about rows that are not as they were published."""
    sheet = event.tables[event.rounds[number][0].sheet]
    now = [each.now for each in moved if each.now is not None]
    rows = [_describe_row(event, each) for each in moved]
    told = join([each.text for each in rows])
    return error(
        sheet.place(now[0].row, "a") if now else Place(sheet.title),
        f"Round {number} is not as it was published{', and has results' if now else ''}: {told}.",
        "If something was sorted, moved or deleted by mistake, undo that in the spreadsheet program and save; or have "
        f"what was published put back (results stay next to their table numbers): {PUT_BACK}",
        ("run", "--put-back", sheet.title),
        (f"if it was really played so: {PLAYED_SO}", ("run", "--as-it-is", sheet.title)),
        Said("desk.found.moved", {"round": number, "rows": shorten([each.said for each in rows])}),
    )


def describe_changed(event: Event, number: int, changed: Sequence[Moved]) -> Problem:
    """Return the warning about rows that somebody has changed by hand after they were published."""
    sheet = event.tables[event.rounds[number][0].sheet]
    now = [each.now.row for each in changed if each.now is not None]
    rows = join([_describe_row(event, each).text for each in changed])
    return warning(
        sheet.place(now[0], "a") if now else Place(sheet.title),
        f"Round {number} was changed by hand after it was published: {rows}.",
        "If this is intended, print what has changed again. If it was a mistake, restore what was there, and save.",
    )


def describe_parted(event: Event, number: int, parted: Sequence[Moved]) -> Problem:
    """Return the question about results that stand beside others than before."""
    sheet = event.tables[event.rounds[number][0].sheet]
    now = [each.now for each in parted if each.now is not None]
    rows = [_describe_parted_row(event, each) for each in parted]
    results = f"1 result of round {number} is" if len(parted) == 1 else f"{len(parted)} results of round {number} are"
    return error(
        sheet.place(now[0].row, "a"),
        f"{results} now next to other players: {join([each.text for each in rows])}.",
        "If columns were sorted one without the other, undo that in the spreadsheet program and save; or have the rows "
        f"put back as they were: {PUT_BACK}",
        ("run", "--put-back", sheet.title),
        (f"if it is right as it stands now: {PLAYED_SO}", ("run", "--as-it-is", sheet.title)),
        Said("desk.found.parted", {"n": len(parted), "round": number, "rows": shorten([each.said for each in rows])}),
    )


def _describe_parted_row(event: Event, parted: Moved) -> Remark:
    was, now, _ = parted
    assert was is not None, "a result that was there before"
    assert now is not None, "and is there still"
    pair = f"{was.a} – {was.b}"
    if now.result == was.result:
        beside = [event.players[each].name for each in (now.a, now.b) if each not in (None, BYE)]
        return Remark(
            f"that of {was.a} and {was.b} next to {join_words(beside, 'and')}",
            Said("desk.found.row_beside", {"pair": pair, "now": " – ".join(beside)}),
        )
    return Remark(f"that of {was.a} and {was.b} differs", Said("desk.found.row_other", {"pair": pair}))


def describe_void(number: int, tables: Sequence[int]) -> Problem:
    """Return the warning that a round is paired again which players have seen otherwise, and which slips are void."""
    place = Place(f"Round {number}")
    if not tables:
        return warning(
            place, f"Round {number} was paired again; no slip is void.", "Print the lists that have changed."
        )
    slips = "slips printed for tables {} are" if len(tables) > 1 else "slip printed for table {} is"
    void = f"Round {number} was paired again: the {slips.format(list_numbers(tables))} void."
    return warning(place, void, "Collect what is void, and print what has changed.")


def join(told: Sequence[str]) -> str:
    """Return the first of what there is to tell, and how much more there is."""
    more = len(told) - SHOWN
    return "; ".join([*told[:SHOWN], *([f"and {more} more"] if more > 0 else [])])


def shorten(told: Sequence[Said]) -> tuple[Said, ...]:
    """Return the same as `_join`, for pages."""
    more = len(told) - SHOWN
    return (*told[:SHOWN], *([Said("desk.more", {"n": more})] if more > 0 else []))


def _describe_row(event: Event, moved: Moved) -> Remark:
    """Return what has become of a row, in words."""
    was, now, again = moved
    names: dict[Who, str] = {BYE: BYE_NAME, **{player.number: player.name for player in event.players}}
    published = f"{was.a} – {was.b}" if was else ""
    stands = f"{names.get(now.a, '?')} – {names.get(now.b, '?')}" if now else ""
    if was is None:
        text = f"{stands} {'stands there twice' if again else 'is new'}"
        return Remark(text, Said("desk.found.row_twice" if again else "desk.found.row_new", {"pair": stands}))
    values = {"pair": published, "table": was.table, "now": stands}
    if now is None:
        if was.table:
            return Remark(
                f"the row of table {was.table} is gone ({published})", Said("desk.found.row_of_table_gone", values)
            )
        return Remark(f"the row {published} is gone", Said("desk.found.row_gone", values))
    if was.table == now.table and was.table:
        return Remark(f"table {was.table} was {published} and is {stands}", Said("desk.found.row_at_table", values))
    if published == stands:
        text = f"{published} was table {was.table or 'without a number'} and is table {now.table or 'without a number'}"
        tables = [table or Said("desk.found.no_number", {}) for table in (was.table, now.table)]
        return Remark(
            text, Said("desk.found.row_renumbered", {"pair": published, "before": tables[0], "after": tables[1]})
        )
    return Remark(f"{published} became {stands}", Said("desk.found.row_became", values))
