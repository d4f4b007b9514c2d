"""What the secretary of ten years does, command by command, and every figure of it beside the one by hand."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import Result
from lxml import html
from openpyxl import load_workbook

from tests.archive.decade.by_hand import Award, Who, finish, keep_names, list_awards, rate, write_as_entered
from tests.archive.decade.files import UNRATED, write_year
from tests.archive.decade.table import (
    DANUBE,
    EVENTS,
    FORGOTTEN,
    LAST,
    LATE,
    MISTAKEN,
    MORE,
    NOW,
    PEOPLE,
    ROSE,
    TWO,
    YEARS,
    Event,
)
from tests.archive.forgetting import find_left
from tests.archive.making import read_tables, turnabout
from tests.dose import dose
from turnabout_sheets.archive.queries import load_career
from turnabout_sheets.archive.ratings import make_rating_list
from turnabout_sheets.archive.rows import Season
from turnabout_sheets.archive.store import open_archive
from turnabout_sheets.archive.why import explain_career

Tables = dict[str, list[dict[str, Any]]]

MANY = 20
"""In more places than these the name stands before."""

AS_OF = dose((2016, 2021), YEARS)
"""The years at whose ends all rating lists are compared, each time."""

NOT_ALL = dose(8, 1)
"""Everybody whose place among all can be divided by it is asked about, award by award."""


class Beside(NamedTuple):
    """A figure of the program and the one by hand."""

    step: str
    what: str
    found: object
    by_hand: object


class Told(NamedTuple):
    """All that was compared, the tables before somebody was forgotten, and who that is now."""

    figures: list[Beside]
    tables: Tables
    player: str


class Secretary:
    """Gives commands to one archive, and compares what it then shows."""

    def __init__(self, place: str, folder: Path) -> None:
        self.place = place
        self.folder = folder
        self.figures: list[Beside] = []
        self.step = ""
        self.is_file = "://" not in place

    def command(self, *words: object, code: int = 0) -> Result:
        done = turnabout(*words, "--archive", self.place)
        assert done.exit_code == code, f"{words}: {done.output}"
        return done

    def compare(self, what: str, found: object, by_hand: object) -> None:
        self.figures.append(Beside(self.step, what, found, by_hand))

    def lists(self, who: Callable[[Event, str], Who], events: Iterable[Event], days: Iterable[str]) -> None:
        """Compare whole rating lists as of days."""
        awards = list_awards(who, events)
        for day in days:
            self.season(awards, (day, "", None, ("",)))

    def years(self, who: Callable[[Event, str], Who], events: Iterable[Event]) -> None:
        self.lists(who, events, [f"{year}-12-31" for year in AS_OF])

    def season(self, awards: Mapping[Who, Sequence[Award]], season: tuple[str, str, int | None, Sequence[str]]) -> None:
        """Compare the list of a season: every figure of every row."""
        last, first, best, texts = season
        season_ = Season(first, best, tuple(filter(None, texts)))
        with open_archive(self.place).reading() as connection:
            told = make_rating_list(connection, last, season_).rows
        shown = {(row.name, row.player_id): row for row in told}
        expected = rate(awards, last, first, best, texts)
        self.compare(f"{last}: who is listed", sorted(shown), sorted(expected))
        for who, standing in expected.items():
            row = shown.get(who)
            for name in ("rank", "rating", "events", "wins", "best", "gained", "climbed", "last"):
                value = (row.best, row.best_of) if row and name == "best" else getattr(row, name, None)
                self.compare(f"{last}: {' '.join(who).strip()}, {name}", value, getattr(standing, name))

    def counting(self, awards: Mapping[Who, Sequence[Award]], season: tuple[str, str, int, Sequence[str]]) -> None:
        """Compare the sheet of a season: every figure of every row."""
        last, first, best, texts = season
        file = self.folder / f"{self.step[:12]} {last}.xlsx"
        words = [word for text in texts for word in ("--events", text)]
        self.command("ratings", "--from", first, "--as-of", last, "--best", best, *words, "--workbook", file)
        book = load_workbook(file)
        standings = rate(awards, last, first, best, texts)
        rows = {(row["Player"], row["Player ID"] or ""): row for row in read_sheet(book["Ratings"])}
        self.compare(f"season to {last}: who is on the sheet", sorted(rows), sorted(standings))
        for who, each in standings.items():
            found = [
                rows[who][name] for name in ("Rank", "Rating", "Events", "Wins", "Best finish", "Gained", "Climbed")
            ]
            by_hand = [each.rank, each.rating, each.events, each.wins, "{} of {}".format(*each.best), each.gained]
            self.compare(f"season to {last}: {who[0]} on the sheet", found, [*by_hand, each.climbed])

    def pages(self, awards: Mapping[Who, Sequence[Award]]) -> None:
        """Compare the list on the pages, and the sum on the page of each."""
        self.command("ratings", "--pages", self.folder / "pages", "--as-of", LAST)
        expected = {
            label_on_lists(who): (each.rank, each.rating, each.events, each.rating)
            for who, each in rate(awards, LAST).items()
        }
        self.compare("the pages: rank, rating, events, the sum of each", read_pages(self.folder / "pages"), expected)

    def why(self, awards: Mapping[Who, Sequence[Award]], day: str) -> None:
        """Compare what every rating is said to be made of: award by award, and the sum."""
        for who, standing in [*rate(awards, day).items()][::NOT_ALL]:
            label = f"{who[0]} (Player ID {who[1]})" if who[1] else who[0]
            with open_archive(self.place).reading() as connection:
                answer = explain_career(*load_career(connection, label, day))
            (counts,) = [each for each in answer.groups if each.title.word == "career.title_counts"]
            found = {
                str(step.values["day"]): step.comes_to
                for step in counts.steps
                if step.word in ("career.event", "career.event_as")
            }
            self.compare(f"why {label}: awards", found, {each.event.day: each.line.award for each in awards[who]})
            self.compare(f"why {label}: their sum", sum(map(Fraction, found.values())), standing.rating)
            self.compare(f"why {label}: the rating", answer.question.comes_to, standing.rating)

    def tables(self) -> Tables:
        """Return everything in the archive, once `verify` has found nothing in it."""
        self.command("verify")
        return read_tables(open_archive(self.place))

    def find_traces(self, name: str, words: Sequence[str], *, pages: bool = False) -> list[str]:
        """Look for words in the pages, or in everything that can be written: file, exports, workbook, log."""
        folder = self.folder / f"{name} written"
        folder.mkdir()
        self.command("ratings", "--pages", folder / "pages")
        if not pages:
            self.command("export", folder / "export")
            self.command("ratings", "--workbook", folder / "Ratings.xlsx")
            (folder / "log.txt").write_text(self.command("log", "--last", 1000).output, "utf-8")
            if self.is_file:
                for file in Path(self.place).parent.glob(f"{Path(self.place).name}*"):
                    shutil.copy(file, folder / file.name)
        files = {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        files |= {"their names": "\n".join(files).encode()}
        return [f"{name}: {each}" for name, data in files.items() for word in words for each in find_left(data, word)]

    def entries(self, tables: Tables, events: Sequence[Event], written: Callable[[Event, str], Who]) -> None:
        """Compare what everybody did in every event."""
        there = {row["event"]: row for row in tables["events"]}
        self.compare("events", len(there), len(events) + UNRATED)
        found: dict[tuple[str, str], dict[str, object]] = {}
        for row in tables["entries"]:
            found[there[row["event"]]["date"], row["name"] + _id_of(row, tables)] = row
        for event in events:
            for line in finish(event):
                name, player_id = written(event, line.code)
                row = found.get((event.day, name + player_id), {})
                where = f"{event.name} ({event.day}), {name} {player_id}".strip()
                rated = line.rated
                for column, by_hand in {
                    "position": line.position,
                    "wins": line.wins,
                    "draws": line.draws,
                    "losses": line.losses,
                    "byes": line.byes,
                    "match_halves": line.match_wins * 2 if rated else None,
                    "played_all": line.all_rounds if rated else None,
                    "multiplier": line.multiplier if rated else None,
                    "award_halves": line.award * 2 if rated else None,
                }.items():
                    self.compare(f"{where}: {column}", row.get(column), by_hand)
                if line.points is not None:
                    self.compare(f"{where}: points", row.get("points"), str(line.points))

    def decide(self) -> None:
        """Fill in the sheet People, as the secretary knows who is who, or thinks so, and take it in."""
        file = self.folder / "Ratings.xlsx"
        self.command("ratings", "--workbook", file)
        book = load_workbook(file)
        sheet = book["People"]
        headers = {str(cell.value): number for number, cell in enumerate(sheet[1], 1)}
        codes = {
            f"{name} (Player ID {player_id})" if player_id else name: code
            for code, person in PEOPLE.items()
            for name, player_id in [
                (person.name, person.player_id),
                *((each, "") for each in person.elsewhere.values()),
            ]
        }
        for row in range(2, sheet.max_row + 1):
            name, player_id, near = (
                str(sheet.cell(row, headers[each]).value or "")
                for each in ("Player", "Player ID", "Perhaps the same as")
            )
            one = codes[f"{name} (Player ID {player_id})" if player_id else name]
            if name == "A. Marsh":  # nothing lists an initial, so the secretary types who it is
                sheet.cell(row, headers["Same as"], PEOPLE[one].name)
            elif near:
                other = codes[near.removesuffix(" (no Player ID)")]
                one, other = MISTAKEN.get(one, one), MISTAKEN.get(other, other)
                if one == other:
                    sheet.cell(row, headers["Same as"], "x")
                elif {one, other} == TWO:
                    sheet.cell(row, headers["Not the same as"], "x")
        book.save(file)
        self.command("merge", "--sheet", file)


def _id_of(row: Mapping[str, Any], tables: Mapping[str, Any]) -> str:
    return next(str(each["player_id"]) for each in tables["players"] if each["player"] == row["player"])


def play(place: str, files: Path, folder: Path) -> Told:
    """Do everything there is to do with the files of `write_folders`, and compare as it goes."""
    secretary = Secretary(place, folder)
    folders = {each.name: each for each in shutil.copytree(files, folder / "folders").iterdir()}

    secretary.step = "two organizers"
    for name in ("leeds", "bern"):
        secretary.command("import", folders[name], "--format", "Turnabout")
    two = [event for event in EVENTS if event.organizer != "pecs"]
    secretary.lists(write_as_entered, two, [LAST])
    # In PostgreSQL the role says who it was.
    author = ("--as", "Jiří Dvořák") if secretary.is_file else ()
    secretary.command("import", folders["pecs"], "--note", "Dvořák Jiří has checked it", *author)

    secretary.step = "an import undone"
    secretary.command("undo")
    secretary.lists(write_as_entered, two, [LAST])
    secretary.command("redo")

    secretary.step = "all spellings apart"
    secretary.years(write_as_entered, EVENTS)

    secretary.step = "merged from the sheet, one wrongly"
    secretary.decide()
    secretary.lists(keep_names(MISTAKEN.items()), EVENTS, ["2015-12-31", LAST])

    secretary.step = "that one parted again"
    secretary.command("split", "Mark Kiss")
    secretary.command("apart", "Mark Kiss", "Márk Kiss")
    told = secretary.command("merge").stdout
    secretary.compare(
        "who may be one is known of all", told.splitlines()[-1], "Of 40 people these may be one person: none."
    )
    merged = keep_names()
    awards = list_awards(merged)
    secretary.years(merged, EVENTS)
    secretary.pages(awards)
    secretary.why(awards, LAST)
    secretary.entries(secretary.tables(), EVENTS, write_as_entered)

    for step, season in (("the Rose League", ROSE), ("Danube and Rhine", DANUBE)):
        secretary.step = step
        secretary.season(awards, season)
        secretary.counting(awards, season)

    secretary.step = "corrected late"
    write_year(folders["leeds"], LATE.day[:4], [each for each in NOW if is_of(each, LATE)])
    secretary.command("import", folders["leeds"], "--yes")
    corrected = list_awards(merged, NOW)
    secretary.season(corrected, ROSE)
    secretary.counting(corrected, ROSE)
    secretary.years(merged, NOW)

    secretary.step = "the correction undone"
    secretary.command("undo")
    secretary.season(awards, ROSE)
    secretary.step = "the correction done again"
    secretary.command("redo")
    secretary.season(corrected, ROSE)
    secretary.season(corrected, DANUBE)

    secretary.step = "rebuilt"
    told = secretary.command("verify", "--rebuild").stdout
    secretary.compare("a rebuild writes nothing", "Rewritten" in told, False)
    secretary.years(merged, NOW)
    secretary.why(corrected, LAST)
    tables = secretary.tables()
    secretary.entries(tables, NOW, write_as_entered)
    player = forget_one(secretary, folders)
    return Told(secretary.figures, tables, player)


def forget_one(secretary: Secretary, folders: Mapping[str, Path]) -> str:
    """Forget Jiří Dvořák, who played in all three towns; return who that is now. All figures stay as they were."""
    secretary.step = "one hidden"
    secretary.command("hide", "Helen Yates")
    secretary.compare("where Helen Yates is named", secretary.find_traces("hidden", ["Helen Yates"], pages=True), [])
    secretary.years(keep_names(), NOW)
    secretary.command("hide", "Helen Yates", "--off")

    secretary.step = "one forgotten"
    before = secretary.find_traces("before", ["Dvořák"])
    secretary.compare("the search finds what is there", len(before) > MANY, True)
    told = secretary.command("forget", "Jiri Dvorak", "--yes", "--note", "Jiri Dvorak wrote").stdout
    player = told.partition("who is now ")[2][: len("Player 1f3a")]

    known = keep_names()

    def merged(event: Event, code: str) -> Who:
        return (player, "") if code == FORGOTTEN else known(event, code)

    def written(event: Event, code: str) -> Who:
        return (player, "") if code == FORGOTTEN else write_as_entered(event, code)

    def compare(events: Sequence[Event]) -> None:
        awards = list_awards(merged, events)
        secretary.years(merged, events)
        for season in (ROSE, DANUBE):
            secretary.season(awards, season)
        secretary.why(awards, LAST)
        secretary.entries(secretary.tables(), events, written)
        found = secretary.find_traces(secretary.step, ["Dvořák", "Dvorak", "Jiří", "Jiri"])
        secretary.compare("where the name is", found, [])

    for events in dose([], [NOW]):  # what is compared last is all of these, and one more
        compare(events)
    for word in ("undo", "redo"):
        secretary.command(word, code=2)

    secretary.step = "all imported again"
    for folder in folders.values():
        told = secretary.command("import", folder, "--format", "Turnabout").stdout
        secretary.compare(f"{folder.name}: it is said", f"{player} in " in told and "stays so" in told, True)
    for events in dose([], [NOW]):
        compare(events)

    secretary.step = "one event more"
    write_year(secretary.folder, "one more", [MORE])
    secretary.command("import", secretary.folder / "Leeds one more.csv")
    compare([*NOW, MORE])
    secretary.command("undo")
    secretary.step = "that one undone"
    secretary.years(merged, NOW)
    return player


def is_of(event: Event, other: Event) -> bool:
    """Tell whether an event stands in the same list of Leeds as another one."""
    return event.organizer == "leeds" and event.day[:4] == other.day[:4]


def label_on_lists(who: Who) -> str:
    """Say what somebody is called where others may have the name."""
    return f"{who[0]} (Player ID {who[1]})" if who[0] == "Ann Lee" else who[0]


def read_sheet(sheet: Any) -> list[dict[str, Any]]:
    headers, *rows = sheet.values
    return [dict(zip(map(str, headers), row, strict=True)) for row in rows if any(row[:10])]


def read_pages(folder: Path) -> dict[str, tuple[int, Fraction, int, Fraction]]:
    """Return rank, rating and events of everybody on the page of the list, and the sum on the page of each."""
    found = {}
    for row in html.fromstring((folder / "index.html").read_bytes()).xpath("//table[1]/tbody/tr"):
        rank, _, rating, events, *_ = (_text(cell) for cell in row)
        (link,) = row.xpath(".//a")
        (table, *_) = html.fromstring((folder / link.get("href")).read_bytes()).xpath("//table")
        sums = [_text(line[-1]) for line in table.xpath("./tbody/tr")]
        found[_text(link)] = int(rank), _number(rating), int(events), _number(next(filter(None, sums)))
    return found


def _text(cell: html.HtmlElement) -> str:
    return " ".join(cell.text_content().translate({0x2068: None, 0x2069: None}).split())


def _number(text: str) -> Fraction:
    return Fraction(text.replace("½", ".5").replace(",", ""))
