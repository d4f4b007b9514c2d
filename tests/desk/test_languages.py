"""The page in the language of the event: nothing of it is English but what is said to be (desk 2.1)."""

from __future__ import annotations

import ast
import errno
import re
import shutil
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html
from openpyxl import load_workbook

import turnabout_sheets
from tests.desk.fake import FakeDesk, as_desk, run_sample, show_workbook, speak_german
from tests.prints.word_lists import texts_of
from tests.support.books import cells, copy_all, edit, enter_results
from tests.support.edited_book import Book
from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.core.backups import BackupsError
from turnabout_sheets.core.ordinary_files import OddFileError
from turnabout_sheets.core.problems import say_system
from turnabout_sheets.core.shared_files import HeldError, take_signature
from turnabout_sheets.desk import actions
from turnabout_sheets.desk.actions import Buttons
from turnabout_sheets.desk.entry import Entries
from turnabout_sheets.desk.page import render_page
from turnabout_sheets.desk.people import People
from turnabout_sheets.desk.start_page import Place, StartError, make_event, make_sample, open_event, show_list
from turnabout_sheets.desk.start_page import render_page as render_start_page
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.desk.watcher import read_version
from turnabout_sheets.jobs.after_run import do_after_run
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import run
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.workbook.files.other_programs import OtherProgram
from turnabout_sheets.workbook.files.save import explain_errors

pytestmark = pytest.mark.slow

ENGLISH = frozenset("the and is are of to with be been not this that has have it its were when if does from by".split())
"""Words without which there is hardly an English sentence, and which are no German ones."""

DE = load_words("de")

MAY_BE_ENGLISH = (
    "ancestor-or-self::*[@id='problems' or contains(@class, 'trouble')] or self::dt or self::th or not(node())"
)
"""What is wrong in the workbook, and names of columns and settings, which are so in it."""


def find_english(text: str) -> set[str]:
    return {*ENGLISH.intersection(re.findall(r"(?<![\w/\\-])[a-z]+(?![\w/\\-])", text))}


def check_page(page: bytes) -> None:
    """See that a page says nothing in English but what it marks so, and marks nothing else."""
    tree = html.document_fromstring(page.decode())
    assert [each.text_content() for each in tree.xpath(f"//body//*[@lang='en'][not({MAY_BE_ENGLISH})]")] == []
    for apart in tree.xpath("//body//*[@lang='en'] | //bdi"):  # names are in whatever language
        apart.drop_tree()
    for text in texts_of(html.tostring(tree, encoding="unicode")):
        assert not find_english(text), text


def check(state: DeskState) -> None:
    check_page(render_page(state, (), "", 1.0))


def in_german(name: str, folder: Path) -> DeskState:
    return run_sample(name, folder, speak_german)


SAMPLES = ("in-progress", "finished", "cup", "round-robin", "netrunner", "duplicate", "duplicate-in-progress", "broken")


@pytest.mark.parametrize("name", SAMPLES)
def test_each_event_has_a_german_page(name: str, tmp_path: Path) -> None:
    """Desk 2.1."""
    state = in_german(name, tmp_path)
    check(state)
    check(replace(state, open_in=OtherProgram(state.workbook.name, "Excel", "Ann", "~$a.xlsx")))


def test_each_fault_is_told_in_german(tmp_path: Path) -> None:
    """Desk 5.1."""
    state = in_german("in-progress", tmp_path)
    said = say_system(OSError(errno.EIO, "The disk is gone."), "Friday.xlsx")
    for kind in FaultKind:
        check(replace(state, fault=Fault(kind, "The disk is gone.", path=tmp_path, said=said)))
        check(replace(state, fault=Fault(kind, path=tmp_path)))


def test_what_could_not_be_published_is_told_in_german(tmp_path: Path) -> None:
    """Publishing 2.14."""
    state = in_german("in-progress", tmp_path)
    site = tmp_path / "site"
    site.write_text("a file")
    unpublished = do_after_run(run(state.workbook, Options()), Options(publish=site)).unpublished
    assert unpublished is not None
    page = render_page(replace(state, unpublished=unpublished), (), "", 1.0)
    check_page(page)
    assert DE.say(unpublished.said) in html.document_fromstring(page.decode()).text_content()


