"""Modules of tests are loaded by processes side by side, so that each is compiled by one of them.

Every process collects all tests. In the same order they would all compile the same module at the same time, and a
folder that is new has none compiled: there that takes twice as long as all the rest of collecting.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest


def take_turns(config: pytest.Config, left_out: Iterable[str]) -> None:
    """Import what will be collected, in each process beginning at another place; those beside it do the rest meanwhile.

    Does nothing where one process does everything. What cannot be imported is told when it is collected.
    """
    process = getattr(config, "workerinput", None)
    if process is None:
        return
    ignored = {Path(__file__).parent / name for name in left_out}
    files = [file for file in _find_files(config) if ignored.isdisjoint(file.parents)]
    first = len(files) * int(process["workerid"].removeprefix("gw")) // process["workercount"]
    for file in chain(files[first:], files[:first]):
        with contextlib.suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(config.rootpath).with_suffix("").parts))


def _find_files(config: pytest.Config) -> Iterator[Path]:
    for argument in config.args:
        place = config.invocation_params.dir / argument.partition("::")[0]
        yield from sorted(place.rglob("test_*.py")) if place.is_dir() else [place]
