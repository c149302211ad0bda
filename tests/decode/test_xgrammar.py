"""xgrammar itself, with a real vocabulary, on the grammars made for it."""

from functools import cache
from typing import Any

import pytest

from .engine_tests import EngineTests
from .engines import tekken

xgrammar = pytest.importorskip("xgrammar", reason="needs the extra decode-xgrammar")


@cache
def compiler() -> Any:
    vocabulary = tekken()
    # A special token is an empty text: no grammar allows it.
    pieces = [b"" if token < vocabulary.specials else piece for token, piece in enumerate(vocabulary.pieces)]
    info = xgrammar.TokenizerInfo(pieces, stop_token_ids=[vocabulary.eos])
    return xgrammar.GrammarCompiler(info, max_threads=2)


class XgrammarMatcher:
    def __init__(self, text: str) -> None:
        self._compiled = self.compile(text)
        self._matcher = xgrammar.GrammarMatcher(self._compiled)

    @staticmethod
    def compile(text: str) -> Any:
        return compiler().compile_structural_tag(text)

    def fresh(self) -> "XgrammarMatcher":
        copy = object.__new__(type(self))
        copy._compiled, copy._matcher = self._compiled, xgrammar.GrammarMatcher(self._compiled)
        return copy

    def accepts(self, tokens: list[int]) -> int:
        taken = 0
        for token in tokens:
            if not self._matcher.accept_token(token):
                break
            taken += 1
        self._matcher.rollback(taken)
        return taken

    def take(self, tokens: list[int]) -> None:
        for token in tokens:
            assert self._matcher.accept_token(token)

    def allowed(self) -> list[int]:
        mask = xgrammar.allocate_token_bitmask(1, len(tekken().pieces))
        self._matcher.fill_next_token_bitmask(mask)
        words = mask[0].tolist()
        return [32 * place + bit for place, word in enumerate(words) if word for bit in range(32) if word >> bit & 1]

    def may_end(self) -> bool:
        taken = self._matcher.accept_token(tekken().eos)
        if taken:
            self._matcher.rollback(1)
        return bool(taken)


class EbnfMatcher(XgrammarMatcher):
    @staticmethod
    def compile(text: str) -> Any:
        return compiler().compile_grammar(text)


class TestStructuralTag(EngineTests):
    engine = "xgrammar"
    matcher = XgrammarMatcher


class TestEbnf(EngineTests):
    engine = "xgrammar-ebnf"
    matcher = EbnfMatcher
