"""What is to be done next with an event, decided and worded; and which round can be paired again.

The command line, the sheet Desk and the desk's page say it each with what only they know: how to run, what is typed.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.problems import Severity
from turnabout_sheets.core.text import list_numbers
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.results import Results, list_waiting, running_round
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.jobs.compare import list_rows
from turnabout_sheets.jobs.outcome import Computed
from turnabout_sheets.prints.words import Words
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.rounds.new_round import NewRound
from turnabout_sheets.rounds.next_rounds import due_rounds
from turnabout_sheets.sheets.cell_kinds import format_cell

SHOWN_TABLES: Final = 12
"""Of more tables without a result only the number is given; the page Outstanding lists them all."""


class NextStep(StrEnum):
    """All that there can be to do next, as the machine-readable report has it."""

    CORRECT = "correct the errors"
    LIST_PLAYERS = "list the players"
    PLAY = "print the slips and play"
    TYPE_RESULTS = "type the results"
    DECIDE = "say who goes on from drawn matches"
    ALLOW_PAIRING = "make a pairing possible"
    PAIR = "run to pair the next round"
    TYPE_PAIRINGS = "type the pairings"
    CLOSE = "end the event early, because nobody is left to be paired"
    ARCHIVE = "print the report and archive the event"


def find_next_step(computed: Computed, *, to_print: bool | None = None) -> NextStep:
    """Return what is to be done next after a run.

    ``to_print``: whether the running round is yet to be printed; where it is None, each new round is, and of rounds
    paired at once each when its turn comes.
    """
    results = computed.results
    if results is None:
        return NextStep.CORRECT
    event = results.event
    if list_waiting(results):
        may_be_new = event.settings.method.at_once or to_print
        is_new = find_round_to_play(computed) is not None or (may_be_new and is_untouched(results))
        return NextStep.PLAY if is_new and to_print is not False else NextStep.TYPE_RESULTS
    if results.undecided:
        return NextStep.DECIDE
    if results.finished:
        return NextStep.ARCHIVE
    if computed.exit is ExitCode.NO_PAIRING:
        return NextStep.ALLOW_PAIRING
    if due_rounds(results):
        return NextStep.PAIR
    if len(event.playing(event.last_round + 1)) >= 2:
        return NextStep.TYPE_PAIRINGS
    return NextStep.CLOSE if event.last_round else NextStep.LIST_PLAYERS  # nobody is left to be paired (1.4.14)


def find_round_to_play(computed: Computed) -> NewRound | None:
    """Return the first new round that is to be played; of rounds paired at once, only when its turn has come.

    One of byes only, or of forfeits, has nothing to type (rules 1.4.13), and one that was put back has its results.
    """
    fields = computed.format.result_fields
    waiting = {match.round for match in list_waiting(computed.results)} if computed.results is not None else set()
    blank = (new for new in computed.new_rounds if all(row.get(field) is None for row in new.rows for field in fields))
    return next((new for new in blank if new.number in waiting), None)


class Advice(NamedTuple):
    """What to ``do``, as it goes on from "Next: ", and how the event ``stands``, where that needs saying."""

    do: str
    stands: str = ""
    is_typed: bool = True  # it is done in the workbook, which is to be saved then

    def say(self, ending: str) -> str:
        """Return it in sentences of its own, of which the last has this ending."""
        return " ".join(filter(None, [self.stands, f"{self.do[:1].upper()}{self.do[1:]}{ending}"]))


def advise(step: NextStep, computed: Computed, w: Words, pages: str = "") -> Advice:
    """Return a step in words; ``pages`` says what is to be printed better than its name does, such as by its file."""
    results = computed.results
    if step is NextStep.CORRECT or results is None:
        return Advice(w("next.correct"))
    event, following = results.event, results.event.last_round + 1
    all_in = w("next.all_in", n=results.played) if results.played else ""
    match step:
        case NextStep.LIST_PLAYERS:
            return Advice(w("next.mark_players" if "here" in event.count_marked() else "next.list_players"))
        case NextStep.PLAY:
            new = find_round_to_play(computed)
            number = new.number if new else running_round(results)
            pages = pages or w("next.round_pages", n=number)
            return Advice(w("next.play", pages=pages, sheet=title_sheet(results, number)), is_typed=False)
        case NextStep.TYPE_RESULTS:
            waiting = list_waiting(results)
            waiting = [each for each in waiting if each.round == waiting[0].round]
            asked = w("next.type_results", sheet=title_sheet(results, waiting[0].round))
            tables = [each.table for each in waiting if each.table is not None]
            missing = w.counted("next.results", len(waiting))
            if len(tables) == len(waiting) <= SHOWN_TABLES:
                missing = w.counted("next.tables", len(tables), tables=list_numbers(tables, w("balance.and")))
            return Advice(asked, "" if is_untouched(results) else missing)
        case NextStep.DECIDE:
            return Advice(w.counted("next.decide", len(results.undecided)))
        case NextStep.ALLOW_PAIRING:
            return Advice(w("next.correct"), w("next.no_pairing", n=following))
        case NextStep.PAIR if following > 1:
            return Advice(w("next.pair", n=following), all_in, is_typed=False)
        case NextStep.PAIR:
            if here := event.count_marked().get("here"):
                return Advice(w("next.pair_marked"), w("next.marked", n=here, all=len(event.expected)), is_typed=False)
            return Advice(w("next.pair_first"), w.counted("next.players", len(event.playing(1))), is_typed=False)
        case NextStep.TYPE_PAIRINGS:
            return Advice(w("next.type_pairings", sheet=title_round(following)), all_in)
        case NextStep.CLOSE:
            return Advice(w("next.close", last=following - 1), w("next.too_few", n=following))
        case NextStep.ARCHIVE:
            key = "next.archive" if event.settings.day else "next.date_and_archive"
            return Advice(w(key, pages=pages or w("next.last_pages")), w("next.finished"), is_typed=False)


def is_untouched(results: Results) -> bool:
    """Return whether every result of the running round is missing, and no other."""
    waiting, running = list_waiting(results), results.event.rounds.get(running_round(results), ())
    return bool(waiting) and waiting[0] in running and len(waiting) == sum(match.b != BYE for match in running)


def title_sheet(results: Results, number: int) -> str:
    """Return the title of the sheet on which a round is."""
    return results.event.tables[results.event.rounds[number][0].sheet].title


def find_blank_round(event: Event, format: Format) -> int:
    """Return the last round, if the program can pair it again: it has a sheet, and nothing of a result; 0 for none.

    Rounds that are typed are not paired, rounds that are paired at once have no last one, and a ruling is a result.
    """
    number, method = event.last_round, event.settings.method
    matches = event.rounds.get(number)
    if method.name == "manual" or method.at_once or number in event.published or not matches:
        return 0
    rows = list_rows(event, format, number)
    is_begun = any(each.ruling is not None for each in matches) or any(row.result for row in rows)
    return number if not is_begun and event.tables[matches[0].sheet].title == title_round(number) else 0


def has_blank_sheet(event: Event, format: Format, number: int) -> bool:
    """Return whether the sheet of a round has nothing but headers and formulas, so that the round can be paired."""
    table = event.tables.get(title_round(number))
    if table is None:
        return False
    formulas = find_live_columns(table, format, hidden=True)
    rows = table.grid.rows[table.header_row :]
    return not any(format_cell(cell) for row in rows for at, cell in enumerate(row) if at not in formulas)


def offer_blank_round(computed: Computed) -> int:
    """Return the round, if there is no error but on its sheet: there, a player who has left may be the very reason."""
    number = find_blank_round(computed.event, computed.format) if computed.event is not None else 0
    errors = {each.place.sheet for each in computed.problems if each.severity is Severity.ERROR}
    return number if errors <= {title_round(number)} else 0
