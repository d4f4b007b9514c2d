"""A page's style, made to hold only within one element of another page: as plain CSS, which old browsers know, too."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_COMMENT: Final = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|/\*.*?\*/""", re.DOTALL)
_PIECE: Final = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^{};"'])+|.""", re.DOTALL)
_COMMA: Final = re.compile(r",(?![^(\[]*[)\]])")
_OF_RULES: Final = ("@media", "@supports", "@layer", "@container")
"""What has rules in its braces; in all other braces there are declarations."""


@lru_cache(maxsize=32)  # the pages of an event have few styles, and a desk makes them again and again
def scope_style(style: str, ancestor: str) -> str:
    """Return a style sheet whose rules hold only for what stands within ``ancestor``, a selector."""
    scoped = ""
    before, has_rules = "", [True]
    for piece in _PIECE.findall(_COMMENT.sub(r"\1", style)):
        is_selector = has_rules[-1] and piece not in "{};" and piece.strip() and not piece.lstrip().startswith("@")
        if piece == "{":
            has_rules.append(before.lstrip().startswith(_OF_RULES))
        elif piece == "}" and len(has_rules) > 1:
            has_rules.pop()
        scoped += _scope_selectors(piece, ancestor) if is_selector else piece
        before = piece
    return scoped


def _scope_selectors(selectors: str, ancestor: str) -> str:
    before = selectors[: len(selectors) - len(selectors.lstrip())]
    return before + ", ".join(f"{ancestor} {each.strip()}" for each in _COMMA.split(selectors)) + " "
