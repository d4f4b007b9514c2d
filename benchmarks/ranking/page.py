"""Writes the figures of the study into the page, between the marks that stand there for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks.ranking.methods import METHODS
from benchmarks.ranking.model import LESS_LUCK, Calibration, calibrate
from benchmarks.ranking.study import OURS, Case, Estimate, Study

CALIBRATION_MATCHES = 100_000
RIVALS = [method for method in METHODS if method != OURS]


def write_figures(page: Path, figures: Mapping[str, str]) -> None:
    """Replace the figures of the page, by name. Raises `ValueError` where the page has no place for some of them."""
    text = page.read_text("utf-8")
    for name, new in figures.items():
        text = replace(text, name, new)
    page.write_text(text, "utf-8", newline="\n")


def replace(text: str, name: str, figures: str) -> str:
    """Return the text with new figures between its two marks of this name."""
    begin, end = f"<!-- figures: {name} -->\n", f"<!-- end of figures: {name} -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the page has no place marked for the figures {name}")
    return f"{before}{begin}{figures}\n{end}{after}"


def all_figures(study: Study, calm: Study) -> dict[str, str]:
    """Return the figures of the study, and of the one with less luck, by the name of their place."""
    return {
        "matches": _matches(calibrate(CALIBRATION_MATCHES)),
        "events": _events(study),
        "correlation": _beside_rivals(study, "correlation", _plain(3)),
        "strongest wins": _beside_rivals(study, "strongest wins", _percent),
        "top quarter": _beside_rivals(study, "top quarter", _percent),
        "mean difference": _by_method(study, "mean difference", _plain(3)),
        "largest difference": _by_method(study, "largest difference", _plain(1)),
        "same rounds": _same_rounds(study),
        "repaired": _by_method(study, "repaired", _plain(2), RIVALS),
        "less luck, matches": _matches(calibrate(CALIBRATION_MATCHES, LESS_LUCK)),
        "less luck, correlation": _beside_rivals(calm, "correlation", _plain(3)),
        "less luck, strongest wins": _beside_rivals(calm, "strongest wins", _percent),
    }


def _matches(found: Calibration) -> str:
    better, drawn = found.better_wins / found.matches, found.draws / found.matches
    points = found.winners_points / (found.matches - found.draws)
    return (
        f"In {found.matches:,} matches between two random players, the better one won {better:.1%} and {drawn:.1%} were"
        f" drawn; the winner had {points:.1f} of 30 VP on average."
    )


def _events(study: Study) -> str:
    sizes = dict.fromkeys(players for players, _ in study.sizes)
    return (
        f"{study.events * len(sizes):,} events, {study.events:,} for each number of players, and each played with"
        f" every one of the {len(METHODS)} ways to pair. In all of them together, {study.total('rematches'):,.0f}"
        " matches were rematches."
    )


Format = Callable[[Estimate, str], str]
"""Words an estimate; the text is "+" for differences, which have a sign, and otherwise empty."""


def _plain(digits: int, scale: int = 1) -> Format:
    def word(found: Estimate, sign: str) -> str:
        mean, error = scale * found.mean, scale * found.error
        return f"{mean:{sign}z.{digits}f} ± {error:.{digits}f}".replace("-", "−")

    return word


_percent = _plain(1, 100)


def _by_method(study: Study, measure: str, word: Format, methods: Sequence[str] = tuple(METHODS)) -> str:
    """Return a table of one measure: what every method had."""
    return _table(
        methods,
        study,
        lambda players, rounds: [word(study.estimate(Case(players, rounds, each), measure), "") for each in methods],
    )


def _beside_rivals(study: Study, measure: str, word: Format) -> str:
    """Return a table of one measure: what every method had, and by how much closest exceeds each rival."""

    def cells(players: int, rounds: int) -> list[str]:
        cases = {method: Case(players, rounds, method) for method in METHODS}
        return [
            *(word(study.estimate(case, measure), "") for case in cases.values()),
            *(word(study.ahead(cases[rival], measure), "+") for rival in RIVALS),
        ]

    return _table([*METHODS, *(f"{OURS} − {rival}" for rival in RIVALS)], study, cells)


def _same_rounds(study: Study) -> str:
    """Return the table of the rounds that were paired by closest, and once more by greedy."""
    shares = {
        "greedy has more squares": "% of rounds with more squares",
        "greedy has a larger largest": "% with a larger largest difference",
        "greedy has a smaller largest": "% with a smaller one",
    }
    squares = {"squares": "squares in a match: closest", "greedy's squares": "greedy"}

    def cells(players: int, rounds: int) -> list[str]:
        case = Case(players, rounds, OURS)
        return [
            *(_percent(study.estimate(case, measure), "") for measure in shares),
            *(_plain(2)(study.estimate(case, measure), "") for measure in squares),
        ]

    return _table([*shares.values(), *squares.values()], study, cells)


def _table(heads: Sequence[str], study: Study, cells: Callable[[int, int], Sequence[str]]) -> str:
    """Return a table with one row for each number of players and rounds."""
    rows = [["players", "rounds", *heads], ["---:"] * (2 + len(heads))]
    rows += [[str(players), str(rounds), *cells(players, rounds)] for players, rounds in study.sizes]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
