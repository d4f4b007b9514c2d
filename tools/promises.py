"""Prints which tests hold each numbered paragraph of the rules, and of the pages that promise something.

    python -m tools.promises              all of them
    python -m tools.promises safety       those of a page
    python -m tools.promises safety 1.4   one, or all of a section

A test holds what it cites: in its docstring, comments and parameters, in the table of cases that it runs, and in what
is said of a name that its parameters have. What the docstring of a file cites, the file holds as a whole. Texts that a
test expects to be shown are no citations. What is for people to do, the program only says, on slips, cards and pages,
or leaves to them; the tests hold just that.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from tests.whole.citations import PAGES, Citation, Paragraph, find_citations, find_paragraphs

ROOT: Final = Path(__file__).parents[1]
SPEAKING_OF: Final = ("citations.py", "test_citations.py", "test_promises.py")
"""These files speak of citations; what stands there is none."""

Promise = tuple[str, str]
"""A page, and the number of a paragraph on it."""

Holders = Mapping[Path, Sequence[str]]
"""The names of tests by their file; no name is the file as a whole."""


def read_paragraphs(root: Path = ROOT) -> dict[str, list[Paragraph]]:
    """Return the numbered paragraphs of each page, without the headings of sections."""
    texts = {page: (root / file).read_text("utf-8") for page, file in PAGES.items()}
    return {page: [each for each in find_paragraphs(text) if not each.is_heading] for page, text in texts.items()}


def find_holders(root: Path, paragraphs: Mapping[str, Sequence[Paragraph]]) -> dict[Promise, Holders]:
    """Return the tests that hold each paragraph."""
    orders = {page: [each.number for each in found] for page, found in paragraphs.items()}
    holders: dict[Promise, dict[Path, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((root / "tests").rglob("test_*.py")):
        if path.name in SPEAKING_OF:
            continue
        for name, text in find_tests(path):
            for cited in find_citations(text):
                for number in _expand(cited, orders[cited.page]):
                    names = holders[cited.page, number][path.relative_to(root)]
                    if name and name not in names:
                        names.append(name)
    return {promise: dict(found) for promise, found in holders.items()}


def _expand(cited: Citation, order: Sequence[str]) -> Sequence[str]:
    """Return the numbers from a citation up to the end of its range; a section is more than a test holds."""
    if cited.number not in order or (cited.upto and cited.upto not in order):
        return ()
    first = order.index(cited.number)
    return order[first : order.index(cited.upto or cited.number) + 1]


@cache
def find_tests(path: Path) -> Sequence[tuple[str, str]]:
    """Return each test of a file with all text that is its own, and first "" with the docstring of the file."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    found = [("", ast.get_docstring(tree) or "")]
    pieces = dict(_pieces(tree, text.splitlines()))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            parameters = (each for decorator in node.decorator_list for each in ast.walk(decorator))
            used = {each.id for each in parameters if isinstance(each, ast.Name)}
            own = [pieces[node.name], *(pieces[name] for name in pieces if name in used)]
            found.append((node.name, "\n".join([*own, *_read_tables(node, path)])))
    return found


def _pieces(tree: ast.Module, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is said of each name of a file: comments, what describes it, and the parameters of a test."""
    end = 0
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for node in tree.body:
        describes = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        names = names if describes else list(_names_of(node))
        piece = lines[end : node.end_lineno]
        for name in names:
            found.setdefault(name, []).extend(piece if describes else [*_comments(piece), *_described(node)])
        end = node.end_lineno or end
    return ((name, "\n".join(piece)) for name, piece in found.items())


def _comments(lines: Sequence[str]) -> Iterator[str]:
    """Yield the comments of whole statements; those in lines that follow each other are one."""
    text = "\n".join(lines)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline) if "#" in text else ()  # it takes its time
    yield "\n".join(token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT)


def _described(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield ast.get_docstring(node) or ""
        yield from (ast.unparse(each) for each in node.decorator_list)


def _names_of(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name))


def _read_tables(test: ast.FunctionDef, path: Path) -> Iterator[str]:
    """Yield the tables of cases that a test runs: those which a decorator names."""
    for each in (node for decorator in test.decorator_list for node in ast.walk(decorator)):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isidentifier():
            table = path.parents[1] / "event" / "tables" / f"{each.value}.csv"
            if table.is_file():
                yield table.read_text("utf-8")


def find_unheld(paragraphs: Mapping[str, Sequence[Paragraph]], holders: Mapping[Promise, Holders]) -> Iterator[str]:
    """Yield each paragraph that no test holds."""
    for page, found in paragraphs.items():
        yield from (f"{page} {each.number}" for each in found if (page, each.number) not in holders)


def describe(page: str, paragraph: Paragraph, holders: Holders) -> str:
    """Return a paragraph by its first sentence, and below it the tests that hold it, as pytest is asked for them."""
    tests = [f"{path.as_posix()}::{name}" for path, names in holders.items() for name in names]
    files = [path.as_posix() for path, names in holders.items() if not names]
    held = "".join(f"\n    {each}" for each in sorted([*files, *tests]))
    return f"{page} {paragraph.number}  {shorten(paragraph.words)}{held}"


def shorten(words: str) -> str:
    """Return the first sentence of a paragraph, and in a table of each of its cells, as a reader sees it."""
    plain = re.sub(r"<a [^>]*></a>(?:\*\*)?[\d.]+(?:\*\*)?", "", words.partition("\n\n")[0])
    plain = re.sub(r"\*\*Ruling:\*\*\s*", "", plain)
    plain = re.sub(r"\[([^\]\[]+)\]\([^)]*\)", r"\1", plain)  # links have their words alone
    plain = re.sub(r"\(?\[[^\]\[]+\](?:,\s*\[[^\]\[]+\])*\)?", "", plain)  # what it rests on is left out
    cells = plain.split("|") if plain.startswith("|") else [plain]
    return " ".join(filter(None, map(_first_sentence, cells)))


def _first_sentence(text: str) -> str:
    plain = re.sub(r"^(?:\d\.|-) +", "", " ".join(text.split()))
    found = re.match(r".+?[.!?]\**(?=\s|$)", plain)
    sentence = found[0] if found else plain
    return sentence[:1].upper() + sentence[1:]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.promises", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("page", nargs="?", choices=PAGES, help="a page with numbered paragraphs")
    parser.add_argument("number", nargs="?", default="", help="a paragraph or section of it: 1.4")
    given = parser.parse_args(arguments)
    paragraphs = read_paragraphs()
    asked = [
        (page, each)
        for page in ([given.page] if given.page else PAGES)
        for each in paragraphs[page]
        if f"{each.number}.".startswith(f"{given.number}." if given.number else "")
    ]
    if not asked:
        parser.error(f"{given.page} {given.number} is no paragraph of {PAGES[given.page]}")
    holders = find_holders(ROOT, paragraphs)
    print("\n\n".join(describe(page, each, holders.get((page, each.number), {})) for page, each in asked))


if __name__ == "__main__":
    main()
