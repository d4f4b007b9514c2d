"""The documentation is what the program says."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tools import reference

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", reference.pages())
def test_reference_pages_have_not_drifted(page: str) -> None:
    """If this fails:  python -m tools.reference docs"""
    assert (ROOT / "docs" / page).read_text("utf-8") == reference.pages()[page]


@pytest.mark.parametrize("page", sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"]), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert missing == []


def test_what_was_renamed_is_there_under_its_new_name() -> None:
    tables = (ROOT / "docs" / "development.md").read_text("utf-8").partition("## What was renamed")[2]
    rows = [row.split(" | ") for row in tables.splitlines() if row.startswith("| `")]
    new = [name for row in rows for name in re.findall(r"`([a-z_.]+\.[A-Za-z_]+)`", row[1])]
    missing = [name for name in new if not is_there(name)]
    assert len(new) > 200
    assert missing == []


def is_there(name: str) -> bool:
    """Say whether a name in the package leads to a module, or to what stands in one."""
    try:
        resolve_name(f"turnabout_sheets.{name}")
    except (ImportError, AttributeError):
        return False
    return True


def test_a_name_that_leads_nowhere_is_found() -> None:
    assert is_there("core.text.join_words")
    assert not is_there("core.text.listing")
    assert not is_there("core.words")
