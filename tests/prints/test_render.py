"""Where templates come from: the organizer's folder, the checkout, an installed wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import jinja2
import pytest

from tests.prints.browser import chromium
from tests.prints.events import ENGLISH, event, plain_names
from tests.prints.making import render, round_pages
from tests.real_software import REQUIRED
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.prints.templates import shipped_templates

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


POLICY = """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
img-src data:; base-uri 'none'; form-action 'none'">
"""


def test_every_page_forbids_all_that_comes_from_elsewhere_unless_an_organizer_says_otherwise(tmp_path: Path) -> None:
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
    with pytest.raises(PrintsError, match=r"x\.j2, line 2: .* has no attribute 'nothing'\. Correct the template"):
        render("x.j2", object(), ENGLISH, templates=tmp_path)


def test_everything_is_escaped(tmp_path: Path) -> None:
    (tmp_path / "x.j2").write_text("{{ page }}")
    assert render("x.j2", "<b>&\"'", ENGLISH, templates=tmp_path) == "&lt;b&gt;&amp;&#34;&#39;"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the project's wheel, away from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    made = subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--wheel-dir", folder, CHECKOUT],
        capture_output=True,
        text=True,
    )  # fmt: skip
    if made.returncode and "hatchling" in made.stderr and not os.environ.get(REQUIRED):
        pytest.skip("hatchling, which builds the wheel, cannot be downloaded")
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    pip_install = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*pip_install, "--target", folder / "site", wheel], check=True, capture_output=True)
    return folder / "site"


def files_in(folder: Path) -> dict[Path, bytes]:
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.mark.processes
def test_a_wheel_has_every_template_and_all_words(installed: Path) -> None:
    assert files_in(installed / "turnabout_sheets" / "templates") == files_in(shipped_templates())


@pytest.mark.processes
def test_an_installed_wheel_prints_the_same_slips_from_its_own_templates(installed: Path, tmp_path: Path) -> None:
    program = f"""
import sys
sys.path.insert(0, {str(installed)!r})
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.event.model import Event, Player, make_matches
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.slips.turnabout import TEMPLATE, make_view
from turnabout_sheets.prints.templates import shipped_templates
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import Settings
assert shipped_templates().is_relative_to({str(installed)!r}), shipped_templates()
players = (Player(0, "Player000"), Player(1, "Player001"))
row = dict(round=3, table=1, a=0, b=1, option_a=None, option_b=None, ruling=None, advances=None, sheet="Round 3", row=2)
matches = make_matches([row], row)
event = Event(Settings(name="Town Open", date="2026-11-21"), players, matches)
w = load_words("en")
sys.stdout.buffer.write(render(TEMPLATE, make_view(event, TURNABOUT, 3, w), w))
"""
    printed = subprocess.run([sys.executable, "-I", "-c", program], cwd=tmp_path, capture_output=True)
    assert printed.returncode == 0, printed.stderr.decode()
    assert printed.stdout.decode() == round_pages(event(plain_names(2)), TURNABOUT, 3)["round-03-slips.html"]


@pytest.mark.processes
def test_an_installed_wheel_does_the_main_job(installed: Path, tmp_path: Path) -> None:
    """Everything it needs has come with it: templates, banned cards, names for simulated events."""
    program = f"""
import sys
sys.path.insert(0, {str(installed)!r})
from turnabout_sheets.cli.main import main
main(sys.argv[1:])
"""
    for arguments in (["simulate", "event.xlsx", "--played", "1"], ["run", "event.xlsx"]):
        done = subprocess.run(
            [sys.executable, "-I", "-c", program, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "event prints" / "round-02-slips.html").exists()
