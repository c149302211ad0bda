"""What a parse gives and what goes wrong, as plain immutable values.

Everything here is a frozen, slotted dataclass or an exception; nothing here
knows the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Literal, Protocol, TypeVar

#: What JSON can hold: ``None``, ``bool``, ``int``, ``float``, ``str``, ``list`` or ``dict`` with ``str`` keys.
Json = Any

Form = Literal["attribute", "element", "inline"]
Severity = Literal["error", "warning", "info"]
T = TypeVar("T")


def quick(cls: type[T]) -> type[T]:
    """Let objects of a frozen, slotted dataclass be made in half the time.

    A frozen dataclass sets each field by name, through ``object.__setattr__``; here its slots are set directly. For
    classes of which a stream makes many; their fields have plain defaults or none.

    >>> @quick
    ... @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1)
    Point(x=1, y=0)
    """
    found = fields(cls)  # type: ignore[arg-type]
    setters = {f"set_{each.name}": getattr(cls, each.name).__set__ for each in found}
    defaults = {f"default_{each.name}": each.default for each in found if each.default is not MISSING}
    parameters = [each.name + (f"=default_{each.name}" if each.default is not MISSING else "") for each in found]
    body = "; ".join(f"set_{each.name}(self, {each.name})" for each in found)
    namespace: dict[str, Any] = {}
    exec(f"def __init__(self, {', '.join(parameters)}): {body}", setters | defaults, namespace)  # as dataclasses do
    namespace["__init__"].__annotations__ = cls.__init__.__annotations__
    setattr(cls, "__init__", namespace["__init__"])  # noqa: B010 (mypy lets no method be assigned)
    return cls


class Lines(Protocol):
    """What knows the line and the column, both from 1, of each offset of a text."""

    def at(self, offset: int, /) -> tuple[int, int]: ...


class Span:
    """A stretch of the input: ``offset`` up to ``end`` in code points, and where it starts for a reader.

    ``line`` and ``column`` count from 1; a line ends behind ``\\n``. A `Span.lazy` one counts them when they are asked
    for first: most never are.

    >>> Span(offset=4, end=9, line=1, column=5).end
    9
    """

    __slots__ = ("_place", "end", "offset")
    __match_args__ = ("offset", "end", "line", "column")

    offset: int
    end: int
    _place: tuple[int, int] | Lines

    def __init__(self, offset: int, end: int, line: int, column: int) -> None:
        _set_offset(self, offset)
        _set_end(self, end)
        _set_place(self, (line, column))

    @classmethod
    def lazy(cls, lines: Lines, offset: int, end: int) -> Span:
        """A span whose line and column are found in ``lines``.

        >>> from pi_native.locator import TextLines
        >>> Span.lazy(TextLines("a\\nbc"), 3, 4)
        Span(offset=3, end=4, line=2, column=2)
        """
        span = _new(cls)
        _set_offset(span, offset)
        _set_end(span, end)
        _set_place(span, lines)
        return span

    def until(self, end: int) -> Span:
        """The stretch from the same place up to another end.

        >>> Span(0, 0, 1, 1).until(5).end
        5
        """
        span = _new(Span)
        _set_offset(span, self.offset)
        _set_end(span, end)
        _set_place(span, self._place)
        return span

    def _at(self) -> tuple[int, int]:
        place = self._place
        if not isinstance(place, tuple):
            place = place.at(self.offset)
            _set_place(self, place)
        return place

    @property
    def line(self) -> int:
        """The line that it starts in, from 1."""
        return self._at()[0]

    @property
    def column(self) -> int:
        """The column that it starts at, from 1."""
        return self._at()[1]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Span cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return (self.offset, self.end, self._at()) == (other.offset, other.end, other._at())

    def __hash__(self) -> int:
        return hash((self.offset, self.end))

    def __repr__(self) -> str:
        return f"Span(offset={self.offset}, end={self.end}, line={self.line}, column={self.column})"

    def __reduce__(self) -> tuple[type[Span], tuple[int, int, int, int]]:
        return Span, (self.offset, self.end, *self._at())


_new = object.__new__
_set_offset, _set_end, _set_place = (Span.__dict__[name].__set__ for name in ("offset", "end", "_place"))


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding (D24). ``code`` is a key of the catalogue in `pi_native.diagnostics`.

    ``call_index`` counts the calls of the text from 0, an incomplete call included; it is None for prose.
    ``pointer`` is the JSON Pointer of the argument, or None. ``text`` holds what was skipped, whole.

    >>> Diagnostic("stray-text", "error", "text between elements", Span(0, 3, 1, 1), text="abc").severity
    'error'
    """

    code: str
    severity: Severity
    message: str
    span: Span
    call_index: int | None = None
    pointer: str | None = None
    text: str = ""


@quick
@dataclass(frozen=True, slots=True)
class Text:
    """Prose between calls, exactly as written (D5).

    >>> Text("hi", Span(0, 2, 1, 1)).raw
    'hi'
    """

    text: str
    span: Span

    @property
    def raw(self) -> str:
        """The input this segment stands for: the text itself."""
        return self.text


