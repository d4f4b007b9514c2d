"""Bad Turnabout workbooks, each with its problems asserted whole: options, counts, rulings, deck lists."""

from __future__ import annotations

import pytest

from tests.event.worked_events import FOUR, sweep
from tests.reading.grids import event_sheet, match, players, read, round_sheet, sheet
from tests.reading.problems_of import Expected, assert_problems
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.sheets.grid import Grid, Raw

OPTION_HEADERS = ("Option", "Counts", "Base", "Per unit", "Rounding", "Allow negative")
STANDARD = "Dominaria, Tolaria or Phyrexia"
MILL = sheet("Scoring options", OPTION_HEADERS, [("Mill", "cards", 30, "-1/3", "down", "")])
SURVIVED = "Correct the count or the winner; if a card kept the winner alive, leave it: the win is worth 10 MP."


def with_option(name: str, option: str) -> dict[str, Raw]:
    return {"Player": name, "Scoring option": option}


def one(row: dict[str, Raw], option_a: str = "", option_b: str = "") -> list[Grid]:
    """Return a workbook with one match."""
    return [players(with_option("Ada", option_a), with_option("Ben", option_b)), round_sheet(1, row)]


def decks(*rows: tuple[Raw, ...]) -> list[Grid]:
    return [players("Ada", "Ben"), sheet("Decks", ("Player", "Count", "Card"), rows)]


ISLANDS = (("Ada", 60, "Island"), ("Ben", 60, "Island"))


def counted(*counts: Raw) -> list[Grid]:
    """Return a workbook with a round in which A won all games, with these counts of game 1."""
    names = [f"P{number}" for number in range(2 * len(counts))]
    rows = [match(a, b, ("A", count), ("A", 5)) for a, b, count in zip(names[::2], names[1::2], counts, strict=True)]
    return [players(*names), round_sheet(1, *rows)]


DOMINARIA = "the winner's life (the deck that lost has Dominaria)"
IF_MEANT = "if it is right, ignore this."

