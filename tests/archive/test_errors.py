"""Real faults, through the command as an organizer gives it: what it says, and that the archive is as it was."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import psycopg
import pytest
from sqlalchemy import Table, func, select, text, update

from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import USER, new_database
from tests.archive.shared import told
from tests.limits import no_file_larger_than, where_permissions_count
from tests.support.books import SAMPLES, edit
from tests.systems import NAMES_AS_ANYWHERE_ELSE
from turnabout_sheets.archive import errors, store
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.integrity import require_sound
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, MATCHES
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.core import parallel
from turnabout_sheets.core.parallel import TellWait
from turnabout_sheets.jobs import archive as archive_job
from turnabout_sheets.jobs import verify_archive

pytestmark = pytest.mark.slow

SPRING = event("Spring", "2024-03-01")
AUTUMN = event("Autumn", "2024-09-01", "Ada", "Bea", "Cleo", "Dan")
FINISHED = SAMPLES / "finished.xlsx"
A_MOMENT = 0.1
"""How many seconds a command waits here for others; they do not go away."""

READING = (
    ["list"], ["show", "Spring"], ["ratings"], ["ratings", "--as-of", "2024-12-31", "--months", "12"],
    ["player", "Ada"], ["why", "Ada"], ["people"], ["journal"], ["export", "{}/export"],
)  # fmt: skip
WRITING = (
    ["add", str(FINISHED)], ["merge", "Ben", "Bea"], ["split", "Ada", "--event", "Spring", "--to", "Ada (Leeds)"],
    ["remove", "Spring", "--yes"], ["undo"], ["rebuild"],
)  # fmt: skip


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, SPRING, AUTUMN)
    return archive


@pytest.fixture(scope="module")
def file_to_copy(empty_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = Path(shutil.copy(empty_file, tmp_path_factory.mktemp("two")))
    add(open_archive(str(path)), SPRING, AUTUMN)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(parallel, "count_processors", lambda: 1)
        assert turnabout("rebuild", "--archive", path).exit_code == 0
    return path


@pytest.fixture
def file(file_to_copy: Path, tmp_path: Path) -> Path:
    """An archive in a file of its own folder."""
    (tmp_path / "over the years").mkdir()
    return Path(shutil.copy(file_to_copy, tmp_path / "over the years" / "archive.sqlite"))


def is_whole(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        connection.close()


# In use


@pytest.mark.slow
def test_who_waits_too_long_for_another_writer_is_told(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TURN", A_MOMENT)
    before = contents(archive)
    with archive.writing():
        for words in WRITING:
            assert told(turnabout(*words, "--archive", archive.place)) == (
                4, "", f"The archive {archive.place} is in use by another program; wait a moment and try again.\n",
            )  # fmt: skip
        assert turnabout("list", "--archive", archive.place).exit_code == 0, "reading goes on"
    assert contents(archive) == before
    assert turnabout("undo", "--archive", archive.place).exit_code == 0


@pytest.mark.parametrize("words", [("add", FINISHED, FINISHED), ("import", SAMPLES), ("rebuild",)])
def test_who_interrupts_a_command_is_told_at_once_why_it_does_not_end_at_once(
    file: Path, words: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextlib.contextmanager
    def interrupted(job: object, things: object, count: int, tell_wait: TellWait) -> Iterator[None]:
        tell_wait()
        raise KeyboardInterrupt
        yield

    for module in (archive_job, verify_archive):
        monkeypatch.setattr(module, "map_in_parallel", interrupted)
    assert told(turnabout(*words, "--archive", file)) == (
        1, "", "\nStopping: the workbooks in work are read first; what is in the archive stays. "
        "Press Ctrl+C again to stop at once.\n\nAborted!\n",
    )  # fmt: skip
    assert is_whole(file)


@pytest.mark.processes
def test_a_file_that_another_program_has_locked_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "TURN", A_MOMENT)
    before = file.read_bytes()
    with locked(file):
        for words in (["list"], ["ratings"], ["undo"], ["add", str(FINISHED)]):
            assert told(turnabout(*words, "--archive", file)) == (
                4, "", f"The archive {file} is in use by another program; wait a moment and try again.\n",
            )  # fmt: skip
    assert file.read_bytes() == before


class locked:  # noqa: N801 - reads as what it is: with locked(file)
    """Another process that holds a file of SQLite for itself."""

    HOLD = (
        "import sqlite3, sys; connection = sqlite3.connect(sys.argv[1], isolation_level=None); "
        "connection.execute('BEGIN EXCLUSIVE'); print('held', flush=True); sys.stdin.read()"
    )

    def __init__(self, file: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", self.HOLD, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "held\n"

    def __exit__(self, *raised: object) -> None:
        self.process.communicate("")


@pytest.mark.slow
def test_a_writer_waits_for_who_reads_a_file_and_is_told_in_the_end(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TURN", A_MOMENT)
    archive = open_archive(str(file))
    before = contents(archive)
    with archive.reading() as connection:
        connection.execute(text("SELECT * FROM events")).all()
        for words in WRITING[1:-1]:
            done = turnabout(*words, "--archive", file)
            # Nothing is said to be done that was not.
            assert told(done) == (
                4, "", f"The archive {file} is in use by another program; wait a moment and try again.\n",
            )  # fmt: skip
    assert contents(archive) == before


# Not to be written, not to be read


def restricted(*commands: Sequence[object]) -> list[tuple[int, str, str]]:
    """Give commands as somebody for whom permissions count; return code, output and errors."""
    return where_permissions_count(lambda: [told(turnabout(*command)) for command in commands])


@pytest.fixture
def allowing() -> Iterator[Callable[[Path, int], None]]:
    """Give what sets permissions; in the end they are as they were."""
    before: dict[Path, int] = {}

    def allow(path: Path, mode: int) -> None:
        before.setdefault(path, path.stat().st_mode)
        path.chmod(mode)

    yield allow
    for path, mode in before.items():
        path.chmod(mode)


WRITE_PROTECTED = "is write-protected; allow writing in its properties, or copy it to where you may write."
NOT_OPENED = "cannot be opened; check the name, and whether the folder is there and may be written to."


@pytest.mark.parametrize("what", ["file", "folder"])
def test_a_write_protected_archive_is_read_but_not_written(
    file: Path, allowing: Callable[[Path, int], None], what: str
) -> None:
    before = file.read_bytes()
    allowing(*{"file": (file, 0o444), "folder": (file.parent, 0o555)}[what])
    listed, *written = restricted(*([*words, "--archive", file] for words in (["list"], ["undo"], ["add", FINISHED])))
    assert (listed[0], listed[1].splitlines()[-1].partition(";")[0]) == (0, "2 events")
    for code, out, error in written:
        assert (code, error) == (4, f"The archive {file} {WRITE_PROTECTED}\n"), out
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_a_new_archive_where_nothing_may_be_written(file: Path, allowing: Callable[[Path, int], None]) -> None:
    new = file.with_name("new.sqlite")
    allowing(file.parent, 0o555)
    assert restricted(["add", FINISHED, "--archive", new]) == [(4, "", f"The archive {new} {NOT_OPENED}\n")]
    assert not new.exists()


@pytest.mark.parametrize("what", ["file", "folder"])
def test_an_archive_that_may_not_be_read(file: Path, allowing: Callable[[Path, int], None], what: str) -> None:
    allowing({"file": file, "folder": file.parent}[what], 0)
    given = [[*words, "--archive", file] for words in (["list"], ["undo"], ["add", FINISHED])]
    assert restricted(*given) == [(4, "", f"The archive {file} {NOT_OPENED}\n")] * 3


def test_a_folder_that_is_not_there_and_a_folder_as_archive(tmp_path: Path) -> None:
    place = tmp_path / "gone" / "archive.sqlite"
    assert told(turnabout("add", FINISHED, "--archive", place)) == (4, "", f"The archive {place} {NOT_OPENED}\n")
    refused = f"{tmp_path} cannot be an archive (it is a folder, not a file); name a file with --archive.\n"
    for words in (["add", FINISHED], ["list"]):
        assert told(turnabout(*words, "--archive", tmp_path)) == (4, "", refused)
    assert list(tmp_path.iterdir()) == []


@NAMES_AS_ANYWHERE_ELSE
def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    place = tmp_path / ("long" * 100)
    assert told(turnabout("add", FINISHED, "--archive", place)) == (4, "", f"The archive {place} {NOT_OPENED}\n")


def test_a_name_that_is_too_long_for_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "gone" / "archive.sqlite"
    too_long = "has too long a path for Windows; name one in a folder near the top with --archive."
    monkeypatch.setattr(store, "has_long_path", lambda _: True)
    for words in (["list"], ["add", FINISHED]):
        assert told(turnabout(*words, "--archive", place)) == (4, "", f"The archive {place} {too_long}\n")
    assert turnabout("add", FINISHED, "--archive", tmp_path / "archive.sqlite").exit_code == 0, (
        "the system has allowed it"
    )


# Damaged, or of something else

DAMAGED = "is damaged, or is no archive of turnabout; bring back your last copy of it, or name another with --archive."
ELSE = "holds data of something else than turnabout; name another archive with --archive."


@pytest.mark.parametrize("kept", [15, 16, 100, 4096, 10_000, 40_000, -4096])
def test_an_archive_that_is_cut_off(file: Path, kept: int) -> None:
    damaged = file.read_bytes()[:kept]
    file.write_bytes(damaged)
    for words in (["list"], ["undo"], ["add", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", file)) == (4, "", f"The archive {file} {DAMAGED}\n")
        assert file.read_bytes() == damaged


@pytest.mark.parametrize("content", [b"Dear Ann,\n" * 500, b"\0" * 9000, Random(1).randbytes(50_000)])
def test_a_file_that_is_no_archive(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    for words in (["list"], ["undo"], ["add", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", file)) == (4, "", f"The archive {file} {DAMAGED}\n")
        assert file.read_bytes() == content


@pytest.mark.parametrize("seed", range(12))
def test_damaged_pages_are_told_or_do_no_harm(file: Path, tmp_path: Path, seed: int) -> None:
    """Nobody sees an error of ours: what a command does not read of the file may be damaged, all else is told."""
    random, good = Random(seed), file.read_bytes()
    damaged = bytearray(good)
    for _ in range(random.randrange(1, 4)):
        length = random.choice((1, 10, 400, 4096))
        start = random.randrange(0, len(good) - length)
        damaged[start : start + length] = random.randbytes(length)
    for words in (*READING, *WRITING[1:]):
        file.write_bytes(damaged)
        shutil.rmtree(tmp_path / "export", ignore_errors=True)
        done = turnabout(*(word.format(tmp_path) for word in words), "--archive", file)
        assert done.exit_code in (0, 2, 4)
        if done.exit_code == 4:
            assert str(file) in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("found", "damaged"),
    [(b"Autumn", b"A\xff\xfeumn"), (b"tablematchesmatches", b"table\xffatchesmatches")],
    ids=["the name of an event", "the name of a table"],
)
def test_text_that_is_damaged_is_told(file: Path, found: bytes, damaged: bytes) -> None:
    good = file.read_bytes()
    assert found in good
    assert len(found) == len(damaged), "all else stays where it is"
    file.write_bytes(good.replace(found, damaged))
    assert told(turnabout("list", "--archive", file)) == (4, "", f"The archive {file} {DAMAGED}\n")


def damage(archive: Archive, table: Table, column: str, value: object) -> None:
    """Put a value into the rows of the event that was added last."""
    with archive.writing(seal=False) as connection:
        last = connection.execute(select(func.max(EVENTS.c.version))).scalar_one()
        connection.execute(update(table).where(table.c.version == last).values({column: value}))


def test_no_command_fails_without_a_sentence_on_a_damaged_value(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parallel, "count_processors", lambda: 1)
    assert turnabout("add", FINISHED, "--archive", archive.place).exit_code == 0
    damage(archive, ENTRIES, "points", "x")
    said = {}
    for words in (*READING, *WRITING, ["verify"]):
        done = turnabout(*(word.format(tmp_path) for word in words), "--archive", archive.place)
        assert done.exit_code in (0, 1, 2, 4)
        said[words[0]] = done.stderr
    value = 'points of Spring Turnabout (2026-03-14), number 3, is "x"; expected a number such as 18 or 7/2'
    damaged = (
        f"The archive {archive.place} is damaged: in the table entries, {value}; bring back your last copy of it, or "
        "name another with --archive.\n"
    )
    assert said["add"] == damaged
    assert "Spring Turnabout (2026-03-14): record is values that nobody can compute with" in said["verify"]


@pytest.mark.parametrize(
    ("table", "column", "value", "expected"),
    [
        (ENTRIES, "points", "1e999999999", "a number such as 18 or 7/2"),
        (MATCHES, "points_b", "x" * 50, "a number such as 18 or 7/2"),
        (MATCHES, "details", "[]", "an object of JSON"),
        (MATCHES, "round", 1000, "the number of a round"),
        (EVENTS, "terms", "{", "an object of JSON"),
    ],
)
def test_a_damaged_value_is_told_with_its_event(
    archive: Archive, table: Table, column: str, value: object, expected: str
) -> None:
    damage(archive, table, column, value)
    with pytest.raises(ArchiveError) as caught:
        require_sound(archive)
    whose = f"in the table {table.name}, {column} of Autumn (2024-09-01), number 2, is"
    assert f'{whose} "{str(value)[:40]}{"…" * (len(str(value)) > 40)}"; expected {expected};' in str(caught.value)


@pytest.mark.parametrize("words", [["ratings"], ["show", "2"], ["player", "Ada"]])
def test_a_day_that_is_none_is_told(archive: Archive, words: Sequence[str]) -> None:
    damage(archive, EVENTS, "date", "-1")
    said = turnabout(*words, "--archive", archive.place).stderr
    assert 'date of Autumn (-1), number 2, is "-1"; expected a day such as 2026-05-31; bring back' in said


def test_an_award_without_match_wins_is_told(archive: Archive) -> None:
    damage(archive, ENTRIES, "match_halves", None)
    said = turnabout("ratings", "--archive", archive.place).stderr
    assert "is damaged: an award of Autumn (2024-09-01), number 2, does not come from match wins; bring back" in said


def test_a_damaged_source_is_told_and_the_others_are_computed_anew(file: Path) -> None:
    good = file.read_bytes()
    assert good.count(b'"name":"Spring"') == 1
    file.write_bytes(good.replace(b'"name":"Spring"', b'"name":"Sprung"'))
    assert told(turnabout("rebuild", "--archive", file)) == (
        4,
        "",
        "Events: 1 as they were.\n"
        "1 event could not be computed anew, and stays as before:\n"
        "  Spring (2024-03-01), number 1, from old.csv: what the archive keeps of it is damaged; bring back your last "
        "copy of the archive.\n"
        f"Archive: {file}\n",
    )


def test_a_source_that_is_no_content_is_told(file: Path) -> None:
    """Archive 9.5."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE sources SET content = 'text' WHERE rowid = 1")
        connection.commit()
    code, _, said = told(turnabout("rebuild", "--archive", file))
    assert code == 4
    assert "from old.csv: what the archive keeps of it is damaged; bring back your last copy" in said


