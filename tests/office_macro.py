"""A profile of LibreOffice with a macro that waits for files with what is to be done, and does it as a person would.

It goes to a cell, types a text, saves, and answers with a file. So a workbook can stay open while something else
happens.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

RUN_IT: Final = "macro:///Standard.Module1.Main"
"""What LibreOffice is started with, so that the macro waits."""

BASIC: Final = """
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
    Case "unhide"
      doc.Sheets.getByName(words(1)).IsVisible = True
    Case "delete"
      doc.Sheets.removeByName(words(1))
    Case "convert"
      source = StarDesktop.loadComponentFromURL(words(1), "_blank", 0, Array(Argument("Hidden", True)))
      If words(5) = "calculated" Then source.calculateAll()
      source.storeToURL(words(2), Array(Argument("FilterName", words(3)), Argument("FilterOptions", words(4))))
      source.close(True)
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
    Do While Not files.exists(place & ".todo")
      Wait 10
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

_HEAD: Final = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE {kind} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "{file}.dtd">
"""

_LIBRARIES: Final = (
    _HEAD.format(kind="library:libraries", file="libraries")
    + """<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">
<library:library library:name="Standard" xlink:href="$(USER)/basic/Standard/script.xlb/" xlink:type="simple"
 library:link="false"/>
</library:libraries>
"""
)

_LIBRARY: Final = (
    _HEAD.format(kind="library:library", file="library")
    + """<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false" library:passwordprotected="false">
<library:element library:name="Module1"/>
</library:library>
"""
)

_MODULE: Final = (
    _HEAD.format(kind="script:module", file="module")
    + """<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1"
 script:language="StarBasic">
{basic}
</script:module>
"""
)

_SET_UP: Final = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Setup/Office"><prop oor:name="ooSetupInstCompleted" oor:op="fuse"><value>true</value>
</prop></item></oor:items>
"""
"""Says that the profile is made: else the first start would put libraries of its own in the place of these."""


def write_profile(profile: Path, tasks: Path) -> None:
    """Write a new profile with the macro, which looks for what is to be done in the folder ``tasks``."""
    basic = profile / "user" / "basic"
    (basic / "Standard").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_SET_UP, "utf-8")
    (basic / "script.xlc").write_text(_LIBRARIES, "utf-8")
    (basic / "Standard" / "script.xlb").write_text(_LIBRARY, "utf-8")
    module = _MODULE.format(basic=escape(BASIC.replace("{folder}", str(tasks))))
    (basic / "Standard" / "Module1.xba").write_text(module, "utf-8")
