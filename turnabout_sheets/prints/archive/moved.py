"""The page of who was found to be somebody else in the archive: an old link to it still leads to the ratings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from turnabout_sheets.core.text import isolate
from turnabout_sheets.event.history import Person
from turnabout_sheets.prints.archive.ledger import PLAYER, ArchiveLink, Ledger
from turnabout_sheets.prints.words import Words


class ArchiveMovedPage(NamedTuple):
    """What is ``said``, and the link to the page of the ``player`` who stays."""

    said: str
    player: ArchiveLink
    last_change: str


def moved_pages(person: Person, ledger: Ledger, w: Words) -> Iterator[tuple[str, ArchiveMovedPage]]:
    """Yield the pages of all who were merged into a person, each with its file."""
    for number, label in zip(person.moved, person.merged, strict=False):
        main = ledger.players[person.person]
        said = w("archive.moved", name=isolate(label), main=isolate(main.name))
        yield PLAYER.format(number), ArchiveMovedPage(said, main, ledger.last_change)
