"""Thousands of events with all that can be said of who comes and goes, held against an oracle, an export's too."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.archive.making import add
from tests.dose import dose
from tests.rounds.presence_oracle import NEVER, World
from tests.rounds.running import Running
from tests.rounds.whole_events import MOST_ROUNDS, event
from turnabout_sheets.archive.from_results import make_record
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.event.model import BYE, BYE_NAME
from turnabout_sheets.event.rating import FEWEST_RATED_PLAYERS, compute_awards
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.status import find_statuses, word_status
from turnabout_sheets.explain.awards import explain_rating
from turnabout_sheets.explain.ranks import explain_rank
from turnabout_sheets.jobs.verify_archive import verify_archive

pytestmark = pytest.mark.soak

METHODS = (
    "single elimination",
    "double elimination",
    "single elimination",
    "double elimination",
    "swiss",
    "round robin",
)
BATCHES, EACH = dose((2, 4), (40, 50))


def start(random: Random, seed: int) -> Running:
    """Return an event before its first round: of a bracket it is seldom said how many rounds it has."""
    pairing = random.choice(METHODS)
    book = event(pairing, random.randint(4, 12), random)
    book.settings |= {"name": f"Event {seed}", "date": "2026-05-31"}
    if "elimination" not in pairing:
        book.settings["rounds"] = max([random.randint(1, 3), *(int(p["Joined round"] or 1) for p in book.players)])
    if random.random() < 0.5:
        there = [player for player in book.players if not player["Away"]]
        for player in random.sample(there, min(len(there), random.randint(2, len(book.players)))):
            player["Here"] = "x"
    return book


def mark(book: Running, random: Random) -> set[str]:
    """Mark some who have come meanwhile, and take marks away, but the last one; return who is in no round as yet."""
    marked = [player for player in book.players if player.get("Here")]
    seated = {name for rows in book.rounds for row in rows for name in row.values()}
    for player in book.players if marked else ():
        if not player.get("Here") and not player["Away"] and random.random() < 0.3:
            player["Here"] = random.choice(["x", True, 1])
        elif player.get("Here") and player is not marked[0] and random.random() < 0.1:
            player["Here"] = random.choice(["", False, 0])
    return {str(player["Player"]) for player in book.players if marked and player["Player"] not in seated}


def say_who_goes(book: Running, number: int, random: Random) -> None:
    """Say of some that they have left, are away or disqualified, from a round on that may never come."""
    outside = mark(book, random)
    for player in book.players:
        name, chance = str(player["Player"]), random.random()
        if name in outside:
            continue
        last = max(number, int(str(player.get("Joined round") or 1)))
        if chance < 0.06 and player["Dropped after"] == "":
            book.fill_in(name, dropped_after=last + random.choice([0, 0, 0, 1, 4]))
        elif chance < 0.09 and not player["Away"]:
            book.fill_in(name, away=number + random.choice([1, 1, 2]))
        elif chance < 0.12:
            book.rulings.append((name, last + random.choice([0, 0, 1, 2, 5]), "disqualification"))


def leave_paired(book: Running, number: int, random: Random) -> None:
    """Say of some who stand in a bracket's round that they do not come to it: their opponents have a bye."""
    for row in book.rounds[number - 1]:
        for name in (row["Player A"], row["Player B"]):
            if name == BYE_NAME or random.random() > 0.08:
                continue
            match random.randrange(4):
                case 0:
                    book.fill_in(str(name), dropped_after=number - 1)
                case 1:
                    away = next(each.get("Away") for each in book.players if each["Player"] == name)
                    book.fill_in(str(name), away=f"{away}, {number}" if away else number)
                case 2 if number > 1:
                    book.rulings.append((name, number - 1, "disqualification"))
                case _:
                    book.stays_away(number, str(name))
                    break


def play(book: Running, number: int, random: Random) -> None:
    """Type results of a round, where all is not said already."""
    bracket = "elimination" in str(book.settings["pairing"])
    found = book.results().event
    for match in found.rounds.get(number, ()):
        if match.ruling is not None or match.a is None:
            continue
        a, chance = found.players[match.a].name, random.random()
        if match.b == BYE:
            if chance < 0.03 and book.row(number, a)["Player B"] == BYE_NAME:
                book.type(number, a, ruling="A no-show")
            continue
        either = found.players[random.choice(match.pair)].name
        if chance < 0.1:
            book.draws(number, a, advances=either if bracket else "")
        elif chance < 0.2:
            book.stays_away(number, either)
        elif chance < 0.23:
            book.type(number, a, ruling="Both no-show")
        else:
            book.wins(number, either)


def compare(book: Running) -> None:
    """Hold what the program says of an event against the oracle."""
    results = book.results()
    world = World(book.settings, book.players, book.rulings, book.rounds)
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


def run(seed: int) -> EventRecord | None:
    """Run an event to its end, or until it ends early, and return what is archived of it."""
    random = Random(seed)
    book = start(random, seed)
    bracket = "elimination" in str(book.settings["pairing"])
    for number in range(1, MOST_ROUNDS):
        book.run()
        compare(book)
        if len(book.rounds) < number or book.results().finished:
            break
        number = max(number, len(book.rounds) if bracket else number)
        if bracket:
            leave_paired(book, number, random)
            compare(book)
        play(book, number, random)
        say_who_goes(book, number, random)
        compare(book)
        if random.random() < 0.06:
            end_early(book, number, random)
            break
    results = book.results()
    return make_record(results) if len(results.matches) else None


def end_early(book: Running, number: int, random: Random) -> None:
    """Say that a round was the last; the next may be paired by then, with somebody who does not show up for a bye."""
    if random.random() < 0.7:
        book.run()
    book.settings["rounds"] = number
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
            records.append(run(seed))
        except AssertionError as failure:
            failure.add_note(f"event {seed}")
            raise
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, *(record for record in records if record is not None))
    assert verify_archive(archive).findings == []
