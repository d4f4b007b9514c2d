from __future__ import annotations

import sys
import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from turnabout_sheets.workbook.ooxml.book import to_bytes


@pytest.mark.parametrize("system", ["win32", "linux", "darwin"])
def test_the_bytes_do_not_tell_on_which_system_they_were_made(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = to_bytes(Workbook())
    monkeypatch.setattr(sys, "platform", system)
    assert to_bytes(Workbook()) == here
    assert {member.create_system for member in zipfile.ZipFile(BytesIO(here)).infolist()} == {0}
