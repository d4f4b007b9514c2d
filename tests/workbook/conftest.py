"""Fixtures of the workbook tests: files of other programs, one that is saved, and LibreOffice itself."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.dose import take_turns
from tests.office import office
from tests.real_data import each_file
from tests.workbook.saved import OLD

Convert = Callable[..., bytes]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that take `real_file` once for every workbook in the folder of test data; soak, by day every second."""
    if "real_file" in metafunc.fixturenames:
        files = each_file("xlsx/*.xlsx")
        if len(files["argvalues"]) > 1 and metafunc.definition.get_closest_marker("soak"):
            files["argvalues"] = take_turns(files["argvalues"], day=2, quick=1)
        metafunc.parametrize("real_file", **files)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a workbook lies that tests of saving save: `saving.OLD`."""
    path = tmp_path / "Friday.xlsx"
    path.write_bytes(OLD)
    return path


@pytest.fixture
def convert(tmp_path: Path) -> Convert:
    """Let LibreOffice open a workbook and save it in another format: `convert(data, "csv")` gives the new bytes."""

    def converted(data: bytes, target: str, *, calculated: bool = False) -> bytes:
        source, out = tmp_path / "book.xlsx", tmp_path / "out"
        source.write_bytes(data)
        (result,) = office().convert(source, target, out, calculated=calculated)
        content = result.read_bytes()
        shutil.rmtree(out)
        return content

    return converted
