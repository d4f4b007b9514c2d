"""Takes along what is known of a workbook where another file goes on with its event: what was published stays so."""

from __future__ import annotations

from pathlib import Path

from turnabout_sheets.core.atomic_write import move_into_place, sync_folder, temporary
from turnabout_sheets.core.backups import backup_folder, explain_errors, make_backup_folder
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.jobs.accepted import keep_accepted, read_accepted
from turnabout_sheets.jobs.kept_rounds import MOST_BYTES as MOST_BYTES_OF_ROUND
from turnabout_sheets.jobs.kept_rounds import find_kept_files
from turnabout_sheets.jobs.knowledge import FILE, MOST_BYTES, read_known
from turnabout_sheets.workbook.files.atomic_write import SaveError


def take_along(workbook: Path, copy: Path) -> None:
    """Have known beside a copy of a workbook what is known beside that, unless more is known there already.

    So are the rounds that are published and wait until the workbook is closed. Raises `WorkbookError`.
    """
    try:
        rounds = find_kept_files(workbook)
        known, there = read_known(workbook), read_known(copy)
        with explain_errors(copy):
            is_new = known.version > there.version or known.origin != there.origin
            if known.version and is_new:
                _copy(backup_folder(workbook) / FILE, copy, MOST_BYTES)
            if meant := read_accepted(workbook) - read_accepted(copy):
                keep_accepted(copy, read_accepted(copy) | meant)
            for number in {*rounds} - {*find_kept_files(copy)}:
                _copy(rounds[number], copy, MOST_BYTES_OF_ROUND)
    except OSError as error:
        raise SaveError(f"{as_text(copy.name)} is not followed, because {error}.") from error


def _copy(file: Path, workbook: Path, most: int) -> None:
    target = make_backup_folder(workbook) / file.name
    with temporary(target, read_file(file, most)) as written:
        move_into_place(written, target)
    sync_folder(target.parent)
