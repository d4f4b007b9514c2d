"""Somebody is forgotten in an archive in which everything was done that can be done to one."""

from __future__ import annotations

import contextlib
from pathlib import Path
from random import Random

import pytest

from tests.archive.changed_archives import PEOPLE, fill
from tests.archive.forgetting import assert_gone, forget_person, list_figures
from tests.dose import dose
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.forget import prepare_forgetting
from turnabout_sheets.archive.store import Archive

SEEDS = dose(2, 400)


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_nobody_but_the_one_who_is_forgotten_loses_anything(archive: Archive, tmp_path: Path, seed: int) -> None:
    draw = Random(seed)
    fill(archive, draw, ("forget", "rebuild"))  # the players of an event are others after a rebuild by lot
    for turn in range(2):
        name = draw.choice(PEOPLE)
        with contextlib.suppress(NotThereError):
            with archive.reading() as connection:
                person = prepare_forgetting(connection, name)
            before = list_figures(archive, person.label)
            done = forget_person(archive, name)
            assert list_figures(archive, done.body["player"]) == before
            if not person.shared:
                assert_gone(archive, tmp_path / f"gone {turn}", *person.names)
