"""Every promise is held by a test, and the page that says by which is as the tests make it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.whole.citations import Paragraph
from tools.promises import NAME, ROOT, find_holders, find_unheld, read_paragraphs, shorten, write_page


def test_every_paragraph_is_held_by_a_test_and_the_page_of_promises_has_not_drifted() -> None:
    """If this fails: write a test that fails where the program does otherwise, and cite the paragraph in it.

    If only the page is another:  python -m tools.promises docs
    """
    paragraphs = read_paragraphs()
    assert sum(map(len, paragraphs.values())) > 200
    holders = find_holders(ROOT, paragraphs)
    assert list(find_unheld(paragraphs, holders)) == []
    assert (ROOT / "docs" / NAME).read_text("utf-8") == write_page(paragraphs, holders)


SOURCE = '''"""About {page} 1.2 alone, and about the section {page} 1."""

# {page} 1.3: said before
CASES = [1, 2]
"""Also {page} 1.4."""
OTHERS = [3]  # {page} 1.5


def helper():
    """{page} 1.1"""


# {page} 1.6
@pytest.mark.parametrize("case", CASES)
def test_some_cases(case):
    """{page} 1.1 and 1.8 to 1.10."""
    assert helper() not in OTHERS, "shown: {page} 1.5"


def test_nothing():
    pass
'''


def test_a_test_holds_what_it_cites_and_what_stands_under_the_names_of_its_parameters(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_it.py").write_text(SOURCE.replace("{page}", "safety"), "utf-8")
    paragraphs = {"safety": [Paragraph(f"1.{n}", f"1.{n}", n, is_heading=False) for n in range(1, 11)]}
    file = Path("tests/test_it.py")
    holders = find_holders(tmp_path, paragraphs)
    own = {("safety", f"1.{n}"): {file: ["test_some_cases"]} for n in (1, 3, 4, 6, 8, 9, 10)}
    assert holders == {**own, ("safety", "1.2"): {file: []}}
    assert list(find_unheld(paragraphs, holders)) == ["safety 1.5", "safety 1.7"]
    assert write_page(paragraphs, holders).splitlines()[-9:-7] == [
        "| [1.2](safety.md#1.2) |  | [test_it.py](../tests/test_it.py) |",
        "| [1.3](safety.md#1.3) |  | [test_it.py](../tests/test_it.py): some cases |",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ('<a id="1.4.1"></a>**1.4.1** **Ruling:** a bye is\n18 VP. It counts.', "A bye is 18 VP."),
        ('<a id="1.1.1"></a>**1.1.1** Two games.\n([What?, Rules 1], [What?, Rules 2])', "Two games."),
        ('1. <a id="2.1"></a>**2.1** It must be closed: Excel\n   would save.', "It must be closed: Excel would save."),
        (
            '- <a id="6.2"></a>**6.2** **Nobody listens** (`check | head`). Then',
            "**Nobody listens** (`check \\| head`).",
        ),
        ('| <a id="2.7"></a>2.7 | One GMP. Half. | As it says. **Ruling:** tied. |', "One GMP. As it says."),
        (
            '<a id="1.5.9"></a>**1.5.9** Let in (`pair … --add`), see [rules 1.10](#1.10).',
            "Let in (`pair … --add`), see rules 1.10.",
        ),
        ('<a id="1.3.2"></a>**1.3.2** Thirty are split: ([What?, Rules 1])\n\n| a | b |', "Thirty are split:"),
    ],
)
def test_the_first_sentence_says_what_a_paragraph_is_about(words: str, sentence: str) -> None:
    assert shorten(words) == sentence
