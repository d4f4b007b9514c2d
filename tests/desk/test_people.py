"""Players who come and go by buttons of the desk's page: what is offered, answered, and taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from lxml import html

from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook
from tests.desk.parsed_page import parsed
from tests.desk.requests import post
from tests.support.books import cells, edit
from tests.support.commands import everything
from tests.support.desk import Desk
from turnabout_sheets.desk.people import People
from turnabout_sheets.desk.sentences import Reply, words_of
from turnabout_sheets.desk.server import serve
from turnabout_sheets.desk.state import DeskState

pytestmark = pytest.mark.slow


@pytest.fixture
def state(tmp_path: Path) -> DeskState:
    """Round 3 of 5 is paired, and Carla Silva has the bye. 19 players stand in the rows 2 to 20."""
    return run_sample("in-progress", tmp_path)


@pytest.fixture
def desk(state: DeskState) -> FakeDesk:
    return FakeDesk(state)


@pytest.fixture
def people(desk: FakeDesk) -> People:
    return People(as_desk(desk))


def plain(text: str) -> str:
    """Return a text without the signs that keep names in their direction."""
    return text.replace("\u2068", "").replace("\u2069", "")


def told(reply: Reply) -> list[str]:
    return [plain(each) for each in (reply.text, *(text for text, _ in reply.problems))]


def buttons(offered: Reply) -> list[Any]:
    return html.fragments_fromstring(offered.html)[:] if offered.html.strip() else []


def labels(offered: Reply) -> list[str]:
    return [each.findtext("button") for each in buttons(offered)]


def move(name: str, way: str, number: int, opponent: str = "") -> dict[str, str]:
    """Return what a button sends."""
    return {"name": name, "way": way, "round": f"{number}", "opponent": opponent}


LATE = move("Zoe Lind", "late", 4)


def test_what_can_be_done_stands_on_buttons_each_with_a_sentence(people: People) -> None:
    """Desk 2.15: to let somebody in from the next round on comes first."""
    shown = people.show({"name": " Zoe  Lind "})
    assert plain(shown.text) == "Zoe Lind is new here. Options now:"
    assert [(each.findtext("button"), plain(each.findtext("span"))) for each in buttons(shown)] == [
        ("Joins from round 4", "Zoe Lind is paired from round 4 on; earlier rounds score 0."),
        (
            "Joins round 3 now",
            "Zoe Lind plays Carla Silva in round 3, in a place that is free; all other pairs stay.",
        ),
    ]
    assert buttons(shown)[0].find("button").get("data-person") == urlencode(LATE)
    shown = people.show({"name": "carla silva"})
    assert labels(shown) == ["Sits out round 4", "Drops before round 3", "Drops after round 3"]
    assert "Slips of tables that change are void" in buttons(shown)[1].findtext("span")


def test_who_leaves_before_a_blank_round_has_it_paired_anew(desk: FakeDesk, people: People) -> None:
    """Desk 2.15: once."""
    order = move("Carla Silva", "out", 3)
    assert told(people.move(order)) == ["Carla Silva: Drops before round 3. Entered: Players!E17 = 2."]
    assert desk.anew == [3]
    assert told(people.move(order)) == ["That is not possible for Carla Silva any more, so nothing was done."]
    assert desk.anew == [3]


def test_a_name_that_is_nearly_one_that_is_there_is_asked(people: People) -> None:
    """Desk 2.15."""
    asked = people.show({"name": "Silva, Carla"})
    assert plain(asked.text) == "Do you mean Carla Silva?"
    meant = [each.find("button") for each in buttons(asked)]
    assert [(each.text, each.get("data-meant"), each.get("data-fresh")) for each in meant] == [
        ("Yes, Carla Silva", "Carla Silva", None),
        ("No, Silva, Carla is another player", "Silva, Carla", "new"),
    ]
    assert labels(people.show({"name": "Silva, Carla", "new": "new"})) == [
        "Joins from round 4",
        "Joins round 3 now",
    ]


def test_what_was_done_is_told_with_its_cells_and_taken_back_one_after_the_other(
    desk: FakeDesk, people: People
) -> None:
    """Desk 2.16 and 2.18."""
    workbook = desk.state.workbook
    before = cells(workbook, "Players")
    reply = people.move(LATE)
    assert told(reply) == [
        "Zoe Lind: Joins from round 4. Entered: Players!A21 = Zoe Lind, Players!D21 = 4.",
    ]
    assert (reply.answer, plain(reply.back)) == ("written", "Take it back (Zoe Lind: Joins from round 4)")
    desk.show(outcome=show_workbook(workbook).outcome)
    assert labels(people.show({"name": "Zoe Lind"}))[:1] == ["Joins round 3 now"]
    second = people.move(move("Carla Silva", "drop", 3))
    assert told(people.take_back({"number": f"{second.number}"}))[0].startswith(
        "Taken back: Carla Silva: Drops after round 3. Now: Players!E"
    )
    again = people.take_back({"number": f"{second.number}"})
    assert (again.answer, told(again)) == (
        "refused", ["That is taken back already, or something was done after it, so nothing was done."],
    )  # fmt: skip
    last = people.take_back({"number": f"{reply.number}"})
    assert (last.answer, last.back) == ("written", "")
    assert [[*row] for row in cells(workbook, "Players") if any(row)] == before
    assert desk.runs == 4


def test_a_button_that_is_pressed_twice_or_too_late_does_nothing(desk: FakeDesk, people: People) -> None:
    """Desk 2.17."""
    people.move(LATE)
    before = everything(desk.state.workbook.parent)
    for order in (LATE, {**LATE, "round": "3"}):
        reply = people.move(order)
        assert (reply.answer, told(reply)[0]) == (
            "refused", "That is not possible for Zoe Lind any more, so nothing was done.",
        )  # fmt: skip
    assert everything(desk.state.workbook.parent) == before


def test_while_the_workbook_is_open_it_says_what_to_type_where(desk: FakeDesk, people: People) -> None:
    """Desk 2.16."""
    desk.state.workbook.with_name("~$in-progress.xlsx").touch()
    before = everything(desk.state.workbook.parent)
    reply = people.move(LATE)
    assert told(reply) == [
        "in-progress.xlsx is open in Excel: close it and press again, or type there: Players!A21 = Zoe Lind, "
        "Players!D21 = 4."
    ]
    assert everything(desk.state.workbook.parent) == before


def test_where_nothing_can_be_done_it_says_why(people: People, tmp_path: Path) -> None:
    assert people.show({"name": "BYE"}).text.startswith("No player can be called BYE")
    assert people.show({"name": ""}).text == "The name is blank: type the name of the player."
    over = People(as_desk(FakeDesk(run_sample("finished", tmp_path / "over"))))
    shown = over.show({"name": "Zoe Lind"})
    assert plain(shown.text) == "Nothing can be done with Zoe Lind now. All rounds are played."


def test_no_command_line_stands_on_the_page_but_a_button(desk: FakeDesk) -> None:
    """Desk 2.19: a player in no round has a button beside the problem."""
    edit(desk.state.workbook, {"Players": {"A21": "Zoe Lind"}})
    state = show_workbook(desk.state.workbook)
    tree = parsed(state)
    (button,) = tree.xpath("//main//button[@data-person]")
    assert button.text == words_of(state)("people.let_in", name="Zoe Lind")
    assert "turnabout " not in tree.xpath("//main")[0].text_content()
    desk.show(outcome=state.outcome)
    reply = People(as_desk(desk)).move(dict(parse_qsl(button.get("data-person"), keep_blank_values=True)))
    assert told(reply)[1] == "Zoe Lind is in round 3 at table 10 against Carla Silva, who had the bye."


@pytest.mark.parametrize("language", ["Deutsch", "Français", "Español"])
def test_it_is_in_the_language_of_the_event(state: DeskState, language: str) -> None:
    Desk(state.workbook).type("Event", "Language", {"Value": language})
    people = People(as_desk(FakeDesk(show_workbook(state.workbook))))
    shown = people.show({"name": "Zoe Lind"})
    assert shown.language == people.move(LATE).language != "en"
    assert not {"Joins from round 4", "Joins round 3 now"} & {*labels(shown)}


def test_only_a_page_of_ours_may_send_orders(desk: FakeDesk) -> None:
    with serve(as_desk(desk), heartbeat=0.1) as server:
        for origin, status in ((None, 200), ("http://evil.example", 403)):
            assert post(server, "person", origin=origin, name="Zoe").status == status
            assert post(server, "move", origin=origin, **LATE).status == status
            assert post(server, "move-back", origin=origin, number=1).status == status
