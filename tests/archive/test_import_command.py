"""``archive import`` as it is typed: what it is told of a table, what it only shows, and which workbooks are events."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copy
from typing import Final

import pytest
from openpyxl import Workbook

from tests.support.books import SAMPLES
from tests.support.commands import turnabout
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.prints.publish import mark

STANDINGS = "Place,Name,Points\n1,Ada Ahn,9\n2,Ben Berg,6\n3,Cy Cole,3\n4,Dee Dahl,0\n"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spring.csv").write_text(STANDINGS, "utf-8")


def book(file: str, sheets: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    made = Workbook()
    assert made.active is not None
    made.remove(made.active)
    for title, rows in sheets.items():
        sheet = made.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
    made.save(file)
    return Path(file)


FACTS: Final = ("--date", "2012-05-31", "--format", "Turnabout")


def test_a_trial_shows_what_is_understood_and_leaves_nothing() -> None:
    """Archive 3.6."""
    done = turnabout("archive", "import", "spring.csv", *FACTS, "--rounds", 3, "--dry-run")
    assert done.exit_code == ExitCode.DONE
    assert "spring (2012-05-31), Turnabout:\n" in done.output
    assert "         2  Ben Berg     0      0       0     0       6\n" in done.output
    assert "spring (2012-05-31): would be added as number 1." in done.output
    assert 'spring.csv: 4 placings of "spring" (2012-05-31)' in done.output
    assert [path.name for path in Path().iterdir()] == ["spring.csv"]


def test_a_trial_with_an_archive_changes_nothing_in_it() -> None:
    """Archive 3.6."""
    assert turnabout("archive", "import", "spring.csv", *FACTS).exit_code == ExitCode.DONE
    before = turnabout("archive", "journal").output
    done = turnabout("archive", "import", "spring.csv", *FACTS, "--date", "2012-06-01", "--dry-run")
    assert "spring (2012-06-01): would be added as number 2." in done.output
    assert turnabout("archive", "journal").output == before
    again = turnabout("archive", "import", "spring.csv", *FACTS, "--dry-run")
    assert "spring (2012-05-31): already archived, unchanged." in again.output


def test_what_a_table_does_not_say_is_said_by_options() -> None:
    """Archive 3.6."""
    facts = ("--name", "Spring Open", "--date", "2012-05-31", "--format", "duplicate", "--rounds", 4)
    assert turnabout("archive", "import", "spring.csv", *facts).exit_code == ExitCode.DONE
    shown = turnabout("archive", "show", 1).output
    for said in ("Spring Open", "Duplicate Magic", "Rounds: 4"):
        assert said in shown


def test_without_a_day_and_a_format_nothing_is_in_and_the_options_are_named() -> None:
    """Archive 3.6."""
    done = turnabout("archive", "import", "spring.csv")
    assert done.exit_code == ExitCode.PROBLEMS
    assert "--date" in done.output
    assert "--format" in done.output
    assert "Events: none." in done.output


def test_what_is_said_of_one_event_is_not_said_of_two() -> None:
    Path("autumn.csv").write_text(STANDINGS, "utf-8")
    done = turnabout("archive", "import", "spring.csv", "autumn.csv", *FACTS, "--rounds", 3)
    assert done.exit_code == ExitCode.FILE
    assert done.output.startswith(
        "--date and --rounds can be said of one event, and there are 2, so nothing was imported."
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--format", "chess"), 'The format is "chess"; expected Turnabout, Duplicate Magic or Netrunner.'),
        (("--rounds", "0"), "0 is not in the range"),
        (("--date", "31/2/2012"), "31/2/2012"),
    ],
)
def test_what_cannot_be_said_of_an_event_is_told(arguments: Sequence[str], said: str) -> None:
    done = turnabout("archive", "import", "spring.csv", *arguments)
    assert done.exit_code == ExitCode.USAGE
    assert said in done.output


def test_an_event_and_a_table_come_in_together() -> None:
    """Archive 3.7."""
    copy(SAMPLES / "finished.xlsx", "event.xlsx")
    book("table.xlsx", {"Final": [line.split(",") for line in STANDINGS.splitlines()], "Notes": [["Thanks!"]]})
    done = turnabout("archive", "import", "event.xlsx", "table.xlsx", *FACTS)
    assert done.exit_code == ExitCode.DONE, done.output
    assert "Events: 2 added." in done.output
    assert "table.xlsx, sheet Notes: left out" in done.output


# What is not read, what is not in, and no archive for nothing

LISTED: Final = "Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds\n" + "".join(
    f"Old Open,2011-05-07,{name},{place},{4 - place},0,{place - 1},yes\n"
    for place, name in enumerate(("Ada", "Ben", "Cy", "Dee"), 1)
)


def in_folder(*others: str) -> Path:
    """Return a folder that has such files, each with what its kind begins with."""
    folder = Path("old")
    folder.mkdir()
    for name in others:
        (folder / name).write_bytes(b"\x89PNG\r\n" if name.endswith(".png") else b"notes")
    return folder


def test_files_of_other_kinds_in_a_folder_are_told_kind_by_kind() -> None:
    """Archive 3.8."""
    folder = in_folder("a.png", "b.PNG", "c.png", "d.png", "e.png", "minutes.docx", "README", "plan.rst", "plans.rst")
    (folder / "2011.csv").write_text(LISTED, "utf-8")
    (folder / ".hidden.png").write_bytes(b"")
    (folder / "standings.html").write_bytes(bytes(mark(b"<!doctype html><title>Ours</title>")))
    done = turnabout("archive", "import", folder, "--archive", "old/archive.sqlite")
    assert done.exit_code == ExitCode.DONE
    assert done.stdout.splitlines()[1:-1] == [
        "Not read: 1 file without an ending (README); if any has results, copy them into a spreadsheet, and save that "
        "as a table (.xlsx, .ods or .csv).",
        "Not read: 1 file ending in .docx (minutes.docx); if any has results, copy them into a "
        "spreadsheet, and save that as a table (.xlsx, .ods or .csv).",
        "Not read: 5 files ending in .png (a.png, b.PNG, c.png and 2 more); a.png is a picture, not a list; "
        "type what it shows into a spreadsheet.",
        "Not read: 2 files ending in .rst (plan.rst and plans.rst); if any has results, copy them into a spreadsheet, "
        "and save that as a table (.xlsx, .ods or .csv).",
    ]
    again = turnabout("archive", "import", folder, "--archive", "old/archive.sqlite")
    assert [line for line in again.stdout.splitlines() if "sqlite" in line] == [
        f"Archive: {Path('old/archive.sqlite')}"
    ]


def test_another_archive_in_a_folder_is_named_with_what_to_do() -> None:
    """Archive 3.8."""
    Path("old").mkdir()
    Path("old/2011.csv").write_text(LISTED, "utf-8")
    assert turnabout("archive", "import", "old/2011.csv", "--archive", "old/other.sqlite").exit_code == ExitCode.DONE
    done = turnabout("archive", "import", "old", "--archive", "new.sqlite")
    assert "(other.sqlite); other.sqlite is an archive of Turnabout, not a list; name it with --archive to use it" in (
        done.stdout
    )


def test_a_folder_with_nothing_else_says_what_it_has() -> None:
    """Archive 3.8."""
    done = turnabout("archive", "import", in_folder("a.png"))
    assert done.exit_code == ExitCode.FILE
    assert done.stderr.startswith("There is no workbook and no list in old; name files, or a folder with some.\n")
    assert "Not read: 1 file ending in .png (a.png); a.png is a picture" in done.stderr


def test_every_error_is_told() -> None:
    """Archive 3.1."""
    header, *rows = LISTED.splitlines()
    Path("bad.csv").write_text("\n".join([header, *(row.replace("2011-05-07", "May") for row in 2 * rows)]), "utf-8")
    done = turnabout("archive", "import", "bad.csv")
    assert done.exit_code == ExitCode.PROBLEMS
    assert [f"bad.csv!B{row}: " in done.stderr for row in range(2, 10)] == 8 * [True]


@pytest.mark.parametrize("words", [("import", "bad.csv"), ("import", "spring.csv"), ("add", "bad.csv")])
def test_what_adds_nothing_leaves_no_archive(words: Sequence[str]) -> None:
    """Archive 1.3."""
    Path("bad.csv").write_text(LISTED.replace("2011-05-07", "May"), "utf-8")
    before = set(Path().iterdir())
    assert turnabout("archive", *words).exit_code != ExitCode.DONE
    assert set(Path().iterdir()) == before


def test_the_first_event_makes_the_archive() -> None:
    """Archive 1.3."""
    Path("old.csv").write_text(LISTED, "utf-8")
    done = turnabout("archive", "import", "old.csv", "--archive", "new.sqlite")
    assert (done.exit_code, done.stdout.splitlines()[0]) == (ExitCode.DONE, "Events: 1 added.")
    assert "1 event; the last change is" in turnabout("archive", "list", "--archive", "new.sqlite").stdout


def test_a_folder_that_is_not_there_is_told_before_anything_is_read() -> None:
    """Archive 1.3."""
    done = turnabout("archive", "import", "spring.csv", "--archive", "nowhere/new.sqlite")
    assert done.exit_code == ExitCode.FILE
    assert done.stderr.startswith("The archive nowhere/new.sqlite cannot be opened; check the name, and whether the ")


@pytest.mark.parametrize("dry_run", [(), ("--dry-run",)])
def test_a_day_after_today_is_told(dry_run: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 2.7."""
    monkeypatch.setattr("turnabout_sheets.jobs.archive.today", lambda: "2026-03-13")
    Path("same day.csv").write_text(LISTED.replace("2011-05-07", "2026-03-13"), "utf-8")
    copy(SAMPLES / "finished.xlsx", "event.xlsx")
    Path("old.csv").write_text(LISTED.replace("2011-05-07", "2026-05-07"), "utf-8")
    done = turnabout("archive", "import", "old.csv", "same day.csv", "event.xlsx", *dry_run)
    said = "is in the future. If the date is wrong, correct it, and archive the event again"
    first = "; but first take this one out of the archive: turnabout archive remove"
    assert done.exit_code == ExitCode.DONE
    assert [line for line in done.stdout.splitlines() if "is in the future" in line] == [
        f'Old Open (2026-05-07) {said}{first} "Old Open (2026-05-07)"',
        f'Spring Turnabout (2026-03-14) {said}{first} "Spring Turnabout (2026-03-14)"',
    ]


