"""Makes a played event, for trying things out, for benchmarks and for the samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event, Player
from turnabout_sheets.event.progress import scheduled_rounds
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.rulings import ADVANCES
from turnabout_sheets.formats.common import PLAYER_FIELDS, RULINGS_SHEET
from turnabout_sheets.jobs.simulated_oddities import (
    AS_USUAL,
    REMATCHES,
    Oddities,
    choose_oddities,
    count_leaving,
    hide_let_in,
    let_in,
    make_judges_sheets,
    make_matches_odd,
    make_players_odd,
    read_typed,
    type_round,
)
from turnabout_sheets.reading.matches import order_matches
from turnabout_sheets.reading.players import apply_rulings, make_player
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair
from turnabout_sheets.sheets.settings import make_settings
from turnabout_sheets.sheets.table import Table, make_table_row
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ours.blank import BY_COMMAND, Way, add_input_sheet, make_blank_workbook
from turnabout_sheets.workbook.ours.book import to_bytes
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
    odd: Oddities = AS_USUAL


class PlayedEvent(NamedTuple):
    """A simulated event: its rounds as they are written, and the rows of ``others``, the sheets of the format's own."""

    event: Event
    rounds: Sequence[NewRound]
    others: Mapping[str, Sequence[Mapping[str, Any]]]


