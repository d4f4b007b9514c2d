"""The arithmetic of the ten years, by hand: rules 1.2, 1.3, 1.6, 1.7 and 1.12 as they are written, and nothing else.

Nothing of the package is used: what it says is compared with this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from math import ceil

from tests.archive.decade.table import CARDS, EVENTS, GAMES, PEOPLE, Event, Games

HALF = Fraction(1, 2)

FIRST_PLACE = [(4, 5, 4), (6, 11, 5), (12, 23, 6), (24, 47, 7), (48, 95, 8)]
LESS = [(1, 1, 0), (2, 2, 1), (3, 4, 2), (5, 8, 3), (9, 16, 4)]
"""From, to, and what that gives: the table of rules 1.7.3."""

DIVISION = [(0, 15), (3, 16), (6, 17), (9, 18), (12, 19), (15, 20), (18, 21), (22, 22), (26, 23), (30, 24), (35, 25),
            (40, 26), (45, 27), (50, 28), (55, 29), (60, 30)]  # fmt: skip
"""Up to which difference in match points who is ahead has how many victory points: the table of rules 1.3.2."""


@dataclass(frozen=True)
class Line:
    """What somebody did in an event; ``rated`` is no for who was disqualified."""

    code: str
    position: int
    wins: int
    draws: int
    losses: int
    byes: int
    all_rounds: bool
    points: int | None = None
    rated: bool = True
    byes_count: bool = True
    players: int = 0

    @property
    def match_wins(self) -> Fraction:
        """Rules 1.7.2, without the one for all rounds."""
        return self.wins + self.draws * HALF + (self.byes if self.byes_count else 0)

    @property
    def multiplier(self) -> int:
        """Rules 1.7.3."""
        (first,) = (worth for low, high, worth in FIRST_PLACE if low <= self.players <= high)
        (less,) = (worth for low, high, worth in LESS if low <= self.position <= high)
        return first - less

    @cached_property
    def award(self) -> Fraction:
        """Rules 1.7.1."""
        return (self.match_wins + self.all_rounds) * self.multiplier


@cache
def finish(event: Event) -> Sequence[Line]:
    """Return what everybody did in an event, in the order of finish."""
    if event.form == "book":
        lines = _play(GAMES[event.detail], event.codes)
    elif event.form == "matches":
        last = len(event.codes) - 1
        lines = [Line(who, n + 1, last - n, 0, n, 0, True) for n, who in enumerate(event.codes)]
    else:
        lines = list(_read_cards(event))
    players = int(event.detail) if event.form == "few" else len(lines)
    return [replace(line, players=players) for line in lines]


def _read_cards(event: Event) -> Iterable[Line]:
    position = 0
    cards = iter(CARDS[len(event.codes)].split())
    for place in event.finish.split():
        ahead = position
        for who in place.split("="):
            position += 1
            played, _, byes = next(cards).partition("+")
            wins, draws, losses = map(int, played.split("-"))
            left = who.endswith("-")
            yield Line(who[:2], ahead + 1, wins, draws, losses - left, int(byes or 0), not left)


def _count(option: str, count: int) -> int:
    """Rules 1.2.2 and 1.2.3."""
    worth = {"Dominaria": 10 + count, "Tolaria": 10 + ceil(Fraction(count, 2)), "Phyrexia": 30 - 2 * count}[option]
    return min(30, max(10, worth))


def _play(games: Games, codes: Sequence[str]) -> list[Line]:
    """Work out a workbook: match points, victory points, wins, byes, and the order in the end."""
    who = dict(zip("abcdefgh", codes, strict=False))
    option = {seat: str(games.players.get(seat, {}).get("Scoring option", "Dominaria")) for seat in who}
    points, ahead, out = dict.fromkeys(who, 0), dict.fromkeys(who, 0), dict[str, int]()
    counts = {seat: {"win": 0, "draw": 0, "loss": 0, "bye": 0} for seat in who}
    met: dict[str, list[str]] = {seat: [] for seat in who}
    rounds = 0
    there: dict[str, set[int]] = {seat: set() for seat in who}
    for rounds, one, other, told in games.read():
        if other == "BYE" or "B no-show" in told:
            points[one] += 18  # rules 1.4.2 and 1.4.4
            counts[one]["bye"] += 1
            there[one].add(rounds)
            if other != "BYE":
                counts[other]["loss"] += 1
                out[other] = rounds
            continue
        there[one].add(rounds)
        there[other].add(rounds)
        mine = theirs = 0
        for game, result in enumerate(told[:2]):
            if result != "Draw":
                # Rules 1.2.1: with decks swapped, the one that lost is the winner's own.
                deck = {"A": one, "B": other}[result[0]] if game == 0 else {"A": other, "B": one}[result[0]]
                worth = _count(option[deck], int(result[1:]))
                mine, theirs = (mine + worth, theirs) if result[0] == "A" else (mine, theirs + worth)
        more = next(worth for most, worth in DIVISION if abs(mine - theirs) <= most)
        points[one] += more if mine >= theirs else 30 - more
        points[other] += more if theirs >= mine else 30 - more
        counts[one]["win" if mine > theirs else "draw" if mine == theirs else "loss"] += 1
        counts[other]["win" if theirs > mine else "draw" if mine == theirs else "loss"] += 1
        ahead[one] += mine - theirs
        ahead[other] += theirs - mine
        met[one].append(other)
        met[other].append(one)
        if mine < theirs or "B advances" in told:
            out[one] = rounds
        elif mine > theirs or "A advances" in told:
            out[other] = rounds
    if games.adjusted:
        points[games.adjusted[0]] += games.adjusted[2]
    sent_away = games.disqualified[0] if games.disqualified else None

    def order(seat: str) -> tuple[int, ...]:
        """Rules 1.6.1 and 1.6.2, disqualified ones last (1.4.6); in a knockout by how far (1.11.4)."""
        if games.settings["Pairing"] == "single elimination":
            return (out.get(seat, rounds + 1),)
        opponents = sum(points[each] for each in met[seat])
        return (seat != sent_away, points[seat], counts[seat]["win"], opponents, ahead[seat])

    def played_all(seat: str) -> bool:
        """Rules 1.7.2 and 1.7.4."""
        knockout = games.settings["Pairing"] == "single elimination"
        last = out.get(seat, rounds) if knockout else rounds
        return there[seat] >= set(range(1, last + 1))

    lines = []
    for seat, code in who.items():
        position = 1 + sum(order(each) > order(seat) for each in who)
        each = counts[seat]
        line = Line(
            code, position, each["win"], each["draw"], each["loss"], each["bye"], played_all(seat), points[seat]
        )
        lines.append(replace(line, rated=seat != sent_away, byes_count="Bye counts as win" not in games.settings))
    return sorted(lines, key=lambda line: line.position)


Who = tuple[str, str]
"""A person as the archive shows one: name and Player ID."""


@dataclass(frozen=True)
class Award:
    """What somebody did in an event, and which event that was."""

    event: Event
    line: Line


@dataclass(frozen=True)
class Standing:
    """A row of a rating list: rules 1.12.3 to 1.12.5, and the events whose awards count (1.12.10)."""

    rank: int
    rating: Fraction
    events: int
    wins: Fraction
    best: tuple[int, int]
    gained: Fraction
    climbed: int | None
    last: str
    counting: frozenset[Event]


def write_as_entered(event: Event, code: str) -> Who:
    """Say who somebody is before anybody was merged: each spelling is a person."""
    return PEOPLE[code].written(event.organizer)


def keep_names(wrong: Iterable[tuple[str, str]] = (), events: Sequence[Event] = EVENTS) -> Callable[[Event, str], Who]:
    """Say who is who once all spellings are merged, as archive 5.5 says which stays; and the pairs that are wrong."""
    group = {code: code for code in PEOPLE} | dict(wrong)
    written: dict[str, dict[Who, int]] = {}
    for event in events:
        for code in event.codes:
            counts = written.setdefault(group[code], {})
            who = write_as_entered(event, code)
            counts[who] = counts.get(who, 0) + 1

    def worth(counted: tuple[Who, int]) -> tuple[bool, bool, bool, bool, bool, int]:
        (name, player_id), events = counted
        marks = "'" in name or "-" in name
        return bool(player_id), "," not in name, "." not in name, not name.isascii(), marks, events

    kept = {code: max(counts.items(), key=worth)[0] for code, counts in written.items()}
    return lambda event, code: kept[group[code]]


def list_awards(who: Callable[[Event, str], Who], events: Iterable[Event] = EVENTS) -> dict[Who, list[Award]]:
    """Return all awards by person."""
    found: dict[Who, list[Award]] = {}
    for event in events:
        for line in finish(event):
            if line.rated:
                found.setdefault(who(event, line.code), []).append(Award(event, line))
    return found


def rate(
    awards: Mapping[Who, Sequence[Award]],
    last: str,
    first: str = "",
    best: int | None = None,
    texts: Sequence[str] = ("",),
) -> dict[Who, Standing]:
    """Return the rating list as of a day, or of a season."""
    now = _add_up(awards, last, first, best, texts)
    days = [each.event.day for counted, _ in now.values() for each in counted]
    if not days:
        return {}
    latest = max(days)
    # Rules 1.12.5: the same list without the last day that has a rated event.
    before = _add_up(
        {who: [each for each in mine if each.event.day < latest] for who, mine in awards.items()},
        last, first, best, texts,
    )  # fmt: skip
    ranks, ranks_before = _rank(now), _rank(before)
    standings = {}
    for who, (counted, highest) in now.items():
        # Rules 1.12.4: of the best positions that in the largest field.
        position, field = min((each.line.position, -each.line.players) for each in counted)
        rating = _sum(highest)
        standings[who] = Standing(
            rank=ranks[who],
            rating=rating,
            events=len(counted),
            wins=sum((each.line.match_wins for each in counted), Fraction(0)),
            best=(position, -field),
            gained=rating - (_sum(before[who][1]) if who in before else 0),
            climbed=ranks_before[who] - ranks[who] if who in before else None,
            last=max(each.event.day for each in counted),
            counting=frozenset(each.event for each in highest),
        )
    return standings


Counted = Mapping[Who, tuple[Sequence[Award], Sequence[Award]]]
"""Of each the awards of the time asked for, and those of them that count."""


def _add_up(
    awards: Mapping[Who, Sequence[Award]], last: str, first: str, best: int | None, texts: Sequence[str]
) -> Counted:
    found = {}
    for who, all_awards in awards.items():
        counted = [
            each
            for each in all_awards
            if first <= each.event.day <= last and any(text.lower() in each.event.name.lower() for text in texts)
        ]
        # Rules 1.12.10: of equal awards that of the earlier event; no two of these events are of one day.
        if counted:
            found[who] = counted, sorted(counted, key=lambda each: (-each.line.award, each.event.day))[:best]
    return found


def _sum(awards: Sequence[Award]) -> Fraction:
    return sum((each.line.award for each in awards), Fraction(0))


def _rank(counted: Counted) -> dict[Who, int]:
    ratings = {who: _sum(highest) for who, (_, highest) in counted.items()}
    return {who: 1 + sum(other > mine for other in ratings.values()) for who, mine in ratings.items()}
