"""Where the organizer's templates run: they may come from strangers, so they see the page's view and nothing else.

Jinja's sandbox keeps templates from Python's insides. It leaves open what costs all memory or all day; so here
attributes and filters are those on lists, every pass of a loop, call and file is counted, and so is every text that is
put together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from datetime import date
from functools import wraps
from numbers import Number
from types import MappingProxyType
from typing import Any, Final, cast

from jinja2 import nodes, pass_context
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.filters import FILTERS
from jinja2.runtime import Context, Undefined
from jinja2.sandbox import ImmutableSandboxedEnvironment, safe_range
from jinja2.utils import Namespace

MOST_STEPS: Final = 5_000_000
"""How many steps a page may take: passes of loops, values that are written or made. It makes some seconds."""

MOST_TEXT: Final = 100_000_000
"""How many characters a page may put together."""

A_CALL: Final = 25
"""How many steps a call, or a file that is included, counts for: it takes as long."""

LONGEST: Final = 1_000_000
"""How long one text or list may become by an operation."""

LARGEST: Final = 10_000
"""How many bits a number may have."""

_PACKAGE: Final = __name__.partition(".")[0]

_ATTRIBUTES: Final[Mapping[type, frozenset[str]]] = {
    str: frozenset(
        "capitalize casefold count endswith find isalnum isalpha isdecimal isdigit islower isspace isupper lower "
        "lstrip name partition removeprefix removesuffix rpartition rsplit rstrip split startswith strip swapcase "
        "title upper value".split()
    ),
    list: frozenset({"count", "index"}),
    tuple: frozenset({"count", "index"}),
    dict: frozenset({"get", "items", "keys", "values"}),
    MappingProxyType: frozenset({"get", "items", "keys", "values"}),
    date: frozenset({"year", "month", "day", "isoformat"}),
}
"""What templates may ask of Python's own values; of numbers nothing, and of anything else nothing, either."""

_ON_TEXTS: Final = frozenset(
    "capitalize e escape forceescape lower safe string striptags title trim truncate upper wordcount".split()
)
"""Filters that make a text of whatever they are given."""

