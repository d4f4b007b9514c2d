"""The rating list of a season: from a day on, the highest awards of each, some events; by hand, and counted anew."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.archive.changed_archives import EVENTS_THERE, fill
from tests.archive.importing import import_files
from tests.archive.making import add, event, read_tables, turnabout
from tests.archive.shared import HISTORY
from tests.dose import dose
from tests.prints.archive_pages import make_archive_pages, pages, rows
from tests.prints.duplicates import text
from turnabout_sheets.archive.queries import load_history
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.event.history import History, Season
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.ours.ratings_workbook import make_ratings_workbook


@pytest.fixture
def ten_events(archive: Archive) -> Archive:
    import_files(archive, HISTORY)
    return archive


def listed(archive: Archive, as_of: str, season: Season, fewest: int = 1) -> list[tuple[int, str, str]]:
    with archive.reading() as connection:
        found = make_rating_list(connection, as_of, fewest=fewest, season=season)
    return [(row.rank, row.name, str(row.rating)) for row in found.rows]


# --- by hand: the awards of the ten events stand in test_history.py ---


def test_only_the_highest_awards_of_each_count(ten_events: Archive) -> None:
    """Rules 1.12.10."""
    assert listed(ten_events, "2025-12-31", Season(best=2)) == [
        (1, "Ben Okoro", "50"),
        (2, "Cleo Vance", "36"),
        (3, "Eva Lind", "34"),
        (4, "Ada Marsh", "26"),
        (5, "Dan Ruiz", "24"),
        (6, "Hal Moss", "15"),
        (7, "Gus Hale", "14"),
        (8, "Finn Aro", "7"),
        (9, "Eva Lindh", "4"),
    ]
    assert listed(ten_events, "2025-12-31", Season(best=1), fewest=7) == [(1, "Ada Marsh", "14")]


def test_events_wins_and_what_was_gained_are_of_the_whole_season(ten_events: Archive) -> None:
    """Rules 1.12.10: in the last event Ada came to 6 and Gus to 10, who had 4, 3 and 2."""
    with ten_events.reading() as connection:
        found = make_rating_list(connection, "2025-12-31", season=Season(best=2)).rows
    told = {row.name: " ".join(map(str, (row.events, row.wins, row.gained, row.climbed))) for row in found}
    assert told["Ada Marsh"] == "7 11 0 0"
    assert told["Gus Hale"] == "4 4 7 0"
    assert told["Finn Aro"] == "4 2 1 0"


def test_a_season_begins_and_ends_on_days_that_both_count(ten_events: Archive) -> None:
    """Rules 1.12.11; archive 4.7."""
    two = [(1, "Ben Okoro", "36"), (2, "Ada Marsh", "23"), (3, "Cleo Vance", "20"), (4, "Eva Lind", "14")]
    assert listed(ten_events, "2024-09-21", Season("2024-05-18"))[:4] == two
    assert listed(ten_events, "2024-09-20", Season("2024-05-19")) == []


def test_a_season_is_of_the_events_whose_names_have_one_of_the_texts(ten_events: Archive) -> None:
    """Rules 1.12.11: Autumn Open, and Opening and Advent for who was in them."""
    assert listed(ten_events, "2025-12-31", Season(named=("autumn  OPEN",)))[:2] == [
        (1, "Ben Okoro", "30"),
        (2, "Cleo Vance", "20"),
    ]
    assert listed(ten_events, "2025-12-31", Season(best=1, named=("open", "Advent")))[:3] == [
        (1, "Ben Okoro", "30"),
        (2, "Cleo Vance", "20"),
        (3, "Ada Marsh", "12"),
    ]
    assert listed(ten_events, "2025-12-31", Season(named=("Corporate",))) == []


# --- counted anew, from the tables, with every choice of awards ---


def count_anew(
    tables: Mapping[str, Any], first: str, last: str, best: int | None, texts: tuple[str, ...]
) -> dict[int, Fraction]:
    """Return the ratings by person: the most that any choice of so many awards comes to."""
    everywhere = {
        each["player"]: each["main"] for each in tables["links"] if (each["ended"], each["event"]) == (None, None)
    }
    in_event = {(each["player"], each["event"]): each["main"] for each in tables["links"] if each["ended"] is None}
    there = {
        each["version"]: each["event"]
        for each in tables["events"]
        if each["ended"] is None
        and first <= each["date"] <= last
        and (not texts or any(said.lower() in each["name"].lower() for said in texts))
    }
    awards: dict[int, list[Fraction]] = defaultdict(list)
    for each in tables["entries"]:
        if each["version"] in there and each["award_halves"] is not None:
            player = in_event.get((each["player"], there[each["version"]]), each["player"])
            awards[everywhere.get(player, player)].append(Fraction(each["award_halves"], 2))
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
        names = {each["name"] for each in tables["events"] if each["ended"] is None}
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


# --- which of equal awards count ---


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


def test_of_equal_awards_those_of_the_earlier_events_count_and_why_says_so(place: str) -> None:
    """Rules 1.12.10; archive 4.7."""
    asked = "why Ada --as-of 2024-12-31 --from 2024-01-01 --best 2".split()
    told = turnabout(*asked, "--archive", place).stdout.splitlines()
    assert told[: told.index("", told.index("What does not count"))] == [
        "Ada: the rating as of December 31, 2024, of the events since January",
        "    1, 2024  [rules 1.12.1]                                            Rating 32",
        "=" * 80,
        "",
        "What counts  [rules 1.12.2]                                            Rating 32",
        "  Of each player, the highest awards count (2).  [rules 1.12.10]",
        "  League (January 1, 2024)                                              Award 16",
        "  Cup B (February 1, 2024)                                              Award 16",
        "  Total (16 + 16)  [rules 1.12.1]                                             32",
        "  The rank among the 5 on the list  [rules 1.12.3]                        Rank 1",
        "",
        "What does not count",
        "  Cup C (February 1, 2024): not among the highest that count (2).       Award 16",
        "        [rules 1.12.10]",
        "  Cup A (March 1, 2024): not among the highest that count (2).           Award 9",
        "        [rules 1.12.10]",
    ]


def test_why_says_which_events_a_season_is_not_of(place: str) -> None:
    """Rules 1.12.11; archive 4.7."""
    asked = "why Ada --as-of 2024-02-28 --events cup".split()
    told = turnabout(*asked, "--archive", place).stdout
    assert "  Only events with this in their name count: cup.  [rules 1.12.11]\n" in told
    assert "  League (January 1, 2024) does not have in its name: cup.              Award 16\n" in told
    assert "  Cup A (March 1, 2024) is after February 28, 2024.  [rules 1.12.1]      Award 9\n" in told
    assert "Rating 32" in told


# --- what is said of it: on the screen, in the workbook, on the pages ---


def test_the_list_on_the_screen_says_what_the_season_is(place: str) -> None:
    asked = "ratings --as-of 2024-12-31 --from 2024-01-15 --best 2 --events cup --events nightS".split()
    refused = turnabout(*asked, "--archive", place)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == 'No event in the archive has "nightS" in its name.\n'
    shown = turnabout(*asked[:-2], "--events", "Leag", "--archive", place).stdout.splitlines()
    assert shown[:5] == [
        "Ratings as of December 31, 2024, of the events since January 15, 2024:",
        "Only each player's 2 highest awards in that time count.",
        'Only events with "cup" or "Leag" in their name count.',
        "Rank  Player  Player ID  Rating  Events  Wins  Best    Gained  Climbed  Last event",
        "   1  Ada                    32       3     8  1 of 4       0        =  March 1, 2024",
    ]
    nobody = turnabout("ratings", "--as-of", "2023-12-31", "--events", "cup", "--archive", place).stdout
    assert nobody.endswith("Nobody: there is no rated event with such a name in that time.\n")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "--from 2024-07-01 --as-of 2024-06-30",
            "The season would end with --as-of 2024-06-30, before it begins with --from 2024-07-01.",
        ),
        (
            "--from 2024-07-01 --months 3",
            "--from and --months both say where the season begins; leave out one of them.",
        ),
        ("--best 0", "Invalid value for '--best': 0 is not in the range x>=1."),
    ],
)
@pytest.mark.parametrize("command", ["ratings", "why Ada"])
@pytest.mark.parametrize("kind", ["sqlite"])  # nothing of the archive is read
def test_what_is_no_season_is_refused_with_a_sentence(command: str, asked: str, said: str, place: str) -> None:
    """Archive 4.8."""
    done = turnabout(*command.split(), *asked.split(), "--archive", place)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {said}\n")


def test_a_season_that_would_begin_after_today_and_a_blank_text_are_refused(place: str) -> None:
    later = turnabout("ratings", "--from", "2099-01-01", "--archive", place)
    assert "The season would end today, 20" in later.stderr
    blank = turnabout("ratings", "--events", " ", "--archive", place)
    assert blank.stderr.endswith("--events is blank; name a part of the names of the events that count.\n")
    assert (later.exit_code, blank.exit_code) == (2, 2)


def test_the_workbook_says_what_the_season_is_and_has_what_does_not_count_in_brackets(place: str) -> None:
    """Archive 4.7: the sheet's sum is that of the list, as what stands in brackets is text."""
    with open_archive(place).reading() as connection:
        history = load_history(connection, "2024-12-31", season=Season("2024-01-01", 2, ("cup", "league")))
    book = load_workbook(BytesIO(make_ratings_workbook(history)))
    told = [row[0] for row in book["Ratings"].iter_rows(min_col=12, max_col=12, values_only=True) if row[0]]
    assert told[1:4] == [
        "Ratings as of 2024-12-31, of the events since 2024-01-01.",
        "Only each player's 2 highest awards in that time count.",
        'Only events with "cup" or "league" in their name count.',
    ]
    awards = [row for row in book["Awards"].iter_rows(min_row=2, values_only=True) if row[3] == "Ada"]
    assert [(row[2], row[15]) for row in awards] == [
        ("League", 16),
        ("Cup B", 16),
        ("Cup C", "(16)"),
        ("Cup A", "(9)"),
    ]
    assert "An award in brackets does not count for the sheet Ratings; it is text, which no sum adds up." in {
        row[18] for row in book["Awards"].iter_rows(values_only=True)
    }


