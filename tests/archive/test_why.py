"""Where a rating over the years comes from: the steps are added up and held against the rating list."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, select, update

from tests.archive.changed_archives import fill
from tests.archive.making import add, event, turnabout
from tests.dose import dose
from turnabout_sheets.archive.events import IN_FORCE
from turnabout_sheets.archive.identities import Who
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.people import merge, split_events, who_is_who
from turnabout_sheets.archive.queries import load_career
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.schema import CHANGES, ENTRIES, EVENTS
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.archive.why import explain_career
from turnabout_sheets.cli.why import WIDTH, describe_answers
from turnabout_sheets.event.history import WHOLE, RatingRow, Season
from turnabout_sheets.event.steps import Answer, Group
from turnabout_sheets.prints.words import FALLBACK, load_words

# --- the command ---


@pytest.fixture
def league(place: str) -> str:
    """An archive in which Evah is Eva, Two was corrected, Trio is too small, and Eva of Four is somebody else."""
    archive = open_archive(place, create=True)
    others = ("Ben", "Cleo", "Dan")
    add(
        archive,
        event("One", "2024-01-01", "Eva", *others),
        event("Two", "2024-02-01", *others, "Evah"),
        event("Trio", "2024-03-01", "Eva", *others[:2]),
        event("Four", "2024-04-01", "Eva", *others),
        event("Two", "2024-02-01", "Evah", *others),
    )
    with archive.writing() as connection:
        merge(connection, Command(), "Eva", "Evah")
        split_events(connection, Command(), "Eva", ["Four"], "Eva (Leeds)")
        connection.execute(update(CHANGES).values(at="2026-05-31T18:04:11Z"))
    return place


def ask(league: str, *words: object) -> list[str]:
    done = turnabout("why", *words, "--archive", league)
    assert (done.exit_code, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_rating_is_told_event_by_event_with_what_does_not_count(league: str) -> None:
    """Rules 1.12.1, 1.12.2 and 1.12.9; archive 4.4."""
    told = ask(league, "Eva", "--as-of", "2024-12-31")
    assert told[: told.index("", told.index("Who is who"))] == [
        "Eva: the rating as of December 31, 2024  [rules 1.12.1]                Rating 32",
        "=" * 80,
        "",
        "What counts  [rules 1.12.2]                                            Rating 32",
        "  One (January 1, 2024)                                                 Award 16",
        "  Two (February 1, 2024), entered as Evah                               Award 16",
        "  Total (16 + 16)  [rules 1.12.1]                                             32",
        "  The rank among the 5 on the list  [rules 1.12.3]                        Rank 1",
        "",
        "What does not count",
        "  Trio (March 1, 2024) had 3 players, and an event needs 4.  [rules 1.7.6]",
        "",
        "What was in the archive before, and counts no longer",
        "  Two (February 1, 2024) was replaced by change 5 of May 31, 2026.       Award 1",
        "        [rules 1.12.2]",
        "",
        "Who is who",
        "  Evah is Eva, by change 6 of May 31, 2026.  [rules 1.12.9]",
        "  In Four (April 1, 2024), Eva is Eva (Leeds), by change 7 of May 31, 2026.",
        "        [rules 1.12.9]",
    ]
    assert told[told.index("", told.index("Who is who")) :][:7] == [
        "",
        "One (January 1, 2024)                                                   Award 16",
        "  The position among the 4 who were paired  [rules 1.7.5]             Position 1",
        "  First place’s multiplier among 4, less for the position (4 + 0)   Multiplier 4",
        "        [rules 1.7.3]",
        "  Wins, half of the draws, and byes that count (3 + 0 + 0)          Match wins 3",
        "        [rules 1.7.2]",
    ]


def test_a_window_leaves_out_what_was_before_and_after(league: str) -> None:
    """Rules 1.12.1 and 1.12.3; archive 4.4 and 4.5."""
    told = ask(league, "evah", "--as-of", "2024-02-15", "--months", 1)
    assert told[:2] == [
        "Eva: the rating as of February 15, 2024, of the events since January",
        "    16, 2024  [rules 1.12.1]                                           Rating 16",
    ]
    place = told.index("What does not count")
    assert told[place + 1 : place + 5] == [
        "  One (January 1, 2024) is before January 16, 2024.  [rules 1.12.1]     Award 16",
        "  Trio (March 1, 2024) had 3 players, and an event needs 4.  [rules 1.7.6]",
        "",
        "What was in the archive before, and counts no longer",
    ]
    told = ask(league, "Eva (Leeds)", "--as-of", "2024-03-31")
    assert told[3:9] == [
        "What counts  [rules 1.12.2]",
        "  There is no award in that time, so Eva (Leeds) is not on the list.",
        "        [rules 1.12.3]",
        "",
        "What does not count",
        "  Four (April 1, 2024) is after March 31, 2024.  [rules 1.12.1]         Award 16",
    ]


def test_who_is_not_there_is_told_with_a_name_that_is(league: str) -> None:
    asked = [turnabout(command, "Cloe", "--archive", league) for command in ("why", "player")]
    told = 'There is nobody called "Cloe" in the archive. Did you mean "Cleo"?\n'
    assert [(done.exit_code, done.stdout, done.stderr) for done in asked] == [(2, "", told)] * 2


def test_a_name_needs_no_quotation_marks_and_part_of_one_is_answered_with_all_who_have_it(league: str) -> None:
    assert ask(league, "Eva", "(Leeds)") == ask(league, "Eva (Leeds)")
    archive = open_archive(league)
    add(archive, event("Five", "2024-05-01", "Ada Marsh", "Ada Kim", "Cleo Vance", "Dan Ruiz"))
    told = 'There is nobody called "Ada" in the archive. Did you mean "Ada Kim" or "Ada Marsh"?\n'
    assert turnabout("why", "Ada", "--archive", league).stderr == told


# --- random archives ---


# --- what is held against the list ---


def count_entries(connection: Connection, who: Who) -> dict[tuple[int, bool], int]:
    """Return how many entries each person has in events in force, and in versions that are not."""
    counted: dict[tuple[int, bool], int] = {}
    query = select(ENTRIES.c.player, EVENTS.c.event, EVENTS.c.ended).join(EVENTS, EVENTS.c.version == ENTRIES.c.version)
    for player, number, ended in connection.execute(query):
        one = (who.person(player, number), ended is None)
        counted[one] = counted.get(one, 0) + 1
    return counted


def group_of(answer: Answer, word: str) -> Group | None:
    return next((group for group in answer.groups if group.title.word == word), None)


def check_sum(answer: Answer, row: RatingRow | None, season: Season) -> int:
    """Hold the sum against the list, to the last fraction, and return of how many awards it is."""
    whole = group_of(answer, "career.title_counts")
    assert whole is not None
    if row is None:
        assert ([step.word for step in whole.steps], answer.question.comes_to) == (["career.nothing"], None)
        return 0
    *events, together, rank = (step for step in whole.steps if step.word not in ("career.best", "career.named"))
    assert together.terms == tuple(step.comes_to for step in events)
    assert sum(together.terms) == together.comes_to == row.rating == answer.question.comes_to == whole.title.comes_to
    assert (rank.comes_to, len(events)) == (row.rank, min(row.events, season.best or row.events))
    return len(events)


def check_award(group: Group) -> Fraction:
    """Add up the steps of an award, and return its match wins."""
    position, multiplier, wins, bonus, award = group.steps
    assert position.of == "Position"
    assert sum(multiplier.terms) == multiplier.comes_to
    assert sum(wins.terms) == wins.comes_to
    assert None not in (wins.comes_to, bonus.comes_to, multiplier.comes_to)
    assert (wins.comes_to + bonus.comes_to) * multiplier.comes_to == award.comes_to == group.title.comes_to  # type: ignore[operator]
    return Fraction(wins.comes_to or 0)


def walk_words(answer: Answer) -> Iterator[str]:
    yield answer.question.word
    for group in answer.groups:
        yield from (group.title.word, *(step.word for step in group.steps))


@pytest.mark.soak
def test_what_is_said_of_anybody_as_of_any_day_adds_up_to_the_rating_list(empty_file: Path, tmp_path: Path) -> None:
    """Rules 1.12.1 to 1.12.3, 1.12.10 and 1.12.11; archive 4.7."""
    said: set[str] = set()
    for seed in dose((3, 8, 28), range(400)):
        draw = Random(seed)
        archive = open_archive(str(shutil.copy(empty_file, tmp_path / f"{seed}.sqlite")))
        fill(archive, draw)
        days = [(f"20{draw.randint(20, 25)}-06-30", draw.choice((None, 1, 12, 30)), WHOLE) for _ in range(2)]
        with archive.reading() as connection:
            who = who_is_who(connection)
            counted = count_entries(connection, who)
            days += [("2030-01-01", None, WHOLE), ("2024-06-30", None, Season("2021-07-01", draw.choice((1, 2))))]
            if name := connection.execute(select(EVENTS.c.name).where(IN_FORCE)).scalars().first():
                days.append(("2024-12-31", None, Season(best=2, named=(name,))))
            for day, months, season in days:
                listed = {row.person: row for row in make_rating_list(connection, day, months, 1, season).rows}
                for person in {who.everywhere.get(player, player) for player in who.names}:
                    answer = explain_career(load_career(connection, who.label(person), day, months, season))
                    row = listed.get(person)
                    events = check_sum(answer, row, season)
                    awards = [each for each in answer.groups if each.title.word.startswith("career.event")]
                    assert len(awards) == events
                    wins = sum(map(check_award, awards))
                    assert wins == (row.wins if row else 0) or (row is not None and events < row.events)
                    out, former = (group_of(answer, f"career.title_{name}") for name in ("not", "former"))
                    assert events + len(out.steps if out else ()) == counted.get((person, True), 0)
                    assert len(former.steps if former else ()) == counted.get((person, False), 0)
                    assert max(map(len, describe_answers([answer]))) <= WIDTH
                    said |= {*walk_words(answer)}
    assert said >= {key.removeprefix("why.") for key in load_words(FALLBACK).texts if key.startswith("why.career.")}
