"""Writes the reference pages of the documentation from the declarations:  python -m tools.reference docs

A page that a person keeps up drifts from the program; these cannot. A test compares them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click

from turnabout_sheets.archive.exchange.export_format import FORMAT, TABLES, value_of
from turnabout_sheets.archive.lists.rows import LISTS
from turnabout_sheets.changes.log import LOG, REMEMBERED
from turnabout_sheets.cli.main import main
from turnabout_sheets.core.command_line import MEANINGS
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.output_sheets import DESK, PROBLEMS
from turnabout_sheets.formats import load_all
from turnabout_sheets.formats.live import standings_columns
from turnabout_sheets.prints.archive.pages import ARCHIVE_PAGES
from turnabout_sheets.prints.format_pages import FORMAT_PAGES, PLAIN
from turnabout_sheets.prints.making import IndexPage
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.round_page import RoundPage
from turnabout_sheets.reading.event_sheet import EVENT_SHEET
from turnabout_sheets.reading.list_words import (
    ALIAS,
    BYES_HAD,
    COMES,
    COMING,
    COMMON,
    DAY,
    DRAW,
    DRAWS,
    EVENT,
    LOSSES,
    NAME,
    NOBODY,
    NUMBER,
    OPPONENT,
    PLACE,
    PLAYERS,
    POINTS,
    RECORD,
    RESULT,
    ROUND,
    ROUNDS,
    TABLE,
    TITLE,
    TOTAL,
    WHOLE_NAME,
    WINNER,
    WINS,
    WORDS,
)
from turnabout_sheets.sheets.declarations import Sheet
from turnabout_sheets.sheets.settings import LANGUAGES

MADE = "<!-- Written by: python -m tools.reference docs. Change the declarations, not this page. -->"

DOCS = Path(__file__).parents[1] / "docs"


def pages() -> dict[str, str]:
    """Return the reference pages by file name."""
    return {
        "sheets.md": "\n".join(_sheets()) + "\n",
        "settings.md": "\n".join(_settings()) + "\n",
        "commands.md": "\n".join(_commands()) + "\n",
        "dev/page-fields.md": "\n".join(_page_fields()) + "\n",
        "old-results.md": "\n".join(_old_results()) + "\n",
        "player-lists.md": "\n".join(_player_lists()) + "\n",
        "archive-tables.md": "\n".join(_archive_tables()) + "\n",
        PRINTING: _printing((DOCS / PRINTING).read_text("utf-8")),
    }


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _settings() -> Iterator[str]:
    yield from (MADE, "", "# The settings on the Event sheet", "")
    yield "Each is a row of the sheet `Event`: its name in the column `Setting`, what you want in the column `Value`."
    yield "A setting without a value, or without a row, has its default."
    for format in load_all():
        yield from ("", f"## {format.name}", "", _row("Setting", "What it does", "What may stand there", "If blank"))
        yield _row("---", "---", "---", "---")
        for each in format.settings.values():
            yield _row(f"`{each.name}`", each.help, each.kind.expects, each.shown_default)


def _sheets() -> Iterator[str]:
    yield from (MADE, "", "# The sheets of a workbook", "")
    yield "Blue tabs are yours: the program reads them and never changes them. Grey tabs are the program's: it writes"
    yield "them anew at every run and never reads them. Sheets of your own may stand anywhere."
    yield from ("", "Headers are found in the first 20 rows, in any order, however they are spaced or capitalized.")
    yield "Columns of your own are left alone. A column marked * must be there."
    for format in load_all():
        yield from ("", f"## {format.name}: your sheets")
        sheets = format.sheets
        for sheet in (EVENT_SHEET, sheets.players, sheets.matches, sheets.results, *sheets.others):
            yield from _input_sheet(sheet)
        yield from _live_columns(format)
        yield from ("", f"## {format.name}: the program's sheets")
        for sheet in (DESK, *sheets.output, PROBLEMS, LOG, REMEMBERED):
            yield from ("", f"### {sheet.name}", "", sheet.purpose, "", _row("Column", "What it says"))
            yield _row("---", "---")
            yield from (_row(f"`{column.header}`", column.help) for column in sheet.columns)
            if sheet is sheets.output[0]:
                yield from (
                    _row(f"`{each.header}`", each.help) for each in standings_columns(format) if not each.hidden
                )


def _input_sheet(sheet: Sheet) -> Iterator[str]:
    yield from ("", f"### {sheet.name}", "", sheet.purpose, "", _row("Column", "What it says", "What may stand there"))
    yield _row("---", "---", "---")
    for column in sheet.columns:
        yield _row(f"`{column.header}`{' *' if column.required else ''}", column.help, column.kind.expects)


def _live_columns(format: Format) -> Iterator[str]:
    yield from ("", "Right of the cells to fill in stand formulas that show mistakes and points while you type:", "")
    yield from (_row("Column", "What it says"), _row("---", "---"))
    for column in format.entry.live_columns:
        if not column.hidden:
            yield _row(f"`{column.header}`", column.help)


def _old_results() -> Iterator[str]:
    yield from (MADE, "", "# Lists of old results", "")
    yield "For `turnabout archive import`: CSV files, or sheets of a workbook (`.xlsx`, `.xls`, `.ods`), one list or"
    yield "all three in a file; what is in them is found by their headers, not by their names. The order of the columns"
    yield "is free, and there may be others. All files of a folder belong together."
    for sheet in reversed(LISTS):
        yield from ("", f"## {sheet.name}", "", sheet.purpose, "")
        yield from (_row("Column", "What stands there", "Expected", ""), _row("---", "---", "---", "---"))
        for column in sheet.columns:
            needed = "required" if column.required else ""
            yield _row(f"`{column.header}`", column.help, column.kind.expects, needed)
    yield from ("", "## A table of one event", "", _TABLES)
    for language, words in WORDS.items():
        yield from ("", f"### {_LANGUAGES[language]}", "", _row("What it means", "Words"), _row("---", "---"))
        for meaning, means in _MEANS_IN_RESULTS.items():
            yield _row(means, ", ".join(f"`{word}`" for word in words[meaning]))


_TABLES = """\
Standings or matches as other programs print them and people keep them are understood by the words below and the
headers above, in any of the first twenty rows; case, spaces and punctuation do not matter. Players are found as in a
[list of players](player-lists.md): `Last, First` is turned round, what stands in brackets comes last, and a sum below
and the rule line of a Markdown table are left out. All that is guessed is said.

