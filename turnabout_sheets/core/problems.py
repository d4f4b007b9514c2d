"""What is wrong in a workbook: values with a place, collected and shown all together, never raised; and with files."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from turnabout_sheets.core.command_line import PROGRAM, ExitCode, word_command
from turnabout_sheets.core.file_names import LONGEST, SIGNS, as_text
from turnabout_sheets.core.safe_files import HeldError, OddFileError, has_long_path

_RUN: Final = f"{PROGRAM} run FILE"  # in a hint; whoever shows it knows the file


class Severity(StrEnum):
    """Errors stop a run before anything is computed; warnings are only shown."""

    ERROR = "Error"
    WARNING = "Warning"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the workbook: a sheet, and a cell such as ``F7``; blank for the whole sheet."""

    sheet: str
    cell: str = ""

    def __str__(self) -> str:
        return f"{self.sheet}!{self.cell}" if self.cell else self.sheet

    @property
    def position(self) -> tuple[int, str]:
        """What sorts the cells of a sheet: row, then column; the sheet as a whole comes first."""
        letters = self.cell.rstrip("0123456789")
        return int(self.cell[len(letters) :] or 0), letters.rjust(3)


class Message:
    """A sentence, or part of one: its English template, which other languages look up, and what is filled in.

    With a number: ``Message("{n} cell", "{n} cells", n=3)``. A value may be a message, or a tuple, which is listed.
    """

    def __init__(self, one: str, many: str = "", /, **values: object) -> None:
        self.template: Final = many if many and values["n"] != 1 else one
        self.values: Final = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.template, self.values) == (other.template, other.values)

    def fill(self, **values: object) -> Message:
        """Return the message with more values."""
        return Message(self.template, **{**self.values, **values})

    def word(self, translate: Callable[[str], str] = str, show: Callable[[object], object] = str) -> str:
        """Return the sentence, each template in another language, and each value as ``show`` has it."""

        def word_value(value: object) -> object:
            if isinstance(value, Message):
                return value.word(translate, show)
            if isinstance(value, tuple):
                between = "; " if any(isinstance(each, Message) for each in value) else ", "
                return between.join(str(word_value(each)) for each in value)
            return show(value)

        return translate(self.template).format(**{name: word_value(value) for name, value in self.values.items()})

    __str__ = word


class SaidError(Exception):
    """Something that cannot be done: the text says why and what to do, ``said`` the same for pages, if they have it."""

    code: ExitCode = ExitCode.FILE  # how a command ends with it

    def __init__(self, text: str | Message) -> None:
        super().__init__(str(text))
        self.said = text if isinstance(text, Message) else None


_HELD: Final = Message("{file} cannot be replaced, because a program has it open. Close it there, and try again.")
_NOT_ALLOWED: Final = Message(
    "{file} was not written, because writing there is not allowed. Allow it in the properties of the folder and of the "
    "file, or choose another folder."
)
FULL: Final = Message("{file} was not written, because the disk is full. Make room, and try again.")
NO_FOLDER: Final = Message(
    "{file} was not written, because a file is where the folder {folder} should be, or one above it. Rename that file."
)
_UNWRITTEN: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), FULL),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _NOT_ALLOWED),
    errno.ENOTDIR: NO_FOLDER,
    errno.EEXIST: Message("{file} exists already. Choose another name, or delete it first."),
    errno.ENAMETOOLONG: Message(
        "{file} was not written, because its name and those of its folders are too long. Give it a shorter one, and "
        "try again."
    ),
    errno.ENOENT: Message(
        "{file} was not written, because the folder {folder} is not there. Make it, or check its name."
    ),
}


def say_system(error: OSError, name: str = "") -> Message:
    """Return that the system does not let a file be read or written; the cause as systems call it among themselves."""
    said = Message(
        "{file} cannot be read or written ({why}). Check the drive that it is on; if that does not help, copy the file "
        "to this computer."
    )
    if isinstance(error, OddFileError):
        said = Message("{file} is a folder or a device, not a file. Choose a file.")
    why = errno.errorcode.get(error.errno or 0, type(error).__name__)
    return said.fill(file=name or Message("The workbook"), why=why)


def say_unwritten(path: Path, error: OSError) -> Message:
    """Return why a file or folder was not written, and what to do."""
    file = Path(str(error.filename or path))
    is_missing = isinstance(error, FileNotFoundError)
    number = errno.ENAMETOOLONG if is_missing and has_long_path(file) else error.errno or 0
    said = _HELD if isinstance(error, HeldError) else _UNWRITTEN.get(number)
    if said is None or (number == errno.ENOENT and file.parent.is_dir()):
        return say_system(error, path.name or str(path))
    folder = file.absolute().parent
    is_elsewhere = said is _NOT_ALLOWED and folder != path.absolute().parent  # in that of earlier versions, most likely
    return said.fill(file=folder.name if is_elsewhere else path.name or path, folder=folder.name or folder)


def say_name(name: str) -> Message:
    """Return that a file cannot have a name, and which it can."""
    return Message(
        "No file can be called “{name}”, here or on Windows. A name can’t contain {signs}, can’t end in a dot or "
        "space, has at most {most} bytes, and is not that of a device, such as CON. Choose another name.",
        name=as_text(name),
        signs=SIGNS,
        most=LONGEST,
    )


def press(button: str, *options: str) -> str:
    """Return how a hint names a button, and the run with options that does the same."""
    return f'press "{button}" on the desk\'s page, or run: {word_command("run", "FILE", *options, program=PROGRAM)}'


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: where, what was found and expected, and what the organizer should do."""

    severity: Severity
    place: Place
    message: str | Message  # a text is in English, whoever reads it
    hint: str
    let_in: str = ""  # the player whom a button on the desk's page admits

    def describe(self, file: Path | str = "FILE") -> str:
        """Return the problem in a line, where the workbook is called ``file``."""
        return f"{self.severity}: {self.place}: {self.message} {self.word_hint(file)}".rstrip()

    __str__ = describe

    def word_hint(self, file: Path | str = "", program: str = "") -> str:
        """Return what to do, where the workbook is called ``file``; blank: on the desk, which has buttons."""
        if not file:
            return self.hint
        more = f' Or press "Let {self.let_in} in" on the desk\'s page.' if self.let_in else ""
        return self.hint.replace(_RUN, word_command("run", file, program=program)) + more


def error(place: Place, message: str | Message, hint: str = "", let_in: str = "") -> Problem:
    """Return a problem that stops the run."""
    return Problem(Severity.ERROR, place, message, hint, let_in)


def warning(place: Place, message: str | Message, hint: str, let_in: str = "") -> Problem:
    """Return a problem that is shown and does not stop the run."""
    return Problem(Severity.WARNING, place, message, hint, let_in)


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Return errors first, then by sheet (in the order in which sheets were found) and cell."""
    found = list(problems)
    sheets = list(dict.fromkeys(problem.place.sheet for problem in found))
    return sorted(found, key=lambda each: (each.severity, sheets.index(each.place.sheet), each.place.position))


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any of ``problems`` stops the run."""
    return any(problem.severity is Severity.ERROR for problem in problems)
