"""Every rule that is cited is a numbered paragraph of a page, and every paragraph says what it rests on."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.whole import citations
from tests.whole.citations import PAGES, RULES, Citation, Paragraph

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
THESE = {Path(__file__), Path(__file__).with_name("test_promises.py"), Path(citations.__file__)}
"""They speak of dead ends."""
NAMING_ORIGINALS = {DOCS / f"{page}.md" for page in (*RULES, "dev/sources")}


@cache
def paragraphs(page: str) -> list[Paragraph]:
    return citations.find_paragraphs((ROOT / PAGES[page]).read_text("utf-8"))


def numbers() -> dict[str, set[str]]:
    return {page: {each.number for each in paragraphs(page)} for page in PAGES}


def parts() -> dict[str, tuple[str, str]]:
    return citations.find_parts((DOCS / "dev" / "sources.md").read_text("utf-8"))


def test_every_citation_leads_to_a_paragraph() -> None:
    known = numbers()
    pages = {path.name for path in (*DOCS.rglob("*.md"), *ROOT.glob("*.md"))}
    lost = []
    for path in citations.list_files(ROOT):
        if path not in THESE:
            text = path.read_text("utf-8")
            at = path.relative_to(ROOT)
            dead_ends = citations.ON_RULES_PAGES if path in NAMING_ORIGINALS else citations.DEAD_ENDS
            lost += [f"{at}:{each}" for each in citations.find_unknown(text, known)]
            lost += [f"{at}:{each}" for each in citations.find_dead_ends(text, pages, dead_ends)]
    assert lost == [], "\n".join(lost)


@pytest.mark.parametrize("page", PAGES)
def test_numbers_stand_once(page: str) -> None:
    assert paragraphs(page)
    assert list(citations.find_twins(paragraphs(page))) == []


@pytest.mark.parametrize("page", RULES)
def test_every_paragraph_says_what_it_rests_on(page: str) -> None:
    """A part of an original that docs/dev/sources.md lists, or a ruling of ours."""
    leads_to = citations.find_definitions((DOCS / f"{page}.md").read_text("utf-8"))
    names = {f"dev/sources.md#{anchor}": name for anchor, (name, _) in parts().items()}
    wrong = []
    for each in paragraphs(page):
        if not each.is_heading and not each.sources and not each.is_ruling:
            wrong.append(f"docs/{page}.md:{each.line}: {each.number} neither names its source nor is a ruling")
        for source in each.sources:
            if names.get(leads_to.get(source, "")) != source:
                wrong.append(f"docs/{page}.md:{each.line}: {each.number} rests on {source}, not in docs/dev/sources.md")
    assert wrong == [], "\n".join(wrong)
    assert set(leads_to) == {source for each in paragraphs(page) for source in each.sources}


def test_the_originals_list_what_rests_on_them() -> None:
    """Both ways are the same: what a part is said to carry, and what says that it rests on the part."""
    listed, said = {}, {}
    for name, ours in parts().values():
        listed[name] = {each for cited in citations.find_citations(ours) for each in expand(cited)}
        said[name] = {(page, each.number) for page in PAGES for each in paragraphs(page) if name in each.sources}
    assert listed == said


def expand(cited: Citation) -> list[tuple[str, str]]:
    """Return the paragraphs from a citation up to the end of its range, in the order of the page."""
    order = [each.number for each in paragraphs(cited.page) if not each.is_heading]
    first = order.index(cited.number)
    return [(cited.page, number) for number in order[first : order.index(cited.upto or cited.number) + 1]]


@pytest.mark.parametrize("path", sorted([*DOCS.rglob("*.md"), ROOT / "README.md"]), ids=lambda path: path.name)
def test_links_into_pages_lead_to_their_place(path: Path) -> None:
    lost = []
    for line, page, anchor in citations.find_links(path.read_text("utf-8")):
        target = path.parent / page if page else path
        if anchor not in citations.find_anchors(target.read_text("utf-8")):
            lost.append(f"{path.name}:{line}: {page}#{anchor}")
    assert lost == []


# The finder itself.

PAGE = """# A page

## <a id="1.1"></a>1.1 A match

<a id="1.1.1"></a>**1.1.1** Two games.
([What?, Rules 1])

