"""Adds up what `why` says about every player of an event, and holds it against the program's sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from turnabout_sheets.event.model import BYE
from turnabout_sheets.event.results import Results
from turnabout_sheets.event.steps import Answer, Group, Step
from turnabout_sheets.explain.answers import explain

Rows = Sequence[Mapping[str, Any]]


def sheets_of(results: Results) -> dict[str, Rows]:
    """Return the program's sheets by name, as rows by header."""
    sheets: dict[str, Any] = {}
    for output in results.format.make_output(results):
        headers = [column.header for column in output.sheet.columns]
        sheets[output.sheet.name] = output.frame.set_axis(headers, axis="columns").to_dict("records")
    return sheets


def add_up(results: Results) -> int:
    """Hold every number of Standings, Matches and Ratings against the steps to it; return how many there were."""
    sheets = sheets_of(results)
    standings = {row["Player"]: row for row in sheets["Standings"]}
    counted = 0
    for player in results.event.players:
        rank, matches, pairing, rating = explain(results, player)
        for answer in (matches, pairing, rank, rating):
            for step in all_steps(answer):
                assert {type(number) for number in (step.comes_to or 0, *step.terms)} <= {int, Fraction}, step
                assert {type(value) for value in step.values.values()} <= {str, int, Fraction}, step
                if step.terms:
                    assert sum(step.terms) == step.comes_to, step
        assert matches.question.comes_to == sum(matches.question.terms) == rank_total(rank)
        counted += add_up_matches(matches, player.shown, sheets["Matches"], results.format.points_name)
        check_opponents(pairing, player.shown, results)
        counted += add_up_rank(rank, player.shown, standings, list(standings))
        counted += add_up_rating(rating, player.shown, sheets.get("Ratings", ()))
    return counted


def rank_total(rank: Answer) -> int | Fraction | None:
    return next(group.title.comes_to for group in rank.groups if group.title.word == "title_total")


def all_steps(answer: Answer) -> list[Step]:
    return [step for group in answer.groups for step in group.steps]


def add_up_matches(answer: Answer, name: str, rows: Rows, points: str) -> int:
    """The last step of a round gives its points; a round that the sheet does not have gives none."""
    on_sheet = {row["Round"]: (side, row) for row in rows for side in "AB" if row[f"Player {side}"] == name}
    for group in answer.groups:
        number = group.title.values["round"]
        earned = [step for step in group.steps if step.comes_to is not None and step.of == points]
        assert earned, group
        assert earned[-1].comes_to == group.title.comes_to
        if number not in on_sheet:
            assert group.title.comes_to == 0, group
            continue
        side, row = on_sheet[number]
        assert group.title.comes_to == row[f"{points} {side}"], (group, row)
        if points == "VP" and row["MP A"] is not None:
            add_up_turnabout(group, side, row)
        if points == "GMP" and row["Points A"] is not None:
            add_up_netrunner(group, side, row)
    assert len(on_sheet) <= len(answer.groups)
    return len(on_sheet)


def check_opponents(answer: Answer, name: str, results: Results) -> None:
    """Each round names the opponent who is in its row, and how far apart the two were when it began."""
    event = results.event
    assert [group.title.values["round"] for group in answer.groups] == list(event.rounds)
    for group, (number, rows) in zip(answer.groups, event.rounds.items(), strict=True):
        pairs = [["BYE" if each == BYE else event.players[each].shown for each in match.pair] for match in rows]
        others = [other for pair in pairs if name in pair for other in pair if other != name]
        assert group.steps, group
        assert [group.title.values.get("opponent", "BYE")] == others or (group.title.word, others) == (
            "paired.nobody",
            [],
        )
        for step in group.steps:
            if step.word == "paired.apart":
                before = {player.shown: results.after[number - 1]["points"][player.number] for player in event.players}
                assert step.comes_to == abs(before[name] - before[others[0]])
                assert (step.values["mine"], step.values["theirs"]) == (before[name], before[others[0]])


