"""A round that is published while the workbook is open is kept, and goes in as it is once the workbook is closed."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest
from openpyxl import load_workbook

from tests.jobs.open_workbook import WAIT, Open
from tests.support.books import SAMPLES, cells, copy_all, edit, enter_results, records, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.desk import Desk
from tests.support.late import let_in
from tests.systems import MAKES_LINKS
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.shared_files import HeldError
from turnabout_sheets.jobs import compute
from turnabout_sheets.jobs.archive import read_workbook
from turnabout_sheets.jobs.next_step import NextStep, find_next_step
from turnabout_sheets.jobs.outcome import Options, RunOutcome
from turnabout_sheets.jobs.run import run
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import DiskFullError

pytestmark = pytest.mark.slow

ANEW = frozenset({(Asked.GONE, 3)})
"""The answer that round 3, which is gone with its results, is to be paired anew."""


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
    return copy_all(published_once, tmp_path)


def publish(workbook: Path) -> RunOutcome:
    """Run while the workbook is open."""
    with Open(workbook):
        return run(workbook, WAIT)


def kept(workbook: Path) -> list[Path]:
    return sorted(backup_folder(workbook).glob("round *.json"))


def setting_cell(workbook: Path, setting: str) -> str:
    return next(f"B{row}" for row, line in enumerate(cells(workbook, "Event"), 1) if line[0] == setting)


def seats(workbook: Path, number: int) -> list[tuple[str, str]]:
    return [(row["Player A"], row["Player B"]) for row in records(workbook, f"Round {number}") if row["Player A"]]


def test_sheets_wait_while_the_workbook_is_open_and_pages_do_not(event: Path) -> None:
    """Safety 3.1."""
    before = event.read_bytes()
    outcome = publish(event)
    assert event.read_bytes() == before
    assert outcome.exit is ExitCode.DONE
    assert outcome.waiting == "event.xlsx is open in Excel (Ann); close it there, and the new sheets are added."
    assert ([new.number for new in outcome.new_rounds], outcome.kept) == ([3], ())
    assert (event.with_name("event prints") / "round-03.html").is_file()
    assert [file.name for file in kept(event)] == ["round 03.json"]


def test_what_is_protected_from_slips_of_the_hand_holds_no_round_up(event: Path) -> None:
    book = load_workbook(event)
    book.security.lockStructure = True
    for sheet in book:
        sheet.protection.enable()
    book.save(event)
    publish(event)
    assert len(kept(event)) == 1
    assert run(event, WAIT).kept == (3,)
    book = load_workbook(event)
    assert (book.security.lockStructure, book["Players"].protection.sheet) == (True, True)
    assert "Round 3" in book.sheetnames


@pytest.mark.parametrize(("sample", "number"), [("in-progress", 3), ("cup", 3), ("netrunner", 4)])
def test_a_round_that_was_published_goes_in_as_if_it_had_been_there_at_once(
    sample: str, number: int, tmp_path: Path
) -> None:
    """Swiss with its notes, an elimination event in which somebody waits, and piles."""
    # Safety 3.2.
    event, other = tmp_path / "event.xlsx", tmp_path / "at once" / "event.xlsx"
    other.parent.mkdir()
    for each in (event, other):
        shutil.copy(SAMPLES / f"{sample}.xlsx", each)
    turnabout("run", other)
    publish(event)
    pages = everything(event.with_name("event prints"))
    outcome = run(event, Options())
    assert ([new.number for new in outcome.new_rounds], outcome.kept, outcome.paired) == ([number], (number,), [])
    assert outcome.waiting == ""
    assert event.read_bytes() == other.read_bytes()
    assert everything(event.with_name("event prints")) == pages
    assert kept(event) == []


def test_a_second_run_while_it_is_open_changes_nothing(published: Path) -> None:
    before = everything(published.parent)
    outcome = publish(published)
    assert everything(published.parent) == before
    assert (outcome.kept, outcome.paired, outcome.written) == ((3,), [], [])


def test_by_hand_the_workbook_has_to_be_closed_as_ever(event: Path) -> None:
    with Open(event):
        refused = turnabout("run", event)
    assert refused.exit_code == ExitCode.FILE
    assert kept(event) == []


@pytest.mark.parametrize("change", [{"G2": 30}, {"F2": None, "G2": None, "H2": None, "I2": None}, {"G2": "many"}])
def test_whatever_becomes_of_results_it_goes_in_as_it_was_published(published: Path, change: dict[str, object]) -> None:
    """Rules 1.4.16; safety 3.2."""
    (file,) = kept(published)
    pairs = [(row["a"], row["b"]) for row in json.loads(file.read_bytes())["rows"]]
    edit(published, {"Round 2": change})
    done = turnabout("run", published, "--no-pair")
    assert done.exit_code == (1 if "many" in change.values() else 0), done.output
    assert seats(published, 3) == pairs
    assert "Round 3, which was published before, is in the workbook now." in done.output
    assert kept(published) == []


def test_a_round_in_the_workbook_goes_before_what_was_kept(published: Path) -> None:
    """Safety 3.2."""
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
        lambda data: b'{"round": 3}',
        lambda data: data.replace(b'"rows": [', b'"rows": [7,'),
        lambda data: data.replace(b'"notes": [', b'"notes": ["One too many",'),
        lambda data: data.replace(b'"table": 2', b'"table": [2]'),
        lambda data: data.replace(b'"summary": [', b'"summary": ["\\ud800",'),
    ],
)
def test_a_damaged_file_is_told_of(published: Path, spoil: Callable[[bytes], bytes]) -> None:
    """Safety 3.2."""
    (file,) = kept(published)
    file.write_bytes(spoil(file.read_bytes()))
    done = turnabout("check", published)
    assert done.exit_code == ExitCode.PROBLEMS
    assert (
        'Error: Round 3: Round 3 is published, but the file "event backups/round 03.json", which has it until the '
        "workbook can be written to, is damaged. Type the round as it is on its page into a sheet Round 3. To have "
        'round 3 paired anew instead, delete the file "event backups/round 03.json".'
    ) in done.output


def test_with_a_damaged_file_nothing_is_paired_and_without_it_the_round_anew(published: Path) -> None:
    """Safety 3.2 and 3.4."""
    (file,) = kept(published)
    file.write_bytes(b"")
    assert turnabout("run", published).exit_code == ExitCode.PROBLEMS
    assert "Round 3" not in sheet_names(published)
    file.unlink()
    assert turnabout("run", published).exit_code == 0
    assert "Round 3" in sheet_names(published)


@pytest.mark.parametrize("command", ["check", "print"])
def test_every_command_knows_the_round(published: Path, command: str) -> None:
    """Safety 3.2."""
    before = published.read_bytes()
    done = turnabout(command, published)
    assert done.exit_code == 0, done.output
    told = {
        "check": "Round 3 is published; the sheet goes into the workbook with the next run after it is closed.",
        "print": "round-03-slips.html",
    }
    assert told[command] in done.output
    assert published.read_bytes() == before
    assert len(kept(published)) == 1


def test_as_data_it_is_told_what_was_published_before(published: Path) -> None:
    (told,) = json.loads(turnabout("run", published, "--dry-run", "--json").stdout)["workbooks"]
    assert (told["published_before"], told["paired_rounds"]) == ([3], [3])


@pytest.mark.parametrize("options", [("--output", "other.xlsx"), ("--dry-run",)])
def test_what_leaves_the_workbook_alone_spends_nothing(
    published: Path, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Safety 3.4."""
    monkeypatch.chdir(published.parent)
    before = published.read_bytes()
    done = turnabout("run", published, *options)
    assert done.exit_code == 0
    assert published.read_bytes() == before
    assert len(kept(published)) == 1
    assert "Round 3 is published; the sheet goes into the workbook with the next run after it is closed." in done.output
    if "--output" in options:
        assert "Round 3" in sheet_names(Path("other.xlsx"))


