"""Whether an archive, or an export of one, is as the program wrote it. Of an export nothing stays.

Every version of every event is computed anew from the workbook or the list that is kept of it, as a rebuild does;
nothing is written. What is kept is read one by one, each time for a moment: who writes meanwhile need not wait.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, select

from turnabout_sheets.archive.errors import ArchiveError, NoArchiveError
from turnabout_sheets.archive.events import Source
from turnabout_sheets.archive.exchange.bring_in import bring_in
from turnabout_sheets.archive.exchange.export_format import is_export, read_manifest
from turnabout_sheets.archive.schema import EVENTS, version
from turnabout_sheets.archive.sources import read_source
from turnabout_sheets.archive.store import Archive, is_damaged, open_archive
from turnabout_sheets.archive.verify import Compared, Finding, Verdict, Version, compare, load_version, verify
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.core.parallel import TellWait, map_in_parallel
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.jobs.archive import Read
from turnabout_sheets.jobs.archive_place import use_archive
from turnabout_sheets.jobs.archive_talk import Progress, Shield, unseen, unshielded
from turnabout_sheets.jobs.rebuild import Kept, recompute_shielded


class Ways(NamedTuple):
    """How it is done: what shows how far it is, what shields it from faults, and what says that it ends later."""

    progress: Progress = unseen
    shield: Shield = unshielded
    tell_wait: TellWait = lambda: None


UNSEEN: Final = Ways()
"""Where nobody looks on."""


def verify_place(place: str, ways: Ways) -> Verdict:
    """Verify the archive at ``place``, or the export. Raises `ArchiveError` where it cannot be read."""
    if "://" not in place and is_export(Path(place)):
        return verify_export(Path(place), ways)
    if "://" not in place and Path(place).is_dir():
        raise ArchiveError(f"There is no export in the folder {place}; name that of an export, or an archive.")
    try:
        with use_archive(place) as archive:
            return verify_archive(archive, ways)
    except NoArchiveError as error:
        raise ArchiveError(
            f"There is no archive and no export {error.place}; check the name and the folder, or say which one to "
            f"verify: {name_program()} archive verify FILE."
        ) from error


def verify_export(source: Path, ways: Ways = UNSEEN) -> Verdict:
    """Verify an export, in a passing archive. Raises `ArchiveError`, also where it is not what its manifest says."""
    with tempfile.TemporaryDirectory(prefix="turnabout-") as folder:
        passing = open_archive(str(Path(folder) / "archive.sqlite"), create=True)
        bring_in(passing, source)
        verdict = verify_archive(passing, ways)
    manifest = read_manifest(source)
    if manifest.version == version() and manifest.digest != verdict.digest:
        verdict.findings.append(
            Finding("The manifest", "", "digest of the last change", manifest.digest, verdict.digest)
        )
    return verdict


def verify_archive(archive: Archive, ways: Ways = UNSEEN) -> Verdict:
    """Verify an archive. Raises `ArchiveError`.

    At last, whether its indexes say what its tables do: lists of ratings are read from an index alone.
    """
    with archive.reading() as connection:
        verdict = verify(connection)
        rows = connection.execute(select(*_KEPT).order_by(*_SAME, EVENTS.c.version)).all()
    found = dict(_compare_all(archive, rows, ways))
    versions = [found[number] for number in sorted(found)]
    verdict.figures += sum(each.figures for each in versions)
    verdict.listed += sum(each.listed for each in versions)
    verdict.findings[:0] = [finding for each in versions for finding in each.findings]
    verdict.older += [(each.title, each.older) for each in versions if each.older]
    if not verdict.findings and is_damaged(archive):
        verdict.findings.append(Finding("The archive", "", "file", "damaged", "sound"))
    return verdict


_SAME = [EVENTS.c[name] for name in ("source", "file", "provisional")]
"""What is the same in versions that are archived from the same: they are computed together, once."""

_KEPT = [*_SAME, *(EVENTS.c[name] for name in ("event", "version", "name", "date"))]

Task = tuple[Kept, Sequence[Version]]


def _compare_all(archive: Archive, rows: Sequence[Row[Any]], ways: Ways) -> Iterator[tuple[int, Compared]]:
    """Yield the number of each version, and what came of it."""
    same = attrgetter(*(column.name for column in _SAME))
    groups = [list(group) for _, group in groupby(rows, same)]
    job = partial(_compare, ways.shield)
    with map_in_parallel(job, _load(archive, groups), len(groups), ways.tell_wait) as compared:
        for group, found in zip(groups, ways.progress(compared, len(groups), "Events"), strict=True):
            yield from zip((row.version for row in group), found, strict=True)


def _load(archive: Archive, groups: Sequence[Sequence[Row[Any]]]) -> Iterator[Task]:
    for group in groups:
        first = group[0]
        with archive.reading() as connection:
            found = read_source(connection, first.source)
            versions = [load_version(connection, row.version) for row in group]
        source = None if found is None else Source(found[0], first.file, found[1])
        yield Kept(versions[0].title, first.provisional, first.file, source, first.source), versions


def _compare(shield: Shield, task: Task) -> list[Compared]:
    kept, versions = task
    read = recompute_shielded(shield, kept)
    listed = kept.source is not None and kept.source.kind == "record"
    compared = [compare(each, read.record, listed=listed) for each in versions]
    # Of what is not there, or not as it was, the digest of the source says so.
    if read.record is None and kept.source is not None and kept.source.digest == kept.digest:
        for each, version in zip(compared, versions, strict=True):
            each.findings.append(Finding(version.title, "", "", _say_why(read), None))
    return compared


def _say_why(read: Read) -> str:
    """Say why nothing can be computed anew from what is kept of an event."""
    if read.refused or read.fault:
        return read.refused or " ".join(read.fault)
    problem = next(each for each in read.problems if each.severity is Severity.ERROR)
    return f"the workbook that the archive keeps of it has errors; the first is in {problem.place}: {problem.message}"
