"""Every promise is held by a test, and by which one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.whole.citations import Paragraph
from tools.promises import ROOT, describe, find_holders, find_unheld, main, read_paragraphs, shorten


def test_every_paragraph_is_held_by_a_test() -> None:
    """If this fails: write a test that fails where the program does otherwise, and cite the paragraph in it."""
    paragraphs = read_paragraphs()
    assert sum(map(len, paragraphs.values())) > 200
    assert list(find_unheld(paragraphs, find_holders(ROOT, paragraphs))) == []


@pytest.mark.parametrize(
    ("asked", "first"), [("", "rules 1.1.1"), ("safety", "safety 1.1"), ("rules 1.4", "rules 1.4.1")]
)
def test_what_is_asked_for_is_told(asked: str, first: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(asked.split())
    told = capsys.readouterr().out
    assert told.startswith(f"{first}  ")
    found = {line.partition("  ")[0] for line in told.splitlines() if line and not line.startswith(" ")}
    paragraphs = ((page, each.number) for page, all_of_it in read_paragraphs().items() for each in all_of_it)
    assert found == {f"{page} {number}" for page, number in paragraphs if f"{page} {number}.".startswith(asked)}
    for line in told.splitlines():
        if line.startswith(" "):
            file, _, name = line.strip().partition("::")
            assert f"def {name}(" in (ROOT / file).read_text("utf-8") if name else (ROOT / file).is_file()


def test_a_number_that_is_no_paragraph_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["safety", "9.99"])
    assert "safety 9.99 is no paragraph of docs/safety.md" in capsys.readouterr().err


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
    told = [describe("safety", each, holders.get(("safety", each.number), {})) for each in paragraphs["safety"][1:3]]
    assert told == ["safety 1.2  \n    tests/test_it.py", "safety 1.3  \n    tests/test_it.py::test_some_cases"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ('<a id="1.4.1"></a>**1.4.1** **Ruling:** a bye is\n18 VP. It counts.', "A bye is 18 VP."),
        ('<a id="1.1.1"></a>**1.1.1** Two games.\n([What?, Rules 1], [What?, Rules 2])', "Two games."),
        ('1. <a id="2.1"></a>**2.1** It must be closed: Excel\n   would save.', "It must be closed: Excel would save."),
        (
            '- <a id="6.2"></a>**6.2** **Nobody listens** (`check | head`). Then',
            "**Nobody listens** (`check | head`).",
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
