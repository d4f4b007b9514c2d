"""What is to be printed: from one run to the next, and remembered when the desk ends, however it ends."""

from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.safe_files import read_file, write_whole
from turnabout_sheets.desk.state import ToPrint
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.jobs.next_step import find_round_to_play, is_untouched
from turnabout_sheets.jobs.outcome import Computed, Outcome
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.page import ROUND_FILE


def note_paired(before: ToPrint, computed: Computed) -> ToPrint:
    """Return what is to be printed before the pages of a run are written: those of a round whose turn has come.

    That is a new one; where all are paired at once, also the next of them. Of one that was published before, only
    what has changed (`note_outdated`); of rounds that are over nothing, and no slip of a match whose result is in.
    """
    results = computed.results
    if computed.is_new:
        number = new.number if (new := find_round_to_play(computed)) else 0
        return ToPrint(ROUND_FILE.format(number) if number else "", round=number)
    if results is None:
        return before
    running = running_round(results)
    if results.event.settings.method.at_once and before.round < running and is_untouched(results):
        return ToPrint(ROUND_FILE.format(running), round=running)
    again = before.again if before.again and before.again.round == running else None
    return ToPrint(
        before.page if before.page == ROUND_FILE.format(running) else "",
        _leave_out_reported(again, results) if again else None,
        before.round,
    )


def note_outdated(before: ToPrint, outcome: Outcome) -> ToPrint:
    """Return what is to be printed when they are written: also what was no longer right.

    Of a round that is not printed yet nothing is printed again, but what was printed once for all rounds may be wrong.
    """
    now = outcome.pages.outdated if outcome.pages else None
    if now is not None and before.page:
        now = now._replace(tables=(), files=()) if now.later else None
    return before if now is None else replace(before, again=_join(before.again, now))


def take_off(there: ToPrint, printed: ToPrint) -> ToPrint:
    """Return what is still to be printed; what has become more meanwhile, is to be printed all."""
    page, again = there.page, there.again
    return replace(there, page="" if page == printed.page else page, again=None if again == printed.again else again)


def _leave_out_reported(again: Outdated, results: Results) -> Outdated | None:
    """Return what is still to be printed again of the running round; None for nothing."""
    waiting = {match.table for match in list_waiting(results) if match.round == again.round}
    left = again._replace(tables=tuple(table for table in again.tables if table in waiting))
    return left if left.tables or left.files or left.later else None


def _join(before: Outdated | None, now: Outdated) -> Outdated:
    """Return all that is outdated by now in the round that is running."""
    if before is None:
        return now
    return Outdated(
        now.round,
        tuple(sorted({*before.tables, *now.tables})),
        tuple(dict.fromkeys((*before.files, *now.files))),
        tuple(dict.fromkeys((*before.later, *now.later))),
    )


MOST_REMEMBERED: Final = 200
"""Of so many workbooks it is remembered what is to be printed."""


def remember(workbook: Path, to_print: ToPrint) -> None:
    """Remember what is to be printed of a workbook; where nothing can be kept, nothing is."""
    file = _find_file(workbook)
    if file is not None:
        with contextlib.suppress(OSError):
            again = to_print.again and to_print.again._asdict()
            data = {"page": to_print.page, "again": again, "round": to_print.round}
            write_whole(file, json.dumps(data).encode(), durable=False)
            for old in sorted(file.parent.iterdir(), key=lambda each: each.stat().st_mtime_ns)[:-MOST_REMEMBERED]:
                old.unlink(missing_ok=True)


def recall(workbook: Path) -> ToPrint:
    """Return what was to be printed of a workbook when it was remembered last; nothing where it is not known."""
    file = _find_file(workbook)
    try:
        data: dict[str, Any] = json.loads(read_file(file)) if file is not None else {}
        again = data.get("again")
        outdated = _to_outdated(**again) if again else None
        return ToPrint(str(data.get("page", "")), outdated, int(data.get("round", 0)))
    except (OSError, ValueError, TypeError, AttributeError):  # damaged, or of another version
        return ToPrint()


def _find_file(workbook: Path) -> Path | None:
    folder = open_cache("unprinted")
    name = sha256(str(workbook).encode(errors="surrogateescape")).hexdigest()
    return None if folder is None else folder / f"{name[:32]}.json"


def _to_outdated(round: int, tables: list[int], files: list[str], later: list[str]) -> Outdated:
    return Outdated(int(round), tuple(map(int, tables)), tuple(map(str, files)), tuple(map(str, later)))
