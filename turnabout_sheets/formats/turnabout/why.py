"""Explains the points of a match: whose deck lost, by which option it counts, MP, their difference, VP."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from turnabout_sheets.core.problems import Place
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import Event, Match
from turnabout_sheets.event.steps import Step, Value
from turnabout_sheets.formats.common import OTHER_SIDE, explain_unplayed
from turnabout_sheets.formats.turnabout.output_sheets import find_lasts
from turnabout_sheets.formats.turnabout.scales import (
    DEFAULT_OPTION,
    MATCH_POINTS_LEAST,
    MATCH_POINTS_MOST,
    VICTORY_POINTS,
    VP_STEPS,
    ScoringOption,
    victory_points,
)
from turnabout_sheets.formats.turnabout.scoring import GAMES, deck_option, losing_deck, scoring_options
from turnabout_sheets.formats.turnabout.settings import BYE_VP

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results

CITES = {
    "points": "rules 1.6.1",
    "adjustment": "rules 1.4.8",
    "bye": "rules 1.4.2",
    "absent": "rules 1.4.4",
}

MP = "MP"
DIFFERENCE = "Difference"


def explain(results: Results, match: Match, side: str) -> Sequence[Step]:
    """Return the steps from the cells of a match to the VP of a side (rules 1.2 and 1.3)."""
    if unplayed := explain_unplayed(results, match, side, (results.event.setting_place(BYE_VP),)):
        return unplayed
    event, options = results.event, scoring_options(results.event)
    steps: list[Step] = []
    points: dict[str, list[int]] = {"a": [], "b": []}
    for game in GAMES:
        steps += _explain_game(event, options, match, game)
        won = match[f"winner_{game}"].lower()
        if won in points:
            points[won].append(int(steps[-1].comes_to or 0))
    mine, theirs = sum(points[side]), sum(points[OTHER_SIDE[side]])
    for each in (side, OTHER_SIDE[side]):
        name = _name(event, match, each)
        total = Step("sum_mp", {"player": name}, rule="rules 1.3.1", of=MP, terms=tuple(points[each]))
        steps.append(total._replace(comes_to=sum(points[each])))
    difference = Step("difference", {"mine": mine, "theirs": theirs}, rule="rules 1.3.1", comes_to=mine - theirs)
    steps.append(difference._replace(of=DIFFERENCE))
    return [*steps, _divide(mine, theirs)._replace(of=results.format.points_name)]


def _name(event: Event, match: Match, side: str) -> str:
    return event.players[match.pair["ab".index(side)]].shown


def _explain_game(event: Event, options: dict[str, ScoringOption], match: Match, game: int) -> Iterator[Step]:
    """Yield the steps to the MP of a game; the last gives them (rules 1.2)."""
    winner, place = match[f"winner_{game}"], event.place(match, f"winner_{game}")
    if winner not in ("A", "B"):
        yield Step("drawn_game", {"game": game}, (place,), "rules 1.2.6", 0, MP)
        return
    owner = losing_deck(game, winner)
    values: dict[str, Value] = {"game": game, "winner": _name(event, match, winner.lower())}
    won = Step("won_swapped", values, (place,), "rules 1.2.1")
    if owner != winner.lower():
        won = won._replace(word="won_game", values={**values, "owner": _name(event, match, owner)})
    yield won
    option = _explain_option(event, options, match, owner)
    yield option
    chosen = options[key(str(option.values["option"]))]
    yield from _explain_count(chosen, match[f"count_{game}"], _places_of_count(event, match, game, chosen))


def _explain_option(event: Event, options: dict[str, ScoringOption], match: Match, owner: str) -> Step:
    """Return by which option a deck counts, and where that stands (rules 1.2.5)."""
    stated, player = match[f"option_{owner}"], event.players[match.pair["ab".index(owner)]]
    option = options[deck_option(stated, player)].name
    step = Step("option_default", {"owner": player.shown, "option": option}, rule="rules 1.2.5")
    if stated is not None:
        return step._replace(word="option_stated", places=(event.place(match, f"option_{owner}"),))
    if option != DEFAULT_OPTION or player["option"] is not None:
        return step._replace(word="option_listed", places=(event.player_place(player, "option"),))
    return step


def _places_of_count(event: Event, match: Match, game: int, option: ScoringOption) -> tuple[Place, ...]:
    """Return where the count stands, and the option, if it is one of the organizer's."""
    table = event.tables.get("Scoring options")
    own = [row for row in table.rows if row["name"] and key(row["name"]) == key(option.name)] if table else []
    defined = (table.place(own[-1].number, "name"),) if table and own else ()
    return (event.place(match, f"count_{game}"), *defined)


def _explain_count(option: ScoringOption, count: int, places: tuple[Place, ...]) -> Sequence[Step]:
    """Return the formula, and what rounding and the limits make of it (rules 1.2.2 and 1.2.3)."""
    exact, found = option.value(count), option.match_points(count)
    whole = option.round(exact)
    values: dict[str, Value] = {"count": count, "base": option.base, "per_unit": option.per_unit}
    steps = [Step("formula", values, places, "rules 1.2.2", exact, terms=(option.base, option.per_unit * count))]
    if whole != exact:
        rounded = Step("rounded_up", {}, rule="rules 1.2.2", comes_to=whole)
        steps.append(rounded if option.round_up else rounded._replace(word="rounded_down"))
    if whole < MATCH_POINTS_LEAST:
        steps.append(Step("at_least", {"least": MATCH_POINTS_LEAST}, rule="rules 1.2.3", comes_to=found))
    elif whole > MATCH_POINTS_MOST:
        steps.append(Step("at_most", {"most": MATCH_POINTS_MOST}, rule="rules 1.2.3", comes_to=found))
    *before, last = steps
    return [*before, last._replace(of=MP)]


def _divide(mine: int, theirs: int) -> Step:
    """Return the line of the table by which the VP are divided (rules 1.3.2)."""
    vp = victory_points(mine, theirs)
    step = Step("vp_equal", {"all": VICTORY_POINTS}, rule="rules 1.3.2", comes_to=vp)
    if mine == theirs:
        return step
    line = bisect_right(VP_STEPS, abs(mine - theirs), key=lambda each: each[0]) - 1
    first, more = VP_STEPS[line]
    values = {"first": first, "last": find_lasts()[line], "more": more, "less": VICTORY_POINTS - more}
    return step._replace(word="vp_line", values=values)
