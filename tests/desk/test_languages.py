"""The page in the language of the event: nothing of it is English but what is said to be (desk 2.1)."""

from __future__ import annotations

import ast
import errno
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

import turnabout_sheets
from tests.desk.fake import FakeDesk, as_desk, run_sample, speak_german
from tests.dose import by_day
from tests.prints.word_lists import texts_of
from turnabout_sheets.core.problems import say_system
from turnabout_sheets.core.safe_files import HeldError, OddFileError, take_signature
from turnabout_sheets.desk import edits
from turnabout_sheets.desk.edits import Edits
from turnabout_sheets.desk.page import render_page
from turnabout_sheets.desk.start_page import Place, StartError, open_event
from turnabout_sheets.desk.state import DeskState, Fault, FaultKind
from turnabout_sheets.desk.watcher import read_version
from turnabout_sheets.jobs.outcome import Options
from turnabout_sheets.jobs.run import publish_site, run
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
BY_DAY = ("in-progress", "finished", "cup", "netrunner", "duplicate-in-progress", "broken")


@pytest.mark.parametrize("name", by_day(*BY_DAY, of=SAMPLES))
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
    unpublished = publish_site(run(state.workbook, Options()), Options(publish=site)).unpublished
    assert unpublished is not None
    page = render_page(replace(state, unpublished=unpublished), (), "", 1.0)
    check_page(page)
    assert DE.say(unpublished) in html.document_fromstring(page.decode()).text_content()


# --- why something cannot be done ---


def check_refusal(text: str, language: str) -> None:
    """See that a sentence is German; what stands in quotes or is a name of a file is whatever it is."""
    assert language == "de", text
    assert not find_english(text), text


SYSTEM = {
    "full": OSError(errno.ENOSPC, "No space left on device"),
    "folder": PermissionError(errno.EACCES, "Permission denied"),
    "held": HeldError(errno.EACCES, "in use", "cup.xlsx"),
    "gone": FileNotFoundError(errno.ENOENT, "No such file or directory"),
    "there": FileExistsError(errno.EEXIST, "File exists"),
    "long": OSError(errno.ENAMETOOLONG, "File name too long"),
    "odd": OddFileError(Path("cup.xlsx")),
    "backups": NotADirectoryError(errno.ENOTDIR, "Not a directory", "cup backups/file"),
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

    monkeypatch.setattr(edits, "restore", refuse)
    reply = Edits(as_desk(FakeDesk(german))).go_back({})
    check_refusal(reply.text, reply.language)
    assert (german.workbook.name if explained else "Die Arbeitsmappe") in reply.text


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> DeskState:
    """Return the state of an event in German, which no test changes."""
    return in_german("in-progress", tmp_path_factory.mktemp("german"))


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


# --- no sentence without words ---


ONLY_IN_THE_TERMINAL = {
    "explain/answers.py": 3,  # the page offers the names
    "jobs/edit.py": 2,  # no button asks what a cell would do, prints some pages alone, or exports
    "jobs/print.py": 6,
    "jobs/new.py": 1,  # how a format is called
    "prints/chat_text.py": 1,
    "prints/publish.py": 2,  # PDF
    "workbook/files/save.py": 1,  # a workbook that is written under another ending
}
"""How many refusals have no words for pages, because there is no button that leads to them."""

WITH_WORDS_OF_THEIR_OWN = ("UnusableWorkbookError", "ArchiveError", "SheetTakenError")
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
    errors = {"SaidError", *list_classes([node for _, node in nodes if isinstance(node, ast.ClassDef)], "SaidError")}
    assert {"OpenElsewhereError", "PlayerListError"} <= errors
    without = Counter(
        file
        for file, node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in errors
        and len(node.args) + len(node.keywords) == 1
        and isinstance(node.args[0], ast.Constant | ast.JoinedStr)
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