def test_a_round_that_waits_and_was_changed_by_hand_is_told_in_german(tmp_path: Path) -> None:
    state = in_german("in-progress", tmp_path)
    assert state.outcome is not None
    check(replace(state, outcome=replace(state.outcome, waiting="open")))
    names = cells(state.workbook, "Round 3")
    edit(state.workbook, {"Round 3": {"C2": names[2][2], "C3": names[1][2]}})
    changed = show_workbook(state.workbook)
    assert changed.outcome is not None
    assert changed.outcome.remarks
    check(changed)


def swap(workbook: Path) -> None:
    names = cells(workbook, "Round 3")
    edit(workbook, {"Round 3": {"C2": names[2][2], "C3": names[1][2]}})


def delete(workbook: Path) -> None:
    book = load_workbook(workbook)
    del book["Round 3"]
    book.save(workbook)


def type_over(workbook: Path) -> None:
    rows = enumerate(cells(workbook, "Round 3")[1:], 2)
    edit(workbook, {"Round 3": {f"G{row}": line[6] + 10 for row, line in rows if line[6] != ""}})


def bring_an_older_one(workbook: Path) -> None:
    shutil.copy(workbook.with_name(OLDER), workbook)


def clear(workbook: Path) -> None:
    blank = {f"{column}{row}": None for row in range(2, 30) for column in "FGHI"}
    edit(workbook, {"Round 3": blank})


def rename(workbook: Path) -> None:
    book = Book(workbook.read_bytes())
    book.rename("Event", "Turnier")
    workbook.write_bytes(book.to_bytes())


OLDER = "older"
"""The file that holds what the workbook was before its last run."""

QUESTIONS = {
    Asked.PAIRS: swap,
    Asked.GONE: delete,
    Asked.RESULTS: type_over,
    Asked.OLDER: bring_an_older_one,
    Asked.CLEARED: clear,
    Asked.LOST: rename,
}


@pytest.mark.parametrize("asked", QUESTIONS)
def test_what_is_asked_and_answered_is_german(asked: Asked, tmp_path: Path, german: DeskState) -> None:
    """Desk 4.1."""
    workbook = copy_all(german.workbook, tmp_path)
    QUESTIONS[asked](workbook)
    state = show_workbook(workbook)
    assert [each.asked for each in state.questions] == [asked]
    check(state)
    answers = Buttons(as_desk(FakeDesk(state)))
    choice = {"asked": asked, "round": f"{state.questions[0].round}"}
    for _ in range(2):
        reply = answers.answer(choice)
        assert reply.language == "de"
        assert not find_english(reply.text), reply.text


def press_all(desk: FakeDesk) -> Iterator[tuple[str, str]]:
    buttons = Buttons(as_desk(desk))
    for press in (buttons.note_printed, buttons.go_back, buttons.go_on, buttons.pair, buttons.pair_anew):
        yield press({})[:2]


def enter_all(desk: FakeDesk) -> Iterator[tuple[str, str]]:
    entries = Entries(as_desk(desk))
    lines = ("1 a 12 b 7", "1 a 12 b 7", "1 draw draw", "99 a", "x a", "1", "1 a zwölf", "1 x 3", "1 a 1 b 2 3")
    for line in lines:
        reply = entries.enter({"table": line, "round": "3"})
        yield from [(reply.text, reply.language), *reply.problems]
    for round in ("9", "1"):
        yield entries.enter({"table": "99", "round": round, "winner_1": "a"})[:2]
    for _ in range(2):
        yield entries.take_back({})[:2]


@pytest.mark.parametrize("do", [press_all, enter_all])
def test_what_comes_of_buttons_and_entries_is_german(
    do: Callable[[FakeDesk], Iterator[tuple[str, str]]], tmp_path: Path
) -> None:
    for text, language, *_ in do(FakeDesk(in_german("in-progress", tmp_path))):
        assert language == "de"
        assert not find_english(text), text


def test_the_start_page_is_german(tmp_path: Path) -> None:
    check_page(render_start_page([], tmp_path, "", load_words("de")))


# --- why something cannot be done ---


def check_refusal(text: str, language: str) -> None:
    """See that a sentence is German; what stands in quotes or is a name of a file is whatever it is."""
    assert language == "de", text
    assert not find_english(text), text


