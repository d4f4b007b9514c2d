from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import IN_A_FILE
from tests.archive.shared import refusal
from tests.systems import NAMES_AS_ANYWHERE_ELSE
from turnabout_sheets.archive.store import Archive, open_archive

SPRING = event("Spring", "2024-03-01")
AUTUMN = event("Autumn", "2024-09-01")


def tables(archive: Archive) -> set[str]:
    with archive.reading() as connection:
        return set(inspect(connection).get_table_names())


def state(archive: Archive) -> tuple[object, ...]:
    return tables(archive), contents(archive)


@pytest.mark.parametrize(
    "name",
    [
        "archive.sqlite",
        "100% Åse&mode=ro#1.sqlite",
        pytest.param("100% Åse?&mode=ro#1.sqlite", marks=NAMES_AS_ANYWHERE_ELSE),
        "no ending",
        pytest.param(":memory:", marks=NAMES_AS_ANYWHERE_ELSE),
    ],
)
def test_an_archive_is_a_file_of_any_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    add(open_archive(str(path), create=True), SPRING)
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert len(contents(open_archive(str(path)))["events"]) == 1
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_an_archive_that_is_not_there_is_made_only_where_something_is_added(place: str) -> None:
    told = (
        f"There is no archive {place} yet; add a finished event with turnabout archive add, or name the archive with "
        "--archive."
    )
    assert refusal(place) == told
    for words in (["list"], ["ratings"], ["log"], ["undo"], ["verify"], ["merge", "A", "B"], ["export", "x"]):
        done = turnabout(*words, "--archive", place)
        assert (done.exit_code, done.stdout, done.stderr) == (4, "", f"{told}\n"), words
    assert "://" in place or not Path(place).exists()
    with open_archive(place, create=True).writing():
        pass
    assert contents(open_archive(place))["archive"] == [(1,)]


def test_a_file_of_no_bytes_is_not_yet_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "archive.sqlite"
    path.touch()
    assert refusal(path).startswith(f"There is no archive {path} yet;")
    assert path.read_bytes() == b""
    add(open_archive(str(path), create=True), SPRING)
    assert len(contents(open_archive(str(path)))["events"]) == 1


@pytest.mark.parametrize("kind", IN_A_FILE)
def test_an_archive_of_a_newer_version_is_left_alone(place: str) -> None:
    archive = open_archive(place, create=True)
    add(archive, SPRING)
    with archive.writing() as connection:
        connection.execute(text("UPDATE archive SET version = 5"))
    before = state(archive)
    told = f"{place} was written by a newer version of the program. Install that version, and try again."
    assert refusal(place) == told
    for words in (["list"], ["undo"], ["remove", "Spring"]):
        done = turnabout(*words, "--archive", place)
        assert (done.exit_code, done.stdout, done.stderr) == (4, "", f"{told}\n"), words
    assert state(archive) == before


@pytest.mark.parametrize("kind", IN_A_FILE)
def test_an_archive_without_a_version_is_damaged(place: str) -> None:
    archive = open_archive(place, create=True)
    with archive.writing() as connection:
        connection.execute(text("DELETE FROM archive"))
    told = f"{place} is damaged, or is no archive of the program. Bring back the last copy of it."
    assert refusal(place) == refusal(place, create=True) == told


def test_a_reader_sees_one_state_of_the_archive_all_the_time(place: str) -> None:
    archive = open_archive(place, create=True)
    add(archive, SPRING)
    count = text("SELECT count(*) FROM events")
    with archive.reading() as connection:
        assert connection.execute(count).scalar() == 1
        with archive.writing() as writer:
            writer.execute(text("UPDATE events SET venue = 'Hall'"))
            assert connection.execute(text("SELECT venue FROM events")).all() == [("",)]
            if connection.dialect.name == "sqlite":
                # A file cannot be written while somebody reads; the writer would wait for us.
                connection.rollback()
    with archive.reading() as connection:
        assert connection.execute(text("SELECT venue FROM events")).all() == [("Hall",)]


HIDDEN = "is no address of an archive; expected a file, or postgresql://user:password@server/database."


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("sqlite:///x.sqlite", f"sqlite:///x.sqlite {HIDDEN}"),
        ("mysql://ann:s3cret@server/x", f"mysql://ann:***@server/x {HIDDEN}"),
        (
            "postgresql://ann:s3cret@server:port/x",
            f"postgresql://ann:***@server:port/x {HIDDEN}",
        ),
        ("://x", f"://x {HIDDEN}"),
        (
            "postgresql://ann:s3cret@127.0.0.1:1/x",
            "The archive postgresql://ann:***@127.0.0.1:1/x cannot be opened: there is no answer. Check the "
            "address, the user, the password, and whether the server runs.",
        ),
        (
            "postgresql://ann@127.0.0.1:1/x?password=s3cret&sslpassword=s3cret&sslmode=allow",
            "The archive postgresql://ann@127.0.0.1:1/x?password=***&sslpassword=***&sslmode=allow cannot be opened: "
            "there is no answer. Check the address, the user, the password, and whether the server runs.",
        ),
    ],
)
def test_an_address_that_does_not_do_is_shown_without_its_password(address: str, told: str) -> None:
    for words in (["list"], ["import", __file__]):
        done = turnabout(*words, "--archive", address)
        assert (done.exit_code, done.stdout, done.stderr) == (4, "", f"{told}\n")


@pytest.mark.parametrize(
    "address",
    [
        "mysql:/ann:s3cret@server/x",
        "postgresql:/ann:s3cret@server/x",
        "postgresql://ann:s3@c/ret@server/x",
        "postgressql:/ann:s3cret@server/x",
        "pg:/a:s3cret@b",
    ],
)
def test_a_password_in_what_is_taken_for_a_file_is_not_shown(address: str) -> None:
    """Safety 9.1."""
    for words in (["list"], ["import", __file__]):
        done = turnabout(*words, "--archive", address)
        assert done.exit_code == 4
        assert "s3cret" not in done.output
        assert ":***@" in done.stderr
