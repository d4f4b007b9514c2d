"""Who was there, who is out and who is disqualified: the same for standings, awards, statuses and explanations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.event.worked_events import sheet_rows
from tests.rounds.running import Running, running
from turnabout_sheets.event.model import BYE_NAME, Absence, Presence
from turnabout_sheets.event.results import compute_as_of
from turnabout_sheets.explain.awards import explain_rating
from turnabout_sheets.explain.matches import explain_matches
from turnabout_sheets.explain.pairings import explain_pairings
from turnabout_sheets.explain.ranks import explain_rank

pytestmark = pytest.mark.slow

SINGLE, DOUBLE = "single elimination", "double elimination"
FOUR = ("Ada", "Ben", "Cy", "Dee")
EIGHT = tuple(f"P{number}" for number in range(1, 9))


def awards(book: Running) -> dict[str, object]:
    return {name: row[-1] for name, row in book.ratings().items()}


def statuses(book: Running) -> dict[str, object]:
    return {name: row[0] for name, row in sheet_rows(book.results(), "Standings", "status").items()}


def words(book: Running, name: str) -> set[str]:
    """Return the words of all steps that explain a player's rank, award, matches and opponents."""
    results = book.results()
    player = next(each for each in results.event.players if each.name == name)
    answers = (
        explain_rank(results, player, None), explain_rating(results, player),
        explain_matches(results, player, None), explain_pairings(results, player),
    )  # fmt: skip
    return {step.word for answer in answers for group in answer.groups for step in group.steps}


# One player


@pytest.mark.parametrize(
    ("presence", "number", "absence"),
    [
        (Presence(), 9, None),
        (Presence(joined=3), 2, Absence("joined", 3)),
        (Presence(joined=3), 3, None),
        (Presence(dropped_after=2), 2, None),
        (Presence(dropped_after=2), 3, Absence("dropped_after", 2)),
        (Presence(disqualified=2), 3, Absence("disqualified", 2)),
        (Presence(disqualified=2, dropped_after=1), 3, Absence("dropped_after", 1)),
        (Presence(disqualified=2, dropped_after=2), 3, Absence("disqualified", 2)),
        (Presence(away=(2, 4)), 4, Absence("away", 4)),
        (Presence(away=(2, 4)), 3, None),
        (Presence(away=(2,), dropped_after=1), 2, Absence("dropped_after", 1)),
        (Presence(joined=3, dropped_after=0), 2, Absence("joined", 3)),
    ],
)
def test_why_somebody_is_not_there(presence: Presence, number: int, absence: Absence | None) -> None:
    """Rules 1.4.5, 1.4.6 and 1.4.7."""
    assert presence.find_absence(number) == absence
    assert presence.plays_in(number) == (absence is None)
    assert presence.belongs_to(number) == (absence is None or absence.field == "away")
    assert presence.has_left(number) == (absence is not None and absence.field in ("dropped_after", "disqualified"))


def test_who_did_not_come_before_leaving_had_left_by_then() -> None:
    """Rules 1.11.4."""
    assert Presence(dropped_after=4).leaves_in({1, 3, 4}) == 3
    assert Presence(disqualified=4).leaves_in({3}) == 5
    assert Presence(away=(1,)).leaves_in({1}) is None


# A disqualification waits for its round


@pytest.mark.parametrize("pairing", ["swiss", "round robin"])
def test_a_disqualification_for_a_later_round_waits_and_counts_at_the_end(pairing: str) -> None:
    """Rules 1.4.6 and 1.7.8."""
    book = running(pairing, *FOUR, rounds=2)
    book.run()
    book.wins(1, *(a for _, a, _ in book.seats(1)))
    first = book.seats(1)[0][1]
    book.rulings.append((first, 3, "disqualification"))
    assert book.ranks()[first] == 1
    assert statuses(book)[first] == ""
    book.run()
    book.wins(2, first, next(name for name in FOUR if name not in (first, opponent(book, 2, first))))
    assert book.ranks()[first] == 4
    assert statuses(book)[first] == "Disqualified"
    assert first not in awards(book)
    assert min(row[0] for row in book.ratings().values()) == 1, "the others have moved up"
    assert {"ranks_last", "no_award_disqualified"} <= words(book, first)
    in_time = running(pairing, *FOUR, rounds=2)
    in_time.rounds, in_time.rulings = book.rounds, [(first, 2, "disqualification")]
    assert (in_time.ranks(), in_time.ratings()) == (book.ranks(), book.ratings())


