-- The rights of an archive of turnabout in PostgreSQL (docs/archive.md, 7.2 to 7.4).
--
-- Whoever owns the archive's database, and has made the archive there (turnabout archive add), runs this once:
--
--     psql -f postgresql-rights.sql postgresql://owner@server/database
--
-- On a server that has these two roles already, PostgreSQL reports that; it does no harm.

CREATE ROLE turnabout_reader NOLOGIN;
CREATE ROLE turnabout_organizer NOLOGIN IN ROLE turnabout_reader;

-- Only the owner makes tables, also where the server is older than PostgreSQL 15.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO turnabout_reader;

-- A reader sees everything, and changes nothing.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO turnabout_reader;

-- An organizer adds to the log and to the kept workbooks; nothing there can be changed. The other tables follow from
-- the log: turnabout archive verify finds whatever is changed there otherwise.
GRANT INSERT ON log, sources TO turnabout_organizer;
GRANT INSERT, UPDATE, DELETE ON events, entries, players, undone TO turnabout_organizer;

-- Then, for each person (in psql, which asks for the password):
--
--     CREATE ROLE ann LOGIN IN ROLE turnabout_organizer;
--     \password ann