_ON_ANYTHING: Final = frozenset(
    "abs batch count d default dictsort first float groupby int items join last length list map max min reject "
    "rejectattr reverse round select selectattr sort sum unique".split()
)


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment in which one page is made at a time; `begin` before each."""

    intercepted_binops = frozenset({"+", "*", "**", "%"})

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters = {name: self._counted(name, FILTERS[name]) for name in (*_ON_TEXTS, *_ON_ANYTHING)}
        self.filters |= {each.__name__: each for each in (_step, _part, _file, _whole)}
        self.globals = {"namespace": Namespace, "range": self._range}
        self.begin()

    def begin(self) -> None:
        """Forget what the page before has taken."""
        self._steps = self._text = 0

    def step(self, number: int = 1) -> None:
        """Count passes, calls and values; raises `SecurityError` where it is too much."""
        self._steps += number
        if self._steps > MOST_STEPS:
            raise SecurityError(f"it takes more than {MOST_STEPS:,} steps; a loop is too long, or has too many in it")

    def text(self, value: object) -> Any:
        """Return a value as it is written, and count it; raises `SecurityError` where it may not be, or is too much."""
        if not isinstance(value, str):
            if not (value is None or isinstance(value, Number | date | Undefined) or _is_ours(value)):
                raise SecurityError(f"a {type(value).__name__} cannot be written as a text; write what is in it")
            value = str(value)
        self._text += len(value)
        self.step()
        if len(value) > LONGEST or self._text > MOST_TEXT:
            raise SecurityError(
                f"it makes a text of more than {LONGEST if len(value) > LONGEST else MOST_TEXT:,} letters"
            )
        return value

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Say whether a template may ask for an attribute."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        for kind, allowed in _ATTRIBUTES.items():
            if isinstance(obj, kind):
                return attr in allowed or (kind is tuple and (_is_ours(obj) or attr in getattr(obj, "_fields", ())))
        return not isinstance(obj, type) and (_is_ours(obj) or type(obj).__module__.startswith("jinja2."))

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Carry out an operation that may grow without bounds; raises `SecurityError` where it does."""
        self.step()
        texts = [each for each in (left, right) if isinstance(each, Sized)]
        size = 0
        if operator == "%" and texts:
            raise SecurityError("a text cannot be filled in with %; write the values where they belong")
        if operator == "+" and texts:
            size = sum(map(len, texts))
        elif operator == "*" and texts:
            size = len(texts[0]) * max((each for each in (left, right) if isinstance(each, int)), default=0)
        elif operator in ("*", "**"):
            bits = [each.bit_length() if isinstance(each, int) else 64 for each in (left, right)]
            if (bits[0] * abs(right) if operator == "**" else sum(bits)) > LARGEST:
                raise SecurityError("it computes a number that is too large")
        if size > LONGEST:
            raise SecurityError(f"it makes a text or list longer than {LONGEST:,}")
        made = super().call_binop(context, operator, left, right)
        return self.whole(made) if texts and not isinstance(made, str) else made

    def call(self, context: Context, called: Any, /, *values: Any, **named: Any) -> Any:
        """Call a macro, or what a view has; what it is given must be plain."""
        self.step(A_CALL)
        if not type(called).__module__.startswith("jinja2.") and called is not Namespace:
            for each in (*values, *named.values()):
                if isinstance(each, list | tuple | set | dict | Namespace) and not _is_ours(each):
                    self.whole(each)
                else:
                    self.text(each)
        return super().call(context, called, *values, **named)

    def whole(self, value: Any) -> Any:
        """Return a list or the like after counting all that is in it."""
        left = [value]
        while left:
            self.step()
            each = left.pop()
            if isinstance(each, dict):
                left += [*each, *each.values()]
            elif isinstance(each, list | tuple | set) and not _is_ours(each):
                left += each
        return value

    def _range(self, *bounds: int) -> range:
        made: range = safe_range(*bounds)
        self.step(len(made))
        return made

    def _counted(self, name: str, filter: Callable[..., Any]) -> Callable[..., Any]:
        """Return a filter that counts what it is given, and takes no longer than that."""
        place = int(hasattr(filter, "jinja_pass_arg"))
        bound: Callable[..., Any] = _BOUNDS.get(name, _any)

        @wraps(filter)
        def counted(*values: Any, **named: Any) -> Any:
            self.step()
            value = values[place]
            if name in _ON_TEXTS:
                value = self.text(value)
            elif isinstance(value, Sized) and not isinstance(value, Undefined):
                self.step(len(value) // 16)
            value = bound(self, value, *values[place + 1 :], **named)
            return filter(*values[:place], value, *values[place + 1 :], **named)

        return counted

    def _generate(
        self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False
    ) -> str:
        """Compile a template, after putting the counting into it."""
        _put_counting_in(source, name)
        return super()._generate(source, name, filename, defer_init)


def _is_ours(value: object) -> bool:
    return type(value).__module__.partition(".")[0] == _PACKAGE


def _put_counting_in(source: nodes.Template, name: str | None) -> None:
    """Count in a template what is written, looped over, put together and read from other files."""
    for loop in list(source.find_all(nodes.For)):
        if loop.recursive:
            raise TemplateSyntaxError("a loop cannot be recursive", loop.lineno, name)
        loop.iter = _through(cast(nodes.Expr, loop.iter), "_step")
    for kind in (nodes.Include, nodes.Import, nodes.FromImport):
        for other in list(source.find_all(kind)):
            other.template = _through(other.template, "_file")  # type: ignore[attr-defined]
    _rewrite(source)


def _rewrite(node: nodes.Node) -> None:
    for field, value in list(node.iter_fields()):
        if isinstance(value, list):
            setattr(node, field, [_rewritten(node, each) for each in value])
        else:
            setattr(node, field, _rewritten(node, value))


def _rewritten(parent: nodes.Node, value: Any) -> Any:
    """Return what stands for a node in its parent: what is written or joined passes `_part`, lists pass `_whole`."""
    if not isinstance(value, nodes.Node):
        return value
    _rewrite(value)
    if isinstance(parent, nodes.Output) and isinstance(value, nodes.TemplateData):
        safe = nodes.MarkSafe(nodes.Const(value.data, lineno=value.lineno), lineno=value.lineno)
        return _through(safe, "_part")
    if isinstance(parent, nodes.Output | nodes.Concat) and isinstance(value, nodes.Expr):
        return _through(value, "_part")
    if isinstance(value, nodes.List | nodes.Dict) or (isinstance(value, nodes.Tuple) and value.ctx == "load"):
        return _through(value, "_whole")
    return value


def _through(value: nodes.Expr, filter: str) -> nodes.Filter:
    return nodes.Filter(value, filter, [], [], None, None, lineno=value.lineno)


@pass_context
def _step(context: Context, values: Any) -> Any:
    """Count the passes of a loop."""
    environment: Sandbox = context.environment  # type: ignore[assignment]
    for each in values:
        environment.step()
        yield each


@pass_context
def _part(context: Context, value: Any) -> Any:
    """Count what is written or joined."""
    return context.environment.text(value)  # type: ignore[attr-defined]


@pass_context
def _file(context: Context, name: Any) -> Any:
    """Count a file that is included."""
    context.environment.step(A_CALL)  # type: ignore[attr-defined]
    return name


@pass_context
def _whole(context: Context, value: Any) -> Any:
    """Count what is in a list that a template makes."""
    return context.environment.whole(value)  # type: ignore[attr-defined]


def _any(sandbox: Sandbox, value: Any, *values: Any, **named: Any) -> Any:
    """Let a filter do what it likes with a value that is bounded."""
    return value


def _join(sandbox: Sandbox, value: Any, d: str = "", attribute: Any = None) -> Any:
    """Refuse to join what becomes too long, or is no list of texts."""
    if isinstance(value, Undefined):
        return value
    parts = list(value)
    sandbox.step(len(parts))
    length = sum(0 if attribute is not None else len(sandbox.text(each)) for each in parts)
    if length + len(sandbox.text(d)) * len(parts) > LONGEST:
        raise SecurityError(f"it makes a text of more than {LONGEST:,} letters")
    return parts


def _batch(sandbox: Sandbox, value: Any, linecount: int, fill_with: Any = None) -> Any:
    sandbox.step(abs(linecount) if fill_with is not None else 0)
    return value


def _round(sandbox: Sandbox, value: Any, precision: int = 0, method: str = "common") -> Any:
    if abs(precision) > 20:
        raise SecurityError("it rounds to more than 20 digits")
    return value


def _sum(sandbox: Sandbox, iterable: Any, attribute: Any = None, start: Any = 0) -> Any:
    if not isinstance(start, Number):
        raise SecurityError("only numbers can be summed")
    return iterable


_BOUNDS: Final[Mapping[str, Callable[..., Any]]] = {"join": _join, "batch": _batch, "round": _round, "sum": _sum}
"""What sees to it that a filter ends, by its name: called as the filter is, it returns the value to be filtered."""
