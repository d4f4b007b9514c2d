"""Where templates come from: the organizer's folder, the checkout, an installed wheel."""

from __future__ import annotations

import codecs
from pathlib import Path

import jinja2
import pytest

from tests.prints.browser import chromium
from tests.prints.events import ENGLISH, event
from tests.prints.making import render, round_pages
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.prints.publish import PrintsError, publish
from turnabout_sheets.prints.words import load_words

CHECKOUT = Path(__file__).parents[2]


def test_an_organizers_template_goes_before_the_shipped_one_and_may_build_on_the_others(tmp_path: Path) -> None:
    (tmp_path / "pairings_by_table.html.j2").write_text(
        '{% extends "posted.html.j2" %}{% block title %}Mine{% endblock %}{% block heading %}My tables{% endblock %}'
    )
    made = event(["Ann", "Bob"])
    mine = round_pages(made, TURNABOUT, 3, templates=tmp_path)
    shipped = round_pages(made, TURNABOUT, 3)
    changed = {file for file in shipped if mine[file] != shipped[file]}
    assert changed == {"round-03-pairings-by-table.html"}
    assert "My tables" in mine["round-03-pairings-by-table.html"]


def test_templates_and_words_may_be_saved_by_notepad(tmp_path: Path) -> None:
    """With its line ends, and the byte order mark that it writes where it is asked for, or is old."""
    (tmp_path / "words").mkdir()
    (tmp_path / "x.j2").write_bytes(b"{{ page }}\r\n<br>\r\n")
    (tmp_path / "words" / "en.toml").write_bytes(b'[page]\r\ntable = "Desk"\r\n')
    for mark in (b"", codecs.BOM_UTF8):
        for file in (tmp_path / "x.j2", tmp_path / "words" / "en.toml"):
            file.write_bytes(mark + file.read_bytes())
        assert load_words("en", tmp_path)("page.table") == "Desk"
        assert render("x.j2", "A", ENGLISH, templates=tmp_path) == "A\n<br>\n"


POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
img-src data:; base-uri 'none'; form-action 'none'">
"""


def test_every_page_forbids_all_that_comes_from_elsewhere_unless_an_organizer_says_otherwise(tmp_path: Path) -> None:
    """Safety 7.2."""
    made = event(["Ann", "Bob"])
    assert all(page.count(POLICY) == 1 for page in round_pages(made, TURNABOUT, 3).values())
    found = []
    for block in ("title", "policy"):
        folder = tmp_path / block
        folder.mkdir()
        (folder / "posted.html.j2").write_text(
            f'{{% extends "shipped/posted.html.j2" %}}{{% block {block} %}}{{% endblock %}}'
        )
        found.append(POLICY in round_pages(made, TURNABOUT, 3, templates=folder)["round-03-pairings-by-table.html"])
    assert found == [True, False]


@pytest.mark.browser
def test_a_browser_runs_and_loads_nothing_that_has_come_into_a_page(tmp_path: Path) -> None:
    """Safety 7.2."""
    page = round_pages(event(["Ann", "Bob"]), TURNABOUT, 3)["round-03-pairings-by-table.html"]
    (tmp_path / "x.css").write_text("body { color: rgb(1, 2, 3) }")
    smuggled = """<script>document.title = "run"</script><img src="x:" onerror="document.title = 'run'">
        <link rel="stylesheet" href="x.css"></body>"""
    for policy, came in ((POLICY, False), ("", True)):
        file = tmp_path / "page.html"
        file.write_text(page.replace(POLICY, policy).replace("</body>", smuggled), "utf-8")
        title, colour = chromium().evaluate(file, "[document.title, getComputedStyle(document.body).color]")
        assert (title == "run", colour == "rgb(1, 2, 3)") == (came, came)


def test_a_name_that_the_view_does_not_have_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(jinja2.UndefinedError):
        render("standings.html.j2", object(), ENGLISH)
    (tmp_path / "x.j2").write_text("\n{{ page.nothing }}")
    with pytest.raises(PrintsError, match=r"x\.j2, line 2: .* has no attribute 'nothing'\)"):
        render("x.j2", object(), ENGLISH, templates=tmp_path)


def test_everything_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "x.j2").write_text("{{ page }}")
    assert render("x.j2", "<b>&\"'", ENGLISH, templates=tmp_path) == "&lt;b&gt;&amp;&#34;&#39;"


def test_a_page_that_takes_the_place_of_another_is_of_a_later_second(tmp_path: Path) -> None:
    """Web servers tell versions apart by the second."""
    seconds = []
    for text in ("Ada", "Zoe", "Zoe", "Eve"):
        publish(tmp_path, {"index.html": f"<html><head></head><body>{text}</body></html>".encode()})
        seconds.append(int((tmp_path / "index.html").stat().st_mtime))
    ada, zoe, still_zoe, eve = seconds
    assert ada < zoe == still_zoe < eve
