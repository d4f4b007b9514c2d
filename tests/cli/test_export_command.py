"""``turnabout export``: the file for sites that collect results, the text for a chat, and when there is neither."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import click
import pytest

from tests.support.books import SAMPLES, edit
from tests.support.commands import everything, turnabout
from tests.support.simulated import simulated
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.formats import load_all
from turnabout_sheets.jobs.export import TEXT

pytestmark = pytest.mark.slow

REMARK = (
    "In this file matchPoints are game points, 3 for a game won and 1 each for a drawn one, and not GMP; the ranks are "
    "those of Standings."
)


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """A Netrunner event of thirteen players with three of four rounds played."""
    return Path(shutil.copy(SAMPLES / "netrunner.xlsx", tmp_path / "City.xlsx"))


def refused(*arguments: object, code: int) -> str:
    """Return what is said of an export that is refused."""
    done = turnabout("export", *arguments)
    assert done.exit_code == code, done.output
    return done.output.rstrip("\n")


def test_the_file_lies_beside_the_workbook_which_stays_as_it_is(event: Path) -> None:
    """Publishing 5.1."""
    before = event.read_bytes()
    done = turnabout("export", event, "--to", "nrtm")
    file = event.with_name("City nrtm.json")
    assert (done.exit_code, done.stdout) == (0, f"Wrote {file}\n")
    assert done.stderr.splitlines() == ["The event is not over. After round 3 of 4.", REMARK]
    whole = json.loads(file.read_bytes())
    assert (whole["name"], len(whole["players"]), len(whole["rounds"])) == ("City Grid Open", 13, 3)
    assert event.read_bytes() == before
    there = everything(event.parent)
    assert turnabout("export", event, "--to", "nrtm").stdout == f"Wrote {file}\n"
    assert everything(event.parent) == there, "the same workbook gives the same bytes"


def test_an_export_takes_the_place_of_nothing_else_unasked(event: Path) -> None:
    """Safety 4.1."""
    for to, file in (("nrtm", event.with_name("City nrtm.json")), ("text", event.with_name("chat.txt"))):
        command = (event, "--to", to, "--output", file)
        file.write_bytes(b"mine")
        assert refused(*command, code=4).startswith(f"{file} is there already, and is not as turnabout wrote it")
        assert file.read_bytes() == b"mine"
        assert turnabout("export", *command, "--overwrite").exit_code == 0
        assert [backup.path.read_bytes() for backup in list_backups(file)] == [b"mine"]
        assert file.read_bytes() != b"mine"


def test_a_later_export_takes_the_place_of_an_earlier_one(event: Path) -> None:
    """Safety 4.4."""
    file = event.with_name("City nrtm.json")
    for name in ("City Grid Open", "City Grid Closed"):
        edit(event, {"Event": {"B2": name}})
        assert turnabout("export", event, "--to", "nrtm").exit_code == 0
        assert json.loads(file.read_bytes())["name"] == name


def test_the_workbook_itself_is_never_replaced(event: Path) -> None:
    """Safety 4.3."""
    before = event.read_bytes()
    for to in ("nrtm", "text"):
        said = refused(event, "--to", to, "--output", event, "--overwrite", code=4)
        assert said == f"{event} is the workbook itself; name another file."
    assert event.read_bytes() == before


def test_the_text_is_shown_or_written_where_a_file_is_named(event: Path) -> None:
    """Publishing 4.1."""
    shown = turnabout("export", event, "--to", "text")
    assert (shown.exit_code, shown.stderr) == (0, "")
    first, second = shown.stdout.rstrip("\n").split("\n\n")
    assert first.startswith("```\nPairings by table, round 3\nTable  Player A")
    assert second.startswith("```\nStandings after round 3\nRank  GMP  Player\n   1    8  Farah Jansen\n")
    assert list(event.parent.iterdir()) == [event]
    file = event.with_name("chat.txt")
    done = turnabout("export", event, "--to", "text", "--output", file)
    assert (done.exit_code, done.output) == (0, f"Wrote {file}\n")
    assert file.read_text("utf-8") == shown.stdout


@pytest.mark.parametrize("sample", ["finished", "duplicate-in-progress", "cup", "round-robin"])
def test_the_text_is_there_of_every_event_and_nrtm_of_netrunner_alone(tmp_path: Path, sample: str) -> None:
    """Publishing 4.1 and 5.1."""
    book = Path(shutil.copy(SAMPLES / f"{sample}.xlsx", tmp_path / "event.xlsx"))
    assert turnabout("export", book, "--to", "text").output.count("```") >= 4
    format = "Duplicate Magic" if "duplicate" in sample else "Turnabout"
    assert refused(book, "--to", "nrtm", code=2) == (
        f"--to nrtm is for Netrunner events, and event.xlsx is a {format} event; its pairings and standings are there "
        "as a text: --to text."
    )


def test_before_there_is_anything_to_export_it_says_so(tmp_path: Path) -> None:
    """Publishing 4.1 and 5.5."""
    book = tmp_path / "event.xlsx"
    simulated(book, "--format", "Netrunner", "--players", 6, "--played", 0, "--date", "2026-05-31")
    nothing = "No round of event.xlsx is paired yet; run it first, then there is something to post."
    assert refused(book, "--to", "text", code=2) == nothing
    no_result = "No result of event.xlsx is reported yet; export it when some are."
    assert refused(book, "--to", "nrtm", code=2) == no_result
    assert turnabout("run", book).exit_code == 0
    assert turnabout("export", book, "--to", "text").output.count("```") == 2
    assert refused(book, "--to", "nrtm", code=2) == no_result


def test_without_a_day_there_is_no_file_and_the_cell_is_named(event: Path) -> None:
    """Publishing 5.5."""
    edit(event, {"Event": {"B3": None}})
    assert refused(event, "--to", "nrtm", code=1) == (
        "Error: Event!B3: Date is blank; sites that collect results expect a day such as 2026-05-31. Fill in the day "
        "of the event."
    )
    assert list(event.parent.iterdir()) == [event]


def test_with_errors_in_the_workbook_nothing_is_exported(event: Path) -> None:
    """Publishing 4.3 and 5.5."""
    edit(event, {"Players": {"A3": "Farah Jansen", "A2": "Farah Jansen"}})
    for to in ("nrtm", "text"):
        said = refused(event, "--to", to, code=1).splitlines()
        assert said[-1] == "Nothing is exported: correct the errors, and try again."
        assert any("Players!" in line for line in said)
    assert list(event.parent.iterdir()) == [event]


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["gone.xlsx", "--to", "text"], 4, "gone.xlsx"),
        (["notes.txt", "--to", "nrtm"], 4, "notes.txt"),
        (["City.xlsx"], 2, "--to"),
        (["City.xlsx", "--to", "trf"], 2, "nrtm"),
        (["City.xlsx", "--to", "nrtm", "--output", "gone/a.json"], 4, "the folder gone is not there"),
        (["City.xlsx", "--to", "text", "--output", "."], 4, "it is a folder, not a file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_is_said(
    event: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, told: str
) -> None:
    monkeypatch.chdir(event.parent)
    Path("notes.txt").write_text("notes")
    assert told in refused(*arguments, code=code)


def test_the_command_offers_what_there_is() -> None:
    to = next(each for each in main.load_all()["export"].params if each.name == "to")
    assert isinstance(to.type, click.Choice)
    own = [each.name for format in load_all() for each in format.exports]
    assert list(to.type.choices) == [*own, TEXT]
