"""Reads old results from lists: finds the rows of each event, makes its record, and warns of what may be wrong."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, NamedTuple

from turnabout_sheets.archive.lists.declared import EVENTS, NAMED, PLACINGS
from turnabout_sheets.archive.ratings import RATED_FORMATS, add_awards
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import A_WINS, B_WINS, BY_WINNER, WINNERS, Outcome
from turnabout_sheets.core.problems import Place, Problem, error, has_errors, sort_problems, warning
from turnabout_sheets.core.text import alphabetical_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.sheets.table import Row, Table, suggest

FIGURES: Final = {"wins": Outcome.WIN, "draws": Outcome.DRAW, "losses": Outcome.LOSS, "byes": Outcome.BYE}
"""The outcome that each figure of a placing counts."""

_BYE: Final = key(BYE_NAME)
_BY_WORD: Final[Mapping[str, tuple[Outcome | None, Outcome | None]]] = {
    "": (None, None),
    **{key(word): each for word, each in BY_WINNER.items()},
}

Player = tuple[str, str]
"""The name and the Player ID of a player; blank without one."""


class OldTable(NamedTuple):
    """One of our lists, or a table made one, and what is wrong with it; ``given`` is what was said of a made one."""

    table: Table
    problems: Sequence[Problem]
    given: Mapping[str, Any] | None = None


class Reading(NamedTuple):
    """What a file holds: lists, or the record of an event; and what is reported of it."""

    tables: Sequence[OldTable] = ()
    record: EventRecord | None = None
    remarks: Sequence[str] = ()
    problems: Sequence[Problem] = ()


@dataclass(slots=True)
class Line:
    """A row of a list."""

    table: Table
    row: Row

    def __getitem__(self, field: str) -> Any:
        return self.row[field]

    def place(self, field: str) -> Place:
        """Return the place of a field."""
        return self.table.place(self.row.number, field)


@dataclass(slots=True)
class OldEvent:
    """An event as a row names it (None where a cell is blank), all its rows, and what is wrong with it."""

    event_id: str | None
    name: str | None
    date: str | None
    place: Place  # where it is named first
    facts: Mapping[str, Any]  # of the list of events, or said by the organizer
    declared: Line | None = None  # its row in a list of events
    placings: list[Line] = field(default_factory=list)
    matches: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What messages call the event: its name, day and Event ID, as far as they are there."""
        about = ", ".join(filter(None, (self.date, self.event_id and f"Event ID {self.event_id}")))
        return f"{self.name} ({about})" if self.name and about else self.name or about

    def may_be(self, other: OldEvent) -> bool:
        """Return whether nothing that rows say of two events tells them apart."""
        pairs = ((self.event_id, other.event_id), (self.name, other.name), (self.date, other.date))
        return all(key(one) == key(another) for one, another in pairs if one and another)


def read_old_events(
    tables: Sequence[OldTable], *, skip_errors: bool = False
) -> tuple[list[tuple[EventRecord, str]], list[Problem]]:
    """Return the events of old results by date and name, each with its first sheet, and all problems.

    With an error there are none; with ``skip_errors`` all events are there that have no error in their own rows, unless
    an error is in none of these.
    """
    problems, cells = list[Problem](), dict[tuple[str, int], list[Problem]]()
    for table, found, _ in tables:
        for each in found:
            errors = cells.setdefault((table.title, each.place.position[0]), []) if has_errors([each]) else problems
            errors.append(each)
    events, found = group_rows(tables, cells)
    problems += [*found, *(each for errors in cells.values() for each in errors)]
    is_readable = not has_errors(problems)
    has_list = any(table.sheet is EVENTS and table.rows for table, *_ in tables)
    records: list[tuple[EventRecord, str]] = []
    for event in events:
        if is_readable and not event.problems:
            record = make_record(event, has_list=has_list)
            if not has_errors(event.problems):
                records.append((add_awards(record), (event.placings or event.matches)[0].table.title))
        problems += event.problems
    return (records if is_readable and (skip_errors or not has_errors(problems)) else []), sort_problems(problems)


