"""What the archive keeps of a Netrunner event, and how points are computed from it again (netrunner 2.7 and 5.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from turnabout_sheets.event.format import Kept
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.formats.netrunner.scoring import GAMES, SIDES
from turnabout_sheets.formats.netrunner.settings import PAIRING_NUMBER


def _names(game: int) -> Mapping[str, str]:
    """Return what a game is kept under, by field."""
    return {f"winner_{game}": "winner", **{f"agenda_{game}_{side.lower()}": f"agenda_{side.lower()}" for side in SIDES}}


def _matches(event: Event) -> Sequence[Mapping[str, Any]]:
    return [{"games": [_game(match, game) for game in GAMES]} if match["winner_1"] else {} for match in event.rows]


def _game(match: Match, game: int) -> Mapping[str, Any]:
    return {name: match[field] for field, name in _names(game).items() if match[field] is not None}


def _fields(details: Mapping[str, Any]) -> Mapping[str, Any]:
    games = zip(GAMES, details.get("games", ()), strict=False)
    return {field: game.get(name) for number, game in games for field, name in _names(number).items()}


KEPT = Kept(
    lambda event: {"pairing_number": event.settings[PAIRING_NUMBER]},
    _matches,
    _fields,
    lambda terms: {PAIRING_NUMBER.field: terms["pairing_number"]},
)
