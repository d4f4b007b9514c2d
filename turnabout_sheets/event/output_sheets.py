"""The program's sheets that every format has: progress, crosstable, Desk and problems."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from turnabout_sheets.core.command_line import PROGRAM
from turnabout_sheets.core.frames import pd
from turnabout_sheets.core.outcomes import PLAYED, Outcome
from turnabout_sheets.core.problems import Problem
from turnabout_sheets.core.problems import sort_problems as by_place
from turnabout_sheets.core.text import format_number
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.progress import count_places
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.standings import COUNTED, Side
from turnabout_sheets.event.status import find_statuses
from turnabout_sheets.sheets.cell_kinds import NUMBER
from turnabout_sheets.sheets.declarations import Column, Sheet


@dataclass(frozen=True, slots=True)
class OutputSheet:
    """One of the program's sheets, filled; the first of a format's is the standings."""

    sheet: Sheet
    frame: pd.DataFrame  # values, with the sheet's fields as columns, in order
    note: str = ""  # next to the rows; may have several lines
    idle: bool = False  # has nothing to say yet: its tab is hidden

    def worded(self) -> pd.DataFrame:
        """Return the frame as the sheet says it."""
        texts = {each.field: self.frame[each.field].map(each.word) for each in self.sheet.columns if each.word}
        return self.frame.assign(**texts) if texts else self.frame


def word_round(side: Side | None, words: Mapping[Outcome, str], rank: Mapping[Any, int] | None = None) -> str:
    """Return a round of the crosstable: "W 12 (20)", with the opponent's ``rank`` if given; blank for no part in it."""
    if side is None:
        return ""
    against = "" if rank is None or side.outcome not in PLAYED else f" {rank[side.opponent]}"
    points = "" if side.outcome == Outcome.WAITS else f" ({format_number(side.points)})"
    return f"{words[side.outcome]}{against}{points}"


DESK = Sheet(
    "Desk",
    "What to do next, with links to the sheets and pages for it, as of the last run.",
    (
        Column("What", "what", width=17),
        Column("Now", "now", help="As of the last run.", width=62),
        Column("Go to", "link", help="Click it to go there.", width=16),
    ),
)

LEADERS: Sequence[Column] = (  # next to it
    Column("Rank", "rank", NUMBER, width=8),
    Column("Leader", "player", width=28),
    Column("Points", "points", NUMBER, width=9),
)

Shown = str | int | Fraction


class Line(NamedTuple):
    """A line of the sheet: what it is about, how that stands, and where to go: to a sheet, or to a file."""

    what: str
    now: Shown
    link: str = ""  # the title of the sheet, or the file's name
    address: str = ""  # of the file, relative to the workbook


class Chart(NamedTuple):
    """Figures over the same categories, as lines or as stacked columns."""

    title: str
    categories: Sequence[object]
    series: Mapping[str, Sequence[int | Fraction]]
    is_lines: bool = False


@dataclass(frozen=True, slots=True)
class DeskSheet:
    """The sheet, filled: ``points`` is what the leaders' points are called."""

    lines: Sequence[Line]
    leaders: Sequence[Sequence[Shown]]
    points: str
    charts: Sequence[Chart] = ()


PROBLEMS = Sheet(
    "Problems",
    "What the last run found, errors first.",
    (
        Column("Severity", "severity", help="An error stops the run; a warning does not.", width=10, word=str),
        Column("Sheet", "sheet", width=16),
        Column("Cell", "cell", help="Click it to go there.", width=8),
        Column("Problem", "problem", width=70),
        Column("What to do", "hint", width=60),
    ),
)

PROGRESS = Sheet(
    "Progress",
    "Every player's total and rank after each round.",
    (
        Column("Player", "player", width=28),
        Column("Total N", "total", NUMBER, help="The points after round N.", width=9),
        Column("Rank N", "rank", NUMBER, help="The rank after round N.", width=9),
    ),
)

