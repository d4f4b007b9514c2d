"""The command ``turnabout pair``, and rounds that are changed by hand."""

from __future__ import annotations

import re
import shutil
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from tests.support.books import SAMPLES, edit, enter_results, records, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.recalculation import recalculated
from tests.support.simulated import simulated
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.jobs import late_entry
from turnabout_sheets.jobs.late_entry import let_in
from turnabout_sheets.jobs.start_over import ATTEMPTS
from turnabout_sheets.workbook.ooxml.package import Package
from turnabout_sheets.workbook.ours.round_sheet import PAIRING_NOTES

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


def test_explain_says_what_stands_on_the_sheet(event: Path) -> None:
    columns = load_workbook(event)["Round 3"].iter_cols(values_only=True)
    beside = next([str(value) for value in column if value] for column in columns if column[0] == PAIRING_NOTES)
    answer = turnabout("pair", event, "--explain")
    assert answer.exit_code == 0
    said = answer.output.splitlines()
    pairs = [line for line in said if line.startswith("  table ")]
    summary = [line for line in said if not line.startswith("  table ")]
    rows = [row for row in records(event, "Round 3") if row["Player B"] not in ("", "BYE")]
    assert pairs == [
        f"  table {row['Table']}: {row['Player A']} - {row['Player B']}: {row[PAIRING_NOTES]}" for row in rows
    ]
    assert beside[1:] == [row[PAIRING_NOTES] for row in rows] + summary
    assert summary[0].startswith("Round 3: 9 pairs. VP differences: ")
    assert summary[-1] == "Carla Silva has the bye: lowest-ranked who has had none."


def test_the_notes_of_a_round_stay_true(event: Path) -> None:
    """What is said of round 3 before its results are in is what is said of it when round 4 is played."""
    before = turnabout("pair", event, "--explain", "--round", 3).output
    enter_results(event, 3)
    assert turnabout("run", event).exit_code == 0
    assert turnabout("pair", event, "--round", 3).output == before


def test_asking_writes_nothing(event: Path) -> None:
    before = everything(event.parent)
    for question in (["--explain"], ["--explain", "--round", 1], ["--round", 9]):
        turnabout("pair", event, *question)
    assert everything(event.parent) == before


def swap(workbook: Path, first: str, second: str) -> None:
    """Let two players change places in round 3, with what goes with their names."""
    sheet = load_workbook(workbook)["Round 3"]
    cells = {first: sheet[second].value, second: sheet[first].value}
    edit(workbook, {"Round 3": cells})


def test_names_swapped_by_hand_are_accepted_and_what_it_costs_is_said(event: Path) -> None:
    swap(event, "C2", "C3")
    result = turnabout("run", event)
    assert result.exit_code == 0
    assert "The pairings of round 3 stay as they are. 2 pairs of round 3 differ from" in result.output
    assert "Print again: " in result.output
    (cost,) = [line for line in turnabout("run", event).output.splitlines() if "would pair now" in line]
    # 54 - 50 and 47 - 46 were 16 + 1; 54 - 46 and 47 - 50 are 64 + 9.
    assert cost == (
        "The pairings of round 3 stay as they are; nothing to do. "
        "2 pairs of round 3 differ from what the program would pair now: VP differences 8 and 3 instead of 4 and 1."
    )
    assert cost.partition("nothing to do. ")[2] in turnabout("pair", event, "--explain").output
    swap(event, "C2", "C3")
    assert "would pair now" not in turnabout("run", event).output


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
    assert "REMATCH: they met in round 2" in turnabout("pair", event, "--explain").output


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


def notes_column(workbook: Path) -> str:
    """Return the letters of the column of round 3 that has the pairing notes."""
    (header,) = [cell for cell in load_workbook(workbook)["Round 3"][1] if cell.value == PAIRING_NOTES]
    return str(header.column_letter)


def test_a_late_player_takes_the_place_of_the_bye(event: Path) -> None:
    before, kept = contents(event), len(list_backups(event))
    result = turnabout("pair", event, "--add", "Zoe Late")
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == ("Zoe Late is in round 3 at table 10 against Carla Silva, who had the bye.")
    assert changed(before, contents(event)) == {
        "Players!A21": "Zoe Late",
        "Players!D21": 3,
        "Players!K21": "3",
        "Round 3!A11": 10,
        "Round 3!C11": "Zoe Late",
        f"Round 3!{notes_column(event)}11": "Zoe Late came when the round was running.",
        f"Round 3!{notes_column(event)}15": "Carla Silva had the bye until Zoe Late came.",
    }
    assert len(list_backups(event)) > kept
    (last,) = [row for row in records(event, "Standings") if row["Player"] == "Zoe Late"]
    assert last["Status"] == "Joined 3"
    slips = (event.parent / "event prints" / "round-03-slips.html").read_text(encoding="utf-8")
    assert "Zoe Late" in slips
    second = turnabout("run", event)
    assert second.exit_code == 0
    assert "Nothing has changed" in second.output


