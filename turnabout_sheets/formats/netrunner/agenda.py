"""Agenda points that are missing: where they can decide a match, and where none are kept (netrunner 6.5 to 6.7)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from turnabout_sheets.core.outcomes import compare
from turnabout_sheets.core.text import join_words
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.formats.netrunner.forfeits import forfeits, settle_forfeits
from turnabout_sheets.formats.netrunner.scoring import (
    AGENDA_POINTS_TO_WIN,
    GAMES,
    NEEDLESS,
    RESULT_FIELDS,
    list_games,
    match_points,
)
from turnabout_sheets.formats.netrunner.settings import AGENDA_POINTS, KEPT
from turnabout_sheets.sheets.settings import Settings

FIELDS = tuple(NEEDLESS)
"""The fields of agenda points."""

MOST_LOST = AGENDA_POINTS_TO_WIN - 1
"""Who did not win a game has so many agenda points at most."""


def are_kept(settings: Settings) -> bool:
    """Say whether agenda points are typed at all in an event (netrunner 6.7)."""
    return bool(settings[AGENDA_POINTS] == KEPT)


def not_asked(settings: Settings) -> Collection[str]:
    """Return the fields of a match that nobody is asked for."""
    return () if are_kept(settings) else FIELDS


def list_missing(match: Match) -> list[str]:
    """Return the fields of agenda points that are missing and can decide a match, if it is played (netrunner 6.5).

    None are missing of an agreed draw (netrunner 6.6).
    """
    if match.b == BYE or match.ruling is not None or any(match[field] is None for field in RESULT_FIELDS):
        return []
    ends = [match_points(list_games(match, missing=points)) for points in ((0, MOST_LOST), (MOST_LOST, 0))]
    if compare(*ends[0]) == compare(*ends[1]) or is_agreed_draw(match):
        return []
    return [field for field, (winner, side) in NEEDLESS.items() if match[field] is None and match[winner] != side]


def is_agreed_draw(match: Match) -> bool:
    """Say whether a match is an agreed draw: both games drawn, and no agenda points (netrunner 6.6)."""
    drawn = all(match[field] == "Draw" for field in RESULT_FIELDS)
    return drawn and all(match[field] is None for field in FIELDS)


def find_rounds_without(event: Event) -> set[int]:
    """Return the rounds in which no agenda points at all are typed (netrunner 6.5); forfeits are not typed there."""
    forfeited = {(forfeit.match.index, forfeit.game) for forfeit in forfeits(event)}
    fields = {game: [field for field in FIELDS if NEEDLESS[field][0] == f"winner_{game}"] for game in GAMES}
    typed = {
        match.round
        for match in event.rows
        for game in GAMES
        if (match.index, game) not in forfeited and any(match[field] is not None for field in fields[game])
    }
    return {*event.rounds} - typed


def settle(event: Event) -> Event:
    """Return the event as it counts: forfeits as lost games, and matches incomplete whose agenda points are missing.

    Where they are not kept, there are none (netrunner 6.1 and 6.7).
    """
    event = settle_forfeits(event)
    if not are_kept(event.settings):
        blank = dict.fromkeys(FIELDS)
        return replace(event, rows=tuple(replace(match, fields={**match.fields, **blank}) for match in event.rows))
    without = find_rounds_without(event)
    return replace(
        event,
        rows=tuple(
            replace(match, incomplete=match.round not in without and bool(list_missing(match))) for match in event.rows
        ),
    )


def describe_scoring(event: Event) -> str:
    """Return what is scored without agenda points, the event or some rounds of it; blank where nothing is."""
    if not are_kept(event.settings):
        return "Agenda points are not kept: a match of a game each is tied."
    rounds = sorted({match.round for match in event.rows if not match.incomplete and list_missing(match)})
    if not rounds:
        return ""
    numbers = join_words(list(map(str, rounds)), "and")
    which = "s {} have no agenda points and are" if rounds[1:] else " {} has no agenda points and is"
    return f"Round{which.format(numbers)} scored without them: a match of a game each is tied."