CROSSTABLE = Sheet(
    "Crosstable",
    "Who met whom, and how it ended.",
    (
        Column("Rank", "rank", NUMBER, width=7),
        Column("Player", "player", width=28),
        Column("Points", "points", NUMBER, width=9),
        Column("Round N", "round", help="W, D or L, the opponent's rank, and the points: W 12 (20).", width=12),
        Column("1, 2, 3 …", "opponent", help="The points against the player of that rank (up to 60 players).", width=6),
    ),
)

MOST_IN_MATRIX = 60  # players; with more nobody could read players against players


def player_names(event: Event) -> pd.Series:
    """Return the players' names by player number, with BYE for a bye."""
    return pd.Series({BYE: "BYE", **{player.number: player.shown for player in event.players}}, dtype=object)


def describe_progress(results: Results, final: str = "Final") -> str:
    """Return what the sheets say of how far the event is; what is ``final`` at the end, is called so."""
    missing, so_far = len(results.outstanding), f"after round {results.played} of {results.scheduled}"
    if not results.played:
        return "No result is reported yet."
    if missing:
        return f"Provisional: {missing} result{'s are' if missing > 1 else ' is'} missing."
    if results.finished:
        return f"{final}, after {_of_all_rounds(results)}."
    if results.provisional:
        return f"Provisional, {so_far}: what a win is worth at a table is known when its last game is in."
    return f"{so_far.capitalize()}."


def _of_all_rounds(results: Results) -> str:
    """Return how many rounds were played, and of how many where it was cut short, with what that means."""
    event, played = results.event, results.played
    whole = event.settings.method.rounds(count_places(event)) if results.format.final_at_end else played
    if played < whole:
        return f"{played} of {whole} rounds: all stands on the games that were played"
    rounds = f"{played} round{'' if played == 1 else 's'}"
    if not event.unplayed:  # those with a sheet (rules 1.4.12)
        return rounds
    first, last = event.unplayed[0], event.unplayed[-1]
    which = f"round {first} was" if first == last else f"rounds {first} to {last} were"
    return f"{rounds}; {which} not played"


def describe_standings(results: Results) -> str:
    """Return what the sheet Standings says of itself: how far the event is, and what ranks."""
    ranking = ", ".join(("points", *results.tie_breaks)).replace(",", ", then", 1)
    if results.elimination is not None:
        ranking = "how far each has come; who goes out in the same round is equal"
    return f"{describe_progress(results, 'Final standings')} Ranked by {ranking}."


def standings_sheet(results: Results) -> OutputSheet:
    """Return the standings as they are now, in order, with the columns of the tie-breaks in force; wins always."""
    format, standings, used = results.format, results.standings, results.shown_tie_breaks
    named = {each.name: each.column for each in format.tie_breaks if each.column and each.column.field not in COUNTED}
    more = [named[each.name] for each in format.tie_breaks if each.offered and each.name in named and each.name in used]
    gone = {column.field for name, column in named.items() if name not in used}
    columns = [each for each in format.standings.columns if each.field not in gone]
    at = next((place for place, each in enumerate(columns) if each.field == "status"), len(columns))
    columns[at:at] = more
    blank = {each.field: None for each in format.derived_columns if each.field not in standings}
    fields = {name: column.field for name, column in named.items() if column.field not in standings}
    told = {"rank": results.ranks, "player": player_names(results.event)}
    told["status"] = pd.Series(find_statuses(results), dtype=object)
    frame = standings.rename(columns=fields).assign(**blank, **format.fill_standings(results), **told)
    rows = frame.loc[results.order, [column.field for column in columns]].reset_index(drop=True)
    return OutputSheet(replace(format.standings, columns=tuple(columns)), rows, format.describe_standings(results))


def matches_sheet(results: Results) -> OutputSheet:
    """Return every reported match with its points; byes and no-shows are rows, too."""
    format, names, rows = results.format, player_names(results.event).to_dict(), list[Mapping[str, Any]]()
    won = (Outcome.WIN, Outcome.BYE) if format.bye_wins(results.event) else (Outcome.WIN,)
    for scored in results.scored:
        a, b = (names[player] for player in scored.match.pair)
        row = {"round": scored.match.round, "table": scored.match.table, "player_a": a, "player_b": b}
        drawn = "Draw" if scored.outcomes[0] == Outcome.DRAW else ""
        row["winner"] = next((name for name, each in zip((a, b), scored.outcomes, strict=True) if each in won), drawn)
        rows.append({**row, **format.fill_match(results, scored)})
    fields = [column.field for column in format.scored_matches.columns]
    frame = pd.DataFrame([[row.get(field) for field in fields] for row in rows], columns=fields, dtype=object)
    return OutputSheet(format.scored_matches, frame, describe_progress(results), idle=not results.finished)