SYSTEM = {
    "full": OSError(errno.ENOSPC, "No space left on device"),
    "folder": PermissionError(errno.EACCES, "Permission denied", "a folder"),
    "held": HeldError(errno.EACCES, "in use", "cup.xlsx"),
    "gone": FileNotFoundError(errno.ENOENT, "No such file or directory"),
    "there": FileExistsError(errno.EEXIST, "File exists"),
    "long": OSError(errno.ENAMETOOLONG, "File name too long"),
    "odd": OddFileError(Path("cup.xlsx"), "a pipe"),
    "backups": BackupsError(Path("cup backups"), PermissionError(errno.EACCES, "Permission denied")),
    "drive": OSError(errno.EIO, "Input/output error"),
}
"""What a system can say."""


@pytest.mark.parametrize("error", SYSTEM.values(), ids=SYSTEM)
@pytest.mark.parametrize("explained", [True, False])
def test_an_undo_that_the_system_refuses_is_told_in_german(
    error: OSError, explained: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, german: DeskState
) -> None:
    """Desk 2.9."""

    def refuse(path: Path, _: object) -> None:
        with explain_errors(path) if explained else nullcontext():
            raise error

    monkeypatch.setattr(actions, "restore", refuse)
    reply = Buttons(as_desk(FakeDesk(german))).go_back({})
    check_refusal(reply.text, reply.language)
    assert (german.workbook.name if explained else "Die Arbeitsmappe") in reply.text


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    """Return the state of an event in German, which no test changes; how it was before the last run is `OLDER`."""
    state = in_german("in-progress", tmp_path_factory.mktemp("german"))
    shutil.copy(state.workbook, state.workbook.with_name(OLDER))
    enter_results(state.workbook, 3)
    return show_workbook(state.workbook)


NO_WORKBOOKS = (
    b"", b"PK no workbook", b"Name,Rating\n", b"<html>", b"%PDF-1.4", b"{\\rtf1", b"\x89PNG\r\n", b"Rar!\x1a",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 " + "EncryptedPackage".encode("utf-16-le"),
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 " + "Workbook".encode("utf-16-le"), bytes(range(256)),
)  # fmt: skip
"""What files hold that are none."""