@quick
@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: the tool's name and its typed arguments.

    ``form`` says how the call was spelled (section "Tool-call forms"); ``raw`` is its text;
    ``complete`` is False for the one call that the end of input cut off (D18), which must not be executed.
    ``notes`` is what productions of an overlay say of the call, such as an ``id``; None under the base grammar.

    >>> Call("ls", {}, "attribute", Span(0, 10, 1, 1)).complete
    True
    """

    name: str
    arguments: dict[str, Json]
    form: Form
    span: Span
    raw: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    complete: bool = True
    notes: dict[str, Json] | None = None


@quick
@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of the turn that is neither prose nor a call, such as reasoning: an overlay's production of this name.

    ``text`` is what stands between its tags, without the newlines that delimit it; ``complete`` is False if the end of
    input cut it off.

    >>> Section("think", "hm", Span(0, 17, 1, 1)).text
    'hm'
    """

    name: str
    text: str
    span: Span
    raw: str = ""
    complete: bool = True


Segment = Text | Call | Section


@dataclass(frozen=True, slots=True)
class ParseResult:
    """What a whole text holds: its segments in order and what was noticed on the way.

    The ``raw`` of all segments, joined, is the input (D5). An incomplete call stands last (D18).

    >>> ParseResult((Text("hi", Span(0, 2, 1, 1)),), ()).text
    'hi'
    """

    segments: tuple[Segment, ...]
    diagnostics: tuple[Diagnostic, ...]
    calls: tuple[Call, ...] = field(init=False)
    incomplete: Call | None = field(init=False)

    def __post_init__(self) -> None:
        calls = [segment for segment in self.segments if isinstance(segment, Call)]
        unfinished = calls.pop() if calls and not calls[-1].complete else None
        object.__setattr__(self, "calls", tuple(calls))
        object.__setattr__(self, "incomplete", unfinished)

    @property
    def text(self) -> str:
        """The prose outside calls and sections, joined."""
        return "".join(segment.text for segment in self.segments if isinstance(segment, Text))

    @property
    def sections(self) -> tuple[Section, ...]:
        """What overlays keep out of the prose, in order."""
        return tuple(segment for segment in self.segments if isinstance(segment, Section))

    def __iter__(self) -> Iterator[Segment]:
        return iter(self.segments)


@dataclass(frozen=True, slots=True)
class Limits:
    """What hostile input may cost; going past one is a ``limit-exceeded`` diagnostic, never an exception.

    ``open_tag``: characters of one open tag (D3). ``depth``: elements inside elements (D16).
    ``size``: characters of the whole input that are looked at; what follows is text, unread.

    >>> Limits(depth=3).open_tag
    1048576
    """

    open_tag: int = 1_048_576
    depth: int = 200
    size: int = 2**32


class PiNativeError(Exception):
    """Base of every error this package raises on purpose."""


class PiNativeSyntaxError(PiNativeError, ValueError):
    """Raised by ``parse(strict=True)`` at the first error of a text.

    ``diagnostic`` says what and where; ``excerpt`` is the line and a caret below it.
    """

    def __init__(self, diagnostic: Diagnostic, excerpt: str) -> None:
        span = diagnostic.span
        super().__init__(f"line {span.line}, column {span.column}: {diagnostic.code}: {diagnostic.message}\n{excerpt}")
        self.diagnostic = diagnostic
        self.excerpt = excerpt
        self.code = diagnostic.code
        self.offset, self.line, self.column = span.offset, span.line, span.column

    def __reduce__(self) -> tuple[type, tuple[Diagnostic, str]]:  # so that it crosses processes
        return type(self), (self.diagnostic, self.excerpt)


class SchemaError(PiNativeError, ValueError):
    """A tool list or a tool's JSON Schema that cannot be used.

    ``tool`` is the tool's name (or its place in the list), ``pointer`` the JSON Pointer inside its schema.
    """

    def __init__(self, tool: str, pointer: str, reason: str) -> None:
        super().__init__(f"tool {tool!r}, at {pointer or '/'}: {reason}")
        self.tool, self.pointer, self.reason = tool, pointer, reason

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:  # so that it crosses processes
        return type(self), (self.tool, self.pointer, self.reason)


class GrammarError(PiNativeError, ValueError):
    """A grammar, or an overlay of one, that cannot be used: ``path``, ``line`` and ``column`` from 1, and why."""

    def __init__(self, path: str, line: int, column: int, reason: str) -> None:
        super().__init__(f"{path}:{line}:{column}: {reason}")
        self.path, self.line, self.column, self.reason = path, line, column, reason

    def __reduce__(self) -> tuple[type, tuple[str, int, int, str]]:  # so that it crosses processes
        return type(self), (self.path, self.line, self.column, self.reason)


class UnrenderableError(PiNativeError, ValueError):
    """A call that no text reads back as (D22): ``pointer`` names the argument, ``reason`` says why."""

    def __init__(self, tool: str, pointer: str, reason: str) -> None:
        super().__init__(f"cannot render {tool!r}, at {pointer or '/'}: {reason}")
        self.tool, self.pointer, self.reason = tool, pointer, reason

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:  # so that it crosses processes
        return type(self), (self.tool, self.pointer, self.reason)