- **The event** is what a title above the header says, else the name of the sheet or of the file: its name, its day
  (`2012-05-31`, `5.3.2011`, `March 5, 2011`), and `4 rounds`. Each sheet with a title of its own is an event; sheets of
  rounds (`Round 2`) with the same title, and its standings, are one.
- **Several events** in one table have columns for the name and the day; a row in which both are blank belongs to the
  event above it. Without a column for the name it is one event: if the days differ, `--date` says which day counts.
- **Standings** have places (`2.`, `2-3`, `=2`, `T5`; blank: level with the one above; `0` or `-`: none), or points that
  tell them. `3-0-1` in one cell is in the order of its header (`W-D-L`), else in the one by which 3 for a win and 1 for
  a draw give the points, else won, lost, drawn. Single letters mean what they do in a language together: `S`, `U`, `N`.
  In a column of single figures, such as `Wins`, a record (`4-2`, `4/2`) is refused.
- **Matches** have two players in a row and a result: `2-1`, `2:1`, `1–1–1`, `½-½`, `+/-`, or the winner. Nobody, `-` or
  `BYE` in the place of an opponent is a bye; no result is a match that is not decided. The round stands in a column, in
  a line between, in the title or in the name of the sheet.
- **A cross-table of chess programs** has a column for each round, with opponent, colour and result (`5w½`, `4b+`; `-1`
  is a bye), and gives placings and matches. Cells that contradict each other are refused.
