"""The guide's table "When something happens": each row is done as it says, and leads where it says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.dose import dose
from tests.support.books import sheet_names
from tests.support.desk import Desk, begin_event
from tests.support.edited_book import Book

GUIDE = Path(__file__).parents[2] / "docs" / "guide.md"
NAMES = ("Ada", "Ben", "Cy", "Dee", "Eve", "Flo", "Gil")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of three rounds and seven players: round 1 is played, round 2 is paired."""
    return begin_event(tmp_path_factory.mktemp("guide"), NAMES).workbook


def play_on(desk: Desk) -> None:
    """Type the results of round 2, and run: round 3 is paired."""
    desk.report(2)
    desk.run()


def comes_late(desk: Desk) -> None:
    desk.type("Players", "Zoe", {"Joined round": 3.0})
    play_on(desk)
    assert "Zoe" in desk.there(3) - desk.there(2)


def comes_while_the_round_is_running(desk: Desk) -> None:
    waiting, before = desk.bye(2), desk.seats(2)
    desk.let_in("Zoe")
    desk.run()
    assert desk.seats(2) == [(a, "Zoe" if a == waiting else b) for a, b in before]
    assert "Zoe" in desk.page("round-02-slips.html")


def leaves(desk: Desk) -> None:
    desk.type("Players", "Ada", {"Dropped after": 2.0})
    play_on(desk)
    assert desk.there(3) == {*NAMES} - {"Ada"}


def leaves_before_playing(desk: Desk) -> None:
    """Who types the round before gets told what to do, and does it."""
    leaving = desk.seats(2)[0][1]
    desk.type("Players", leaving, {"Dropped after": 1.0})
    told = f'{leaving} stands in round 2 but dropped after round 1. If {leaving} has left without playing, choose "B '
    assert f'{told}no-show" in Ruling of this row and type 2 into Players!' in desk.run(exit=1)
    desk.type("Round 2", leaving, {"Ruling": "B no-show"})
    desk.type("Players", leaving, {"Dropped after": 2.0})
    play_on(desk)
    assert desk.there(3) == {*NAMES} - {leaving}


def does_not_show_up(desk: Desk) -> None:
    a, _ = desk.seats(2)[0]
    desk.type("Round 2", a, {"Ruling": "B no-show"})
    play_on(desk)
    assert desk.there(3) == {*NAMES}
    won = next(row for row in desk.rows("Matches") if row["Round"] == 2 and row["Player A"] == a)
    assert (won["Winner"], won["VP A"], won["VP B"]) == (a, 18, 0)


def asks_for_a_bye(desk: Desk) -> None:
    asking = next(a for a, b in desk.seats(1) if b != "BYE")
    desk.type("Players", asking, {"Byes": "2, 3"})
    assert f"{asking} has asked for a bye in round 2, but is paired in it." in desk.run()
    desk.type("Players", asking, {"Byes": 3.0})
    play_on(desk)
    assert (asking, "BYE") in desk.seats(3)


def sits_out(desk: Desk) -> None:
    desk.type("Players", "Ada", {"Away": 3.0})
    play_on(desk)
    assert desk.there(3) == {*NAMES} - {"Ada"}


def comes_back(desk: Desk) -> None:
    desk.type("Event", "Rounds", {"Value": 4.0})
    leaves(desk)
    desk.type("Players", "Ada", {"Dropped after": None, "Away": 3.0})
    desk.report(3)
    desk.run()
    assert desk.there(4) == {*NAMES}


def is_disqualified(desk: Desk) -> None:
    desk.type("Rulings", "Ada", {"Round": 2.0, "Kind": "disqualification"})
    play_on(desk)
    assert desk.there(3) == {*NAMES} - {"Ada"}
    assert desk.row("Standings", "Ada")["Status"] == "Disqualified"


def friends_are_not_to_meet(desk: Desk) -> None:
    """Who would meet in round 2 do not, once they have the same word."""
    friends = {*desk.seats(2)[0]}
    delete(desk, "Round 2")
    for name in friends:
        desk.type("Players", name, {"Group": "The Hague"})
    desk.run()
    assert not any({a, b} == friends for a, b in desk.seats(2))


def why_do_i_play_him(desk: Desk) -> None:
    a, b = desk.seats(2)[0]
    said = desk.command("why", desk.workbook, a, "--pairing", "--round", 2)
    assert b in said
    assert desk.row("Round 2", a)["Pairing notes (when paired)"]


def why_do_i_have_it(desk: Desk) -> None:
    a, _ = desk.seats(1)[0]
    said = desk.command("why", desk.workbook, a)
    standings = {row["Player"]: row for row in desk.rows("Standings")}
    assert re.search(rf"^The total .* VP {standings[a]['VP']}$", said, re.MULTILINE)
    assert re.search(rf"^{a}: the rank .* Rank {standings[a]['Rank']}$", said, re.MULTILINE)


def have_sat_down_wrongly(desk: Desk) -> None:
    (a, b), (c, d), *_ = desk.seats(2)
    desk.type("Round 2", a, {"Player B": d})
    desk.type("Round 2", c, {"Player B": b})
    desk.run()
    assert desk.seats(2)[:2] == [(a, d), (c, b)]
    assert re.search(rf"{a}.*?{d}.*?{c}.*?{b}", desk.page("round-02-pairings-by-table.html"), re.DOTALL)
    assert re.search(rf"{a}(?:(?!Table).)*?{d}", desk.page("round-02-slips.html"), re.DOTALL)


def is_to_be_made_again(desk: Desk) -> None:
    before = desk.seats(2)
    delete(desk, "Round 2")
    assert "Paired round 2" in desk.run()
    assert desk.seats(2) == before


