"""Makes a played event, for trying things out, for benchmarks and for the samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Player
from turnabout_sheets.event.progress import scheduled_rounds
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.rulings import ADVANCES
from turnabout_sheets.formats.base import Format
from turnabout_sheets.formats.common import PLAYER_FIELDS
from turnabout_sheets.reading.matches import order_matches
from turnabout_sheets.reading.players import make_player
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair
from turnabout_sheets.sheets.settings import Settings
from turnabout_sheets.sheets.table import Table, make_table_row
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.blank import add_input_sheet, make_blank_workbook
from turnabout_sheets.workbook.ours.book import to_bytes
from turnabout_sheets.workbook.ours.how_to import BY_COMMAND, Way
from turnabout_sheets.workbook.ours.round_sheet import add_round


class SimulationError(Exception):
    """There is no such event; the text is for the organizer."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What the simulated event is like. ``rounds`` None: as many as it needs; ``played`` None: all of them.

    ``asked`` are values of the options that the format's outline declares, by field, where they are asked for.
    """

    players: int = 24
    rounds: int | None = None
    played: int | None = None
    missing: int = 0
    late: int = 0
    drops: int = 0
    no_shows: int = 0
    name: str = ""
    date: str = ""
    language: str | None = None
    seed: str = "1"
    pairing: str | None = None
    """None: the format's own."""
    flat: bool = False
    asked: Mapping[str, Any] = field(default_factory=dict)


def simulate(file: Path, format: Format, plan: Plan, way: Way = BY_COMMAND) -> None:
    """Write a simulated event to ``file``, which must not exist.

    ``missing`` results of the last round played are left out; ``flat`` puts all rounds on one sheet Results. ``way`` is
    how the organizer reaches the program, for the sheet How to. The same plan gives the same bytes. Raises
    `SimulationError` where a round cannot be paired, `SaveError` where the file cannot be written.
    """
    random = Random(plan.seed)
    settings = Settings(
        name=plan.name or file.stem,
        date=plan.date,
        format=format.name,
        rounds=plan.rounds,
        random_seed=plan.seed,
        pairing=plan.pairing or format.methods[0],
        own={field: value for field, value in plan.asked.items() if field in format.settings},
        **format.pairing.presets,
    )
    players = _players(random, plan, format)
    event = Event(settings, players, order_matches((), format))
    rounds = scheduled_rounds(event) if plan.played is None else plan.played
    event = replace(event, players=_let_come_and_go(random, event.players, plan, rounds))
    event = replace(event, tables={format.sheets.players.name: _players_table(event.players, format)})
    played: list[NewRound] = []
    strength = {player.number: (random.uniform(-1, 1), random.uniform(-0.4, 0.4)) for player in event.players}
    no_shows = [random.randint(1, max(1, rounds)) for _ in range(plan.no_shows)]
    while upcoming := _upcoming_rounds(results := compute(event, format), plan):
        for number in upcoming:
            new, problems = pair(results, number)
            if new is None:
                raise SimulationError(f"{problems[0].message} {problems[0].hint}")
            new = add_notes(results, new)
            if plan.played is None or number <= plan.played:
                rows = [_result(random, format, row, event.players, strength) for row in new.rows]
                seated = [row for row in rows if row["b"] != BYE]
                for row in random.sample(seated, min(no_shows.count(number), len(seated))):
                    row.update({**dict.fromkeys(format.entry.fields), **format.simulation.no_show(random)})
                for row in random.sample(seated, min(plan.missing, len(seated)) if number == rounds else 0):
                    row.update(dict.fromkeys(format.entry.fields))
                new = _decide_drawn(random, event, format, replace(new, rows=tuple(rows)))
            event = append_round(event, new)
            played.append(new)
    others = format.simulation.others(random, event)
    save.write_new(file, _workbook(file, format, event, played, others, plan, way))


def _upcoming_rounds(results: Results, plan: Plan) -> Sequence[int]:
    """Return the rounds to be paired now: all that are due if they are paired at once, else the next to be played."""
    numbers = due_rounds(results)
    if results.event.settings.method.at_once or plan.played is None:
        return numbers
    return [number for number in numbers if number <= plan.played]


