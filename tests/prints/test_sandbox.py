"""Templates of others: they see the page's view, and what they may not do is said in a sentence."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.prints.events import ENGLISH
from tests.prints.making import render
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.page import Document, load_pages
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.prints.words import load_words

pytestmark = pytest.mark.slow

ESCAPES = [
    "{{ cycler.__init__.__globals__.os.popen('touch MARK').read() }}",
    "{{ w.__init__.__globals__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ (w|attr('__call__')).__globals__ }}",
    "{{ '{0.__class__}'.format(w) }}",
    "{{ self.__init__.__globals__ }}",
    "{{ more.append(1) }}",
]
WITHOUT_END = {
    "range": "{% for a in range(999999999) %}{% endfor %}",
    "includes itself": "{% include 'x.j2' %}",
    "calls itself": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "extends itself": "{% extends 'x.j2' %}",
}


def made_of(template: str | bytes, folder: Path) -> str:
    (folder / "x.j2").write_bytes(template if isinstance(template, bytes) else template.encode())
    return render("x.j2", SimpleNamespace(folder=folder), ENGLISH, templates=folder)


def test_a_template_may_ask_for_all_that_a_view_has_but_change_nothing(tmp_path: Path) -> None:
    view = Document(1, "round-{}.html", "task", "title")
    asks, changes = tmp_path / "asks.j2", tmp_path / "changes.j2"
    asks.write_text("{{ page.file }} {{ page.each_round }}")
    changes.write_text("{{ page._replace(file='x') }}")
    assert render(asks.name, view, ENGLISH, templates=tmp_path) == "round-{}.html True"
    with pytest.raises(PrintsError, match="_replace"):
        render(changes.name, view, ENGLISH, templates=tmp_path)


@pytest.mark.parametrize("template", ESCAPES)
def test_a_template_cannot_get_at_the_system(template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 7.1."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrintsError, match=r"x\.j2, line 2: .*\). Correct it, or remove it") as refused:
        made_of(f"\n{template}", tmp_path)
    assert "\n" not in str(refused.value)
    assert [each.name for each in tmp_path.iterdir()] == ["x.j2"]


@pytest.mark.parametrize("template", WITHOUT_END.values(), ids=WITHOUT_END)
def test_a_template_without_end_is_refused(template: str, tmp_path: Path) -> None:
    with pytest.raises(PrintsError, match=r"x\.j2, line [12]: .*\). Correct it, or remove it") as refused:
        made_of(f"\n{template}", tmp_path)
    assert len(str(refused.value)) < 500


def test_a_template_in_another_encoding_is_named_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(PrintsError, match=r"x\.j2, line 2: this is not written in UTF-8; save the file"):
        made_of("\nTürme".encode("cp1252"), tmp_path)


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder without templates; for each folder all of ours are compiled."""
    return tmp_path_factory.mktemp("nothing")


@pytest.mark.parametrize("format", [format.name for format in load_all()])
def test_shipped_templates_make_the_same_pages_in_the_sandbox(format: str, tmp_path: Path, nothing: Path) -> None:
    (chosen,) = (each for each in load_all() if each.name == format)
    simulate(tmp_path / "event.xlsx", chosen, Plan(players=5, rounds=2, played=1))
    results = check(tmp_path / "event.xlsx").results
    assert results is not None
    sheets = chosen.make_output(results)
    pages = make_pages(results, load_pages(format), sheets)
    assert pages == make_pages(results, load_pages(format), sheets, templates=nothing)


@pytest.mark.parametrize("text", ["{n:%Y}", "{n:>999999999}", "{n!r}", "{n:{n}}", "{n}" * 99])
def test_words_have_nothing_but_names_in_their_placeholders(text: str, tmp_path: Path) -> None:
    key = next(key for key, text in ENGLISH.texts.items() if "{n}" in text)
    section, name = key.split(".", 1)
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text(
        f'["{section}"]\n{name} = "{text}"\n'.replace('["', "[").replace('"]', "]")
    )
    with pytest.raises(PrintsError, match=r"en\.toml \(.*\{placeholders\}"):
        load_words("en", tmp_path)


def test_a_words_file_that_is_endlessly_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text("x = " + "[" * 5000)
    with pytest.raises(PrintsError, match=r"en\.toml \("):
        load_words("en", tmp_path)
