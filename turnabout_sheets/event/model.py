"""What an event is: settings, players and matches, as they were read, and who is there when (rules 1.4.5 to 1.4.7)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from turnabout_sheets.core.outcomes import WINNERS
from turnabout_sheets.core.problems import Place
from turnabout_sheets.core.text import header_key
from turnabout_sheets.sheets.settings import SHARED, Setting, Settings
from turnabout_sheets.sheets.table import Table


class Absence(NamedTuple):
    """Why a player is absent in a round: the ``field`` of the player that says so, and the ``round`` in it."""

    field: str
    round: int


BYE = -1  # the opponent's number in a row that is a bye
BYE_NAME = "BYE"
RESERVED_NAMES = (BYE_NAME, *WINNERS)  # mean something in a result row, so that no player can be called so


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the event."""

    number: int  # counts the rows of the Players sheet from 0, and is used everywhere else
    name: str
    rating: Fraction | None = None
    fixed_table: int | None = None
    byes: tuple[int, ...] = ()
    let_in: tuple[int, ...] = ()
    seat: tuple[int, int] | None = None  # from which round on the player has whose place (rules 1.11.8)
    group: str = ""
    player_id: str = ""
    publish: bool = True  # the name may be on published pages
    joined: int = 1
    dropped_after: int | None = None  # the last round played
    disqualified: int | None = None  # in which round
    away: tuple[int, ...] = ()
    as_marked: bool = False  # joined or dropped_after is not typed, but follows from the column Here (rules 1.4.20)
    here: bool = False
    paid: str = ""  # only counted
    teammates: tuple[str, ...] = ()
    former: tuple[str, ...] = ()  # earlier names of the Player ID, still in rounds (rules 1.4.25)
    row: int = 0
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False)  # columns of the format: player["option"]

    def __getitem__(self, field: str) -> Any:
        return self.fields.get(field)

    @property
    def shown(self) -> str:
        """The name on sheets and pages; those of all where a team plays."""
        return " & ".join((self.name, *self.teammates))

    @property
    def names(self) -> tuple[str, ...]:
        """What the player, or the team, may be called where results are typed."""
        return (self.name, *((*self.teammates, self.shown) if self.teammates else ()), *self.former)

    @property
    def identity(self) -> str:
        """What the draw knows the player by: never the row or the place in the alphabet."""
        return self.player_id or self.name

    @property
    def last_round(self) -> int | None:
        """The last round before the player has left for good, as far as that is known (rules 1.4.6 and 1.4.7)."""
        if self.disqualified is None or self.dropped_after is None:
            return self.dropped_after if self.disqualified is None else self.disqualified
        return min(self.disqualified, self.dropped_after)

    def belongs_to(self, round_number: int) -> bool:
        """Return whether the player has joined by a round, and has not left before it (rules 1.4.6 and 1.4.7)."""
        return self.joined <= round_number and not self.has_left(round_number)

    def has_left(self, round_number: int) -> bool:
        """Return whether the player, who has joined by then, has left for good before a round."""
        last = self.last_round
        return last is not None and max(last, self.joined - 1) < round_number

    def plays_in(self, round_number: int) -> bool:
        """Return whether the player is there in a round: takes part, and is not away (rules 1.4.5)."""
        return self.belongs_to(round_number) and round_number not in self.away

    def find_absence(self, round_number: int) -> Absence | None:
        """Return why the player is not there in a round; None where the player is (rules 1.4.5 to 1.4.7)."""
        if round_number < self.joined:
            return Absence("joined", self.joined)
        if self.has_left(round_number) and self.last_round is not None:
            return Absence("disqualified" if self.last_round == self.disqualified else "dropped_after", self.last_round)
        return Absence("away", round_number) if round_number in self.away else None

    @property
    def never_started(self) -> bool:
        """Whether the player has gone before the first round (rules 1.4.7)."""
        return self.dropped_after == 0

    def leaves_in(self, missed: Container[int], waited: Container[int] = ()) -> int | None:
        """Return the first of the last rounds that the player does not play, also as ``missed`` (rules 1.11.4)."""
        first = None if self.last_round is None else self.last_round + 1
        while first is not None and first in waited:
            first += 1
        while first is not None and first - 1 in missed:
            first -= 1
        return first


@dataclass(frozen=True, slots=True)
class Match:
    """A row of a round; ``a`` and ``b`` are player numbers, `BYE` for a bye, None for a name that cannot be read."""

    index: int  # in Event.rows
    round: int
    table: int | None
    a: int | None
    b: int | None
    ruling: str | None
    advances: str | None  # A or B, after a drawn match of an elimination event
    sheet: str
    row: int  # on the sheet
    fields: Mapping[str, Any]  # the columns of the format, None where blank: match["winner_1"]
    incomplete: bool = False  # not reported, though all result fields are filled: something else can decide it

    def __getitem__(self, field: str) -> Any:
        return self.fields[field]

    @property
    def pair(self) -> tuple[int, int]:
        """Both numbers, a and b, in an event without errors."""
        assert self.a is not None, "an event without errors"
        assert self.b is not None, "an event without errors"
        return self.a, self.b

    @property
    def is_match(self) -> bool:
        """Whether two play: neither a bye, nor ruled."""
        return self.b != BYE and self.ruling is None

    def seats(self) -> Iterator[tuple[str, int]]:
        """Yield the players who stand in the row, each after the field of the name, a or b."""
        for side, player in (("a", self.a), ("b", self.b)):
            if player is not None and player != BYE:
                yield side, player


