"""A hand that types: LibreOffice with one workbook open, told what to do from file to file.

A macro waits in LibreOffice for a file with what is to be done, does it as a person would (goes to a cell, types a
text, saves), and answers with a file. So a workbook can stay open while something else happens. There is one for all
tests of a process: to start it takes longer than what most of them have typed.
"""

from __future__ import annotations

import atexit
import subprocess
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from tests.office import PATIENCE
from tests.real_software import program
from tests.tiers import require

BASIC = """
Global doc
Function Argument(title, content)
  Dim made As New com.sun.star.beans.PropertyValue
  made.Name = title
  made.Value = content
  Argument = made
End Function
Sub Dispatch(command, arguments)
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, command, "", 0, arguments)
End Sub
Sub Visit(sheet, cells)
  doc.CurrentController.setActiveSheet(doc.Sheets.getByName(sheet))
  Dispatch(".uno:GoToCell", Array(Argument("ToPoint", cells)))
End Sub
Sub SortRows(cells, column)
  Dim by(0) As New com.sun.star.table.TableSortField
  by(0).Field = column
  by(0).IsAscending = False
  cells.sort(Array(Argument("SortFields", by()), Argument("ContainsHeader", True)))
End Sub
Function Obey(words)
  Obey = ""
  On Error Goto Wrong
  Select Case words(0)
    Case "open"
      doc = StarDesktop.loadComponentFromURL(words(1), "_blank", 0, Array())
    Case "type"
      Visit(words(1), words(2))
      Dispatch(".uno:EnterString", Array(Argument("StringName", words(3))))
    Case "cut"
      Visit(words(1), words(2))
      Dispatch(".uno:Cut", Array())
      Visit(words(3), words(4))
      Dispatch(".uno:Paste", Array())
    Case "insert rows"
      doc.Sheets.getByName(words(1)).Rows.insertByIndex(words(2), words(3))
    Case "delete rows"
      doc.Sheets.getByName(words(1)).Rows.removeByIndex(words(2), words(3))
    Case "delete columns"
      doc.Sheets.getByName(words(1)).Columns.removeByIndex(words(2), words(3))
    Case "sort"
      SortRows(doc.Sheets.getByName(words(1)).getCellRangeByName(words(2)), words(3))
    Case "read"
      Obey = doc.Sheets.getByName(words(1)).getCellRangeByName(words(2)).String
    Case "front"
      Obey = doc.CurrentController.ActiveSheet.Name
    Case "copy"
      doc.Sheets.copyByName(words(1), words(2), doc.Sheets.Count)
    Case "move"
      doc.Sheets.moveByName(words(1), words(2))
    Case "rename"
      doc.Sheets.getByName(words(1)).Name = words(2)
    Case "delete"
      doc.Sheets.removeByName(words(1))
    Case "save"
      doc.store()
    Case "close"
      doc.close(True)
  End Select
  Exit Function
Wrong:
  Obey = "Wrong: " & Error$
End Function
Sub Main
  files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  number = 0
  Do
    number = number + 1
    place = ConvertToURL("{folder}/" & number)
    looks = 0
    Do While Not files.exists(place & ".todo")
      looks = looks + 1
      If looks < 200 Then
        Wait 10
      Else
        Wait 100
      End If
    Loop
    source = createUnoService("com.sun.star.io.TextInputStream")
    source.setInputStream(files.openFileRead(place & ".todo"))
    source.setEncoding("UTF-8")
    said = ""
    Do While Not source.isEOF()
      words = Split(Replace(source.readLine(), Chr(10), ""), Chr(9))
      If UBound(words) >= 0 Then said = said & Obey(words) & Chr(10)
    Loop
    source.closeInput()
    target = createUnoService("com.sun.star.io.TextOutputStream")
    target.setOutputStream(files.openFileWrite(place & ".said"))
    target.setEncoding("UTF-8")
    target.writeString(said)
    target.closeOutput()
    files.move(place & ".said", place & ".done")
  Loop
End Sub
"""
MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
{basic}
</script:module>
"""


class Hand:
    """A running LibreOffice with a fresh profile; what is done, is done to the workbook that was opened last."""

    def __init__(self) -> None:
        self.folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self.tasks = Path(self.folder.name) / "tasks"
        self.tasks.mkdir()
        self.number = 0
        profile = Path(self.folder.name) / "profile"
        command = [program("soffice"), f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore"]
        # A new profile is given a library of macros with an empty module, which is looked at in the second start.
        subprocess.run([*command, "--terminate_after_init"], check=True, capture_output=True, timeout=PATIENCE)
        module = MODULE.format(basic=escape(BASIC.replace("{folder}", str(self.tasks))))
        (profile / "user" / "basic" / "Standard" / "Module1.xba").write_text(module, "utf-8")
        self.process = subprocess.Popen(
            [*command, "macro:///Standard.Module1.Main"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def end(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()

    def open(self, workbook: Path) -> None:
        """Open a workbook."""
        self._do(("open", workbook.as_uri()))

    def type(self, sheet: str, cells: Mapping[str, str]) -> None:
        """Go to cells of a sheet, one after another, and type."""
        self._do(*(("type", sheet, cell, text) for cell, text in cells.items()))

    def read(self, sheet: str, *cells: str) -> list[str]:
        """Return what cells show."""
        return self._do(*(("read", sheet, cell) for cell in cells))

    def front(self) -> str:
        """Return which sheet is in front."""
        return self._do(("front",))[0]

    def cut(self, sheet: str, cells: str, to_sheet: str, to_cell: str) -> None:
        """Cut cells of a sheet, and paste them into another."""
        self._do(("cut", sheet, cells, to_sheet, to_cell))

    def insert_rows(self, sheet: str, first: int, count: int) -> None:
        """Insert rows, counted from 0."""
        self._do(("insert rows", sheet, str(first), str(count)))

    def delete_rows(self, sheet: str, first: int, count: int) -> None:
        """Delete rows, counted from 0."""
        self._do(("delete rows", sheet, str(first), str(count)))

    def delete_columns(self, sheet: str, first: int, count: int) -> None:
        """Delete columns, counted from 0."""
        self._do(("delete columns", sheet, str(first), str(count)))

    def sort(self, sheet: str, cells: str, column: int) -> None:
        """Sort rows below their header by a column, counted from 0, the largest first."""
        self._do(("sort", sheet, cells, str(column)))

    def move(self, sheet: str, place: int) -> None:
        """Move a sheet to another place, counted from 0."""
        self._do(("move", sheet, str(place)))

    def copy(self, sheet: str, copy: str) -> None:
        """Copy a sheet, behind the others."""
        self._do(("copy", sheet, copy))

    def rename(self, sheet: str, name: str) -> None:
        """Give a sheet another name."""
        self._do(("rename", sheet, name))

    def delete(self, sheet: str) -> None:
        """Delete a sheet."""
        self._do(("delete", sheet))

    def save(self) -> None:
        """Save the workbook, which stays open."""
        self._do(("save",))

    def close(self) -> None:
        """Close the workbook."""
        self._do(("close",))

    def _do(self, *tasks: tuple[str, ...]) -> list[str]:
        """Have tasks done, and return what each answers."""
        self.number += 1
        place, done = self.tasks / f"{self.number}.new", self.tasks / f"{self.number}.done"
        place.write_text("".join("\t".join(task) + "\n" for task in tasks), "utf-8")
        place.rename(place.with_suffix(".todo"))
        until = time.monotonic() + PATIENCE
        while not done.exists():
            assert self.process.poll() is None, "LibreOffice has gone"
            assert time.monotonic() < until, "LibreOffice does not answer"
            time.sleep(0.01)
        said = done.read_text("utf-8").split("\n")[: len(tasks)]
        assert not any(line.startswith("Wrong: ") for line in said), said
        return said


def hand() -> Hand:
    """Return the hand of this process, which has no workbook open unless a test has failed."""
    require("office")
    return _hand()


@cache
def _hand() -> Hand:
    running = Hand()
    atexit.register(running.end)
    return running
