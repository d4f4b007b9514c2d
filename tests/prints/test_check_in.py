"""The check-in list: who is on it, in which order, with which option, and when a run prints it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from tests.prints.cutting import overlaps
from tests.prints.duplicates import paired, with_winners
from tests.prints.events import ENGLISH, LONG, TRICKY, plain_names
from tests.prints.making import render
from tests.prints.played import assert_clear, played
from tests.prints.printed import print_page
from tests.support.commands import turnabout
from tests.support.simulated import simulated
from turnabout_sheets.event.results import Results
from turnabout_sheets.prints.pages.check_in import FEWEST_EMPTY, PAGE, CheckInLine, make_view
from turnabout_sheets.prints.words import load_words

EMPTY = CheckInLine()


def lines(found: Results) -> list[CheckInLine]:
    return [line for sheet in make_view(found, ENGLISH).sheets for line in sheet]


def drawn(found: Results, language: str = "en") -> str:
    w = load_words(language)
    return render(PAGE.documents[0].template, make_view(found, w), w)


def test_everybody_is_on_it_in_alphabetical_order_with_the_option_of_the_deck() -> None:
    found = played(["Zoe", "adam", "Éric", "Eve"], 0)
    zoe, *others = found.event.players
    event = replace(found.event, players=(replace(zoe, fields={"option": "tolaria"}), *others))
    assert lines(replace(found, event=event))[:5] == [
        CheckInLine("adam", "Dominaria"),
        CheckInLine("Éric", "Dominaria"),
        CheckInLine("Eve", "Dominaria"),
        CheckInLine("Zoe", "Tolaria"),
        EMPTY,
    ]


def test_who_joins_late_is_marked_and_who_will_not_come_is_left_out() -> None:
    found = played(["Ann", "Bob", "Cem"], 0)
    ann, bob, cem = found.event.players
    event = replace(found.event, players=(ann, replace(bob, joined=3), replace(cem, dropped_after=0)))
    named = [line for line in lines(replace(found, event=event)) if line != EMPTY]
    assert [(line.name, line.note) for line in named] == [("Ann", ""), ("Bob", "Joined in round 3")]


def test_who_is_marked_as_here_is_ticked_and_who_is_not_yet_is_on_it() -> None:
    """Rules 1.4.20."""
    found = played(["Ann", "Bob", "Cem"], 0)
    ann, bob, cem = found.event.players
    missing, late = replace(bob, dropped_after=0, as_marked=True), replace(cem, joined=2, as_marked=True)
    found = replace(found, event=replace(found.event, players=(replace(ann, here=True), missing, late)))
    assert [(line.name, line.note, line.here) for line in lines(found) if line != EMPTY] == [
        ("Ann", "", True), ("Bob", "", False), ("Cem", "", False),
    ]  # fmt: skip
    ticks = html.fromstring(drawn(found)).xpath('//span[@class="tick"]')
    assert [each.text_content() for each in ticks[:4]] == ["✓", "", "", ""]


def test_partners_stand_each_for_itself_and_other_formats_have_no_option() -> None:
    found = with_winners(paired(["Ann", "Bob", "Cem", "Dan", "Eve"], partners=["Gus", "Hal", "Ida", "Jon", "Kim"]), [])
    view = make_view(found, ENGLISH)
    assert not view.options
    assert [line.name for line in lines(found) if line.name] == [
        "Ann (with Gus)", "Bob (with Hal)", "Cem (with Ida)", "Dan (with Jon)", "Eve (with Kim)",
        "Gus (with Ann)", "Hal (with Bob)", "Ida (with Cem)", "Jon (with Dan)", "Kim (with Eve)",
    ]  # fmt: skip
    assert view.summary == "10 players"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("players", [1, 2, 15, 16, 17, 60, 64, 500])
def test_sheets_are_filled_up_with_empty_lines_and_a_few_at_least(players: int, paper: str) -> None:
    view = make_view(played(plain_names(players), 0, paper=paper), ENGLISH)
    assert len({len(sheet) for sheet in view.sheets}) == 1
    assert [line.name for line in lines(played(plain_names(players), 0)) if line.name] == plain_names(players)
    assert sum(map(len, view.sheets)) >= players + FEWEST_EMPTY
    assert len(view.sheets) == -(-(players + FEWEST_EMPTY) // int((view.event.paper.height - 50) / 8.2))


def test_names_come_through_whole_and_as_text() -> None:
    tree = html.document_fromstring(drawn(played(TRICKY, 0)))
    names = [bdi.text for bdi in tree.xpath("//tbody//th//bdi")]
    assert sorted(names) == sorted(TRICKY)
    assert tree.xpath("//script") == []
    assert tree.xpath("//th[not(@scope)]") == []
    assert len(tree.find_class("tick")) == len(tree.xpath("//tbody/tr"))


@pytest.mark.browser
@pytest.mark.parametrize(
    ("paper", "language", "names"),
    [("A4", "en", plain_names(1)), ("A4", "de", list(TRICKY)), ("Letter", "fr", [LONG, *plain_names(63)]),
     ("Letter", "es", list(TRICKY))],
    ids=["1", "tricky", "64", "tricky Letter"],
)  # fmt: skip
def test_the_list_keeps_to_its_sheets(tmp_path: Path, paper: str, language: str, names: list[str]) -> None:
    found = played(names, 0, paper=paper)
    printed = print_page(drawn(found, language), tmp_path)
    assert_clear(printed, len(make_view(found, load_words(language)).sheets), paper)
    assert [overlaps(words) for words in printed.words] == [[]] * printed.pages
    assert all(word.points >= 8.95 for words in printed.words for word in words if word.text.startswith("Player0"))


def test_a_run_prints_it_until_the_first_result_is_in(tmp_path: Path) -> None:
    for reported, printed in ((0, True), (1, False)):
        workbook = tmp_path / f"{reported}.xlsx"
        simulated(workbook, "--players", 6, "--played", 1, "--missing", 3 - reported)
        assert turnabout("run", workbook).exit_code == 0
        page = tmp_path / f"{reported} prints" / "check-in.html"
        assert page.exists() == printed
        index = html.parse(page.with_name("index.html"))
        assert ("check-in.html" in index.xpath("//a/@href")) == printed
        assert turnabout("print", workbook, "--only", "check-in").exit_code == 0
        assert page.exists()