<a id="1.1.2"></a>**1.1.2** **Ruling:** a draw
is nothing. See [rules 1.1](#1.1).

### Cards

[Protocol, Guidelines]

| | protocol | program |
| --- | --- | --- |
| <a id="2.1"></a>2.1 | One. | As it says. |
| <a id="2.2"></a>2.2 | Two ([What?, Note]). | **Ruling:** three. |

[What?, Rules 1]: sources.md#rules-1
"""


def test_paragraphs_are_found() -> None:
    assert citations.find_paragraphs(PAGE) == [
        Paragraph("1.1", "1.1", 3, is_heading=True),
        Paragraph("1.1.1", "1.1.1", 5, is_heading=False, sources=("What?, Rules 1",)),
        Paragraph("1.1.2", "1.1.2", 8, is_heading=False, is_ruling=True),
        Paragraph("2.1", "2.1", 17, is_heading=False, sources=("Protocol, Guidelines",)),
        Paragraph("2.2", "2.2", 18, is_heading=False, sources=("Protocol, Guidelines", "What?, Note"), is_ruling=True),
    ]
    assert citations.find_definitions(PAGE) == {"What?, Rules 1": "sources.md#rules-1"}


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("as in rules 1.4.2.", ["rules 1.4.2"]),
        ("(Rules 1.4 and 1.5; netrunner 2.7)", ["rules 1.4", "rules 1.5", "netrunner 2.7"]),
        ("netrunner 2.7, 2.7.1 or 2.7.3, 90 minutes", ["netrunner 2.7", "netrunner 2.7.1", "netrunner 2.7.3"]),
        ("a line ends with duplicate\n    3.1, and 3.2", ["duplicate 3.1", "duplicate 3.2"]),
        ("rules 1.2 to 1.4", ["rules 1.2 to 1.4", "rules 1.4"]),
        ("Log 1.2, what-if 1.3; a changelog 1.2", ["log 1.2", "what-if 1.3"]),
        ("ECMA-376 Part 1, 18.18.62; 2.7 GMP; the rules; duplicate 2 players", []),
    ],
)
def test_citations_are_found(text: str, cited: list[str]) -> None:
    found = citations.find_citations(text)
    assert [f"{each.page} {each.number}{f' to {each.upto}' if each.upto else ''}" for each in found] == cited


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("one\nsee rules 1.4.99", ["2: rules 1.4.99 is no paragraph of docs/rules.md"]),
        ("rules 1.4 and 9.9", ["1: rules 9.9 is no paragraph of docs/rules.md"]),
        ("rules 1.4, netrunner 2.7", []),
        ("checking 1.4", ["1: checking 1.4 is no paragraph of docs/dev/checking.md"]),
    ],
)
def test_citations_of_nothing_are_told(text: str, said: list[str]) -> None:
    known = {"rules": {"1.4"}, "netrunner": {"2.7"}, "checking": set[str]()}
    assert list(citations.find_unknown(text, known)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n\n(seed 004)", "3: 'seed 0' leads nowhere"),
        ("Seeds 000 and 001", "1: 'Seeds 0' leads nowhere"),
        ("NTP 2.7", "1: 'NTP 2' leads nowhere"),
        ("Turnabout, scoring rule 3", "1: 'scoring rule 3' leads nowhere"),
        ("rules.md, 1.5", "1: 's.md, 1' leads nowhere"),
        ("rules 1 and 2", "1: 'rules 1' leads nowhere"),
        ("the log 3", "1: 'log 3' leads nowhere"),
        ("a\n(workbook.md, Reading)", "2: there is no page workbook.md"),
        ("docs/annals.md", "1: there is no page annals.md"),
    ],
)
def test_dead_ends_are_told(text: str, said: str) -> None:
    (found,) = citations.find_dead_ends(text, {"rules.md"})
    assert found.startswith(said)


def test_what_is_no_dead_end_is_left_alone() -> None:
    text = """docs/rules.md, page.mdx, a/b/notes.md, "notes.md", Part 1, 18.2; the seed 7; rules 1.2"""
    assert list(citations.find_dead_ends(text, {"rules.md"})) == []


def test_twins_are_told() -> None:
    twice = PAGE.replace('"2.2"></a>2.2', '"2.1"></a>2.3')
    assert list(citations.find_twins(citations.find_paragraphs(PAGE))) == []
    assert list(citations.find_twins(citations.find_paragraphs(twice))) == [
        "18: 2.1 stands in line 17 already",
        "18: the anchor is 2.1, but the number is 2.3",
    ]


def test_parts_of_the_originals_are_found() -> None:
    text = "# The originals\n\n## What?\n\n| part | what | ours |\n| --- | --- | --- |\n"
    text += '| <a id="rules-1"></a>Rules 1 | games | rules 1.1.1 |\n'
    assert citations.find_parts(text) == {"rules-1": ("What?, Rules 1", " rules 1.1.1 ")}


def test_links_and_anchors_are_found() -> None:
    assert list(citations.find_links(PAGE)) == [(9, "", "1.1"), (20, "sources.md", "rules-1")]
    assert citations.find_anchors(PAGE) == {"a-page", "11-a-match", "cards", "1.1", "1.1.1", "1.1.2", "2.1", "2.2"}
