"""The ratings of the players of a new event, from what is archived."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlalchemy import Connection

from turnabout_sheets.archive.dates import day_before
from turnabout_sheets.archive.people import find_near_name, persons_called, who_is_who
from turnabout_sheets.archive.ratings import make_rating_list


@dataclass(frozen=True, slots=True)
class Seed:
    """What the archive says of a player: the rating, None where there is none, and a ``remark`` where that is odd."""

    rating: Fraction | None
    remark: str = ""


def find_seeds(connection: Connection, players: Sequence[tuple[str, str]], day: str) -> list[Seed]:
    """Return the seed of each of ``players``, name and Player ID, at the beginning of an ISO day.

    Events of that day do not count (rules 1.12.7): whoever archives the new event and asks again gets the same.
    """
    who = who_is_who(connection)
    ratings = {row.person: row.rating for row in make_rating_list(connection, day_before(day)).rows}

    def seed(name: str, player_id: str) -> Seed:
        persons = persons_called(who, player_id or name)
        if len(persons) == 1:
            return Seed(ratings.get(next(iter(persons))))
        if persons:
            return Seed(None, f'"{name}" is the name of {len(persons)} persons in the archive; add the Player ID.')
        near = find_near_name(who, name)
        return Seed(None, f'"{name}" is not in the archive, but "{near}" is.' if near else "")

    return [seed(*player) for player in players]