def add_up_turnabout(group: Group, side: str, row: Mapping[str, Any]) -> None:
    """MP of both from the games, their difference, and the line of the table that divides the VP."""
    other = "BA"["AB".index(side)]
    mine, theirs = (step for step in group.steps if step.word == "sum_mp")
    assert (sum(mine.terms), sum(theirs.terms)) == (row[f"MP {side}"], row[f"MP {other}"])
    games = [int(step.comes_to or 0) for step in group.steps if step.of == "MP" and step.word != "sum_mp"]
    assert games == [row[f"Game {game} MP"] or 0 for game in (1, 2)]
    assert sum(games) == sum(mine.terms) + sum(theirs.terms)
    assert next(step.comes_to for step in group.steps if step.of == "Difference") == sum(mine.terms) - sum(theirs.terms)
    last = next(step for step in group.steps if step.of == "VP")
    difference = sum(mine.terms) - sum(theirs.terms)
    if difference:
        assert int(str(last.values["first"])) <= abs(difference) <= int(str(last.values["last"]))
        assert last.comes_to == last.values["more" if difference > 0 else "less"]
    else:
        assert (last.word, last.comes_to) == ("vp_equal", 15)


def add_up_netrunner(group: Group, side: str, row: Mapping[str, Any]) -> None:
    """Points of both, and the GMP of the games and of the match."""
    mine, theirs = (sum(step.terms) for step in group.steps if step.of == "Points")
    assert (mine, theirs) == (row[f"Points {side}"], row[f"Points {'BA'['AB'.index(side)]}"])
    *parts, last = (step.comes_to or 0 for step in group.steps if step.of == "GMP")
    assert sum(parts) == last
    assert parts[-1] == (Fraction(1, 2) if mine == theirs else int(mine > theirs))


def add_up_rank(answer: Answer, name: str, standings: Mapping[str, Mapping[str, Any]], order: Sequence[str]) -> int:
    """Total, tie-breaks, derived columns, rank; and who stands next above and below, and why."""
    row = standings[name]
    assert answer.question.comes_to == row["Rank"]
    counted = 1
    points = next(group.title.of for group in answer.groups if group.title.word == "title_total")
    for group in answer.groups:
        title = group.title
        if title.word in ("title_above", "title_below"):
            check_neighbour(group, name, standings, order)
        elif title.comes_to is not None:
            counted += 1
            assert title.comes_to == row.get(title.of, title.comes_to), (name, title)
            assert group.steps[-1].comes_to == title.comes_to
            for step in group.steps:
                if step.word == "opponent_total":
                    assert step.comes_to == standings[str(step.values["opponent"])][points]
    total = next(group for group in answer.groups if group.title.word == "title_total")
    assert sum(step.comes_to or 0 for step in total.steps[:-1]) == row[points]
    return counted


def check_neighbour(group: Group, name: str, standings: Mapping[str, Mapping[str, Any]], order: Sequence[str]) -> None:
    """Who is above has more of the first figure that is not the same; whose figures are the same shares the rank."""
    other, below = str(group.title.values["other"]), group.title.word == "title_below"
    assert order.index(other) - order.index(name) == (1 if below else -1)
    ahead, behind = (name, other) if below else (other, name)
    *same, last = group.steps
    for step in same:
        header = str(step.values["what"])
        if header in standings[name]:
            assert standings[name][header] == standings[other][header] == step.values["figure"]
    if last.word == "has_more":
        header = str(last.values["what"])
        assert last.values["player"] == ahead
        if header in standings[name]:
            assert (standings[ahead][header], standings[behind][header]) == (last.values["more"], last.values["less"])
    elif last.word in ("came_further", "ranks_last"):
        assert last.values["player"] == (ahead if last.word == "came_further" else behind)
    assert (standings[name]["Rank"] == standings[other]["Rank"]) == (last.word == "shares_rank")


def add_up_rating(answer: Answer, name: str, rows: Rows) -> int:
    """Multiplier and match wins are sums, the award is their product; who is not on the sheet has none."""
    row = next((row for row in rows if row["Player"] == name), None)
    if row is None:
        assert answer.question.comes_to is None
        return 0
    found = {step.of: step.comes_to for step in all_steps(answer) if step.of}
    assert {header: row[header] for header in found} == found
    assert set(found) == {"Position", "Multiplier", "Match wins", "Award"}
    bonus = next(step.comes_to for step in all_steps(answer) if step.word in ("played_all", "missed_rounds"))
    assert (row["Match wins"] + bonus) * row["Multiplier"] == row["Award"]
    return len(found)
