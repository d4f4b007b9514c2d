"""What `archive ratings` shows on the screen, line by line: the list of the ten events that are worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.archive.importing import import_files
from tests.archive.making import turnabout
from tests.archive.shared import HISTORY
from turnabout_sheets.archive.store import open_archive

AFTER_FIVE = """\
Ratings as of December 31, 2024:
Rank  Player      Player ID  Rating  Events  Wins  Best     Gained  Climbed  Last event
   1  Ben Okoro                  62       4    10  1 of 12     +30       +1  September 21, 2024
   2  Ada Marsh                 42½       4     8  1 of 5       +9       −1  September 21, 2024
   3  Cleo Vance                31½       3    5½  2 of 12     +20       +1  September 21, 2024
   4  Eva Lind                   26       2    4½  1 of 5        0       −1  May 18, 2024
   5  Hal Moss                    5       1    1½  9 of 12      +5      new  September 21, 2024
   6  Gus Hale                    4       1     1  4 of 5        0       −1  May 18, 2024
   7  Dan Ruiz                    3       2     ½  4 of 4        0       −1  March 9, 2024
   7  Finn Aro                    3       2     ½  5 of 6        0       −1  May 18, 2024
Gained and Climbed: compared with the list before September 21, 2024.
"""

FIRST_TWO = """\
Ratings as of December 31, 2024, of the events since January 1, 2024, at least 2 events:
Rank  Player     Player ID  Rating  Events  Wins  Best     Gained  Climbed  Last event
   1  Ben Okoro                 62       4    10  1 of 12     +30       +1  September 21, 2024
   2  Ada Marsh                42½       4     8  1 of 5       +9       −1  September 21, 2024
… and 4 more; --top shows more of them.
Gained and Climbed: compared with the list before September 21, 2024.
"""

NOBODY = """\
Ratings as of January 19, 2024:
Nobody: there is no rated event in that time.
"""

NOBODY_SO_OFTEN = """\
Ratings as of December 31, 2024, at least 99 events:
Nobody was rated in at least 99 events in that time.
"""


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("--as-of 2024-12-31", AFTER_FIVE),
        ("--as-of 2024-12-31 --top 2 --min-events 2 --months 12", FIRST_TWO),
        ("--as-of 2024-12-31 --top 8", AFTER_FIVE),
        ("--as-of 2024-01-19", NOBODY),
        ("--as-of 2024-12-31 --min-events 99", NOBODY_SO_OFTEN),
    ],
)
def test_the_list_is_shown(asked: str, expected: str, tmp_path: Path) -> None:
    """Rules 1.12.3 to 1.12.5; archive 4.2 and 4.3."""
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    import_files(archive, HISTORY)
    assert turnabout("ratings", *asked.split(), "--archive", archive.place).stdout == expected
