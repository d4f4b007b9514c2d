"""Checks of the sheet Players: names, IDs, who is there when, fixed tables."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import RESERVED_NAMES, Event, Player


def same_name_twice(event: Event, format: Format) -> Iterator[Problem]:
    """Find names that are the same after the reading rules: they would be one player."""
    first: dict[str, Player] = {}
    for player in event.players:
        earlier = first.setdefault(key(player.name), player)
        if earlier is not player:
            typed = "" if earlier.name == player.name else f' (typed "{earlier.name}"; the program takes both for one)'
            yield error(
                event.player_place(player),
                f'The player "{player.name}" stands in {event.player_place(earlier).cell} already{typed}; '
                "expected every name once.",
                "Delete one of the rows, or tell the two people apart, for example by an initial.",
            )


def same_id_twice(event: Event, format: Format) -> Iterator[Problem]:
    """Find a Player ID that two players share."""
    first: dict[str, Player] = {}
    for player in event.players:
        earlier = first.setdefault(key(player.player_id), player) if player.player_id else player
        if earlier is not player:
            yield error(
                event.player_place(player, "player_id"),
                f'The Player ID "{player.player_id}" is that of {earlier.name} already; expected every ID once.',
                "Correct one of them, or leave it blank.",
            )


def reserved_names(event: Event, format: Format) -> Iterator[Problem]:
    """Find players called by a word that means something in a result row."""
    reserved = {key(name) for name in RESERVED_NAMES}
    for player in event.players:
        if key(player.name) in reserved:
            yield error(
                event.player_place(player),
                f'No player can be called "{player.name}": {join_words(RESERVED_NAMES, "and")} mean something else in '
                "the results.",
                "Add something to the name, for example an initial.",
            )


def presence(event: Event, format: Format) -> Iterator[Problem]:
    """Find players who drop before they join (rules 1.4.7)."""
    for player in event.players:
        if player.dropped_after and player.dropped_after < player.joined:
            yield error(
                event.player_place(player, "dropped_after"),
                f"{player.name} drops after round {player.dropped_after} but joins in round {player.joined} only.",
                "Correct one of the two; 0 in Dropped after means: never started.",
            )


def shared_fixed_tables(event: Event, format: Format) -> Iterator[Problem]:
    """Find a fixed table that two players have: only one can sit there, unless they meet (rules 1.5.8)."""
    first: dict[int, Player] = {}
    for player in event.players:
        if player.fixed_table is not None:
            earlier = first.setdefault(player.fixed_table, player)
            if earlier is not player:
                yield warning(
                    event.player_place(player, "fixed_table"),
                    f"Table {player.fixed_table} is the fixed table of {earlier.name}, too.",
                    "Where both are to sit there in a round, the higher pair gets it; give one another table.",
                )


def enough_players(event: Event, format: Format) -> Iterator[Problem]:
    """Say that an event needs two players."""
    if len(event.players) < 2:
        found = "only one player" if event.players else "nobody"
        yield warning(
            Place(event.tables[format.sheets.players.name].title),
            f"The Players sheet lists {found}; a round needs two players or more.",
            "Type the players' names, one in a row.",
        )
