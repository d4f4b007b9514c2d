"""Whole events, played by the commands in `commands.txt`, against what is kept of them in `expected`.

An event is a workbook in `sample_events`, or a text in `events`; ``type`` is what somebody types into it. Kept are what
the commands say, the sheets as CSV, the pages as text, and as they are those files for which there is a file of their
name. After a change that is meant:  python -m pytest tests/golden --rewrite-golden, and read the diff;
python -m tests.golden.changed_figures  says how many figures are others.
"""

from __future__ import annotations

import difflib
import importlib.util
import os
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from tests.golden.texts import looks_as_text, page_as_text, sheets_as_text
from tests.support.books import SAMPLES, cells, edit, sheet_names
from tests.support.commands import everything, turnabout
from tests.support.text_workbooks import read_sheets, write_workbook

HERE: Final = Path(__file__).parent
EXPECTED: Final = HERE / "expected"
PARAGRAPHS: Final = (HERE / "commands.txt").read_text("utf-8").strip().split("\n\n")
EVENTS: Final = {name: lines for name, *lines in (paragraph.split("\n") for paragraph in PARAGRAPHS)}
SLOW: Final = (
    *("by-hand", "duplicate-in-progress", "finished", "german", "netrunner", "netrunner-cup"),
    *("odd-duplicate", "odd-netrunner", "odd-turnabout"),
)
"""Those whose systems and methods of pairing another event shows, too."""
PLAYED: Final = [pytest.param(name, marks=[pytest.mark.slow] if name in SLOW else []) for name in EVENTS]
TYPED: Final = re.compile(r"(.+)!([A-Z]+\d+) = ?(.*)")
DIFFERENT: Final = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?|(?<=: )[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}$", re.MULTILINE
)
"""What differs each time: when it was, and the sum over an archive's journal."""
BETWEEN_NAMES: Final = re.compile(r"\\\\|\\(?!u[0-9a-f]{4}|\")")
"""What stands between names on Windows, on its own or doubled in JSON, which has other signs after a backslash."""
MOST: Final = 80
"""Lines of a difference that are shown."""


def prepare(name: str, folder: Path) -> Path:
    """Return the event's workbook in a folder, as it is before the first command."""
    workbook, text = folder / f"{name}.xlsx", HERE / "events" / f"{name}.txt"
    if text.exists():
        return write_workbook(workbook, read_sheets(text.read_text("utf-8")))
    return Path(shutil.copy(SAMPLES / workbook.name, workbook))


def play(name: str) -> Iterator[str]:
    """Give all commands of an event in this folder, and yield what they said."""
    workbook = f"{name}.xlsx"
    for line in EVENTS[name]:
        command, *arguments = shlex.split(line)
        if command == "type":
            sheet, address, value = TYPED.fullmatch(" ".join(arguments)).groups()  # type: ignore[union-attr]
            edit(Path(workbook), {sheet: {address: float(value) if value.isdigit() else value or None}})
            yield f"\n$ {line.strip()}\n"
            continue
        before = Path(workbook).read_bytes()
        given = [workbook if each == "FILE" else each for each in arguments]
        given = [command, *(given if given != arguments or command == "archive" else [workbook, *given])]
        done = turnabout(*given)
        assert command == "run" or Path(workbook).read_bytes() == before, "only a run writes into the workbook"
        code = f"[exit {done.exit_code}]\n" if done.exit_code else ""
        assert command != "why" or code or max(map(len, done.output.splitlines())) <= 80
        yield f"\n$ turnabout {shlex.join(given)}\n{done.output}{code}"


def written(folder: Path) -> dict[str, str]:
    """Return the files that were written besides the workbook, and its earlier versions, by path."""
    files = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()}
    shown = (path for path in sorted(files) if " backups/" not in path and not path.endswith((".xlsx", ".sqlite")))
    return {path: files[path].read_bytes().decode() for path in shown}


def as_text(pages: Mapping[str, str]) -> str:
    """Return all files one after another; of a page that joins others, only what none of them says."""
    texts, said = [], set[str]()
    for path, page in sorted(pages.items(), key=lambda each: (bool(re.search(r"round-\d+\.html", each[0])), each[0])):
        lines = (page_as_text(page) if path.endswith(".html") else page).splitlines(keepends=True)
        joins = re.search(r"round-\d+\.html", path)
        texts.append(f"\n[{path}]\n{''.join(line for line in lines if not joins or line not in said)}")
        said |= {*lines}
    return "".join(texts)


@pytest.mark.parametrize("name", PLAYED)
def test_event__played_by_its_commands__all_is_as_expected(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    workbook = prepare(name, tmp_path)
    before = Path(shutil.copy(workbook, tmp_path / "before.xlsx"))
    said = "".join(play(name)).replace(f"{tmp_path}{os.sep}", "")
    said = BETWEEN_NAMES.sub("/", said) if os.sep == "\\" else said
    files = written(tmp_path)
    got = {
        "said.txt": DIFFERENT.sub("(masked)", said),
        "sheets.txt": DIFFERENT.sub("(masked)", sheets_as_text(workbook, before)),
        "pages.txt": DIFFERENT.sub("(masked)", as_text(files)),
    }
    folder = EXPECTED / name
    folder.mkdir(parents=True, exist_ok=True)
    whole = {file.name for file in folder.iterdir()} - {*got}
    got |= {file.replace("/", " "): text for file, text in files.items() if file.replace("/", " ") in whole}
    got |= {"looks.txt": looks_as_text(workbook)} if "looks.txt" in whole else {}
    assert whole <= {*got}
    if request.config.getoption("--rewrite-golden"):
        for file, text in got.items():
            (folder / file).write_bytes(text.encode())
    for file, text in got.items():
        expected = (folder / file).read_bytes().decode()
        if text != expected:
            both = (expected.splitlines(), text.splitlines(), f"expected {name}/{file}", "got")
            pytest.fail("\n".join([*difflib.unified_diff(*both, n=1, lineterm="")][:MOST]), pytrace=False)


def test_run__twice_in_two_folders__same_bytes(tmp_path: Path) -> None:
    first, second = prepare("manual", tmp_path), tmp_path / "again" / "manual.xlsx"
    second.parent.mkdir()
    shutil.copy(first, second)
    found = []
    for workbook in (second, first):
        assert turnabout("run", workbook).exit_code == 0
        pages = everything(workbook.with_name("manual prints"))
        found.append((workbook.read_bytes(), {page: data for page, (data, _) in pages.items()}))
    assert found[0] == found[1]


@pytest.mark.nightly
def test_samples__made_again__what_is_kept(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("make", SAMPLES / "make.py")
    assert spec is not None
    assert spec.loader is not None
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    make.make(tmp_path)
    again = "type python -m sample_events.make, then python -m pytest tests/golden --rewrite-golden"
    for made in sorted(tmp_path.glob("*.xlsx")):
        kept = SAMPLES / made.name
        assert sheet_names(made) == sheet_names(kept), again
        for sheet in sheet_names(kept):
            assert cells(made, sheet) == cells(kept, sheet), f"{made.name}: {sheet}; {again}"
