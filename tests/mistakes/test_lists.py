"""Lists of players as people have them: what is taken of each, what is said, and what is refused, in ``lists``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.dose import combinations, dose
from tests.support.books import records
from tests.support.commands import turnabout
from tests.support.transcripts import compare, load, play

CASES = load(sorted((Path(__file__).parent / "lists").glob("*.txt")), slow=("taken",))


@pytest.mark.parametrize(("file", "case"), CASES)
def test_a_list__when_an_event_is_made_of_it__is_taken_as_it_is_meant(
    file: Path, case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    compare(file, case, play(case), request.config.getoption("--rewrite-golden"))


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize(
    ("encoding", "end", "mark"),
    combinations(["utf-8", "utf-8-sig", "cp1252", "utf-16"], ["\n", "\r\n", "\r"], [";", "\t", ","]),
)
def test_a_list__in_every_common_way_of_writing__is_read(tmp_path: Path, encoding: str, end: str, mark: str) -> None:
    rows = (("Player", "Rating"), ("Zoë Marsh", "1,5"), ("Bo", "2"))
    text = "".join(mark.join(f'"{cell}"' if "," in cell else cell for cell in row) + end for row in rows)
    (tmp_path / "list.csv").write_bytes(text.encode(encoding))
    turnabout("new", tmp_path / "event.xlsx", "--players", tmp_path / "list.csv")
    listed = [(row["Player"], row["Rating"]) for row in records(tmp_path / "event.xlsx", "Players")]
    assert listed == [("Zoë Marsh", 1.5), ("Bo", 2)]


def test_a_list__of_more_than_200_mb__is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_text("Player\n")
    os.truncate(tmp_path / "list.csv", 201_000_000)
    assert "list.csv holds more than any event needs." in turnabout(
        "new", tmp_path / "event.xlsx", "--players", tmp_path / "list.csv"
    ).output.replace("\n", " ")


@pytest.mark.slow
@pytest.mark.soak
def test_an_ordinary_list__of_forms_and_chats__is_taken_without_a_question(tmp_path: Path) -> None:
    """Of names alone, numbered, with bullets."""
    first = ["Ada", "Ben", "Çağla", "Jo-Ann", "O'Neil", "Mai Anh"]
    last = ["Lind", "van der Berg", "LeFèvre", "Sø", "Müller"]
    ways = ["{name}", "{number}. {name}", "{number}) {name}", "- {name}", "* {name}"]
    for day in dose(range(0, 90, 7), range(90)):
        people = [f"{first[(day + at) % 6]} {last[(day // 6 + at) % 5]}" for at in range(4 + day % 20)]
        people = list(dict.fromkeys(people))
        lines = [ways[day % 5].format(number=at, name=name) for at, name in enumerate(people, 1)]
        (tmp_path / "list.txt").write_text("\n".join(lines), "utf-8")
        said = turnabout("new", tmp_path / f"{day}.xlsx", "--players", tmp_path / "list.txt").output
        assert said.count("\n") == 2, said
        assert [row["Player"] for row in records(tmp_path / f"{day}.xlsx", "Players")] == people
