"""Where a rating over the years comes from: the steps are added up and held against the rating list."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select

from tests.archive.changed_archives import fill
from tests.archive.making import add, event, turnabout
from tests.dose import dose
from turnabout_sheets.archive.people import who_is_who
from turnabout_sheets.archive.queries import load_career
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.rows import WHOLE, RatingRow, Season
from turnabout_sheets.archive.schema import ENTRIES, EVENTS
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.archive.why import explain_career
from turnabout_sheets.event.steps import Answer, Group
from turnabout_sheets.prints.steps import WIDTH, describe_answers
from turnabout_sheets.prints.words import FALLBACK, load_words


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
    for seed in dose((3, 8, 28, 30, 31), range(400)):
        draw = Random(seed)
        archive = open_archive(str(shutil.copy(empty_file, tmp_path / f"{seed}.sqlite")))
        fill(archive, draw)
        days = [(f"20{draw.randint(20, 25)}-06-30", Season(months=draw.choice((None, 1, 12, 30)))) for _ in range(2)]
        with archive.reading() as connection:
            who = who_is_who(connection)
            counted = Counter(connection.execute(select(ENTRIES.c.person)).scalars())
            days += [("2030-01-01", WHOLE), ("2024-06-30", Season("2021-07-01", draw.choice((1, 2))))]
            if name := connection.execute(select(EVENTS.c.name)).scalars().first():
                days.append(("2024-12-31", Season(best=2, named=(name,))))
            for day, season in days:
                listed = {row.person: row for row in make_rating_list(connection, day, season).rows}
                for person in set(map(who.decisions.person, who.names)):
                    answer = explain_career(*load_career(connection, who.label(person), day, season))
                    row = listed.get(person)
                    events = check_sum(answer, row, season)
                    awards = [each for each in answer.groups if each.title.word.startswith("career.event")]
                    assert len(awards) == events
                    wins = sum(map(check_award, awards))
                    assert wins == (row.wins if row else 0) or (row is not None and events < row.events)
                    out = group_of(answer, "career.title_not")
                    assert events + len(out.steps if out else ()) == counted[person]
                    assert max(map(len, describe_answers([answer]))) <= WIDTH
                    said |= {*walk_words(answer)}
    assert said >= {key.removeprefix("why.") for key in load_words(FALLBACK).texts if key.startswith("why.career.")}


def test_a_player_of_whom_no_event_is_left_is_still_shown(tmp_path: Path) -> None:
    archive = open_archive(str(tmp_path / "archive.sqlite"), create=True)
    add(archive, event("Open", "2024-05-01"), event("Cup", "2024-06-01", "Anna", "Ben", "Cleo", "Dan"))
    for words in (("merge", "Ada", "Anna"), ("remove", "Cup"), ("remove", "Open")):
        assert turnabout(*words, "--archive", archive.place).exit_code == 0
    told = turnabout("player", "Anna", "--archive", archive.place).stdout.splitlines()
    assert told[:3] == ["Ada", "Rank: not listed", "Events: 0"]
