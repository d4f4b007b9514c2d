"""Who comes, goes, and is called otherwise at an ordinary desk; each act is as in `tests.support.ordinary_acts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from tests.support import late
from tests.support.organizer import SEATS, WORKS, Table, list_questions
from tests.support.truth import DECKS
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.text import key
from turnabout_sheets.event.model import BYE_NAME
from turnabout_sheets.jobs.edit import EditError

if TYPE_CHECKING:
    from tests.support.ordinary_day import Day

NOBODY: Final[tuple[int, str, Mapping[str, str]]] = (0, "", {})


def rename_everywhere(day: Day) -> str:
    old = day.random.choice(day.truth.players)["player"]
    new = f"{old.split()[0]} O{day.random.randrange(10**6)}"

    rename(day, old, new, "Players", *range(1, day.hand.last_round + 1))
    day.truth.rename(old, new)
    return f"{old} is called {new} everywhere"


def rename_while_it_waits(day: Day) -> str:
    """The round that waits knows who has a Player ID."""
    return rename_everywhere(day) if day.has_ids and not day.late else ""


def rename(day: Day, old: str, new: str, *sheets: str | int) -> None:
    """Find and replace a name."""

    def replace(table: Table) -> None:
        for header in {"player", *SEATS[1:]} & table.columns.keys():
            for n in table.rows:
                if key(str(table.get(n, header))) == key(old):
                    table.put(n, {header: new})

    for sheet in sheets:
        day.hand.change(sheet, replace)


def rename_in_two_steps(day: Day) -> str:
    """First on Players alone: without Player IDs the run says what is missing, and asks nothing; then in the rounds."""
    if day.open:
        return ""
    old = day.random.choice(day.truth.rounds[1])["player a"]
    new = f"{old.split()[0]} T{day.random.randrange(10**6)}"
    rename(day, old, new, "Players")
    day.hand.save()
    outcome = day.hand.run()
    has_id = day.has_ids and not old.startswith("Late ")  # who came late was given none
    assert outcome.exit is (ExitCode.DONE if has_id else ExitCode.PROBLEMS), day.fail(f"{old} is another name")
    assert not list_questions(outcome), day.fail(list_questions(outcome))
    rename(day, old, new, *range(1, day.hand.last_round + 1))
    day.truth.rename(old, new)
    return f"{old} is called {new} on Players, and then in the rounds"


def let_in(day: Day) -> str:
    """By the command, which types into the workbook itself."""
    name = f"Late {day.late + 1} Comer"
    if day.open or day.late > 2:
        return ""
    try:
        problems, done = late.let_in(day.hand.workbook, name)
    except EditError:
        return ""
    assert not problems, day.fail(f"{name} is not let in")
    day.add_late(name)
    day.hand.read()
    for number, rows in day.truth.rounds.items():
        table = day.hand.round(number)
        for n in table.rows:
            names = [table.get(n, each) for each in SEATS[1:]]
            if name in names:
                typed = {header: table.get(n, header) for header in (*SEATS, *DECKS) if header in table.columns}
                other = key(next(each for each in names if each != name))
                bye = next(
                    (row for row in rows if {key(row[each]) for each in SEATS[1:]} == {other, key(BYE_NAME)}), None
                )
                if bye is None:
                    bye = dict.fromkeys((*WORKS[day.hand.format], "ruling", *SEATS), "")
                    rows.append(bye)
                told = {key(bye[each]): bye[each] for each in SEATS[1:]}  # as on Players, however it is written here
                typed |= {each: told.get(key(typed[each]), typed[each]) for each in SEATS[1:]}
                bye.update(_with_both_decks(typed))
    return f"let in: {done}"


def _with_both_decks(row: dict[str, Any]) -> dict[str, Any]:
    """Who plays against A has B."""
    for one, other in (DECKS, DECKS[::-1]):
        if row.get(one) and not row[other]:
            row[other] = {"A": "B", "B": "A"}[row[one]]
    return row


def type_late(day: Day) -> str:
    """Over a BYE where there is one, else in a row of one's own."""
    number = day.truth.running
    if day.at_once or day.late > 2:
        return ""
    name = f"Late {day.late + 1} Typed"
    day.add_late(name)
    joined = {"joined round": number} if number > 1 else {}
    day.hand.change("Players", lambda table: table.add({"player": name, **joined}))
    rows, table = day.truth.rounds[number], day.hand.round(number)
    bye = next((n for n in table.rows if table.get(n, "player b") == BYE_NAME), 0)
    if bye and day.random.random() < 0.7:
        seat = 1 + int(max(table.get(n, "table") or 0 for n in table.rows))
        day.truth.find(number, table.get(bye, "player a"), BYE_NAME).update({"player b": name, "table": seat})
        table.put(bye, {"player b": name, "table": float(seat)})
    else:
        blank = dict.fromkeys((*WORKS[day.hand.format], "ruling", "table"), "")
        rows.append({**blank, "player a": name, "player b": BYE_NAME})
        table.add({"player a": name, "player b": BYE_NAME})
    table.type()
    return f"{name} is typed into round {number}"


def leave(day: Day) -> str:
    number = day.truth.running
    if day.at_once or day.leaving > 1:
        return ""
    names = [row["player a"] for row in day.truth.matches(number)]
    name = day.random.choice(names)
    typed = day.random.choice([{"dropped after": float(number)}, {"away": float(number + 1)}])
    day.hand.change("Players", lambda table: table.put(table.find(player=name), typed))
    day.leaving += 1
    day.left = (number, name, dict.fromkeys(typed, ""))
    return f"{name}: {typed}"


def stay(day: Day) -> str:
    """Who was to leave after the running round stays after all."""
    number, name, typed = day.left
    names = [row["player"] for row in day.truth.players]
    if number != day.truth.running or name not in names:
        return ""
    day.hand.change("Players", lambda table: table.put(table.find(player=name), typed))
    day.leaving -= 1
    day.left = NOBODY
    return f"{name} stays"


def announce(day: Day) -> str:
    """Somebody will be there from the next round on."""
    number = day.truth.running + 1
    if day.at_once or day.late > 2:
        return ""
    name = f"Late {day.late + 1} Next"
    day.add_late(name)
    day.hand.change("Players", lambda table: table.add({"player": name, "joined round": float(number)}))
    return f"{name} joins in round {number}"


def write_otherwise(day: Day) -> str:
    """A name is typed again in a round, in other letters that mean the same."""
    number = day.truth.running
    table = day.hand.round(number)
    row = day.pick(table.rows)
    name = table.get(row, "player a")
    table.put(row, {"player a": day.random.choice([name.upper(), f"{name} ", name.replace(" ", "  ")])})
    table.type()
    return f"round {number}: {name} is written otherwise"
