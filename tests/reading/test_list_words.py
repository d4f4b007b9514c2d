"""The words that lists of players are read by: every shipped language has them all."""

from __future__ import annotations

from turnabout_sheets.reading.list_words import LETTERS, WORDS
from turnabout_sheets.sheets.settings import LANGUAGES

ONLY_SOME = {"middle name", "second last name"}
"""What not every language has a word for."""


def test_every_language_has_words_for_all_that_a_list_has() -> None:
    assert set(WORDS) == set(LETTERS) == set(LANGUAGES.values())
    assert {frozenset(words.keys() - ONLY_SOME) for words in WORDS.values()} == {
        frozenset(WORDS["en"].keys() - ONLY_SOME)
    }
