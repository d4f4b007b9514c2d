"""Checks an export of a turnabout archive, independently of the program that wrote it.

    python check_export.py EXPORT        a JSON file, or a folder of CSV files

It needs Python 3.11 and nothing else. It works out every figure anew from the rows of the matches, by the rules pages:
"rules 1.2.1" is a paragraph of rules.md, "netrunner 2.7" of netrunner.md, "duplicate 3.1" of duplicate.md, and
"checking" of checking.md, which tells the shape of an export. It is one file, however long, so that it can be handed
on, printed and read as a whole. It ends with 0 where all figures agree, with 1 where one
does not (it says whose, which, what is there and what was expected), and with 2 for what is no export.

A figure that an export does not tell how to work out is left alone: old lists give placings and seldom games.
"""

import base64
import csv
import hashlib
import io
import json
import re
import sys
import unicodedata
import zipfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

Row = dict[str, Any]
Tables = dict[str, list[Row]]


class NoExportError(Exception):
    """What was given is no export of an archive; its text says why."""


class Finding(NamedTuple):
    """A figure that does not agree."""

    event: str
    player: str
    figure: str
    found: object
    expected: object
    paragraph: str

    def __str__(self) -> str:
        """Say it in one line."""
        where = " – ".join(part for part in (self.event, self.player) if part) or "the export"
        return f"{where}: {self.figure} is {show(self.found)}; expected {show(self.expected)} ({self.paragraph})"


class Report:
    """All that was compared: how many figures, which do not agree, and what is only remarkable."""

    def __init__(self) -> None:
        self.compared = 0
        self.findings: list[Finding] = []
        self.notes: list[str] = []

    def compare(self, event: str, player: str, figure: str, found: object, expected: object, paragraph: str) -> None:
        """Count a figure, and keep it where it is not as expected."""
        self.compared += 1
        if found != expected or (found is None) != (expected is None):
            self.findings.append(Finding(event, player, figure, found, expected, paragraph))


def show(value: object) -> str:
    """Write a value as in the export; nothing is "blank"."""
    return "blank" if value is None else str(value)


def exact(value: str | int | None) -> Fraction | None:
    """Read an exact number: 18, "18", "7/2"; blank is None."""
    return None if value is None else Fraction(value)


# ---- The export: checking 1 ------------------------------------------------------------------------------------------

TABLES = ("archive", "changes", "players", "sources", "events", "links", "entries", "matches")

# Columns of whole numbers, of true and false, and of text that may be blank; all others are text.
WHOLE = set(
    "change command undone player version event rounds field added ended link main entry position wins draws losses "
    "byes match_halves multiplier award_halves match round place entry_a entry_b".split()
)
TRUTH = {"rated", "provisional", "played_all"}
TEXT_OR_BLANK = set("points points_a points_b outcome_a outcome_b terms details state note author".split())


def read_export(path: Path) -> tuple[Row, Tables]:
    """Read the manifest and the tables of an export; what is no export raises NoExportError."""
    try:
        manifest, tables, digests = read_folder(path) if path.is_dir() else read_json(path)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, csv.Error) as error:
        raise NoExportError(f"{path} is no export of an archive: {error}") from error
    if manifest.get("format") != "turnabout archive":
        raise NoExportError(f'{path} is no export of an archive: its manifest does not say "turnabout archive"')
    manifest["found"] = digests
    return manifest, tables


def read_json(path: Path) -> tuple[Row, Tables, dict[str, str]]:
    """Read an export in JSON, with the digest of the lines of each table (checking 1.2)."""
    text = path.read_text(encoding="utf-8")
    whole = json.loads(text)
    digests, lines, name = {}, [], ""
    for line in text.split("\n"):
        if line.startswith("{") and name:
            lines.append(line)
        elif line.endswith("[") and line.startswith('"'):
            name, lines = json.loads(line.rstrip(" [").rstrip(":")), []
        elif line.startswith("]") and name:
            digests[name], name = sha256("".join(f"{each}\n" for each in lines)), ""
    return whole["manifest"], {table: whole[table] for table in TABLES}, digests


def read_folder(path: Path) -> tuple[Row, Tables, dict[str, str]]:
    """Read an export in CSV, with the digest of each file (checking 1.3)."""
    manifest = json.loads((path / "archive.json").read_text(encoding="utf-8"))
    tables, digests = {}, {}
    for table in TABLES:
        content = (path / f"{table}.csv").read_bytes()
        csv.field_size_limit(2**31 - 1)  # a workbook stands in one cell
        rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), strict=True)
        tables[table] = [{column: read_cell(column, cell) for column, cell in row.items()} for row in rows]
        digests[table] = hashlib.sha256(content).hexdigest()
    return manifest, tables, digests


def read_cell(column: str, cell: str) -> object:
    """Read a cell of CSV as JSON has it (checking 1.3)."""
    if column in WHOLE:
        return int(cell) if cell else None
    if column in TRUTH:
        return {"true": True, "false": False, "": None}[cell]
    if column in TEXT_OR_BLANK:
        return None if cell == "" else cell[1:] if set(cell) == {"\\"} else cell
    return cell


