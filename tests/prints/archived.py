"""Archives for the tests of their pages: a small one that is worked out by hand, and made ones of any size."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from random import Random
from typing import Any

from turnabout_sheets.archive.records import Meeting
from turnabout_sheets.archive.rows import ArchivedEvent, AwardRow, History, Person, RatingList, RatingRow, Season
from turnabout_sheets.event.rating import make_award
from turnabout_sheets.event.status import Status, StatusKind

HALF = Fraction(1, 2)


def fraction(number: Any) -> Fraction | None:
    return None if number is None else Fraction(number)


def _entry(event: int, entry: int, day: str, field: int, person: int, results: tuple[int, int, int, int], *rating: Any,
           entered: str = "", position: int | None = None, points: Any = None,
           status: Status | None = None) -> AwardRow:  # fmt: skip
    name = NAMES[person]
    match_wins, played_all, factor, came = rating or (None, None, None, None)
    return AwardRow(name, "", position, *results, fraction(points), fraction(match_wins), played_all, factor,
                    fraction(came), status, event=event, entry=entry, date=day, field=field, person=person,
                    entered=entered or name)  # fmt: skip


def _match(event: int, number: int, table: int | None, a: int, b: int | None, *ended: Any) -> tuple[int, Meeting]:
    outcome_a, outcome_b, points_a, points_b = ended
    return event, Meeting(number, table, a, b, outcome_a, outcome_b, fraction(points_a), fraction(points_b))


def _group(matches: Iterable[tuple[int, Meeting]]) -> dict[int, list[Meeting]]:
    found: dict[int, list[Meeting]] = {}
    for event, match in matches:
        found.setdefault(event, []).append(match)
    return found


NAMES = {1: "Ann", 2: "Bob", 3: "Cem", 4: "Dan", 5: "Eve"}


def small(*, months: int | None = None) -> History:
    """Return two rated events, an unrated one and a running one; with ``months``, only the last rated one counts."""
    entries = [
        _entry(3, 0, "2025-01-01", 2, 1, (0, 1, 0, 0), position=1, points=15),
        _entry(3, 1, "2025-01-01", 2, 5, (0, 1, 0, 0), position=1, points=15),
        _entry(7, 0, "2025-03-01", 4, 1, (2, 0, 0, 0), 2, True, 4, 12, position=1, points=50),
        _entry(7, 2, "2025-03-01", 4, 3, (0, 1, 1, 0), HALF, True, 3, 4 + HALF, position=2, points=25),
        _entry(7, 1, "2025-03-01", 4, 2, (0, 0, 1, 1), 0, True, 2, 2, position=3, points=18),
        _entry(7, 3, "2025-03-01", 4, 4, (0, 1, 1, 0), HALF, False, 2, 1, position=4, points=15,
               status=Status(StatusKind.DROPPED, 2)),
        _entry(2, 1, "2026-05-02", 6, 2, (2, 0, 0, 0), 2, True, 5, 15, position=1, points=40),
        _entry(2, 0, "2026-05-02", 6, 1, (0, 0, 1, 1), 0, True, 4, 4, position=2, points=28),
        _entry(2, 2, "2026-05-02", 6, 3, (0, 0, 1, 1), 0, True, 3, 3, position=3, points=28, entered="C. Em"),
        _entry(9, 0, "2026-06-01", 2, 1, (0, 0, 0, 0), position=1),
        _entry(9, 1, "2026-06-01", 2, 2, (0, 0, 0, 0), position=1),
    ]  # fmt: skip
    matches = [
        _match(3, 1, None, 0, 1, "draw", "draw", 15, 15),
        _match(7, 1, 1, 0, 1, "win", "loss", 30, 0),
        _match(7, 1, 2, 2, 3, "draw", "draw", 15, 15),
        _match(7, 2, 1, 0, 2, "win", "loss", 20, 10),
        _match(7, 2, 2, 1, 3, "bye", "absent", 18, 0),
        _match(2, 1, 1, 0, 1, "loss", "win", 10, 20),
        _match(2, 1, 7, 2, None, "bye", None, 18, None),
        _match(2, 2, 1, 1, 2, "win", "loss", 20, 10),
        _match(2, 2, None, 0, None, "bye", None, 18, None),
        _match(9, 1, 1, 0, 1, None, None, None, None),
    ]
    events = (
        ArchivedEvent(3, "", "Kitchen", "2025-01-01", "Turnabout", "", "", 1, 2, 2, False, False, ("Ann", "Eve")),
        ArchivedEvent(7, "T-7", "Town Open", "2025-03-01", "Turnabout", "Town Hall", "Kim", 2, 4, 4, True, False,
                      ("Ann",)),
        ArchivedEvent(2, "", "Autumn Cup", "2026-05-02", "Turnabout", "", "", None, 6, 3, True, False, ("Bob",)),
        ArchivedEvent(9, "", "Under Way", "2026-06-01", "Turnabout", "", "", 3, 2, 2, False, True, ("Ann", "Bob")),
    )  # fmt: skip
    listed = (
        (
            RatingRow(1, 2, "Bob", "", Fraction(17), 2, Fraction(2), 1, 6, Fraction(15), 2, "2026-05-02"),
            RatingRow(2, 1, "Ann", "A-100", Fraction(16), 2, Fraction(2), 1, 4, Fraction(4), -1, "2026-05-02"),
            RatingRow(3, 3, "Cem", "", 7 + HALF, 2, HALF, 2, 4, Fraction(3), -1, "2026-05-02"),
            RatingRow(4, 4, "Dan", "", Fraction(1), 1, HALF, 4, 4, Fraction(0), 0, "2025-03-01"),
        )
        if months is None
        else (
            RatingRow(1, 2, "Bob", "", Fraction(15), 1, Fraction(2), 1, 6, Fraction(15), None, "2026-05-02"),
            RatingRow(2, 1, "Ann", "A-100", Fraction(4), 1, Fraction(0), 2, 6, Fraction(4), None, "2026-05-02"),
        )
    )
    since = "" if months is None else "2025-07-01"
    people = tuple(
        Person(number, name, "A-100" if name == "Ann" else "", (name, "C. Em") if name == "Cem" else (name,), 1, "", "",
               "")
        for number, name in NAMES.items()
    )  # fmt: skip
    season = Season(months=months, fewest=1 if months is None else 2)
    ratings = RatingList("2026-06-01", since, "2026-05-02", listed, season)
    return History(ratings, events, people, (), entries, _group(matches), "3f9a 77c2 01de")


def made(names: Sequence[str], events: int, field: int, rounds: int, *, venue: str = "", seed: int = 1) -> History:
    """Return an archive of as many events a week apart, each of ``field`` of the people and with made results."""
    draw = Random(seed)
    first = date(2015, 1, 3)
    archived, entries, matches = [], [], []
    weights = [1 / (number + 10) for number in range(len(names))]
    totals: dict[int, list[AwardRow]] = {}
    for event in range(1, events + 1):
        day = (first + timedelta(weeks=event) / 4).isoformat()
        who = list(dict.fromkeys(draw.choices(range(len(names)), weights, k=2 * field)))
        who = (who + [each for each in range(len(names)) if each not in who])[:field]
        tally: list[dict[str, int]] = [dict.fromkeys(("win", "draw", "loss", "bye"), 0) for _ in who]
        points = [0] * field
        for number in range(1, rounds + 1):
            order = draw.sample(range(field), field)
            for table, (a, b) in enumerate(zip(order[::2], order[1::2], strict=False), 1):
                own = draw.randint(0, 30)
                outcome = ("draw", "draw") if own == 15 else ("win", "loss") if own > 15 else ("loss", "win")
                matches.append(_match(event, number, table, a, b, *outcome, own, 30 - own))
                for side, ended, gained in zip((a, b), outcome, (own, 30 - own), strict=True):
                    tally[side][ended] += 1
                    points[side] += gained
            if field % 2:
                matches.append(_match(event, number, None, order[-1], None, "bye", None, 18, None))
                tally[order[-1]]["bye"] += 1
                points[order[-1]] += 18
        ranked = sorted(range(field), key=lambda entry: -points[entry])
        for position, entry in enumerate(ranked, 1):
            won, drawn = tally[entry]["win"], tally[entry]["draw"]
            award = make_award(won, drawn, played_all=True, players=field, position=position)
            name = names[who[entry]]
            row = AwardRow(name, "", position, *tally[entry].values(), Fraction(points[entry]), award.match_wins, True,
                           award.multiplier, award.award, None, event=event, entry=entry, date=day, field=field,
                           person=who[entry] + 1, entered=name)  # fmt: skip
            entries.append(row)
            totals.setdefault(who[entry] + 1, []).append(row)
        winner = names[who[ranked[0]]]
        archived.append(ArchivedEvent(event, "", f"Open {event}", day, "Turnabout", venue, venue, rounds, field, field,
                                      True, False, (winner,)))  # fmt: skip
    ratings = sorted(
        ((sum((row.award or 0 for row in rows), Fraction()), number) for number, rows in totals.items()), reverse=True
    )
    listed = tuple(
        RatingRow(rank, number, names[number - 1], "", Fraction(rating), len(totals[number]),
                  sum((row.match_wins or 0 for row in totals[number]), Fraction()),
                  min(row.position or 0 for row in totals[number]), field, Fraction(rank), rank % 5 - 2,
                  totals[number][-1].date)
        for rank, (rating, number) in enumerate(ratings, 1)
    )  # fmt: skip
    people = tuple(Person(number, name, "", (name,), 1, "", "", name) for number, name in enumerate(names, 1))
    latest = archived[-1].date
    return History(
        RatingList(latest, "", latest, listed),
        archived,
        people,
        (),
        entries,
        _group(matches),
        "a77c 01de 3f9a",
    )
