"""One headless Chromium for all pages that a test process prints: to start it takes longer than to print.

It is spoken to over a pair of pipes by the Chrome DevTools Protocol, with a fresh profile.
"""

from __future__ import annotations

import atexit
import base64
import contextlib
import json
import os
import subprocess
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from select import select
from tempfile import TemporaryDirectory
from typing import Any

from tests.real_software import program
from tests.tiers import require

NEEDLESS = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,BackForwardCache"
"""What is for people only: two pages for the address bar of each window, which take longer to load than all else of a
start, and keeping the pages that were left."""

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --no-startup-window --remote-debugging-pipe "
    # One process has all pages: else each address has its own, and to start it takes as long as to load a page.
    f"--disable-site-isolation-trials --renderer-process-limit=1 --disable-features={NEEDLESS}"
).split()


PATIENCE = 120
"""Seconds after which Chromium is given up."""


class RefusedError(AssertionError):
    """Chromium could not do what it was asked for, as in a page that gives way to another just then."""


class Chromium:
    """A running Chromium; its messages are JSON, each ended by a zero byte.

    What is looked at is in no window, which would be drawn anew around each page, unless ``in_window`` is said: without
    one, pages are laid out and do all that they do, and nobody sees them.
    """

    def __init__(self, *, in_window: bool = False) -> None:
        browser = program("chromium")  # before anything is opened: without it there is nothing to close
        self.profile = TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        answers, told = os.pipe()
        # Chromium reads from file descriptor 3 and writes to 4.
        start = ["bash", "-c", f'exec "$@" 3<&{commands} 4>&{told}', "bash", browser, *FLAGS]
        self.process = subprocess.Popen(
            [*start, f"--user-data-dir={self.profile.name}"],
            pass_fds=(commands, told),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(told)
        self.answers, self.read = answers, bytearray()
        self.number = 0
        # A tab for all that is printed, so small that next to nothing is drawn on the screen before.
        self.session = self.paper = self._new_tab(newWindow=True, width=20, height=20)
        self.paper_frame = self.call("Page.getFrameTree")["frameTree"]["frame"]["id"]
        # And one for all that is looked at: each new one would have a process of its own.
        self.session = self._new_tab(newWindow=True) if in_window else self._new_tab(hidden=True)
        self.call("Page.enable")
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)  # as where somebody types

    def _new_tab(self, **window: int) -> str:
        target = self.call("Target.createTarget", url="about:blank", **window)["targetId"]
        return str(self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    @contextlib.contextmanager
    def _on_paper(self, page: str) -> Iterator[None]:
        before, self.session = self.session, self.paper
        try:
            # To go to a file takes as long as to lay it out and to print it.
            self.call("Page.setDocumentContent", frameId=self.paper_frame, html=page)
            yield
        finally:
            self.session = before

    def call(self, method: str, **parameters: Any) -> Any:
        """Have something done and return what comes of it; what else happens meanwhile is passed over."""
        self._send(method, parameters)
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RefusedError(answer)
                return answer["result"]

    def _send(self, method: str, parameters: dict[str, Any]) -> None:
        self.number += 1
        where = {} if method.startswith("Target.") else {"sessionId": self.session}
        message = {"id": self.number, "method": method, "params": parameters} | where
        os.write(self.commands, json.dumps(message).encode() + b"\0")

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

    def open(self, page: Path | str) -> None:
        """Open a file, or what is at an address, and wait until it is there."""
        self._send("Page.navigate", {"url": page if isinstance(page, str) else page.as_uri()})
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def pdf(self, page: str, *, tagged: bool = False) -> bytes:
        """Print a page as a browser does when nothing is adjusted; ``tagged``: with what a reader aloud goes by."""
        with self._on_paper(page):
            # To tag it takes long, and moves nothing on the paper.
            printed = self.call("Page.printToPDF", preferCSSPageSize=True, generateTaggedPDF=tagged)
        return base64.b64decode(printed["data"])

    def measure(self, page: str, script: str) -> Any:
        """Return what a JavaScript expression comes to in a page that is laid out, whatever the size of the screen."""
        with self._on_paper(page):
            return self.ask(script)

    def evaluate(self, file: Path, script: str) -> Any:
        """Return what a JavaScript expression comes to in a page."""
        self.open(file)
        return self.ask(script)

    def ask(self, script: str) -> Any:
        """Return what a JavaScript expression comes to in the page that is open, at last; None for nothing."""
        waiting = f"(async () => JSON.stringify((await ({script})) ?? null))()"
        told = self.call("Runtime.evaluate", expression=waiting, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in told:
            raise RefusedError(told)
        return json.loads(told["result"]["value"])

    def wait_for(self, script: str) -> None:
        """Wait until a JavaScript expression is true, in whatever page is open and loaded by then."""
        end = time.monotonic() + PATIENCE
        while not self._is_true(f"document.readyState === 'complete' && {script}"):
            assert time.monotonic() < end, f"{script} does not come true"
            time.sleep(0.02)

    def _is_true(self, script: str) -> bool:
        try:
            return bool(self.ask(script))
        except RefusedError:  # one page has gone, and the next is not there
            return False

    @contextlib.contextmanager
    def as_phone(self, width: int, height: int) -> Iterator[None]:
        """Show pages as on a phone of this size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
        yield
        self.call("Emulation.clearDeviceMetricsOverride")

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
