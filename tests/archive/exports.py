"""Exports in JSON as somebody writes them who sees to it that the digests of the manifest fit."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.exchange.export_format import TABLES
from turnabout_sheets.archive.schema import columns_in
from turnabout_sheets.jobs.verify_archive import verify_export


def write_export(path: Path, whole: dict[str, Any]) -> None:
    """Write an export of these tables, rows by name; ``manifest`` is what its manifest says but for the tables."""
    tables, lines = {}, []
    for table in TABLES:
        rows = whole[table.name]
        text = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + ("\n" if rows else "")
        tables[table.name] = {"rows": len(rows), "sha256": sha256(text.encode()).hexdigest()}
        lines.append(f'"{table.name}": [\n{text}' + ("]}\n" if table is TABLES[-1] else "],\n"))
    manifest = whole["manifest"] | {"tables": tables}
    path.write_text(f'{{"manifest": {json.dumps(manifest)},\n' + "".join(lines), "utf-8", newline="\n")


def write_older(path: Path, version: int) -> None:
    """Make of an export in JSON one of an older version of the tables, as the program wrote it then."""
    whole = json.loads(path.read_text("utf-8"))
    for table in TABLES:
        names = [column.name for column in columns_in(table, version)]
        whole[table.name] = [{name: row[name] for name in names} for row in whole[table.name]]
    state = [row for row in whole["archive"] if row["name"] == "state"] if version > 2 else []
    whole["archive"] = [*state, {"name": "version", "value": str(version)}]
    if version == 1:
        del whole["manifest"]["digest"]
    whole["manifest"]["version"] = version
    write_export(path, whole)


def is_verified(path: Path) -> bool:
    """Whether `archive verify` takes an export and finds nothing in it."""
    try:
        return not verify_export(path).findings
    except ArchiveError:
        return False
