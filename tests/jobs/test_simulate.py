"""Simulated events: what may happen at a table happens in them, and the program takes each for what it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import whole_events
from tests.support.commands import turnabout
from turnabout_sheets.archive.from_results import find_obstacles
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.simulate import Plan, add_oddities, simulate
from turnabout_sheets.jobs.simulated_oddities import Oddities

PAIRED = [(outline.name, method) for outline in FORMATS.values() for method in outline.settings["pairing"].kind.choices]
"""Each format with each method of pairing."""


def read(file: Path) -> Results:
    outcome = check(file)
    assert not has_errors(outcome.problems), [str(problem) for problem in outcome.problems]
    assert outcome.results is not None
    return outcome.results


@pytest.mark.parametrize(("name", "pairing"), PAIRED)
@given(seed=st.integers(0, 10**9))
@whole_events(2)
def test_an_odd_event_has_no_errors_and_can_be_archived(
    tmp_path_factory: pytest.TempPathFactory, name: str, pairing: str, seed: int
) -> None:
    format = load(FORMATS[name])
    random = Random(seed)
    every_table_once = pairing == "movement"
    plan = Plan(
        players=random.randint(5 if every_table_once else 2, 20), rounds=None if every_table_once else 3,
        date="2026-05-31", seed=f"{seed}", pairing=pairing, flat=random.random() < 0.2,
    )  # fmt: skip
    file = tmp_path_factory.mktemp("odd") / "event.xlsx"
    simulate(file, format, add_oddities(plan, format))
    assert find_obstacles(read(file), provisional=False) == []


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("players", [5, 12])
def test_an_event_whose_rounds_are_typed_has_no_errors_either(tmp_path: Path, name: str, players: int) -> None:
    file = tmp_path / "event.xlsx"
    turnabout("simulate", file, "--format", name, "--pairing", "manual", "--players", players)
    couples = [frozenset(match.pair) for match in read(file).event.rows if match.b != BYE]
    assert len(couples) > len({*couples}), "lots are drawn, and some meet again"


def count_rulings(results: Results, *kinds: str) -> int:
    return sum(row["kind"] in kinds for row in results.event.tables["Rulings"].rows)


HAPPENS: dict[str, Callable[[Results], int]] = {
    "let_in": lambda results: sum(player.let_in != () for player in results.event.players),
    "away": lambda results: sum(player.away != () for player in results.event.players),
    "asked_byes": lambda results: sum(player.byes != () for player in results.event.players),
    "disqualified": lambda results: sum(player.disqualified is not None for player in results.event.players),
    "rulings": lambda results: count_rulings(results, "warning", "game forfeit", "match forfeit"),
    "adjusted": lambda results: len(results.event.tables["Adjustments"].rows),
    "double_no_shows": lambda results: sum(match.ruling == "Both no-show" for match in results.event.rows),
    "drawn": lambda results: sum(match["winner_1"] == match["winner_2"] == "Draw" for match in results.event.rows),
    "fixed_tables": lambda results: sum(player.fixed_table is not None for player in results.event.players),
    "groups": lambda results: len({player.group for player in results.event.players}),
}
"""How often something has happened in an event, by field of what it is asked for with."""


def test_what_is_asked_for_happens(tmp_path: Path) -> None:
    file = tmp_path / "event.xlsx"
    wanted = dict.fromkeys(HAPPENS, 2)
    simulate(file, TURNABOUT, Plan(players=24, rounds=4, seed="six", odd=Oddities(**wanted)))
    results = read(file)
    assert {field: count(results) for field, count in HAPPENS.items()} == wanted
    assert {*wanted} == {*Oddities._fields} - {"settings"}


def test_who_is_let_in_takes_the_place_of_a_bye_if_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "event.xlsx"
    simulate(file, TURNABOUT, Plan(players=12, rounds=3, odd=Oddities(let_in=1)))
    event = read(file).event
    late = next(player for player in event.players if player.let_in)
    row = next(row for row in event.rounds[late.joined] if late.number in row.pair)
    assert row.b == late.number
    assert BYE in {match.b for match in event.as_paired(late.joined)}


def test_some_decks_have_options_of_the_organizers_own(tmp_path: Path) -> None:
    file = tmp_path / "event.xlsx"
    turnabout("simulate", file, "--players", 16, "--own-options")
    event = read(file).event
    own = {row["name"] for row in event.tables["Scoring options"].rows}
    assert own & {player["option"] for player in event.players}
    assert own & {match["option_a"] for match in event.rows}


def test_sessions_let_two_meet_again(tmp_path: Path) -> None:
    file = tmp_path / "event.xlsx"
    turnabout("simulate", file, "--players", 4, "--rounds", 6, "--session", 2)
    event = read(file).event
    assert event.settings.rounds_per_session == (2,)
    couples = [{frozenset(match.pair) for match in event.rounds[number]} for number in range(1, 7)]
    assert not any(couples[first] & couples[first + 1] for first in (0, 2, 4))
    assert len(set().union(*couples)) == 6


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--format", "Netrunner", "--session", 2), "--session: Netrunner has no setting Rounds per session."),
        (("--format", "Netrunner", "--own-options"), "--own-options: Netrunner has no scoring options."),
    ],
)
def test_what_a_format_does_not_have_cannot_be_asked_for(
    tmp_path: Path, options: tuple[str | int, ...], said: str
) -> None:
    told = turnabout("simulate", tmp_path / "event.xlsx", *options)
    assert (told.exit_code, said in told.output) == (2, True)


def test_the_same_seed_makes_the_same_odd_event_and_what_is_asked_for_stays() -> None:
    format = load(FORMATS["Turnabout"])
    plan = Plan(players=40, late=7, seed="x", asked={"own_options": True})
    odd = add_oddities(plan, format)
    assert odd == add_oddities(plan, format)
    assert odd != add_oddities(replace(plan, seed="y"), format)
    assert (odd.late, odd.asked["own_options"]) == (7, True)
