"""What may be asked of a run, what its first half finds in a workbook, and what its second half does."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Message, SaidError, has_errors

if TYPE_CHECKING:
    from turnabout_sheets.core.problems import Problem
    from turnabout_sheets.event.format import Format
    from turnabout_sheets.event.model import Event
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.jobs.compare import Finding, Kind
    from turnabout_sheets.jobs.read import Book
    from turnabout_sheets.prints.outdated import Outdated
    from turnabout_sheets.rounds.new_round import NewRound


class RefusedError(SaidError):
    """What was asked for cannot be done: the text says why and what to do, ``code`` how the command ends."""

    def __init__(self, text: str | Message, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(text)
        self.code = code


@dataclass(frozen=True, slots=True)
class Options:
    """What the organizer asked for."""

    output: Path | None = None  # the workbook to write, in place of that which is read
    prints: Path | None = None  # the folder for the pages, in place of that beside it
    dry_run: bool = False  # nothing is written; it is said what would be
    templates: Path | None = None  # the organizer's own
    pair: bool = True
    sheets_may_wait: bool = False  # while the workbook is open, and everything else goes on (see `jobs.state`)
    pair_first: bool = True  # also the first round, for which everybody has to be listed
    publish: Path | None = None  # the folder for the event's site
    then: str = ""  # the command to run after what changes the site
    answers: frozenset[tuple[Kind, str]] = frozenset()  # questions by kind and sheet: it is right as it is
    new_event: bool = False  # nothing counts as published, and the log begins again
    pair_again: int = 0  # a round, to be paired again though it is published; 0 for none

    def find_prints(self, workbook: Path) -> Path:
        """Return the folder for the pages of a workbook."""
        return self.prints or prints_folder(self.output or workbook)


@dataclass(frozen=True)
class Computed:
    """What a check, or the first half of a run, has found in a workbook. Nothing is written yet."""

    workbook: Path
    book: Book
    event: Event | None  # with the rounds that are paired now
    problems: Sequence[Problem]  # for the sheet Problems
    notes: Sequence[Problem] = ()  # that are shown once
    changed: Sequence[Problem] = ()  # those of the problems that are of rounds changed by hand before any result
    remarks: Sequence[Message] = ()  # what it costs that the running round was changed by hand
    questions: Sequence[Finding] = ()  # those of the problems that are asked
    answered: Set[tuple[Kind, str]] = frozenset()  # what would have been asked
    results: Results | None = None  # None where errors or questions stop the run
    waiting: Sequence[NewRound] = ()  # the rounds published before, whose sheets are not in the workbook yet
    paired: Sequence[NewRound] = ()  # the rounds paired now
    to_type: Sequence[NewRound] = ()  # the blank sheet of the next round, where the organizer types it

    @property
    def format(self) -> Format:
        """The format of the event."""
        return self.book.format

    @property
    def new_rounds(self) -> Sequence[NewRound]:
        """The rounds that have no sheet yet."""
        return [*self.waiting, *self.paired]

    @property
    def is_new(self) -> bool:
        """Whether a round is paired now that nobody has seen."""
        return any(new.number not in self.book.state.published for new in self.paired)

    @property
    def exit(self) -> ExitCode:
        """How the command ends."""
        if self.results is None:
            return ExitCode.PROBLEMS
        return ExitCode.NO_PAIRING if has_errors(self.problems) else ExitCode.DONE


@dataclass(frozen=True, slots=True)
class Printed:
    """What was printed into a folder."""

    folder: Path
    written: Sequence[Path] = ()  # those that have changed
    refused: Message | None = None  # why they could not be written
    outdated: Outdated | None = None  # what was printed of the running round and is no longer right


@dataclass(frozen=True)
class Outcome:
    """What a run did with one workbook."""

    computed: Computed
    written: Sequence[Path] = ()  # the files that have changed, but for the site's
    digest: str = ""  # of the workbook as the run has left it; blank where it was not to write it
    waiting: bool = False  # the sheets are not in the workbook yet, because it is open
    pages: Printed | None = None  # None where errors or questions stopped the run
    site: Printed | None = None  # None where none was asked for
    unpublished: Message | None = None  # why the event is not published as it is now, or not uploaded

    @property
    def exit(self) -> ExitCode:
        """How the command ends."""
        is_refused = any(each and each.refused for each in (self.pages, self.site))
        return ExitCode.FILE if is_refused else self.computed.exit

    @property
    def unprinted(self) -> Message | None:
        """Why the pages could not be written, though the workbook is saved."""
        return self.pages.refused if self.pages else None


def prints_folder(workbook: Path) -> Path:
    """Return the folder of a workbook's pages: ``Friday prints`` beside ``Friday.xlsx``."""
    return workbook.with_name(f"{workbook.stem} prints")
