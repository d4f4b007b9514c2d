"""Remedies about the workbook, as buttons of the desk's page: earlier versions, hidden sheets, what is meant so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from turnabout_sheets.core.digests import digest
from turnabout_sheets.jobs.beside import name_warning

if TYPE_CHECKING:
    from turnabout_sheets.core.backups import Backup
    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.prints.words import Words

MOST_VERSIONS: Final = 40
"""How many earlier versions are offered, the newest; the command `restore` has them all."""

BACK_TO: Final = "back-to"
MEANT: Final = "meant"
TELL_AGAIN: Final = "tell-again"
ANEW: Final = "anew"
SHOW: Final = "show"


class Remedy(NamedTuple):
    """A remedy as the page sends it: ``what`` is to be done, and ``about`` what: a file, a sheet, a digest."""

    what: str
    about: str


class Press(NamedTuple):
    """A button: its ``label``, what it ``does``, and its ``data``, a `Remedy`."""

    label: str
    does: str
    data: str


class Remedies(NamedTuple):
    """What the page offers. ``accepted`` tells of warnings that are meant so, and ``more`` of further versions.

    ``anew`` pairs anew the round that the dialog is about; None where that cannot be.
    """

    versions: Sequence[Press]
    more: str
    sheets: Sequence[Press]
    accepted: str
    tell_again: Press
    anew: Press | None


def show_remedies(state: DeskState, versions: Sequence[Backup], w: Words) -> Remedies:
    """Return what can be done about the workbook now; ``versions`` are its earlier ones, the newest first."""
    outcome, more = state.outcome, len(versions) - MOST_VERSIONS
    hidden, accepted = (outcome.hidden, len(outcome.accepted)) if outcome is not None else ((), 0)
    return Remedies(
        tuple(_list_versions(versions, w)),
        w("desk.more", n=more) if more > 0 else "",
        [Press(w("remedies.show", sheet=each), "", _write(SHOW, each)) for each in hidden],
        w.counted("remedies.accepted", accepted) if accepted else "",
        Press(w("remedies.tell_again"), "", _write(TELL_AGAIN, str(accepted))),
        _offer_anew(state, w),
    )


def _list_versions(versions: Sequence[Backup], w: Words) -> Iterator[Press]:
    """Yield a button for each; the day is told where it is not that of the newest."""
    for each in versions[:MOST_VERSIONS]:
        is_of_day = each.replaced.date() == versions[0].replaced.date()
        time = f"{each.replaced:%H:%M:%S}" if is_of_day else f"{each.replaced:%Y-%m-%d %H:%M:%S}"
        does = w("remedies.before_round", n=each.before_round) if each.before_round else ""
        yield Press(w("remedies.back_to", time=time), does, _write(BACK_TO, each.path.name))


def _offer_anew(state: DeskState, w: Words) -> Press | None:
    number = find_round_to_write_anew(state)
    if not number:
        return None
    return Press(w("desk.anew.button", n=number), w("remedies.anew_costs"), _write(ANEW, name_round(state, number)))


def find_round_to_write_anew(state: DeskState) -> int:
    """Return the last round, if its sheet is in the workbook, no result stands there, and nothing is in the way."""
    outcome = state.outcome
    if outcome is None or outcome.waiting or state.fault or state.questions:
        return 0
    return outcome.blank_round


def name_round(state: DeskState, number: int) -> str:
    """Return what a round is known by, as it stands in the workbook now."""
    return f"{number} {state.outcome.digest if state.outcome else ''}"


def offer_acceptance(problem: Problem) -> str:
    """Return the data of the button that says of a warning that it is meant so."""
    return _write(MEANT, digest_warning(problem))


def digest_warning(problem: Problem) -> str:
    """Return what a warning is known by on the page."""
    return digest(name_warning(problem))


def _write(what: str, about: str) -> str:
    return json.dumps(Remedy(what, about)._asdict())
