"""What a run does to a workbook on disk, and what it leaves alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.support.books import SAMPLES, cells, edit, enter_results, records, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.simulated import simulated

pytestmark = pytest.mark.slow


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The event in progress: 19 players, two rounds played, the third to be paired."""
    workbook = tmp_path / "event.xlsx"
    shutil.copy(SAMPLES / "in-progress.xlsx", workbook)
    return workbook


def test_second_run_changes_no_byte(ran: Path) -> None:
    before = everything(ran.parent)
    second = turnabout("run", ran)
    assert second.exit_code == 0
    assert "Nothing has changed" in second.output
    assert everything(ran.parent) == before


def test_characters_that_no_workbook_can_hold_are_replaced(tmp_path: Path) -> None:
    players, event = tmp_path / "players.csv", tmp_path / "event.xlsx"
    players.write_text("Player\nAn\x15na\nBe\uffffla\n", "utf-8")
    assert turnabout("new", event, "--players", players, "--name", "Club\x01 night").exit_code == 0
    assert [row["Player"] for row in records(event, "Players")] == ["An�na", "Be�la"]
    assert "Club� night" in str(cells(event, "Event"))


def test_a_paired_round_is_not_touched_again(ran: Path) -> None:
    """Safety 1.1."""
    paired = records(ran, "Round 3")
    edit(ran, {"Round 1": {"G2": 25}, "Event": {"B10": "another seed"}})
    assert turnabout("run", ran).exit_code == 0
    assert records(ran, "Round 3") == paired
    assert "Round 4" not in sheet_names(ran)


def test_errors_stop_before_anything_is_computed(ran: Path) -> None:
    edit(ran, {"Round 1": {"F2": "Nobody"}})  # whoever saves with openpyxl saves formulas without what they come to
    standings = records(ran, "Standings")
    result = turnabout("run", ran)
    assert result.exit_code == 1
    assert "Round 1!F2" in result.output
    assert records(ran, "Standings") == standings
    first, *_ = records(ran, "Problems")
    assert (first["Severity"], first["Sheet"], first["Cell"]) == ("Error", "Round 1", "F2")


def test_dry_run_writes_nothing(event: Path) -> None:
    before = everything(event.parent)
    result = turnabout("run", event, "--dry-run")
    assert result.exit_code == 0
    assert "Would write" in result.output
    assert everything(event.parent) == before


def test_output_leaves_the_input_alone(event: Path, tmp_path: Path) -> None:
    """Safety 2.11."""
    before = event.read_bytes()
    result = turnabout("run", event, "--output", tmp_path / "out.xlsx", "--prints", tmp_path / "pages")
    assert result.exit_code == 0
    assert event.read_bytes() == before
    assert "Round 3" in sheet_names(tmp_path / "out.xlsx")
    assert (tmp_path / "pages" / "index.html").exists()
    assert not (tmp_path / "event prints").exists()


def test_where_pairing_is_manual_the_next_round_is_to_be_typed(event: Path) -> None:
    """Rules 1.5.9."""
    (row,) = (row for row, each in enumerate(cells(event, "Event"), 1) if each[0] == "Pairing")
    edit(event, {"Event": {f"B{row}": "manual"}})
    told = "Every result of round 2 is in. Next: type the pairings into the sheet Round 3, save, and run again.\n"
    assert turnabout("run", event).output.endswith(told)


IN_TURN = """
import sys
from turnabout_sheets.__main__ import main
for command in ("run", "run --json", "check"):
    sys.argv[1:-1] = command.split()
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, command
"""


@pytest.mark.processes
def test_names_outside_the_terminals_alphabet(event: Path) -> None:
    """A Greek screen knows no ö; the sample has a player called Björn, who stays Björn in the workbook."""
    # Safety 6.5. On Windows, what no window shows is written in UTF-8 whatever is asked for.
    read_as = "utf-8" if sys.platform == "win32" else "iso8859-7"
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN, str(event)],
        env={**os.environ, "PYTHONIOENCODING": "iso8859-7"},
        capture_output=True,
        encoding=read_as,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ("1. Björn Eriksen (54)" if read_as == "utf-8" else "1. Bj?rn Eriksen (54)") in done.stdout
    assert records(event, "Standings")[0]["Player"] == "Björn Eriksen"


