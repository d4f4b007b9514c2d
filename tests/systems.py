"""Marks of tests of what only some systems have: elsewhere they are left out, and the last line of the run says why."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Final

import pytest

MAKES_LINKS: Final = pytest.mark.skipif(os.name != "posix", reason="Windows lets few make links")
"""The test makes symbolic links."""

NAMES_AS_ANYWHERE_ELSE: Final = pytest.mark.skipif(os.name != "posix", reason="Windows has no such names")
"""The test gives files names that Windows refuses."""

FILES_OF_POSIX: Final = pytest.mark.skipif(os.name != "posix", reason="Windows has no such files")
"""The test makes pipes, devices or sockets."""

TELLS_OF_PROCESSES: Final = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux tells of processes in files"
)
"""The test looks into /proc, which Wine shows, too, but with nothing in it of what runs there."""

LOOKS_AT_FILES_QUICKLY: Final = pytest.mark.skipif(
    sys.platform == "win32" and hasattr(ctypes.windll.ntdll, "wine_get_version"),
    reason="Wine takes long to look whether a file has changed",
)
"""The test has files looked at some ten thousand times, in a time that Windows keeps, and Wine does not."""
