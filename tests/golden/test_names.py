"""Whatever a name is, it stands on every page as text, and whole."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from lxml import html

from tests.dose import take_turns
from tests.golden.test_golden import HERE
from tests.support.commands import turnabout
from tests.support.text_workbooks import read_sheets, write_workbook

TRICKY: Final = (
    "<b>Bold</b> & Co.",
    "<script>alert(1)</script>",
    "\"quoted\" 'name'",
    "{{ 7 * 7 }} {% if %}",
    "</style></title><img src=x onerror=alert(1)>",
    "&amp;lt;already escaped&gt;",
    "יוסי כהן",
    "山田 太郎",
    "Łukasz-Brzęczyszczykiewicz",
    "javascript:alert(1)",
    "--> <!-- comment",
    "Zoë 🦊🎲 Fox 👩‍👩‍👧",
)
TITLE: Final = '<i>Cup</i> &copy; "1"'
PAGES: Final = (
    "balance,bracket,cards,check-in,crosstable,movement,outstanding,pairings,report,screen,slips,standings,tables"
)


def write_event(name: str, called: Mapping[str, str], workbook: Path) -> Path:
    """Write an event's workbook with these names in the place of others."""
    sheets = read_sheets((HERE / "events" / f"{name}.txt").read_text("utf-8"))
    renamed = {sheet: [[called.get(value, value) for value in row] for row in rows] for sheet, rows in sheets.items()}
    return write_workbook(workbook, renamed)


def print_all(name: str, called: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """Return all pages of an event with these names in the place of others, by path."""
    folder.mkdir()
    workbook = write_event(name, called, folder / "event.xlsx")
    for command in (["run", workbook, "--publish", folder / "site"], ["print", workbook, "--only", PAGES]):
        done = turnabout(*command)
        assert done.exit_code == 0, done.output
    pages = sorted(folder.rglob("*.html"))
    return {page.relative_to(folder).as_posix(): html.document_fromstring(page.read_bytes()) for page in pages}


def columns_of(name: str, wanted: Sequence[tuple[str, str]]) -> list[str]:
    """Return what stands in columns of an event's sheets."""
    sheets = read_sheets((HERE / "events" / f"{name}.txt").read_text("utf-8"))
    tables = ((sheets[sheet], sheets[sheet][0].index(header)) for sheet, header in wanted)
    return [row[at] for rows, at in tables for row in rows[1:]]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "columns"),
    take_turns(
        [
            ("odd-turnabout", [("Players", "Player")]),
            ("odd-netrunner", [("Players", "Player")]),
            ("doubles", [*(("Tables", header) for header in ("Theme", "Stock A", "Stock B")), ("Players", "Partner")]),
            ("double-elimination", [("Players", "Player")]),
        ],
        day=2,
        quick=1,
    ),
)
def test_names__that_look_like_markup__are_text_on_every_page(
    name: str, columns: list[tuple[str, str]], tmp_path: Path
) -> None:
    given = columns_of(name, columns)
    title = columns_of(name, [("Event", "Value")])[0]
    tricky = [*TRICKY, *(f"{number} {each}" for number, each in enumerate(TRICKY))]
    attacked = print_all(name, {**dict(zip(given, tricky, strict=False)), title: TITLE}, tmp_path / "attacked")
    harmless = print_all(name, {}, tmp_path / "harmless")
    assert [*attacked] == [*harmless]
    back = {TITLE: title, **dict(zip(tricky, given, strict=False))}
    tricks = re.compile("|".join(map(re.escape, sorted(back, key=len, reverse=True))))
    for path, tree in attacked.items():
        other = harmless[path]
        assert {each.tag for each in tree.iter("*")} == {each.tag for each in other.iter("*")}, path
        assert {at for each in tree.iter("*") for at in each.attrib} == {
            at for each in other.iter("*") for at in each.attrib
        }, path
        assert len(tree.xpath("//script")) == len(other.xpath("//script"))
        assert tree.xpath("//img | //link | //@src | //th[not(@scope)]") == []
        assert tree.get("lang") == other.get("lang")
        names = Counter(bdi.text or "" for bdi in other.iter("bdi"))
        shown = (tricks.sub(lambda m: back[m[0]], bdi.text or "") for bdi in tree.iter("bdi"))
        assert Counter(shown) == names, path
