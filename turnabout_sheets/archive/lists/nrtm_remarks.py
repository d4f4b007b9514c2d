"""What there is to say of an event that was read from NRTM JSON: what was taken for what, and what in it is odd."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from turnabout_sheets.archive.lists.nrtm_event import NrtmEvent
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.core.text import join_words

_NAMED: Final = 20
"""How many are named in a line; more would bury it."""


def list_remarks(event: NrtmEvent, record: EventRecord) -> Iterator[str]:
    """Yield what was understood of an event, and what in it is odd."""
    swiss, cut = ([game for game in event.games if game.cut == each] for each in (False, True))
    byes, rounds = sum(game.bye for game in swiss), {game.round for game in swiss}
    yield (
        f"{event.title} has {_count(record.field, 'player')}, {_count(len(swiss) - byes, 'match', 'matches')} and "
        f"{_count(byes, 'bye')} in {_count(len(rounds), 'Swiss round')}; "
        "points are those of the file, three for a game won"
    )
    if cut:
        yield f"the {len(cut)} games of the cut are rounds {cut[0].round} to {cut[-1].round}, without points"
    if None in event.cut.values():
        yield "the cut is not decided, so places are those of the Swiss rounds"
    if event.unplayed:
        yield f"without results, and left out: round {_name_some(map(str, event.unplayed))}"
    if blank := [game.place for game in event.games if not game.bye and game.outcomes[0] is None]:
        yield f"without a result: {_name_some(blank)}"
    if ids := [f"{entry.name} ({entry.player_id})" for entry in record.entries if entry.player_id]:
        yield f"called the same, and told apart by Player ID: {_name_some(ids)}"
    there, points = {number: set[str]() for number in rounds}, Counter[str]()
    for game in swiss:
        for who, scored in zip(game.sides, game.points, strict=True):
            if who is not None:
                there[game.round].add(who)
                points[who] += scored or 0
    if absent := [event.players[who].name for who in event.players.keys() - set().union(*there.values())]:
        yield f"never paired: {_name_some(sorted(absent))}"
    one_missing = [number for number in sorted(rounds) if len(there[number]) == len(event.players) - 1]
    odd = []
    for who, player in event.players.items():
        if player.points not in (None, points[who]):
            alone = [f"{number}" for number in one_missing if who not in there[number]]
            bye = f" (the bye of round {join_words(alone)} is missing)" if alone and player.points > points[who] else ""
            odd.append(f"{player.name} has {player.points}, the matches give {points[who]}{bye}")
    if odd:
        yield f"points that the matches do not explain, as they stand in the file: {_name_some(odd)}"


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or f'{one}s'}"


def _name_some(names: Iterable[str]) -> str:
    """Return the first of some names, and how many more there are."""
    some = list(names)
    more = [f"{len(some) - _NAMED} more"] if len(some) > _NAMED else []
    return join_words([*some[:_NAMED], *more], "and")
