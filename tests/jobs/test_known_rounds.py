"""What is known of published rounds, wherever the workbook goes: safety 3.5 to 3.7, rules 1.4.17."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from tests.support.books import SAMPLES, sheet_names
from tests.support.desk import GAMES, Desk, begin_event, copy_desk
from tests.support.edited_book import Book
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.jobs.check import check
from turnabout_sheets.jobs.known import FILE, Known, read_known
from turnabout_sheets.jobs.outcome import Options, RunOutcome
from turnabout_sheets.jobs.run import run

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("no_pages")]

NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Finn", "Gil", "Hal")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """An event of three rounds and eight players: round 1 is played, round 2 is paired."""
    return begin_event(tmp_path_factory.mktemp("known"), NAMES)


@pytest.fixture
def desk(played: Desk, tmp_path: Path) -> Desk:
    return copy_desk(played, tmp_path)


def beside(desk: Desk) -> Path:
    return desk.workbook.with_name("event backups")


def delete(desk: Desk, sheet: str) -> None:
    book = Book(desk.workbook.read_bytes())
    book.delete(sheet)
    desk.workbook.write_bytes(book.to_bytes())


def ask(desk: Desk, *answers: tuple[Asked, int]) -> RunOutcome:
    return run(desk.workbook, Options(answers=frozenset(answers)))


def asked(outcome: RunOutcome) -> list[tuple[Asked, int]]:
    assert bool(outcome.questions) == (outcome.exit is ExitCode.PROBLEMS)
    return [(each.asked, each.round) for each in outcome.questions]


def test_whoever_deletes_the_sheet_of_a_round_without_results_has_it_paired_anew(desk: Desk) -> None:
    """Rules 1.4.17: and is told which of its slips are void, where it comes out otherwise."""
    delete(desk, "Round 2")
    assert "void" not in desk.run(), "as it was"
    desk.type("Round 1", desk.seats(1)[0][0], dict(zip(GAMES, ("B", 20, "B", 20), strict=True)))
    delete(desk, "Round 2")
    before = desk.rows("Matches")
    assert "Round 2 was paired again: the slips printed for tables " in desk.run()
    assert desk.rows("Matches") != before


def test_a_round_with_results_that_is_gone_is_asked_about(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules 1.4.17, safety 3.5."""
    monkeypatch.undo()  # pages are printed after all: those that are there are to stay
    desk.report(2, but=("Ada",))
    desk.run()
    pages = {path.name: path.read_bytes() for path in desk.prints.iterdir()}
    delete(desk, "Round 2")
    said = desk.run(exit=1)
    assert "Round 2 was published at " in said
    assert "and is not in the workbook, with 3 results." in said
    assert 'have it put back: press "Put it back" on the desk\'s page, or run: turnabout run' in said
    assert (
        '--put-back "Round 2"; to have it paired again, so that slips of tables that change are void: press "Re-pair'
        in said
    )
    assert {path.name: path.read_bytes() for path in desk.prints.iterdir()} == pages
    assert said.endswith(
        "Next: undo it and save, or answer by a button on the desk's page or a command above; until then nothing else "
        "changes.\n"
    )
    assert "Round 2" not in sheet_names(desk.workbook)
    outcome = ask(desk, (Asked.GONE, 2))
    assert [new.number for new in outcome.paired] == [2]


def save_older_copy(desk: Desk, *, correct: bool) -> None:
    """Have a program that knows no lock save what it had open since before round 3 was paired."""
    desk.report(2)
    had_open = desk.workbook.read_bytes()
    desk.run()
    desk.workbook.write_bytes(had_open)
    desk.type("Players", "Ada", {"Group": "x"})
    if correct:
        for a, _ in desk.seats(2)[:2]:
            desk.type("Round 2", a, dict(zip(GAMES, ("B", 20, "B", 20), strict=True)))


def test_a_round_that_is_not_in_an_older_copy_is_paired_again_only_as_it_was(desk: Desk) -> None:
    """Rules 1.4.17."""
    save_older_copy(desk, correct=False)
    outcome = ask(desk)
    assert asked(outcome) == []
    assert [new.number for new in outcome.paired] == [3]
    assert "void" not in str(outcome.notes)


def test_a_round_that_would_be_another_one_after_an_older_copy_is_asked_about(desk: Desk) -> None:
    """Rules 1.4.17."""
    save_older_copy(desk, correct=True)
    outcome = ask(desk)
    assert asked(outcome) == [(Asked.GONE, 3)]
    assert outcome.results is None
    assert "Round 3" not in sheet_names(desk.workbook)


