"""The rating list of a season: from a day on, the highest awards of each, some events; by hand, and counted anew."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.archive.changed_archives import EVENTS_THERE, fill
from tests.archive.making import add, event, read_tables
from tests.archive.postgresql import IN_A_FILE
from tests.dose import dose
from tests.prints.archive_pages import make_archive_pages, pages, rows
from tests.prints.duplicates import text
from turnabout_sheets.archive.queries import load_history
from turnabout_sheets.archive.rows import History, Season
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.sheets.settings import LANGUAGES

KINDS = IN_A_FILE

pytestmark = pytest.mark.slow

# --- counted anew, from the tables, with every choice of awards ---


def count_anew(
    tables: Mapping[str, Any], first: str, last: str, best: int | None, texts: tuple[str, ...]
) -> dict[int, Fraction]:
    """Return the ratings by person: the most that any choice of so many awards comes to."""
    there = {
        each["event"]
        for each in tables["events"]
        if first <= each["date"] <= last and (not texts or any(said.lower() in each["name"].lower() for said in texts))
    }
    awards: dict[int, list[Fraction]] = defaultdict(list)
    for each in tables["entries"]:
        if each["event"] in there and each["award_halves"] is not None:
            awards[each["person"]].append(Fraction(each["award_halves"], 2))
    return {
        person: max(sum(each, Fraction(0)) for each in combinations(those, min(best or len(those), len(those))))
        for person, those in awards.items()
    }


@pytest.mark.soak
def test_any_season_of_any_archive_is_as_counted_anew(empty_file: Path, tmp_path: Path) -> None:
    """Rules 1.12.10 and 1.12.11."""
    compared = 0
    for seed in range(dose(4, 400)):
        draw = Random(seed)
        archive = open_archive(str(shutil.copy(empty_file, tmp_path / f"{seed}.sqlite")))
        fill(archive, draw)
        tables = read_tables(archive)
        names = {each["name"] for each in tables["events"]}
        for _ in range(6):
            first, last = sorted(f"20{draw.randint(20, 24)}-{draw.randint(1, 12):02}-15" for _ in range(2))
            known = [each[: draw.randint(1, 4)] for each in EVENTS_THERE if each in names]
            texts = tuple(draw.sample(known, min(len(known), draw.randint(0, 2))))
            season = Season(draw.choice((first, "")), draw.choice((None, 1, 2, 3)), texts)
            with archive.reading() as connection:
                history = load_history(connection, last, season=season)
            expected = count_anew(tables, season.first, last, season.best, season.named)
            assert {row.person: row.rating for row in history.ratings.rows} == expected
            counted: dict[int, list[Fraction]] = defaultdict(list)
            for row in filter(history.ratings.counts, history.awards):
                counted[row.person].append(row.award or Fraction(0))
            assert {person: sum(those) for person, those in counted.items()} == expected
            assert all(len(those) <= (season.best or 99) for those in counted.values())
            compared += len(expected)
    assert compared > 50


@pytest.fixture
def place(place: str) -> str:
    """An archive in which Ada has 16, 16, 16 and 9, two of the first three on one day."""
    archive = open_archive(place, create=True)
    others = ("Ben", "Cleo", "Dan")
    add(
        archive,
        event("Cup B", "2024-02-01", "Ada", *others),
        event("Cup C", "2024-02-01", "Ada", *others[:2], "Eve"),
        event("Cup A", "2024-03-01", "Ben", "Ada", *others[1:]),
        event("League", "2024-01-01", "Ada", *others),
    )
    return place


# --- what the pages say of it ---


def read_about(history: History, language: str = "en") -> str:
    """Return what the rating list says of itself, without the signs that keep lines and names together."""
    about = text(pages(history, language)["index.html"].xpath("//p")[0])
    return about.translate({0xA0: " ", 0x2068: None, 0x2069: None})


def test_the_pages_say_what_the_season_is_and_have_what_does_not_count_in_brackets(place: str) -> None:
    """Archive 4.7."""
    with open_archive(place).reading() as connection:
        history = load_history(connection, "2024-12-31", season=Season("2024-01-01", 2, ("cup", "league")))
    found = pages(history)
    about = read_about(history)
    assert about.startswith(
        "As of December 31, 2024. Events since January 1, 2024 count. Only events with this in their name count: cup, "
        "league. Each player’s 2 highest awards count; others are in brackets. Everyone with a rated event"
    )
    assert [(row[1], *row[5:]) for row in rows(found["player-1.html"])] == [
        ("Cup A Not among the 2 highest awards", "(3 × (2 + 1) = 9)", ""),
        ("Cup C Not among the 2 highest awards", "(4 × (3 + 1) = 16)", ""),
        ("Cup B", "4 × (3 + 1) = 16", "32"),
        ("League", "4 × (3 + 1) = 16", "16"),
    ]
    assert [(row[1], row[4]) for row in rows(found["event-2.html"])][::3] == [
        ("Ada", "(4 × (3 + 1) = 16)"),
        ("Eve", "1 × (0 + 1) = 1"),
    ]


def test_without_a_season_the_pages_are_what_they_were(place: str) -> None:
    with open_archive(place).reading() as connection:
        plain, whole = (load_history(connection, "2024-12-31", season=each) for each in (Season(), Season(best=99)))
    found = make_archive_pages(plain), make_archive_pages(whole)
    assert [file for file, page in found[0].items() if found[1][file] != page] == ["index.html"]


@pytest.mark.parametrize("language", LANGUAGES.values())
@pytest.mark.parametrize("kind", ["sqlite"])  # what is read is the same in every language
def test_the_pages_name_a_season_in_every_language(language: str, place: str) -> None:
    with open_archive(place).reading() as connection:
        history = load_history(connection, "2024-12-31", season=Season("2024-01-01", 1, ("league", "cup")))
    about = read_about(history, language)
    assert "league, cup" in about
    assert about.count(".") >= 5
