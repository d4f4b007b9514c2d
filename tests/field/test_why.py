"""Why somebody is where they are: the short answer comes first."""

from __future__ import annotations

import re

import pytest

from tests.support.books import SAMPLES
from tests.support.commands import turnabout

pytestmark = pytest.mark.field

ANSWERS = {
    ("finished", "Elena Singh"): (24, 5, 18, "VP: both have 60.", "Wins: Tomás Wójcik has more, 2 to 0."),
    ("netrunner", "Hugo Fischer"): (13, 3, 11, "GMP: both have 4.", "Opponents' GMP: Lucía Quist has more, 13 to 9."),
    ("duplicate", "Grace Singh"): (18, 9, 7, "Points: Kaya Müller has more, 29 to 28."),
    ("cup", "Ivan Haddad"): (11, 2, 1, "They are tied on everything: they share the rank, listed by name."),
}


@pytest.mark.parametrize(("sample", "player"), ANSWERS)
def test_the_rank_and_what_decided_it_come_first(sample: str, player: str) -> None:
    players, round, rank, *decided = ANSWERS[sample, player]
    lines = turnabout("why", SAMPLES / f"{sample}.xlsx", player).output.splitlines()
    assert len(lines) <= 40
    assert re.split("  +", lines[0]) == [f"{player}: the rank among {players} after round {round}", f"Rank {rank}"]
    assert [line.split("  [")[0].strip() for line in lines[4 : 4 + len(decided)]] == decided
