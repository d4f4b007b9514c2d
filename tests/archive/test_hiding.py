"""Who is hidden is named nowhere on published pages; all else stays as it is, and so do the figures (archive 5.8)."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from urllib.parse import quote
from zipfile import ZipFile

import pytest

from tests.archive.making import add, contents, event, turnabout
from tests.archive.postgresql import IN_A_FILE, IN_BOTH
from tests.archive.sealed import assert_sealed
from tests.prints.archive_pages import facts, headings, make_archive_pages, pages, rows
from turnabout_sheets.archive.errors import NotThereError
from turnabout_sheets.archive.journal import Command, redo, undo
from turnabout_sheets.archive.people import hide, merge, split, split_events, unhide, who_is_who
from turnabout_sheets.archive.queries import load_history
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.event.history import History, Season
from turnabout_sheets.jobs.verify_archive import verify_archive
from turnabout_sheets.prints.words import load_words
from turnabout_sheets.sheets.settings import LANGUAGES

KINDS = IN_A_FILE

ZOE = "Zoë O'Brien"
SPRING = event("Spring", "2024-03-01", ZOE, "Anna <Bo>", "Cleo", "Dan", ids={ZOE: "Q-77x"}, organizer="ZOË  O'Brien")
SUMMER = event("Summer", "2024-06-01", "Anna <Bo>", "Cleo", ZOE, "Dan & Anna <Bo>", ids={ZOE: "Q-77x"})
AUTUMN = event(f"{ZOE} Cup", "2024-09-01", "Cleo", "Zoe Obrien", "Dan", "Mary Anna", venue="Hall of anna <bo>")


@pytest.fixture
def archive(archive: Archive) -> Archive:
    add(archive, *map(add_awards, (SPRING, SUMMER, AUTUMN)))
    return archive


def do(archive: Archive, change: Callable[..., str], *words: object) -> str:
    with archive.writing() as connection:
        return change(connection, Command(), *words)


def hidden(archive: Archive) -> list[str]:
    """Return the labels of who is hidden."""
    with archive.reading() as connection:
        who = who_is_who(connection)
        return sorted(map(who.label, who.hidden))


def history(archive: Archive, season: Season | None = None) -> History:
    with archive.reading() as connection:
        return load_history(connection, "2025-01-01", season=season or Season())


def spellings(name: str) -> set[str]:
    """Return how a name may stand in a page: as text, with characters of HTML, in an address."""
    ascii_only = name.encode("ascii", "xmlcharrefreplace").decode()
    return {name, escape(name), escape(name, quote=False), ascii_only, escape(ascii_only), quote(name)}


def assert_unnamed(files: dict[str, str], *names: str) -> None:
    """Fail where a name stands in a page, or in the name of its file."""
    for name in names:
        for file, page in files.items():
            text = re.sub("[\u2066-\u2069]", "", page).casefold()
            assert not any(each.casefold() in text for each in spellings(name)), (name, file)


def assert_whole(archive: Archive) -> None:
    """Fail where `verify` finds something."""
    assert_sealed(archive)
    assert verify_archive(archive).findings == []


# Hidden, and no longer


@pytest.mark.parametrize("kind", IN_BOTH)
def test_who_is_hidden_stays_so_until_it_is_ended_and_the_archive_is_whole(archive: Archive) -> None:
    """Archive 5.8."""
    assert do(archive, hide, "q-77X") == f"Hid {ZOE} (Player ID Q-77x) on pages"
    assert do(archive, hide, "Cleo") == "Hid Cleo on pages"
    assert hidden(archive) == ["Cleo", f"{ZOE} (Player ID Q-77x)"]
    assert_whole(archive)
    assert do(archive, unhide, "Cleo") == "Shows Cleo on pages again"
    assert hidden(archive) == [f"{ZOE} (Player ID Q-77x)"]
    assert_whole(archive)


def test_it_is_taken_back_and_done_again(archive: Archive) -> None:
    """Archive 6.2 and 6.4."""
    do(archive, hide, "Cleo")
    do(archive, unhide, "Cleo")
    for change, expected in ((undo, ["Cleo"]), (undo, []), (redo, ["Cleo"]), (redo, [])):
        with archive.writing() as connection:
            change(connection, Command())
        assert hidden(archive) == expected
    assert_whole(archive)


@pytest.mark.parametrize(
    ("change", "name", "said"),
    [
        (hide, "Cleo", "Cleo is hidden on pages already; nothing to do."),
        (unhide, "Dan", "Dan is not hidden on pages; nothing to do."),
        (hide, "Cleoo", 'There is nobody called "Cleoo" in the archive. Did you mean "Cleo"?'),
        (unhide, "Cleoo", 'There is nobody called "Cleoo" in the archive. Did you mean "Cleo"?'),
    ],
)
def test_what_cannot_be_is_refused(archive: Archive, change: Callable[..., str], name: str, said: str) -> None:
    do(archive, hide, "Cleo")
    before = contents(archive)
    with pytest.raises(NotThereError, match=re.escape(said)):
        do(archive, change, name)
    assert contents(archive) == before


def test_who_is_merged_with_somebody_hidden_is_hidden_too_and_parted_only_one_is(archive: Archive) -> None:
    """Archive 5.10."""
    do(archive, hide, "Zoe Obrien")
    assert do(archive, merge, ZOE, "Zoe Obrien").endswith(f"into {ZOE} (Player ID Q-77x); both are hidden on pages now")
    assert hidden(archive) == [f"{ZOE} (Player ID Q-77x)"]
    assert do(archive, split, "Zoe Obrien").endswith("; hidden on pages: Zoe Obrien")
    assert hidden(archive) == ["Zoe Obrien"]


def test_one_person_is_hidden_by_all_names_and_parted_both_are(archive: Archive) -> None:
    """What was not to be named does not come out by a correction."""
    do(archive, merge, ZOE, "Zoe Obrien")
    do(archive, hide, "Zoe Obrien")
    assert hidden(archive) == [f"{ZOE} (Player ID Q-77x)"]
    files = make_archive_pages(history(archive))
    assert_unnamed(files, ZOE, "Zoe Obrien", "Q-77x")
    do(archive, split, "Zoe Obrien")
    assert hidden(archive) == ["Zoe Obrien", f"{ZOE} (Player ID Q-77x)"]
    do(archive, unhide, "Zoe Obrien")
    assert hidden(archive) == [f"{ZOE} (Player ID Q-77x)"]


def test_two_who_are_both_hidden_are_shown_again_as_one(archive: Archive) -> None:
    do(archive, hide, ZOE)
    do(archive, hide, "Zoe Obrien")
    assert do(archive, merge, ZOE, "Zoe Obrien") == f"Merged Zoe Obrien into {ZOE} (Player ID Q-77x)"
    do(archive, unhide, ZOE)
    assert hidden(archive) == []


def test_who_was_somebody_else_in_an_event_is_not_hidden_there(archive: Archive) -> None:
    """Nor is the hidden name told there as that under which they were entered."""
    do(archive, split_events, "Cleo", ["Summer"], "Clea Ray")
    do(archive, hide, "Cleo")
    assert hidden(archive) == ["Cleo"]
    found = pages(history(archive))
    assert [row[1] for row in rows(found["event-2.html"])] == ["Anna <Bo>", "Clea Ray", ZOE, "Dan & Anna <Bo>"]
    assert_unnamed(make_archive_pages(history(archive)), "Cleo")


def test_who_stands_only_in_teams_is_hidden_without_the_partner(archive: Archive, tmp_path: Path) -> None:
    """Archive 5.10 and 5.11; a team that somebody may be is never what is proposed."""
    add(archive, add_awards(event("Doubles", "2024-12-01", "Eve & Fay", "Gil & Hal", "fay & Ida")))
    with pytest.raises(NotThereError, match=re.escape('Did you mean "Hal"?')):
        do(archive, hide, "Hall")
    with pytest.raises(NotThereError, match=r"^Fay is not hidden on pages; nothing to do"):
        do(archive, unhide, "fay")
    assert do(archive, hide, "FAY") == "Hid Fay on pages"
    assert hidden(archive) == ["Fay"]
    files = make_archive_pages(history(archive))
    assert_unnamed(files, "Fay")
    assert {"Eve & Name not shown", "Gil & Hal", "Name not shown & Ida"} <= {
        headings(page)[0] for page in pages(history(archive)).values()
    }
    assert_whole(archive)
    add(archive, event("Late", "2024-12-08", "Fay", "Bo", ids={"Fay": "8"}))
    said = turnabout("ratings", "--pages", tmp_path / "pages", "--archive", archive.place).stderr
    assert said.endswith('turnabout archive merge "Fay (no Player ID)" "Fay (Player ID 8)"\n')
    do(archive, unhide, "Fay (no Player ID)")
    assert hidden(archive) == []


# The pages


def test_a_hidden_name_stands_nowhere_on_the_pages_in_any_language(archive: Archive) -> None:
    """Two in one event, and a partner; in facts and names of events, too: archive 5.8 and 5.10."""
    do(archive, merge, ZOE, "Zoe Obrien")
    for name in (ZOE, "Anna <Bo>"):
        do(archive, hide, name)
    told = history(archive, Season(named=("zoë o'brien", "s")))
    for language in LANGUAGES.values():
        files = make_archive_pages(told, language=language)
        assert_unnamed(files, ZOE, "Zoe Obrien", "Q-77x", "Anna <Bo>")
        word = load_words(language)("archive.hidden")
        assert files["index.html"].count(word) == 4, "two on the list, a partner, and the part of a name"
    with pytest.raises(AssertionError):
        assert_unnamed(make_archive_pages(history(archive)), "Cleo")


def test_a_player_id_stands_in_nothing_that_is_told_of_an_event(archive: Archive) -> None:
    """Archive 5.8 and 5.10: not in the Event ID, nor in the name, the venue or the organizer; a short one may."""
    ids = {"Ann Lee": "17171717", "A. Lee": "18181818", "Bo": "17", "Cy": "19191919"}
    facts_of = {"event_id": "E-17171717", "venue": "Hall 18181818/17", "organizer": "Cy (19191919)"}
    add(archive, event("Cup of 17171717", "2024-12-01", *list(ids)[::2], "Cy", ids=ids, **facts_of))
    add(archive, event("17171717", "2024-12-08", "A. Lee", "Cy", ids=ids))
    do(archive, merge, "17171717", "18181818")
    for each in ("17171717", "17"):
        do(archive, hide, each)
    assert_unnamed(make_archive_pages(history(archive)), "17171717", "18181818")
    told = pages(history(archive))["event-4.html"]
    assert headings(told)[0] == "Cup of"
    assert {facts(told)[name] for name in ("Event ID", "Venue", "Organizer")} == {"E-", "Hall /17", "Cy (19191919)"}
    assert headings(pages(history(archive))["event-5.html"])[0] == "Name not shown"


def test_in_its_place_stands_a_word_without_a_link_and_there_is_no_page(archive: Archive) -> None:
    before = history(archive)
    do(archive, hide, "Anna <Bo>")
    (gone,) = (each.person for each in before.people if each.name == "Anna <Bo>")
    found = pages(history(archive))
    assert pages(before).keys() - found.keys() == {f"player-{gone}.html"}
    links = {link for page in found.values() for link in page.xpath("//@href")}
    assert links <= set(found)
    listed = found["event-1.html"].xpath("//table[1]/tbody/tr/th")
    assert [(each.text_content(), each.xpath(".//a/@href") != []) for each in listed] == [
        (ZOE, True), ("Name not shown", False), ("Cleo", True), ("Dan", True),
    ]  # fmt: skip
    assert facts(found["event-3.html"])["Venue"] == "Hall of Name not shown"
    (partner,) = (page for page in found.values() if "Dan & Name not shown" in headings(page))
    assert rows(partner, 1)[0][0] in {ZOE, "Cleo", "Name not shown"}
    assert rows(found["events.html"])[1][4] == "Name not shown"


def test_all_figures_stay(archive: Archive) -> None:
    """Of the hidden, too: only names change, and among those of one rank they stand last."""
    before = history(archive)
    do(archive, hide, "Anna <Bo>")
    now = history(archive)
    changed = {"Anna <Bo>": "Name not shown", "Dan & Anna <Bo>": "Dan & Name not shown"}
    for file in ("index.html", "event-1.html", "event-2.html", "event-3.html"):
        was, found = pages(before)[file], pages(now)[file]
        for table in range(len(found.xpath("//table"))):
            expected = [[changed.get(cell, cell) for cell in row] for row in rows(was, table)]
            assert sorted(rows(found, table)) == sorted(expected)


def test_the_hidden_come_last_where_names_decide_the_order(archive: Archive) -> None:
    """On the list among equal ratings, among opponents, and of those who are not listed nothing is said."""
    add(archive, *(add_awards(event(first, f"2024-11-0{day}", first, f"B{day}", f"C{day}", f"D{day}"))
                   for day, first in enumerate(("Abe", "Zed"), 1)))  # fmt: skip
    add(archive, event("Club", "2024-12-01", "Kay", "Ann", "Abe"))
    before = rows(pages(history(archive))["index.html"])
    assert [row[:2] for row in before if row[1] in ("Abe", "Zed")] == [["4", "Abe"], ["4", "Zed"]]
    do(archive, hide, "Abe")
    do(archive, hide, "Ann")
    found = pages(history(archive))
    assert [row[:2] for row in rows(found["index.html"]) if row[0] == "4"] == [["4", "Zed"], ["4", "Name not shown"]]
    assert found["index.html"].xpath("//ul//bdi/text()") == ["Kay"]
    (kay,) = (page for page in found.values() if headings(page)[0] == "Kay")
    assert [row[0] for row in rows(kay, 1)] == ["Name not shown"] * 2


def test_somebody_else_with_a_longer_name_keeps_it(archive: Archive) -> None:
    """Archive 5.10."""
    add(archive, event("Mary Anna Open", "2024-12-01", "Anna", "Bo", organizer="Mary Anna, anna & Annabel"))
    do(archive, hide, "Anna")
    found = pages(history(archive))
    assert headings(found["event-4.html"])[0] == "Mary Anna Open"
    assert facts(found["event-4.html"])["Organizer"] == "Mary Anna, Name not shown & Annabel"
    assert [row[1] for row in rows(found["event-3.html"])][-1] == "Mary Anna"


def test_others_may_be_merged_while_somebody_is_hidden(archive: Archive) -> None:
    """Archive 5.8: who is one with somebody else, under whatever names, is shown with them."""
    do(archive, merge, "Anna <Bo>", "Mary Anna")
    do(archive, hide, ZOE)
    listed = [row[1] for row in rows(pages(history(archive))["index.html"])]
    assert "Anna <Bo>" in listed
    assert "Mary Anna" not in listed


def test_two_of_one_name_are_told_apart_by_their_player_ids(archive: Archive) -> None:
    """Archive 5.3; one of them alone needs none of it."""
    add(archive, add_awards(event("Late", "2024-12-01", ZOE, "Cleo", "Dan", "Kay")))
    found = pages(history(archive), "de")
    plain = {name.translate({0x2068: None, 0x2069: None}) for name in found["index.html"].xpath("//tbody//bdi/text()")}
    both = {f"{ZOE} (Spieler-ID Q-77x)", f"{ZOE} (ohne Spieler-ID)"}
    assert {name for name in plain if name.startswith(ZOE)} == both
    titles = {headings(page)[0].translate({0x2068: None, 0x2069: None}) for page in found.values()}
    assert both <= titles
    assert rows(found["events.html"])[0][4].translate({0x2068: None, 0x2069: None}) == f"{ZOE} (ohne Spieler-ID)"
    do(archive, hide, "Q-77x")
    assert ZOE in pages(history(archive))["index.html"].xpath("//tbody//bdi/text()")


# The commands


def test_published_anew_the_old_page_is_gone(archive: Archive, tmp_path: Path) -> None:
    """Archive 5.8 and 5.9."""
    here = ("--archive", archive.place)
    publish = ("ratings", "--pages", tmp_path / "pages", *here)
    assert turnabout(*publish).stderr.endswith("open index.html there.\n")
    tried = turnabout("hide", ZOE, "--dry-run", *here)
    assert tried.stdout.startswith(f"In this trial, which changed nothing:\nHid {ZOE} (Player ID Q-77x) on pages.\n")
    assert turnabout("hide", *here).stdout == "Nobody is hidden on pages.\n"
    done = turnabout("hide", *ZOE.split(), *here)
    assert done.stdout == (
        f"Hid {ZOE} (Player ID Q-77x) on pages.\n"
        "The pages follow when they are published anew: turnabout archive ratings --pages FOLDER. Copies of them that "
        "others have, search engines among them, cannot be reached.\n"
    )
    assert turnabout("hide", *here).stdout == f"{ZOE} (Player ID Q-77x)\n1 is hidden on pages.\n"
    assert turnabout(*publish).stderr.endswith("open index.html there.\n1 is hidden on pages.\n")
    files = {str(file.relative_to(tmp_path)): file.read_text("utf-8") for file in tmp_path.rglob("*.html")}
    assert len(files) == 11
    assert_unnamed(files, ZOE, "Q-77x")
    assert turnabout("player", ZOE, *here).stdout.startswith(f"{ZOE} (Player ID Q-77x) (hidden on pages)\n")
    assert ZOE in turnabout("ratings", *here).stdout
    assert turnabout("hide", ZOE, "--off", *here).stdout == (
        f"Shows {ZOE} (Player ID Q-77x) on pages again.\n"
        "The pages follow when they are published anew: turnabout archive ratings --pages FOLDER.\n"
    )
    assert turnabout("hide", "--off", *here).stderr.endswith("Say who: type the name of a player, or the Player ID.\n")


def test_somebody_else_with_the_name_is_told_where_pages_are_published(archive: Archive, tmp_path: Path) -> None:
    """Archive 5.11: a Player ID that comes later would bring the name back unseen."""
    do(archive, hide, "Cleo")
    add(archive, event("Late", "2024-12-01", "Cleo", "Bo", ids={"Cleo": "8"}))
    said = turnabout("ratings", "--pages", tmp_path / "pages", "--archive", archive.place).stderr
    assert said.endswith(
        "1 is hidden on pages.\n"
        "Cleo (Player ID 8) has the name of somebody who is hidden, and is named there. If they are one:  "
        'turnabout archive merge "Cleo (no Player ID)" "Cleo (Player ID 8)"\n'
    )


def test_the_screen_the_workbook_and_exports_name_the_hidden(archive: Archive, tmp_path: Path) -> None:
    """Archive 5.12."""
    do(archive, hide, "Cleo")
    here = ("--archive", archive.place)
    assert turnabout("player", "Cleo", *here).stdout.startswith("Cleo (hidden on pages)\n")
    shown = turnabout("ratings", "--workbook", tmp_path / "Ratings.xlsx", *here)
    assert "Cleo" in shown.stdout
    with ZipFile(tmp_path / "Ratings.xlsx") as package:
        assert any(b"Cleo" in package.read(part) for part in package.namelist())
    assert turnabout("export", tmp_path / "out", *here).exit_code == 0
    assert b"Cleo" in (tmp_path / "out" / "entries.csv").read_bytes()