def sha256(text: str) -> str:
    """Work out a digest: SHA-256 of the text in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


# ---- An event --------------------------------------------------------------------------------------------------------

PLAYED = ("win", "draw", "loss")


class Seat(NamedTuple):
    """One side of a row of the matches."""

    round: int
    entry: int
    opponent: int | None
    outcome: str | None
    points: Fraction | None


class Match(NamedTuple):
    """A row of the matches; b is blank for a bye."""

    number: int
    round: int
    place: int | None
    a: int
    b: int | None
    outcomes: tuple[str | None, str | None]
    points: tuple[Fraction | None, Fraction | None]
    details: Row

    @property
    def players(self) -> list[int]:
        """Who sits there, one or two."""
        return [each for each in (self.a, self.b) if each is not None]

    @property
    def seats(self) -> list[Seat]:
        """One for each player."""
        sides = [Seat(self.round, self.a, self.b, self.outcomes[0], self.points[0])]
        if self.b is not None:
            sides.append(Seat(self.round, self.b, self.a, self.outcomes[1], self.points[1]))
        return sides

    @property
    def was_played(self) -> bool:
        """No bye, no no-show, and the result is known."""
        return self.b is not None and self.outcomes[0] in PLAYED


def read_match(row: Row) -> Match:
    """Read a row of the matches."""
    return Match(
        number=row["match"],
        round=row["round"],
        place=row["place"],
        a=row["entry_a"],
        b=row["entry_b"],
        outcomes=(row["outcome_a"], row["outcome_b"]),
        points=(exact(row["points_a"]), exact(row["points_b"])),
        details=json.loads(row.get("details") or "{}"),
    )


def title_of(row: Row) -> str:
    """Name a version of an event."""
    return f"{row['name']} ({row['date']})" + ("" if row["ended"] is None else f", version {row['version']}")


class Event:
    """A version of an event, with its entries and matches."""

    def __init__(self, row: Row, entries: Sequence[Row], matches: Sequence[Row]) -> None:
        self.row = row
        self.name = title_of(row)
        self.terms: Row = json.loads(row.get("terms") or "{}")
        self.entries = {entry["entry"]: entry for entry in entries}
        self.details = {number: json.loads(entry.get("details") or "{}") for number, entry in self.entries.items()}
        self.matches = [read_match(match) for match in matches]
        self.seats: dict[int, list[Seat]] = {number: [] for number in self.entries}
        for match in self.matches:
            for seat in match.seats:
                self.seats.setdefault(seat.entry, []).append(seat)

    @property
    def is_elimination(self) -> bool:
        """It is a single or a double elimination."""
        return "elimination" in self.terms.get("pairing", "")

    @property
    def played_until(self) -> int:
        """The last round that has results."""
        return max(
            (seat.round for seats in self.seats.values() for seat in seats if seat.outcome is not None), default=0
        )

    def played(self, entry: int) -> list[Seat]:
        """Find the matches that a player played: no byes, no no-shows."""
        return [seat for seat in self.seats[entry] if seat.opponent is not None and seat.outcome in PLAYED]


# ---- Turnabout, a match: rules 1.2 and 1.3 ---------------------------------------------------------------------------

# Up to which difference it is 15–15, 16–14, … 30–0 (rules 1.3.2).
DIVISION = (0, 3, 6, 9, 12, 15, 18, 22, 26, 30, 35, 40, 45, 50, 55, 60)

SHARES = {"win": "loss", "loss": "win", "draw": "draw"}


def compute_option_points(option: Row, count: int) -> int:
    """Work out what a won game is worth: base and so much a unit, rounded, from 10 to 30 (rules 1.2.2 to 1.2.4)."""
    value = Fraction(option["base"]) + Fraction(option["per_unit"]) * count
    return max(10, min(30, (ceil if option["rounding"] == "up" else floor)(value)))


def compute_match_points(event: Event, match: Match) -> tuple[int, int]:
    """Add up both sides' match points: a game's winner has them, of a drawn one nobody (rules 1.2.1 and 1.2.6)."""
    points = {"A": 0, "B": 0}
    for game in match.details["games"]:
        if game["winner"] in points:
            points[game["winner"]] += compute_option_points(event.terms["options"][game["option"]], game["count"])
    return points["A"], points["B"]


def divide_victory_points(difference: int) -> tuple[int, int]:
    """Divide thirty points by the difference in match points (rules 1.3.2)."""
    more = 15 + next(step for step, most in enumerate(DIVISION) if abs(difference) <= most)
    return (more, 30 - more) if difference >= 0 else (30 - more, more)


def compare_points(a: Fraction | int, b: Fraction | int) -> str:
    """Tell what the match was for A: more points win it (rules 1.3.1, netrunner 5.3)."""
    return "win" if a > b else "loss" if a < b else "draw"


class Result(NamedTuple):
    """What a match comes to: for A what it was, and both sides' points."""

    outcome: str
    points: tuple[Fraction, Fraction]
    paragraph: str


def score_turnabout(event: Event, match: Match) -> Result:
    """Score a match of Turnabout (rules 1.2 and 1.3)."""
    a, b = compute_match_points(event, match)
    points_a, points_b = divide_victory_points(a - b)
    return Result(compare_points(a, b), (Fraction(points_a), Fraction(points_b)), "rules 1.3.2")


# ---- Netrunner, a match: netrunner 2.7 and 5.3 -----------------------------------------------------------------------


def score_netrunner(event: Event, match: Match) -> Result:
    """Score a match of Netrunner: one GMP for each game and for the match, half each where tied (netrunner 2.7)."""
    points = [Fraction(0), Fraction(0)]  # ten for a game won, else the agenda points in it (netrunner 5.3)
    games = [Fraction(0), Fraction(0)]
    for game in match.details["games"]:
        for side, letter in enumerate("AB"):
            won = game["winner"] == letter
            points[side] += 10 if won else Fraction(game.get(f"agenda_{letter.lower()}") or 0)
            games[side] += 1 if won else Fraction(1, 2) if game["winner"] not in ("A", "B") else 0
    outcome = compare_points(*points)
    of_match = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0)}[outcome]
    return Result(outcome, (games[0] + of_match, games[1] + 1 - of_match), "netrunner 2.7")


# ---- Duplicate Magic, a table: duplicate 3.1 to 3.3 ------------------------------------------------------------------


def find_deck(match: Match, outcome: str) -> str:
    """Name the winner's stock: A's, or B's, which is the other one where it is not told (duplicate 2.4)."""
    deck_a = match.details["deck_a"]
    return str(deck_a if outcome == "win" else match.details.get("deck_b") or {"A": "B", "B": "A"}[deck_a])


def score_duplicate(event: Event, match: Match) -> Result:
    """Score a game: a point for each at its table, less one for each other winner with the stock (duplicate 3.1)."""
    outcome = str(match.outcomes[0])
    if outcome == "draw":
        return Result(outcome, (Fraction(0), Fraction(0)), "duplicate 3.3")
    at_table = [other for other in event.matches if other.was_played and other.place == match.place]
    deck = find_deck(match, outcome)
    others = sum(
        other is not match and other.outcomes[0] != "draw" and find_deck(other, str(other.outcomes[0])) == deck
        for other in at_table
    )
    won = Fraction(len(at_table) - others)
    return Result(outcome, (won, Fraction(0)) if outcome == "win" else (Fraction(0), won), "duplicate 3.1")


SCORES: Mapping[str, Callable[[Event, Match], Result]] = {
    "Turnabout": score_turnabout,
    "Netrunner": score_netrunner,
    "Duplicate Magic": score_duplicate,
}


# ---- Byes, no-shows, adjustments: rules 1.4, netrunner 5.1, duplicate 4.1 --------------------------------------------

NO_SHOWS = {  # what a ruling makes of a row (rules 1.4.4 and 1.4.5)
    "A no-show": ("absent", "bye"),
    "B no-show": ("bye", "absent"),
    "Both no-show": ("absent", "absent"),
}


