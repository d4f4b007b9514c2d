"""What may be asked of a run, and what a run or a check did with one workbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.command_line import ExitCode

if TYPE_CHECKING:
    from turnabout_sheets.changes.guards import Question
    from turnabout_sheets.core.backups import Backup
    from turnabout_sheets.core.problems import Problem, Remark, Said
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.prints.outdated import Outdated
    from turnabout_sheets.rounds.new_round import NewRound


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
    ``anew``: the last round, which is paired anew though its sheet is in the workbook, if no result stands there
    (see `jobs.pair_anew`); 0 for none.
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
    anew: int = 0

    def wanting_anew(self, number: int) -> Options:
        """Return options to pair a round anew: what was published of it is void, and its sheet may not wait."""
        answers = self.answers | {(Asked.GONE, number)}
        return replace(self, answers=answers, anew=number, pair_first=True, sheets_may_wait=False)


@dataclass(frozen=True, slots=True)
class Published:
    """What was published in a ``folder``: the pages ``written``, those that have changed.

    ``refused`` says that nothing could be written, and why.
    """

    folder: Path
    written: Sequence[Path] = ()
    refused: Remark | None = None


@dataclass(frozen=True)
class RunOutcome:
    """What a run did with one workbook.

    ``problems`` are on the Problems sheet, ``notes`` were only worth a word when the round was paired. ``results`` is
    None where errors stopped the run. ``new_rounds`` are those that were published before and whose sheets were not in
    the workbook, of which ``kept`` are the numbers, and after them those that the run has ``paired``; of these
    ``paired_again`` are the numbers of those that were published before. ``to_type`` has the blank sheet of the next
    round, if the organizer types it and has none yet. ``waiting``: why none of the sheets is in the workbook now, which
    is as it was; blank where they are. ``remarks``: what it costs that the running round was changed by hand.
    ``written`` are the files that have changed; ``leaving`` is the earlier version that is the first to go, where from
    now on such go. ``unprinted`` says why the pages could not be written, though the workbook is saved. ``outdated``:
    what was printed of the running round and is no longer right, None where nothing is. ``earlier_names``: what the
    workbook of a running event may have been called before, where pages lie that are no longer renewed.
    ``started_over``: the workbook was saved during the run, and this is of the new version.
    ``digest``: that of the workbook as the run has left it,
    blank where the run was not to write it. ``published``: the site, where one was asked for and there are results;
    ``then_failed`` says why the command after it did not do its work. ``questions`` are those of the problems that are
    asked, because what was published may have changed by mistake.
    ``blank_round`` is the last round, if it can be paired anew though it has a sheet, which has no result; 0 for none.
    """

    workbook: Path
    exit: ExitCode
    event: Event | None
    format: Format
    problems: Sequence[Problem]
    notes: Sequence[Problem] = ()
    results: Results | None = None
    new_rounds: Sequence[NewRound] = ()
    kept: tuple[int, ...] = ()
    to_type: Sequence[NewRound] = ()
    waiting: str = ""
    remarks: Sequence[Said] = ()
    written: Sequence[Path] = ()
    leaving: Backup | None = None
    prints: Path | None = None
    unprinted: Remark | None = None
    outdated: Outdated | None = None
    earlier_names: Sequence[Path] = ()
    only_checked: bool = False
    started_over: bool = False
    digest: str = ""
    published: Published | None = None
    then_failed: Remark | None = None
    questions: Sequence[Question] = ()
    blank_round: int = 0
    paired_again: tuple[int, ...] = ()

    @property
    def paired(self) -> Sequence[NewRound]:
        """The rounds that this run has paired."""
        return [new for new in self.new_rounds if new.number not in self.kept]

    @property
    def unpublished(self) -> Remark | None:
        """Why the event is not published as it is now, or not uploaded; None where nothing is wanting."""
        return (self.published.refused if self.published else None) or self.then_failed


def prints_folder(workbook: Path) -> Path:
    """Return the folder of a workbook's pages: ``Friday prints`` beside ``Friday.xlsx``."""
    return workbook.with_name(f"{workbook.stem} prints")
