"""What the desk says is to be done next, and what is in the way, in each state and language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.event.worked_events import sweep
from tests.prints.events import ENGLISH
from tests.reading.grids import event_sheet, match, players, round_sheet
from tests.rounds.noted_rounds import computed
from tests.support.states_of_events import FIRST, FOUR, STATES, after_a_run
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Place, error, warning
from turnabout_sheets.desk.sentences import describe_fault, describe_next_step
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.jobs.next_step import list_tables
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.rounds.next_rounds import pair
from turnabout_sheets.sheets.settings import LANGUAGES

BOOK = Path("My cup.xlsx")
EXCEL = "My cup.xlsx is open in Excel (Ann); close it there, and the new sheets are added."

CLOSE = (
    "Round 2 cannot be paired: too few players are left. Set Rounds on the sheet Event to 1 if the event is over, "
    "otherwise correct Dropped after or Away on the sheet Players, and save."
)

SAID = {
    "nobody": "Type the names of two players or more into the sheet Players, and save.",
    "nothing paired": "4 players so far. When the list is complete, pair round 1.",
    "nothing paired by hand": "Type the pairings into the sheet Round 1, and save.",
    "no result yet": "Type the results into the sheet Round 2, and save.",
    "a result missing": "The result of table 2 is missing. Type the results into the sheet Round 2, and save.",
    "results missing of all rounds on one sheet": "Round 1: The result of Cy – Dee is missing. "
    "Round 2: The results of tables 1 and 2 are missing. Type the results into the sheet Results, and save.",
    "many results missing": "14 results are missing. Type the results into the sheet Round 1, and save.",
    "all in, and not paired": "Every result of round 1 is in. Pair round 2.",
    "all in, to be paired by hand": "Every result of round 1 is in. Type the pairings into the sheet "
    "Round 2, and save.",
    "one is left": CLOSE,
    "nobody is left": CLOSE,
    "undecided": "Enter in the column Ruling who advances from the drawn match, and save.",
    "finished": "The event is finished. Print the standings and the report, and archive the event.",
    "finished without a day": "The event is finished. Fill in Date on the sheet Event, save, print the standings "
    "and the report, and archive the event.",
}


@pytest.mark.parametrize("state", STATES)
def test_each_state_of_an_event_has_its_sentence(state: str) -> None:
    outcome = after_a_run(computed(*STATES[state][0]))
    assert describe_next_step(DeskState(1, BOOK, outcome), ENGLISH) == SAID[state]


def test_before_the_first_version_is_read_that_is_said() -> None:
    assert describe_next_step(DeskState(0, BOOK), ENGLISH) == "The workbook is being read."


@pytest.mark.parametrize(
    ("page", "waiting", "said"),
    [
        (
            "round-02.html",
            EXCEL,
            "Round 2 is paired. Print it, then close the workbook for a moment, so that the program can add the sheet "
            "of the round.",
        ),
        ("", EXCEL, "Close the workbook for a moment, so that the program can add the sheet of round 2."),
        ("round-02.html", "", "Print the pages of round 2, and type the results into the sheet Round 2."),
        ("", "", "Type the results into the sheet Round 2, and save."),
    ],
)
def test_a_new_round_is_printed_and_its_sheet_let_in(page: str, waiting: str, said: str) -> None:
    found = computed(event_sheet(), players(*FOUR), FIRST, round_sheet(2, match("Ann", "Cy"), match("Ben", "Dee")))
    new, _ = pair(computed(event_sheet(), players(*FOUR), FIRST), 2)
    assert new is not None
    outcome = replace(after_a_run(found), new_rounds=[new], waiting=waiting)
    state = DeskState(1, BOOK, outcome, to_print=ToPrint(page))
    assert describe_next_step(state, ENGLISH) == said


def test_a_round_that_is_in_the_workbook_is_still_to_be_printed() -> None:
    outcome = after_a_run(computed(*STATES["no result yet"][0]))
    state = DeskState(1, BOOK, outcome, to_print=ToPrint("round-02.html"))
    said = "Print the pages of round 2, and type the results into the sheet Round 2."
    assert describe_next_step(state, ENGLISH) == said
    begun = after_a_run(computed(*STATES["a result missing"][0]))
    assert describe_next_step(replace(state, outcome=begun), ENGLISH) == SAID["a result missing"]


def test_errors_come_first() -> None:
    found = error(Place("Players", "A2"), "It is wrong.", "Correct it.")
    others = [warning(Place("Players", "A3"), "It is odd.", "Look at it.")]
    outcome = RunOutcome(BOOK, ExitCode.PROBLEMS, None, TURNABOUT, [found, *others])
    state = DeskState(1, BOOK, outcome)
    assert describe_next_step(state, ENGLISH) == "Correct the errors listed on the sheet Problems, and save."


def test_a_round_that_cannot_be_paired() -> None:
    outcome = after_a_run(computed(event_sheet(), players(*FOUR), FIRST), ExitCode.NO_PAIRING)
    said = "Round 2 cannot be paired. Correct the errors listed on the sheet Problems, and save."
    assert describe_next_step(DeskState(1, BOOK, outcome), ENGLISH) == said


FAULTS = {
    Fault(FaultKind.BROKEN): "My cup.xlsx is damaged or incomplete. Save it again; if that does not help, undo brings "
    "back the previous version.",
    Fault(FaultKind.MISSING): "My cup.xlsx is no longer there. Put it back where it was; if it is lost, undo brings "
    "back the previous version.",
    Fault(FaultKind.RENAMED, path=Path("Your cup.xlsx")): (
        "My cup.xlsx is named Your cup.xlsx now. Give it its old name back; or end this desk, and open Your cup.xlsx."
    ),
    Fault(FaultKind.FOLDER_GONE, path=Path("Cups")): "The folder Cups is not there. Bring it back, or plug in the "
    "drive that it is on.",
    Fault(FaultKind.OLDER, path=Path("My cup backups/7.xlsx")): "My cup.xlsx is an earlier version again "
    "(7.xlsx); this page still shows the later one. If this is intended, choose “Use this version”; otherwise put the "
    "right one back.",
    Fault(
        FaultKind.UNREADABLE
    ): "The program is not allowed to read My cup.xlsx. Allow it in the properties of the file.",
    Fault(
        FaultKind.UNLISTED
    ): "The folder with the earlier versions of My cup.xlsx cannot be opened. Nothing is paired "
    "until it can; the desk then continues automatically.",
    Fault(FaultKind.DISK_FULL): "The disk is full, so that nothing could be written. Make room, and save again.",
    Fault(FaultKind.NOT_WRITTEN): "The workbook was read, but not all could be written.",
    Fault(FaultKind.NEWER): "My cup.xlsx belongs to a newer version of the program, and this one leaves it alone. End "
    "the desk, and start it with that version.",
    Fault(FaultKind.OTHER_DESK): "Another desk has My cup.xlsx. Use its page, or close it; this one then continues.",
    Fault(FaultKind.OURS): (
        "There is a mistake in the program. Save again; if it comes back, please report it. The Turnabout window "
        "shows where the error report is."
    ),
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.kind)
def test_each_fault_has_its_sentence(fault: Fault) -> None:
    assert describe_fault(DeskState(1, BOOK, fault=fault), fault, ENGLISH) == FAULTS[fault]


def test_no_fault_is_forgotten() -> None:
    assert {fault.kind for fault in FAULTS} == set(FaultKind)


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_all_is_said_in_every_language(language: str) -> None:
    w = load_words(language)
    said = [
        describe_next_step(DeskState(1, BOOK, after_a_run(computed(*sheets))), w) for sheets, _, _ in STATES.values()
    ]
    said += [describe_fault(DeskState(1, BOOK, fault=fault), fault, w) for fault in FAULTS]
    assert all(each and "{" not in each for each in said)
    if language != "en":
        assert not {*said} & {*SAID.values(), *FAULTS.values()}


@pytest.mark.parametrize(
    ("tables", "words"),
    [((3,), "3"), ((7, 3), "3 and 7"), ((1, 2), "1 and 2"), ((1, 2, 3), "1–3"), ((1, 3, 4, 5, 9), "1, 3–5 and 9")],
)
def test_tables_are_listed_as_one_says_them(tables: tuple[int, ...], words: str) -> None:
    assert list_tables(tables, ENGLISH) == words


def test_a_swept_round_is_no_waiting_one() -> None:
    found = computed(
        event_sheet(rounds=2), players(*FOUR), FIRST, round_sheet(2, sweep("Ann", "Cy"), sweep("Ben", "Dee"))
    )
    assert "finished" in describe_next_step(DeskState(1, BOOK, after_a_run(found)), ENGLISH)
