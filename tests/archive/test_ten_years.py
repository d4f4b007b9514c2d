"""Ten years of three organizers, every figure beside one worked out by hand, in a file and in PostgreSQL."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.archive.decade.by_hand import finish, keep_names, list_awards, rate
from tests.archive.decade.files import write_folders
from tests.archive.decade.story import Told, play
from tests.archive.decade.table import ALL, DANUBE, EVENTS, NOW, PEOPLE, ROSE
from tests.archive.postgresql import new_database
from tests.dose import dose

pytestmark = [pytest.mark.slow, pytest.mark.soak]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folders(tmp_path_factory.mktemp("ten_years") / "folders")


@pytest.fixture(scope="module")
def in_a_file(files: Path, tmp_path_factory: pytest.TempPathFactory) -> Told:
    folder = tmp_path_factory.mktemp("file")
    return play(str(folder / "archive.sqlite"), files, folder)


@pytest.fixture(scope="module")
def in_postgresql(postgresql: str, files: Path, tmp_path_factory: pytest.TempPathFactory) -> Told:
    return play(new_database(postgresql), files, tmp_path_factory.mktemp("postgresql"))


IN_POSTGRESQL = pytest.param("in_postgresql", marks=pytest.mark.postgresql)


@pytest.fixture(params=["in_a_file", *dose([], [IN_POSTGRESQL])])
def told(request: pytest.FixtureRequest) -> Told:
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


def test_every_figure_is_the_one_by_hand(told: Told, in_a_file: Told) -> None:
    """Rules 1.7, 1.12; archive 4.1 to 4.8, 5.2, 5.6 to 5.8, 6.2 to 6.4, 7.1, 8.1, 10.1, 10.2, 10.6.

    Both databases hold the same.
    """
    assert [each for each in told.figures if each.found != each.by_hand] == []
    assert len(told.figures) > dose(10_000, 50_000)
    assert nameless(told) == nameless(in_a_file)
    assert told.tables == in_a_file.tables


def nameless(told: Told) -> list[str]:
    """Return all figures; who was forgotten has another name in each archive, drawn by lot."""
    return sorted(str(each).replace(told.player, "Somebody") for each in told.figures)


def test_who_reads_the_table_can_follow_it() -> None:
    """What is typed here was worked out on paper, from the tables of events and games and rules 1.7.3."""
    assert (len(ALL), len(PEOPLE)) == (60, 40)
    winter, kupa = ALL[0], next(each for each in ALL if each.detail == "seven")
    assert [(line.code, line.position, str(line.award)) for line in finish(winter)] == [
        ("Al", 1, "20"),  # (3 + 1) × 5, the first of eight
        ("Da", 2, "14"),  # (2½ + 1) × 4
        ("Gu", 3, "9"),  # (2 + 1) × 3, and Ti shares the place
        ("Ti", 3, "9"),
        ("No", 5, "4"),  # (1 + 1) × 2
        ("L2", 6, "4"),
        ("Cy", 7, "1"),  # ½ × 2: left before the last round
        ("Fi", 8, "2"),  # (0 + 1) × 2
    ]
    # a–b: A has 10 + 2 = 12 of game 2 only, B 10 + 14 = 24 of game 1: 12 apart are 19 : 11.
    assert [(line.code, line.points) for line in finish(kupa)][:3] == [("Pe", 51), ("To", 46), ("Ju", 46)]


def test_the_late_correction_changes_the_season() -> None:
    """Rules 1.12.2: the six highest of eight, with Eddie Porter third, and with him second in one event more."""
    before, after = (rate(list_awards(keep_names(), events), *ROSE) for events in (EVENTS, NOW))
    assert [table_of(each)[:4] for each in (before, after)] == [
        [(1, "Cyril Hunt", "105"), (2, "Núñez José", "197/2"), (3, "Eddie Porter", "179/2"), (4, "Tom Reed", "137/2")],
        [(1, "Cyril Hunt", "105"), (2, "Eddie Porter", "189/2"), (3, "Núñez José", "187/2"), (4, "Tom Reed", "137/2")],
    ]
    assert before["Eddie Porter", ""].counting != after["Eddie Porter", ""].counting
    danube = rate(list_awards(keep_names()), *DANUBE)
    assert all(len(each.counting) == min(6, each.events) for each in danube.values())
    assert max(each.events for each in danube.values()) == 8


def table_of(standings: Any) -> list[tuple[int, str, str]]:
    return sorted((each.rank, who[0], str(Fraction(each.rating))) for who, each in standings.items())
