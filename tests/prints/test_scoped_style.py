"""A page's style within another page: every rule, and nothing but rules, is for what stands in one element."""

from __future__ import annotations

import pytest

from turnabout_sheets.prints.round_page import scope_style


@pytest.mark.parametrize(
    ("style", "scoped"),
    [
        ("p { margin: 0; }", ".a p { margin: 0; }"),
        ("h1, p.x > b { top: 0 } i { left: 0 }", ".a h1, .a p.x > b { top: 0 } .a i { left: 0 }"),
        ("* { --w: 1mm; --h: 2mm; }", ".a * { --w: 1mm; --h: 2mm; }"),
        (":is(b, i):not(.x, .y) { top: 0 }", ".a :is(b, i):not(.x, .y) { top: 0 }"),
        ('[title="a, {b}"] { content: "};{" }', '.a [title="a, {b}"] { content: "};{" }'),
        ("/* b, { */ p { /* } */ content: '/* } */' }", ".a p { content: '/* } */' }"),
        ("@media print { p { top: 0 } } i { top: 0 }", "@media print { .a p { top: 0 } } .a i { top: 0 }"),
        ("@font-face { font-family: X; } p { top: 0 }", "@font-face { font-family: X; } .a p { top: 0 }"),
        ("@import 'x.css'; p { top: 0 }", "@import 'x.css'; .a p { top: 0 }"),
        ("p { b { top: 0 } left: 0 } i { top: 0 }", ".a p { b { top: 0 } left: 0 } .a i { top: 0 }"),
        ("p { top: 0 } }", ".a p { top: 0 } }"),
        ("{ top: 0 }", "{ top: 0 }"),
        ("", ""),
    ],
)
def test_a_style_within_an_element(style: str, scoped: str) -> None:
    assert " ".join(scope_style(style, ".a").split()) == scoped
