"""The letters of standings: every shipped language has them."""

from __future__ import annotations

from turnabout_sheets.reading.list_words import LETTERS
from turnabout_sheets.sheets.settings import LANGUAGES


def test_every_language_has_letters_for_won_drawn_and_lost() -> None:
    assert set(LETTERS) == set(LANGUAGES.values())
    assert {frozenset(letters.values()) for letters in LETTERS.values()} == {frozenset(("wins", "draws", "losses"))}
