"""Rounds that are published while the workbook is open, each kept in a file until its sheet is in the workbook.

The files lie in the folder of the workbook's earlier versions: `round 04.json`. One is there, whole and on the disk for
certain, before the first page of its round is written; it goes when the workbook that has its sheet is saved. What it
says goes in as it is, whatever was changed in the workbook since (rules 1.4.16; see `reading.published`).
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from turnabout_sheets.core.atomic_write import is_too_long, link_into_place, sync_folder, temporary
from turnabout_sheets.core.backups import backup_folder, list_backed_up
from turnabout_sheets.core.backups import explain_errors as explain_backups
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.ordinary_files import read_file
from turnabout_sheets.core.problems import Said
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, BYE_NAME, Event
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.rounds.new_round import NewRound, make_round
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.files.save import WorkbookChangedError, explain_errors
from turnabout_sheets.workbook.ooxml.package import WorkbookError

MOST_BYTES: Final = 64 << 20
"""What a file may have: a round of 20,000 players, with what there is to say of each pair, has 4 MB."""

MISSING: Final = (FileNotFoundError, NotADirectoryError)
"""What the system says of a folder of earlier versions that is not there, or of a file in it."""

_FILE: Final = "round {:02}.json"
_NAME: Final = re.compile(r"round (\d{2,3})\.json")
_CELLS: Final = (str, int, float, type(None))
_DAMAGED: Final = "is damaged"


class UnlistedError(WorkbookError):
    """It cannot be told whether a round is published, because the folder of earlier versions cannot be looked into."""


@contextlib.contextmanager
def explain_folder(workbook: Path) -> Iterator[None]:
    """Make an `UnlistedError` of what the system says where it does not let anybody into the folder.

    Raises one of `MISSING` where there is none, nor can be, because its name would be too long.
    """
    try:
        yield
    except MISSING:
        raise
    except OSError as error:
        if is_too_long(error) or backup_folder(workbook).is_file():  # Windows says it otherwise
            raise FileNotFoundError from error
        raise UnlistedError(
            f"{as_text(workbook.name)}: the folder {as_text(backup_folder(workbook).name)} cannot be looked into "
            f"({error.strerror or error}), and a round that is published may be kept there. Allow reading it, or "
            "connect its drive again, and try again.",
            Said("desk.fault.unlisted", {"file": as_text(workbook.name)}),
        ) from error


def read_kept_rounds(workbook: Path) -> tuple[PublishedRound, ...]:
    """Return the rounds that are kept for a workbook, in order; of a file that cannot be read, what is wrong with it.

    Where there are none, those that are kept for workbooks beside it which are gone: it may have been called so.
    ``workbook`` is the file itself, not a link to it. Raises `UnlistedError` where that cannot be told: then nothing
    may be paired.
    """
    if own := find_kept_files(workbook):
        return tuple(_read(number, file) for number, file in sorted(own.items()))
    return tuple(
        replace(_read(number, file), workbook=gone.name)
        for gone in _find_gone(workbook)
        for number, file in sorted(find_kept_files(gone).items())
    )


def keep_rounds(
    source: save.Source, there: Sequence[PublishedRound], rounds: Sequence[NewRound], event: Event, format: Format
) -> None:
    """Keep new ``rounds`` of the event in a workbook. ``there`` are those that were kept when it was read.

    They take the place of kept rounds that were computed from other rounds before them (see `drop_rounds`). Raises
    `WorkbookChangedError` where anything is not as it was read, and other kinds of `SaveError`.
    """
    folder = backup_folder(source.path)
    with explain_errors(source.path), save.take_turn_at(source.path), explain_backups(source.path):
        save.require_unchanged(source)
        if read_kept_rounds(source.path) != tuple(there):
            raise WorkbookChangedError(
                f"Another run has published a round of {source.path.name}; run again.",
                Said("files.busy", {"file": source.path.name}),
            )
        _remove(source.path, [each.number for each in there if each.number not in event.published])
        for new in rounds:
            file = folder / _FILE.format(new.number)
            with temporary(file, _write(new, event, format)) as written:
                link_into_place(written, file)
        sync_folder(folder)


def name_file(workbook: Path, number: int) -> str:
    """Return the file in which a round is kept, as messages name it."""
    return f"{as_text(backup_folder(workbook).name)}/{_FILE.format(number)}"


def drop_rounds(workbook: Path, numbers: Collection[int]) -> None:
    """Delete the files of kept rounds: their sheets are in the workbook, or they are to be paired anew.

    A file that cannot be deleted does no harm: the sheet in the workbook goes before it.
    """
    if numbers:
        with contextlib.suppress(OSError, UnlistedError):
            _remove(workbook, numbers)
            sync_folder(backup_folder(workbook))


def make_new_rounds(kept: Sequence[PublishedRound], event: Event, format: Format) -> Iterator[NewRound]:
    """Yield the rounds of an event that are published and have no sheet yet, as they are to be written."""
    for each in kept:
        if each.number in event.published:
            rows = [row.values for row in event.tables[each.title].rows]
            yield make_round(format, each.number, rows, each.notes, each.summary)


def find_kept_files(workbook: Path) -> dict[int, Path]:
    """Return the files of kept rounds by number. Raises `UnlistedError`."""
    with contextlib.suppress(*MISSING), explain_folder(workbook):
        found = ((_NAME.fullmatch(file.name), file) for file in backup_folder(workbook).iterdir())
        return {int(match[1]): file for match, file in found if match}
    return {}


def _find_gone(workbook: Path) -> list[Path]:
    """Return the workbooks beside one that are gone while the folder of their earlier versions is still there."""
    with contextlib.suppress(*MISSING, PermissionError), explain_folder(workbook):
        return [each for each in list_backed_up(workbook) if not each.exists()]
    return []


def _remove(workbook: Path, numbers: Collection[int]) -> None:
    for number, file in find_kept_files(workbook).items():
        if number in numbers:
            file.unlink(missing_ok=True)


def _write(new: NewRound, event: Event, format: Format) -> bytes:
    """Return what a file has; the same round gives the same bytes."""
    names = {player.number: player.name for player in event.players} | {BYE: BYE_NAME}
    there = {row[side] for row in new.rows for side in ("a", "b")} - {BYE}
    data = {
        "round": new.number,
        "format": format.name,
        "rows": [{**row, "a": names[row["a"]], "b": names[row["b"]]} for row in new.rows],
        "ids": {event.players[each].name: event.players[each].player_id for each in sorted(there)},
        "notes": new.notes,
        "summary": new.summary,
    }
    return json.dumps(data, ensure_ascii=False, indent=1).encode()


def _read(number: int, file: Path) -> PublishedRound:
    name = f"{file.parent.name}/{file.name}"
    try:
        data = json.loads(read_file(file, MOST_BYTES))
        json.dumps(data, ensure_ascii=False).encode()  # half a letter can be written down, and is none
        return _to_round(number, name, data)
    except OSError as error:
        return PublishedRound(number, name, fault=f"cannot be read ({error.strerror or error})")
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return PublishedRound(number, name, fault=_DAMAGED)


def _to_round(number: int, file: str, data: Mapping[str, Any]) -> PublishedRound:
    """Return a round as it was written down. Raises errors of many kinds where it is not as it should be."""
    rows = tuple(dict(row) for row in data["rows"])
    _require(data["round"] == number)
    for row in rows:
        _require(isinstance(row["a"], str) and isinstance(row["b"], str))
        _require(all(isinstance(value, _CELLS) for value in row.values()))
    ids = {str(name): str(player_id) for name, player_id in data["ids"].items() if player_id}
    notes, summary = (tuple(map(str, data[each])) for each in ("notes", "summary"))
    _require(len(notes) in (0, len(rows)))
    return PublishedRound(number, file, str(data["format"]), rows, ids, notes, summary)


def _require(is_so: object) -> None:
    if not is_so:
        raise ValueError
