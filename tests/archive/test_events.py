from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import select

from tests.archive.making import FOUR, add, contents, event, source, turnabout
from tests.archive.postgresql import USER
from tests.archive.shared import in_force
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.events import add_event, find_event, load, remove_event, replace_event
from turnabout_sheets.archive.journal import Command, list_changes, undo
from turnabout_sheets.archive.records import Meeting
from turnabout_sheets.archive.schema import CHANGES, EVENTS
from turnabout_sheets.archive.store import Archive, open_archive
from turnabout_sheets.event.status import Status, StatusKind

SPRING = event("Spring", "2024-03-01")
AUTUMN = event("Autumn", "2024-09-01", event_id="A24")


def titled(archive: Archive) -> dict[int, str]:
    return {number: f"{record.name} {record.event_id}".strip() for number, record in in_force(archive).items()}


def journal(archive: Archive) -> list[tuple[int, int, str, str, int | None]]:
    with archive.reading() as connection:
        return [(each.change, each.command, each.kind, each.told, each.undone) for each in list_changes(connection)]


def take_back(archive: Archive) -> list[str]:
    with archive.writing() as connection:
        return [change.told for change in undo(connection, Command())]


def test_an_event_comes_out_as_it_went_in(archive: Archive) -> None:
    (added,) = add(archive, AUTUMN)
    assert (added.kind, added.event, added.title, added.told) == ("add", 1, "Autumn (2024-09-01)", ())
    assert in_force(archive) == {1: AUTUMN}


def test_the_same_event_again_changes_nothing_and_leaves_no_line_in_the_journal(archive: Archive) -> None:
    """Archive 3.2."""
    add(archive, SPRING, AUTUMN)
    before = contents(archive)
    assert [each.kind for each in add(archive, AUTUMN, SPRING)] == ["same", "same"]
    assert contents(archive) == before


def test_the_same_results_from_another_file_replace_the_source_only(archive: Archive) -> None:
    add(archive, SPRING)
    with archive.writing() as connection:
        other = replace(source(SPRING), content=b"another content")
        added = add_event(connection, Command(), SPRING, other)
    assert (added.kind, added.event, added.told) == ("replace", 1, [])
    assert journal(archive)[0] == (
        2, 2, "replace", "Replaced Spring (2024-03-01): nothing that counts has changed", None,
    )  # fmt: skip
    assert in_force(archive) == {1: SPRING}


def test_an_event_id_is_the_event_whatever_its_name_and_day(archive: Archive) -> None:
    """Archive 2.4."""
    add(archive, SPRING, AUTUMN)
    renamed = replace(AUTUMN, name="Harvest", date="2024-09-02")
    (added,) = add(archive, renamed)
    assert (added.kind, added.event) == ("replace", 2)
    assert added.told == ["name Autumn → Harvest", "date 2024-09-01 → 2024-09-02"]
    assert in_force(archive) == {1: SPRING, 2: renamed}


def test_what_has_changed_of_a_player_is_told_in_words(archive: Archive) -> None:
    """Archive 2.3."""
    add(archive, SPRING)
    ada, *others = SPRING.entries
    gone = replace(ada, played_all=False, status=Status(StatusKind.DROPPED, 2))
    (added,) = add(archive, replace(SPRING, entries=(gone, *others)))
    assert added.told == ["Ada: played all rounds yes → no, status blank → Dropped after 2"]


def test_without_an_event_id_name_and_day_are_the_event(archive: Archive) -> None:
    """Archive 2.4."""
    add(archive, SPRING)
    (added,) = add(archive, replace(SPRING, name="  SPRING ", venue="Hall"))
    assert (added.kind, added.event, added.told) == ("replace", 1, ["name Spring →   SPRING ", "venue blank → Hall"])
    for number, day in enumerate(("2024-02-29", "2024-03-02"), 2):
        (other_day,) = add(archive, replace(SPRING, date=day))
        assert (other_day.kind, other_day.event) == ("add", number)


