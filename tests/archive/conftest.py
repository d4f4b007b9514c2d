from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.archive.postgresql import new_database, server


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    with server() as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an archive can be made: every test that asks for it is run on both."""
    if request.param == "sqlite":
        return str(tmp_path / "archive.sqlite")
    return new_database(request.getfixturevalue("postgresql"))
