"""The ten years as three organizers keep them: three folders, each of its own habits.

Leeds has a list of placings a year, and one of all events. Bern has a spreadsheet an event, as other programs print
standings, or with our headers. Pécs had a list, and then our workbooks; it also has two Netrunner events, and one of
three players, none of which is rated.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from tests.archive.decade.by_hand import finish
from tests.archive.decade.table import EVENTS, GAMES, PEOPLE, Event

PLACINGS = ("Event", "Date", "Player", "Player ID", "Position", "Wins", "Draws", "Losses", "Byes", "Played all rounds")
ROUNDS = {4: 3, 5: 3, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4, 12: 4}
GAME_COLUMNS = ("Game 1 winner", "Game 1 count", "Game 2 winner", "Game 2 count")

UNRATED = 3
"""How many events of Pécs have no awards."""


def write_folders(folder: Path) -> Path:
    """Write all files, those of each organizer into a folder of theirs, and return the folder of these."""
    folders = {name: folder / name for name in ("leeds", "bern", "pecs")}
    for each in folders.values():
        each.mkdir(parents=True)
    by_organizer = {name: [event for event in EVENTS if event.organizer == name] for name in folders}
    for year, events in groupby(by_organizer["leeds"], key=lambda event: event.day[:4]):
        write_year(folders["leeds"], year, events)
    write_csv(
        folders["leeds"] / "events.csv",
        ("Name", "Date", "Players", "Rounds", "Venue", "Organizer"),
        [_describe(event) for event in by_organizer["leeds"]],
    )
    for event in by_organizer["bern"]:
        write_standings(folders["bern"], event)
    lists = [event for event in by_organizer["pecs"] if event.form == "list"]
    write_csv(folders["pecs"] / "régi.csv", PLACINGS, [row for event in lists for row in _placings(event)])
    for event in by_organizer["pecs"]:
        if event.form == "book":
            write_book(folders["pecs"], event)
    _write_unrated(folders["pecs"])
    return folder


def write_csv(file: Path, headers: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with file.open("w", encoding="utf-8-sig", newline="") as opened:
        csv.writer(opened).writerows([headers, *rows])


def write_year(folder: Path, year: str, events: Iterable[Event]) -> None:
    """Write the placings of a year, and the matches where they say who has won."""
    events = list(events)
    write_csv(folder / f"Leeds {year}.csv", PLACINGS, [row for event in events for row in _placings(event)])
    matches = [row for event in events if event.form == "matches" for row in _matches(event)]
    if matches:
        headers = ("Event", "Date", "Round", "Player A", "Player A ID", "Player B", "Player B ID", "Winner")
        write_csv(folder / f"Leeds {year} matches.csv", headers, matches)


def _describe(event: Event) -> tuple[object, ...]:
    rounds = len(event.codes) - 1 if event.form == "matches" else ROUNDS[len(event.codes)]
    organizer = "Jiri Dvorak" if event.name == "Rose League 6" else "Alice Marsh"
    return event.name, event.day, event.detail if event.form == "few" else "", rounds, "Town Hall", organizer


def _placings(event: Event) -> Iterable[tuple[object, ...]]:
    for line in finish(event):
        name, player_id = PEOPLE[line.code].written(event.organizer)
        told: tuple[object, ...] = (line.wins, line.draws, line.losses, line.byes, "yes" if line.all_rounds else "no")
        if event.form == "matches":
            told = ("",) * 5
        elif event.form == "short":
            told = (*told[:4], "")
        yield event.name, event.day, name, player_id, line.position, *told


def _matches(event: Event) -> Iterable[tuple[object, ...]]:
    """Everybody met everybody, and who stands before the other has won."""
    seats = list(range(len(event.codes)))
    for number in range(1, len(seats)):
        for one, other in zip(seats[: len(seats) // 2], seats[: len(seats) // 2 - 1 : -1], strict=True):
            a, b = (PEOPLE[event.codes[each]].written(event.organizer) for each in (one, other))
            yield event.name, event.day, number, *a, *b, "A" if one < other else "B"
        seats[1:] = [seats[-1], *seats[1:-1]]


def write_standings(folder: Path, event: Event) -> None:
    """Write a spreadsheet of one event: a record of each player, or a list with our headers."""
    book = Workbook()
    sheet = book.worksheets[0]
    if event.form == "sheet":
        sheet.append(PLACINGS)
        for row in _placings(event):
            sheet.append(list(row))
    else:
        year, month, day = event.day.split("-")
        sheet.append(["Rang", "Spieler", "Siege", "Remis", "Niederlagen", "Freilose", "Turnier", "Datum"])
        said = [event.name, f"{int(day)}.{int(month)}.{year}"]
        for line in finish(event):
            name, _ = PEOPLE[line.code].written(event.organizer)
            sheet.append([f"{line.position}.", name, line.wins, line.draws, line.losses, line.byes, *said])
    book.save(folder / f"{event.day} {event.name}.xlsx")


def write_book(folder: Path, event: Event) -> None:
    """Write one of our workbooks, filled in by hand."""
    games = GAMES[event.detail]
    people = {seat: PEOPLE[code].written(event.organizer) for seat, code in zip("abcdefgh", event.codes, strict=False)}
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Event"
    settings = {"Name": event.name, "Date": event.day, "Venue": "Kultúrház", "Organizer": "Szabó Kata"}
    for row in [("Setting", "Value"), *(settings | dict(games.settings)).items()]:
        sheet.append([int(each) if each.isdigit() else each for each in row])
    columns = ("Player", "Player ID", "Scoring option", "Joined round", "Dropped after", "Away")
    sheet = book.create_sheet("Players")
    sheet.append(columns)
    for seat, (name, player_id) in people.items():
        told: dict[str, object] = {"Player": name, "Player ID": player_id or None, **games.players.get(seat, {})}
        sheet.append([told.get(column) for column in columns])
    for number, matches in groupby(games.read(), key=lambda match: match[0]):
        sheet = book.create_sheet(f"Round {number}")
        sheet.append(["Table", "Player A", "Player B", *GAME_COLUMNS, "Ruling"])
        for table, (_, one, other, reported) in enumerate(matches, 1):
            names = [people[one][0], people[other][0] if other in people else other]
            cells = [cell for game in (*reported, "", "")[:2] for cell in _game(game)]
            sheet.append([table, *names, *cells, *reported[2:]])
    if games.adjusted:
        seat, number, points = games.adjusted
        sheet = book.create_sheet("Adjustments")
        sheet.append(["Player", "Round", "Points", "Reason"])
        sheet.append([people[seat][0], number, points, f"{people[seat][0]} came late"])
    if games.disqualified:
        seat, number = games.disqualified
        sheet = book.create_sheet("Rulings")
        sheet.append(["Player", "Round", "Kind", "Reason"])
        sheet.append([people[seat][0], number, "disqualification", "A marked deck"])
    book.save(folder / f"{event.day} {event.name}.xlsx")


def _game(told: str) -> tuple[object, object]:
    if told in ("", "Draw"):
        return told or None, None
    return told[0], int(told[1:])


def _write_unrated(folder: Path) -> None:
    """Write what has no awards: two Netrunner events, and a Turnabout event of three players."""
    for day, winner, *others in (
        ("2013-04-20", "Ka", "Pe", "Dv", "Is"),
        ("2016-05-07", "Dv", "Zs", "Vi", "Ev"),
    ):
        name = f"Pécs Grid {day[:4]}"
        (folder / f"{name}.json").write_text(json.dumps(_netrunner(name, day, [winner, *others])), "utf-8")
    small = Event("2014-01-11", "pecs", "list", "", "Három a téren", "Ka Pe Is")
    rows = [
        (small.name, small.day, PEOPLE[code].written("pecs")[0], "", place, 3 - place, 0, place - 1, 0, "yes")
        for place, code in enumerate(small.codes, 1)
    ]
    write_csv(folder / "három.csv", PLACINGS, rows)


def _netrunner(name: str, day: str, codes: Sequence[str]) -> dict[str, Any]:
    """Return an event as Cobra saves it: a round, in which the better one of two has won both games."""
    players = [
        {"id": number, "name": PEOPLE[code].written("pecs")[0], "rank": number, "matchPoints": 6 if number < 3 else 0,
         "strengthOfSchedule": "0", "extendedStrengthOfSchedule": "0", "corpIdentity": None, "runnerIdentity": None}
        for number, code in enumerate(codes, 1)
    ]  # fmt: skip
    matches = [
        {"table": table, "intentionalDraw": False, "twoForOne": False, "eliminationGame": False,
         "player1": {"id": one + 1, "runnerScore": 3, "corpScore": 3, "combinedScore": 6},
         "player2": {"id": other + 1, "runnerScore": 0, "corpScore": 0, "combinedScore": 0}}
        for table, (one, other) in enumerate(((0, 3), (1, 2)), 1)
    ]  # fmt: skip
    return {"name": name, "date": day, "cutToTop": 0, "preliminaryRounds": 1, "players": players,
            "eliminationPlayers": [], "rounds": [matches], "uploadedFrom": "Cobra"}  # fmt: skip