BAD: dict[str, tuple[list[Grid], Expected]] = {
    "an unknown option of a player": (
        [players(with_option("Ada", "Tolara"), with_option("Ben", "Mirage"))],
        [
            (
                "Error",
                "Players!B2",
                f'The scoring option is "Tolara"; expected {STANDARD}.',
                'Did you mean "Tolaria"?',
            ),
            (
                "Error",
                "Players!B3",
                f'The scoring option is "Mirage"; expected {STANDARD}.',
                "Correct it, or add it to the sheet Scoring options.",
            ),
        ],
    ),
    "an unknown option at the table": (
        [MILL, *one(match("Ada", "Ben", option_a="mil", option_b="MILL"))],
        [
            (
                "Error",
                "Round 1!C2",
                'The scoring option is "mil"; expected Dominaria, Tolaria, Phyrexia or Mill.',
                'Did you mean "Mill"?',
            )
        ],
    ),
    "an option twice": (
        [
            players(*FOUR),
            sheet("Scoring options", OPTION_HEADERS[:4], [("Mill", "cards", 10, 1), ("mill ", "cards", 10, 2)]),
        ],
        [("Error", "Scoring options!A3", '"mill" stands in A2 already.', "Delete one of the two rows.")],
    ),
    "a count without a winner": (
        one(match("Ada", "Ben", ("", 12))),
        [
            (
                "Error",
                "Round 1!G2",
                "Game 1 is not reported, but its count is 12; expected none.",
                "Clear the count, or fill in who won game 1.",
            )
        ],
    ),
    "a count of a drawn game": (
        one(match("Ada", "Ben", ("A", 3), ("Draw", 0))),
        [
            (
                "Error",
                "Round 1!I2",
                "Game 2 is drawn, but its count is 0; expected none.",
                "Clear the count, or fill in who won game 2.",
            )
        ],
    ),
    "a winner without a count": (
        one(match("Ada", "Ben", ("A", ""), ("Ben", "")), "Tolaria", "Phyrexia"),
        [
            (
                "Error",
                "Round 1!G2",
                "A won game 1, but the count is missing; "
                "expected the winner's library (the deck that lost has Tolaria).",
                "Fill in the count.",
            ),
            (
                "Error",
                "Round 1!I2",
                "B won game 2, but the count is missing; "
                "expected the winner's library (the deck that lost has Tolaria).",
                "Fill in the count.",
            ),
        ],
    ),
    "counts below 0": (
        one(match("Ada", "Ben", ("B", -1), ("A", -4)), "Dominaria", "Tolaria"),
        [
            (
                "Error",
                f"Round 1!{cell}",
                f"The count is {count}; expected the winner's library (the deck that lost has Tolaria), 0 or more.",
                "Correct the count.",
            )
            for cell, count in (("G2", -1), ("I2", -4))
        ],
    ),
    "a count below 0 of an own option": (
        [MILL, *one(match("Ada", "Ben", ("A", -1), ("Draw", "")), "Mill")],
        [
            (
                "Error",
                "Round 1!G2",
                "The count is -1; expected the winner's cards (the deck that lost has Mill), 0 or more.",
                "Correct the count.",
            )
        ],
    ),
    "stated, and not as registered; the default is registered, too": (
        one(match("Ada", "Ben", option_a="dominaria\u00a0", option_b="tolaria"), "Phyrexia"),
        [
            (
                "Warning",
                f"Round 1!{cell}2",
                f"{stated} counts here for the deck of {name}, but on Players it has {registered}.",
                f"If {stated} was not stated at the table, clear the cell, and {registered.split(',')[0]} counts.",
            )
            for cell, name, stated, registered in (
                ("C", "Ada", "Dominaria", "Phyrexia"),
                ("E", "Ben", "Tolaria", "Dominaria, the default"),
            )
        ],
    ),
    "ten poison counters": (
        one(match("Ada", "Ben", ("A", 10), ("B", 9)), "Phyrexia"),
        [
            (
                "Warning",
                "Round 1!G2",
                "The count is 10, the winner's poison (the deck that lost has Phyrexia): with 10 or more poison "
                "counters a player has lost.",
                SURVIVED,
            )
        ],
    ),
    # rules 1.2.8
    "a count far beyond what there is": (
        counted(200, 99, -115),
        [
            (
                "Warning",
                "Round 1!G2",
                f"The count is 200, {DOMINARIA}: is it 20?",
                f"If so, correct it; {IF_MEANT}",
            ),
            (
                "Warning",
                "Round 1!G4",
                f"The count is -115, {DOMINARIA}: is a digit too many typed?",
                f"If so, correct it; {IF_MEANT}",
            ),
        ],
    ),
    # rules 1.2.9
    "counts that were dragged downwards": (
        counted(8, 12, 13, 14, 15, 7),
        [
            (
                "Warning",
                "Round 1!G3",
                "Game 1 count goes up by one from row to row, from 12 to 15 in G3 to G6: was a cell dragged downwards?",
                f"If so, type the counts again; {IF_MEANT}",
            )
        ],
    ),
    # rules 1.9.1
    "a small deck": (
        decks(("Ada", 40, "Island"), ("Ben", 60, "Forest"), ("ada", "19", "Swamp")),
        [("Error", "Decks!A2", "The deck of Ada has 59 cards; expected 60 or more.", "Correct the list.")],
    ),
    "a deck with a count that cannot be read": (
        decks(("Ada", "some", "Island"), ("Ben", 60, "Forest")),
        [("Error", "Decks!B2", 'Count is "some"; expected a whole number, 1 or more.', "Correct the cell.")],
    ),
    # rules 1.9.4
    "a player without a deck": (
        [
            players("Ada", "Ben", {"Player": "Cy", "Dropped after": 0}),
            sheet("Decks", ("Player", "Count", "Card"), ISLANDS[:1]),
        ],
        [
            (
                "Warning",
                "Players!A3",
                "Ben has no list on the sheet Decks.",
                "Add the list, or check the deck by hand.",
            )
        ],
    ),
    # rules 1.9.3
    "banned cards": (
        decks(
            *ISLANDS,
            ("Ada", 1, "contract from  below"),
            ("Ada", 1, "Ring of Ma’Ruf"),
            ("Ben", 4, "Research/Development"),
            ("Ben", 1, "Research // Development"),
        ),
        [
            ("Error", f"Decks!C{row}", f"{card} is banned: {reason}.", "The player replaces the card.")
            for row, card, reason in (
                (4, "contract from below", "an ante card"),
                (5, "Ring of Ma’Ruf", "it fetches a card from outside the game"),
                (6, "Research/Development", "it fetches a card from outside the game"),
                (7, "Research // Development", "it fetches a card from outside the game"),
            )
        ],
    ),
    # rules 1.9.3
    "a companion": (
        decks(*ISLANDS, ("Ada", 1, "Lurrus of the Dream-Den")),
        [
            (
                "Warning",
                "Decks!C4",
                "Lurrus of the Dream-Den: legal as a card of the deck, but not to be used as a companion.",
                "Tell the player.",
            )
        ],
    ),
    # rules 1.9.4
    "cards that the organizer bans": (
        [
            *decks(*ISLANDS, ("Ada", 1, "chaos orb"), ("Ben", 1, "Shahrazad"), ("Ben", 1, "Lurrus of the Dream-Den")),
            sheet(
                "Banned cards",
                ("Card", "Reason"),
                [("Chaos Orb", "it wants a big table"), ("Shahrazad", ""), ("Lurrus of the Dream-Den", "our choice")],
            ),
        ],
        [
            ("Error", f"Decks!C{row}", f"{card} is banned: {reason}.", "The player replaces the card.")
            for row, card, reason in (
                (4, "chaos orb", "it wants a big table"),
                (5, "Shahrazad", "it is on the sheet Banned cards"),
                (6, "Lurrus of the Dream-Den", "our choice"),
            )
        ],
    ),
    "several at once": (
        [
            players("Ada", with_option("Ben", "Nope"), "Cy", with_option("Dee", "Phyrexia")),
            round_sheet(1, match("Ada", "Ben", ("A", ""), ("A", 5)), match("Cy", "Dee", ("B", "ten"), ("A", 12))),
        ],
        [
            ("Error", "Round 1!G3", 'Game 1 count is "ten"; expected a whole number.', "Correct the cell."),
            (
                "Error",
                "Players!B3",
                f'The scoring option is "Nope"; expected {STANDARD}.',
                "Correct it, or add it to the sheet Scoring options.",
            ),
            (
                "Error",
                "Round 1!G2",
                "A won game 1, but the count is missing; "
                "expected the winner's life (the deck that lost has Dominaria).",
                "Fill in the count.",
            ),
            (
                "Warning",
                "Round 1!I3",
                "The count is 12, the winner's poison (the deck that lost has Phyrexia): with 10 or more poison "
                "counters a player has lost.",
                SURVIVED,
            ),
        ],
    ),
}


