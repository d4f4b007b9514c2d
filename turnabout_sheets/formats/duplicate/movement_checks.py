"""Checks of who goes where in a Duplicate Magic event."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from turnabout_sheets.core.problems import Problem, warning
from turnabout_sheets.event import progress
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.duplicate.wrong_tables import find_wrong_rounds

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format


def comes_earlier(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who come earlier than was known when the rounds were drawn (duplicate 4.5).

    Only the rounds to come matter: in those before, nothing can be had any more.
    """
    if not event.settings.method.keeps_places or not event.last_round:
        return
    running = progress.find_running_round(event, format.entry.result_fields)
    to_come = {match.round for match in progress.outstanding_matches(event, format.entry.result_fields)}
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
    """Find rounds by which players come to a table twice, though everybody plays once at each (duplicate 1.1 and 1.7).

    That is told until the next round has begun. Then it is known, and was so played.
    """
    running = progress.find_running_round(event, format.entry.result_fields)
    for wrong in find_wrong_rounds(event):
        if wrong.number >= running:
            yield warning(
                event.place(wrong.games[0], "table"),
                wrong.consequences,
                "If it was played so, leave it: points go by the tables that are typed. If not, correct the tables.",
            )