def test_an_event_that_gets_an_id_later_stays_the_same_event(archive: Archive) -> None:
    add(archive, SPRING)
    (added,) = add(archive, replace(SPRING, event_id="S24"))
    assert (added.kind, added.event, added.told) == ("replace", 1, ["Event ID blank → S24"])
    (again,) = add(archive, SPRING)
    assert (again.kind, again.event, again.told) == ("replace", 1, ["Event ID S24 → blank"])
    assert titled(archive) == {1: "Spring"}


def test_events_of_one_name_and_day_with_different_ids_stand_side_by_side(archive: Archive) -> None:
    morning, evening = replace(SPRING, event_id="M"), replace(SPRING, event_id="E")
    assert [each.kind for each in add(archive, morning, evening)] == ["add", "add"]
    assert titled(archive) == {1: "Spring M", 2: "Spring E"}
    # Which of the two it is, nobody can say: so it is a third one.
    (third,) = add(archive, SPRING)
    assert (third.kind, third.event) == ("add", 3)
    # The one without an Event ID is the one that gets it.
    (named,) = add(archive, replace(SPRING, event_id="N"))
    assert (named.kind, named.event) == ("replace", 3)
    assert titled(archive) == {1: "Spring M", 2: "Spring E", 3: "Spring N"}


def test_only_what_changes_is_told(archive: Archive) -> None:
    """Archive 2.3."""
    add(archive, SPRING)
    corrected = event("Spring", "2024-03-01", "Ben", "Ada", "Cleo", "Eva")
    (added,) = add(archive, corrected)
    assert added.told == [
        "Ben: position 2 → 1, wins 2 → 3, losses 1 → 0, points 2 → 3, match wins 2 → 3, multiplier 3 → 4, award 9 → 16",
        "Ada: position 1 → 2, wins 3 → 2, losses 0 → 1, points 3 → 2, match wins 3 → 2, multiplier 4 → 3, award 16 → 9",
        "new: Eva",
        "no longer there: Dan",
        "new: round 1, table 1: Ben – Ada 1–0 (win)",
        "new: round 2, table 1: Ben – Cleo 1–0 (win)",
        "new: round 3, table 1: Ben – Eva 1–0 (win)",
        "new: round 4, table 1: Ada – Cleo 1–0 (win)",
        "new: round 5, table 1: Ada – Eva 1–0 (win)",
        "new: round 6, table 1: Cleo – Eva 1–0 (win)",
        "no longer there: round 1, table 1: Ada – Ben 1–0 (win)",
        "no longer there: round 2, table 1: Ada – Cleo 1–0 (win)",
        "no longer there: round 3, table 1: Ada – Dan 1–0 (win)",
        "no longer there: round 4, table 1: Ben – Cleo 1–0 (win)",
        "no longer there: round 5, table 1: Ben – Dan 1–0 (win)",
        "no longer there: round 6, table 1: Cleo – Dan 1–0 (win)",
    ]
    assert in_force(archive) == {1: corrected}


def test_a_removed_event_comes_back_as_it_was(archive: Archive) -> None:
    """Archive 1.2 and 6.2."""
    add(archive, SPRING, AUTUMN)
    with archive.writing() as connection:
        remove_event(connection, Command(), 1)
    assert in_force(archive) == {2: AUTUMN}
    assert take_back(archive) == ["Removed Spring (2024-03-01)"]
    assert in_force(archive) == {1: SPRING, 2: AUTUMN}
    assert journal(archive) == [
        (4, 4, "undo", "Took back: Removed Spring (2024-03-01)", None),
        (3, 3, "remove", "Removed Spring (2024-03-01)", 4),
        (2, 1, "add", "Added Autumn (2024-09-01): 4 players", None),
        (1, 1, "add", "Added Spring (2024-03-01): 4 players", None),
    ]


def test_an_event_that_is_removed_and_added_again_has_a_new_number(archive: Archive) -> None:
    add(archive, AUTUMN)
    with archive.writing() as connection:
        remove_event(connection, Command(), 1)
    (added,) = add(archive, AUTUMN)
    assert (added.kind, added.event) == ("add", 2)
    assert take_back(archive) == ["Added Autumn (2024-09-01): 4 players"]
    assert take_back(archive) == ["Removed Autumn (2024-09-01)"]
    assert in_force(archive) == {1: AUTUMN}