def group_rows(
    tables: Sequence[OldTable], cells: dict[tuple[str, int], list[Problem]]
) -> tuple[list[OldEvent], list[Problem]]:
    """Return the events that lists name, by date, name and Event ID, and what is wrong with how rows name them.

    ``cells`` are the errors of cells, by sheet and row: they go to the event of their row.
    """
    events, problems, groups = list[OldEvent](), list[Problem](), list[tuple[OldEvent, list[Line]]]()
    for table, _, given in tables:
        rows_of, is_list = defaultdict[tuple[str | None, ...], list[Line]](list), table.sheet is EVENTS
        for row in table.rows:
            rows_of[row.cells[: len(NAMED)]].append(Line(table, row))
        for (event_id, name, date), lines in rows_of.items():
            first = lines[0]
            facts = first.row.values if is_list else given or {}
            if event_id or (name and date):
                said = OldEvent(event_id, name, date, first.place("event"), facts, first if is_list else None)
                groups.append((said, lines))
                continue
            there = [field for field in ("event", "date", "event_id") if field in table.positions]
            blank = next((field for field in there if first[field] is None), "date")
            places = [line.place(blank) for line in lines if (table.title, line.row.number) not in cells]
            message = "Nothing says which event this belongs to; expected an Event ID, or Event and Date."
            hint = "Fill them in, or clear the whole row." if blank in there else "Add the columns, and fill them in."
            problems += [error(place, message, hint) for place in dict.fromkeys(places)]  # without a column, the sheet

    known = defaultdict[object, list[OldEvent]](list)  # by Event ID, and by name and date

    # Lists of events come first, then what names and dates an event: so the order of files does not matter.
    groups.sort(key=lambda group: (not group[0].declared, not (group[0].name and group[0].date)))
    for said, lines in groups:
        of_id = known[key(said.event_id)] if said.event_id else []
        of_name = known[key(said.name or ""), said.date]
        meant = [each for each in of_id or of_name if each.may_be(said)]
        is_new = not (meant or of_id) and bool(said.declared or (said.name and said.date and not of_name))
        if is_new:
            events.append(said)
            of_name.append(said)
            meant = [said]
        if said.declared and (again := lines[is_new:]):
            message = (
                f"{said.title} is in {(meant or of_id)[0].place} already, or its Event ID; expected every event once."
            )
            hint = "Delete one of the two rows, or give each its own Event ID."
            problems += [error(each.place("event"), message, hint) for each in again]
        elif len(meant) != 1:
            others = [f"{each.title}, in {each.place}" for each in of_id or of_name]
            expected = join_words(others or ["an event whose name and date are known"])
            message = f"The row is of {said.title}; expected {expected}."
            place = lines[0].place("event_id" if said.event_id else "event")
            problems.append(error(place, message, "Correct the Event ID, or the name and date of the event."))
            continue
        owner = (meant or of_id)[0]
        if event_id := said.event_id or owner.event_id:
            owner.event_id = owner.event_id or event_id
            known[key(event_id)] = [owner]
        for line in lines:
            owner.problems += cells.pop((line.table.title, line.row.number), [])
        if not said.declared:
            (owner.placings if lines[0].table.sheet is PLACINGS else owner.matches).extend(lines)
    events.sort(key=lambda each: (each.date or "", alphabetical_key(each.name or ""), key(each.event_id or "")))
    return events, problems


def make_record(event: OldEvent, *, has_list: bool) -> EventRecord:
    """Return the record of an event, without awards. Problems go to the event; with an error it is useless."""
    placed = sorted(
        event.placings,
        key=lambda line: (line["position"] or inf, alphabetical_key(line["player"]), key(line["player_id"] or "")),
    )
    players = [(line["player"], line["player_id"] or "") for line in placed] or list_players(event.matches)
    event.problems += check_names(event)
    # Which player is meant is doubtful where two have one name.
    meetings = [] if event.problems else [*read_matches(event, players)]
    meetings.sort(key=lambda each: (each.round, each.table or inf))
    tallies = tally_matches(meetings, len(players))
    rows = count_figures(tallies)
    for row, line in zip(rows, placed, strict=False):
        row |= {figure: line[figure] for figure in FIGURES if line[figure] is not None}
    rounds, facts = count_rounds(event, placed, meetings, rows), event.facts
    for row, line, tally in zip(rows, placed, tallies, strict=False):
        played_all = line["played_all"]
        if played_all is None:  # rules 1.12.8
            played_all = rounds is not None and (tally.total() if meetings else sum(row.values())) >= rounds
        row |= {"position": line["position"] or None, "points": line["points"], "played_all": played_all}
    signs = ("position", *FIGURES, "points", "played_all")  # that a player took part
    known = len(players) - sum(
        not (tally or any(line[each] for each in signs)) for line, tally in zip(placed, tallies, strict=False)
    )
    record = EventRecord(
        name=event.name or "",
        date=event.date or "",
        format=facts.get("format") or DEFAULT,
        field=facts.get("players") or known or len(players),
        entries=tuple(Entry(*player, **row) for player, row in zip(players, rows, strict=True)),
        meetings=tuple(meetings),
        event_id=event.event_id or "",
        venue=facts.get("venue") or "",
        organizer=facts.get("organizer") or "",
        rounds=rounds,
    )
    event.problems += [*check_record(event, record, known, tallies, has_list=has_list)]
    return record


