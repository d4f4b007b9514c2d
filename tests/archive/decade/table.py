"""The ten years as they were: who the forty are, the sixty events, and what was played in them, as a reader can follow.

``people.txt`` and ``events.txt`` say who and when; here stands how it ended. Nothing of the package is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.dose import dose

HERE = Path(__file__).parent

CARDS = {
    4: "3-0-0 2-0-1 1-0-2 0-0-3",
    5: "3-0-0 1-1-1 1-0-1+1 0-1-1+1 0-0-2+1",
    6: "3-0-0 2-1-0 2-0-1 1-0-2 0-1-2 0-0-3",
    7: "3-0-0 2-1-0 1-1-1 1-0-1+1 1-0-2 0-0-2+1 0-0-2+1",
    8: "3-0-0 2-1-0 2-0-1 2-0-1 1-0-2 1-0-2 0-1-2 0-0-3",
    9: "4-0-0 3-1-0 2-1-1 2-0-1+1 1-1-2 1-0-2+1 1-1-2 0-0-3+1 0-0-3+1",
    10: "4-0-0 3-1-0 3-0-1 2-1-1 2-0-2 2-0-2 1-1-2 1-0-3 0-1-3 0-0-4",
    12: "4-0-0 3-1-0 3-0-1 3-0-1 2-1-1 2-0-2 2-0-2 1-1-2 1-0-3 1-0-3 0-1-3 0-0-4",
}
"""By how many players were listed: what each has won, drawn and lost, and byes, in the order of finish."""


@dataclass(frozen=True)
class Games:
    """What was played in a workbook: a line a round, and what stands on other sheets of it, by seat."""

    rounds: str
    settings: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    adjusted: tuple[str, int, int] | None = None
    disqualified: tuple[str, int] | None = None

    def read(self) -> Iterator[tuple[int, str, str, list[str]]]:
        """Give the round, the two seats (or ``BYE``), and what was reported: two games, or a ruling beside them."""
        for number, line in enumerate(self.rounds.strip().splitlines(), 1):
            for match in line.split("|"):
                one, other, *told = match.split(maxsplit=2)
                yield number, one, other, [each.strip() for each in told[0].split("/")] if told else []


GAMES = {
    "six": Games(
        """
        a b  A12 / A7   |  c d  B3 / Draw  |  e f  A20 / B11
        a c  Draw / A5  |  b e  A2 / B4    |  d f  B8 / B0
        a d  B9 / A1    |  b f  A6 / A4    |  c e  B10 / Draw
        """,
        {"Pairing": "manual", "Rounds": "3"},
        {"b": {"Scoring option": "Phyrexia"}, "e": {"Scoring option": "Tolaria"}},
    ),
    "seven": Games(
        """
        a b  B14 / A2      |  c d  A9 / A9    |  e g  B1 / B16
        a c  A5 / Draw     |  b f  Draw / A3  |  d g  A18 / B6  |  e BYE
        a d  Draw / Draw   |  b e  B7 / B2    |  c f  B20 / A20
        """,
        {"Pairing": "manual", "Rounds": "3"},
        {"f": {"Joined round": 2}, "g": {"Dropped after": 2, "Scoring option": "Tolaria"}},
    ),
    "eight": Games(
        """
        a b  A10 / B10     |  c d  A8 / B3    |  e f  A4 / A6  |  g h  B15 / B1
        a c  B12 / B2      |  b d  Draw / A5  |  e g  B3 / A9  |  f BYE
        a e  A1 / A1       |  b c  B11 / B11  |  d h  / / B no-show  |  f g  A7 / Draw
        a f  B13 / A12     |  b e  A0 / A5    |  d g  Draw / B4  |  h BYE
        """,
        {"Pairing": "manual", "Rounds": "4", "Bye counts as win": "no"},
        {"h": {"Away": "2"}, "a": {"Scoring option": "Phyrexia"}},
        adjusted=("e", 2, -2),
        disqualified=("c", 3),
    ),
    "knockout": Games(
        """
        a h  A9 / A9   |  d e  Draw / Draw / A advances  |  b g  B6 / B8  |  c f  A11 / B3
        a d  B7 / B2   |  g c  / / B no-show
        d g  B5 / Draw
        """,
        {"Pairing": "single elimination", "First round": "listed"},
    ),
}


@dataclass(frozen=True)
class Person:
    """One of the forty."""

    code: str
    name: str
    player_id: str
    elsewhere: Mapping[str, str]

    def written(self, organizer: str) -> tuple[str, str]:
        """Return the name and the Player ID as an organizer writes them; who writes otherwise knows of no ID."""
        other = self.elsewhere.get(organizer)
        return (other, "") if other else (self.name, self.player_id)


@dataclass(frozen=True)
class Event:
    """One of the sixty."""

    day: str
    organizer: str
    form: str
    detail: str
    name: str
    finish: str

    @property
    def codes(self) -> list[str]:
        return re.findall(r"\w\w", self.finish)


def _rows(file: str) -> Iterator[list[str]]:
    for line in (HERE / file).read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield re.split(r"\s{2,}", line.strip())


def read_people() -> dict[str, Person]:
    """Return everybody by code."""
    people = {}
    for code, name, *more in _rows("people.txt"):
        player_id = more.pop(0) if more and more[0].isdigit() else ""
        people[code] = Person(code, name, player_id, dict(each.split(": ") for each in more))
    return people


def read_events() -> list[Event]:
    """Return the events by day."""
    return [
        Event(day, who, form.partition(":")[0], form.partition(":")[2], name, ends)
        for day, who, form, name, ends in _rows("events.txt")
    ]


PEOPLE = read_people()
ALL = read_events()
EVENTS = dose([event for event in ALL if "2014-09" < event.day < "2020-03"], ALL)
"""Those that the archive has: in the short dose of the years around both seasons, with every form and everybody."""

YEARS = range(2012, 2022)
LAST = "2021-12-31"

ROSE = ("2015-06-30", "2014-09-01", 6, ("Rose League",))
DANUBE = ("2019-06-30", "2018-09-01", 6, ("danube", "RHINE"))
"""Last day, first day, how many awards count, and texts of the names: two seasons of eight events."""

MISTAKEN = {"Gu": "Ma"}
"""Mark Kiss of Leeds is Márk Kiss of Pécs, as the sheet People has it; and that is wrong."""

TWO = {"Bo", "Si"}
"""Who is filled in as two people."""

LATE = next(event for event in EVENTS if event.name == "Rose League 3")
CORRECTED = replace(LATE, finish="Cy Ed To Jn Ml He Ti- Dv")
"""Years later: Eddie Porter was second, and José Núñez fourth."""

FORGOTTEN = "Dv"

MORE = Event("2021-12-29", "leeds", "list", "", "Leeds Last Open", "Cy Dv Al Fi")
"""It comes when somebody in it is forgotten already."""

NOW = [CORRECTED if event is LATE else event for event in EVENTS]
