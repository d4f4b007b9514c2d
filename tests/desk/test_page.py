"""What stands on the desk's page, as HTML: everything that it is told, in order, in the event's language."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from lxml import html

from tests.desk.fake import run_sample, show_workbook
from tests.desk.parsed_page import KEPT, parsed, text
from tests.prints.events import ENGLISH, TRICKY
from tests.prints.word_lists import letters, names_in, only_values, texts_of
from tests.support.books import enter_results
from tests.support.commands import turnabout
from tests.support.desk import Desk
from tests.support.simulated import simulated
from turnabout_sheets.changes.differences import Change
from turnabout_sheets.core.problems import Said
from turnabout_sheets.desk import sentences
from turnabout_sheets.desk.lists import MOST_LINES, MOST_PLAYERS
from turnabout_sheets.desk.page import make_view, render_live_part, render_page
from turnabout_sheets.desk.state import Archived, DeskState, Fault, FaultKind, ToPrint
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.outdated import Outdated
from turnabout_sheets.prints.words import Words
from turnabout_sheets.workbook.files.other_programs import OtherProgram


@pytest.fixture(scope="module")
def paired(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    """Round 3 is paired."""
    return run_sample("in-progress", tmp_path_factory.mktemp("paired"))


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    """In round 3 tables 8 and 9 are out, and it was typed and printed when Excel had the workbook open."""
    state = run_sample("in-progress", tmp_path_factory.mktemp("running"))
    enter_results(state.workbook, 3, leave=2)
    state = show_workbook(state.workbook)
    return replace(
        state,
        open_in=OtherProgram(state.workbook.name, "Excel", "Ann", "~$in-progress.xlsx"),
        saved=datetime(2026, 5, 31, 14, 3, 2),
        changes=(
            Change("Round 3", "F4", "Table 3", "Game 1 winner", "A", "B"),
            Change("Round 3", "G4", "Table 3", "Game 1 count", "", "7"),
            Change("Event", "B3", "", "Venue", "", "Hall"),
            Change("Players", "", "Zoë", "Player", "Zoë", ""),
        ),
        to_print=ToPrint("", Outdated(3, (8, 9), ("round-03-pairings-by-player.html",))),
    )


def test_what_is_to_be_done_next_comes_first_and_everything_has_its_heading(running: DeskState) -> None:
    """Desk 1.1 and 2.2."""
    tree = parsed(running)
    shown = tree.xpath("//*[self::h1 or self::h2][not(ancestor-or-self::*[@hidden]) and not(ancestor::dialog)]")
    assert [(each.tag, each.text_content()) for each in shown] == [
        ("h1", "Summer Turnabout"), ("h2", "Next"), ("h2", "Enter a result"),
        ("h2", "Still playing"), ("h2", "Changed by the last save"), ("h2", "Standings after round 3"),
        ("h2", "Late arrivals and drop-outs"),
    ]  # fmt: skip
    assert (
        text(tree, "event")
        == "Summer Turnabout Turnabout · 19 players · Round 3 of 5 in-progress.xlsx, saved at 14:03:02"
    )
    assert text(tree, "next").startswith(
        "Next The results of tables 8 and 9 are missing. Type the results into the sheet Round 3, and save."
    )
    assert "The workbook is open in Excel: save (Ctrl+S) to update this page." in text(tree, "next")


def test_outstanding_tables_changes_and_standings_are_listed(running: DeskState) -> None:
    """Desk 2.2."""
    tree = parsed(running)
    assert text(tree, "outstanding").endswith("8 Rafael Jansen Ben Kim 9 Finn Ortiz Farah Wójcik")
    changes = [" ".join(each.text_content().split()) for each in tree.xpath('//*[@id="changes"]//li')]
    assert changes == [
        "Table 3 Round 3 Game 1 winner F4 before A → now B Game 1 count G4 before blank → now 7",
        "Event Venue B3 before blank → now Hall",
        "Zoë Players Player before Zoë → now blank",
    ]
    assert "Provisional: results are missing Rank Player VP 1 Björn Eriksen 70" in text(tree, "standings")
    assert "Rafael Jansen Provisional 18" in text(tree, "standings")


def buttons(state: DeskState) -> list[tuple[str, str, bool]]:
    """Return the buttons above the lists: their labels, what they do with what, and whether that is to be done now."""
    found = parsed(state).xpath('//*[@id="buttons"]//button')
    does = [
        next(f"{name} {each.get(f'data-{name}')}" for name in ("print", "do", "ask") if each.get(f"data-{name}"))
        for each in found
    ]
    return [(each.text, what, each.get("class") == "first") for each, what in zip(found, does, strict=True)]


def test_buttons_print_what_there_is_to_print(paired: DeskState, running: DeskState) -> None:
    """Desk 2.4 and 2.5."""
    assert buttons(paired) == [("Print round 3", "print prints/round-03.html", True)]
    assert buttons(running) == [
        ("Print again: the slips of tables 8 and 9, Pairings by player", "print again", True),
        ("Print round 3", "print prints/round-03.html", False),
    ]
    earlier = replace(running, to_print=ToPrint("", Outdated(3, (), ("standings-after-round-02.html",))))
    assert buttons(earlier)[0] == ("Print again: Standings", "print again", True)
    unknown = replace(running, to_print=ToPrint("", Outdated(3, (), ("of-old.html",))))
    assert buttons(unknown)[0] == ("Print again: of-old.html", "print again", True)
    later = replace(running, to_print=ToPrint("", Outdated(3, (), (), ("movement-sheets.html",))))
    assert buttons(later) == [("Print round 3", "print prints/round-03.html", False)]
    assert "Print again, if already printed: Movement sheets" in text(parsed(later), "next")


def test_before_the_first_round_everybody_is_checked_in_and_then_it_is_paired(tmp_path: Path) -> None:
    """Desk 2.3."""
    workbook = tmp_path / "Friday.xlsx"
    (tmp_path / "players.txt").write_text("Ann\nBen\nCy\nDee", "utf-8")
    turnabout("new", workbook, "--players", tmp_path / "players.txt")
    outcome = run(workbook, Options(pair_first=False))
    assert outcome.event is not None
    assert outcome.event.last_round == 0
    state = DeskState(1, workbook, outcome)
    assert "4 players so far. When the list is complete, pair round 1." in text(parsed(state), "next")
    assert buttons(state) == [
        ("Pair round 1", "do pair", True),
        ("Print: Check-in list", "print prints/check-in.html", False),
    ]
    assert (tmp_path / "Friday prints" / "check-in.html").exists()


def test_with_a_movement_what_lies_on_the_tables_is_printed_before_the_first_game(tmp_path: Path) -> None:
    workbook = tmp_path / "Friday.xlsx"
    simulated(workbook, "--format", "Duplicate Magic", "--players", 8, "--played", 0)
    shown = buttons(show_workbook(workbook))
    assert shown[1:] == [
        ("Print: Movement sheets", "print prints/movement-sheets.html", False),
        ("Print: Table cards", "print prints/table-cards.html", False),
    ]
    assert all((tmp_path / "Friday prints" / f"{name}.html").exists() for name in ("movement-sheets", "table-cards"))


def test_a_round_that_waits_can_be_paired_anew_and_what_it_costs_to_leave_it_is_said(paired: DeskState) -> None:
    """Desk 2.6."""
    outcome = paired.outcome
    assert outcome is not None
    waiting = replace(
        outcome,
        waiting="open",
        remarks=[Said("desk.changed.piles", {"n": 1, "round": 3})],
    )
    state = replace(paired, outcome=waiting)
    assert buttons(state)[1] == ("Re-pair round 3", "ask anew-question", False)
    assert text(parsed(state), "anew-question").startswith(
        "Re-pair round 3? The round is paired from the current results. Slips of tables that change"
    )
    assert "stay as they are. 1 pair of round 3 would be paired differently now." in text(parsed(state), "next")
    assert len(buttons(paired)) == 1


def test_at_the_end_the_standings_and_the_report_are_printed(tmp_path: Path) -> None:
    state = run_sample("finished", tmp_path)
    printed = [
        ("Print: Standings", "print prints/standings-after-round-05.html", False),
        ("Print: Event report", "print prints/report.html", False),
    ]
    assert buttons(state) == [*printed, ("Archive this event", "do archive", True)]
    asked = replace(state, archived=Archived(question="The cup"))
    assert buttons(asked)[2:] == [("It is the same event: replace it", "do archive", False)]
    said = "Is it the same event, and does this one replace it?"
    assert "archive the event. \u2068The cup\u2069: there may be" in text(parsed(asked), "next")
    assert text(parsed(asked), "next").endswith(said)
    come = Said("desk.archive.come", {"what": "Zoe"})
    kept = replace(state, archived=Archived("/club/turnabout-archive.sqlite", (come,)))
    assert buttons(kept) == printed
    assert text(parsed(kept), "next") == (
        "Next The event is finished and archived. Print the standings and the report if you haven’t yet. "
        "The archive: /club/turnabout-archive.sqlite new: Zoe"
    )


def test_what_is_not_over_cannot_be_archived(running: DeskState, paired: DeskState) -> None:
    """Desk 2.8."""
    for state in (running, paired):
        assert "do archive" not in {what for _, what, _ in buttons(state)}


def test_problems_say_where_and_what_to_do_in_the_language_of_the_program(tmp_path: Path) -> None:
    """Desk 2.1 and 2.2."""
    tree = parsed(run_sample("broken", tmp_path))
    assert text(tree, "next") == (
        "Fix this in the workbook, then save "
        'Allow rematches is "perhaps"; expected yes or no. Event!B12 Correct the cell.'
    )
    first = tree.xpath('//*[@id="problems"]//li')[0]
    assert " ".join(first.text_content().split()) == (
        'Error Event!B14 Bye VP is "eighteen"; expected a whole number from 0 to 30. Correct the cell.'
    )
    assert [each.get("lang") for each in first.iter("p")] == ["en", "en"]
    assert text(tree, "standings") == ""


def test_a_fault_stands_before_all_else_and_the_last_version_below_it(running: DeskState) -> None:
    state = replace(running, fault=Fault(FaultKind.NOT_WRITTEN, "It is write-protected; allow writing."))
    tree = parsed(state)
    assert text(tree, "fault") == (
        "The workbook was read, but not all could be written. It is write-protected; allow writing."
    )
    assert tree.xpath("//main/*[1]/@id") == ["fault"]
    assert "The results of tables 8 and 9 are missing." in text(tree, "next")
    assert text(parsed(running), "fault") == ""


def test_only_an_earlier_version_asks_whether_it_is_meant(running: DeskState) -> None:
    for kind in FaultKind:
        tree = parsed(replace(running, fault=Fault(kind, path=Path("kept.xlsx"))))
        assert len(tree.xpath('//button[@data-do="go-on"]')) == (kind is FaultKind.OLDER)


def test_before_anything_is_read_the_file_is_named(tmp_path: Path) -> None:
    tree = parsed(DeskState(0, tmp_path / "Friday.xlsx"), ())
    assert text(tree, "event") == "Friday.xlsx Friday.xlsx"
    assert text(tree, "next") == "Next The workbook is being read."
    assert [text(tree, name) for name in ("buttons", "problems", "outstanding", "changes", "standings")] == [""] * 5
    assert not tree.xpath('//*[@id="undo" or @id="all-pages"]')


def test_sheets_that_wait_are_told_of_unless_that_is_what_is_next(running: DeskState) -> None:
    assert running.outcome is not None
    waiting = replace(running, outcome=replace(running.outcome, waiting="open"))
    said = "The program’s sheets in the workbook are updated when you close it."
    assert said in text(parsed(waiting), "next")
    assert said not in text(parsed(running), "next")


def test_undo_says_until_when_the_version_was_the_workbook(running: DeskState) -> None:
    assert "as of 14:05:07" in text(parsed(running), "undo-question")
    assert not parsed(running, ()).xpath('//*[@id="undo"]')


def test_a_list_that_is_too_long_is_cut_and_says_so(running: DeskState) -> None:
    many = tuple(
        Change("Round 3", f"F{row}", f"Table {row}", "Game 1 winner", "", "A") for row in range(MOST_LINES + 3)
    )
    tree = parsed(replace(running, changes=many))
    assert len(tree.xpath('//*[@id="changes"]//li//p')) == MOST_LINES
    assert text(tree, "changes").endswith("and 3 more")


def test_names_can_bring_nothing_into_disorder(running: DeskState) -> None:
    changes = tuple(Change(name, name, name, name, name, name) for name in TRICKY)
    state = replace(running, changes=changes, fault=Fault(FaultKind.BROKEN, TRICKY[1], Path(TRICKY[1])))
    tree = parsed(state)
    assert len(tree.xpath("//script")) == len(parsed(running).xpath("//script")) == 1
    assert [each.text_content() for each in tree.xpath('//*[@id="changes"]//b')] == list(TRICKY)


def test_the_live_part_is_that_of_the_page(running: DeskState) -> None:
    assert render_live_part(running, [KEPT]) in render_page(running, [KEPT], "N0nce", 10)


def test_the_page_is_in_the_language_of_the_event(tmp_path: Path) -> None:
    """Desk 2.1."""
    state = run_sample("in-progress", tmp_path)
    Desk(state.workbook).type("Event", "Language", {"Value": "Deutsch"})
    tree = parsed(show_workbook(state.workbook))
    assert tree.get("lang") == "de"
    assert "Die Ergebnisse in das Blatt Round 3 eintragen und speichern." in text(tree, "next")


def test_no_word_stands_on_the_page_but_names_and_what_the_file_of_words_says(
    running: DeskState, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = Words("en", {key: only_values(words) for key, words in ENGLISH.texts.items()})
    monkeypatch.setattr(sentences, "load_words", lambda *_: values)
    tree = parsed(replace(running, changes=()))
    for script in tree.xpath("//script"):
        script.drop_tree()
    shown = html.tostring(tree, encoding="unicode")
    assert running.outcome is not None
    assert running.outcome.results is not None
    allowed = names_in(running.outcome.results) | {"A", "B"} | letters(f"{running.workbook} Excel Round 3")
    form = make_view(running, ()).entry
    assert form is not None
    allowed |= letters(form.how)
    assert {word for each in texts_of(shown) for word in letters(each)} - allowed == set()


@pytest.mark.slow
def test_of_a_large_event_the_leaders_are_shown(tmp_path: Path) -> None:
    workbook = tmp_path / "Friday.xlsx"
    simulated(workbook, "--players", 200, "--rounds", 2, "--played", 1, "--missing", 50)
    tree = parsed(show_workbook(workbook))
    assert text(tree, "next") == "Next 50 results are missing. Type the results into the sheet Round 1, and save."
    assert len(tree.xpath('//*[@id="outstanding"]//tbody/tr')) == MOST_LINES
    assert text(tree, "outstanding").endswith("and 10 more")
    assert len(tree.xpath('//*[@id="standings"]//tbody/tr')) == MOST_PLAYERS
    assert text(tree, "standings").endswith(f"and {200 - MOST_PLAYERS} more")


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        ("netrunner", "Print the pages of round 4, and type the results into the sheet Round 4."),
        ("duplicate", "The event is finished. Print the standings and the report, and archive the event."),
        ("duplicate-in-progress", "The result of table 1 is missing."),
        ("cup", "Print the pages of round 3, and type the results into the sheet Round 3."),
        ("round-robin", "The result of table 1 is missing."),
    ],
)
def test_every_format_has_its_page(tmp_path: Path, sample: str, said: str) -> None:
    tree = parsed(run_sample(sample, tmp_path))
    assert said in text(tree, "next")
    is_over = said.startswith("The event is finished")
    assert text(tree, "standings").startswith("Final standings Rank" if is_over else "Standings after round")
    printed = [each.get("data-print") for each in tree.xpath("//button[@data-print]")]
    assert printed
    assert ("prints/bracket.html" in printed) is (sample == "cup")
    assert all((tmp_path / f"{sample} {each}").is_file() for each in printed)