def was_wrong(desk: Desk) -> None:
    last, before = desk.rows("Standings")[-1]["Player"], desk.seats(2)
    row = desk.row("Round 1", last)
    side = "A" if row["Player A"] == last else "B"
    desk.type("Round 1", last, {"Game 1 winner": side, "Game 1 count": 20.0, "Game 2 winner": side})
    desk.run()
    assert desk.rows("Standings")[0]["Player"] == last
    assert desk.seats(2) == before


def gives_or_takes_points(desk: Desk) -> None:
    before = desk.row("Standings", "Ada")["VP"]
    desk.type("Adjustments", "Ada", {"Round": 1.0, "Points": -5.0, "Reason": "late"})
    desk.run()
    assert desk.row("Standings", "Ada")["VP"] == before - 5


def counted_games(desk: Desk) -> list[tuple[Any, Any]]:
    """Return by which option each game counts, and how much."""
    rows, games = desk.rows("Matches"), (1, 2)
    return [(row[f"Game {game} option"], row[f"Game {game} MP"]) for row in rows for game in games]


def plays_another_deck(desk: Desk) -> None:
    changing, before = desk.seats(2)[0][0], counted_games(desk)
    desk.type("Round 2", changing, {"Option A": "Tolaria"})
    play_on(desk)
    after = counted_games(desk)
    assert after[: len(before)] == before
    assert [option for option, _ in after[len(before) :]].count("Tolaria") == 2


def goes_over_several_evenings(desk: Desk) -> None:
    """On the second evening those of the first meet again."""
    book = Book(desk.workbook.read_bytes())
    pairs = enumerate(desk.seats(1), 1)
    book.type("Round 2", {(row, column): name for row, pair in pairs for column, name in enumerate(pair, 1)})
    desk.workbook.write_bytes(book.to_bytes())
    assert "meet in round 2 again; they met in round 1." in desk.run(exit=1)
    desk.type("Event", "Rounds per session", {"Value": "1"})
    desk.run()  # prints the slips of these pairs
    play_on(desk)
    assert desk.seats(2) == desk.seats(1)


def time_runs_out(desk: Desk) -> None:
    """Here after two rounds of three, the third of which is paired, and its slips are printed."""
    play_on(desk)
    assert "round-03-slips.html" in desk.page("index.html")
    desk.type("Event", "Rounds", {"Value": 2.0})
    said = desk.run()
    assert "Final, after 2 rounds; round 3 was not played." in said
    assert "The event is finished. Next: " in said
    assert all(row["Played all rounds"] == "yes" for row in desk.rows("Ratings"))
    assert "round-03" not in desk.page("index.html")
    assert "Round 3: not played" in desk.page("index.html")
    refused = desk.command("print", desk.workbook, "--round", 3, exit=2)
    assert refused == "There is no round 3: the last round that is paired is 2.\n"
    desk.report(3)
    assert "Round 3 has results, so it counts, though Rounds on the Event sheet is 2." in desk.run()


def what_would_happen(desk: Desk) -> None:
    desk.report(2)
    before, copy = desk.workbook.read_bytes(), desk.workbook.with_name("copy.xlsx")
    assert "Paired round 3" in desk.run("--dry-run")
    desk.run("--output", copy)
    assert desk.workbook.read_bytes() == before
    assert "Round 3" in sheet_names(copy)


def delete(desk: Desk, sheet: str) -> None:
    """Delete a sheet, as a spreadsheet program does."""
    book = Book(desk.workbook.read_bytes())
    book.delete(sheet)
    desk.workbook.write_bytes(book.to_bytes())


ROWS: dict[str, Callable[[Desk], None]] = {
    "A late entry": comes_late,
    "A late entry while the round is running": comes_while_the_round_is_running,
    "A player drops": leaves,
    "A player drops before playing": leaves_before_playing,
    "A no-show": does_not_show_up,
    "A player asks for a bye": asks_for_a_bye,
    "A player sits out a round without a bye": sits_out,
    "A player comes back": comes_back,
    "A player is disqualified": is_disqualified,
    "Friends should not meet at once": friends_are_not_to_meet,
    '"Why do I play him?"': why_do_i_play_him,
    '"Why do I have 19?", "Why am I seventh?"': why_do_i_have_it,
    "Two players sat down wrongly": have_sat_down_wrongly,
    "The whole round needs re-pairing": is_to_be_made_again,
    "An old result was wrong": was_wrong,
    "The judge gives or takes points": gives_or_takes_points,
    "A player changes decks": plays_another_deck,
    "The event goes over several evenings, a league": goes_over_several_evenings,
    "Time runs out after four of five rounds": time_runs_out,
    "You want to see what would happen": what_would_happen,
}
"""What is done, and what must come of it, by what happens."""


def test_every_row_of_the_guide_is_done_here() -> None:
    table = GUIDE.read_text("utf-8").partition("## When something happens")[2].partition("\n## ")[0]
    assert re.findall(r"^\| (.+?) \| .+ \|$", table, re.MULTILINE)[2:] == list(ROWS)


LOOK_AT_PAGES = {comes_while_the_round_is_running, have_sat_down_wrongly, time_runs_out}


@pytest.mark.soak
@pytest.mark.parametrize("happens", dose([*ROWS][1::2], [*ROWS]))
def test_what_the_guide_says_leads_somewhere(
    happens: str, event: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if ROWS[happens] not in LOOK_AT_PAGES:
        request.getfixturevalue("no_pages")
    workbook = tmp_path / "event.xlsx"
    shutil.copy(event, workbook)
    ROWS[happens](Desk(workbook))
