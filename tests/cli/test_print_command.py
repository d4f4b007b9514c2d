"""``turnabout print``: which pages are written, what is in them, and what is said when there are none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from lxml import html

from tests.real_software import require_weasyprint
from tests.support.books import SAMPLES
from tests.support.commands import turnabout
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


def test_what_a_run_has_printed_is_printed_again_as_it_was(ran: Path) -> None:
    before = prints(ran)
    assert turnabout("print", ran).exit_code == 0
    after = prints(ran)
    assert {name: page for name, page in after.items() if name in before and name != "index.html"} == {
        name: page for name, page in before.items() if name != "index.html"
    }


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
    monkeypatch.setattr("turnabout_sheets.jobs.print.to_pdf", lambda page, folder: bytes(page))
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
    assert f"cannot be made with {tmp_path / 'mine'} (" in done.output
    assert said in done.output
    assert "Correct it, or remove it from the folder." in done.output
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
