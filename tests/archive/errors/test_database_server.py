"""What goes wrong with a PostgreSQL server only: databases, users, their rights, and the connection."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import psycopg
import pytest
from sqlalchemy import text

from tests.archive.errors.two_events import AUTUMN, ELSE, FINISHED, SPRING
from tests.archive.making import add, contents, turnabout
from tests.archive.postgresql import USER, carry_out
from tests.archive.shared import told
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.store import open_archive

pytestmark = pytest.mark.slow


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
                f"The archive {shown} cannot be opened: {why}. Check the address, the user, the password, and whether "
                "the server runs.\n",
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


@pytest.mark.nightly
def test_a_user_who_may_only_read(guest: tuple[str, str]) -> None:
    owner, address = guest
    shown, before = address.replace("s3cret", "***"), contents(open_archive(owner))
    assert turnabout("list", "--archive", address).stdout.splitlines()[-1].startswith("2 events; the last change is ")
    done = turnabout("undo", "--archive", address)
    assert told(done) == (
        4, "", f"The archive {shown} does not give you the right: permission denied for table log; ask the one "
        "who keeps the database for it.\n",
    )  # fmt: skip
    assert contents(open_archive(owner)) == before
    carry_out(owner, f"REVOKE SELECT ON ALL TABLES IN SCHEMA public FROM {GUEST}")
    refused = turnabout("list", "--archive", address).stderr
    assert refused.startswith(
        f"The archive {shown} does not give you the right: permission denied for table archive; ask the"
    )


def test_a_user_who_may_make_no_tables(guest: tuple[str, str], lend: Callable[..., str]) -> None:
    address = lend()
    mine = address.replace(f"{USER}@", f"{GUEST}@")
    assert told(turnabout("add", FINISHED, "--archive", mine)) == (
        4, "", f"The archive {mine} does not give you the right: permission denied for schema public; ask the one "
        "who keeps the database for it.\n",
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
    assert str(caught.value) == (
        f"The archive {address} reports: terminating connection due to administrator command. A change that was under "
        "way was not made."
    )
    assert contents(archive) == before
