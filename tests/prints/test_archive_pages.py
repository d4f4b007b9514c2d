"""The pages of the archive: what stands on them, where their links go, and that they fit a phone and paper."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import fields, replace
from datetime import date
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from tests.dose import combinations
from tests.prints.archived import HALF, NAMES, made, small
from tests.prints.browser import chromium
from tests.prints.duplicates import text
from tests.prints.events import ENGLISH, LONG, TRICKY, plain_names
from tests.prints.printed import PAPERS, print_page
from tests.prints.word_lists import letters, only_values, write_words
from tests.real_data import REAL_DATA, real_file
from turnabout_sheets.core.days import MONTHS, write_day
from turnabout_sheets.event.history import AwardRow, History, MatchRow, RatingList
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.prints.archive import pages as archive_pages
from turnabout_sheets.prints.archive.player import HEIGHT, WIDTH, history_chart
from turnabout_sheets.prints.archive.wording import award_text, outcome_text, results_text
from turnabout_sheets.prints.shared import translate_status
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

STRANGE = REAL_DATA / "tricky_names.json"

PHONE = 360
"""How wide the narrowest phone is, in its pixels."""


def make_archive_pages(history: History, **options: Any) -> dict[str, str]:
    """Return the pages as texts by file name."""
    return {file: page.decode() for file, page in archive_pages.make_archive_pages(history, **options)}


def pages(history: History, language: str = "en") -> dict[str, html.HtmlElement]:
    return {
        file: html.document_fromstring(page) for file, page in make_archive_pages(history, language=language).items()
    }


def rows(page: html.HtmlElement, table: int = 0) -> list[list[str]]:
    found = page.xpath("//table")
    return [[text(cell) for cell in row] for row in found[table].xpath("./tbody/tr")] if found else []


def facts(page: html.HtmlElement) -> dict[str, str]:
    return dict(zip(map(text, page.xpath("//dt")), map(text, page.xpath("//dd")), strict=True))


def headings(page: html.HtmlElement) -> list[str]:
    return [text(each) for each in page.xpath("//h1 | //h2")]


# --- what stands there ---


def test_there_is_a_page_for_each_person_and_each_event() -> None:
    files = list(make_archive_pages(small()))
    assert files == [
        "index.html",
        "events.html",
        "check_export.html",
        *(f"player-{number}.html" for number in (1, 2, 3, 4, 5)),
        *(f"event-{number}.html" for number in (3, 7, 2, 9)),
    ]


def test_the_rating_list_has_everybody_who_is_listed() -> None:
    page = pages(small())["index.html"]
    assert rows(page) == [
        ["1", "Bob", "17", "2", "2", "1 of 6", "+15", "▲2", "May 2, 2026"],
        ["2", "Ann A-100", "16", "2", "2", "1 of 4", "+4", "▼1", "May 2, 2026"],
        ["3", "Cem", "7½", "2", "½", "2 of 4", "+3", "▼1", "May 2, 2026"],
        ["4", "Dan", "1", "1", "½", "4 of 4", "0", "=", "March 1, 2025"],
    ]
    assert [text(head) for head in page.xpath("//thead//th")] == [
        "Rank", "Player", "Rating", "Events", "Match wins", "Best", "Gained", "Ranks", "Last event",
    ]  # fmt: skip


def test_who_is_not_listed_is_linked_below_the_list_by_name() -> None:
    page = pages(small(months=12))["index.html"]
    assert [row[7] for row in rows(page)] == ["new", "new"]
    assert headings(page) == ["Rating list", "Not listed"]
    assert page.xpath("//ul//a/@href") == ["player-3.html", "player-4.html", "player-5.html"]


@pytest.mark.parametrize(
    ("months", "about"),
    [
        (None, "As of June 1, 2026. All events count. Everybody with a rated event is listed. "
               "Gained, Ranks: since the list before May 2, 2026, the last day with a rated event."),
        (12, "As of June 1, 2026. Events since July 1, 2025 count: the last 12 months. "
             "Everybody with at least 2 rated events is listed. "
             "Gained, Ranks: since the list before May 2, 2026, the last day with a rated event."),
    ],
)  # fmt: skip
def test_the_rating_list_says_what_counts(months: int | None, about: str) -> None:
    page = pages(small(months=months))["index.html"]
    assert text(page.xpath("//p")[0]).replace("\u00a0", " ") == about


def test_the_newest_event_is_the_first_in_the_list_of_events() -> None:
    page = pages(small())["events.html"]
    assert rows(page) == [
        ["June 1, 2026", "Under Way Provisional", "Turnabout", "2", ""],
        ["May 2, 2026", "Autumn Cup", "Turnabout", "6", "Bob"],
        ["March 1, 2025", "Town Open", "Turnabout", "4", "Ann"],
        ["January 1, 2025", "Kitchen Not rated", "Turnabout", "2", "Ann, Eve"],
    ]


def test_a_player_can_check_how_the_rating_came_about() -> None:
    page = pages(small())["player-1.html"]
    assert headings(page) == ["Ann", "Events", "Head-to-head", "Matches"]
    assert facts(page) == {
        "Player ID": "A-100",
        "Rank": "2 of 4",
        "Rating": "16",
        "Match wins": "2",
        "Best": "1 of 4",
        "Events": "4",
    }
    assert rows(page) == [
        ["June 1, 2026", "Under Way Provisional", "1 of 2", "–", "", "–", ""],
        ["May 2, 2026", "Autumn Cup", "2 of 6", "0–0–1 (1)", "28", "4 × (0 + 1) = 4", "16"],
        ["March 1, 2025", "Town Open", "1 of 4", "2–0–0", "50", "4 × (2 + 1) = 12", "12"],
        ["January 1, 2025", "Kitchen Not rated", "1 of 2", "0–1–0", "15", "–", ""],
    ]


def test_who_has_no_award_in_a_rated_event_is_told_so() -> None:
    """Rules 1.7.8."""
    history = small()
    out = {"award": None, "multiplier": None, "status": Status(StatusKind.DISQUALIFIED, 1)}
    awards = [replace(row, **out) if (row.event, row.name) == (7, "Dan") else row for row in history.awards]
    page = pages(replace(history, awards=awards))["player-4.html"]
    assert rows(page)[0] == ["March 1, 2025", "Town Open Not rated", "4 of 4", "0–1–1", "15", "–", ""]


def test_a_player_has_every_match_by_event() -> None:
    found = pages(small())
    assert rows(found["player-1.html"], 2) == [
        ["June 1, 2026 Under Way"],
        ["1", "Bob", "–", ""],
        ["May 2, 2026 Autumn Cup"],
        ["1", "Bob", "lost", "10 : 20"],
        ["2", "", "bye", "18"],
        ["March 1, 2025 Town Open"],
        ["1", "Bob", "won", "30 : 0"],
        ["2", "Cem", "won", "20 : 10"],
        ["January 1, 2025 Kitchen"],
        ["1", "Eve", "drawn", "15 : 15"],
    ]
    assert rows(found["player-4.html"], 2)[1:] == [["1", "Cem", "drawn", "15 : 15"], ["2", "Bob", "absent", "0 : 18"]]
    assert rows(found["player-2.html"], 2)[-1] == ["2", "Dan", "opponent absent", "18 : 0"]


def test_head_to_head_counts_what_was_played_and_stands_by_number_then_name() -> None:
    found = pages(small())
    assert rows(found["player-1.html"], 1) == [
        ["Bob", "2", "1", "0", "1", "May 2, 2026"],
        ["Cem", "1", "1", "0", "0", "March 1, 2025"],
        ["Eve", "1", "0", "1", "0", "January 1, 2025"],
    ]
    assert rows(found["player-4.html"], 1) == [["Cem", "1", "0", "1", "0", "March 1, 2025"]]


def test_head_to_head_of_two_is_the_same_from_both_sides() -> None:
    history = made(plain_names(12), 20, 7, 4)
    found = pages(history)
    sides: dict[tuple[str, str], list[str]] = {}
    for file, page in found.items():
        if file.startswith("player"):
            for row in page.xpath("//table")[1].xpath("./tbody/tr"):
                sides[file, row.xpath(".//a/@href")[0]] = [text(cell) for cell in row[1:]]
    assert len(sides) > 100
    for (one, other), (played, won, drawn, lost, last) in sides.items():
        assert sides[other, one] == [played, lost, drawn, won, last]
        assert int(played) == int(won) + int(drawn) + int(lost)
    assert sum(int(played) for played, *_ in sides.values()) == 2 * 20 * 4 * 3


def test_who_is_not_listed_has_a_page_that_says_so() -> None:
    page = pages(small())["player-5.html"]
    assert facts(page) == {"Rank": "not listed", "Events": "1"}
    assert page.xpath("//svg") == []


def test_other_names_are_told() -> None:
    found = pages(small())
    assert facts(found["player-3.html"])["Also entered as"].strip("\u2068\u2069") == "C. Em"
    entered = "Autumn Cup (entered as \u2068C. Em\u2069)"
    assert [row[1] for row in rows(found["player-3.html"])] == [entered, "Town Open"]
    assert rows(found["event-2.html"])[2][1] == "Cem (entered as \u2068C. Em\u2069)"


def test_awards_before_those_that_count_are_told_but_not_added() -> None:
    page = pages(small(months=12))["player-2.html"]
    assert [(row[1], row[5], row[6]) for row in rows(page)] == [
        ("Under Way Provisional", "–", ""),
        ("Autumn Cup", "5 × (2 + 1) = 15", "15"),
        ("Town Open Does not count for the list", "2 × (0 + 1) = 2", ""),
    ]
    assert text(page.xpath("//figcaption")[0]) == "All awards added up"


def test_awards_after_the_day_of_the_list_do_not_count() -> None:
    history = small()
    page = pages(replace(history, ratings=replace(history.ratings, as_of="2026-01-01")))["player-2.html"]
    assert [(row[1], row[6]) for row in rows(page)][1:] == [
        ("Autumn Cup Does not count for the list", ""),
        ("Town Open", "2"),
    ]


def test_the_last_total_is_the_rating() -> None:
    history = made(plain_names(20), 12, 8, 3)
    found = pages(history)
    for row in history.ratings.rows:
        page = found[f"player-{row.person}.html"]
        assert rows(page)[0][6] == facts(page)["Rating"] == text(found["index.html"].xpath("//td/b")[row.rank - 1])


def test_an_event_has_its_facts_standings_and_matches() -> None:
    page = pages(small())["event-7.html"]
    assert facts(page) == {
        "Date": "March 1, 2025",
        "Venue": "Town Hall",
        "Organizer": "Kim",
        "Format": "Turnabout",
        "Players": "4",
        "Rounds": "2",
        "Event ID": "T-7",
    }
    assert rows(page) == [
        ["1", "Ann", "50", "2–0–0", "4 × (2 + 1) = 12"],
        ["2", "Cem", "25", "0–1–1", "3 × (½ + 1) = 4½"],
        ["3", "Bob", "18", "0–0–1 (1)", "2 × (0 + 1) = 2"],
        ["4", "Dan Dropped after 2", "15", "0–1–1", "2 × ½ = 1"],
    ]
    assert rows(page, 1) == [
        ["Round 1"],
        ["1", "Ann", "Bob", "A wins", "30 : 0"],
        ["2", "Cem", "Dan", "drawn", "15 : 15"],
        ["Round 2"],
        ["1", "Ann", "Cem", "A wins", "20 : 10"],
        ["2", "Bob", "Dan", "B absent", "18 : 0"],
    ]


def test_an_event_of_which_not_everything_is_known_says_what_is() -> None:
    page = pages(small())["event-2.html"]
    assert facts(page) == {"Date": "May 2, 2026", "Format": "Turnabout", "Players": "6, of whom 3 are known"}
    assert rows(page, 1)[2] == ["", "Cem", "", "bye", "18"]


@pytest.mark.parametrize(
    ("event", "notes"),
    [
        (9, ["Provisional: the event is not finished, so nothing in it is rated."]),
        (3, ["Not rated"]),
        (7, []),
    ],
)
def test_an_event_that_is_not_rated_says_why(event: int, notes: list[str]) -> None:
    assert [text(note) for note in pages(small())[f"event-{event}.html"].xpath("//strong")] == notes


def test_an_empty_archive_has_lists_that_say_so() -> None:
    nothing = History(RatingList("2026-06-01", "", None, 1, "", ()), (), (), (), ())
    found = pages(nothing)
    assert list(found) == ["index.html", "events.html", "check_export.html"]
    assert "Nobody is listed yet." in text(found["index.html"].xpath("//p")[0])
    assert text(found["events.html"].xpath("//p")[0]) == "No event is in the archive yet."
    assert all(not page.xpath("//table | //input") for page in found.values())


# --- how figures and results are said ---


def standing(**values: Any) -> AwardRow:
    known: dict[str, Any] = {
        **dict.fromkeys(field.name for field in fields(AwardRow)),
        **dict.fromkeys(("wins", "draws", "losses", "byes"), 0),
        "status": None,
    }
    return AwardRow(**{**known, **values})


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"award": None}, "–"),
        ({"award": Fraction(12)}, "12"),
        ({"award": Fraction(12), "multiplier": 4}, "12"),
        ({"award": Fraction(14), "multiplier": 4, "match_wins": 3 + HALF, "played_all": False}, "4 × 3½ = 14"),
        ({"award": Fraction(14), "multiplier": 4, "match_wins": 3 + HALF, "played_all": None}, "4 × 3½ = 14"),
        ({"award": Fraction(18), "multiplier": 4, "match_wins": 3 + HALF, "played_all": True}, "4 × (3½ + 1) = 18"),
    ],
)
def test_an_award_says_how_it_is_worked_out_if_that_is_known(values: dict[str, Any], said: str) -> None:
    assert award_text(standing(**values)) == said


def test_results_that_are_not_known_are_a_dash() -> None:
    assert results_text(standing()) == "–"
    assert results_text(standing(byes=1)) == "0–0–0 (1)"
    assert results_text(standing(losses=3)) == "0–0–3"


def test_a_status_that_is_not_the_programs_stays_as_it_is() -> None:
    assert translate_status(Status(StatusKind.DROPPED, 2), load_words("de")) == "Ausstieg nach 2"
    assert translate_status(Status(StatusKind.OTHER, words="guest of honour"), load_words("de")) == "guest of honour"


@pytest.mark.parametrize(
    ("a", "b", "alone", "said"),
    [
        ("loss", "win", False, "B wins"),
        ("absent", "absent", False, "A, B absent"),
        ("absent", "bye", False, "A absent"),
        ("loss", "loss", False, "A lost, B lost"),
        ("win", None, False, "A won"),
        (None, None, False, "–"),
        ("bye", None, True, "bye"),
        ("absent", None, True, "A absent"),
        ("waits", None, True, "waits"),
        (None, None, True, "–"),
    ],
)
def test_every_end_of_a_match_has_words(a: str | None, b: str | None, alone: bool, said: str) -> None:
    assert outcome_text(MatchRow(1, 1, None, 0, None if alone else 1, a, b, None, None), ENGLISH) == said


# --- the chart ---


def points_of(path: str) -> list[tuple[float, float]]:
    """Return where the commands M, H and V of a path lead."""
    x, y = 0.0, 0.0
    reached = []
    for command, first, second in re.findall(r"([MHV])([-\d.]+)(?: ([-\d.]+))?", path):
        x, y = (x, float(first)) if command == "V" else (float(first), float(second or y))
        reached.append((x, y))
    return reached


def test_the_chart_goes_up_by_each_award_on_its_day() -> None:
    chart = history_chart(
        "Title",
        [("2025-01-01", Fraction(10)), ("2025-01-11", Fraction(5)), ("2025-01-21", Fraction(5))],
        "2025-01-31",
        "en",
    )
    grid, _, line, marks = (shape.path for shape in chart.shapes)
    assert marks.count("h0") == 3
    assert [each.text for each in chart.texts if each.anchor == "end"] == [
        "0",
        "5",
        "10",
        "15",
        "20",
        "January 31, 2025",
    ]
    assert [(each.text, each.bold) for each in chart.texts if each.anchor == "start"] == [
        ("20", True),
        ("January 1, 2025", False),
    ]
    ticks = sorted({y for _, y in points_of(grid)}, reverse=True)
    corners = points_of(line)
    low, high = corners[0][0], corners[-1][0]
    steps = [(x, y) for x, y in corners if y != ticks[0]]
    days = [round((x - low) / (high - low) * 30) for x, _ in steps]
    heights = [round((ticks[0] - y) / (ticks[0] - ticks[4]) * 20) for _, y in steps]
    reached = dict(zip(days, heights, strict=True))
    assert {day: reached[day] for day in (0, 10, 20, 30)} == {0: 10, 10: 15, 20: 20, 30: 20}
    assert all(x <= later_x and y >= later_y for (x, y), (later_x, later_y) in pairwise(steps))


@pytest.mark.parametrize(
    ("first", "last", "labels"),
    [
        ("2025-02-01", "2025-12-31", ["1er février 2025", "31 décembre 2025"]),
        ("2024-06-01", "2026-06-01", ["2025", "2026"]),
        ("2024-01-01", "2025-06-01", ["2024", "2025"]),
        ("2000-06-01", "2024-06-01", ["2005", "2010", "2015", "2020"]),
    ],
)
def test_the_chart_names_as_many_years_as_have_room(first: str, last: str, labels: list[str]) -> None:
    chart = history_chart("Title", [(first, Fraction(1)), (last, Fraction(1))], last, "fr")
    low = max(each.y for each in chart.texts)
    assert [each.text for each in chart.texts if each.y == low] == labels


@pytest.mark.parametrize("awards", [[0, 0], [1, -3, 1], [HALF, 99999 + HALF], [3] * 300])
def test_everything_in_a_chart_is_inside_it(awards: list[Any]) -> None:
    days = [f"20{10 + number // 28:02}-02-{number % 28 + 1:02}" for number in range(len(awards))]
    chart = history_chart(
        "Title", [(day, Fraction(each)) for day, each in zip(days, awards, strict=True)], days[-1], "es"
    )
    for shape in chart.shapes:
        for x, y in points_of(shape.path):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
    assert all(0 <= each.x <= WIDTH and 0 <= each.y <= HEIGHT for each in chart.texts)


def test_a_chart_says_what_it_is_and_one_event_has_none() -> None:
    found = pages(small())
    (chart,) = found["player-1.html"].xpath("//svg")
    assert chart.get("role") == "img"
    titles = [*chart.xpath("./title"), *found["player-1.html"].xpath("//figcaption")]
    assert list(map(text, titles)) == ["Rating over time"] * 2
    assert found["player-4.html"].xpath("//svg") == []


# --- all of them together ---


def test_every_link_leads_to_a_page_and_every_page_is_reached_from_the_first() -> None:
    for history in (small(), small(months=12), made([*TRICKY, *plain_names(30)], 8, 9, 3)):
        found = pages(history)
        links = {file: set(page.xpath("//@href")) for file, page in found.items()}
        assert set().union(*links.values()) <= set(found)
        reached, waiting = set(), {"index.html"}
        while waiting:
            file = waiting.pop()
            reached.add(file)
            waiting |= links[file] - reached
        assert reached == set(found)


def test_links_lead_to_whom_they_name() -> None:
    found = pages(made(plain_names(30), 8, 9, 3))
    for page in found.values():
        for link in page.xpath("//body//a[starts-with(@href, 'player') or starts-with(@href, 'event-')]"):
            assert headings(found[link.get("href")])[0] == text(link)


def test_every_page_names_the_last_change_at_its_foot() -> None:
    """Safety 9.2; archive 9.6."""
    for file, page in pages(small()).items():
        (foot,) = page.xpath("//footer")
        assert foot.text_content() == "Check every figureLast change: 3f9a\u00a077c2\u00a001de", file
    before = pages(replace(small(), last_change=""))
    assert {text(page.xpath("//footer")[0]) for page in before.values()} == {"Check every figure"}


def test_nothing_is_loaded_from_elsewhere_and_every_page_says_what_made_it() -> None:
    for file, page in make_archive_pages(small()).items():
        tree = html.document_fromstring(page)
        assert tree.xpath("//@src | //link | //@srcset | //@action") == []
        assert "url(" not in page
        assert "@import" not in page
        assert tree.xpath("//meta[@name='generator']/@content") == ["turnabout"]
        assert tree.xpath("//th[not(@scope)]") == []
        scripts = tree.xpath("//script/text()")
        assert len(scripts) == (file in ("index.html", "events.html"))
        digests = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
        (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:;")
        assert re.findall("script-src 'sha256-(.*?)'", policy) == digests


def test_a_page_is_small() -> None:
    made = make_archive_pages(small())
    assert max(len(page.encode()) for file, page in made.items() if file != "check_export.html") < 8000


def test_the_same_archive_gives_the_same_bytes() -> None:
    assert make_archive_pages(small()) == make_archive_pages(small())
    one, other = (make_archive_pages(made(list(TRICKY), 9, 9, 3)) for _ in range(2))
    assert one == other


def strange_names() -> list[str]:
    known = json.loads(STRANGE.read_text("utf-8")) if STRANGE.exists() else {}
    return [*TRICKY, *(name for names in known.values() if isinstance(names, list) for name in names)]


def test_strange_names_come_through_whole_and_as_text() -> None:
    real_file(STRANGE.name)
    names = strange_names()
    found = pages(made(names, 4, len(names), 2, venue="<i>Hall</i>"))
    listed = [bdi.text for bdi in found["index.html"].xpath("//tbody//bdi")]
    assert sorted(listed) == sorted(names)
    for number, name in enumerate(names, 1):
        assert found[f"player-{number}.html"].xpath("//h1/bdi")[0].text == name
    assert facts(found["event-1.html"])["Venue"] == "<i>Hall</i>"
    tags = {element.tag for page in found.values() for element in page.iter() if isinstance(element.tag, str)}
    assert not tags & {"i", "br", "img"}


# --- words ---


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_pages_are_in_the_language_that_is_asked_for(language: str) -> None:
    w = load_words(language)
    found = pages(small(), language)
    assert {page.get("lang") for page in found.values()} == {language}
    assert headings(found["index.html"])[0] == w("archive.rating_list")
    assert [row[2] for row in rows(found["player-4.html"], 2)[1:]] == [w("archive.drawn"), w("crosstable.absent")]
    assert rows(found["event-7.html"], 1)[1][3] == w("report.wins", who="A")
    day = write_day(date(2025, 3, 1), language)
    assert {rows(found["index.html"])[3][8], rows(found["events.html"])[2][0], rows(found["player-4.html"])[0][0]} == {
        day
    }
    assert not any(re.search(r"\d{4}-\d\d", page.text_content()) for page in found.values())


DAY = re.compile(rf"(?:{'|'.join(MONTHS['en'])})\s\d+,\s\d{{4}}")
"""A day, which is the only place for the name of a month."""


def test_no_word_stands_on_a_page_but_names_and_what_the_file_of_words_says(tmp_path: Path) -> None:
    own = write_words(tmp_path, "en", {key: only_values(said) for key, said in ENGLISH.texts.items()})
    history = small(months=12)
    typed = [*NAMES.values(), "C. Em", "A-100", "T-7", "Town Hall", "Kim", history.last_change]
    typed += [word for event in history.events for word in (event.name, event.format)]
    allowed = {"A", "B", *(word for each in typed for word in letters(each))}
    for file, page in make_archive_pages(history, templates=own).items():
        tree = html.document_fromstring(page)
        said = " ".join(
            tree.xpath(
                "//text()[not(parent::style or parent::script or ancestor::pre)] | //@aria-label | //@placeholder"
            )
        )
        assert letters(DAY.sub(" ", said)) - allowed == set(), file


def test_an_organizers_template_goes_before_ours(tmp_path: Path) -> None:
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "event.html.j2").write_text(
        '{% extends "shipped/archive/event.html.j2" %}{% block title %}Our club{% endblock %}', "utf-8"
    )
    found = make_archive_pages(small(), templates=tmp_path)
    assert "<title>Our club</title>" in found["event-7.html"]
    assert [file for file, page in make_archive_pages(small()).items() if found[file] != page] == [
        f"event-{number}.html" for number in (3, 7, 2, 9)
    ]


# --- on a phone, and on paper ---


def large_page(wanted: str, language: str) -> str:
    """Return a page of an archive with long and strange names everywhere, and long numbers."""
    history = made([*TRICKY, *plain_names(4)], 40, 19, 6, venue=LONG)
    events = tuple(replace(event, name=TRICKY[number % len(TRICKY)]) for number, event in enumerate(history.events))
    awards = [replace(each, entered=LONG) for each in history.awards]
    rated = tuple(replace(row, rating=row.rating + 10000 + HALF) for row in history.ratings.rows)
    large = replace(history, events=events, awards=awards, ratings=replace(history.ratings, rows=rated))
    made_one_by_one = archive_pages.make_archive_pages(large, language=language)
    return next(page.decode() for file, page in made_one_by_one if file == wanted)


SHOWN = ("index.html", "events.html", "player-1.html", "event-13.html")


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(("file", "language"), combinations(SHOWN, LANGUAGES.values()))
def test_nothing_has_to_be_scrolled_sideways_on_a_phone(tmp_path: Path, file: str, language: str) -> None:
    (tmp_path / file).write_text(large_page(file, language), "utf-8")
    browser = chromium()
    script = """
        [document.documentElement.scrollWidth, innerWidth,
         Math.max(...[...document.querySelectorAll("body *")].map(each => each.getBoundingClientRect().right))]
    """
    with browser.as_phone(PHONE, 740):
        told = browser.evaluate(tmp_path / file, script)
    assert told[:2] == [PHONE, PHONE]
    assert told[2] <= PHONE - 11.9


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(("file", "language", "paper"), combinations(SHOWN, reversed(LANGUAGES.values()), PAPERS))
def test_nothing_stands_outside_the_margins_of_the_paper(tmp_path: Path, file: str, language: str, paper: str) -> None:
    page = large_page(file, language)
    printed = print_page(page.replace("@page {", f"@page {{ size: {paper};"), tmp_path)
    width, height = PAPERS[paper]
    assert printed.sizes[0] == pytest.approx((width, height), abs=0.3)
    for words in printed.words:
        for word in words:
            inside = word.left > 11.5 and word.right < width - 11.5 and word.top > 11 and word.bottom < height - 11
            assert inside, word
    assert not {"Rating list", "Search"} & {word.text for word in printed.words[0]}


@pytest.mark.browser
def test_the_search_box_hides_whom_it_does_not_find(tmp_path: Path) -> None:
    page = make_archive_pages(made(["Zoë Ångström", "Zoe Smith", "Jo Lee", "Kim Ng"], 3, 4, 2))["index.html"]
    assert html.document_fromstring(page).xpath("//input")[0].get("hidden") is not None
    source = tmp_path / "index.html"
    source.write_text(page, "utf-8")
    script = """
        (() => {
            const box = document.getElementById("search");
            const found = typed => {
                box.value = typed;
                box.dispatchEvent(new Event("input"));
                return [...document.querySelectorAll("tbody tr, .others li")]
                    .filter(row => row.getClientRects().length)
                    .map(row => row.querySelector("bdi").textContent).sort();
            };
            return [box.hidden, ...["", " zoe", "ANGSTROM", "nobody at all"].map(found)];
        })()
    """
    hidden, everybody, zoe, angstrom, nobody = chromium().evaluate(source, script)
    assert hidden is False
    assert everybody == ["Jo Lee", "Kim Ng", "Zoe Smith", "Zoë Ångström"]
    assert zoe == ["Zoe Smith", "Zoë Ångström"]
    assert angstrom == ["Zoë Ångström"]
    assert nobody == []