- **A score that the spreadsheet made a date** (`2-Jan`) is refused: which way round it was, nobody knows."""

_MEANS_IN_RESULTS = {
    EVENT: "the name of the event",
    DAY: "the day of the event",
    PLACE: "the place",
    POINTS: "the points of standings",
    WINS: "matches won",
    DRAWS: "matches drawn",
    LOSSES: "matches lost",
    RECORD: "won, drawn and lost in one cell",
    BYES_HAD: "byes",
    ROUND: "the round",
    TABLE: "the table",
    OPPONENT: "one of two players",
    RESULT: "the result of a match",
    WINNER: "the winner of a match",
    NOBODY: "in the place of an opponent: a bye",
    DRAW: "in the place of a result or winner: a draw",
    ROUNDS: "in a title, behind how many rounds there were",
    PLAYERS: "in a title, behind how many players there were",
    COMMON: "what does not say which event it is",
}
"""What the words for results mean; those for players are the same as in lists of players."""

_LANGUAGES = {code: name for name, code in LANGUAGES.items()}

_MEANS = {
    WHOLE_NAME: "the name, whole",
    NAME: "the name; beside a column with one part of it the other part",
    ALIAS: "the name, where there is no other",
    NUMBER: "nothing: a number in the list",
    PLACE: "nothing: a place",
    OPPONENT: "a list of matches, which is refused",
    TOTAL: "before a sum below the list: that row is left out",
    TITLE: "the beginning of a word of a title above the list: that line is left out",
    COMING: "who comes: you are asked who plays, unless all do",
    COMES: "in such a column: comes",
}
"""What the words for a column of a list mean, besides the columns of the sheet Players and the parts of a name."""


def _player_lists() -> Iterator[str]:
    yield from (MADE, "", "# Lists of players", "")
    yield "For `turnabout new --players` and `turnabout add`: CSV, text or a workbook (`.xls`, `.ods`, too); with"
    yield "commas, semicolons, tabs or upright lines between the columns. The header may stand in one of the first"
    yield "twenty rows, the columns in any order; case, spaces and punctuation do not matter. Columns of the sheet"
    yield "Players are known by their own headers, too. A list without a header has nothing but one name in each line,"
    yield "and perhaps numbers and ratings in columns; lines such as `Juniors:` or `Group A` are the `Group` of those"
    yield "below."
    yield ""
    yield "Numbers (`1.`, `2)`), bullets (`-`, `*`) and marks (✅) around names are taken off, and ratings are read:"
    yield "`Ann (1650)`, `Ann, 1650`. A title above the list, a sum below it, a formula, and who is crossed out (❌)"
    yield "are left out; what stands behind a dash is a note. Hidden rows are read like all others, and named. All such"
    yield "is said, or asked on the page: `1.650` may be 1650 or 1.65, and one name may be two people."
    yield ""
    yield "Of an earlier event's workbook, what belongs to that event stays behind, and that is said: `Joined round`,"
    yield "`Dropped after`, `Byes`, `Away`, `Let in`, `Here` and `Paid`. If a column says who comes, and not all do,"
    yield "say who plays: tick them on the page, or type what it says of them, such as `--playing Yes`."
    columns = {column.field: column.header for format in load_all() for column in format.sheets.players.columns}
    for language, words in WORDS.items():
        yield from ("", f"## {_LANGUAGES[language]}", "", _row("What it means", "Headers"), _row("---", "---"))
        for meaning, headers in words.items():
            if meaning in _MEANS_IN_RESULTS and meaning not in _MEANS:
                continue
            means = _MEANS.get(meaning) or (f"`{columns[meaning]}`" if meaning in columns else f"the {meaning}")
            yield _row(means, ", ".join(f"`{header}`" for header in headers))


def _commands() -> Iterator[str]:
    yield from (MADE, "", "# The commands", "")
    yield from ("If `turnabout` is not found: [what to type in its place](../README.md#if-turnabout-is-not-found).", "")
    yield from (_row("Exit code", "What it means"), _row("---", "---"))
    yield from (_row(str(int(exit)), meaning) for exit, meaning in MEANINGS.items())
    yield from _commands_of(main, "turnabout")


def _commands_of(group: click.Group, above: str) -> Iterator[str]:
    for name, command in group.commands.items():
        context = click.Context(command, info_name=f"{above} {name}", terminal_width=100)
        yield from ("", f"## {above} {name}", "", "```text", command.get_help(context), "```")
        if isinstance(command, click.Group):
            yield from _commands_of(command, f"{above} {name}")


def _views() -> dict[str, Any]:
    """Return what templates see, by name: the views of all pages, and all that stands in them."""
    waiting: list[Any] = [document.view for page in load_pages() for document in page.documents if document.view]
    waiting += [own.load_slips().VIEW for own in (*FORMAT_PAGES.values(), PLAIN)]
    waiting += [IndexPage, RoundPage, *(page.view for page in ARCHIVE_PAGES)]
    found: dict[str, Any] = {}
    while waiting:
        view = waiting.pop()
        if isinstance(view, type) and hasattr(view, "_fields") and view.__name__ not in found:
            found[view.__name__] = view
            waiting += get_type_hints(view).values()
        waiting += get_args(view)
    return found


PRINTING = "printing.md"
TABLE_BEGINS, TABLE_ENDS = (
    "<!-- All pages. Written by: python -m tools.reference docs -->",
    "<!-- End of all pages. -->",
)


def _printing(text: str) -> str:
    """Return the page about printing, the rest of which a person keeps up, with its table of all pages as they are."""
    before, _, rest = text.partition(TABLE_BEGINS)
    _, _, after = rest.partition(TABLE_ENDS)
    rows = [_row("`--only`", "what it is", "a run prints it"), _row("---", "---", "---")]
    rows += [_row(f"`{page.name}`", page.help, page.when.said) for page in load_pages()]
    return "\n".join((f"{before}{TABLE_BEGINS}", *rows, f"{TABLE_ENDS}{after}"))


def _page_fields() -> Iterator[str]:
    yield from (MADE, "", "# What templates can show", "")
    yield "A template sees one of these under the name `page`, and in it the others. How a page is changed says"
    yield '[templates.md](../templates.md). `w("page.round", n=3)` gives words in the language of the event.'
    for name, view in sorted(_views().items()):
        yield from ("", f"## {name}", "", *_unquoted(view), "", _row("Field", "Type"), _row("---", "---"))
        yield from (_row(f"`{name}`", f"`{kind.__forward_arg__}`") for name, kind in view.__annotations__.items())


EXPORT = f"""
`turnabout archive export` writes all tables of the archive, for you to compute with. Each form holds the same, and
`turnabout archive import` makes the same archive of each of them, in a file or in PostgreSQL. Rows stand in the order
of their keys and columns as below, so the same archive always gives the same bytes.

