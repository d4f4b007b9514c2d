"""What could do something by itself in an archive that comes from somebody else; no archive of ours has any of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, text

from turnabout_sheets.archive.schema import METADATA

_SQLITE: Final = """
    SELECT CASE WHEN type = 'table' THEN 'a virtual table' ELSE 'a ' || type END FROM sqlite_master
    WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'
"""
_POSTGRESQL: Final = """
    WITH ours AS (SELECT name, to_regclass(quote_ident(name)) AS id FROM unnest(CAST(:names AS text[])) AS name)
    SELECT what || ' ' || name FROM (
        SELECT 1 AS number, 'a view, or what else is no plain table, under the name' AS what, oid AS id
            FROM pg_class WHERE relkind <> 'r'
        UNION ALL SELECT 2, 'a trigger on the table', tgrelid FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 3, 'a rule on the table', ev_class FROM pg_rewrite
        UNION ALL SELECT 4, 'policies of rows on the table', oid FROM pg_class WHERE relrowsecurity
        UNION ALL SELECT 5, 'a default in the table', adrelid FROM pg_attrdef
        UNION ALL SELECT 6, 'a function in a constraint of the table', conrelid FROM pg_constraint
            WHERE oid IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_proc'::regclass)
        UNION ALL SELECT 7, 'a function in an index of the table', indrelid FROM pg_index
            WHERE indexrelid IN (SELECT objid FROM pg_depend WHERE refclassid = 'pg_proc'::regclass)
    ) AS found JOIN ours USING (id) ORDER BY number, name LIMIT 1
"""
"""What is elsewhere in a database is not asked for: a federation may have views of its own that look at the archive.
Functions that PostgreSQL brings with it are not among what is depended on."""

_QUERIES: Final[Mapping[str, str]] = {"sqlite": _SQLITE, "postgresql": _POSTGRESQL}


def find_foreign(connection: Connection) -> str | None:
    """Return what an archive holds that could do something by itself; None if it is as this program makes it."""
    query = text(_QUERIES[connection.dialect.name])
    names = {"names": list(METADATA.tables)} if connection.dialect.name == "postgresql" else {}
    return connection.execute(query, names).scalar()