def opponent(book: Running, number: int, name: str) -> str:
    row = book.row(number, name)
    return str(row["Player B"] if row["Player A"] == name else row["Player A"])


def test_as_of_an_earlier_round_a_later_disqualification_is_not_known() -> None:
    """Rules 1.4.6: also where Rounds says that the earlier one was the last, and the later one has results."""
    book = running("swiss", *FOUR, rounds=3)
    for number in (1, 2):
        book.run()
        book.wins(number, *(a for _, a, _ in book.seats(number)))
    book.rulings.append(("Ada", 2, "disqualification"))
    book.settings["rounds"] = 1
    assert book.ranks()["Ada"] == 4
    then = compute_as_of(book.results(), 1)
    assert then.finished
    assert then.standings["rank"][0] == book.results().after[1]["rank"][0] == 1


# A bracket match to which one comes


Leave = Callable[[Running, int, str], None]

LEAVE: dict[str, Leave] = {
    "dropped": lambda book, number, name: book.fill_in(name, dropped_after=number - 1),
    "is away": lambda book, number, name: book.fill_in(name, away=number),
    "disqualified": lambda book, number, name: book.rulings.append((name, number - 1, "disqualification")),
    "does not show up": lambda book, number, name: book.stays_away(number, name),
    "does not show up, and drops": lambda book, number, name: (
        book.stays_away(number, name),
        book.fill_in(name, dropped_after=number),
    )[1],
}  # fmt: skip
"""The ways to say that a player does not come to a round; a no-show is told once it is paired."""

EARLY = [how for how in LEAVE if "show" not in how]


def before_the_final(pairing: str) -> Running:
    """Return an event in which Ada and Ben are to play the final: in round 2, in a double elimination in round 4."""
    book = running(pairing, *FOUR)
    book.play(1, ["Ada", "Ben"])
    if pairing == DOUBLE:
        book.play(2, ["Ada", "Cy"])
        book.play(3, ["Ben"])
    return book


@pytest.mark.parametrize(("how", "is_paired"), [*((how, True) for how in LEAVE), *((how, False) for how in EARLY)])
@pytest.mark.parametrize(
    ("pairing", "final", "ada", "ben"), [(SINGLE, 2, 12, 3), (DOUBLE, 4, 16, 6)], ids=["single", "double"]
)
def test_the_final_is_a_bye_however_it_is_said_that_the_other_does_not_come(
    pairing: str, final: int, ada: int, ben: int, how: str, is_paired: bool
) -> None:
    """Rules 1.7.4 and 1.11.6."""
    book = before_the_final(pairing)
    if is_paired:
        assert book.play(final, []) == [(1, "Ada", "Ben")]
    LEAVE[how](book, final, "Ben")
    if not is_paired:
        assert not book.results().finished
        assert book.play(final, []) == [(1 if pairing == SINGLE else None, "Ada", BYE_NAME)]
    assert book.results().finished
    assert book.problems() == []
    expected = {"Ada": ada, "Ben": ben} if how != "disqualified" else {"Ada": ada}
    assert {name: award for name, award in awards(book).items() if name in ("Ada", "Ben")} == expected
    assert book.ranks()["Ada"] == 1
    assert "opponent_absent" in words(book, "Ada") or "bye" in words(book, "Ada")
    if how != "disqualified":
        assert book.ranks()["Ben"] == 2
        assert "missed_rounds" in words(book, "Ben")


@pytest.mark.parametrize("how", LEAVE)
def test_nobody_goes_on_where_both_do_not_come(how: str) -> None:
    """Rules 1.7.4 and 1.11.6."""
    book = before_the_final(SINGLE)
    book.run()
    if "show" in how:
        book.type(2, "Ada", ruling="Both no-show")
    for name in ("Ada", "Ben"):
        if how != "does not show up":
            LEAVE[how.removeprefix("does not show up, and ").replace("drops", "dropped")](book, 2, name)
    assert book.results().finished
    assert book.results().still_in == []
    if how != "disqualified":
        assert awards(book) == {"Ada": 4, "Ben": 4, "Cy": 2, "Dee": 2}
        assert book.ranks() == {"Ada": 1, "Ben": 1, "Cy": 3, "Dee": 3}


def test_where_both_have_left_before_the_final_is_paired_it_is_not() -> None:
    """Rules 1.7.4 and 1.11.6."""
    book = before_the_final(SINGLE)
    for name in ("Ada", "Ben"):
        book.fill_in(name, dropped_after=1)
    assert book.results().finished
    assert book.run() == []
    assert len(book.rounds) == 1
    assert awards(book) == {"Ada": 4, "Ben": 4, "Cy": 2, "Dee": 2}


