"""The desk before round 1 lists players and settings, and takes more from a list that is shown first (desk 2.14)."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from openpyxl import load_workbook

from tests.axe import find_violations
from tests.desk.browsing import look_in_both_schemes
from tests.desk.desks import wait_until, watching
from tests.desk.fake import FakeDesk, as_desk, copy_state
from tests.prints.browser import chromium
from tests.support.books import edit, records
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.text import isolate
from turnabout_sheets.desk.before_round_1 import Additions, AddReply, read_marks
from turnabout_sheets.desk.page import make_view, render_live_part
from turnabout_sheets.desk.player_box import Sent, read_sent_order
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.state import DeskState
from turnabout_sheets.jobs.add_players import mark_here
from turnabout_sheets.jobs.new import make_new_workbook
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.workbook.files.other_programs import OtherProgram

pytestmark = pytest.mark.slow

W = load_words("en")
FEW = Options(pair_first=False, answers=frozenset({(Asked.FEW, 1)}))


@pytest.fixture(scope="module")
def state_to_copy(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    folder = tmp_path_factory.mktemp("before-round-1")
    (folder / "list.csv").write_text("Name,Rating\nAda Lind,1500\nBen Moss,\n")
    make_new_workbook(folder / "Cup.xlsx", "Turnabout", folder / "list.csv", None, day="2026-05-31")
    return state_of(folder / "Cup.xlsx")


@pytest.fixture
def state(state_to_copy: DeskState, tmp_path: Path) -> DeskState:
    """Two players are listed."""
    return copy_state(state_to_copy, tmp_path)


@pytest.fixture
def workbook(state: DeskState) -> Path:
    return state.workbook


def state_of(workbook: Path, *, pair: bool = False) -> DeskState:
    return DeskState(1, workbook, run(workbook, Options(pair_first=pair)))


def names(workbook: Path) -> list[str]:
    return [row["Player"] for row in records(workbook, "Players")]


def test_players_rounds_and_settings_are_listed_until_round_1_is_paired(state: DeskState, workbook: Path) -> None:
    page = html.fromstring(render_live_part(state, None).decode())
    (before,) = page.xpath("//section[@id='before']")
    assert [" ".join(each.text_content().split()) for each in before.xpath(".//li | .//dl/div")] == [
        "Rounds 1",
        "Date 2026-05-31",
        "Pairing swiss",
        "First round random",
        "Ada Lind 1500",
        "Ben Moss",
    ]
    assert "2 players" in before.text_content()
    assert page.xpath("//div[@id='add-open' and not(@hidden)]")
    paired = html.fromstring(render_live_part(state_of(workbook, pair=True), None).decode())
    assert paired.xpath("//section[@id='before' and @hidden] | //div[@id='add-open' and @hidden]")[1:]


def test_who_is_added_was_shown_and_chosen(state: DeskState, workbook: Path) -> None:
    desk = FakeDesk(state)
    additions = Additions(as_desk(desk))
    sent = Sent("Name\tElo\n1. Ben Moss\t\n2. Cy Ho\t1.650\n3. Dee Poe?\t\nCy Ho\t\n")
    rows = html.fromstring(additions.show(sent).shown).xpath("//tbody/tr")
    assert [" ".join(row.text_content().split()) for row in rows] == [
        "2 Ben Moss Already in the workbook",
        "3 Cy Ho Written: 1.650. What is meant? 1650 1.65 1650",
        "4 Dee Poe? Is this a player?",
        "5 Cy Ho (2) The name is already in line 3: tick it only if this is another player",
    ]
    assert names(workbook) == ["Ada Lind", "Ben Moss"]
    chosen = sent._replace(chosen=json.dumps({"4": {"taken": False, "values": {}}}))
    assert additions.add(chosen) == AddReply("Added: 1. Undo brings back the workbook as it was.", "en", done=True)
    assert [(row["Player"], row["Rating"]) for row in records(workbook, "Players")][2:] == [("Cy Ho", 1650)]
    assert desk.runs == 1


def test_who_is_ticked_is_marked_as_here_and_alone_is_paired(state: DeskState, workbook: Path) -> None:
    desk = FakeDesk(state)
    additions = Additions(as_desk(desk))
    assert additions.mark(read_marks(b'{"Ada Lind": true, "Ben Moss": true}')) == AddReply(
        f"{isolate('Ben Moss')} is here.", "en"
    )
    assert additions.mark({"Ben Moss": False}) == AddReply(
        f"{isolate('Ben Moss')} is not marked as here any more.", "en"
    )
    assert [(row["Player"], row["Here"]) for row in records(workbook, "Players")] == [
        ("Ada Lind", "x"),
        ("Ben Moss", ""),
    ]
    assert desk.runs == 2
    page = html.fromstring(render_live_part(state_of(workbook), None).decode())
    assert [(box.get("data-here"), "checked" in box.attrib) for box in page.xpath("//*[@data-here]")] == [
        ("Ada Lind", True),
        ("Ben Moss", False),
    ]


def test_what_is_next_speaks_of_those_who_are_marked(workbook: Path) -> None:
    mark_here(workbook, {"Ada Lind": True, "Ben Moss": True})
    said = make_view(state_of(workbook), None).next
    assert said == "2 of 2 players are marked as here. When everyone present is marked, pair round 1."
    mark_here(workbook, {"Ben Moss": False})
    edit(workbook, {"Players": {"A4": "Cy Ho", "A5": "Dee Poe"}})
    page = make_view(replace(state_of(workbook), outcome=run(workbook, FEW)), None)
    assert page.next == "Mark two players or more in the column Here of the sheet Players, and save."


def test_the_cell_of_a_checkbox_stays_one(workbook: Path) -> None:
    book = load_workbook(workbook)
    sheet = book["Players"]
    (column,) = [cell.column for cell in sheet[1] if cell.value == "Here"]
    for row in (2, 3):
        sheet.cell(row, column, value=row == 2)
    book.save(workbook)
    mark_here(workbook, {"Ada Lind": False, "Ben Moss": True})
    assert [row["Here"] for row in records(workbook, "Players")] == [False, True]


@pytest.mark.parametrize("marks", [b"[]", b"{}", b'{"Ada Lind": 1}', b"[" * 100_000])
def test_marks_that_no_page_of_ours_sends_are_refused(marks: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_marks(marks)


def test_nobody_is_marked_who_is_gone_or_once_round_1_is_paired(state: DeskState, workbook: Path) -> None:
    additions = Additions(as_desk(FakeDesk(state)))
    data = workbook.read_bytes()
    said = additions.mark({"Ada Lind": True, "Cy Ho": True}).text
    assert said == "Cy Ho is not on the sheet Players, so nobody was marked."
    assert workbook.read_bytes() == data
    state_of(workbook, pair=True)
    assert additions.mark({"Ada Lind": True}).text == "Round 1 has been paired meanwhile, so nobody was marked."


def test_while_the_workbook_is_open_nobody_is_ticked(state: DeskState, workbook: Path) -> None:
    state = replace(state, open_in=OtherProgram(workbook.name, "Excel", "", "~$Cup.xlsx"))
    page = html.fromstring(render_live_part(state, None).decode())
    assert len(page.xpath("//*[@data-here and @disabled]")) == 2
    workbook.with_name("~$Cup.xlsx").touch()
    additions = Additions(as_desk(FakeDesk(state)))
    assert additions.mark({"Ada Lind": True}).text.endswith("or close it to tick who is here.")


def test_a_button_that_is_pressed_twice_adds_once(state: DeskState, workbook: Path) -> None:
    additions, sent = Additions(as_desk(FakeDesk(state))), Sent("Cy Ho\n", chosen="{}")
    assert additions.add(sent).done
    again = additions.add(sent)
    assert again == AddReply(W("list.none_added"), "en")
    assert names(workbook) == ["Ada Lind", "Ben Moss", "Cy Ho"]


def test_a_list_that_comes_after_round_1_is_paired_changes_nothing(state: DeskState, workbook: Path) -> None:
    before = state
    after = state_of(workbook, pair=True)
    data = workbook.read_bytes()
    told = AddReply(W("list.paired"), "en")
    for shown in (before, after):  # the desk may not know of it yet
        assert Additions(as_desk(FakeDesk(shown))).add(Sent("Cy Ho\n", chosen="{}")) == told
    assert Additions(as_desk(FakeDesk(after))).show(Sent("Cy Ho\n")).text == told.text
    assert workbook.read_bytes() == data


def test_a_workbook_that_is_open_is_closed_first(state: DeskState, workbook: Path) -> None:
    additions = Additions(as_desk(FakeDesk(state)))
    workbook.with_name("~$Cup.xlsx").write_bytes(b"\3Ann" + 161 * b" ")
    reply = additions.add(Sent("Cy Ho\n", chosen="{}"))
    assert reply.text.startswith("Cup.xlsx is open in ")
    assert (reply.done, names(workbook)) == (False, ["Ada Lind", "Ben Moss"])


@pytest.mark.parametrize("chosen", ["", "[1]", '{"7": {"taken": true}}', '{"1": {"taken": 1}}'])
def test_choices_that_do_not_fit_are_told(state: DeskState, chosen: str) -> None:
    additions = Additions(as_desk(FakeDesk(state)))
    assert additions.add(Sent("Cy Ho\n", chosen=chosen)) == AddReply(W("list.changed"), "en")
    assert additions.add(Sent("1650\n", chosen="{}")).text.startswith("The pasted list: no row has a name")


@pytest.mark.parametrize("body", [b"[]", b'{"texts": ""}', b'{"text": 1}', b"x"])
def test_what_no_page_of_ours_sends_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_sent_order(body)


def test_an_event_without_players_says_so(tmp_path: Path) -> None:
    path = tmp_path / "Cup.xlsx"
    make_new_workbook(path, "Netrunner", None, None)
    view = make_view(state_of(path), None).before
    assert view is not None
    assert (view.listed, list(view.players)) == ("0 players", [])
    many = "\n".join(f"Player {chr(97 + at % 26)}{chr(97 + at // 26)}" for at in range(300))
    assert Additions(as_desk(FakeDesk(state_of(path)))).add(Sent(many, chosen="{}")).done
    assert len(names(path)) == 300


@pytest.mark.usefixtures("short_pauses")
def test_the_desk_goes_on_with_those_who_were_added(workbook: Path) -> None:
    with watching(workbook, Options(pair_first=False)) as desk:
        wait_until(desk, lambda state: state.outcome is not None)
        assert Additions(desk).add(Sent("Cy Ho\nDee Poe\n", chosen="{}")).done
        state = wait_until(
            desk,
            lambda state: state.outcome and state.outcome.event and len(state.outcome.event.players) == 4,
        )
        view = make_view(state, None).before
        assert view is not None
        assert [player.name for player in view.players] == ["Ada Lind", "Ben Moss", "Cy Ho", "Dee Poe"]


@pytest.mark.browser
@pytest.mark.usefixtures("short_pauses")
def test_a_list_is_pasted_looked_at_and_added_on_the_page(workbook: Path) -> None:
    browser = chromium()
    with watching(workbook, Options(pair_first=False)) as desk, serve(desk) as shown:
        wait_until(desk, lambda state: state.outcome is not None)
        browser.open(shown.address)
        browser.wait_for("document.querySelectorAll('#before li').length === 2")
        browser.ask(
            "(() => { const list = document.getElementById('list'); list.value = 'Ada Lind\\nCy Ho (1.650)\\nDee?'; "
            "list.dispatchEvent(new Event('input')) })()"
        )
        browser.wait_for("document.querySelectorAll('.doubtful').length === 3")
        assert look_in_both_schemes(browser) == []
        assert find_violations(browser) == []
        browser.ask("document.getElementById('take-3').click()")
        browser.ask("document.getElementById('add-players').click()")
        browser.wait_for("document.querySelectorAll('#before li').length === 3")
        browser.wait_for("document.getElementById('list').value === '' && !document.querySelector('#understood tr')")
        assert browser.ask("document.getElementById('said').textContent").startswith("Added: 1.")
        desk.pair_now()
        browser.wait_for("document.getElementById('add-open').hidden")
        assert browser.ask("getComputedStyle(document.getElementById('add')).display") == "none"
        browser.open("about:blank")
    assert names(workbook) == ["Ada Lind", "Ben Moss", "Cy Ho"]


@pytest.mark.browser
@pytest.mark.usefixtures("short_pauses")
def test_who_is_here_is_ticked_on_the_page(workbook: Path) -> None:
    browser = chromium()
    with watching(workbook, Options(pair_first=False)) as desk, serve(desk) as shown:
        wait_until(desk, lambda state: state.outcome is not None)
        browser.open(shown.address)
        browser.wait_for("document.querySelectorAll('[data-here]').length === 2")
        browser.ask("document.querySelectorAll('[data-here]').forEach(tick => tick.click())")
        browser.wait_for("document.getElementById('event').textContent.includes('2 of 2 are here')")
        browser.wait_for(
            "[...document.querySelectorAll('[data-here]')].every(tick => tick.defaultChecked && tick.checked)"
        )
        browser.open("about:blank")
    assert [row["Here"] for row in records(workbook, "Players")] == ["x", "x"]


@pytest.mark.slow
@pytest.mark.usefixtures("short_pauses")
def test_while_people_are_marked_round_1_waits_for_another_press(workbook: Path) -> None:
    """Desk 4.8: the question whether it is only for those who are marked ends what was pressed before."""
    with watching(workbook) as desk:
        wait_until(desk, lambda state: state.outcome and not state.fault)
        additions = Additions(desk)
        additions.add(Sent("Cy Ho\nDee Poe\nEd Ray\n", chosen="{}"))
        additions.mark({"Ada Lind": True, "Ben Moss": True})
        wait_until(desk, lambda state: state.outcome and state.outcome.event.count_marked().get("here") == 2)
        desk.pair_now()
        wait_until(desk, lambda state: state.questions)
        additions.mark({"Cy Ho": True})
        state = wait_until(desk, lambda state: state.outcome and state.outcome.event.count_marked().get("here") == 3)
        assert not state.outcome.new_rounds
        desk.pair_now()
        wait_until(desk, lambda state: state.outcome and state.outcome.event.last_round == 1)