def put_first(archive: Archive, name: str, kind: str, content: bytes) -> None:
    """Archive an event with a source that is not as it should be, before others."""
    with archive.writing() as connection:
        add_event(connection, Command(), event(name, "2023-01-01"), Source(kind, f"{name}.xlsx", content))


BROKEN_SOURCES = {
    "a record": ("record", b"{}", "it is not the record of an event; install the newest version of turnabout, or"),
    "a workbook": ("workbook", b"", "the workbook that the archive keeps of it is empty; perhaps it has not been"),
    "half a workbook": (
        "workbook",
        FINISHED.read_bytes()[:9000],
        "the workbook that the archive keeps of it is incomplete or damaged; take",
    ),
}


@pytest.mark.parametrize("broken", BROKEN_SOURCES)
def test_an_event_whose_source_cannot_be_read_does_not_stop_the_others(archive: Archive, broken: str) -> None:
    kind, content, reason = BROKEN_SOURCES[broken]
    put_first(archive, "Broken", kind, content)
    code, _, said = told(turnabout("rebuild", "--archive", archive.place))
    assert code == 4
    assert said.startswith(
        "Events: 2 replaced.\n1 event could not be computed anew, and stays as before:\n"
        f"  Broken (2023-01-01), number 3, from Broken.xlsx: {reason}"
    )


