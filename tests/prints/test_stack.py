from __future__ import annotations

import pytest

from tests.prints.cutting import cut_and_pile
from turnabout_sheets.prints.layout import stack_order


@pytest.mark.parametrize("per_page", [2, 4, 6])
def test_the_cut_stack_reads_in_order(per_page: int) -> None:
    for n in range(1, 201):
        sheets = stack_order(n, per_page)
        assert all(len(sheet) == per_page for sheet in sheets), n
        blanks = len(sheets) * per_page - n
        assert cut_and_pile(sheets) == [*range(n), *[None] * blanks]
        assert blanks < per_page, f"{n} slips: no sheet more than needed"


def test_no_slips_need_no_sheet() -> None:
    assert stack_order(0, 4) == []


def test_five_slips_at_four_a_page() -> None:
    assert stack_order(5, 4) == [[0, 2, 4, None], [1, 3, None, None]]
