"""Every page that there is, as Chromium prints it and as WeasyPrint makes a PDF of it: as many pages as sheets."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from itertools import cycle
from pathlib import Path

import pytest
from lxml import html

from tests.dose import dose
from tests.prints.printed import PAPERS, print_page
from tests.real_software import program, require_weasyprint
from tests.support.books import SAMPLES, SOUND
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.new import Plan, simulate
from turnabout_sheets.jobs.print import print_pages
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.publish import to_pdf

ALL_KINDS = tuple(page.name for page in load_pages() if not any(each.on_screen for each in page.documents))
"""All pages that are for paper."""


def test_every_page_has_a_place_of_its_own_in_the_index() -> None:
    positions = [each.position for page in load_pages() for each in page.documents]
    assert sorted(positions) == sorted(set(positions))


def pages_of(workbook: Path, **how: object) -> dict[str, str]:
    """Return all pages that can be printed of a workbook, by file name."""
    outcome, files = print_pages(workbook, only=ALL_KINDS, **how)  # type: ignore[arg-type]
    assert outcome.exit == 0
    return {file.name: file.read_text("utf-8") for file in files}


def has_pages(page: str, count: int) -> bool:
    """Say whether a page is printed on as many sheets of paper as it says that it has.

    One that runs over as many as it takes, and says none, begins at least one for each player.
    """
    tree = html.document_fromstring(page)
    sheets = len(tree.find_class("sheet"))
    return count == sheets if sheets else count >= len(tree.find_class("player")) > 0


def sides_of(size: tuple[float, float]) -> tuple[float, float]:
    """Return the shorter and the longer side of a sheet."""
    return min(size), max(size)


def some_of(pages: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    """Return what is printed of pages, which are by whose they are and their files: all in the long dose.

    In the short dose each page of one, of each some, and of what each round has only that of the last.
    """
    kinds: defaultdict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for whose, file in pages:
        kinds[re.sub(r"\d+", "", file)][whose] = (whose, file)
    some = [[*each.values()][turn % len(each)] for turn, each in enumerate(kinds.values())]
    return {name: pages[name] for name in dose(some, pages)}


def test_all_samples_are_printed() -> None:
    found = {sample.stem for sample in SAMPLES.glob("*.xlsx")}
    assert found - {"broken"} == {*SOUND}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The workbooks of an event of each format, with few players and rounds, called as the format."""
    folder = tmp_path_factory.mktemp("small")
    plan = Plan(players=5, rounds=dose(1, 2), played=dose(1, 2), settings={"name": "Small Open"})
    for format in load_all():
        simulate(folder / f"{format.name}.xlsx", format, plan)
    return sorted(folder.glob("*.xlsx"))


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("papers", dose([[*PAPERS]], [[paper] for paper in PAPERS]))
def test_a_pdf_has_the_pages_that_chromium_prints(tmp_path: Path, small: list[Path], papers: list[str]) -> None:
    """In the long dose every page on every paper; else each event on the one or the other."""
    require_weasyprint()
    pages: dict[tuple[str, str], str] = {}
    paper_of: dict[str, str] = {}
    for workbook, paper in zip(small, cycle(papers), strict=False):
        pages |= {(workbook.stem, file): page for file, page in pages_of(workbook, paper=paper).items()}
        paper_of[workbook.stem] = paper
    for name, page in some_of(pages).items():
        paper = paper_of[name[0]]
        pdf = tmp_path / "made.pdf"
        pdf.write_bytes(to_pdf(page.encode(), tmp_path))
        told = subprocess.run([program("pdfinfo"), pdf], check=True, capture_output=True, text=True).stdout
        facts = dict(line.split(":", 1) for line in told.splitlines())
        assert has_pages(page, int(facts["Pages"])), name
        if paper != "A4" or dose(False, True):  # on A4 Chromium prints those of the samples, above
            assert has_pages(page, print_page(page, tmp_path).pages), name
        width, height = (float(side) / 72 * 25.4 for side in facts["Page size"].split("pts")[0].split(" x "))
        assert sides_of((width, height)) == pytest.approx(PAPERS[paper], abs=0.3), name