@dataclass(frozen=True)
class Event:
    """An event as it is in its workbook."""

    settings: Settings
    players: tuple[Player, ...]
    rows: Sequence[Match]  # of the sheets of rounds, by round and row, indexed from 0
    tables: Mapping[str, Table] = field(default_factory=dict)  # all sheets read, by declared name, or that of the tab
    unreadable: frozenset[Place] = frozenset()  # cells that could not be read: None, though not blank
    unplayed: tuple[int, ...] = ()  # rounds with a sheet that are not played, and not in rows (rules 1.4.12)
    published: tuple[int, ...] = ()  # rounds with pages and without a sheet, because the workbook was open
    result_fields: Sequence[str] = ()  # all filled once a match is reported

    @cached_property
    def rounds(self) -> dict[int, list[Match]]:
        """The ``rows`` of each round by its number, in order."""
        return {number: list(matches) for number, matches in groupby(self.rows, attrgetter("round"))}

    @property
    def seed(self) -> str:
        """What decides all draws: the setting Random seed, else the event's name and date (rules 1.5.3)."""
        return self.settings.random_seed or f"{self.settings.name} {self.settings.date}".strip()

    @cached_property
    def outstanding(self) -> dict[int, Match]:
        """The matches that are not reported yet, by index: neither a bye nor ruled, nor complete (rules 1.4.10)."""
        return {
            match.index: match
            for match in self.rows
            if match.is_match and (match.incomplete or None in map(match.fields.__getitem__, self.result_fields))
        }

    @cached_property
    def last_round(self) -> int:
        """The number of the last round that has rows; 0 before the first."""
        return max(self.rounds, default=0)

    def place(self, match: Match, field: str) -> Place:
        """Return where a field of a match stands."""
        return self.tables[match.sheet].place(match.row, field)

    def player_place(self, player: Player, field: str = "name") -> Place:
        """Return where something about a player stands on the Players sheet."""
        return self.tables["Players"].place(player.row, field)

    def setting_place(self, setting: str | Setting[Any]) -> Place:
        """Return where a setting, by its field or declaration, stands on the Event sheet; if it does not, the sheet."""
        table = self.tables.get("Event")
        name = header_key((SHARED[setting] if isinstance(setting, str) else setting).name)
        for row in table.rows if table else ():
            if table is not None and row["setting"] is not None and header_key(row["setting"]) == name:
                return table.place(row.number, "value")
        return Place("Event")

    @property
    def paired(self) -> list[int]:
        """The numbers of the players who were paired at least once, in a match or with a bye."""
        return sorted({player for match in self.rows for _, player in match.seats()})

    @cached_property
    def never_came(self) -> set[int]:
        """The numbers of the players who left before they could be paired, and were not: they have no rank."""
        left = (each for each in self.players if each.dropped_after is not None and each.dropped_after < each.joined)
        return {player.number for player in left}.difference(self.paired)

    @property
    def names(self) -> dict[Any, str]:
        """The names by number, with that of the bye."""
        return {BYE: BYE_NAME, **{player.number: player.name for player in self.players}}

    @property
    def starters(self) -> list[Player]:
        """The players who took part from the start."""
        return [player for player in self.players if player.belongs_to(1)]

    @property
    def expected(self) -> list[Player]:
        """The players who are known of, but for those of whom it is typed that they never started (rules 1.4.20)."""
        return [player for player in self.players if player.as_marked or not player.never_started]

    def count_marked(self) -> dict[str, int]:
        """Return how many of those `expected` are marked as here, and as having paid; without what nobody is."""
        counts = {what: sum(bool(getattr(player, what)) for player in self.expected) for what in ("here", "paid")}
        return {what: count for what, count in counts.items() if count}

    @property
    def latecomers(self) -> list[Player]:
        """The players who were not there from the start and came, or are to come, later: the first to come first."""
        late = (player for player in self.players if player.joined > 1 and player.belongs_to(player.joined))
        return sorted(late, key=lambda player: player.joined)

    def let_into(self, round_number: int) -> list[Player]:
        """Return the players of a round who came when it was paired already (rules 1.4.15)."""
        there = (self.players[player] for match in self.rounds.get(round_number, ()) for _, player in match.seats())
        return [player for player in there if round_number in player.let_in]

    def as_paired(self, round_number: int) -> list[Match]:
        """Return the rows of a round without players let into it: their opponents had the bye (rules 1.4.15)."""
        late = {player.number for player in self.let_into(round_number)}
        rows = []
        for match in self.rounds[round_number]:
            here = [player for _, player in match.seats()]
            there = [player for player in here if player not in late]
            if there == here:
                rows.append(match)
            elif there:
                rows.append(replace(match, table=None, a=there[0], b=BYE, ruling=None))
        return rows

    def playing(self, round_number: int) -> list[Player]:
        """Return the players who are there in a round."""
        return [player for player in self.players if player.plays_in(round_number)]


_IN_EVERY_FORMAT: Final = ("round", "table", "a", "b", "ruling", "advances", "sheet", "row")  # as in Match


def make_matches(rows: Iterable[Mapping[str, Any]], columns: Iterable[str], *, first: int = 0) -> tuple[Match, ...]:
    """Return rows of rounds, by field, as matches indexed from ``first``; ``columns`` are the fields of the format."""
    own = [name for name in columns if name not in _IN_EVERY_FORMAT]
    matches = []
    for index, row in enumerate(rows, first):
        values: list[Any] = [row.get(name) for name in _IN_EVERY_FORMAT]
        matches.append(Match(*[index, *values, {name: row.get(name) for name in own}]))
    return tuple(matches)
