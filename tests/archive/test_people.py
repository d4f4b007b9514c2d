from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import IN_A_FILE, IN_BOTH
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import remove_event
from turnabout_sheets.archive.journal import Command, list_changes, undo
from turnabout_sheets.archive.people import (
    find_mistyped,
    find_person,
    find_twice_in,
    last_player,
    merge,
    split,
    split_events,
    tell_apart,
    who_is_who,
)
from turnabout_sheets.archive.queries import load_people, load_profile
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.cli.archive_output import head_to_head

KINDS = IN_A_FILE

ONE = event("One", "2024-01-01", "Eva", "Ben", "Cleo", "Dan")
TWO = event("Two", "2024-02-01", "Evah", "Ben", "Cleo", "Dan")
THREE = event("Three", "2024-03-01", "Eva L.", "Ben", "Cleo", "Dan")
FOUR = event("Four", "2024-04-01", "Ben", "Cleo", "Dan", "Eva")
"""The first of four has an award of 16, the second of 9, the third of 4, the last of 1."""


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, ONE, TWO, THREE, FOUR)
    return archive


def ratings(archive: Archive) -> dict[str, Fraction]:
    """Return the ratings by label."""
    with archive.reading() as connection:
        who = who_is_who(connection)
        return {who.label(row.person): row.rating for row in make_rating_list(connection, "2030-01-01").rows}


def do(archive: Archive, change: Callable[..., str], *words: object) -> str:
    with archive.writing() as connection:
        return change(connection, Command(), *words)


def refusal(archive: Archive, change: Callable[..., str], *words: object) -> str:
    """Return why a change is refused; nothing may be left of it."""
    before = contents(archive)
    with pytest.raises(NotThereError) as caught:
        do(archive, change, *words)
    assert contents(archive) == before
    return str(caught.value)


def take_back(archive: Archive) -> list[str]:
    with archive.writing() as connection:
        return [change.told for change in undo(connection, Command())]


def found(archive: Archive, named: str) -> str:
    """Return the label of whoever is found."""
    with archive.reading() as connection:
        who = who_is_who(connection)
        return who.label(find_person(who, named))


def in_archive(archive: Archive, change: Callable[[Connection], None]) -> None:
    with archive.writing() as connection:
        change(connection)


APART = {"Ben": 16 + 9 * 3, "Cleo": 9 + 4 * 3, "Dan": 4 + 1 * 3, "Eva": 17, "Evah": 16, "Eva L.": 16}


def test_two_names_become_one_person_and_two_again(archive: Archive) -> None:
    """Archive 5.2."""
    assert ratings(archive) == APART
    assert do(archive, merge, "Eva", "Evah") == "Merged Evah into Eva"
    assert ratings(archive) == {"Ben": 43, "Eva": 33, "Cleo": 21, "Eva L.": 16, "Dan": 7}
    assert found(archive, "evah") == "Eva"
    assert do(archive, split, "Evah") == "Parted Evah from Eva"
    assert ratings(archive) == APART


@pytest.mark.parametrize("kind", IN_BOTH)
def test_merging_and_parting_are_taken_back_one_by_one(archive: Archive) -> None:
    states = [ratings(archive)]
    for change, *words in (
        (merge, "Eva", "Evah"),
        (merge, "Eva L.", "Eva"),
        (split, "Evah"),
        (split_events, "Ben", ["One", "Two"], "Ben (Leeds)"),
        (split_events, "Ben (Leeds)", ["Two"], "Benno"),
        (merge, "Ben", "Benno"),
    ):
        do(archive, change, *words)  # type: ignore[arg-type]
        states.append(ratings(archive))
    assert len({tuple(state.items()) for state in states}) == len(states), "every change shows in the ratings"
    taken = []
    while states[1:]:
        assert ratings(archive) == states.pop()
        taken += take_back(archive)
    assert ratings(archive) == APART
    assert taken == [
        "Merged Benno into Ben",
        "Ben (Leeds) is Benno in Two (2024-02-01)",
        "Ben is Ben (Leeds) in One (2024-01-01) and Two (2024-02-01)",
        "Parted Evah from Eva L.",
        "Merged Eva into Eva L.",
        "Merged Evah into Eva",
    ]


