"""Forgets a person in an archive, and says what is left to do by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.forgetting import Outcome, Whom, forget, tell_whom
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.store import Archive, compact
from turnabout_sheets.core.text import join_words
from turnabout_sheets.jobs.archive_place import UNSEEN, Ways, explain_damage

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
            titles = join_words(list(self.outcome.without.values()), "and")
            yield f"The archive no longer keeps the workbooks of {titles}; it keeps the results."
        if self.outcome.shared:
            yield "Others have that name, too: where nothing says who is meant, it stays."
        if self.untidy:
            yield f"{self.untidy} Until the archive is written anew, some of the name may be found in its free space."
        yield UNREACHED


def find_whom(archive: Archive, named: str, ways: Ways = UNSEEN) -> Whom:
    """Return who would be forgotten. Raises `ArchiveError`."""
    with explain_damage(archive), archive.reading() as connection:
        return tell_whom(connection, named, partial(_show, ways))


def forget_person(
    archive: Archive, command: Command, named: str, ways: Ways = UNSEEN, *, expected: Collection[int] | None = None
) -> Forgotten:
    """Forget the person of a name or Player ID. Raises `ArchiveError`; then nothing has changed.

    ``expected`` are the events whose workbooks go, as they were shown.
    """
    with explain_damage(archive), archive.writing(keep=ways.keep) as connection:
        outcome = forget(connection, command, named, partial(_show, ways), expected)
    try:
        if ways.keep:
            compact(archive)
    except ArchiveError as reason:
        return Forgotten(outcome, str(reason))
    return Forgotten(outcome)


def _show(ways: Ways, digests: Sequence[str]) -> Iterable[str]:
    return ways.progress(digests, len(digests), "Workbooks")
