"""Who was on the check-in list, and in the draw of round 1, as they were then: what a posted digest seals.

The lists are kept in the workbook and beside it (`jobs.knowledge`), so that it can be told what was changed since
(rules 1.5.12).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from turnabout_sheets.core import digests
from turnabout_sheets.core.alphabetical import alphabetical_key
from turnabout_sheets.core.numbers import format_number
from turnabout_sheets.core.text import key
from turnabout_sheets.event.draw import find_seed

if TYPE_CHECKING:
    from turnabout_sheets.event.model import Event, Player


class Entrant(NamedTuple):
    """Somebody as the draw sees them; ``rating`` and ``group`` are blank where they have no part in it."""

    name: str
    player_id: str = ""
    rating: str = ""
    group: str = ""


class EntryList(NamedTuple):
    """The random seed, the setting First round, and the entrants: at check-in, or in the order of those ``drawn``."""

    drawn: bool
    seed: str
    first_round: str
    entrants: tuple[Entrant, ...]

    @property
    def digest(self) -> str:
        """The SHA-256 that seals all of it, in groups of four digits."""
        return digests.group_digits(digests.digest([self.seed, self.first_round, [*map(list, self.entrants)]]))


def make_list(event: Event, players: Iterable[Player], *, drawn: bool) -> EntryList:
    """Return players of an event as the draw sees them."""
    settings = event.settings
    by_rating = settings.first_round == "rating"
    by_group = settings.pairing == "swiss" and settings.keep_apart > 0
    entrants = (
        Entrant(
            player.name,
            player.player_id,
            str(player.rating) if by_rating and player.rating is not None else "",
            player.group if by_group else "",
        )
        for player in players
    )
    return EntryList(drawn, find_seed(settings), settings.first_round, tuple(entrants))


def list_checked_in(event: Event) -> EntryList:
    """Return who is on the check-in list, in an order that does not depend on the rows: that of the characters."""
    found = make_list(event, (player for player in event.players if not player.never_started), drawn=False)
    return found._replace(entrants=tuple(sorted(found.entrants)))


def describe_altered(before: EntryList, after: EntryList) -> Iterator[str]:
    """Yield a sentence for each setting that was changed, and for whatever was of somebody who is on both lists."""
    for setting, old, new in (
        ("random seed", before.seed, after.seed),
        ("setting First round", before.first_round, after.first_round),
    ):
        if old != new:
            yield f'The {setting} was changed from "{old}" to "{new}".'
    for then, now in _find_both(before.entrants, after.entrants):
        for what, old, new in zip(("name", "Player ID", "rating", "group"), then, now, strict=True):
            if key(old) != key(new):
                from_to = (_show(each) if what == "rating" else each or "blank" for each in (old, new))
                yield f"The {what} of {then.name} was changed from {' to '.join(from_to)}."


def list_gone(before: EntryList, after: EntryList) -> list[str]:
    """Return the names of those who are on the first list and not on the second, in the order of names."""
    there = {then.name for then, _ in _find_both(before.entrants, after.entrants)}
    return sorted((each.name for each in before.entrants if each.name not in there), key=alphabetical_key)


def _find_both(before: Sequence[Entrant], after: Sequence[Entrant]) -> Iterator[tuple[Entrant, Entrant]]:
    """Yield who is on both lists, as on each: by the name, or under another name by the Player ID.

    They come in the order of names.
    """
    by_name = {key(each.name): each for each in after}
    names = {key(each.name) for each in before}
    by_id = {key(each.player_id): each for each in after if each.player_id and key(each.name) not in names}
    for each in sorted(before, key=lambda entrant: alphabetical_key(entrant.name)):
        now = by_name.get(key(each.name)) or by_id.get(key(each.player_id))
        if now is not None:
            yield each, now


def _show(rating: str) -> str:
    return format_number(Fraction(rating)) if rating else "blank"


def write_lists(lists: Sequence[EntryList]) -> str:
    """Return lists as a text in ASCII, the same for the same lists."""
    return json.dumps(lists, separators=(",", ":"))


def read_lists(text: str) -> tuple[EntryList, ...]:
    """Return the lists of a text. Raises `ValueError` for one that `write_lists` has not written."""
    try:
        return tuple(
            EntryList(bool(drawn), str(seed), str(first_round), tuple(Entrant(*map(str, each)) for each in entrants))
            for drawn, seed, first_round, entrants in json.loads(text)
        )
    except TypeError as error:
        raise ValueError("these are no lists of entrants") from error
