"""The page on Netrunner events says of every paragraph of the protocol what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.netrunner.sheets import RULINGS, SETTINGS

PAGE = (Path(__file__).parents[2] / "docs" / "netrunner.md").read_text("utf-8")

PARAGRAPHS = """
0.1 0.2
1.1 1.2 1.3 1.4
2.1 2.2 2.3 2.3.1 2.3.2 2.3.3 2.4 2.5 2.5.1 2.5.2 2.5.3 2.5.4 2.5.5 2.5.6 2.5.7 2.6 2.7 2.7.1 2.7.2 2.7.3 2.8
3.1 3.2 3.2.1 3.2.2 3.2.3
4.1 4.1.1 4.1.2 4.1.3 4.2 4.2.1 4.2.2 4.3 4.3.1 4.3.2 4.3.3 4.4 4.5
5.1 5.2 5.3
6.1 6.2 6.3 6.4 6.5 6.6 6.7
""".split()
"""Those of the protocol in its order, with 4.3.3 for its second 4.2.2; 0, 5 and 6 have numbers on our page only."""


def rows() -> list[list[str]]:
    """Return the rows of the tables of paragraphs, without the anchors."""
    table = re.sub(r"<a [^>]*></a>", "", PAGE.split("## The protocol, paragraph by paragraph")[1])
    return [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")
    ]


def test_every_paragraph_is_there_in_order() -> None:
    """Netrunner 4.5."""
    numbered = [row for row in rows() if re.match(r"\d", row[0])]
    assert [row[0] for row in numbered] == PARAGRAPHS
    assert all(len(row) == 3 and row[1] and row[2] for row in numbered)


def test_what_the_page_names_is_there() -> None:
    kinds = RULINGS.column("kind").kind.choices
    assert [kind for kind in kinds if f"| `{kind}` |" not in PAGE] == []
    settings = [SETTINGS[field].name for field in ("rounds", "pairing", "deck_type", "pairing_number", "tie_breaks")]
    assert [name for name in settings if f"`{name}`" not in PAGE] == []
    headers = {column.header for sheet in NETRUNNER.output for column in sheet.columns}
    figures = ["Opponents' GMP", "Middle opponents' GMP", "Among the tied", "GMP A", "GMP B"]
    assert [header for header in figures if header not in headers or f"`{header}`" not in PAGE] == []
