"""Turns views into HTML with the templates: the organizer's own where there is one, else the shipped ones, compiled."""

from __future__ import annotations

import base64
import contextlib
import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from traceback import extract_tb
from typing import Any, Final

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateSyntaxError,
    compiler,
)
from jinja2.bccache import Bucket, BytecodeCache, FileSystemBytecodeCache
from jinja2.sandbox import ImmutableSandboxedEnvironment

from turnabout_sheets.core.cache import open_cache
from turnabout_sheets.core.file_names import as_utf8
from turnabout_sheets.core.problems import Message
from turnabout_sheets.core.safe_files import OddFileError, require_no_other
from turnabout_sheets.prints.layout import ems, fit, word_ems
from turnabout_sheets.prints.publish import PrintsError
from turnabout_sheets.prints.words import Words, shipped_templates


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


def render(template: str, view: Any, w: Words, *, more: Sequence[Any] = (), templates: Path | None = None) -> bytes:
    """Return the page that ``template`` makes of ``view``, which it sees under the name ``page``, with the words ``w``.

    It is HTML in UTF-8. Slips also show ``more`` views, those of further rounds.

    A file in the organizer's folder ``templates`` goes before the shipped file of the same name. Every value is
    escaped; a name that the view does not have is an error, never an empty place. Where there is such a folder, all
    templates run in Jinja's sandbox: they cannot get at the program or the computer.

    Raises `PrintsError` where the organizer's templates have an error.
    """
    environment = _environment(templates)
    seen = {"page": view, "more": list(more), "w": w}
    try:
        return _fill_in(environment.get_template(template), seen)
    except _ERRORS as reason:
        if templates is None:
            raise
        raise PrintsError(
            Message(
                "The pages cannot be made with {file} ({why}). Correct it, or remove it from the folder.",
                file=templates,
                why=_describe_error(reason).rstrip("."),
            ),
        ) from reason


def _fill_in(template: Template, seen: Mapping[str, Any]) -> bytes:
    """Return a page, encoded as it grows: put together as a text first, it would be in memory many times over."""
    page, pieces = BytesIO(), template.stream(seen)
    pieces.enable_buffering(_TOGETHER)
    page.writelines(map(as_utf8, pieces))
    return page.getvalue()


_TOGETHER: Final = 1_000
"""How many pieces of a page are encoded at a time."""


_ERRORS: Final = (
    TemplateError, ArithmeticError, AttributeError, LookupError, MemoryError, OSError, RecursionError, TypeError,
    ValueError,
)  # fmt: skip
"""What templates of the organizer's can come to; ours come to none of these."""


def _describe_error(reason: Exception) -> str:
    """Return what is wrong in a template, and where."""
    if isinstance(reason, TemplateSyntaxError):
        return f"{reason.name or 'a template'}, line {reason.lineno}: {reason.message}"
    lines = [frame for frame in extract_tb(reason.__traceback__) if frame.filename.endswith(".j2")]
    where = f"{Path(lines[-1].filename).name}, line {lines[-1].lineno}: " if lines else ""
    what = (
        f"there are no words {reason}"
        if isinstance(reason, KeyError)
        else "it includes or calls itself without end"
        if isinstance(reason, RecursionError)
        else str(reason)
    )
    return f"{where}{what}"


class _Folder(FileSystemLoader):
    """The organizer's folder; a file in it that is no text is a mistake in a template, too."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template as the loader does, which passes over what is no file."""
        for folder in self.searchpath:
            try:
                require_no_other(Path(folder, template))
            except OddFileError as error:
                raise TemplateError(f"{template} cannot be read ({error})") from error
        try:
            return super().get_source(environment, template)
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            message = "this is not written in UTF-8; save the file with that encoding"
            raise TemplateSyntaxError(message, line, template) from error


def _digest(script: str) -> str:
    """Return by what a page's policy knows a script of its own."""
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


@cache  # what a template has become is kept with its environment
def _environment(templates: Path | None) -> Environment:
    shipped = FileSystemLoader(shipped_templates())
    own = [] if templates is None else [_Folder(templates, encoding="utf-8-sig")]
    environment = (Environment if templates is None else ImmutableSandboxedEnvironment)(
        # A template of the organizer's can build on ours of the same name: {% extends "shipped/…" %}.
        loader=ChoiceLoader([*own, shipped, PrefixLoader({"shipped": shipped})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=open_compiled(Path(__file__)) if templates is None else None,
    )
    environment.filters |= {"ems": ems, "word_ems": word_ems, "sha256": _digest}
    environment.globals["fit"] = fit
    return environment
