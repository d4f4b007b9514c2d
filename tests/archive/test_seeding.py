from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from tests.archive.importing import import_files
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.cli.main import main

HISTORY = Path(__file__).with_name("history")


@pytest.fixture
def filled(archive: Archive) -> str:
    import_files(archive, HISTORY)
    return archive.place


def new(folder: Path, *arguments: str, players: str) -> Result:
    (folder / "players.csv").write_text(players, "utf-8")
    words = ["new", str(folder / "event.xlsx"), "--players", str(folder / "players.csv"), *arguments]
    return CliRunner().invoke(main, words, catch_exceptions=False)


def ratings(workbook: Path) -> dict[str, float | None]:
    rows = list(load_workbook(workbook)["Players"].values)
    name, rating = rows[0].index("Player"), rows[0].index("Rating")
    return {str(row[name]): row[rating] for row in rows[1:] if row[name]}  # type: ignore[misc]


def test_a_new_event_has_the_ratings_as_of_its_day(filled: str, tmp_path: Path) -> None:
    """Rules 1.12.7; archive 4.6."""
    players = "Player,Rating\nBen Okoro,\nada marsh,\nEva Lind,1000\nNobody Yet,\nHal Moss,\n"
    # Ada has 12 + 7½ after two events; the third is that of 2024-05-18, the day itself. Hal first played in September.
    done = new(tmp_path, "--from-archive", "--archive", filled, "--date", "2024-05-18", players=players)
    assert done.exit_code == 0, done.output
    assert ratings(tmp_path / "event.xlsx") == {
        "Ben Okoro": 26,
        "ada marsh": 19.5,
        "Eva Lind": 1000,
        "Nobody Yet": None,
        "Hal Moss": None,
    }
    assert done.output.splitlines()[1] == "3 of 5 players have a rating in the archive."
    event = {row[0]: row[1] for row in load_workbook(tmp_path / "event.xlsx")["Event"].values}
    assert event["Date"] == "2024-05-18"


def test_a_day_later_the_event_of_the_day_counts(filled: str, tmp_path: Path) -> None:
    """Rules 1.12.7; archive 4.6."""
    new(tmp_path, "--from-archive", "--archive", filled, "--date", "2024-05-19", players="Player\nAda Marsh\n")
    assert ratings(tmp_path / "event.xlsx") == {"Ada Marsh": 33.5}


def test_a_name_that_is_nearly_one_in_the_archive_is_told(filled: str, tmp_path: Path) -> None:
    done = new(tmp_path, "--from-archive", "--archive", filled, players="Player\nAda Marshe\n")
    assert done.output.splitlines()[1:3] == [
        "0 of 1 players have a rating in the archive.",
        '"Ada Marshe" is not in the archive, but "Ada Marsh" is.',
    ]


def test_without_a_list_there_is_nobody_to_rate(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["new", str(tmp_path / "event.xlsx"), "--from-archive"])
    assert done.exit_code == 2
    assert "--from-archive fills in the ratings of a list of players: name it with --players." in done.output


def test_without_an_archive_no_workbook_is_made(tmp_path: Path) -> None:
    missing = tmp_path / "none.sqlite"
    done = new(tmp_path, "--from-archive", "--archive", str(missing), players="Player\nAda Marsh\n")
    assert done.exit_code == 4
    assert done.output == (
        f"There is no archive {missing} yet; add a finished event with turnabout archive add, or name the archive with "
        "--archive.\n"
    )
    assert not (tmp_path / "event.xlsx").exists()
    assert not missing.exists()
