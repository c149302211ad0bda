"""llama.cpp's own grammar code, through llama-cpp-python, on the grammars made for it.

It needs a vocabulary but no model: a file with the 256 bytes as tokens is written here. So texts go in byte by byte.
"""

import ctypes
import struct
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .engine_tests import EngineTests
from .engines import tekken

llama = pytest.importorskip("llama_cpp", reason="needs llama-cpp-python (make test-gbnf)")

FIRST_BYTE = 3
END = 2


def vocabulary_file() -> bytes:
    """A GGUF file without tensors: special tokens, then the bytes."""
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    kinds = [2, 3, 3] + [6] * 256
    entries = [
        _text("general.architecture") + _typed_text("llama"),
        _text("tokenizer.ggml.model") + _typed_text("llama"),
        _text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, len(tokens)) + b"".join(map(_text, tokens)),
        _text("tokenizer.ggml.scores") + struct.pack(f"<IIQ{len(tokens)}f", 9, 6, len(tokens), *([0.0] * len(tokens))),
        _text("tokenizer.ggml.token_type") + struct.pack(f"<IIQ{len(kinds)}i", 9, 5, len(kinds), *kinds),
    ]
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(entries)) + b"".join(entries)


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text)) + text.encode()


def _typed_text(text: str) -> bytes:
    return struct.pack("<I", 8) + _text(text)


@cache
def vocabulary() -> Any:
    llama.llama_backend_init()
    silent = llama.llama_log_callback(lambda level, text, data: None)
    llama.llama_log_set(silent, None)
    parameters = llama.llama_model_default_params()
    parameters.vocab_only = True
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "bytes.gguf")
        path.write_bytes(vocabulary_file())
        model = llama.llama_model_load_from_file(str(path).encode(), parameters)
    assert model, "llama.cpp did not take the vocabulary"
    return llama.llama_model_get_vocab(model), silent


class LlamaMatcher:
    def __init__(self, text: str, sampler: Any = None) -> None:
        self._text = text
        self._sampler = sampler or llama.llama_sampler_init_grammar(vocabulary()[0], text.encode(), b"root")
        assert self._sampler, "llama.cpp did not take the grammar"

    def __del__(self) -> None:
        if getattr(self, "_sampler", None):
            llama.llama_sampler_free(self._sampler)

    def fresh(self) -> "LlamaMatcher":
        return LlamaMatcher(self._text, llama.llama_sampler_clone(self._sampler))

    def _allowed(self, tokens: list[int]) -> list[int]:
        """Those of these tokens that may come next."""
        data = (llama.llama_token_data * len(tokens))(*(llama.llama_token_data(token, 0.0, 0.0) for token in tokens))
        array = llama.llama_token_data_array(data, len(tokens), -1, False)
        llama.llama_sampler_apply(self._sampler, ctypes.byref(array))
        return [each.id for each in data if each.logit != float("-inf")]

    def accepts(self, tokens: list[int]) -> int:
        trial = self.fresh()
        for index, token in enumerate(tokens):
            for byte in tekken().pieces[token]:
                if not trial._allowed([FIRST_BYTE + byte]):
                    return index
                llama.llama_sampler_accept(trial._sampler, FIRST_BYTE + byte)
        return len(tokens)

    def take(self, tokens: list[int]) -> None:
        for byte in tekken().decode(tokens):
            llama.llama_sampler_accept(self._sampler, FIRST_BYTE + byte)

    def allowed(self) -> list[int]:
        """Single bytes, as the tokens of the vocabulary that are one byte long."""
        specials = tekken().specials
        found = self._allowed([FIRST_BYTE + byte for byte in range(256)])
        return [_byte_tokens()[token - FIRST_BYTE] for token in found if _byte_tokens()[token - FIRST_BYTE] >= specials]

    def may_end(self) -> bool:
        return bool(self._allowed([END]))


@cache
def _byte_tokens() -> list[int]:
    places = {piece: token for token, piece in enumerate(tekken().pieces) if len(piece) == 1}
    return [places[bytes([byte])] for byte in range(256)]


class TestGbnf(EngineTests):
    engine = "gbnf"
    matcher = LlamaMatcher


def test_a_body_may_end_in_the_beginning_of_its_closer() -> None:
    from pi_native.decode import export

    from .engines import is_accepted

    tools = [{"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}}}]
    text = export("gbnf", tools).text
    for body in ("a<", "a</", "a<</call:edi", "</call:<"):
        assert is_accepted(LlamaMatcher(text), f"<call:edit>{body}</call:edit>")
