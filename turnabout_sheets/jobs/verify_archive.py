"""Whether an archive, or an export of one, is as the program wrote it. Of an export nothing stays."""

from __future__ import annotations

import tempfile
from pathlib import Path

from turnabout_sheets.archive.errors import ArchiveError, NoArchiveError
from turnabout_sheets.archive.exchange.bring_in import bring_in
from turnabout_sheets.archive.exchange.export_format import is_export, read_manifest
from turnabout_sheets.archive.schema import version
from turnabout_sheets.archive.store import Archive, is_damaged, open_archive
from turnabout_sheets.archive.verify import Finding, Verdict, verify
from turnabout_sheets.core.command_line import name_program
from turnabout_sheets.jobs.archive_place import use_archive


def verify_place(place: str) -> Verdict:
    """Verify the archive at ``place``, or the export. Raises `ArchiveError` where it cannot be read."""
    if "://" not in place and is_export(Path(place)):
        return verify_export(Path(place))
    if "://" not in place and Path(place).is_dir():
        raise ArchiveError(f"There is no export in the folder {place}; name that of an export, or an archive.")
    try:
        with use_archive(place) as archive:
            return verify_archive(archive)
    except NoArchiveError as error:
        raise ArchiveError(
            f"There is no archive and no export {error.place}; check the name and the folder, or say which one to "
            f"verify: {name_program()} archive verify FILE."
        ) from error


def verify_archive(archive: Archive) -> Verdict:
    """Verify an archive. Raises `ArchiveError`.

    At last, whether its indexes say what its tables do: lists of ratings are read from an index alone.
    """
    with archive.reading() as connection:
        verdict = verify(connection)
    if not verdict.findings and is_damaged(archive):
        verdict.findings.append(Finding("The archive", "", "file", "damaged", "sound"))
    return verdict


def verify_export(source: Path) -> Verdict:
    """Verify an export, in a passing archive. Raises `ArchiveError`, also where it is not what its manifest says."""
    with tempfile.TemporaryDirectory(prefix="turnabout-") as folder:
        passing = open_archive(str(Path(folder) / "archive.sqlite"), create=True)
        bring_in(passing, source)
        verdict = verify_archive(passing)
    manifest = read_manifest(source)
    if manifest.version == version() and manifest.digest != verdict.digest:
        verdict.findings.append(
            Finding("The manifest", "", "digest of the last change", manifest.digest, verdict.digest)
        )
    return verdict
