"""What `turnabout simulate --odd` is said to have: each of it is in a good part of the events that it makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.formats.duplicate.settings import DECK_CHOICE, DRAWN
from turnabout_sheets.jobs.simulate import Plan, PlayedEvent, add_oddities, play_event
from turnabout_sheets.jobs.simulated_oddities import SETTINGS, Oddities, has

SEEDS = range(60)

Happens = Callable[[PlayedEvent], bool]


def is_ruled(*rulings: str) -> Happens:
    return lambda played: any(match.ruling in rulings for match in played.event.rows)


def has_ruling(*kinds: str) -> Happens:
    return lambda played: any(row["kind"] in kinds for row in played.others.get("Rulings", ()))


def is_drawn(played: PlayedEvent) -> bool:
    won = [[value for field, value in match.fields.items() if "winner" in field] for match in played.event.rows]
    return any(set(winners) == {"Draw"} for winners in won)


def has_stated_otherwise(played: PlayedEvent) -> bool:
    stated = [(match.a, match["option_a"]) for match in played.event.rows if match["option_a"]]
    return any(option != played.event.players[player]["option"] for player, option in stated if player is not None)


ODDITIES: Mapping[str, Happens] = {
    "late": lambda played: any(player.joined > 1 and not player.let_in for player in played.event.players),
    "drops": lambda played: any(player.dropped_after is not None for player in played.event.players),
    "no_shows": is_ruled("A no-show", "B no-show"),
    "let_in": lambda played: any(player.let_in for player in played.event.players),
    "away": lambda played: any(player.away for player in played.event.players),
    "asked_byes": lambda played: any(player.byes for player in played.event.players),
    "disqualified": lambda played: any(player.disqualified is not None for player in played.event.players),
    "rulings": has_ruling("warning", "game forfeit", "match forfeit"),
    "adjusted": lambda played: bool(played.others.get("Adjustments")),
    "double_no_shows": is_ruled("Both no-show"),
    "drawn": is_drawn,
    "fixed_tables": lambda played: any(player.fixed_table is not None for player in played.event.players),
    "groups": lambda played: len({player.group for player in played.event.players}) > 1,
}
"""What is in an event, by field of its plan."""

OF_A_FORMAT: Mapping[str, Mapping[str, Happens]] = {
    "Turnabout": {
        "options of the organizer's own": lambda played: bool(played.others.get("Scoring options")),
        "another option stated at the table": has_stated_otherwise,
    },
    "Duplicate Magic": {
        "teams of two": lambda played: any(player.teammates for player in played.event.players),
        "stocks by the flip of a coin": lambda played: played.event.settings[DECK_CHOICE] != DRAWN,
        "cards won as ante": lambda played: bool(played.others.get("Ante")),
    },
    "Netrunner": {kind: has_ruling(kind) for kind in ("warning", "game forfeit", "match forfeit")},
}

OF_A_METHOD: Mapping[str, Mapping[str, Happens]] = {
    "single elimination": {
        "somebody goes on after a draw": lambda played: any(match.advances for match in played.event.rows)
    },
    "double elimination": {"who is unbeaten waits for the final": is_ruled(WAITS)},
}


def test_every_oddity_is_looked_for() -> None:
    """Besides settings, of which each is chosen at times."""
    assert {*ODDITIES} == {"late", "drops", "no_shows", *Oddities._fields} - {"settings"}


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_some_of_the_events_have_each(name: str) -> None:
    """Up to sixty events, by all methods in turn."""
    format = load(FORMATS[name])
    looked_for = {
        method: {
            **{field: each for field, each in ODDITIES.items() if has(format, field, method)},
            **OF_A_FORMAT[name],
            **OF_A_METHOD.get(method, {}),
        }
        for method in format.methods
    }
    missing = {what for each in looked_for.values() for what in each}
    settings = {field for field in (*SETTINGS, "tie_breaks", "rounds_per_session") if field in format.settings}
    chosen = set[str]()
    for seed in SEEDS:
        method = format.methods[seed % len(format.methods)]
        plan = add_oddities(Plan(players=8 + seed % 9, seed=f"{seed}", pairing=method), format)
        chosen |= {*plan.odd.settings}
        if any(what in missing for what in looked_for[method]):
            played = play_event(format, plan)
            missing -= {what for what, happens in looked_for[method].items() if what in missing and happens(played)}
    assert missing == set()
    assert chosen == settings
