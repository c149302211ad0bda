"""The real engines behind one small interface, and texts made by them at random."""

import random
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import pytest


class Matcher(Protocol):
    """A decoding grammar at work; tokens go in, and the tokens that may come next come out."""

    def accepts(self, tokens: list[int]) -> int: ...
    def take(self, tokens: list[int]) -> None: ...
    def allowed(self) -> list[int]: ...
    def may_end(self) -> bool: ...


@dataclass
class Tokens:
    """A real vocabulary: tekken, from the wheel of mistral-common."""

    tekken: Any
    pieces: list[bytes]
    specials: int
    eos: int

    def encode(self, text: str) -> list[int]:
        tokens: list[int] = self.tekken.encode(text, bos=False, eos=False)
        return tokens

    def decode(self, tokens: list[int]) -> bytes:
        return b"".join(self.pieces[token] for token in tokens)


@cache
def tekken() -> Tokens:
    mistral_common = pytest.importorskip("mistral_common", reason="needs mistral-common's tokenizer")
    from mistral_common.tokens.tokenizers.tekken import SpecialTokenPolicy, Tekkenizer

    tokenizer = Tekkenizer.from_file(Path(mistral_common.__file__).parent / "data" / "tekken_240911.json")
    specials = tokenizer.num_special_tokens
    special = [f"<|special_{i}|>".encode() for i in range(specials)]
    pieces = [tokenizer.id_to_byte_piece(i, SpecialTokenPolicy.KEEP) for i in range(specials, tokenizer.n_words)]
    return Tokens(tokenizer, special + pieces, specials, tokenizer.eos_id)


def is_accepted(matcher: Matcher, text: str) -> bool:
    """Whether a text, whole, is accepted token by token."""
    tokens = tekken().encode(text)
    return matcher.accepts(tokens) == len(tokens) and (matcher.take(tokens) or matcher.may_end())


@dataclass
class Sample:
    """A text, and whether the limit cut it off inside a call."""

    text: str
    is_cut: bool


def generate(matcher: Matcher, openers: list[str], words: list[str], seed: int, limit: int = 60) -> Sample:
    """A text at random: mostly openers, then names, ends of tags, and the closer of what is open, where they are
    allowed; else any allowed token."""
    rng, vocabulary = random.Random(seed), tekken()
    tokens: list[int] = []
    has_call = False
    while len(tokens) < 3 * limit:
        text = vocabulary.decode(tokens).decode("utf-8", "replace")
        may_end = matcher.may_end()
        if may_end and (len(tokens) > limit or (has_call and rng.random() < 0.3)):
            return Sample(text, False)
        chosen = [rng.choice(openers)] if may_end else words
        closer = "" if may_end else _open_closer(text)
        step = _word(matcher, chosen, closer, rng, is_late=len(tokens) > limit)
        has_call |= may_end and step != []
        if not step:
            allowed = [token for token in matcher.allowed() if token >= vocabulary.specials]
            if not allowed:
                break
            step = [rng.choice(allowed)]
        matcher.take(step)
        tokens += step
    return Sample(vocabulary.decode(tokens).decode("utf-8", "replace"), True)


def _word(matcher: Matcher, words: list[str], closer: str, rng: random.Random, is_late: bool) -> list[int]:
    """A word that is allowed now, if one is to come."""
    if not is_late and rng.random() < 0.15:
        return []
    ends = [closer] if closer and (is_late or rng.random() < 0.4) else []
    if is_late or rng.random() < 0.3:
        ends += ["/>", '"', "'", ">"]
        rng.shuffle(ends)
    for word in ends + rng.sample(words, min(len(words), 60)):
        tokens = tekken().encode(word)
        if matcher.accepts(tokens) == len(tokens):
            return tokens
    return []


_TAG = re.compile(r"<(/?)((?:call:)?[A-Za-z_][A-Za-z0-9_-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")


def _open_closer(text: str) -> str:
    """The closer of what was opened last, by a look that is good enough for a bias."""
    stack: list[str] = []
    for closing, name, _, selfish in _TAG.findall(text):
        if closing and name in stack:
            del stack[len(stack) - 1 - stack[::-1].index(name) :]
        elif not closing and not selfish:
            stack.append(name)
    return f"</{stack[-1]}>" if stack else ""


def words_of(tools: list[dict[str, Any]]) -> list[str]:
    """What samples are biased towards in calls: ends of tags, values, parameters as attributes and as elements."""
    words = ["/>", ">", '"', '="', "=", "\n", "1", "true", "null", "text", '"a b"'] * 3
    return words + [word for tool in tools for word in _words_of(tool["parameters"])]


def _words_of(schema: Any) -> list[str]:
    found: list[str] = []
    if isinstance(schema, dict):
        for name, each in schema.get("properties", {}).items() if isinstance(schema.get("properties"), dict) else ():
            found += [f" {name}=", f"<{name}>", f"\n<{name}", *_words_of(each)]
        for key, each in schema.items():
            found += [str(value) for value in each] if key == "enum" else []
            if key in ("items", "allOf", "anyOf", "$defs", "node", "prefixItems"):
                found += _words_of(each)
    elif isinstance(schema, list):
        found += [word for each in schema for word in _words_of(each)]
    return found
