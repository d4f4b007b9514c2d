"""A round that is published while the workbook is open is kept, and goes in as it is once the workbook is closed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.whole.books import SAMPLES, edit, records, sheet_names
from tests.whole.test_run import everything, turnabout
from turnabout_sheets.core.backups import backup_folder
from turnabout_sheets.core.exit_codes import ExitCode
from turnabout_sheets.jobs.options import Options
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.jobs.run import run

WAIT = Options(sheets_may_wait=True)


class Open:
    """While a workbook is open in Excel, its lock file is beside it."""

    def __init__(self, workbook: Path) -> None:
        self.lock = workbook.with_name(f"~${workbook.name}")

    def __enter__(self) -> None:
        self.lock.write_bytes(b"\x03Ann")

    def __exit__(self, *_: object) -> None:
        self.lock.unlink()


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The event in progress: 19 players, two rounds played, the third to be paired."""
    return Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path / "event.xlsx"))


@pytest.fixture(scope="module")
def published_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    event = Path(shutil.copy(SAMPLES / "in-progress.xlsx", tmp_path_factory.mktemp("kept") / "event.xlsx"))
    publish(event)
    return event


@pytest.fixture
def published(published_once: Path, tmp_path: Path) -> Path:
    """The same event, whose third round was published while the workbook was open; it is closed now."""
    shutil.copytree(published_once.parent, tmp_path, dirs_exist_ok=True)
    return tmp_path / published_once.name


def publish(workbook: Path) -> RunOutcome:
    """Run while the workbook is open."""
    with Open(workbook):
        return run(workbook, WAIT)


def kept(workbook: Path) -> list[Path]:
    return sorted(backup_folder(workbook).glob("*.json"))


def seats(workbook: Path, number: int) -> list[tuple[str, str]]:
    return [(row["Player A"], row["Player B"]) for row in records(workbook, f"Round {number}") if row["Player A"]]


def test_sheets_wait_while_the_workbook_is_open_and_pages_do_not(event: Path) -> None:
    before = event.read_bytes()
    outcome = publish(event)
    assert event.read_bytes() == before
    assert outcome.exit is ExitCode.DONE
    assert str(outcome.waiting) == "event.xlsx is open in Excel (Ann); close it there, and the new sheets go in."
    assert ([new.number for new in outcome.new_rounds], outcome.kept) == ([3], ())
    assert (event.with_name("event prints") / "round-03.html").is_file()
    assert [file.name for file in kept(event)] == ["round 03.json"]


def test_a_round_that_was_published_goes_in_as_if_it_had_been_there_at_once(event: Path, tmp_path: Path) -> None:
    other = tmp_path / "at once" / "event.xlsx"
    other.parent.mkdir()
    shutil.copy(event, other)
    turnabout("run", other)
    publish(event)
    pages = everything(event.with_name("event prints"))
    outcome = run(event, Options())
    assert ([new.number for new in outcome.new_rounds], outcome.kept, outcome.paired) == ([3], (3,), [])
    assert outcome.waiting is None
    assert event.read_bytes() == other.read_bytes()
    assert everything(event.with_name("event prints")) == pages
    assert kept(event) == []


def test_a_second_run_while_it_is_open_changes_nothing(event: Path) -> None:
    publish(event)
    before = everything(event.parent)
    outcome = publish(event)
    assert everything(event.parent) == before
    assert (outcome.kept, outcome.paired, outcome.written) == ((3,), [], [])


def test_by_hand_the_workbook_has_to_be_closed_as_ever(event: Path) -> None:
    with Open(event):
        refused = turnabout("run", event)
    assert refused.exit_code == ExitCode.FILE
    assert kept(event) == []


@pytest.mark.parametrize("change", [{"G2": 30}, {"F2": None, "G2": None, "H2": None, "I2": None}, {"G2": "many"}])
def test_whatever_becomes_of_results_it_goes_in_as_it_was_published(published: Path, change: dict[str, object]) -> None:
    (file,) = kept(published)
    pairs = [(row["a"], row["b"]) for row in json.loads(file.read_bytes())["rows"]]
    edit(published, {"Round 2": change})
    done = turnabout("run", published, "--no-pair")
    assert done.exit_code == (1 if "many" in change.values() else 0), done.output
    assert seats(published, 3) == pairs
    assert "Round 3, published while the workbook was open, is in it now." in done.output
    assert kept(published) == []


def test_a_round_in_the_workbook_goes_before_what_was_kept(published: Path) -> None:
    (file,) = kept(published)
    data = file.read_bytes()
    run(published, Options())
    one, other = (row["Player B"] for row in records(published, "Round 3")[:2])
    edit(published, {"Round 3": {"C2": other, "C3": one}})
    file.write_bytes(data)
    outcome = run(published, Options())
    assert outcome.kept == ()
    assert seats(published, 3)[0][1] == other
    assert kept(published) == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: b"",
        lambda data: data.replace(b'"a":', b'"x":'),
        lambda data: data.replace(b'"table": 1', b'"table": "one"'),
        lambda data: b"[" * 100_000,
        lambda data: b'{"version": 1}',
        lambda data: data.replace(b'"rows": [', b'"rows": [7,'),
    ],
)
def test_a_damaged_file_is_told_of_and_nothing_is_paired(published: Path, spoil: Callable[[bytes], bytes]) -> None:
    (file,) = kept(published)
    file.write_bytes(spoil(file.read_bytes()))
    done = turnabout("run", published)
    assert done.exit_code == ExitCode.PROBLEMS
    assert (
        'Error: Round 3: Round 3 is published, but the file "event backups/round 03.json", which has it until the '
        "workbook can be written to, is damaged. Type the round as it is on its page into a sheet Round 3. To have "
        'round 3 paired anew instead, delete the file "event backups/round 03.json".'
    ) in done.output
    assert "Round 3" not in sheet_names(published)
    assert file.exists()
    file.unlink()
    assert turnabout("run", published).exit_code == 0
    assert "Round 3" in sheet_names(published)
