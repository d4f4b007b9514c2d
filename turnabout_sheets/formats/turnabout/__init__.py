"""Turnabout: two games a match with the decks swapped in the first, 30 victory points by the difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from random import Random
from typing import Any

from turnabout_sheets.core.frames import pd
from turnabout_sheets.event import rating
from turnabout_sheets.event.format import Format, Guidance, Scored, chance
from turnabout_sheets.event.model import Event
from turnabout_sheets.event.output_sheets import Chart, OutputSheet, player_names
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET, list_rows
from turnabout_sheets.formats.turnabout import scoring, sheets
from turnabout_sheets.formats.turnabout.checks import CHECKS
from turnabout_sheets.formats.turnabout.scoring import GAMES, VP_STEPS, ScoredMatch

CITES = {"points": "rules 1.6.1", "adjustment": "rules 1.4.8", "bye": "rules 1.4.2", "absent": "rules 1.4.4"}
NEEDLESS = {f"count_{game}": (f"winner_{game}", "Draw") for game in GAMES}  # rules 1.2.6

REGISTERED = ("Dominaria", "Dominaria", "Dominaria", "Tolaria", "Phyrexia")
COUNTS = {"Dominaria": (1, 26), "Tolaria": (3, 44), "Phyrexia": (0, 8)}  # with which a winner ends, in a simulation


class Turnabout(Format):
    """Match points by the losing deck's scoring option, 30 VP a match by their difference (rules 1.2 to 1.4)."""

    name = "Turnabout"
    settings = sheets.SETTINGS
    rated = True
    players = sheets.PLAYERS
    matches = sheets.MATCHES
    others = (sheets.SCORING_OPTIONS, ADJUSTMENTS, RULINGS_SHEET, sheets.DECKS, sheets.BANNED_CARDS)
    standings = sheets.STANDINGS
    scored_matches = sheets.SCORED_MATCHES
    more_output = (sheets.RATINGS, sheets.SCALES)
    entry_fields = ("winner_1", "count_1", "winner_2", "count_2", "ruling")
    result_fields = ("winner_1", "winner_2")
    needless = NEEDLESS
    live_columns = sheets.LIVE_COLUMNS
    behind = ("option_a", "option_b", "Counts 1", "Counts 2", "MP A", "MP B")
    guidance = Guidance(
        players="A scoring option is only needed where it is not the default.",
        results="who won (A, B or Draw), and what the winner counts",
        example_match=(1, "Ada Marsh", "Ben Okoro", "Dominaria", "Tolaria", "A", 14, "A", 31),
        suggestions={(sheets.PLAYERS.name, "option"): tuple(scoring.STANDARD_OPTIONS)},
    )
    checks = CHECKS
    tie_breaks = sheets.TIE_BREAKS
    bye_setting = sheets.BYE_VP
    cites = CITES
    write_formulas = staticmethod(sheets.write_formulas)

    def choices(self, event: Event) -> Mapping[str, Sequence[str]]:
        """Return the words that a round offers: the scoring options in force, and the rulings."""
        names = [option.name for option in scoring.scoring_options(event).values()]
        return {**super().choices(event), "option_a": names, "option_b": names}

    def score(self, event: Event) -> list[Scored]:
        """Score the reported matches, with the options in force."""
        options = scoring.scoring_options(event)
        reported = (match for match in event.rows if match.index not in event.outstanding)
        return [self.score_unplayed(event, match) or scoring.score_match(event, match, options) for match in reported]

    def bye_wins(self, event: Event) -> bool:
        """Return whether whoever has a bye is a winner."""
        return event.settings.bye_counts_as_win

    def fill_match(self, results: Results, scored: Scored) -> Mapping[str, Any]:
        """Return MP and VP, and of each game who won, the count, the option of the deck that lost, and the MP."""
        row, match = {**super().fill_match(results, scored)}, scored.match
        if not isinstance(scored, ScoredMatch):
            return row
        players = results.event.players
        names = {"Draw": "Draw", **{side: players[who].shown for side, who in zip("AB", match.pair, strict=True)}}
        row |= {"mp_a": scored.mp[0], "mp_b": scored.mp[1], "difference": scored.margin}
        for game in scored.games:
            row[f"winner_{game.number}"] = names[game.winner]
            if game.option is not None:
                row |= {f"count_{game.number}": game.count, f"option_{game.number}": game.option.name}
                row[f"mp_{game.number}"] = game.points
        return row

    def make_more_output(self, results: Results) -> Iterable[OutputSheet]:
        """Return the awards, and the scales that the live columns look up."""
        return make_ratings(results), make_scales(results)

    def make_charts(self, results: Results) -> Sequence[Chart]:
        """Return the race, and how many matches ended how far apart, by the steps of the VP division (rules 1.3.2)."""
        counted = Counter(scoring.find_vp_step(int(each.margin)) for each in results.scored if each.is_played)
        spans = [f"{start}–{last}" if last > start else start for start, last, _ in VP_STEPS]
        apart = Chart("Matches by their MP difference", spans, {"Matches": [counted[step] for step in VP_STEPS]})
        return [*super().make_charts(results), apart]

    def play(self, random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
        """Return the result fields of a simulated match."""
        result: dict[str, Any] = {}
        for game, deck in ((1, -decks), (2, decks)):
            drawn = random.random() < 0.02
            winner = "Draw" if drawn else "A" if random.random() < chance(advantage + deck) else "B"
            result[f"winner_{game}"] = winner
            if not drawn:
                lost = row[scoring.losing_deck(game, winner)]["option"]
                result[f"count_{game}"] = random.randint(*COUNTS.get(lost, (0, 20)))
        return result

    def register(self, random: Random) -> Mapping[str, Any]:
        """Return a simulated player's scoring option."""
        return {"option": random.choice(REGISTERED)}


def make_ratings(results: Results) -> OutputSheet:
    """Return the awards once the event is finished (rules 1.7); before, and for tiny events, say why there are none."""
    positions, name = results.positions, player_names(results.event)
    rows = [
        (name[number], positions[number], each.match_wins, each.played_all, each.multiplier, each.award)
        for number, each in rating.compute_awards(results).items()
    ]
    frame = pd.DataFrame(rows, columns=[column.field for column in sheets.RATINGS.columns], dtype=object)
    players = len(positions)
    if not results.finished:
        done = max(results.played - (len(results.outstanding) > 0), 0)
        note = f"Awards are worked out when all {results.scheduled} rounds are reported; so far {done}."
    elif players < rating.FEWEST_RATED_PLAYERS:
        note = f"Not rated: {players} players took part, and an event needs {rating.FEWEST_RATED_PLAYERS}."
    else:
        note = f"{players} players: first place has the multiplier {rating.first_place_multiplier(players)}."
    return OutputSheet(sheets.RATINGS, frame, note, idle=not results.finished)


def make_scales(results: Results) -> OutputSheet:
    """Return the VP division next to the scoring options in force; idle where there are only those of the rules."""
    steps = [(*step, scoring.VICTORY_POINTS - step[-1]) for step in VP_STEPS]
    options = [
        (o.name, o.counts, o.base, o.per_unit, "up" if o.round_up else "down", o.allow_negative)
        for o in scoring.scoring_options(results.event).values()
    ]
    rows = [(*(step or [None] * 4), *(option or [None] * 6)) for step, option in zip_longest(steps, options)]
    frame = pd.DataFrame(rows, columns=[column.field for column in sheets.SCALES.columns], dtype=object)
    return OutputSheet(sheets.SCALES, frame, idle=not list_rows(results.event, sheets.SCORING_OPTIONS.name))


TURNABOUT = Turnabout()
