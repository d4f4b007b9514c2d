"""The workbook of an event comes out of the archive as it went in, and over nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from tests.archive.making import add, event, turnabout
from tests.archive.postgresql import IN_A_FILE, IN_BOTH
from tests.archive.shared import told
from tests.limits import no_file_larger_than
from tests.support.books import SAMPLES, edit
from turnabout_sheets.archive.schema import SOURCES
from turnabout_sheets.archive.store import Archive

KINDS = IN_A_FILE

FINISHED = SAMPLES / "finished.xlsx"


@pytest.fixture
def archive(archive: Archive) -> Archive:
    assert turnabout("add", FINISHED, "--archive", archive.place).exit_code == 0
    return archive


@pytest.mark.parametrize("kind", IN_BOTH)
def test_the_workbook_that_is_kept_is_written_as_it_is(archive: Archive, tmp_path: Path) -> None:
    """Archive 1.2 and 1.3."""
    here, out = ("--archive", archive.place), tmp_path / "out.xlsx"
    plain = turnabout("show", "1", *here)
    written = turnabout("show", "1", "--workbook", out, *here)
    assert told(written) == (0, plain.stdout, f"Wrote {out}\n")
    assert out.read_bytes() == FINISHED.read_bytes()
    assert turnabout("show", "1", "--workbook", out, *here).exit_code == 0, "it is the same already"


def test_of_an_event_that_was_replaced_the_newer_workbook_is_written(archive: Archive, tmp_path: Path) -> None:
    newer = tmp_path / "newer.xlsx"
    newer.write_bytes(FINISHED.read_bytes())
    edit(newer, {"Event": {"B4": "Another hall"}})
    here, out = ("--archive", archive.place), tmp_path / "out.xlsx"
    assert turnabout("add", newer, "--yes", *here).exit_code == 0
    assert turnabout("show", "1", "--workbook", out, *here).exit_code == 0
    assert out.read_bytes() == newer.read_bytes() != FINISHED.read_bytes()


def test_nothing_else_is_written_over(archive: Archive, tmp_path: Path) -> None:
    """Archive 1.4; safety 4.1."""
    here, out = ("--archive", archive.place), tmp_path / "out.xlsx"
    out.write_bytes(b"mine")
    refused = told(turnabout("show", "1", "--workbook", out, *here))
    assert refused == (
        4,
        "",
        f"{out} is there already, and is not as turnabout wrote it, so it was left as it is; choose another name, or "
        'add --overwrite: then it is kept in the folder "out backups".\n',
    )
    assert out.read_bytes() == b"mine"
    assert turnabout("show", "1", "--workbook", out, "--overwrite", *here).exit_code == 0
    assert out.read_bytes() == FINISHED.read_bytes()
    assert b"mine" in [each.read_bytes() for each in (tmp_path / "out backups").iterdir()]


@pytest.mark.parametrize("kind", ["sqlite"])
def test_the_archive_itself_is_not_written_over(archive: Archive) -> None:
    before = Path(archive.place).read_bytes()
    refused = told(turnabout("show", "1", "--workbook", archive.place, "--overwrite", "--archive", archive.place))
    assert refused == (
        4, "", f"{archive.place} is what this is made of, so nothing was done; choose another name.\n",
    )  # fmt: skip
    assert Path(archive.place).read_bytes() == before


def test_an_event_of_a_list_has_no_workbook(archive: Archive, tmp_path: Path) -> None:
    """Archive 1.4."""
    add(archive, event("Old", "2009-01-01"))
    out = tmp_path / "out.xlsx"
    assert told(turnabout("show", "Old", "--workbook", out, "--archive", archive.place)) == (
        2,
        "",
        "Old (2009-01-01) was not archived from a workbook but from a list (old.csv), so there is none to write.\n",
    )
    assert not out.exists()


def test_a_workbook_that_is_damaged_inside_is_not_written(archive: Archive, tmp_path: Path) -> None:
    with archive.writing() as connection:
        connection.execute(update(SOURCES).values(content=FINISHED.read_bytes()[:-1]))
    out = tmp_path / "out.xlsx"
    code, _, said = told(turnabout("show", "1", "--workbook", out, "--archive", archive.place))
    assert (code, out.exists()) == (4, False)
    assert said.startswith("The workbook that the archive keeps of ")
    assert said.endswith(" is damaged; bring back your last copy of it, or name another with --archive.\n")


def test_a_disk_that_is_full_leaves_no_half_of_a_workbook(archive: Archive, tmp_path: Path) -> None:
    out = tmp_path / "out" / "out.xlsx"
    out.parent.mkdir()
    with no_file_larger_than(10_000):
        refused = told(turnabout("show", "1", "--workbook", out, "--archive", archive.place))
    assert refused[0] == 4
    assert refused[2].startswith("out.xlsx was not saved")
    assert [each for each in out.parent.rglob("*") if each.is_file() and each.stat().st_size > 1000] == []


@pytest.mark.parametrize("words", [("show", "1"), ("ratings",)])
@pytest.mark.parametrize("name", ["out.csv", "out", "out.xlsm"])
def test_a_workbook_that_nobody_could_open_is_not_written(
    archive: Archive, words: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    """Archive 1.4."""
    like = "finished.xlsx" if words[0] == "show" else "an Excel workbook"
    given = (*words, "--workbook", tmp_path / name, "--archive", archive.place)
    assert told(turnabout(*given)) == (4, "", f"{name} does not end in .xlsx, as {like} does; choose another name.\n")
    assert not (tmp_path / name).exists()


def test_where_a_file_has_the_name_of_the_folder_of_pages_no_option_of_another_command_is_named(
    archive: Archive, tmp_path: Path
) -> None:
    (tmp_path / "site").write_text("mine")
    told_of = told(turnabout("ratings", "--pages", tmp_path / "site", "--archive", archive.place))
    assert told_of == (
        4,
        "",
        f"The pages cannot be written to the folder {tmp_path / 'site'}, because a file has this name; rename that "
        "file, or name another folder.\n",
    )
