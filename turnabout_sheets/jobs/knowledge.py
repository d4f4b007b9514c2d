"""What is known of the rounds that were published, in the workbook and beside it; and what is asked for it.

The hidden sheet Remembered travels with the workbook, and so is as old as a copy of it may be. What stands beside, in
the folder of earlier versions, is of the newest state that was run here, also while the workbook is open and its sheets
wait. So that counts, unless the workbook was run elsewhere since, or an earlier version was brought back (safety 3.5).
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from turnabout_sheets.changes.differences import Change, ChangedRow, compare_rows
from turnabout_sheets.changes.guards import (
    Asked,
    Question,
    ask_about_gone,
    ask_about_older,
    ask_about_pairs,
    ask_about_results,
    ask_about_round,
    find_changed,
    find_void,
    warn_of_changed,
    warn_of_void,
)
from turnabout_sheets.changes.known_rounds import (
    NONE,
    Typed,
    know_ids,
    know_rounds,
    list_all_typed,
)
from turnabout_sheets.changes.log import LOG, REMEMBERED, Line
from turnabout_sheets.core.digests import digest_of
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.problems import Place, Problem, Remark, Said, warning
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE_NAME, Event
from turnabout_sheets.jobs.known import Known, read_known, recall
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.read import read_source
from turnabout_sheets.jobs.restore import find_brought_back, has_note
from turnabout_sheets.jobs.torn_players import ask_about_players
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.players import describe_few
from turnabout_sheets.reading.published import read_grid
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.ooxml.ownership import Ours, find_homes
from turnabout_sheets.workbook.ooxml.package import WorkbookError

Answers = Collection[tuple[Asked, int]]
"""The questions that are answered: it is so as it is; each with its round, 0 for what is asked about none."""


class Knowledge:
    """What is known of a workbook as it was read."""

    def __init__(self, source: Source, ours: Ours) -> None:
        self._source, self._ours = source, ours
        self.inside = recall(source, ours)
        self.beside = read_known(source.path)
        self._is_told = has_note(source.path)

    @cached_property
    def is_lost(self) -> bool:
        """Whether the workbook was run, and its hidden sheet is gone or was altered since."""
        homes = find_homes(self._source.package, self._ours)
        there = [homes[sheet.name] for sheet in (LOG, REMEMBERED) if sheet.name in homes]
        return not self.inside.lines and any(not home.is_new for home in there)

    @cached_property
    def _is_of_here(self) -> bool:
        """Whether what is known beside may be of this workbook."""
        return bool(self.beside.version) and (self.inside.event in ("", self.beside.event) or self._is_known_state)

    @property
    def _is_known_state(self) -> bool:
        return self._source.digest in {state.digest for state in self.beside.states}

    @cached_property
    def is_older(self) -> bool:
        """Whether the workbook is of before the newest state, and nobody has brought it back with the program."""
        if not self._is_of_here or self._is_told:
            return False
        is_before = self._is_known_state and self._source.digest != self.beside.states[-1].digest
        return is_before or 0 < self.inside.version < self.beside.version

    @cached_property
    def current(self) -> Known:
        """What counts."""
        is_behind = self._is_told or self.inside.version > self.beside.version
        return self.beside if self._is_of_here and not is_behind else self.inside

    def ask(self, event: Event, format: Format) -> list[Question]:
        """Return what is to be asked about an event as it stands in the workbook.

        A version that was brought back may be of while the workbook was open: what was published then is only known
        beside, and so it is no more if others were published since. So what is as it was published there, in the
        workbook, or in that very version once a run had read it and asked nothing, is no question.
        """
        known, typed = self.find_known(event, format)
        asked = [
            *self._ask_about_older(event),
            *ask_about_players(known.inputs, event),
            *ask_about_gone(event, known.rounds, self.beside.times),
            *_ask_about_rows(event, format, known, typed),
        ]
        if not (asked and self._is_told and self._is_of_here):
            return asked
        for known in (self.beside, *self._know_brought_back()):
            again = {(each.asked, each.round) for each in _ask_about_rows(event, format, known, typed)}
            asked = [each for each in asked if each.asked is Asked.GONE or (each.asked, each.round) in again]
        return asked

    def _know_brought_back(self) -> Iterator[Known]:
        """Yield what was known of the version that was brought back, if a run has read it and had nothing to ask."""
        version = find_brought_back(self._source.path)
        if version is None:
            return
        with contextlib.suppress(OSError, WorkbookError):
            data = read_file(version.path)
            read = Source(self._source.path, data, digest_of(data))
            if read.digest in {state.digest for state in self.beside.states}:
                event, format, _ = read_source(read)
                if event is not None:
                    typed = list_all_typed(event, format.entry.fields)
                    rounds = know_rounds(event, typed, NONE, typed)
                    yield Known(rounds=rounds, ids=know_ids(event, rounds))

    def judge(
        self, event: Event, format: Format, paired: Sequence[int], answers: Answers = ()
    ) -> tuple[list[Question], list[Problem], tuple[int, ...]]:
        """Return what is to be asked of an event in which some rounds are ``paired`` now, and what is to be told.

        And the numbers of those that were published before. Whoever deletes the sheet of a round in the newest state
        has it paired anew; else a round that was published is paired again only as it was (rules 1.4.17).
        """
        few = describe_few(event) if 1 in paired and (Asked.FEW, 1) not in answers else None
        if few is not None:
            return [Question(Asked.FEW, 1, few)], [], ()
        if not self.current.rounds.keys() & {*paired}:
            return [], [], ()
        known, typed = self.find_known(event, format)
        void = find_void(event, known.rounds, known.ids, typed, paired)
        may = self._is_told or (bool(self.inside.version) and not self.is_older)
        asked = [number for number in void if not may and (Asked.GONE, number) not in answers]
        questions = [ask_about_round(number, known.rounds, self.beside.times) for number in asked[:1]]
        told = [*warn_of_void({number: tables for number, tables in void.items() if number not in asked})]
        return questions, told, tuple(number for number in paired if number in known.rounds)

    def warn(self, event: Event, format: Format) -> Iterator[Problem]:
        """Yield whether the hidden sheet is lost, and whether what is known beside counts in its place."""
        if self.inside.version:
            return
        if self.beside.version and self.find_known(event, format)[0].version:
            yield warning(
                Place(REMEMBERED.name),
                "The hidden sheet Remembered is gone, or was altered. What was published is known from beside the "
                "workbook; the log begins anew.",
                "Nothing needs to be done. Programs that clean documents take hidden sheets away.",
            )
        elif self.is_lost:
            yield warning(
                Place(REMEMBERED.name),
                "The hidden sheet Remembered is gone, or was altered: what was published before is not known here; the "
                "log begins anew.",
                "Compare the rounds with what was printed. Programs that clean documents take hidden sheets away.",
            )

    def find_notes(self, event: Event, format: Format) -> list[Problem]:
        """Return what is told once of an event, and was not to be told of it when the last run read it."""
        found = [problem for note in format.notes for problem in note(event, format)]
        read = read_inputs(self.current, self._source) if found else None
        before = [problem for note in format.notes for problem in note(read[0], format)] if read else []
        return [each for each in found if each not in before]

    def warn_of_changed(self, event: Event, format: Format) -> Iterator[Problem]:
        """Yield a warning about each round that was changed by hand after it was published."""
        known, typed = self.find_known(event, format)
        yield from warn_of_changed(event, {**known.rounds, **known.first}, known.ids, typed)

    def find_known(self, event: Event, format: Format) -> tuple[Known, Typed]:
        """Return what counts for the event in the workbook, and its rounds as they are typed.

        Nothing counts where the hidden sheet is gone and the event is another one of the same name.
        """
        known, typed = self.current, list_all_typed(event, format.entry.fields)
        if self.inside.version or self._is_known_state:
            return known, typed
        there = known.rounds.keys() & typed.keys()
        if there:
            is_same = len(find_void(event, known.rounds, known.ids, typed, [*there])) < len(there)
        else:  # rounds that were typed before the first run
            names = {key(player.name) for player in event.players} | {key(BYE_NAME)}
            rows = (row for rows in known.rounds.values() for row in rows)
            is_same = bool(typed) and all({key(row.a), key(row.b)} <= names for row in rows)
        return known if is_same else Known(), typed

    def _ask_about_older(self, event: Event) -> Iterator[Question]:
        if self.is_older and (lost := self.find_lost(event)):
            state = self._describe_state()
            yield ask_about_older([change for each in lost for change in each.changes], state.text, state.said)

    @cached_property
    def newest(self) -> Event | None:
        """The event in the newest state; None where that is not known."""
        read = read_inputs(self.beside, self._source)
        return read and read[0]

    def find_lost(self, event: Event) -> list[ChangedRow]:
        """Return what the newest state had and the workbook has no more, but for rounds that are gone wholly.

        That is what was changed on the way to the newest state, and stands here as it was before; with the bytes of an
        earlier state, whatever is not as in the newest: nobody has typed anything since.
        """
        read, newest = read_inputs(self.inside, self._source), self.newest
        if newest is None:
            return []
        came = {
            (change.sheet, row.called[-1], change.column): change.before
            for row in (compare_rows(read[0], newest) if read else ())
            for change in row.changes
        }

        def is_lost(row: ChangedRow, change: Change) -> bool:
            return self._is_known_state or came.get((change.sheet, row.called[0], change.column)) == change.after

        rows = compare_rows(newest, event, newest.rounds)  # a round that is gone is asked about by itself
        found = (row._replace(changes=[each for each in row.changes if is_lost(row, each)]) for row in rows)
        return [row for row in found if row.changes]

    def renew(self, outcome: RunOutcome, lines: tuple[Line, ...], inputs: Mapping[str, str]) -> Known:
        """Return what is known once a run without errors has left these lines and inputs."""
        assert outcome.event is not None, "a run without errors"
        event = outcome.event
        paired = [new.number for new in outcome.new_rounds]
        before, typed = self.find_known(event, outcome.format)
        published = {number: rows for number, rows in {**before.rounds, **before.first}.items() if number not in paired}
        changed = {*find_changed(event, published, before.ids, typed), *(before.first.keys() & {*event.unplayed})}
        first = {number: published[number] for number in sorted(changed)}
        rounds = know_rounds(event, typed, before.rounds, paired)
        version = self.inside.version or before.version
        name = before.event or self._source.digest  # of its first run, so that the same workbook gives the same bytes
        known = Known(version, name, rounds, first, know_ids(event, rounds), inputs, lines)
        return known if known == self.inside else known._replace(version=self._number_next(known))

    def _number_next(self, known: Known) -> int:
        """Return the number of a new state: one more than the workbook's.

        A version that was brought back goes on after the newest, so that it is an older copy nowhere.
        """
        beside = self.beside
        if not (self._is_told and self._is_of_here) or beside.version <= known.version:
            return known.version + 1
        is_kept = known._replace(version=beside.version, lines=(), times=beside.times, states=beside.states) == beside
        return beside.version + (not is_kept)

    def _describe_state(self) -> Remark:
        states, digest = self.beside.states, self._source.digest
        times = [each.time for each in states if each.digest == digest]
        times = times or [each.time for each in states if each.number == self.inside.version]
        of, newest = times[-1] if times else "", states[-1].time if states else ""
        own, other = (f", of {time}" if time else "" for time in (of, newest))
        numbers = {"own": self.inside.version, "newest": self.beside.version}
        return Remark(
            f"This is version {numbers['own']} of the workbook{own}; this folder already had version "
            f"{numbers['newest']}{other}",
            Said("desk.found.version", {**numbers, "of": of or "?", "newest_of": newest or "?"}),
        )


def _ask_about_rows(event: Event, format: Format, known: Known, typed: Typed) -> Iterator[Question]:
    """Yield what is to be asked about rounds that are there."""
    yield from ask_about_pairs(event, known.rounds, known.ids, typed, by_table="movement" not in format.methods)
    yield from ask_about_results(event, known.rounds, typed)


def read_inputs(
    known: Known, source: Source, same: Mapping[str, Grid] = MappingProxyType({})
) -> tuple[Event, Format, list[Problem]] | None:
    """Return the event on remembered sheets, of which some are the ``same`` as now; None where they cannot be read."""
    with contextlib.suppress(ValueError):
        grids = [same.get(name) or read_grid(name, text) for name, text in known.inputs.items()]
        event, format, problems = read_event(grids, as_text(source.path.stem), former=known.ids)
        return None if event is None else (event, format, problems)
    return None
