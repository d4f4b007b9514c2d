"""A name goes out of texts, whole words of it, and those of others stay."""

from __future__ import annotations

import unicodedata

import pytest

from turnabout_sheets.core.renaming import Renaming

PSEUDONYM = "Player 1f3a"
ANN = Renaming(["Ann Lee"], PSEUDONYM, ["17", "AB-1234"], ["Mary Ann Lee", "Ann Lee-Smith", "Bob"])

TEXTS = {
    "Ann Lee": PSEUDONYM,
    "ANN\u00a0 lee's, and (Ann Lee).": f"{PSEUDONYM}'s, and ({PSEUDONYM}).",
    "2026-05-31_Ann_Lee.xlsx": f"2026-05-31_{PSEUDONYM}.xlsx",
    "/?q=Ann+Lee": f"/?q={PSEUDONYM}",
    "An\u00adn Lee\u200b!": f"{PSEUDONYM}\u200b!",
    "Joann Lee, Ann Leeds, Ann Le\u0301e": "Joann Lee, Ann Leeds, Ann Le\u0301e",
    "Ann Lee\u0301": "Ann Lee\u0301",
    "Ann, Lee": "Ann, Lee",
    "Mary  ann lee beat Ann Lee and Ann Lee-Smith": f"Mary  ann lee beat {PSEUDONYM} and Ann Lee-Smith",
    "Ann Lee (Player ID 17), Player ID 17, Player ID 171": f"{PSEUDONYM}, Player ID , Player ID 171",
    "17 of 17 at table 17, ab-1234 AB-12345": "17 of 17 at table 17,  AB-12345",
}


@pytest.mark.parametrize("text", TEXTS)
def test_whole_words_of_a_name_are_replaced(text: str) -> None:
    assert ANN.replace(text) == TEXTS[text]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("José Núñez Jr.", unicodedata.normalize("NFD", "x JOSÉ Núñez Jr., y"), f"x {PSEUDONYM}, y"),
        ("O'Neil & Sons", "o'neil  & sons: O'Neil", f"{PSEUDONYM}: O'Neil"),
        ("Groß", "GROSS, Größe", f"{PSEUDONYM}, Größe"),
        ("李雷", "第1轮李雷胜", f"第1轮{PSEUDONYM}胜"),
        ("김철수", unicodedata.normalize("NFD", "김철수가"), f"{PSEUDONYM}가"),
        ("राम", "राम, रामा", f"{PSEUDONYM}, रामा"),
        ("Player", f"player of {PSEUDONYM}", f"{PSEUDONYM} of {PSEUDONYM}"),
        ("?", "why? ?", f"why? {PSEUDONYM}"),
        ("", "nobody", "nobody"),
    ],
)
def test_names_of_all_kinds_are_replaced(name: str, text: str, expected: str) -> None:
    assert unicodedata.normalize("NFC", Renaming([name], PSEUDONYM).replace(text)) == expected


@pytest.mark.slow
def test_many_others_may_be_called_so_in_part() -> None:
    kept = [f"Ann Lee {number}" for number in range(120)]
    renaming = Renaming(["Ann Lee"], "X", (), kept)
    text = "Ann Lee 7 won, then nobody; and at the end it was again Ann Lee. "
    assert renaming.replace(text) == "Ann Lee 7 won, then nobody; and at the end it was again X. "
