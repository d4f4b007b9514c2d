"""One line of a list as people type it: the name, and what stands around it: a bullet, a mark, a rating, a note."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

from turnabout_sheets.core.text import join_words, tidy
from turnabout_sheets.reading.list_layout import quote, speaks_of_players
from turnabout_sheets.reading.list_words import WORDS


class About(StrEnum):
    """What is guessed of rows of a list, or doubtful: the key of the words that pages have for it."""

    TITLE = "list.doubt.title"
    SUM = "list.doubt.sum"
    NO_PLAYER = "list.doubt.no_player"
    LONG = "list.doubt.long"
    CROSSED = "list.doubt.crossed"
    NAMELESS = "nameless"
    ODD = "list.doubt.odd"
    UNSURE = "list.doubt.unsure"
    COMMA = "list.doubt.comma"
    NOTE = "list.doubt.note"
    GUESSED = "list.doubt.guessed"
    CELL = "list.doubt.cell"
    TWICE = "list.doubt.twice"
    ANSWER = "list.doubt.answer"
    PRESENT = "list.doubt.present"


class Doubt(NamedTuple):
    """A guess or doubt about rows of a list, as they are numbered there, with the ``texts`` that it is about.

    ``offers`` are what the ``field`` of the sheet Players may hold in these rows; the first is what was guessed.
    """

    about: About
    rows: tuple[int, ...]
    texts: tuple[str, ...]
    field: str = ""
    offers: tuple[str, ...] = ()


class Line(NamedTuple):
    """What a line says: a name, and what stood around it; blank for nothing.

    ``is_guess``: the rating may be part of the name. ``coming`` is None where a mark says that this is not sure.
    """

    name: str
    rating: str = ""
    is_guess: bool = False
    note: str = ""
    coming: bool | None = True


MOST_LETTERS: Final = 80
SHOWN_LETTERS: Final = 60
"""What is longer is no name."""

_BULLET: Final = re.compile(r"(?:[-*•–—·◦▪‣+>]+\s+|[-*•·◦▪‣]+(?=\w)|\[[ xX✓]?\]\s*)+")

_COMES: Final = "✅✔✓☑👍🙋⭐🟢"
_UNSURE: Final = "?？❓❔⁉🤔🟡"
_CROSSED: Final = "❌✖✗✘❎👎🚫🔴"
_MARKED: Final = re.compile(rf"\(?([{_COMES}{_UNSURE}{_CROSSED}])[\ufe0f\U0001f3fb-\U0001f3ff]*\)?")

_NUMBER: Final = r"[1-9]\d{2,3}(?:[.,]\d{1,2})?|[1-9][.,]\d{3}"
_LABEL: Final = "|".join(re.escape(word) for words in WORDS.values() for word in words["rating"])
_RATING: Final = re.compile(
    rf"""(?P<name>.*?[^\s,;|:]) (?:
        \s*[(\[] \s* (?:(?:{_LABEL})[:.\s]*)? (?P<bracketed>{_NUMBER}) (?:\s*(?:{_LABEL}))? \s*[)\]]
      | \s*[,;|]\s* (?:(?:{_LABEL})[:.\s]*)? (?P<after>{_NUMBER})
      | \s+[-–—:]\s+ (?:(?:{_LABEL})[:.\s]*)? (?P<dashed>{_NUMBER})
      | \s+(?:{_LABEL})[:.\s]* (?P<labelled>{_NUMBER})
      | \s+(?P<guessed>{_NUMBER})
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_NOTE: Final = re.compile(r"(?P<name>.*?\S)\s+[-–—]+\s+(?P<note>\S.*)")
_TAB: Final = re.compile(r"\t\s*(?=\d)")


def read_line(raw: str, *, has_rating: bool) -> Line:
    """Return what a line says. ``has_rating``: a number at its end is a rating; else it is left in its place."""
    text = tidy(_TAB.sub(", ", raw))
    if len(text) > MOST_LETTERS:
        return Line(text)
    name, coming = _strip_marks(text[found.end() :] if (found := _BULLET.match(text)) else text)
    name, rating, is_guess = _split_rating(name) if has_rating else (name, "", False)
    note = ""
    if found := _NOTE.fullmatch(name):
        name, note = found["name"], found["note"]
        if has_rating and not rating:
            name, rating, is_guess = _split_rating(name)
    name, before = _strip_marks(name)
    return Line(name, rating, is_guess, note, coming if before is True else before)


def _strip_marks(text: str) -> tuple[str, bool | None]:
    """Return a text without the marks at its ends, and whether they say that somebody comes."""
    marks = ""
    while True:
        ends = [found for found in _MARKED.finditer(text) if found.start() == 0 or found.end() == len(text)]
        rest = f"{text[: ends[-1].start()]}{text[ends[-1].end() :]}".strip() if ends else ""
        if not rest:
            break
        marks, text = marks + ends[-1][1], rest
    if any(mark in _CROSSED for mark in marks):
        return text, False
    return text, None if any(mark in _UNSURE for mark in marks) else True


def _split_rating(text: str) -> tuple[str, str, bool]:
    """Return a text without the rating at its end, the rating, and whether it may be part of the name."""
    found = _RATING.fullmatch(text)
    if not found or found["name"].isdecimal():
        return text, "", False
    where, rating = next((where, rating) for where, rating in found.groupdict().items() if rating and where != "name")
    return found["name"], rating, where == "guessed"


_TITLED: Final = re.compile(r"\b(?:19|20)\d\d\b|\d{1,2}[:h]\d\d|\d{1,2}[./]\d{1,2}\b")
"""What a title has and no name: a year, a time, a day."""

_COUNTED: Final = re.compile(r"\d{1,5}[.)]\s*(?=\D)|[-*•]")
_MANY_WORDS: Final = 6
_MOST_TITLES: Final = 3


def find_titles(lines: Mapping[int, str]) -> list[int]:
    """Return the rows of the titles above a list of names; one that speaks of players is one.

    Above a gap they may be several, and have a number or a dash that no name has.
    """
    rows = list(lines)
    gap = next((at for at, (row, below) in enumerate(pairwise(rows), 1) if below > row + 1), 0)
    is_set_off = 0 < gap <= min(_MOST_TITLES, len(rows) - 2)
    head = rows[: gap if is_set_off else 1]
    first = {lines[row] for row in head}  # a list that is there twice has its title twice
    names = [lines[row] for row in rows if lines[row] not in first]
    if len(names) < 2 or any(map(speaks_of_players, names)):
        return []

    def is_title(text: str) -> bool:
        line = read_line(text, has_rating=True)
        unlike = bool(line.note or any(map(str.isdecimal, line.name)) or line.name.endswith(")"))
        alike = any(any(map(str.isdecimal, read_line(name, has_rating=True).name)) for name in names)
        many = len(line.name.split()) >= _MANY_WORDS > max(len(name.split()) for name in names)
        dated = _TITLED.search(text) and not any(_TITLED.search(name) for name in names)
        if _COUNTED.match(text):
            return False
        return bool(speaks_of_players(text) or many or dated or (is_set_off and unlike and not alike))

    titles = {text for text in first if is_title(text)}
    return [row for row in rows if lines[row] in titles]


def _leave_out(why: str) -> Callable[[Doubt], str]:
    return lambda doubt: f'Row {doubt.rows[0]} was left out: "{doubt.texts[0]}", {why}.'


def _ask(doubt: Doubt) -> str:
    return f'Row {doubt.rows[0]}, "{doubt.texts[0]}", was taken as a player. Take it out if it is none.'


def _describe_commas(doubt: Doubt) -> str:
    verb = "has a comma and was" if len(doubt.rows) == 1 else "have a comma and were"
    return f"{quote(doubt.texts)} {verb} taken as written."


def _describe_repeated(doubt: Doubt) -> str:
    where = join_words([str(row) for row in doubt.rows], "and")
    return (
        f"{doubt.texts[0]} stands in the list {len(doubt.rows)} times (rows {where}). One person: keep one of the "
        "rows. Several: tell them apart, for example by an initial."
    )


_SENTENCES: Final[Mapping[About, Callable[[Doubt], str]]] = {
    About.TITLE: _leave_out("a title"),
    About.SUM: _leave_out("a sum"),
    About.NO_PLAYER: _leave_out("which is no player"),
    About.LONG: _leave_out("which is too long for a name"),
    About.CROSSED: _leave_out("as it is crossed out"),
    About.NAMELESS: lambda doubt: f"Row {doubt.rows[0]} was left out, because it has no name: {quote(doubt.texts)}.",
    About.ODD: _ask,
    About.UNSURE: _ask,
    About.COMMA: _describe_commas,
    About.NOTE: lambda doubt: (
        f'Row {doubt.rows[0]}: "{doubt.texts[0]}" was taken as a note, and the name as "{doubt.offers[0]}".'
    ),
    About.GUESSED: lambda doubt: (
        f'Row {doubt.rows[0]}: {doubt.texts[0]} was taken as a rating, and the name as "{doubt.offers[0]}".'
    ),
    About.TWICE: _describe_repeated,
}
"""What is said of a doubt on the screen; what cannot be read in a cell is a problem, and said as that."""


def describe_doubt(doubt: Doubt) -> str:
    """Return in a sentence, or in two, what was guessed, and what to do if it is not so."""
    return _SENTENCES[doubt.about](doubt)
