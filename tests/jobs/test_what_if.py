"""What changed cells would do: told as it would come, in words, and nothing is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, cells, edit
from tests.support.commands import turnabout
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.simulate import Plan, simulate

pytestmark = pytest.mark.slow

CELL = "Round 2!G2"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of eight players, two of its four rounds played."""
    file = tmp_path_factory.mktemp("made") / "event.xlsx"
    simulate(file, load(FORMATS["Turnabout"]), Plan(players=8, rounds=4, played=2))
    return file


@pytest.fixture
def event(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def ask(file: Path, *typed: str, code: int = 0) -> str:
    before = file.read_bytes()
    told = turnabout("what-if", file, *(word for each in typed for word in ("--set", each)))
    assert (told.exit_code, file.read_bytes()) == (code, before)
    return told.output


def standings(file: Path) -> dict[str, tuple[int, int]]:
    results = check(file).results
    assert results is not None
    frame = results.standings
    return {
        player.name: (int(frame["points"][player.number]), int(frame["rank"][player.number]))
        for player in results.event.players
    }


def test_points_ranks_and_the_next_pairing_are_told(event: Path) -> None:
    """What-if 1.1."""
    assert ask(event, f"{CELL}=3").splitlines() == [
        "Round 2!G2: 3 instead of 10.",
        "Round 2, table 1:",
        "  Noor Larsson: VP 15 → 18",
        "  Kaya Marsh: VP 15 → 12",
        "After round 2:",
        "  Noor Larsson: VP 42 → 45, rank 3 → 2",
        "  Kaya Marsh: VP 43 → 40, rank 2 → 3",
        "Round 3 would be paired otherwise:",
        "  now:  Vera Singh – Kaya Marsh",
        "  now:  Noor Larsson – Sanjay Nakamura",
        "  then: Vera Singh – Noor Larsson",
        "  then: Kaya Marsh – Sanjay Nakamura",
        "Nothing was written.",
    ]


def test_nothing_is_written_also_while_the_workbook_is_open(event: Path) -> None:
    """What-if 1.2."""
    lock = event.with_name(f"~${event.name}")
    lock.write_bytes(b"\x03Kit" + bytes(50))
    before = event.stat()
    assert ask(event, f"{CELL}=3").endswith("\nNothing was written.\n")
    after = event.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert {file.name for file in event.parent.iterdir()} == {event.name, lock.name}


def test_it_comes_as_it_was_told(event: Path) -> None:
    """What-if 1.1, 1.4 and 1.5."""
    told = ask(event, f"{CELL}=3", "Round 1!F3=Draw", "Round 1!G3=").splitlines()
    was = standings(event)
    edit(event, {"Round 2": {"G2": 3}, "Round 1": {"F3": "Draw", "G3": None}})
    now = standings(event)
    end = next(n for n, line in enumerate(told) if line.startswith("Round 2 is paired already"))
    moved = told[told.index("After round 2:") + 1 : end]
    assert {*moved} == {
        f"  {name}: "
        + ", ".join(f"{word} {was[name][n]} → {now[name][n]}" for n, word in enumerate(("VP", "rank"))
                    if was[name][n] != now[name][n])
        for name in now if was[name] != now[name]
    }  # fmt: skip
    pairs = [tuple(line.removeprefix("  then: ").split(" – ")) for line in told if line.startswith("  then: ")]
    turnabout("run", event)
    assert pairs
    assert {*pairs} <= {tuple(row[1:3]) for row in cells(event, "Round 3")}


def test_awards_are_told_once_the_event_is_over(tmp_path: Path) -> None:
    """What-if 1.1."""
    event = Path(shutil.copy(SAMPLES / "finished.xlsx", tmp_path))
    cell, heading, *moved, end = ask(event, "Event!B15=no").splitlines()
    assert (cell, heading, end) == ("Event!B15: no instead of nothing.", "After round 5:", "Nothing was written.")
    assert moved
    assert all(": award " in line for line in moved)


def test_a_round_that_is_paired_stays(event: Path) -> None:
    """What-if 1.6."""
    turnabout("run", event)
    assert ask(event, f"{CELL}=3").splitlines()[-2:] == [
        "Round 3 is paired already, and its pairing stays (rules 1.4.9).", "Nothing was written."
    ]  # fmt: skip
    assert "paired" not in ask(event, "Event!B4=The hall")


def test_a_round_that_waits_for_a_result_is_not_paired(event: Path) -> None:
    told = ask(event, "Round 2!F2=", "Round 2!G2=")
    assert "Round 3 would not be paired yet:" in told
    edit(event, {"Round 2": {"F2": None, "G2": None}})
    assert "Round 3 would be paired:" in ask(event, "Round 2!F2=A", "Round 2!G2=10")


@pytest.mark.parametrize("cell", ["'Round 2'!G2", "round 2!$g$2", "'ROUND 2'!G$2", "Round 2!G2 "])
def test_a_cell_is_named_as_spreadsheet_programs_do(event: Path, cell: str) -> None:
    """What-if 1.3."""
    assert ask(event, f"{cell}= 3 ") == ask(event, f"{CELL}=3")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Round 2", '"Round 2" does not say which cell holds what; expected the like of "Round 3!G7=12".'),
        ("Round 2!G0=1", "does not say which cell"),
        ("Rond 2!G2=1", 'Rond 2!G2: there is no sheet "Rond 2". The sheets are Event, Players,'),
        ("Round 9!G2=1", 'Round 9!G2: there is no sheet "Round 9". The sheets are Event, Players,'),
        ("Round 2!G2= =1+2", 'Round 2!G2: the formula "=1+2" is not worked out here. Type what it comes to.'),
        ("How to!A1=1", "How to!A1: the sheet How to decides nothing. Name a cell on"),
        ("Round 2!G900=1", "Round 2!G900: nothing stands there; the sheet Round 2 ends with row 15."),
    ],
)
def test_a_cell_that_is_not_there_is_told_with_what_is(event: Path, typed: str, said: str) -> None:
    """What-if 1.3 and 1.4."""
    assert said in ask(event, typed, code=2)