| Form | What is written |
| --- | --- |
| `csv` | a folder with a file for each table, `events.csv`, `archive.json`, and `README.txt`: how to open them safely |
| `json` | one file: an object with `manifest`, and for each table a list of objects |
| `parquet` | a folder with a file for each table, `events.parquet`, and `archive.json` |

`archive.json`, or in JSON the member `manifest`, says the `format` ("{FORMAT}"), the `form`, the `version` of the
tables, and for each of the `tables` how many `rows` it has and the `sha256` of its file; in JSON that of the bytes of
its lines, one a row. By these an import finds what was damaged or changed on the way, and refuses it.

| Values | in CSV | in JSON | in Parquet |
| --- | --- | --- | --- |
| a whole number | `42` | `42` | Int64 |
| text | as it is | as it is | String |
| true or false | `true`, `false` | `true`, `false` | Boolean |
| binary | base64 | base64 | Binary |
| blank | an empty cell | `null` | null |

CSV is UTF-8 with a byte order mark (without it, Excel takes it for another encoding), commas, quotation marks where
they are needed, and lines that end in CR LF. An empty cell of a column that may be blank is blank; of another column it
is empty text. In a column of text that may be blank, text of nothing but backslashes, or of nothing at all, has one
backslash more: so `\\` there is empty text.

Texts are written as they are, also such that look like formulas (`=ada`) or like dates (`7/2`). In Excel, open CSV with
*Data → From Text/CSV* and choose not to detect data types; a double click would change them. In pandas, read them as
text, as below: else a player called `NA` is lost, and the Player ID `007` becomes a number.

Points are exact: whole numbers, or fractions as `7/2`. Awards and match wins are counted in halves.
"""

IN_FORCE = """
Nothing is ever deleted or overwritten. A row of `events` or `links` is in force as long as `ended` is blank; rows of
`entries` and `matches` are in force as long as their version of the event is. Filter by that before you count
anything. Who really played: a link of the entry's player in that event, if there is one in force, leads to another
player; then a link of that player everywhere, if there is one, leads to the person. A link whose `event` is below zero
leads nowhere: it says that the two are known to be two people. One whose `event` is 0 says of its player that published
pages do not name them.
"""

RATING_LIST = """
from pathlib import Path

import pandas as pd

folder = Path("export")


def table(name):
    return pd.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False)


events, links = (rows[rows["ended"] == ""] for rows in (table("events"), table("links")))
awards = table("entries").merge(events[["version", "event", "date"]], on="version")
awards = awards[awards["award_halves"] != ""]

# Who it really was: as corrected for the event, then as corrected everywhere.
awards = awards.merge(links[["player", "event", "main"]], on=["player", "event"], how="left")
there = awards["main"].fillna(awards["player"])
everywhere = links[links["event"] == ""].set_index("player")["main"]
person = there.map(everywhere).fillna(there)

ratings = awards["award_halves"].astype(int).groupby(person).sum().sort_values(ascending=False, kind="stable") / 2
names = table("players").set_index("player")["name"]
for player, rating in ratings.items():
    print(f"{rating:8.1f}  {names[player]}")
"""
"""Runs in the tests."""


def _archive_tables() -> Iterator[str]:
    yield from (MADE, "", "# The tables of the archive", *EXPORT.splitlines(), "", "## What is in force")
    yield from (*IN_FORCE.splitlines(), "", "## The rating list from CSV", "", "```python")
    yield from (*RATING_LIST.strip().splitlines(), "```")
    for table in TABLES:
        yield from ("", f"## {table.name}", "", table.comment or "", "")
        yield from (_row("Column", "Holds", "Key", "What it says"), _row("---", "---", "---", "---"))
        for column in table.columns:
            kind = "binary" if value_of(column).parquet == "Binary" else value_of(column).name
            key = ["key"] if column.primary_key else []
            key += sorted({f"→ `{other.column.table.name}.{other.column.name}`" for other in column.foreign_keys})
            blank = ", or blank" if column.nullable else ""
            yield _row(f"`{column.name}`", kind + blank, ", ".join(key), column.comment or "")


def _unquoted(view: type) -> list[str]:
    """Return the lines of a docstring, with code marked as Markdown does."""
    return re.sub(r"``(.+?)``", r"`\1`", cleandoc(view.__doc__ or "")).splitlines()


def write(folder: Path) -> None:
    """Write the pages into ``folder``."""
    for name, text in pages().items():
        (folder / name).write_bytes(text.encode())


if __name__ == "__main__":
    write(Path(sys.argv[1]))
