-- The rights of an archive of turnabout in PostgreSQL (docs/archive.md, 7.2 to 7.4).
--
-- Whoever owns the archive's database, and has made the archive there (turnabout archive add), gives this once:
--
--     psql -f postgresql-rights.sql postgresql://owner@server/database
--
-- On a server that has these two roles already, PostgreSQL says so; that does no harm.

CREATE ROLE turnabout_reader NOLOGIN;
CREATE ROLE turnabout_organizer NOLOGIN IN ROLE turnabout_reader;

-- Nobody but the owner makes tables, also where the server is older than PostgreSQL 15.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO turnabout_reader;

-- A reader sees everything, and changes nothing.
GRANT SELECT ON ALL TABLES IN SCHEMA public TO turnabout_reader;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO turnabout_reader;

-- An organizer adds rows. What is there can be taken out of force, and brought back; no figure can be changed.
GRANT INSERT ON ALL TABLES IN SCHEMA public TO turnabout_organizer;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT INSERT ON TABLES TO turnabout_organizer;
GRANT UPDATE (ended) ON events, links TO turnabout_organizer;
GRANT UPDATE (undone, state, digest) ON changes TO turnabout_organizer;
GRANT UPDATE (value) ON archive TO turnabout_organizer;

-- Then, for each person (in psql, which asks for the password):
--
--     CREATE ROLE ann LOGIN IN ROLE turnabout_organizer;
--     \password ann
