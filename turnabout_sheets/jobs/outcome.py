"""What may be asked of a run, and what a run or a check did with one workbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from turnabout_sheets.core.command_line import ExitCode

if TYPE_CHECKING:
    from turnabout_sheets.core.backups import Backup
    from turnabout_sheets.core.problems import Message, Problem
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.jobs.compare import Finding, Kind
    from turnabout_sheets.prints.outdated import Outdated
    from turnabout_sheets.rounds.new_round import NewRound


@dataclass(frozen=True, slots=True)
class Options:
    """What the organizer asked for."""

    output: Path | None = None  # the workbook itself where it is None
    prints: Path | None = None  # the folder beside it where it is None
    templates: Path | None = None  # the organizer's own
    pair: bool = True
    dry_run: bool = False
    overwrite: bool = False  # also files that the program did not write; they are kept as backups
    sheets_may_wait: bool = False  # while the workbook is open, and everything else goes on (see `jobs.state`)
    pair_first: bool = True  # also the first round, for which everybody has to be listed
    publish: Path | None = None  # the folder for the event's site
    then: str = ""  # the command to run after what changes the site; both come after the run (`jobs.after_run`)
    answers: frozenset[tuple[Kind, str]] = frozenset()  # questions by kind and sheet: it is so as it is
    anew: int = 0  # the last round, to be paired again though it has a sheet (see `jobs.pair_anew`); 0 for none

    def wanting_anew(self, number: int) -> Options:
        """Return options to pair a round again: what was published of it is void, and its sheet may not wait."""
        from turnabout_sheets.jobs.compare import Kind  # slow to load

        answers = self.answers | {(Kind.GONE, f"Round {number}")}
        return replace(self, answers=answers, anew=number, pair_first=True, sheets_may_wait=False)


@dataclass(frozen=True, slots=True)
class Published:
    """What was published in a folder."""

    folder: Path
    written: Sequence[Path] = ()  # the pages that have changed
    refused: Message | None = None  # why nothing could be written


@dataclass(frozen=True)
class RunOutcome:
    """What a run did with one workbook."""

    workbook: Path
    exit: ExitCode
    event: Event | None
    format: Format
    problems: Sequence[Problem]  # that are on the sheet Problems
    notes: Sequence[Problem] = ()  # that were only worth a word now
    results: Results | None = None  # None where errors stopped the run
    new_rounds: Sequence[NewRound] = ()  # that have no sheet yet: published before, and then those that are paired now
    kept: tuple[int, ...] = ()  # the numbers of those that were published before
    to_type: Sequence[NewRound] = ()  # the blank sheet of the next round, where the organizer types it
    waiting: str = ""  # why the sheets are not in the workbook now
    remarks: Sequence[Message] = ()  # what it costs that the running round was changed by hand
    written: Sequence[Path] = ()  # the files that have changed
    leaving: Backup | None = None  # the earlier version that is the first to go, where from now on such go
    prints: Path | None = None
    unprinted: Message | None = None  # why the pages could not be written, though the workbook is saved
    outdated: Outdated | None = None  # what was printed of the running round and is no longer right
    earlier_names: Sequence[Path] = ()  # of the workbook, where pages lie that are no longer renewed
    only_checked: bool = False
    started_over: bool = False  # the workbook was saved during the run, and this is of the new version
    digest: str = ""  # of the workbook as the run has left it; blank where it was not to write it
    published: Published | None = None
    then_failed: Message | None = None  # why the command afterwards did not do its work
    questions: Sequence[Finding] = ()  # those of the problems that are asked
    blank_round: int = 0  # the last round, if it can be paired again though it has a sheet; 0 for none
    paired_again: tuple[int, ...] = ()  # those of the rounds paired now that were published before

    @property
    def paired(self) -> Sequence[NewRound]:
        """The rounds that this run has paired."""
        return [new for new in self.new_rounds if new.number not in self.kept]

    @property
    def unpublished(self) -> Message | None:
        """Why the event is not published as it is now, or not uploaded; None where nothing is wanting."""
        return (self.published.refused if self.published else None) or self.then_failed


def prints_folder(workbook: Path) -> Path:
    """Return the folder of a workbook's pages: ``Friday prints`` beside ``Friday.xlsx``."""
    return workbook.with_name(f"{workbook.stem} prints")
