"""``turnabout print``: which pages are written, what is in them, and what is said when there are none."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from lxml import html

from tests.real_software import require_weasyprint
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from turnabout_sheets.event.results import compute_as_of
from turnabout_sheets.jobs.check import check
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.pages import list_names

pytestmark = pytest.mark.slow


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """A Turnabout event of nineteen players with two rounds played; nothing is printed yet."""
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx"))


def prints(workbook: Path) -> dict[str, str]:
    """Return what stands in the folder of prints, by file name."""
    folder = workbook.with_name(f"{workbook.stem} prints")
    return {page.name: page.read_text("utf-8") for page in folder.glob("*.html")}


def tables_of(page: str) -> list[str]:
    """Return the tables of the slips on a page, in stack order of the HTML; blank ones are left out."""
    return [each.text_content() for each in html.document_fromstring(page).find_class("number")]


def test_pages_as_they_are_now_and_the_workbook_stays(event: Path) -> None:
    before = event.read_bytes()
    done = turnabout("print", event)
    assert done.exit_code == 0
    assert event.read_bytes() == before
    there = prints(event)
    said = [Path(line).name for line in done.output.splitlines()]
    assert sorted(said) == sorted(set(there) - {"index.html", "round-02.html"})
    assert {"round-02-slips.html", "round-02-pairings-by-player.html", "standings-after-round-02.html"} <= set(said)
    linked = set(re.findall(r'href="([^"]+)"', there["index.html"]))
    assert linked - {"round-02.html"} == set(said)


def test_what_a_run_has_printed_is_printed_again_as_it_was(ran: Path) -> None:
    before = prints(ran)
    assert turnabout("print", ran).exit_code == 0
    after = prints(ran)
    assert {name: page for name, page in after.items() if name in before and name != "index.html"} == {
        name: page for name, page in before.items() if name != "index.html"
    }


def test_several_rounds_and_the_standings_as_they_were_after_each(event: Path) -> None:
    turnabout("print", event, "--round", "1-2", "--only", "tables, Standings")
    there = prints(event)
    assert set(there) == {
        "index.html",
        "round-01-pairings-by-table.html",
        "round-02-pairings-by-table.html",
        "standings-after-round-01.html",
        "standings-after-round-02.html",
    }
    results = check(event).results
    assert results is not None
    for number in (1, 2):
        then = compute_as_of(results, number)
        leader = results.event.players[int(then.standings["rank"].idxmin())].name
        page = html.document_fromstring(there[f"standings-after-round-{number:02}.html"])
        assert page.findall(".//tbody/tr")[0].text_content().split("\n")[2].strip().startswith(leader)
    assert there["standings-after-round-01.html"] != there["standings-after-round-02.html"]


def test_some_tables_and_the_order_of_names(event: Path) -> None:
    turnabout("print", event, "--only", "slips", "--tables", "3-5", "--per-page", 2)
    turnabout("print", event, "--only", "slips", "--tables", "4")
    turnabout("print", event, "--only", "slips", "--tables", "2, 5-6", "--per-page", 2)
    turnabout("print", event, "--only", "slips", "--sort", "name", "--per-page", 2)
    there = prints(event)
    assert tables_of(there["round-02-slips-tables-3-5.html"]) == ["3", "5", "4"]
    assert tables_of(there["round-02-slips-tables-4.html"]) == ["4"]
    assert tables_of(there["round-02-slips-tables-2,5-6.html"]) == ["2", "6", "5"]
    by_name = html.document_fromstring(there["round-02-slips-by-name.html"]).find_class("slip")
    first = [min(name.text_content() for name in slip.find_class("name")) for slip in by_name[:-1]]
    stack = [*first[::2], *first[1::2]]
    assert stack == sorted(stack)
    assert len(stack) == 9


def test_the_slips_of_several_rounds_in_one_file(event: Path) -> None:
    turnabout("print", event, "--only", "slips,tables", "--round", "1-2", "--together")
    there = prints(event)
    assert set(there) == {
        "index.html",
        "rounds-01-to-02-slips.html",
        "round-01-pairings-by-table.html",
        "round-02-pairings-by-table.html",
    }
    turnabout("print", event, "--only", "slips", "--round", "1-2")
    one, two = (prints(event)[f"round-{number:02}-slips.html"] for number in (1, 2))
    sheets = [html.document_fromstring(page).find_class("sheet") for page in (one, two)]
    both = html.document_fromstring(there["rounds-01-to-02-slips.html"]).find_class("sheet")
    assert [html.tostring(sheet) for sheet in both] == [html.tostring(sheet) for part in sheets for sheet in part]


def test_blank_slips_have_no_name_no_table_and_no_round(event: Path) -> None:
    turnabout("print", event, "--blank", 5)
    (name,) = set(prints(event)) - {"index.html"}
    assert name == "blank-slips.html"
    page = html.document_fromstring(prints(event)[name])
    slips = page.find_class("slip")
    assert len(slips) == 8
    assert tables_of(prints(event)[name]) == []
    assert {slip.find_class("slip-round")[0].text_content().split(" · ")[0] for slip in slips} == {"Round ____"}


@pytest.mark.parametrize(("paper", "size"), [("A4", "size: a4"), ("Letter", "size: letter")])
@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_paper_and_slips_a_page(event: Path, paper: str, size: str, per_page: int) -> None:
    turnabout("print", event, "--only", "slips", "--paper", paper, "--per-page", per_page)
    page = prints(event)["round-02-slips.html"]
    assert size in page
    sheets = html.document_fromstring(page).find_class("sheet")
    assert [len(sheet.find_class("slip")) for sheet in sheets] == [per_page] * -(-9 // per_page)


@pytest.mark.software
def test_pdf(event: Path) -> None:
    require_weasyprint()
    turnabout("print", event, "--only", "standings", "--pdf")
    folder = event.with_name("event prints")
    pdf = folder / "standings-after-round-02.pdf"
    first = pdf.read_bytes()
    assert first.startswith(b"%PDF-")
    pdf.unlink()
    turnabout("print", event, "--only", "standings", "--pdf")
    assert pdf.read_bytes() == first


def test_all_of_a_round_is_one_pdf_unless_pages_are_named(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnabout_sheets.prints.publish.to_pdf", lambda page, folder: bytes(page))
    whole = event.with_name("event prints") / "round-02.pdf"
    assert turnabout("print", event, "--only", "slips", "--pdf").output.splitlines() == [
        str(whole.with_stem("round-02-slips"))
    ]
    assert whole.with_suffix(".html").exists()
    assert not whole.exists()
    assert str(whole) in turnabout("print", event, "--pdf").output.splitlines()
    assert whole.read_bytes() == whole.with_suffix(".html").read_bytes()


def test_pdf_without_weasyprint(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnabout_sheets.prints.publish.find_spec", lambda name: None)
    done = turnabout("print", event, "--only", "standings", "--pdf")
    assert done.exit_code == 4
    assert done.output == (
        'PDF needs WeasyPrint. Install it with:  pip install "turnabout-sheets[pdf]"  or print the pages from a '
        "browser.\n"
    )
    assert prints(event) == {}


def test_open(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: not opened.append(address))
    turnabout("print", event, "--only", "standings", "--open")
    turnabout("print", event, "--only", "standings,slips", "--open")
    assert [Path(each).name for each in opened] == ["standings-after-round-02.html", "index.html"]


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--only", "slops"), 2, 'There are no pages called "slops"; expected slips, pairings, tables, '),
        (("--round", "3"), 2, "There is no round 3: the last round that is paired is 2."),
        (("--round", "x"), 2, '"x"; expected a number from 1, or two with a hyphen between, such as 3-7.'),
        (("--tables", "7-3"), 2, '"7-3"; expected a number from 1'),
        (("--tables", "2,99"), 2, "In round 2 there is no table 99: the tables are 1-9."),
        (("--only", "bracket"), 2, "There is nothing to print: no round is paired, or the event has no such page."),
        (("--templates", "nowhere"), 2, "'nowhere' does not exist."),
    ],
)
def test_what_cannot_be_printed(event: Path, options: tuple[str, ...], code: int, said: str) -> None:
    done = turnabout("print", event, *options)
    assert done.exit_code == code
    assert said in done.output
    assert prints(event) == {}


def test_nothing_is_printed_of_a_workbook_with_errors(tmp_path: Path) -> None:
    broken = Path(shutil.copy(SAMPLES / "broken.xlsx", tmp_path / "event.xlsx"))
    done = turnabout("print", broken)
    assert done.exit_code == 1
    assert "Nothing is printed: correct the errors, and try again." in done.output
    assert prints(broken) == {}


def test_no_round_is_paired(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    turnabout("new", workbook)
    done = turnabout("print", workbook, "--round", 1)
    assert done.exit_code == 2
    assert done.output == "There is no round 1: no round is paired yet.\n"


def test_a_template_of_the_organizers_builds_on_ours(event: Path, tmp_path: Path) -> None:
    slip = tmp_path / "mine" / "slips" / "turnabout.html.j2"
    slip.parent.mkdir(parents=True)
    slip.write_text(
        '{% extends "shipped/slips/turnabout.html.j2" %}\n'
        "{% block slip %}{{ super() }}<p class='club'>Card Club</p>{% endblock %}\n",
        "utf-8",
    )
    assert turnabout("print", event, "--templates", tmp_path / "mine").exit_code == 0
    slips = html.document_fromstring(prints(event)["round-02-slips.html"]).find_class("slip")
    assert len(slips) == 12
    assert all(len(each.find_class("club")) == 1 and each.find_class("ledger") for each in slips)
    turnabout("run", event, "--templates", tmp_path / "mine")
    assert "Card Club" in prints(event)["round-03-slips.html"]


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{% block %}", "standings.html.j2, line 1: "),
        ("\n\n{{ page.colour }}", "standings.html.j2, line 3: "),
        ('\n{{ w("page.rond") }}', "standings.html.j2, line 2: there are no words 'page.rond'"),
        ('{% extends "nobody.html.j2" %}', "nobody.html.j2"),
    ],
)
def test_a_mistake_in_a_template(event: Path, tmp_path: Path, template: str, said: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "standings.html.j2").write_text(template, "utf-8")
    done = turnabout("print", event, "--templates", tmp_path / "mine")
    assert done.exit_code == 4
    assert f"cannot be made with the templates in {tmp_path / 'mine'}: " in done.output
    assert said in done.output
    assert "Correct the template, or take it out of the folder" in done.output
    assert prints(event) == {}


def test_a_run_does_nothing_with_templates_that_are_not_there(event: Path) -> None:
    before = event.read_bytes()
    done = turnabout("run", event, "--templates", "nowhere")
    assert done.exit_code == 2
    assert "'nowhere' does not exist." in done.output
    assert event.read_bytes() == before
    assert prints(event) == {}


def test_the_command_knows_all_pages_by_the_names_of_their_modules() -> None:
    pages = load_pages()
    assert sorted(page.name for page in pages) == list(list_names())
    assert ",".join(list_names()) in "".join(turnabout("print", "--help").output.split())
    positions = [document.position for page in pages for document in page.documents]
    assert len(set(positions)) == len(positions), "each has a place of its own in the index"


def test_the_page_for_a_screen_is_made_when_it_is_named_and_is_no_pdf(ran: Path) -> None:
    (ran.with_name("event prints") / "screen.html").unlink()
    done = turnabout("print", ran, "--only", "screen", "--pdf")
    assert [Path(line).name for line in done.output.splitlines()] == ["screen.html"]
    assert not list(ran.with_name("event prints").glob("*.pdf"))
    assert 'href="screen.html"' in prints(ran)["index.html"]