def test_a_chain_of_merges_is_one_person_whichever_end_was_first(archive: Archive) -> None:
    assert do(archive, merge, "Eva", "Evah") == "Merged Evah into Eva"
    assert do(archive, merge, "Eva L.", "Evah") == "Merged Eva into Eva L."
    assert ratings(archive) == {"Eva L.": 49, "Ben": 43, "Cleo": 21, "Dan": 7}
    assert [found(archive, name) for name in ("Eva", "Evah", "Eva L.")] == ["Eva L."] * 3
    assert refusal(archive, merge, "Evah", "Eva") == '"Evah" and "Eva" are one person already, Eva L.; nothing to do.'
    # Who is parted from the chain goes alone; the others stay together.
    assert do(archive, split, "Eva") == "Parted Eva from Eva L."
    assert ratings(archive) == {"Ben": 43, "Eva L.": 32, "Cleo": 21, "Eva": 17, "Dan": 7}


def test_who_is_in_the_middle_of_a_merge_has_to_be_named(archive: Archive) -> None:
    do(archive, merge, "Eva", "Evah")
    assert do(archive, split, "Eva") == "Parted Evah from Eva", "of two it does not matter which is named"
    do(archive, merge, "Eva", "Evah")
    do(archive, merge, "Eva", "Eva L.")
    assert refusal(archive, split, "Eva") == (
        '"Eva" is the one into whom others were merged; name the one to part: "Evah" or "Eva L.".'
    )
    assert refusal(archive, split, "Ben") == (
        '"Ben" was not merged with anybody. Where two people have one name, part them event by event: '
        'turnabout archive split "Name" --event "Event" --to "Name (Town)".'
    )


def test_who_played_in_the_same_event_is_not_one_person(archive: Archive) -> None:
    """Rules 1.12.9; archive 5.3."""
    assert refusal(archive, merge, "Ben", "Eva") == (
        '"Ben" and "Eva" both played in "One", so they are two people. If the event is wrong, correct and archive it '
        "again first."
    )
    # Merged people have played wherever one of them has.
    do(archive, merge, "Eva", "Evah")
    add(archive, event("Five", "2024-05-01", "Evah", "Eva L.", "Cleo", "Dan"))
    assert refusal(archive, merge, "Eva", "Eva L.") == (
        '"Eva" and "Eva L." both played in "Five", so they are two people. If the event is wrong, correct and archive '
        "it again first."
    )
    in_archive(archive, lambda connection: remove_event(connection, Command(), 5))
    assert do(archive, merge, "Eva", "Eva L.") == "Merged Eva L. into Eva", "an event that is gone counts no longer"


def test_who_is_not_there_is_not_merged(archive: Archive) -> None:
    assert refusal(archive, merge, "Eva", "Clea") == (
        'There is nobody called "Clea" in the archive. Did you mean "Cleo"?'
    )
    assert refusal(archive, merge, "Zoë", "Eva") == (
        'There is nobody called "Zoë" in the archive. Check the name; turnabout archive ratings lists everybody.'
    )
    assert refusal(archive, merge, "Eva", " EVA ") == '"Eva" and " EVA " are one person already, Eva; nothing to do.'


def test_merged_people_who_both_stand_in_a_new_event_are_told(archive: Archive) -> None:
    do(archive, merge, "Eva", "Evah")
    both = event("Five", "2024-05-01", "Eva", "Evah", "Cleo", "Dan")
    (added,) = add(archive, both)
    with archive.reading() as connection:
        assert [each.text for each in find_twice_in(connection, {added.event: added.title, 1: "One"})] == [
            "Eva appears twice in Five (2024-05-01): two people were merged by mistake. Split them with "
            "turnabout archive split."
        ]
        assert find_twice_in(connection, {1: "One"}) == [], "only the events that are asked for"
    do(archive, split, "Evah")
    with archive.reading() as connection:
        assert find_twice_in(connection, {added.event: added.title}) == []


