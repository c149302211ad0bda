"""A Pygments lexer: the parser itself, its tokens named as Pygments names them.

Pygments finds it by its entry point, under the names ``pi-native`` and ``pi_native``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from lark import Token
from pygments.lexer import Lexer
from pygments.token import Error, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace, _TokenType

from pi_native.editor.roles import Role, roles, tag_of
from pi_native.grammar import Grammar
from pi_native.terminals import Terminal
from pi_native.tools import ToolSet
from pi_native.tree import parse_tree

KINDS = {
    Role.PROSE: Text,
    Role.VERBATIM: String,
    Role.NAME: Name.Attribute,
    Role.OPERATOR: Operator,
    Role.SPACE: Whitespace,
    Role.PUNCTUATION: Punctuation,
    Role.CALL: Name.Function,
    Role.ELEMENT: Name.Tag,
    Role.QUOTED: String,
    Role.VALUE: String,
}
#: A longer value is text to the eye, whatever it may be to the parser.
MAX_LITERAL = 40


class PiNativeLexer(Lexer):
    """Colours a text with calls; what recovery skips is an error token.

    The option ``tools`` is a tool list or the path of one; without it, bodies are told apart as without a schema (D8).

    >>> lexer = PiNativeLexer(ensurenl=False)
    >>> [text for kind, text in lexer.get_tokens("<call:ls a=5/>") if kind is Name.Function or kind in Number]
    ['ls', '5']
    """

    name = "pi-native"
    aliases: ClassVar[list[str]] = ["pi-native", "pi_native"]
    filenames: ClassVar[list[str]] = ["*.pi-native"]

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        tools = options.get("tools")
        self._tools = ToolSet.load(tools) if isinstance(tools, (str, Path)) else tools
        self._grammar = Grammar.load()
        self._roles = roles(self._grammar)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Offset, kind and text of each token; the texts, joined, are the input."""
        end = 0
        for token in parse_tree(text, self._tools, grammar=self._grammar).scan_values(_is_token):
            start = token.start_pos or 0
            if start > end:
                yield end, Error, text[end:start]
            if token:  # one that recovery put in has no text
                yield from self._pieces(token, start)
                end = start + len(token)
        if end < len(text):
            yield end, Error, text[end:]

    def _pieces(self, token: Token, start: int) -> Iterator[tuple[int, _TokenType, str]]:
        terminal, role = self._grammar.terminals[token.type], self._roles[token.type]
        if terminal.is_frame and tag_of(self._grammar, terminal):
            yield from _framed(terminal, token, start, KINDS[role])
        elif role in (Role.VALUE, Role.VERBATIM):
            yield start, _kind_of_value(token), str(token)
        else:
            yield start, KINDS[role], str(token)


def _is_token(value: object) -> bool:
    return isinstance(value, Token)


def _framed(terminal: Terminal, token: Token, start: int, kind: _TokenType) -> Iterator[tuple[int, _TokenType, str]]:
    name = terminal.unwrap(token)
    yield start, Punctuation, terminal.prefix
    yield start + len(terminal.prefix), kind, name
    if terminal.suffix:
        yield start + len(terminal.prefix) + len(name), Punctuation, terminal.suffix


def _kind_of_value(text: str) -> _TokenType:
    """Numbers and constants look like themselves; all else is a string."""
    try:
        value = json.loads(text) if len(text) <= MAX_LITERAL else text
    except ValueError:
        return String
    if value is None or isinstance(value, bool):
        return Keyword.Constant
    return Number if isinstance(value, (int, float)) else String
