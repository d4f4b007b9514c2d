"""Takes somebody's names and Player IDs out of texts, and leaves those of others as they are."""

import re
from collections.abc import Collection
from unicodedata import normalize

from turnabout_sheets.core.text import fold, key

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff"
_MARKS = "\u0300-\u036f\u0590-\u06ff\u0900-\u0dff"  # with the letters of scripts that have marks beside them
_BEFORE = rf"(?:(?=[{_UNSPACED}])|(?<![^\W_{_UNSPACED}])(?<![{_MARKS}]))"
_AFTER = rf"(?:(?<=[{_UNSPACED}])|(?![^\W_{_UNSPACED}]|[{_MARKS}]))"


class Renaming:
    """Puts a pseudonym in place of names, whole words however typed, and nothing in place of Player IDs."""

    # An ID of less than five characters is only found behind "Player ID"; ``kept`` are names that contain a name.
    def __init__(self, names: Collection[str], pseudonym: str, ids: Collection[str] = (), kept: Collection[str] = ()):
        self.names, self.pseudonym, self.ids, self.kept = names, pseudonym, ids, kept
        sought, known = ({key(each) for each in some} - {""} for some in (names, ids))
        longer = {each for each in map(key, (pseudonym, *kept)) if any(name in each for name in sought)}
        words = {one: _BEFORE + r"(?:[\s_]+|\+)".join(map(re.escape, one.split())) + _AFTER for one in sought | longer}
        parts = [f"({words[name]})" if name in sought else words[name] for name in sorted(words, key=len, reverse=True)]
        any_id, long_id = ("|".join(re.escape(each) for each in known if len(each) >= n) or "(?!)" for n in (1, 5))
        parts.append(rf"(\s*\(player id\W{{1,3}}(?:{any_id})\))|\bplayer id(?:\W[^,;]* →)?\W{{1,3}}({any_id})(?!\w)")
        parts.append(rf"(?<![\w.])({long_id})(?!\w|\.\d)")
        self._pattern, self._last = re.compile("|".join(parts)), len(sought)

    def replace(self, text: str) -> str:
        """Return a text without the names and IDs."""
        plain, done, at = normalize("NFC", text), "", 0
        folded = {letter: fold(letter) for letter in set(plain)}
        matches = list(self._pattern.finditer("".join(map(folded.__getitem__, plain))))
        places = [place for place, letter in enumerate(plain) for _ in folded[letter]] if matches else []
        for match in matches:
            if match.lastindex is not None:  # else it is the name of somebody else
                start, end = match.span(match.lastindex)
                done += plain[at : places[start]] + (self.pseudonym if match.lastindex <= self._last else "")
                at = places[end - 1] + 1
        return done + plain[at:] if at else text
