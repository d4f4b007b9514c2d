"""Rounds that are changed by hand, or by letting somebody in."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from tests.support.books import edit, enter_results, records, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.desk import Desk
from tests.support.late import let_in
from tests.support.recalculation import recalculated
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.jobs import late_entry
from turnabout_sheets.jobs.start_over import ATTEMPTS
from turnabout_sheets.workbook.files.save import WorkbookChangedError
from turnabout_sheets.workbook.ooxml.package import Package

pytestmark = pytest.mark.slow

Cells = dict[str, Any]


@pytest.fixture
def event(ran: Path) -> Path:
    """19 players; round 3 is paired, and no result of it is in. Carla Silva has the bye, in row 11."""
    return ran


def contents(workbook: Path, *sheets: str) -> Cells:
    """Return the cells of some sheets, or of all that are not the program's."""
    ours = (
        "Desk",
        "Standings",
        "Matches",
        "Progress",
        "Crosstable",
        "Ratings",
        "Scales",
        "Problems",
        "Log",
        "Remembered",
    )
    return {
        f"{page.title}!{cell.coordinate}": cell.value
        for page in load_workbook(workbook)
        if (page.title in sheets if sheets else page.title not in ours)
        for row in page.iter_rows()
        for cell in row
        if cell.value is not None
    }


def changed(before: Cells, after: Cells) -> Cells:
    return {cell: after.get(cell) for cell in {**before, **after} if before.get(cell) != after.get(cell)}


def swap(workbook: Path, first: str, second: str) -> None:
    """Let two players change places in round 3, with what goes with their names."""
    sheet = load_workbook(workbook)["Round 3"]
    cells = {first: sheet[second].value, second: sheet[first].value}
    edit(workbook, {"Round 3": cells})


def test_names_swapped_by_hand_are_accepted_and_what_it_costs_is_said(event: Path) -> None:
    swap(event, "C2", "C3")
    result = turnabout("run", event)
    assert result.exit_code == 0
    assert "The pairings of round 3 stay as they are. 2 pairs of round 3 would be paired" in result.output
    assert "Print again: " in result.output
    (cost,) = [
        line for line in turnabout("run", event).output.splitlines() if "would be paired differently now" in line
    ]
    # 54 - 50 and 47 - 46 were 16 + 1; 54 - 46 and 47 - 50 are 64 + 9.
    assert cost == (
        "The pairings of round 3 stay as they are; nothing to do. "
        "2 pairs of round 3 would be paired differently now: VP differences 8, 3 instead of 4, 1."
    )
    swap(event, "C2", "C3")
    assert "would be paired differently now" not in turnabout("run", event).output


def test_a_rematch_made_by_hand(event: Path) -> None:
    """Who is at table 1 of round 3 gets the opponent of round 2, who changes places with the one there was."""
    sheet = load_workbook(event)["Round 3"]
    name, opponent = sheet["B2"].value, sheet["C2"].value
    second = next(row for row in records(event, "Round 2") if name in (row["Player A"], row["Player B"]))
    met = second["Player B"] if second["Player A"] == name else second["Player A"]
    place = next(cell for cell, value in contents(event, "Round 3").items() if value == met).partition("!")[2]
    edit(event, {"Round 3": {"C2": met, place: opponent}})
    refused = turnabout("run", event)
    assert refused.exit_code == 1
    assert f"{name} and {met} meet in round 3 again; they met in round 2." in refused.output
    edit(event, {"Event": {"B12": "yes"}})
    allowed = turnabout("run", event)
    assert allowed.exit_code == 0
    assert "rematches 1 instead of 0" in allowed.output


def part_of_round_3(workbook: Path) -> str:
    """Return the text of the part that holds round 3, but for the numbers of styles, which are the workbook's."""
    package = Package(workbook.read_bytes())
    text = package.read(package.sheets["Round 3"]).decode("utf-8")
    return re.sub(r'(?: s| style|dxfId)="\d+"', "", text)


def test_deleting_the_sheet_pairs_the_same_round_again(event: Path) -> None:
    before, cells = part_of_round_3(event), contents(event, "Round 3")
    book = load_workbook(event)
    del book["Round 3"]
    book.save(event)
    assert "Round 3" not in sheet_names(event)
    assert turnabout("run", event).exit_code == 0
    assert contents(event, "Round 3") == cells
    assert part_of_round_3(event) == before