def list_players(lines: Sequence[Line]) -> list[Player]:
    """Return everybody who has a match or a bye, by name; two Player IDs beside one name are two people."""
    found = dict[Player, Player]()
    for line in lines:
        for name, player_id in (line["a"], line["a_id"] or ""), (line["b"], line["b_id"] or ""):
            if key(name) != _BYE:
                found.setdefault((key(name), key(player_id)), (name, player_id))
    told_apart = {name for name, player_id in found if player_id}  # one ID tells whose the rows without one are
    return [player for (name, its), player in sorted(found.items()) if its or name not in told_apart]


def check_names(event: OldEvent) -> Iterator[Problem]:
    """Find players with two placings: two people have two IDs (rules 1.12.9)."""
    if not (event.placings or event.matches):
        what = f"{event.title} has no placings and no match records, so there is nothing to archive."
        yield error(event.place, what, "Add them, or delete the row.")
    first = dict[tuple[str, str | None], Line]()  # by ID, by name without an ID (""), and by name alone (None)
    for line in event.placings:
        name, player_id = key(line["player"]), key(line["player_id"] or "")
        clashing = [(name, ""), ("", player_id)] if player_id else [(name, None)]
        for of_name, its in (each for each in clashing if each in first):
            what = f'player "{line["player"]}"' if of_name else f'Player ID "{line["player_id"]}"'
            message = f"The {what} has a placing in {event.title} already, in {first[of_name, its].place('player')}."
            hint = "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial."
            yield error(line.place("player" if of_name else "player_id"), message, hint)
        for each in ("", player_id) if player_id else (name, ""), (name, None):
            first.setdefault(each, line)


def read_matches(event: OldEvent, players: Sequence[Player]) -> Iterator[Meeting]:
    """Yield the matches of an event; the errors in their rows go to the event."""
    by_name = defaultdict[str, list[int]](list)
    for number, (name, _) in enumerate(players):
        by_name[key(name)].append(number)
    first: dict[tuple[int, int], tuple[Line, str]] = {}
    rounds = event.facts.get("rounds")
    for line in event.matches:
        *_, number, table, a, b, a_id, b_id, winner, points_a, points_b = line.row.cells
        is_bye, sides = key(b) == _BYE, list[int]()
        problems: list[Problem] = []
        for side, name, player_id in [("a", a, a_id)] if is_bye else [("a", a, a_id), ("b", b, b_id)]:
            same, here = by_name.get(key(name), []), (line, side)
            meant = [each for each in same if player_id is None or key(players[each][1]) == key(player_id)]
            header = f"Player {side.upper()}"
            if not same:
                message = f'{header} is "{name}"; expected a player who has a placing in {event.title}.'
                hint = suggest(name, [each for each, _ in players], "Correct the name, or add the player's placing.")
                problems.append(error(line.place(side), message, hint))
            elif len(meant) != 1:
                message = f'{header} is "{name}", and its ID does not say which player of {event.title} that is.'
                place = line.place(side if player_id is None else f"{side}_id")
                problems.append(error(place, message, f"Type the Player ID of the player into {header} ID."))
            elif (known := first.setdefault((number, meant[0]), here)) is not here:
                message = f"{name} is in round {number} twice, here and in {known[0].place(known[1])}."
                problems.append(error(line.place(side), message, "Correct one of the two names, or the round."))
            sides += meant
        said = key(winner or "")
        names = {key(a): A_WINS, key(b): B_WINS} if key(a) != key(b) else {}
        outcomes = _BY_WORD.get(said) or names.get(said)
        if is_bye:
            outcomes = (Outcome.BYE, None) if outcomes in (A_WINS, _BY_WORD[""]) else None
        if outcomes is None:
            may_win = ["A", a] if is_bye else [*WINNERS, *([a, b] if names else [])]
            message = f'Winner is "{winner}"; expected {join_words(may_win)}.'
            problems.append(error(line.place("winner"), message, suggest(winner, may_win)))
        if rounds is not None and number > rounds:
            message = f"Round is {number}; expected at most {rounds}, the Rounds of {event.title}."
            problems.append(error(line.place("round"), message, "Correct it, or the event's Rounds."))
        event.problems += problems
        if outcomes and not problems:
            opponent, their_points = (None, None) if is_bye else (sides[1], points_b)
            yield Meeting(number, table or None, sides[0], opponent, *outcomes, points_a, their_points)


def tally_matches(meetings: Sequence[Meeting], players: int) -> list[Counter[Outcome | None]]:
    """Return how often each of so many players has each outcome (None: not known); together, rounds played."""
    tallies: list[Counter[Outcome | None]] = [Counter() for _ in range(players)]
    for each in meetings:
        tallies[each.a][each.outcome_a] += 1
        if each.b is not None:
            tallies[each.b][each.outcome_b] += 1
    return tallies


