"""What goes wrong beside a round that players have seen: the run asks, and changes nothing before it is answered.

The worst is what nobody notices: a run without a word after which results count for others than those who played. The
cases are in `accidents.txt`; what is ordinary is in `tests.whole.test_ordinary_days`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from python_calamine import CalamineWorkbook

from tests.dose import dose
from tests.mistakes.at_desk import at_desk
from tests.mistakes.cases import Case, begin, read_cases, telling
from tests.mistakes.scene import Files, Scene, State, compare, look

FILE: Final = Path(__file__).with_name("accidents.txt")
CASES: Final = read_cases(FILE)
ACCIDENTS: Final = [
    pytest.param(each, id=each.name, marks=each.marks) for each in CASES.values() if each.kind != "start"
]
OF_A_DAY: Final = [
    pytest.param(each, id=each.name)
    for each in CASES.values()
    if each.kind in ("===", "====") and each.start == "a day"
]
USUAL: Final = re.compile(
    r"[^ ].* \(.*\): \d+ players|Found |Wrote |Nothing |Next: |Provisional|After round|.* Next: type the results"
)
"""Lines of a run that say what the state says."""


@pytest.fixture(scope="module")
def made() -> dict[str, Files]:
    """The starts that were made."""
    return {}


@pytest.fixture(scope="module")
def made_with_few() -> dict[str, Files]:
    """The starts that were made with few sheets."""
    return {}


@pytest.fixture(scope="module")
def told(request: pytest.FixtureRequest) -> Iterator[dict[str, list[str]] | None]:
    with telling(FILE, request) as found:
        yield found


def play(case: Case, folder: Path, made: dict[str, Files]) -> Scene:
    scene = begin(CASES, case.start, folder / "event", made)
    for act in case.acts:
        scene.do(act)
    return scene


@pytest.mark.usefixtures("few_sheets", "pages_to_press")
@pytest.mark.parametrize("case", OF_A_DAY)
def test_accident_of_a_day__run__what_is_asked(case: Case, tmp_path: Path, made_with_few: dict[str, Files]) -> None:
    asked = next(tell(play(case, tmp_path, made_with_few), in_full=True))
    assert asked in [line.strip() for line in case.lines]


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.usefixtures("short_pauses", *dose(["few_sheets", "pages_to_press"], []))
@pytest.mark.parametrize("case", ACCIDENTS)
def test_accident__run_and_both_answers__what_is_asked_and_what_comes(
    case: Case, tmp_path: Path, made: dict[str, Files], told: dict[str, list[str]] | None
) -> None:
    scene = play(case, tmp_path, made)
    desk = case.kind == "====" or (case.kind == "===" and (told is not None or dose(False, True)))
    said = tell(scene, in_full=case.kind in ("===", "===="), at_desk=desk)
    lines = [*case.acts, *(f"  {line}" for line in said)]
    if told is None:
        assert lines == [line for line in case.lines if desk or not line.startswith("    desk: ")]
    else:
        told[case.name] = lines


def tell(scene: Scene, *, in_full: bool, at_desk: bool = False) -> Iterator[str]:
    """Yield what a run says, and what comes of each answer; where asked for, also at the desk."""
    scene.hand.save()
    saved, pages, before = scene.workbook.read_bytes(), list_pages(scene), show(scene)
    code, said = scene.run("run")
    errors = [line for line in said if line.startswith("  Error: ")]
    if code == 0:
        assert not errors
        yield from ("taken", *shorten(said), *(f"  {line}" for line in compare(scene.good, look(scene.workbook))))
        return
    (error,) = errors
    assert code == 1
    assert list_pages(scene) == pages
    if "This is an older version" in error:
        assert scene.workbook.read_bytes() == saved, "nothing is written into an older copy"
    else:
        now = show(scene)
        assert {sheet for sheet in {*now, *before} if now.get(sheet) != before.get(sheet)} <= {"Problems"}
    yield "asked: " + (error if in_full else re.split(r" (?=If |Undo )", error)[0]).removeprefix("  Error: ")
    if in_full:
        asked = scene.workbook.read_bytes()
        assert error in scene.run("run")[1], "asked again, and the same"
        assert scene.workbook.read_bytes() == asked
        undone = scene.copy(scene.folder.with_name("undone"))
        undone.hand.put_back(scene.last)
        assert undone.run("run")[0] == 0
        assert (undone.workbook.read_bytes(), list_pages(undone)) == (scene.last, pages), "undone, all is as before"
    for answer, button in (("--put-back", 0), ("--as-it-is", -1)):
        answered = scene.copy(scene.folder.with_name(answer))
        code, said = answered.run(f"run {answer}")
        yield f"{answer}{f' (exit {code})' if code else ''}"
        yield from (f"  {line}" for line in (*shorten(said), *compare(scene.good, look(answered.workbook))))
        if at_desk:
            answered.run("run")
            other = scene.copy(scene.folder.with_name(f"desk {answer}"))
            yield f"  desk: {answer_at_desk(other, button, look(answered.workbook))}"


def answer_at_desk(scene: Scene, button: int, expected: State) -> str:
    """Answer what the desk asks by one of its buttons, which comes to the same; return the question, or the reply."""
    with at_desk(scene.workbook) as desk:
        desk.wait_until(lambda: desk.read("questions"))
        asked, said = desk.read("questions"), desk.press(desk.list_buttons("questions")[button])[0]
        desk.wait_until(lambda: look(scene.workbook) == expected)
        return said if button else scene.mask(asked)


def shorten(said: list[str]) -> list[str]:
    return [line.strip() for line in said if not USUAL.match(line)]


def list_pages(scene: Scene) -> dict[str, bytes]:
    """Return the pages that are in the hall."""
    return {name: data for name, data in scene.files().items() if name.startswith("Friday prints")}


def show(scene: Scene) -> dict[str, object]:
    book = CalamineWorkbook.from_path(scene.workbook)
    return {sheet: book.get_sheet_by_name(sheet).to_python() for sheet in book.sheet_names}
