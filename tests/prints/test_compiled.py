"""Compiled templates are kept from one run to the next, and nothing of a page depends on that."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment

from tests.prints.events import event
from tests.prints.making import round_pages
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.prints import render


@pytest.fixture(autouse=True)
def from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin as another run does, with a cache folder that is empty."""
    monkeypatch.setattr(render, "open_cache", lambda *names: open_folder(tmp_path.joinpath(*names)))
    render._environment.cache_clear()
    yield
    render._environment.cache_clear()


def open_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def printed() -> dict[str, str]:
    render._environment.cache_clear()
    return round_pages(event(["Ann", "Bob", "Cem"]), TURNABOUT, 3)


def never(*_: object, **__: object) -> None:
    raise AssertionError("compiled again")


def test_the_next_run_compiles_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = printed()
    monkeypatch.setattr(Environment, "compile", never)
    assert printed() == first


def test_templates_that_are_compiled_in_another_way_are_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = printed()
    newer = tmp_path / "compiler.py"
    newer.write_text("# another version")
    monkeypatch.setattr(render, "_COMPILER", newer)
    monkeypatch.setattr(Environment, "compile", never)
    with pytest.raises(AssertionError, match="compiled again"):
        printed()
    monkeypatch.undo()
    assert printed() == first


@pytest.mark.slow
def test_nothing_that_happens_to_the_folder_changes_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are damaged, the disk is full, or there is no folder to write into."""
    first = printed()
    files = [each for each in tmp_path.rglob("*") if each.is_file()]
    assert len(files) > 3
    for number, file in enumerate(files):
        file.write_bytes(b"" if number % 2 else file.read_bytes()[:40])
    assert printed() == first

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.Bucket.write_bytecode", full)
    monkeypatch.setattr("jinja2.bccache.Bucket.load_bytecode", full)
    assert printed() == first
    monkeypatch.setattr(render, "open_cache", lambda *_: None)
    assert printed() == first
