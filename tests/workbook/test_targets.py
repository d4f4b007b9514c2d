"""Whatever an organizer's workbook holds, a graft leaves it as it was: compared part by part, byte for byte."""

from __future__ import annotations

import io
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from tests.dose import examples
from tests.workbook.conftest import Convert
from tests.workbook.grafted import FRAME, OURS, changed_members, workbook_without_ours
from tests.workbook.targets import FEATURES, PARTS, written
from tests.workbook.workbooks import (
    MAIN,
    STANDINGS,
    faults,
    handmade,
    loaded,
    organizer_workbook,
    orphans,
    rich_scratch,
    scratch,
)
from turnabout_sheets.workbook.ooxml.graft import graft
from turnabout_sheets.workbook.ooxml.package import Package, UnusableWorkbookError

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings(
        "ignore:Unknown worksheet reference 'Standings'"
    ),  # XlsxWriter, of the organizer's chart
    pytest.mark.filterwarnings("ignore:.* extension is not supported"),  # openpyxl, of what it would lose
]

LONGER = (*STANDINGS, (4, "New", 3, 0.05))
PLAIN = scratch({"Standings": STANDINGS, "Table results": STANDINGS})
RICH = rich_scratch({"Standings": STANDINGS, "Table results": STANDINGS})
CHANGED = rich_scratch({"Standings": LONGER}, charts=1)
SCRATCHES = {"plain": PLAIN, "rich": RICH, "changed": CHANGED}
WITH_A_ROUND = rich_scratch({"Standings": LONGER, "Round 1": STANDINGS})


def the_organizers_names(package: Package) -> list[tuple[dict[str, str], str | None]]:
    """The defined names that are not about our sheets, with what they are attached to."""
    tabs = [tab.name for tab in package.tabs]
    found = []
    for name in package.workbook.iter(f"{{{MAIN}}}definedName"):
        scope = name.get("localSheetId")
        about_ours = str(name.get("name")).startswith("_turnabout_") or (
            scope is not None and tabs[int(scope)] in (*OURS.names, "Round 1")
        )
        if not about_ours:
            found.append(({str(key): str(value) for key, value in name.attrib.items()}, name.text))
    return found


def assert_the_rest_is_untouched(before: bytes, after: bytes) -> None:
    old, new = Package(before), Package(after)
    changed = changed_members(before, after)
    added = {name for name in changed if name not in old}
    assert {name for name in added if "/turnabout" not in name} == set()
    assert {name for name in changed - added if "/turnabout" not in name} <= FRAME
    assert [part for part in new.parts if part in old] == [part for part in old.parts if part in new]
    assert [tab for tab in new.tabs if tab.name in [tab.name for tab in old.tabs]] == list(old.tabs)
    assert list(new.tabs)[: len(old.tabs)] == list(old.tabs)
    assert the_organizers_names(new) == the_organizers_names(old)
    assert workbook_without_ours(new) == workbook_without_ours(old)
    assert new.content_type(new.workbook_part) == old.content_type(old.workbook_part)
    assert faults(after) == []
    assert orphans(after) == orphans(before)
    styles = [package.xml("xl/styles.xml") for package in (old, new)]
    for section in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs"):
        was, now = ([dict(e.attrib) for e in root.iterfind(f"{{*}}{section}/{{*}}*")] for root in styles)
        assert now[: len(was)] == was


def assert_grafts_leave_all_else(before: bytes, *grafts: bytes) -> bytes:
    data = before
    for made in grafts:
        after = graft(data, made, ours=OURS)
        for known in {data, before}:
            assert_the_rest_is_untouched(known, after)
        if made is not WITH_A_ROUND:
            assert graft(after, made, ours=OURS) is after
        data = after
    return data


@examples(10)
@given(
    features=st.sets(st.sampled_from(sorted(FEATURES))),
    parts=st.sets(st.sampled_from(sorted(PARTS))),
    grafts=st.lists(st.sampled_from(sorted(SCRATCHES)), min_size=1, max_size=3),
)
def test_any_workbook(features: Collection[str], parts: Collection[str], grafts: list[str]) -> None:
    assert_grafts_leave_all_else(written(features, parts), *(SCRATCHES[name] for name in grafts))


@pytest.mark.parametrize("feature", FEATURES)
def test_each_feature(feature: str) -> None:
    after = assert_grafts_leave_all_else(written({feature}), RICH, CHANGED)
    assert [cell.value for cell in loaded(after)["Standings"]["C"]] == ["VP", 45, 40, 7, 3]


@pytest.mark.parametrize("part", PARTS)
def test_each_part(part: str) -> None:
    assert_grafts_leave_all_else(written((), {part}), RICH, CHANGED)


@pytest.mark.parametrize("build", [organizer_workbook, lambda: written(FEATURES, PARTS)], ids=["openpyxl", "all"])
def test_workbooks_with_everything(build: Any) -> None:
    before = build()
    after = assert_grafts_leave_all_else(before, PLAIN, RICH, CHANGED, RICH, WITH_A_ROUND)
    assert list(Package(after).sheets)[-3:] == ["Standings", "Table results", "Round 1"]
    for sheet in Package(before).sheets:
        old, new = (CalamineWorkbook.from_filelike(io.BytesIO(data)) for data in (before, after))
        assert new.get_sheet_by_name(sheet).to_python() == old.get_sheet_by_name(sheet).to_python()
    frame = pd.read_excel(io.BytesIO(after), sheet_name="Standings", engine="calamine")
    assert list(frame["VP"]) == [45, 40, 7, 3]


@pytest.mark.parametrize("features", [FEATURES, {"names", "conditions", "notes"}], ids=["all", "some"])
def test_workbooks_that_libreoffice_has_saved(features: Collection[str], convert: Convert) -> None:
    assert_grafts_leave_all_else(convert(written(features), "xlsx"), PLAIN, RICH, CHANGED)


def test_macros_keep_the_kind_of_the_workbook() -> None:
    """Safety 5.8."""
    after = Package(graft(written({"macros"}), RICH, ours=OURS))
    assert after.content_type("xl/workbook.xml") == "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    assert after.read("xl/vbaProject.bin") == Package(written({"macros"})).read("xl/vbaProject.bin")


def test_prefixes_and_odd_names_survive_charts() -> None:
    before = handmade()
    after = graft(before, RICH, ours=OURS)
    assert {name for name in changed_members(before, after) if "turnabout" not in name} == {
        "[Content_Types].xml",
        "book/Main.xml",
        "book/_rels/Main.xml.rels",
        "docProps/app.xml",
    }
    assert graft(after, RICH, ours=OURS) == after
    assert {"book/charts/turnabout1.xml"} <= set(Package(after).parts)


@pytest.mark.slow
def test_workbooks_of_other_programs_take_charts(real_file: Path) -> None:
    before = real_file.read_bytes()
    try:
        Package(before)
    except UnusableWorkbookError:
        with pytest.raises(UnusableWorkbookError):
            graft(before, RICH, ours=OURS)
        return
    data, known = before, faults(before)
    for made in (RICH, CHANGED):
        data = graft(data, made, ours=OURS)
        assert [fault for fault in faults(data) if fault not in known] == []
        assert orphans(data) == orphans(before)
        assert graft(data, made, ours=OURS) is data
    assert {name for name in changed_members(before, data) if "/turnabout" not in name} <= {
        "[Content_Types].xml",
        Package(before).member("docProps/app.xml"),
        *(name for name in Package(before).parts if name.endswith(("workbook.xml", "workbook.xml.rels", "styles.xml"))),
        "xl/styles.xml",
    }
