"""Reads old results from lists: finds the rows of each event, makes its record, and warns of what may be wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Final, NamedTuple

from turnabout_sheets.archive.lists.declared import EVENTS, PLACINGS
from turnabout_sheets.archive.ratings import RATED_FORMATS, add_awards
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import BY_WINNER, Outcome
from turnabout_sheets.core.problems import Place, Problem, error, has_errors, sort_problems, warning
from turnabout_sheets.core.text import alphabetical_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME, RESERVED_NAMES
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.sheets.table import Row, Table, read_table, suggest

FIGURES: Final = {"wins": Outcome.WIN, "draws": Outcome.DRAW, "losses": Outcome.LOSS, "byes": Outcome.BYE}
"""The outcome that each figure of a placing counts."""

_BYE: Final = key(BYE_NAME)
_RESERVED: Final = frozenset(map(key, RESERVED_NAMES))

Player = tuple[str, str]
"""The name and the Player ID of a player; blank without one."""


class List(NamedTuple):
    """A sheet that is one of our lists, or was made one; ``facts`` is what the organizer says of a made one."""

    grid: Grid
    sheet: Sheet
    facts: Mapping[str, Any] | None = None


class Reading(NamedTuple):
    """What a file holds: lists, or the record of an event; and what is reported of it."""

    lists: Sequence[List] = ()
    record: EventRecord | None = None
    remarks: Sequence[str] = ()
    problems: Sequence[Problem] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list."""

    table: Table
    row: Row

    def __getitem__(self, field: str) -> Any:
        row = self.row
        return row.cells[row.fields[field]]  # at once: this is asked twenty times of each of a million rows

    def place(self, field: str) -> Place:
        """Return the place of a field."""
        return self.table.place(self.row.number, field)


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
        """The name and the day, as far as they are there."""
        return f"{self.event} ({self.date})" if self.is_whole else self.event or self.date or ""


@dataclass(slots=True)
class OldEvent:
    """An event that lists name, its rows in the order of files and rows, and what is wrong with it."""

    named: Named
    place: Place  # where it is named first
    facts: Mapping[str, Any]  # of the list of events, or said by the organizer
    declared: Line | None = None  # its row in a list of events
    is_table: bool = False
    placings: list[Line] = field(default_factory=list)
    matches: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def title(self) -> str:
        """What messages call the event."""
        return self.named.title


CellErrors = dict[tuple[str, int], list[Problem]]
"""Errors of cells, by sheet and row."""


def read_old_events(
    lists: Iterable[List], *, skip_errors: bool = False
) -> tuple[list[tuple[EventRecord, str]], list[Problem]]:
    """Return the events of old results by date and name, each with its first sheet, and all problems.

    With an error there are none; with ``skip_errors`` all events are there that have no error in their own rows, unless
    an error is in none of these.
    """
    tables: list[tuple[Table, Mapping[str, Any] | None]] = []
    problems: list[Problem] = []
    cells: CellErrors = defaultdict(list)
    for grid, sheet, facts in lists:
        table, found = read_table(grid, sheet)
        for each in found:
            (cells[grid.name, each.place.position[0]] if has_errors([each]) else problems).append(each)
        # Cells as they were typed take more room than all else.
        tables += [(replace(table, grid=Grid(grid.name, ())), facts)] if table else []
    events, found = group_rows(tables, cells)
    problems += [*found, *(each for errors in cells.values() for each in errors)]
    is_readable = not has_errors(problems)
    has_list = any(table.sheet is EVENTS and table.rows for table, _ in tables)
    records: list[tuple[EventRecord, str]] = []
    for event in events:
        if is_readable and not event.problems:
            record = make_record(event)
            if not has_errors(event.problems):
                records.append((add_awards(record), (*event.placings, *event.matches)[0].table.title))
                event.problems += check_record(event, record, has_list=has_list)
        problems += event.problems
    return (records if is_readable and (skip_errors or not has_errors(problems)) else []), sort_problems(problems)


