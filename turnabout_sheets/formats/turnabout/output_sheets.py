"""The program's sheets of a Turnabout event."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import PLAYED
from turnabout_sheets.event import rating
from turnabout_sheets.event.charts import Figures, Kind
from turnabout_sheets.event.format import OutputSheet
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import (
    crosstable_sheet,
    describe_progress,
    describe_standings,
    fill_standings,
    is_early,
    player_names,
    progress_sheet,
    word_winner,
)
from turnabout_sheets.formats.turnabout.scales import MATCH_POINTS_MOST, VICTORY_POINTS, VP_STEPS
from turnabout_sheets.formats.turnabout.scoring import GAMES, GameScore, score_game, scoring_options
from turnabout_sheets.formats.turnabout.sheets import RATINGS, SCALES, SCORED_MATCHES, SCORING_OPTIONS

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


def standings_sheet(results: Results) -> OutputSheet:
    """Return the standings as they are now."""
    sheet, frame = fill_standings(results)
    return OutputSheet(sheet, frame.reset_index(drop=True), describe_standings(results))


def matches_sheet(results: Results) -> OutputSheet:
    """Return every reported match with its points; byes and no-shows are rows, too."""
    name = player_names(results.event)
    frame = results.matches.assign(
        player_a=results.matches["a"].map(name),
        player_b=results.matches["b"].map(name),
        difference=results.matches["mp_a"] - results.matches["mp_b"],
    )
    bye_wins = results.event.settings.bye_counts_as_win
    frame["winner"] = [
        word_winner(outcomes, a, b, bye_wins=bye_wins)
        for outcomes, a, b in zip(
            zip(frame["outcome_a"], frame["outcome_b"], strict=True), frame["player_a"], frame["player_b"], strict=True
        )
    ]
    played = frame["outcome_a"].isin(PLAYED)
    for column in ("mp_a", "mp_b", "difference"):
        frame[column] = frame[column].astype(object).where(played, None)
    frame["vp_b"] = frame["vp_b"].astype(object).where(frame["b"] != BYE, None)
    for game in GAMES:
        ends = score_game(results.event, game)
        seats = frame[["player_a", "player_b"]].itertuples()
        told = [_tell_game(ends[row], a, b) for row, a, b in seats]
        columns = [f"{column}_{game}" for column in ("winner", "count", "option", "mp")]
        frame[columns] = pd.DataFrame(told, columns=columns, index=frame.index, dtype=object)
    fields = [column.field for column in SCORED_MATCHES.columns]
    chart = _draw_differences([int(each) for each in frame.loc[played, "difference"]])
    scored = frame[fields].reset_index(drop=True)
    return OutputSheet(SCORED_MATCHES, scored, describe_progress(results), chart, idle=is_early(results))


def _draw_differences(differences: Sequence[int]) -> Figures | None:
    """Return how many matches ended how far apart, by the steps of the VP division (rules 1.3.2)."""
    if not differences:
        return None
    starts = [start for start, _ in VP_STEPS]
    counted = Counter(bisect_right(starts, abs(each)) - 1 for each in differences)
    spans = [_word_span(start, last) for start, last in zip(starts, find_lasts(), strict=True)]
    figures = {"Matches": [counted[step] for step in range(len(starts))]}
    return Figures(Kind.COLUMNS, "How far apart matches ended", "MP difference", "Matches", spans, figures)


def _word_span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _tell_game(game: GameScore, player_a: str, player_b: str) -> tuple[Any, ...]:
    """Return who won a game, by name, what was counted, by which option, and the match points it was worth."""
    if game.option is None:
        return game.winner, None, None, None
    return {"A": player_a, "B": player_b}[str(game.winner)], game.count, game.option, game.points


def ratings_sheet(results: Results) -> OutputSheet:
    """Return the awards once the event is finished (rules 1.7); before, and for tiny events, say why there are none."""
    positions, name = results.positions, player_names(results.event)
    rows = [
        (name[number], positions[number], each.match_wins, each.played_all, each.multiplier, each.award)
        for number, each in rating.compute_awards(results).items()
    ]
    frame = pd.DataFrame(rows, columns=[column.field for column in RATINGS.columns], dtype=object)
    return OutputSheet(RATINGS, frame, _describe_awards(results, len(positions)), idle=not results.finished)


def _describe_awards(results: Results, players: int) -> str:
    if not results.finished:
        done = results.played - (len(results.outstanding) > 0)
        return f"Awards are worked out when all {results.scheduled} rounds are reported; so far {max(done, 0)}."
    if players < rating.FEWEST_RATED_PLAYERS:
        return f"Not rated: {players} players took part, and an event needs {rating.FEWEST_RATED_PLAYERS}."
    return f"{players} players: first place has the multiplier {rating.first_place_multiplier(players)}."


def find_lasts() -> Sequence[int]:
    """Return up to which match point difference each step of the VP division goes."""
    return [*(start - 1 for start, _ in VP_STEPS[1:]), len(GAMES) * MATCH_POINTS_MOST]


def scales_sheet(results: Results) -> OutputSheet:
    """Return what the live columns look up: the VP division and the scoring options in force.

    It has something to say once there are options that the rules do not name.
    """
    steps = [
        (start, last, share, VICTORY_POINTS - share)
        for (start, share), last in zip(VP_STEPS, find_lasts(), strict=True)
    ]
    options = [
        (o.name, o.counts, o.base, o.per_unit, "up" if o.round_up else "down", o.allow_negative)
        for o in scoring_options(results.event).values()
    ]
    height = max(len(steps), len(options))
    rows = [
        (*(steps[row] if row < len(steps) else [None] * 4), *(options[row] if row < len(options) else [None] * 6))
        for row in range(height)
    ]
    frame = pd.DataFrame(rows, columns=[column.field for column in SCALES.columns], dtype=object)
    own = results.event.tables.get(SCORING_OPTIONS.name)
    return OutputSheet(SCALES, frame, idle=not (own and own.rows))


def make_output(results: Results) -> tuple[OutputSheet, ...]:
    """Return all sheets, in the order of their tabs."""
    makers = (standings_sheet, matches_sheet, progress_sheet, crosstable_sheet, ratings_sheet, scales_sheet)
    return tuple(make(results) for make in makers)
