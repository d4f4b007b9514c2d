"""All of a round in one page: what is in it, in which order, and that it prints as its parts do."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from lxml import html

from tests.prints.printed import PAPERS, print_page
from tests.prints.round_texts import texts
from tests.support.books import SAMPLES
from turnabout_sheets.cli.main import main
from turnabout_sheets.jobs.print import print_pages

PARTS = (
    "round-03-slips.html",
    "round-03-pairings-by-player.html",
    "standings-after-round-02.html",
    "round-03-pairings-by-table.html",
)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a sample event that was run."""
    folder = tmp_path_factory.mktemp("ran")
    workbook = Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder))
    with pytest.raises(SystemExit, match="0"):
        main(["run", str(workbook)])
    return folder


@pytest.fixture
def prints(ran: Path, tmp_path: Path) -> Path:
    """The folder of its pages, in a copy."""
    shutil.copytree(ran, tmp_path, dirs_exist_ok=True)
    return tmp_path / "in-progress prints"


def test_the_first_line_of_the_index_is_one_link_to_all_of_the_round_in_its_order(prints: Path) -> None:
    assert texts(prints / "round-03.html") == [sheet for name in PARTS for sheet in texts(prints / name)]
    index = html.fromstring((prints / "index.html").read_text("utf-8"))
    first = index.xpath("//a")[0]
    assert first.get("href") == "round-03.html"
    assert first.text_content().startswith("Print round 3: slips")


def test_who_prints_some_pages_again_has_them_with_the_others_in_the_page_of_the_round(
    tmp_path: Path, prints: Path
) -> None:
    (prints / "round-03-pairings-by-table.html").unlink()
    (prints / "standings-after-round-02.html").write_text("<body>not ours</body>")
    print_pages(tmp_path / "in-progress.xlsx", only=["slips"], per_page=2)
    assert texts(prints / "round-03.html") == [sheet for name in PARTS[:2] for sheet in texts(prints / name)]
    assert len(texts(prints / "round-03-slips.html")) == 5


def test_its_style_has_no_rule_within_a_rule_which_older_browsers_pass_over(prints: Path) -> None:
    (style,) = html.fromstring((prints / "round-03.html").read_text("utf-8")).xpath("//style/text()")
    assert all(f".part-{place} .sheet {{" in style for place in range(1, 5))
    of_media = re.sub(r"@media[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}", r"\1", style)
    assert re.sub(r"\{[^{}]*\}", "", of_media).count("{") == 0


@pytest.mark.browser
def test_it_prints_as_its_parts_do_each_on_its_own_sheets_and_paper(tmp_path: Path, prints: Path) -> None:
    print_pages(tmp_path / "in-progress.xlsx", only=["slips"], paper="Letter")
    whole = print_page((prints / "round-03.html").read_text("utf-8"), tmp_path)
    parts = [print_page((prints / name).read_text("utf-8"), tmp_path) for name in PARTS]
    assert whole.words == [words for part in parts for words in part.words]
    sizes = [PAPERS["Letter"]] * 3 + [PAPERS["A4"]] * 3
    for size, expected in zip(whole.sizes, sizes, strict=True):
        assert size == pytest.approx(expected, abs=0.3)
