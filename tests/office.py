"""One LibreOffice for all conversions of a test process: to start it takes longer than to convert.

A second start with the same profile hands its task over to the one that runs, which stays as long as a sheet is open.
"""

from __future__ import annotations

import atexit
import socket
import subprocess
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.real_software import program
from tests.tiers import require

PATIENCE = 120
"""Seconds after which LibreOffice is given up."""

EVERY_SHEET = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,{as_shown},false,false,-1"
"""Each sheet in a file of its own, texts quoted; numbers as they are shown, or as they are."""


class Office:
    """A running LibreOffice with a fresh profile, in which ``settings`` may stand."""

    def __init__(self, settings: str = "") -> None:
        self.folder = TemporaryDirectory(ignore_cleanup_errors=True)
        profile = Path(self.folder.name)
        if settings:
            (profile / "user").mkdir()
            (profile / "user" / "registrymodifications.xcu").write_text(settings, "utf-8")
        self.command = [program("soffice"), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        # By the door that it opens last it is known to be ready; nobody comes in.
        door = f"--accept=socket,host=127.0.0.1,port={port};urp;"
        self.process = subprocess.Popen(
            [*self.command, door, "private:factory/scalc"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while not is_open(port):
            assert self.process.poll() is None, "LibreOffice has gone"
            assert time.monotonic() < until, "LibreOffice does not answer"
            time.sleep(0.1)

    def convert(self, source: Path | Sequence[Path], target: str, folder: Path) -> list[Path]:
        """Save a document, or several at once, in another format, in a new folder, and return the files."""
        sources = [source] if isinstance(source, Path) else source
        command = [*self.command, "--convert-to", target, "--outdir", str(folder), *map(str, sources)]
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
        return sorted(folder.iterdir())

    def close(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


def is_open(port: int) -> bool:
    """Say whether somebody listens."""
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0


def office(settings: str = "") -> Office:
    """Return the LibreOffice of this process, started when it is first needed."""
    require("office")
    return _office(settings)


@cache
def _office(settings: str) -> Office:
    running = Office(settings)
    atexit.register(running.close)
    return running
