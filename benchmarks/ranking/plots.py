"""The plots of the study, as SVG. The same study and version of matplotlib give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks.ranking.methods import METHODS
from benchmarks.ranking.study import FIELDS, OURS, Case, Study, rounds_for


class Style(NamedTuple):
    """How a method is drawn: in colours that colour-blind people can tell apart (Okabe and Ito), and by marker."""

    label: str
    colour: str
    marker: str


STYLES = {
    "closest": Style("closest", "#0072B2", "o"),
    "greedy": Style("greedy", "#D55E00", "s"),
    "fold": Style("fold", "#007A59", "^"),
    "random": Style("random", "#666666", "D"),
}
ERRORS = 2
"""Bars reach so many standard errors to both sides."""


def draw_all(study: Study, folder: Path) -> None:
    """Write all plots."""
    plots: dict[str, Callable[[Study], Figure]] = {
        "ranking": ranking,
        "differences": score_differences,
        "greedy": beside,
    }
    with mpl.rc_context():
        _settle()
        for name, plot in plots.items():
            plot(study).savefig(folder / f"pairing-{name}.svg", metadata={"Date": None}, facecolor="white")


def _settle() -> None:
    """Set what all plots look like, whatever the user's own settings are, and the same bytes each time."""
    mpl.rcdefaults()
    mpl.rc("svg", hashsalt="turnabout", fonttype="path")
    mpl.rc("font", family="DejaVu Sans", size=10)
    mpl.rc("axes", titlesize=11, titlelocation="left", titlepad=10, edgecolor="#777777", axisbelow=True, grid=True)
    mpl.rc("axes.grid", axis="y")
    mpl.rc("axes.spines", top=False, right=False)
    mpl.rc("grid", color="#e4e4e4")
    mpl.rc("lines", linewidth=1.6, markersize=5.5)


def ranking(study: Study) -> Figure:
    """Draw how well the final order tells the strong from the weak."""
    figure = Figure(figsize=(10.5, 3.9), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    _by_field(study, left, "correlation", "Final and true order:\nrank correlation", (0.5, 0.8))
    _by_field(study, middle, "strongest wins", "Events won by the\nstrongest player, %", (15, 45), scale=100)
    _by_field(study, right, "top quarter", "Strongest quarter found in\nthe first quarter, %", (45, 75), scale=100)
    return figure


def score_differences(study: Study) -> Figure:
    """Draw how many VP lie between opponents."""
    figure = Figure(figsize=(9, 4.1), layout="constrained")
    left, right = figure.subplots(1, 2)
    _by_field(study, left, "mean difference", "Score difference in a match,\nmean, VP", (0, 25))
    _by_field(study, right, "largest difference", "Largest score difference\nof the event, VP", (0, 110))
    return figure


def _by_field(
    study: Study, axes: Axes, measure: str, title: str, limits: tuple[float, float], scale: float = 1
) -> None:
    """Draw a measure of all methods over the number of players, with as many rounds as make one winner."""
    ends: list[End] = []
    for index, method in enumerate(METHODS):
        style = STYLES[method]
        found = [study.estimate(Case(players, rounds_for(players), method), measure) for players in FIELDS]
        # Side by side, so that bars that agree do not hide each other.
        places = [place + 0.09 * (index - 1.5) for place in range(len(FIELDS))]
        means, errors = [scale * each.mean for each in found], [scale * ERRORS * each.error for each in found]
        axes.errorbar(places, means, errors, color=style.colour, marker=style.marker, elinewidth=1.2)
        ends.append(End(means[-1], style.label, style.colour))
    axes.set_ylim(*limits)
    _name_lines(axes, ends)
    _name_fields(axes)
    axes.set_title(title)


def _name_fields(axes: Axes) -> None:
    axes.set_xticks(range(len(FIELDS)), [f"{players}\n{rounds_for(players)}" for players in FIELDS])
    axes.set_xlabel("players, and rounds")


class End(NamedTuple):
    """Where a line ends, and what is written there."""

    height: float
    label: str
    colour: str


def _name_lines(axes: Axes, ends: Sequence[End], room: float = 1) -> None:
    """Write its name at the end of each line; names that would overlap, or leave the plot, are moved apart."""
    low, high = axes.get_ylim()
    gap = (high - low) * 0.065
    ordered = sorted(ends)
    heights = [end.height for end in ordered]
    for _ in range(100):
        heights[0] = max(heights[0], low + gap / 2)
        for k in range(len(heights) - 1):
            overlap = max(0, gap - (heights[k + 1] - heights[k]))
            heights[k] -= overlap / 2
            heights[k + 1] += overlap / 2
    axes.set_xlim(-0.3, len(FIELDS) - 1 + room)
    for height, end in zip(heights, ordered, strict=True):
        axes.text(len(FIELDS) - 0.72, height, end.label, color=end.colour, va="center", fontweight="bold")


def beside(study: Study) -> Figure:
    """Draw what exactness changes: closest beside careful greedy."""
    figure = Figure(figsize=(10.5, 4.1), layout="constrained")
    left, right = figure.subplots(1, 2)
    _gain(study, left)
    _same_rounds(study, right)
    return figure


def _gain(study: Study, axes: Axes) -> None:
    """Draw by how much the rank correlation of closest pairing exceeds that of each rival in the same events."""
    ends = []
    for index, rival in enumerate(method for method in METHODS if method != OURS):
        style = STYLES[rival]
        found = [study.ahead(Case(n, rounds_for(n), rival), "correlation") for n in FIELDS]
        places = [place + 0.09 * (index - 1) for place in range(len(FIELDS))]
        means, errors = [each.mean for each in found], [ERRORS * each.error for each in found]
        axes.errorbar(places, means, errors, color=style.colour, marker=style.marker, elinewidth=1.2)
        ends.append(End(means[-1], f"less {style.label}", style.colour))
    axes.plot([-0.3, len(FIELDS) - 0.8], [0, 0], color="#444444", linewidth=1)
    axes.set_ylim(-0.02, 0.03)
    _name_lines(axes, ends, room=1.15)
    axes.text(-0.25, 0.029, "closest ranks better", color="#444444", va="top")
    axes.text(-0.25, -0.019, "the other ranks better", color="#444444", va="bottom")
    _name_fields(axes)
    axes.set_title("Rank correlation in the same events:\nclosest less each of the others")


def _same_rounds(study: Study, axes: Axes) -> None:
    """Draw in how many rounds of closest pairing greedy would have done worse, or better, from the same standing."""
    ends = []
    for measure, label, colour, marker in (
        ("greedy has more squares", "more squares", STYLES["greedy"].colour, "s"),
        ("greedy has a larger largest", "larger largest", "#A6611A", "v"),
        ("greedy has a smaller largest", "smaller largest", STYLES[OURS].colour, "o"),
    ):
        found = [study.estimate(Case(n, rounds_for(n), OURS), measure) for n in FIELDS]
        means, errors = [100 * each.mean for each in found], [100 * ERRORS * each.error for each in found]
        axes.errorbar(range(len(FIELDS)), means, errors, color=colour, marker=marker, elinewidth=1.2)
        ends.append(End(means[-1], label, colour))
    axes.set_ylim(-1, 50)
    _name_lines(axes, ends, room=1.25)
    _name_fields(axes)
    axes.set_title("The same rounds paired by greedy: % of them with\nmore squares, or another largest difference")