@pytest.mark.parametrize("event_id", ["", "S7"])
def test_what_is_said_of_a_day_after_today_leads_to_one_event(event_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Archive 2.7."""
    monkeypatch.setattr("turnabout_sheets.jobs.archive.today", lambda: "2026-03-13")
    header, *rows = LISTED.splitlines()
    listed = "\n".join([f"Event ID,{header}", *(f"{event_id},{row}" for row in rows)])
    Path("old.csv").write_text(listed.replace("2011-05-07", "2062-05-07"), "utf-8")
    (said,) = (
        line for line in turnabout("archive", "import", "old.csv").stdout.splitlines() if "is in the future" in line
    )
    _, has_command, command = said.partition("turnabout ")
    assert bool(has_command) == (not event_id)
    if has_command:
        assert turnabout(*shlex.split(command), "--yes").exit_code == ExitCode.DONE
    Path("old.csv").write_text(listed, "utf-8")
    assert turnabout("archive", "import", "old.csv").exit_code == ExitCode.DONE
    assert "\n1 event; the last change is" in turnabout("archive", "list").stdout


def list_of(event: str, *names: str) -> str:
    """Return a list of one event."""
    rows = (f"{event},2011-05-07,{name},{place},1,0,1,yes\n" for place, name in enumerate(names, 1))
    return LISTED.splitlines()[0] + "\n" + "".join(rows)


@pytest.mark.parametrize("dry_run", [(), ("--dry-run",)])
def test_names_that_are_nearly_old_ones_are_told_the_first_few(dry_run: Sequence[str]) -> None:
    """Archive 5.2."""
    old = ("Bob Stone", "Mary Ann Lee", "Noor Larsson", "Ilse Wagner", "Quentin Adler", "Tova Brandt", "Uli Engel")
    new = ("Bob Stones", "Mary Anne Lee", "Noor Larson", "Ilse Wagener", "Quentin Adlr", "Tova Brant", "Uli Engels")
    Path("old.csv").write_text(list_of("Old Open", *old), "utf-8")
    Path("new.csv").write_text(list_of("New Open", *new), "utf-8")
    first = turnabout("archive", "import", "old.csv").stdout
    told = turnabout("archive", "import", "new.csv", *dry_run).stdout.splitlines()
    hint = '"{1}" is new in the archive; if that is "{0}", say so:  turnabout archive merge '
    all_told = [hint.format(*pair) for pair in zip(old, new, strict=True)]
    assert "is new" not in first
    assert [line[: line.index("merge ") + 6] for line in told if "is new" in line] == all_told[:5]
    assert "… and 2 more names that are new and nearly old ones; turnabout archive people lists them" in told


def test_a_new_name_beside_the_old_one_that_it_is_like_is_another_person() -> None:
    """Archive 5.2 and 5.3."""
    Path("old.csv").write_text(list_of("Old Open", "Bob Stone", "Noor Larsson", "Cy", "Dee"), "utf-8")
    Path("new.csv").write_text(list_of("New Open", "Bob Stone", "Bob Stones", "Noor Larson", "Cy"), "utf-8")
    turnabout("archive", "import", "old.csv")
    told = [line for line in turnabout("archive", "import", "new.csv").stdout.splitlines() if "is new" in line]
    assert [line.split('"')[1] for line in told] == ["Noor Larson"]
