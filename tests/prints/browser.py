"""One headless Chromium for all pages that a test process prints: to start it takes longer than to print.

It is spoken to over a pair of pipes by the Chrome DevTools Protocol, with a fresh profile.
"""

from __future__ import annotations

import atexit
import base64
import json
import os
import subprocess
from functools import cache
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Any

from tests.real_software import program
from tests.tiers import require

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --remote-debugging-pipe"
).split()


PATIENCE = 120
"""Seconds after which Chromium is given up."""


class Chromium:
    """A running Chromium; its messages are JSON, each ended by a zero byte."""

    def __init__(self) -> None:
        self.profile = TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        answers, told = os.pipe()
        # Chromium reads from file descriptor 3 and writes to 4.
        start = ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{told}', "bash", program("chromium"), *FLAGS]
        self.process = subprocess.Popen(
            [*start, f"--user-data-dir={self.profile.name}", "about:blank"],
            pass_fds=(commands, told),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(told)
        self.answers, self.read = answers, bytearray()
        self.number = 0

    def call(self, method: str, session: str = "", **parameters: Any) -> Any:
        """Have something done and return what comes of it; what else happens meanwhile is passed over."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        os.write(self.commands, json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self) -> Any:
        while (end := self.read.find(b"\0")) < 0:
            ready, _, _ = select([self.answers], [], [], PATIENCE)
            assert ready, "Chromium does not answer"
            more = os.read(self.answers, 1 << 20)
            assert more, "Chromium has gone"
            self.read += more
        message = bytes(self.read[:end])
        del self.read[: end + 1]
        return json.loads(message)

    def open(self, file: Path) -> tuple[str, str]:
        """Open a page and wait until it is there; return its target and session."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable", session)
        self.number += 1
        message = {"id": self.number, "method": "Page.navigate", "params": {"url": file.as_uri()}, "sessionId": session}
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while self._next().get("method") != "Page.loadEventFired":
            pass
        return target, session

    def pdf(self, file: Path) -> bytes:
        """Print a page as a browser does when nothing is adjusted."""
        target, session = self.open(file)
        printed = self.call("Page.printToPDF", session, preferCSSPageSize=True)
        self.call("Target.closeTarget", targetId=target)
        return base64.b64decode(printed["data"])

    def evaluate(self, file: Path, script: str) -> Any:
        """Return what a JavaScript expression comes to in a page."""
        target, session = self.open(file)
        told = self.call("Runtime.evaluate", session, expression=f"JSON.stringify({script})", returnByValue=True)
        self.call("Target.closeTarget", targetId=target)
        assert "exceptionDetails" not in told, told
        return json.loads(told["result"]["value"])

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()


def chromium() -> Chromium:
    """Return the Chromium of this process, started when it is first needed."""
    require("browser")
    return _chromium()


@cache
def _chromium() -> Chromium:
    browser = Chromium()
    atexit.register(browser.close)
    return browser
