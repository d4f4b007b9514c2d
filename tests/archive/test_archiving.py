from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from tests.archive.importing import import_files
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.journal import Command, list_changes, undo
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.event import rating
from turnabout_sheets.jobs.archive import ImportOutcome, add_workbooks
from turnabout_sheets.jobs.archive_place import Ways
from turnabout_sheets.jobs.import_results import find_files, import_results
from turnabout_sheets.jobs.verify_archive import rebuild

SAMPLES = Path(__file__).parents[2] / "sample_events"
FINISHED = SAMPLES / "finished.xlsx"

PLACINGS = """Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds
Old Open,2011-05-07,Ada Marsh,1,3,0,0,yes
Old Open,2011-05-07,Ben Okoro,2,2,0,1,yes
Old Open,2011-05-07,Cleo Vance,3,1,0,2,no
Old Open,2011-05-07,Dan Ruiz,4,0,0,3,yes
"""


def imported(archive: Archive, *paths: Path) -> ImportOutcome:
    return import_results(archive, find_files(paths, archive.place), Command(), Ways())


def rebuilt(archive: Archive) -> ImportOutcome:
    return rebuild(archive, Command())


def ratings(archive: Archive) -> dict[str, str]:
    with archive.reading() as connection:
        return {row.name: str(row.rating) for row in make_rating_list(connection, "2030-01-01").rows}


def test_a_folder_is_searched_with_everything_in_it_but_backups_and_hidden_files(
    archive: Archive, tmp_path: Path
) -> None:
    """Archive 3.1."""
    folder = tmp_path / "old"
    for where in ("2026", "2026/finished backups", ".hidden"):
        (folder / where).mkdir(parents=True)
        shutil.copy(FINISHED, folder / where / "finished.xlsx")
    shutil.copy(FINISHED, folder / "2026" / "~$finished.xlsx")
    (folder / "2011.csv").write_text(PLACINGS, "utf-8")
    (folder / "readme.md").write_text("no list", "utf-8")
    report = imported(archive, folder)
    assert [(each.kind, each.title) for each in report.added] == [
        ("add", "Old Open (2011-05-07)"),
        ("add", "Spring Turnabout (2026-03-14)"),
    ]
    assert (report.unreadable, report.warnings, report.exit) == ([], [], 0)
    # 4 players: multiplier 4 for first place. (3 + 1) × 4, (2 + 1) × 3, 1 × 2, (0 + 1) × 2
    found = ratings(archive)
    assert {name: found[name] for name in ("Ada Marsh", "Ben Okoro", "Cleo Vance", "Dan Ruiz")} == {
        "Ada Marsh": "16",
        "Ben Okoro": "9",
        "Cleo Vance": "2",
        "Dan Ruiz": "2",
    }


def test_what_cannot_be_read_is_reported_and_the_rest_is_in(archive: Archive, tmp_path: Path) -> None:
    """Archive 3.1."""
    (tmp_path / "no workbook.xlsx").write_bytes(b"PK but nothing else")
    (tmp_path / "wrong.csv").write_text(PLACINGS.replace("Old", "Wrong").replace("Ruiz,4", "Ruiz,fourth"), "utf-8")
    shutil.copy(FINISHED, tmp_path)
    shutil.copy(SAMPLES / "broken.xlsx", tmp_path)
    report = imported(archive, tmp_path)
    assert [each.title for each in report.added] == ["Spring Turnabout (2026-03-14)"]
    assert report.remarks == [
        "As long as a list has an error, no event of any list is imported: correct it, and import again."
    ]
    told = {read.file.name: read.refused or str(read.problems[0]) for read in report.unreadable}
    assert set(told) == {"no workbook.xlsx", "wrong.csv", "broken.xlsx"}
    assert told["wrong.csv"] == (
        'Error: wrong.csv!D5: Position is "fourth"; expected a whole number, 0 or more. Correct the cell.'
    )
    assert report.exit == 4
    (tmp_path / "wrong.csv").write_text(PLACINGS, "utf-8")
    (tmp_path / "no list.csv").write_text("Milk,2\n", "utf-8")  # which keeps no list out
    assert [each.title for each in imported(archive, tmp_path).added if each.kind == "add"] == ["Old Open (2011-05-07)"]