def progress_sheet(results: Results) -> OutputSheet:
    """Return every player's total and rank after each round, in the order of the standings."""
    order, names, rounds = results.order, player_names(results.event), range(1, results.played + 1)
    columns, frame = [PROGRESS.columns[0]], {"player": names[order].to_numpy()}
    for number in rounds:
        after = results.after[number].loc[order]
        shown = after["points"], results.hide_unranked(after["rank"])
        for column, figures in zip(PROGRESS.columns[1:], shown, strict=True):
            field = f"{column.field}_{number}"
            columns.append(Column(column.header.replace("N", str(number)), field, NUMBER, width=column.width))
            frame[field] = figures.to_numpy()
    sheet = Sheet(PROGRESS.name, PROGRESS.purpose, tuple(columns))
    return OutputSheet(sheet, pd.DataFrame(frame), describe_progress(results), idle=not results.finished)


def chart_race(results: Results) -> Chart:
    """Return how many points the leaders were behind the first after each round."""
    names, rounds = player_names(results.event), range(1, results.played + 1)
    points = [results.after[number]["points"] for number in rounds]
    behind = {names[each]: [after[each] - after.max() for after in points] for each in results.order[:5]}
    return Chart("The race: points behind the first", rounds, behind, is_lines=True)


LETTERS = {
    Outcome.WIN: "W",
    Outcome.DRAW: "D",
    Outcome.LOSS: "L",
    Outcome.BYE: "bye",
    Outcome.ABSENT: "absent",
    Outcome.WAITS: "waits",
}
"""What the crosstable says of a round first."""


def crosstable_sheet(results: Results) -> OutputSheet:
    """Return the rounds of every player, and for smaller events everybody's points against everybody."""
    event, order, rounds, rank = results.event, results.order, results.side_of, results.standings["rank"].to_dict()
    *columns, round_column, opponent_column = CROSSTABLE.columns
    figures = results.ranks, player_names(event), results.standings["points"]
    frame: dict[str, Any] = {
        column.field: each[order].to_numpy() for column, each in zip(columns, figures, strict=True)
    }
    for number in range(1, results.played + 1):
        field, width = f"round_{number}", round_column.width
        columns.append(Column(f"Round {number}", field, width=width, word=lambda each: word_round(each, LETTERS, rank)))
        frame[field] = pd.Series([rounds.get((number, player)) for player in order], dtype=object)
    if len(event.players) <= MOST_IN_MATRIX:
        against: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for side in rounds.values():
            if side.outcome in PLAYED:
                against[side.player, side.opponent].append(format_number(side.points))
        for place, opponent in enumerate(order, 1):
            field = f"against_{place}"
            columns.append(Column(str(place), field, width=opponent_column.width))
            frame[field] = ["×" if player == opponent else ", ".join(against[player, opponent]) for player in order]
    sheet = Sheet(CROSSTABLE.name, CROSSTABLE.purpose, tuple(columns))
    note = "W, D or L, the opponent's rank, and the points in brackets. " + describe_progress(results)
    return OutputSheet(sheet, pd.DataFrame(frame), note, idle=not results.finished)


def problems_sheet(problems: Sequence[Problem], file: str) -> OutputSheet:
    """Return the problems of the workbook ``file`` as a sheet, in the order in which they are best worked off."""
    rows = [
        (each.severity, each.place.sheet, each.place.cell, str(each.message), each.word_hint(file, PROGRAM))
        for each in by_place(problems)
    ]
    frame = pd.DataFrame(rows, columns=[column.field for column in PROBLEMS.columns])
    return OutputSheet(PROBLEMS, frame, "" if rows else "Nothing to report.", idle=not rows)
