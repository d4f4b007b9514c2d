"""People who may be one and the same, by their names: found without comparing everybody with everybody.

Names are compared as `core.text.key` gives them, and in *readings*: without punctuation, which is a space or nothing,
without accents, and with ä, ö, ü, ø and å spelt out as ae, oe, ue, oe and aa.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from heapq import merge
from itertools import combinations, product
from typing import Final

from turnabout_sheets.core.text import key

MOST = 10
"""How many others are told of each at most: who goes by a common initial may be anybody."""

FEWEST_LETTERS = 5
"""In a shorter name another letter makes another name."""

MOST_LETTERS = 200
"""In longer names nobody looks for another letter: each may be the one."""

MOST_WORDS = 6
"""In longer names nobody looks for initials."""

SAME = "same name"
ONE_ID = "same name, one with a Player ID"
TWO_IDS = "same name, different Player IDs"

_SIMPLE = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"})
_SPELT_OUT = _SIMPLE | str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


@dataclass(frozen=True, slots=True)
class Rule:
    """What makes two different names near: ``pairs`` gives those of many names that may be, and it must ``hold``."""

    reason: str
    pairs: Callable[[Sequence[str]], Iterator[tuple[str, str]]]
    holds: Callable[[str, str], bool] = lambda one, other: True


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
    for reason, near in _relations(bearers):
        for place, own in enumerate(names):
            others = {other for name in own for other in near.get(name, ())}
            for other in _after(place, [bearers[name] for name in others]) if others else ():
                if len(found[place]) >= MOST:
                    break
                if frozenset((people[place][0], people[other][0])) in apart:
                    continue
                if len(found[other]) < MOST and not (reason and _have_two_ids(ids[place], ids[other])):
                    why = reason or _why_not_one(ids[place], ids[other])
                    found[place].setdefault(other, why)
                    found[other].setdefault(place, why)
    return {
        people[place][0]: [(people[other][0], others[other]) for other in sorted(others)]
        for place, others in enumerate(found)
        if others
    }


def _after(place: int, groups: Iterable[Sequence[int]]) -> Iterator[int]:
    """Yield the places behind ``place`` that are in any of the groups, which are sorted, in order."""
    return merge(*(group[bisect_right(group, place) :] for group in groups))


def _have_two_ids(one: str, other: str) -> bool:
    """Say whether these are two different Player IDs."""
    return bool(one and other and one != other)


def _why_not_one(one: str, other: str) -> str:
    """Say why people with the same name and these Player IDs are not known to be one."""
    if _have_two_ids(one, other):
        return TWO_IDS
    return SAME if one == other else ONE_ID


def _relations(bearers: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, Mapping[str, Iterable[str]]]]:
    """Yield, for each reason, the names that are near to each; the first is blank: names that several people bear."""
    yield "", {name: (name,) for name, places in bearers.items() if len(places) > 1}
    for rule in RULES:
        near: dict[str, set[str]] = defaultdict(set)
        for one, other in rule.pairs(list(bearers)):
            if other not in near[one] and rule.holds(one, other):
                near[one].add(other)
                near[other].add(one)
        yield rule.reason, near


def _find_sharing(signs: Callable[[str], Iterable[str]], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names that have one of their signs in common; a pair for each that they have."""
    first: dict[str, str] = {}
    shared: dict[str, list[str]] = {}
    for name in names:
        for sign in signs(name):
            holder = first.setdefault(sign, name)
            if holder != name:
                shared.setdefault(sign, [holder]).append(name)
    for group in shared.values():
        yield from combinations(dict.fromkeys(group), 2)


def _find_abbreviating(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of names of which one is the other with initials."""
    known: dict[str, list[str]] = defaultdict(list)
    for name in names:
        for reading in readings(name):
            known[reading].append(name)
    for name in names:
        for short in _abbreviate(name):
            yield from ((name, other) for other in known.get(short, ()) if other != name)


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


def _in_order(name: str) -> Iterator[str]:
    """Yield the readings with their words sorted."""
    return (" ".join(sorted(reading.split())) for reading in readings(name))


@lru_cache(maxsize=1 << 16)
def _long_readings(name: str) -> tuple[str, ...]:
    """Return the readings that are long enough for a slip of the finger."""
    return tuple(
        each for each in readings(name) if len(each) <= MOST_LETTERS and sum(map(str.isalpha, each)) >= FEWEST_LETTERS
    )


def _shorten(name: str) -> Iterator[str]:
    """Yield the long readings, and each with one sign less, but for digits: who has another number is another one."""
    for reading in _long_readings(name):
        yield reading
        yield from {reading[:at] + reading[at + 1 :] for at, sign in enumerate(reading) if not sign.isdigit()}


def _one_slip(one: str, other: str) -> bool:
    """Say whether a slip leads from one to the other: a sign too few, too many or wrong, or two swapped."""
    from rapidfuzz.distance import OSA  # only where two names are near

    return any(OSA.distance(*each, score_cutoff=1) <= 1 for each in product(_long_readings(one), _long_readings(other)))


def _abbreviate(name: str) -> Iterator[str]:
    """Yield the readings with one or more words as initials, but not all: Anna B. Lee as A. B. Lee, or as Anna B. L."""
    for reading in readings(name):
        words = reading.split()
        if len(words) <= MOST_WORDS:
            for chosen in product(*({word, word[0]} for word in words)):
                if max(map(len, chosen)) > 1 and " ".join(chosen) != reading:
                    yield " ".join(chosen)


RULES = (
    Rule("the same but for accents", partial(_find_sharing, _unaccented)),
    Rule("the same but for punctuation", partial(_find_sharing, _plain)),
    Rule("the same but for accents and punctuation", partial(_find_sharing, readings)),
    Rule("the same words in another order", partial(_find_sharing, _in_order)),
    Rule("one uses an initial", _find_abbreviating),
    Rule("one letter apart", partial(_find_sharing, _shorten), _one_slip),
)
"""From the likeliest to the least likely; people with the same name are likelier still."""

SPELLINGS: Final = frozenset(rule.reason for rule in RULES if rule.pairs is not _find_abbreviating)
"""Why two names may be one that is spelt in two ways: initials often tell two people apart."""

REASONS: Final = (SAME, ONE_ID, TWO_IDS, *(rule.reason for rule in RULES))
"""Why two people may be one, the likeliest first."""
