"""Everything computed from an event, once: scored matches, sides, and the standings after every round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import starmap
from typing import TYPE_CHECKING

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.text import alphabetical_key, header_key
from turnabout_sheets.event import progress
from turnabout_sheets.event.elimination import Elimination, compute_elimination
from turnabout_sheets.event.model import Event, Match, Player
from turnabout_sheets.event.standings import Side, compute_ranks, compute_standings

if TYPE_CHECKING:
    from turnabout_sheets.event.format import Format, Scored


class StandingsByRound(dict[int, "pd.DataFrame"]):
    """The standings after each round; each computed when it is first asked for, as a league has hundreds."""

    def __init__(self, results: Results) -> None:
        self.results = results

    def __missing__(self, number: int) -> pd.DataFrame:
        return self.setdefault(number, self.results.compute_after(number))


DISQUALIFIED = -1  # ranks a player behind everybody else
NEVER_CAME = -2  # lists who has no rank behind all who have one


@dataclass(frozen=True, eq=False)
class Results:
    """What an event comes to, as of the last round that has results (rules 1.4.10), each part as it is asked for."""

    event: Event
    format: Format
    played: int  # the number of that round
    outstanding: Sequence[Match]  # up to it, without a result

    @cached_property
    def scored(self) -> list[Scored]:
        """All reported matches with their points."""
        return [each for each in self.format.score(self.event) if each.match.round <= self.played]

    @cached_property
    def sides(self) -> pd.DataFrame:
        """One row for each player in each of them (see `event.standings`)."""
        return self.format.sides(self.event, self.scored)

    @cached_property
    def scored_by_index(self) -> Mapping[int, Scored]:
        """The scored matches by the index of their rows."""
        return {each.match.index: each for each in self.scored}

    @cached_property
    def elimination(self) -> Elimination | None:
        """Who is out, in elimination events; how far somebody has come is all that ranks there."""
        losses = self.event.settings.method.losses
        return None if losses is None else compute_elimination(self.event, losses, self.sides)

    @cached_property
    def still_in(self) -> list[Player]:
        """Who is not out after the last round with results, in an elimination event; a winner also after leaving."""
        if self.elimination is None:
            return []
        contenders = self.elimination.contenders(self.event, self.played + 1)
        survivors = self.elimination.survivors(self.event, self.played + 1)
        return survivors if len(contenders) > 1 else contenders

    @cached_property
    def decided(self) -> bool:
        """Whether an elimination event has its winner, or nobody is there to win it (rules 1.11.3 and 1.11.6)."""
        state = self.elimination
        if state is None or not self.played or state.undecided or not self.complete:
            return False
        return not self.still_in or len(state.contenders(self.event, self.played + 1)) == 1

    @property
    def undecided(self) -> tuple[Match, ...]:
        """The drawn matches of an elimination event that somebody still has to decide (rules 1.11.2)."""
        return self.elimination.undecided if self.elimination else ()

    @property
    def complete(self) -> bool:
        """Whether every round that is paired is reported, so that the next can be paired."""
        return self.played == self.event.last_round and not self.outstanding

    @cached_property
    def finished(self) -> bool:
        """Whether all scheduled rounds are there, reported and decided."""
        return self.complete and self.played >= self.scheduled and not self.undecided

    @property
    def scheduled(self) -> int:
        """The number of scheduled rounds; in an elimination event, as many as it takes."""
        if self.decided:
            return self.played
        scheduled = progress.scheduled_rounds(self.event)
        return scheduled if self.elimination is None or self.event.settings.rounds else max(scheduled, self.played + 1)

    @property
    def provisional(self) -> bool:
        """Whether what is reported later can change the points up to now."""
        return len(self.outstanding) > 0 or (self.format.final_at_end and not self.finished)

    def is_disqualified(self, player: Player, after_round: int | None = None) -> bool:
        """Return whether a player is disqualified by now, or as of a round (rules 1.4.6)."""
        number = self.played if after_round is None else after_round
        is_over = number == self.played and self.finished
        return player.disqualified is not None and (is_over or player.disqualified <= number)

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """The names of the tie-breaks in force, in order."""
        return () if self.event.settings.method.by_bracket else self.shown_tie_breaks

    @property
    def shown_tie_breaks(self) -> tuple[str, ...]:
        """The setting's, as the format writes them, else the default ones; also where none is in force."""
        if self.event.settings.tie_breaks is None:
            return tuple(each.name for each in self.format.tie_breaks if not each.offered)
        by_key = {header_key(each.name): each.name for each in self.format.tie_breaks}
        chosen = map(header_key, self.event.settings.tie_breaks)
        return tuple(dict.fromkeys(by_key[name] for name in chosen if name in by_key))

    @property
    def rank_by(self) -> tuple[str, ...]:
        """The columns of the standings that rank, in order (rules 1.6.1, netrunner 3.1, duplicate 5.1)."""
        return ("lead",) if self.elimination else ("lead", "points", *self.tie_breaks)

    @cached_property
    def after(self) -> StandingsByRound:
        """The standings after each round from 0 to ``played``, indexed by player number."""
        return StandingsByRound(self)

    @property
    def standings(self) -> pd.DataFrame:
        """The standings as they are now."""
        return self.after[self.played]

    def tell_less(self, event: Event) -> Results:
        """Return the same figures with an event in which less is told of the players."""
        told = replace(self, event=event)
        vars(told).update(scored=self.scored, sides=self.sides, elimination=self.elimination)
        told.after[self.played] = self.standings
        return told

    def go_on(self, event: Event) -> Results:
        """Return the results of the event with more rounds, of which nothing is reported: all else is scored."""
        results = compute(event, self.format)
        if results.played == self.played and not self.format.final_at_end:
            vars(results).update(scored=self.scored, sides=self.sides)
        return results

    def compute_after(self, number: int) -> pd.DataFrame:
        """Return the standings after a round; ask `after` for them."""
        # Only where later games change what earlier ones are worth, these are scored again.
        if self.format.final_at_end and number < self.played:
            sides = self.format.sides(self.event, [each for each in self.scored if each.match.round <= number])
        else:
            sides = self.sides[self.sides["round"] <= number]
        standings = compute_standings(
            sides,
            adjustments_as_of(self.event, number),
            [self._lead(each, number) for each in self.event.players],
            [self.format.find_tie_break(name) for name in self.shown_tie_breaks],
            self.rank_by[1:],
        )
        for column in self.format.derived_columns:
            figures = column.compute(self.event, sides, standings)
            if figures is not None:
                standings[column.field] = figures
        return standings

    def _lead(self, player: Player, after_round: int) -> int:
        """Return what ranks before the points: who is there at all, and how far (rules 1.4.6, 1.6.5 and 1.11.4)."""
        if player.number in self.event.never_came:
            return NEVER_CAME
        if self.is_disqualified(player, after_round):
            return DISQUALIFIED
        return self.elimination.depth(player, after_round) if self.elimination else 0

    @cached_property
    def side_of(self) -> dict[tuple[int, int], Side]:
        """The rows of ``sides`` by round and player, in order."""
        return {
            (side.round, side.player): side for side in starmap(Side, self.sides.itertuples(index=False, name=None))
        }

    def sides_of(self, match: Match) -> tuple[Side, Side | None]:
        """Return the sides of a scored match, A's and B's; a bye has only the first."""
        return self.side_of[match.round, match.pair[0]], self.side_of.get((match.round, match.pair[1]))

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

    @cached_property
    def positions(self) -> dict[int, int]:
        """The positions among all who were paired at least once; tied players share the best one (rules 1.7.5)."""
        paired = self.event.paired
        return dict(zip(paired, map(int, compute_ranks(self.standings.loc[paired], self.rank_by)), strict=True))


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
    played = progress.last_played_round(event)
    return Results(event, format, played, [match for match in event.outstanding.values() if match.round <= played])