@pytest.mark.processes
def test_several_workbooks(tmp_path: Path) -> None:
    workbooks = [tmp_path / f"{n}.xlsx" for n in (1, 2)]
    for workbook, players in zip(workbooks, (8, 6), strict=True):
        simulated(workbook, "--players", players, "--played", 1)
    result = turnabout("run", *workbooks)
    assert result.exit_code == 0
    assert [line for line in result.output.splitlines() if " players, " in line] == [
        f"{n} (Turnabout): {players} players, 2 rounds paired." for n, players in ((1, 8), (2, 6))
    ]


def test_a_name_that_looks_like_a_formula_stays_a_name(tmp_path: Path) -> None:
    players = tmp_path / "players.csv"
    names = ['="1+1"', "+49", "@home", "1997", "N/A", "None", "<b>Bold</b>", "Tom & Jerry"]
    players.write_text("\n".join(names), "utf-8")
    workbook = tmp_path / "odd.xlsx"
    assert turnabout("new", workbook, "--players", players).exit_code == 0
    assert turnabout("run", workbook).exit_code == 0
    assert sorted(row["Player"] for row in records(workbook, "Standings")) == sorted(names)


def test_restore_lists_and_brings_back(event: Path) -> None:
    """Safety 2.8."""
    before = event.read_bytes()
    nothing = turnabout("restore", event)
    assert nothing.exit_code == 4
    assert "There is no earlier version of event.xlsx" in nothing.output
    turnabout("run", event)
    after = event.read_bytes()
    listed = turnabout("restore", event)
    assert listed.exit_code == 0
    assert listed.output.splitlines()[1].endswith(f"  {len(before):,} bytes  before round 3 was added")
    assert event.read_bytes() == after
    assert turnabout("restore", event, 2).exit_code == 2
    assert turnabout("restore", event, 1).exit_code == 0
    assert event.read_bytes() == before
    assert turnabout("restore", event, 1).exit_code == 0
    assert event.read_bytes() == after
    same = turnabout("restore", event, 2)
    assert same.output.endswith("event.xlsx is as that version already; nothing was changed.\n"), same.output


def test_a_sheet_of_the_organizers_with_one_of_our_names(event: Path) -> None:
    """Safety 1.8."""
    from openpyxl import load_workbook

    book = load_workbook(event)
    book.create_sheet("Standings")["A1"] = "Mine"
    book.save(event)
    before = everything(event.parent)
    result = turnabout("run", event)
    assert result.exit_code == 4
    assert "Standings" in result.output
    assert "rename" in result.output.casefold()
    assert everything(event.parent) == before


def test_an_open_workbook_is_not_touched(event: Path) -> None:
    """Safety 2.1."""
    lock = event.with_name(f"~${event.name}")
    lock.write_bytes(b"\x03Ann")
    before = everything(event.parent)
    result = turnabout("run", event)
    assert result.exit_code == 4
    assert "open in Excel (Ann)" in result.output
    assert everything(event.parent) == before
    assert turnabout("run", event, "--output", event.with_name("copy.xlsx")).exit_code == 0


