"""What is done when somebody comes where rounds are paired already, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnabout_sheets.core.problems import Said
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.jobs.late_places import Place, find_table


def describe_places(
    event: Event, player: Player, taken: Sequence[Place], back: Sequence[int], lacking: Sequence[int]
) -> Iterator[Said]:
    """Say where the player is now, where they sit out, and in which of the ``lacking`` rounds nothing is free.

    In the rounds of ``back`` they have the place that they had.
    """
    name = player.name
    if taken:
        yield _describe_games(event, player, taken)
    if back:
        yield Said("people.back_in", _say_rounds(name, back))
    for place in taken:
        if not place.waits:
            other = event.players[place.opponent].name
            yield Said("people.sits_out", {"opponent": other, "round": place.round, "name": name})
    if none := sorted({*lacking} - {each.round for each in taken}):
        yield Said("people.no_place", _say_rounds(name, none))


def _describe_games(event: Event, player: Player, taken: Sequence[Place]) -> Said:
    place, *later = taken
    table = find_table(event, place) if "table" in event.tables[place.sheet].positions else 0
    gone = None if place.had == BYE else event.players[place.had].name
    values: dict[str, object] = {
        "name": player.name,
        "round": place.round,
        "opponent": event.players[place.opponent].name,
        "whose": Said("people.place_of", {"gone": gone}) if gone else Said("people.had_bye", {}),
        "table": Said("people.at_table", {"table": table}) if table else "",
        "later": Said("people.later", {"n": len(later)}) if later else "",
    }
    return Said("people.in_place", values)


def _say_rounds(name: str, rounds: Sequence[int]) -> dict[str, object]:
    return {"name": name, "n": len(rounds), "rounds": tuple(rounds)}