def near(archive: Archive) -> set[frozenset[str]]:
    """Return the pairs who may be one person."""
    with archive.reading() as connection:
        people = load_people(connection, who_is_who(connection))
    return {frozenset((each.label, other)) for each in people for other in each.near}


def test_who_is_told_apart_is_not_listed_until_that_is_taken_back(archive: Archive) -> None:
    """Archive 5.7."""
    add(archive, event("Five", "2024-05-01", "Evan Moss", "Evan Mos", "Ewan Mos", "Dan"))
    add(archive, event("Six", "2024-06-01", "Evan Moos", "Ben", "Cleo", "Dan"))
    before, rated = near(archive), ratings(archive)
    pair = frozenset(("Evan Moss", "Evan Moos"))
    assert pair in before
    assert do(archive, tell_apart, "Evan Moos", "evan  moss") == "Evan Moos and Evan Moss are two people"
    assert do(archive, tell_apart, "Evan Moos", "Evan Mos") == "Evan Moos and Evan Mos are two people"
    assert near(archive) == before - {pair, frozenset(("Evan Moos", "Evan Mos"))}
    assert ratings(archive) == rated
    assert refusal(archive, tell_apart, "Evan Moss", "Evan Moos") == (
        '"Evan Moss" and "Evan Moos" are known to be two people already; nothing to do.'
    )
    # To say that they are one takes it back, and to part them again does not bring it back.
    do(archive, merge, "Evan Moss", "Evan Moos")
    do(archive, split, "Evan Moos")
    assert near(archive) == before - {frozenset(("Evan Moos", "Evan Mos"))}
    # But to take the merging back does.
    take_back(archive)
    take_back(archive)
    assert near(archive) == before - {pair, frozenset(("Evan Moos", "Evan Mos"))}
    assert take_back(archive) == ["Evan Moos and Evan Mos are two people"]
    assert take_back(archive) == ["Evan Moos and Evan Moss are two people"]
    assert near(archive) == before


def test_who_is_told_apart_from_one_is_so_from_all_who_are_the_same(archive: Archive) -> None:
    add(archive, event("Five", "2024-05-01", "Evan Moss", "Ben", "Cleo", "Dan"))
    add(archive, event("Six", "2024-06-01", "Evan Mos", "Ben", "Cleo", "Dan"))
    add(archive, event("Seven", "2024-07-01", "Evan Moos", "Ben", "Cleo", "Dan"))
    do(archive, tell_apart, "Evan Moss", "Evan Mos")
    do(archive, merge, "Evan Moos", "Evan Mos")
    assert near(archive) == set()
    assert refusal(archive, tell_apart, "Evan Mos", "Evan Moss").endswith("nothing to do.")
    do(archive, split, "Evan Mos")
    assert near(archive) == {frozenset(("Evan Moos", other)) for other in ("Evan Mos", "Evan Moss")}


def test_who_is_one_person_is_not_told_apart(archive: Archive) -> None:
    do(archive, merge, "Eva", "Evah")
    assert refusal(archive, tell_apart, "Eva", "Evah") == (
        '"Eva" and "Evah" are one person, Eva; if they are two, part them first: turnabout archive split.'
    )
    assert refusal(archive, tell_apart, "Eva", "Quentin").startswith('There is nobody called "Quentin"')


@pytest.fixture
def three_called_eva(place: str) -> Archive:
    archive = open_archive(place, create=True)
    add(
        archive,
        ONE,
        event("Two", "2024-02-01", "Eva", "Ben", "Cleo", "Dan", ids={"Eva": "7"}),
        event("Three", "2024-03-01", "Eva", "Ben", "Cleo", "Dan", ids={"Eva": "9"}),
    )
    return archive


