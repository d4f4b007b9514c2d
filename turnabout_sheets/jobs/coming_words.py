"""What is done when somebody comes where rounds are paired already, in words; or why nothing can be done there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from turnabout_sheets.core.problems import Remark, Said
from turnabout_sheets.core.text import word_rounds
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Player
from turnabout_sheets.jobs.late_places import Place, find_table

_ROOM: Final = (
    " If somebody has left, fill in Dropped after on the sheet Players, and ask again: their place is free then."
)
_ANEW: Final = (
    " Nothing is played yet, so all rounds can be drawn anew: type {name} on the sheet Players, delete the sheets of "
    "all rounds, and run."
)


def describe_places(
    event: Event, player: Player, taken: Sequence[Place], back: Sequence[int], lacking: Sequence[int]
) -> Iterator[Remark]:
    """Say where the player is now, where they sit out, and in which of the ``lacking`` rounds nothing is free.

    In the rounds of ``back`` they have the place that they had.
    """
    name = player.name
    if taken:
        yield _describe_games(event, player, taken)
    if back:
        text = f"{name} is back in {word_rounds(back)}, as the rounds were paired."
        yield Remark(text, Said("people.back_in", _say_rounds(name, back)))
    for place in taken:
        if not place.waits:
            other = event.players[place.opponent].name
            text = f"{other} is absent in round {place.round}, so that {name} sits out then."
            yield Remark(text, Said("people.sits_out", {"opponent": other, "round": place.round, "name": name}))
    if none := sorted({*lacking} - {each.round for each in taken}):
        counts = f"which {'counts' if len(none) == 1 else 'count'} 0 for {name}"
        text = f"No place is free in {word_rounds(none)}, {counts}; if somebody leaves, ask again."
        yield Remark(text, Said("people.no_place", _say_rounds(name, none)))


def _describe_games(event: Event, player: Player, taken: Sequence[Place]) -> Remark:
    place, *later = taken
    gone = "" if place.had == BYE else event.players[place.had].name
    whose = f"in the place of {gone}, who has left" if gone else "who had the bye"
    also = f", and in {len(later)} later round{'' if len(later) == 1 else 's'}" if later else ""
    also += f" for {gone or 'the bye'}" if later and {each.had for each in later} == {place.had} else ""
    table = find_table(event, place) if "table" in event.tables[place.sheet].positions else 0
    seat = f" at table {table}" if table else ""
    opponent = event.players[place.opponent].name
    values: dict[str, object] = {"name": player.name, "round": place.round, "opponent": opponent}
    values["whose"] = Said("people.place_of", {"gone": gone}) if gone else Said("people.had_bye", {})
    values["table"] = Said("people.at_table", {"table": table}) if table else ""
    values["later"] = Said("people.later", {"n": len(later)}) if later else ""
    return Remark(
        f"{player.name} is in round {place.round}{seat} against {opponent}, {whose}{also}.",
        Said("people.in_place", values),
    )


def describe_no_place(event: Event, format: Format, player: Player) -> str:
    """Say that there is no place, and how one may become free."""
    method = event.settings.method
    full = f"No {BYE_NAME} is left to take, and a {method.name} has no other place for {player.name}."
    is_played = progress.last_played_round(event, format.entry.result_fields)
    anew = "" if is_played else _ANEW.format(name=player.name)
    return full + (_ROOM if method.at_once else "") + anew


def _say_rounds(name: str, rounds: Sequence[int]) -> dict[str, object]:
    return {"name": name, "n": len(rounds), "rounds": tuple(rounds)}
