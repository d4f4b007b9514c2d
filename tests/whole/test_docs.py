"""The documentation is what the program says."""

from __future__ import annotations

import re
from pathlib import Path

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
