from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.archive.postgresql import EMPTY, IN_BOTH, new_database, server
from tests.archive.shared import write_light
from turnabout_sheets.archive.store import Archive, open_archive


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the server, which all processes of a run of the tests share."""
    own = tmp_path_factory.getbasetemp()
    with server(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) as address:
        yield address


@pytest.fixture
def lend(postgresql: str) -> Callable[..., str]:
    """What gives the address of a database for this test, empty or with an empty archive."""
    return lambda *, archive=False: new_database(postgresql, f"TEMPLATE {EMPTY}" if archive else "")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test that asks for the ``kind`` of an archive, or for the two below, on both.

    A module says otherwise with ``KINDS``, a test with a mark of its own.
    """
    own = [mark for mark in metafunc.definition.iter_markers("parametrize") if "kind" in str(mark.args[0])]
    if "kind" in metafunc.fixturenames and not own:
        metafunc.parametrize("kind", getattr(metafunc.module, "KINDS", IN_BOTH))


@pytest.fixture
def place(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an archive can be made."""
    return str(tmp_path / "archive.sqlite") if kind == "sqlite" else str(request.getfixturevalue("lend")())


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("empty") / "archive.sqlite"
    with open_archive(str(file), create=True).writing():
        return file


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The finished sample as a workbook that is soon read."""
    return write_light(tmp_path_factory.mktemp("light") / "finished.xlsx")


@pytest.fixture
def archive(kind: str, request: pytest.FixtureRequest, empty_file: Path, tmp_path: Path) -> Archive:
    """An empty archive, which is not made but copied or emptied."""
    if kind == "sqlite":
        return open_archive(str(shutil.copy(empty_file, tmp_path / "archive.sqlite")))
    return open_archive(request.getfixturevalue("lend")(archive=True))
