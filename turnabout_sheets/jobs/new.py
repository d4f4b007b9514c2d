"""Makes a workbook: for a new event, with players from a list, or of a played one, to try things out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.file_names import is_impossible
from turnabout_sheets.core.problems import Problem, SaidError, has_errors, say_name
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.progress import scheduled_rounds
from turnabout_sheets.event.results import compute
from turnabout_sheets.event.rulings import ADVANCES, PRESENT
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.outcome import RefusedError
from turnabout_sheets.reading.event import read_event
from turnabout_sheets.reading.player_list import PlayerList, choose_playing, read_player_list
from turnabout_sheets.rounds.new_round import NewRound, append_round
from turnabout_sheets.rounds.next_rounds import add_notes, due_rounds, pair
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.book import NewBook, to_bytes
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ooxml.sheet_reader import read_sheets
from turnabout_sheets.workbook.ours.blank import BY_COMMAND, Way, make_blank_workbook
from turnabout_sheets.workbook.ours.round_sheet import add_round

if TYPE_CHECKING:
    from turnabout_sheets.archive.ratings import Seed


Seeding = Callable[[Sequence[tuple[str, str]]], "Sequence[Seed]"]
"""Gives the seeds of players, who are named by name and Player ID."""


def make_new_workbook(
    file: Path,
    format_name: str,
    players: Path | PlayerList | None,
    name: str | None,
    *,
    day: str | None = None,
    language: str | None = None,
    seeding: Seeding | None = None,
    way: Way = BY_COMMAND,
    playing: Collection[str] = (),
) -> tuple[list[Problem], list[str]]:
    """Write a ready workbook to ``file``, which must not exist; ``playing`` is what a list says of those who play.

    Returns the errors of the list, with which nothing is written, and what there is to say. Raises a `SaidError`.
    """
    format, rows, remarks = choose_format(format_name), list[Mapping[str, Any]](), list[str]()
    _require_name(file)
    if isinstance(players, Path):
        listed = read_player_list(read_list_sheets(players), format.players, players.name)
        players = choose_playing(listed, playing, players.name)
    if players is not None:
        if has_errors(players.problems):
            return list(players.problems), []
        rows, remarks = [*players.rows.values()], players.remarks
    if seeding is not None:
        seeds = seeding([(row["name"] or "", row["player_id"] or "") for row in rows])
        known = sum(seed.rating is not None for seed in seeds)
        remarks.append(f"{known} of {len(rows)} players have a rating in the archive.")
        remarks += [seed.remark for seed in seeds if seed.remark]
        both = zip(rows, seeds, strict=True)
        rows = [{**row, "rating": seed.rating if row["rating"] is None else row["rating"]} for row, seed in both]
    settings = {"name": name or file.stem, "format": format.name, "date": day, "language": language}
    book = make_blank_workbook(format, rows, settings, file.name, way=way)
    save.write_new(file, to_bytes(book))
    return [], remarks


def _require_name(file: Path) -> None:
    """Raise `SaidError` unless a workbook can have this name, here and on other computers."""
    save.require_ending(file, ".xlsx", "an Excel workbook")
    if is_impossible(file.name):
        raise SaidError(say_name(file.name))


def choose_format(name: str) -> Format:
    """Return the only format whose name is ``name`` or begins with it: "duplicate", "net"; raises `SaidError`."""
    begun = [known for known in FORMATS if key(name) and key(known).startswith(key(name))]
    if len(begun) != 1:
        names = join_words(tuple(FORMATS))
        raise SaidError(f'The format is "{name}"; expected {names}. Choose one with --format.')
    return load(begun[0])


Rows = list[dict[str, Any]]
ODD_SETTINGS = ("first_round", "keep_apart", "bye_counts_as_win", "pairing_number", "ante_prizes", "deck_choice")


@dataclass(frozen=True, slots=True)
class Plan:
    """What the event is like. ``settings`` are typed values by field; ``odd`` adds some of all that can happen."""

    players: int = 24
    rounds: int | None = None  # None: as many as it needs
    played: int | None = None  # None: all of them
    seed: str = "1"
    odd: bool = False
    missing: int = 0  # results of the last round played that are still to be reported
    late: int = 0
    drops: int = 0
    no_shows: int = 0
    teams: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)


def simulate(file: Path, format: Format, plan: Plan, way: Way = BY_COMMAND) -> None:
    """Write a simulated event to ``file``, which must not exist; the same plan gives the same bytes."""
    _require_name(file)
    random, odd = Random(plan.seed), Random(f"odd events of {plan.seed}")
    settings = {"name": file.stem, "format": format.name, "rounds": plan.rounds, "random_seed": plan.seed}
    if plan.odd:  # in a small field some of whom have left, there may be no pairing without a rematch
        chosen = [name for name in ODD_SETTINGS if name in format.settings and odd.random() < 0.5]
        settings |= {name: odd.choice(format.settings[name].kind.choices or "12") for name in chosen}
        settings["allow_rematches"] = "yes"
    settings |= plan.settings
    players, others = _register(random, format, plan), dict[str, Rows]()

    def write_and_read() -> tuple[NewBook, Event]:
        book = make_blank_workbook(format, players, settings, file.name, others, way)
        package = Package(to_bytes(book))
        event, _, problems = read_event([*read_sheets(package, package.sheets).values()], "")
        assert event is not None, problems
        return book, event

    rounds = scheduled_rounds(write_and_read()[1]) if plan.played is None else plan.played
    for index, player in enumerate(random.sample(players, min(len(players), plan.late + plan.drops))):
        typed, first = ("joined", 2) if index < plan.late else ("dropped_after", 1)
        player[typed] = random.randint(first, max(first, rounds - 1))
    if plan.odd and rounds > 1:
        others |= _add_oddities(odd, format, players, rounds)
    _, event = write_and_read()
    strength = [(random.uniform(-1, 1), random.uniform(-0.4, 0.4)) for _ in event.players]
    no_shows = [random.randint(1, max(1, rounds)) for _ in range(plan.no_shows)]
    played: list[NewRound] = []
    while due := due_rounds(results := compute(format.settle(event), format)):
        if plan.played is not None and due[0] > plan.played and not event.settings.method.at_once:
            break
        for number in due:
            new, problems = pair(results, number)
            if new is None:
                raise RefusedError(f"{problems[0].message} {problems[0].hint}", ExitCode.NO_PAIRING)
            new = add_notes(results, new)
            seated = [row for row in new.rows if row["b"] != BYE and (plan.played is None or number <= rounds)]
            for row in seated:
                (player_a, deck_a), (player_b, deck_b) = strength[row["a"]], strength[row["b"]]
                known = {**row, "a": event.players[row["a"]], "b": event.players[row["b"]]}
                row |= format.play(random, known, player_a - player_b, deck_a - deck_b)
            blank = dict.fromkeys(format.entry_fields)
            for row in random.sample(seated, min(no_shows.count(number), len(seated))):
                row |= {**blank, "ruling": random.choice(tuple(PRESENT)[:2])}
            for row in odd.sample(seated, 1) if plan.odd and seated and odd.random() < 0.3 else ():
                row |= {**blank, "ruling": odd.choice(tuple(PRESENT))}
            for row in random.sample(seated, min(plan.missing, len(seated))) if number == rounds else ():
                row |= blank
            if event.settings.method.by_bracket:
                for match in compute(format.settle(append_round(event, new)), format).undecided:
                    new.rows[match.row - 2]["ruling"] = random.choice(tuple(ADVANCES))
            event = append_round(event, new)
            played.append(new)
    others |= format.fill_sheets(random, event)
    book, _ = write_and_read()
    for each in played:
        add_round(book, each, event, format)
    save.write_new(file, to_bytes(book))


def _register(random: Random, format: Format, plan: Plan) -> Rows:
    text = files("turnabout_sheets.jobs").joinpath("simulated_names.txt").read_text("utf-8")
    names = [" ".join(each) for each in product(*(paragraph.split() for paragraph in text.split("\n\n")))]
    random.shuffle(names)
    names += [f"{name} {again}" for again in range(2, 2 + 2 * plan.players // len(names)) for name in names]
    rows = [
        {"name": name, "rating": random.randint(0, 60), **format.register(random)} for name in names[: plan.players]
    ]
    for row, mate in zip(rows, names[plan.players :] if plan.teams else (), strict=False):
        row |= dict.fromkeys(format.teammates, mate)
    return rows


def _add_oddities(odd: Random, format: Format, players: Rows, rounds: int) -> dict[str, Rows]:
    """Let players come, go and ask for something; return the rows of the head judge's sheets."""
    usual, made = odd.sample(players, len(players)), dict[str, Rows]()
    some = min(1 + len(usual) // 10, max(0, len(usual) - 4) // 4)
    for index, player in enumerate(usual[: 4 * some]):
        player[("joined", "dropped_after", "away", "byes")[index % 4]] = odd.randint(1, 2)
    for player in players:
        player["group"] = f"Club {odd.choice('ABCD')}"
    odd.choice(players)["fixed_table"] = odd.randint(1, len(players) // 2)
    for sheet in format.others:
        judged = [{"player": player["name"], "round": odd.randint(1, rounds)} for player in usual[4 * some :][:some]]
        if sheet.name == "Rulings":
            kinds = [kind for kind in sheet.column("kind").kind.choices if "game" not in kind]
            made["Rulings"] = [{**row, "kind": odd.choice(kinds)} for row in judged]
        elif sheet.name == "Adjustments":
            made["Adjustments"] = [{**row, "points": odd.choice((-5, -1, 2)), "reason": "Judge"} for row in judged]
    return made
