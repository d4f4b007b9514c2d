"""Fixtures of the workbook tests: files of other programs, and LibreOffice itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
REAL_FILES = Path(os.environ.get("TURNABOUT_TEST_DATA", REPOSITORY.parent / "shared" / "data")) / "xlsx"
REQUIRED = "TURNABOUT_REQUIRE_REAL_SOFTWARE"

Convert = Callable[[bytes, str], bytes]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that take `real_file` once for every workbook in the folder of test data."""
    if "real_file" in metafunc.fixturenames:
        files = sorted(REAL_FILES.glob("*.xlsx"))
        missing = pytest.param(None, marks=pytest.mark.skip("no workbooks of other programs: set TURNABOUT_TEST_DATA"))
        metafunc.parametrize("real_file", files or [missing], ids=lambda file: file.stem if file else "none")


@pytest.fixture
def convert(tmp_path: Path) -> Convert:
    """Let LibreOffice open a workbook and save it in another format: `convert(data, "csv")` gives the new bytes."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        reason = "LibreOffice (soffice) is not installed"
        if os.environ.get(REQUIRED):
            pytest.fail(f"{reason}, and {REQUIRED} is set")
        pytest.skip(reason)

    def converted(data: bytes, target: str) -> bytes:
        source = tmp_path / "book.xlsx"
        source.write_bytes(data)
        out = tmp_path / "out"
        profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
        command = [program, profile, "--headless", "--convert-to", target, "--outdir", str(out), str(source)]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        (result,) = out.iterdir()
        content = result.read_bytes()
        result.unlink()
        return content

    return converted
