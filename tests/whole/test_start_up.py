"""What a command loads: start-up counts, because it runs a hundred times a day."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[2] / "sample_events"

SLOW = frozenset({"pandas", "numpy", "openpyxl", "jinja2", "sqlalchemy", "rustworkx", "filelock"})
"""Libraries that take long to load, one by one or together."""

NEEDED: dict[tuple[str, ...], frozenset[str]] = {
    ("--help",): frozenset(),
    ("check", "event.xlsx"): frozenset(),
    ("restore", "event.xlsx"): frozenset(),
    ("run", "event.xlsx"): frozenset({"pandas", "numpy", "openpyxl", "jinja2", "filelock"}),
}

PROGRAM = """
import sys
from turnabout_sheets.cli.main import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.processes
@pytest.mark.parametrize("command", NEEDED, ids=lambda command: command[0])
def test_a_command_loads_what_it_needs(tmp_path: Path, command: tuple[str, ...]) -> None:
    shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    loaded = set(done.stderr.split())
    assert "turnabout_sheets.cli.main" in loaded
    assert loaded & SLOW <= NEEDED[command]
