"""Whether an archive is sealed as it stands: every digest is what the rows come to, worked out anew."""

from __future__ import annotations

from sqlalchemy import select

from turnabout_sheets.archive.hash_chain import KEPT, add_up_all, digest_change, walk_versions, write_sum
from turnabout_sheets.archive.schema import CHANGES
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.digests import digest


def assert_sealed(archive: Archive) -> None:
    """Fail where a digest of an event or a change, or the state, is not what the rows come to."""
    with archive.reading() as connection:
        assert all(kept == found for _, kept, found in walk_versions(connection))
        before = ""
        changes = connection.execute(select(CHANGES).order_by(CHANGES.c.change)).mappings().all()
        for change in changes:
            before = digest_change(change, before)
            assert change["digest"] == before
        state = write_sum(add_up_all(connection))
        assert connection.execute(select(KEPT)).scalar_one() == state
        assert {change["state"] for change in changes[-1:]} <= {digest(state)}
