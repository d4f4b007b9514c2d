"""Makes a ready workbook for a new event, with players from a list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.file_names import is_impossible
from turnabout_sheets.core.problems import Problem, SaidError, has_errors, say_name
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.format import Format
from turnabout_sheets.formats import FORMATS, load
from turnabout_sheets.reading.player_list import PlayerList, choose_playing, read_player_list
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.list_sheets import read_list_sheets
from turnabout_sheets.workbook.ooxml.book import to_bytes
from turnabout_sheets.workbook.ours.blank import BY_COMMAND, Way, make_blank_workbook

if TYPE_CHECKING:
    from turnabout_sheets.archive.ratings import Seed


Seeding = Callable[[Sequence[tuple[str, str]]], "Sequence[Seed]"]
"""Gives the seeds of players, who are named by name and Player ID."""


def make_new_workbook(
    file: Path,
    format_name: str,
    players: Path | PlayerList | None,
    name: str | None,
    *,
    day: str | None = None,
    language: str | None = None,
    seeding: Seeding | None = None,
    way: Way = BY_COMMAND,
    playing: Collection[str] = (),
) -> tuple[list[Problem], list[str]]:
    """Write a ready workbook to ``file``, which must not exist; ``playing`` is what a list says of those who play.

    Returns the errors of the list, with which nothing is written, and what there is to say. Raises a `SaidError`.
    """
    format, rows, remarks = choose_format(format_name), list[Mapping[str, Any]](), list[str]()
    require_name(file)
    if isinstance(players, Path):
        listed = read_player_list(read_list_sheets(players), format.players, players.name)
        players = choose_playing(listed, playing, players.name)
    if players is not None:
        if has_errors(players.problems):
            return list(players.problems), []
        rows, remarks = [*players.rows.values()], players.remarks
    if seeding is not None:
        seeds = seeding([(row["name"] or "", row["player_id"] or "") for row in rows])
        known = sum(seed.rating is not None for seed in seeds)
        remarks.append(f"{known} of {len(rows)} players have a rating in the archive.")
        remarks += [seed.remark for seed in seeds if seed.remark]
        both = zip(rows, seeds, strict=True)
        rows = [{**row, "rating": seed.rating if row["rating"] is None else row["rating"]} for row, seed in both]
    settings = {"name": name or file.stem, "format": format.name, "date": day, "language": language}
    book = make_blank_workbook(format, rows, settings, file.name, way=way)
    save.write_new(file, to_bytes(book))
    return [], remarks


def require_name(file: Path) -> None:
    """Raise `SaidError` unless a workbook can have this name, here and on other computers."""
    if is_impossible(file.name):
        raise SaidError(say_name(file.name))
    if file.suffix.lower() != ".xlsx":
        raise SaidError(f"{file.name or file} does not end in .xlsx; a workbook's name does. Add it.")


def choose_format(name: str) -> Format:
    """Return the only format whose name is ``name`` or begins with it: "duplicate", "net"; raises `SaidError`."""
    begun = [known for known in FORMATS if key(name) and key(known).startswith(key(name))]
    if len(begun) != 1:
        names = join_words(tuple(FORMATS))
        raise SaidError(f'The format is "{name}"; expected {names}. Choose one with --format.')
    return load(begun[0])
