"""``turnabout run --publish --then``: the event's site, who is not on it, and the command after it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from lxml import html

from tests.dose import combinations
from tests.support.books import SAMPLES, edit, records
from tests.support.commands import turnabout
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.outcome import Options, Outcome
from turnabout_sheets.jobs.run import publish_site, run, run_then
from turnabout_sheets.prints.site import make_site

pytestmark = pytest.mark.slow

LANGUAGES = {"English": "Player", "Deutsch": "Spieler", "Français": "Joueur", "Español": "Jugador"}

SHOWN = ("duplicate-in-progress", "netrunner", "finished", "cup")


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """A Turnabout event of nineteen players with two rounds played, in a folder of its own."""
    (tmp_path / "event").mkdir()
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event" / "event.xlsx"))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


@pytest.fixture(scope="module")
def published_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of the same event and of its site, published once, and what was said."""
    folder = tmp_path_factory.mktemp("published")
    (folder / "event").mkdir()
    event = Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder / "event" / "event.xlsx"))
    done = turnabout("run", event, "--publish", folder / "site")
    assert done.exit_code == 0
    return folder, str(done.output)


@pytest.fixture
def published(published_once: tuple[Path, str], tmp_path: Path) -> Path:
    """The published event; its ``site`` is beside its folder."""
    shutil.copytree(published_once[0], tmp_path, dirs_exist_ok=True)
    return tmp_path / "event" / "event.xlsx"


def texts(site: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in sorted(site.iterdir())}


def set_player(workbook: Path, name: str, **cells: Any) -> None:
    """Type something about a player into the sheet Players, by header."""
    rows = [row["Player"] for row in records(workbook, "Players")]
    headers = list(records(workbook, "Players")[0])
    row = rows.index(name) + 2
    typed = {f"{chr(65 + headers.index(header))}{row}": value for header, value in cells.items()}
    edit(workbook, {"Players": typed})


# --- the site ---


