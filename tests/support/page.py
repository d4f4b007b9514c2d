"""A page of ours as a browser asks it: by its address, or by the file that leads there."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener, url2pathname

from lxml import html

PATIENCE = 60.0


class Page:
    """A page of ours."""

    def __init__(self, address: str, language: str = "en") -> None:
        if address.startswith("file:"):
            file = Path(url2pathname(urlsplit(address).path))
            (address,) = re.findall('url=(.*?)"', file.read_text("utf-8"))
        self.address, self.origin = address, f"http://{urlsplit(address).netloc}"
        self._opener = build_opener(HTTPCookieProcessor())
        self._opener.addheaders = [("Accept-Language", language)]
        self.ask(f"?{urlsplit(address).query}")

    def open(self, name: str = "", form: dict[str, Any] | None = None) -> Any:
        body = None if form is None else urlencode(form).encode()
        headers = {"Sec-Fetch-Dest": "iframe", **({} if form is None else {"Origin": self.origin})}
        return self._opener.open(Request(f"{self.origin}/{name}", body, headers), timeout=PATIENCE)

    def ask(self, name: str = "") -> str:
        with self.open(name) as answer:
            return str(answer.read().decode())

    def do(self, order: str, **form: Any) -> Any:
        with self.open(f"do/{order}", form) as answer:
            return json.load(answer)

    def wait_for(self, piece: str, words: str) -> str:
        """Return what a piece of the page says once these words are in it."""
        until = time.monotonic() + PATIENCE
        while words not in (said := html.document_fromstring(self.ask()).get_element_by_id(piece).text_content()):
            assert time.monotonic() < until, said
            time.sleep(0.1)
        return str(said)
