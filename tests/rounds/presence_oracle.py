"""Who was there, who was out and who was disqualified, worked out from what is typed; no code of the program is used.

It walks through the rounds as they were played, and knows at each moment only what is of this round or before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Row = Mapping[str, Any]
Rows = Sequence[Row]
Ruling = Sequence[Any]
NEVER = 10**6
MISSING = {"A no-show": "A", "B no-show": "B", "Both no-show": "AB"}


@dataclass
class Person:
    """What Players and Rulings say of somebody, and how each round ended: win, draw, loss, bye, absent, waits."""

    name: str
    joined: int
    dropped: int
    banned: int
    away: frozenset[int]
    ends: dict[int, str] = field(default_factory=dict)
    knocked: set[int] = field(default_factory=set)
    missed_last: int = NEVER

    def is_here(self, number: int) -> bool:
        return not self.is_gone(number) and self.joined <= number and number not in self.away

    def is_gone(self, number: int) -> bool:
        return number > self.dropped or number > self.banned

    def came(self) -> set[int]:
        return {number for number, end in self.ends.items() if end != "absent"}


def whole(value: object, otherwise: int) -> int:
    return otherwise if value in ("", None) else int(str(value))


def read_person(row: Row, rulings: Sequence[Ruling]) -> Person:
    name = str(row["Player"])
    banned = [whole(number, NEVER) for who, number, kind in rulings if (who, kind) == (name, "disqualification")]
    away = [int(each) for each in str(row.get("Away") or "").split(",") if each.strip()]
    joined, dropped = whole(row.get("Joined round"), 1), whole(row.get("Dropped after"), NEVER)
    return Person(name, joined, dropped, min(banned, default=NEVER), frozenset(away))


def is_typed(row: Row) -> bool:
    """Say whether something of a match is reported."""
    return row["Player B"] != "BYE" and any(row.get(each) for each in ("Ruling", "Game 1 winner", "Game 2 winner"))


class World:
    """An event as its sheets have it."""

    def __init__(
        self, settings: Row, players: Sequence[Row], rulings: Sequence[Ruling], rounds: Sequence[Rows]
    ) -> None:
        self.method = str(settings["pairing"])
        self.limit = whole(settings.get("rounds"), 0)
        self.bracket, self.lives = "elimination" in self.method, 2 if "double" in self.method else 1
        self.people = {str(row["Player"]): read_person(row, rulings) for row in players}
        counted = list(rounds)
        while self.limit and len(counted) > self.limit and not any(map(is_typed, counted[-1])):
            counted.pop()
        if any(row.get("Here") for row in players):
            self._follow_marks(players, counted)
        self.seated: set[str] = set()
        self.unreported: dict[int, set[str]] = {}
        ends = [self._read_round(number, rows) for number, rows in enumerate(counted, 1)]
        self.played = max((number for number, (_, matches) in enumerate(ends, 1) if matches), default=0)
        waits = min(self.unreported, default=NEVER)
        while self.played < min(len(ends), waits - 1) and not self._has_match(self.played + 1, counted[self.played]):
            self.played += 1
        self.complete = not self.unreported and self.played == len(ends)
        for number, (found, _) in enumerate(ends[: self.played], 1):
            left = self.contenders(number - 1)
            for name, end in found.items():
                self.people[name].ends[number] = end.partition(" ")[0]
                if end in ("loss", "absent", "draw knocked"):
                    self.people[name].knocked.add(number)
            for person in self.people.values():
                away = number in person.away and person.joined <= number and not person.is_gone(number)
                away = away and person.ends.get(number) != "waits"
                if away:
                    person.knocked.add(number)
                if (away or person.ends.get(number) == "absent") and person in left and len(left) == 2:
                    person.missed_last = min(number, person.missed_last)

    def _follow_marks(self, players: Sequence[Row], rounds: Sequence[Rows]) -> None:
        """Have who is marked come, and who is not stay outside, but for who has played or is announced."""
        for row in players:
            person = self.people[str(row["Player"])]
            played = [n for n, rows in enumerate(rounds, 1) for each in rows if person.name in each.values()]
            if person.joined > 1 or person.dropped == 0 or 1 in person.away or 1 in played:
                continue
            if played:
                person.joined = min(played)
            elif not row.get("Here") or person.dropped <= len(rounds):
                person.dropped = 0 if rounds or not row.get("Here") else person.dropped
            elif rounds:
                person.joined = len(rounds) + 1

    def _has_match(self, number: int, rows: Rows) -> bool:
        """Say whether two are to play in a round; where all are paired at once, two who are there."""
        pairs = [row for row in rows if row["Player B"] != "BYE"]
        if self.method != "round robin":
            return bool(pairs)
        here = [[self.people[row[f"Player {side}"]].is_here(number) for side in "AB"] for row in pairs]
        return any(is_typed(row) or all(both) for row, both in zip(pairs, here, strict=True))

    def _read_round(self, number: int, rows: Rows) -> tuple[dict[str, str], int]:
        """Return how a round ended for each, and how many matches of it are reported."""
        ends: dict[str, str] = {}
        reported = 0
        for row in rows:
            a, b, ruling = row["Player A"], row["Player B"], str(row.get("Ruling") or "")
            first, second = (row.get(f"Game {game} winner") or "" for game in (1, 2))
            sides = {"A": a} if b == "BYE" else {"A": a, "B": b}
            here = {side: name for side, name in sides.items() if self.people[name].is_here(number)}
            gone = not first and not second and len(here) < len(sides)
            if gone and self.bracket and ruling != "Waits":
                shown = [side for side in here if side not in MISSING.get(ruling, "")]
                ruling = f"{'B' if shown == ['A'] else 'A'} no-show" if shown else "Both no-show"
            elif gone and ruling == "" and self.method == "round robin":
                ends |= dict.fromkeys(here.values(), "bye")
                self.seated.update(here.values())
                continue
            self.seated.update(sides.values())
            if b == "BYE":
                ends[a] = "absent" if "no-show" in ruling else "waits" if ruling == "Waits" else "bye"
            elif "no-show" in ruling:
                ends |= {name: "absent" if side in MISSING[ruling] else "bye" for side, name in sides.items()}
                reported += 1
            elif first and second:
                mine = {"A": 0, "B": 0, "Draw": 0}
                for winner in (first, second):
                    mine[winner] += 1
                for side, name in sides.items():
                    other = "AB".replace(side, "")
                    ends[name] = "win" if mine[side] > mine[other] else "loss" if mine[side] < mine[other] else "draw"
                    if ends[name] == "draw" and "advances" in ruling and ruling[0] != side:
                        ends[name] = "draw knocked"
                reported += 1
            else:
                self.unreported.setdefault(number, set()).update((a, b))
        return ends, reported

    def leaves(self, person: Person, now: int) -> int:
        """Return the first round that somebody does not play any more, as is known after round ``now``."""
        last = min(person.dropped, person.banned)
        if last > now:
            return NEVER
        while last >= 1 and (
            person.ends.get(last) == "absent" or (self.bracket and last in person.away and last <= self.played)
        ):
            last -= 1
        while person.ends.get(last + 1) == "waits":
            last += 1
        return last + 1

    def beaten(self, person: Person, now: int) -> int:
        """Return the round whose loss was one too many, as is known after round ``now``."""
        fatal = sorted(number for number in person.knocked if number <= now)[self.lives - 1 :]
        fatal += [person.missed_last] if person.missed_last <= now else []
        return min(fatal) if self.bracket and fatal else NEVER

    def exit(self, person: Person, now: int) -> tuple[int, bool]:
        """Return when somebody went out, and whether by leaving."""
        beaten = self.beaten(person, now)
        if beaten <= min(person.dropped, person.banned, now):
            return beaten, False
        return self.leaves(person, now), True

    def contenders(self, now: int) -> list[Person]:
        """Return who was there from the start and is not out when round ``now`` has ended."""
        return [
            person
            for person in self.people.values()
            if person.joined == 1 and person.dropped > 0 and self.exit(person, now)[0] > now
        ]

    @property
    def over(self) -> bool:
        """Whether the event has ended."""
        if not self.complete:
            return False
        if self.limit and self.played >= self.limit:
            return True
        if not self.bracket or not self.played:
            return False
        left = self.contenders(self.played)
        return len(left) <= 1 or all(person.is_gone(self.played + 1) for person in left)

    def is_banned(self, person: Person, now: int) -> bool:
        return person.banned <= now or (person.banned < NEVER and now == self.played and self.over)

    def depth(self, person: Person, now: int) -> int:
        """Return what ranks in a bracket, and before the points elsewhere."""
        if person.dropped < person.joined and person.name not in self.seated:
            return -2
        if self.is_banned(person, now):
            return -1
        if not self.bracket or person.joined > 1 or person.dropped == 0:
            return 0
        return min(self.exit(person, now)[0], now + 2)

    def status(self, person: Person) -> str:
        out, left = self.exit(person, self.played)
        if self.is_banned(person, self.played):
            return "Disqualified"
        if person.dropped < NEVER and (out == NEVER or left or not self.bracket):
            return f"Dropped after {person.dropped}" if person.dropped else "Left before round 1"
        if any(person.name in names for number, names in self.unreported.items() if number <= self.played):
            return "Provisional"
        if person.joined > 1:
            return f"Joined in round {person.joined}"
        return f"Out in round {out}" if self.bracket and out < NEVER else ""

    def played_all(self, person: Person) -> bool:
        last = max(self.played, self.limit)
        if self.bracket:
            out, left = self.exit(person, self.played)
            if out < NEVER and left and self.contenders(self.played) != [person]:
                return False
            last = min(self.played, out)
        return person.came() >= set(range(1, last + 1))

    def award(self, person: Person, position: int) -> Fraction | None:
        """Return the award of somebody who came in at a position."""
        field = len(self.seated)
        if not self.over or field < 4 or person.banned < NEVER:
            return None
        first, size = 4, 6
        while size <= field:
            first, size = first + 1, 2 * size
        less, best = 0, 1
        while best < position:
            less, best = less + 1, 2 * best
        ends = list(person.ends.values())
        wins = ends.count("win") + ends.count("bye") + Fraction(ends.count("draw"), 2)
        return (wins + self.played_all(person)) * (first - less)
