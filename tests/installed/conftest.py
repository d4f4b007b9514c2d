from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.installed.wine import Wine


@pytest.fixture(scope="session")
def wine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wine]:
    """A Windows that all tests share: each leaves it as it was."""
    wine = Wine(tmp_path_factory.mktemp("wine"))
    yield wine
    wine.shut_down()
