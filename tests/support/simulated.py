"""Simulated events as tests want them: more than the command `turnabout simulate` makes."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

from openpyxl import load_workbook

from turnabout_sheets.formats import load
from turnabout_sheets.jobs.new import Plan, simulate

OF_PLAN = {field.name for field in fields(Plan)}
FLAGS = {"flat", "teams", "odd"}


def simulated(file: Path, *options: Any) -> Path:
    """Write an event, and return ``file``.

    The options are those of the command, further fields of a plan ("--late", 1), and settings by field ("--pairing",
    "manual"); "--teams" and "--flat" (all rounds on one sheet Results) stand alone.
    """
    words, asked = iter(options), dict[str, Any]()
    for word in words:
        name = word.removeprefix("--").replace("-", "_")
        asked[name] = True if name in FLAGS else next(words)
    format, flat = load(asked.pop("format", "Turnabout")), asked.pop("flat", False)
    manual = asked.get("pairing") == "manual" and asked.pop("pairing")
    seed = str(asked.pop("seed", 1))
    plan = {name: int(asked.pop(name)) for name in OF_PLAN & {*asked}}
    simulate(file, format, Plan(**plan, seed=seed, settings=asked))
    book = load_workbook(file)
    if manual:  # rounds as the format's own method pairs them
        next(row for row in book["Event"].rows if row[0].value == "Pairing")[1].value = manual
    if flat:
        columns, results = format.results_sheet.columns[1:], book.create_sheet(format.results_sheet.name)
        results.append([column.header for column in format.results_sheet.columns])
        for sheet in [sheet for sheet in book if sheet.title.startswith("Round ")]:
            headers, *rows = sheet.values
            places = [headers.index(column.header) for column in columns]
            for row in (row for row in rows if row[headers.index("Player A")]):
                results.append([int(sheet.title[6:]), *(row[place] for place in places)])
            book.remove(sheet)
    if manual or flat:
        book.save(file)
    return file


def no_show(random: Random) -> dict[str, Any]:
    """Return the fields of a match row where somebody did not show up."""
    return {"ruling": random.choice(("A no-show", "B no-show"))}
