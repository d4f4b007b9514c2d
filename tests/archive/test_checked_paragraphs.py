"""What an export says by each paragraph of the page on checking: the checker names the paragraph where it does not."""

from __future__ import annotations

import base64
import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools import check_export
from tools.check_export import Row, Tables, digest_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "dev" / "examples" / "export.json"


def found(manifest: Row, tables: Tables) -> dict[str, list[str]]:
    """Return the figures that do not agree, by paragraph."""
    figures: dict[str, list[str]] = {}
    for finding in check_export.check_export(manifest, tables).findings:
        figures.setdefault(finding.paragraph, []).append(finding.figure)
    return figures


def set_cell(table: str, row: int, column: str, value: object) -> Callable[[Row, Tables], None]:
    return lambda _, tables: tables[table][row].update({column: value})


def double_key(_: Row, tables: Tables) -> None:
    tables["players"].append(dict(tables["players"][0]))


def double_version(_: Row, tables: Tables) -> None:
    tables["events"].append(tables["events"][0] | {"version": 2})


def take_out_the_opponent(_: Row, tables: Tables) -> None:
    tables["matches"][1].update(entry_b=None, outcome_a="bye")


def change_content(_: Row, tables: Tables) -> None:
    (source,) = tables["sources"]
    record = json.loads(base64.b64decode(source["content"]))
    content = json.dumps(record | {"venue": "Leeds"}).encode()
    source.update(content=base64.b64encode(content).decode(), digest=hashlib.sha256(content).hexdigest())
    tables["events"][0]["source"] = source["digest"]


def say_that_it_is_a_workbook(_: Row, tables: Tables) -> None:
    """A workbook that holds nothing."""
    (source,) = tables["sources"]
    content = b"PK\x05\x06" + bytes(18)
    source.update(
        kind="workbook", content=base64.b64encode(content).decode(), digest=hashlib.sha256(content).hexdigest()
    )
    tables["events"][0]["source"] = source["digest"]


DAMAGES: dict[str, tuple[str, str, Callable[[Row, Tables], Any]]] = {
    "rows": ("checking 1.1", "rows of players", lambda manifest, _: manifest["tables"]["players"].update(rows=3)),
    "bytes": ("checking 1.1", "SHA-256 of players", lambda manifest, _: manifest["found"].update(players="0")),
    "version": ("checking 1.4", "version of the tables", set_cell("archive", 1, "value", "2")),
    "key": ("checking 2.1", "keys of players that stand twice", double_key),
    "reference": ("checking 2.1", "player of entries that lead nowhere", set_cell("entries", 0, "player", 9)),
    "kind": ("checking 2.2", "kind of a source", set_cell("sources", 0, "kind", "workbook")),
    "source": ("checking 2.2", "digest of a source", set_cell("sources", 0, "digest", "0")),
    "in force": ("checking 2.2", "events with several versions in force", double_version),
    "entries": ("checking 2.3", "numbers of the entries", set_cell("entries", 3, "entry", 4)),
    "matches": ("checking 2.3", "numbers of the matches", set_cell("matches", 1, "match", 2)),
    "entry": ("checking 2.3", "players of matches who are not entered", set_cell("matches", 1, "entry_a", 7)),
    "outcome of nobody": ("checking 2.4", "outcome B", take_out_the_opponent),
    "points of nobody": ("checking 2.4", "points B", take_out_the_opponent),
    "lead": ("checking 2.5", "lead", set_cell("entries", 0, "details", '{"lead":3}')),
    "identity": ("checking 2.6", "identity", set_cell("players", 0, "identity", "=Yusuf Quist")),
    "name": ("checking 2.6", "name_key", set_cell("events", 0, "name_key", "four")),
    "event": ("checking 3.2", "digest", set_cell("events", 0, "digest", "0")),
    "change": ("checking 3.3", "digest", set_cell("changes", 0, "told", "Added")),
    "last change": ("checking 3.3", "digest of the last change", lambda manifest, _: manifest.update(digest="0")),
    "state": ("checking 3.4", "state", set_cell("archive", 0, "value", "0")),
    "list": ("checking 4.1", "venue", change_content),
    "workbook": ("checking 4.2", "name in its workbook", say_that_it_is_a_workbook),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_what_is_otherwise_is_named_with_its_paragraph(damage: str) -> None:
    """Checking 1.1, 1.4, 2.1 to 2.6, 3.2 to 3.4, 4.1 and 4.2."""
    manifest, tables = check_export.read_export(EXAMPLE)
    assert found(manifest, tables) == {}
    paragraph, figure, change = DAMAGES[damage]
    change(manifest, tables := copy.deepcopy(tables))
    assert figure in found(manifest, tables)[paragraph]


def test_each_row_is_a_line_and_the_digest_of_a_table_that_of_its_lines() -> None:
    """Checking 1.1 and 1.2: the comma at the end of a line is part of it, and a line feed behind each."""
    manifest, _ = check_export.read_export(EXAMPLE)
    lines = EXAMPLE.read_text("utf-8").split("\n")
    first = lines.index('"matches": [') + 1
    assert lines[first + 2] == "]}"
    assert lines[first].endswith("},")
    own = "".join(f"{line}\n" for line in lines[first : first + 2])
    assert manifest["tables"]["matches"] == {"rows": 2, "sha256": hashlib.sha256(own.encode()).hexdigest()}


def test_the_digest_of_a_value_is_that_of_its_canonical_json() -> None:
    """Checking 3.1: the digest is what ``printf '{"a":[1,null],"b":"ø"}' | sha256sum`` says."""
    assert digest_of({"b": "ø", "a": [1, None]}).startswith("6a5c9fd7f485")
