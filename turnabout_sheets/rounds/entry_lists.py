"""Keeps the lists of the draw of round 1, and says what was changed since (rules 1.5.12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.draw import is_drawn
from turnabout_sheets.event.entry_lists import (
    EntryList,
    describe_altered,
    list_checked_in,
    list_gone,
    make_list,
)
from turnabout_sheets.event.model import Event, Player
from turnabout_sheets.rounds.movement import draw_chairs
from turnabout_sheets.rounds.new_round import first_round_order

NOT_KEPT: Final = (
    "No list of those who were drawn is kept, because an earlier version of the program, another program or nobody has "
    "drawn round 1: what was changed since then cannot be told."
)

_UNTIL: Final = {
    (False, False): "until the next check-in list",
    (False, True): "until the draw",
    (True, False): "until the next check-in list",
    (True, True): "until it was drawn anew",
}
"""By whether a list is of the draw, and whether the next one is."""


def list_drawn(event: Event) -> EntryList:
    """Return whom round 1 is drawn from, in the order in which they are drawn.

    That is who is there; where all rounds, or a bracket, are drawn, also who is away (rules 1.10.2, duplicate 4.5).
    """
    method = event.settings.method
    if method.name == "movement":
        order = [player for player in draw_chairs(event) if player is not None]
    else:
        there = event.starters if method.at_once or method.by_bracket else event.playing(1)
        order = first_round_order(event, there)
    return make_list(event, order, drawn=True)


def keep_lists(event: Event, paired: Collection[int]) -> tuple[EntryList, ...]:
    """Return the lists that are known of an event once these rounds are ``paired``, the newest last.

    Of check-in lists one is kept, the last before the draw; and those before it after which a setting or something of
    somebody was altered.
    """
    lists = event.entry_lists
    if not is_drawn(event.settings):
        return lists
    if 1 in paired:
        lists = lists or (list_checked_in(event),)
        drawn = list_drawn(event)
        return lists if lists[-1] == drawn else (*lists, drawn)
    if event.rounds:
        return lists
    listed = list_checked_in(event)
    if lists and not lists[-1].drawn and not any(describe_altered(lists[-1], listed)):
        lists = lists[:-1]
    return (*lists, listed)


def restore_drawn(event: Event) -> Event:
    """Return the event with its seed and its players as they were drawn, as far as that is known."""
    drawn = _find_drawn(event)
    if drawn is None or not any(describe_altered(drawn, _list_now(event))):
        return event
    then = {key(each.name): each for each in drawn.entrants}

    def restore(player: Player) -> Player:
        if (entrant := then.get(key(player.name))) is None:
            return player
        rating = Fraction(entrant.rating) if entrant.rating else None
        return replace(player, player_id=entrant.player_id, rating=rating, group=entrant.group)

    settings = replace(event.settings, random_seed=drawn.seed, first_round=drawn.first_round)
    return replace(event, settings=settings, players=tuple(map(restore, event.players)))


def describe_lists(event: Event) -> Iterator[str]:
    """Yield a line for each list: its digest, and what was changed until the next one, of the last one until now."""
    lists = event.entry_lists
    if _find_drawn(event) is None:
        if is_drawn(event.settings):
            yield NOT_KEPT
        return
    for each, following in pairwise((*lists, None)):
        assert each is not None, "only the last one is"
        title = "List as drawn" if each.drawn else "Check-in list"
        until = "since then" if following is None else _UNTIL[each.drawn, following.drawn]
        told = " ".join(_describe_changes(each, following or _list_now(event), is_now=following is None))
        told = f"Changed {until}: {told}" if told else f"Nothing of it was changed {until}."
        count = len(each.entrants)
        yield f"{title}, {count} player{'' if count == 1 else 's'}, SHA-256 {each.digest}. {told}"


def _describe_changes(before: EntryList, after: EntryList, *, is_now: bool) -> Iterator[str]:
    """Yield a sentence for each change, and one for all who went, and for all who came."""
    yield from describe_altered(before, after)
    where = "in the draw" if before.drawn else "on the list"
    if gone := list_gone(before, after):
        yield f"{join_words(gone, 'and')} {_were(gone)} {where} and did not come, or {_were(gone)} taken off."
    if came := list_gone(after, before):
        late = "later" if is_now or before.drawn else "to the draw"
        yield f"{join_words(came, 'and')} {_were(came)} not {where} and came {late}."


def _were(names: Collection[str]) -> str:
    return "was" if len(names) == 1 else "were"


def _find_drawn(event: Event) -> EntryList | None:
    """Return the list of the last draw; None where none is kept."""
    return next((each for each in reversed(event.entry_lists) if each.drawn), None)


def _list_now(event: Event) -> EntryList:
    """Return everybody who is on the sheet Players now, but for those who never started."""
    return make_list(event, (player for player in event.players if not player.never_started), drawn=True)
