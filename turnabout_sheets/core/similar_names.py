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
_FIXED: Final = re.compile(r"\d|\b\w\b")  # digits and initials
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
    found: list[dict[int, Reason]] = [{} for _ in people]
    for reason, one, other in ((reason, *pair) for reason, pairs in near.items() for pair in pairs):
        ids = {key(people[each][2]) for each in (one, other)} - {""}
        known_apart = frozenset((people[one][0], people[other][0])) in apart
        if one != other and not known_apart and (reason == Reason.SAME or len(ids) < 2):
            found[one].setdefault(other, reason)
            found[other].setdefault(one, reason)
    return {
        people[place][0]: [(people[other][0], others[other]) for other in sorted(others)]
        for place, others in enumerate(found)
        if others
    }


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
    bearers: dict[str, set[int]] = defaultdict(set)
    for person, name in names:
        bearers[name].add(person)
    for group in bearers.values():
        yield from combinations(group, 2)


def _slips(name: str) -> Iterator[str]:
    """Yield what a name shares with those a letter too few, too many or wrong, or two swapped, apart from it.

    Another digit or initial makes another name.
    """
    fixed = "".join(_FIXED.findall(name))
    for at in range(len(name) + 1) if sum(map(str.isalpha, name)) >= MIN_LETTERS else ():
        yield f"{fixed}\0{name[:at]}\0{name[at:]}"
        yield f"{fixed}\0{name[:at]}\0{name[at + 1 :]}"
        yield f"{fixed}\1{name[:at]}\1{''.join(sorted(name[at : at + 2]))}{name[at + 2 :]}"