def test_people_of_one_name_are_told_apart_by_their_player_ids(three_called_eva: Archive) -> None:
    """Rules 1.12.9; archive 5.1 and 5.3."""
    archive = three_called_eva
    assert ratings(archive) == {
        "Ben": 27, "Eva (no Player ID)": 16, "Eva (Player ID 7)": 16, "Eva (Player ID 9)": 16, "Cleo": 12, "Dan": 3,
    }  # fmt: skip
    which = "say which, in full: Eva (no Player ID), Eva (Player ID 7) or Eva (Player ID 9)."
    assert refusal(archive, merge, "Eva", "7") == f'"Eva" is the name of 3 persons; {which}'
    assert [found(archive, named) for named in ("7", "eva (player id 9)", "Eva (no Player ID)")] == [
        "Eva (Player ID 7)", "Eva (Player ID 9)", "Eva (no Player ID)",
    ]  # fmt: skip


def test_people_of_one_name_can_be_merged_and_parted_again(three_called_eva: Archive) -> None:
    archive, apart = three_called_eva, ratings(three_called_eva)
    assert do(archive, merge, "7", "Eva (no Player ID)") == "Merged Eva (no Player ID) into Eva (Player ID 7)"
    assert do(archive, merge, "7", "9") == "Merged Eva (Player ID 9) into Eva (Player ID 7)"
    assert ratings(archive) == {"Eva (Player ID 7)": 48, "Ben": 27, "Cleo": 12, "Dan": 3}
    assert found(archive, "Eva") == "Eva (Player ID 7)"
    assert refusal(archive, split, "Eva") == (
        '"Eva" is the one into whom others were merged; name the one to part: "Eva (no Player ID)" or '
        '"Eva (Player ID 9)".'
    )
    assert do(archive, split, "Eva (no Player ID)") == "Parted Eva (no Player ID) from Eva (Player ID 7)"
    assert do(archive, split, "9") == "Parted Eva (Player ID 9) from Eva (Player ID 7)"
    assert ratings(archive) == apart


def test_who_no_longer_stands_in_any_event_is_not_found(three_called_eva: Archive) -> None:
    archive = three_called_eva
    # Two events archived again, now with the Player ID, and one that is removed.
    add(archive, event("One", "2024-01-01", "Eva", "Ben", "Cleo", "Dan", ids={"Eva": "7"}))
    in_archive(archive, lambda connection: remove_event(connection, Command(), 3))
    assert found(archive, "Eva") == "Eva (Player ID 7)"
    assert ratings(archive) == {"Eva (Player ID 7)": 32, "Ben": 18, "Cleo": 8, "Dan": 2}
    take_back(archive)
    take_back(archive)
    assert refusal(archive, split, "Eva").startswith('"Eva" is the name of 3 persons;')


def test_a_player_id_may_stand_beside_several_names_and_the_latest_is_shown(place: str) -> None:
    archive = open_archive(place, create=True)
    add(
        archive,
        event("Two", "2024-02-01", "Eva Moss", "Ben", "Cleo", "Dan", ids={"Eva Moss": "7"}),
        event("One", "2024-01-01", "Eva Lind", "Ben", "Cleo", "Dan", ids={"Eva Lind": "7"}),
    )
    assert [found(archive, named) for named in ("7", "eva lind", "Eva Moss")] == ["Eva Moss (Player ID 7)"] * 3
    assert ratings(archive)["Eva Moss (Player ID 7)"] == 32


