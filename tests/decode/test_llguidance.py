"""llguidance itself, with a real vocabulary, on the grammars made for it."""

from functools import cache

import pytest

from pi_native.decode import export

from .engine_tests import TOOLS, EngineTests
from .engines import tekken

llguidance = pytest.importorskip("llguidance", reason="needs the extra decode-llguidance")


@cache
def tokenizer() -> object:
    vocabulary = tekken()

    class Vocabulary:
        eos_token_id, bos_token_id = vocabulary.eos, None
        tokens, special_token_ids = vocabulary.pieces, list(range(vocabulary.specials))

        def __call__(self, data: bytes) -> list[int]:
            return vocabulary.encode(data.decode("utf-8", "replace") if isinstance(data, bytes) else data)

    return llguidance.LLTokenizer(llguidance.TokenizerWrapper(Vocabulary()))


class LlguidanceMatcher:
    def __init__(self, text: str) -> None:
        self._matcher = llguidance.LLMatcher(tokenizer(), llguidance.LLMatcher.grammar_from_lark(text))
        assert not self._matcher.is_error(), self._matcher.get_error()

    def fresh(self) -> "LlguidanceMatcher":
        copy = object.__new__(LlguidanceMatcher)
        copy._matcher = self._matcher.deep_copy()
        return copy

    def accepts(self, tokens: list[int]) -> int:
        return self._matcher.validate_tokens(tokens)

    def take(self, tokens: list[int]) -> None:
        assert self._matcher.consume_tokens(tokens), self._matcher.get_error()

    def allowed(self) -> list[int]:
        mask = self._matcher.compute_bitmask()
        return [8 * place + bit for place, byte in enumerate(mask) if byte for bit in range(8) if byte >> bit & 1]

    def may_end(self) -> bool:
        return self._matcher.is_accepting()


class TestLlguidance(EngineTests):
    engine = "llguidance"
    matcher = LlguidanceMatcher


def test_the_grammar_is_taken_without_warnings() -> None:
    text = export("llguidance", TOOLS).text
    messages = llguidance.LLMatcher.validate_grammar_with_warnings(llguidance.LLMatcher.grammar_from_lark(text))
    assert messages in ("", [], (False, [])), messages
