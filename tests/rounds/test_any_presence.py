"""Thousands of events with all that can be said of who comes and goes, held against an oracle, an export's too."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.archive.making import add
from tests.dose import dose
from tests.rounds.presence_oracle import NEVER, World
from tests.rules.stories import Story
from tests.rules.text_event import Row
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_statuses, word_status
from turnabout_sheets.explain.awards import explain_rating
from turnabout_sheets.explain.ranks import explain_rank
from turnabout_sheets.jobs.archive import verify_archive

pytestmark = pytest.mark.soak

METHODS = (
    "single elimination",
    "double elimination",
    "single elimination",
    "double elimination",
    "swiss",
    "round robin",
)
BATCHES, EACH = dose((1, 3), (40, 50))
MOST_ROUNDS = 60
"""No event of up to 40 players comes near it: one that is not over by then never ends."""


class Book(Story):
    """An event that is run round by round, as the organizer does it."""

    @property
    def players(self) -> list[Row]:
        return self.tables["Players"]

    @property
    def rounds(self) -> list[list[Row]]:
        return [self.tables[f"Round {number}"] for number in range(1, len(self.tables) - 1)]

    @property
    def bracket(self) -> bool:
        return "elimination" in str(self.settings["Pairing"])

    def results(self) -> Results:
        """Return what the event comes to, without a round that is to be paired."""
        outcome = self.compute(pair=False)
        assert outcome.results is not None, [str(each) for each in outcome.problems]
        return outcome.results

    def ban(self, name: str, number: int) -> None:
        self.tables["Rulings"].append({"Player": name, "Round": number, "Kind": "disqualification"})


def start(folder: Path, random: Random, seed: int) -> Book:
    """Return an event before its first round: of a bracket it is seldom said how many rounds it has."""
    pairing, size = random.choice(METHODS), random.randint(4, 12)
    book = Book(folder, "Turnabout")
    book.settings |= {"Name": f"Event {seed}", "Date": "2026-05-31", "Pairing": pairing}
    book.settings |= {"First round": random.choice(["random", "rating", "listed"]), "Random seed": seed}
    book.tables = {"Rulings": [], "Players": []}
    for number in range(size):
        away = random.choice([1, 2, 3, "2, 3"]) if random.random() < 0.08 else None
        row: Row = {"Player": f"P{number:02}", "Rating": random.choice([None, random.randrange(50)]), "Away": away}
        row["Dropped after"] = 0 if random.random() < 0.03 else None
        row["Joined round"] = 2 if random.random() < 0.03 else None
        book.players.append(row)
    if not book.bracket:
        book.settings["Rounds"] = max([random.randint(1, 3), *(int(p["Joined round"] or 1) for p in book.players)])
    if random.random() < 0.5:
        there = [player for player in book.players if not player["Away"]]
        for player in random.sample(there, min(len(there), random.randint(1 + size // 2, size))):
            player["Here"] = "x"
    return book


def mark(book: Book, random: Random) -> set[str]:
    """Mark some who have come meanwhile, and take marks away, but the last one; return who is in no round as yet."""
    marked = [player for player in book.players if player.get("Here")]
    seated = {name for rows in book.rounds for row in rows for name in row.values()}
    for player in book.players if marked else ():
        if not player.get("Here") and not player["Away"] and random.random() < 0.3:
            player["Here"] = random.choice(["x", True, 1])
        elif player.get("Here") and player is not marked[0] and random.random() < 0.1:
            player["Here"] = random.choice(["", False, 0])
    return {str(player["Player"]) for player in book.players if marked and player["Player"] not in seated}


def say_who_goes(book: Book, number: int, random: Random) -> None:
    """Say of some that they have left, are away or disqualified, from a round on that may never come."""
    outside = mark(book, random)
    for player in book.players:
        name, chance = str(player["Player"]), random.random()
        if name in outside:
            continue
        last = max(number, int(str(player.get("Joined round") or 1)))
        if chance < 0.06 and player["Dropped after"] is None:
            player["Dropped after"] = last + random.choice([0, 0, 0, 1, 4])
        elif chance < 0.09 and not player["Away"]:
            player["Away"] = number + random.choice([1, 1, 2])
        elif chance < 0.12:
            book.ban(name, last + random.choice([0, 0, 1, 2, 5]))


def leave_paired(book: Book, number: int, random: Random) -> None:
    """Say of some who stand in a bracket's round that they do not come to it: their opponents have a bye."""
    for row in book.rounds[number - 1]:
        for name in (row["Player A"], row["Player B"]):
            if name == BYE_NAME or random.random() > 0.08:
                continue
            player = book.row("Players", name)
            match random.randrange(4):
                case 0:
                    player["Dropped after"] = number - 1
                case 1:
                    player["Away"] = f"{player['Away']}, {number}" if player["Away"] else number
                case 2 if number > 1:
                    book.ban(name, number - 1)
                case _:
                    book.type_result(number, name, "absent")
                    break


