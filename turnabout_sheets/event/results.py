"""Everything computed from an event, once: scored matches, sides, and the standings after every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from turnabout_sheets.core.rows import walk_rows
from turnabout_sheets.core.text import header_key
from turnabout_sheets.event import progress
from turnabout_sheets.event.elimination import Elimination, compute_elimination
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.event.sides import Side
from turnabout_sheets.event.standings import compute_ranks, compute_standings

if TYPE_CHECKING:
    import pandas as pd

    from turnabout_sheets.formats.base import Format


class StandingsByRound(Mapping[int, "pd.DataFrame"]):
    """The standings after each round from 0 to ``last``; a round's are computed when they are first asked for.

    Most of what is asked of an event needs the last ones only, and a long league has hundreds of rounds.
    """

    def __init__(self, last: int, compute_after: Callable[[int], pd.DataFrame]) -> None:
        self._last, self._compute_after = last, compute_after
        self._known: dict[int, pd.DataFrame] = {}

    def __getitem__(self, number: int) -> pd.DataFrame:
        if number not in self:
            raise KeyError(number)
        if number not in self._known:
            self._known[number] = self._compute_after(number)
        return self._known[number]

    def __contains__(self, number: object) -> bool:
        return number in range(self._last + 1)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._last + 1))

    def __len__(self) -> int:
        return self._last + 1


@dataclass(frozen=True)
class Results:
    """What an event comes to, as of the last round that has results.

    A round that is paired but not begun changes nothing here, so that its byes do not count before its matches
    (rules 1.4.10).

    ``played``: the number of that round. ``matches``: its and all earlier reported matches with points, as the format's
    ``score`` gives them. ``sides``: see `event.standings`. ``after``: the standings after each round from 0
    to ``played``, indexed by player number. ``outstanding``: the rows of ``event.matches`` up to ``played`` without a
    result. ``tie_breaks``: the names of those in force, in order. ``elimination``: who is out, in elimination events;
    how far somebody has come is all that ranks there.
    """

    event: Event
    format: Format
    played: int
    matches: pd.DataFrame
    sides: pd.DataFrame
    after: Mapping[int, pd.DataFrame]
    outstanding: pd.DataFrame
    tie_breaks: tuple[str, ...]
    elimination: Elimination | None = None

    @cached_property
    def scored_rows(self) -> list[Match]:
        """The rows of the event that ``matches`` has with points."""
        scored = set(self.matches.index)
        return [match for match in self.event.rows if match.index in scored]

    @cached_property
    def side_of(self) -> dict[tuple[int, int], Side]:
        """The rows of ``sides`` by round and player, in order."""
        return {(side.round, side.player): side for side in walk_rows(self.sides, Side)}

    def sides_of(self, match: Match) -> tuple[Side, Side | None]:
        """Return the sides of a scored match, A's and B's; a bye has only the first."""
        a, b = match.pair
        return self.side_of[match.round, a], self.side_of.get((match.round, b))

    @property
    def standings(self) -> pd.DataFrame:
        """The standings as they are now."""
        return self.after[self.played]

    @property
    def scheduled(self) -> int:
        """The number of scheduled rounds; in an elimination event, as many as it takes."""
        if self.decided:
            return self.played
        scheduled = progress.scheduled_rounds(self.event)
        if self.elimination and self.event.settings.rounds is None:
            return max(scheduled, self.played + 1)
        return scheduled

    @property
    def complete(self) -> bool:
        """Whether every round that is paired is reported, so that the next can be paired."""
        return self.played == self.event.last_round and self.outstanding.empty

    @property
    def rank_by(self) -> tuple[str, ...]:
        """The columns of the standings that rank, in order (rules 1.6.1, netrunner 3.1, duplicate 5.1)."""
        return ("lead",) if self.elimination else ("lead", "points", *self.tie_breaks)

    @property
    def positions(self) -> dict[int, int]:
        """The positions of those who were paired at least once, among themselves; who is tied shares the best one.

        That is rules 1.7.5.
        """
        paired = self.event.paired
        return dict(zip(paired, map(int, compute_ranks(self.standings.loc[paired], self.rank_by)), strict=True))

    @property
    def provisional(self) -> bool:
        """Whether what is reported later can change the points up to now."""
        return len(self.outstanding) > 0 or (self.format.scoring.final_at_end and not self.finished)

    @property
    def undecided(self) -> tuple[Match, ...]:
        """The drawn matches of an elimination event that somebody still has to decide (rules 1.11.2)."""
        return self.elimination.undecided if self.elimination else ()

    @property
    def still_in(self) -> list[Player]:
        """Who is not out after the last round that has results, in an elimination event."""
        return self.elimination.survivors(self.event, self.played + 1) if self.elimination else []

    @property
    def decided(self) -> bool:
        """Whether an elimination event has its winner (rules 1.11)."""
        if self.elimination is None or not self.played or self.undecided or not self.complete:
            return False
        return len(self.still_in) <= 1

    @property
    def finished(self) -> bool:
        """Whether all scheduled rounds are there, reported and decided."""
        return self.complete and self.played >= self.scheduled and not self.undecided


def tie_break_order(event: Event, format: Format) -> tuple[str, ...]:
    """Return the names of the tie-breaks in force: the setting's, as the format writes them, else the format's own.

    Of Turnabout's they are rules 1.6.2.
    """
    chosen = event.settings.tie_breaks
    if chosen is None:
        return tuple(format.scoring.tie_breaks)
    by_key = {header_key(name): name for name in format.scoring.tie_breaks}
    # A tie-break that is named twice can separate nobody the second time.
    return tuple(dict.fromkeys(by_key[header_key(name)] for name in chosen if header_key(name) in by_key))


def adjustments_as_of(event: Event, after_round: int) -> Mapping[int, int]:
    """Return the points on the Adjustments sheet by player, as of a round (rules 1.4.8); those without one always."""
    table = event.tables.get("Adjustments")
    total: Counter[int] = Counter()
    for row in table.rows if table else ():
        if (row["round"] or 0) <= after_round:
            total[row["player"]] += row["points"]
    return total


def compute(event: Event, format: Format) -> Results:
    """Score ``event`` and rank its players after every round. The event has no errors."""
    played = progress.last_played_round(event, format.entry.result_fields)
    scored = format.scoring.score(event)
    matches = scored[scored["round"] <= played]
    sides = format.scoring.sides(event, matches)
    state = compute_elimination(event, sides)
    order = tie_break_order(event, format)

    def up_to(number: int) -> pd.DataFrame:
        # Only where later games change what earlier ones are worth, they have to be valued anew.
        if format.scoring.final_at_end and number < played:
            return format.scoring.sides(event, matches[matches["round"] <= number])
        return sides[sides["round"] <= number]

    def compute_after(number: int) -> pd.DataFrame:
        return compute_standings(
            up_to(number),
            adjustments_as_of(event, number),
            [lead(player, number, state) for player in event.players],
            format.scoring.tie_breaks,
            () if state else ("points", *order),
            format.scoring.derived_columns(event),
        )

    after = StandingsByRound(played, compute_after)
    outstanding = progress.outstanding_matches(event, format.entry.result_fields)
    outstanding = outstanding[outstanding["round"] <= played]
    return Results(event, format, played, matches, sides, after, outstanding, () if state else order, state)


DISQUALIFIED = -1
"""What ranks a disqualified player behind everybody else."""


def lead(player: Player, after_round: int, state: Elimination | None) -> int:
    """Return what ranks before the points: in elimination events how far a player has come (rules 1.11.4).

    Whoever is disqualified is behind everybody else from that round on (rules 1.4.6).
    """
    if player.disqualified is not None and player.disqualified <= after_round:
        return DISQUALIFIED
    return state.depth(player, after_round) if state else 0


def compute_as_of(results: Results, number: int) -> Results:
    """Return what the event had come to after a round, from what is known of its rounds up to there."""
    matches = results.event.matches
    return compute(replace(results.event, matches=matches[matches["round"] <= number]), results.format)
