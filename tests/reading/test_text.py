"""Which names are the same, and which are not; headers and near misses."""

from __future__ import annotations

import pytest

from turnabout_sheets.core.text import find_nearest, header_key, join_words, key, tidy

SAME = [
    ("Lee", " Lee"),
    ("Lee", "Lee\u00a0"),
    ("Lee", "\tLee\n"),
    ("Lee Ann", "Lee  Ann"),
    ("Lee Ann", "Lee\u00a0Ann"),
    ("Lee Ann", "Lee\u2009\u202fAnn"),
    ("LeeAnn", "Lee\u200bAnn"),
    ("LeeAnn", "Lee\u00adAnn"),
    ("Lee", "\ufeffLee"),
    ("Renée", "Rene\u0301e"),
    ("Renée", "RENÉE"),
    ("Renée", "RENE\u0301E"),
    ("Groß", "GROSS"),
    ("Ωμέγας", "ΩΜΈΓΑΣ"),
    ("Анна", "АННА"),
    ("O'Neill", "o'neill"),
    ("1e5", "1E5"),
    ("Ngọc Trần", "Ngo\u0323c Tra\u0302\u0300n"),
]

DIFFERENT = [
    ("Lee Ann", "LeeAnn"),
    ("Lee", "Leé"),
    ("O'Neill", "O’Neill"),
    ("Smith, Jo", "Smith Jo"),
    ("Smith, Jo", "Jo Smith"),
    ("Smith, Jo", "Smith, Jo Jr."),
    ("007", "7"),
    ("1997", "1997.0"),
    ("3-4", "3–4"),
    ("İnci", "inci"),
    ("Anna", "Анна"),
    ('Bo "Ace" Li', "Bo “Ace” Li"),
    ("Zoë 🧙\u200d♀️", "Zoë 🧙♀️"),
    ("BYE", "Bye Bye"),
    ("None", ""),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_the_same_name(one: str, other: str) -> None:
    assert key(one) == key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_names(one: str, other: str) -> None:
    assert key(one) != key(other)


@pytest.mark.parametrize("name", sorted({name for pair in SAME + DIFFERENT for name in pair}))
def test_tidying_twice_is_tidying_once(name: str) -> None:
    assert tidy(tidy(name)) == tidy(name)
    assert key(tidy(name)) == key(name) == key(key(name))


@pytest.mark.parametrize(
    ("header", "typed"),
    [
        ("Game 1 winner", "GAME 1  WINNER:"),
        ("Game 1 winner", "Game1_winner"),
        ("Game 1 winner", "game\u00a01\nwinner"),
        ("Game 1 winner", "Game １ winner"),
        ("Opponents' VP", "Opponents’ VP"),
        ("Tie-breaks", "tiebreaks"),
        ("Player ID", "Player-ID."),
    ],
)
def test_headers_without_regard_to_case_spacing_and_punctuation(header: str, typed: str) -> None:
    assert header_key(header) == header_key(typed)


def test_other_headers_are_others() -> None:
    assert header_key("Game 1 winner") != header_key("Game 2 winner")
    assert header_key("Player A") != header_key("Player")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Adda", "Ada"), ("ben okoro", "Ben Okoro"), ("Zebedee", None), ("", None), ("Zoé", "Zoë")],
)
def test_the_nearest_known_name(typed: str, meant: str | None) -> None:
    assert find_nearest(typed, ["Ada", "Ben Okoro", "Zoë"]) == meant


def test_nothing_is_near_where_nothing_is_known() -> None:
    assert find_nearest("Ada", []) is None


@pytest.mark.parametrize(
    ("words", "text"), [(["A"], "A"), (["A", "B"], "A or B"), (["A", "B", "Draw"], "A, B or Draw")]
)
def test_listing(words: list[str], text: str) -> None:
    assert join_words(words) == text
    assert join_words(words, "and") == text.replace(" or ", " and ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Jun Larson", "Jun Larsson"),
        ("Bne", "Ben"),
        ("Quinn Larsson", None),  # another Larsson is not a slip of the finger
        ("Larsson", "Jun Larsson"),
        ("80", "0080"),
        ("Eve", None),
        ("5", None),
    ],
)
def test_only_a_slip_of_the_finger_or_a_part_is_near(typed: str, meant: str | None) -> None:
    assert find_nearest(typed, ["Jun Larsson", "Ben", "Dee", "0080", "2"]) == meant
