"""Finds the numbered paragraphs of pages, what they rest on, and the places that cite them.

A citation is the name of a page and the number of a paragraph or section: ``rules 1.4.2``. Several of a page may follow
each other: ``rules 1.2 to 1.4``, ``netrunner 2.7, 2.7.1 and 2.7.3``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RULES = ("rules", "netrunner", "duplicate")
"""The pages whose paragraphs rest on the originals or are rulings of ours."""

PAGES: Mapping[str, str] = {
    **{page: f"docs/{page}.md" for page in (*RULES, "safety", "log", "archive", "what-if", "desk", "publishing")},
    "checking": "docs/dev/checking.md",
}
"""The files with numbered paragraphs, by how they are cited."""

NUMBER = r"\d+(?:\.\d+)+"
CITATION = re.compile(
    rf"\b({'|'.join(PAGES)})\s+({NUMBER}(?:(?:,\s+and|,|\s+and|\s+or|\s+to)\s+{NUMBER})*)", re.IGNORECASE
)
ANCHOR = re.compile(rf'<a id="({NUMBER})"></a>(?:\*\*)?({NUMBER})?')
REFERENCE = re.compile(r"\[([^\]\[]+)\](?![:(])")
DEFINITION = re.compile(r"^\[([^\]]+)\]: (\S+)$", re.MULTILINE)
PART = re.compile(r'^\| <a id="([\w-]+)"></a>([^|]+?) \|[^|]+\|([^|]+)\|$', re.MULTILINE)

ON_RULES_PAGES: Mapping[str, str] = {
    r"\bseeds? 0": "name a paragraph of a page in docs/, such as rules 1.2.1, which names the original",
    r"\bNTP \d": "write netrunner and the number",
    r"\w\.md,? \d": "write the page without .md, and the number: rules 1.4",
}
DEAD_ENDS: Mapping[str, str] = {
    **ON_RULES_PAGES,
    r"\b(?:scoring|match|deck construction) rules? \d": "name a paragraph of a page in docs/, which names the original",
    rf"\b(?:{'|'.join({*PAGES} - {'checking'})}) \d+\b(?!\.\d)": "name a section or a paragraph: rules 1.4",
}
"""What leads nowhere, by what finds it, with what to do. The rules pages name the originals by their own numbers."""

PAGE_NAME = re.compile(r"(?<![\w./\"'-])(?:docs/(?:dev/)?)?([A-Za-z][\w-]*\.md)\b")
"""A page that is spoken of; in quotation marks it is a file that the code makes."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered paragraph or section of a page: where it stands, and what it rests on.

    ``printed`` is the number that a reader sees. ``sources`` are the names of parts of the originals, as in brackets;
    those that stand before the first paragraph of a section are of all its paragraphs. ``words`` is what it says, as
    it is written.
    """

    number: str
    printed: str
    line: int
    is_heading: bool
    sources: tuple[str, ...] = ()
    is_ruling: bool = False
    words: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Citation:
    """A paragraph that is cited: the page, the number, and the line; ``upto`` where a range begins with it."""

    page: str
    number: str
    line: int
    upto: str = ""


def find_paragraphs(text: str) -> list[Paragraph]:
    """Return the numbered paragraphs and sections of a page, in order."""
    found: list[Paragraph] = []
    of_section: tuple[str, ...] = ()
    for line, words in _pieces(text):
        anchor = ANCHOR.search(words)
        sources = tuple(REFERENCE.findall(words))
        if anchor is None:
            of_section = () if words.startswith("#") else of_section + sources
            continue
        is_heading = words.startswith("#")
        of_section = () if is_heading else of_section
        is_ruling = "**Ruling:**" in words
        found.append(Paragraph(anchor[1], anchor[2] or "", line, is_heading, (*of_section, *sources), is_ruling, words))
    return found


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield the headings of a page, what stands before the first paragraph of a section, and the paragraphs."""
    piece: list[str] = []
    start = 1
    for number, line in enumerate([*text.splitlines(), "#"], 1):
        is_definition = DEFINITION.match(line) is not None
        if piece and (line.startswith("#") or ANCHOR.search(line) or is_definition or piece[0].startswith("#")):
            yield start, "\n".join(piece)
            piece = []
        if not is_definition:
            start = start if piece else number
            piece.append(line)


