"""Who is who, decided for many at once, as on the sheet People of the ratings workbook: all of it, or nothing."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import NamedTuple

from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.people import Who, find_person, merge, tell_apart, who_is_who
from turnabout_sheets.archive.queries import load_people, rank_person
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.problems import Place, Problem, error, sort_problems

CORRECT = "Correct the cell, or clear it; if the sheet is older than the archive, write the workbook again."


class Decision(NamedTuple):
    """That ``player`` and ``other`` are the ``same``, or two; ``other`` is blank where the row names nobody."""

    place: Place
    player: str
    other: str
    same: bool


class Decided(NamedTuple):
    """What came of decisions: what was ``done``, in words, and what is known ``already``; with ``problems`` nothing."""

    done: Sequence[str] = ()
    already: int = 0
    problems: Sequence[Problem] = ()


class _RefusedError(Exception):
    """Some of the decisions do not fit, so none is done."""


def decide(archive: Archive, command: Command, decisions: Sequence[Decision], file: str) -> Decided:
    """Do what is decided, as one command; of two who are the same the better name stays (archive 5.5)."""
    done, already, problems = list[str](), 0, list[Problem]()
    with contextlib.suppress(_RefusedError), archive.writing() as connection:
        who = who_is_who(connection)
        ranks = {each.person: rank_person(each) for each in load_people(connection, who)}
        # Two people are two from all who are the same as either.
        for decision in sorted(decisions, key=lambda each: not each.same):
            try:
                one, other = sorted(_find_both(who, decision))
                are_one, are_two = one == other, frozenset((one, other)) in who.two_people
                if are_one and not decision.same:
                    both = f'"{decision.player}" and "{decision.other}"'
                    raise NotThereError(f"{both} are one person, by another cell or in the archive.")
                if are_two and decision.same:
                    both = f"{who.label(one)} and {who.label(other)}"
                    raise NotThereError(f"{both} are known to be two people; if not: {name_program()} archive merge.")
                if are_one or are_two:
                    already += 1
                elif decision.same:
                    better, other = sorted((one, other), key=lambda each: ranks.get(each, (2,)))
                    done.append(merge(connection, command, better, other, who, file))
                else:
                    done.append(tell_apart(connection, command, one, other, who, file))
            except NotThereError as reason:
                problems.append(error(decision.place, str(reason), CORRECT))
        if problems:
            raise _RefusedError
    return Decided(problems=sort_problems(problems)) if problems else Decided(done, already)


def _find_both(who: Who, decision: Decision) -> list[int]:
    """Return the two persons that a decision is of. Raises `NotThereError` where there are no two."""
    if not decision.other:
        raise NotThereError(f'The row of "{decision.player}" has nobody under Perhaps the same as.')
    # A player who is listed without a Player ID is not the one of that name who has one.
    without = f"{decision.player} (no Player ID)"
    one = find_person(who, without if who.persons_called(without) else decision.player)
    return [one, find_person(who, decision.other)]