@pytest.mark.parametrize(
    ("season", "as_of", "expected"),
    [
        (Season("2024-03-01"), "2024-03-31", ["(16)", 16, "(16)"]),
        (Season(named=("winter",)), "2024-12-31", [16, "(16)", "(16)"]),
        (Season(), "2024-03-31", [16, 16, "(16)"]),
        (Season(), "2024-12-31", [16, 16, 16]),
    ],
)
@pytest.mark.parametrize("kind", ["sqlite"])  # what is of a season is the same for all that is made of it
def test_what_is_outside_of_the_season_is_in_no_sum_of_the_sheet_either(
    archive: Archive, season: Season, as_of: str, expected: list[object]
) -> None:
    """Archive 4.7."""
    add(archive, *(event(name, f"2024-{month}-01") for name, month in (("Winter", "01"), ("A", "03"), ("B", "05"))))
    with archive.reading() as connection:
        history = load_history(connection, as_of, season=season)
    rows = list(load_workbook(BytesIO(make_ratings_workbook(history)))["Awards"].iter_rows(values_only=True))
    assert [row[15] for row in rows if row[3] == "Ada"] == expected
    assert any("in brackets" in str(row[18]) for row in rows) == ("(16)" in expected)


def test_two_people_of_one_name_are_two_on_the_sheet_awards(archive: Archive) -> None:
    """Archive 5.3: who adds up the awards of a name has those of one person."""
    for day, number in (("2024-01-01", "17"), ("2024-03-01", "23"), ("2024-05-01", "")):
        add(archive, event("Cup", day, "Ann Lee", "Bo", "Cy", "Dee", ids={"Ann Lee": number}))
    with archive.reading() as connection:
        history = load_history(connection, "2024-12-31")
    sheet = load_workbook(BytesIO(make_ratings_workbook(history)))["Awards"]
    assert [sheet[f"D{row}"].value for row in (2, 6, 10, 3)] == [
        "Ann Lee (Player ID 17)",
        "Ann Lee (Player ID 23)",
        "Ann Lee (no Player ID)",
        "Bo",
    ]


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
