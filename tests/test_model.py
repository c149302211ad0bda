"""The values a parse gives: immutable, and put together as documented."""

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from pi_native import (
    Call,
    Diagnostic,
    Limits,
    ParseResult,
    PiNativeError,
    PiNativeSyntaxError,
    SchemaError,
    Span,
    Text,
    UnrenderableError,
)
from pi_native.locator import TextLines

SPAN = Span(2, 5, 1, 3)
PROSE = Text("hi ", Span(0, 3, 1, 1))
DONE = Call("ls", {}, "attribute", SPAN, "<call:ls/>")
CUT = Call("ls", {}, "attribute", SPAN, "<call:ls ", complete=False)


def test_result_without_an_incomplete_call() -> None:
    result = ParseResult((PROSE, DONE, PROSE, DONE), ())
    assert result.calls == (DONE, DONE)
    assert result.incomplete is None
    assert result.text == "hi hi "
    assert list(result) == list(result.segments)


def test_incomplete_call_is_none_of_the_calls() -> None:
    result = ParseResult((PROSE, DONE, CUT), ())
    assert result.calls == (DONE,)
    assert result.incomplete is CUT
    assert "".join(segment.raw for segment in result) == "hi <call:ls/><call:ls "


@pytest.mark.parametrize("value", [SPAN, PROSE, DONE, ParseResult((), ()), Limits()])
def test_values_cannot_be_changed(value: Any) -> None:
    name = "offset" if isinstance(value, Span) else dataclasses.fields(value)[0].name
    with pytest.raises(AttributeError):  # of which FrozenInstanceError is one
        setattr(value, name, None)
    assert not hasattr(value, "__dict__")


def test_a_lazy_span_is_the_same_as_one_that_knows_its_line() -> None:
    text = "ab\ncd\n\ne"
    for offset in range(len(text) + 1):
        before = text[:offset]
        span = Span(offset, offset, before.count("\n") + 1, offset - before.rfind("\n"))
        lazy = Span.lazy(TextLines(text), offset, offset)
        assert pickle.loads(pickle.dumps(lazy)) == span
        assert (lazy, hash(lazy), repr(lazy)) == (span, hash(span), repr(span))
        assert copy.deepcopy(lazy) == span
    assert Span(0, 1, 1, 1) != Span(0, 1, 1, 2)
    assert Span(0, 1, 1, 1) != (0, 1, 1, 1)


def test_syntax_error_says_where() -> None:
    error = PiNativeSyntaxError(Diagnostic("stray-text", "error", "text between elements", SPAN), "abc\n  ^")
    assert (error.code, error.offset, error.line, error.column) == ("stray-text", 2, 1, 3)
    assert str(error) == "line 1, column 3: stray-text: text between elements\nabc\n  ^"


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (SchemaError("ls", "/type", "no"), "tool 'ls', at /type: no"),
        (SchemaError("ls", "", "no"), "tool 'ls', at /: no"),
        (UnrenderableError("ls", "/a", "no"), "cannot render 'ls', at /a: no"),
    ],
)
def test_errors_name_tool_and_pointer(error: Any, text: str) -> None:
    assert str(error) == text
    assert isinstance(error, PiNativeError)
    assert isinstance(error, ValueError)
    assert (error.tool, error.reason) == ("ls", "no")
