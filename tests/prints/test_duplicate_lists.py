"""The posted lists of Duplicate Magic events, and which pages a run prints."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from lxml import html

from tests.prints.duplicates import page, paired, text, texts, with_winners
from tests.prints.events import ENGLISH, event, plain_names
from tests.prints.making import round_pages, standings_page
from turnabout_sheets.cli.main import main
from turnabout_sheets.event.model import BYE
from turnabout_sheets.formats.duplicate.format import DUPLICATE
from turnabout_sheets.formats.turnabout.format import TURNABOUT
from turnabout_sheets.prints.making import index_page
from turnabout_sheets.prints.pages import pairings
from turnabout_sheets.prints.pages import tables as by_table

FIVE = ("Ann", "bob", "Cem", "Dan", "Eve")
SIX = (*FIVE, "Fay")
PARTNERS = ("Gus", "Hal", "Ida", "Jon", "Kim", "Leo")


def rows(tree: html.HtmlElement) -> list[list[str]]:
    return [[text(cell) for cell in row] for row in tree.xpath("//tbody/tr")]


def test_pairings_by_player_tell_table_stock_and_opponent() -> None:
    made = paired(FIVE)
    expected = []
    for match in made.rounds[2]:
        a, b = made.players[match.a].name, "" if match.b == BYE else made.players[match.b].name
        if match.b == BYE:
            expected.append([a, "sits out", "", "no match this round"])
        else:
            expected += [[a, str(match.table), match["deck_a"], b], [b, str(match.table), match["deck_b"], a]]
    tree = page(made, 2, "by-player")
    assert rows(tree) == sorted(expected, key=lambda row: row[0].casefold())
    assert [text(head) for head in tree.xpath("//thead//th")] == ["Player", "Table", "Stock", "Opponent"]


def test_pairings_by_table_tell_both_stocks() -> None:
    made = paired(FIVE)
    names = {player.number: player.name for player in made.players}
    games = sorted((match for match in made.rounds[1] if match.b != BYE), key=lambda match: match.table)
    (out,) = (match.a for match in made.rounds[1] if match.b == BYE)
    tree = page(made, 1, "by-table")
    assert rows(tree) == [
        *([str(match.table), names[match.a], match["deck_a"], names[match.b], match["deck_b"], ""] for match in games),
        ["sits out", names[out], "", "", "", ""],
    ]
    heads = ["Table", "Player A", "Stock", "Player B", "Stock", "Slip back"]
    assert [text(head) for head in tree.xpath("//thead//th")] == heads


def test_with_a_coin_flip_no_list_has_stocks() -> None:
    made = paired(FIVE, deck_choice="coin flip")
    for kind in ("by-player", "by-table"):
        tree = page(made, 1, kind)
        assert "Stock" not in [text(head) for head in tree.xpath("//thead//th")]
        assert "sits out" in text(tree)


def test_both_partners_stand_in_their_own_place() -> None:
    made = paired(SIX, PARTNERS)
    view = pairings.make_view(made, 1, ENGLISH)
    lines = [line for sheet in view.sheets for column in sheet for line in column]
    assert [line.player for line in lines] == [
        "Ann (with Gus)", "bob (with Hal)", "Cem (with Ida)", "Dan (with Jon)", "Eve (with Kim)", "Fay (with Leo)",
        "Gus (with Ann)", "Hal (with bob)", "Ida (with Cem)", "Jon (with Dan)", "Kim (with Eve)", "Leo (with Fay)",
    ]  # fmt: skip
    for first, second in zip(lines[:6], lines[6:], strict=True):
        assert (first.table, first.stock, first.opponent) == (second.table, second.stock, second.opponent)
        assert " & " in first.opponent
    assert any(layout.row_height <= view.row_height <= layout.most for layout in pairings.BY_PARTNER)
    tables = [line for sheet in by_table.make_view(made, 1, ENGLISH).sheets for line in sheet]
    assert {line.a for line in tables} | {line.b for line in tables} == {player.shown for player in made.players}


def test_what_a_sit_out_is_called_is_the_formats_own() -> None:
    pages = round_pages(event(["Ann", "Bob", "Cem"]), TURNABOUT, 3)
    assert texts(html.document_fromstring(pages["round-03-pairings-by-player.html"]), "bye") == ["bye"]
    assert texts(html.document_fromstring(pages["round-03-pairings-by-table.html"]), "bye") == ["bye"]
    assert texts(page(paired(FIVE), 1, "by-player"), "bye") == ["sits out"]
    assert texts(page(paired(FIVE), 1, "by-table"), "bye") == ["sits out"]


def test_standings_show_games_wins_and_sit_outs() -> None:
    found = with_winners(paired(FIVE), ["A", "B", "A", "Draw", "A", "B"])
    assert found.finished
    shown = DUPLICATE.sheets.make_output(found)[0].shown()
    (posted,) = standings_page(found.event, shown, found.played, provisional=False, format=DUPLICATE).values()
    tree = html.document_fromstring(posted)
    heads = ["Rank", "Player", "Points", "Played", "Wins", "Sit-outs"]
    assert [text(head) for head in tree.xpath("//thead//th")] == heads
    told = {row[1]: row[3:6] for row in rows(tree)}
    sides = found.sides
    for player in found.event.players:
        mine = sides[sides["player"] == player.number]["outcome"].tolist()
        sat_out = mine.count("bye")
        assert told[player.name] == [str(len(mine) - sat_out), str(mine.count("win")), str(sat_out)]


def test_a_run_prints_all_pages_and_the_index_says_what_to_do_with_them(tmp_path: Path) -> None:
    workbook = tmp_path / "duplicate.xlsx"
    told = ["simulate", str(workbook), "--format", "Duplicate Magic", "--players", "7", "--played", "3"]
    for command in (told, ["run", str(workbook)]):
        done = CliRunner().invoke(main, command)
        assert done.exit_code == 0, done.output
    folder = tmp_path / "duplicate prints"
    there = {path.name for path in folder.iterdir()}
    assert {"movement-sheets.html", "table-cards.html", "balance.html", "standings-after-round-03.html"} <= there
    tree = html.document_fromstring((folder / "index.html").read_text("utf-8"))
    whole = [text(entry) for entry in tree.xpath("//section[1]//li")]
    assert whole == [
        "Print and cut Movement sheets",
        "Put on the tables Table cards",
        "For the director Balance of the tables",
        "Keep at the desk Still playing",
        "Show on a screen Screen for the hall",
    ]
    assert set(tree.xpath("//a/@href")) == there - {"index.html"}


def test_the_index_leaves_out_what_is_not_there() -> None:
    (index,) = index_page(paired(plain_names(6)), DUPLICATE.name, ["table-cards.html"]).values()
    assert html.document_fromstring(index).xpath("//a/@href") == ["table-cards.html"]
