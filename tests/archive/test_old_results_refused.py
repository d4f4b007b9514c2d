"""Mistakes in lists of old results: every message, and which events are left out for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.archive.importing import read_lists
from tests.archive.old_lists import (
    BOTH,
    BY_ID,
    FOUR,
    OPEN,
    ROUNDS,
    TWO,
    events,
    lines,
    matches,
    placings,
    refused,
)
from turnabout_sheets.sheets.grid import Grid

# Errors: each with all that is told, and no event archived

ONE_EVENT: Mapping[str, tuple[Sequence[Grid], list[str]]] = {
    "a cell that cannot be read": (
        [placings("Ann,first", "Bo,2", "Cy,-1", "Dee,")],
        [
            'Error: placings.csv!D2: Position is "first"; expected a whole number, 0 or more. Correct the cell.',
            'Error: placings.csv!D4: Position is "-1"; expected a whole number, 0 or more. Correct the cell.',
            "Error: placings.csv!D5: Position is blank; expected a whole number, 0 or more. "
            "Fill it in, or clear the whole row.",
        ],
    ),
    "a day that is none": (
        [events("Open,5/6/2010,x", "Cup,2010-02-30,x", ",2010-05-01,x", headers="Name,Date,Format")],
        [
            'Error: events.csv!B2: Date is "5/6/2010"; expected a day such as 2012-05-31, as it may be '
            "May 6, 2010 (2010-05-06) or June 5, 2010 (2010-06-05). Correct the cell.",
            'Error: events.csv!C2: Format is "x"; expected Turnabout, Duplicate Magic or Netrunner. Correct the cell.',
            'Error: events.csv!B3: Date is "2010-02-30"; expected a day such as 2012-05-31. Correct the cell.',
            'Error: events.csv!C3: Format is "x"; expected Turnabout, Duplicate Magic or Netrunner. Correct the cell.',
            "Error: events.csv!A4: Name is blank; expected text. Fill it in, or clear the whole row.",
            'Error: events.csv!C4: Format is "x"; expected Turnabout, Duplicate Magic or Netrunner. Correct the cell.',
        ],
    ),
    "the same player twice": (
        [placings("Ann,1", "Bo,2", "ANN,3", "Dee,4")],
        [
            'Error: placings.csv!C4: The player "ANN" has a placing in Open (2010-05-01) already, in placings.csv!C2. '
            "Delete one of the rows, or tell the two people apart: by a Player ID for each, or by an initial.",
        ],
    ),
    "the same Player ID twice": (
        [placings("Ann,7,1", "Bo,,2", "Cy,7,3", headers="Event,Date,Player,Player ID,Position")],
        [
            'Error: placings.csv!D4: The Player ID "7" has a placing in Open (2010-05-01) already, in placings.csv!D2. '
            "Correct one of the two, or leave it blank.",
        ],
    ),
    "a player called by a word that means something": (
        [placings("Ann,1", "Bye,2", "draw,3")],
        [
            'Error: placings.csv!C3: No player can be called "Bye": BYE, A, B and Draw mean something else in the '
            "results. Add something to the name, for example an initial.",
            'Error: placings.csv!C4: No player can be called "draw": BYE, A, B and Draw mean something else in the '
            "results. Add something to the name, for example an initial.",
        ],
    ),
    "a bye on the wrong side": (
        [placings("Ann,1"), matches("1,,Bye,Ann,A")],
        [
            'Error: matches.csv!E2: No player can be called "Bye": BYE, A, B and Draw mean something else in the '
            "results. Where somebody has a bye, BYE stands as player B.",
        ],
    ),
    "fewer players than placings": (
        [events("Open,2010-05-01,3", headers="Name,Date,Players"), placings(*FOUR)],
        [
            "Error: events.csv!C2: Players is 3; expected at least 4, who have a placing. "
            "Correct the number, or the rows that are too many.",
        ],
    ),
    "fewer players than in the match records": (
        [events("Open,2010-05-01,3", headers="Name,Date,Players"), matches(*ROUNDS)],
        [
            "Error: events.csv!C2: Players is 3; expected at least 4, who stand in its match records. "
            "Correct the number, or the rows that are too many.",
        ],
    ),
    "a position beyond the field": (
        [placings("Ann,1", "Bo,2", "Cy,3", "Dee,5")],
        [
            "Error: placings.csv!D5: Position is 5; expected at most 4, the number of players in Open (2010-05-01). "
            "Correct it; if placings are missing, add them, or type the event's Players in a list of events.",
        ],
    ),
    "players that cannot be read make no position wrong": (
        [events("Open,2010-05-01,many", headers="Name,Date,Players"), placings("Ann,9")],
        [
            'Error: events.csv!C2: Players is "many"; expected a whole number, 1 or more. Correct the cell.',
        ],
    ),
    "a match of somebody without a placing": (
        [placings(*FOUR), matches("1,,Ann,Boo,", "1,,Xavier,Dee,")],
        [
            'Error: matches.csv!F2: Player B is "Boo"; expected a player who has a placing in Open (2010-05-01). '
            'Did you mean "Bo"?',
            'Error: matches.csv!E3: Player A is "Xavier"; expected a player who has a placing in Open (2010-05-01). '
            "Correct the name, or add the player's placing.",
        ],
    ),
    "a placing whose name is blank makes nobody a stranger": (
        [placings("Ann,1", ",2"), matches("1,,Ann,Bo,A")],
        [
            "Error: placings.csv!C3: Player is blank; expected the name of a player. "
            "Fill it in, or clear the whole row.",
        ],
    ),
    "a winner who is neither": (
        [placings(*FOUR), matches("1,,Ann,Bo,Cy", "1,,Cy,Dee,Drew", "2,,Dee,BYE,Draw")],
        [
            'Error: matches.csv!G2: Winner is "Cy"; expected A, B, Draw, Ann or Bo. Correct the cell.',
            'Error: matches.csv!G3: Winner is "Drew"; expected A, B, Draw, Cy or Dee. Did you mean "Draw"?',
            'Error: matches.csv!G4: Winner is "Draw"; expected A or Dee. Correct the cell.',
        ],
    ),
    "somebody twice in a round": (
        [placings(*FOUR), matches("1,,Ann,Bo,A", "1,,Cy,Ann,A", "2,,Dee,Dee,A", "2,,Ann,BYE,")],
        [
            "Error: matches.csv!F3: Ann stands in round 1 twice, here and in matches.csv!E2. "
            "Correct one of the two names, or the round.",
            "Error: matches.csv!F4: Dee stands in round 2 twice, here and in matches.csv!E4. "
            "Correct one of the two names, or the round.",
        ],
    ),
    "a round that the event did not have": (
        [events("Open,2010-05-01,2", headers="Name,Date,Rounds"), placings(*FOUR), matches("3,,Ann,Bo,A")],
        [
            "Error: matches.csv!C2: Round is 3; expected at most 2, the Rounds of Open (2010-05-01). "
            "Correct it, or the event's Rounds.",
        ],
    ),
    "match rows with holes": (
        [placings(*FOUR), matches("0,,Ann,Bo,A", "1,x,,Cy,A", "1,,Dee,,A")],
        [
            'Error: matches.csv!C2: Round is "0"; expected a whole number from 1 to 999. Correct the cell.',
            'Error: matches.csv!D3: Table is "x"; expected a whole number, 0 or more. Correct the cell.',
            "Error: matches.csv!E3: Player A is blank; expected the name of a player. "
            "Fill it in, or clear the whole row.",
            "Error: matches.csv!F4: Player B is blank; expected the name of a player, or BYE. "
            "Fill it in, or clear the whole row.",
        ],
    ),
    "an event without anything": (
        [events("Open,2010-05-01")],
        [
            "Error: events.csv!A2: Open (2010-05-01) has no placings and no match records, so there is nothing to "
            "archive. Add them, or delete the row."
        ],
    ),
    "an event twice": (
        [events("Open,2010-05-01,E1", "open,2010-05-01,", headers="Name,Date,Event ID"), placings(*FOUR)],
        [
            "Error: events.csv!A3: open (2010-05-01) stands in events.csv!A2 already; expected every event once. "
            "Delete one of the two rows, or give each its own Event ID.",
        ],
    ),
    "an Event ID twice": (
        [events("E1,Open,2010-05-01", "e1,Cup,2011-05-01", headers="Event ID,Name,Date"), placings(*FOUR)],
        [
            'Error: events.csv!B3: The Event ID "e1" stands in events.csv!B2 already; expected each once. '
            "Delete one of the two rows, or correct the Event ID.",
        ],
    ),
    "a row that names no event": (
        [placings(f"{OPEN},Ann,1", ",,Bo,2", "Open,,Cy,3", ",2010-05-01,Dee,4", event="")],
        [
            "Error: placings.csv!B3: The row does not say which event it belongs to; expected its Event ID, or Event "
            "and Date. Fill them in, or clear the whole row.",
            "Error: placings.csv!B4: The row does not say which event it belongs to; expected its Event ID, or Event "
            "and Date. Fill them in, or clear the whole row.",
            "Error: placings.csv!A5: The row does not say which event it belongs to; expected its Event ID, or Event "
            "and Date. Fill them in, or clear the whole row.",
        ],
    ),
    "a row whose date cannot be read is told once": (
        [placings(f"{OPEN},Ann,1", "Open,May,Bo,2", event="")],
        [
            'Error: placings.csv!B3: Date is "May"; expected a day such as 2012-05-31. Correct the cell.',
        ],
    ),
    "an Event ID that is not known": (
        [events("E1,Open,2010-05-01", headers="Event ID,Name,Date"),
         placings("E1,Ann,1", "E9,Bo,2", "E9,Cy,3", headers=BY_ID, event="")],
        [
            'Error: placings.csv!A3: The Event ID is "E9", and no row says which event that is. '
            "Correct it; if it is another event, add that to a list of events.",
        ],
    ),
    "an Event ID that is another event's": (
        [events("E1,Open,2010-05-01", headers="Event ID,Name,Date"),
         placings("E1,,,Ann,1", "E1,Cup,,Bo,2", "E1,Open,2011-05-01,Cy,3", headers=BOTH, event="")],
        [
            'Error: placings.csv!A3: The Event ID "E1" is that of Open (2010-05-01) in events.csv!B2; found Cup beside '
            "it. Correct the Event ID, or what stands beside it.",
            'Error: placings.csv!A4: The Event ID "E1" is that of Open (2010-05-01) in events.csv!B2; found '
            "Open (2011-05-01) beside it. Correct the Event ID, or what stands beside it.",
        ],
    ),
    "an event with another Event ID": (
        [placings("E1,Open,2010-05-01,Ann,1", "E2,Open,2010-05-01,Bo,2", headers=BOTH, event="")],
        [
            'Error: placings.csv!A3: The Event ID is "E2"; expected "E1", as Open (2010-05-01) has it in '
            "placings.csv!B2. Correct it; if it is another event, add that to a list of events.",
        ],
    ),
    "two events that a row may mean": (
        [TWO, placings("E1,,,Ann,1", "E2,,,Ann,1", ",Open,2010-05-01,Bo,2", headers=BOTH, event="")],
        [
            'Error: placings.csv!B4: 2 events are called Open (2010-05-01): "E1" and "E2". Give the Event ID, too.',
        ],
    ),
    "a header twice": (
        [placings("Ann,1,2", headers="Event,Date,Player,Position,Position")],
        [
            'Error: placings.csv!E1: The header "Position" stands in D1 already. Rename or delete one of the two.',
        ],
    ),
    "no column for the event": (
        [lines("placings", "Event,Player,Position", "Open,Ann,1")],
        [
            "Error: placings.csv: No column says which event a row belongs to; expected Event ID, or Event and Date. "
            "Add it, and fill it in for every row."
        ],
    ),
    "headers that are misspelt": (
        [lines("placings", "2010,,,", "Event,Date,Plaier,Position", "Open,2010-05-01,Ann,1")],
        [
            "Error: placings.csv!A2: None of the first 20 rows has all the headers that this sheet needs; not found: "
            'Player. "Plaier" may be meant for "Player". Give one row these headers; their order is free, and other '
            "columns may stand between them.",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("grids", "expected"), ONE_EVENT.values(), ids=ONE_EVENT)
def test_errors(grids: Sequence[Grid], expected: list[str]) -> None:
    assert refused(*grids) == expected


# Nothing is half imported


@pytest.mark.parametrize("bad", ["Open,2010-05-01,Cy,x", "Prix,1/5/2010,Cy,1", ",,Cy,1", "Cup,2010-05-01,Ann,3"])
def test_as_long_as_a_list_has_an_error_no_event_of_any_list_is_in(bad: str) -> None:
    """Archive 3.10."""
    rows = [f"{name},2010-05-01,{player}" for name in ("Cup", "Open") for player in ("Ann,1", "Bo,2")]
    good, more = placings(*rows, event=""), lines("more", "Event,Date,Player,Position", bad)
    assert len(read_lists([good])[0]) == 2
    (problem,) = refused(good, more)
    assert problem.startswith("Error: more.csv!")
