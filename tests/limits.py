"""What may not be done on a disk, for a moment, without another process: for want of permission, or of room."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

import pytest

T = TypeVar("T")

_VERSION_3: Final = 0x20080522
_PAST_PERMISSIONS: Final = 1 << 1 | 1 << 2
"""The capabilities of Linux that let root pass over permissions: CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


def where_permissions_count(job: Callable[[], T]) -> T:
    """Return what a job gives to somebody for whom permissions count, as they do not for root.

    Threads of Linux have each their own rights; one gives them up for good, and does it.
    """
    if os.name == "nt":
        pytest.skip("files have no such permissions here")

    def limited() -> T:
        if os.geteuid() == 0:
            _give_up_rights()
        return job()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(limited).result()


def _give_up_rights() -> None:
    system = ctypes.CDLL(None)
    if not hasattr(system, "capset"):
        pytest.skip("permissions do not count for root, and cannot be made to (it takes Linux)")
    header, rights = (ctypes.c_uint32 * 2)(_VERSION_3), (ctypes.c_uint32 * 6)()
    assert system.capget(header, rights) == 0
    for each in range(3):  # those in force, those allowed, those inherited
        rights[each] &= ~_PAST_PERMISSIONS
    assert system.capset(header, rights) == 0


@contextlib.contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    """Let no file grow beyond so many bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource", reason="the size of files cannot be limited here")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