def test_what_an_older_copy_lacks_is_named(desk: Desk) -> None:
    """Safety 3.6: three results in, copied, one more, copied back."""
    desk.report(2, but=(desk.seats(2)[0][0],))
    desk.run()
    copy = desk.workbook.read_bytes()
    desk.report(2)
    desk.run("--no-pair")
    desk.workbook.write_bytes(copy)
    outcome = ask(desk)
    assert asked(outcome) == [(Asked.OLDER, 0)]
    (problem,) = (each.problem for each in outcome.questions)
    assert "This is version 3 of the workbook, of " in problem.message
    assert "this folder already had version 4, of " in problem.message
    assert "Missing here: Round 2 Table 1, Game 1 winner was A and is blank;" in problem.message
    assert asked(ask(desk, (Asked.OLDER, 0))) == []
    assert asked(ask(desk)) == [], "answered once, it is the newest"


def test_who_brought_an_earlier_version_back_is_not_asked(desk: Desk) -> None:
    """Safety 3.6."""
    desk.report(2)
    desk.run()
    desk.command("restore", desk.workbook, 1)
    assert asked(ask(desk)) == []


def test_what_was_brought_back_is_no_older_copy_elsewhere(desk: Desk, tmp_path: Path) -> None:
    """Safety 3.6 and 3.7: it goes on after the newest state, which another folder may know."""
    (tmp_path / "stick").mkdir()
    elsewhere = Desk(tmp_path / "stick" / "event.xlsx")
    desk.type("Round 1", desk.seats(1)[0][0], dict(zip(GAMES, ("B", 20, "B", 20), strict=True)))
    desk.run()
    desk.report(2)
    desk.run()
    shutil.copy(desk.workbook, elsewhere.workbook)
    elsewhere.run()
    desk.command("restore", desk.workbook, 2)
    exchange(desk, 2)
    desk.run()
    desk.report(2)
    shutil.copy(desk.workbook, elsewhere.workbook)
    assert asked(ask(elsewhere)) == []


def test_a_copy_elsewhere_comes_to_the_same_bytes(desk: Desk, tmp_path: Path) -> None:
    """Safety 3.6: the number is that of the workbook, wherever it is run, and goes up only with something new."""
    desk.report(2)
    (tmp_path / "stick").mkdir()
    elsewhere = Desk(Path(shutil.copy(desk.workbook, tmp_path / "stick" / "event.xlsx")))
    desk.run()
    elsewhere.run()
    assert elsewhere.workbook.read_bytes() == desk.workbook.read_bytes()
    shutil.rmtree(beside(elsewhere))
    assert not run(elsewhere.workbook, Options(overwrite=True)).written


def test_what_was_run_on_another_computer_counts(desk: Desk, tmp_path: Path) -> None:
    """Safety 3.7: there names were exchanged before the results, and here nobody has heard of it."""
    (tmp_path / "stick").mkdir()
    elsewhere = Desk(Path(shutil.copy(desk.workbook, tmp_path / "stick" / "event.xlsx")))
    exchange(elsewhere, 2)
    elsewhere.run()
    elsewhere.report(2)
    shutil.copy(elsewhere.workbook, desk.workbook)
    assert asked(ask(desk)) == []


def exchange(desk: Desk, number: int) -> None:
    """Exchange the players B of the first two tables."""
    one, other = desk.seats(number)[:2]
    desk.type(f"Round {number}", one[0], {"Player B": other[1]})
    desk.type(f"Round {number}", other[0], {"Player B": one[1]})


def test_names_that_are_exchanged_before_results_are_the_published_ones(desk: Desk) -> None:
    """Rules 1.4.18."""
    exchange(desk, 2)
    assert asked(ask(desk)) == []
    desk.report(2)
    assert asked(ask(desk)) == []


def told_of_round(outcome: RunOutcome) -> list[str]:
    told = [each.message for each in (*outcome.problems, *outcome.notes)]
    return [each for each in told if each.startswith("Round 2 was changed by hand after")]


