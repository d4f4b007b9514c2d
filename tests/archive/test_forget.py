"""A person is forgotten: no byte of the name is left, all else stays as it is, and nobody can take it back."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import scrypt
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from click.testing import CliRunner
from sqlalchemy import select, text, update

from tests.archive.forgetting import assert_gone, forget_person, list_figures
from tests.archive.making import add, assert_sealed, contents, event, source, turnabout
from tests.archive.postgresql import IN_A_FILE, IN_BOTH, IN_POSTGRESQL
from tests.archive.shared import HISTORY, told
from tests.dose import by_day
from tests.support.books import edit
from tests.support.simulated import simulated
from turnabout_sheets.archive import forget as forgetting
from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Source, add_event
from turnabout_sheets.archive.forget import Renaming
from turnabout_sheets.archive.log import Command
from turnabout_sheets.archive.people import Corrections, who_is_who
from turnabout_sheets.archive.ratings import add_awards
from turnabout_sheets.archive.records import EventRecord
from turnabout_sheets.archive.schema import ENTRIES, EVENTS, LOG, PLAYERS
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.cli.main import main

KINDS = IN_A_FILE

pytestmark = pytest.mark.slow


def make(name: str, date: str, *players: str, ids: dict[str, str] | None = None, **facts: str) -> EventRecord:
    return add_awards(event(name, date, *players, ids=ids, **facts))


SPRING = make("Spring", "2024-03-01", "Ada Marsh", "Ben", "Cleo", "Dan")
AUTUMN = make("Autumn", "2024-09-01", "Ben", "ada  marsh", "Cleo", "Dan", organizer="Ada Marsh and Ben")
CUP = make("The Ada Marsh Cup", "2024-10-01", "Ben", "Cleo", "Dan", "Mary Ada Marsh", venue="Hall of ADA_MARSH")


def give(archive: Archive, *words: object, answer: str = "") -> tuple[int, str, str]:
    return told(turnabout(*words, "--archive", archive.place, answer=answer))


def forget(archive: Archive, name: str, *more: str) -> str:
    """Forget somebody; return the pseudonym."""
    code, out, err = give(archive, "forget", name, "--yes", *more)
    assert (code, err) == (0, ""), err
    return out.partition("who is now ")[2][: len("Player 1f3a")]


def bring(archive: Archive, file: Path, events: Mapping[str, Sequence[str]]) -> str:
    """Import a list of the placings of events; return what is said."""
    rows = [f"{each},{name},{place}" for each, names in events.items() for place, name in enumerate(names, 1)]
    file.write_text("\n".join(["Event,Date,Player,Position", *rows]), "utf-8")
    code, out, _ = give(archive, "import", file, "--yes")
    assert code == 0
    return out


def list_names(archive: Archive) -> set[str]:
    with archive.reading() as connection:
        return set(connection.execute(select(PLAYERS.c.name)).scalars())


@pytest.mark.parametrize("kind", IN_BOTH)
def test_no_byte_of_a_name_is_left_and_every_figure_is_as_it_was(archive: Archive, tmp_path: Path) -> None:
    """Archive 10.1 and 10.2."""
    add(archive, SPRING, AUTUMN, CUP)
    assert give(archive, "merge", "Ada Marsh", "Ben", "--dry-run")[0] == 2
    record = make("Club", "2024-11-01", "A. Marsh", "Eve", "Fay", "Gil", ids={"A. Marsh": "AM-12345"})
    with archive.writing() as connection:
        add_event(connection, Command(reason="Ada Marsh asked"), record, source(record, "lists/Ada_Marsh 2024.csv"))
    assert give(archive, "merge", "A. Marsh", "Ada Marsh", "--note", "Ada Marsh")[0] == 0
    before = list_figures(archive, "A. Marsh (Player ID AM-12345)")
    player = forget(archive, "AM-12345", "--note", "a letter of Ada Marsh")
    assert list_figures(archive, player) == before
    assert list_names(archive) == {player, "Ben", "Cleo", "Dan", "Mary Ada Marsh", "Eve", "Fay", "Gil"}
    assert_gone(archive, tmp_path / "gone", "Ada Marsh", "A. Marsh", "AM-12345", within=["Mary Ada Marsh"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ANN\u00a0 lee's, and (Ann Lee).", "X's, and (X)."),
        ("2026-05-31_Ann_Lee.xlsx /?q=Ann+Lee", "2026-05-31_X.xlsx /?q=X"),
        ("Joann Lee, Ann Leeds, Ann Le\u0301e, Ann, Lee", "Joann Lee, Ann Leeds, Ann Le\u0301e, Ann, Lee"),
        ("Mary  ann lee beat Ann Lee and Ann Lee-Smith", "Mary  ann lee beat X and Ann Lee-Smith"),
        ("GROSS, Größe, Groß & Ann Lee", "X, Größe, X & X"),
        ("第1轮李雷胜 17 AB-1234 AB-12345", "第1轮X胜 17 X AB-12345"),
    ],
)
def test_whole_words_of_a_name_are_replaced_however_they_are_typed(text: str, expected: str) -> None:
    """Archive 10.3 and 10.4."""
    now = dict.fromkeys(("Ann Lee", "Groß", "李雷", "17", "AB-1234"), "X")
    renaming = Renaming(now, ["Mary Ann Lee", "Ann Lee-Smith", "Bob & Ann Lee", "Bob"])
    assert normalize("NFC", renaming.text(text)) == normalize("NFC", expected)


@pytest.mark.parametrize("kind", [IN_POSTGRESQL])
def test_no_name_is_left_in_what_the_server_knows_of_columns(archive: Archive) -> None:
    """Archive 10.7."""
    add(archive, SPRING, AUTUMN)
    with archive.writing() as connection:
        connection.execute(text("ANALYZE"))
    known = text("SELECT most_common_vals::text, histogram_bounds::text FROM pg_stats")
    with archive.reading() as connection:
        assert "Ada Marsh" in str(connection.execute(known).all())
    forget(archive, "Ada Marsh")
    with archive.reading() as connection:
        found = str(connection.execute(known).all())
    assert "Ben" in found
    assert "Ada Marsh" not in found


GONE = "No workbook of Spring Turnabout (2026-03-14) is kept, as somebody in it was forgotten, so there is "


@pytest.mark.parametrize("kind", ["sqlite"])
@pytest.mark.parametrize("typed", ["the player", "a note"])
def test_a_workbook_in_which_the_name_is_goes_after_that_is_said(
    archive: Archive, finished: Path, tmp_path: Path, typed: str
) -> None:
    """Archive 10.1 and 10.2."""
    name = "Omar Lopes" if typed == "the player" else "Núñez Ort"
    named = Path(shutil.copy(finished, tmp_path / f"{name}.xlsx"))
    edit(named, {"Event": {"E20": name}})
    add(archive, SPRING, make("Other", "2024-03-02", name, "Ben", "Cleo", "Dan"))
    assert give(archive, "add", named)[0] == 0
    before = list_figures(archive, name)
    code, out, _ = give(archive, "forget", name, answer="n\n")
    assert code == 2
    assert out.startswith(
        "The archive will no longer keep the workbooks of these events; it keeps the results:\n"
        "  Spring Turnabout (2026-03-14), number 3\n"
        "To save one first: turnabout archive list 3 --workbook FILE\n"
    )
    assert give(archive, "list", "3", "--workbook", tmp_path / "out.xlsx")[0] == 0
    code, out, _ = give(archive, "forget", name, answer="y\n")
    assert code == 0
    player = out.partition("who is now ")[2][: len("Player 1f3a")]
    assert "no longer keep the workbooks of these events; it keeps the results:\n  Spring Turnabout (2026-" in out
    assert list_figures(archive, player) == before
    assert_sealed(archive)
    assert give(archive, "list", "3", "--workbook", tmp_path / "none.xlsx") == (2, "", f"{GONE}none to write.\n")
    kept = contents(archive)
    assert give(archive, "verify")[0] == 0
    assert give(archive, "verify", "--rebuild")[0] == 0
    assert contents(archive) == kept
    assert give(archive, "add", named)[1].splitlines()[0].endswith(": already archived, unchanged.")
    assert contents(archive) == kept
    named.unlink()
    (tmp_path / "out.xlsx").unlink()
    assert_gone(archive, tmp_path / "gone", name)


@pytest.mark.parametrize("kind", ["sqlite"])
def test_a_name_is_found_in_letters_that_look_different(archive: Archive) -> None:
    """Archive 10.2."""
    add(archive, SPRING, make("Other", "2024-03-02", "Núñez Ort", "Ben", "Cleo", "Dan"))
    with io.BytesIO() as content:
        with zipfile.ZipFile(content, "w") as parts:
            parts.writestr("xl/sharedStrings.xml", "<r><b/><t>N&#218;ÑEZ</t></r><r><t> Ort</t></r>")
        with archive.writing() as connection:
            add_event(connection, Command(), SPRING, Source("Spring.xlsx", content.getvalue()))
    assert forget_person(archive, "Núñez Ort").workbooks == {1: "Spring (2024-03-01)"}


@pytest.mark.parametrize("kind", ["sqlite"])
def test_the_workbooks_of_others_stay(archive: Archive, finished: Path) -> None:
    add(archive, make("Other", "2024-03-02", "Ida Else", "Ben", "Cleo", "Dan"))
    assert give(archive, "add", finished)[0] == 0
    before = contents(archive)["sources"]
    assert "no longer keep" not in give(archive, "forget", "Ida Else", "--yes")[1]
    assert contents(archive)["sources"] == before != []


@pytest.mark.parametrize("kind", ["sqlite"])
def test_what_is_dropped_is_what_was_said(archive: Archive, finished: Path) -> None:
    add(archive, SPRING)
    assert give(archive, "add", finished)[0] == 0
    with archive.reading() as connection:
        found = forgetting.prepare_forgetting(connection, "Omar Lopes")
    add(archive, AUTUMN)
    before = contents(archive)
    changed = pytest.raises(ArchiveError, match=r"^Somebody else has changed the archive meanwhile")
    with changed, archive.writing() as connection:
        forgetting.forget(connection, Command(), found)
    assert contents(archive) == before


def test_whoever_was_forgotten_stays_so_when_the_event_comes_again(
    archive: Archive, finished: Path, tmp_path: Path
) -> None:
    """Archive 10.6."""
    folder = tmp_path / "results"
    shutil.copytree(HISTORY, folder)
    shutil.copy(finished, folder)
    assert give(archive, "import", folder)[0] == 0
    players = {name: forget(archive, name) for name in ("Eva Lind", "Omar Lopes", "Ada Marsh")}
    assert_gone(archive, tmp_path / "gone", *players, within=["Eva Lindh"])
    before = contents(archive)
    for words in (("import", folder), ("add", finished)):
        code, out, _ = give(archive, *words)
        assert code == 0
        assert (f"\n{players['Eva Lind']} in " in out) == (words[0] == "import")
        assert "added" not in out
        assert "replaced" not in out
        said = f"{players['Omar Lopes']} in Spring Turnabout (2026-03-14) was forgotten, and stays so. If this is "
        assert f"{said}another player of that name, give them a Player ID.\n" in out
    assert contents(archive) == before
    bring(archive, tmp_path / "new.csv", {"New,2026-06-01": ("OMAR lopes", "Ben", "Cleo", "Dan")})
    assert_sealed(archive)
    assert not {"OMAR lopes", "Omar Lopes"} & list_names(archive)


def test_an_event_that_is_called_after_somebody_forgotten_comes_again_as_the_same(
    archive: Archive, tmp_path: Path
) -> None:
    """Archive 10.6: also where nobody in it is called so, or somebody otherwise."""
    add(archive, SPRING)
    names = ("Ada Marsh Cup,202{}-05-01", "The great Ada_Marsh!,202{}-06-01", "ADA MARSH,202{}-07-01")
    this, next_year = ({each.format(year): ("Ben", "Cleo", "Eve", "Fay") for each in names} for year in (4, 5))
    bring(archive, tmp_path / "2024.csv", this)
    player = forget(archive, "Ada Marsh")
    before = contents(archive)
    out = bring(archive, tmp_path / "2024.csv", this)
    assert (out.splitlines()[0], out.count(f"\n{player} in ")) == ("Events: 3 as they were.", 3)
    assert contents(archive) == before
    bring(archive, tmp_path / "Ada Marsh 2025.csv", next_year)
    assert_gone(archive, tmp_path / "gone", "Ada Marsh")


@pytest.mark.parametrize("pseudonym_first", by_day(True, of=[True, False]))
def test_who_comes_under_another_name_and_is_merged_can_be_forgotten_again(
    archive: Archive, tmp_path: Path, pseudonym_first: bool
) -> None:
    """Archive 10.6: under all names it is the one who was forgotten last."""
    add(archive, SPRING)
    first = forget(archive, "Ada Marsh")
    add(archive, make("Later", "2025-01-01", "A. Marsh", "Ben", "Cleo", "Dan"))
    both = (first, "A. Marsh") if pseudonym_first else ("A. Marsh", first)
    assert give(archive, "merge", *both)[0] == 0
    second = forget(archive, "A. Marsh")
    assert_gone(archive, tmp_path / "gone", "A. Marsh")
    new = {"New,2026-06-01": ("Ada Marsh", "Ben", "Cy", "Di"), "New,2026-06-02": ("A. Marsh", "Ben", "Cy", "Di")}
    assert bring(archive, tmp_path / "new.csv", new).count(f"\n{second} in New ") == 2
    assert {each for each in list_names(archive) if each.startswith("Player ")} == {second}
    assert_sealed(archive)


def test_somebody_else_of_the_name_has_a_player_id(archive: Archive, tmp_path: Path) -> None:
    add(archive, make("Night of Ada Marsh", "2024-01-01", "Ada Marsh", "Ben", "Cleo", "Dan"))
    player = forget(archive, "Ada Marsh")
    add(archive, make("Day of Ada Marsh", "2025-01-01", "Ada Marsh", "Ben", "Cleo", "Dan", ids={"Ada Marsh": "99"}))
    assert {player, "Ada Marsh"} <= list_names(archive)
    assert give(archive, "forget", player, "--yes") == (
        2, "", f"{player} is somebody who was forgotten already; nothing to do.\n",
    )  # fmt: skip
    other = forget(archive, "Ada Marsh")
    assert "Ada Marsh" not in list_names(archive)
    assert give(archive, "forget", "ada marsh", "--yes") == (
        2, "", f'"ada marsh" was forgotten already, and is {player} now; nothing to do.\n',
    )  # fmt: skip
    assert_sealed(archive)
    assert other != player


TWO = make("Two", "2024-05-01", "Ada Marsh", "Ben", "Cleo", "Dan", ids={"Ada Marsh": "17"})
THREE = make("Three", "2024-06-01", "Ben", "Ada Marsh", "Cleo", "Dan", ids={"Ada Marsh": "18"}, organizer="Ada Marsh")


def test_a_name_that_two_bear_stays_where_it_is_the_other_ones(archive: Archive, tmp_path: Path) -> None:
    """Archive 10.3."""
    add(archive, TWO, THREE)
    code, out, err = give(archive, "forget", "Ada Marsh", "--yes")
    assert (code, out) == (2, "")
    assert "Ada Marsh (Player ID 17)" in err
    assert "Ada Marsh (Player ID 18)" in err
    code, out, _ = give(archive, "forget", "17", "--yes")
    player = out.partition("who is now ")[2][: len("Player 1f3a")]
    assert out.splitlines()[0] == "Others have that name, too: where nothing says who is meant, it stays."
    assert_sealed(archive)
    with archive.reading() as connection:
        entered = {(row.event, row.name) for row in connection.execute(select(ENTRIES.c.event, ENTRIES.c.name))}
        assert connection.execute(select(EVENTS.c.organizer).where(EVENTS.c.event == 2)).scalar() == "Ada Marsh"
    assert {(1, player), (2, "Ada Marsh")} <= entered
    assert (1, "Ada Marsh") not in entered
    assert give(archive, "player", "18")[1].startswith("Ada Marsh")


def test_who_stands_only_in_what_is_not_in_force_is_forgotten_too(archive: Archive, tmp_path: Path) -> None:
    add(archive, SPRING)
    with_id = [replace(entry, player_id="17") if entry.name == "Ada Marsh" else entry for entry in SPRING.entries]
    add(archive, replace(SPRING, entries=tuple(with_id)), make("Gone", "2024-07-01", "Old Name", "Ben", "Cleo", "Dan"))
    assert give(archive, "remove", "Gone")[0] == 0
    forget(archive, "Ada Marsh")
    forget(archive, "Old Name")
    assert_gone(archive, tmp_path / "gone", "Ada Marsh", "Old Name")
    assert_sealed(archive)


def test_a_forgetting_and_what_was_before_it_is_never_taken_back(archive: Archive) -> None:
    """Archive 10.1."""
    add(archive, SPRING, AUTUMN)
    assert give(archive, "remove", "Autumn")[0] == 0
    assert give(archive, "undo")[0] == 0
    forget(archive, "Ada Marsh")
    before = contents(archive)
    said = "With change 5 somebody was forgotten; that cannot be taken back, nor what was before it.\n"
    refused = (2, "", said)
    assert give(archive, "undo") == refused
    code, _, err = give(archive, "redo")
    assert code == 2
    assert err.startswith("Change 5 came after what was taken back")
    assert contents(archive) == before
    assert give(archive, "merge", "Ben", "Dan")[0] == 2
    assert give(archive, "apart", "Ben", "Dan")[0] == 0
    assert give(archive, "undo")[0] == 0
    assert give(archive, "undo") == refused
    assert give(archive, "redo")[0] == 0


def test_who_was_somebody_else_in_some_event_is_told_apart(archive: Archive, tmp_path: Path) -> None:
    """Archive 10.6: also when the events come again."""
    add(archive, SPRING, AUTUMN, CUP)
    assert give(archive, "split", "Ada Marsh", "--event", "Spring", "--to", "Ada (Leeds)")[0] == 0
    before = list_figures(archive, "Ada (Leeds)", "Ada Marsh")
    player = forget(archive, "Ada (Leeds)")
    assert list_figures(archive, player, "ada  marsh") == before
    assert {player, "ada  marsh"} <= list_names(archive)
    assert_sealed(archive)
    assert_gone(archive, tmp_path / "gone", "Ada (Leeds)")
    before = list_figures(archive, "ada  marsh")
    other = forget(archive, "Ada Marsh")
    assert list_figures(archive, other) == before
    assert_sealed(archive)
    again = {f"{each.name},{each.date}": [entry.name for entry in each.entries] for each in (SPRING, AUTUMN)}
    bring(archive, tmp_path / "lists.csv", again)
    assert list_names(archive) == {player, other, "Ben", "Cleo", "Dan", "Mary Ada Marsh"}


@pytest.mark.nightly
def test_who_was_told_apart_and_hidden_is_so_still(archive: Archive, tmp_path: Path) -> None:
    """Archive 10.1."""
    add(archive, SPRING, make("Other", "2024-04-01", "Ada Marsch", "A. M.", "Cleo", "Dan"))
    assert give(archive, "merge", "Ada Marsh", "A. M.")[0] == 0
    assert give(archive, "apart", "Ada Marsh", "Ada Marsch")[0] == 0
    assert give(archive, "apart", "A. M.", "Ben")[0] == 0
    with archive.writing() as connection:
        Corrections(connection, Command()).hide("Ada Marsh")
    player = forget(archive, "Ada Marsh")
    assert_sealed(archive)
    assert_gone(archive, tmp_path / "gone", "Ada Marsh", "A. M.")
    with archive.reading() as connection:
        who = who_is_who(connection)
        (hidden,) = who.hidden
        apart = {frozenset(map(who.name, pair)) for pair in who.two_people}
    assert who.name(hidden) == player
    assert apart == {frozenset((player, "Ada Marsch")), frozenset((player, "Ben"))}


def test_a_team_has_another_name_without_one_of_its_two(archive: Archive, tmp_path: Path) -> None:
    pairs = [f"{each} & Partner" for each in ("Ben", "Cleo", "Dan")]
    add(archive, SPRING, make("Doubles", "2024-08-01", "Ada Marsh & Bo Lind", *pairs))
    before = list_figures(archive, "Ada Marsh")
    player = forget(archive, "Ada Marsh")
    assert {player, f"{player} & Bo Lind"} <= list_names(archive)
    assert [len(rows) for rows in list_figures(archive, player).values()] == [len(rows) for rows in before.values()]
    assert_sealed(archive)
    assert_gone(archive, tmp_path / "gone", "Ada Marsh")
    (added,) = add(archive, make("Doubles", "2024-08-01", "Ada Marsh & Bo Lind", *pairs))
    assert added.kind == "replace", "the archive alone knows nobody again"


DOUBLES = make("Doubles", "2024-08-01", "Ada Marsh & Bo Lind", "Ben & Cleo", "Eve & Dan")
PAIRS = make("Pairs", "2024-08-08", "Ben & Cleo", "Fay & ada  marsh", "Eve & Dan", ids={"Fay & ada  marsh": "FM-17"})
AGAIN = (("Ada Marsh & Bo Lind", ""), ("Gil & Ada Marsh", ""), ("Fay & Ada Marsh", "FM-17"), ("Ben & Cleo", ""))


@pytest.mark.nightly
def test_who_played_only_in_teams_is_forgotten_and_the_partners_are_not(archive: Archive, tmp_path: Path) -> None:
    """Archive 10.2 and 10.6; before, only the whole team could be named, and everybody in it went."""
    add(archive, DOUBLES, PAIRS)
    before = list_figures(archive, "Ada Marsh & Bo Lind", "Fay & ada  marsh (Player ID FM-17)")
    question = give(archive, "forget", "ADA MARSH")[1]
    assert question.startswith("Forget Ada Marsh, in 2 events of the archive ")
    code, out, _ = give(archive, "forget", "ada marsh", "--yes")
    player = out.partition("who is now ")[2][: len("Player 1f3a")]
    assert (code, f"{player}, in 2 events." in out) == (0, True)
    assert list_names(archive) == {player, f"{player} & Bo Lind", "Ben & Cleo", "Eve & Dan", f"Fay & {player}"}
    assert list_figures(archive, f"{player} & Bo Lind", f"Fay & {player} (Player ID FM-17)") == before
    assert_sealed(archive)
    assert_gone(archive, tmp_path / "gone", "Ada Marsh", "ada  marsh")
    rows = [f"New,2026-06-01,{name},{place},{number}" for place, (name, number) in enumerate(AGAIN, 1)]
    (tmp_path / "new.csv").write_text("\n".join(["Event,Date,Player,Position,Player ID", *rows]), "utf-8")
    assert f"\n{player} in New " in give(archive, "import", tmp_path / "new.csv")[1]
    assert_gone(archive, tmp_path / "again", "Ada Marsh", "ada  marsh")
    said = f'"Ada Marsh" was forgotten already, and is {player} now; nothing to do.\n'
    assert give(archive, "forget", "Ada Marsh", "--yes") == (2, "", said)
    said = f"{player} is somebody who was forgotten already; nothing to do.\n"
    assert give(archive, "forget", player, "--yes") == (2, "", said)


def test_nobody_is_led_to_forget_two_without_being_told(archive: Archive) -> None:
    """Archive 10.2: a name that nobody has is told none of a team, and who names a team is told that all of it goes."""
    add(archive, DOUBLES, PAIRS)
    before = contents(archive)
    for typed, meant in (("Ada Marsch", '"Ada Marsh"'), ("Bo", '"Bo Lind"'), ("Ben & Clep", '"Ben & Cleo"')):
        for command in ("forget", "hide"):
            code, out, err = give(archive, command, typed)
            assert (code, out) == (2, "")
            assert err == f'There is nobody called "{typed}" in the archive. Did you mean {meant}?\n'
    told = "Ben & Cleo is a team: all of them are forgotten by that name. To forget one of them, give that name alone."
    assert give(archive, "forget", "Ben & Cleo")[1].startswith(f"{told}\nForget Ben & Cleo, in 2 events ")
    assert give(archive, "forget", "Ben & Cleo", "--dry-run")[1].splitlines()[1] == told
    assert contents(archive) == before
    lines = give(archive, "forget", "Ben & Cleo", "--yes")[1].splitlines()
    assert told in lines


@pytest.mark.parametrize("kind", ["sqlite"])
def test_one_of_a_team_is_forgotten_in_an_event_of_a_workbook(archive: Archive, tmp_path: Path, no_pages: None) -> None:
    """Archive 10.2: the player and the partner of a team are in cells of their own."""
    file = tmp_path / "Doubles.xlsx"
    simulated(file, "--format", "Duplicate Magic", "--teams", "--players", 6, "--rounds", 1, "--date", "2026-02-02")
    assert CliRunner().invoke(main, ["run", str(file)]).exit_code == 0
    assert give(archive, "add", file)[0] == 0
    one, other = (name.split(" & ") for name in sorted(list_names(archive))[:2])
    first, second = forget(archive, one[0]), forget(archive, other[1])
    assert {f"{first} & {one[1]}", f"{other[0]} & {second}"} <= list_names(archive)
    assert_sealed(archive)
    assert_gone(archive, tmp_path / "gone", one[0], other[1])
    edit(file, {"Event": {"B5": "Hall"}})
    assert give(archive, "add", file)[0] == 0
    assert_gone(archive, tmp_path / "again", one[0], other[1])


def test_nobody_is_forgotten_where_that_would_hide_what_was_altered(archive: Archive) -> None:
    """Archive 10.5."""
    add(archive, SPRING)
    with archive.writing() as connection:
        connection.execute(update(ENTRIES).where(ENTRIES.c.name == "Ben").values(position=9))
    before = contents(archive)
    code, out, err = give(archive, "forget", "Ada Marsh", "--yes")
    assert (code, out) == (4, "")
    assert err.startswith(
        "The archive was altered without the program (The table entries, Ben in Spring (2024-03-01): position is 9, "
    )
    assert contents(archive) == before


def read_details(archive: Archive) -> dict[str, Any]:
    bodies = select(LOG.c.body).where(LOG.c.kind == "forget").order_by(LOG.c.number.desc())
    with archive.reading() as connection:
        return dict(json.loads(connection.execute(bodies).scalars().first() or ""))


def test_who_guesses_a_name_can_have_it_confirmed_and_nobody_else_learns_it(archive: Archive) -> None:
    """Archive 10.8."""
    add(archive, SPRING, TWO)
    assert give(archive, "merge", "Ada Marsh (Player ID 17)", "Ada Marsh (no Player ID)")[0] == 0
    forget(archive, "17")
    details = read_details(archive)
    salt = bytes.fromhex(details["salt"])
    tried = [scrypt(guess.encode(), salt=salt, n=4096, r=8, p=1, dklen=32).hex() for guess in ("=ada marsh", "#17")]
    assert details["names"] == sorted(tried)
    add(archive, AUTUMN)
    forget(archive, "Ben")
    assert read_details(archive)["salt"] == details["salt"]