def compute_as_of(results: Results, number: int) -> Results:
    """Return what the event had come to after a round, from what was known of its rounds up to there."""
    event = results.event
    rows = [match for match in event.rows if match.round <= number]
    # A disqualification that is for a later round was not known.
    players = tuple(
        replace(each, disqualified=None) if (each.disqualified or 0) > number else each for each in event.players
    )
    return compute(replace(event, rows=rows, players=players), results.format)


def running_round(results: Results) -> int:
    """Return the round that is being played: the last; of those paired at once, the one that results are missing of."""
    last, next_one = results.event.last_round, results.played + (not results.outstanding)
    return min(last, next_one) if results.event.settings.method.at_once else last


def find_rounds_ahead(results: Results) -> set[int]:
    """Return the rounds, of those paired at once, after the next of the last that has begun, with nothing typed."""
    event, fields = results.event, results.format.result_fields
    typed = {match.round for match in event.rows if match.ruling or any(match[field] is not None for field in fields)}
    near = progress.find_running_round(event) + 1
    return {number for number in event.rounds if number > near} - typed if event.settings.method.at_once else set()


def list_waiting(results: Results) -> list[Match]:
    """Return the matches of all rounds up to the one that is running without a result, in the order of tables."""
    matches = [match for match in results.event.outstanding.values() if match.round <= running_round(results)]
    return sorted(matches, key=lambda match: (match.round, match.table is None, match.table or 0))
