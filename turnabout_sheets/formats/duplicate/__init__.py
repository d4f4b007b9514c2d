"""Duplicate Magic: everybody plays once at each table, with its decks; a win with the harder deck pays more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import BY_WINNER, Outcome
from turnabout_sheets.event.format import Format, Guidance, Scored, chance
from turnabout_sheets.event.model import BYE, Event, Match
from turnabout_sheets.event.output_sheets import Chart, OutputSheet, describe_progress
from turnabout_sheets.event.progress import count_places
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Step
from turnabout_sheets.formats.common import ADJUSTMENTS, RULINGS_SHEET
from turnabout_sheets.formats.duplicate import scoring, sheets
from turnabout_sheets.formats.duplicate.checks import CHECKS, find_wrong_rounds
from turnabout_sheets.formats.duplicate.scoring import list_letters, play_tables, table_numbers
from turnabout_sheets.formats.duplicate.sheets import FEWEST_CARDS, OTHER, STOCKS, TABLE_RESULTS
from turnabout_sheets.pairing.methods import once_at_each_table

CITES = {"points": "duplicate 5.1", "adjustment": "duplicate 4.7", "bye": "duplicate 4.1", "absent": "duplicate 4.2"}

THEMES = (
    "Fire and water/Embers/Tides|Predators and prey/Wolves/Deer|Siege/Catapults/Walls|Day and night/Clerics/Vampires|"
    "Big and small/Giants/Goblins|The library/Scholars/Bookworms|Forest and swamp/Elves/Zombies|Artifacts/Golems/Rust|"
    "The sky/Dragons/Falcons|Under the ground/Dwarves/Kobolds|The sea/Merfolk/Pirates|The court/Knights/Assassins"
).split("|")


class Duplicate(Format):
    """A win is worth as much as few others won with the same stock at its table (duplicate 3.1)."""

    name = "Duplicate Magic"
    settings = sheets.SETTINGS
    players = sheets.PLAYERS
    matches = sheets.MATCHES
    others = (sheets.TABLES, ADJUSTMENTS, RULINGS_SHEET, sheets.ANTE)
    standings = sheets.STANDINGS
    scored_matches = sheets.SCORED_MATCHES
    more_output = (TABLE_RESULTS,)
    teammates = ("partner",)
    entry_fields = ("winner", "ruling")
    result_fields = ("winner",)
    live_columns = sheets.LIVE_COLUMNS
    guidance = Guidance(
        players="In doubles one row for each team, with the Partner. Then the sheet Tables: one row for each table.",
        results="who won (A, B or Draw, or the name)",
        first_run="The program draws who goes where in all rounds, and adds their sheets at once.",
        next_run="Standings, matches and table results are written; points are provisional until all rounds are in.",
        late="add the name on Players with Joined round, and type it over BYE in the rounds from then on, if there is "
        "one",
        example_match=(3, "Ada Marsh", "Ben Okoro", "A", "B", "B"),
    )
    checks = CHECKS
    tie_breaks = sheets.TIE_BREAKS
    final_at_end = True
    cites = CITES
    write_formulas = staticmethod(sheets.write_formulas)
    number_tables = staticmethod(table_numbers)
    settle = staticmethod(scoring.settle)

    def chairs(self, event: Event, taken: Sequence[str]) -> Mapping[str, Any]:
        """Return the stocks of a new match row by its chairs: where they are drawn, they are there."""
        stocks = zip(("deck_a", "deck_b"), taken, strict=False)
        return dict(stocks) if event.settings[sheets.DECK_CHOICE] == sheets.DRAWN else {}

    def score_match(self, event: Event, match: Match) -> Scored:
        """Return how a game ended; what it is worth follows from all games at its table (see `sides`)."""
        return Scored(match, BY_WINNER[match["winner"]], (0, 0))

    def sides(self, event: Event, scored: Sequence[Scored]) -> pd.DataFrame:
        """Return the sides of games with what each is worth when nothing but these was played."""
        return super().sides(event, scoring.value(scored))

    def explain(self, results: Results, scored: Scored, me: int) -> Sequence[Step]:
        """Return the steps from the cells of a game to the points of a side (duplicate 3.1 to 3.4, 4.1 and 4.2)."""
        if scored.is_played:
            return [*scoring.explain_game(results, scored, me)]
        steps = super().explain(results, scored, me)
        is_credited = scored.outcomes[me] == Outcome.BYE
        return [*steps, scoring.explain_credit(results, scored.match.pair[me])] if is_credited else steps

    def fill_standings(self, results: Results) -> Mapping[str, Any]:
        """Return what is in the points for sit-outs."""
        credited = results.sides[results.sides["outcome"] == Outcome.BYE].groupby("player")["points"].sum()
        return {"credited": credited.reindex(results.standings.index, fill_value=0)}

    def fill_match(self, results: Results, scored: Scored) -> Mapping[str, Any]:
        """Return the stocks of a game, and its points."""
        row, match = super().fill_match(results, scored), scored.match
        if match.b == BYE:
            return {**row, "table": None}
        return {**row, "deck_a": match["deck_a"], "deck_b": match["deck_b"]} if scored.is_played else row

    def make_more_output(self, results: Results) -> Iterable[OutputSheet]:
        """Return the balance of the tables (duplicate 3.5).

        The note tells of rounds that were not played at the tables of the movement, too (duplicate 1.7).
        """
        note = [describe_progress(results), *(said for _, said in find_wrong_rounds(results.event))]
        yield OutputSheet(TABLE_RESULTS, balance(results), "\n".join(note), idle=not results.finished)

    def make_charts(self, results: Results) -> Sequence[Chart]:
        """Return the race, and the wins of both stocks at each table (duplicate 3.5)."""
        frame = balance(results)
        wins = {f"Stock {stock}": [*frame[f"wins_{stock.lower()}"]] for stock in STOCKS}
        return [*super().make_charts(results), Chart("Wins at each table", [*frame["table"]], wins)]

    def play(self, random: Random, row: Mapping[str, Any], advantage: float, decks: float) -> Mapping[str, Any]:
        """Return the result fields of a simulated game; nobody has a deck of their own."""
        stock = row.get("deck_a") or random.choice(STOCKS)
        imbalance = Random(row["table"]).uniform(-0.7, 0.7)  # of stock A: the same for all who play at the table
        winner = "A" if random.random() < chance(advantage + (imbalance if stock == "A" else -imbalance)) else "B"
        return {"deck_a": stock, "deck_b": OTHER[stock], "winner": winner if random.random() >= 0.04 else "Draw"}

    def fill_sheets(self, random: Random, event: Event) -> dict[str, list[dict[str, Any]]]:
        """Return the rows of the sheet Tables of a simulated event."""
        rows = []
        for table in range(1, 1 + once_at_each_table(count_places(event))):
            theme, *names = THEMES[(table - 1) % len(THEMES)].split("/")
            row: dict[str, Any] = {"table": table, "theme": theme}
            for letter in list_letters(event):
                row[f"stock_{letter.lower()}"] = f"{names[STOCKS.index(letter[0])]} {letter[1:]}".rstrip()
                row[f"cards_{letter.lower()}"] = FEWEST_CARDS + random.randrange(13)
            rows.append(row)
        return {"Tables": rows}


def balance(results: Results) -> pd.DataFrame:
    """Return what happened at each table (duplicate 3.5), with the fields of the sheet Table results.

    ``balance`` is a Fraction, None where no game was decided or drawn yet.
    """
    games, by_stock = scoring.count_wins(results.scored)
    to_come = Counter(match.table for match in results.event.outstanding.values())
    rows = []
    for number, table in play_tables(results.event).items():
        played, wins = games[number], [by_stock[number, stock] for stock in STOCKS]
        points, most = [each * scoring.winner_points(played, each) for each in wins], scoring.most_points(played)
        paid = (*points, sum(points), most, Fraction(sum(points), most) if played else None)
        stocks = [", ".join(stock.name for stock in table.stocks[side] if stock.name) for side in STOCKS]
        rows.append((number, played, *wins, played - sum(wins), *paid, to_come[number], table.theme, *stocks))
    return pd.DataFrame(rows, columns=[column.field for column in TABLE_RESULTS.columns], dtype=object)


DUPLICATE = Duplicate()