def count_figures(tallies: Sequence[Counter[Outcome | None]]) -> list[dict[str, Any]]:
    """Return the figures of placings as match records have them."""
    return [{figure: tally[outcome] for figure, outcome in FIGURES.items()} for tally in tallies]


def count_rounds(
    event: OldEvent, placed: Sequence[Line], meetings: Sequence[Meeting], rows: Sequence[dict[str, int]]
) -> int | None:
    """Return how many rounds an event had, as far as that is known; standings of a table show it by their figures.

    In our placings wins are without byes, in other tables often not: where a row would have more than the rounds that
    are known, or than any player without a bye has played, byes are taken out of the wins.
    """
    said, is_table = event.facts.get("rounds"), event.declared is None and event.facts
    typed = [row for row, line in zip(rows, placed, strict=False) if is_table and line["wins"] is not None]
    limit = said or max((sum(row.values()) for row in typed if not row["byes"]), default=0)
    if limit and any(row["byes"] and sum(row.values()) > limit for row in typed):
        for row in typed:
            row["wins"] = max(row["wins"] - row["byes"], 0)
        what = f"The wins of {event.title} have the byes among them, which were taken out."
        hint = "If that is wrong, say with --rounds how many rounds there were."
        event.problems.append(warning(event.place, what, hint))
    return said or max([each.round for each in meetings] + [sum(row.values()) for row in typed], default=0) or None


def check_record(
    event: OldEvent, record: EventRecord, known: int, tallies: Sequence[Counter[Outcome | None]], *, has_list: bool
) -> Iterator[Problem]:
    """Find positions and numbers of players that an event cannot have; where nothing is wrong, what looks so.

    That is also what lowers awards only because no list says it (rules 1.12.8). ``known`` is how many took part.
    """
    beyond = [line for line in event.placings if line["position"] > record.field]
    if event.declared and record.field < known:
        message = f"Players is {record.field}; expected at least {known}, as many as the other lists have."
        yield error(event.declared.place("players"), message, "Correct the number, or the rows that are too many.")
        return
    for line in beyond:
        message = f"Position is {line['position']}; expected at most {record.field}, the players of {record.title}."
        hint = "Correct it; if placings are missing, add them, or type the event's Players in a list of events."
        yield error(line.place("position"), message, hint)
    if beyond or has_errors(event.problems):
        return
    if has_list and event.declared is None:
        message = f"{record.title} is in no list of events; it is taken as {record.format}."
        yield warning(event.place, message, "Add it there; if another event is meant, correct its name or date.")
    if not event.placings:
        message = f"Only match records of {record.title} are known, so its players have no positions and no awards."
        yield warning(event.place, message, "Add the placings if you have them.")
        return
    placed = sorted((line for line in event.placings if line["position"]), key=lambda line: int(line["position"]))
    positions = [line["position"] for line in placed]
    for position, line in zip(positions, placed, strict=True):
        before = bisect_left(positions, position)
        after = len(placed) - before
        if before >= position or after > record.field - position + 1:
            what = f"{before} players are before position {position}, and {after} there or behind, of {record.field}."
            hint = "Correct the positions if they are wrong; players who are tied share the first of theirs."
            yield warning(line.place("position"), f"In {record.title} {what}", hint)
            break
    wrong = [
        entry.name
        for entry, tally in zip(record.entries, tallies if record.meetings else (), strict=False)
        # Matches without a winner may be anything.
        if any(not 0 <= getattr(entry, each) - tally[outcome] <= tally[None] for each, outcome in FIGURES.items())
    ]
    if wrong:
        message = f"Wins, draws, losses or byes of {word_first(wrong)} in {record.title} differ from the match records."
        yield warning(event.place, message, "The placings are used; correct them, or the match records.")
    if record.format not in RATED_FORMATS:
        return
    if record.field < FEWEST_RATED_PLAYERS:
        if event.facts.get("players") is None:
            few = f"it takes {FEWEST_RATED_PLAYERS} players, and {record.field} are known"
            hint = "If there were more, type its Players in a list of events."
            yield warning(event.place, f"{record.title} is not rated: {few}.", hint)
        return
    if not record.meetings and any(all(line[figure] is None for figure in FIGURES) for line in placed):
        message = f"Not all players of {record.title} have wins, draws and losses; blank ones count as 0."
        yield warning(event.place, message, "Add wins, draws and losses, or the matches.")
    if record.rounds is None and any(line["played_all"] is None for line in placed):
        message = f"Nothing says how many rounds {record.title} had, so the point for all rounds is missing."
        yield warning(event.place, message, "Type its Rounds in a list of events; of a table, say --rounds.")


def word_first(found: Sequence[str]) -> str:
    """Return the first of some, and how many more there are."""
    return found[0] + (f" and {len(found) - 1} more" if len(found) > 1 else "")