def play(book: Book, number: int, random: Random) -> None:
    """Type results of a round, where all is not said already."""
    found = book.results().event
    for match in found.rounds.get(number, ()):
        if match.ruling is not None or match.a is None:
            continue
        a, chance = found.players[match.a].name, random.random()
        if match.b == BYE:
            if chance < 0.03 and book.row(f"Round {number}", a)["Player B"] == BYE_NAME:
                book.row(f"Round {number}", a)["Ruling"] = "A no-show"
            continue
        either = found.players[random.choice(match.pair)].name
        if chance < 0.1:
            book.type_result(number, a, "=")
            if book.bracket:
                book.type_result(number, either, "advances")
        elif chance < 0.2:
            book.type_result(number, either, "absent")
        elif chance < 0.23:
            book.type_result(number, a, "both absent")
        else:
            book.type_result(number, either, "")


def compare(book: Book) -> None:
    """Hold what the program says of an event against the oracle."""
    results = book.results()
    settings = {"pairing": book.settings["Pairing"], "rounds": book.settings.get("Rounds")}
    bans = [(row["Player"], row["Round"], row["Kind"]) for row in book.tables["Rulings"]]
    world = World(settings, book.players, bans, book.rounds)
    people = [world.people[player.name] for player in results.event.players]
    assert (results.played, results.complete, results.finished) == (world.played, world.complete, world.over)
    for number in range(world.played + 1):
        after = results.after[number]
        leads = [world.depth(person, number) for person in people]
        assert list(after["lead"]) == leads, number
        if world.bracket:
            assert list(after["rank"]) == [1 + sum(other > lead for other in leads) for lead in leads]
        last = {rank for rank, lead in zip(after["rank"], leads, strict=True) if lead == -1}
        assert not last or min(last) == 1 + sum(lead > -1 for lead in leads)
    assert [word_status(each) for each in find_statuses(results).values()] == [world.status(each) for each in people]
    if world.bracket:
        left = world.contenders(world.played)
        there = left if len(left) <= 1 else [each for each in left if not each.is_gone(world.played + 1)]
        assert [player.name for player in results.still_in] == [person.name for person in there]
    awards = compute_awards(results)
    for player, person in zip(results.event.players, people, strict=True):
        expected = world.award(person, results.positions[player.number]) if player.number in results.positions else None
        found = awards.get(player.number)
        assert (found and found.award) == expected, person
        assert explain_rating(results, player).question.comes_to == expected
    if world.over:
        explain(results, world)


def explain(results: Results, world: World) -> None:
    """Hold the words of what is explained of everybody's rank and award against the oracle."""
    for player in results.event.players:
        person = world.people[player.name]
        out, left = world.exit(person, world.played)
        answers = (explain_rank(results, player, None), explain_rating(results, player))
        words = {step.word for answer in answers for group in answer.groups for step in group.steps}
        if world.bracket and person.joined == 1 and person.dropped > 0:
            gone = "disqualified" if person.banned <= person.dropped else "dropped"
            expected = "still_in" if out == NEVER else gone if left else "out"
            assert words & {"still_in", "out", "dropped", "disqualified"} == {expected}
        if world.award(person, 1) is not None and person.name in world.seated:
            assert words & {"played_all", "missed_rounds"} == {
                "played_all" if world.played_all(person) else "missed_rounds"
            }
        banned = world.is_banned(person, world.played) and len(world.seated) >= FEWEST_RATED_PLAYERS
        assert ("no_award_disqualified" in words) == banned


def run(folder: Path, seed: int) -> EventRecord | None:
    """Run an event to its end, or until it ends early, and return what is archived of it."""
    random = Random(seed)
    book = start(folder, random, seed)
    for number in range(1, MOST_ROUNDS):
        list(book.run())
        compare(book)
        if len(book.rounds) < number or book.results().finished:
            break
        number = max(number, len(book.rounds) if book.bracket else number)
        if book.bracket:
            leave_paired(book, number, random)
            compare(book)
        play(book, number, random)
        say_who_goes(book, number, random)
        compare(book)
        if random.random() < 0.06:
            end_early(book, number, random)
            break
    results = book.results()
    return make_record(results) if results.scored else None


def end_early(book: Book, number: int, random: Random) -> None:
    """Say that a round was the last; the next may be paired by then, with somebody who does not show up for a bye."""
    if random.random() < 0.7:
        list(book.run())
    book.settings["Rounds"] = number
    for row in book.rounds[number] if len(book.rounds) > number else ():
        if row["Player B"] == BYE_NAME and random.random() < 0.5 and not row.get("Ruling"):
            row["Ruling"] = "A no-show"
    compare(book)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_any_event_agrees_with_the_oracle_and_the_archive(batch: int, tmp_path: Path) -> None:
    """Rules 1.4.5, 1.4.6, 1.4.7, 1.4.12, 1.4.20, 1.7.2, 1.7.4, 1.7.8, 1.11.3, 1.11.4 and 1.11.6."""
    records = []
    for seed in range(batch * EACH, (batch + 1) * EACH):
        try:
            records.append(run(tmp_path, seed))
        except AssertionError as failure:
            failure.add_note(f"event {seed}")
            raise
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, *(record for record in records if record is not None))
    assert list(verify_archive(archive)) == []