@pytest.mark.parametrize("sample", ["in-progress.xlsx", "netrunner.xlsx"])
def test_a_round_is_explained_as_it_was_paired_whoever_comes_later(tmp_path: Path, sample: str) -> None:
    """Both have an odd number of players: the first to come has the place of the bye, the second nobody to play."""
    workbook = tmp_path / sample
    shutil.copy(SAMPLES / sample, workbook)
    turnabout("run", workbook)
    before = turnabout("pair", workbook, "--explain").stdout.splitlines()
    for name in ("Zoe Late", "Yul Later"):
        assert turnabout("pair", workbook, "--add", name).exit_code == 0
    said = turnabout("pair", workbook, "--explain").stdout.splitlines()
    assert said[0].endswith(" as it was paired, without Zoe Late and Yul Later, who were let in later:")
    assert said[1:-2] == before
    assert said[-2].endswith(" - Zoe Late: Zoe Late was let in later, in the place of the bye")
    assert said[-1] == "  no table: Yul Later - BYE: Yul Later was let in later"
    again = turnabout("run", workbook).output
    assert not any(changed in again for changed in ("would pair now", "as the protocol has them now"))


def test_players_come_and_go_from_the_next_round_on(event: Path) -> None:
    """Rules 1.4.5 and 1.4.7."""
    said = {}
    for option, name, *more in (
        ("--add", "Zoe Late", "--from", 4), ("--away", "Zoe Late"), ("--back", "Zoe Late"), ("--drop", "Carla Silva"),
    ):  # fmt: skip
        told = turnabout("pair", event, option, name, *more)
        assert told.exit_code == 0, told.output
        said[option] = told.output.splitlines()[:2]
    assert said == {
        "--add": ["Zoe Late is paired from round 4 on.", "Typed: Players!A21 Zoe Late (Player); Players!D21 4 (Joined "
                  "round)."],
        "--away": ["Zoe Late sits out round 4.", "Typed: Players!H21 4 (Away)."],
        "--back": ["Zoe Late is paired from round 4 on.", "Typed: Players!H21 blank (Away)."],
        "--drop": ["Carla Silva leaves after round 3.", said["--drop"][1]],
    }  # fmt: skip
    assert said["--drop"][1].endswith(" 3 (Dropped after).")


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
    turnabout("pair", event, "--add", "Zoe Late")
    before = contents(event)
    result = turnabout("pair", event, "--add", "Yul Later")
    assert result.exit_code == 0
    assert result.output.splitlines()[0] == "Yul Later is in round 3 with a bye: nobody else is free."
    assert changed(before, contents(event)) == {
        "Players!A22": "Yul Later",
        "Players!D22": 3,
        "Players!K22": "3",
        "Round 3!B12": "Yul Later",
        f"Round 3!{notes_column(event)}12": "Yul Later came when the round was running.",
        "Round 3!C12": "BYE",
    }
    enter_results(event, 3)
    after = turnabout("run", event)
    assert after.exit_code == 0
    assert "Paired round 4: 10 tables" in after.output


@pytest.mark.office
def test_the_live_columns_of_a_late_players_row(event: Path, tmp_path: Path) -> None:
    """Both decks are Dominaria's: 10 + 12 and 10 + 4 for the one, 36 to 0 are 26 and 4 VP; the other row is a bye."""
    assert turnabout("pair", event, "--add", "Zoe Late").exit_code == 0
    assert turnabout("pair", event, "--add", "Yul Later").exit_code == 0
    edit(event, {"Round 3": {"D11": "Dominaria", "F11": "A", "G11": 12, "H11": "A", "I11": 4}})
    rows = recalculated(event, tmp_path)["Round 3"]
    late, bye = rows[9], rows[10]
    assert [late[each] for each in ("Player A", "Player B", "MP A", "MP B", "VP A", "VP B", "Check")] == [
        "Carla Silva", "Zoe Late", "36", "0", "26", "4", "Option A: on Players it is Tolaria"
    ]  # fmt: skip
    assert [bye[each] for each in ("Player A", "Player B", "MP A", "VP A", "Check")] == ["Yul Later", "BYE", "", "", ""]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Carla Silva", "Carla Silva is in round 3 already: just run."),
        ("carla  SILVA", "Carla Silva is in round 3 already: just run."),
        ("", "The name is blank; give the player's name."),
        ("BYE", 'No player can be called "BYE": BYE, A, B and Draw mean something else in the results.'),
    ],
)
def test_who_cannot_be_let_in(event: Path, name: str, reason: str) -> None:
    before = everything(event.parent)
    result = turnabout("pair", event, "--add", name)
    assert (result.exit_code, result.output) == (2, f"{reason}\n")
    assert everything(event.parent) == before


