"""Takes somebody's names out of texts and bytes, and leaves those of others as they are."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple
from urllib.parse import unquote

from turnabout_sheets.core.text import INVISIBLE, key

LONG: Final = 5
"""Characters from which a Player ID is sought wherever it stands; a shorter one may be any number."""
LONG_NUMBER: Final = LONG + 1
"""Digits from which it is sought among numbers: a day is stored as a number of five."""

_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Letters of scripts that do not part words, or put endings to them: beside any of them a word may begin or end."""
_MARKS: Final = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
)
"""What belongs to the letter before it, and scripts in which letters and such marks stand side by side."""
_BEFORE: Final = rf"(?<![^\W_{_UNSPACED}])(?<![{_MARKS}])"
_AFTER: Final = rf"(?![^\W_{_UNSPACED}]|[{_MARKS}])"
_IS_UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
_GAP: Final = r"(?:[\s_]+|\+)"
"""What stands between two words of a name: in the names of files, and in addresses, it need not be a space."""
_SAID: Final = r"player id\W{1,3}"
"""What stands before a Player ID in texts of the program."""
_QUOTE: Final = re.compile("['\"]")
"""What stands twice within quotes, in formulas and lists."""
_NOTHING: Final = r"(?!)"

_VOWELS: Final = range(0x1160, 0x1200)
"""Parts of Korean letters that are no marks, and join the one before them."""

_UNSEEN: Final = re.compile(f"[{''.join(map(chr, INVISIBLE))}]")