@pytest.mark.slow
def test_every_command_says_first_that_a_workbook_is_open(ran: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing is to be written: what is on the screen, and not saved, is not in any answer."""
    # Safety 2.1.
    monkeypatch.chdir(ran.parent)
    ran.with_name("~$event.xlsx").write_bytes(b"\x03Ann")
    unseen = "event.xlsx is open in Excel (Ann); what is not saved yet is not seen."
    before = ran.read_bytes()
    for arguments in (
        ["run", ran],
        ["run", ran, "--dry-run"],
        ["check", ran],
        ["print", ran, "--round", 9],
        ["why", ran, "Carla Silva"],
        ["archive", "add", ran],
        ["archive", "import", ran.parent],
        ["new", ran.with_name("next.xlsx"), "--players", ran],
    ):
        assert turnabout(*arguments).output.startswith(f"{unseen} Save it (Ctrl+S)"), arguments
    said = turnabout("run", ran).output
    assert "As it was saved last, nothing has changed since the last run." in said
    assert said.splitlines()[-1] == (
        "Next: save event.xlsx in Excel (Ctrl+S), close it, and run again"
        " (if it is open nowhere, delete the file ~$event.xlsx, left behind by a crash)."
    )
    assert json.loads(turnabout("check", ran, "--json").output)["workbooks"][0]["open_elsewhere"].startswith(unseen)
    assert ran.read_bytes() == before


def test_slips_that_are_as_they_were_printed_are_not_looked_at_one_by_one(
    ran: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[str] = []
    monkeypatch.setattr("turnabout_sheets.prints.outdated._slips", lambda page: looked_at.append(page) or {})
    enter_results(ran, 3, leave=1)
    assert turnabout("run", ran).exit_code == 0
    assert "".join(looked_at) == ""
    (ran.parent / f"{ran.stem} prints" / "round-03-slips.html").write_text("others")
    turnabout("run", ran, "--no-pair")
    assert "others" in looked_at


def test_a_workbook_that_does_not_exist_is_answered_with_the_one_that_is_meant(tmp_path: Path) -> None:
    (tmp_path / "Summer Open.xlsx").touch()
    for typed in ("Sumer Open.xlsx", "summer open", "Summer"):
        assert turnabout("run", tmp_path / typed).output == (
            f'{typed} does not exist; in that folder there is "Summer Open.xlsx": if that is meant, type its name so, '
            "in quotes.\n"
        )
    assert turnabout("run", tmp_path / "Winter.xlsx").output.startswith("Winter.xlsx does not exist; check the name")


def test_a_format_by_the_beginning_of_its_name_and_events_that_are_not_rated(tmp_path: Path) -> None:
    few, players = tmp_path / "few.xlsx", tmp_path / "players.csv"
    assert turnabout("new", tmp_path / "decks.xlsx", "--format", "duplicate").exit_code == 0
    assert ["Format", "Duplicate Magic"] in [row[:2] for row in cells(tmp_path / "decks.xlsx", "Event")]
    assert "expected Turnabout, Duplicate Magic or Netrunner" in turnabout("new", few, "--format", "trn").output
    players.write_text("Ann\nBen\nCy\n", "utf-8")
    turnabout("new", few, "--players", players)
    assert "With 3 players the event will not be rated: that takes 4 or more." in turnabout("check", few).output


@pytest.mark.slow
def test_the_pages_of_a_renamed_workbook_are_told_of_once(ran: Path) -> None:
    """Not of a new event beside them, and not as long as the workbook by the other name is there."""
    told = (
        'The folder "event prints" is of event.xlsx, which is gone: if that is what Cup.xlsx was called before, delete '
        "that folder; its pages are not renewed any more."
    )
    another = ran.with_name("Copy.xlsx")
    another.write_bytes(ran.read_bytes())
    assert "is gone" not in turnabout("run", another).output
    renamed = ran.rename(ran.with_name("Cup.xlsx"))
    new = ran.with_name("New.xlsx")
    simulated(new, "--played", 0)
    assert "is gone" not in turnabout("run", new).output
    assert "is gone" not in turnabout("run", renamed, "--prints", ran.with_name("site")).output
    assert told in turnabout("run", renamed).output.splitlines()
    assert "is gone" not in turnabout("run", renamed).output


@pytest.mark.slow
def test_the_earlier_versions_of_a_renamed_workbook_are_found(ran: Path) -> None:
    renamed = ran.rename(ran.with_name("Cup.xlsx"))
    done = turnabout("restore", renamed)
    assert done.exit_code == 4
    assert done.output.splitlines()[1:] == [
        "There are some of event.xlsx, which is gone: if that is what Cup.xlsx was called before, give it that name"
        " again, and try again."
    ]
    turnabout("run", renamed)
    assert turnabout("restore", renamed).output.splitlines()[-1] == (
        "Of event.xlsx, which is gone, there are some in the folder event backups."
    )


def test_a_sheet_in_the_way_of_a_round_is_told_of_before_the_round_is_paired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("paired")

    event = tmp_path / "event.xlsx"
    turnabout("new", event)
    edit(event, {"Players": {f"A{row}": f"Player {row}" for row in range(2, 10)}})
    book = load_workbook(event)
    book.create_sheet("Round 1")
    book.save(event)
    monkeypatch.setattr("turnabout_sheets.jobs.compute.pair", never)
    done = turnabout("run", event)
    assert done.exit_code == 4
    assert "already has a sheet “Round 1”" in done.output
