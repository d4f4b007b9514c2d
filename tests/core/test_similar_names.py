"""Who may be the same person, by name: worked cases, and a plain definition that compares everybody with everybody."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.dose import dose, examples
from tests.support.steps import count_steps
from turnabout_sheets.core.similar_names import FEWEST_LETTERS, MOST, MOST_WORDS, find_similar
from turnabout_sheets.core.text import key

Person = tuple[int, str, str, tuple[str, ...]]

SAME = "same name"
ONE_ID = "same name, one with a Player ID"
TWO_IDS = "same name, different Player IDs"
SIGNS = "the same but for punctuation"
ACCENTS = "the same but for accents"
BOTH = "the same but for accents and punctuation"
ORDER = "the same words in another order"
LETTER = "one letter apart"
INITIAL = "one uses an initial"


def called(*names: str) -> list[Person]:
    return [(number, name, "", (name,)) for number, name in enumerate(names)]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("Anna Lee", "anna  LEE", SAME),
        ("Anna-Marie Lee", "Anna Marie Lee", SIGNS),
        ("Ánna-Marie Lee", "Anna-Marie Lee", ACCENTS),
        ("Ánna-Marie Lee", "Anna Marie Lee", BOTH),
        ("Lee, Anna", "Anna Lee", ORDER),
        ("A Lee", "A. Lee", SIGNS),
        ("A.B. Lee", "AB Lee", SIGNS),
        ("Nora O'Brien", "Nora OBrien", SIGNS),
        ("Nora O’Brien", "Nora O Brien", SIGNS),
        ("Anne-Zoë Lee", "Annezoe Lee", BOTH),
        ("O'Brien, Nora", "Nora OBrien", ORDER),
        ("N. O'Brien", "Nora OBrien", INITIAL),
        ("José Núñez", "Jose Nunez", ACCENTS),
        ("Jürgen Weiß", "Juergen Weiss", ACCENTS),
        ("Jürgen Weiß", "Jurgen Weiss", ACCENTS),
        ("Søren Ægir", "Soeren Aegir", ACCENTS),
        ("Søren Ægir", "Soren Aegir", ACCENTS),
        ("Åse Dahl", "Aase Dahl", ACCENTS),
        ("Łukasz Nowak", "Lukasz Nowak", ACCENTS),
        ("Müller Anna", "Anna Mueller", ORDER),
        ("Anna Lee", "Anne Lee", LETTER),
        ("Anna Lee", "Anna Leee", LETTER),
        ("Anna Lee", "Ana Lee", LETTER),
        ("Anna Lee", "Annalee", LETTER),
        ("Anna Lee", "nAna Lee", LETTER),
        ("Zoë Müller", "Zoe Mullen", LETTER),
        ("Zoë Müller", "Zoe Muellr", LETTER),
        ("A. Lee", "Anna Lee", INITIAL),
        ("Anna L.", "Anna Lee", INITIAL),
        ("É. Dubois", "Elise Dubois", INITIAL),
        ("A. B. Lee", "Anna Beth Lee", INITIAL),
        ("Anna B. Lee", "Anna Beth Lee", INITIAL),
        ("A. von und zu der Au", "Anna von und zu der Au", INITIAL),
        ("A. von und zu der Au Lee", "Anna von und zu der Au Lee", None),
        ("김민수", "김민주", None),
        ("Anna Lee", "Ann Le", None),
        ("Anna Lee", "Anan Eel", None),
        ("Ann", "Anne", None),
        ("A. L.", "Anna Lee", None),
        ("B. Lee", "Anna Lee", None),
        ("Anna", "A.", None),
        ("A. Beth Lee", "Anna B. Lee", None),
        ("Player 17", "Player 18", None),
        ("Player 17", "Player 171", None),
        ("Player 17", "Player 71", None),
        ("Player 17", "Playr 17", LETTER),
        ("???", "!!!", None),
        ("?", "Anna Lee", None),
    ],
)
def test_two_names(one: str, other: str, reason: str | None) -> None:
    """Archive 5.2."""
    expected = {} if reason is None else {0: [(1, reason)], 1: [(0, reason)]}
    assert find_similar(called(one, other)) == expected
    assert find_similar(called(other, one)) == expected


def test_the_likeliest_reason_is_told() -> None:
    assert find_similar(called("A Anna", "Anna A"))[0] == [(1, ORDER)]
    assert find_similar(called("Anna A", "Anna As"))[0] == [(1, INITIAL)]


def test_who_is_known_to_be_somebody_else_is_not_told_and_takes_no_room() -> None:
    people = called("A. Lee", *(f"A{n * 'xy'} Lee" for n in range(1, 51)))
    first = [other for other, _ in find_similar(people)[0]]
    assert len(first) == MOST
    found = find_similar(people, {frozenset((0, first[0])), frozenset((0, first[2]))})
    assert len(found[0]) == MOST
    assert first[0] not in found
    assert {other for other, _ in found[0]}.isdisjoint((first[0], first[2]))


@pytest.mark.parametrize(
    ("ids", "names", "reason"),
    [
        (("", "7"), ("Anna Lee", "Anna Lee"), ONE_ID),
        (("8", "7"), ("Anna Lee", "Anna Lee"), TWO_IDS),
        (("x7", "X7 "), ("Anna Lee", "Anna Lee"), SAME),
        (("8", "7"), ("Anna Lee", "Anne Lee"), None),
        (("", "7"), ("Anna Lee", "Anne Lee"), LETTER),
        (("x7", "X7"), ("Anna Lee", "Anne Lee"), LETTER),
    ],
)
def test_two_different_player_ids_are_two_people_unless_their_names_are_equal(
    ids: tuple[str, str], names: tuple[str, str], reason: str | None
) -> None:
    people = [(number, name, id, (name,)) for number, (id, name) in enumerate(zip(ids, names, strict=True))]
    assert find_similar(people) == ({} if reason is None else {0: [(1, reason)], 1: [(0, reason)]})


def test_every_name_of_a_person_counts_and_the_nearest_is_told() -> None:
    people = [(4, "Anna Lee", "", ("Anna Lee", "Zoë Nuñez")), (9, "Ben Kim", "", ("Ben Kim", "Zoe Nunez", "Anna Leo"))]
    assert find_similar(people) == {4: [(9, ACCENTS)], 9: [(4, ACCENTS)]}


def test_people_stand_by_name_and_then_by_number() -> None:
    people = [(3, "Bo Lee", "", ()), (1, "B Lee", "", ()), (9, "Bo Lee", "5", ()), (2, "bea lee", "", ())]
    found = find_similar(people)
    assert list(found) == [1, 2, 3, 9]
    assert found[1] == [(2, INITIAL), (3, INITIAL), (9, INITIAL)]
    assert found[9] == [(1, INITIAL), (3, ONE_ID)]
    assert find_similar(people[::-1]) == found


def test_a_common_initial_lists_no_more_than_the_nearest() -> None:
    names = [f"A{first}{second}na Lee" for first, second in product("eiou", repeat=2)]
    people = called("A. Lee", *names, "Á. Lee")
    found = find_similar(people)
    assert found[0] == [(n, INITIAL) for n in sorted(range(1, 17), key=lambda n: names[n - 1])[: MOST - 1]] + [
        (17, ACCENTS)
    ]
    assert (0, ACCENTS) in found[17]
    alone = find_similar(called("A. Lee", *(f"A{n * 'xy'} Lee" for n in range(1, 51))))
    assert len(alone[0]) == MOST
    assert len(alone) == MOST + 1, "who is not among those of A. Lee does not have A. Lee"


# A definition that is as plain as it can be.


def plain(name: str) -> set[str]:
    spaced = "".join(" " if unicodedata.category(sign)[0] in "PZC" else sign for sign in key(name))
    joined = "".join("" if unicodedata.category(sign)[0] in "PC" else sign for sign in key(name))
    return {" ".join(text.split()) for text in (spaced, joined)} - {""}


def unmarked(text: str) -> str:
    for marked, simple in zip(
        ("ø", "ł", "đ", "ð", "ħ", "ŧ", "ı", "æ", "œ"), [*"oldd", *"hti", "ae", "oe"], strict=True
    ):
        text = text.replace(marked, simple)
    parts = [sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign)]
    return key("".join(parts))


def spelt(text: str) -> str:
    for marked, simple in {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}.items():
        text = text.replace(marked, simple)
    return text


def unaccented(name: str) -> set[str]:
    return {name, unmarked(name), unmarked(spelt(name))} - {""}


def read(name: str) -> set[str]:
    return {reading for bare in plain(name) for reading in unaccented(bare)}


def slips(one: str, other: str) -> int:
    """Count the slips between two texts, swapped neighbours as one (optimal string alignment)."""
    rows = [[max(i, j) if not i or not j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i, j in product(range(1, len(one) + 1), range(1, len(other) + 1)):
        rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (one[i - 1] != other[j - 1]))
        if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
            rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


def one_letter(one: str, other: str) -> bool:
    digits = [[sign for sign in text if sign.isdigit()] for text in (one, other)]
    letters = min(sum(sign.isalpha() for sign in text) for text in (one, other))
    return letters >= FEWEST_LETTERS and digits[0] == digits[1] and slips(one, other) <= 1


def initial(short: str, long: str) -> bool:
    pairs = list(zip(short.split(), long.split(), strict=False))
    return (
        len(short.split()) == len(long.split()) <= MOST_WORDS
        and short != long
        and all(here in (there, there[0]) for here, there in pairs)
        and any(len(here) > 1 for here, _ in pairs)
    )


def why(one: str, other: str) -> int | None:
    readings = list(product(read(one), read(other)))
    tests = (
        key(one) == key(other) != "",
        any(here == there for here, there in product(unaccented(key(one)), unaccented(key(other)))),
        not plain(one).isdisjoint(plain(other)),
        any(here == there for here, there in readings),
        any(sorted(here.split()) == sorted(there.split()) for here, there in readings),
        any(initial(here, there) or initial(there, here) for here, there in readings),
        any(one_letter(here, there) for here, there in readings),
    )
    return tests.index(True) if any(tests) else None


def by_definition(people: Sequence[Person]) -> dict[int, list[tuple[int, str]]]:
    ordered = sorted(people, key=lambda each: (key(each[1]), each[0]))
    pairs = []
    for (a, (_, shown, id, names)), (b, (_, other_shown, other_id, others)) in combinations(enumerate(ordered), 2):
        reasons = [why(one, other) for one, other in product({shown, *names}, {other_shown, *others})]
        apart = key(id) != key(other_id) and bool(key(id)) and bool(key(other_id))
        fitting = [reason for reason in reasons if reason is not None and not (reason and apart)]
        if fitting:
            same = TWO_IDS if apart else SAME if key(id) == key(other_id) else ONE_ID
            words = (same, ACCENTS, SIGNS, BOTH, ORDER, INITIAL, LETTER)
            pairs.append((min(fitting), a, b, words[min(fitting)]))
    lists: list[dict[int, str]] = [{} for _ in ordered]
    for _, a, b, words_of in sorted(pairs):
        if len(lists[a]) < MOST and len(lists[b]) < MOST:
            lists[a][b] = lists[b][a] = words_of
    return {
        ordered[a][0]: [(ordered[b][0], others[b]) for b in sorted(others)] for a, others in enumerate(lists) if others
    }


many = settings(examples(60), derandomize=dose(True, False))

WORDS = st.one_of(
    st.sampled_from(
        ["Anna", "Ana", "Änna", "Aenna", "A.", "B", "Lee", "Leé", "Le-e", "Bö", "Boe", "Ø", "17", "71", "?"]
    ),
    st.text("aábß12.- ", max_size=4),
    st.text(max_size=3),
)
NAMES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
PEOPLE = st.lists(
    st.tuples(NAMES, st.sampled_from(["", "", "1", "2", "x", "X"]), st.lists(NAMES, max_size=2).map(tuple)), max_size=25
).map(lambda rows: [(7 * n % 101, name, id, names) for n, (name, id, names) in enumerate(rows)])
CROWDED = st.lists(
    st.tuples(st.sampled_from(["Anna Lee", "Anne Lee", "A Lee", "Lee Anna"]), st.sampled_from(["", "1", "2"])),
    min_size=12,
    max_size=40,
).map(lambda rows: [(7 * n % 101, name, id, ()) for n, (name, id) in enumerate(rows)])


@pytest.mark.slow
@many
@given(st.one_of(PEOPLE, CROWDED))
@example([(0, "²abcde", "", ()), (1, "2abcd", "", ())])
def test_everybody_is_found_whom_the_definition_finds(people: list[Person]) -> None:
    assert find_similar(people) == by_definition(people)


@many
@given(st.one_of(PEOPLE, CROWDED), st.randoms(use_true_random=False))
def test_it_is_mutual_and_does_not_depend_on_the_order(people: list[Person], random: Random) -> None:
    found = find_similar(people)
    for person, others in found.items():
        assert 1 <= len(others) <= MOST
        for other, reason in others:
            assert other != person
            assert (person, reason) in found[other]
    shuffled = list(people)
    random.shuffle(shuffled)
    again = find_similar(shuffled)
    assert again == found
    assert list(again) == list(found)


def test_not_everybody_is_compared_with_everybody() -> None:
    syllables = ["an", "be", "ka", "lo", "mi", "ra", "so", "ti", "va", "ne", "do"]
    words = ["".join(parts) for parts in product(syllables, repeat=3)]
    people = [(n, f"{words[n % 1327]} {words[n * 7 % 1331]}", "", ()) for n in range(2250)]
    few, _ = count_steps(lambda: find_similar(people[:750]))
    many, _ = count_steps(lambda: find_similar(people[750:]))  # others, whom no cache knows
    assert many <= 3 * few


def test_nobody_looks_for_a_slip_in_an_endless_name() -> None:
    """Each letter less is another name, and each is kept."""
    for letters, found in ((199, {1: [(2, "one letter apart")], 2: [(1, "one letter apart")]}), (5000, {})):
        people = [(1, "x" * letters + "y", "", ()), (2, "x" * letters + "z", "", ())]
        assert find_similar(people) == found
