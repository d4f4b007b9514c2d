"""What the archive keeps of a Turnabout event, and how points are computed from it again (rules 1.2 and 1.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from turnabout_sheets.event.format import Kept
from turnabout_sheets.event.model import Event
from turnabout_sheets.formats.turnabout.scoring import GAMES, GameScore, losing_deck, score_game, scoring_options
from turnabout_sheets.formats.turnabout.settings import BYE_VP


def _terms(event: Event) -> Mapping[str, Any]:
    options = {
        option.name: {
            "base": option.base,
            "per_unit": option.per_unit,
            "rounding": "up" if option.round_up else "down",
            "allow_negative": option.allow_negative,
        }
        for option in scoring_options(event).values()
    }
    return {"bye_points": event.settings[BYE_VP], "options": options}


def _matches(event: Event) -> Sequence[Mapping[str, Any]]:
    rows = zip(*(score_game(event, game) for game in GAMES), strict=True)
    return [{"games": [_game(game) for game in games]} if games[0].winner else {} for games in rows]


def _game(game: GameScore) -> Mapping[str, Any]:
    told = {"winner": game.winner, "count": game.count, "option": game.option}
    return {name: value for name, value in told.items() if value is not None}


def _fields(details: Mapping[str, Any]) -> Mapping[str, Any]:
    fields: dict[str, Any] = {}
    for number, game in zip(GAMES, details.get("games", ()), strict=False):
        fields[f"winner_{number}"], fields[f"count_{number}"] = game["winner"], game.get("count")
        if "option" in game:
            fields[f"option_{losing_deck(number, game['winner'])}"] = game["option"]
    return fields


def _sheets(terms: Mapping[str, Any]) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    options = [
        {**option, "name": name, "counts": None, "per_unit": Fraction(option["per_unit"])}
        for name, option in terms["options"].items()
    ]
    return {"Scoring options": options}


KEPT = Kept(_terms, _matches, _fields, lambda terms: {BYE_VP.field: terms["bye_points"]}, _sheets)
