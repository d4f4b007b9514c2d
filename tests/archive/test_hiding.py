"""Who is hidden is named nowhere on published pages; all else stays as it is, and so do the figures (archive 5.8)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from urllib.parse import quote

import pytest

from tests.archive.making import add, event
from tests.archive.postgresql import IN_A_FILE
from tests.prints.archive_pages import headings, make_archive_pages, pages, rows
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.people import Corrections, who_is_who
from turnabout_sheets.archive.queries import load_history
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.rows import History
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

pytestmark = pytest.mark.slow

KINDS = IN_A_FILE

ZOE = "Zoë O'Brien"
SPRING = event("Spring", "2024-03-01", ZOE, "Anna <Bo>", "Cleo", "Dan", ids={ZOE: "Q-77x"})
SUMMER = event("Summer", "2024-06-01", "Anna <Bo>", "Cleo", ZOE, "Dan & Anna <Bo>", ids={ZOE: "Q-77x"})
AUTUMN = event("Autumn", "2024-09-01", "Cleo", "Zoe Obrien", "Dan", "Mary Anna")


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, SUMMER, AUTUMN)))
    return archive


def do(archive: Archive, change: Callable[..., str], *words: object) -> str:
    with archive.writing() as connection:
        return change(Corrections(connection, Command()), *words)


def hidden(archive: Archive) -> list[str]:
    """Return the labels of who is hidden."""
    with archive.reading() as connection:
        who = who_is_who(connection)
        return sorted(map(who.label, who.hidden))


def history(archive: Archive, word: str = "Name not shown") -> History:
    with archive.reading() as connection:
        return load_history(connection, "2025-01-01", word=word)


def spellings(name: str) -> set[str]:
    """Return how a name may stand in a page: as text, with characters of HTML, in an address."""
    ascii_only = name.encode("ascii", "xmlcharrefreplace").decode()
    return {name, escape(name), escape(name, quote=False), ascii_only, escape(ascii_only), quote(name)}


def assert_unnamed(files: dict[str, str], *names: str) -> None:
    """Fail where a name stands in a page, or in the name of its file."""
    for name in names:
        for file, page in files.items():
            text = re.sub("[\u2066-\u2069]", "", page).casefold()
            assert not any(each.casefold() in text for each in spellings(name)), (name, file)


def test_who_was_somebody_else_in_an_event_is_not_hidden_there(archive: Archive) -> None:
    """Nor is the hidden name told there as that under which they were entered."""
    do(archive, Corrections.split_events, "Cleo", ["Summer"], "Clea Ray")
    do(archive, Corrections.hide, "Cleo")
    assert hidden(archive) == ["Cleo"]
    found = pages(history(archive))
    assert [row[1] for row in rows(found["event-2.html"])] == ["Anna <Bo>", "Clea Ray", ZOE, "Dan & Anna <Bo>"]
    assert_unnamed(make_archive_pages(history(archive)), "Cleo")


def test_a_hidden_name_stands_nowhere_on_the_pages_in_any_language(archive: Archive) -> None:
    """Two in one event, and a partner: archive 5.8 and 5.10."""
    do(archive, Corrections.merge, ZOE, "Zoe Obrien")
    for name in (ZOE, "Anna <Bo>"):
        do(archive, Corrections.hide, name)
    for language in LANGUAGES.values():
        word = load_words(language)("archive.hidden")
        files = make_archive_pages(history(archive, word), language=language)
        assert_unnamed(files, ZOE, "Zoe Obrien", "Q-77x", "Anna <Bo>")
        assert files["index.html"].count(word) == 3, "two on the list, and a partner"
    with pytest.raises(AssertionError):
        assert_unnamed(make_archive_pages(history(archive)), "Cleo")


def test_in_its_place_stands_a_word_without_a_link_and_there_is_no_page(archive: Archive) -> None:
    before = history(archive)
    do(archive, Corrections.hide, "Anna <Bo>")
    (gone,) = (each.person for each in before.people if each.name == "Anna <Bo>")
    found = pages(history(archive))
    assert pages(before).keys() - found.keys() == {f"player-{gone}.html"}
    links = {link for page in found.values() for link in page.xpath("//@href")}
    assert links <= set(found)
    listed = found["event-1.html"].xpath("//table[1]/tbody/tr/th")
    assert [(each.text_content(), each.xpath(".//a/@href") != []) for each in listed] == [
        (ZOE, True), ("Name not shown", False), ("Cleo", True), ("Dan", True),
    ]  # fmt: skip
    (partner,) = (page for page in found.values() if "Dan & Name not shown" in headings(page))
    assert rows(partner, 1)[0][0] in {ZOE, "Cleo", "Name not shown"}
    assert rows(found["events.html"])[1][4] == "Name not shown"


def test_all_figures_stay(archive: Archive) -> None:
    """Of the hidden, too: only names change."""
    before = history(archive)
    do(archive, Corrections.hide, "Anna <Bo>")
    now = history(archive)
    changed = {"Anna <Bo>": "Name not shown", "Dan & Anna <Bo>": "Dan & Name not shown"}
    for file in ("index.html", "event-1.html", "event-2.html", "event-3.html"):
        was, found = pages(before)[file], pages(now)[file]
        for table in range(len(found.xpath("//table"))):
            expected = [[changed.get(cell, cell) for cell in row] for row in rows(was, table)]
            assert sorted(rows(found, table)) == sorted(expected)


def test_the_word_decides_the_order_where_names_do(archive: Archive) -> None:
    """Not the name: on the list among equal ratings; of those who are not listed nothing is said."""
    add(archive, *(add_awards(event(first, f"2024-11-0{day}", first, f"B{day}", f"C{day}", f"D{day}"))
                   for day, first in enumerate(("Abe", "Zed"), 1)))  # fmt: skip
    add(archive, event("Club", "2024-12-01", "Kay", "Ann", "Abe"))
    before = rows(pages(history(archive))["index.html"])
    assert [row[:2] for row in before if row[1] in ("Abe", "Zed")] == [["4", "Abe"], ["4", "Zed"]]
    do(archive, Corrections.hide, "Abe")
    do(archive, Corrections.hide, "Ann")
    found = pages(history(archive))
    assert [row[:2] for row in rows(found["index.html"]) if row[0] == "4"] == [["4", "Name not shown"], ["4", "Zed"]]
    assert found["index.html"].xpath("//ul//bdi/text()") == ["Kay"]
    (kay,) = (page for page in found.values() if headings(page)[0] == "Kay")
    assert [row[0] for row in rows(kay, 1)] == ["Name not shown"] * 2


def test_somebody_else_with_a_longer_name_keeps_it(archive: Archive) -> None:
    """Archive 5.10."""
    add(archive, event("Open", "2024-12-01", "Anna", "Bo"))
    do(archive, Corrections.hide, "Anna")
    found = pages(history(archive))
    assert [row[1] for row in rows(found["event-3.html"])][-1] == "Mary Anna"


def test_two_of_one_name_are_told_apart_by_their_player_ids(archive: Archive) -> None:
    """Archive 5.3; one of them alone needs none of it."""
    add(archive, add_awards(event("Late", "2024-12-01", ZOE, "Cleo", "Dan", "Kay")))
    found = pages(history(archive), "de")
    plain = {name.translate({0x2068: None, 0x2069: None}) for name in found["index.html"].xpath("//tbody//bdi/text()")}
    both = {f"{ZOE} (Spieler-ID Q-77x)", f"{ZOE} (ohne Spieler-ID)"}
    assert {name for name in plain if name.startswith(ZOE)} == both
    titles = {headings(page)[0].translate({0x2068: None, 0x2069: None}) for page in found.values()}
    assert both <= titles
    assert rows(found["events.html"])[0][4].translate({0x2068: None, 0x2069: None}) == f"{ZOE} (ohne Spieler-ID)"
    do(archive, Corrections.hide, "Q-77x")
    assert ZOE in pages(history(archive))["index.html"].xpath("//tbody//bdi/text()")
