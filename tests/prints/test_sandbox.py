"""Templates from strangers: they see the page's view, end in time, and what they may not do is said in a sentence."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.dose import dose
from tests.prints.events import ENGLISH
from tests.prints.making import render
from tests.systems import LOOKS_AT_FILES_QUICKLY
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.simulate import Plan, simulate
from turnabout_sheets.prints import sandbox
from turnabout_sheets.prints.making import make_pages
from turnabout_sheets.prints.page import Document, load_pages
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.prints.sandbox import MOST_STEPS
from turnabout_sheets.prints.words import load_words

pytestmark = pytest.mark.slow

ESCAPES = [
    "{{ cycler.__init__.__globals__.os.popen('touch MARK').read() }}",
    "{{ w.__init__.__globals__ }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ (w|attr('__call__')).__globals__ }}",
    "{{ '{0.__class__}'.format(w) }}",
    "{{ self.__init__.__globals__ }}",
    "{{ page.folder.write_text('x') }}",
    "{{ page.folder.home() }}",
    "{{ more.append(1) }}",
]
ENDLESS = {
    "nested loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "loops over texts": "{% set s = 'x' * 9999 %}" + "{% for a in s %}" * 3 + "{% endfor %}" * 3,
    "multiplied text": "{{ 'x' * 9999999999 }}",
    "multiplied list": "{{ ([1] * 9999999999) | length }}",
    "doubled text": "{% set s = 'xxxxxxxxxxxx' %}" + "{% set s = s ~ s %}" * 60,
    "added text": "{% set s = 'xxxxxxxxxxxx' %}" + "{% set s = s + s %}" * 60,
    "doubled block": "{% set s = 'x' %}" + "{% set s %}{{ s }}{{ s }}{% endset %}" * 60 + "{{ s }}",
    "nested list": "{% set s = [1] %}" + "{% set s = [s, s] %}" * 60,
    "named lists": "{% set s = [1] %}" + "{% set s = {1: s, 2: s} %}" * 60,
    "power": "{{ 9 ** (9 ** 9) }}",
    "padded": "{{ '%999999999d' | format(1) }}",
    "filled in": "{{ '%999999999d' % 1 }}",
    "method": "{{ 'x'.ljust(9999999999) }}",
    "bytes": "{{ (1).to_bytes(9999999999, 'big') }}",
    "joined": "{{ range(99999) | list | join('x' * 999999) }}",
    "batched": "{{ [1] | batch(9999999999, 'x') | list | length }}",
    "rounded": "{{ 25 | round(-999999999) }}",
    "words": "{{ lipsum(n=99999999) }}",
    "long body": "{% set s %}{% for a in range(99999) %}" + "x" * 9999 + "{% endfor %}{% endset %}",
    "calls": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "includes": "{% set n = (n or 0) + 1 if n is defined else 1 %}{% if n < 40 %}"
    "{% include 'x.j2' %}{% include 'x.j2' %}{% endif %}",
    "includes itself": "{% include 'x.j2' %}",
    "calls itself": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "extends itself": "{% extends 'x.j2' %}",
    "recursive loop": "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "summed lists": "{% set s = [1] * 99999 %}{{ [s] * 99999 | sum(start=[]) }}",
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
    with pytest.raises(PrintsError, match=r"x\.j2, line 2: .*\. Correct the template, or take it out") as refused:
        made_of(f"\n{template}", tmp_path)
    assert "\n" not in str(refused.value)
    assert [each.name for each in tmp_path.iterdir()] == ["x.j2"]


@pytest.mark.soak
@pytest.mark.parametrize(
    "template",
    [
        pytest.param(template, id=name, marks=LOOKS_AT_FILES_QUICKLY if name == "includes" else ())
        for name, template in ENDLESS.items()
    ],
)
def test_a_template_ends_in_time(template: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 7.1."""
    monkeypatch.setattr(sandbox, "MOST_STEPS", dose(MOST_STEPS // 10, MOST_STEPS))
    with pytest.raises(PrintsError, match=r"x\.j2, line [12]: .*\. Correct the template, or take it out") as refused:
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
    sheets = chosen.sheets.make_output(results)
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
    with pytest.raises(PrintsError, match=r"en\.toml cannot be used .*\{placeholders\}"):
        load_words("en", tmp_path)


def test_a_words_file_that_is_endlessly_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text("x = " + "[" * 5000)
    with pytest.raises(PrintsError, match=r"en\.toml cannot be used"):
        load_words("en", tmp_path)