def test_an_open_workbook_is_not_touched(event: Path) -> None:
    event.with_name(f"~${event.name}").write_bytes(b"\x03Ann")
    before = everything(event.parent)
    result = turnabout("pair", event, "--add", "Zoe Late")
    assert result.exit_code == 4
    assert "open in Excel (Ann)" in result.output
    assert everything(event.parent) == before
    assert turnabout("pair", event, "--explain").exit_code == 0


@pytest.mark.parametrize("question", [["--add", "Zoe Late"], ["--explain"]])
def test_errors_in_the_workbook_come_first(event: Path, question: list[str]) -> None:
    edit(event, {"Round 1": {"F2": "Nobody", "G3": "many"}, "Players": {"B3": "Dominion"}})
    before = everything(event.parent)
    result = turnabout("pair", event, *question)
    assert result.exit_code == 1
    for place in ("Round 1!F2", "Round 1!G3", "Players!B3"):
        assert f"Error: {place}: " in result.output
    assert ("Zoe Late is not let in, and nothing was changed" in result.output) == (question[0] == "--add")
    assert everything(event.parent) == before


@pytest.mark.parametrize(
    ("arguments", "exit_code", "reason"),
    [
        ([], 2, "Choose one of --explain, --add NAME, --away NAME, --drop NAME, --back NAME, --put-back, "),
        (["--round", "2", "--put-back", "--anew"], 2, "Choose one of --explain, --add NAME, --away"),
        (["--round", "2", "--explain", "--put-back"], 2, "Choose one of --explain, --add NAME, --away"),
        (["--put-back"], 2, "--put-back is about a round: say which, --round N."),
        (["--played-so", "--explain"], 2, "--played-so is about a round: say which, --round N."),
        (
            ["--round", "2", "--add", "Zoe"],
            2,
            "--round is for --explain, --away, --drop, --back, --put-back",
        ),
        (["--add", "Zoe", "--away", "Zoe"], 2, "Choose one of --explain, --add NAME, --away"),
        (["--explain", "--from", "4"], 2, "--from is for --add NAME."),
        (["--away", "Nobody"], 2, 'No player is called "Nobody"; give the name as it stands on the sheet Players.'),
        (["--away", "Carla Silva", "--round", "3"], 2, "Round 3 is paired and has begun, or is over."),
        (["--drop", "Carla Silva", "--round", "5"], 2, "Round 5 is the last one."),
        (["--back", "Carla Silva"], 2, "Carla Silva will be in round 4: just run."),
        (["--add", "Zoe", "--from", "2"], 2, "Round 2 is over; the first round that Zoe can be in is round 3."),
        (["--round", "0"], 2, "0 is not in the range"),
        (["--round", "9"], 2, "Round 9 is not paired yet; the last that is paired is round 3."),
    ],
)
def test_usage(run_to_copy: Path, arguments: list[str], exit_code: int, reason: str) -> None:
    result = turnabout("pair", run_to_copy, *arguments)
    assert result.exit_code == exit_code
    assert reason in result.output


@pytest.mark.parametrize("arguments", [["--explain"], ["--add", "Zoe"]])
@pytest.mark.parametrize("broken", ["missing", "text", "folder"])
def test_a_file_that_is_no_workbook(tmp_path: Path, arguments: list[str], broken: str) -> None:
    file = tmp_path / f"{broken}.xlsx"
    if broken == "text":
        file.write_text("Player\nAda\n", "utf-8")
    elif broken == "folder":
        file.mkdir()
    result = turnabout("pair", file, *arguments)
    assert result.exit_code == 4
    assert result.output.startswith(f"{broken}.xlsx ")
    assert result.output.count("\n") == 1


@pytest.mark.parametrize("pairing", ["round robin", "single elimination", "double elimination"])
def test_other_ways_of_pairing_have_nothing_to_explain(tmp_path: Path, pairing: str) -> None:
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, "--players", 7, "--pairing", pairing, "--played", 1)
    explained = turnabout("pair", workbook, "--explain")
    assert explained.exit_code == 2
    assert explained.output.startswith(f"Pairing is {pairing}: ")


def test_before_the_first_round(tmp_path: Path) -> None:
    workbook = tmp_path / "event.xlsx"
    simulated(workbook, "--players", 8, "--played", 0)
    result = turnabout("pair", workbook, "--explain")
    assert (result.exit_code, result.output) == (2, "No round is paired yet; run first, and then ask.\n")
    late = turnabout("pair", workbook, "--add", "Zoe")
    assert (late.exit_code, late.output) == (2, "No round is paired yet: type Zoe on the Players sheet, and run.\n")


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
    told = turnabout("pair", event, "--add", "Zoe Lind")
    assert load_workbook(event)["Event"]["F9"].value == "typed 0"
    is_in = "Zoe Lind" in [row["Player"] for row in records(event, "Players")]
    if times < ATTEMPTS:
        assert (told.exit_code, is_in) == (0, True), told.output
    else:
        assert (told.exit_code, is_in) == (4, False), told.output
        assert "event.xlsx was saved while the program was at work; run again." in told.output