@pytest.mark.parametrize(
    "do",
    [
        lambda book: turnabout("run", book),
        lambda book: turnabout("run", book, "--no-pair"),
        lambda book: let_in(book, "Zoe Kay"),
    ],
)
def test_what_was_there_before_the_round_is_kept_as_such(published: Path, do: Callable[[Path], object]) -> None:
    before = published.read_bytes()
    do(published)
    (version,) = (each for each in list_backups(published) if each.before_round)
    assert (version.before_round, version.path.read_bytes()) == (3, before)


def test_a_late_player_is_let_into_a_round_that_was_published(
    published: Path, run_to_copy: Path, tmp_path: Path
) -> None:
    """Safety 3.2."""
    other = copy_all(run_to_copy, tmp_path / "at once")
    for workbook in (other, published):
        Desk(workbook).let_in("Zoe Kay")
    assert [cells(each, "Round 3") for each in (published, other)] == [cells(other, "Round 3")] * 2
    assert [cells(each, "Players") for each in (published, other)] == [cells(other, "Players")] * 2
    assert kept(published) == []


def test_an_event_that_ends_before_the_round_has_its_sheet_nevertheless(published: Path) -> None:
    """Safety 3.2."""
    edit(published, {"Event": {setting_cell(published, "Rounds"): 2}})
    outcome = run(published, Options())
    assert outcome.results is not None
    assert outcome.results.finished
    assert (kept(published), "Round 3" in sheet_names(published)) == ([], True)
    assert find_next_step(outcome) is NextStep.ARCHIVE
    assert run(published, Options()).written == []


