"""Of the texts that cells share, those that somebody asks for are found, however long the list is."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from xlsxwriter import Workbook

from tests.dose import examples
from turnabout_sheets.workbook.ooxml.package import MAIN, Package, q
from turnabout_sheets.workbook.ooxml.shared_texts import shared_texts

PART = "xl/sharedStrings.xml"
ITEMS = st.lists(
    st.sampled_from(
        [
            "<si/>",
            "<si><t/></si>",
            "<si><t>Ada</t></si>",
            "<!-- <si> -->",
            "<si><t>1<![CDATA[<si>&amp;]]>2</t></si>",
            "<si ><t>ß</t></si>\n",
            "<si><r><t>a</t></r><r><t>b</t></r></si>",
        ]
    ),
    max_size=8,
)


def workbook(sheets: dict[str, list[list[str]]]) -> bytes:
    out = io.BytesIO()
    with Workbook(out) as book:
        for name, rows in sheets.items():
            worksheet: Any = book.add_worksheet(name)
            for number, row in enumerate(rows):
                worksheet.write_row(number, 0, row)
    return out.getvalue()


@dataclass(frozen=True)
class Listed:
    """As much of a package as is asked for its texts; it comes in pieces of some bytes."""

    texts: bytes
    piece: int

    def related(self, kind: str) -> str:
        return PART

    def pieces(self, part: str, most: int = 0) -> Iterator[bytes]:
        return (self.texts[start : start + self.piece] for start in range(0, len(self.texts), self.piece))


@examples(50)
@given(items=ITEMS, piece=st.integers(1, 40), wanted=st.sets(st.integers(-1, 8)), prefix=st.sampled_from(["", "x:"]))
def test_texts_are_found_wherever_the_list_is_cut(items: list[str], piece: int, wanted: set[int], prefix: str) -> None:
    name = "xmlns:x" if prefix else "xmlns"
    inside = "".join(items).replace("<si", f"<{prefix}si").replace("<t", f"<{prefix}t").replace("<r>", f"<{prefix}r>")
    inside = inside.replace("</", f"</{prefix}")
    xml = f'<?xml version="1.0"?>\n<{prefix}sst {name}="{MAIN}">{inside}</{prefix}sst>'.encode()
    whole = ["".join(item.itertext()) for item in etree.fromstring(xml).iterchildren(q("si"))]
    found = shared_texts(cast(Package, Listed(xml, piece)), wanted)
    assert found == {number: text for number, text in enumerate(whole) if number in wanted}
