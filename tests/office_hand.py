"""A hand that types: LibreOffice with one workbook open, told what to do from file to file.

A macro waits in LibreOffice for a file with what is to be done, does it as a person would (goes to a cell, types a
text, saves), and answers with a file. So a workbook can stay open while something else happens.
"""

from __future__ import annotations

import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
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
Sub Dispatch(command, title, content)
  helper = createUnoService("com.sun.star.frame.DispatchHelper")
  helper.executeDispatch(doc.CurrentController.Frame, command, "", 0, Array(Argument(title, content)))
End Sub
Function Obey(words)
  Obey = ""
  On Error Goto Wrong
  Select Case words(0)
    Case "open"
      doc = StarDesktop.loadComponentFromURL(words(1), "_blank", 0, Array())
    Case "type"
      doc.CurrentController.setActiveSheet(doc.Sheets.getByName(words(1)))
      Dispatch(".uno:GoToCell", "ToPoint", words(2))
      Dispatch(".uno:EnterString", "StringName", words(3))
    Case "read"
      Obey = doc.Sheets.getByName(words(1)).getCellRangeByName(words(2)).String
    Case "front"
      Obey = doc.CurrentController.ActiveSheet.Name
    Case "copy"
      doc.Sheets.copyByName(words(1), words(2), doc.Sheets.Count)
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
MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1" script:language="StarBasic">
{basic}
</script:module>
"""


class Hand:
    """LibreOffice, as long as the ``with`` statement lasts."""

    def __enter__(self) -> Hand:
        require("office")
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
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
