"""Everything computed from an event, once: scored matches, sides, and the standings after every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar, cast

from turnabout_sheets.core.frames import walk_rows
from turnabout_sheets.core.text import alphabetical_key, header_key
from turnabout_sheets.event import progress
from turnabout_sheets.event.elimination import Elimination, compute_elimination
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.event.standings import Side, compute_ranks, compute_standings

if TYPE_CHECKING:
    import pandas as pd

    from turnabout_sheets.event.format import Format

T = TypeVar("T")


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
class Score:
    """What the reported matches of an event come to up to the round ``played``, each part when it is first asked for.

    So what asks only whether all is reported does without points. ``complete``: all that is paired is reported.
    """

    event: Event
    format: Format
    played: int
    complete: bool

    @cached_property
    def matches(self) -> pd.DataFrame:
        """All reported matches with points, as the format's ``score`` gives them."""
        scored = self.format.scoring.score(self.event)
        return scored[scored["round"] <= self.played]

    @cached_property
    def sides(self) -> pd.DataFrame:
        """See `event.standings`."""
        return self.format.scoring.sides(self.event, self.matches)

    @cached_property
    def elimination(self) -> Elimination | None:
        """Who is out, in elimination events; how far somebody has come is all that ranks there."""
        losses = self.event.settings.method.losses
        return None if losses is None else compute_elimination(self.event, losses, self.sides)

    @cached_property
    def still_in(self) -> list[Player]:
        """Who is not out after the last round that has results, in an elimination event.

        One who is left alone has won, and is in also after leaving. Of several, those are who have not left.
        """
        if self.elimination is None:
            return []
        contenders = self.elimination.contenders(self.event, self.played + 1)
        survivors = self.elimination.survivors(self.event, self.played + 1)
        return survivors if len(contenders) > 1 else contenders

    @cached_property
    def decided(self) -> bool:
        """Whether an elimination event has its winner, or nobody is there to win it (rules 1.11.3 and 1.11.6).

        Where a contender has left, the others have still a round to come, if only with a bye.
        """
        state = self.elimination
        if state is None or not self.played or state.undecided or not self.complete:
            return False
        return not self.still_in or len(state.contenders(self.event, self.played + 1)) == 1

    @cached_property
    def finished(self) -> bool:
        """Whether all scheduled rounds are there, reported and decided."""
        undecided = self.elimination is not None and self.elimination.undecided
        return self.complete and self.played >= _count_scheduled(self.event, self) and not undecided

    def is_disqualified(self, player: Player, after_round: int) -> bool:
        """Say whether a player is disqualified as of a round (rules 1.4.6)."""
        return player.is_disqualified(after_round, is_over=after_round == self.played and self.finished)

    @cached_property
    def after(self) -> Mapping[int, pd.DataFrame]:
        """The standings after each round from 0 to ``played``, indexed by player number."""
        return StandingsByRound(self.played, self._compute_after)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The names of those in force, in order."""
        return () if self.event.settings.method.by_bracket else self.shown_tie_breaks

    @property
    def shown_tie_breaks(self) -> tuple[str, ...]:
        """The names of those with figures, in order: also in elimination events, where none is in force."""
        return tie_break_order(self.event, self.format)

    @cached_property
    def _never_came(self) -> set[int]:
        return self.event.never_came

    def _up_to(self, number: int) -> pd.DataFrame:
        scoring = self.format.scoring
        # Only where later games change what earlier ones are worth, they have to be valued anew.
        if scoring.final_at_end and number < self.played:
            return scoring.sides(self.event, self.matches[self.matches["round"] <= number])
        return self.sides[self.sides["round"] <= number]

    def _compute_after(self, number: int) -> pd.DataFrame:
        sides = self._up_to(number)
        standings = compute_standings(
            sides,
            adjustments_as_of(self.event, number),
            [self._lead(player, number) for player in self.event.players],
            [self.format.scoring.find(name) for name in self.shown_tie_breaks],
            () if self.elimination else ("points", *self.tie_breaks),
        )
        for column in self.format.derived_columns:
            figures = column.compute(self.event, sides, standings)
            if figures is not None:
                standings[column.field] = figures
        return standings

    def _lead(self, player: Player, after_round: int) -> int:
        """Return what ranks before the points: in elimination events how far a player has come (rules 1.11.4).

        Whoever is disqualified is behind everybody else (rules 1.4.6), but for those who never came (rules 1.6.5).
        """
        if player.number in self._never_came:
            return NEVER_CAME
        if self.is_disqualified(player, after_round):
            return DISQUALIFIED
        return self.elimination.depth(player, after_round) if self.elimination else 0


DISQUALIFIED = -1
"""What ranks a disqualified player behind everybody else."""

NEVER_CAME = -2
"""What lists somebody who has no rank behind all who have one."""


def _count_scheduled(event: Event, score: Score) -> int:
    """Return the number of scheduled rounds; of an elimination event, as many as it takes."""
    if score.decided:
        return score.played
    scheduled = progress.scheduled_rounds(event)
    if score.elimination and event.settings.rounds is None:
        return max(scheduled, score.played + 1)
    return scheduled


@dataclass(frozen=True)
class Results:
    """What an event comes to, as of the last round that has results.

    A round that is paired but not begun changes nothing here, so that its byes do not count before its matches
    (rules 1.4.10).

    ``played``: the number of that round. ``outstanding``: the matches up to ``played`` without a result. ``score``:
    what all the others come to.
    """

    event: Event
    format: Format
    played: int
    outstanding: Sequence[Match]
    score: Score

    @property
    def matches(self) -> pd.DataFrame:
        """The reported matches with points (see `Score`)."""
        return self.score.matches

    @property
    def sides(self) -> pd.DataFrame:
        """One row for each player in each of them (see `event.standings`)."""
        return self.score.sides

    @property
    def after(self) -> Mapping[int, pd.DataFrame]:
        """The standings after each round from 0 to ``played``, indexed by player number."""
        return self.score.after

    @property
    def elimination(self) -> Elimination | None:
        """Who is out, in elimination events."""
        return self.score.elimination

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The names of the tie-breaks in force, in order."""
        return self.score.tie_breaks

    @cached_property
    def _worked(self) -> dict[tuple[Callable[[Results, int], object], int], object]:
        return {}

    def once(self, work: Callable[[Results, int], T], number: int) -> T:
        """Return what is worked out of a round; once, however often it is asked."""
        if (work, number) not in self._worked:
            self._worked[work, number] = work(self, number)
        return cast("T", self._worked[work, number])

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
    def ranks(self) -> pd.Series:
        """The ranks as they are shown, by player number; None for who never came (rules 1.6.5)."""
        return self.hide_unranked(self.standings["rank"])

    def hide_unranked(self, ranks: pd.Series) -> pd.Series:
        """Return ranks by player number, with None for who never came (rules 1.6.5)."""
        shown = ranks.astype(object)
        shown[list(self.event.never_came)] = None
        return shown

    @cached_property
    def order(self) -> list[int]:
        """The player numbers by rank, those of equal rank by name (rules 1.6.4)."""
        names = [alphabetical_key(player.shown) for player in self.event.players]
        ranked = sorted(zip(self.standings["rank"], names, self.standings.index, strict=True))
        return [number for _, _, number in ranked]

    @property
    def scheduled(self) -> int:
        """The number of scheduled rounds; in an elimination event, as many as it takes."""
        return _count_scheduled(self.event, self.score)

    @property
    def complete(self) -> bool:
        """Whether every round that is paired is reported, so that the next can be paired."""
        return self.played == self.event.last_round and not self.outstanding

    @property
    def rank_by(self) -> tuple[str, ...]:
        """The columns of the standings that rank, in order (rules 1.6.1, netrunner 3.1, duplicate 5.1)."""
        return ("lead",) if self.elimination else ("lead", "points", *self.tie_breaks)

    @cached_property
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
        return self.score.still_in

    @property
    def decided(self) -> bool:
        """Whether an elimination event has its winner (rules 1.11)."""
        return self.score.decided

    @property
    def finished(self) -> bool:
        """Whether all scheduled rounds are there, reported and decided."""
        return self.complete and self.score.finished

    def is_disqualified(self, player: Player) -> bool:
        """Say whether a player is disqualified by now (rules 1.4.6)."""
        return self.score.is_disqualified(player, self.played)