def test_pages_need_nothing_from_elsewhere_and_tell_nothing_of_the_computer(published_once: tuple[Path, str]) -> None:
    """Publishing 2.2."""
    event = published_once[0] / "event" / "event.xlsx"
    for name, page in texts(published_once[0] / "site").items():
        tree = html.document_fromstring(page)
        assert not [link for link in tree.xpath("//@href | //@src") if ":" in link or link.startswith("/")], name
        assert "default-src 'none'" in page
        assert "url(" not in page
        assert "http:" not in page
        assert "https:" not in page
        for told in (str(event.parent), event.name, os.environ.get("USER", "root@")):
            assert told not in page


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces nothing that is read all the time")
def test_nobody_ever_reads_half_a_page(published: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages are made before, so that they are written all the time (publishing 2.3)."""
    site = tmp_path / "other"
    outcomes = [check(published)]
    edit(published, {"Round 3": {"D2": "A", "E2": 7, "F2": "A", "G2": 4}})
    outcomes.append(check(published))
    made = {id(each.results): make_site(each.results, None) for each in outcomes if each.results is not None}
    monkeypatch.setattr("turnabout_sheets.prints.site.make_site", lambda results, _: made[id(results)])
    options, ends = Options(publish=site), Event()
    publish_site(Outcome(outcomes[0]), options)

    def publish() -> None:
        for number in range(100):
            publish_site(Outcome(outcomes[number % 2]), options)
        ends.set()

    writer = Thread(target=publish)
    writer.start()
    seen = set()
    while not ends.is_set():
        seen |= {(site / name).read_bytes() for name in ("index.html", "screen.html")}
    writer.join()
    assert len(seen) == 4
    assert all(page.startswith(b"<!doctype html>") and page.endswith(b"</html>\n") for page in seen)


# --- who is not on it ---


@pytest.mark.soak
@pytest.mark.parametrize(("sample", "language"), combinations(SHOWN, LANGUAGES))
def test_no_byte_of_a_name_that_is_not_to_be_published_is_there(
    event: Path, site: Path, sample: str, language: str
) -> None:
    """Publishing 3.1 and 3.4."""
    shutil.copy(SAMPLES / f"{sample}.xlsx", event)
    name = records(event, "Players")[2]["Player"]
    set_player(event, name, Publish="no", **{"Player ID": "SECRET-17"})
    settings = [row["Setting"] for row in records(event, "Event")]
    edit(event, {"Event": {f"B{settings.index('Language') + 2}": language}})
    assert turnabout("run", event, "--publish", site).exit_code == 0
    said = b"".join(file.read_bytes() for file in site.rglob("*") if file.is_file()).decode().casefold()
    word = LANGUAGES[language].casefold()
    assert f">{word} " in said, "somebody else stands there"
    others = " ".join(row["Player"] for row in records(event, "Players") if row["Player"] != name).casefold()
    parts = [part for part in name.casefold().split() if part not in others.split()]
    for trace in (name.casefold(), *parts, "secret-17", name.casefold().encode("ascii", "xmlcharrefreplace").decode()):
        assert trace not in said
    prints = (event.parent / "event prints").glob("*.html")
    assert any(name in file.read_text("utf-8") for file in prints), "in the hall the name is needed"


# --- the command after it ---

RUNS = f'"{sys.executable}" -c "{{}}"'
"""A command that every shell understands."""

WRITES = RUNS.format(
    "import os; names = [os.environ['TURNABOUT_' + name] for name in ('WORKBOOK', 'FOLDER')]; "
    "print(*names, sep='|', file=open('ran.txt', 'a'))"
)
FAILS = RUNS.format("print('first'); print('no such host'); raise SystemExit(23)")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which commands run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.processes
@pytest.mark.usefixtures("no_pages")
def test_the_command_runs_after_each_run_that_changes_the_site_and_knows_where_it_is(
    event: Path, site: Path, here: Path
) -> None:
    """Publishing 2.7 and 2.8."""

    def runs() -> list[str]:
        return (here / "ran.txt").read_text("utf-8").splitlines()

    turnabout("run", event, "--publish", "site", "--then", WRITES)
    assert runs() == [f"{event}|{site}"]
    turnabout("run", event, "--publish", "site", "--then", WRITES)
    assert len(runs()) == 1, "nothing has changed"
    edit(event, {"Round 3": {"D2": "A", "E2": 7, "F2": "A", "G2": 4}})
    turnabout("run", event, "--publish", "site", "--then", WRITES)
    assert len(runs()) == 2


@pytest.mark.nightly
@pytest.mark.processes
def test_without_a_site_it_runs_whenever_something_was_written(event: Path, here: Path) -> None:
    """Publishing 2.9."""
    for _ in range(2):
        turnabout("run", event, "--then", WRITES)
    assert (here / "ran.txt").read_text("utf-8").splitlines() == [f"{event}|{event.parent / 'event prints'}"]


@pytest.mark.processes
@pytest.mark.usefixtures("no_pages")
def test_one_that_fails_is_told_in_a_sentence_and_fails_no_run(event: Path, site: Path, here: Path) -> None:
    """Publishing 2.10 and 2.11."""
    said = (
        'The command after the run has failed (23: "no such host"). The next run that changes something runs it again.'
    )
    done = turnabout("run", event, "--publish", site, "--then", FAILS)
    assert done.exit_code == 0
    assert said in done.output.splitlines()
    assert "first" not in done.output
    edit(event, {"Round 3": {"D2": "A", "E2": 7, "F2": "A", "G2": 4}})
    done = turnabout("run", event, "--publish", site, "--then", FAILS)
    assert said in done.output.splitlines()


@pytest.mark.processes
@pytest.mark.usefixtures("no_pages")
def test_one_that_hangs_is_ended(event: Path, site: Path, here: Path) -> None:
    """Publishing 2.12."""
    hangs = RUNS.format("import time; time.sleep(20); open('ended', 'w')")
    outcome = run(event, Options(publish=site))
    told = run_then(outcome, Options(publish=site, then=hangs), limit=1)
    assert told is not None
    assert str(told).startswith("The command after the run has failed (it was ended after 1 s).")
    assert not (here / "ended").exists()


@pytest.mark.processes
@pytest.mark.usefixtures("no_pages")
def test_it_can_ask_nothing(event: Path, site: Path) -> None:
    """Publishing 2.15: it finds the end of what is typed at once, whatever stands there."""
    reads, types = os.pipe()
    os.write(types, b"secret\n")
    os.close(types)
    typed = os.dup(0)
    os.dup2(reads, 0)
    try:
        reads_all = RUNS.format("import sys; raise SystemExit(len(sys.stdin.read()))")
        assert run(event, Options(publish=site, then=reads_all)).unpublished is None
    finally:
        os.dup2(typed, 0)
        os.close(typed)
        os.close(reads)