@pytest.mark.parametrize("data", NO_WORKBOOKS)
def test_a_file_that_is_no_workbook_is_told_in_german(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "cup.xlsx"
    file.write_bytes(data)
    with pytest.raises(StartError) as refused:
        open_event({"path": str(file)}, Place(tmp_path, print, print), DE)
    check_refusal(refused.value.text, refused.value.language)
    assert refused.value.text.startswith("cup.xlsx ist ")
    version = read_version(file, take_signature(file)[0] or (0, 0, 0, 0))
    assert isinstance(version, Fault)
    assert version.said is not None
    check_refusal(DE.say(version.said), "de")


LISTS = {
    "no name": "1650\n1500", "no headers": "Anna\tBela\nCleo\tDan", "of matches": "Player,Opponent\nAnna,Bela",
    "empty": "\t\n", "not closed": 'Name\n"Anna\nBela', "no text": "Anna\0Bela",
}  # fmt: skip
"""Lists that cannot be read."""


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_a_list_that_cannot_be_read_is_told_in_german(text: str) -> None:
    sent = {"file": "list.csv", "data": b64encode(text.encode()).decode()}
    for name, typed in (("list.csv", sent), ("Die eingefügte Liste", {"text": text})):
        if "file" in typed or text.strip():
            with pytest.raises(StartError) as refused:
                show_list({"system": "Turnabout", **typed}, DE)
            check_refusal(refused.value.text, refused.value.language)
            assert name in refused.value.text


ORDERS = (
    {"name": "a:b"}, {"name": "x" * 300}, {"name": "Cup"}, {"text": "Name,Rating\nAnna,many\n", "chosen": "9"},
)  # fmt: skip
"""What is typed for an event that cannot be made; there is one called Cup."""


@pytest.mark.parametrize("typed", ORDERS)
def test_an_event_that_cannot_be_made_is_told_in_german(typed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "Cup.xlsx").touch()
    order = {"name": "New", "system": "Turnabout", **typed}
    with pytest.raises(StartError) as refused:
        make_event(order, Place(tmp_path, print, print), DE)
    check_refusal(refused.value.text, refused.value.language)


def test_a_file_where_a_folder_should_be_is_told_in_german(tmp_path: Path) -> None:
    (tmp_path / "Turnabout").touch()
    with pytest.raises(StartError) as refused:
        make_sample({"system": "Turnabout"}, Place(tmp_path / "Turnabout", print, print), DE)
    check_refusal(refused.value.text, refused.value.language)


NOW = {"name": "Zoe Lind", "way": "now", "round": "3", "opponent": "Carla Silva"}


def test_who_comes_and_goes_is_told_in_german(tmp_path: Path) -> None:
    """Desk 2.15 to 2.17."""
    desk = FakeDesk(in_german("in-progress", tmp_path))
    people = People(as_desk(desk))
    for name in ("", "BYE", "Zoe Lind"):
        check_refusal(*people.show({"name": name})[:2])
    reply = people.move(NOW)
    assert (reply.answer, len(reply.problems)) == ("written", 1)
    for text, language in [(reply.text, reply.language), *reply.problems]:
        check_refusal(text, language)
    desk.show(outcome=show_workbook(desk.state.workbook).outcome)
    again = people.move(NOW)
    check_refusal(again.text, again.language)
    edit(desk.state.workbook, {"Round 3": {"C11": "Zoe"}})
    check_refusal(*people.take_back({"number": f"{reply.number}"})[:2])


def test_the_archive_is_told_of_in_german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Desk 2.8."""
    monkeypatch.delenv("TURNABOUT_ARCHIVE", raising=False)
    desk = FakeDesk(in_german("finished", tmp_path))
    workbook, buttons = desk.state.workbook, Buttons(as_desk(desk))
    archive, said = tmp_path / "turnabout-archive.sqlite", []

    def press() -> None:
        reply = buttons.archive({})
        check_refusal(reply.text, reply.language)
        said.append([DE.say(each) for each in desk.state.archived.remarks])
        check(desk.state)

    press()
    day = cells(workbook, "Event")[2][1]
    edit(workbook, {"Event": {"B4": "Old hall"}})
    press()
    assert said[-1], "what changes"
    edit(workbook, {"Event": {"B3": None}})
    press()
    edit(workbook, {"Event": {"B3": day}})
    archive.write_bytes(b"something else" * 100)
    press()


# --- no sentence without words ---


ONLY_IN_THE_TERMINAL = {
    "jobs/archive_place.py": 1,  # a ratings workbook with cells that were not taken in
    "jobs/late_entry.py": 1,  # what is no longer so
    "jobs/new.py": 2,  # how a format is called, and a file that does not end in .xlsx
    "prints/publish.py": 2,  # PDF
    "workbook/files/save.py": 1,  # a workbook that is written under another ending
}
"""How many refusals have no words for pages, because there is no button that leads to them."""

WITH_WORDS_OF_THEIR_OWN = ("WordedError", "UnusableWorkbookError", "ArchiveError", "SheetTakenError")
"""Errors of which all, or all others, are said in one way."""


def list_classes(classes: Sequence[ast.ClassDef], base: str) -> set[str]:
    """Return the names of the errors that are of a kind, but for those with words of their own."""
    found = {
        node.name for node in classes if any(isinstance(each, ast.Name) and each.id == base for each in node.bases)
    } - {*WITH_WORDS_OF_THEIR_OWN}
    return found.union(*(list_classes(classes, each) for each in found))


def test_every_refusal_has_words_for_pages() -> None:
    """A new one that has none is English on every page."""
    package = Path(turnabout_sheets.__file__).parent
    nodes = [
        (path.relative_to(package).as_posix(), node)
        for path in package.rglob("*.py")
        if "Error(" in (source := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef | ast.Call)
    ]
    errors = list_classes([node for _, node in nodes if isinstance(node, ast.ClassDef)], "SaidError")
    assert {"OpenElsewhereError", "PlayerListError"} <= errors
    without = Counter(
        file
        for file, node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in errors
        and len(node.args) + len(node.keywords) < 2
    )
    assert without == ONLY_IN_THE_TERMINAL


def test_what_is_in_the_way_has_words_wherever_it_has_a_reason() -> None:
    """So has every fault that is made with more than its kind and file."""
    desk = Path(turnabout_sheets.__file__).parent / "desk"
    faults = [
        node
        for path in desk.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Fault"
    ]
    reasoned = [node for node in faults if len(node.args) > 1]
    assert len(reasoned) > 3
    assert [ast.unparse(node) for node in reasoned if not any(each.arg == "said" for each in node.keywords)] == []
