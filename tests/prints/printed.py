"""Prints pages with headless Chromium, and reads from the PDF what is where on the paper."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from tests.prints.browser import chromium
from tests.real_software import program

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
_POINTS_PER_MM = 72 / 25.4
_DOTS_PER_INCH = 127  # five dots a millimetre
_DOTS_PER_MM = 5


@dataclass(frozen=True, slots=True)
class Word:
    """A word on the paper; its box in millimetres from the upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def points(self) -> float:
        """The type size, if the type is Arial or one made to its measures: ascent and descent are 1.117 of it."""
        return (self.bottom - self.top) * _POINTS_PER_MM / 1.117

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2


@dataclass(frozen=True)
class Printed:
    """A printed file: for each page its size in millimetres and its words; and, on demand, its ink."""

    pdf: Path
    sizes: list[tuple[float, float]]
    words: list[list[Word]]

    @property
    def pages(self) -> int:
        return len(self.sizes)

    @cached_property
    def _drawn(self) -> list[tuple[NDArray[np.uint8], tuple[int, int]]]:
        """Where each page is not white, eight dots in a byte, with its rows and columns of dots.

        All are drawn at once: to begin takes twice as long as to draw a page.
        """
        draw: list[str | Path] = [program("pdftoppm"), "-gray", "-r", str(_DOTS_PER_INCH), self.pdf]
        pages = []
        with subprocess.Popen(draw, stdout=subprocess.PIPE) as drawing:
            assert drawing.stdout is not None
            while kind := drawing.stdout.readline():
                assert kind == b"P5\n"
                width, height = map(int, drawing.stdout.readline().split())
                drawing.stdout.readline()
                dots = np.frombuffer(drawing.stdout.read(width * height), np.uint8)
                pages.append((np.packbits(dots < 200), (height, width)))
        assert drawing.returncode == 0
        return pages

    def ink(self, page: int) -> NDArray[np.bool_]:
        """Return where the page (from 0) is not white, as rows of dots, `_DOTS_PER_MM` each way."""
        dots, (height, width) = self._drawn[page]
        return np.unpackbits(dots, count=height * width).reshape(height, width).view(np.bool_)

    def ink_outside(self, page: int, allowed: Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.bool_]]
                    ) -> list[tuple[float, float]]:  # fmt: skip
        """Return the places (x, y in millimetres) of ink where ``allowed(x, y)`` says there must be none."""
        rows, columns = np.nonzero(self.ink(page))
        x, y = (columns + 0.5) / _DOTS_PER_MM, (rows + 0.5) / _DOTS_PER_MM
        wrong = ~allowed(x, y)
        return list(zip(x[wrong].tolist(), y[wrong].tolist(), strict=True))


def print_page(page: str, folder: Path) -> Printed:
    """Print a page as a browser does when nothing is adjusted."""
    pdf = folder / "page.pdf"
    pdf.write_bytes(chromium().pdf(page))
    return read_pdf(pdf)


def read_pdf(pdf: Path) -> Printed:
    """Return what is where on the pages of a file, whatever program has printed it."""
    boxes = subprocess.run([program("pdftotext"), "-bbox", pdf, "-"], check=True, capture_output=True).stdout
    # Letters without a Unicode value come out as control characters, which XML does not have.
    tree = etree.fromstring(boxes, etree.XMLParser(recover=True))
    pages = tree.iter("{*}page")
    sizes, words = [], []
    for each in pages:
        sizes.append((float(each.get("width")) / _POINTS_PER_MM, float(each.get("height")) / _POINTS_PER_MM))
        words.append(
            [
                Word(
                    word.text or "",
                    *(float(word.get(side)) / _POINTS_PER_MM for side in ("xMin", "yMin", "xMax", "yMax")),
                )
                for word in each.iter("{*}word")
            ]
        )
    return Printed(pdf, sizes, words)
