"""The program's sheets of a Turnabout event."""

from __future__ import annotations

from collections.abc import Set
from fractions import Fraction
from typing import TYPE_CHECKING

import pandas as pd

from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.event import rating
from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.output_sheets import (
    OutputSheet,
    crosstable_sheet,
    describe_progress,
    describe_ranking,
    player_names,
    player_order,
    progress_sheet,
    statuses,
    word_winner,
)
from turnabout_sheets.event.standings import compute_ranks
from turnabout_sheets.formats.turnabout.scales import VICTORY_POINTS, VP_STEPS
from turnabout_sheets.formats.turnabout.scoring import scoring_options
from turnabout_sheets.formats.turnabout.sheets import RATINGS, SCALES, SCORED_MATCHES, STANDINGS

if TYPE_CHECKING:
    from turnabout_sheets.event.results import Results


def standings_sheet(results: Results) -> OutputSheet:
    """Return the standings as they are now."""
    frame = results.standings.rename(columns={"opponents' VP": "opponents", "MP difference": "margin"})
    frame = frame.assign(player=player_names(results.event), status=statuses(results)).loc[player_order(results)]
    note = f"{describe_progress(results)} Ranked by {describe_ranking(results)}."
    return OutputSheet(STANDINGS, frame[[column.field for column in STANDINGS.columns]].reset_index(drop=True), note)


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
    fields = [column.field for column in SCORED_MATCHES.columns]
    return OutputSheet(SCORED_MATCHES, frame[fields].reset_index(drop=True), describe_progress(results))


def ratings_sheet(results: Results) -> OutputSheet:
    """Return the awards once the event is finished (rules 1.7); before, and for tiny events, say why there are none."""
    empty = pd.DataFrame(columns=[column.field for column in RATINGS.columns])
    matches = results.event.matches
    paired = sorted({*matches["a"], *matches["b"]} - {BYE, None})
    if not results.finished:
        done = results.played - (len(results.outstanding) > 0)
        note = f"Awards are worked out when all {results.scheduled} rounds are reported; so far {max(done, 0)}."
        return OutputSheet(RATINGS, empty, note)
    if len(paired) < rating.FEWEST_RATED_PLAYERS:
        note = f"Not rated: {len(paired)} players took part, and an event needs {rating.FEWEST_RATED_PLAYERS}."
        return OutputSheet(RATINGS, empty, note)
    table = awards(results, paired).sort_values(["position", "name_key"]).drop(columns="name_key")
    note = f"{len(paired)} players: first place has the multiplier {rating.first_place_multiplier(len(paired))}."
    return OutputSheet(RATINGS, table.reset_index(drop=True), note)


def awards(results: Results, paired: list[int]) -> pd.DataFrame:
    """Return the awards of everybody who was paired at least once (rules 1.7.1 to 1.7.5).

    Indexed by player number, with the fields of the Ratings sheet and ``name_key``.
    """
    standings = results.standings.loc[paired]
    position = compute_ranks(standings, results.rank_by)
    byes = standings["byes"] if results.event.settings.bye_counts_as_win else 0
    halves = 2 * (standings["wins"] + byes) + standings["draws"]
    name = player_names(results.event)[paired]
    frame = pd.DataFrame({"player": name, "position": position})
    match_wins = [Fraction(int(half), 2) for half in halves]
    frame["match_wins"] = pd.Series(match_wins, index=frame.index, dtype=object)
    present = results.sides[results.sides["outcome"] != Outcome.ABSENT]
    there = present.groupby("player")["round"].agg(set).to_dict()
    played_all = pd.Series(
        [played_all_rounds(results, player, there.get(player, set())) for player in paired], index=frame.index
    )
    frame["played_all"] = played_all.map({True: "yes", False: "no"})
    frame["multiplier"] = [rating.multiplier(len(paired), place) for place in position]
    award = [
        rating.award(wins, bool(every), len(paired), place)
        for wins, every, place in zip(match_wins, played_all, position, strict=True)
    ]
    frame["award"] = pd.Series(award, index=frame.index, dtype=object)
    frame["name_key"] = name.str.casefold()
    return frame


def played_all_rounds(results: Results, player: int, there: Set[int]) -> bool:
    """Say whether a player who was ``there`` in these rounds played all of them (rules 1.7.2).

    In elimination events all are those until the player was out (rules 1.7.4).
    """
    last = max(results.scheduled, results.played)
    if results.elimination is not None:
        last = results.elimination.out_in(player) or results.played
    return there >= set(range(1, last + 1))


def scales_sheet(results: Results) -> OutputSheet:
    """Return what the live columns look up: the VP division and the scoring options in force."""
    lasts = [start - 1 for start, _ in VP_STEPS[1:]] + [60]
    steps = [(start, last, share, VICTORY_POINTS - share) for (start, share), last in zip(VP_STEPS, lasts, strict=True)]
    options = [
        (o.name, o.counts, o.base, o.per_unit, "up" if o.round_up else "down", "yes" if o.allow_negative else "no")
        for o in scoring_options(results.event).values()
    ]
    height = max(len(steps), len(options))
    rows = [
        (*(steps[row] if row < len(steps) else [None] * 4), *(options[row] if row < len(options) else [None] * 6))
        for row in range(height)
    ]
    return OutputSheet(SCALES, pd.DataFrame(rows, columns=[column.field for column in SCALES.columns], dtype=object))


def make_output(results: Results) -> tuple[OutputSheet, ...]:
    """Return all sheets, in the order of their tabs."""
    makers = (standings_sheet, matches_sheet, progress_sheet, crosstable_sheet, ratings_sheet, scales_sheet)
    return tuple(make(results) for make in makers)