def test_an_event_whose_workbook_has_errors_is_named_with_what_to_do(archive: Archive, tmp_path: Path) -> None:
    """Archive 6.3."""
    edit(Path(shutil.copy(FINISHED, tmp_path / "odd.xlsx")), {"Players": {"A3": "Alexis Novak", "A4": "Alexis Novak"}})
    put_first(archive, "Odd", "workbook", (tmp_path / "odd.xlsx").read_bytes())
    code, _, said = told(turnabout("rebuild", "--archive", archive.place))
    assert code == 1
    assert "1 event could not be computed anew, and stays as before:\n  Odd (2023-01-01), number 3, from Odd.x" in said
    assert "    Correct this in your workbook, and add it again: turnabout archive add Odd.xlsx\n" in said
    assert "Events: 2 replaced.\n" in said


def test_an_event_whose_results_are_damaged_does_not_stop_the_others(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "UPDATE entries SET points = 'x' WHERE version IN (SELECT version FROM events WHERE event = 1)"
        )
        connection.commit()
    code, _, said = told(turnabout("rebuild", "--archive", file))
    assert code == 4
    assert (
        "  Spring (2024-03-01), number 1, from old.csv: its results in the archive are damaged; bring back your last "
        "copy of the archive.\n"
    ) in said
    assert "Events: 1 as they were.\n" in said


