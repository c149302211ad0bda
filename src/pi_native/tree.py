"""The parse tree of a text, for those who want to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from lark import Token, Tree

from pi_native import lalr
from pi_native.call_reader import CallReader
from pi_native.grammar import Grammar
from pi_native.model import Call, Diagnostic, Limits, Section, Span
from pi_native.parser import TextParser, ToolsLike
from pi_native.productions import START
from pi_native.section_reader import SectionReader
from pi_native.typed_tree import lark_token


def parse_tree(
    text: str, tools: ToolsLike = None, *, grammar: Grammar | None = None, limits: Limits | None = None
) -> Tree[Token]:
    """The parse tree of a whole text: Lark's tree of the ``stream`` production, its tokens with places.

    Tokens that recovery put in have no text; text that it skipped is not in the tree.

    >>> parse_tree("<call:ls/>").children[0].data
    Token('RULE', 'call')
    """
    parser = _TreeParser(tools, grammar, limits)
    parser.read(text)
    children: list[Any] = []
    for segment, tree in zip(parser.result.segments, parser.trees, strict=True):
        span = segment.span
        prose = Token("TEXT", segment.raw, start_pos=span.offset, end_pos=span.end, line=span.line, column=span.column)
        children.append(prose if tree is None else tree)
    return Tree(START, children)


class _TreeParser(TextParser):
    """The same parser with the callbacks that build a tree."""

    def __init__(self, tools: ToolsLike, grammar: Grammar | None, limits: Limits | None) -> None:
        super().__init__(tools, grammar=grammar, limits=limits)
        self._callbacks = self._grammar.callbacks(lambda name: partial(_tree, name))
        self._plain = None
        self.trees: list[Tree[Token] | None] = []

    def _end_prose(self) -> None:
        self.trees += [None] if self._prose else []
        super()._end_prose()

    def _add_section(self, reader: SectionReader, section: Section) -> None:
        self._place(reader.value)
        super()._add_section(reader, section)

    def _made(self, reader: CallReader, span: Span, raw: str, found: tuple[Diagnostic, ...], complete: bool) -> Call:
        self._place(reader.value)
        return Call(reader.name, {}, "element", span, raw, found, complete)

    def _place(self, tree: Tree[Token]) -> None:
        """Give a segment's tokens their places in the whole text."""
        for token in _tokens(tree):
            start, end = token.start_pos or 0, token.end_pos or 0
            token.line, token.column = self._locator.at(self._lexer.text, start)
            token.start_pos, token.end_pos = start + self._base, end + self._base
        self.trees.append(tree)


def _tree(name: str, children: list[Any]) -> Tree[Token]:
    return Tree(Token("RULE", name), [lark_token(c) if isinstance(c, lalr.Token) else c for c in children])


def _tokens(tree: Tree[Token]) -> Iterator[Token]:
    """The tokens in text order; a loop, since a tree may be deeper than Python's stack."""
    waiting: list[Tree[Token] | Token] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Token):
            yield node
        else:
            waiting += reversed(node.children)
