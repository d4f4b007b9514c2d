"""The command ``turnabout why``: where a player's numbers come from, step by step."""

from __future__ import annotations

from pathlib import Path

import click

from turnabout_sheets.cli.parameters import (
    FILE,
    echo,
    fail_with_problems,
    name_argument,
    tell_if_open,
)

MOST = 40
"""How many lines answer a question that is about everything, unless all are wanted."""


@click.command()
@click.argument("file", type=FILE)
@name_argument()
@click.option(
    "--round",
    "number",
    type=click.IntRange(1),
    help="Only this round; the rank after it with --rank.",
)
@click.option("--pairing", is_flag=True, help="Only why the player plays whom.")
@click.option("--rank", is_flag=True, help="Only the rank: totals, tie-breaks, who is next above and below.")
@click.option("--rating", is_flag=True, help="Only the award of the event.")
@click.option("--against", metavar="OTHER", help="Only why the player does not meet OTHER, and what it would cost.")
@click.option("--all", "everything", is_flag=True, help=f"Every step, also where these are over {MOST} lines.")
def why(
    file: Path,
    name: str,
    number: int | None,
    pairing: bool,
    rank: bool,
    rating: bool,
    against: str | None,
    everything: bool,
) -> None:
    """Show where the numbers of the player NAME come from: the rank, each round, its pairing, the award."""
    if rating and number is not None:
        raise click.UsageError("--rating is of the whole event; leave out --round.")
    if against is not None and (rank or rating):
        raise click.UsageError("--against is of the pairing; leave out --rank and --rating.")
    from turnabout_sheets.explain.answers import explain, explain_pair, find_player
    from turnabout_sheets.jobs.check import check
    from turnabout_sheets.prints.steps import describe_answers, shorten_answers

    asked = [section for section, wanted in {"pairing": pairing, "rank": rank, "rating": rating}.items() if wanted]
    tell_if_open([file])
    outcome = check(file)
    if outcome.results is None or outcome.exit:
        fail_with_problems(outcome)
    player = find_player(outcome.results.event, name)
    if against is None:
        answers = explain(outcome.results, player, asked, number)
    else:
        answers = explain_pair(outcome.results, player, find_player(outcome.results.event, against), number)
    lines = [*describe_answers(answers)]
    if len(lines) > MOST and not (everything or asked or against or number):
        lines = [*describe_answers([*shorten_answers(answers)])]
        lines = [*lines[: MOST - 2], "", "Every step, with its cells and rules: --all. Those of one round: --round 1."]
    echo(lines)
