"""Forgets a person in an archive, and says what is left to do by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.forgetting import Outcome, Whom, forget, tell_whom
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.store import Archive, compact
from turnabout_sheets.core.text import join_words
from turnabout_sheets.jobs.archive import BOOKS
from turnabout_sheets.jobs.archive_place import Progress, explain_damage, unseen

UNREACHED = (
    "What this cannot reach: the workbooks and lists themselves, exports, ratings workbooks and pages that were "
    "written or published before, and backups of the archive. Write or publish them anew, and delete the old ones."
)


class Forgotten(NamedTuple):
    """What a forgetting came to; ``untidy`` says why what was deleted may still be found in the file."""

    outcome: Outcome
    untidy: str = ""

    def tell(self) -> Iterator[str]:
        """Yield it in sentences."""
        yield f"{self.outcome}."
        if self.outcome.without:
            titles = join_words(self.outcome.without, "and")
            yield f"The name could not be taken out of the workbook of {titles}: it is no longer kept; its results are."
        if self.outcome.staying:
            places = f"{self.outcome.staying} place{'s' if self.outcome.staying > 1 else ''}"
            yield f"Others have that name, too: in {places} where nothing says who is meant, it stays."
        if self.untidy:
            yield f"{self.untidy} Until the archive is written anew, some of the name may be found in its free space."
        yield UNREACHED


def find_whom(archive: Archive, named: str) -> Whom:
    """Return who would be forgotten. Raises `ArchiveError`."""
    with archive.reading() as connection:
        return tell_whom(connection, named)


def forget_person(
    archive: Archive, command: Command, named: str, *, progress: Progress = unseen, keep: bool = True
) -> Forgotten:
    """Forget the person of a name or Player ID. Raises `ArchiveError`; then nothing has changed.

    Without ``keep`` it is only tried.
    """

    def show(digests: Sequence[str]) -> Iterable[str]:
        return progress(digests, len(digests), "Workbooks and lists")

    with explain_damage(archive), archive.writing(keep=keep) as connection:
        outcome = forget(connection, command, named, BOOKS, show)
    try:
        if keep:
            compact(archive)
    except ArchiveError as reason:
        return Forgotten(outcome, str(reason))
    return Forgotten(outcome)
