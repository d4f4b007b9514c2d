"""`turnabout FILE`: what a double click and a file dropped on the icon do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES
from tests.support.commands import turnabout


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser is asked to show."""
    asked: list[str] = []

    def show(address: str) -> bool:
        asked.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", show)
    return asked


def copy(sample: str, to: Path) -> Path:
    return Path(shutil.copy(SAMPLES / sample, to))


def test_the_name_of_a_workbook_runs_it_and_opens_its_pages(tmp_path: Path, opened: list[str]) -> None:
    done = turnabout(copy("in-progress.xlsx", tmp_path / "Été 100%.xlsx"))
    assert done.exit_code == 0
    assert done.output.startswith("Summer Turnabout (Turnabout): 19 players, 3 rounds paired.")
    assert opened == [(tmp_path / "Été 100% prints" / "index.html").as_uri()]


@pytest.mark.slow
@pytest.mark.usefixtures("no_pages")
def test_several_workbooks_are_all_opened(tmp_path: Path, opened: list[str]) -> None:
    books = [copy("in-progress.xlsx", tmp_path / f"{name}.xlsx") for name in "ab"]
    assert turnabout(*books).exit_code == 0
    assert [address.rsplit("/", 2)[1] for address in opened] == ["a%20prints", "b%20prints"]


@pytest.mark.slow
def test_nothing_is_opened_where_errors_left_the_pages_as_they_were(tmp_path: Path, opened: list[str]) -> None:
    book = copy("in-progress.xlsx", tmp_path / "event.xlsx")
    turnabout(book)
    shutil.copy(SAMPLES / "broken.xlsx", book)
    assert turnabout(book).exit_code == 1
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Summer.xlsx", " is not there. Check the name and the folder"),
        ("folder/Summer", " is not there. Check the name and the folder"),
        ("players.csv", " is not there. Check the name and the folder"),
        ("chekc", "No such command 'chekc'. Did you mean 'check'?"),
        ("--chekc", "No such option '--chekc'."),
    ],
)
def test_a_file_that_is_not_there_is_told_from_a_mistyped_command(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    done = turnabout(name)
    assert done.exit_code in (2, 4)
    assert said in done.output
    assert not opened


@pytest.mark.slow
def test_without_a_browser_it_is_said_which_page_to_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    book = copy("in-progress.xlsx", tmp_path / "event.xlsx")
    assert f"open {tmp_path / 'event prints' / 'index.html'} in one." in turnabout(book).output
