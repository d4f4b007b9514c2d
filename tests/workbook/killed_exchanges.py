"""Kills saves while others save in between:  python -m tests.workbook.killed_exchanges FOLDER KILLS

Somebody saves in the instant before the workbook and its new version exchange their names, and somebody else in that
before they do so again. There are KILLS, evenly spread over all moments of the save (`tests.killing`). After each, the
workbook is whole, and what was saved is in it, in an earlier version, or in what the next save makes one; then nothing
else is left. Prints how many kills there were, of how many moments; fails with what it found if anything was ever
different.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.killing import bring_back, choose_moments, finish, kill_at, list_moments
from tests.workbook.saving import FOURTH, NEW, OLD, OTHER, THIRD
from turnabout_sheets.core.backups import backup_folder, list_backups
from turnabout_sheets.workbook.files import atomic_write
from turnabout_sheets.workbook.files.atomic_write import WorkbookChangedError
from turnabout_sheets.workbook.files.save import open_workbook, replace

SAVES = (OTHER, THIRD)


def save_among_others(path: Path) -> None:
    """Save a new version; right before the n-th exchange somebody gives the name to the n-th of the others."""
    exchange, others = atomic_write.exchange, iter(SAVES)

    def exchange_after_a_save(out: Path, path: Path) -> bool:
        if data := next(others, None):
            path.with_name("saving").write_bytes(data)
            path.with_name("saving").replace(path)
            path.with_name(f"saved {SAVES.index(data)}").touch()
        return exchange(out, path)

    atomic_write.exchange = exchange_after_a_save
    try:
        replace(open_workbook(path), NEW)
    except WorkbookChangedError:
        return
    sys.exit("nobody was seen to save in between")


def require(is_so: object, *what: object) -> None:
    if not is_so:
        sys.exit(": ".join(map(str, what)))


def main(folder: Path, kills: int) -> None:
    path = folder / "work" / "Friday.xlsx"

    def save() -> None:
        save_among_others(path)

    bring_back(path.parent, {path.name: OLD})
    code, moments = list_moments(save)
    require(code == 0, "undisturbed", code)
    require(path.read_bytes() == THIRD and _read_versions(path) == {OLD, OTHER}, "undisturbed", _read_versions(path))
    chosen = choose_moments(len(moments), kills)
    for moment in chosen:
        when = f"killed at moment {moment} of {len(moments)} ({moments[moment - 1]})"
        bring_back(path.parent, {path.name: OLD})
        require(kill_at(save, moment), when, "not at work any more")
        require(path.read_bytes() in (OLD, NEW, *SAVES), when, "the workbook is not whole")
        saved = {data for number, data in enumerate(SAVES) if path.with_name(f"saved {number}").exists()}
        require(finish(lambda: replace(open_workbook(path), FOURTH)) == 0, when, "the next save fails")
        require(path.read_bytes() == FOURTH, when, "the next save has not saved")
        require(saved | {OLD} <= _read_versions(path), when, "something is lost that was saved")
        left = [each.name for place in (path.parent, backup_folder(path)) for each in place.glob(".turnabout-*")]
        require(not left, when, left)
    print(len(chosen), len(moments))


def _read_versions(path: Path) -> set[bytes]:
    return {each.path.read_bytes() for each in list_backups(path)}


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
