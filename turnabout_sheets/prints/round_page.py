"""All that is printed for a round in one page, which one link opens: slips, what is posted, what stays at the desk.

The pages are put together as they are, each with its own style and paper. They are large, so the template fills in a
place for the body of each, and the bodies themselves are in memory only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup

from turnabout_sheets.event.model import Event
from turnabout_sheets.prints.page import ROUND_FILE, Document, Of, Pages, load_pages
from turnabout_sheets.prints.publish import read_page
from turnabout_sheets.prints.render import render
from turnabout_sheets.prints.shared import EventHead, make_head
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

_COMMENT: Final = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)
_PIECE: Final = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^{};"'])+|.""", re.DOTALL)
_COMMA: Final = re.compile(r",(?![^(\[]*[)\]])")
_OF_RULES: Final = ("@media", "@supports", "@layer", "@container")
"""What has rules in its braces; in all other braces there are declarations."""


@lru_cache(maxsize=32)  # the pages of an event have few styles, and a desk makes them again and again
def scope_style(style: str, ancestor: str) -> str:
    """Return a style sheet whose rules hold only for what stands within ``ancestor``, a selector."""
    scoped = ""
    before, has_rules = "", [True]
    for piece in _PIECE.findall(_COMMENT.sub(r"\1", style)):
        is_selector = has_rules[-1] and piece not in "{};" and piece.strip() and not piece.lstrip().startswith("@")
        if piece == "{":
            has_rules.append(before.lstrip().startswith(_OF_RULES))
        elif piece == "}" and len(has_rules) > 1:
            has_rules.pop()
        scoped += _scope_selectors(piece, ancestor) if is_selector else piece
        before = piece
    return scoped


def _scope_selectors(selectors: str, ancestor: str) -> str:
    before = selectors[: len(selectors) - len(selectors.lstrip())]
    return before + ", ".join(f"{ancestor} {each.strip()}" for each in _COMMA.split(selectors)) + " "


TEMPLATE = "round.html.j2"

TASKS: Final = ("index.print_and_cut", "index.post", "index.put_on_tables", "index.keep_at_desk")
"""What is to be done with the pages of a round, in the order in which they are printed."""

_STYLE: Final = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
_BODY: Final = re.compile(rb"<body[^>]*>(.*)</body>", re.DOTALL)
_PAPER: Final = re.compile(r"@page\s*\{([^}]*)\}")
_PLACE: Final = re.compile(rb"(<!-- turnabout: part \d+ -->)")
"""Where the body of a part is put; no name can look like it, since names are escaped."""


class RoundPart(NamedTuple):
    """A page in the page of its round: how its ``paper`` is set, its ``style`` in its own element, and its ``body``.

    The body is a place that is filled in when the template is done.
    """

    paper: Markup
    style: Markup
    body: Markup


class RoundPage(NamedTuple):
    """All that is printed for a round."""

    event: EventHead
    round: int
    parts: tuple[RoundPart, ...]


def round_pages(
    event: Event, format: str, made: Pages, folder: Path, *, templates: Path | None = None
) -> dict[str, bytes]:
    """Return a page for each round of which pages are ``made``, with all of the round, HTML in UTF-8 by file name.

    What is not among those made is taken as it lies in ``folder``, where it is ours. With the pages of a round come
    the standings before it; without its slips there is none.
    """
    found: dict[str, bytes] = {}
    for number in event.rounds:
        names = list(_names(format, number))
        if not any(name in made for name in names):
            continue
        slips, *others = (made.get(name) or read_page(folder / name) for name in names)
        if slips is None:
            continue
        pages = [page for page in (slips, *others) if page]
        found[ROUND_FILE.format(number)] = join_pages(event, number, pages, templates=templates)
    return found


def join_pages(event: Event, number: int, pages: Iterable[bytes], *, templates: Path | None = None) -> bytes:
    """Return pages of a round in one, each on its own sheets."""
    w = load_words(LANGUAGES[event.settings.language], templates)
    bodies = [body for page in pages if (body := _BODY.search(page))]  # own templates may have none
    parts = tuple(_make_part(body.string, place) for place, body in enumerate(bodies, 1))
    frame = render(TEMPLATE, RoundPage(make_head(event.settings), number, parts), w, templates=templates)
    return _put_in(frame, bodies)


def _names(format: str, number: int) -> Iterator[str]:
    """Yield the files of a round, and of the standings before it, in the order in which they are printed."""

    def order(item: tuple[Document, int]) -> tuple[int, int]:
        document, _ = item
        return TASKS.index(document.task), document.position

    documents = [
        (document, number if page.of is Of.ROUND else number - 1)
        for page in load_pages(format)
        for document in page.documents
        if document.each_round and document.task in TASKS
    ]
    for document, of in sorted(documents, key=order):
        yield document.file.format(of)


def _make_part(page: bytes, place: int) -> RoundPart:
    """Return a page as the part at a place, counted from 1."""
    style = b"".join(_STYLE.findall(page)).decode()
    papers = _PAPER.findall(style)
    return RoundPart(
        Markup(" ".join(papers)),
        Markup(scope_style(_PAPER.sub("", style), f".part-{place}")),
        Markup(_name_place(place)),
    )


def _name_place(place: int) -> str:
    """Return what stands for the body of a part until it is put in."""
    return f"<!-- turnabout: part {place} -->"


def _put_in(frame: bytes, bodies: Sequence[re.Match[bytes]]) -> bytes:
    """Return the frame with all bodies in their places."""
    found = {_name_place(place).encode(): body[1] for place, body in enumerate(bodies, 1)}
    return b"".join(found.get(piece, piece) for piece in _PLACE.split(frame))