def find_citations(text: str) -> Iterator[Citation]:
    """Yield what a text cites."""
    for found in CITATION.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        numbers = re.findall(NUMBER, found[2])
        ranges = [" to " in f" {' '.join(between.split())} " for between in re.split(NUMBER, found[2])[1:-1]]
        for number, is_range, upto in zip(numbers, [*ranges, False], [*numbers[1:], ""], strict=True):
            yield Citation(found[1].lower(), number, line, upto if is_range else "")


def find_dead_ends(text: str, pages: Collection[str], dead_ends: Mapping[str, str] = DEAD_ENDS) -> Iterator[str]:
    """Yield a line for each thing that leads nowhere, or that names a page which is not among ``pages``."""
    for pattern, cure in dead_ends.items():
        for found in re.finditer(pattern, text, re.IGNORECASE):
            yield f"{_line(text, found)}: {found[0]!r} leads nowhere; {cure}"
    for found in PAGE_NAME.finditer(text):
        if found[1] not in pages:
            yield f"{_line(text, found)}: there is no page {found[1]}"


def find_unknown(text: str, numbers: Mapping[str, Collection[str]]) -> Iterator[str]:
    """Yield a line for each citation whose paragraph is not among the ``numbers`` of its page."""
    for cited in find_citations(text):
        if cited.number not in numbers[cited.page]:
            yield f"{cited.line}: {cited.page} {cited.number} is no paragraph of {PAGES[cited.page]}"


def find_twins(paragraphs: Sequence[Paragraph]) -> Iterator[str]:
    """Yield a line for each number that stands twice, or is another one than its anchor."""
    first: dict[str, int] = {}
    for each in paragraphs:
        if first.setdefault(each.number, each.line) != each.line:
            yield f"{each.line}: {each.number} stands in line {first[each.number]} already"
        if each.printed != each.number:
            yield f"{each.line}: the anchor is {each.number}, but the number is {each.printed or 'missing'}"


def find_parts(text: str) -> dict[str, tuple[str, str]]:
    """Return the parts of the originals by anchor: the name, "TITLE, PART", and the cell with our paragraphs."""
    parts = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        parts |= {anchor: (f"{title}, {part}", ours) for anchor, part, ours in PART.findall(section)}
    return parts


def find_definitions(text: str) -> dict[str, str]:
    """Return where the references of a page lead."""
    return dict(DEFINITION.findall(text))


def find_anchors(text: str) -> set[str]:
    """Return what a link into a page may name after the #: the anchors, and the headings as GitHub writes them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = (re.sub(r"<[^>]+>|[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {*re.findall(r'<a id="([^"]+)"></a>', text), *(heading.replace(" ", "-") for heading in plain)}


def find_links(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the page ("" for the same) and the anchor of each link that has one."""
    for found in re.finditer(r"(?:\]\(|^\[[^\]]+\]: )(?!https?:)([^)\s#]*)#([^)\s]+)", text, re.MULTILINE):
        yield _line(text, found), found[1], found[2]


FILES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "Makefile", "sample_events/make.py")
FOLDERS = ("turnabout_sheets", "tests", "benchmarks", "tools", "templates", "docs", ".ci")
SUFFIXES = {"", ".py", ".md", ".csv", ".j2", ".toml", ".txt"}


def list_files(root: Path) -> list[Path]:
    """Return the files that may cite: code, tests, tables, templates and pages."""
    inside = (path for folder in FOLDERS for path in (root / folder).rglob("*"))
    single = (root / file for file in FILES)
    return sorted(path for path in (*inside, *single) if path.suffix in SUFFIXES and path.is_file())


def _line(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1
