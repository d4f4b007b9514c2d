"""People who may be one and the same, by their names: found without comparing everybody with everybody.

Names are compared as `core.text.key` gives them, and in *readings*: without punctuation, which is a space or nothing,
without accents, and with ä, ö, ü, ø and å spelt out as ae, oe, ue, oe and aa.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import merge
from itertools import combinations, product
from typing import Final

from turnabout_sheets.core.text import key

MOST = 10  # others of each at most: who goes by a common initial may be anybody
FEWEST_LETTERS = 5  # in a shorter name another letter makes another name
MOST_LETTERS = 200  # in longer names nobody looks for another letter: each may be the one
MOST_WORDS = 6  # in longer names nobody looks for initials

SAME = "same name"
ONE_ID = "same name, one with a Player ID"
TWO_IDS = "same name, different Player IDs"

_SIMPLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"})
_SPELT_OUT = _SIMPLE | str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

_SLIP: Final = re.compile(r"(?!\b\w\b)\D")  # no digit, and no initial

Signs = Callable[[str], Iterable[str]]


def find_similar(
    people: Sequence[tuple[int, str, str, tuple[str, ...]]], apart: Container[frozenset[int]] = frozenset()
) -> dict[int, list[tuple[int, str]]]:
    """Return, for each person with any, the others who may be the same person, and why, in a few plain words.

    ``people`` are (person, shown name, Player ID, all names). Two people are near if a name of one equals, or is near
    to, a name of the other; but with two different Player IDs only if names are equal, and not at all if they are known
    to be two, which both are in one of ``apart``. The reason is that of the first of the `RULES` that fits. If A is
    among those of B, then B is among those of A, with the same reason.

    Everybody stands by the shown name, then by number. Nobody has more than `MOST` others: pairs are taken in the order
    of the rules, then of the first of the two, then of the second, as long as neither has so many.
    """
    people = sorted(people, key=lambda each: (key(each[1]), each[0]))
    ids = [key(player_id) for _, _, player_id, _ in people]
    names = [sorted({key(name) for name in (shown, *others)} - {""}) for _, shown, _, others in people]
    bearers: dict[str, list[int]] = defaultdict(list)
    for place, own in enumerate(names):
        for name in own:
            bearers[name].append(place)
    found: list[dict[int, str]] = [{} for _ in people]
    for reason in ("", *RULES):
        near: dict[str, set[str]] = defaultdict(set)
        for one, another in RULES[reason](list(bearers)) if reason else ((name, name) for name in bearers):
            near[one].add(another)
            near[another].add(one)
        for place, own in enumerate(names):
            like = {each for name in own for each in near.get(name, ())}
            for other in merge(*(bearers[each][bisect_right(bearers[each], place) :] for each in like)):
                if len(found[place]) >= MOST:
                    break
                if frozenset((people[place][0], people[other][0])) in apart:
                    continue
                has_two = ids[place] != ids[other] and "" not in (ids[place], ids[other])
                if len(found[other]) < MOST and not (reason and has_two):
                    same = TWO_IDS if has_two else SAME if ids[place] == ids[other] else ONE_ID
                    found[place].setdefault(other, reason or same)
                    found[other].setdefault(place, reason or same)
    return {
        people[place][0]: [(people[other][0], others[other]) for other in sorted(others)]
        for place, others in enumerate(found)
        if others
    }


def _sharing(signs: Signs, found: Signs | None = None) -> Callable[[Sequence[str]], Iterator[tuple[str, str]]]:
    """Return what yields the pairs of names that have a sign in common, or of which one is ``found`` by the other's."""

    def pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
        holders: dict[str, dict[str, None]] = defaultdict(dict)
        for name in names:
            for sign in signs(name):
                holders[sign][name] = None
        if found is None:
            for group in holders.values():
                yield from combinations(group, 2)
        else:
            for name in names:
                for sign in found(name):
                    yield from ((name, other) for other in holders.get(sign, ()) if other != name)

    return pairs


@lru_cache(maxsize=1 << 16)
def _plain(name: str) -> tuple[str, ...]:
    """Return the name without punctuation, for which there is a space or nothing; nothing if it is nothing else."""
    bare = ("".join(sign if unicodedata.category(sign)[0] in "LMNSZ" else mark for sign in name) for mark in (" ", ""))
    return tuple(dict.fromkeys(filter(None, (" ".join(each.split()) for each in bare))))


def _strip_marks(text: str) -> str:
    """Return a text without accents and other marks; what they do not mark stays composed, as Korean syllables do."""
    parts = unicodedata.normalize("NFKD", text)
    left = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return key(unicodedata.normalize("NFC", left))


def _unaccented(text: str) -> tuple[str, ...]:
    """Return a text as it is, without accents, and with ä as ae; only those that differ."""
    if text.isascii():
        return (text,)
    spelt = (_strip_marks(text.translate(letters)) for letters in (_SIMPLE, _SPELT_OUT))
    return tuple(dict.fromkeys((text, *filter(None, spelt))))


@lru_cache(maxsize=1 << 16)
def readings(name: str) -> tuple[str, ...]:
    """Return what a name, as `key` gives it, may be read as without punctuation: see `_unaccented`."""
    return tuple(dict.fromkeys(reading for plain in _plain(name) for reading in _unaccented(plain)))


@lru_cache(maxsize=1 << 16)
def _long_readings(name: str) -> tuple[str, ...]:
    return tuple(
        each for each in readings(name) if len(each) <= MOST_LETTERS and sum(map(str.isalpha, each)) >= FEWEST_LETTERS
    )


def _shorten(name: str) -> Iterator[str]:
    """Yield the long readings, and each with one sign less; another digit or initial makes another name."""
    for reading in _long_readings(name):
        yield reading
        yield from {reading[: at.start()] + reading[at.end() :] for at in _SLIP.finditer(reading)}


def _find_slips(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs between which a slip is: a sign too few, too many or wrong, or two swapped."""
    for one, other in {*_sharing(_shorten)(names)}:
        from rapidfuzz.distance import OSA  # only where two names are near

        both = product(_long_readings(one), _long_readings(other))
        if any(OSA.distance(*each, score_cutoff=1) <= 1 for each in both):
            yield one, other


def _abbreviate(name: str) -> Iterator[str]:
    """Yield the readings with one or more words as initials, but not all: Anna B. Lee as A. B. Lee, or as Anna B. L."""
    for reading in readings(name):
        words = reading.split()
        if len(words) <= MOST_WORDS:
            for chosen in product(*({word, word[0]} for word in words)):
                if max(map(len, chosen)) > 1 and " ".join(chosen) != reading:
                    yield " ".join(chosen)


INITIAL: Final = "one uses an initial"
RULES: Final[dict[str, Callable[[Sequence[str]], Iterator[tuple[str, str]]]]] = {
    "the same but for accents": _sharing(_unaccented),
    "the same but for punctuation": _sharing(_plain),
    "the same but for accents and punctuation": _sharing(readings),
    "the same words in another order": _sharing(
        lambda name: (" ".join(sorted(reading.split())) for reading in readings(name))
    ),
    INITIAL: _sharing(readings, _abbreviate),
    "one letter apart": _find_slips,
}
"""From the likeliest to the least likely, by why two may be one; people with the same name are likelier still."""

SPELLINGS: Final = frozenset(RULES) - {INITIAL}
"""Why two names may be one that is spelt in two ways: initials often tell two people apart."""

REASONS: Final = (SAME, ONE_ID, TWO_IDS, *RULES)
"""Why two people may be one, the likeliest first."""
