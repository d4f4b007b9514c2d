"""Turnabout's points: match points by the losing deck's scoring option, VP by the difference (rules 1.2 and 1.3)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from turnabout_sheets.core.outcomes import compare
from turnabout_sheets.core.text import key
from turnabout_sheets.event.format import Scored
from turnabout_sheets.event.model import BYE, Event, Match, Player
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.formats.common import list_rows

GAMES = (1, 2)  # the first with the opponent's deck, the second with the own one (rules 1.1.2)
SIDES = ("A", "B")
LETHAL_POISON = 10  # with which a player has lost, but for cards with which one survives them (rules 1.2.7)
MATCH_POINTS_LEAST, MATCH_POINTS_MOST = 10, 30  # of a game that is won (rules 1.2.3)
VICTORY_POINTS = 30  # of a match, both players together (rules 1.3.2)


@dataclass(frozen=True, slots=True)
class ScoringOption:
    """What the winner counts when a deck with this option loses, and what it is worth."""

    name: str
    counts: str  # the word for it on slips
    base: int  # the match points for a count of 0
    per_unit: Fraction  # those for each unit counted
    round_up: bool = True
    allow_negative: bool = False

    def match_points(self, count: int) -> int:
        """Return the match points of a game won with ``count`` (rules 1.2.2 and 1.2.3)."""
        return max(MATCH_POINTS_LEAST, min(MATCH_POINTS_MOST, self.round(self.value(count))))

    def value(self, count: int) -> Fraction:
        """Return what ``count`` is worth before it is rounded and kept within limits (rules 1.2.2)."""
        return self.base + self.per_unit * count

    def round(self, exact: Fraction) -> int:
        """Return match points as whole ones (rules 1.2.2)."""
        return ceil(exact) if self.round_up else floor(exact)


DEFAULT_OPTION = "Dominaria"

STANDARD_OPTIONS = {
    "Dominaria": ScoringOption("Dominaria", "life", base=10, per_unit=Fraction(1), allow_negative=True),
    "Tolaria": ScoringOption("Tolaria", "library", base=10, per_unit=Fraction(1, 2)),
    "Phyrexia": ScoringOption("Phyrexia", "poison", base=30, per_unit=Fraction(-2)),
}
"""The three options that the rules name (rules 1.2.2)."""

_STARTS = (0, 1, 4, 7, 10, 13, 16, 19, 23, 27, 31, 36, 41, 46, 51, 56)
VP_STEPS = tuple(zip(_STARTS, (*(start - 1 for start in _STARTS[1:]), 60), range(15, 31), strict=True))
"""From and up to which match point difference the winner gets how many of the 30 VP (rules 1.3.2)."""


def find_vp_step(difference: int) -> tuple[int, int, int]:
    """Return the step of the VP division that a match point difference is on (rules 1.3.2)."""
    return VP_STEPS[bisect_right(_STARTS, abs(difference)) - 1]


def victory_points(match_points: int, opponent_match_points: int) -> int:
    """Return a player's share of the 30 VP of a match (rules 1.3.2)."""
    difference = match_points - opponent_match_points
    _, _, more = find_vp_step(difference)
    return more if difference >= 0 else VICTORY_POINTS - more


def scoring_options(event: Event) -> dict[str, ScoringOption]:
    """Return the options in force by `key` of their name: the standard ones, and those of the Scoring options sheet.

    There a standard option's name replaces it (rules 1.2.4).
    """
    options = {key(name): option for name, option in STANDARD_OPTIONS.items()}
    for row in list_rows(event, "Scoring options"):
        name, base, per_unit, down = row["name"], row["base"], row["per_unit"], row["rounding"] == "down"
        if None not in (name, base, per_unit):
            counts, negative = row["counts"] or "count", bool(row["allow_negative"])
            options[key(name)] = ScoringOption(name, counts, base, per_unit, not down, negative)
    return options


def deck_option(stated: str | None, player: Player | None) -> str:
    """Return a deck's option as `key`: as stated at the table, else as on Players, else the default (rules 1.2.5)."""
    return key(stated or (player["option"] if player else None) or DEFAULT_OPTION)


def losing_deck(game: int, winner: str) -> str:
    """Return whose registered deck lost a game, ``a`` or ``b`` (rules 1.1.2 and 1.2.1).

    In game 1 each plays the opponent's deck, so the winner's own deck lost; in game 2 the loser's did.
    """
    return winner.lower() if game == 1 else {"A": "b", "B": "a"}[winner]


def losing_option(event: Event, match: Match, game: int, winner: str) -> str:
    """Return the option of the deck that lost a game, as `key`."""
    side = losing_deck(game, winner)
    number = match.a if side == "a" else match.b
    player = None if number is None or number == BYE else event.players[number]
    return deck_option(match[f"option_{side}"], player)


