"""The documentation is what the program says."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.whole.documented import PAGES, ROOT
from tools import reference


@pytest.mark.parametrize("page", reference.pages())
def test_reference_pages_have_not_drifted(page: str) -> None:
    assert (ROOT / "docs" / page).read_text("utf-8") == reference.pages()[page], "type python -m tools.reference docs"


def find_targets(page: Path) -> list[tuple[str, str]]:
    """Return where the links of a page lead: files of the project as they stand there, and places in them.

    Pages of the project's host, which lie above it, are left out.
    """
    return re.findall(r"\]\((?!https?:|\.\./\.\./releases\))([^)#]*)(?:#([^)]+))?\)", page.read_text("utf-8"))


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = find_targets(page)
    assert [target for target, _ in targets if not (page.parent / target).exists()] == []
    places = [(page.parent / target if target else page, place) for target, place in targets if place]
    assert [f"{target.name}#{place}" for target, place in places if place not in list_places(target)] == []


@cache
def list_places(page: Path) -> frozenset[str]:
    """Return the places of a page to which a link can lead: its headings, as they are written there, and its marks."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return frozenset([*slugs, *re.findall(r'<a id="([^"]+)">', text)])


MOST_BYTES = 80_000
"""A picture takes no more, so that a page is there at once."""


def test_pictures_are_small_and_stand_on_a_page() -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    assert [each.name for each in pictures if each.stat().st_size > MOST_BYTES] == []
    assert [each.name for each in pictures if f"pictures/{each.name})" not in text] == []


@pytest.mark.parametrize(
    ("folder", "leading"), [("docs", ("README.md",)), ("docs/dev", ("docs/dev/development.md", "CONTRIBUTING.md"))]
)
def test_every_page_is_led_to_from_where_its_readers_begin(folder: str, leading: Sequence[str]) -> None:
    led_to = {((ROOT / page).parent / target).resolve() for page in leading for target, _ in find_targets(ROOT / page)}
    assert sorted({*(ROOT / folder).glob("*.md")} - led_to - {ROOT / page for page in leading}) == []


def test_the_archive_of_the_sources_has_all_to_which_a_page_leads_and_with_which_a_change_begins() -> None:
    named = re.findall(r"`(\w+/[\w./]*)`", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    above = (ROOT, ROOT / "turnabout_sheets", ROOT / "tests")
    assert [path for path in named if not any((folder / path).exists() for folder in above)] == []
    led_to = {(page.parent / target).resolve() for page in PAGES for target, _ in find_targets(page) if target}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    packed = {*project["tool"]["hatch"]["build"]["targets"]["sdist"]["include"], *project["project"]["license-files"]}
    needed = {*led_to, *(ROOT / path for path in named if (ROOT / path).exists())}
    assert sorted({path.relative_to(ROOT).parts[0] for path in needed} - packed) == []


OF_OTHERS = {
    "Windows protected your PC", "The publisher could not be verified",
    "Smart App Control blocked an app that may be unsafe", "is not recognized",
    "command not found", "No module named turnabout_sheets", "externally-managed-environment", "PROTECTED VIEW",
    "is locked for editing", "File in Use", "We found a problem with some content", "because of a sharing violation",
    "Update links", "Macros have been disabled", "ensurepip is not available", "No module named pip",
    "connection broken by",
}  # fmt: skip
"""What Windows, Excel and Python say."""


def test_what_is_to_be_looked_up_is_said_so_by_the_program() -> None:
    page = (ROOT / "docs" / "when-something-is-wrong.md").read_text("utf-8")
    cells = re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
    quoted = {part.strip() for cell in cells for words in re.findall(r"\*([^*]+)\*", cell) for part in words.split("…")}
    said = list_texts()
    assert len(quoted) > 50
    assert sorted(part for part in quoted - OF_OTHERS if not any(part in text for text in said)) == []
    assert quoted >= OF_OTHERS


def list_texts() -> list[str]:
    """Return all texts of the program: those of its modules, of its pages, and of what starts and installs it."""
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / "turnabout_sheets").rglob("*.py"))
    found = [each.value for tree in trees for each in ast.walk(tree) if isinstance(each, ast.Constant)]
    words = [tomllib.loads((ROOT / "templates" / "words" / "en.toml").read_text("utf-8"))]
    while words:
        for each in words.pop().values():
            found.append(each) if isinstance(each, str) else words.append(each)
    others = (ROOT / "tools" / name for name in ("windows/Turnabout.cmd", "windows/installer.nsi", "build_backend.py"))
    return [*(text for text in found if isinstance(text, str)), *(each.read_text("utf-8") for each in others)]


def test_what_to_type_where_turnabout_is_not_found_stands_in_one_place() -> None:
    """Besides, the pages on getting the program name the Python that they bring."""
    saying = {page.name for page in PAGES if "-m turnabout_sheets" in page.read_text("utf-8")}
    assert saying == {"README.md", "installing.md", "macos.md", "windows.md"}
