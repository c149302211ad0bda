"""Each overlay of the gallery keeps what the base promises: calls read back, and chunks change nothing."""

import os
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema

import gallery
from pi_native import StreamParser, UnrenderableError, parse, render
from pi_native.values import same
from schemas import TOOLS
from test_round_trip import FRAGMENTS, KNOWN, STYLES, arguments, drawn_schema, may_be_refused

#: What the gallery's own tags are made of, beside what the base's are.
OWN = (
    *("<tool:", "</tool:", "~", "~1</call:", "~>", "=[]/>", "=null/>", "#c1", "<think>", "</think>"),
    *("§", "»", "»»", "«", "\n«"),
)
NAMES = [tool["name"] for tool in TOOLS]


@pytest.mark.parametrize("overlay", gallery.NAMES)
def test_rendered_calls_read_back(overlay: str) -> None:
    grammar = gallery.load(overlay)

    @given(st.sampled_from(NAMES).flatmap(_calls), st.sampled_from(STYLES))
    def run(call: dict[str, Any], style: Any) -> None:
        try:
            text = render(call, KNOWN, style=style, grammar=grammar)
        except UnrenderableError:
            if may_be_refused(call["arguments"]) or has_any(call["arguments"], OWN):
                return
            raise
        result = parse(text, KNOWN, grammar=grammar)
        assert [found.name for found in result.calls] == [call["name"]], text
        assert same(result.calls[0].arguments, call["arguments"]), text
        assert not result.text.strip(), text
        if style == "canonical":
            assert render(result.calls, KNOWN, grammar=grammar) == text

    run()


def _calls(name: str) -> st.SearchStrategy[dict[str, Any]]:
    return st.builds(lambda values: {"name": name, "arguments": values}, arguments(from_schema(drawn_schema(name))))


def has_any(value: Any, texts: tuple[str, ...]) -> bool:
    if isinstance(value, str):
        return any(text in value for text in texts)
    if isinstance(value, dict):
        return any(has_any(each, texts) for each in value.values())
    return isinstance(value, list) and any(has_any(each, texts) for each in value)


@pytest.mark.parametrize("overlay", gallery.NAMES)
def test_chunks_change_nothing(overlay: str) -> None:
    grammar = gallery.load(overlay)

    @given(st.sampled_from(NAMES).flatmap(_calls), st.lists(st.one_of(FRAGMENTS, st.sampled_from(OWN))), st.randoms())
    def run(call: dict[str, Any], between: list[str], chance: random.Random) -> None:
        text = mixed(spelled(call, grammar), between, chance)
        whole = parse(text, KNOWN, grammar=grammar)
        for size in (1, 2, 3, 7):
            stream = StreamParser(KNOWN, grammar=grammar)
            for start in range(0, len(text), size):
                stream.feed(text[start : start + size])
            stream.close()
            assert stream.result == whole
        assert "".join(segment.raw for segment in whole) == text

    run()


def spelled(call: dict[str, Any], grammar: Any) -> str:
    try:
        return render(call, KNOWN, grammar=grammar)
    except UnrenderableError:
        return ""


def mixed(text: str, between: list[str], chance: random.Random) -> str:
    """The text with fragments put in at random places."""
    for fragment in between:
        place = chance.randrange(len(text) + 1)
        text = text[:place] + fragment[:50] + text[place:]
    return text


def test_every_string_can_be_fenced() -> None:
    grammar = gallery.load("fenced")
    tags = ["<call:", "</call:", "</call:edit>", "</input>", "</note>", "~", "~1", ">", "<", "/>", "\n", "\r", "null"]
    strings = {"type": "array", "items": {"type": "string"}}
    tools = [
        {"name": "edit", "parameters": {"properties": {"input": {"type": "string"}}, "required": ["input"]}},
        {"name": "say", "parameters": {"properties": {"note": {}, "list": strings}}},
    ]
    chance = random.Random(1)
    for _ in range(10_000 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 200):
        text = "".join(chance.choices(tags, k=chance.randrange(12)))
        calls = [
            {"name": "edit", "arguments": {"input": text}},
            {"name": "say", "arguments": {"note": text, "list": [text, "a"]}},
            {"name": "say", "arguments": {"note": {"note": text}, "list": [text]}},
        ]
        for style in STYLES:
            again = parse(render(calls, tools, style=style, grammar=grammar), tools, grammar=grammar)
            assert [call.arguments for call in again.calls] == [call["arguments"] for call in calls], text