def add_oddities(plan: Plan, format: Format) -> Plan:
    """Return a plan with some of everything that is not as usual, chosen by its seed; what is asked for stays."""
    random = Random(f"oddities of {plan.seed}")
    leaving = count_leaving(plan.players)
    late, drops, no_shows = (random.randint(0, most) for most in (leaving, leaving, 1 + plan.players // 10))
    asked = {
        option.field: random.choice(option.choices or (False, True))
        for option in format.outline.options
        if random.random() < 0.5
    }
    pairing = plan.pairing or format.methods[0]
    return replace(
        plan,
        late=plan.late or late,
        drops=plan.drops or drops,
        no_shows=plan.no_shows or no_shows,
        asked={**asked, **plan.asked},
        odd=choose_oddities(random, format, pairing, plan.players, plan.odd.settings),
    )


def simulate(file: Path, format: Format, plan: Plan, way: Way = BY_COMMAND) -> None:
    """Write a simulated event to ``file``, which must not exist.

    ``missing`` results of the last round played are left out; ``flat`` puts all rounds on one sheet Results. ``way`` is
    how the organizer reaches the program, for the sheet How to. The same plan gives the same bytes. Raises
    `SimulationError` where a round cannot be paired, `SaveError` where the file cannot be written.
    """
    plan = _let_meet_again(plan)
    played = play_event(format, replace(plan, name=plan.name or file.stem))
    save.write_new(file, _workbook(file, format, played, plan, way))


def _let_meet_again(plan: Plan) -> Plan:
    """Return the plan with rematches allowed where the organizer types the rounds, who draws lots."""
    if plan.pairing != "manual":
        return plan
    return replace(plan, odd=plan.odd._replace(settings={**plan.odd.settings, REMATCHES: "yes"}))


def play_event(format: Format, plan: Plan) -> PlayedEvent:
    """Return a simulated event. Raises `SimulationError` where a round cannot be paired."""
    random, odd = Random(plan.seed), Random(f"odd events of {plan.seed}")
    own = {field: value for field, value in plan.asked.items() if field in format.settings}
    chosen = {field: format.settings[field].kind.read(typed) for field, typed in plan.odd.settings.items()}
    settings = make_settings(
        {
            "name": plan.name,
            "date": plan.date,
            "format": format.name,
            "rounds": plan.rounds,
            "random_seed": plan.seed,
            "pairing": plan.pairing or format.methods[0],
            **own,
            **format.pairing.presets,
            **chosen,
        }
    )
    players = _players(random, plan, format)
    event = Event(settings, players, order_matches((), format))
    rounds = scheduled_rounds(event) if plan.played is None else plan.played
    players = make_players_odd(odd, _let_come_and_go(random, event.players, plan, rounds), plan.odd, rounds)
    judged = make_judges_sheets(odd, players, format, plan.odd, rounds)
    typed = {**format.simulation.needed(event), **judged}
    sheets = {sheet.name: sheet for sheet in format.sheets.others}
    tables = {name: read_typed(sheets[name], rows, players) for name, rows in typed.items()}
    tables[format.sheets.players.name] = _players_table(players, format)
    event = replace(event, players=apply_rulings(players, tables.get(RULINGS_SHEET.name)), tables=tables)
    played: list[NewRound] = []
    strength = {player.number: (random.uniform(-1, 1), random.uniform(-0.4, 0.4)) for player in event.players}
    no_shows = [random.randint(1, max(1, rounds)) for _ in range(plan.no_shows)]
    doubles, drawn = (
        [odd.randint(1, max(1, rounds)) for _ in range(number)] for number in (plan.odd.double_no_shows, plan.odd.drawn)
    )
    while upcoming := _upcoming_rounds(results := compute(format.scoring.settle(event), format), plan):
        for number in upcoming:
            new = _pair(odd, results, number)
            if plan.played is None or number <= plan.played:
                rows = [_result(random, format, row, event.players, strength) for row in new.rows]
                seated = [row for row in rows if row["b"] != BYE]
                for row in random.sample(seated, min(no_shows.count(number), len(seated))):
                    row.update({**dict.fromkeys(format.entry.fields), **format.simulation.no_show(random)})
                make_matches_odd(odd, format, rows, doubles.count(number), drawn.count(number))
                for row in random.sample(seated, min(plan.missing, len(seated)) if number == rounds else 0):
                    row.update(dict.fromkeys(format.entry.fields))
                new = _decide_drawn(random, event, format, replace(new, rows=tuple(rows)))
            event = append_round(event, new)
            played.append(new)
    return PlayedEvent(event, played, {**format.simulation.others(random, event), **typed})


def _pair(random: Random, results: Results, number: int) -> NewRound:
    """Pair a round, and let those in who come then; draw it where the organizer types the rounds."""
    event, format = results.event, results.format
    if event.settings.pairing == "manual":
        return type_round(random, event, format, number)
    if any(number in player.let_in for player in event.players):
        results = compute(hide_let_in(event, number), format)
    new, problems = pair(results, number)
    if new is None:
        raise SimulationError(f"{problems[0].message} {problems[0].hint}")
    return let_in(event, add_notes(results, new))


def _upcoming_rounds(results: Results, plan: Plan) -> Sequence[int]:
    """Return the rounds to be paired now: all that are due if they are paired at once, else the next to be played."""
    event = results.event
    if event.settings.pairing == "manual":
        return range(event.last_round + 1, results.scheduled + 1 if plan.played is None else plan.played + 1)
    numbers = due_rounds(results)
    if event.settings.method.at_once or plan.played is None:
        return numbers
    return [number for number in numbers if number <= plan.played]


def _decide_drawn(random: Random, event: Event, format: Format, new: NewRound) -> NewRound:
    """Say who goes on from the drawn matches of an elimination event."""
    if not event.settings.method.by_bracket:
        return new
    drawn = {match.row - 2 for match in compute(format.scoring.settle(append_round(event, new)), format).undecided}
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
    joined, publish = None if player.joined == 1 else player.joined, None if player.publish else "no"
    return {"joined": joined, "publish": publish, "here": "x" if player.here else None}


def _players_table(players: Sequence[Player], format: Format) -> Table:
    fields = [column.field for column in format.sheets.players.columns]
    rows = []
    for player in players:
        values = {name: getattr(player, name) if name in PLAYER_FIELDS else player[name] for name in fields}
        rows.append(make_table_row(player.row, {**values, **_leave_blank(player)}))
    positions = {name: index for index, name in enumerate(fields)}
    return Table(format.sheets.players, format.sheets.players.name, 1, positions, tuple(rows))


def _workbook(file: Path, format: Format, simulated: PlayedEvent, plan: Plan, way: Way) -> bytes:
    event, played, others = simulated
    settings = {
        "name": event.settings.name,
        "date": plan.date,
        "language": plan.language,
        "format": format.name,
        "rounds": plan.rounds,
        "random_seed": plan.seed if "random_seed" in format.settings else None,
        "pairing": None if plan.pairing == format.methods[0] else plan.pairing,
        **plan.asked,
        **plan.odd.settings,
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