_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ESCAPED_IN_JSON: Final = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+")
_MARKS_OF_XML: Final = (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&"))
"""The last is not to begin one of the others."""
_RARE: Final = re.compile(r"&(?!(?:lt|gt|quot|apos|amp);)#?\w+;?")
_ENCODINGS: Final = (
    ("utf-8", 0), ("cp1252", 0), ("utf-16-le", 0), ("utf-16-le", 1), ("utf-16-be", 0), ("utf-16-be", 1)
)  # fmt: skip
"""How bytes are read that are no text, and from which on."""


@dataclass(frozen=True)
class Renaming:
    """The ``names`` of somebody, in whose place the ``pseudonym`` comes, and the Player ``ids``, which become blank.

    Whole words are taken, where `text.key` takes them for the same, also with an underscore or a plus for a space.
    A short ID is taken only behind the words "Player ID". ``kept`` are names of others: where a sought one is a part of
    such a name, it stays; whoever is called just the same does not keep it.
    """

    names: Sequence[str]
    pseudonym: str
    ids: Sequence[str] = ()
    kept: Collection[str] = ()

    def replace(self, text: str) -> str:
        """Return a text without the names and IDs."""
        return _replace(_replace(text, self._names, self.pseudonym), self._ids, "")

    def is_in(self, data: bytes) -> bool:
        """Tell whether a name or an ID is in bytes, in whatever encoding."""
        return any(map(self.is_in_text, _read(data)))

    def is_in_text(self, text: str) -> bool:
        """Tell whether `replace` finds anything in a text."""
        folded = _fold(text)
        return any(next(each.find(folded), None) for each in (self._names, self._ids))

    def is_id(self, cell: str) -> bool:
        """Tell whether a cell for a Player ID has one of these, perhaps as a number that is shown with zeros."""
        return key(cell).lstrip("0") in {key(each).lstrip("0") for each in self.ids}

    def is_number(self, number: str) -> bool:
        """Tell whether a number is an ID that is so long that no other number is the same but by a rare chance."""
        return number.strip().lstrip("0") in self.numbers

    @cached_property
    def numbers(self) -> Collection[str]:
        """The IDs that are such numbers, without the zeros before them."""
        digits = {key(each).lstrip("0") for each in self.ids if key(each).isdecimal()}
        return {each for each in digits if len(each) >= LONG_NUMBER}

    @cached_property
    def _names(self) -> _Patterns:
        sought = {key(name) for name in self.names} - {""}
        others = {key(name) for name in (self.pseudonym, *self.kept)} - sought
        longer = {name for name in others if any(each in name for each in sought)}
        by_length = sorted(sought | longer, key=lambda name: (-len(name), name))
        patterns = [f"({_bound(name)})" if name in sought else _bound(name) for name in by_length]
        return _Patterns([name.split()[0] for name in sought], _compile(map(_bound, sought)), _compile(patterns))

    @cached_property
    def _ids(self) -> _Patterns:
        ids = [key(each) for each in self.ids if key(each)]
        named, long = "|".join(map(re.escape, ids)), [each for each in ids if len(each) >= LONG]
        told = [rf"(\s*\({_SAID}(?:{named})\))", rf"\b{_SAID}({named})(?!\w)"] if ids else []
        pattern = _compile([*told, *(rf"(?<![\w.])({re.escape(each)})(?!\w|\.\d)" for each in long)])
        return _Patterns(["player id", *long], pattern, pattern)


class _Patterns(NamedTuple):
    """What is ``sought`` in folded texts, and ``all`` that is to be known there: only what goes is in a group.

    Without one of the ``words`` nothing is found, and that is told in a hundredth of the time.
    """

    words: Sequence[str]
    sought: re.Pattern[str]
    all: re.Pattern[str]

    def find(self, folded: str) -> Iterator[tuple[int, int]]:
        """Yield from where to where something is to go."""
        if any(word in folded for word in self.words) and self.sought.search(folded):
            yield from (match.span(match.lastindex) for match in self.all.finditer(folded) if match.lastindex)


def _compile(alternatives: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(alternatives) or _NOTHING)


def _bound(name: str) -> str:
    """Return the pattern of a name, as `text.key` has it, where it is whole words."""
    return "".join(
        (
            "" if _IS_UNSPACED.match(name) else _BEFORE,
            _QUOTE.sub(r"\g<0>{1,2}", _GAP.join(map(re.escape, name.split()))),
            "" if _IS_UNSPACED.match(name[-1]) else _AFTER,
        )
    )


def _replace(text: str, patterns: _Patterns, new: str) -> str:
    found = list(patterns.find(_fold(text)))
    if not found:
        return text
    starts, ends = _align(text)
    done, at = list[str](), 0
    for start, end in found:
        done += [text[at : starts[start]], new]
        at = ends[end - 1]
    return "".join([*done, text[at:]])


def _fold(text: str) -> str:
    """Return a text as it is compared, with its white space as it is: see `text.key`."""
    return unicodedata.normalize("NFC", _UNSEEN.sub("", unicodedata.normalize("NFC", text)).casefold())


def _align(text: str) -> tuple[Sequence[int], Sequence[int]]:
    """Return where in a text each character of the folded one begins, and where it ends."""
    starts, ends = list[int](), list[int]()
    firsts = [at for at, letter in enumerate(text) if not (at and _is_joined(letter))]
    for start, end in pairwise((*firsts, len(text))):
        many = len(_fold(text[start:end]))
        starts += [start] * many
        ends += [end] * many
    return starts, ends


def _is_joined(letter: str) -> bool:
    """Tell whether a character may become one with that before it, or is invisible."""
    return unicodedata.category(letter)[0] == "M" or ord(letter) in INVISIBLE or ord(letter) in _VOWELS


def unescape_xml(text: str) -> str:
    """Return what `html.unescape` does, which takes far longer for the few that stand in every cell or formula."""
    text = _RARE.sub(lambda match: _unescape_one(match[0]), text)
    for escape, mark in _MARKS_OF_XML:
        text = text.replace(escape, mark)
    return text


_unescape_one: Final = lru_cache(1 << 10)(html.unescape)


def _read(data: bytes) -> Iterator[str]:
    """Yield what bytes may say: as text in UTF-8, else in all encodings; and what that is without its escapes."""
    try:
        texts = [data.decode()] if b"\0" not in data else []
    except UnicodeDecodeError:
        texts = []
    for text in texts or (data[at:].decode(each, "replace") for each, at in _ENCODINGS):
        yield text
        plain = _ESCAPED_IN_JSON.sub(
            _unescape_json, _ESCAPED.sub(lambda match: chr(int(match[1], 16)), unescape_xml(text))
        )
        if plain != text:
            yield plain
        if "%" in plain:
            yield from (unquote(plain, encoding) for encoding in ("utf-8", "cp1252"))


def _unescape_json(match: re.Match[str]) -> str:
    return bytes.fromhex(match[0].replace("\\u", "")).decode("utf-16-be", "replace")
