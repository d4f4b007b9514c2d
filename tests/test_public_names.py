"""Tests that look from outside call what the table in README.md names, and nothing else of the program."""

from __future__ import annotations

import ast
import re
from pathlib import Path

HERE = Path(__file__).parent
OUTSIDE = ("golden", "mistakes", "rules", "field", "support")
MOST = 60


def test_names_called_from_outside__those_of_the_table() -> None:
    files = [file for folder in OUTSIDE for file in (HERE / folder).rglob("*.py")]
    called = {
        (statement.module.removeprefix("turnabout_sheets."), name.name)
        for file in [*files, HERE / "killing.py", *(HERE / "workbook").glob("*zoo.py")]
        for statement in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("turnabout_sheets")
        for name in statement.names
        if statement.module
    }
    rows = re.findall(r"^\| `(\S+)` \| (`.+`) \|$", (HERE / "README.md").read_text("utf-8"), re.MULTILINE)
    named = {(module, name) for module, names in rows for name in re.findall(r"`(\w+)`", names)}
    assert called == named
    assert len(named) <= MOST