def test_one_undo_takes_back_all_that_a_command_did_and_the_next_one_goes_on(archive: Archive) -> None:
    """Archive 6.2."""
    add(archive, SPRING)
    add(archive, replace(SPRING, venue="Hall"), AUTUMN, replace(AUTUMN, venue="Pier"))
    assert take_back(archive) == [
        "Replaced Autumn (2024-09-01): venue blank → Pier",
        "Added Autumn (2024-09-01): 4 players",
        "Replaced Spring (2024-03-01): venue blank → Hall",
    ]
    assert in_force(archive) == {1: SPRING}
    assert journal(archive)[0][2:4] == (
        "undo", "Took back: Replaced Autumn (2024-09-01): venue blank → Pier … and 2 more",
    )  # fmt: skip
    assert take_back(archive) == ["Added Spring (2024-03-01): 4 players"]
    assert in_force(archive) == {}
    before = contents(archive)
    with pytest.raises(NotThereError) as caught:
        take_back(archive)
    assert str(caught.value) == "There is no change in the archive that could be taken back."
    assert contents(archive) == before


def test_what_was_taken_back_can_be_added_again(archive: Archive) -> None:
    add(archive, SPRING, AUTUMN)
    take_back(archive)
    assert [(each.kind, each.event) for each in add(archive, SPRING, AUTUMN)] == [("add", 3), ("add", 4)]
    assert in_force(archive) == {3: SPRING, 4: AUTUMN}


def test_undo_stops_where_another_command_was_at_work_in_between(archive: Archive) -> None:
    mine, theirs = Command(), Command()
    add(archive, SPRING, command=mine)
    add(archive, AUTUMN, command=theirs)
    add(archive, replace(AUTUMN, venue="Pier"), command=mine)
    assert take_back(archive) == ["Replaced Autumn (2024-09-01): venue blank → Pier"]
    assert in_force(archive) == {1: SPRING, 2: AUTUMN}
    assert take_back(archive) == ["Added Autumn (2024-09-01): 4 players"]
    assert take_back(archive) == ["Added Spring (2024-03-01): 4 players"]
    assert in_force(archive) == {}


def test_an_earlier_version_stays_in_the_archive(archive: Archive) -> None:
    """Archive 1.2."""
    add(archive, SPRING)
    corrected = event("Spring", "2024-03-01", "Ben", "Ada", "Cleo", "Dan")
    add(archive, corrected)
    with archive.reading() as connection:
        assert load(connection, 1) == SPRING
        assert load(connection, 2) == corrected
        versions = connection.execute(
            select(EVENTS.c.version, EVENTS.c.added, EVENTS.c.ended).order_by(EVENTS.c.version)
        )
        assert versions.all() == [(1, 1, 2), (2, 2, None)]


def test_a_change_that_is_only_tried_leaves_nothing(archive: Archive) -> None:
    add(archive, SPRING)
    before = contents(archive)
    with archive.writing(keep=False) as connection:
        assert add_event(connection, Command(), AUTUMN, source(AUTUMN)).event == 2
    assert contents(archive) == before


def test_a_change_that_fails_halfway_leaves_nothing(archive: Archive) -> None:
    def halfway() -> None:
        with archive.writing() as connection:
            add_event(connection, Command(), SPRING, source(SPRING))
            raise KeyboardInterrupt

    before = contents(archive)
    with pytest.raises(KeyboardInterrupt):
        halfway()
    assert contents(archive) == before
    assert [(each.kind, each.event) for each in add(archive, AUTUMN)] == [("add", 1)]
    assert [line[:2] for line in journal(archive)] == [(1, 1)]


def test_what_a_rebuild_finds_is_called_so_in_the_journal(archive: Archive) -> None:
    """Archive 6.3."""
    add(archive, SPRING)
    with archive.writing() as connection:
        anew = replace(SPRING, rounds=5)
        replace_event(connection, Command(), 1, anew, source(SPRING), "rebuild")
    assert journal(archive)[0] == (
        2, 2, "rebuild",
        "Computed Spring (2024-03-01) anew from what is kept of it, by the rules of this version: rounds 6 → 5", None,
    )  # fmt: skip


