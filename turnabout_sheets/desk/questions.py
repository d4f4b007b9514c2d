"""The questions of the desk's page, with the buttons that answer them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlencode

from turnabout_sheets.changes.guards import Asked
from turnabout_sheets.desk.sentences import ASKED
from turnabout_sheets.prints.words import FALLBACK

if TYPE_CHECKING:
    from turnabout_sheets.desk.state import DeskState
    from turnabout_sheets.prints.words import Words


class Answer(NamedTuple):
    """A button that answers a question."""

    label: str
    does: str  # what it does, in a sentence
    data: str  # the form that it sends


class ShownQuestion(NamedTuple):
    """A question as it is shown."""

    name: str
    asked: str
    found: str
    language: str  # of what was found
    answers: Sequence[Answer]


_PUT_BACK: Final = "desk.asked.put_back"
_PLAYED_SO: Final = "desk.asked.played_so"
_MISSING: Final = "desk.asked.put_missing_back"
_AS_IT_IS: Final = "desk.asked.as_it_is"

_ANSWERS: Final[Mapping[Asked, Mapping[bool, tuple[str, str]]]] = {
    Asked.PAIRS: {
        False: (_PUT_BACK, "desk.asked.put_pairs_back"),
        True: (_PLAYED_SO, "desk.asked.pairs_stay"),
    },
    Asked.GONE: {
        False: (_PUT_BACK, "desk.asked.put_round_back"),
        True: ("desk.anew.yes", "desk.asked.anew"),
    },
    Asked.RESULTS: {
        False: (_PUT_BACK, "desk.asked.put_results_back"),
        True: (_PLAYED_SO, "desk.asked.results_stay"),
    },
    Asked.CLEARED: {
        False: (_PUT_BACK, "desk.asked.put_results_back"),
        True: ("desk.asked.cleared_so", "desk.asked.cleared_stay"),
    },
    Asked.LOST: {False: ("desk.asked.put_sheet_back", "desk.asked.put_lost_back")},
    Asked.OLDER: {
        False: (_MISSING, "desk.asked.put_cells_back"),
        True: (_AS_IT_IS, "desk.asked.older_stays"),
    },
    Asked.FEW: {True: ("desk.asked.pair_few", "desk.asked.few_stay")},
    Asked.PLAYERS: {
        False: (_MISSING, "desk.asked.put_players_back"),
        True: (_AS_IT_IS, "desk.asked.players_stay"),
    },
}
"""The answers to each question, by whether it stays as it is: the keys of the label, and of what the button does."""


def show_questions(state: DeskState, w: Words) -> Iterator[ShownQuestion]:
    """Yield the questions that are open."""
    for question in state.questions:
        asked, number, problem = question.asked, question.round, question.problem
        answers = []
        for stays, (label, key) in _ANSWERS[asked].items():
            does = w(key, n=number)
            if asked is Asked.GONE and not stays and state.open_in:
                # What a spreadsheet program has deleted while the workbook is open, it may be able to bring back.
                does = f"{does} {w('desk.asked.gone_open', program=state.open_in.name)}"
            form = {"asked": asked, "round": number, **({"stays": "yes"} if stays else {})}
            answers.append(Answer(w(label), does, urlencode(form)))
        found, language = (w.say(problem.said), w.language) if problem.said else (problem.message, FALLBACK)
        yield ShownQuestion(f"{asked}-{number}", w(ASKED[asked], n=number), found, language, answers)
