"""What the start page can be asked for: it leads to a workbook, or says in a sentence why not."""

from __future__ import annotations

import shutil
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from openpyxl import Workbook, load_workbook

from tests.limits import where_permissions_count
from tests.support.books import SAMPLES, records
from turnabout_sheets.desk.start_page import (
    Place,
    StartError,
    make_event,
    make_sample,
    open_event,
    show_list,
)
from turnabout_sheets.jobs.check import check
from turnabout_sheets.prints.words import load_words

W = load_words("en")


ON_WINDOWS = sys.platform == "win32"
NO_NAME = "No file can have this name."


@pytest.fixture
def place(tmp_path: Path) -> Place:
    shown: list[Path] = []
    told: list[str] = []
    return Place(tmp_path / "Documents" / "Turnabout", shown.append, told.append)


def appended(note: Any) -> list[Any]:
    """Return what was appended to the list whose method `note` is."""
    return list(note.__self__)


def shown(place: Place) -> list[Path]:
    return appended(place.show)


def opened(place: Place, path: object) -> Path:
    return open_event({"path": str(path)}, place, W)


def made(place: Place, name: str, system: str = "Turnabout", language: str = "en") -> Path:
    return make_event({"name": name, "system": system}, place, load_words(language))


def refused(field: str, order: Any, *arguments: Any) -> str:
    with pytest.raises(StartError) as reason:
        order(*arguments)
    assert reason.value.field == field
    return reason.value.text


def test_an_address_is_read_as_a_browser_writes_it(place: Place, tmp_path: Path) -> None:
    event = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path / "Été 100%.xlsx"))
    assert opened(place, event.as_uri()) == event


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("{}/a\0b.xlsx", NO_NAME),
        ("{}/" + 300 * "x" + ".xlsx", NO_NAME if ON_WINDOWS else "is not there."),
        ("{}/Shopping.xlsx", "Shopping.xlsx is no event: it has no sheet Event and no sheet Players."),
        ("https://example.org/a.xlsx", NO_NAME if ON_WINDOWS else "Give the whole path"),
        ("{}/\ud800.xlsx", "is not there."),
    ],
)
def test_what_is_no_event_is_told_in_a_sentence(place: Place, tmp_path: Path, typed: str, said: str) -> None:
    Workbook().save(tmp_path / "Shopping.xlsx")
    assert said in refused("path", opened, place, typed.format(tmp_path))


def test_an_event_may_go_without_the_sheet_event(place: Place, tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "players"  # type: ignore[union-attr]
    book.save(tmp_path / "a.xlsx")
    assert opened(place, tmp_path / "a.xlsx") == tmp_path / "a.xlsx"


def test_its_pages_are_in_the_language_of_the_browser_and_its_how_to_knows_the_desk(place: Place) -> None:
    event = made(place, "Cup", language="fr")
    outcome = check(event)
    assert outcome.event is not None
    assert outcome.event.settings.language == "Français"
    told = [str(cell.value) for row in load_workbook(event)["How to"].iter_rows() for cell in row]
    assert any("start Turnabout as before, and choose this workbook" in each for each in told)


PASTED = 'Name,Rating\nAnna Bauer,1.650\n<b>Bela</b>,\n="007" Bo,\nAnna Bauer,\n'


def test_what_was_chosen_of_a_pasted_list_is_written(place: Place) -> None:
    typed = {"name": "Cup", "system": "Turnabout", "text": PASTED, "chosen": "2 4"}
    assert refused("list", make_event, typed, place, W) == "B2 cannot be read. Correct it in the list."
    assert not list(place.folder.glob("*.xlsx"))
    typed["text"] = PASTED.replace("1.650", "1650")
    event = make_event(typed, place, W)
    players = load_workbook(event)["Players"]
    told = [(row[0].value, row[0].data_type) for row in players.iter_rows() if row[0].value is not None]
    assert ('="007" Bo', "s") in told  # text, and no formula
    assert [(row["Player"], row["Rating"]) for row in records(event, "Players")] == [
        ("Anna Bauer", 1650),
        ('="007" Bo', ""),
    ]


@pytest.mark.parametrize("chosen", ["9", "[]", "x"])
def test_what_was_not_offered_is_not_written(place: Place, chosen: str) -> None:
    typed = {"name": "Cup", "system": "Turnabout", "text": PASTED, "chosen": chosen}
    assert refused("list", make_event, typed, place, W) == ("The list has changed meanwhile. Check it once more.")
    assert not place.folder.exists()


def test_a_file_that_was_dropped_is_read(place: Place, tmp_path: Path) -> None:
    book = Workbook()
    book.worksheets[0].append(["Name", "Elo"])
    book.worksheets[0].append(["Anna", 1500])
    book.save(tmp_path / "people.xlsx")
    data = b64encode((tmp_path / "people.xlsx").read_bytes()).decode()
    sent = {"system": "Turnabout", "file": "people.xlsx", "data": data}
    assert html.fromstring(show_list(sent, W)).xpath("//tbody/tr/td/bdi/text()") == ["1500"]
    event = make_event({**sent, "name": "Cup", "chosen": "2"}, place, W)
    assert [(row["Player"], row["Rating"]) for row in records(event, "Players")] == [("Anna", 1500)]


@pytest.mark.slow
def test_two_thousand_names_are_understood_at_once() -> None:
    names = "\n".join(f"Player {chr(97 + at % 26)}{chr(97 + at // 26 % 26)}{chr(97 + at // 676)}" for at in range(2000))
    shown_list = show_list({"system": "Netrunner", "text": names}, W)
    assert shown_list.count("<tr data-row") == 2000


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a:b", "“a:b”"),
        (300 * "x", "at most 200 bytes"),
        ("a\0b", "“a\N{REPLACEMENT CHARACTER}b”"),
        ("\ud800", "“\N{REPLACEMENT CHARACTER}”"),
    ],
)
def test_a_name_that_no_file_can_have_is_told(place: Place, name: str, said: str) -> None:
    assert said in refused("name", made, place, name)
    assert not place.folder.exists()
    assert shown(place) == []


@pytest.mark.parametrize("name", ["Documents", "Documents/Turnabout"])
def test_a_file_in_the_place_of_the_folder_is_told(place: Place, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("a file")
    said = f"Cup.xlsx was not written, because a file is where the folder {place.folder} should be, or one above it. "
    assert refused("name", made, place, "Cup").startswith(said)
    assert refused("sample", make_sample, {"system": "Netrunner"}, place, W).startswith("Sample event.xlsx was not")


def test_a_folder_that_must_not_be_written_to_is_told(place: Place) -> None:
    place.folder.mkdir(parents=True)
    place.folder.chmod(0o500)
    told = where_permissions_count(lambda: refused("name", made, place, "Cup"))
    assert told.startswith("Cup.xlsx was not written, because writing there is not allowed. ")