def _decide_drawn(random: Random, event: Event, format: Format, new: NewRound) -> NewRound:
    """Say who goes on from the drawn matches of an elimination event."""
    if not event.settings.method.by_bracket:
        return new
    drawn = {match.row - 2 for match in compute(append_round(event, new), format).undecided}
    return replace(
        new,
        rows=tuple(
            {**row, "ruling": random.choice(tuple(ADVANCES))} if place in drawn else row
            for place, row in enumerate(new.rows)
        ),
    )


def _players(random: Random, plan: Plan, format: Format) -> tuple[Player, ...]:
    text = files("turnabout_sheets.jobs").joinpath("simulated_names.txt").read_text("utf-8")
    firsts, lasts = (paragraph.split() for paragraph in text.split("\n\n"))
    names = [f"{first} {last}" for first, last in product(firsts, lasts)]
    random.shuffle(names)

    def name(index: int) -> str:
        again, place = divmod(index, len(names))
        return f"{names[place]} {1 + again}" if again else names[place]

    def values(index: int) -> Mapping[str, Any]:
        common = {"name": name(index), "rating": Fraction(random.randint(0, 60))}
        return {**common, **format.simulation.register(random, plan.asked, name(plan.players + index))}

    return tuple(make_player(index, index + 2, values(index), format.sheets.teammates) for index in range(plan.players))


def _let_come_and_go(random: Random, players: Sequence[Player], plan: Plan, rounds: int) -> tuple[Player, ...]:
    """Let some join late, and others drop before the last round."""
    changed = list(players)
    some = random.sample(range(len(players)), min(len(players), plan.late + plan.drops))
    for index in some[: plan.late]:
        changed[index] = replace(changed[index], joined=random.randint(2, max(2, rounds - 1)))
    for index in some[plan.late :]:
        changed[index] = replace(changed[index], dropped_after=random.randint(1, max(1, rounds - 1)))
    return tuple(changed)


def _result(
    random: Random,
    format: Format,
    row: Mapping[str, Any],
    players: Sequence[Player],
    strength: Mapping[int, tuple[float, float]],
) -> dict[str, Any]:
    if row["b"] == BYE:
        return dict(row)
    (player_a, deck_a), (player_b, deck_b) = strength[row["a"]], strength[row["b"]]
    seated = {**row, "a": players[row["a"]], "b": players[row["b"]]}
    return {**row, **format.simulation.play(random, seated, player_a - player_b, deck_a - deck_b)}


def _leave_blank(player: Player) -> dict[str, Any]:
    """Return the cells in which nothing is typed where it is as usual."""
    return {"joined": None if player.joined == 1 else player.joined, "publish": None if player.publish else "no"}


def _players_table(players: Sequence[Player], format: Format) -> Table:
    fields = [column.field for column in format.sheets.players.columns]
    rows = []
    for player in players:
        values = {name: getattr(player, name) if name in PLAYER_FIELDS else player[name] for name in fields}
        rows.append(make_table_row(player.row, {**values, **_leave_blank(player)}))
    positions = {name: index for index, name in enumerate(fields)}
    return Table(format.sheets.players, format.sheets.players.name, 1, positions, tuple(rows))


def _workbook(
    file: Path,
    format: Format,
    event: Event,
    played: Sequence[NewRound],
    others: Mapping[str, Sequence[Mapping[str, Any]]],
    plan: Plan,
    way: Way,
) -> bytes:
    settings = {
        "name": event.settings.name,
        "date": plan.date,
        "language": plan.language,
        "format": format.name,
        "rounds": plan.rounds,
        "random_seed": plan.seed if "random_seed" in format.settings else None,
        "pairing": None if plan.pairing == format.methods[0] else plan.pairing,
        **plan.asked,
    }
    players = [row.values for row in event.tables[format.sheets.players.name].rows]
    book = make_blank_workbook(format, players, settings, file.name, others, way)
    if plan.flat:
        names = {player.number: player.name for player in event.players} | {BYE: BYE_NAME}
        rows = [
            {**row, "round": each.number, "a": names[row["a"]], "b": names[row["b"]]}
            for each in played
            for row in each.rows
        ]
        add_input_sheet(book, format.sheets.results, format, rows)
    else:
        for each in played:
            add_round(book, each, event, format)
    return to_bytes(book)
