"""What LibreOffice makes of our mark when an organizer works on our sheet there, and what a run makes of that."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from tests.dose import dose
from tests.office import PATIENCE
from tests.real_software import program
from tests.whole.test_moved_marks import OURS, event, event_to_copy, run, sheets

__all__ = ["event", "event_to_copy"]

CUT = """
  doc.CurrentController.setActiveSheet(doc.Sheets.getByName("Standings"))
  Dispatch doc, ".uno:GoToCell", "{cells}"
  Dispatch doc, ".uno:Cut", ""
  doc.CurrentController.setActiveSheet(doc.Sheets.getByName("{sheet}"))
  Dispatch doc, ".uno:GoToCell", "{to}"
  Dispatch doc, ".uno:Paste", ""
"""
STANDINGS = 'doc.Sheets.getByName("Standings")'

STEPS: Mapping[str, tuple[str, set[str]]] = {
    "cut A1": (CUT.format(cells="$A$1", sheet="My notes", to="$D$5"), {"Standings (2)"}),
    "cut A1 to Players": (CUT.format(cells="$A$1", sheet="Players", to="$N$40"), {"Standings (2)"}),
    "cut the table": (CUT.format(cells="$A$1:$K$20", sheet="My notes", to="$A$20"), {"Standings (2)"}),
    "cut the table to the top": (CUT.format(cells="$A$1:$K$20", sheet="My notes", to="$A$1"), {"Standings (2)"}),
    "cut the column": (CUT.format(cells="$A$1:$A$1048576", sheet="My notes", to="$H$1"), {"Standings (2)"}),
    "rows above": (f"{STANDINGS}.Rows.insertByIndex(0, 2)", {"Standings (2)"}),
    "no header": (f"{STANDINGS}.Rows.removeByIndex(0, 1)", {"Standings (2)"}),
    "no first column": (f"{STANDINGS}.Columns.removeByIndex(0, 1)", {"Standings (2)"}),
    "rename": (f'{STANDINGS}.Name = "Tabelle"', set()),
    "rename, rows above": (f'{STANDINGS}.Rows.insertByIndex(0, 2)\n{STANDINGS}.Name = "Tabelle"', {"Standings"}),
    "copy": ('doc.Sheets.copyByName("Standings", "As it was", 3)', set()),
    "delete": ('doc.Sheets.removeByName("Standings")', {"Standings"}),
    "move": ('doc.Sheets.moveByName("Standings", 0)', set()),
    "sort": (
        "Dim by(0) As New com.sun.star.table.TableSortField\nby(0).Field = 1\nby(0).IsAscending = False\n"
        f'{STANDINGS}.getCellRangeByName("A1:K20").sort('
        'Array(Argument("SortFields", by()), Argument("ContainsHeader", True)))',
        set(),
    ),
}
"""What is done to Standings, and the sheets that the next run adds."""

STAYS_OURS = {"rename": "Tabelle", "copy": "Standings", "move": "Standings", "sort": "Standings"}

MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
Function Argument(title, content)
  Dim made As New com.sun.star.beans.PropertyValue
  made.Name = title
  made.Value = content
  Argument = made
End Function
Sub Dispatch(doc, command, cell)
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, command, "", 0, Array(Argument("ToPoint", cell)))
End Sub
{subs}
Sub Main
{calls}
  StarDesktop.terminate()
End Sub
</script:module>
"""
SUB = """
Sub Step{number}
  doc = StarDesktop.loadComponentFromURL("{source}", "_blank", 0, Array())
  {step}
  doc.storeToURL("{target}", Array(Argument("FilterName", "Calc MS Excel 2007 XML")))
  doc.close(True)
End Sub
"""
LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false"
 library:passwordprotected="false">
<library:element library:name="Module1"/>
</library:library>
"""


def start(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)


def work(workbook: Path, folder: Path) -> dict[str, Path]:
    """Do steps to a workbook in LibreOffice, all of them in the long dose; return what it saves."""
    steps = dose(("cut A1", "cut the table to the top", "rows above", "rename", "sort"), tuple(STEPS))
    saved = {name: folder / f"{number}.xlsx" for number, name in enumerate(steps)}
    subs = [
        SUB.format(number=number, source=workbook.as_uri(), step=STEPS[name][0], target=file.as_uri())
        for number, (name, file) in enumerate(saved.items())
    ]
    calls = "\n".join(f"  Step{number}" for number in range(len(steps)))
    module = MODULE.format(subs=escape("".join(subs)), calls=calls)
    command = [
        program("soffice"),
        f"-env:UserInstallation={(folder / 'profile').as_uri()}",
        "--headless",
        "--norestore",
    ]
    start([*command, "--terminate_after_init"])  # a new profile is given an empty library of macros
    library = folder / "profile" / "user" / "basic" / "Standard"
    (library / "Module1.xba").write_text(module, "utf-8")
    (library / "script.xlb").write_text(LIBRARY, "utf-8")
    start([*command, "macro:///Standard.Module1.Main"])
    return saved


@pytest.mark.office
@pytest.mark.soak
def test_no_sheet_of_the_organizers_is_written_to(event: Path, tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    folder.mkdir()
    for name, source in work(event, folder).items():
        workbook = folder / name / "event.xlsx"
        workbook.parent.mkdir()
        shutil.copy(source, workbook)
        before = sheets(workbook)
        run(workbook)
        after = sheets(workbook)
        ours = (OURS - {"Standings"}) | {STAYS_OURS.get(name, "")}
        kept = before.keys() - ours
        assert {each: after[each] for each in kept} == {each: before[each] for each in kept}, name
        assert after.keys() - before.keys() == STEPS[name][1], name
        assert "Nothing has changed" in run(workbook), name
        assert sheets(workbook) == after, name
