"""Simulated events: what may happen at a table happens in them, and the program takes each for what it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import by_day, whole_events
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.archive.from_results import find_obstacles
from turnabout_sheets.core.problems import has_errors
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.formats import FORMATS, load, load_all
from turnabout_sheets.jobs.check import check

DATE = ("--date", "2026-05-31")
PAIRED = [
    (format.name, method)
    for format in load_all()
    for method in format.settings["pairing"].kind.choices
    if method != "manual"
]
"""Each format with each method by which the program pairs."""


def read(file: Path) -> Results:
    outcome = check(file)
    assert not has_errors(outcome.problems), [str(problem) for problem in outcome.problems]
    assert outcome.results is not None
    return outcome.results


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "pairing"), PAIRED)
@given(seed=st.integers(0, 10**9))
@whole_events(2)
def test_an_odd_event_has_no_errors_and_can_be_archived(
    tmp_path_factory: pytest.TempPathFactory, name: str, pairing: str, seed: int
) -> None:
    random = Random(seed)
    players = random.randint(5 if pairing == "movement" else 2, 20)
    how = ("--format", name, "--players", players, *DATE, "--seed", seed, "--pairing", pairing)
    rounds = () if pairing == "movement" else ("--rounds", 3)
    flat = ("--flat",) * (random.random() < 0.2)
    file = simulated(tmp_path_factory.mktemp("odd") / "event.xlsx", *how, *rounds, *flat, "--odd")
    assert find_obstacles(read(file), provisional=False) == []


def is_ruled(*rulings: str) -> Callable[[Results], bool]:
    return lambda results: any(match.ruling in rulings for match in results.event.rows)


ODDITIES: Mapping[str, Callable[[Results], bool]] = {
    "late": lambda results: any(player.joined > 1 for player in results.event.players),
    "drops": lambda results: any(player.dropped_after is not None for player in results.event.players),
    "no-shows": is_ruled("A no-show", "B no-show"),
    "double no-shows": is_ruled("Both no-show"),
    "away": lambda results: any(player.away for player in results.event.players),
    "asked byes": lambda results: any(player.byes for player in results.event.players),
    "rulings": lambda results: bool(results.event.tables["Rulings"].rows),
    "adjustments": lambda results: bool(results.event.tables["Adjustments"].rows),
    "fixed tables": lambda results: any(player.fixed_table for player in results.event.players),
    "groups": lambda results: len({player.group for player in results.event.players}) > 1,
}
OF_A_METHOD: Mapping[str, Mapping[str, Callable[[Results], bool]]] = {
    "single elimination": {"somebody goes on": lambda results: any(match.advances for match in results.event.rows)},
    "double elimination": {"who is unbeaten waits for the final": is_ruled(WAITS)},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", by_day("Turnabout", of=FORMATS))
def test_some_of_the_odd_events_have_each(name: str, tmp_path: Path) -> None:
    """Up to forty events, by all methods in turn, from one on that soon have all; each can be archived."""
    methods = [method for method in load(name).methods if method != "manual"]
    columns = {column.field for column in load(name).players.columns}
    missing = {each for each in ODDITIES if each != "fixed tables" or "fixed_table" in columns}
    missing -= {"groups"} if "group" not in columns else set()
    missing -= {"asked byes"} if "byes" not in columns else set()
    missing |= {what for method in methods for what in OF_A_METHOD.get(method, {})}
    first = {"Turnabout": 9, "Duplicate Magic": 8, "Netrunner": 5}[name]
    for seed in range(first, first + 40):
        if not missing:
            break
        method = methods[seed % len(methods)]
        how = ("--format", name, "--players", 8 + seed % 9, "--pairing", method, "--seed", seed, "--odd", *DATE)
        results = read(simulated(tmp_path / f"{seed}.xlsx", *how))
        assert find_obstacles(results, provisional=False) == []
        missing -= {what for what, has in {**ODDITIES, **OF_A_METHOD.get(method, {})}.items() if has(results)}
    assert missing == set()


def test_sessions_let_two_meet_again(tmp_path: Path) -> None:
    file = simulated(tmp_path / "event.xlsx", "--players", 4, "--rounds", 6, "--rounds-per-session", "2")
    event = read(file).event
    assert event.settings.rounds_per_session == (2,)
    couples = [{frozenset(match.pair) for match in event.rounds[number]} for number in range(1, 7)]
    assert not any(couples[first] & couples[first + 1] for first in (0, 2, 4))
    assert len(set().union(*couples)) == 6


def test_the_command_makes_the_same_event_again(tmp_path: Path) -> None:
    files = [tmp_path / name / "event.xlsx" for name in ("one", "two", "other")]
    for file, seed in zip(files, "xxy", strict=True):
        file.parent.mkdir()
        how = ("--format", "net", "--players", 9, "--rounds", 3, "--played", 2, "--odd", "--seed", seed)
        assert turnabout("simulate", file, *how).exit_code == 0
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()
    assert read(files[0]).event.last_round == 2
