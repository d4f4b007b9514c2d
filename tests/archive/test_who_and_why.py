"""Every change says why and by whom, and the journal tells from which file an event came."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.errors.two_events import AUTUMN, FINISHED, SPRING
from tests.archive.making import add, contents, source, turnabout
from tests.archive.postgresql import USER
from tests.archive.sealed import assert_sealed
from tests.archive.shared import told
from turnabout_sheets.archive.events import IN_FORCE, add_event
from turnabout_sheets.archive.journal import Change, Command, list_changes
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.schema import EVENTS
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.archive import archive as group
from turnabout_sheets.core.command_line import ExitCode

LIST = "Event,Date,Player,Position,Wins,Losses,Played all rounds\n" + "".join(
    f"{{0}},{{1}},Player {place},{place},{4 - place},{place - 1},yes\n" for place in (1, 2, 3, 4)
)
"""Placings of an event of this name and day."""


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TURNABOUT_AS", raising=False)
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, AUTUMN)))
    return archive


def journal(archive: Archive) -> list[Change]:
    with archive.reading() as connection:
        return list_changes(connection)


def said(archive: Archive) -> tuple[str | None, str | None]:
    """Return why the last change was made, and by whom."""
    last = journal(archive)[0]
    return last.note, last.author


COMMANDS = [
    ["merge", "Ben", "Bea"],
    ["split", "Bea"],
    ["apart", "Ben", "Bea"],
    ["undo"],
    ["redo"],
    ["remove", "Autumn", "--yes"],
    ["add", FINISHED],
    ["import", "old.csv"],
    ["rebuild"],
]


def test_every_command_says_why_and_who(archive: Archive, kind: str, tmp_path: Path) -> None:
    """Archive 6.6 and 6.7."""
    (tmp_path / "old.csv").write_text(LIST.format("Old", "2012-05-31"), "utf-8")
    with archive.writing() as connection:  # as older rules made another thing of its list
        listed = add_awards(replace(SPRING, name="Listed"))
        add_event(connection, Command(), replace(listed, rounds=9), source(listed))
    assert said(archive) == (None, None if kind == "sqlite" else USER)
    who = ["--as", "Ann  Bee"] if kind == "sqlite" else []
    for number, words in enumerate(COMMANDS):
        place = tmp_path / "old.csv" if words[-1] == "old.csv" else words[-1]
        done = turnabout(*words[:-1], place, "--note", f"because {number} ", *who, "--archive", archive.place)
        assert done.exit_code == ExitCode.DONE, done.output
        assert said(archive) == (f"because {number}", "Ann Bee" if kind == "sqlite" else USER), words
        assert journal(archive)[0].kind == {"import": "add"}.get(str(words[0]), words[0])
    assert_sealed(archive)


def test_each_command_that_changes_an_archive_can_be_told_why_and_by_whom() -> None:
    """All of them can be tried, and no other can."""
    changing = {
        name for name, command in group.load_all().items() if any(option.name == "dry_run" for option in command.params)
    }
    assert changing >= {str(words[0]) for words in COMMANDS} | {"people"}
    for name in changing:
        options = {each for param in group.load_all()[name].params for each in param.opts}
        assert {"--note", "--as"} <= options, name


def test_the_environment_says_who_unless_the_command_does(
    archive: Archive, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.7: a database knows it better."""
    monkeypatch.setenv("TURNABOUT_AS", " Ann ")
    assert turnabout("merge", "Ben", "Bea", "--archive", archive.place).exit_code == ExitCode.DONE
    assert said(archive) == (None, "Ann" if kind == "sqlite" else USER)
    done = turnabout("undo", "--as", "", "--note", "", "--archive", archive.place)
    if kind == "sqlite":
        assert said(archive) == (None, None)
    else:
        advice = "In PostgreSQL the journal keeps the role that you log in with: leave out --as.\n"
        assert told(done) == (ExitCode.USAGE, "", advice)
        assert len(journal(archive)) == 3


FAULTS = {
    "late\nand false": "it has more than one line",
    "late\u2028and false": "it has more than one line",
    "a\x1b[31mred": "it has a character that cannot be written",
    "a\tb": "it has a character that cannot be written",
    "\udcff": "it has a character that cannot be written",
    "x" * 501: "it has 501 characters; expected at most 500",
}


@pytest.mark.parametrize("text", FAULTS, ids=FAULTS.values())
def test_what_cannot_be_kept_is_refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, SPRING, AUTUMN)
    before = contents(archive)
    for option in ("--note", "--as"):
        done = turnabout("merge", "Ben", "Bea", option, text, "--archive", archive.place)
        assert done.exit_code == ExitCode.USAGE
        assert done.stderr.splitlines()[-1] == (
            f"Error: Invalid value for '{option}': This cannot be kept: {FAULTS[text]}. Say it in one line."
        )
    monkeypatch.setenv("TURNABOUT_AS", text)
    assert told(turnabout("merge", "Ben", "Bea", "--archive", archive.place)) == (
        ExitCode.USAGE, "", f"The environment variable TURNABOUT_AS cannot be kept: {FAULTS[text]}. Correct it.\n"
    )  # fmt: skip
    assert contents(archive) == before
    done = turnabout("merge", "Ben", "Bea", "--note", "é" * 500, "--as", "", "--archive", archive.place)
    assert (done.exit_code, said(archive)) == (ExitCode.DONE, ("é" * 500, None))


