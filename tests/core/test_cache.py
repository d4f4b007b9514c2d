"""The folder in which is kept what saves time: nothing depends on it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from unittest.mock import Mock

import platformdirs
import pytest

from tests.systems import FILES_OF_POSIX
from turnabout_sheets.core.cache import open_cache


def use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: folder)


def test_it_is_made_where_the_system_has_such_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, tmp_path / "turnabout")
    assert open_cache("templates", "1") == tmp_path / "turnabout" / "templates" / "1"
    assert (tmp_path / "turnabout" / "templates" / "1").is_dir()


def test_where_none_can_be_made_or_without_a_home_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("")
    use(monkeypatch, tmp_path / "a file")
    assert open_cache("templates") is None
    monkeypatch.setattr(platformdirs, "user_cache_path", Mock(side_effect=RuntimeError("no home directory")))
    assert open_cache("templates") is None


@FILES_OF_POSIX
def test_nobody_else_reads_or_writes_on_any_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Safety 7.3: also where an earlier version, or an open hand (umask), has left it open."""
    use(monkeypatch, tmp_path / "turnabout")
    (tmp_path / "turnabout" / "templates").mkdir(parents=True)
    (tmp_path / "turnabout").chmod(0o777)
    before = os.umask(0)
    try:
        folder = open_cache("templates", "1")
    finally:
        os.umask(before)
    assert folder is not None
    assert [stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.parents[:2])] == [0o700] * 3


@FILES_OF_POSIX
@pytest.mark.parametrize("name", ["turnabout", "turnabout/templates", "turnabout/templates/1"])
def test_a_link_or_a_folder_of_another_user_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Safety 7.3: somebody has made it beforehand, in a folder for all."""
    use(monkeypatch, tmp_path / "turnabout")
    folder, elsewhere = tmp_path / name, tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.symlink_to(elsewhere)
    assert open_cache("templates", "1") is None
    folder.unlink()
    folder.mkdir()
    look = Path.lstat

    def look_at_another(path: Path) -> os.stat_result:
        found = look(path)
        return os.stat_result((*found[:4], found.st_uid + (path == folder), *found[5:]))

    monkeypatch.setattr(Path, "lstat", look_at_another)
    assert open_cache("templates", "1") is None
