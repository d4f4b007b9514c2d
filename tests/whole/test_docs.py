"""The documentation is what the program says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import click
import pytest

from tests.support.commands import turnabout
from tools import reference
from turnabout_sheets.cli.lazy_group import LazyGroup
from turnabout_sheets.cli.main import main
from turnabout_sheets.jobs.edit import Answer, enter_result

ROOT = Path(__file__).parents[2]
PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
)

OF_OTHERS = {
    "Windows protected your PC", "The publisher could not be verified",
    "Smart App Control blocked an app that may be unsafe", "is not recognized",
    "command not found", "No module named turnabout_sheets", "externally-managed-environment", "PROTECTED VIEW",
    "is locked for editing", "File in Use", "We found a problem with some content", "because of a sharing violation",
    "Update links", "Macros have been disabled", "ensurepip is not available", "No module named pip",
    "connection broken by",
}  # fmt: skip
"""What Windows, Excel and Python say."""


@pytest.mark.parametrize("page", reference.pages())
def test_reference_pages_have_not_drifted(page: str) -> None:
    assert (ROOT / "docs" / page).read_text("utf-8") == reference.pages()[page], "type make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:|\.\./\.\./releases\))([^)#]*)(?:#([^)]+))?\)", page.read_text("utf-8"))
    assert [target for target, _ in targets if not (page.parent / target).exists()] == []
    places = [(page.parent / target if target else page, place) for target, place in targets if place]
    assert [f"{target.name}#{place}" for target, place in places if place not in list_places(target)] == []


@cache
def list_places(page: Path) -> frozenset[str]:
    """Return the places of a page to which a link can lead: its headings, and its marks."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return frozenset([*slugs, *re.findall(r'<a id="([^"]+)">', text)])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_documented_command_exists_with_its_options(page: Path) -> None:
    text = page.read_text("utf-8")
    blocks = re.findall(r"^(?:> |\$ )?turnabout (.+)$", "".join(re.findall(r"```.*?```", text, re.DOTALL)), re.M)
    spans = re.findall(r"`turnabout ([^`]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    wrong = {line: found for line in (*blocks, *spans) if (found := list(find_unknown(line)))}
    assert wrong == {}


def find_unknown(line: str) -> Iterator[str]:
    """Yield the options of a command line that its command does not have."""
    words = re.sub(r"[|>;&#…].*", "", line.replace("\\|", "|")).split()
    command: click.Command = main
    while isinstance(command, LazyGroup) and words and words[0] in command.load_all():
        command, words = command.load_all()[words[0]], words[1:]
    if isinstance(command, LazyGroup) and words and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        yield words[0]
    known = {"--help", "--version", *(name for each in command.params for name in (*each.opts, *each.secondary_opts))}
    yield from (word for word in words if re.fullmatch(r"--[a-z-]+", word) and word not in known)


@pytest.mark.slow
def test_the_command_lines_of_the_readme_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("webbrowser.open", lambda *_: True)
    shutil.copytree(ROOT / "sample_events", tmp_path / "sample_events")
    text = (ROOT / "README.md").read_text("utf-8")
    for block in re.findall(r"```(?:sh|text)\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^> ", block, flags=re.MULTILINE) if block.startswith("> ") else block.splitlines():
            command, *answer = part.strip().splitlines() or [""]
            match shlex.split(command, comments=True):
                case ["mkdir", folder]:
                    Path(folder).mkdir()
                case ["cp", source, target]:
                    shutil.copy(source, target)
                case ["turnabout", *words]:
                    done = turnabout(*words)
                    assert done.exit_code == 0 or words[0] != "new", done.output
                    assert not answer or done.output.replace(os.sep, "/").strip().splitlines() == answer
    assert Path("My event.xlsx").exists()


@pytest.mark.slow
def test_the_results_of_the_first_event_are_taken(tmp_path: Path) -> None:
    workbook, names = tmp_path / "My first event.xlsx", tmp_path / "names.txt"
    names.write_text("\n".join(["Player", "Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gil", "Ida"]), "utf-8")
    turnabout("new", workbook, "--players", names)
    turnabout("run", workbook)
    results = re.findall(r"`(\d(?: \w+)+)`", (ROOT / "docs" / "first-event.md").read_text("utf-8"))
    assert len(results) == 4
    for result in results:
        table, line = result.split(maxsplit=1)
        assert enter_result(workbook, int(table), line).answer is Answer.WRITTEN
    assert "Paired round 2" in turnabout("run", workbook).output


def test_what_is_to_be_looked_up_is_said_so_by_the_program() -> None:
    page = (ROOT / "docs" / "when-something-is-wrong.md").read_text("utf-8")
    cells = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    quoted = {part.strip() for cell in cells for words in re.findall(r"\*([^*]+)\*", cell) for part in words.split("…")}
    said = "\n".join(list_texts())
    assert len(quoted) > 50
    assert sorted(part for part in quoted - OF_OTHERS if part not in said) == []


def list_texts() -> Iterator[str]:
    """Yield all texts of the program: those of its modules, of its pages, and of what starts and installs it."""
    found: list[object] = [tomllib.loads((ROOT / "templates" / "words" / "en.toml").read_text("utf-8"))]
    for path in (ROOT / "turnabout_sheets").rglob("*.py"):  # as it is compiled, which is there already
        found.append(SourceFileLoader("", str(path)).get_code(""))
    while found:
        each = found.pop()
        if isinstance(each, CodeType):
            found += each.co_consts
        elif isinstance(each, tuple | frozenset | list):
            found += each
        elif isinstance(each, dict):
            found += each.values()
        elif isinstance(each, str):
            yield each
    for name in ("handouts/Turnabout.cmd", "handouts/installer.nsi", "build_backend.py"):
        yield (ROOT / "tools" / name).read_text("utf-8")
