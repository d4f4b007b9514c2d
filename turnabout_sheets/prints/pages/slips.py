"""Match slips, to be cut: what stands on one is the format's (see `prints.slips`)."""

from __future__ import annotations

from turnabout_sheets.prints.page import EACH_ROUND, Document, Job, Of, Page, Pages
from turnabout_sheets.prints.render import render

SLIPS = Document(position=10, file="round-{:02}-slips.html", task="index.print_and_cut", title="index.slips")
BLANK_SLIPS = Document(position=130, file="blank-slips.html", task="index.print_and_cut", title="index.blank_slips")

OF_SEVERAL_ROUNDS = "rounds-{:02}-to-{:02}-slips.html"
"""Several rounds in one file, which the index does not have."""


def print_slips(job: Job) -> Pages:
    """Return the slips of the job's round, of several rounds in one file, or blank ones."""
    rounds = [number for number in job.together or (job.round,) if number in job.event.rounds]
    if job.selection.blank:
        file, rounds = BLANK_SLIPS.file, [0]
    elif not rounds:
        return {}
    else:
        file = OF_SEVERAL_ROUNDS.format(rounds[0], rounds[-1]) if len(rounds) > 1 else SLIPS.file.format(*rounds)
        file = file.replace(".html", f"{job.selection.suffix}.html")
    slips = job.own.load_slips()
    first, *more = (slips.make_view(job.event, job.format, number, job.w, job.selection) for number in rounds)
    return {file: render(slips.TEMPLATE, first, job.w, more=more, templates=job.templates)}


PAGE = Page(
    name="slips",
    help="match slips, to be cut",
    of=Of.ROUND,
    when=EACH_ROUND,
    documents=(SLIPS, BLANK_SLIPS),
    print=print_slips,
    can_be_together=True,
)
