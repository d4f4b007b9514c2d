"""Whatever was done to a workbook, it is read, or refused in a sentence; if it is used, the rest of it stays."""

from __future__ import annotations

import hashlib
import io
import struct
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random

import pytest
import xlsxwriter
from click.testing import CliRunner
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tests.dose import dose
from tests.support.books import SAMPLES
from tests.support.steps import count_steps
from tests.workbook.mutations import MUTATIONS, Draft, Member, draft, mutate, packed
from tests.workbook.untouched import is_deselected, raw_members
from tests.workbook.workbooks import STANDINGS, graft, plain_scratch
from tests.workbook.zoo import PARTS, injected
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.event.output_sheets import problems_sheet
from turnabout_sheets.jobs.check import check_read
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.workbook.files.save import Source
from turnabout_sheets.workbook.files.sniff import open_package
from turnabout_sheets.workbook.ooxml.book import NewBook
from turnabout_sheets.workbook.ooxml.package import Package, WorkbookError
from turnabout_sheets.workbook.ours.recognition import ours_of
from turnabout_sheets.workbook.ours.run_sheets import add_output_sheet

FRAME = {"[Content_Types].xml", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml", "docProps/app.xml"}
ANSWERS = (ExitCode.DONE, ExitCode.PROBLEMS, ExitCode.NO_PAIRING, ExitCode.FILE)
NAMES = list(MUTATIONS)

pytestmark = pytest.mark.soak


@cache
def workbooks() -> tuple[bytes, ...]:
    """The sample event by three writers; openpyxl's has parts of all kinds, XlsxWriter's a list of shared texts."""
    sample, by_openpyxl, by_xlsxwriter = (SAMPLES / "in-progress.xlsx").read_bytes(), io.BytesIO(), io.BytesIO()
    book = load_workbook(io.BytesIO(sample))
    notes = book.create_sheet("My notes")
    notes.append(["low", "high", 3])
    notes["A3"] = "=B1"
    notes.merge_cells("C1:D4")
    book.save(by_openpyxl)
    values = CalamineWorkbook.from_filelike(io.BytesIO(sample))
    with xlsxwriter.Workbook(by_xlsxwriter, {"in_memory": True}) as copy:
        for name in (name for name in values.sheet_names if name.startswith(("Event", "Players", "Round"))):
            sheet = copy.add_worksheet(name)
            for number, row in enumerate(values.get_sheet_by_name(name).to_python()):
                sheet.write_row(number, 0, row)
    of_all_kinds = [part for name in PARTS for part in PARTS[name]]
    return sample, injected(by_openpyxl.getvalue(), of_all_kinds), by_xlsxwriter.getvalue()


A_ROUNDS_NAME = "Round 98"
A_ROUND = plain_scratch({A_ROUNDS_NAME: STANDINGS})


def sheet_of_ours() -> NewBook:
    book = NewBook()
    add_output_sheet(book, problems_sheet([], "event.xlsx"))
    return book


def mutated(seed: int) -> tuple[bytes, list[str]]:
    """A workbook with a mutation, each in its turn, and later with some more of them; and which they are."""
    random = Random(seed)
    more = random.sample(NAMES, random.randrange(4)) if seed >= 4 * len(NAMES) else []
    names = [NAMES[seed % len(NAMES)], *more]
    return mutate(random.choice(workbooks()), random, names), names


def changed(before: bytes, after: bytes) -> set[str]:
    """The parts of somebody else that are not as they were."""
    old, new = raw_members(before), raw_members(after)
    return {name for name in old if old[name] != new.get(name) and "turnabout" not in name.casefold()} - FRAME


def changed_but_for_the_front(before: bytes, after: bytes) -> set[str]:
    """The same where a round was added: what was in front before need not be selected any more."""
    found = changed(before, after)
    old, new = Package(before), Package(after)
    return {name for name in found if name not in new or not is_deselected(old.read(name), new.read(name))}


def work_on(data: bytes) -> str:
    """Do what a run does with a workbook; return what is said if it is refused, or nothing."""
    path = Path("mutated.xlsx")
    try:
        open_package(data).check()
        outcome = check_read(path, read_book(Source(path, data, hashlib.sha256(data).hexdigest())))
        after = bytes(graft(data, sheet_of_ours, ours=ours_of(outcome.format)))
        open_package(after).check()
        with_a_round = bytes(graft(after, A_ROUND, ours=ours_of(outcome.format), front=A_ROUNDS_NAME))
        open_package(with_a_round).check()
    except WorkbookError as reason:
        return str(reason)
    assert changed(data, after) == set()
    assert changed_but_for_the_front(after, with_a_round) == set()
    return ""


def test_mutated_workbooks_are_read_or_refused_and_the_rest_of_them_stays() -> None:
    """It takes at most three times the steps that the workbooks take which nobody has mutated."""
    refused, most = 0, 3 * max(count_steps(partial(work_on, data))[0] for data in workbooks())
    for seed in dose(
        [*range(0, len(NAMES), 5), 3030, 5807], range(6000)
    ):  # a line break for an address; a theme for styles
        data, names = mutated(seed)
        try:
            steps, said = count_steps(partial(work_on, data))
        except Exception as fault:
            pytest.fail(f"{fault!r} with seed {seed}: {names}")
        assert steps <= most, (seed, names)
        assert not said or (said.endswith(".") and "\n" not in said), (seed, names, said)
        refused += bool(said)
    assert refused > 0, "some are of use and some are not"


def test_a_run_of_a_mutated_workbook_ends_with_a_sentence_and_a_second_one_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    for seed in range(dose(3, 1000)):
        data, names = mutated(seed)
        path.write_bytes(data)
        result = CliRunner().invoke(main, ["run", str(path)])
        assert result.exit_code in ANSWERS, (seed, names, result.output)
        assert result.output, (seed, names)
        after = path.read_bytes()
        if result.exit_code == ExitCode.FILE:
            assert after == data, (seed, names)
        else:
            assert changed_but_for_the_front(data, after) == set(), (seed, names)
            CliRunner().invoke(main, ["run", str(path)])
            assert path.read_bytes() == after, (seed, names)


# What was found so


ODD = "is damaged or written in an unusual way"
BEYOND = {"offset": 2**32 - 1, "extra": struct.pack("<2HQ", 1, 8, 2**64 - 1)}
FOUND = {
    "a part without a name": (0, lambda made: setattr(made.members[-1], "name", ""), ODD),
    "a list of texts that ends within a letter": (2, lambda made: end_within_a_letter(made), ODD),
    "a folder that is nowhere": (0, lambda made: made.members.append(Member("xl/", b"", offset=2**31)), "be read"),
    "a part that begins beyond any file": (0, lambda made: vars(made.members[-1]).update(BEYOND), ODD),
}


def end_within_a_letter(made: Draft) -> None:
    (texts,) = [member for member in made.members if member.name == "xl/sharedStrings.xml"]
    texts.content = "<sst/>".encode("utf-16") + b"x"


@pytest.mark.parametrize(("number", "change", "told"), FOUND.values(), ids=FOUND)
def test_what_was_found_is_told(number: int, change: Callable[[Draft], object], told: str) -> None:
    made = draft(workbooks()[number])
    change(made)
    assert told in work_on(packed(made))


@pytest.mark.parametrize(("attribute", "found"), [("sheetId", "1"), ("numFmtId", "164"), ("min", "1")])
def test_a_number_that_is_none_is_passed_over(attribute: str, found: str, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    made = draft(workbooks()[0])
    for member in made.members:
        member.content = member.content.replace(f' {attribute}="{found}"'.encode(), f' {attribute}="x"'.encode())
    path.write_bytes(packed(made))
    assert CliRunner().invoke(main, ["run", str(path)]).exit_code in (ExitCode.DONE, ExitCode.FILE)
