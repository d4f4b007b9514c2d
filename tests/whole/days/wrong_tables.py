"""A Duplicate Magic event by coin flips: who comes late, earlier than announced and unannounced, and wrong tables."""

from __future__ import annotations

from typing import Final

from tests.whole.typed_day import Day

LIST = "Player\n" + "\n".join(("Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gil", "Hal", "Ida", "Jon", "Kim")) + "\n"
TABLES = (
    "1|Goblins|Elves|Tribes|60|60",
    "2|Red|Blue|Colours|50|48",
    "3|Big|Small||45|45",
    "4|Old|New|Times|60|60",
    "5|Land|Sea||52|52",
    "6|Sun|Moon|The sky|44|44",
)
WORKBOOK: Final = "Six Tables.xlsx"

PLAYED: Final = (("A", "A"), ("B", "B"), ("B", "A"), ("A", "B"), ("A", "Draw"), ("B", "A"))
"""The stock of player A and the winner of each game of a round, from the first row on."""


def types_round(day: Day, number: int) -> None:
    """Type the round that the slips tell; the coins fall otherwise in each."""
    for table, typed in zip(day.games(number), PLAYED[number % 2 :] + PLAYED[: number % 2], strict=False):
        day.types(f"Round {number}", table, **{"Deck A": typed[0], "Winner": typed[1]})


def before_round_1(day: Day) -> None:
    day.tell("Ten are there; Kim has telephoned, and will come for round 4. Who has which stock is decided by a coin.")
    day.registers("players.csv", LIST)
    day.command("new", day.workbook.name, "--format", "dup", "--players", "players.csv", "--date", "2026-10-17")
    day.open()
    day.types("Event", "Deck choice", Value="coin flip")
    day.types("Players", "Kim", **{"Joined round": "4"})
    day.pastes("Tables", "Table", 2, TABLES)
    day.close()
    day.run()


def round_1(day: Day) -> None:
    day.tell("Round 1 is played, and Zoe comes in: nobody has said so, and Kim is not there yet.")
    day.open()
    types_round(day, 1)
    day.close()
    day.run()
    day.lets_in("Zoe")


def round_2(day: Day) -> None:
    day.tell("In round 2 the games of two tables sat down at each other's table; it is typed as it was.")
    day.open()
    types_round(day, 2)
    one, other = day.games(2)[:2]
    day.changes_tables("Round 2", one, other)
    day.close()
    day.run()
    day.tell("Kim comes, a round earlier than was said. So it is typed on Players, as one does elsewhere.")
    day.open()
    day.types("Players", "Kim", **{"Joined round": "3"})
    day.close()
    day.run()
    day.tell("As it says:")
    day.lets_in("Kim")


def round_3(day: Day) -> None:
    day.tell("In round 3 three games changed tables.")
    day.open()
    types_round(day, 3)
    day.changes_tables("Round 3", *day.games(3)[1:4])
    day.close()
    day.run()


def round_4(day: Day) -> None:
    day.tell("Somebody leaves, and Uma would like to play, too.")
    leaving = day.seats(4)[day.games(4)[-1]][1]
    day.open()
    day.types("Players", leaving, **{"Dropped after": "3"})
    day.close()
    day.run()
    day.lets_in("Uma")
    day.open()
    types_round(day, 4)
    day.close()
    day.run()


def to_the_end(day: Day) -> None:
    day.tell("Rounds 5 and 6 are played.")
    for number in (5, 6):
        day.open()
        types_round(day, number)
        day.close()
        day.run()
    day.shows("Standings", "Rank", "Player", "Points", "Played", "Sit-outs", "Status")


CHAPTERS: Final = (before_round_1, round_1, round_2, round_3, round_4, to_the_end)
