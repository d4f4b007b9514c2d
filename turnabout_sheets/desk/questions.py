"""The questions of the desk's page with the buttons that answer them, and further workbooks of the event (Save As).

What lies there when a desk begins is known, and so is whatever the program has written, or was a version of the
workbook itself. A file is opened once for each time that it is saved, when that is over, and in nobody's way.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.outputs import NotOursError, require_ours
from turnabout_sheets.core.shared_files import Signature
from turnabout_sheets.core.text import isolate
from turnabout_sheets.desk.sentences import ASKED
from turnabout_sheets.desk.state import Copy
from turnabout_sheets.desk.watcher import list_others, read_time
from turnabout_sheets.jobs.known import read_known, recall_file
from turnabout_sheets.prints.words import FALLBACK
from turnabout_sheets.workbook.ooxml.package import WorkbookError

if TYPE_CHECKING:
    from turnabout_sheets.changes.guards import Question
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.prints.words import Words


class Answer(NamedTuple):
    """A button that answers a question: its ``label``, what it ``does`` in a sentence, the ``order`` and its data."""

    label: str
    does: str
    order: str
    data: str


class ShownQuestion(NamedTuple):
    """A question as it is shown: how it is ``asked``, what was ``found``, in a language, and its answers."""

    name: str
    asked: str
    found: str
    language: str
    answers: Sequence[Answer]


class _Words(NamedTuple):
    """The keys of an answer's label, and of what it does; ``stays``: it is so as it is."""

    label: str
    does: str
    stays: bool = False


_PLAYED_SO: Final = "desk.asked.played_so"

_ANSWERS: Final[Mapping[Asked, tuple[_Words, ...]]] = {
    Asked.PAIRS: (
        _Words("desk.asked.put_back", "desk.asked.put_pairs_back"),
        _Words(_PLAYED_SO, "desk.asked.pairs_stay", True),
    ),
    Asked.GONE: (
        _Words("desk.asked.put_back", "desk.asked.put_round_back"),
        _Words("desk.anew.yes", "desk.asked.anew", True),
    ),
    Asked.RESULTS: (
        _Words("desk.asked.put_back", "desk.asked.put_results_back"),
        _Words(_PLAYED_SO, "desk.asked.results_stay", True),
    ),
    Asked.CLEARED: (
        _Words("desk.asked.put_back", "desk.asked.put_results_back"),
        _Words("desk.asked.cleared_so", "desk.asked.cleared_stay", True),
    ),
    Asked.LOST: (_Words("desk.asked.put_sheet_back", "desk.asked.put_lost_back"),),
    Asked.OLDER: (
        _Words("desk.asked.put_missing_back", "desk.asked.put_cells_back"),
        _Words("desk.asked.as_it_is", "desk.asked.older_stays", True),
    ),
    Asked.FEW: (_Words("desk.asked.pair_few", "desk.asked.few_stay", True),),
    Asked.PLAYERS: (
        _Words("desk.asked.put_missing_back", "desk.asked.put_players_back"),
        _Words("desk.asked.as_it_is", "desk.asked.players_stay", True),
    ),
}
"""The answers to each question: it is put back, where that can be, or stays as it is."""


def show_questions(state: DeskState, w: Words) -> Iterator[ShownQuestion]:
    """Yield what is asked now."""
    for question in state.questions:
        yield _show(question, state, w)
    if state.copy is not None:
        yield _show_copy(state, state.copy, w)
    elif state.other_name is not None:
        yield _show_renamed(state, state.other_name, w)


