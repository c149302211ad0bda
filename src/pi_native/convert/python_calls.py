"""Calls as Python writes them, ``[name(key=value, …), …]``, with names that may hold blanks. Nothing is run."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

from pi_native.hosts.conversation import ConversationError, Record, ToolCall

_TOKEN = re.compile(r"""("(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')|([()\[\]{},=])|([^"'()\[\]{},=]+|.)""", re.DOTALL)
_OPENING, _CLOSING = "([{", ")]}"

#: The longest value that is read, in characters, and how deep one may be nested.
LONGEST, DEEPEST = 1_000_000, 64


def looks_like_calls(text: str) -> bool:
    """Whether the whole of a text could be a list of calls.

    >>> looks_like_calls('[Get Weather(city="Rome")]'), looks_like_calls("[1] says so (see below)")
    (True, False)
    """
    text = text.strip()
    return re.match(r"\[[^\[\](){}\"'=,]+\(", text) is not None and text.endswith(")]")


def python_calls(text: str, pointer: str = "") -> list[ToolCall]:
    """The calls of such a list; raises `ConversationError`.

    >>> python_calls('[Get Weather(city="Rome", days=[1, 2]), now()]')[0]
    ToolCall(name='Get Weather', arguments={'city': 'Rome', 'days': [1, 2]}, id=None)
    """
    return _Reader(text.strip(), pointer).calls()


class _Reader:
    """One pass over the tokens of a list of calls."""

    def __init__(self, text: str, pointer: str) -> None:
        self._tokens = [match[0] for match in _TOKEN.finditer(text)]
        self._at, self._pointer = 0, pointer

    def calls(self) -> list[ToolCall]:
        found = []
        self._expect("[")
        while not self._is("]"):
            found.append(self._call())
            if not self._is("]"):
                self._expect(",")
        self._expect("]")
        if self._at < len(self._tokens):
            raise self._fault("something behind the list of calls")
        return found

    def _call(self) -> ToolCall:
        name = self._until("(", "").strip()
        arguments: Record = {}
        self._expect("(")
        while not self._is(")"):
            key = self._until("=", ",)").strip()
            self._expect("=")
            if key in arguments:
                raise self._fault(f"the argument {key} stands twice")
            arguments[key] = self._value(self._until("", ",)"))
            if not self._is(")"):
                self._expect(",")
        self._expect(")")
        return ToolCall(name, arguments)

    def _until(self, end: str, ends: str) -> str:
        """The text up to a token that ends it, outside of brackets."""
        taken: list[str] = []
        depth = 0
        while self._at < len(self._tokens):
            token = self._tokens[self._at]
            if depth == 0 and (token == end or (token and token in ends)):
                break
            if token in _OPENING:
                depth += 1
            elif token in _CLOSING:
                depth -= 1
            if not 0 <= depth <= DEEPEST:
                raise self._fault("brackets that do not match" if depth < 0 else "a value nested too deeply")
            taken.append(token)
            self._at += 1
        return "".join(taken)

    def _value(self, text: str) -> Any:
        """A literal of Python, or of JSON."""
        text = text.strip()
        if len(text) > LONGEST:
            raise self._fault("a value too long to be read")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            pass
        try:
            return as_json(ast.literal_eval(text))
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            raise self._fault(f"a value that is no literal: {text[:40]}") from None

    def _is(self, token: str) -> bool:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1
        return self._at < len(self._tokens) and self._tokens[self._at] == token

    def _expect(self, token: str) -> None:
        if not self._is(token):
            found = self._tokens[self._at][:20] if self._at < len(self._tokens) else "the end"
            raise self._fault(f"expected {token} and found {found}")
        self._at += 1

    def _fault(self, reason: str) -> ConversationError:
        return ConversationError(self._pointer, f"not a list of calls: {reason}")


def as_json(value: Any) -> Any:
    """A literal's value as JSON has it: tuples as lists; ValueError for what JSON does not have.

    >>> as_json((1, {"a": None}))
    [1, {'a': None}]
    """
    if isinstance(value, (list, tuple)):
        return [as_json(item) for item in value]
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: as_json(item) for key, item in value.items()}
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise ValueError(f"no value of JSON: {type(value).__name__}")


def literal(text: str, pointer: str) -> Any:
    """What a text says that is JSON, or a literal of Python; raises `ConversationError`.

    >>> literal("{'name': 'ls', 'arguments': {}}", "")
    {'name': 'ls', 'arguments': {}}
    """
    return _Reader("", pointer)._value(text)