@pytest.mark.parametrize("kind", IN_BOTH)
def test_somebody_of_the_same_name_is_parted_event_by_event(archive: Archive) -> None:
    told = do(archive, split_events, "Ben", ["One", "4"], "Ben (Leeds)")
    assert told == "Ben is Ben (Leeds) in One (2024-01-01) and Four (2024-04-01)"
    assert ratings(archive) == APART | {"Ben": 18, "Ben (Leeds)": 25}
    # A third event of the same, and one back.
    assert do(archive, split_events, "Ben", ["Two"], "ben (leeds)") == "Ben is Ben (Leeds) in Two (2024-02-01)"
    assert do(archive, split_events, "Ben (Leeds)", ["One"], "Ben") == "Ben (Leeds) is Ben in One (2024-01-01)"
    assert ratings(archive) == APART | {"Ben": 18, "Ben (Leeds)": 25}
    # In the end they are one after all.
    assert do(archive, merge, "Ben", "Ben (Leeds)") == "Merged Ben (Leeds) into Ben"
    assert ratings(archive) == APART


def test_who_was_parted_stays_so_when_the_event_is_archived_again(archive: Archive) -> None:
    do(archive, split_events, "Ben", ["One"], "Ben (Leeds)")
    add(archive, replace(ONE, venue="Hall"))
    assert ratings(archive) == APART | {"Ben": 34, "Ben (Leeds)": 9}


def test_parting_event_by_event_can_lead_to_somebody_who_is_there(three_called_eva: Archive) -> None:
    archive = three_called_eva
    assert do(archive, split_events, "Eva (no Player ID)", ["One"], "7") == (
        "Eva (no Player ID) is Eva (Player ID 7) in One (2024-01-01)"
    )
    assert ratings(archive)["Eva (Player ID 7)"] == 32
    assert refusal(archive, split_events, "9", ["Three"], "Eva") == (
        '"Eva" is the name of 3 persons; say which, in full: Eva (no Player ID), Eva (Player ID 7) or '
        "Eva (Player ID 9)."
    )


def test_parting_event_by_event_is_refused_where_it_makes_no_sense(archive: Archive) -> None:
    assert refusal(archive, split_events, "Eva", ["Two"], "Eva (Leeds)") == 'Eva did not play in "Two".'
    assert refusal(archive, split_events, "Eva", ["Five"], "Eva (Leeds)") == (
        'There is no event "Five" in the archive. turnabout archive list shows them all.'
    )
    assert refusal(archive, split_events, "Eva", ["One"], "eva") == (
        '"eva" and "Eva" are one person; give the other one another name.'
    )
    assert refusal(archive, split_events, "Eva", ["One"], "Ben") == (
        '"Ben" played there, too; give the other one another name.'
    )


@pytest.mark.parametrize("kind", IN_BOTH)
def test_the_commands_merge_split_and_people(place: str) -> None:
    """Archive 5.3."""
    archive = open_archive(place, create=True)
    add(archive, ONE, TWO, THREE, FOUR)
    here = ("--archive", place)
    assert turnabout("merge", "Eva", "Evah", *here).stdout == "Merged Evah into Eva.\n"
    assert turnabout("player", "evah", *here).stdout.splitlines() == [
        "Eva",
        "Rank 2 with 33 as of " + rank_day(turnabout("ratings", *here).stdout),
        "",
        "Date              Event  Position  W-D-L  Match wins  All rounds  Multiplier  Award  Sum",
        "January 1, 2024   One    1 of 4    3-0-0           3          +1         × 4     16   16",
        "February 1, 2024  Two    1 of 4    3-0-0           3          +1         × 4     16   32",
        "April 1, 2024     Four   4 of 4    0-0-3           0          +1         × 1      1   33",
        "An award is the match wins (a draw is half a win), plus 1 for who played all rounds, times the multiplier, "
        "which is higher in larger events and in better positions. The rating is the sum of the awards.",
        "",
        "Opponent  Played  Won  Drawn  Lost",
        "Ben            3    2      0     1",
        "Cleo           3    2      0     1",
        "Dan            3    2      0     1",
    ]
    assert turnabout("split", "Evah", *here).stdout == "Parted Evah from Eva.\n"
    told = turnabout("split", "Ben", "--event", "One", "--event", "2", "--to", "Ben (Leeds)", *here)
    assert told.stdout == "Ben is Ben (Leeds) in One (2024-01-01) and Two (2024-02-01).\n"
    assert turnabout("undo", *here).stdout == (
        "Took back: Ben is Ben (Leeds) in One (2024-01-01) and Two (2024-02-01).\n"
    )
    refused = turnabout("merge", "Ben", "Eva", *here)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith('"Ben" and "Eva" both played in "One", so they are two people.')
    half = turnabout("split", "Ben", "--event", "One", *here)
    assert half.exit_code == 2
    assert half.stderr.splitlines()[-1] == (
        "Error: --event and --to go together: in which events NAME was somebody else, and who."
    )
    with archive.reading() as connection:
        assert [each.kind for each in list_changes(connection)][:4] == ["undo", "split", "split", "merge"]