def group_rows(
    tables: Sequence[tuple[Table, Mapping[str, Any] | None]], cells: CellErrors
) -> tuple[list[OldEvent], list[Problem]]:
    """Return the events that lists name, by date, name and Event ID, and what is wrong with how rows name them.

    Errors of ``cells`` go to the event of their row.
    """
    events, problems = list[OldEvent](), list[Problem]()
    by_id: dict[str, OldEvent] = {}
    by_title = defaultdict[tuple[str, str], list[OldEvent]](list)
    read = [
        (table, facts, [Named(*map(row.__getitem__, Named._fields)) for row in table.rows]) for table, facts in tables
    ]
    # Every row is heard before any is judged, so that their order does not matter; lists of events come first.
    for table, facts, names in sorted(read, key=lambda each: each[0].sheet is not EVENTS):
        is_list = table.sheet is EVENTS
        at = "event" if facts is None else next(iter(table.positions))  # where a table has its first column
        heard = set[Named]()
        for row, named in zip(table.rows, names, strict=True):
            if not (named.is_whole or (is_list and named.event_id)) or (named in heard and not is_list):
                continue
            heard.add(named)
            place, same = table.place(row.number, at), by_title[key(named.event or ""), named.date or ""]
            known = by_id.get(key(named.event_id or "")) or next(
                (each for each in same if not (named.event_id and each.named.event_id)), None
            )
            if known is not None and is_list:
                message = f"{named.title} is in {known.place} already, or its Event ID; expected every event once."
                problems.append(error(place, message, "Delete one of the two rows, or give each its own Event ID."))
            elif known is not None:
                if named.event_id and not known.named.event_id:
                    known.named = known.named._replace(event_id=named.event_id)
            elif is_list or not same:
                line = Line(table, row) if is_list else None
                known = OldEvent(named, place, row.values if is_list else facts or {}, line, facts is not None)
                events.append(known)
                same.append(known)
            if known is not None and named.event_id:
                by_id.setdefault(key(named.event_id), known)

    def find(named: Named) -> OldEvent | str:
        same = by_title.get((key(named.event or ""), named.date or ""), [])
        if not named.event_id:
            return same[0] if len(same) == 1 else f"{len(same)} events are called {named.title}; which one is meant?"
        known = by_id.get(key(named.event_id))
        if known is None:
            its = f": {named.title} has {same[0].named.event_id}, in {same[0].place}" if same else ""
            return f'No event has the Event ID "{named.event_id}"{its}.'
        name = key(known.named.event or "")
        if named.date in (None, known.named.date) and (named.event is None or key(named.event) == name):
            return known
        return f'The Event ID "{named.event_id}" is that of {known.title} in {known.place}, not of {named.title}.'

    for table, _, names in read:
        if table.sheet is not EVENTS and not (
            {"event_id"} <= {*table.positions} or {"event", "date"} <= {*table.positions}
        ):
            message = "No column says which event a row belongs to; expected Event ID, or Event and Date."
            problems.append(error(Place(table.title), message, "Add it, and fill it in for every row."))
            continue
        owners: dict[Named, OldEvent | str] = {}
        for row, named in zip(table.rows, names, strict=True):
            errors = table.title, row.number
            if not (named.event_id or named.is_whole):
                blank = next(each for each in reversed(Named._fields) if each in table.positions and row[each] is None)
                message = "The row does not say which event it belongs to; expected its Event ID, or Event and Date."
                if errors not in cells:
                    hint = "Fill them in, or clear the whole row."
                    problems.append(error(table.place(row.number, blank), message, hint))
                continue
            if named not in owners:
                owner = owners[named] = find(named)
                # The same mistake in many rows is reported once, one in a list of events was above.
                if isinstance(owner, str) and table.sheet is not EVENTS:
                    place = table.place(row.number, "event_id" if named.event_id else "event")
                    problems.append(error(place, owner, "Correct the Event ID, or the name and date of the event."))
            owner = owners[named]
            if isinstance(owner, str):
                continue
            if table.sheet is not EVENTS:
                (owner.placings if table.sheet is PLACINGS else owner.matches).append(Line(table, row))
            if errors in cells:
                owner.problems += cells.pop(errors)
    events.sort(key=lambda e: (e.named.date or "", alphabetical_key(e.named.event or ""), key(e.named.event_id or "")))
    return events, problems


