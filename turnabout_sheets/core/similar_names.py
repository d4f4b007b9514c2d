"""People who may be one and the same, by their names."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, product
from typing import Final

from turnabout_sheets.core.text import BASE_LETTERS, key


class Reason(StrEnum):
    """Why two people may be one, the likeliest first."""

    SAME = "same name"
    SPELLING = "the same but for accents or punctuation"
    ORDER = "the same words in another order"
    LETTER = "one letter apart"


MIN_LETTERS: Final = 5  # in a shorter name another letter makes another name
_FIXED: Final = re.compile(r"\d|\b\w\b")  # digits and initials: another one makes another name
_SPELT_OUT: Final = BASE_LETTERS | str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})


def find_similar(
    people: Iterable[tuple[int, str, str, tuple[str, ...]]], apart: Container[frozenset[int]] = frozenset()
) -> dict[int, list[tuple[int, Reason]]]:
    """Return, for each person with any, the others who may be the same person, and the likeliest `Reason`.

    ``people`` are (person, shown name, Player ID, all names); everybody stands by the shown name. Two with different
    Player IDs may be one only if they have the same name, and never if they are known to be ``apart``.
    """
    people = sorted(people, key=lambda each: (key(each[1]), each[0]))
    names = [(place, key(name)) for place, person in enumerate(people) for name in {person[1], *person[3]} if key(name)]
    readings = [(place, reading) for place, name in names for reading in _readings(name)]
    near = {
        Reason.SAME: _find_equal(names),
        Reason.SPELLING: _find_equal(readings),
        Reason.ORDER: _find_equal((place, " ".join(sorted(reading.split()))) for place, reading in readings),
        Reason.LETTER: _find_equal((place, slip) for place, reading in readings for slip in _slips(reading)),
    }
    found: dict[tuple[int, int], Reason] = {}
    for reason, pair in ((reason, pair) for reason, pairs in near.items() for pair in pairs):
        one, other = (people[place] for place in pair)
        is_apart = frozenset((one[0], other[0])) in apart
        if not is_apart and (reason == Reason.SAME or len({key(one[2]), key(other[2])} - {""}) < 2):
            found[pair] = found[pair[::-1]] = found.get(pair, reason)
    similar: dict[int, list[tuple[int, Reason]]] = defaultdict(list)
    for one_at, other_at in sorted(found):
        similar[people[one_at][0]].append((people[other_at][0], found[one_at, other_at]))
    return dict(similar)


@lru_cache(maxsize=1 << 16)
def _readings(name: str) -> set[str]:
    """Return a name without accents and punctuation: ä is a or ae, and for a hyphen there is a space or nothing."""
    found = set()
    for letters, mark in product((BASE_LETTERS, _SPELT_OUT), (" ", "")):
        parts = unicodedata.normalize("NFKD", name.translate(letters))
        bare = (part for part in parts if not unicodedata.combining(part))
        found.add(key("".join(part if unicodedata.category(part)[0] in "LMNSZ" else mark for part in bare)))
    return found - {""}


def _find_equal(names: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    first, bearers = dict[str, int](), defaultdict[str, set[int]](set)
    for person, name in names:
        if (other := first.setdefault(name, person)) != person:
            bearers[name] |= {other, person}
    for group in bearers.values():
        yield from combinations(group, 2)


def _slips(name: str) -> Iterator[str]:
    """Yield what a name shares with those a letter too few, too many or wrong, or two swapped, apart from it."""
    fixed = "".join(_FIXED.findall(name))
    for at in range(len(name) + 1) if sum(map(str.isalpha, name)) >= MIN_LETTERS else ():
        yield f"{fixed}\0{name[:at]}\0{name[at:]}"
        yield f"{fixed}\0{name[:at]}\0{name[at + 1 :]}"
        yield f"{fixed}\1{name[:at]}\1{''.join(sorted(name[at : at + 2]))}{name[at + 2 :]}"
