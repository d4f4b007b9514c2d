"""A run of a workbook that the last run has left as it is does nothing, and says what a whole run would."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tests.support.books import edit, records
from tests.support.commands import turnabout
from turnabout_sheets.jobs import unchanged
from turnabout_sheets.jobs.outcome import Options

pytestmark = pytest.mark.slow  # many whole runs

SAMPLES = Path(__file__).parents[2] / "sample_events"

Change = Callable[[Path, Path], object]
"""What somebody does to a workbook and the folder of its pages between two runs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all tests, since a workbook is remembered by its path, too."""
    return tmp_path_factory.mktemp("unchanged") / "event"


@pytest.fixture(scope="module")
def run_once(folder: Path) -> Path:
    """A copy of the folder with a workbook that was run, and what was remembered of it."""
    (folder / "cache").mkdir(parents=True)
    event = Path(shutil.copy(SAMPLES / "in-progress.xlsx", folder / "event.xlsx"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unchanged, "open_cache", lambda *_: folder / "cache")
        assert run(event).exit_code == 0
    return Path(shutil.move(folder, folder.with_name("after its run")))


@pytest.fixture(autouse=True)
def cache(run_once: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Have runs remember what they have left; elsewhere in the tests they do not."""
    shutil.copytree(run_once, folder, dirs_exist_ok=True)
    monkeypatch.setattr(unchanged, "open_cache", lambda *_: folder / "cache")
    yield folder / "cache"
    for each in folder.iterdir():  # the folder itself stays: on Windows, one that a process is in cannot go
        if each.is_dir():
            shutil.rmtree(each)
        else:
            each.unlink()


@pytest.fixture
def event(folder: Path) -> Path:
    return folder / "event.xlsx"


def run(path: Path, *more: str) -> Result:
    return turnabout("run", path, *more)


@pytest.fixture
def whole_runs(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Return the list to which every run that does all of its work is added."""
    from turnabout_sheets.jobs import run as job

    whole: list[Path] = []
    do_all = job.run

    def noted(path: Path, options: Options) -> object:
        whole.append(path)
        return do_all(path, options)

    monkeypatch.setattr(job, "run", noted)
    return whole


def test_a_second_run_says_the_same_without_its_work(event: Path, whole_runs: list[Path], cache: Path) -> None:
    pages = {page.name: page.read_bytes() for page in event.with_name("event prints").iterdir()}
    book = event.read_bytes()
    quick = run(event)
    assert whole_runs == []
    for each in cache.iterdir():
        each.unlink()
    whole = run(event)
    assert whole_runs == [event]
    told = [line for line in whole.output.splitlines() if not line.startswith("After round ")]
    assert quick.output.splitlines() == told
    assert quick.exit_code == whole.exit_code == 0
    assert "Nothing has changed since the last run." in quick.output
    assert {page.name: page.read_bytes() for page in event.with_name("event prints").iterdir()} == pages
    assert event.read_bytes() == book


def test_as_data_it_is_the_same_too(event: Path, cache: Path) -> None:
    quick = run(event, "--json")
    for each in cache.iterdir():
        each.unlink()
    assert quick.stdout == run(event, "--json").stdout


CHANGES: dict[str, Change] = {
    "a result is typed": lambda event, prints: edit(event, {"Round 1": {"G2": 30}}),
    "a page is deleted": lambda event, prints: (prints / "round-03-slips.html").unlink(),
    "a page is changed": lambda event, prints: (prints / "round-03-slips.html").write_text("x", "utf-8"),
    "a page is put there": lambda event, prints: shutil.copy(prints / "round-03.html", prints / "round-09.html"),
    "the folder of pages is gone": lambda event, prints: shutil.rmtree(prints),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_after_any_change_a_run_does_all_of_its_work(event: Path, whole_runs: list[Path], change: Change) -> None:
    assert run(event).exit_code == 0
    assert whole_runs == []
    change(event, event.with_name("event prints"))
    again = run(event)
    assert whole_runs == [event], again.output


@pytest.mark.parametrize(
    "asked", [("--no-pair",), ("--dry-run",), ("--prints", "elsewhere"), ("--output", "other.xlsx"), ("--overwrite",)]
)
def test_what_is_asked_for_besides_is_done(
    event: Path, whole_runs: list[Path], asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(event.parent)
    run(event, *asked)
    assert whole_runs == [event]


def test_another_version_of_the_program_does_all_of_its_work(
    event: Path, whole_runs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turnabout_sheets.__version__", "9.9")
    run(event)
    assert whole_runs == [event]


def test_another_workbook_of_the_same_bytes_does_all_of_its_work(event: Path, whole_runs: list[Path]) -> None:
    copy = event.with_name("copy.xlsx")
    shutil.copy(event, copy)
    run(copy)
    assert whole_runs == [copy]


def test_a_round_that_is_not_as_paired_is_told_of_at_every_run(event: Path, whole_runs: list[Path]) -> None:
    """What a check does not say is never left out."""
    one, other = (row["Player B"] for row in records(event, "Round 3")[:2])
    edit(event, {"Round 3": {"C2": other, "C3": one}})
    told = [run(event).output for _ in range(3)]
    assert [output.count("The pairings of round 3 stay as they are") for output in told] == [1, 1, 1], told
    assert len(whole_runs) == 3


def test_nothing_is_remembered_where_nothing_can_be(event: Path, cache: Path, whole_runs: list[Path]) -> None:
    shutil.rmtree(cache)
    assert [run(event).exit_code for _ in range(2)] == [0, 0]
    assert len(whole_runs) == 2


def test_the_oldest_are_forgotten(event: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "MOST_REMEMBERED", 2)
    for number in range(4):
        edit(event, {"Event": {"B2": f"Event {number}"}})
        run(event)
    assert len(list(cache.iterdir())) == 2


def test_no_name_and_no_result_is_remembered(event: Path, cache: Path) -> None:
    """Safety 4.2."""
    (remembered,) = cache.iterdir()
    assert remembered.read_bytes() == b""
    assert len(remembered.name) == 64
