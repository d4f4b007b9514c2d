"""Pairs the next round: who is there, in standing order, who has met whom, and at which tables they play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from turnabout_sheets.model import BYE, Event, Player
from turnabout_sheets.pairing.closest import NoLegalPairing, Pairing, closest_pairing
from turnabout_sheets.pairing.draw import default_seed, draw_key
from turnabout_sheets.pairing.first_round import FIRST_ROUNDS
from turnabout_sheets.pairing.sessions import session_start
from turnabout_sheets.pairing.tables import assign_tables
from turnabout_sheets.problems import Place, Problem, error, warning
from turnabout_sheets.results import Results
from turnabout_sheets.schema import Sheet
from turnabout_sheets.tables import Row, Table
from turnabout_sheets.text import key


@dataclass(frozen=True)
class NextRound:
    """A round that was just paired: its number, and its rows as the Round sheet will hold them, by field."""

    number: int
    rows: tuple[dict[str, Any], ...]
    pairing: Pairing
    sheet: Sheet


def due(results: Results) -> int | None:
    """Return the round to be paired now: the last one is complete, and more are scheduled. None: there is none."""
    event = results.event
    number = event.last_round + 1
    wanted = event.settings.pairing == "swiss" and results.complete and number <= results.scheduled
    return number if wanted and len(event.playing(number)) > 1 else None


def pair(results: Results, number: int) -> tuple[NextRound | None, list[Problem]]:
    """Pair a round (Turnabout, scoring rule 3, seed 000; rules.md 1.4 and 1.5).

    Returns None with an error where every pairing has a rematch and none are allowed.
    """
    event = results.event
    order = standing_order(results, number)
    scores = results.standings["points"]
    if number == 1:
        pairing = FIRST_ROUNDS[event.settings.first_round].pair(len(order))
    else:
        try:
            pairing = closest_pairing(
                [scores[player.number] for player in order],
                _meetings(event, order, number),
                byes=_byes(event, order, number),
                allow_rematches=event.settings.allow_rematches,
            )
        except NoLegalPairing as none:
            return None, [_no_pairing(event, number, none.fewest_rematches)]
    fixed = {place: p.fixed_table for place, p in enumerate(order) if p.fixed_table is not None}
    seating = assign_tables(pairing.pairs, [scores[player.number] for player in order], fixed)
    rows = [
        _row(results, table, order[a], order[b])
        for table, (a, b) in sorted(zip(seating.tables, pairing.pairs, strict=True))
    ]
    without_opponent = [order[pairing.bye]] if pairing.bye is not None else []
    asked = [player for player in event.playing(number) if number in player.byes]
    rows += [_row(results, None, player, None) for player in (*without_opponent, *asked)]
    problems = [
        warning(
            event.player_place(order[each.player], "fixed_table"),
            f"In round {number} {order[each.player].name} cannot sit at the fixed table {each.table}: "
            f"{order[each.by].name} has it.",
            "Nothing needs to be done, or give one of the two another fixed table.",
        )
        for each in seating.displaced
    ]
    if not pairing.proven:
        problems.append(
            warning(
                Place(f"Round {number}"),
                "The pairing is the best that was found; whether a closer one exists was too much to work out.",
                "It can be used, or change it by hand in the round's sheet.",
            )
        )
    return NextRound(number, tuple(rows), pairing, results.format.matches.renamed(f"Round {number}")), problems


def standing_order(results: Results, number: int) -> list[Player]:
    """Return who is to be paired in a round, best first: by standing, then by the draw; round 1 by First round.

    Players who have asked for a bye are not among them.
    """
    event = results.event
    players = [player for player in event.playing(number) if number not in player.byes]
    seed = event.settings.random_seed or default_seed(event.settings.name, event.settings.date)
    draws = {player.number: draw_key(seed, key(player.identity)) for player in players}
    if number == 1:
        order = FIRST_ROUNDS[event.settings.first_round].order
        return [players[i] for i in order([p.rating for p in players], [draws[p.number] for p in players])]
    rank = results.standings["rank"]
    return sorted(players, key=lambda player: (rank[player.number], draws[player.number]))


def _in_session(event: Event, number: int) -> pd.DataFrame:
    start = session_start(number, event.settings.rounds_per_session)
    return event.matches[event.matches["round"].between(start, number - 1)]


def _meetings(event: Event, order: list[Player], number: int) -> list[Counter[int]]:
    """Count who was paired with whom in the session, by standing position. A no-show counts as a meeting."""
    position = {player.number: place for place, player in enumerate(order)}
    met: list[Counter[int]] = [Counter() for _ in order]
    matches = _in_session(event, number)
    for a, b in zip(matches["a"], matches["b"], strict=True):
        if a in position and b in position:
            met[position[a]][position[b]] += 1
            met[position[b]][position[a]] += 1
    return met


def _byes(event: Event, order: list[Player], number: int) -> list[int]:
    """Count the byes in the session, by standing position. Who sat a round out had none."""
    matches = _in_session(event, number)
    had = Counter(matches.loc[(matches["b"] == BYE) & matches["ruling"].isna(), "a"])
    return [had[player.number] for player in order]


def _row(results: Results, table: int | None, a: Player, b: Player | None) -> dict[str, Any]:
    opening = results.format.opening(results.event, a, b)
    return {"table": table, "a": a.number, "b": BYE if b is None else b.number, **opening}


def _no_pairing(event: Event, number: int, fewest: int) -> Problem:
    again = f"at least {fewest} pair{'s' if fewest > 1 else ''} would meet again"
    return error(
        event.setting_place("allow_rematches"),
        f"Round {number} cannot be paired without a rematch: {again}.",
        "Set Allow rematches to yes to pair it with the fewest, or set Rounds to the rounds played to end here.",
    )


def with_round(event: Event, following: NextRound) -> Event:
    """Return the event as it is read once the round's sheet is written: headers in row 1, a match a row from 2 on."""
    title = following.sheet.name
    rows = [
        {**row, "round": following.number, "sheet": title, "row": number}
        for number, row in enumerate(following.rows, 2)
    ]
    new = pd.DataFrame(
        {name: pd.Series([row.get(name) for row in rows], dtype=object) for name in event.matches.columns}
    ).astype({"round": "int64", "row": "int64"})
    positions = {column.field: index for index, column in enumerate(following.sheet.columns)}
    table = Table(following.sheet, title, 1, positions, tuple(Row(row["row"], row) for row in rows))
    matches = pd.concat([event.matches, new], ignore_index=True) if len(event.matches) else new
    return replace(event, matches=matches, tables={**event.tables, title: table})