def test_a_player_id_in_small_letters_in_one_list_does_not_change_the_event_at_every_import(
    archive: Archive, tmp_path: Path
) -> None:
    rows = ["Event,Date,Player,Player ID,Position", "Spring,2020-01-01,Ann,P1,1", "Autumn,2021-01-01,Ann,p1,1"]
    (tmp_path / "old.csv").write_text("\n".join(rows), "utf-8")
    assert [each.kind for each in import_files(archive, tmp_path)] == ["add", "add"]
    assert [each.kind for each in import_files(archive, tmp_path)] == ["same", "same"]


def test_a_folder_without_results_is_no_import(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"^There is no workbook and no list in .*\.$"):
        imported(archive, tmp_path)


def test_an_import_is_one_command_for_undo(archive: Archive, tmp_path: Path) -> None:
    shutil.copy(FINISHED, tmp_path)
    (tmp_path / "2011.csv").write_text(PLACINGS, "utf-8")
    imported(archive, tmp_path)
    with archive.writing() as connection:
        assert len(undo(connection, Command())) == 2
    assert ratings(archive) == {}


def test_two_files_of_one_event_are_told(archive: Archive, tmp_path: Path) -> None:
    first, second = tmp_path / "first.xlsx", tmp_path / "second.xlsx"
    shutil.copy(FINISHED, first)
    shutil.copy(FINISHED, second)
    report = add_workbooks(archive, [first, second], Command(), Ways())
    assert [each.kind for each in report.added] == ["add", "same"]
    assert report.warnings == [
        f"{first} and {second} are both of Spring Turnabout (2026-03-14); the archive has the second one."
    ]


def test_a_trial_changes_nothing(archive: Archive) -> None:
    told: list[str] = []
    ways = Ways(tell=lambda added: told.append(added.title), keep=False)
    report = add_workbooks(archive, [FINISHED], Command(), ways)
    assert (told, report.added[0].kind) == (["Spring Turnabout (2026-03-14)"], "add")
    assert ratings(archive) == {}


@pytest.mark.processes
@pytest.mark.parametrize("kind", ["sqlite"])  # those at work side by side know nothing of the archive
def test_several_events_are_read_and_computed_anew_side_by_side(archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "2011.csv").write_text(PLACINGS, "utf-8")
    imported(archive, FINISHED)
    imported(archive, tmp_path / "2011.csv")
    before = ratings(archive)
    assert [each.kind for each in rebuilt(archive).added] == ["same", "same"]
    assert ratings(archive) == before
    copy = Path(shutil.copy(FINISHED, tmp_path / "copy.xlsx"))
    assert [each.kind for each in imported(archive, FINISHED, copy).added] == ["same", "same"]


@pytest.mark.parametrize("source", ["workbook", "list"])
def test_everything_is_computed_anew_from_what_is_kept(
    archive: Archive, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.3."""
    copy = tmp_path / "2011.csv"
    copy.write_text(PLACINGS, "utf-8")
    imported(archive, FINISHED if source == "workbook" else copy)
    copy.unlink()
    before = ratings(archive)
    assert [each.kind for each in rebuilt(archive).added] == ["same"]

    # A newer version of the program, which doubles all multipliers.
    monkeypatch.setattr(rating, "first_place_multiplier", lambda players: 2 * (4 if players < 6 else 7))
    monkeypatch.setattr(rating, "position_modifier", lambda position: -2 * (position - 1).bit_length())
    (added,) = rebuilt(archive).added
    assert added.kind == "replace"
    assert any("award" in line for line in added.told)
    assert ratings(archive) == {name: str(2 * Fraction(old)) for name, old in before.items()}
    with archive.reading() as connection:
        assert [change.kind for change in list_changes(connection)] == ["rebuild", "add"]
    with archive.writing() as connection:
        undo(connection, Command())
    assert ratings(archive) == before
