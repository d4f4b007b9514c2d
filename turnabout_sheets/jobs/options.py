"""What may be asked of a run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnabout_sheets.changes.guards import Asked


@dataclass(frozen=True, slots=True)
class Options:
    """What the organizer asked for.

    ``output`` None: the workbook itself; ``prints`` None: the folder beside it; ``templates``: the organizer's own.
    ``overwrite``: also files that the program did not write; they are kept as backups. ``sheets_may_wait``: where the
    workbook is open in a program, its new sheets wait, and everything else goes on (see `jobs.kept_rounds`).
    ``pair_first``: also the first round, for which everybody has to be listed.
    ``publish``: the folder for the event's site; ``then``: the command to run after what changes it. Both are done
    after the run itself (`jobs.after_run`).
    ``answers``: the questions that are answered, each with its round: it is so as it is (see `changes.guards`).
    """

    output: Path | None = None
    prints: Path | None = None
    templates: Path | None = None
    pair: bool = True
    dry_run: bool = False
    overwrite: bool = False
    sheets_may_wait: bool = False
    pair_first: bool = True
    publish: Path | None = None
    then: str = ""
    answers: frozenset[tuple[Asked, int]] = frozenset()
