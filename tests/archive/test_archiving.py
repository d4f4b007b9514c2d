"""Events are computed anew from what the archive keeps of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.archive.making import turnabout
from tests.archive.postgresql import IN_A_FILE
from turnabout_sheets.archive.log import Command, list_changes, undo
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.event import rating
from turnabout_sheets.jobs.archive import rebuild_events

KINDS = IN_A_FILE

PLACINGS = """Event,Date,Player,Position,Wins,Draws,Losses,Played all rounds
Old Open,2011-05-07,Ada Marsh,1,3,0,0,yes
Old Open,2011-05-07,Ben Okoro,2,2,0,1,yes
Old Open,2011-05-07,Cleo Vance,3,1,0,2,no
Old Open,2011-05-07,Dan Ruiz,4,0,0,3,yes
"""


def imported(archive: Archive, path: Path) -> None:
    assert turnabout("import", path, "--archive", archive.place).exit_code == 0


def ratings(archive: Archive) -> dict[str, str]:
    with archive.reading() as connection:
        return {row.name: str(row.rating) for row in make_rating_list(connection, "2030-01-01").rows}


@pytest.mark.parametrize("source", ["workbook", "list"])
def test_everything_is_computed_anew_from_what_is_kept(
    archive: Archive, source: str, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Archive 6.3."""
    copy = tmp_path / "2011.csv"
    copy.write_text(PLACINGS, "utf-8")
    imported(archive, finished if source == "workbook" else copy)
    copy.unlink()
    before = ratings(archive)
    assert list(rebuild_events(archive, Command())) == []

    # A newer version of the program, which doubles all multipliers.
    monkeypatch.setattr(rating, "first_place_multiplier", lambda players: 2 * (4 if players < 6 else 7))
    monkeypatch.setattr(rating, "position_modifier", lambda position: -2 * (position - 1).bit_length())
    assert any("award" in line for line in rebuild_events(archive, Command()))
    assert ratings(archive) == {name: str(2 * Fraction(old)) for name, old in before.items()}
    with archive.reading() as connection:
        assert [change.kind for change in list_changes(connection)] == ["rebuild", "add"]
    with archive.writing() as connection:
        undo(connection, Command())
    assert ratings(archive) == before
