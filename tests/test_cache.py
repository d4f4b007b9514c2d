"""The folder in which is kept what saves time: nothing depends on it."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from turnabout_sheets.core.cache import open_cache


def use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: folder)


def test_it_is_made_where_the_system_has_such_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path / "turnabout")
    assert open_cache("templates", "1") == tmp_path / "turnabout" / "templates" / "1"
    assert (tmp_path / "turnabout" / "templates" / "1").is_dir()


def test_where_none_can_be_made_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_text("")
    use(monkeypatch, tmp_path / "a file")
    assert open_cache("templates") is None


def test_without_a_home_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(*_: object, **__: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(platformdirs, "user_cache_path", homeless)
    assert open_cache("templates") is None
