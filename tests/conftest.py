"""Options and fixtures that all tests share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tests import tiers


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write the expected files anew instead of comparing with them"
    )


def pytest_configure(config: pytest.Config) -> None:
    tiers.register(config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tiers.mark(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was left out, and why."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
        if isinstance(report.longrepr, tuple)
    )
    if reasons:
        why = "; ".join(f"{times}: {reason}" for reason, times in reasons.most_common())
        terminalreporter.write_line(f"Left out {reasons.total()} tests. {why}")


@pytest.fixture(autouse=True)
def kept_to_its_marks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with tiers.kept_to(request.node, monkeypatch):
        yield
