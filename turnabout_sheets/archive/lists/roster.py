"""The players of an event in lists, and whom of them a match record means: by name, and by Player ID where needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from turnabout_sheets.archive.lists.rows import ListedEvent, ListedRow
from turnabout_sheets.core.problems import Place, Problem, error
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event.model import BYE_NAME, RESERVED_NAMES
from turnabout_sheets.sheets.table import suggest

RESERVED: Final = frozenset(key(name) for name in RESERVED_NAMES)
BYE: Final = key(BYE_NAME)

ID_OF: Final = {"a": "a_id", "b": "b_id"}
"""The field of a match record with the Player ID of each side."""

_MOST_OFFERED: Final = 6

_TELL_APART: Final = "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial."


class ListedPlayer(NamedTuple):
    """A player of an event; the Player ID stands, or would, in a ``field`` of a ``line``."""

    name: str
    player_id: str
    line: ListedRow
    field: str

    @property
    def place(self) -> Place:
        """Where the Player ID stands, or would."""
        return self.line.place(self.field)


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of an event as its entries are counted; ``by_name`` and ``by_id`` find them by `key`.

    ``reserved`` are those whose name is a word that means something else.
    """

    title: str
    players: Sequence[ListedPlayer]
    by_name: Mapping[str, Sequence[int]]
    by_id: Mapping[str, int]
    reserved: Collection[int]

    def find(self, name: str, player_id: str | None) -> int | None:
        """Return whom a match record means; None where that is nobody, or may be several."""
        same = self.by_name.get(key(name), ())
        if player_id is None:
            return same[0] if len(same) == 1 else None
        number = self.by_id.get(key(player_id))
        return number if number in same else None

    def label(self, number: int) -> str:
        """Return what tells a player from the others of the event: the name, and the Player ID where that is needed."""
        player = self.players[number]
        shared = len(self.by_name[key(player.name)]) > 1
        return f"{player.name} (Player ID {player.player_id})" if shared else player.name

    def explain(self, line: ListedRow, side: str) -> Problem | None:
        """Return why a match record means nobody that `find` has found; None where another cell is at fault."""
        name, typed = line[side], line[ID_OF[side]]
        same = self.by_name.get(key(name), ())
        owner = None if typed is None else self.by_id.get(key(typed))
        if owner is not None:
            player, header = self.players[owner], line.header(ID_OF[side])
            what = f'{header} is "{typed}", the Player ID of {player.name} in {player.place}; found {name} beside it.'
            return error(line.place(ID_OF[side]), what, "Correct the ID, or the name.")
        if not same:
            what = f'{line.header(side)} is "{name}"; expected a player who has a placing in {self.title}.'
            hint = suggest(name, [each.name for each in self.players], "Correct the name, or add the player's placing.")
            return error(line.place(side), what, hint)
        return self._which(line, side, same) if typed is None else self._unknown_id(line, side, same)

    def _ids(self, numbers: Sequence[int]) -> list[str]:
        return [self.players[number].player_id for number in numbers if self.players[number].player_id]

    def _which(self, line: ListedRow, side: str, same: Sequence[int]) -> Problem | None:
        header, column = line.header(side), line.header(ID_OF[side])
        ids = self._ids(same)
        if len(set(map(key, ids))) < len(same):
            return None  # these are told apart by nothing, which is told where they are placed
        offered = f": {join_words(ids)}" if len(ids) <= _MOST_OFFERED else ""
        add = f"Type in {column}" if line.has(ID_OF[side]) else f"Add a column {column}, and type there"
        return error(
            line.place(side),
            f'{header} is "{line[side]}", and {len(same)} players of {self.title} are called so.',
            f"{add} which of them it is{offered}.",
        )

    def _unknown_id(self, line: ListedRow, side: str, same: Sequence[int]) -> Problem:
        ids, header, typed = self._ids(same), line.header(ID_OF[side]), line[ID_OF[side]]
        if not ids:
            what = f'{header} is "{typed}", and {line[side]} has no Player ID in {self.title}.'
            return error(line.place(ID_OF[side]), what, "Clear the cell, or type it in Player ID of the placing, too.")
        what = f"expected the Player ID of {line[side]} in {self.title}"
        return error(line.place(ID_OF[side]), f'{header} is "{typed}"; {what}.', suggest(typed, ids))


def make_roster(listed: ListedEvent, placed: Sequence[ListedRow]) -> Roster:
    """Return the players of an event: those of its placings as ``placed``, else all who stand in its matches."""
    players = [ListedPlayer(line["player"], line["player_id"] or "", line, "player_id") for line in placed]
    players = players or _players_in(listed.matches)
    by_name = defaultdict[str, list[int]](list)
    by_id: dict[str, int] = {}
    for number, player in enumerate(players):
        by_name[key(player.name)].append(number)
        if player.player_id:
            by_id.setdefault(key(player.player_id), number)
    reserved = {number for name in RESERVED & by_name.keys() for number in by_name[name]}
    return Roster(listed.title, players, by_name, by_id, reserved)


def _players_in(lines: Sequence[ListedRow]) -> list[ListedPlayer]:
    """Return everybody who has a match or a bye, by name; two Player IDs beside one name are two people."""
    found = defaultdict[str, dict[str, ListedPlayer]](dict)
    owners: dict[str, str] = {}
    for line in lines:
        for side, field in ID_OF.items():
            name, typed = line[side], line[field]
            name_key, id_key = key(name), key(typed or "")
            if name_key in RESERVED or (typed and owners.setdefault(id_key, name_key) != name_key):
                continue
            found[name_key].setdefault(id_key, ListedPlayer(name, typed or "", line, field))
    players: list[ListedPlayer] = []
    for _, of_name in sorted(found.items()):
        known = [player for id_key, player in sorted(of_name.items()) if id_key]
        players += known or of_name.values()  # one ID tells whose the rows without one are
    return players


def is_reserved(line: ListedRow, field: str) -> Problem | None:
    """Return what is wrong where a player is called by a word that means something in a match record."""
    name = line[field]
    if key(name) not in RESERVED:
        return None
    message = (
        f'No player can be called "{name}": {join_words(RESERVED_NAMES, "and")} mean something else in the results.'
    )
    if field == "a" and key(name) == BYE:
        return error(line.place(field), message, f"Where somebody has a bye, {BYE_NAME} stands as player B.")
    return error(line.place(field), message, "Add something to the name, for example an initial.")


def find_doubles(listed: ListedEvent) -> Iterator[Problem]:
    """Find players who have two placings: who share a name are two people only by two Player IDs (rules 1.12.9)."""
    first: dict[tuple[str, str | None], ListedRow] = {}
    ids: dict[str, ListedRow] = {}
    for line in listed.placings:
        name, typed = key(line["player"]), key(line["player_id"] or "")
        # Who has no ID may be anybody of that name, who has one anybody without.
        there = (first.get((name, "")) or first.get((name, typed))) if typed else first.get((name, None))
        for each in (None, typed):
            first.setdefault((name, each), line)
        if there is not None:
            where = f"a placing in {listed.title} already, in {there.place('player')}."
            yield error(line.place("player"), f'The player "{line["player"]}" has {where}', _TELL_APART)
        elif typed and (other := ids.setdefault(typed, line)) is not line:
            where = f"a placing in {listed.title} already, in {other.place('player_id')}."
            message = f'The Player ID "{line["player_id"]}" has {where}'
            yield error(line.place("player_id"), message, "Correct one of the two, or leave it blank.")
