"""Ten events over two years, worked by hand: ties, drops, a bye, a small event, a typing error, and a correction."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from tests.archive.importing import import_files
from tests.archive.shared import HISTORY
from turnabout_sheets.archive.codecs import window
from turnabout_sheets.archive.journal import Command, undo
from turnabout_sheets.archive.people import merge
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.event.history import RatingRow

Listed = tuple[int, str, str]
"""Rank, first name, rating."""


@pytest.fixture
def ten_events(archive: Archive) -> Archive:
    import_files(archive, HISTORY)
    return archive


def rows(archive: Archive, as_of: str, months: int | None = None, fewest: int = 1) -> Sequence[RatingRow]:
    with archive.reading() as connection:
        return make_rating_list(connection, as_of, months, fewest).rows


def listed(archive: Archive, as_of: str, months: int | None = None, fewest: int = 1) -> list[Listed]:
    return [(row.rank, row.name, str(row.rating)) for row in rows(archive, as_of, months, fewest)]


# The awards, worked by hand: (wins, half a draw, byes, + 1 for all rounds) × (first place − modifier).
#        E1 (4)     E2 (6)       E3 (5)      E5 (12)   E6 (4)    E7 (6)   E9 (5)     E10 (4)
# Ada    3×4 = 12   2½×3 = 7½    3½×4 = 14   3×3 = 9   2×3 = 6   2×2 = 4             2×3 = 6
# Ben    2×3 = 6    4×5 = 20     3×2 = 6     5×6 = 30            3×3 = 9  1½×1 = 1½
# Cleo   2×2 = 4    2½×3 = 7½                4×5 = 20            1×2 = 2  4×4 = 16
# Dan    1×2 = 2    ½×2 = 1                            3×4 = 12  3×4 = 12
# Eva               3×4 = 12     3½×4 = 14                       4×5 = 20 2×2 = 4
# Finn              1½×2 = 3     0×1 = 0               1½×2 = 3                      2×2 = 4
# Gus                            2×2 = 4               1½×2 = 3           1×2 = 2    2½×4 = 10
# Hal                                        2½×2 = 5            2×3 = 6  3×3 = 9    1½×2 = 3
# E4 has three players and is not rated; E8 is Netrunner, which has no awards.

AFTER_THREE: list[Listed] = [
    (1, "Ada Marsh", "67/2"),
    (2, "Ben Okoro", "32"),
    (3, "Eva Lind", "26"),
    (4, "Cleo Vance", "23/2"),
    (5, "Gus Hale", "4"),
    (6, "Dan Ruiz", "3"),
    (6, "Finn Aro", "3"),
]


def test_the_ratings_after_all_ten_events(ten_events: Archive) -> None:
    """Archive 4.1."""
    assert listed(ten_events, "2025-12-31") == [
        (1, "Ben Okoro", "145/2"),
        (2, "Ada Marsh", "117/2"),
        (3, "Cleo Vance", "99/2"),
        (4, "Eva Lind", "46"),
        (5, "Dan Ruiz", "27"),
        (6, "Hal Moss", "23"),
        (7, "Gus Hale", "19"),
        (8, "Finn Aro", "10"),
        (9, "Eva Lindh", "4"),
    ]


def test_a_list_as_of_a_day_in_the_middle_knows_nothing_of_what_came_later(ten_events: Archive) -> None:
    """Rules 1.12.1; archive 4.3."""
    assert listed(ten_events, "2024-06-30") == AFTER_THREE
    assert listed(ten_events, "2024-05-18") == AFTER_THREE
    assert [each[1:] for each in listed(ten_events, "2024-05-17")] == [
        ("Ben Okoro", "26"),
        ("Ada Marsh", "39/2"),
        ("Eva Lind", "12"),
        ("Cleo Vance", "23/2"),
        ("Dan Ruiz", "3"),
        ("Finn Aro", "3"),
    ]
    assert listed(ten_events, "2024-01-19") == []


def test_a_list_says_what_was_gained_since_the_last_day_with_an_event(ten_events: Archive) -> None:
    """Rules 1.12.5; archive 4.2."""
    changed = {row.name: (row.gained, row.climbed) for row in rows(ten_events, "2024-06-30")}
    assert changed == {
        "Ada Marsh": (14, 1),
        "Ben Okoro": (6, -1),
        "Eva Lind": (14, 0),
        "Cleo Vance": (0, 0),
        "Gus Hale": (4, None),
        "Dan Ruiz": (0, -1),
        "Finn Aro": (0, -1),
    }


def test_events_wins_and_best_finish(ten_events: Archive) -> None:
    """Rules 1.12.4."""
    told = {row.name: (row.events, row.wins, row.best, row.best_of, row.last) for row in rows(ten_events, "2025-12-31")}
    assert told == {
        "Ben Okoro": (6, Fraction(25, 2), 1, 12, "2025-09-13"),
        "Ada Marsh": (7, 11, 1, 5, "2025-12-06"),
        "Cleo Vance": (5, Fraction(17, 2), 1, 5, "2025-09-13"),
        "Eva Lind": (3, Fraction(15, 2), 1, 6, "2025-02-15"),
        "Dan Ruiz": (4, Fraction(9, 2), 1, 4, "2025-02-15"),
        "Hal Moss": (4, 5, 2, 5, "2025-12-06"),
        "Gus Hale": (4, 4, 1, 4, "2025-12-06"),
        "Finn Aro": (4, 2, 3, 4, "2025-12-06"),
        "Eva Lindh": (1, 1, 3, 5, "2025-09-13"),
    }


@pytest.mark.parametrize(
    ("as_of", "months", "first"),
    [
        ("2026-05-31", 12, "2025-06-01"),
        ("2026-01-15", 1, "2025-12-16"),
        ("2026-03-31", 1, "2026-03-01"),
        ("2024-03-30", 1, "2024-03-01"),
        ("2026-10-31", 1, "2026-10-01"),
        ("2026-10-30", 1, "2026-10-01"),
        ("0001-05-31", 12, ""),
    ],
)
def test_where_a_month_has_no_such_day_its_last_stands_for_it(as_of: str, months: int, first: str) -> None:
    """Rules 1.12.1."""
    assert window(as_of, months) == first


def test_the_last_twelve_months_count_alone(ten_events: Archive) -> None:
    """Rules 1.12.1 and 1.12.3."""
    assert listed(ten_events, "2025-12-31", months=12) == [
        (1, "Dan Ruiz", "24"),
        (2, "Eva Lind", "20"),
        (3, "Cleo Vance", "18"),
        (3, "Hal Moss", "18"),
        (5, "Ada Marsh", "16"),
        (6, "Gus Hale", "15"),
        (7, "Ben Okoro", "21/2"),
        (8, "Finn Aro", "7"),
        (9, "Eva Lindh", "4"),
    ]
    # From 2025-01-12 on the event of the day before counts no longer.
    assert ("Dan Ruiz", "24") in [each[1:] for each in listed(ten_events, "2026-01-10", months=12)]
    assert ("Dan Ruiz", "12") in [each[1:] for each in listed(ten_events, "2026-01-11", months=12)]


def test_only_who_has_played_enough_is_listed_and_ranked(ten_events: Archive) -> None:
    """Rules 1.12.3."""
    assert listed(ten_events, "2025-12-31", months=12, fewest=3) == [
        (1, "Hal Moss", "18"),
        (2, "Ada Marsh", "16"),
        (3, "Gus Hale", "15"),
    ]


def test_the_typing_error_is_merged_and_taken_back(ten_events: Archive) -> None:
    before = rows(ten_events, "2025-12-31")
    with ten_events.writing() as connection:
        assert merge(connection, Command(), "Eva Lind", "Eva Lindh") == "Merged Eva Lindh into Eva Lind"
    assert listed(ten_events, "2025-12-31")[2:4] == [(3, "Eva Lind", "50"), (4, "Cleo Vance", "99/2")]
    eva = rows(ten_events, "2025-12-31")[2]
    assert (eva.events, eva.wins, eva.best, eva.best_of, eva.last) == (4, Fraction(17, 2), 1, 6, "2025-09-13")
    with ten_events.writing() as connection:
        undo(connection, Command())
    assert rows(ten_events, "2025-12-31") == before


def test_a_correction_of_an_old_event_corrects_everything_after_it(ten_events: Archive, tmp_path: Path) -> None:
    """Rules 1.12.2; archive 2.3 and 4.3."""
    before = rows(ten_events, "2025-12-31")
    placings = (HISTORY / "placings.csv").read_text("utf-8")
    corrected = placings.replace("E5,Ben Okoro,1,4,0,0", "E5,Ben Okoro,2,3,0,1")
    corrected = corrected.replace("E5,Cleo Vance,2,3,0,1", "E5,Cleo Vance,1,4,0,0")
    (tmp_path / "placings.csv").write_text(corrected, "utf-8")
    (tmp_path / "events.csv").write_bytes((HISTORY / "events.csv").read_bytes())
    added = import_files(ten_events, tmp_path / "events.csv", tmp_path / "placings.csv")
    assert [(each.title, each.kind, each.told) for each in added if each.kind != "same"] == [
        (
            "Autumn Open (2024-09-21)",
            "replace",
            [
                "Cleo Vance: position 2 → 1, wins 3 → 4, losses 1 → 0, match wins 3 → 4, multiplier 5 → 6, "
                "award 20 → 30",
                "Ben Okoro: position 1 → 2, wins 4 → 3, losses 0 → 1, match wins 4 → 3, multiplier 6 → 5, "
                "award 30 → 20",
            ],
        )
    ]
    assert listed(ten_events, "2025-12-31")[:3] == [
        (1, "Ben Okoro", "125/2"),
        (2, "Cleo Vance", "119/2"),
        (3, "Ada Marsh", "117/2"),
    ]
    assert listed(ten_events, "2024-06-30") == AFTER_THREE, "what was before the correction stays as it was"
    with ten_events.writing() as connection:
        assert len(undo(connection, Command())) == 1
    assert rows(ten_events, "2025-12-31") == before


def test_taking_back_the_import_leaves_nobody_on_the_list(ten_events: Archive) -> None:
    with ten_events.writing() as connection:
        assert len(undo(connection, Command())) == 10
    assert listed(ten_events, "2025-12-31") == []
