"""Compiled templates, kept from one run to the next: to compile them takes longer than to fill them in."""

from __future__ import annotations

import contextlib
from hashlib import sha256
from pathlib import Path

from jinja2 import compiler
from jinja2.bccache import Bucket, BytecodeCache, FileSystemBytecodeCache

from turnabout_sheets.core.cache import open_cache


class _Kept(FileSystemBytecodeCache):
    """Templates in a folder; one that nothing can be written into, a full disk, say, keeps none."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load what a template was compiled to, if it is there, whole, and of this very text."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that is damaged can come to anything; the template is compiled again
            bucket.reset()


def open_compiled(setting: Path) -> BytecodeCache | None:
    """Return the cache of the user whose system this is; None where there can be none.

    ``setting`` is the module that says how templates are compiled: another version of it, or of jinja2, keeps its own.
    """
    try:
        made_by = "".join(f"{file.stat().st_mtime_ns} {file.stat().st_size} " for file in (setting, _COMPILER))
    except OSError:  # out of a zip file, say
        return None
    folder = open_cache("templates", sha256(made_by.encode()).hexdigest()[:16])
    return None if folder is None else _Kept(str(folder))


_COMPILER = Path(compiler.__file__)
