"""Prints pages with headless Chromium, and reads from the PDF what is where on the paper."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path

import numpy as np
from lxml import etree, html
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


class Drawing:
    """What a printed file looks like, once somebody asks for it."""

    def __init__(self, pdf: Path) -> None:
        self.pdf = pdf

    @cached_property
    def pages(self) -> list[tuple[NDArray[np.uint8], tuple[int, int]]]:
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


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed file, or a part of one that begins at a page (from 0): for each page its size in millimetres and its
    words; and, on demand, its ink.
    """

    drawing: Drawing
    sizes: list[tuple[float, float]]
    words: list[list[Word]]
    first: int = 0

    @property
    def pages(self) -> int:
        return len(self.sizes)

    def ink(self, page: int) -> NDArray[np.bool_]:
        """Return where the page (from 0) is not white, as rows of dots, `_DOTS_PER_MM` each way."""
        dots, (height, width) = self.drawing.pages[self.first + page]
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


def print_together(pages: Sequence[str], folder: Path) -> list[Printed]:
    """Print pages of the same paper one after the other, and return what is printed of each.

    That takes less than half as long as to print each alone: letters are put into a file only once. Each has as many
    pages as sheets, or this fails.
    """
    trees = [html.document_fromstring(page) for page in pages]
    styles = ["".join(tree.xpath("//style/text()")) for tree in trees]
    (_,) = {tuple(re.findall("@page {[^}]*}", style)) for style in styles}  # what holds for all
    shadows = (
        f'<div lang="{tree.get("lang")}" style="break-after: page"><template shadowrootmode="open">'
        f"<style>{style}</style>{''.join(html.tostring(part, encoding='unicode') for part in tree.body)}"
        "</template></div>"
        for tree, style in zip(trees, styles, strict=True)
    )
    printed = print_page(f"<!doctype html><style>{styles[0]}</style><body>{''.join(shadows)}</body>", folder)
    sheets = [len(tree.find_class("sheet")) for tree in trees]
    assert printed.pages == sum(sheets)
    return [
        replace(printed, sizes=printed.sizes[end - own : end], words=printed.words[end - own : end], first=end - own)
        for own, end in zip(sheets, accumulate(sheets), strict=True)
    ]


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
    return Printed(Drawing(pdf), sizes, words)