def test_the_journal_shows_who_and_why_and_an_export_keeps_it(tmp_path: Path) -> None:
    """Archive 6.1, 6.6 and 6.7."""
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, SPRING, AUTUMN, command=Command(reason="from the attic"))
    turnabout("merge", "Ben", "Bea", "--note", "same e-mail", "--as", "Ann", "--archive", archive.place)
    turnabout("undo", "--as", "Zoë", "--archive", archive.place)
    lines = turnabout("journal", "--archive", archive.place).stdout.splitlines()
    assert [line[45:] for line in lines] == [
        "undo     Took back: Merged Bea into Ben; by Zoë",
        "merge    Merged Bea into Ben (taken back by 4); by Ann; note: same e-mail",
        "add      [old.csv] Added Autumn (2024-09-01): 4 players; note: from the attic",
        "add      [old.csv] Added Spring (2024-03-01): 4 players; note: from the attic",
    ]
    assert turnabout("export", tmp_path / "out", "--archive", archive.place).exit_code == 0
    assert ",same e-mail,Ann," in (tmp_path / "out" / "changes.csv").read_text("utf-8-sig")


def files(archive: Archive) -> dict[str, str]:
    """Return from which file the events in force came; the journal says the same of each."""
    with archive.reading() as connection:
        rows = connection.execute(EVENTS.select().where(IN_FORCE)).all()
    changes = {each.change: each.file for each in journal(archive)}
    assert all(changes[row.added] == row.file for row in rows)
    return {row.name: row.file for row in rows}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A folder of old results, in folders of their own."""
    folder = tmp_path / "results"
    (folder / "2014" / "May").mkdir(parents=True)
    (folder / "2015").mkdir()
    days = {"Cup": "2014-05-31", "Only matches": "2014-05-31", "Open": "2014-06-01"}
    events = "".join(f"{name},{day},Turnabout,4,3\n" for name, day in days.items())
    (folder / "events.csv").write_text(f"Name,Date,Format,Players,Rounds\n{events}", "utf-8")
    (folder / "2014" / "placings.csv").write_text(LIST.format("Cup", "2014-05-31"), "utf-8")
    (folder / "2014" / "May" / "placings.csv").write_text(LIST.format("Open", "2014-06-01"), "utf-8")
    matches = "".join(f"{name},2014-05-31,1,Player 1,Player 2,A\n" for name in ("Cup", "Only matches"))
    (folder / "2015" / "matches.csv").write_text(f"Event,Date,Round,Player A,Player B,Winner\n{matches}", "utf-8")
    (folder / "2015" / "Table.csv").write_text(
        "Event,Date,Place,Player,Points\nAutumn,2015-10-03,1,Ada,9\n,,2,Ben,6\n,,3,Cy,3\n,,4,Dee,0\n", "utf-8"
    )
    shutil.copy(FINISHED, folder / "2015" / "finished.xlsx")
    return folder


CAME_FROM = {
    "Cup": "2014/placings.csv",
    "Open": "2014/May/placings.csv",
    "Only matches": "2015/matches.csv",
    "Autumn": "2015/Table.csv",
    "Spring Turnabout": "2015/finished.xlsx",
}


def imported(place: Path, *paths: Path) -> Archive:
    done = turnabout("import", *paths, "--format", "Turnabout", "--yes", "--archive", place)
    assert done.exit_code == ExitCode.DONE, done.output
    return open_archive(str(place))


def test_an_event_names_the_one_file_that_it_came_from(results: Path, tmp_path: Path) -> None:
    """Archive 6.8: that of its placings, else of its matches, from the folder on."""
    archive = imported(tmp_path / "archive.sqlite", results)
    assert files(archive) == CAME_FROM
    before = contents(archive)
    for again in (results, results / "2015" / "finished.xlsx", results / "2015" / "Table.csv"):  # called otherwise now
        imported(tmp_path / "archive.sqlite", again)
        assert contents(archive) == before
    assert turnabout("rebuild", "--archive", archive.place).exit_code == ExitCode.DONE
    assert files(archive) == CAME_FROM


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["2014/placings.csv", "2015/finished.xlsx"], {"Cup": "placings.csv", "Spring Turnabout": "finished.xlsx"}),
        (["2014"], {"Cup": "placings.csv", "Open": "May/placings.csv"}),
        (["2014/May", "2014/placings.csv"], {"Cup": "placings.csv", "Open": "placings.csv"}),
        (["2014/May", "2015"], {name: file.removeprefix("2014/") for name, file in CAME_FROM.items() if name != "Cup"}
         | {"Cup": "2015/matches.csv"}),
    ],
)  # fmt: skip
def test_a_file_is_named_from_the_folder_on(
    paths: Sequence[str], expected: dict[str, str], results: Path, tmp_path: Path
) -> None:
    """Archive 6.8: of several folders, each with its own name before it."""
    assert files(imported(tmp_path / "archive.sqlite", *(results / path for path in paths))) == expected
