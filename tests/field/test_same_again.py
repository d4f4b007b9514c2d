"""What a run writes is what the next one finds in the same workbook, also of rounds that were paired or passed over."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.desk.desks import wait_until, watching
from tests.desk.requests import get
from tests.dose import dose, take_turns
from tests.field.typed import WON, type_workbook
from tests.support.books import SAMPLES, records
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.desk.server import serve

pytestmark = pytest.mark.field

FOUR = ("Ann", "Ben", "Cy", "Di")
KINDS = ["swiss", "round robin", "single elimination", "double elimination", "manual"]
PLAYED = [("Duplicate Magic", "movement"), *((each, kind) for each in ("Turnabout", "Netrunner") for kind in KINDS)]
BYES = "Paired round 2: Ann has the bye, Ben has the bye, Cy has the bye, 1 more has a bye."
ROBIN, CUP = {"pairing": "round robin", "byes": "1, 2"}, {"pairing": "single elimination", "left": ["Ben"]}
TYPED: list[tuple[Any, ...]] = [
    ("Netrunner", 2, {"forfeit": ["Ann"]}, ["Provisional: 1 result is missing. Leading: 1. Ben (6)"], (3, 6, 0, 0)),
    ("Netrunner", 2, {"forfeit": FOUR}, ["Final, after 2 rounds."], (4.5, 4.5, 1.5, 1.5)),
    ("Netrunner", 3, {"forfeit": FOUR}, ["2 tables.\nPaired round 3: 2", "round-03.html"], (4.5, 4.5, 1.5, 1.5)),
    ("Netrunner", 2, {"byes": "2"}, [BYES, "Final, after 2 rounds."], (6, 6, 3, 3)),
    ("Netrunner", 3, {"byes": "2"}, [BYES, "Paired round 3: 2 tables.", "round-03.html"], (6, 6, 3, 3)),
    ("Netrunner", 2, ROBIN, ["Paired rounds 1 to 2, all at once.", "Final, after 2 rounds."], (6, 6, 6, 6)),
    ("Turnabout", 2, {"byes": "2"}, [BYES, "Final, after 2 rounds."], (42, 42, 24, 24)),
    ("Turnabout", 3, {"byes": "2"}, [BYES, "Paired round 3: 2 tables.", "round-03.html"], (42, 42, 24, 24)),
    ("Turnabout", 3, {"byes": "2, 3"}, [BYES, "Paired round 3: Ann has", "Final, after 3 rounds."], (60, 60, 42, 42)),
    ("Turnabout", 2, {"byes": "1, 2"}, ["Paired round 1: Ann has", "Final, after 2 rounds."], (36, 36, 36, 36)),
    ("Turnabout", 2, CUP, ["Paired round 2: Ann has the bye.", "Final, after 2 rounds."], (42, 24, 6, 6)),
]


def make(file: Path, case: Any) -> Path:
    """Make a sample, a simulated event, or a typed one; round 1 of it is played where it has no byes."""
    if isinstance(case, str):
        return Path(shutil.copy(SAMPLES / case, file))
    format, what, more, *_ = case
    if isinstance(what, str):
        how = ("--format", format, "--pairing", what, "--players", 6 + more % 3, "--played", more % 4, "--odd")
        return simulated(file, *how, "--seed", more)
    byes, left = more.get("byes", ""), more.get("left", ())
    players = [("Player", "Byes", "Dropped after"), *((name, byes, 1 if name in left else None) for name in FOUR)]
    rulings = [
        ("Player", "Round", "Kind", "Game"),
        *((name, 2, "match forfeit", None) for name in more.get("forfeit", ())),
    ]
    won = [(1, "Ann", "Cy", *WON[format], None), (2, "Ben", "Di", *WON[format], None)]
    settings = {"Format": format, "Rounds": what, "Pairing": more.get("pairing", "swiss")}
    return type_workbook(file, settings, *([] if "1" in byes else won), Players=players, Rulings=rulings)


SOME = sorted(sample.name for sample in SAMPLES.glob("*.xlsx"))
SIMULATED = [(*each, seed) for place, each in enumerate(PLAYED) for seed in dose([place], range(60))]
ALL: list[tuple[list[Any], int, int]] = [(TYPED, 3, 9), (SOME, 4, 8), (SIMULATED, 4, 8)]
ROWS = [row for cases, day, quick in ALL for row in take_turns(zip(cases, strict=True), day=day, quick=quick)]


@pytest.mark.parametrize("case", ROWS, ids=str)
def test_the_next_run_of_a_copy_writes_the_same(case: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules 1.4.13: of a round that nobody has to play, too; so every page that is named is there."""
    workbook, copied = make(tmp_path / "event.xlsx", case), tmp_path / "copy" / "event.xlsx"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    told = turnabout("run", workbook).output
    copied.parent.mkdir()
    shutil.copy(workbook, copied)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "no cache"))
    turnabout("run", copied)
    assert copied.read_bytes() == workbook.read_bytes(), told
    for page in workbook.parent.glob("event prints/*"):
        assert (copied.parent / "event prints" / page.name).read_bytes() == page.read_bytes(), page.name
    assert {*re.findall(r"[\w-]+\.html", told)} <= {page.name for page in tmp_path.glob("event prints/*")}
    if case in TYPED:
        assert [each for each in case[3] if each not in told] == [], told
        standings = {row["Player"]: row.get("GMP", row.get("VP")) for row in records(workbook, "Standings")}
        assert standings == dict(zip(FOUR, case[4], strict=True))
        if case[0] == "Turnabout":
            assert any(row["Award"] for row in records(workbook, "Ratings")) == ("report.html" in told)


@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
def test_the_desk_prints_the_round_that_is_played(tmp_path: Path) -> None:
    with watching(make(tmp_path / "event.xlsx", TYPED[7])) as desk, serve(desk) as server:
        wait_until(desk, lambda state: state.to_print.page)
        page = get(server, "").text
    assert ("round-03.html" in page, "round-02.html" in page) == (True, False)
