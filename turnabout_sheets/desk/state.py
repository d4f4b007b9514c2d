"""What the desk shows at one moment: values only, made by `desk.loop`, shown by the page and on the screen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from turnabout_sheets.jobs.outcome import prints_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnabout_sheets.changes.differences import Change
    from turnabout_sheets.core.problems import Message
    from turnabout_sheets.event.results import Results
    from turnabout_sheets.jobs.compare import Finding, Kind
    from turnabout_sheets.jobs.outcome import Computed, Outcome
    from turnabout_sheets.prints.outdated import Outdated
    from turnabout_sheets.workbook.files.other_programs import OtherProgram


class FaultKind(StrEnum):
    """What can be in the way of the desk; all of them pass, and the desk goes on by itself when they have.

    `BROKEN`: the file is no whole workbook, or none at all; ``reason`` says what it is. `MISSING`: it is not there.
    `RENAMED`: it has the name ``path`` now, in the same folder. `FOLDER_GONE`: ``path``, its folder, is not there.
    `OLDER`: undo or `restore` has brought back the earlier version ``path``, and nothing follows from it before
    somebody says so. `UNREADABLE`: it is there and may not be read. `UNLISTED`: it was read, but nobody may look into
    the folder of its earlier versions. `DISK_FULL`, `NOT_WRITTEN`: it was read, and its sheets or pages could not be
    written.
    `OTHER_DESK`: another desk watches it, and this one waits for its end.
    `OURS`: a mistake in the program; the next save is tried again.
    """

    BROKEN = "broken"
    MISSING = "missing"
    RENAMED = "renamed"
    FOLDER_GONE = "folder_gone"
    OLDER = "older"
    UNREADABLE = "unreadable"
    UNLISTED = "unlisted"
    DISK_FULL = "disk_full"
    NOT_WRITTEN = "not_written"
    OTHER_DESK = "other_desk"
    OURS = "ours"


CANNOT_WRITE: Final = (FaultKind.DISK_FULL, FaultKind.NOT_WRITTEN, FaultKind.UNLISTED)
"""What keeps a run from writing: it may pass though nobody saves the workbook, and is tried again."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is in the way: its kind, a whole sentence that says why and what to do where there is more to say than the
    kind does, and the file or folder that it is about; see `FaultKind`. ``said``: the sentence as pages say it.
    """

    kind: FaultKind
    reason: str = ""
    path: Path | None = None
    said: Message | None = None


@dataclass(frozen=True, slots=True)
class ToPrint:
    """What is to be printed: ``page``, the file of a round's pages that are new, blank where they are printed.

    ``again``: what was printed already and is no longer right, None where all is. Both stay until somebody says that
    they are printed (`Desk.note_printed`). ``round``: the last whose pages were new, 0 where that is not known.
    """

    page: str = ""
    again: Outdated | None = None
    round: int = 0


@dataclass(frozen=True, slots=True)
class Archived:
    """How the event lies in the archive: the ``place`` of that, blank while it does not, as it is now.

    ``remarks``: what there is to say of it. ``question``: the title of the event of which it is asked, and
    not answered yet, whether it replaces another one; blank for none.
    """

    place: str = ""
    remarks: tuple[Message, ...] = ()
    question: str = ""


@dataclass(frozen=True, slots=True)
class DeskState:
    """What the desk shows at one moment.

    ``number`` counts up with every change. ``outcome`` is that of the last version that could be read, None before
    the first; ``outcome.waiting``: its sheets are not in the workbook yet. ``fault`` is what is in the way now.
    ``open_in``: the spreadsheet program that has the workbook open now. ``changes``: what the last save changed, and of
    these ``late`` those of results of a round before the one that was running.
    ``saved``: when the version of ``outcome`` was saved, by the file's own time, in local time. ``unpublished`` says in
    a sentence why the event is not published as it is, None where it is, or is not to be. ``archived``: how the event
    lies in the archive; before it is over, not at all. ``good``: the last outcome with results, which is not
    ``outcome`` while the workbook has errors or is asked about; ``good_saved``: when that version was saved.
    """

    number: int
    workbook: Path
    outcome: Outcome | None = None
    fault: Fault | None = None
    open_in: OtherProgram | None = None
    changes: tuple[Change, ...] = ()
    late: tuple[Change, ...] = ()
    saved: datetime | None = None
    to_print: ToPrint = ToPrint()
    unpublished: Message | None = None
    archived: Archived = Archived()
    answered: frozenset[tuple[Kind, str]] = frozenset()
    good: Outcome | None = None
    good_saved: datetime | None = None

    @property
    def computed(self) -> Computed | None:
        """What was found in the last version that could be read."""
        return self.outcome.computed if self.outcome is not None else None

    @property
    def results(self) -> Results | None:
        """The results of the last version that had any."""
        found = (each.computed.results for each in (self.outcome, self.good) if each is not None)
        return next((each for each in found if each is not None), None)

    @property
    def has_pages(self) -> bool:
        """Whether it is known where the pages are that a run has made."""
        return any(each is not None and each.pages is not None for each in (self.outcome, self.good))

    @property
    def prints(self) -> Path:
        """The folder of the pages, be there any or not."""
        made = (each.pages.folder for each in (self.outcome, self.good) if each is not None and each.pages is not None)
        return next(made, prints_folder(self.workbook))

    @property
    def questions(self) -> Sequence[Finding]:
        """The questions that nobody has answered yet."""
        asked = self.computed.questions if self.computed is not None else ()
        return [each for each in asked if each.name not in self.answered]

    @property
    def is_held_up(self) -> bool:
        """Whether a round is paired that cannot be published before what is in the way is mended."""
        cannot_write = self.fault is not None and self.fault.kind in CANNOT_WRITE
        return cannot_write and self.computed is not None and bool(self.computed.paired)