def test_what_was_changed_by_hand_is_told_until_its_results_are_in(desk: Desk) -> None:
    """Rules 1.4.18: by each run, not only by the first that sees it; and by a check."""
    (a, b), (c, d), *_ = desk.seats(2)
    exchange(desk, 2)
    told = [
        "Round 2 was changed by hand after it was published: "
        f"table 1 was {a} – {b} and is {a} – {d}; table 2 was {c} – {d} and is {c} – {b}."
    ]
    assert [told_of_round(each) for each in (ask(desk), ask(desk), check(desk.workbook))] == [told] * 3
    desk.report(2, but=(a, c))
    assert told_of_round(ask(desk)) == told
    desk.report(2)
    assert told_of_round(ask(desk)) == []


def test_what_is_as_it_was_published_again_is_told_no_more(desk: Desk) -> None:
    for _ in range(2):
        exchange(desk, 2)
        last = ask(desk)
    assert told_of_round(last) == []


def test_another_number_of_a_table_is_told(desk: Desk) -> None:
    a, b = desk.seats(2)[0]
    desk.type("Round 2", a, {"Table": 77.0})
    ask(desk)
    assert told_of_round(ask(desk)) == [
        f"Round 2 was changed by hand after it was published: {a} – {b} was table 1 and is table 77."
    ]


def test_what_was_changed_by_hand_is_known_while_its_round_is_not_to_be_played(desk: Desk) -> None:
    exchange(desk, 2)
    desk.type("Event", "Rounds", {"Value": 1.0})
    assert told_of_round(ask(desk)) == []
    desk.type("Event", "Rounds", {"Value": 3.0})
    assert len(told_of_round(ask(desk))) == 1


def test_who_takes_the_place_of_somebody_who_has_left_is_no_change_by_hand(desk: Desk) -> None:
    a, b = desk.seats(2)[0]
    desk.type("Players", b, {"Dropped after": 1.0})
    desk.type("Players", "Ivy", {"Joined round": 2.0})
    desk.type("Round 2", a, {"Player B": "Ivy"})
    assert told_of_round(ask(desk)) == []


def test_names_that_are_exchanged_with_results_are_asked_about_once(desk: Desk) -> None:
    """Rules 1.4.18."""
    desk.report(2)
    exchange(desk, 2)
    assert asked(ask(desk)) == [(Asked.PAIRS, 2)]
    assert asked(ask(desk, (Asked.PAIRS, 2))) == []
    assert asked(ask(desk)) == []


def retype(desk: Desk, tables: int) -> None:
    """Type other results of round 1, for some tables."""
    for a, _ in desk.seats(1)[:tables]:
        desk.type("Round 1", a, dict(zip(GAMES, ("B", 20, "B", 20), strict=True)))


def test_results_that_are_typed_into_an_older_round_are_asked_about(desk: Desk) -> None:
    """Rules 1.4.19."""
    retype(desk, 4)
    outcome = ask(desk)
    assert asked(outcome) == [(Asked.RESULTS, 1)]
    said = outcome.questions[0].problem.message
    assert said == "All 4 results of round 1 were changed, and round 2 has none. Did you mean Round 2?"
    assert "VP difference" not in str(outcome.problems)
    assert asked(ask(desk, (Asked.RESULTS, 1))) == []
    assert asked(ask(desk)) == []


def test_corrections_of_an_older_round_are_no_question(desk: Desk) -> None:
    """Rules 1.4.19: fewer than three, or when the round that is running has results."""
    retype(desk, 2)
    assert asked(ask(desk)) == []
    desk.report(2, but=("Ada",))
    retype(desk, 4)
    assert asked(ask(desk)) == []


@pytest.mark.parametrize("lose", [lambda desk: delete(desk, "Remembered"), lambda desk: shutil.rmtree(beside(desk))])
def test_one_place_is_enough(desk: Desk, lose: Callable[[Desk], None]) -> None:
    """Safety 3.7: the hidden sheet is deleted, or what stands beside, together with an accident."""
    desk.report(2)
    exchange(desk, 2)
    lose(desk)
    assert asked(ask(desk)) == [(Asked.PAIRS, 2)]


def test_what_is_damaged_beside_does_not_count(desk: Desk) -> None:
    """Safety 3.7."""
    assert read_known(desk.workbook).version > 0
    for text in ("", "{", "[]", '{"version": 1}', '{"version": "x", "inputs": {}}'):
        (beside(desk) / FILE).write_text(text)
        assert read_known(desk.workbook) == Known()
    assert asked(ask(desk)) == []
    assert read_known(desk.workbook).version > 0


