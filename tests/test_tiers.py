"""A test is kept to what its marks say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from unittest.mock import Mock

import pytest

from tests import real_software

BARE = Path(__file__).with_name("bare.sh")


def test_one_without_a_mark_starts_no_process() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"mark this test with one of .*: it starts"):
        subprocess.run([sys.executable, "-c", ""], check=True)


@pytest.mark.processes
def test_one_with_its_mark_starts_processes() -> None:
    command = [sys.executable, "-S", "-c", "print(2 + 2)"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"4"


@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="there is no sh here")
def test_what_is_missing_or_too_old_skips_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(real_software.REQUIRED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="sh is too old"):
        real_software.program("sh", "-c", "exit 1")
    for error, reason in ((OSError(), "Pango is not"), (DeprecationWarning("HarfBuzz-Subset"), "HarfBuzz-Subset")):
        monkeypatch.setattr(real_software, "import_module", Mock(side_effect=error))
        with pytest.raises(pytest.skip.Exception, match=reason):
            real_software.require_weasyprint()


@pytest.mark.nightly
@pytest.mark.processes
@pytest.mark.skipif(os.name == "nt", reason="there is no bash here")
def test_on_a_bare_machine_there_is_python_and_no_software() -> None:
    """Nothing that tests use besides Python is found, nor a home, nor Pango; a hangup is ignored."""
    code = """
        import os, shutil, signal, sys
        assert shutil.which("sh") and sys.version_info
        assert not any(map(shutil.which, ["chromium", "soffice", "pdftotext", "initdb", "pg_ctlcluster", "makensis"]))
        assert os.listdir(os.path.expanduser("~")) == []
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        try:
            import weasyprint
        except (ImportError, OSError):
            print("bare")
    """
    command = [BARE, sys.executable, "-c", dedent(code)]
    assert subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()[-1] == "bare"