@pytest.mark.parametrize("more", [[], ["--provisional"]])
def test_an_event_of_which_a_round_waits_is_not_archived(published: Path, more: list[str]) -> None:
    """Safety 3.3."""
    archive = published.with_name("archive.sqlite")
    refused = turnabout("archive", "add", published, "--archive", archive, *more)
    assert refused.exit_code == ExitCode.PROBLEMS
    assert "Round 3 is published, and its sheet is not in the workbook yet." in refused.output
    assert f"Close the workbook, and before it is archived give: turnabout run {published}\n" in refused.output
    turnabout("run", published)
    assert turnabout("archive", "add", published, "--archive", archive, "--provisional").exit_code == ExitCode.DONE


def test_an_event_that_is_over_is_archived_whatever_waits(published: Path) -> None:
    """Safety 3.3."""
    edit(published, {"Event": {setting_cell(published, "Rounds"): 2}})
    waits = read_workbook(published, provisional=False)
    shutil.rmtree(backup_folder(published))
    assert waits.record is not None
    assert waits.record == read_workbook(published, provisional=False).record


@pytest.fixture(scope="module")
def earlier_once(published_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    event = copy_all(published_once, tmp_path_factory.mktemp("earlier"))
    enter = event.read_bytes()
    run(event, Options())
    enter_results(event, 3)
    publish(event)
    event.write_bytes(enter)
    return event


@pytest.fixture
def earlier(earlier_once: Path, tmp_path: Path) -> Path:
    """The version without round 3 again, after round 4 was published while the workbook was open."""
    return copy_all(earlier_once, tmp_path)


def test_a_version_without_the_rounds_before_it_goes_on_without_it(earlier: Path) -> None:
    """What was published counts as long as the rounds are there that it follows; paired anew, they are others."""
    # Rules 1.4.16; safety 3.2.
    assert [file.name for file in kept(earlier)] == ["round 04.json"]
    checked = turnabout("check", earlier)
    assert "Round 4 is published, but the workbook has no round 3: is it an earlier version?" in checked.output
    assert run(earlier, Options(pair=False)).kept == ()
    assert [file.name for file in kept(earlier)] == ["round 04.json"], "the last version may come back"
    assert run(earlier, Options()).exit is ExitCode.PROBLEMS, "asked again (rules 1.4.17)"
    outcome = run(earlier, Options(answers=ANEW))
    assert [new.number for new in outcome.paired] == [3]
    assert kept(earlier) == []


def test_a_version_without_the_rounds_before_it_while_it_is_open(earlier: Path) -> None:
    with Open(earlier):
        run(earlier, replace(WAIT, answers=ANEW))
    assert [file.name for file in kept(earlier)] == ["round 03.json"]


@pytest.mark.parametrize(("format", "rounds"), [("Turnabout", 5), ("Duplicate Magic", 3)])
def test_rounds_that_are_paired_at_once_all_go_in(tmp_path: Path, format: str, rounds: int) -> None:
    event, other = tmp_path / "event.xlsx", tmp_path / "at once" / "event.xlsx"
    who = tmp_path / "players.csv"
    who.write_text("\n".join(["Player", "Ada", "Ben", "Cy", "Dee", "Eve", "Fay"]), "utf-8")
    assert turnabout("new", event, "--format", format, "--players", who).exit_code == 0
    if format == "Turnabout":
        edit(event, {"Event": {setting_cell(event, "Pairing"): "round robin"}})
    other.parent.mkdir()
    shutil.copy(event, other)
    turnabout("run", other)
    outcome = publish(event)
    assert [new.number for new in outcome.new_rounds] == list(range(1, rounds + 1))
    assert len(kept(event)) == rounds
    pages = everything(event.with_name("event prints"))
    kept(event)[-1].unlink()  # the others were there before a crash: what was paired then is not paired otherwise
    done = turnabout("run", event)
    assert f"Rounds 1 to {rounds - 1}, which were published before, are in the workbook now." in done.output
    assert event.read_bytes() == other.read_bytes()
    assert everything(event.with_name("event prints")) == pages
    assert kept(event) == []


def test_a_round_that_nobody_is_there_for_goes_in_among_the_others(tmp_path: Path) -> None:
    event, who = tmp_path / "event.xlsx", tmp_path / "players.csv"
    who.write_text("Player,Away\nAda,2\nBen,2\nCy,2\nDee,2\nEve,2\nFay,2", "utf-8")
    assert turnabout("new", event, "--format", "Duplicate Magic", "--players", who).exit_code == 0
    assert [len(new.rows) for new in publish(event).new_rounds] == [3, 0, 3]
    assert len(kept(event)) == 3
    assert run(event, Options()).kept == (1, 2, 3)
    assert (kept(event), run(event, Options()).written) == ([], [])


def test_a_workbook_that_was_renamed_is_asked_about(published: Path) -> None:
    """Safety 3.2."""
    renamed = published.rename(published.with_name("party.xlsx"))
    done = turnabout("run", renamed)
    assert done.exit_code == ExitCode.PROBLEMS
    assert "Round 3 of the same players is published, and kept for event.xlsx, which is gone." in done.output
    assert "Round 3" not in sheet_names(renamed)
    renamed.rename(published)
    assert run(published, Options()).kept == (3,)


@MAKES_LINKS
def test_a_link_leads_to_what_is_kept_for_the_workbook(published: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.xlsx"
    link.parent.mkdir()
    link.symlink_to(published)
    assert run(link, Options()).kept == (3,)
    assert kept(published) == []


def test_another_run_that_publishes_meanwhile_goes_first(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes second finds what the first has published, and pairs nothing anew."""
    pair, left = compute.pair, [lambda: run(event, WAIT)]

    def pair_late(*arguments: Any) -> Any:
        paired = pair(*arguments)
        if left:
            left.pop()()
        return paired

    monkeypatch.setattr(compute, "pair", pair_late)
    outcome = publish(event)
    assert (outcome.started_over, outcome.kept, outcome.paired) == (True, (3,), [])
    assert len(kept(event)) == 1


def test_a_save_meanwhile_is_what_is_published(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, left = compute.pair, [lambda: edit(event, {"Round 2": {"G2": None}})]

    def pair_late(*arguments: Any) -> Any:
        paired = pair(*arguments)
        if left:
            left.pop()()
        return paired

    monkeypatch.setattr(compute, "pair", pair_late)
    outcome = publish(event)
    assert (outcome.started_over, outcome.new_rounds) == (True, [])
    assert kept(event) == []


def test_a_file_that_cannot_be_deleted_does_no_harm(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise PermissionError("in use")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        outcome = run(published, Options())
    assert (outcome.exit, outcome.kept) == (ExitCode.DONE, (3,))
    assert len(kept(published)) == 1
    outcome = run(published, Options())
    assert (outcome.kept, outcome.written, kept(published)) == ((), [], [])


@pytest.mark.parametrize("stage", ["keep", "print"])
def test_a_full_disk_is_told_of(event: Path, stage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fill(path: Path, *_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    place = {
        "keep": "turnabout_sheets.jobs.kept_rounds.temporary",
        "print": "turnabout_sheets.prints.publish.temporary",
    }
    monkeypatch.setattr(place[stage], fill)
    if stage == "keep":
        with pytest.raises(DiskFullError, match="the disk is full"):
            publish(event)
        assert not event.with_name("event prints").exists()
    else:
        unprinted = publish(event).unprinted
        assert unprinted is not None
        assert "there is no space left" in unprinted.text
        monkeypatch.undo()
        assert run(event, Options()).kept == (3,)


def test_where_a_program_holds_the_file_without_telling(event: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hold(temporary: Path, path: Path, *_: object) -> None:
        if path == event:
            raise HeldError(errno.EACCES, "in use", str(path))
        temporary.replace(path)

    monkeypatch.setattr(save, "move_into_place", hold)
    outcome = run(event, WAIT)
    assert outcome.waiting == "event.xlsx is open in a program; close it there, and the new sheets are added."
    assert len(kept(event)) == 1
    monkeypatch.undo()
    assert run(event, WAIT).kept == (3,)


def test_a_corrected_result_is_told_of_as_after_any_published_round(published: Path) -> None:
    edit(published, {"Round 2": {"F2": "B", "G2": 40, "H2": "B", "I2": 40}})
    outcome = publish(published)
    assert outcome.remarks
    assert list(outcome.remarks) == list(run(published, Options()).remarks)


def test_a_name_that_is_corrected_meanwhile_is_printed_again(event: Path) -> None:
    players = [row["Player"] for row in records(event, "Players")]
    column = next(
        letter for letter in "ABCDEFGHIJKLM" if load_workbook(event)["Players"][f"{letter}1"].value == "Player ID"
    )
    edit(event, {"Players": {f"{column}{row}": f"P{row}" for row in range(2, len(players) + 2)}})
    publish(event)
    old = seats(event.with_name("event.xlsx"), 2)[0][0]
    book = load_workbook(event)
    for cell in (cell for page in book for line in page.iter_rows() for cell in line if cell.value == old):
        cell.value = "Somebody Else"
    book.save(event)
    outcome = publish(event)
    assert outcome.outdated is not None
    assert len(outcome.outdated.tables) == 1
    assert run(event, Options()).kept == (3,)
    assert "Somebody Else" in {name for pair in seats(event, 3) for name in pair}