def test_nobody_goes_on_where_one_has_left_and_the_other_does_not_show_up() -> None:
    """Rules 1.11.6."""
    book = before_the_final(SINGLE)
    book.run()
    book.fill_in("Ada", dropped_after=1)
    book.stays_away(2, "Ben")
    assert book.problems() == []
    assert (book.results().finished, book.results().still_in) == (True, [])


@pytest.mark.parametrize("how", LEAVE)
def test_any_match_of_the_bracket_is_a_bye_for_who_comes(how: str) -> None:
    """Rules 1.11.6: P4 does not come to the semifinal, whether or not it is paired, and P1 is in the final."""
    found = []
    for is_paired in {"show" in how, True}:
        book = running(SINGLE, *EIGHT)
        book.play(1, ["P1", "P4", "P3", "P2"])
        if is_paired:
            book.run()
        LEAVE[how](book, 2, "P4")
        book.run()
        book.wins(2, "P2")
        assert book.play(3, ["P1"]) == [(1, "P1", "P2")]
        assert book.problems() == []
        found.append((book.ranks(), awards(book)))
    assert found[0] == found[-1]
    assert found[0][1]["P1"] == 5 * 4
    assert found[0][1].get("P4") == (None if how == "disqualified" else 3 * 1)


def test_who_has_left_stands_in_a_row_with_a_result_by_mistake() -> None:
    """Rules 1.11.6: nothing is taken for a bye where something is typed, or who is late."""
    book = before_the_final(SINGLE)
    book.play(2, ["Ada"])
    book.fill_in("Ben", dropped_after=1)
    assert [each for each in book.problems() if "Ben stands in round 2 but dropped after round 1." in each]
    late = running(SINGLE, *FOUR)
    late.run()
    late.fill_in("Dee", joined_round=2)
    assert [each for each in late.problems() if "Dee stands in round 1 but joins in round 2." in each]


def test_who_waits_for_the_final_and_has_left_goes_out_in_it() -> None:
    """Rules 1.11.4 and 1.11.6: the row that the program has written stays as it is."""
    book = before_the_final(DOUBLE)
    book.fill_in("Ada", dropped_after=2)
    assert book.problems() == []
    assert book.run() == []
    assert book.seats(4) == [(None, "Ben", BYE_NAME)]
    assert book.ranks() == {"Ben": 1, "Ada": 2, "Cy": 3, "Dee": 4}
    assert statuses(book)["Ada"] == "Dropped after 2"


def test_the_unbeaten_player_who_leaves_before_the_final_is_out_at_once() -> None:
    """Rules 1.11.4, 1.11.5 and 1.11.6: it is not played again."""
    for how in LEAVE.keys() - {"disqualified"}:
        book = before_the_final(DOUBLE)
        if "show" in how:
            book.run()
        LEAVE[how](book, 4, "Ada")
        book.run()
        assert (len(book.rounds), book.results().finished) == (4, True)
        assert awards(book) == {"Ada": 2 * 3, "Ben": (3 + 1) * 4, "Cy": 2 * 2, "Dee": 2}


def test_whoever_leaves_after_winning_has_won() -> None:
    """Rules 1.7.4."""
    book = before_the_final(SINGLE)
    book.play(2, ["Ada"])
    before = book.ratings()
    book.fill_in("Ada", dropped_after=2)
    assert book.ratings() == before
    assert [player.name for player in book.results().still_in] == ["Ada"]


def test_who_leaves_an_event_that_ends_early_has_no_bonus() -> None:
    """Rules 1.7.4 and 1.11.4: P1 has left before the semifinal, which was not played; P2 has not."""
    book = running(SINGLE, *EIGHT, rounds=1)
    book.play(1, ["P1", "P4", "P3", "P2"])
    book.fill_in("P1", dropped_after=1)
    assert book.results().finished
    assert {name: row[2] for name, row in book.ratings().items()} == {
        name: "no" if name == "P1" else "yes" for name in EIGHT
    }
    assert (book.ranks()["P2"], book.ranks()["P1"]) == (1, 4)


def test_who_is_beaten_and_then_leaves_was_out_before() -> None:
    """Rules 1.11.4."""
    book = before_the_final(SINGLE)
    book.fill_in("Cy", dropped_after=1)
    assert (statuses(book)["Cy"], words(book, "Cy") & {"out", "dropped"}) == ("Out in round 1", {"out"})
    book.play(2, ["Ada"])
    assert book.ratings()["Cy"][2] == "yes"
