"""What the archive's jobs are given by who asks for them: to show how far they are, to tell, to ask, to be shielded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from turnabout_sheets.archive.events import Added

T = TypeVar("T")


class Progress(Protocol):
    """Shows how far so many things are."""

    def __call__(self, things: Iterable[T], count: int, label: str) -> Iterable[T]:
        """Yield the things, and show how many of them are done."""


def unseen(things: Iterable[T], count: int, label: str) -> Iterable[T]:
    """Show nobody how far it is."""
    return things


Tell = Callable[[Added], None]
"""Says what becomes of an event."""

Confirm = Callable[[str], bool]
"""Asks whether an event in the archive is to be replaced that may be another one."""


def refuse(question: str) -> bool:
    """Answer where nobody is asked: what may be another event is not replaced."""
    return False


class Shield(Protocol):
    """Does a job; of a fault of the program in it, which is none of the errors that may pass, it gives what to say."""

    def __call__(self, job: Callable[[], T], passing: type[Exception], /) -> T | list[str]:
        """Return what the job comes to, or the lines to say."""


def unshielded(job: Callable[[], T], passing: type[Exception]) -> T | list[str]:
    """Let every fault pass."""
    return job()