def test_what_a_killed_run_left_of_what_is_known_goes_though_nothing_else_is_written(desk: Desk) -> None:
    """The run that was killed had saved the workbook: the next one has only this left to do."""
    assert asked(ask(desk)) == []
    (beside(desk) / FILE).unlink()
    left = beside(desk) / f".turnabout-{FILE}-0123456789abcdef.tmp"
    left.write_bytes(b"{")
    os.utime(left, (0, 0))
    assert ask(desk).written == []
    assert not left.exists()


def test_another_event_of_the_same_name_is_not_asked_about(desk: Desk, tmp_path: Path) -> None:
    """Safety 3.7: an event that is made anew of the same players, in the folder where one was tried."""
    desk.workbook.unlink()
    desk.command("new", desk.workbook)
    for name in NAMES:
        desk.type("Players", name, {})
    assert asked(ask(desk)) == []


def test_where_the_folder_cannot_be_looked_into_nothing_is_paired(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 3.4: one error while the folder is listed, with a round in it that is published."""
    desk.report(2)
    lock = desk.workbook.with_name("~$event.xlsx")
    lock.touch()
    assert [new.number for new in run(desk.workbook, Options(sheets_may_wait=True)).paired] == [3]
    lock.unlink()
    before = {path: path.read_bytes() for path in desk.workbook.parent.rglob("*") if path.is_file()}
    names = os.listdir

    def refuse(error: int, path: object) -> list[str]:
        if str(path).endswith("backups"):
            raise OSError(error, os.strerror(error), str(path))
        return names(path)  # type: ignore[call-overload]

    for error, command in product((errno.EIO, errno.EACCES), ("run", "check")):
        with monkeypatch.context() as patch:
            patch.setattr(os, "listdir", partial(refuse, error))
            said = desk.command(command, desk.workbook, exit=4)
        assert said.startswith("event.xlsx: the folder event backups cannot be looked into (")
        assert {path: path.read_bytes() for path in desk.workbook.parent.rglob("*") if path.is_file()} == before


def test_a_version_of_while_the_workbook_was_open_is_as_it_was_published_then(desk: Desk) -> None:
    """Safety 3.6: names are exchanged and results typed while the sheets wait; then that version is brought back."""
    lock = desk.workbook.with_name("~$event.xlsx")
    lock.touch()
    exchange(desk, 2)
    run(desk.workbook, Options(sheets_may_wait=True))
    desk.report(2)
    lock.unlink()
    assert asked(ask(desk)) == []
    desk.command("restore", desk.workbook, 1)
    assert asked(ask(desk)) == []


def test_a_version_that_a_run_had_nothing_to_ask_about_is_asked_about_no_more(desk: Desk) -> None:
    """Safety 3.6: though others were published since, and the version was saved once more after it was brought back."""
    lock = desk.workbook.with_name("~$event.xlsx")
    lock.touch()
    exchange(desk, 2)
    run(desk.workbook, Options(sheets_may_wait=True))
    for player, _ in desk.seats(2)[:3]:
        desk.type("Round 2", player, dict(zip(GAMES, ("A", 20, "A", 20), strict=True)))
    lock.unlink()
    version = desk.workbook.read_bytes()
    assert asked(ask(desk)) == []
    exchange(desk, 2)
    assert asked(ask(desk)) == [(Asked.PAIRS, 2)]
    desk.run("--as-it-is", "Round 2")
    kept = [each.path.read_bytes() for each in list_backups(desk.workbook)]
    desk.command("restore", desk.workbook, 1 + kept.index(version))
    desk.type("Event", "Venue", {"Value": "The cellar"})
    assert asked(ask(desk)) == []


def test_an_accident_that_was_brought_back_is_asked_about_again(desk: Desk) -> None:
    """Rules 1.4.18: the newest earlier version is that with the accident, as the question was written over it."""
    desk.report(2)
    exchange(desk, 2)
    assert asked(ask(desk)) == [(Asked.PAIRS, 2)]
    desk.command("restore", desk.workbook, 1)
    assert asked(ask(desk)) == [(Asked.PAIRS, 2)]


def test_a_blank_round_that_is_gone_is_asked_about_where_a_later_one_is_there(tmp_path: Path) -> None:
    """In Duplicate Magic all rounds are paired at once, and the one after it is not to be given another number."""
    desk = Desk(Path(shutil.copy(SAMPLES / "duplicate-in-progress.xlsx", tmp_path / "event.xlsx")))
    desk.run()
    delete(desk, "Round 5")
    assert "Round 5 was published at " in desk.run(exit=1)
    desk.run("--put-back", "Round 5")
    desk.run()
    assert "Round 5" in sheet_names(desk.workbook)
