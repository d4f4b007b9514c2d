"""Results that are typed on the desk's page as somebody has typed them at an event."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.fake import FakeDesk, as_desk, run_sample
from turnabout_sheets.desk.edits import Edits
from turnabout_sheets.desk.entry import enter
from turnabout_sheets.desk.sentences import Reply

pytestmark = pytest.mark.slow


@pytest.mark.field
def test_a_count_of_two_numbers_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    edits = Edits(as_desk(FakeDesk(run_sample("in-progress", tmp_path))))
    said = enter(edits, {"table": "1 a 20/4", "round": "3"})
    assert said == Reply(
        "", "en", "refused", [("Game 1 count: “20/4” is not a whole number. Type it again.", "en")], ""
    )