def make_record(event: OldEvent) -> EventRecord:
    """Return the record of an event, without awards. Problems go to the event; with an error it is useless."""
    placed = sorted(
        event.placings,
        key=lambda line: (line["position"] or inf, alphabetical_key(line["player"]), key(line["player_id"] or "")),
    )
    players = [(line["player"], line["player_id"] or "") for line in placed] or list_players(event.matches)
    event.problems += check_names(event)
    # Which player is meant is doubtful where two have one name.
    meetings = [] if event.problems else [*read_matches(event, players)]
    meetings.sort(key=lambda each: (each.round, inf if each.table is None else each.table))
    tallies = tally_matches(meetings, len(players))
    rows: list[dict[str, Any]] = [count_figures(tally) for tally in tallies]
    for row, line in zip(rows, placed, strict=False):
        row |= {figure: line[figure] for figure in FIGURES if line[figure] is not None}
    rounds, idle = count_rounds(event, placed, meetings, rows), 0
    for row, line, tally in zip(rows, placed, tallies, strict=False):
        said = any(line[each] for each in (*FIGURES, "points", "played_all"))
        idle += line["position"] == 0 and not (tally or said)
        played_all = line["played_all"]
        if played_all is None:  # rules 1.12.8
            played_all = rounds is not None and (tally.total() if meetings else sum(row.values())) >= rounds
        row |= {"position": line["position"] or None, "points": line["points"], "played_all": played_all}
    known = len(players) - idle
    event.problems += check_field(event, known)
    return EventRecord(
        name=event.named.event or "",
        date=event.named.date or "",
        format=event.facts.get("format") or DEFAULT,
        field=event.facts.get("players") or known or len(players),
        entries=tuple(Entry(*player, **row) for player, row in zip(players, rows, strict=True)),
        meetings=tuple(meetings),
        event_id=event.named.event_id or "",
        venue=event.facts.get("venue") or "",
        organizer=event.facts.get("organizer") or "",
        rounds=rounds,
    )


def list_players(lines: Sequence[Line]) -> list[Player]:
    """Return everybody who has a match or a bye, by name; two Player IDs beside one name are two people."""
    found = defaultdict[str, dict[str, Player]](dict)
    for line in lines:
        for side in "ab":
            name, player_id = line[side], line[f"{side}_id"] or ""
            if key(name) not in _RESERVED:
                found[key(name)].setdefault(key(player_id), (name, player_id))
    players: list[Player] = []
    for _, of_name in sorted(found.items()):
        known = [player for id_key, player in sorted(of_name.items()) if id_key]
        players += known or of_name.values()  # one ID tells whose the rows without one are
    return players


def check_names(event: OldEvent) -> Iterator[Problem]:
    """Find names that mean something else, and players with two placings: two people have two IDs (rules 1.12.9)."""
    if not (event.placings or event.matches):
        what = f"{event.title} has no placings and no match records, so there is nothing to archive."
        yield error(event.place, what, "Add them, or delete the row.")
    by_name, by_id = defaultdict[str, list[Line]](list), dict[str, Line]()
    for line in event.placings:
        name, player_id = key(line["player"]), key(line["player_id"] or "")
        if name in _RESERVED:
            yield refuse_name(line, "player")
        same = [each for each in by_name[name] if not player_id or key(each["player_id"] or "") in ("", player_id)]
        if same or player_id in by_id:
            other = same[0] if same else by_id[player_id]
            what = f'player "{line["player"]}"' if same else f'Player ID "{line["player_id"]}"'
            message = f"The {what} has a placing in {event.title} already, in {other.place('player')}."
            hint = "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial."
            yield error(line.place("player" if same else "player_id"), message, hint)
        by_name[name].append(line)
        if player_id:
            by_id.setdefault(player_id, line)


