"""``turnabout export``: the file for sites that collect results, the text for a chat, and when there is neither."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, edit
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.core.backups import list_backups

pytestmark = pytest.mark.slow


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """A Netrunner event of thirteen players with three of four rounds played."""
    return Path(shutil.copy(SAMPLES / "netrunner.xlsx", tmp_path / "City.xlsx"))


def refused(*arguments: object, code: int) -> str:
    """Return what is said of an export that is refused."""
    done = turnabout("export", *arguments)
    assert done.exit_code == code, done.output
    return done.output.rstrip("\n")


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
