"""Checks of what is typed into match rows: rulings, results, what lacks."""

from __future__ import annotations

from collections.abc import Iterator

from turnabout_sheets.core.problems import Place, Problem, error, warning
from turnabout_sheets.core.text import join_words, key
from turnabout_sheets.event import progress
from turnabout_sheets.event.format import Format
from turnabout_sheets.event.model import BYE, Event
from turnabout_sheets.event.rulings import WAITS
from turnabout_sheets.formats.live import find_live_columns
from turnabout_sheets.sheets.cell_kinds import WINNER, format_cell
from turnabout_sheets.sheets.grid import address


def rulings(event: Event, format: Format) -> Iterator[Problem]:
    """Find rulings beside a result or about nobody, results of byes, and who goes on where nobody goes out.

    That is rules 1.4.4 and 1.11.2.
    """
    entry = [field for field in format.entry_fields if field != "ruling"]
    for match in event.rows:
        typed, is_bye = [field for field in entry if match[field] is not None], match.b == BYE
        where = "beside a bye" if is_bye else f"in this event; Pairing is {event.settings.pairing}"
        found: list[tuple[str, str, str]] = []
        if match.ruling and typed:
            why = "a result is typed, too; expected one of the two"
            found.append((match.ruling, why, "Clear the ruling or the result."))
        elif match.ruling and is_bye and match.ruling not in ("A no-show", WAITS):
            found.append((match.ruling, "there is no player B", 'Clear it, or choose "A no-show".'))
        elif match.ruling == WAITS and not is_bye:
            why = "there is a player B; expected it beside a bye only"
            found.append((WAITS, why, "Clear it, or correct player B."))
        if match.advances and (is_bye or not event.settings.method.by_bracket):
            found.append((f"{match.advances} advances", f"nobody goes out {where}", "Clear the ruling."))
        for ruling, why, hint in found:
            yield error(event.place(match, "ruling"), f'The ruling is "{ruling}", but {why}.', hint)
        if typed and is_bye and match.ruling is None:
            message = "A result is typed for a bye, which has none."
            yield error(event.place(match, typed[0]), message, "Clear the result, or correct player B.")


def results_over_formulas(event: Event, format: Format) -> Iterator[Problem]:
    """Find winners and counts typed over formulas, right of where they belong: nobody would read them.

    Only Check never has a number or Draw of its own.
    """
    columns = {title: find_live_columns(table, format) for title, table in event.tables.items()}
    names = [{*map(key, player.names)} for player in event.players]
    everybody = set[str]().union(*names)
    for match in event.rows:
        cells = event.tables[match.sheet].grid.rows
        row = cells[match.row - 1] if match.row <= len(cells) else ()
        for column, live in columns[match.sheet].items():
            text = format_cell(row[column]) if column < len(row) else ""
            found = key(text)
            is_name = found in everybody and any(found in names[player] for _, player in match.seats())
            if is_name or found in ("a", "b") or (live.warns and (found == "draw" or text.isdigit())):
                yield error(
                    Place(match.sheet, address(match.row - 1, column)),
                    f'"{text}" stands where the formula of {live.header} was; nobody reads it there.',
                    "Type it into the column where it belongs, and copy the formula from another row.",
                )


def half_a_match(event: Event, format: Format) -> Iterator[Problem]:
    """Find games that are not reported, though the others are, or they have counts (rules 1.4.10)."""
    not_asked = format.not_asked(event.settings)
    for match in event.rows:
        missing = [field for field in format.result_fields if match[field] is None]
        for field in missing if match.is_match else ():
            column, place = format.matches.column(field), event.place(match, field)
            moot = (each for each, (on, _) in format.needless.items() if on == field and each not in not_asked)
            counts = [event.place(match, each).cell for each in moot if match[each] is not None]
            message = f"{column.header.removesuffix(' winner')} is not reported,"
            if counts:
                message += f" but there is a count in {join_words(counts, 'and')}."
                yield error(place, message, "Fill in who won, or clear the count.")
            elif len(missing) < len(format.result_fields):
                of_game = "A, B or Draw; a game that was not finished is a Draw"
                hint = f"Fill in {of_game if column.kind is WINNER else column.kind.expects}."
                yield warning(place, f"{message} so the match does not count yet.", hint)


def missing_results(event: Event, format: Format) -> Iterator[Problem]:
    """Name the results that are missing in rounds before the last: the next round is paired already.

    Where all rounds are paired at once, the last one is that which has results.
    """
    at_once = event.settings.method.at_once
    last = progress.last_played_round(event) if at_once else event.last_round
    for number in [each for each in event.rounds if each < last]:
        matches = [match for match in event.outstanding.values() if match.round == number]
        if matches:
            tables = join_words([str(match.table or "?") for match in matches], "and")
            several = "s" * (len(matches) > 1)
            yield warning(
                event.place(matches[0], format.result_fields[0]),
                f"Round {number} lacks {len(matches)} result{several} (table{several} {tables}), though round "
                f"{last} {'has some' if at_once else 'is paired'}.",
                "Type the missing results; until then the standings are provisional.",
            )