def refuse_name(line: Line, side: str) -> Problem:
    """Return what is wrong where a player has a name such as BYE or Draw."""
    message = f'No player can be called "{line[side]}": {join_words(RESERVED_NAMES, "and")} mean something else.'
    hint = f"Add something to the name, for example an initial; for a bye, {BYE_NAME} is player B."
    return error(line.place(side), message, hint)


def read_matches(event: OldEvent, players: Sequence[Player]) -> Iterator[Meeting]:
    """Yield the matches of an event; the errors in their rows go to the event."""
    by_name = defaultdict[str, list[int]](list)
    for number, (name, _) in enumerate(players):
        by_name[key(name)].append(number)
    rounds = event.facts.get("rounds")
    first: dict[tuple[int, int], Place] = {}
    for line in event.matches:
        is_bye, number, problems, sides = key(line["b"]) == _BYE, line["round"], list[Problem](), list[int]()
        for side in "a" if is_bye else "ab":
            name, typed, place = line[side], line[f"{side}_id"], line.place(side)
            if key(name) in _RESERVED:
                problems.append(refuse_name(line, side))
                continue
            same = by_name.get(key(name), [])
            meant = [each for each in same if typed is None or key(players[each][1]) == key(typed)]
            if len(meant) != 1:
                header = f"Player {side.upper()}"
                message = f'{header} is "{name}"; expected a player who has a placing in {event.title}.'
                hint = suggest(name, [each for each, _ in players], "Correct the name, or add the player's placing.")
                if same:
                    message = f'{header} is "{name}", and its ID does not say which player of {event.title} that is.'
                    place = place if typed is None else line.place(f"{side}_id")
                    hint = f"Type the Player ID of the player into {header} ID."
                problems.append(error(place, message, hint))
                continue
            sides += meant
            there = first.setdefault((number, meant[0]), place)
            if there is not place:
                message = f"{name} is in round {number} twice, here and in {there}."
                problems.append(error(place, message, "Correct one of the two names, or the round."))
        known = {"A": "A", line["a"]: "A"} if is_bye else {"A": "A", "B": "B", "Draw": "Draw"}
        if not is_bye and key(line["a"]) != key(line["b"]):
            known |= {line["a"]: "A", line["b"]: "B"}
        typed = line["winner"]
        winner = {key(word): side for word, side in known.items()}.get(key(typed or ""))
        if typed is not None and winner is None:
            message = f'Winner is "{typed}"; expected {join_words([*known])}.'
            problems.append(error(line.place("winner"), message, suggest(typed, known)))
        if rounds is not None and number > rounds:
            message = f"Round is {number}; expected at most {rounds}, the Rounds of {event.title}."
            problems.append(error(line.place("round"), message, "Correct it, or the event's Rounds."))
        event.problems += problems
        if not problems:
            table, points_a = line["table"] or None, line["points_a"]
            if is_bye:
                yield Meeting(number, table, sides[0], None, Outcome.BYE, None, points_a)
            else:
                one, other = BY_WINNER[winner] if winner else (None, None)
                yield Meeting(number, table, sides[0], sides[1], one, other, points_a, line["points_b"])


def tally_matches(meetings: Sequence[Meeting], players: int) -> list[Counter[Outcome | None]]:
    """Return how often each of so many players has each outcome (None: not known); together, rounds played."""
    tallies = [Counter[Outcome | None]() for _ in range(players)]
    for each in meetings:
        tallies[each.a][each.outcome_a] += 1
        if each.b is not None:
            tallies[each.b][each.outcome_b] += 1
    return tallies


def count_figures(tally: Counter[Outcome | None]) -> dict[str, Any]:
    """Return the figures of a placing as match records have them."""
    return {figure: tally[outcome] for figure, outcome in FIGURES.items()}