def credit_bye(event: Event, entry: int) -> tuple[Fraction, str]:
    """Tell what a bye is worth to a player, and by which paragraph."""
    match event.row["format"]:
        case "Netrunner":
            return Fraction(3), "netrunner 5.1"
        case "Duplicate Magic":  # the average of the player's own games
            own = [seat.points or Fraction(0) for seat in event.played(entry)]
            return (sum(own, Fraction(0)) / len(own) if own else Fraction(0)), "duplicate 4.1"
    return Fraction(event.terms["bye_points"]), "rules 1.4.2"


def check_match(event: Event, match: Match, report: Report) -> None:
    """Check what a row of the matches came to."""
    name = f"round {match.round}, " + " – ".join(str(event.entries[entry]["name"]) for entry in match.players)
    ruled = NO_SHOWS.get(match.details.get("ruling") or "")

    def compare(figure: str, side: int, expected: object, paragraph: str) -> None:
        found = (match.outcomes if figure == "outcome" else match.points)[side]
        report.compare(event.name, name, f"{figure} {'AB'[side]}", found, expected, paragraph)

    if match.b is None:
        compare("outcome", 1, None, "checking 2.4")
        compare("points", 1, None, "checking 2.4")
    if ruled:
        compare("outcome", 0, ruled[0], "rules 1.4.4")
    if match.was_played:
        outcomes = (match.outcomes[0], SHARES[str(match.outcomes[0])])
        if event.terms:
            report.compare(event.name, name, "what was played", can_score(event, match), True, "checking 2.5")
        if can_score(event, match):
            result = SCORES[event.row["format"]](event, match)
            outcomes = (result.outcome, SHARES[result.outcome])
            for side in (0, 1):
                compare("points", side, result.points[side], result.paragraph)
        for side in (0, 1):
            compare("outcome", side, outcomes[side], "rules 1.3.1")
        return
    if match.b is not None and match.outcomes[0] is not None:
        other = "absent" if match.outcomes[0] == "bye" else match.outcomes[1] or "absent"
        compare("outcome", 1, ruled[1] if ruled else other, "rules 1.4.4")
    for side, seat in enumerate(match.seats):
        if seat.outcome == "bye" and event.terms:
            compare("points", side, *credit_bye(event, seat.entry))
        elif seat.outcome in NOTHING:
            compare("points", side, Fraction(0), NOTHING[seat.outcome])


NOTHING = {"absent": "rules 1.4.4", "waits": "rules 1.11.5"}  # what is worth no points


def can_score(event: Event, match: Match) -> bool:
    """Tell whether the export says what was played, so that a match can be worked out."""
    return bool(event.terms) and ("games" in match.details or "deck_a" in match.details)


# ---- Standings: rules 1.6, netrunner 3.1 to 3.2.3, duplicate 5.1 and 5.2 ---------------------------------------------

COUNTED = {"wins": ("win",), "draws": ("draw",), "losses": ("loss", "absent"), "byes": ("bye",)}


def count_outcomes(event: Event, entry: int, column: str) -> int:
    """Count wins, draws, losses (with own no-shows) or byes (with opponents' no-shows) (rules 1.4.2 and 1.4.4)."""
    return sum(seat.outcome in COUNTED[column] for seat in event.seats[entry])


def add_points(event: Event, entry: int) -> Fraction:
    """Add up a player's points: matches, byes, and adjustments of the rounds that count (rules 1.6.1 and 1.4.8)."""
    points = sum((seat.points or Fraction(0) for seat in event.seats[entry]), Fraction(0))
    adjusted = event.details[entry].get("adjustments", ())
    return points + sum(Fraction(value) for since, value in adjusted if (since or 1) <= event.played_until)


Break = Callable[[Event, Mapping[int, Fraction], Sequence[int], int], Fraction]  # for one of those who are tied


def match_wins(event: Event, points: Mapping[int, Fraction], tied: Sequence[int], entry: int) -> Fraction:
    """Count wins, without byes (rules 1.6.2, duplicate 5.2)."""
    return Fraction(count_outcomes(event, entry, "wins"))


def opponents_points(event: Event, points: Mapping[int, Fraction], tied: Sequence[int], entry: int) -> Fraction:
    """Add up the totals of all opponents played (rules 1.6.2, netrunner 3.2.1)."""
    return sum((points[seat.opponent] for seat in event.played(entry) if seat.opponent is not None), Fraction(0))


def middle_opponents_points(event: Event, points: Mapping[int, Fraction], tied: Sequence[int], entry: int) -> Fraction:
    """Add up the same without the highest and the lowest; of one or two nothing is left (netrunner 3.2.2)."""
    totals = sorted(points[seat.opponent] for seat in event.played(entry) if seat.opponent is not None)
    return sum(totals[1:-1], Fraction(0))


def match_points_difference(event: Event, points: Mapping[int, Fraction], tied: Sequence[int], entry: int) -> Fraction:
    """Take the match points that were lost from those that were won (rules 1.6.2)."""
    difference = 0
    for match in event.matches:
        if entry in (match.a, match.b) and match.was_played:
            a, b = compute_match_points(event, match)
            difference += a - b if entry == match.a else b - a
    return Fraction(difference)


def among_the_tied(event: Event, points: Mapping[int, Fraction], tied: Sequence[int], entry: int) -> Fraction:
    """Count matches won less matches lost against those who are still tied (netrunner 3.2.3, duplicate 5.2)."""
    against = [seat.outcome for seat in event.played(entry) if seat.opponent in tied]
    return Fraction(against.count("win") - against.count("loss"))


TIE_BREAKS: Mapping[str, Break] = {
    "match wins": match_wins,
    "opponents' VP": opponents_points,
    "MP difference": match_points_difference,
    "opponents' GMP": opponents_points,
    "middle opponents' GMP": middle_opponents_points,
    "matches among the tied": among_the_tied,
    "wins": match_wins,
}

Figures = dict[int, dict[str, Fraction]]


def break_ties(
    event: Event, points: Mapping[int, Fraction], tied: list[int], names: Sequence[str], figures: Figures
) -> list[list[int]]:
    """Part the tied by one tie-break after another into groups of equal ones, and fill the figures."""
    if not names:
        return [tied]
    values = {entry: TIE_BREAKS[names[0]](event, points, tied, entry) for entry in tied}
    for entry, value in values.items():
        figures[entry][names[0]] = value
    ordered = sorted(tied, key=lambda entry: -values[entry])
    parted = [list(group) for _, group in groupby(ordered, key=lambda entry: values[entry])]
    return [group for part in parted for group in break_ties(event, points, part, names[1:], figures)]