def test_a_cell_is_set_once(event: Path) -> None:
    """However it is spelled; whoever sets it twice has mistyped one of the two (what-if 1.5)."""
    told = ask(event, f"{CELL}=1", "'round 2'!$g$2=", code=2)
    assert "Round 2!G2 is set twice. Set every cell once." in told


def test_without_a_cell_it_is_told_how_one_is_typed(event: Path) -> None:
    for words in ((), ("Round 2!G2=3",)):
        told = turnabout("what-if", event, *words)
        assert (told.exit_code, "--set" in told.output) == (2, True)


def test_the_players_of_a_table_stand_together(event: Path) -> None:
    """Also where what is changed makes a difference at several tables."""
    told = ask(event, "Players!B1=Something else").splitlines()
    tables = [line for line in told if line.startswith("Round ") and line.endswith(":") and "table" in line]
    assert len(tables) > 2
    assert tables == sorted(set(tables))


def test_where_all_rounds_are_paired_at_once_nothing_is_said_of_pairings(tmp_path: Path) -> None:
    file = tmp_path / "event.xlsx"
    simulate(file, load(FORMATS["Turnabout"]), Plan(players=6, settings={"pairing": "round robin"}))
    told = ask(file, "Round 1!F2=Draw", "Round 1!G2=", "Round 1!H2=Draw", "Round 1!I2=")
    assert "VP" in told
    assert "paired" not in told


def test_a_sheet_that_the_program_writes_decides_nothing(event: Path) -> None:
    turnabout("run", event)
    assert "the sheet Standings decides nothing." in ask(event, "Standings!A5=1", code=2)


def test_mistakes_are_told_as_if_they_were_there(event: Path) -> None:
    """What-if 1.7."""
    told = ask(event, "Round 2!F2=Draw", code=1)
    edit(event, {"Round 2": {"F2": "Draw"}})
    (line,) = [line for line in turnabout("check", event).output.splitlines() if line.startswith("  Error: ")]
    assert line in told.splitlines()
    assert "The workbook has errors now; then it would have none." in ask(event, "Round 2!G2=")
    assert "As it is, nothing can be, either." in ask(event, "Round 2!G3=x", code=1)


def test_what_changes_nothing_is_told(event: Path) -> None:
    assert "That changes nothing: the program reads the same as now." in ask(event, f"{CELL}=10")
    assert "No points, no rank and no award would change." in ask(event, "Event!B4=The hall")
