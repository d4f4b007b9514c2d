"""Events that are run to the end with whatever can happen: results, draws, no-shows, drops, absences, rulings."""

from __future__ import annotations

from random import Random

from tests.rounds.running import Running, running
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.sheets.grid import Raw

MOST_ROUNDS = 60
"""No event of up to 40 players comes near it: one that is not over by then never ends."""


def event(pairing: str, size: int, random: Random) -> Running:
    """Return an event before its first round."""
    who: list[str | dict[str, Raw]] = [
        {
            "Player": f"P{number:02}",
            "Rating": random.choice(["", random.randrange(50)]),
            "Dropped after": 0 if random.random() < 0.03 else "",
            "Joined round": 2 if random.random() < 0.03 else "",
            "Away": random.choice([1, 2, 3, "2, 3"]) if random.random() < 0.08 else "",
        }
        for number in range(size)
    ]
    first = random.choice(["random", "rating", "listed"])
    return running(pairing, *who, first_round=first, random_seed=random.randrange(10**6))


def play_round(book: Running, number: int, random: Random) -> None:
    """Type results of a round; then somebody may drop, say when not to be there, or be disqualified."""
    bracket = "elimination" in str(book.settings["pairing"])
    event = book.results().event
    for match in event.rounds[number]:  # as it is read: without those who are not there
        a = event.players[match.a].name
        if match.b == BYE:
            if random.random() < 0.02 and match.ruling is None and book.row(number, a)["Player B"] == BYE_NAME:
                book.type(number, a, ruling="A no-show")
            continue
        chance, either = random.random(), event.players[random.choice((match.a, match.b))].name
        if chance < 0.1:
            book.draws(number, a, advances=either if bracket else "")
        elif chance < 0.15:
            book.stays_away(number, either)
        elif chance < 0.18:
            book.type(number, a, ruling="Both no-show")
        else:
            book.wins(number, either)
    last = max(number, len(book.rounds)) if bracket else number  # after one of byes only the next is paired, too
    for player in book.players:
        chance, name = random.random(), str(player["Player"])
        joined = int(str(player["Joined round"] or 1))
        if chance < 0.02 and not player["Dropped after"] and player["Dropped after"] != 0 and joined <= number:
            book.fill_in(name, dropped_after=last)
        elif chance < 0.03 and not player["Away"]:
            book.fill_in(name, away=last + random.randint(1, 2))
        elif chance < 0.035 and joined <= number:
            book.rulings.append((name, last, "disqualification"))
