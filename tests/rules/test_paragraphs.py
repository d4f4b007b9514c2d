"""Every paragraph of the pages of rules has a test that names it; those that only paper keeps are looked for there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.rules.test_tables import Case, rule_tables
from tests.rules.text_event import TextEvent
from tests.support.commands import turnabout

TESTS: Final = Path(__file__).parents[1]
NUMBER: Final = r"\d+\.\d+(?:\.\d+)?"
NAMED: Final = re.compile(rf"\b(rules|duplicate|netrunner) ({NUMBER}(?:(?:, | and | to ){NUMBER})*)", re.IGNORECASE)
FOR_PEOPLE: Final = {
    "duplicate": {"1.6", "2.6"},
    "netrunner": {"4.1.1", "4.1.2", "4.1.3", "4.2.1", "4.2.2", "4.3.1", "4.3.2", "4.3.3", "4.4"},
}
"""Paragraphs of which the program does nothing: what players and the director do."""


def read_named() -> dict[str, set[str]]:
    """Return the paragraphs that tests name, by page; stories of Turnabout name them by number alone."""
    named: dict[str, set[str]] = {"rules": set(), "duplicate": set(), "netrunner": set()}
    for file in TESTS.rglob("*"):
        if file.suffix in (".py", ".txt", ".csv") and "expected" not in file.parts:
            text = file.read_text("utf-8", errors="replace")
            for page, numbers in NAMED.findall(text):
                named[page.lower()].update(re.findall(NUMBER, numbers))
            if file.parent.name == "stories" and file.stem.startswith("turnabout"):
                titles = " ".join(re.findall(r"(?m)^== (.*?):", text))
                named["rules"].update(re.findall(NUMBER, titles))
    return named


@pytest.mark.parametrize("page", ["rules", "duplicate", "netrunner"])
def test_paragraph__of_a_page_of_rules__has_a_test_that_names_it(page: str) -> None:
    text = (TESTS.parent / "docs" / f"{page}.md").read_text("utf-8")
    numbers = re.findall(rf'<a id="({NUMBER})">', text)
    paragraphs = {each for each in numbers if not any(other.startswith(f"{each}.") for other in numbers)}
    assert paragraphs - read_named()[page] == FOR_PEOPLE.get(page, set())


@pytest.mark.slow
@rule_tables("all_on_paper")
def test_page__that_is_printed__says_what_the_paragraph_says(table: str, case: Case, tmp_path: Path) -> None:
    event = TextEvent(tmp_path, case["format"].replace("doubles", "Duplicate Magic"))
    event.set_up(f"Event: Rounds = 1; Pairing = manual; {case['Event']}")
    event.set_up("Players: Ada; Ben; Cy; Dee")
    if case["format"] == "doubles":
        for number, row in enumerate(event.tables["Players"]):
            row["Partner"] = f"Partner {number}"
    deck = " (Deck A = A)" * (event.format == "Duplicate Magic")
    event.set_up(f"Round 1: Ada - Ben{deck}; Cy - Dee{deck}")
    event.compute()
    printed = turnabout("print", event.path, "--only", case["pages"])
    assert printed.exit_code == 0, printed.output
    text = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*.html"))
    words = re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]+>", " ", text, flags=re.DOTALL))
    assert [each for each in case["words"].split("|") if each not in words] == []
