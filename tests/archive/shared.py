"""What tests of the archive share: archives, exports, and what is said of them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from click.testing import Result

from tests.support.books import SAMPLES
from turnabout_sheets.archive.derive import read_records
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.store import Archive, open_archive


def refusal(place: object, *, create: bool = False) -> str:
    with pytest.raises(ArchiveError) as caught:
        open_archive(str(place), create=create)
    return str(caught.value)


_COMPUTED = re.compile(
    rb'<c r="\w+"[^>]*><f>[^<]*</f>(?:<v[^>]*>[^<]*</v>|<v ?/>)?</c>|<c r="\w+"[^>]*/>'
    rb"|<(conditionalFormatting|dataValidations)\b.*?</\1>"
)


def write_light(file: Path) -> Path:
    """Write the finished sample without formulas and empty cells: a tenth as much to look through for a name."""
    with (
        zipfile.ZipFile(SAMPLES / "finished.xlsx") as sample,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as light,
    ):
        for name in sample.namelist():
            light.writestr(name, _COMPUTED.sub(b"", sample.read(name)))
    return file


HISTORY = Path(__file__).parents[1] / "golden" / "ten_events"


def in_force(archive: Archive) -> dict[int, EventRecord]:
    """Return the events that there are, by number."""
    with archive.reading() as connection:
        return dict(read_records(connection))


def told(result: Result) -> tuple[int, str, str]:
    return result.exit_code, result.stdout, result.stderr