@pytest.mark.parametrize("lost", [0, 1])
def test_an_event_that_lost_an_entry_does_not_stop_the_others(file: Path, lost: int) -> None:
    """Then the numbers by which matches name entries lead to others, or to none."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        (version,) = connection.execute("SELECT version FROM events WHERE event = 1 AND ended IS NULL").fetchone()
        connection.execute("DELETE FROM matches WHERE version = ? AND ? IN (entry_a, entry_b)", [version, lost])
        connection.execute("DELETE FROM entries WHERE version = ? AND entry = ?", [version, lost])
        connection.commit()
    code, _, said = told(turnabout("rebuild", "--archive", file))
    assert code == 4
    assert "  Spring (2024-03-01), number 1, from old.csv: its results in the archive are damaged; bring back" in said
    assert "Events: 1 as they were.\n" in said


def test_a_source_of_a_newer_version_is_told(archive: Archive) -> None:
    newer = b'{"version":3}'
    with archive.writing() as connection:
        add_event(connection, Command(), SPRING, Source("record", "new.csv", newer))
    done = turnabout("rebuild", "--archive", archive.place)
    assert done.exit_code == 4
    assert (
        "from new.csv: it is a record of version 3; this program reads version 2; install the newest version of "
        "turnabout, or bring back your last copy of the archive.\n"
    ) in done.stderr


def test_entries_that_are_lost_are_told(file: Path) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("DELETE FROM entries WHERE version = 3")
        connection.commit()
    before = file.read_bytes()
    assert told(turnabout("rebuild", "--archive", file)) == (4, "", f"The archive {file} {DAMAGED}\n")
    assert file.read_bytes() == before


@pytest.mark.parametrize("table", ["recipes", "archive"])
def test_the_file_of_another_program_is_left_alone(tmp_path: Path, table: str) -> None:
    path = tmp_path / "recipes.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE {table} (name TEXT, value TEXT)")
    connection.execute(f"INSERT INTO {table} VALUES ('version', '1')")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    for words in (["list"], ["undo"], ["add", str(FINISHED)], ["import", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", path)) == (4, "", f"{path} {ELSE}\n")
        assert path.read_bytes() == before


# PostgreSQL


def carry_out(address: str, *statements: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


def test_a_database_of_something_else_is_left_alone(lend: Callable[..., str]) -> None:
    address = lend()
    carry_out(address, "CREATE TABLE recipes (name TEXT)", "INSERT INTO recipes VALUES ('bread')")
    for words in (["list"], ["undo"], ["add", str(FINISHED)]):
        assert told(turnabout(*words, "--archive", address)) == (4, "", f"{address} {ELSE}\n")
    with psycopg.connect(address) as connection:
        tables = connection.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        assert tables.fetchall() == [("recipes",)]
        assert connection.execute("SELECT * FROM recipes").fetchall() == [("bread",)]


def test_a_database_or_a_user_that_is_not_there(postgresql: str) -> None:
    server = postgresql.partition("@")[2]
    for address, shown, why in (
        (f"{postgresql}/nowhere", f"{postgresql}/nowhere", 'database "nowhere" does not exist'),
        (
            f"postgresql://ann:s3cret@{server}/postgres",
            f"postgresql://ann:***@{server}/postgres",
            'role "ann" does not exist',
        ),
    ):
        for words in (["list"], ["add", str(FINISHED)]):
            assert told(turnabout(*words, "--archive", address)) == (
                4,
                "",
                f"The archive {shown} cannot be opened; its server says: {why}. Check the address, the user and the "
                "password.\n",
            )


GUEST = f"guest{os.getpid()}"
"""Of this process only: users are of the whole server, and others test beside it."""


@pytest.fixture
def guest(lend: Callable[..., str]) -> Iterator[tuple[str, str]]:
    """An archive in a database, and its address for a user who may read it only."""
    owner = lend()
    add(open_archive(owner, create=True), SPRING, AUTUMN)
    carry_out(owner, f"CREATE ROLE {GUEST} LOGIN", f"GRANT SELECT ON ALL TABLES IN SCHEMA public TO {GUEST}")
    yield owner, owner.replace(f"{USER}@", f"{GUEST}:s3cret@")
    carry_out(owner, f"DROP OWNED BY {GUEST}", f"DROP ROLE {GUEST}")


def test_a_user_who_may_only_read(guest: tuple[str, str]) -> None:
    owner, address = guest
    shown, before = address.replace("s3cret", "***"), contents(open_archive(owner))
    assert turnabout("list", "--archive", address).stdout.splitlines()[-1].startswith("2 events; the last change is ")
    done = turnabout("undo", "--archive", address)
    assert told(done) == (
        4, "", f"The archive {shown} does not allow this to you; ask the one who keeps the database.\n",
    )  # fmt: skip
    assert contents(open_archive(owner)) == before
    carry_out(owner, f"REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM {GUEST}")
    assert told(turnabout("list", "--archive", address)) == told(done)


def test_a_user_who_may_make_no_tables(guest: tuple[str, str], lend: Callable[..., str]) -> None:
    address = lend()
    mine = address.replace(f"{USER}@", f"{GUEST}@")
    assert told(turnabout("add", FINISHED, "--archive", mine)) == (
        4, "", f"The archive {mine} does not allow this to you; ask the one who keeps the database.\n",
    )  # fmt: skip
    assert turnabout("list", "--archive", address).stderr.startswith(f"There is no archive {address} yet;")


def test_a_connection_that_breaks_off_leaves_the_archive_as_it_was(lend: Callable[..., str]) -> None:
    archive = open_archive(address := lend(archive=True))
    add(archive, SPRING)
    before = contents(archive)

    def broken_off() -> None:
        with archive.writing() as connection:
            connection.execute(text("UPDATE events SET venue = 'Hall'"))
            number = connection.execute(text("SELECT pg_backend_pid()")).scalar()
            carry_out(address, f"SELECT pg_terminate_backend({number}, 5000)")
            connection.execute(text("UPDATE events SET venue = 'Pier'"))

    with pytest.raises(ArchiveError) as caught:
        broken_off()
    assert str(caught.value) == f"The archive {address} {errors.POSTGRESQL['57']}"
    assert contents(archive) == before


# No room


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real disk of 400 kB, in memory."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount(disk, "400k")
    yield disk
    subprocess.run(["umount", disk], check=True)


def mount(disk: Path, size: str) -> None:
    program = shutil.which("mount")
    if (
        program is None
        or subprocess.run([program, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], check=False).returncode
    ):
        pytest.skip("a small disk cannot be mounted here (it takes Linux and root)")


FULL = (
    "could not be written, because the disk is full; a change that was under way was not made. Make room and try again."
)


def big(number: int) -> str:
    """Return a list of old results of one event with 200 players."""
    rows = "".join(f"Big {number},2020-01-{number:02},Player {number} {each},{each},0,0\n" for each in range(1, 201))
    return f"Event,Date,Player,Position,Wins,Losses\n{rows}"


@pytest.mark.processes
def test_a_full_disk(small_disk: Path) -> None:
    path = small_disk / "archive.sqlite"
    archive = open_archive(str(path), create=True)
    add(archive, SPRING)
    lists = small_disk.parent / "lists"
    lists.mkdir()
    taken, refused = 0, None
    for number in range(1, 29):
        (lists / f"{number}.csv").write_text(big(number), "utf-8")
        before = contents(archive)
        done = turnabout("import", lists / f"{number}.csv", "--archive", path)
        if done.exit_code:
            refused = done
            break
        taken += 1
    assert refused is not None
    assert told(refused) == (4, "", f"The archive {path} {FULL}\n")
    assert 2 <= taken <= 20
    assert contents(archive) == before
    assert is_whole(path)
    assert [each.name for each in small_disk.iterdir()] == [path.name]
    # With room again, the same command does it.
    elsewhere = small_disk.parent / "archive.sqlite"
    shutil.copy(path, elsewhere)
    assert turnabout("import", lists, "--archive", elsewhere).exit_code == 0
    assert len(contents(open_archive(str(elsewhere)))["events"]) == taken + 2


@pytest.mark.processes
def test_a_disk_without_room_for_a_new_archive(small_disk: Path) -> None:
    path = small_disk / "archive.sqlite"
    (small_disk / "music.mp3").write_bytes(bytes(392 * 1024))
    assert told(turnabout("add", FINISHED, "--archive", path)) == (4, "", f"The archive {path} {FULL}\n")
    assert told(turnabout("list", "--archive", path))[0] == 4
    (small_disk / "music.mp3").unlink()
    assert turnabout("add", FINISHED, "--archive", path).exit_code == 0
    assert is_whole(path)


@pytest.mark.parametrize("room", [0, 4096, 20_000])
def test_a_file_that_may_grow_no_further(file: Path, room: int) -> None:
    before = contents(open_archive(str(file)))
    with no_file_larger_than(file.stat().st_size + room):
        done = turnabout("add", FINISHED, "--archive", file)
    assert told(done)[::2] == (
        4,
        f"The archive {file} could not be read or written; a change that was under way was not made. Is the disk full, "
        "or the drive gone?\n",
    )
    assert contents(open_archive(str(file))) == before
    assert is_whole(file)


def test_a_full_disk_of_the_server(postgresql: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    disk = Path(f"/tmp/turnabout-tablespace-{os.getpid()}")
    disk.mkdir()
    try:
        mount(disk, "24m")
        try:
            shutil.chown(disk, USER, USER)
            carry_out(f"{postgresql}/postgres", f"CREATE TABLESPACE small LOCATION '{disk}'")
            address = new_database(postgresql)
            carry_out(f"{postgresql}/postgres", f"ALTER DATABASE {address.rpartition('/')[2]} SET TABLESPACE small")
            archive = open_archive(address, create=True)
            add(archive, SPRING)
            before = contents(archive)
            with pytest.raises(OSError, match="No space left"):
                (disk / "music.mp3").write_bytes(bytes(24 << 20))
            for number in range(1, 29):
                (lists := tmp_path_factory.mktemp("lists") / "big.csv").write_text(big(number), "utf-8")
                done = turnabout("import", lists, "--archive", address)
                if done.exit_code:
                    break
                before = contents(archive)
            assert told(done) == (4, "", f"The archive {address} {FULL}\n")
            assert contents(archive) == before
            (disk / "music.mp3").unlink()
            assert turnabout("import", lists, "--archive", address).exit_code == 0
            carry_out(f"{postgresql}/postgres", f"DROP DATABASE {address.rpartition('/')[2]}", "DROP TABLESPACE small")
        finally:
            subprocess.run(["umount", disk], check=True)
    finally:
        disk.rmdir()
