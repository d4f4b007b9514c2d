"""What holds for the table of formats: nothing is in a format that it does not name, and only what is played loads."""

from __future__ import annotations

import ast
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import turnabout_sheets
from tests.support.books import SAMPLES
from turnabout_sheets.formats import FORMATS, find_format, load, load_all
from turnabout_sheets.sheets import settings
from turnabout_sheets.sheets.cell_kinds import TEXT
from turnabout_sheets.sheets.settings import SHARED, Setting, Settings

ROOT = Path(turnabout_sheets.__file__).parent

MAY_NAME_FORMATS = ("prints/format_pages.py", "sheets/settings.py", "cli/start.py")
"""Besides the formats: the table of what pages do in one format only, the default of the setting Format, and the folder
of new events, which has the name of the program.
"""


def test_a_new_setting_is_in_no_format_until_one_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    new = Setting("weather", "Weather", TEXT, "", "What the weather is like.")
    monkeypatch.setattr(settings, "SHARED", {**SHARED, new.field: new})
    for module in ("turnabout/sheets.py", "duplicate/sheets.py", "netrunner/sheets.py"):
        module = runpy.run_path(str(ROOT / "formats" / module))
        assert "rounds" in module["SETTINGS"]
        assert new.field not in module["SETTINGS"]


def test_every_shared_setting_is_used_by_a_format() -> None:
    used = {field for format in load_all() for field in format.settings}
    assert set(SHARED) <= used


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_found_by_its_name(name: str) -> None:
    assert load(name).name == name
    assert find_format(f" {name.upper()} ") is load(name)


@pytest.mark.parametrize("format", load_all(), ids=lambda format: format.name)
def test_settings_of_a_format_have_no_twin(format: object) -> None:
    """Neither two fields nor two names are the same in a format; and its own are no fields of `Settings`."""
    named = format.settings  # type: ignore[attr-defined]
    assert all(setting.field == field for field, setting in named.items())
    assert len({setting.name for setting in named.values()}) == len(named)
    assert not any(hasattr(Settings(), field) for field in named.keys() - SHARED.keys())


def test_a_value_that_is_not_typed_is_the_default() -> None:
    own = Setting("draw_points", "Draw points", TEXT, "1", "What a draw is worth.")
    assert Settings()[own] == "1"
    assert Settings(own={"draw_points": "2"})[own] == "2"


def test_formats_are_named_in_their_packages_and_in_one_table_of_pages() -> None:
    """What differs by format is asked of the format: its name stands in no other code."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        module = path.relative_to(ROOT).as_posix()
        if module.startswith("formats/") or module in MAY_NAME_FORMATS:
            continue
        text = path.read_text("utf-8")
        if not any(name in text for name in (*FORMATS, "format.name")):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and node.value in FORMATS:
                found.append(f"{module}:{node.lineno}: {node.value}")
            if isinstance(node, ast.Compare) and "format.name" in {
                ast.unparse(each).removeprefix("results.") for each in (node.left, *node.comparators)
            }:
                found.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


@pytest.mark.processes
def test_a_run_loads_the_format_in_play_only(tmp_path: Path) -> None:
    """What one of a Turnabout event loads, is in `cli/test_start_up.py`."""
    file = shutil.copy(SAMPLES / "netrunner.xlsx", tmp_path)
    program = f"""
import sys
from pathlib import Path
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
assert run(Path({str(file)!r}), Options()).computed.results is not None
print(*sorted(name for name in sys.modules if name.startswith("turnabout_sheets.formats.")))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    packages = {name.split(".")[2] for name in done.stdout.split() if name.endswith((".scoring", ".checks"))}
    assert packages == {"netrunner"}
