"""All pages of the archive together: which there are, their links, what they load, names, words and templates."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from lxml import html

from tests.prints.archive_pages import facts, headings, make_archive_pages, pages
from tests.prints.archived import NAMES, made, small
from tests.prints.duplicates import text
from tests.prints.events import ENGLISH, TRICKY, plain_names
from tests.prints.word_lists import letters, only_values, write_words
from tests.real_data import REAL_DATA, real_file
from turnabout_sheets.core.days import MONTHS
from turnabout_sheets.core.text import key

STRANGE = REAL_DATA / "tricky_names.json"


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
    """Safety 9.2; archive 9.5."""
    for file, page in pages(small()).items():
        (foot,) = page.xpath("//footer")
        assert foot.text_content() == "Last change: 3f9a\u00a077c2\u00a001de", file
    before = pages(replace(small(), last_change=""))
    assert not any(page.xpath("//footer") for page in before.values())


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
    assert max(len(page.encode()) for page in made.values()) < 8000


def strange_names() -> list[str]:
    known = json.loads(STRANGE.read_text("utf-8")) if STRANGE.exists() else {}
    return [*TRICKY, *(name for names in known.values() if isinstance(names, list) for name in names)]


@pytest.mark.slow
def test_strange_names_come_through_whole_and_as_text() -> None:
    real_file(STRANGE.name)
    names = strange_names()
    found = pages(made(names, 4, len(names), 2, venue="<i>Hall</i>"))
    listed = [bdi.text for bdi in found["index.html"].xpath("//tbody//bdi")]
    times = Counter(map(key, names))
    told = [f"\u2068{name}\u2069 (no Player ID)" if times[key(name)] > 1 else name for name in names]
    assert sorted(listed) == sorted(told)
    for number, name in enumerate(told, 1):
        assert found[f"player-{number}.html"].xpath("//h1/bdi")[0].text == name
    assert facts(found["event-1.html"])["Venue"] == "<i>Hall</i>"
    tags = {element.tag for page in found.values() for element in page.iter() if isinstance(element.tag, str)}
    assert not tags & {"i", "br", "img"}


DAY = re.compile(rf"(?:{'|'.join(MONTHS['en'])})\s\d+,\s\d{{4}}")
"""A day, which is the only place for the name of a month."""


@pytest.mark.slow
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