def is_disqualified(event: Event, entry: int) -> bool:
    """Tell whether somebody is disqualified by now, and so has no award and stands last (rules 1.4.6 and 1.7.8).

    A round that is not played is waited for; if the event ends before it, the disqualification counts at the end.
    """
    since = event.details[entry].get("disqualified")
    return since is not None and (since <= event.played_until or not event.row["provisional"])


def rank_entries(event: Event, points: Mapping[int, Fraction]) -> tuple[dict[int, int], Figures]:
    """Rank by points and tie-breaks, equal ones alike, the disqualified last (rules 1.6.1 to 1.6.3 and 1.4.6)."""
    figures: Figures = {entry: {} for entry in event.entries}
    # In an elimination points do not rank (rules 1.11.4).
    came = find_how_far(event) if event.is_elimination else points

    def standing(entry: int) -> tuple[bool, Fraction | int]:
        if is_disqualified(event, entry):
            return True, 0 if event.is_elimination else -points[entry]
        return False, -came[entry]

    groups = [list(group) for _, group in groupby(sorted(event.entries, key=standing), key=standing)]
    names = () if event.is_elimination else event.terms["tie_breaks"]
    ranks: dict[int, int] = {}
    for group in groups:
        for equal in break_ties(event, points, group, names, figures):
            ranks |= dict.fromkeys(equal, len(ranks) + 1)
    return ranks, figures


# ---- Elimination: rules 1.11 -----------------------------------------------------------------------------------------


def is_lost(match: Match, entry: int) -> bool:
    """Tell whether a row knocks a player: ruled so, beaten or absent (rules 1.11.2 and 1.11.3)."""
    side = 0 if entry == match.a else 1
    if match.details.get("advances") is not None:
        return bool(match.details["advances"] != "AB"[side])
    return match.outcomes[side] in ("loss", "absent")


def find_exits(event: Event) -> dict[int, tuple[int, bool]]:
    """Find the round in which each player went out, and whether unbeaten; who is still in comes last (rules 1.11.4).

    Who was never in it: 0. Whoever stands in a later row has gone on (rules 1.11.7 and 1.11.9), and has the losses of
    whose place it is (rules 1.11.8).
    """
    lives, end = 2 if event.terms["pairing"] == "double elimination" else 1, event.played_until
    rows = {(match.round, entry): match for match in event.matches for entry in match.players}
    lasts = {e: min(told.get("dropped_after", 999), told.get("disqualified", 999)) for e, told in event.details.items()}
    exits = {e: (find_leaving(event, e, last), True) if last <= end else (end + 2, False) for e, last in lasts.items()}
    lost = {
        e: {n for n in range(1, min(last, end) + 1) if (n, e) not in rows or is_lost(rows[n, e], e)}
        for e, last in lasts.items()
    }
    for entry, told in event.details.items():
        if told.get("dropped_after") == 0 or ("joined" in told and "seat" not in told):
            exits[entry] = 0, False
        begins, other = told.get("seat", (0, entry))
        lost[entry] = {n for n in lost[entry] if n >= begins}.union(
            n for n in lost[other] if n < begins and not is_absent(event, other, n)
        )
    for number in range(1, end + 1):
        there = [entry for entry, (out, _) in exits.items() if out >= number]
        here, following = ({entry for each, entry in rows if each == n} for n in (number, number + 1))
        spent = {e for e in there if len([n for n in lost[e] if n <= number]) >= lives}
        spent.update(e for e in there if len(there) == 2 and is_absent(event, e, number))
        fatal = {entry for entry in spent if number in lost[entry]}
        if len(fatal & following) > 1 and all(entry in following or lasts[entry] <= number for entry in here):
            lost = {entry: {n for n in rounds if n > number} for entry, rounds in lost.items()}
            continue
        for entry in there:
            is_due = entry in here and lasts[entry] > number and number + 1 not in event.details[entry].get("away", ())
            if any((n, entry) in rows for n in range(number + 1, end + 1)):
                lost[entry] -= {number} if entry in fatal else set()
            elif entry in fatal or (is_due and following):
                exits[entry] = number, False
    return exits


def is_absent(event: Event, entry: int, number: int) -> bool:
    """Tell whether somebody did not come to a round in which there was more to do than to wait."""
    outcomes = {seat.outcome for seat in event.seats[entry] if seat.round == number}
    return "absent" in outcomes or ("waits" not in outcomes and number in event.details[entry].get("away", ()))


def find_leaving(event: Event, entry: int, last: int) -> int:
    """Find the first round that somebody does not play who has left after ``last``, or before it (rules 1.11.4)."""
    while is_absent(event, entry, last):
        last -= 1
    while any((seat.round, seat.outcome) == (last + 1, "waits") for seat in event.seats[entry]):
        last += 1
    return last + 1


def find_how_far(event: Event) -> dict[int, int]:
    """Find how far each has come in an elimination, as a number that ranks (rules 1.11.4)."""
    return {entry: out for entry, (out, _) in find_exits(event).items()}


def find_contenders(event: Event) -> list[int]:
    """Find who was not out when the last round ended: who won, and who has left without being beaten (rules 1.11.6)."""
    return [entry for entry, out in find_how_far(event).items() if out > event.played_until]


def check_end(event: Event, report: Report) -> None:
    """Check that an elimination has been played out: one is left, or nobody who has not left (rules 1.11.6)."""
    if not event.is_elimination or event.terms["rounds"] is not None or event.row["provisional"]:
        return
    contenders, exits = find_contenders(event), find_exits(event)
    if not all(exits[entry][1] for entry in contenders):
        report.compare(event.name, "", "players who are not out", len(contenders), 1, "rules 1.11.6")


# ---- Ratings: rules 1.7 ----------------------------------------------------------------------------------------------


def check_scheduled(event: Event, report: Report) -> None:
    """Check how many rounds a finished event had, where that is known (checking 2.5)."""
    known = {event.terms["rounds"], event.played_until if event.is_elimination else None} - {None}
    if known and not event.row["provisional"]:
        expected = event.row["rounds"] if event.row["rounds"] in known else max(known)
        report.compare(event.name, "", "rounds", event.row["rounds"], expected, "checking 2.5")