def test_people_are_listed_by_likelihood_with_the_better_name_first(tmp_path: Path) -> None:
    """Archive 5.4 and 5.5."""
    place = str(tmp_path / "names.sqlite")
    add(
        open_archive(place, create=True),
        event("One", "2024-01-01", "Jose Nunez", "A. Lee", "Bo Kimmel", "Dan O'Neill"),
        event("Two", "2024-02-01", "José Núñez", "Anna Lee", "Bo Kimel", "Dan ONeill"),
        event("Three", "2024-03-01", "José Núñez", "Zoe", "Bo Kimel", "Kimmel, Bo", ids={"José Núñez": "17"}),
    )
    here = ("--archive", place)
    command = "If they are one:  turnabout archive merge"
    found = [
        f"José Núñez (no Player ID) and José Núñez (Player ID 17): same name, one with a Player ID. {command} "
        '"José Núñez (Player ID 17)" "José Núñez (no Player ID)"',
        f"Jose Nunez and José Núñez (no Player ID): the same but for accents. {command} "
        '"José Núñez (no Player ID)" "Jose Nunez"',
        f"Jose Nunez and José Núñez (Player ID 17): the same but for accents. {command} "
        '"José Núñez (Player ID 17)" "Jose Nunez"',
        f'Dan O\'Neill and Dan ONeill: the same but for punctuation. {command} "Dan O\'Neill" "Dan ONeill"',
        f'Bo Kimmel and Kimmel, Bo: the same words in another order. {command} "Bo Kimmel" "Kimmel, Bo"',
        f'A. Lee and Anna Lee: one uses an initial. {command} "Anna Lee" "A. Lee"',
        f'Bo Kimel and Bo Kimmel: one letter apart. {command} "Bo Kimel" "Bo Kimmel"',
    ]
    counted = [
        "Among 11 people, 7 pairs may be one person: same name, one with a Player ID (1); the same but for accents (2)"
        "; the same but for punctuation (1); the same words in another order (1); one uses an initial (1)"
        "; one letter apart (1).",
        "To stop listing two different people:  turnabout archive apart NAME OTHER",
    ]
    assert turnabout("people", *here).stdout.splitlines() == found + counted
    assert turnabout("people", "--top", "2", *here).stdout.splitlines() == [
        *found[:2],
        "… and 5 more; --top shows more of them, a NAME those of one person.",
        *counted,
    ]
    assert turnabout("people", "bo", "kimmel", *here).stdout.splitlines() == [found[4], found[6]]
    assert turnabout("people", "Zoe", *here).stdout == "Among 11 people, no name looks like Zoe.\n"
    assert turnabout("apart", "Bo Kimel", "Bo Kimmel", *here).stdout == "Bo Kimel and Bo Kimmel are two people.\n"
    assert turnabout("people", "Bo", "Kimel", *here).stdout.splitlines() == [
        "Among 11 people, no name looks like Bo Kimel.",
        "Bo Kimel and Bo Kimmel are known to be two people.",
    ]
    unknown = turnabout("people", "Quentin", *here)
    assert (unknown.exit_code, unknown.stdout) == (2, "")