@pytest.mark.parametrize(("grids", "expected"), BAD.values(), ids=BAD)
def test_bad_workbooks(grids: list[Grid], expected: Expected) -> None:
    assert_problems([event_sheet(), *grids], expected)


@pytest.mark.parametrize(
    "grids",
    [
        [MILL, *one(match("Ada", "Ben", ("A", 0), ("B", 12)), "mill", "Tolaria")],
        one(match("Ada", "Ben", ("A", -40), ("B", -1)), "Dominaria", "Phyrexia"),
        one(match("Ada", "Ben", ("A", 9), ("A", 9)), "Phyrexia", "Phyrexia"),
        counted(1, 2, 3, 5, 6, 7, 99),
        one(match("Ada", "Ben", ruling="a  NO-show")),
        [players("Ada", "Ben", "Cy"), round_sheet(1, match("Ada", "BYE", ruling="A no-show"), sweep("Ben", "Cy"))],
        decks(*ISLANDS),
        decks(),
        # rules 1.9.2: any number of copies
        decks(("Ada", 4, "Research Thief"), ("Ada", 56, "Island"), ("Ben", 1000, "Relentless Rats")),
        # rules 1.9.5: a silver-bordered card is for the judge's eyes; no list shows it
        decks(("Ada", 59, "Island"), ("Ada", 1, "Cheatyface"), ("Ben", 60, "Island")),
    ],
    ids=[
        "own option",
        "negative life",
        "nine poison",
        "three in a row",
        "ruling",
        "bye not there",
        "decks",
        "no decks",
        "a card's start",
        "a silver border",
    ],
)
def test_a_valid_event_has_no_problem(grids: list[Grid]) -> None:
    assert_problems([event_sheet(), *grids], [])


def test_every_check_finds_something_in_one_of_the_bad_workbooks() -> None:
    """A check whose problems stand in no case here is not tested."""
    found = set()
    for grids, _ in BAD.values():
        event, _ = read(event_sheet(), *grids)
        assert event is not None
        found |= {check.__name__ for check in TURNABOUT.checks if list(check(event, TURNABOUT))}
    assert found == {check.__name__ for check in TURNABOUT.checks}
