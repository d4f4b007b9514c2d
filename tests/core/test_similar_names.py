"""Who may be the same person, by name."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dose import dose, examples
from turnabout_sheets.core.similar_names import Reason, find_similar

Person = tuple[int, str, str, tuple[str, ...]]

SAME, SPELLING, ORDER, LETTER = Reason


def called(*names: str) -> list[Person]:
    return [(number, name, "", (name,)) for number, name in enumerate(names)]


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("Anna Lee", "anna  LEE", SAME),
        ("Anna-Marie Lee", "Anna Marie Lee", SPELLING),
        ("Ánna-Marie Lee", "Anna Marie Lee", SPELLING),
        ("Lee, Anna", "Anna Lee", ORDER),
        ("A Lee", "A. Lee", SPELLING),
        ("A.B. Lee", "AB Lee", SPELLING),
        ("Nora O'Brien", "Nora OBrien", SPELLING),
        ("Anne-Zoë Lee", "Annezoe Lee", SPELLING),
        ("O'Brien, Nora", "Nora OBrien", ORDER),
        ("Jürgen Weiß", "Juergen Weiss", SPELLING),
        ("Søren Ægir", "Soeren Aegir", SPELLING),
        ("Åse Dahl", "Aase Dahl", SPELLING),
        ("Łukasz Nowak", "Lukasz Nowak", SPELLING),
        ("Müller Anna", "Anna Mueller", ORDER),
        ("Anna Lee", "Anne Lee", LETTER),
        ("Anna Lee", "Anna Leee", LETTER),
        ("Anna Lee", "Ana Lee", LETTER),
        ("Anna Lee", "Annalee", LETTER),
        ("Anna Lee", "nAna Lee", LETTER),
        ("Zoë Müller", "Zoe Mullen", LETTER),
        ("김민수", "김민주", None),
        ("Anna Lee", "Ann Le", None),
        ("Ann", "Anne", None),
        ("A. L.", "Anna Lee", None),
        ("Anna", "A.", None),
        ("Player 17", "Player 18", None),
        ("Player 17", "Player 171", None),
        ("Player 17", "Playr 17", LETTER),
        ("???", "!!!", None),
    ],
)
def test_two_names(one: str, other: str, reason: str | None) -> None:
    """Archive 5.2."""
    expected = {} if reason is None else {0: [(1, reason)], 1: [(0, reason)]}
    assert find_similar(called(one, other)) == expected
    assert find_similar(called(other, one)) == expected


def test_the_likeliest_reason_is_told() -> None:
    assert find_similar(called("A Anna", "Anna A"))[0] == [(1, ORDER)]


def test_two_who_are_known_to_be_two_are_not_listed() -> None:
    people = called("Ana Lee", "Anna Lee", "Anne Lee")
    assert find_similar(people, {frozenset((0, 1))}) == {1: [(2, LETTER)], 2: [(1, LETTER)]}


@pytest.mark.parametrize(
    ("ids", "names", "reason"),
    [
        (("", "7"), ("Anna Lee", "Anna Lee"), SAME),
        (("8", "7"), ("Anna Lee", "Anna Lee"), SAME),
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
    assert find_similar(people) == {4: [(9, SPELLING)], 9: [(4, SPELLING)]}


def test_people_stand_by_name_and_then_by_number() -> None:
    people = [(9, "Bo Lee", "5", ()), (1, "Boe Lee", "", ()), (3, "Bo Lee", "", ()), (2, "bob lee", "", ())]
    found = find_similar(people)
    assert list(found) == [3, 9, 2, 1]
    assert find_similar(people[::-1]) == found


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


@many
@given(st.one_of(PEOPLE, CROWDED), st.randoms(use_true_random=False))
def test_it_is_mutual_and_does_not_depend_on_the_order(people: list[Person], random: Random) -> None:
    found = find_similar(people)
    for person, others in found.items():
        assert others
        for other, reason in others:
            assert other != person
            assert (person, reason) in found[other]
    shuffled = list(people)
    random.shuffle(shuffled)
    again = find_similar(shuffled)
    assert again == found
    assert list(again) == list(found)
