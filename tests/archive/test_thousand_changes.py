"""Everything that can be done to an archive, by lot: after each change it is what an independent model says."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Final

import pytest

from tests.archive.changed_archives import DEEDS, Lot
from tests.archive.making import assert_derived
from tests.dose import dose
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.archive.verify import verify

FEW: Final = 25
"""How much is done where it is to take little time."""

VERIFIED: Final = dose(5, 1)
"""After so many changes everything is computed anew: what is not as it was sealed stays so."""


def test_a_few_things_done_by_lot(empty_file: Path, tmp_path: Path) -> None:
    """Archive 5.2, 5.3, 5.7, 5.8, 6.2 and 6.4; rules 1.12.1, 1.12.3 and 1.12.9."""
    do_by_lot(open_archive(str(shutil.copy(empty_file, tmp_path / "archive.sqlite"))), FEW)


@pytest.mark.soak
def test_whatever_is_done_the_archive_is_what_the_model_says(archive: Archive, kind: str) -> None:
    times = dose(3 * FEW if kind == "sqlite" else FEW, 1000)
    lot = do_by_lot(archive, times)
    assert lot.done.keys() == DEEDS.keys() or times == FEW
    assert lot.done.total() > lot.refused.total()


def do_by_lot(archive: Archive, times: int) -> Lot:
    lot = Lot(archive, Random(38))
    for number in range(1, times + 1):
        lot.step()
        lot.compare()
        if number % VERIFIED == 0:
            with archive.reading() as connection:
                assert verify(connection) == []
            assert_derived(archive)
    return lot