def count_rounds(
    event: OldEvent, placed: Sequence[Line], meetings: Sequence[Meeting], rows: Sequence[dict[str, int]]
) -> int | None:
    """Return how many rounds an event had, as far as that is known; standings of a table show it by their figures.

    In our placings wins are without byes, in other tables often not: where a row would have more than the rounds that
    are known, or than any player without a bye has played, byes are taken out of the wins.
    """
    said, most = event.facts.get("rounds"), max((each.round for each in meetings), default=0)
    typed = [row for row, line in zip(rows, placed, strict=False) if event.is_table and line["wins"] is not None]
    limit = said or max((sum(row.values()) for row in typed if not row["byes"]), default=0)
    if limit and any(row["byes"] and sum(row.values()) > limit for row in typed):
        for row in typed:
            row["wins"] = max(row["wins"] - row["byes"], 0)
        what = f"The wins of {event.title} have the byes among them, which were taken out."
        hint = "If that is wrong, say with --rounds how many rounds there were."
        event.problems.append(warning(event.place, what, hint))
    return said or max(most, *(sum(row.values()) for row in typed), 0) or None


def check_field(event: OldEvent, known: int) -> Iterator[Problem]:
    """Find an event with more players than it says, and positions that it cannot have; ``known`` is how many."""
    players = event.facts.get("players")
    if event.declared is not None and players is not None and players < known:
        message = f"Players is {players}; expected at least {known}, as many as the other lists have."
        yield error(event.declared.place("players"), message, "Correct the number, or the rows that are too many.")
        return
    for line in event.placings:
        if line["position"] > (players or known):
            message = (
                f"Position is {line['position']}; expected at most {players or known}, the players of {event.title}."
            )
            hint = "Correct it; if placings are missing, add them, or type the event's Players in a list of events."
            yield error(line.place("position"), message, hint)


def check_record(event: OldEvent, record: EventRecord, *, has_list: bool) -> Iterator[Problem]:
    """Find what looks wrong, and what lowers awards only because no list says it (rules 1.12.8)."""
    if has_list and event.declared is None:
        message = f"{record.title} is in no list of events; it is taken as {record.format}."
        yield warning(event.place, message, "Add it there; if another event is meant, correct its name or date.")
    if not event.placings:
        message = f"Only match records of {record.title} are known, so its players have no positions and no awards."
        yield warning(event.place, message, "Add the placings if you have them.")
        return
    placed = sorted((line for line in event.placings if line["position"]), key=lambda line: int(line["position"]))
    for before, line in enumerate(placed):
        position, after = line["position"], len(placed) - before
        is_first = before == 0 or placed[before - 1]["position"] != position
        if is_first and (before >= position or after > record.field - position + 1):
            what = f"{before} players are before position {position}, and {after} there or behind, of {record.field}."
            hint = "Correct the positions if they are wrong; players who are tied share the first of theirs."
            yield warning(line.place("position"), f"In {record.title} {what}", hint)
            break
    wrong = [
        entry.name
        for entry, tally in zip(record.entries, tally_matches(record.meetings, len(record.entries)), strict=True)
        # Matches without a winner may be anything.
        if any(not 0 <= getattr(entry, each) - tally[outcome] <= tally[None] for each, outcome in FIGURES.items())
    ]
    if wrong and record.meetings:
        others = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        message = f"Wins, draws, losses or byes of {wrong[0]}{others} in {record.title} differ from the match records."
        yield warning(event.place, message, "The placings are used; correct them, or the match records.")
    if record.format not in RATED_FORMATS:
        return
    if record.field < FEWEST_RATED_PLAYERS:
        if event.facts.get("players") is None:
            message = (
                f"{record.title} is not rated: it takes {FEWEST_RATED_PLAYERS} players, and {record.field} are known."
            )
            yield warning(event.place, message, "If there were more, type its Players in a list of events.")
        return
    if not record.meetings and any(all(line[figure] is None for figure in FIGURES) for line in placed):
        message = f"Not all players of {record.title} have wins, draws and losses; blank ones count as 0."
        yield warning(event.place, message, "Add wins, draws and losses, or the matches.")
    if record.rounds is None and any(line["played_all"] is None for line in placed):
        message = f"Nothing says how many rounds {record.title} had, so the point for all rounds is missing."
        yield warning(event.place, message, "Type its Rounds in a list of events; of a table, say --rounds.")
