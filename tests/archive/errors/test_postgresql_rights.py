"""The rights of docs/postgresql-rights.sql: what a reader and an organizer can do, and what the server refuses."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from shlex import quote, split

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from tests.archive.errors.two_events import AUTUMN, SPRING
from tests.archive.forgetting import assert_gone, list_figures
from tests.archive.making import add, assert_sealed, contents, event, turnabout
from tests.archive.postgresql import USER, carry_out
from tests.archive.shared import HISTORY, told
from tests.dose import dose
from turnabout_sheets.archive.log import list_changes
from turnabout_sheets.archive.schema import DERIVED, METADATA
from turnabout_sheets.archive.store import open_archive

pytestmark = pytest.mark.slow

OWN = f"turnabout{os.getpid()}"
"""Begins the names of roles of this process only: they are of the whole server, and others test beside it."""

SCRIPT = (
    (Path(__file__).parents[3] / "docs" / "postgresql-rights.sql").read_text("utf-8").replace("turnabout_", f"{OWN}_")
)

ANN, BEA = f"{OWN}_ann", f"{OWN}_bea"


@pytest.fixture
def shared(lend: Callable[..., str]) -> Iterator[tuple[str, str, str]]:
    """The addresses of an archive for its owner, for Ann, who is an organizer, and for Bea, who reads it."""
    owner = lend()
    add(open_archive(owner, create=True), SPRING, AUTUMN, event("Winter", "2024-01-06", "Adah", "Bo", "Cy", "Di"))
    carry_out(owner, SCRIPT)
    carry_out(
        owner, f"CREATE ROLE {ANN} LOGIN IN ROLE {OWN}_organizer", f"CREATE ROLE {BEA} LOGIN IN ROLE {OWN}_reader"
    )
    yield owner, owner.replace(f"{USER}@", f"{ANN}@"), owner.replace(f"{USER}@", f"{BEA}@")
    roles = f"{ANN}, {BEA}, {OWN}_organizer, {OWN}_reader"
    carry_out(owner, f"DROP OWNED BY {roles}", f"DROP ROLE {roles}")


def read_all(address: str, folder: Path, player: str = "Ada") -> None:
    """Give each command that reads."""
    for words in (
        "list",
        "list Spring",
        "ratings --best 1",
        f"ratings --workbook {folder / 'Ratings.xlsx'} --pages {folder / 'pages'}",
        f"player {quote(player)}",
        "merge",
        "log",
        f"export {folder / 'out'}",
        "verify",
    ):
        done = turnabout(*split(words), "--archive", address)
        assert done.exit_code == 0, (words, done.output)


CHANGES: Sequence[tuple[object, ...]] = (
    ("import", HISTORY),
    ("apart", "Ada", "Adah"),
    ("merge", "Ada", "Adah"),
    ("split", "Adah"),
    ("hide", "Ada"),
    ("hide", "Ada", "--off"),
    ("split", "Ada", "--event", "Spring", "--to", "Ada (Leeds)"),
    ("undo",),
    ("redo",),
    ("remove", "Spring"),
    ("undo",),
    ("verify", "--rebuild"),
)
"""Each command that writes, besides that which adds a workbook."""


@pytest.mark.nightly
@pytest.mark.soak
def test_an_organizer_gives_all_commands_and_a_reader_those_that_read(
    shared: tuple[str, str, str], finished: Path, tmp_path: Path
) -> None:
    """Archive 7.2 and 7.3."""
    owner, ann, bea = shared
    commands = [("add", finished), *CHANGES]
    before = contents(open_archive(owner))
    for words in commands:
        done = turnabout(*words, "--archive", bea)
        assert done.exit_code in (2, 4), words
        assert done.exit_code == 2 or "does not give you the right" in done.stderr, words
    assert contents(open_archive(owner)) == before
    for words in commands:
        done = turnabout(*words, "--archive", ann)
        assert done.exit_code == 0, (words, done.output)
    with open_archive(owner).reading() as connection:
        authors = [change.author for change in list_changes(connection)]
    assert authors == [ANN] * (len(authors) - 3) + [USER] * 3, "archive 6.7"
    for name, address in dose({"bea": bea}, {"ann": ann, "bea": bea}).items():
        (tmp_path / name).mkdir()
        read_all(address, tmp_path / name)


@pytest.mark.nightly
def test_the_owner_alone_forgets(shared: tuple[str, str, str], finished: Path, tmp_path: Path) -> None:
    """Archive 7.2 and 10.7."""
    owner, ann, bea = shared
    assert turnabout("verify", "--rebuild", "--archive", owner).exit_code == 0
    before = contents(open_archive(owner))
    for address in (ann, bea):
        code, out, said = told(turnabout("forget", "Ada", "--yes", "--archive", address))
        assert (code, out) == (4, "")
        assert "does not give you the right: permission denied for table log; ask the one" in said
    assert contents(open_archive(owner)) == before
    archive = open_archive(owner)
    figures = list_figures(archive, "Ada")
    done = turnabout("forget", "Ada", "--yes", "--archive", owner)
    assert (done.exit_code, done.stderr) == (0, "")
    player = done.stdout.partition("who is now ")[2][: len("Player 1f3a")]
    assert list_figures(archive, player) == figures
    assert_sealed(archive)
    assert_gone(archive, tmp_path / "gone", "Ada")
    (tmp_path / "bea").mkdir()
    read_all(bea, tmp_path / "bea", player)
    assert turnabout("add", finished, "--archive", ann).exit_code == 0


def test_the_server_lets_an_organizer_change_what_follows_from_the_log_and_nothing_else(
    shared: tuple[str, str, str],
) -> None:
    """Archive 7.2: a changed line, and a deleted one, are refused by the server, whatever program asks."""
    with psycopg.connect(shared[1]) as ann, psycopg.connect(shared[2]) as bea:
        require_rights(ann, bea)


def require_rights(ann: psycopg.Connection, bea: psycopg.Connection) -> None:
    derived = {table.name for table in DERIVED}
    for table in METADATA.sorted_tables:
        name, column = table.name, next(iter(table.columns)).name
        assert is_let(ann, f"UPDATE {name} SET {column} = {column}") == (name in derived)
        assert is_let(ann, f"DELETE FROM {name}") == (name in derived)
        assert is_let(ann, f"INSERT INTO {name} SELECT * FROM {name} WHERE false") == (name != "archive")
        assert not is_let(ann, f"TRUNCATE {name} CASCADE")
        assert not is_let(bea, f"UPDATE {name} SET {column} = {column}")
        assert not is_let(bea, f"DELETE FROM {name}")
        assert not is_let(bea, f"INSERT INTO {name} SELECT * FROM {name} WHERE false")
    assert not is_let(ann, "CREATE TABLE others (name TEXT)")


def is_let(user: psycopg.Connection, statement: str) -> bool:
    """Return whether the server carries a statement out, which then is taken back."""
    try:
        user.execute(statement.encode())
    except InsufficientPrivilege:
        return False
    finally:
        user.rollback()
    return True
