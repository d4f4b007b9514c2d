"""Slips as they are printed and cut: where each lies, and what overlaps."""

from __future__ import annotations

from bisect import bisect_left

from tests.prints.printed import PAPERS, Word


def cut_and_pile(sheets: list[list[int | None]]) -> list[int | None]:
    """Cut the whole stack at once, as it comes from the printer, and lay the piles on each other, first one on top."""
    positions = len(sheets[0])
    piles = [[sheet[position] for sheet in sheets] for position in range(positions)]
    return [slip for pile in piles for slip in pile]


ROWS_AND_COLUMNS = {2: (2, 1), 4: (2, 2), 6: (3, 2)}


def words_by_cell(words: list[Word], paper: str, per_page: int) -> list[list[Word]]:
    """Sort the words of a page by the cell in which their middles are, row by row."""
    rows, columns = ROWS_AND_COLUMNS[per_page]
    width, height = PAPERS[paper]
    cells: list[list[Word]] = [[] for _ in range(per_page)]
    for word in words:
        x, y = word.middle
        cells[int(y / height * rows) * columns + int(x / width * columns)].append(word)
    return cells


def table_number(words: list[Word]) -> int | None:
    """Return the large number beside the word TABLE, None where there is none."""
    at = next(index for index, word in enumerate(words) if word.text == "TABLE")
    beside = [word for word in words if word.text.isdigit() and word.bottom - word.top > 8]
    assert len(beside) <= 1
    assert not beside or beside[0].left > words[at].right
    return int(beside[0].text) if beside else None


def overlaps(words: list[Word]) -> list[tuple[Word, Word]]:
    """Return the pairs of words whose letters meet; their boxes, with room for accents, may touch.

    Only Latin words: the fonts of other scripts claim boxes of twice their letters' height.
    """
    latin = sorted((word for word in words if word.text and max(word.text) < "\u0250"), key=lambda word: word.top)
    tops = [word.top for word in latin]

    def meet(a: Word, b: Word) -> bool:
        room = 0.3 * min(a.bottom - a.top, b.bottom - b.top)
        return a.left < b.right - 0.2 and b.left < a.right - 0.2 and a.top < b.bottom - room and b.top < a.bottom - room

    return [
        (a, b)
        for index, a in enumerate(latin)
        for b in latin[index + 1 : bisect_left(tops, a.bottom)]  # what begins further down meets no letter of it
        if meet(a, b)
    ]
