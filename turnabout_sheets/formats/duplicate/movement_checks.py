"""Checks of who goes where in a Duplicate Magic event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from turnabout_sheets.core.problems import Problem, warning
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import BYE, Event

if TYPE_CHECKING:
    from turnabout_sheets.formats.base import Format


def comes_earlier(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who come earlier than was known when the rounds were drawn (duplicate 4.5).

    Only the rounds to come matter: in those before, nothing can be had any more.
    """
    if not event.settings.method.keeps_places or not event.last_round:
        return
    running = progress.find_running_round(event, format.entry.result_fields)
    to_come = set(progress.outstanding_matches(event, format.entry.result_fields)["round"])
    for player in event.latecomers:
        standing = min((match.round for match in event.rows if player.number in (match.a, match.b)), default=0)
        missed = [n for n in range(max(running, player.joined), standing) if n in to_come and player.plays_in(n)]
        if missed:
            yield warning(
                event.player_place(player, "joined"),
                f"{player.name} is there from round {player.joined} on, but stands in no round before {standing}.",
                f"Let {player.name} have the places that are free before with:",
                ("pair", "--add", player.name),
            )


def once_at_each_table(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who come to a table again: everybody plays once at each (duplicate 1.1)."""
    if event.settings.allow_rematches:
        return
    first: dict[tuple[int, int], int] = {}
    for match in event.rows:
        if match.table is None or match.b == BYE:
            continue
        for _, number in match.seats():
            earlier = first.setdefault((number, match.table), match.round)
            if earlier != match.round:
                yield warning(
                    event.place(match, "table"),
                    f"{event.players[number].shown} is at table {match.table} in round {match.round} again, after "
                    f"round {earlier}; everybody plays once at each table.",
                    "Correct the table or the names, unless it was really played so.",
                )
