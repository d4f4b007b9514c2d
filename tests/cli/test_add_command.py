"""The command ``turnabout add``: who of a list is added, what is asked, and that nothing else changes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests.event.worked_events import sweep
from tests.reading.grids import event_sheet, match, players, round_sheet, save
from tests.support.books import cells, edit, records
from tests.support.commands import everything, turnabout
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.command_line import word_command

ADA, BEN, CY = {"Player": "Ada Lind", "Player ID": "7"}, {"Player": "Ben Moss", "Player ID": ""}, {"Player": "Cy Ho"}


def listed(folder: Path, text: str) -> Path:
    path = folder / "late.csv"
    path.write_text(text, "utf-8")
    return path


def parts(workbook: Path) -> dict[str, bytes]:
    with ZipFile(workbook) as package:
        return {name: package.read(name) for name in package.namelist()}


def on_players(workbook: Path) -> list[list[Any]]:
    return cells(workbook, "Players")


def test_who_is_not_there_yet_is_added_and_nothing_else_changes(tmp_path: Path) -> None:
    """Safety 1.5."""
    workbook = save(tmp_path / "Summer Open.xlsx", event_sheet(rounds=3), players(ADA, BEN, CY))
    before, kept = parts(workbook), on_players(workbook)
    late = listed(
        tmp_path,
        "Vorname;Nachname;Verein;DWZ;Ort;ID\nada ;LIND;;;;\nBenn;Moss;SV X;1500,5;Y;\nDee;Roe;;1400;;\nA.;Lind;;;;7\n",
    )
    done = turnabout("add", workbook, "--players", late)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == [
        "4 players read: name from Vorname + Nachname, rating from DWZ, group from Verein, player ID from ID; "
        "not used: Ort.",
        "Added to the sheet Players (2): Benn Moss and Dee Roe.",
        "There already (1): Ada Lind.",
        "A. Lind was not added: Ada Lind has the same Player ID. If these are two people, correct it.",
        "Is Benn Moss the same person as Ben Moss (one letter apart)? Benn Moss was added; if it is one person, delete "
        "the row of Benn Moss on the sheet Players.",
        f'Next: turnabout run "{workbook}"',
    ]
    assert on_players(workbook) == [
        [*kept[0], "Rating", "Group"],
        *([*row, "", ""] for row in kept[1:]),
        ["Benn Moss", "", "1500.5", "SV X"],
        ["Dee Roe", "", 1400, ""],
    ]
    assert {name for name, part in parts(workbook).items() if part != before[name]} == {"xl/worksheets/sheet2.xml"}
    assert len(list_backups(workbook)) == 1
    done = turnabout("add", workbook, "--players", late)
    assert "Nobody was added, and nothing was changed." in done.output
    assert len(list_backups(workbook)) == 1


def test_while_a_round_runs_they_join_in_the_next(tmp_path: Path) -> None:
    first = round_sheet(1, sweep("Ada Lind", "Ben Moss"), match("Cy Ho", "BYE"))
    workbook = save(tmp_path / "ev.xlsx", event_sheet(rounds=3), players(ADA, BEN, CY), first)
    done = turnabout("add", workbook, "--players", listed(tmp_path, "Zoe Kay\nDee Roe\n"))
    assert done.output.splitlines()[-1] == (
        "They are paired from round 2 on. To let one of them into round 1 while it runs: "
        + word_command("pair", workbook, "--add", "Zoe Kay")
    )
    assert on_players(workbook)[0][2] == "Joined round"
    assert [row[::2] for row in on_players(workbook)[4:]] == [["Zoe Kay", 2], ["Dee Roe", 2]]
    ran = turnabout("run", workbook)
    assert (ran.exit_code, "Paired round 2: 2 tables" in ran.output) == (0, True), ran.output


def test_nothing_is_touched_where_nobody_can_be_added(tmp_path: Path) -> None:
    first = round_sheet(1, sweep("Ada Lind", "Ben Moss"), match("Cy Ho", "BYE"))
    workbook = save(tmp_path / "ev.xlsx", event_sheet(rounds=1), players(ADA, BEN, CY), first)
    late = listed(tmp_path, "Zoe Kay\n")
    before = everything(tmp_path)

    def refused(exit_code: int, sentence: str) -> None:
        done = turnabout("add", workbook, "--players", late)
        assert (done.exit_code, sentence in done.output) == (exit_code, True), done.output
        assert everything(tmp_path) == before

    refused(2, "Round 1, the last one, is paired, so nobody can be added from a list. Who comes late can be let in one "
               f"by one, if there is a place: turnabout pair {workbook} --add NAME\n")  # fmt: skip
    edit(workbook, {"Event": {"B2": 3}})
    listed(tmp_path, "Player;Rating\nZoe Kay;strong\n")
    before = everything(tmp_path)
    refused(1, 'The players cannot be added:\nError: late.csv!B2: Rating is "strong"; expected a number.')
    listed(tmp_path, "Player\nDraw\n")
    before = everything(tmp_path)
    refused(1, "Nobody was added, and nothing was changed: correct the errors, and try again.")
    edit(workbook, {"Event": {"A3": "Pairing", "B3": "round robin"}})
    listed(tmp_path, "Zoe Kay\n")
    before = everything(tmp_path)
    refused(2, "The rounds of this round robin are drawn already, so nobody can be added from a list.")
    (tmp_path / "~$ev.xlsx").write_bytes(b"\x03Ann")
    before = everything(tmp_path)
    refused(4, "ev.xlsx is open in Excel (Ann)")


@pytest.mark.parametrize("list_name", ["none.csv", "none.xlsx"])
def test_a_list_that_is_not_there(tmp_path: Path, list_name: str) -> None:
    workbook = save(tmp_path / "ev.xlsx", event_sheet(rounds=3), players(ADA, BEN))
    done = turnabout("add", workbook, "--players", tmp_path / list_name)
    assert (done.exit_code, done.output.count("\n")) == (4, 1)


def test_who_is_typed_on_players_while_a_round_runs_is_let_in_by_the_command_that_is_told(tmp_path: Path) -> None:
    rounds = [
        round_sheet(1, sweep("Ada Lind", "Ben Moss"), match("Cy Ho", "BYE")),
        round_sheet(2, sweep("Ada Lind", "Cy Ho"), match("Ben Moss", "BYE")),
        round_sheet(3, match("Ben Moss", "Cy Ho"), match("Ada Lind", "BYE")),
    ]
    zoe = 'Zoe "Z" O\'Kay'
    workbook = save(tmp_path / "Summer Open.xlsx", event_sheet(rounds=4), players(ADA, BEN, CY, zoe), *rounds)
    told = turnabout("run", workbook)
    assert told.exit_code == 1
    (error,) = [line for line in told.output.splitlines() if "Error:" in line]
    problem = f"{zoe} is on the sheet Players, but in no round."
    button = f'press "Let {zoe} in" on the desk\'s page, or run:'
    hint = f"If {zoe} does not play, type 0 into Dropped after; else let {zoe} in: {button}"
    assert error.startswith(f"  Error: Players!A5: {problem} {hint} turnabout ")
    (row,) = records(workbook, "Problems")
    assert row["Problem"] == problem
    assert shlex.split(row["What to do"].partition(" or run: ")[2])[1:] == ["pair", "Summer Open.xlsx", "--add", zoe]
    command = shlex.split(error.partition(" or run: ")[2])
    done = turnabout(*command[1:])
    assert done.exit_code == 0, done.output
    assert done.output.startswith(f"{zoe} is in round 3 at table 2 against Ada Lind, who had the bye.")
    assert on_players(workbook)[4] == [zoe, "", 3, "3"]