def compute_multiplier(field: int, position: int) -> int:
    """Work out first place's multiplier, which grows with each doubling, less what the position takes (rules 1.7.3)."""
    first = 3 + (field // 3).bit_length()  # 4 and 5 players: 4, 6 to 11: 5, 12 to 23: 6 …
    return first - (position - 1).bit_length()  # 2nd: 1, 3rd and 4th: 2, 5th to 8th: 3 …


def played_all_rounds(event: Event, entry: int) -> bool:
    """Tell whether somebody was there in every round; in an elimination until they were out (rules 1.7.2 and 1.7.4)."""
    last = event.row["rounds"] or event.played_until
    if event.is_elimination:
        out, left = find_exits(event)[entry]
        if left and find_contenders(event) != [entry]:
            return False
        last = min(last, max(1, out))
    there = {seat.round for seat in event.seats[entry] if seat.outcome in (*PLAYED, "bye", "waits")}
    return all(number in there for number in range(1, last + 1))


def check_award(event: Event, entry: int, report: Report) -> None:
    """Check match wins, multiplier and award of a player."""
    row, name = event.entries[entry], event.entries[entry]["name"]

    def compare(figure: str, expected: object, paragraph: str) -> None:
        report.compare(event.name, name, figure, row[figure], expected, paragraph)

    if not is_rated(event, entry):
        for figure in ("match_halves", "played_all", "multiplier", "award_halves"):
            if event.terms or figure != "played_all":  # a list may say that of anybody
                compare(figure, None, "rules 1.7.6 to 1.7.8, 1.12.6")
        return
    byes = 2 * row["byes"] if event.terms.get("bye_counts_as_win", True) else 0
    compare("match_halves", 2 * row["wins"] + row["draws"] + byes, "rules 1.7.2, 1.12.8")
    if event.terms:
        compare("played_all", played_all_rounds(event, entry), "rules 1.7.2, 1.7.4")
    compare("multiplier", compute_multiplier(event.row["field"], row["position"]), "rules 1.7.3")
    if None not in (row["match_halves"], row["multiplier"]):
        halves = row["match_halves"] + 2 * bool(row["played_all"])
        compare("award_halves", halves * row["multiplier"], "rules 1.7.1, 1.7.2")


def is_rated(event: Event, entry: int) -> bool:
    """Tell whether a player has an award: finished, placed, paired, not disqualified (rules 1.7.5 to 1.7.8)."""
    return (
        event.row["rated"]
        and event.entries[entry]["position"] is not None
        and not is_disqualified(event, entry)
        and event.entries[entry]["status"] != "Disqualified"  # all that a list says of it
        and (not event.terms or bool(event.seats[entry]))
    )


# ---- Rounds: rules 1.4.1, 1.5.1 --------------------------------------------------------------------------------------


def number_sessions(event: Event) -> dict[int, int]:
    """Number the session of each round: one for the whole event unless it says how long each is (rules 1.5.1)."""
    told = event.terms.get("rounds_per_session")
    if not told:
        return defaultdict(lambda: 1)
    lengths = told if isinstance(told, list) else [told]
    sessions: dict[int, int] = {}
    while len(sessions) < max(match.round for match in event.matches):
        number = max(sessions.values(), default=0)
        for _ in range(lengths[min(number, len(lengths) - 1)]):
            sessions[len(sessions) + 1] = number + 1
    return sessions


def check_rounds(event: Event, report: Report) -> None:
    """Check that everybody plays once a round (rules 1.5.11), and meets nobody twice in a session (rules 1.5.1)."""
    seen = Counter((seat.round, seat.entry) for seats in event.seats.values() for seat in seats)
    for (number, entry), times in sorted(seen.items()):
        name = event.entries[entry]["name"]
        report.compare(event.name, name, f"rows of round {number}", times, 1, "rules 1.5.11")
    if not event.terms or event.is_elimination or event.terms.get("allow_rematches"):
        return
    sessions = number_sessions(event)
    met = Counter((sessions[match.round], *sorted(match.players)) for match in event.matches if match.was_played)
    for (session, one, other), times in sorted(met.items()):
        names = f"{event.entries[one]['name']} and {event.entries[other]['name']}"
        report.compare(event.name, names, f"matches in session {session}", times, 1, "rules 1.5.1")


def note_second_byes(event: Event, report: Report) -> None:
    """Note second byes in a session while somebody had none who could have had it without a rematch (rules 1.4.1).

    It is a note and no fault: an organizer may pair by hand, and an export does not say who did.
    """
    if event.terms.get("pairing") != "swiss":
        return
    sessions = number_sessions(event)
    had: dict[int, set[int]] = defaultdict(set)
    met: dict[int, set[frozenset[int]]] = defaultdict(set)
    for number, group in groupby(sorted(event.matches, key=lambda match: match.round), key=lambda match: match.round):
        session, rows = sessions[number], list(group)
        given = [match.a for match in rows if match.b is None and match.outcomes[0] == "bye"]
        drawn = [entry for entry in given if number not in asked(event, entry) + let_in(event, entry)]
        free = {entry for match in rows if match.b is not None for entry in match.players}
        without = [entry for entry in free - had[session] if number not in asked(event, entry)]
        for entry in drawn:
            if entry in had[session] and any(can_pair({*free, entry} - {other}, met[session]) for other in without):
                name = event.entries[entry]["name"]
                report.notes.append(f"{event.name}: {name} has another bye in round {number} (rules 1.4.1)")
        had[session] |= {seat.entry for match in rows for seat in match.seats if seat.outcome == "bye"}
        met[session] |= {frozenset(match.players) for match in rows}


def asked(event: Event, entry: int) -> list[int]:
    """List the rounds in which a player had asked for a bye (rules 1.4.3)."""
    return list(event.details[entry].get("byes", ()))


def let_in(event: Event, entry: int) -> list[int]:
    """List the rounds that were paired already when a player was let in (rules 1.4.15)."""
    return list(event.details[entry].get("let_in", ()))


def can_pair(players: Iterable[int], met: set[frozenset[int]], tries: int = 2000) -> bool:
    """Tell whether players can be paired without a rematch; what is not found after some tries counts as impossible."""
    left = [tries]

    def pair(free: list[int]) -> bool:
        left[0] -= 1
        if not free or left[0] < 0:
            return not free
        first, *others = free
        partners = [other for other in others if frozenset((first, other)) not in met]
        return any(pair([each for each in others if each != partner]) for partner in partners)

    everybody = sorted(players)
    return len(everybody) % 2 == 0 and pair(everybody)


# ---- A whole event ---------------------------------------------------------------------------------------------------


def check_event(event: Event, report: Report) -> None:
    """Check all figures of an event: matches, standings, ratings, rounds."""
    if not check_numbers(event, report):
        return
    check_rounds(event, report)
    for match in event.matches:
        check_match(event, match, report)
    if event.terms:
        check_standings(event, report)
        note_second_byes(event, report)
        check_end(event, report)
        check_scheduled(event, report)
        report.compare(event.name, "", "played", event.terms["played"], event.played_until, "checking 2.5")
        field = len(event.entries) if event.row["provisional"] else sum(map(bool, event.seats.values()))
        report.compare(event.name, "", "field", event.row["field"], field, "rules 1.7.5")
        rated = event.row["format"] == "Turnabout" and event.row["field"] >= 4 and not event.row["provisional"]
        report.compare(event.name, "", "rated", event.row["rated"], rated, "rules 1.7.6 and 1.12.6, duplicate 5.4")
    for entry in event.entries:
        check_award(event, entry, report)


def check_numbers(event: Event, report: Report) -> bool:
    """Check that entries and matches are counted without a gap, and all who play are entered (checking 2.3)."""
    before = len(report.findings)
    count = len(event.entries)
    report.compare(event.name, "", "numbers of the entries", sorted(event.entries), list(range(count)), "checking 2.3")
    numbers = [match.number for match in event.matches]
    report.compare(event.name, "", "numbers of the matches", numbers, list(range(len(numbers))), "checking 2.3")
    unknown = sorted(set(event.seats) - set(event.entries))
    report.compare(event.name, "", "players of matches who are not entered", unknown, [], "checking 2.3")
    return len(report.findings) == before


def check_standings(event: Event, report: Report) -> None:
    """Check every player's counts, points, tie-breaks and position (rules 1.6)."""
    for entry, row in event.entries.items():
        for column in COUNTED:
            report.compare(
                event.name, row["name"], column, row[column], count_outcomes(event, entry, column), "rules 1.6.2, 1.4.4"
            )
        report.compare(
            event.name, row["name"], "points", exact(row["points"]), add_points(event, entry), "rules 1.6.1, 1.4.8"
        )
    points = {entry: add_points(event, entry) for entry in event.entries}
    ranks, figures = rank_entries(event, points)
    leads = find_how_far(event) if event.is_elimination else {}
    leads |= {entry: -1 for entry in event.entries if is_disqualified(event, entry)}
    for entry, row in event.entries.items():
        report.compare(
            event.name, row["name"], "lead", event.details[entry].get("lead", 0), leads.get(entry, 0), "checking 2.5"
        )
        told = event.details[entry].get("tie_breaks", {})
        for name, value in figures[entry].items():
            if name in told:
                report.compare(event.name, row["name"], name, exact(told[name]), value, "rules 1.6.2")
        report.compare(event.name, row["name"], "position", row["position"], ranks[entry], "rules 1.6")


# ---- The archive as a whole: checking 2 and 3 ------------------------------------------------------------------------


def check_manifest(manifest: Row, tables: Tables, report: Report) -> None:
    """Check that every table has its rows and its digest, the version and the last change those that are named."""
    for table in TABLES:
        told = manifest["tables"][table]
        report.compare("", "", f"rows of {table}", len(tables[table]), told["rows"], "checking 1.1")
        report.compare("", "", f"SHA-256 of {table}", manifest["found"].get(table), told["sha256"], "checking 1.1")
    versions = [row.get("value") for row in tables["archive"] if row.get("name") == "version"]
    report.compare("", "", "version of the tables", versions, [str(manifest["version"])], "checking 1.4")
    if "digest" in manifest:
        last = tables["changes"][-1]["digest"] if tables["changes"] else None
        report.compare("", "", "digest of the last change", last, manifest["digest"], "checking 3.3")


REFERENCES = (  # column, and the table and column that it leads to (archive-tables)
    ("changes", "command", "changes", "change"),
    ("changes", "undone", "changes", "change"),
    ("events", "source", "sources", "digest"),
    ("events", "added", "changes", "change"),
    ("events", "ended", "changes", "change"),
    ("links", "player", "players", "player"),
    ("links", "main", "players", "player"),
    ("links", "added", "changes", "change"),
    ("links", "ended", "changes", "change"),
    ("entries", "version", "events", "version"),
    ("entries", "player", "players", "player"),
    ("matches", "version", "events", "version"),
)

# What tells the rows of a table apart (archive-tables).
KEYS = {"archive": "name", "changes": "change", "players": "player", "sources": "digest", "events": "version"}
KEYS |= {"links": "link", "entries": "version entry", "matches": "version match"}


def check_tables(tables: Tables, report: Report) -> None:
    """Check keys, references, sources, and that one version of an event is in force (checking 2)."""
    for table, key in KEYS.items():
        times = Counter(tuple(row[column] for column in key.split()) for row in tables[table])
        double = sorted(map(str, (each for each, count in times.items() if count > 1)))
        report.compare("", "", f"keys of {table} that stand twice", double, [], "checking 2.1")
    for table, column, other, key_column in REFERENCES:
        there = {row[key_column] for row in tables[other]} | {None}
        lost = sorted({str(row[column]) for row in tables[table]} - {str(each) for each in there})
        report.compare("", "", f"{column} of {table} that lead nowhere", lost, [], "checking 2.1")
    for source in tables["sources"]:
        content = base64.b64decode(source["content"], validate=True)
        kind = "record" if content.startswith(b"{") else "workbook"
        report.compare("", "", "kind of a source", source["kind"], kind, "checking 2.2")
        found = hashlib.sha256(content).hexdigest()
        report.compare("", "", "digest of a source", source["digest"], found, "checking 2.2")
    times = Counter(row["event"] for row in tables["events"] if row["ended"] is None)
    several = [event for event, count in times.items() if count > 1]
    report.compare("", "", "events with several versions in force", several, [], "checking 2.2")


# The kinds of changes that add rows, and of those that end them.
ADDING = {"events": ("add", "replace", "rebuild"), "links": ("merge", "split", "apart", "hide")}
ENDING = {"events": ("replace", "rebuild", "remove"), "links": ("merge", "split", "unhide")}


def check_journal(tables: Tables, report: Report) -> None:
    """Check that events and links came and went as the journal says (checking 2.8)."""
    changes = {row["change"]: row for row in tables["changes"]}
    for table, name in (("events", "version"), ("links", "link")):
        for row in tables[table]:
            came, went = changes.get(row["added"]), changes.get(row["ended"])
            if came is None or (went is None and row["ended"] is not None):
                continue  # they lead nowhere, which is told already
            found = came["kind"] if went is None else f"{came['kind']}, {went['kind']}"
            expected = found if can_have_been(table, came, went) else "changes that do so"
            report.compare("", f"{name} {row[name]}", "what added and ended it", found, expected, "checking 2.8")
            if table == "events":
                report.compare(title_of(row), "", "file", row["file"], came["file"], "checking 2.8")
    added, ended = (group_rows(tables["events"], column) for column in ("added", "ended"))
    for number, change in changes.items():
        name, (events, replaced) = f"change {number}", ([row["event"] for row in by[number]] for by in (added, ended))
        counts = [int(change["kind"] in kinds["events"]) for kinds in (ADDING, ENDING)]
        if change["undone"] is not None or change["kind"] == "undo":
            counts[1] = len(replaced)
        report.compare("", name, "events added and ended", [len(events), len(replaced)], counts, "checking 2.8")
        if counts == [1, 1]:
            report.compare("", name, "event that is replaced", replaced, events, "checking 2.8")


def can_have_been(table: str, came: Row, went: Row | None) -> bool:
    """Tell whether a row can have come with one change, and gone with another, or be there yet."""
    if came["kind"] not in ADDING[table]:
        return False
    if went is None or went["kind"] == "undo":
        return bool(came["undone"] == (went and went["change"]))
    # What is taken back with what had added it is not brought back.
    return went["kind"] in ENDING[table] and came["change"] < went["change"] and came["undone"] == went["undone"]


def check_players(tables: Tables, report: Report) -> None:
    """Check that an entry is of the player whom its name and Player ID are of (checking 2.6)."""
    players = {row["player"]: row for row in tables["players"]}
    for row in tables["players"]:
        expected = f"#{fold(row['player_id'])}" if row["player_id"] else f"={fold(row['name'])}"
        report.compare("", row["name"], "identity", row["identity"], expected, "checking 2.6")
    titles = {row["version"]: title_of(row) for row in tables["events"]}
    for entry in tables["entries"]:
        player = players.get(entry["player"])
        if player is not None:
            expected = f"#{fold(player['player_id'])}" if player["player_id"] else f"={fold(entry['name'])}"
            event = titles.get(entry["version"], "")
            report.compare(event, entry["name"], "identity", player["identity"], expected, "checking 2.6")
    for row in tables["events"]:
        for column, name in (("name_key", "name"), ("id_key", "event_id")):
            report.compare(title_of(row), "", column, row[column], fold(row[name]), "checking 2.6")


def fold(text: str) -> str:
    """Write a name as it is compared: without regard to spaces, case and what is unseen (checking 2.6)."""
    shown = unicodedata.normalize("NFC", text).translate(UNSEEN)
    return unicodedata.normalize("NFC", " ".join(shown.split()).casefold())


UNSEEN = dict.fromkeys((0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF))


# ---- What events were archived from: checking 4 ----------------------------------------------------------------------

# What stands in a record, and in which column of an export.
OF_EVENT = {name: name for name in "name date format venue organizer event_id rounds field provisional terms".split()}
OF_ENTRY = {name: name for name in "name position wins draws losses byes points status details".split()}
OF_MATCH = {name: name for name in "round outcome_a outcome_b points_a points_b details".split()}
OF_MATCH |= {"table": "place", "a": "entry_a", "b": "entry_b"}


def check_sources(tables: Tables, report: Report) -> None:
    """Compare every version with what is kept of it: a record as a whole, of a workbook the names."""
    sources = {row["digest"]: (row["kind"], base64.b64decode(row["content"])) for row in tables["sources"]}
    ids = {row["player"]: row["player_id"] for row in tables["players"]}
    entries, matches = (group_rows(tables[table]) for table in ("entries", "matches"))
    for row in tables["events"]:
        kind, content = sources.get(row["source"], ("", b""))
        own = [entry | {"player_id": ids.get(entry["player"])} for entry in entries[row["version"]]]
        try:
            if kind == "record":
                check_record(row, own, matches[row["version"]], json.loads(content), report)
            elif kind == "workbook":
                check_workbook(row, own, content, report)
        except (*UNREADABLE, *BROKEN) as error:
            report.compare(title_of(row), "", f"its {kind}", repr(error), "one that can be read", "checking 4")


def check_record(row: Row, entries: Sequence[Row], matches: Sequence[Row], record: Row, report: Report) -> None:
    """Compare a version with the record that was made of old lists (checking 4.1)."""
    event = title_of(row)

    def compare(whose: str, names: Mapping[str, str], found: Row, expected: Row) -> None:
        for name, column in names.items():
            report.compare(event, whose, column, found.get(column), expected.get(name), "checking 4.1")

    compare("", OF_EVENT, row, record)
    listed, played = (
        [dict(zip(record[part]["columns"], each, strict=True)) for each in record[part]["rows"]]
        for part in ("entries", "meetings")
    )
    report.compare(event, "", "number of entries", len(entries), len(listed), "checking 4.1")
    report.compare(event, "", "number of matches", len(matches), len(played), "checking 4.1")
    for entry, expected in zip(entries, listed, strict=False):
        compare(entry["name"], OF_ENTRY | {"player_id": "player_id"}, entry, expected)
        if entry["played_all"] is not None:
            compare(entry["name"], {"played_all": "played_all"}, entry, {"played_all": bool(expected["played_all"])})
    for match, expected in zip(matches, played, strict=False):
        compare(f"round {match['round']}, match {match['match']}", OF_MATCH, match, expected)


MOST_BYTES = 1 << 28  # of a workbook, when it is unpacked


def check_workbook(row: Row, entries: Sequence[Row], content: bytes, report: Report) -> None:
    """Check that all who are entered stand in the workbook (checking 4.2)."""
    texts = read_texts(content)
    for entry in entries:
        names = [fold(name) for name in (entry["name"], *entry["name"].split(" & "))]
        if any(letter.isalpha() for letter in names[0]):
            there = names[0] in texts or all(name in texts for name in names[1:])
            report.compare(title_of(row), entry["name"], "name in its workbook", there, True, "checking 4.2")


def read_texts(content: bytes) -> set[str]:
    """Read all texts that stand in the cells of a workbook, as names are compared."""
    texts = set()
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        parts = [part for part in package.infolist() if part.filename.endswith(".xml")]
        if sum(part.file_size for part in parts) > MOST_BYTES:
            raise zipfile.BadZipFile("too large")
        for part in parts:
            with package.open(part) as file:
                for _, element in ElementTree.iterparse(file):
                    kind = element.tag.rpartition("}")[2]
                    if kind in ("si", "is", "v"):
                        texts.add(fold(ESCAPED.sub(lambda code: chr(int(code[1], 16)), "".join(element.itertext()))))
                    if kind in ("si", "is", "v", "row", "rPh"):  # the last is how a text is spoken
                        element.clear()
    return texts


ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
BROKEN = (ElementTree.ParseError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)


def check_forgettings(tables: Tables, report: Report) -> None:
    """Note with which changes seals were rewritten; the last names the digest before it as it is (checking 3.6)."""
    pairs = [
        pair for pair in zip(tables["changes"], tables["changes"][1:], strict=False) if pair[1]["kind"] == "forget"
    ]
    for last, forgetting in pairs:
        told, name = json.loads(forgetting["details"]), f"change {forgetting['change']}"
        report.notes.append(
            f"seals up to change {last['change']} were rewritten when somebody was forgotten ({name}, "
            f"{forgetting['at'][:10]}): the last of them was {told['before']}, and is {told['since']} since"
        )
        if forgetting is pairs[-1][1]:
            report.compare(name, "", "since", told["since"], last["digest"], "checking 3.6")


def check_digests(tables: Tables, report: Report) -> None:
    """Check the digest of each version of an event, and the chain of those of the changes (checking 3.2 and 3.3)."""
    identities = {row["player"]: row["identity"] for row in tables["players"]}
    entries, matches = (group_rows(tables[table]) for table in ("entries", "matches"))
    for row in tables["events"]:
        record = {
            "event": leave_out(row, "version event file source added ended digest"),
            "entries": [
                leave_out(entry, "version player") | {"identity": identities.get(entry["player"])}
                for entry in entries[row["version"]]
            ],
            "matches": [leave_out(match, "version") for match in matches[row["version"]]],
        }
        name = f"version {row['version']} of event {row['event']}"
        report.compare(name, "", "digest", row["digest"], digest_of(record), "checking 3.2")
    before = ""
    for change in tables["changes"]:
        # What came with version 4 counts where it is not blank, so that older digests stay as they were.
        blank = " ".join(column for column in ("note", "author", "details") if change.get(column) is None)
        found = digest_of(leave_out(change, f"undone digest {blank}") | {"before": before})
        report.compare(f"change {change['change']}", "", "digest", change["digest"], found, "checking 3.3")
        before = change["digest"]


# Canonical text (checking 3.1), and the columns of the rows that count (checking 3.4).
canonical = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
SUMMED = {"events": "version event digest file source added ended", "players": "player identity player_id name"}
SUMMED |= {"links": "link player event main added ended", "changes": "change undone"}


def check_state(tables: Tables, version: int, report: Report) -> None:
    """Check what the archive has come to, and that the last change is sealed with it (checking 3.4 and 3.5)."""
    rows = {name: [[row[each] for each in columns.split()] for row in tables[name]] for name, columns in SUMMED.items()}
    texts = (canonical([name, *row]) for name, some in rows.items() for row in some)
    numbers = (int.from_bytes(hashlib.shake_256(text.encode()).digest(512)) for text in texts)
    state = f"{sum(numbers) % 2**4096:01024x}"
    if version > 2:  # the second version sealed lists, and kept no state
        kept = {row["name"]: row["value"] for row in tables["archive"]}.get("state")
        report.compare("the archive", "", "state", digest_of(kept), digest_of(state), "checking 3.4")
    rows["undone"] = [row for row in rows.pop("changes") if row[1] is not None]
    for last in tables["changes"][-1:]:
        expected = digest_of(rows if last["state"] == digest_of(rows) else state)
        report.compare(f"change {last['change']}", "", "state", last["state"], expected, "checking 3.4")


def digest_of(value: object) -> str:
    """Work out the digest of a value: that of its canonical text (checking 3.1)."""
    return sha256(canonical(value))


def leave_out(row: Row, columns: str) -> Row:
    """Take a row without some of its columns."""
    return {column: value for column, value in row.items() if column not in columns.split()}


def group_rows(rows: Iterable[Row], column: str = "version") -> dict[int, list[Row]]:
    """Group rows by their version of an event, or by another column."""
    grouped: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row[column]].append(row)
    return grouped


UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)  # what a damaged row can lead to


def check_export(manifest: Row, tables: Tables) -> Report:
    """Check everything: the tables, the digests, and every version of every event."""
    report = Report()
    check_manifest(manifest, tables, report)
    try:
        check_tables(tables, report)
        check_players(tables, report)
        check_journal(tables, report)
        check_sources(tables, report)
        if manifest["version"] > 1:  # the first version had no digests
            check_digests(tables, report)
            check_state(tables, manifest["version"], report)
            check_forgettings(tables, report)
        entries, matches = (group_rows(tables[table]) for table in ("entries", "matches"))
        rebuilt = {row["change"]: row["told"] for row in tables["changes"] if row["kind"] == "rebuild"}
    except UNREADABLE as error:
        report.compare("", "", "the tables", repr(error), "rows with all columns", "checking 2.1")
        return report
    for row in tables["events"]:
        found = Report()
        check_version(row, entries[row["version"]], matches[row["version"]], found)
        report.compared += found.compared
        report.notes += found.notes
        for finding in found.findings:
            if was_told(finding, row, rebuilt.get(row["ended"], "")):
                report.notes.append(str(finding))
            else:
                report.findings.append(finding)
    return report


def was_told(finding: Finding, row: Row, told: str) -> bool:
    """Tell whether the journal says of what does not agree that a rebuild has set it right (checking 2.7)."""
    if finding.player:
        return f"{finding.player}: " in told
    return f"rounds {row['rounds']} → " in told or f"players {row['field']} → " in told


def check_version(row: Row, entries: Sequence[Row], matches: Sequence[Row], report: Report) -> None:
    """Check a version of an event, whose rows may be damaged."""
    try:
        check_event(Event(row, entries, matches), report)
    except UNREADABLE as error:
        name = f"version {row['version']} of event {row['event']}"
        report.compare(name, "", "its rows", repr(error), "rows that can be worked out", "checking 2.3")


MOST_SHOWN = 20


def main(arguments: Sequence[str]) -> int:
    """Check the export that is named, and say what was found."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python check_export.py EXPORT (a JSON file, or a folder of CSV files)", file=sys.stderr)
        return 2
    try:
        report = check_export(*read_export(Path(arguments[0])))
    except NoExportError as error:
        print(error, file=sys.stderr)
        return 2
    for note in report.notes:
        print(f"Note: {note}")
    for finding in report.findings[:MOST_SHOWN]:
        print(finding)
    if report.findings:
        print(f"{len(report.findings)} of {report.compared} numbers do not agree")
        return 1
    print(f"all {report.compared} numbers agree")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