def test_an_unchanged_list_is_known_by_its_digest_alone(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    add(archive, SPRING, AUTUMN)
    monkeypatch.setattr("turnabout_sheets.archive.events.load", lambda *_: pytest.fail("its rows were read"))
    with archive.writing() as connection:
        again = [
            add_event(connection, Command(), each, source(each), sure=sure)
            for each in (SPRING, AUTUMN)
            for sure in (False, True)
        ]
    assert [each.kind for each in again] == ["same"] * 4


def test_a_list_whose_event_was_computed_anew_is_compared_row_by_row(archive: Archive) -> None:
    add(archive, SPRING)
    with archive.writing() as connection:
        replace_event(connection, Command(), 1, replace(SPRING, rounds=5), source(SPRING), "rebuild")
        added = add_event(connection, Command(), SPRING, source(SPRING))
    assert (added.kind, added.told) == ("replace", ["rounds 5 → 6"])


def test_an_event_is_found_by_id_then_name_then_number(archive: Archive) -> None:
    add(archive, SPRING, AUTUMN, event("1", "2024-01-01"), event("Odd", "2024-01-02", event_id="Spring"))
    with archive.reading() as connection:
        found = {named: find_event(connection, named) for named in ("a24", "Spring", " autumn ", "1", "2", "4")}
        assert found == {"a24": 2, "Spring": 4, " autumn ": 2, "1": 3, "2": 2, "4": 4}
        assert find_event(connection, "spring (2024-03-01)") == 1


def test_an_event_that_is_not_found_or_not_alone_is_explained(archive: Archive) -> None:
    add(archive, SPRING, replace(SPRING, date="2023-03-01"))

    def refusal(named: str) -> str:
        with archive.reading() as connection, pytest.raises(NotThereError) as caught:
            find_event(connection, named)
        return str(caught.value)

    assert refusal("Spring") == (
        'There are 2 events called "Spring"; say which by its number: 2 (2023-03-01) or 1 (2024-03-01).'
    )
    assert refusal("Sprint") == 'There is no event "Sprint" in the archive. Did you mean "Spring"?'
    assert refusal("Winter") == 'There is no event "Winter" in the archive. turnabout archive list shows them all.'


def words(archive: Archive) -> list[str]:
    """Return the short words of all changes, the newest first."""
    with archive.reading() as connection:
        digests = connection.execute(select(CHANGES.c.digest).order_by(CHANGES.c.change.desc())).scalars()
        return [f"{digest[:4]} {digest[4:8]} {digest[8:12]}" for digest in digests]


def test_the_commands_list_show_remove_journal_and_undo(place: str) -> None:
    """Safety 9.2; archive 6.1, 6.2 and 9.6."""
    archive = open_archive(place, create=True)
    add(archive, SPRING, AUTUMN)
    here = ("--archive", place)
    *listed, count = turnabout("list", *here).stdout.splitlines()
    assert listed == [
        "Number  Date               Event   Event ID  Format     Players  Rated  Winner",
        "     2  September 1, 2024  Autumn  A24       Turnabout        4  yes    Ada",
        "     1  March 1, 2024      Spring            Turnabout        4  yes    Ada",
    ]
    assert count == f"2 events; the last change is {words(archive)[0]}."
    refused = turnabout("remove", "Spring", *here, answer="n\n")
    assert refused.exit_code == 1
    question = f"Remove Spring (2024-03-01) from the archive {place}? All ratings change with it. [y/N]: n"
    assert refused.output.splitlines()[0] == question
    assert turnabout("list", *here).stdout.splitlines() == [*listed, count]
    removed = turnabout("remove", "A24", "--yes", *here)
    assert removed.stdout == "Removed Autumn (2024-09-01). turnabout archive undo brings it back.\n"
    assert turnabout("list", *here).stdout.splitlines()[1:] == [
        "     1  March 1, 2024  Spring            Turnabout        4  yes    Ada",
        f"1 event; the last change is {words(archive)[0]}.",
    ]
    with archive.reading() as connection:
        at = connection.execute(select(CHANGES.c.at).order_by(CHANGES.c.change)).scalars().all()
    removing, second, first = words(archive)
    who = f"; by {USER}" if "://" in place else ""
    assert second in count
    assert turnabout("journal", *here).stdout.splitlines() == [
        f"    3  {at[2]}  {removing}  remove   Removed Autumn (2024-09-01){who}",
        f"    2  {at[1]}  {second}  add      [old.csv] Added Autumn (2024-09-01): 4 players{who}",
        f"    1  {at[0]}  {first}  add      [old.csv] Added Spring (2024-03-01): 4 players{who}",
    ]
    assert len(turnabout("journal", "--last", "2", *here).stdout.splitlines()) == 2
    assert turnabout("undo", *here).stdout == "Took back: Removed Autumn (2024-09-01).\n"
    assert turnabout("list", *here).stdout.splitlines()[:-1] == listed
    assert turnabout("undo", "--yes", *here).exit_code == 0
    nothing = turnabout("undo", *here)
    assert (nothing.exit_code, nothing.stderr) == (2, "There is no change in the archive that could be taken back.\n")
    assert turnabout("list", *here).stdout.splitlines()[-1] == f"0 events; the last change is {words(archive)[0]}."
    missing = turnabout("show", "Spring", *here)
    assert missing.exit_code == 2
    assert missing.stderr == 'There is no event "Spring" in the archive. turnabout archive list shows them all.\n'


def test_an_event_is_shown_with_standings_awards_and_matches(place: str) -> None:
    add(open_archive(place, create=True), event("Spring", "2024-03-01", *FOUR[:3]), AUTUMN)
    shown = turnabout("show", "Autumn", "--archive", place).stdout.splitlines()
    assert shown[:12] == [
        "Autumn (September 1, 2024)",
        "Number: 2",
        "Event ID: A24",
        "Format: Turnabout",
        "Players: 4",
        "Rounds: 6",
        "Rated: yes",
        "",
        "Position  Player  W-D-L  Byes  Points  Match wins  All rounds  Multiplier  Award  Status",
        "       1  Ada     3-0-0             3           3  yes                  4     16",
        "       2  Ben     2-0-1             2           2  yes                  3      9",
        "       3  Cleo    1-0-2             1           1  yes                  2      4",
    ]
    assert shown[13:17] == [
        "",
        "Round 1",
        "Table  Player A  Player B  Points  Winner",
        "    1  Ada       Ben       1 : 0   Ada",
    ]


def test_the_matches_of_a_round_are_shown_by_table_and_byes_last(place: str) -> None:
    record = event("Spring", "2024-03-01", *FOUR, "Eve")
    tables = ((3, 0, 1), (None, 4, None), (1, 2, 3))
    meetings = [Meeting(number, table, a, b, None, None) for number in (2, 1) for table, a, b in tables]
    add(open_archive(place, create=True), replace(record, meetings=tuple(meetings)))
    shown = turnabout("show", "Spring", "--archive", place).stdout.splitlines()
    ada, bye, cleo = "    3  Ada       Ben", "       Eve       BYE", "    1  Cleo      Dan"
    for number in (1, 2):
        first = shown.index(f"Round {number}") + 2
        assert [line.rstrip() for line in shown[first : first + 3]] == [cleo, ada, bye]


def test_an_event_id_is_one_however_it_is_typed(place: str) -> None:
    archive = open_archive(place, create=True)
    one = event("One", "2024-01-01", "Ada", "Ben", "Cleo", "Dan")
    (first,) = add(archive, replace(one, event_id="Spring-24"))
    (second,) = add(archive, replace(one, event_id="SPRING-24", name="Two", date="2024-01-02"))
    assert (first.kind, second.kind, second.event) == ("add", "replace", first.event)
    assert second.told == ["name One → Two", "date 2024-01-01 → 2024-01-02", "Event ID Spring-24 → SPRING-24"]


def test_who_gets_a_player_id_is_told_as_the_same_player(place: str) -> None:
    archive = open_archive(place, create=True)
    one = event("One", "2024-01-01", "Ada", "Ben", "Cleo", "Dan")
    add(archive, one)
    (added,) = add(archive, event("One", "2024-01-01", "Ada", "Ben", "Cleo", "Dan", ids={"Ben": "7"}))
    assert added.told == ["Ben: Player ID blank → 7"]