def _show(question: Question, state: DeskState, w: Words) -> ShownQuestion:
    number, possible = question.round, _ANSWERS[question.asked]
    # What a spreadsheet program has deleted while it stands open, it may be able to bring back by itself.
    while_open = w("remedies.gone_open", program=state.open_in.name) if state.open_in else ""
    more = {False: while_open} if question.asked is Asked.GONE else {}
    answers = [
        Answer(
            w(each.label),
            " ".join(filter(None, (w(each.does, n=number), more.get(each.stays)))),
            "answer",
            json.dumps({"asked": question.asked, "round": number, "stays": each.stays}),
        )
        for each in possible
    ]
    asked = w(ASKED[question.asked], n=number)
    problem, name = question.problem, f"{question.asked}-{number}"
    if problem.said is None:
        return ShownQuestion(name, asked, problem.message, FALLBACK, answers)
    return ShownQuestion(name, asked, w.say(problem.said), w.language, answers)


def _show_copy(state: DeskState, copy: Copy, w: Words) -> ShownQuestion:
    name, file = isolate(copy.path.name), isolate(state.workbook.name)
    found = w("desk.copy.found", name=name, file=file, time=f"{copy.saved:%H:%M:%S}")
    follow, stay = (json.dumps({"name": copy.path.name, "follows": follows}) for follows in (True, False))
    answers = [
        Answer(w("desk.copy.follow", name=name), w("desk.copy.if_followed", file=file), "follow", follow),
        Answer(w("desk.copy.stay"), w("desk.copy.if_not", name=name), "follow", stay),
    ]
    return ShownQuestion("copy", w("desk.copy.asked"), found, w.language, answers)


def _show_renamed(state: DeskState, other: Path, w: Words) -> ShownQuestion:
    name, file = isolate(other.name), isolate(state.workbook.name)
    follow, back = (json.dumps({"name": other.name, "follows": follows}) for follows in (True, False))
    answers = [
        Answer(w("desk.copy.follow", name=name), w("remedies.if_followed", file=file), "follow", follow),
        Answer(w("remedies.old_name"), w("remedies.if_old_name", file=file), "follow", back),
    ]
    return ShownQuestion("renamed", w("desk.copy.asked"), w("remedies.renamed"), w.language, answers)


LOOK: Final = 2.0
"""Seconds between two looks into the folder."""


class Copies:
    """What lies beside a workbook."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._until_next_look = 0.0
        # The files that were looked into or there before, by signature; and those of the last look.
        self._known: dict[Path, Signature] | None = None
        self._there: Mapping[Path, Signature] = MappingProxyType({})

    def find(self, now: Copy | None, saved: datetime | None, versions: Collection[str], passed: float) -> Copy | None:
        """Return a workbook of the same event that was saved later, None where there is none; ``now`` is the last such.

        ``saved`` is when the workbook itself was, ``versions`` are digests that it has had, ``passed`` are the seconds
        since it was last asked.
        """
        self._until_next_look -= passed
        if self._until_next_look > 0:
            return now
        self._until_next_look = LOOK
        before, self._there = self._there, dict(list_others(self._file))
        if self._known is None:
            self._known = {**self._there}
        new = (each for each in self._there.items() if each not in self._known.items() and each in before.items())
        for path, signature in list(new)[:1]:  # one that has lain still since the last look
            self._known[path] = signature
            time = read_time(signature)
            if time and saved and time > saved and self._is_copy(path, versions):
                return Copy(path, time)
        is_there = now is not None and now.path in self._there
        return now if is_there and now is not None and saved is not None and now.saved > saved else None

    def _is_copy(self, path: Path, versions: Collection[str]) -> bool:
        if path.is_symlink():  # of a file that is elsewhere, or the workbook itself
            return False
        with contextlib.suppress(OSError, WorkbookError, NotOursError):
            source, remembered = recall_file(path)
            known = read_known(self._file)
            if source.digest in versions or source.digest in {state.digest for state in known.states}:
                return False
            return remembered.event == known.event != "" and not _is_ours(path)
        return False


def _is_ours(path: Path) -> bool:
    """Tell whether a file is as the program has written it, beside the workbook that it read."""
    try:
        require_ours(path, overwrite=False)
    except NotOursError:
        return False
    return True