def rank_day(listed: str) -> str:
    """Return the day of a rating list, as its first line says it, with a full stop."""
    return listed.splitlines()[0].removeprefix("Ratings as of ").removesuffix(":") + "."


def test_names_that_are_nearly_old_ones_are_told(archive: Archive) -> None:
    """Archive 5.2."""
    with archive.reading() as connection:
        last = last_player(connection)
    with_id = replace(event("Five", "2024-05-01", "Cleoo", "Bem", "Zed", "Dan"))
    entries = tuple(replace(each, player_id="9") if each.name == "Bem" else each for each in with_id.entries)
    add(archive, replace(with_id, entries=entries))
    with archive.reading() as connection:
        assert [each.text for each in find_mistyped(connection, last)] == [
            '"Cleoo" is new in the archive; if that is "Cleo", say so:  turnabout archive merge "Cleo" "Cleoo"'
        ]
        assert find_mistyped(connection, last_player(connection)) == []
    assert do(archive, merge, "Cleo", "Cleoo") == "Merged Cleoo into Cleo"


@pytest.mark.parametrize(("player_id", "main", "other"), [("", "José", "Jose"), ("7", "Jose", "José")])
def test_what_is_offered_for_a_nearly_old_name_keeps_the_better_one(
    archive: Archive, player_id: str, main: str, other: str
) -> None:
    """Archive 5.5."""
    add(archive, event("Five", "2024-05-01", "Jose", "Ben", "Cleo", "Dan", ids={"Jose": player_id}))
    with archive.reading() as connection:
        last = last_player(connection)
    add(archive, event("Six", "2024-06-01", "José", "Ben", "Cleo", "Dan"))
    with archive.reading() as connection:
        (told,) = find_mistyped(connection, last)
    assert told.text.endswith(f'turnabout archive merge "{main}" "{other}"')


def test_everybody_stands_by_name_as_people_look_a_name_up(tmp_path: Path) -> None:
    archive = open_archive(str(tmp_path / "names.sqlite"), create=True)
    add(
        archive,
        event("One", "2024-01-01", "Player 10", "Obst", "Ødegaard", "zoë"),
        event("Two", "2024-02-01", "Player 2", "O'Brien", "Nils", "Zoe"),
    )
    with archive.reading() as connection:
        rows = make_rating_list(connection, "2030-01-01").rows
        people = load_people(connection, who_is_who(connection))
        met = head_to_head(load_profile(connection, "Obst", "2030-01-01"))
    assert [row.rank for row in rows] == [1, 1, 3, 3, 5, 5, 7, 7]
    assert [row.name for row in rows] == [
        "Player 2", "Player 10", "O'Brien", "Obst", "Nils", "Ødegaard", "Zoe", "zoë",
    ]  # fmt: skip
    by_name = ["Nils", "O'Brien", "Obst", "Ødegaard", "Player 2", "Player 10", "Zoe", "zoë"]
    assert [person.name for person in people] == by_name
    assert [name for name, *_ in met] == ["Ødegaard", "Player 10", "zoë"]


def test_a_name_that_begins_with_a_hyphen_is_no_option(archive: Archive) -> None:
    add(archive, event("Five", "2024-05-01", "-Bo Kimmel", "Zoe"), event("Six", "2024-06-01", "-Bo Kimel", "Zoe"))
    here = ("--archive", archive.place)
    refused = turnabout("people", "-Bo", "Kimmel", *here)
    assert refused.exit_code == 2
    assert "No such option" in refused.stderr
    same = 'turnabout archive merge -- "-Bo Kimmel" "-Bo Kimel"'
    assert turnabout("people", *here, "--", "-Bo", "Kimmel").stdout.endswith(f"If they are one:  {same}\n")
    assert turnabout("merge", *here, "--", "-Bo Kimmel", "-Bo Kimel").stdout == "Merged -Bo Kimel into -Bo Kimmel.\n"