def tie_break_order(event: Event, format: Format) -> tuple[str, ...]:
    """Return the names of the tie-breaks in force: the setting's, as the format writes them, else the default ones.

    Of Turnabout's they are rules 1.6.2.
    """
    chosen = event.settings.tie_breaks
    if chosen is None:
        return format.scoring.default_order
    by_key = {header_key(each.name): each.name for each in format.scoring.tie_breaks}
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
    outstanding = progress.outstanding_matches(event, format.entry.result_fields)
    return Results(
        event,
        format,
        played,
        [match for match in outstanding if match.round <= played],
        Score(event, format, played, not outstanding and played == event.last_round),
    )


def compute_as_of(results: Results, number: int) -> Results:
    """Return what the event had come to after a round, from what was known of its rounds up to there."""
    event = results.event
    rows = [match for match in event.rows if match.round <= number]
    players = tuple(player.as_of(number) for player in event.players)
    return compute(replace(event, rows=rows, players=players), results.format)


def running_round(results: Results) -> int:
    """Return the round that is being played: the last that is paired.

    Where all are paired at once, it is the one after the last with results, or that one itself until all are in.
    """
    last = results.event.last_round
    if not results.event.settings.method.at_once:
        return last
    return min(last, results.played + (not results.outstanding))


def find_rounds_ahead(results: Results) -> set[int]:
    """Return the rounds that are paired, neither the last that has begun nor the next, and of which nothing is typed.

    Only where all are paired at once there are such.
    """
    event, fields = results.event, results.format.entry.result_fields
    typed = {match.round for match in event.rows if match.ruling or any(match[field] is not None for field in fields)}
    near = progress.find_running_round(event, fields) + 1
    return {number for number in event.rounds if number > near} - typed if event.settings.method.at_once else set()


def list_waiting(results: Results) -> list[Match]:
    """Return the matches of all rounds up to the one that is running without a result, in the order of tables."""
    outstanding = progress.outstanding_matches(results.event, results.format.entry.result_fields)
    matches = [match for match in outstanding if match.round <= running_round(results)]
    return sorted(matches, key=lambda match: (match.round, match.table is None, match.table or 0))
