"""Takes somebody's names and Player IDs out of texts, and leaves those of others as they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from unicodedata import normalize

from turnabout_sheets.core.text import INVISIBLE, key

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
_MARKS = "\u0300-\u036f\u0590-\u06ff\u0900-\u0dff"  # with the letters of scripts that have marks beside them
_BEFORE = rf"(?:(?=[{_UNSPACED}])|(?<![^\W_{_UNSPACED}])(?<![{_MARKS}]))"
_AFTER = rf"(?:(?<=[{_UNSPACED}])|(?![^\W_{_UNSPACED}]|[{_MARKS}]))"


@dataclass(frozen=True)
class Renaming:
    """Puts a pseudonym in place of names, as whole words however typed, and nothing in place of Player IDs."""

    names: Sequence[str]
    pseudonym: str
    ids: Sequence[str] = ()  # one of less than five characters is only found behind "Player ID"
    kept: Collection[str] = ()  # names of others, of which a name may be a part

    def replace(self, text: str) -> str:
        """Return a text without the names and IDs."""
        sought, pattern = self._patterns
        folded, done, at = _fold(text), "", 0
        if not any(each.split()[0] in folded for each in (*sought, *filter(None, map(key, self.ids)))):
            return text
        plain = normalize("NFC", text)
        places = [place for place, letter in enumerate(plain) for _ in _fold(letter)]
        for match in pattern.finditer("".join(map(_fold, plain))):
            if match.lastindex is not None:  # else it is the name of somebody else
                start, end = match.span(match.lastindex)
                done += plain[at : places[start]] + (self.pseudonym if match.lastindex <= len(sought) else "")
                at = places[end - 1] + 1
        return done + plain[at:] if at else text

    @cached_property
    def _patterns(self) -> tuple[set[str], re.Pattern[str]]:
        sought, ids = {key(each) for each in self.names} - {""}, {key(each) for each in self.ids} - {""}
        longer = {each for each in map(key, (self.pseudonym, *self.kept)) if any(name in each for name in sought)}
        names = sorted(sought | longer, key=lambda name: (-len(name), name))
        words = [r"(?:[\s_]+|\+)".join(map(re.escape, each.split())) for each in names]
        bound = [f"{_BEFORE}{each}{_AFTER}" for each in words]
        parts = [f"({each})" if name in sought else each for name, each in zip(names, bound, strict=True)]
        any_id = "|".join(map(re.escape, ids))
        parts += [rf"(\s*\(player id\W{{1,3}}(?:{any_id})\))|\bplayer id\W{{1,3}}({any_id})(?!\w)"] if ids else []
        parts += [rf"(?<![\w.])({re.escape(each)})(?!\w|\.\d)" for each in ids if len(each) >= 5]
        return sought, re.compile("|".join(parts) or r"(?!)")


def _fold(text: str) -> str:
    return normalize("NFC", normalize("NFC", text).translate(INVISIBLE).casefold())
