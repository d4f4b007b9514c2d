"""The words of the pages: complete in all languages, nowhere else, and short enough for paper."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import jinja2
import pytest

import turnabout_sheets
from tests.dose import by_day
from tests.prints.events import ENGLISH, event
from tests.prints.making import round_pages
from tests.prints.word_lists import letters, names_in, only_values, texts_of, write_words
from tests.support.books import SAMPLES, SOUND
from turnabout_sheets import archive, desk, explain, formats, jobs
from turnabout_sheets import event as event_room
from turnabout_sheets.core.problems import Message
from turnabout_sheets.desk.state import FaultKind
from turnabout_sheets.event.results import Results, compute
from turnabout_sheets.event.rulings import RULINGS
from turnabout_sheets.event.status import Status, StatusKind
from turnabout_sheets.formats.duplicate import DUPLICATE
from turnabout_sheets.formats.netrunner import NETRUNNER
from turnabout_sheets.formats.turnabout import TURNABOUT
from turnabout_sheets.formats.turnabout.scoring import ScoringOption
from turnabout_sheets.jobs.coming import Way
from turnabout_sheets.jobs.compare import ANSWERS, Kind
from turnabout_sheets.jobs.read import read_book
from turnabout_sheets.prints import words as module
from turnabout_sheets.prints.making import index_page, make_pages
from turnabout_sheets.prints.page import load_pages
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.prints.shared import date_text, translate_status
from turnabout_sheets.prints.slips.turnabout import formula
from turnabout_sheets.prints.words import MESSAGES, Words, load_words, placeholders, shipped_templates
from turnabout_sheets.sheets.settings import LANGUAGES
from turnabout_sheets.workbook.files.save import open_workbook

pytestmark = pytest.mark.slow

TEMPLATES = shipped_templates()
ALL_TEMPLATES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html.j2"))
MODULES = [Path(room.__file__).parent for room in (module, desk, jobs)]
ROOMS_WITH_STEPS = [Path(room.__file__).parent for room in (archive, event_room, explain, formats)]
SECTIONS = {key.split(".")[0] for key in ENGLISH.texts}
NO_KEYS = ("html", "j2", "css", "pdf", "sqlite", "txt")
"""What file names end with, which look like keys otherwise."""


# --- the files ---


def in_file(language: str) -> dict[str, str]:
    """Return what stands in the file of a language, without what comes from English."""
    return module._texts(TEMPLATES / "words" / f"{language}.toml")


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_every_language_has_all_keys_in_their_order_with_the_same_placeholders(language: str) -> None:
    texts = {key: text for key, text in in_file(language).items() if not key.startswith(MESSAGES)}
    # The terminal, which alone says why, is always English.
    english = {key: text for key, text in ENGLISH.texts.items() if language == "en" or not key.startswith("why.")}
    lacking, unknown = english.keys() - texts, texts.keys() - english.keys()
    assert not lacking | unknown, f"{language} lacks {sorted(lacking)} and has {sorted(unknown)} too many"
    assert list(texts) == list(english)
    assert {key: placeholders(text) for key, text in texts.items()} == {
        key: placeholders(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES.values())
def test_words_are_typeset(language: str) -> None:
    """No straight quotes; in French a narrow no-break space before the high marks, elsewhere none."""
    texts = templates_of_messages() if language == "en" else ()
    for key, text in {**in_file(language), **{each: each for each in texts}}.items():
        assert not re.search(r"""['"]""", text), key
        high = re.findall(r"(.?)([:;?!])(?!\d)", text)
        if key != "balance.wins":  # A : B
            assert all((before == "\u202f") == (language == "fr") for before, _ in high), (key, text)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_most_words_are_translated(language: str) -> None:
    """What is the same in two languages is a name, or happens to be."""
    same = [
        key for key, text in in_file(language).items() if text == ENGLISH.texts.get(key, key.removeprefix(MESSAGES))
    ]
    assert len(same) < len(ENGLISH.texts) / 8, same


# --- where they are used ---


def looks_like_a_key(text: str) -> bool:
    return (
        re.fullmatch(r"[a-z_]+(\.[a-z][a-z0-9_]*)+", text) is not None
        and text.split(".")[0] in SECTIONS
        and text.split(".")[-1] not in NO_KEYS
    )


def trees(rooms: Sequence[Path], *marks: str) -> Iterator[ast.Module]:
    """Yield the modules in which one of the marks stands: to read through all of them takes long."""
    for text in (path.read_text("utf-8") for room in rooms for path in room.rglob("*.py")):
        if any(mark in text for mark in marks):
            yield ast.parse(text)


def constants_of_modules() -> Iterator[str]:
    for tree in trees(MODULES, ""):
        for statement in tree.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value


def keys_of_standings() -> Iterator[str]:
    """Yield the keys that the standings of formats, and their tie-breaks, are declared with."""
    for format in (TURNABOUT, DUPLICATE, NETRUNNER):
        tie_breaks, columns = (
            format.tie_breaks,
            (
                *format.output[0].columns,
                *format.matches.columns,
            ),
        )
        named = [each.heading for each in (*tie_breaks, *columns)]
        yield from (name for name in (*named, *(each.in_ties for each in tie_breaks)) if isinstance(name, str))


def words_of_steps() -> Iterator[str]:
    """Yield the keys of the steps that the rooms below make: what `Step` is made with, and what else is a key there."""
    for tree in trees(ROOMS_WITH_STEPS, "Step"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Step":
                told = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                yield from (f"why.{each}" for each in told)
            elif isinstance(node, ast.Constant) and f"why.{node.value}" in ENGLISH.texts:
                yield f"why.{node.value}"


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the text of an argument, or both of a choice."""
    if isinstance(node, ast.IfExp):
        yield from (*constants(node.body), *constants(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def templates_of_messages() -> Iterator[str]:
    """Yield the English templates of all messages."""
    for tree in trees([Path(turnabout_sheets.__file__).parent], "Message"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Message":
                yield from (text for each in node.args[:2] for text in constants(each))


@pytest.mark.parametrize("language", [each for each in LANGUAGES.values() if each != "en"])
def test_every_message_is_in_all_catalogues_with_the_same_placeholders_and_no_other(language: str) -> None:
    catalogue = {key: text for key, text in in_file(language).items() if key.startswith(MESSAGES)}
    english = {each.removeprefix(MESSAGES): each for each in catalogue}
    templates = {*templates_of_messages()}
    assert templates == english.keys()
    assert {each: placeholders(catalogue[english[each]]) for each in english} == {
        each: placeholders(each) for each in templates
    }


@cache
def parsed(template: str) -> jinja2.nodes.Template:
    return jinja2.Environment().parse((TEMPLATES / template).read_text("utf-8"))


def constants_of_templates() -> Iterator[str]:
    for template in ALL_TEMPLATES:
        yield from (node.value for node in parsed(template).find_all(jinja2.nodes.Const) if isinstance(node.value, str))


def test_every_key_is_used_and_every_key_that_is_used_exists() -> None:
    used = {
        text
        for text in (
            *constants_of_modules(),
            *constants_of_templates(),
            *keys_of_standings(),
            *words_of_steps(),
            *(f"desk.asked.{each}" for each in Kind),
            *(f"desk.asked.{each}" for answers in ANSWERS.values() for each in answers[:2]),
            *(f"desk.asked.{kind}_back" for kind, answers in ANSWERS.items() if answers.put_back),
            *(f"desk.asked.{each}_stay" for each in Kind),
            *(f"desk.entry.{each}" for each in ("written", "same", "taken", "taken_back")),
            *(f"desk.fault.{each}" for each in FaultKind),
            *(f"desk.ruling.{re.sub('[ -]', '_', each.lower())}" for each in RULINGS),
            *(f"people.{each}" for each in Way),
            *(f"people.{each}_does" for each in Way),
        )
        if isinstance(text, str) and looks_like_a_key(text)
    }
    counted = {re.sub(r"\.(one|many)$", "", key) for key in ENGLISH.texts}
    assert used == counted


# --- no word stands elsewhere ---


def template_data(node: jinja2.nodes.Node) -> Iterator[str]:
    """Yield the literal text of a template, but for styles and the kind of page, which is a class."""
    for child in node.iter_child_nodes():
        if isinstance(child, jinja2.nodes.TemplateData):
            yield child.data
        elif not (isinstance(child, jinja2.nodes.Block) and child.name.endswith(("style", "kind"))):
            yield from template_data(child)


@pytest.mark.parametrize("template", ALL_TEMPLATES)
def test_no_word_stands_in_a_template(template: str) -> None:
    text = "".join(template_data(parsed(template)))
    assert not re.search(r"""(alt|title|aria-label|placeholder)=["'][^"'>]*\w""", text)
    shown = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
    assert letters(shown) <= {"A", "B"}


def sample(name: str) -> Results:
    book = read_book(open_workbook(SAMPLES / f"{name}.xlsx"))
    found, format = book.event, book.format
    assert found is not None
    return compute(found, format)


OURS = {"A", "B", "Dominaria", "Tolaria", "Phyrexia"}
"""The players A and B, and the names of the standard options."""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give an organizer's words that are none; for each folder of them all templates are compiled."""
    return write_words(
        tmp_path_factory.mktemp("own"), "en", {key: only_values(text) for key, text in ENGLISH.texts.items()}
    )


@pytest.mark.parametrize(
    "name",
    by_day("finished", "in-progress", "cup", "netrunner", "duplicate-in-progress", of=SOUND),
)
def test_no_word_stands_on_a_page_but_names_and_what_the_file_of_words_says(name: str, own: Path) -> None:
    results = sample(name)
    pages = make_pages(results, load_pages(), results.format.make_output(results), templates=own)
    pages |= index_page(results.event, results.format.name, pages, templates=own)
    assert len(pages) > 5
    allowed = OURS | names_in(results)
    day = date_text(results.event.settings)  # the only place for the name of a month, which no file of words has
    assert day
    for file, page in pages.items():
        found = {word for text in texts_of(page) for word in letters(text.replace(day, " "))}
        assert found - allowed == set(), file


# --- which words an event gets ---


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_wins_draws_and_losses_have_the_same_letters_on_every_page(language: str) -> None:
    w = load_words(language)
    letters = "–".join(w(f"crosstable.{each}") for each in ("win", "draw", "loss"))
    assert w("standings.wins_draws_losses") == letters
    assert w("archive.results").startswith(f"{letters} ")


def test_every_status_is_translated() -> None:
    german = load_words("de")
    assert [translate_status(status, german) for status in STATUSES] == [
        "", "Disqualifiziert", "Ausstieg nach 12", "Vorläufig", "Ab Runde 12", "Aus in Runde 12",
    ]  # fmt: skip


def test_what_standard_options_count_is_translated_and_an_organizers_word_stays() -> None:
    half = Fraction(1, 2)
    options = (ScoringOption("Tolaria", "library", 10, half), ScoringOption("Rath", "slivers", 10, half))
    assert [formula(option, load_words("de")) for option in options] == [
        "10 + ½ Bibliothek, aufger.",
        "10 + ½ slivers, aufger.",
    ]


def test_a_number_of_things_is_one_or_many() -> None:
    w = Words("en", {"things.one": "{n} thing", "things.many": "{n} things"})
    assert [w.counted("things", n) for n in (0, 1, 2)] == ["0 things", "1 thing", "2 things"]


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"page\.nothing"):
        ENGLISH("page.nothing")


def test_an_organizers_words_go_before_ours_key_by_key(tmp_path: Path) -> None:
    own = write_words(tmp_path, "de", {"page.round": "Durchgang {n}"})
    mine = load_words("de", own)
    ours = load_words("de")
    assert mine("page.round", n=3) == "Durchgang 3"
    assert {key for key in ours.texts if mine.texts[key] != ours.texts[key]} == {"page.round"}
    assert load_words("fr", own) == load_words("fr")
    pages = round_pages(event(["Ann", "Bob"], language="Deutsch"), TURNABOUT, 3, templates=own).values()
    assert all("Durchgang 3" in page for page in pages)


@pytest.mark.parametrize(("language", "ours"), [("en", "The workbook"), ("de", "Die Arbeitsmappe")])
def test_a_message_is_worded_in_each_language_and_by_the_organizer(language: str, ours: str, tmp_path: Path) -> None:
    """So are messages within messages, lists, and the form for a number of things."""
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / f"{language}.toml").write_text('[messages]\n"The workbook" = "Ours"', "utf-8")
    message = Message("The workbook")
    assert (load_words(language).say(message), load_words(language, tmp_path).say(message)) == (ours, "Ours")
    both = Message("{n} of {all}", "{n} from {all}", n=2, all=(message, "b"))
    assert (load_words(language).say(both), str(both)) == (f"2 from {ours}; b", "2 from The workbook; b")
    assert str(Message("{n} of {all}", "{n} from {all}", n=1, all=("a", "b"))) == "1 of a, b"


def test_a_key_that_a_language_lacks_is_taken_from_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_words(tmp_path, "en", {"page.round": "Round {n}", "page.table": "Table"})
    (tmp_path / "words" / "de.toml").write_text('page.table = "Tisch"', "utf-8")
    monkeypatch.setattr(module, "shipped_templates", lambda: tmp_path)
    assert load_words.__wrapped__("de") == Words("de", {"page.round": "Round {n}", "page.table": "Tisch"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('page.round = "Round {n}', "Unterminated string"),
        ('page.rownd = "Round {n}"', "page.rownd is no key of ours"),
        ('messages."The werkbook" = "Ours"', "messages.The werkbook is no key of ours"),
        ('messages."The workbook" = "{file}"', "messages.The workbook may have no other {placeholders}"),
        ('page.round = "Round {number}"', "page.round may have no other {placeholders} than: Round {n}"),
        ('page.round = "Round {}"', "page.round may have no other {placeholders} than: Round {n}"),
        ('page.round = "Round {n"', "expected '}'"),
        ("page.round = 3", "page.round must be a text in quotes"),
    ],
)
def test_words_that_cannot_be_used_are_a_message(tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text(text, "utf-8")
    with pytest.raises(PrintsError, match=re.escape(reason)) as told_organizer:
        load_words("en", tmp_path)
    assert str(tmp_path / "words" / "en.toml") in str(told_organizer.value)


# --- they fit ---


STATUSES = (
    None,
    Status(StatusKind.DISQUALIFIED),
    Status(StatusKind.DROPPED, 12),
    Status(StatusKind.PROVISIONAL),
    Status(StatusKind.JOINED, 12),
    Status(StatusKind.OUT, 12),
)
"""What the column Status can say."""
