"""Earlier versions on the desk's page, and a round that is paired again: each button is pressed once, and undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.desk.desks import wait_until, watching
from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook
from tests.desk.parsed_page import parsed, text
from tests.support.books import edit, enter_results, records, sheet_names
from tests.support.commands import everything
from turnabout_sheets.changes.guards import Asked, Question
from turnabout_sheets.core.backups import list_backups
from turnabout_sheets.core.problems import Place, error
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.page import find_round_to_write_anew, make_view, name_round
from turnabout_sheets.desk.sentences import Reply
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.workbook.files.other_programs import OtherProgram

pytestmark = pytest.mark.slow

TOO_LATE = Reply("Nothing was changed: that is done already, or the workbook has changed since.", "en")


@pytest.fixture
def state(tmp_path: Path) -> DeskState:
    return run_sample("in-progress", tmp_path)


def pressing(state: DeskState) -> tuple[FakeDesk, Buttons]:
    desk = FakeDesk(state)
    return desk, Buttons(as_desk(desk))


def shown(state: DeskState) -> Any:
    return parsed(state, list_backups(state.workbook))


def named(state: DeskState) -> dict[str, str]:
    """Return the form of the button that pairs the last round again."""
    return {"round": name_round(state, 3)}


# --- earlier versions ---


def test_each_earlier_version_has_a_button_that_says_what_it_was(state: DeskState) -> None:
    """Desk 2.20."""
    enter_results(state.workbook, 3)
    state = show_workbook(state.workbook)
    newest, oldest = list_backups(state.workbook)
    found = make_view(state, [newest, oldest]).versions
    assert [each.time for each in found] == [f"{each.replaced:%H:%M:%S}" for each in (newest, oldest)]
    assert [each.before for each in found] == ["before round 4 was added", "before round 3 was added"]
    assert f"Go back to {found[0].time}" in text(shown(state), "versions-question")
    assert "is kept as the newest of these" in text(shown(state), "versions-explained")


def test_going_back_is_undone_in_the_same_way_and_a_second_press_does_nothing(state: DeskState) -> None:
    """Desk 2.20."""
    desk, pressed = pressing(state)
    before = state.workbook.read_bytes()
    (kept,) = list_backups(state.workbook)
    back = {"until": str(kept.replaced)}
    assert pressed.go_back(back).text.startswith(f"in-progress.xlsx is restored as of {kept.replaced:%H:%M}")
    assert state.workbook.read_bytes() == kept.path.read_bytes()
    assert pressed.go_back(back) == TOO_LATE
    pressed.go_back({"until": str(list_backups(state.workbook)[0].replaced)})
    assert state.workbook.read_bytes() == before
    assert pressed.go_back({"until": "tomorrow"}) == TOO_LATE
    assert desk.rests == 4


def test_nothing_is_written_while_the_workbook_is_open(state: DeskState) -> None:
    state.workbook.with_name("~$in-progress.xlsx").touch()
    before = everything(state.workbook.parent)
    _, pressed = pressing(state)
    for said in (pressed.go_back({}), pressed.write_anew(named(state))):
        assert said.text == "in-progress.xlsx is open in Excel: close it, then press again."
    assert everything(state.workbook.parent) == before


def test_a_renamed_file_is_told_with_its_new_name(state: DeskState) -> None:
    """Desk 2.21."""
    other = state.workbook.rename(state.workbook.with_name("Saturday.xlsx"))
    tree = shown(replace(state, fault=Fault(FaultKind.RENAMED, path=other)))
    assert text(tree, "fault") == (
        "in-progress.xlsx is named Saturday.xlsx now. Give it its old name back; or end this desk, and open "
        "Saturday.xlsx."
    )


# --- pairing anew ---


def test_a_blank_round_is_paired_anew_after_saying_what_that_costs(state: DeskState) -> None:
    """Desk 2.23."""
    desk, pressed = pressing(state)
    said = text(shown(state), "written-explained")
    assert said.startswith("No result is entered yet, so none is lost. Slips of tables that change are void:")
    anew = named(state)
    assert pressed.write_anew(anew) == Reply("Round 3 is re-paired.", "en")
    assert pressed.write_anew(anew) == TOO_LATE
    assert desk.anew == [3, 3]


def test_a_round_that_is_another_one_by_now_is_left_alone(state: DeskState) -> None:
    anew = named(state)
    edit(state.workbook, {"Players": {"B2": 9}})
    desk, pressed = pressing(show_workbook(state.workbook))
    assert pressed.write_anew(anew) == TOO_LATE
    assert desk.anew == []


def test_a_round_with_a_result_or_with_something_in_the_way_is_not_offered(state: DeskState) -> None:
    """Desk 2.23."""
    assert not find_round_to_write_anew(replace(state, fault=Fault(FaultKind.BROKEN)))
    enter_results(state.workbook, 3, leave=8)
    assert not find_round_to_write_anew(show_workbook(state.workbook))


def test_the_sheet_of_a_round_is_written_anew_from_what_there_is_now(state: DeskState) -> None:
    """Desk 2.23; rules 1.4.17."""
    row = records(state.workbook, "Round 3")[0]
    players = records(state.workbook, "Players")
    at = next(number for number, each in enumerate(players, 2) if each["Player"] == row["Player A"])
    column = chr(ord("A") + [*players[0]].index("Dropped after"))
    edit(state.workbook, {"Players": {f"{column}{at}": 2}})
    wrong = show_workbook(state.workbook)
    assert wrong.outcome is not None
    assert [each.place.sheet for each in wrong.outcome.problems] == ["Round 3"], "the reason to pair it anew"
    assert find_round_to_write_anew(wrong) == 3
    outcome = run(state.workbook, Options().wanting_anew(3))
    assert [new.number for new in outcome.paired] == [3]
    seated = {each[side] for each in records(state.workbook, "Round 3") for side in ("Player A", "Player B")}
    assert row["Player A"] not in seated
    assert row["Player B"] in seated
    assert sheet_names(state.workbook).count("Round 3") == 1
    assert any("Round 3 was paired again: the slips printed for tables " in each.message for each in outcome.notes)
    assert "Round 3 was paired anew, though it was published" in str(records(state.workbook, "Log"))
    assert list_backups(state.workbook)[0].before_round == 3
    before = state.workbook.read_bytes()
    assert not run(state.workbook, Options()).problems
    assert state.workbook.read_bytes() == before, "as any round"


def test_with_an_error_elsewhere_it_is_not_offered(state: DeskState) -> None:
    edit(state.workbook, {"Players": {"A2": None}})
    assert not find_round_to_write_anew(show_workbook(state.workbook))


def test_with_a_result_by_now_nothing_is_paired_anew(state: DeskState) -> None:
    enter_results(state.workbook, 3, leave=8)
    before = records(state.workbook, "Round 3")
    assert run(state.workbook, Options().wanting_anew(3)).paired == []
    assert records(state.workbook, "Round 3") == before


def test_the_desk_pairs_anew_and_has_nothing_printed_that_is_as_it_was(state: DeskState, short_pauses: None) -> None:
    with watching(state.workbook) as desk:
        found = wait_until(desk, lambda state: state.outcome is not None and state.outcome.blank_round)
        before = records(state.workbook, "Round 3")
        pressed = Buttons(desk)
        assert pressed.write_anew(named(found)).text == "Round 3 is re-paired."
        wait_until(desk, lambda state: state.outcome is not None and state.outcome.paired_again == (3,))
        assert desk.state.to_print == ToPrint(), "nothing that was printed has changed"
    assert records(state.workbook, "Round 3") == before, "from the same results, the same"


def test_no_command_line_stands_on_the_page_where_it_does_not_answer(state: DeskState) -> None:
    """Desk 2.13."""
    (gone,) = shown(state).xpath('//template[@id="gone"]')
    assert "start it again as you did before" in gone.text_content()
    assert "turnabout" not in gone.text_content()


def test_a_deleted_sheet_can_be_brought_back_where_it_is_open(state: DeskState) -> None:
    """Desk 4.3."""
    assert state.outcome is not None
    gone = Question(Asked.GONE, 3, error(Place("Round 3"), "Round 3 was published and is not in the workbook.", ""))
    asked = replace(state, outcome=replace(state.outcome, questions=[gone]))
    assert "Ctrl+Z" not in text(shown(asked), "questions")
    program = OtherProgram(state.workbook.name, "Excel", "", "~$in-progress.xlsx")
    assert text(shown(replace(asked, open_in=program)), "gone-3-1-does").endswith(
        "It is open in Excel: bring the sheet back there (Ctrl+Z) and save, or, if that does not do it, close the "
        "workbook, then press here."
    )
    assert "Ctrl+Z" not in text(shown(replace(asked, open_in=program)), "gone-3-2-does")
