"""The rule tables beside this module: CSV files of rule, case, inputs, what is expected, and where that is said."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest

TABLES = Path(__file__).parent / "tables"

Case = Mapping[str, str]


def rule_table(name: str) -> pytest.MarkDecorator:
    """Run a test for each row of a rule table; the test's argument is ``case``, its id reads like the rule."""
    with (TABLES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        params = [pytest.param(row, id=f"{row['rule']}: {row['case']}") for row in csv.DictReader(file)]
    assert params, f"the rule table {name} has no row"
    return pytest.mark.parametrize("case", params)
