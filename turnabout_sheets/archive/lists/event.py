"""From the rows of an old event, placings and match records, to its record."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from turnabout_sheets.archive.lists.rows import ID_OF, ListedEvent, ListedRow
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting
from turnabout_sheets.core.outcomes import BY_WINNER, WINNERS, Outcome
from turnabout_sheets.core.problems import Problem, error
from turnabout_sheets.core.text import alphabetical_key, join_words, key
from turnabout_sheets.event.model import BYE_NAME, RESERVED_NAMES
from turnabout_sheets.formats import DEFAULT
from turnabout_sheets.sheets.table import suggest

_RESERVED: Final = frozenset(key(name) for name in RESERVED_NAMES)
_BYE: Final = key(BYE_NAME)
_WORDS: Final = {key(word): word for word in WINNERS}
"""The winner by other words than a name, by `key`."""
_MOST_OFFERED: Final = 6
_TELL_APART: Final = "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial."
COUNTED: Final = {"wins": Outcome.WIN, "draws": Outcome.DRAW, "losses": Outcome.LOSS, "byes": Outcome.BYE}
"""The outcome that each figure of a placing counts."""


class Roster:
    """The players of an event, each with name and Player ID: those of its placings, else all in its matches."""

    def __init__(self, listed: ListedEvent, placed: Sequence[ListedRow]) -> None:
        self.title = listed.title
        self.players = [(line["player"], line["player_id"] or "") for line in placed]
        self.players = self.players or _list_players(listed.matches)
        self.by_name = defaultdict[str, list[int]](list)
        self.by_id: dict[str, int] = {}
        for number, (name, player_id) in enumerate(self.players):
            self.by_name[key(name)].append(number)
            if player_id:
                self.by_id.setdefault(key(player_id), number)

    def find(self, line: ListedRow, side: str) -> int | Problem:
        """Return the number of the player that a match record means, else what is wrong with it."""
        name, typed, column = line[side], line[ID_OF[side]], line.header(ID_OF[side])
        if problem := find_reserved(line, side):
            return problem
        same = self.by_name.get(key(name), [])
        ids = [self.players[number][1] for number in same if self.players[number][1]]
        if not same:
            what = f'{line.header(side)} is "{name}"; expected a player who has a placing in {self.title}.'
            names = [each for each, _ in self.players]
            return error(line.place(side), what, suggest(name, names, "Correct the name, or add the player's placing."))
        if typed is None and len(same) == 1:
            return same[0]
        if typed is None:
            what = f'{line.header(side)} is "{name}", and {len(same)} players of {self.title} have this name.'
            offered = f": {join_words(ids)}" if 0 < len(ids) <= _MOST_OFFERED else ""
            return error(line.place(side), what, f"Type in {column} which of them it is{offered}.")
        owner = self.by_id.get(key(typed))
        if owner in same:
            return owner
        what, hint = f"; expected the Player ID of {name} in {self.title}", "Correct the ID, or the name."
        if owner is not None:
            what = f", the Player ID of {self.players[owner][0]}; found {name} beside it"
        return error(line.place(ID_OF[side]), f'{column} is "{typed}"{what}.', hint)

    def label(self, number: int) -> str:
        """Return what tells a player from the others of the event: the name, and the Player ID where that is needed."""
        name, player_id = self.players[number]
        return f"{name} (Player ID {player_id})" if len(self.by_name[key(name)]) > 1 else name


def _list_players(lines: Sequence[ListedRow]) -> list[tuple[str, str]]:
    """Return everybody who has a match or a bye, by name; two Player IDs beside one name are two people."""
    found = defaultdict[str, dict[str, tuple[str, str]]](dict)
    for line in lines:
        for side, its_id in ID_OF.items():
            name, typed = line[side], line[its_id] or ""
            if key(name) not in _RESERVED:
                found[key(name)].setdefault(key(typed), (name, typed))
    players: list[tuple[str, str]] = []
    for _, of_name in sorted(found.items()):
        known = [player for id_key, player in sorted(of_name.items()) if id_key]
        players += known or of_name.values()  # one ID tells whose the rows without one are
    return players


def find_reserved(line: ListedRow, side: str) -> Problem | None:
    """Return what is wrong where the name of a player is a word that means something in a match record: BYE, Draw."""
    name = line[side]
    if key(name) not in _RESERVED:
        return None
    words = join_words(RESERVED_NAMES, "and")
    message = f'No player can be called "{name}": {words} mean something else in the results.'
    hint = "Add something to the name, for example an initial."
    if side == "a" and key(name) == _BYE:
        hint = f"Where somebody has a bye, {BYE_NAME} stands as player B."
    return error(line.place(side), message, hint)


def find_doubles(listed: ListedEvent) -> Iterator[Problem]:
    """Find players who have two placings: who share a name are two people only by two Player IDs (rules 1.12.9)."""
    first: dict[tuple[str, str | None], ListedRow] = {}
    ids: dict[str, ListedRow] = {}
    for line in listed.placings:
        name, typed = key(line["player"]), key(line["player_id"] or "")
        # Who has no ID may be anybody of that name, who has one anybody without.
        there = (first.get((name, "")) or first.get((name, typed))) if typed else first.get((name, None))
        for each in (None, typed):
            first.setdefault((name, each), line)
        if there is not None:
            where = f"a placing in {listed.title} already, in {there.place('player')}."
            yield error(line.place("player"), f'The player "{line["player"]}" has {where}', _TELL_APART)
        elif typed and (other := ids.setdefault(typed, line)) is not line:
            where = f"a placing in {listed.title} already, in {other.place('player_id')}."
            message = f'The Player ID "{line["player_id"]}" has {where}'
            yield error(line.place("player_id"), message, "Correct one of the two, or leave it blank.")


def make_meetings(listed: ListedEvent, roster: Roster) -> tuple[tuple[Meeting, ...], list[Problem]]:
    """Return the matches of an event by round and table (those without one last), and the errors in their rows."""
    rounds = listed.fact("rounds")
    meetings: list[Meeting] = []
    problems: list[Problem] = []
    first: dict[tuple[int, int], tuple[ListedRow, str]] = {}
    for line in listed.matches:
        bye, number = key(line["b"]) == _BYE, line["round"]
        sides = {side: roster.find(line, side) for side in (("a",) if bye else ("a", "b"))}
        problems += [each for each in sides.values() if isinstance(each, Problem)]
        winner, wrong = _read_winner(line, bye=bye)
        problems += [wrong] if wrong else []
        if rounds is not None and number > rounds:
            message = f"Round is {number}; expected at most {rounds}, the Rounds of {listed.title}."
            problems.append(error(line.place("round"), message, "Correct it, or the event's Rounds."))
        if bye and line["b_id"] is not None:
            message = f'Player B ID is "{line["b_id"]}" beside {BYE_NAME}; expected nothing.'
            problems.append(error(line.place("b_id"), message, "Clear the cell, or correct Player B."))
        found = {side: player for side, player in sides.items() if isinstance(player, int)}
        for side, player in found.items():
            there, its_side = first.setdefault((number, player), (line, side))
            if there is not line or its_side != side:
                place = f"here and in {there.place(its_side)}"
                message = f"{roster.label(player)} stands in round {number} twice, {place}."
                problems.append(error(line.place(side), message, "Correct one of the two names, or the round."))
        if len(found) == len(sides):
            one, other = (Outcome.BYE, None) if bye else BY_WINNER[winner] if winner else (None, None)
            points_b = None if bye else line["points_b"]
            players = found["a"], found.get("b")
            meetings.append(Meeting(number, line["table"] or None, *players, one, other, line["points_a"], points_b))
    meetings.sort(key=lambda each: (each.round, inf if each.table is None else each.table))
    return tuple(meetings), problems


def _read_winner(line: ListedRow, *, bye: bool) -> tuple[str | None, Problem | None]:
    """Return who won: A, B, Draw, or None where that is not known; or what is wrong with the cell."""
    if (typed := line["winner"]) is None:
        return None, None
    words = {"a": "A"} if bye else _WORDS
    names = {key(line[side.lower()]): side for side in words.values() if side != "Draw"}
    found = words.get(key(typed)) or (names.get(key(typed)) if bye or len(names) > 1 else None)
    if found:
        return found, None
    known = (*words.values(), *(line[side.lower()] for side in names.values() if bye or len(names) > 1))
    message = f'Winner is "{typed}"; expected {join_words(known)}.'
    return None, error(line.place("winner"), message, suggest(typed, known))


@dataclass(frozen=True, slots=True)
class Tally:
    """What the match records say of a player: how often each outcome (None: not known), and in which rounds."""

    outcomes: Counter[Outcome | None] = field(default_factory=Counter)
    rounds: set[int] = field(default_factory=set)


def make_event_record(listed: ListedEvent) -> tuple[EventRecord, list[Problem]]:
    """Return the record of an event, without awards, and the errors in its rows: with any, it is not to be used."""
    placed = sort_lines(listed)
    roster = Roster(listed, placed)
    meetings, found = make_meetings(listed, roster)
    problems = [each for line in listed.placings if (each := find_reserved(line, "player"))]
    problems += find_doubles(listed)
    if not (listed.placings or listed.matches):
        what = f"{listed.title} has no placings and no match records, so there is nothing to archive."
        problems.append(error(listed.place, what, "Add them, or delete the row."))
    rounds = listed.fact("rounds") or max((meeting.round for meeting in meetings), default=None)
    tallies = tally_matches(meetings, len(roster.players))
    idle = sum(map(_is_idle, placed, tallies))
    problems += found if not problems else []  # who is meant is doubtful where two have one name
    problems += _field(listed, len(roster.players) - idle)
    if placed:
        entries = [
            _entry(line, tally, rounds, recorded=bool(meetings)) for line, tally in zip(placed, tallies, strict=True)
        ]
    else:
        entries = [
            Entry(name, player_id, **counted_in(tally))
            for (name, player_id), tally in zip(roster.players, tallies, strict=True)
        ]
    record = EventRecord(
        name=listed.name,
        date=listed.date,
        format=listed.fact("format") or DEFAULT,
        field=listed.fact("players") or len(roster.players) - idle or len(roster.players),
        entries=tuple(entries),
        meetings=meetings,
        event_id=listed.event_id,
        venue=listed.fact("venue") or "",
        organizer=listed.fact("organizer") or "",
        rounds=rounds,
    )
    return record, problems


def sort_lines(listed: ListedEvent) -> list[ListedRow]:
    """Return the placings by position, then by name and Player ID."""
    return sorted(
        listed.placings,
        key=lambda line: (line["position"] or inf, alphabetical_key(line["player"]), key(line["player_id"] or "")),
    )


def tally_matches(meetings: Sequence[Meeting], players: int) -> list[Tally]:
    """Return what the match records say of each of so many players."""
    tallies = [Tally() for _ in range(players)]
    for meeting in meetings:
        for number, outcome in ((meeting.a, meeting.outcome_a), (meeting.b, meeting.outcome_b)):
            if number is not None:
                tallies[number].outcomes[outcome] += 1
                tallies[number].rounds.add(meeting.round)
    return tallies


def counted_in(tally: Tally) -> dict[str, Any]:
    """Return the figures of a placing as the match records have them."""
    return {figure: tally.outcomes[outcome] for figure, outcome in COUNTED.items()}


def _is_idle(line: ListedRow, tally: Tally) -> bool:
    """Tell of a placing whether nothing in it or in the match records says that somebody took part (rules 1.12.8)."""
    said = (line[field] for field in (*COUNTED, "points", "played_all"))
    return line["position"] == 0 and not (tally.rounds or any(said))


def _entry(line: ListedRow, tally: Tally, rounds: int | None, *, recorded: bool) -> Entry:
    """Return the entry of a placing; what it leaves blank is counted from the match records.

    Who has played all rounds is told by rules 1.12.8.
    """
    figures = counted_in(tally) | {figure: line[figure] for figure in COUNTED if line[figure] is not None}
    played_all = line["played_all"]
    if played_all is None:
        played = len(tally.rounds) if recorded else sum(figures.values())
        played_all = rounds is not None and played >= rounds
    return Entry(
        line["player"],
        line["player_id"] or "",
        line["position"] or None,
        points=line["points"],
        played_all=played_all,
        **figures,
    )


def _field(listed: ListedEvent, known: int) -> Iterator[Problem]:
    """Find an event with more players than it says, and positions that it cannot have; ``known`` is how many."""
    players = listed.fact("players")
    if listed.event is not None and players is not None and players < known:
        where = "have a placing" if listed.placings else "stand in its match records"
        message = f"Players is {players}; expected at least {known}, who {where}."
        yield error(listed.event.place("players"), message, "Correct the number, or the rows that are too many.")
        return
    most = players or known
    for line in listed.placings:
        if line["position"] > most:
            message = f"Position is {line['position']}; expected at most {most}, the number of players in "
            hint = "Correct it; if placings are missing, add them, or type the event's Players in a list of events."
            yield error(line.place("position"), f"{message}{listed.title}.", hint)