def test_a_late_player_takes_the_place_of_the_bye(event: Path) -> None:
    before, kept = contents(event), len(list_backups(event))
    said = Desk(event).let_in("Zoe Late")
    assert said == "Zoe Late is in round 3 at table 10 against Carla Silva, who had the bye."
    assert changed(before, contents(event)) == {
        "Players!A21": "Zoe Late",
        "Players!D21": 3,
        "Players!K21": "3",
        "Round 3!A11": 10,
        "Round 3!C11": "Zoe Late",
    }
    assert len(list_backups(event)) > kept
    (last,) = [row for row in records(event, "Standings") if row["Player"] == "Zoe Late"]
    assert last["Status"] == "Joined in round 3"
    slips = (event.parent / "event prints" / "round-03-slips.html").read_text(encoding="utf-8")
    assert "Zoe Late" in slips
    second = turnabout("run", event)
    assert second.exit_code == 0
    assert "Nothing has changed" in second.output


def test_of_all_parts_only_two_sheets_change(event: Path) -> None:
    """Before the program's own sheets are written anew by a run, which is what the command does next."""
    before = event.read_bytes()
    old = Package(before)
    let_in(event, "Zoe Late")
    new = Package(event.read_bytes())
    parts = ZipFile(event).namelist()
    assert parts == ZipFile(BytesIO(before)).namelist()
    assert {name for name in parts if old.read(name) != new.read(name)} == {
        old.sheets["Players"],
        old.sheets["Round 3"],
    }
    newest, *_ = list_backups(event)
    assert newest.path.read_bytes() == before


def test_a_late_player_when_nobody_is_free(event: Path) -> None:
    Desk(event).let_in("Zoe Late")
    before = contents(event)
    assert Desk(event).let_in("Yul Later") == ("Yul Later has a bye in round 3, as no player is free; all pairs stay.")
    assert changed(before, contents(event)) == {
        "Players!A22": "Yul Later",
        "Players!D22": 3,
        "Players!K22": "3",
        "Round 3!B12": "Yul Later",
        "Round 3!C12": "BYE",
    }
    enter_results(event, 3)
    after = turnabout("run", event)
    assert after.exit_code == 0
    assert "Paired round 4: 10 tables" in after.output


@pytest.mark.office
def test_the_live_columns_of_a_late_players_row(event: Path, tmp_path: Path) -> None:
    """Both decks are Dominaria's: 10 + 12 and 10 + 4 for the one, 36 to 0 are 26 and 4 VP; the other row is a bye."""
    for name in ("Zoe Late", "Yul Later"):
        Desk(event).let_in(name)
    edit(event, {"Round 3": {"D11": "Dominaria", "F11": "A", "G11": 12, "H11": "A", "I11": 4}})
    rows = recalculated(event, tmp_path)["Round 3"]
    late, bye = rows[9], rows[10]
    assert [late[each] for each in ("Player A", "Player B", "MP A", "MP B", "VP A", "VP B", "Check")] == [
        "Carla Silva", "Zoe Late", "36", "0", "26", "4", "Option A: on Players it is Tolaria"
    ]  # fmt: skip
    assert [bye[each] for each in ("Player A", "Player B", "MP A", "VP A", "Check")] == ["Yul Later", "BYE", "", "", ""]


def test_an_open_workbook_is_not_touched(event: Path) -> None:
    event.with_name(f"~${event.name}").write_bytes(b"\x03Ann")
    before = everything(event.parent)
    assert let_in(event, "Zoe Late")[1] == ""
    assert everything(event.parent) == before


@pytest.mark.parametrize("times", [1, ATTEMPTS])
def test_who_saves_meanwhile_loses_nothing_and_the_player_is_let_in(
    event: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    replace, saves = late_entry.save.replace, list(range(times))

    def save_first(*arguments: Any) -> Any:
        if saves:
            edit(event, {"Event": {"F9": f"typed {saves.pop()}"}})
        return replace(*arguments)

    monkeypatch.setattr(late_entry.save, "replace", save_first)
    try:
        let_in(event, "Zoe Lind")
    except WorkbookChangedError:
        assert times == ATTEMPTS
    assert load_workbook(event)["Event"]["F9"].value == "typed 0"
    is_in = "Zoe Lind" in [row["Player"] for row in records(event, "Players")]
    assert is_in == (times < ATTEMPTS)
