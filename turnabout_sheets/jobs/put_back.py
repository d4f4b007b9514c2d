"""Puts back what was published and is not as it was: names, rows, results, a whole round (rules 1.4.17 to 1.4.19).

Like `late_entry`, this types into sheets of the organizer's, because they ask for just that. Nothing is written where
the same would be asked afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from turnabout_sheets.changes.guards import Asked, People, identify_known, say_lost
from turnabout_sheets.changes.known_rounds import list_all_typed
from turnabout_sheets.core.backups import Backup
from turnabout_sheets.core.problems import Said, Severity
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE_NAME, Event
from turnabout_sheets.jobs.kept_rounds import keep_rounds, make_new_rounds, name_file, read_kept_rounds
from turnabout_sheets.jobs.kept_sheets import put_in_lost
from turnabout_sheets.jobs.knowledge import Knowledge, read_inputs
from turnabout_sheets.jobs.known import Known
from turnabout_sheets.jobs.lost_sheets import find_lost
from turnabout_sheets.jobs.put_back_plan import (
    MatchRow,
    Plan,
    Way,
    list_published,
    plan_cells,
    plan_rows,
    plan_torn,
)
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.start_over import start_over
from turnabout_sheets.jobs.torn_players import find_torn
from turnabout_sheets.prints.words import WordedError
from turnabout_sheets.reading.matches import round_number
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.cells import change_cells
from turnabout_sheets.workbook.ours.recognition import ours_of

ABOUT_RESULTS: Final = frozenset({Asked.RESULTS, Asked.CLEARED})
ABOUT_ROWS: Final = frozenset({Asked.PAIRS, *ABOUT_RESULTS})


class PutBackError(WordedError):
    """Nothing can be put back."""


class PutBack(NamedTuple):
    """What was done, in words, and the earlier version that is the first to go."""

    said: Sequence[Said]
    leaving: Backup | None = None


@dataclass(frozen=True)
class _Reading:
    """A workbook as it was read, and what is known of it; ``asked`` are the questions, each with its round."""

    source: save.Source
    kept: Sequence[PublishedRound]
    event: Event
    format: Format
    knowledge: Knowledge
    known: Known

    @cached_property
    def asked(self) -> set[tuple[Asked, int]]:
        return _ask(self.knowledge, self.event, self.format)

    def asked_of(self, number: int) -> set[Asked]:
        """What is asked about the rows of a round that is there."""
        return {asked for asked, round in self.asked if round == number and asked in ABOUT_ROWS}

    @cached_property
    def gone(self) -> list[int]:
        """The rounds that were published and are not there."""
        return [number for number in self.known.rounds if number not in (*self.event.rounds, *self.event.unplayed)]

    def read_known(self) -> tuple[Event, People]:
        """Return the event in the state that is known, and who its players are now."""
        read = read_inputs(self.known, self.source)
        if read is None:
            raise PutBackError("desk.put.unreadable", file=self.source.path.name)
        typed = list_all_typed(self.event, self.format.entry.fields)
        return read[0], identify_known(self.event, self.known.rounds, self.known.ids, typed)


def put_back(path: Path, number: int) -> PutBack:
    """Put a round back as it was published; where somebody saves the workbook meanwhile, in that version.

    A round that is gone is kept beside the workbook, and the next run puts its sheet in. Raises `PutBackError` or
    `WorkbookError`.
    """
    return start_over(partial(_put_back, path, number))[0]


def put_back_missing(path: Path) -> PutBack:
    """Put back all that an older copy of a workbook lacks, and its newest state had, and what was torn from its name.

    See `put_back`.
    """
    return start_over(partial(_put_back_missing, path))[0]


def _read(path: Path) -> _Reading:
    source = save.open_workbook(path)
    kept = read_kept_rounds(source.path)
    if lost := find_lost(source):
        raise PutBackError("desk.put.lost", sheet=lost[0].name)
    event, format, _ = read_source(source, kept)
    if event is None:
        raise PutBackError("desk.put.no_event", file=path.name)
    knowledge = Knowledge(source, ours_of(format))
    return _Reading(source, kept, event, format, knowledge, knowledge.find_known(event, format)[0])


def _ask(knowledge: Knowledge, event: Event, format: Format) -> set[tuple[Asked, int]]:
    return {(each.asked, each.round) for each in knowledge.ask(event, format)}


def _put_back(path: Path, number: int) -> PutBack:
    at = _read(path)
    if number in at.gone:
        return PutBack([_put_back_rounds(at, [number])])
    if number not in at.known.rounds:
        raise PutBackError("desk.put.not_published", round=number)
    asked = at.asked_of(number)
    before, people = at.read_known()
    published = list_published(before, number, people, at.event)
    plan = plan_rows(at.event, at.format, number, published, results=bool(asked & ABOUT_RESULTS))
    with_results = bool(asked & ABOUT_RESULTS) or (Asked.PAIRS in asked and not plan.changes)
    if with_results:  # the names are as they were, so columns of results were sorted, or typed over
        plan = plan_rows(at.event, at.format, number, published, results=True)
    if not plan.changes:
        raise PutBackError("desk.put.as_published", round=number)
    data = change_cells(at.source.data, plan.changes)
    event, _, _ = read_source(replace(at.source, data=data), at.kept)
    if event is None or any((each, number) in _ask(at.knowledge, event, at.format) for each in ABOUT_ROWS):
        raise PutBackError("desk.put.too_much", round=number)
    leaving = save.replace(at.source, data)
    return PutBack([*_describe(at, number, plan, published, with_results=with_results)], leaving)


def _put_back_missing(path: Path) -> PutBack:
    source = save.open_workbook(path)
    if sheets := find_lost(source):
        said = [Said("desk.put.sheet", {"sheet": each.name}) for each in sheets]
        return PutBack(said, save.replace(source, put_in_lost(source, sheets).data))
    at = _read(path)
    known = at.knowledge
    lost = known.find_lost(at.event) if known.is_older else []
    newest = known.newest.rounds if known.newest is not None else {}
    gone = [each for each in at.gone if each in newest]
    torn = find_torn(at.known.inputs, at.event)
    if not lost and not gone and not torn:
        raise PutBackError("desk.put.nothing_missing", file=path.name)
    changes = plan_cells(at.event, known.newest, lost) if known.newest is not None else []
    changes += plan_torn(at.event, torn)
    changed = replace(at.source, data=change_cells(at.source.data, changes))
    event, _, _ = read_source(changed, at.kept)
    if event is None:
        raise PutBackError("desk.put.not_by_cell", file=path.name)
    done = [Said("desk.put.cells", {"n": len(changes)})] if changes else []
    if gone:
        done.append(_put_back_rounds(replace(at, source=changed, event=event), gone))
    if left := [change for each in (known.find_lost(event) if lost else ()) for change in each.changes]:
        done.append(Said("desk.put.left", {"cells": tuple(map(say_lost, left))}))
    return PutBack(done, save.replace(at.source, changed.data))


def _put_back_rounds(at: _Reading, numbers: Sequence[int]) -> Said:
    """Keep rounds that are gone beside the workbook, as they were known; return what was done, in words."""
    before, people = at.read_known()
    rows = {number: list_published(before, number, people, at.event) for number in numbers}
    if unknown := [number for number in numbers if not rows[number]]:
        raise PutBackError("desk.put.unknown", **_say_rounds(unknown))
    published = [_make_published(at, number, rows[number]) for number in numbers]
    others = [each for each in at.kept if each.number not in numbers]
    for each in published:
        if title := next((name for name in at.source.package.sheets if round_number(name) == each.number), ""):
            raise PutBackError("desk.put.in_the_way", round=each.number, sheet=title)
    event, format, problems = read_source(at.source, (*others, *published))
    new = [*make_new_rounds(published, event, format)] if event is not None else []
    if event is None or len(new) < len(published):
        titles = {"Players", *(each.title for each in published)}
        causes = (each.message for each in problems if each.severity is Severity.ERROR and each.place.sheet in titles)
        earlier = (f"Round {each} is not there, either: put that back first." for each in at.gone if each < numbers[0])
        cause = next(chain(earlier, causes), "The workbook has no place for it.")
        raise PutBackError("desk.put.cannot", cause=cause, **_say_rounds(numbers))
    stays = tuple(each for each in event.published if each not in numbers)  # a damaged file does not
    keep_rounds(at.source, at.kept, new, replace(event, published=stays), format)
    return Said("desk.put.rounds", _say_rounds(numbers))


def _make_published(at: _Reading, number: int, rows: Sequence[MatchRow]) -> PublishedRound:
    """Return a round that is gone as one that waits for its sheet; its players are called as they are now."""
    names = {player.number: player.name for player in at.event.players}
    ids = {player.name: player.player_id for player in at.event.players if player.player_id}

    def name(player: int | str) -> str:
        return names.get(player, BYE_NAME) if isinstance(player, int) else player

    cells = [{**row.values, "a": name(row.values["a"]), "b": name(row.values["b"])} for row in rows]
    return PublishedRound(number, name_file(at.source.path, number), at.format.name, tuple(cells), ids)


def _describe(
    at: _Reading, number: int, plan: Plan, published: Sequence[MatchRow], *, with_results: bool
) -> Iterator[Said]:
    """Yield what was done with a round."""
    fields, known = at.format.entry.fields, {"round": number}
    if with_results:
        yield Said("desk.put.results", known)
        if Asked.RESULTS in at.asked_of(number):
            yield Said("desk.put.other_round", {})
        elif plan.more:
            blank = [row for row in published if not row.has_result(fields) and len(row.players) > 1]
            yield Said("desk.put.type_again", {"rows": _say_rows(at, blank)})
    if plan.moved:
        yield Said(_WAYS[plan.way], {**known, "n": len(plan.moved)})
    for row, place in plan.restored:
        which = "desk.put.row_with_result" if row.has_result(fields) else "desk.put.row_without"
        yield Said(which, {"row": _say_rows(at, [row]), "place": place})
    if plan.cleared:
        yield Said("desk.put.cleared", {"places": tuple(plan.cleared)})


_WAYS: Final[Mapping[Way, str]] = {
    Way.TABLE: "desk.put.by_table",
    Way.ROW: "desk.put.by_row",
    Way.PAIR: "desk.put.by_pair",
}
"""That a round is as published again, by where its results stay."""


def _say_rounds(numbers: Sequence[int]) -> Mapping[str, object]:
    """Return what is filled in about some rounds."""
    return {"n": len(numbers), "rounds": tuple(numbers)}


def _say_rows(at: _Reading, rows: Sequence[MatchRow]) -> tuple[object, ...]:
    """Return which rows these are, for pages."""
    tables = tuple(str(row.values["table"]) for row in rows if row.values.get("table") is not None)
    names = {player.number: player.name for player in at.event.players}
    others = [row for row in rows if row.values.get("table") is None]
    said = [Said("desk.put.tables", {"n": len(tables), "tables": tables})] if tables else []
    return (*said, *(" – ".join(str(names.get(each, each)) for each in row.players) for row in others))
