"""Reads old results from lists: finds the rows of each event, makes its record, and warns of what may be wrong."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, NamedTuple

from turnabout_sheets.archive.lists.declared import EVENTS, PLACINGS
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

    source: OldTable
    row: Row

    def __getitem__(self, field: str) -> Any:
        return self.row[field]

    @property
    def is_of_event(self) -> bool:
        """Whether it is one of a list of events."""
        return self.source.table.sheet is EVENTS

    def place(self, field: str) -> Place:
        """Return the place of a field."""
        return self.source.table.place(self.row.number, field)


class Named(NamedTuple):
    """How a row names its event; None where a cell is blank."""

    event_id: str | None
    event: str | None
    date: str | None

    @property
    def is_whole(self) -> bool:
        """Whether it has the name of the event, and its day."""
        return self.event is not None and self.date is not None

    @property
    def title(self) -> str:
        """What messages call the event: its name and its day, as far as they are there."""
        return f"{self.event} ({self.date})" if self.is_whole else self.event or self.date or ""


@dataclass(slots=True)
class OldEvent:
    """An event that lists name, its rows, and what is wrong with it."""

    named: Named
    place: Place  # where it is named first
    facts: Mapping[str, Any]  # of the list of events, or said by the organizer
    declared: Line | None = None  # its row in a list of events
    placings: list[Line] = field(default_factory=list)
    matches: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


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
                records.append((add_awards(record), (event.placings or event.matches)[0].source.table.title))
        problems += event.problems
    return (records if is_readable and (skip_errors or not has_errors(problems)) else []), sort_problems(problems)


def group_rows(
    tables: Sequence[OldTable], cells: dict[tuple[str, int], list[Problem]]
) -> tuple[list[OldEvent], list[Problem]]:
    """Return the events that lists name, by date, name and Event ID, and what is wrong with how rows name them.

    ``cells`` are the errors of cells, by sheet and row: they go to the event of their row.
    """
    events, problems, rows_of = list[OldEvent](), list[Problem](), defaultdict[tuple[str, Named], list[Line]](list)
    for each in tables:
        table, there = each.table, each.table.positions.keys()
        if not (table.sheet is EVENTS or each.given or "event_id" in there or {"event", "date"} <= there):
            message = "No column says which event a row belongs to; expected Event ID, or Event and Date."
            problems.append(error(Place(table.title), message, "Add it, and fill it in for every row."))
            continue
        for row in table.rows:
            named = Named._make(row.cells[: len(Named._fields)])
            if named.event_id or named.is_whole:
                rows_of[table.title, named].append(Line(each, row))
            elif (table.title, row.number) not in cells:
                blank = next(field for field in ("date", "event", "event_id") if field in there and row[field] is None)
                message = "The row does not say which event it belongs to; expected its Event ID, or Event and Date."
                place = table.place(row.number, blank)
                problems.append(error(place, message, "Fill them in, or clear the whole row."))
    by_id, by_title = dict[str, OldEvent](), defaultdict[tuple[str, str], list[OldEvent]](list)

    # Lists of events come first, then what names and dates an event: so the order of files does not matter.
    groups = sorted(rows_of.items(), key=lambda group: (not group[1][0].is_of_event, not group[0][1].is_whole))
    for (title, named), lines in groups:
        first, event_id = lines[0], key(named.event_id or "")
        same = by_title[key(named.event or ""), named.date or ""]
        owner = by_id.get(event_id) or next((each for each in same if not (event_id and each.named.event_id)), None)
        if owner is None and (first.is_of_event or (named.is_whole and not same)):
            table, _, given = first.source
            its_field = min(table.positions, key=table.positions.__getitem__) if given else "event"
            facts, declared = (first.row.values, first) if first.is_of_event else (given or {}, None)
            owner = OldEvent(named, first.place(its_field), facts, declared)
            events.append(owner)
            same.append(owner)
        its, why = owner.named if owner else named, ""
        if owner is None:
            has = f": {named.title} has {same[0].named.event_id}, in {same[0].place}" if same else ""
            why = f'No event has the Event ID "{named.event_id}"{has}.'
        elif first.is_of_event:
            message = f"{named.title} is in {owner.place} already, or its Event ID; expected every event once."
            hint = "Delete one of the two rows, or give each its own Event ID."
            problems += [error(each.place("event"), message, hint) for each in lines if each is not owner.declared]
        elif len(same) > 1 and not event_id:
            why = f"{len(same)} events are called {named.title}; which one is meant?"
        elif (key(named.event or its.event or ""), named.date or its.date) != (key(its.event or ""), its.date):
            why = f'The Event ID "{named.event_id}" is that of {its.title} in {owner.place}, not of {named.title}.'
        if owner is None or why:
            place = first.place("event_id" if named.event_id else "event")
            problems.append(error(place, why, "Correct the Event ID, or the name and date of the event."))
            continue
        owner.named = its._replace(event_id=its.event_id or named.event_id)
        if event_id:
            by_id[event_id] = owner
        for line in lines:
            owner.problems += cells.pop((title, line.row.number), [])
        if not first.is_of_event:
            (owner.placings if first.source.table.sheet is PLACINGS else owner.matches).extend(lines)
    events.sort(key=lambda e: (e.named.date or "", alphabetical_key(e.named.event or ""), key(e.named.event_id or "")))
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
    rounds, idle = count_rounds(event, placed, meetings, rows), 0
    for row, line, tally in zip(rows, placed, tallies, strict=False):
        if line["position"] == 0 and not tally:
            idle += not any(line[each] for each in (*FIGURES, "points", "played_all"))
        played_all = line["played_all"]
        if played_all is None:  # rules 1.12.8
            played_all = rounds is not None and (tally.total() if meetings else sum(row.values())) >= rounds
        row |= {"position": line["position"] or None, "points": line["points"], "played_all": played_all}
    known, facts = len(players) - idle, event.facts
    record = EventRecord(
        name=event.named.event or "",
        date=event.named.date or "",
        format=facts.get("format") or DEFAULT,
        field=facts.get("players") or known or len(players),
        entries=tuple(Entry(*player, **row) for player, row in zip(players, rows, strict=True)),
        meetings=tuple(meetings),
        event_id=event.named.event_id or "",
        venue=facts.get("venue") or "",
        organizer=facts.get("organizer") or "",
        rounds=rounds,
    )
    event.problems += check_field(event, record, known)
    if not has_errors(event.problems):
        event.problems += check_record(event, record, tallies, has_list=has_list)
    return record


def list_players(lines: Sequence[Line]) -> list[Player]:
    """Return everybody who has a match or a bye, by name; two Player IDs beside one name are two people."""
    found = defaultdict[str, dict[str, Player]](dict)
    for line in lines:
        for side in "ab":
            name, player_id = line[side], line[f"{side}_id"] or ""
            if key(name) != _BYE:
                found[key(name)].setdefault(key(player_id), (name, player_id))
    for of_name in found.values():
        if len(of_name) > 1:  # one ID tells whose the rows without one are
            of_name.pop("", None)
    return [player for _, of_name in sorted(found.items()) for _, player in sorted(of_name.items())]


def check_names(event: OldEvent) -> Iterator[Problem]:
    """Find players with two placings: two people have two IDs (rules 1.12.9)."""
    if not (event.placings or event.matches):
        what = f"{event.named.title} has no placings and no match records, so there is nothing to archive."
        yield error(event.place, what, "Add them, or delete the row.")
    by_name, by_id = defaultdict[str, dict[str, Line]](dict), dict[str, Line]()
    for line in event.placings:
        name, player_id = key(line["player"]), key(line["player_id"] or "")
        same = by_name[name]
        of_name = same.get("") or same.get(player_id) if player_id else next(iter(same.values()), None)
        if other := of_name or by_id.get(player_id):
            what = f'player "{line["player"]}"' if of_name else f'Player ID "{line["player_id"]}"'
            message = f"The {what} has a placing in {event.named.title} already, in {other.place('player')}."
            hint = "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial."
            yield error(line.place("player" if of_name else "player_id"), message, hint)
        same.setdefault(player_id, line)
        if player_id:
            by_id.setdefault(player_id, line)


def read_matches(event: OldEvent, players: Sequence[Player]) -> Iterator[Meeting]:
    """Yield the matches of an event; the errors in their rows go to the event."""
    by_name = defaultdict[str, list[int]](list)
    for number, (name, _) in enumerate(players):
        by_name[key(name)].append(number)
    first: dict[tuple[int, int], tuple[Line, str]] = {}
    rounds, its_name = event.facts.get("rounds"), event.named.title
    for line in event.matches:
        *_, number, table, a, b, a_id, b_id, winner, points_a, points_b = line.row.cells
        is_bye, sides = key(b) == _BYE, []
        problems: list[Problem] = []
        for side, name, player_id in [("a", a, a_id)] if is_bye else [("a", a, a_id), ("b", b, b_id)]:
            meant = same = by_name.get(key(name), [])
            if player_id is not None:
                meant = [each for each in same if key(players[each][1]) == key(player_id)]
            header, here = f"Player {side.upper()}", (line, side)
            if not same:
                message = f'{header} is "{name}"; expected a player who has a placing in {its_name}.'
                hint = suggest(name, [each for each, _ in players], "Correct the name, or add the player's placing.")
                problems.append(error(line.place(side), message, hint))
            elif len(meant) != 1:
                message = f'{header} is "{name}", and its ID does not say which player of {its_name} that is.'
                place = line.place(side if player_id is None else f"{side}_id")
                problems.append(error(place, message, f"Type the Player ID of the player into {header} ID."))
            elif (known := first.setdefault((number, meant[0]), here)) is not here:
                message = f"{name} is in round {number} twice, here and in {known[0].place(known[1])}."
                problems.append(error(line.place(side), message, "Correct one of the two names, or the round."))
            sides += meant
        said = key(winner or "")
        names = {key(a): A_WINS, key(b): B_WINS} if key(a) != key(b) else {}
        outcomes = _BY_WORD.get(said) or names.get(said)
        if outcomes is None or (is_bye and outcomes not in (A_WINS, _BY_WORD[""])):
            may_win = ["A", a] if is_bye else [*WINNERS, *([a, b] if names else [])]
            message = f'Winner is "{winner}"; expected {join_words(may_win)}.'
            problems.append(error(line.place("winner"), message, suggest(winner, may_win)))
        if rounds is not None and number > rounds:
            message = f"Round is {number}; expected at most {rounds}, the Rounds of {its_name}."
            problems.append(error(line.place("round"), message, "Correct it, or the event's Rounds."))
        event.problems += problems
        if outcomes is None or problems:
            continue
        if is_bye:
            yield Meeting(number, table or None, sides[0], None, Outcome.BYE, None, points_a)
        else:
            yield Meeting(number, table or None, sides[0], sides[1], *outcomes, points_a, points_b)


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
        what = f"The wins of {event.named.title} have the byes among them, which were taken out."
        hint = "If that is wrong, say with --rounds how many rounds there were."
        event.problems.append(warning(event.place, what, hint))
    return said or max([each.round for each in meetings] + [sum(row.values()) for row in typed], default=0) or None


def check_field(event: OldEvent, record: EventRecord, known: int) -> Iterator[Problem]:
    """Find an event with more players than it says, and positions that it cannot have; ``known`` is how many."""
    if event.declared and record.field < known:
        message = f"Players is {record.field}; expected at least {known}, as many as the other lists have."
        yield error(event.declared.place("players"), message, "Correct the number, or the rows that are too many.")
        return
    for line in event.placings:
        if line["position"] > record.field:
            message = f"Position is {line['position']}; expected at most {record.field}, the players of {record.title}."
            hint = "Correct it; if placings are missing, add them, or type the event's Players in a list of events."
            yield error(line.place("position"), message, hint)


def check_record(
    event: OldEvent, record: EventRecord, tallies: Sequence[Counter[Outcome | None]], *, has_list: bool
) -> Iterator[Problem]:
    """Find what looks wrong, and what lowers awards only because no list says it (rules 1.12.8)."""
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
        others = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        message = f"Wins, draws, losses or byes of {wrong[0]}{others} in {record.title} differ from the match records."
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