@dataclass(frozen=True, slots=True)
class Game:
    """A game: who won (A, B or Draw), what was counted by which option, and the match points of the winner."""

    number: int
    winner: str
    count: int = 0
    option: ScoringOption | None = None  # that of the deck that lost; None where nobody won
    points: int = 0


@dataclass(frozen=True, slots=True)
class ScoredMatch(Scored):
    """A match that was played: both games, and the match points of A and of B."""

    games: tuple[Game, ...] = ()
    mp: tuple[int, int] = (0, 0)

    def explain(self, results: Results, me: int) -> Iterator[Step]:
        """Yield the steps to the VP of a side (rules 1.2 and 1.3)."""
        names = [results.event.players[number].shown for number in self.match.pair]
        for game in self.games:
            yield from self._explain_game(results.event, game, names)
        for side in (me, 1 - me):
            won = tuple(game.points for game in self.games if game.winner == "AB"[side])
            yield Step("sum_mp", {"player": names[side]}, (), "rules 1.3.1", self.mp[side], "MP", won)
        mine, theirs = self.mp[me], self.mp[1 - me]
        values: dict[str, Value] = {"mine": mine, "theirs": theirs}
        yield Step("difference", values, (), "rules 1.3.1", mine - theirs, "Difference")
        step = Step("vp_equal", {"all": VICTORY_POINTS}, (), "rules 1.3.2", self.points[me], results.format.points_name)
        if mine != theirs:
            first, last, more = find_vp_step(mine - theirs)
            values = {"first": first, "last": last, "more": more, "less": VICTORY_POINTS - more}
            step = step._replace(word="vp_line", values=values)
        yield step

    def _explain_game(self, event: Event, game: Game, names: list[str]) -> Iterator[Step]:
        """Yield the steps to the MP of a game; the last gives them (rules 1.2)."""
        match, option, count = self.match, game.option, game.count
        place = event.place(match, f"winner_{game.number}")
        if option is None:
            yield Step("drawn_game", {"game": game.number}, (place,), "rules 1.2.6", 0, "MP")
            return
        side = losing_deck(game.number, game.winner)
        player, owner = event.players[match.pair["ab".index(side)]], names["ab".index(side)]
        values: dict[str, Value] = {"game": game.number, "winner": names["AB".index(game.winner)], "owner": owner}
        word = "won_swapped" if side == game.winner.lower() else "won_game"
        yield Step(word, values, (place,), "rules 1.2.1")
        step = Step("option_default", {"owner": owner, "option": option.name}, rule="rules 1.2.5")
        if match[f"option_{side}"] is not None:
            step = step._replace(word="option_stated", places=(event.place(match, f"option_{side}"),))
        elif option.name != DEFAULT_OPTION or player["option"] is not None:
            step = step._replace(word="option_listed", places=(event.player_place(player, "option"),))
        yield step
        own = [row for row in list_rows(event, "Scoring options") if key(row["name"] or "") == key(option.name)]
        listed = [event.tables["Scoring options"].place(row.number, "name") for row in own[-1:]]
        places, exact = (event.place(match, f"count_{game.number}"), *listed), option.value(count)
        values, terms = {"count": count, "base": option.base, "per_unit": option.per_unit}, option.per_unit * count
        steps = [Step("formula", values, places, "rules 1.2.2", exact, terms=(option.base, terms))]
        whole = option.round(exact)
        if whole != exact:
            word = "rounded_up" if option.round_up else "rounded_down"
            steps.append(Step(word, {}, rule="rules 1.2.2", comes_to=whole))
        if whole != game.points:
            word, bound = ("at_least", "least") if whole < game.points else ("at_most", "most")
            steps.append(Step(word, {bound: game.points}, rule="rules 1.2.3", comes_to=game.points))
        yield from (*steps[:-1], steps[-1]._replace(of="MP"))


def score_match(event: Event, match: Match, options: Mapping[str, ScoringOption]) -> ScoredMatch:
    """Score a match that was played; drawn and unfinished games give nobody any match points (rules 1.2.6)."""
    games = []
    for number in GAMES:
        winner, count = match[f"winner_{number}"], match[f"count_{number}"]
        if winner == "Draw":
            games.append(Game(number, winner))
        else:
            option = options[losing_option(event, match, number, winner)]
            games.append(Game(number, winner, count, option, option.match_points(count)))
    a, b = (sum(game.points for game in games if game.winner == side) for side in "AB")
    vp = victory_points(a, b)
    return ScoredMatch(match, compare(a, b), (vp, VICTORY_POINTS - vp), a - b, tuple(games), (a, b))
