"""CSV for Excel: nothing in it is a formula, and it is for looking at only."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from tests.archive.by_hand import filled, worked
from tests.archive.making import add, event, turnabout
from turnabout_sheets.archive.exchange.export_format import EXCEL, to_cell_for_excel
from turnabout_sheets.archive.schema import METADATA, PLAYERS
from turnabout_sheets.archive.store import open_archive

NAMES = {
    "=1+1": "'=1+1",
    "+49 17": "'+49 17",
    "-Ann-": "'-Ann-",
    "@Bob": "'@Bob",
    "  =1": "  '=1",
    "\t=1": "\t'=1",
    "＝1": "'＝1",
    "Doe;=1+1": "Doe;'=1+1",
    'Doe,"=1': "Doe,\"'=1",
    "Doe\n@x": "Doe\n'@x",
    "Ann-Lee": "Ann-Lee",
    "ann@club": "ann@club",
    "1 + 1 = 2": "1 + 1 = 2",
}


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_a_formula(name: str) -> None:
    """Archive 8.3."""
    assert to_cell_for_excel(PLAYERS.c.name)(name) == NAMES[name]


def test_numbers_stay_numbers() -> None:
    assert to_cell_for_excel(PLAYERS.c.player)(-5) == "-5"


@pytest.mark.parametrize("form", [[], ["--for-excel"]])
def test_a_page_in_the_folder_says_how_to_open_them_and_what_the_columns_are(form: list[str], tmp_path: Path) -> None:
    """Archive 8.3."""
    open_archive(str(tmp_path / "archive.sqlite"), create=True)
    words = ("export", tmp_path / "out", *form, "--archive", tmp_path / "archive.sqlite")
    for _ in range(2):  # the second replaces the first
        done = turnabout(*words)
        assert (done.exit_code, str(tmp_path / "out" / "README.txt") in done.output) == (0, True)
    text = (tmp_path / "out" / "README.txt").read_text("utf-8")
    assert ("Data > From Text/CSV" in text, "no archive can be made of them" in text) == (not form, bool(form))
    for table in METADATA.tables.values():
        assert f"\n{table.name}.csv\n" in text
        assert set(table.columns.keys()) <= set(re.findall(r"\w+", text.partition(f"\n{table.name}.csv\n")[2]))
    assert max(map(len, text.splitlines())) <= 120
    assert "THE LAST CHANGE" not in text, "there is none"
    (tmp_path / "out" / "README.txt").write_text("mine", "utf-8")
    assert "holds an earlier export, but also README.txt" in turnabout(*words).stderr


def test_the_page_in_the_folder_names_the_last_change_by_its_short_word(tmp_path: Path) -> None:
    """Safety 9.2; archive 9.6."""
    add(open_archive(str(tmp_path / "archive.sqlite"), create=True), event("Spring", "2024-03-01"))
    done = turnabout("export", tmp_path / "out", "--archive", tmp_path / "archive.sqlite")
    digest = json.loads((tmp_path / "out" / "archive.json").read_text("utf-8"))["digest"]
    word = f"{digest[:4]} {digest[4:8]} {digest[8:12]}"
    assert f"\nTHE LAST CHANGE: {word}\n" in (tmp_path / "out" / "README.txt").read_text("utf-8")
    assert f"the last change is {word}." in done.stderr


def test_an_export_for_excel_is_for_looking_at_only(tmp_path: Path) -> None:
    """Archive 8.3."""
    filled(str(tmp_path / "archive.sqlite"), worked())
    place, target = ("--archive", tmp_path / "archive.sqlite"), tmp_path / "out"
    for _ in range(2):  # the second replaces the first
        done = turnabout("export", target, "--for-excel", *place)
        assert done.exit_code == 0
        assert "export it without --for-excel" in done.output
    assert f'"form": "{EXCEL}"' in (target / "archive.json").read_text("utf-8")
    limit = csv.field_size_limit(10**6)
    with (target / "players.csv").open(encoding="utf-8-sig", newline="") as file:
        cells = [row["name"] for row in csv.DictReader(file)]
    csv.field_size_limit(limit)
    assert any("'=" in cell for cell in cells)
    assert not [cell for cell in cells if re.match(r"\s*[=+\-@]", cell)]
    done = turnabout("import", target, "--archive", tmp_path / "new.sqlite")
    assert done.exit_code == 4
    assert done.stderr.startswith(f"The export {target} was made with --for-excel, to be looked at only")
    assert turnabout("export", tmp_path / "x.json", "--for-excel", "--format", "json", *place).exit_code == 2
