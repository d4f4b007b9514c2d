"""Elimination that does not go as drawn: wrong results, lucky losers, no-shows, players who leave (rules 1.11)."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.dose import take_turns
from tests.field.typed import write_workbook
from tests.support.books import records
from tests.support.commands import turnabout

pytestmark = pytest.mark.field

FIRST = "1 1 Ada>Di, 1 2 Ben>Cy"
SEMIS = "1 1 P1>P8, 1 2 P4>P5, 1 3 P3>P6, 1 4 P2>P7"
LAST_TWO = f"{FIRST}, 2 1 Ada>Ben, 2 2 Cy>Di, 3 1 Ben>Cy, 3 - Ada-BYE !Waits"
GAMES = [f"Game {n} {what}" for n in (1, 2) for what in ("winner", "count", "agenda A", "agenda B")]
COLUMNS = ("Dropped after", "Away", "Joined round")
ROW = re.compile(r"(\d) (\S+) (\w+)([<>=-])(\w+)(?: !([A-Z][\w -]+\w))?(?: #(\w+))?")
CASES = list(csv.DictReader((Path(__file__).parent / "files" / "elimination.csv").read_text("utf-8").splitlines()))
FORMATS = ("Turnabout", "Netrunner")
PLAYED = [(case, FORMATS[(place + more) % 2]) for place, case in enumerate(CASES) for more in range(2)]
NEXT = ", 4 1 Ada-Ben"
WAYS = ["/{0} Dropped after 3", "/{0} Away 4", NEXT + "/{0} Dropped after 3", NEXT + "/{0} Away 4"]
WAYS += [NEXT + " !{1} no-show/", NEXT + " !{1} no-show/{0} Dropped after 4"]
LEAVERS = ("Ada", "Ben")
LEFT = [(way, LEAVERS[(place + more) % 2]) for place, way in enumerate(WAYS) for more in range(2)]


class Event:
    """A workbook that was run, of rows such as "1 2 Ben>Cy" (Ben has won) and "1 2 Ben-Cy !B no-show #ill" (a note)."""

    def __init__(
        self, folder: Path, pairing: str, rounds: str, people: str = "", ruling: str = "", **more: str
    ) -> None:
        settings = {"Name": "Cup", "Date": "2026-03-01", "First round": "listed", **more, "Pairing": pairing}
        rows = ROW.findall(rounds)
        typed = {name: {column: int(n)} for name, column, n in re.findall(r"(\w+) ([A-Z][\w ]+) (\d)", people)}
        names = sorted({name for row in rows for name in (row[2], row[4]) if name != "BYE"} | typed.keys())
        results: list[list[object]] = [["Round", "Table", "Player A", "Player B", *GAMES, "Ruling", "Note"]]
        for number, table, a, mark, b, said, note in rows:
            won = {">": "A", "<": "B", "=": "Draw"}.get(mark)
            game = [won, 9 if won in ("A", "B") else None, None, None]
            results.append([int(number), int(table) if table != "-" else None, a, b, *game, *game, said, note])
        self.path = write_workbook(
            folder / "Cup.xlsx",
            settings,
            Players=[("Player", *COLUMNS), *((name, *map(typed.get(name, {}).get, COLUMNS)) for name in names)],
            Results=results,
            Rulings=[
                ("Player", "Round", "Kind", "Reason"),
                *((name, int(n), kind, "as agreed") for name, n, kind in re.findall(r"(\w+) (\d) ([\w ]+)", ruling)),
            ],
        )
        self.run()

    def run(self) -> None:
        self.said = turnabout("run", self.path).output
        others = r"setting \"First round|agenda points"
        self.problems = re.findall(rf"^  \w+: (?!.*(?:{others}))(.+)", self.said, re.MULTILINE)

    def change(self, sheet: str, cells: str, value: str) -> None:
        book = load_workbook(self.path)
        for cell in cells.split():
            book[sheet][cell] = value
        if not cells:  # the sheet is deleted
            del book[sheet]
        book.save(self.path)
        self.run()

    def column(self, sheet: str, header: str) -> dict[str, object]:
        return {row["Player"]: row[header] for row in records(self.path, sheet) if row["Player"]}

    def seats(self, number: int) -> str:
        rows = records(self.path, f"Round {number}")
        return ", ".join(f"{row['Player A']}-{row['Player B']}" for row in rows if row["Player A"])


@pytest.mark.parametrize(("case", "format"), take_turns(PLAYED, day=3, quick=9))
def test_the_event_goes_on_as_published(tmp_path: Path, case: dict[str, str], format: str) -> None:
    """Rules 1.11.2, 1.11.7 and 1.11.8: a contradiction is one warning, and rulings hold or say why they do not."""
    rounds = case["rounds"].replace("{semis}", SEMIS).replace("{last two}", LAST_TWO)
    pairing = case["pairing"].replace("le", "le elimination")
    event = Event(tmp_path, pairing, rounds, case["people"], case["ruling"], Format=format)
    found = [each for each in event.problems if case["said"] and each.startswith(case["said"])]
    assert len(found) == bool(case["said"])
    assert found == event.problems or "Nothing was computed." in event.said
    assert case["after"] in event.said
    if case["seats"]:
        assert event.seats(int(case["seats"][0])) == case["seats"][3:]
    if case["seats"] and case["ruling"]:
        why = turnabout("why", event.path, case["ruling"].split()[0], "--pairing").output.casefold()
        assert f"takes the place of {case['ruling'].split()[-1].casefold()} in the bracket" in why


@pytest.mark.slow
def test_a_round_that_has_not_begun_is_paired_again(tmp_path: Path) -> None:
    """Rules 1.11.7: until then standings, bracket and steps follow what was published."""
    event = Event(tmp_path, "single elimination", FIRST)
    event.change("Results", "E2 I2", "B")
    assert event.problems == [
        "Round 2!B2: Ada goes on as published, though Results!E2 says otherwise. "
        "To pair round 2 again, delete the sheet Round 2 and run; else nothing needs to be done."
    ]
    assert event.column("Standings", "Rank") == {"Ada": 1, "Ben": 1, "Cy": 3, "Di": 3}
    assert "by decision" in (tmp_path / "Cup prints" / "bracket.html").read_text("utf-8")
    assert "Ada advances, as the next round was published." in turnabout("why", event.path, "Di", "--round", 1).output
    event.change("Round 2", "", "")
    assert event.seats(2) == "Di-Ben"


@pytest.mark.parametrize(("way", "leaver"), take_turns([*LEFT, ("/Ada Dropped after 2", "Ada")], day=3, quick=7))
def test_one_of_the_last_two_leaves_before_the_final(tmp_path: Path, way: str, leaver: str) -> None:
    """Rules 1.11.5 and 1.11.6: the awards are the same, whichever way it is entered; Ada may leave while waiting."""
    (winner,) = {*LEAVERS} - {leaver}
    rounds, people = way.format(leaver, leaver[0]).split("/")
    event = Event(tmp_path, "double elimination", LAST_TWO + rounds, people)
    assert "Final, after 4 rounds." in event.said
    assert event.column("Ratings", "Award") == {winner: 16, leaver: 6, "Cy": 4, "Di": 2}


@pytest.mark.slow
def test_swiss_rounds_come_first(tmp_path: Path) -> None:
    """Rules 1.11.9: the last of them is the first round of the bracket; other pairs may be typed."""
    rounds = f"{SEMIS}, 2 1 P1>P4, 2 2 P3>P2, 2 3 P5>P8, 2 4 P7>P6, 3 1 P1>P3, 3 2 P5>P2, 3 3 P4>P7, 3 4 P6>P8"
    event = Event(tmp_path, "single elimination", rounds, Rounds="5")
    assert [each[:48] for each in event.problems] == ["Results: The elimination begins with round 3: ev"]
    assert event.seats(4) == "P1-P5, P4-P6"
    event.change("Round 4", "C3", "P3")
    assert [each.split(". ")[0] for each in event.problems if " as published, " in each] == [
        "Round 4: P6 is out as published, though Results!E13 says otherwise",
        "Round 4!C3: P3 goes on as published, though Results!E10 says otherwise",
    ]


@pytest.mark.slow
def test_an_archive_computes_the_same_again(tmp_path: Path) -> None:
    """Rules 1.11.7 and 1.11.8: a place taken, a ruling and a published round are kept with the event."""
    rounds = LAST_TWO.replace("Cy>Di", "Cy<Di").replace("Ada>Ben", "Ada-Ben !A advances") + ", 4 1 Di>Ben"
    event = Event(tmp_path, "double elimination", rounds, "Ada Dropped after 3", "Di 4 takes the place of Ada")
    assert "Final, after 4 rounds. 1. Di, 2. Ada, 2. Ben." in event.said
    assert turnabout("archive", "add", event.path, "--archive", tmp_path / "a.sqlite").exit_code == 0
    assert turnabout("archive", "verify", "--archive", tmp_path / "a.sqlite").exit_code == 0
