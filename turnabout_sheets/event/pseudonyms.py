"""Names that stay off published pages: who has asked for that is a number there, and nothing else tells who it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results


def number_players(event: Event) -> Mapping[int, int]:
    """Return a number from 1 for every player, by player number: the order in which they first sat down.

    That is by round and table, A before B, byes last, then who was let into that round; at the end who was never
    paired. So a number tells nothing of a name, as the place in a list by names would, and it stays when the sheet
    Players is sorted, when others ask for one, and when somebody comes late.
    """
    seated: dict[int, None] = {}
    for number in event.rounds:
        for match in sorted(event.as_paired(number), key=_seat_order):
            seated |= dict.fromkeys(player for _, player in match.seats())
        seated |= dict.fromkeys(player.number for player in event.let_into(number))
    everybody = [*seated, *(player.number for player in event.players if player.number not in seated)]
    return {player: place for place, player in enumerate(everybody, 1)}


def hide_names(results: Results, name: Callable[[int], str]) -> Results:
    """Return results in which the players who are not to be published are called ``name`` of their number.

    A team is one player here. Of such a player there is what `_hide` lists and nothing else: what else stands on the
    sheet Players, today or one day, is not there, and neither is the sheet. Points and the number of rounds are those
    of the whole event.
    """
    event = results.event
    if all(player.publish for player in event.players):
        return results
    numbers = number_players(event)
    players = tuple(each if each.publish else _hide(each, name(numbers[each.number])) for each in event.players)
    tables = {sheet: table for sheet, table in event.tables.items() if sheet != "Players"}
    # How many rounds there are depends on who is there, which is not told of everybody any more.
    settings = replace(event.settings, rounds=results.scheduled)
    return replace(results, event=replace(event, settings=settings, players=players, tables=tables))


def _hide(player: Player, name: str) -> Player:
    """Return all that is shown of a player: what may be is listed, so that nothing new is shown by itself."""
    return Player(number=player.number, name=name, joined=player.joined, publish=False)


def _seat_order(match: Match) -> tuple[bool, bool, int]:
    return match.b == BYE, match.table is None, match.table or 0
