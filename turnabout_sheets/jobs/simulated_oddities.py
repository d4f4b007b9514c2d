"""What a simulated event has that is not as usual: who is away, rulings, adjustments, drawn matches, other settings.

All of it is drawn by a random number generator of its own, so that an event without any stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from string import ascii_uppercase
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event, Player
from turnabout_sheets.event.rulings import DISQUALIFICATION
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.reading.players import resolve_players
from turnabout_sheets.rounds.new_round import NewRound, make_round, make_row
from turnabout_sheets.sheets.cell_kinds import CellKind
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.table import Table, make_table_row

Rows = Sequence[Mapping[str, Any]]
"""Rows of a sheet by field, as they are typed."""


class Oddities(NamedTuple):
    """How much of each there is: players, but for ``double_no_shows`` and ``drawn``, which are matches.

    ``groups`` is how many groups the players come in. ``settings`` are values of settings as they are typed, by field.
    """

    let_in: int = 0
    away: int = 0
    asked_byes: int = 0
    disqualified: int = 0
    rulings: int = 0
    adjusted: int = 0
    double_no_shows: int = 0
    drawn: int = 0
    fixed_tables: int = 0
    groups: int = 0
    settings: Mapping[str, str] = MappingProxyType({})


AS_USUAL: Final = Oddities()

COLUMNS: Final = {
    "let_in": "let_in",
    "away": "away",
    "asked_byes": "byes",
    "fixed_tables": "fixed_table",
    "groups": "group",
}
"""The column of the sheet Players that an oddity fills, by fields."""

SHEETS: Final = {
    "disqualified": RULINGS_SHEET.name,
    "rulings": RULINGS_SHEET.name,
    "adjusted": ADJUSTMENTS.name,
}
"""The sheet that an oddity needs, by field."""

REMATCHES: Final = "allow_rematches"

SETTINGS: Final = (
    "first_round", REMATCHES, "keep_apart", "bye_counts_as_win", "bye_vp", "pairing_number", "ante_prizes", "left_out",
)  # fmt: skip
"""Settings that make a difference to points and pairings, and may have any value that their kind accepts."""

PLAYERS_A_GROUP: Final = 4
SMALL_FIELD: Final = 16
"""With fewer players than these there may be no pairing without a rematch, once some have left."""


def has(format: Format, field: str, pairing: str) -> bool:
    """Tell whether there can be an oddity in a format that is paired so."""
    if field == "let_in" and pairing != "swiss":  # only there somebody can come when a round is paired
        return False
    columns = {column.field for column in format.sheets.players.columns}
    sheets = {sheet.name for sheet in format.sheets.others}
    return COLUMNS.get(field) in {None, *columns} and SHEETS.get(field) in {None, *sheets}


def count_leaving(players: int) -> int:
    """Return how many of so many players may be gone for each of several reasons, so that some are left."""
    return min(1 + players // 10, max(0, players - 4) // 4)


def choose_oddities(
    random: Random, format: Format, pairing: str, players: int, settings: Mapping[str, str]
) -> Oddities:
    """Return some of everything that a format has, for so many players; ``settings`` are those that are asked for."""
    most = 1 + players // 10
    leaving = count_leaving(players)
    bounds = {"let_in": leaving, "away": leaving, "asked_byes": leaving, "disqualified": leaving}
    bounds["groups"] = 1 + players // PLAYERS_A_GROUP
    counts = {field: random.randint(0, bounds.get(field, most)) for field in Oddities._fields if field != "settings"}
    there = {field: count for field, count in counts.items() if has(format, field, pairing)}
    return Oddities(**there, settings={**_choose_settings(random, format, players), **settings})


def _choose_settings(random: Random, format: Format, players: int) -> dict[str, str]:
    there = [field for field in SETTINGS if field in format.settings]
    chosen = {field: _choose_value(random, format.settings[field].kind) for field in there}
    tie_breaks = format.scoring.default_order
    chosen["tie_breaks"] = ", ".join(random.sample(tie_breaks, random.randint(1, len(tie_breaks))))
    if "rounds_per_session" in format.settings:
        chosen["rounds_per_session"] = str(random.randint(1, 4))
    some = {field: value for field, value in chosen.items() if random.random() < 0.5}
    return {**some, REMATCHES: "yes"} if players < SMALL_FIELD and REMATCHES in there else some


def _choose_value(random: Random, kind: CellKind) -> str:
    if kind.choices:
        return random.choice(kind.choices)
    assert kind.least is not None, "a number within bounds"
    assert kind.most is not None, "a number within bounds"
    return str(random.randint(kind.least, kind.most))


def make_players_odd(random: Random, players: Sequence[Player], odd: Oddities, rounds: int) -> tuple[Player, ...]:
    """Return the players as their rows on the sheet Players say, for an event of so many rounds.

    Only who is there from the first round to the last is away, or comes in once a round is paired.
    """
    changed = list(players)

    def change(indexes: Iterable[int], make: Callable[[], Mapping[str, Any]]) -> None:
        for index in indexes:
            changed[index] = replace(changed[index], **make())

    usual = [player.number for player in players if player.joined == 1 and player.dropped_after is None]
    counts = (odd.let_in, odd.away if rounds > 1 else 0, odd.asked_byes) if rounds else (0, 0, 0)
    some = iter(random.sample(usual, min(len(usual), sum(counts))))
    let_in, away, byes = ([number for _, number in zip(range(count), some)] for count in counts)  # noqa: B905
    change(let_in, lambda: _let_in(random.randint(1, rounds)))
    change(away, lambda: {"away": _choose_rounds(random, min(rounds - 1, 2), rounds)})
    change(byes, lambda: {"byes": _choose_rounds(random, min(rounds, 2), rounds)})
    everybody = range(len(players))
    tables = iter(random.sample(range(1, len(players) // 2 + 1), min(len(players) // 2, odd.fixed_tables)))
    change(random.sample(everybody, min(len(players) // 2, odd.fixed_tables)), lambda: {"fixed_table": next(tables)})
    if odd.groups:
        change(everybody, lambda: {"group": f"Club {random.choice(ascii_uppercase[: odd.groups])}"})
    return tuple(changed)


def _let_in(number: int) -> Mapping[str, Any]:
    return {"joined": number, "let_in": (number,)}


def _choose_rounds(random: Random, most: int, rounds: int) -> tuple[int, ...]:
    return tuple(sorted(random.sample(range(1, rounds + 1), random.randint(1, most))))


def make_judges_sheets(
    random: Random, players: Sequence[Player], format: Format, odd: Oddities, rounds: int
) -> dict[str, Rows]:
    """Return the rows of the sheets on which the head judge writes, by sheet."""
    sheets = {sheet.name: sheet for sheet in format.sheets.others}
    there = [player for player in players if player.joined == 1 and player.dropped_after is None and not player.away]

    def pick(number: int, among: Sequence[Player]) -> list[Player]:
        return random.sample(among, min(len(among), number))

    found: dict[str, Rows] = {}
    if odd.disqualified or odd.rulings:
        column = sheets[RULINGS_SHEET.name].column("kind")
        kinds = [kind for kind in column.kind.choices if kind != DISQUALIFICATION]
        ruled = [(player, random.choice(kinds)) for player in pick(odd.rulings, players)]
        ruled += [(player, DISQUALIFICATION) for player in pick(odd.disqualified, there)]
        found[RULINGS_SHEET.name] = [
            {"player": player.name, "round": random.randint(player.joined, max(rounds, player.joined)), "kind": kind}
            | ({"game": 1} if kind == "game forfeit" else {})
            for player, kind in ruled
        ]
    if odd.adjusted:
        halves = () if sheets[ADJUSTMENTS.name].column("points").kind.whole else ("1/2", "-1/2")
        points = [*(str(number) for number in range(-5, 6) if number), *halves]
        found[ADJUSTMENTS.name] = [
            {
                "player": player.name,
                "round": random.choice((None, *range(1, rounds + 1))),
                "points": random.choice(points),
                "reason": "By the head judge",
            }
            for player in pick(odd.adjusted, players)
        ]
    return found


def read_typed(sheet: Sheet, rows: Rows, players: Sequence[Player]) -> Table:
    """Return a sheet of typed ``rows`` as it will be read, with numbers in place of the names of players."""
    read = [
        {
            column.field: None if (typed := row.get(column.field)) is None else column.kind.read(typed)
            for column in sheet.columns
        }
        for row in rows
    ]
    positions = {column.field: index for index, column in enumerate(sheet.columns)}
    table = Table(sheet, sheet.name, 1, positions, tuple(make_table_row(at, row) for at, row in enumerate(read, 2)))
    return resolve_players(table, players)[0]


def hide_let_in(event: Event, number: int) -> Event:
    """Return the event without those who come once the round is paired."""
    return replace(
        event,
        players=tuple(
            replace(player, joined=number + 1) if number in player.let_in else player for player in event.players
        ),
    )


def let_in(event: Event, new: NewRound) -> NewRound:
    """Let those into a round who come once it is paired: in the place of a bye, else they have one (rules 1.4.15)."""
    rows, notes = list(new.rows), list(new.notes)
    for late in (player for player in event.players if new.number in player.let_in):
        table = 1 + max((row["table"] or 0 for row in rows), default=0)
        for index, row in enumerate(rows):
            if row["b"] == BYE and new.number not in event.players[row["a"]].byes:
                rows[index] = {**row, "table": table, "b": late.number}
                break
        else:
            rows.append(make_row(None, late, None))
            notes += [""] * bool(new.notes)
    return replace(new, rows=tuple(rows), notes=tuple(notes))


def make_matches_odd(random: Random, format: Format, rows: Sequence[dict[str, Any]], doubles: int, drawn: int) -> None:
    """Have nobody come to some of the matches of a round that are played, and others end in a draw."""
    free = [row for row in rows if row["b"] != BYE and row.get("ruling") is None]
    chosen = random.sample(free, min(len(free), doubles + drawn))
    for row in chosen[:doubles]:
        row.update({**dict.fromkeys(format.entry.fields), "ruling": "Both no-show"})
    for row in chosen[doubles:]:
        row.update(format.simulation.draw(random))


def type_round(random: Random, event: Event, format: Format, number: int) -> NewRound:
    """Return a round as an organizer types it who has drawn lots."""
    there = event.playing(number)
    random.shuffle(there)
    couples = zip(there[::2], there[1::2])  # noqa: B905 - an odd one has a bye
    rows = [make_row(table, a, b) for table, (a, b) in enumerate(couples, 1)]
    rows += [make_row(None, player, None) for player in there[len(there) - len(there) % 2 :]]
    return make_round(format, number, rows)
