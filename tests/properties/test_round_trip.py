"""What is rendered reads back as the same call, or is refused (D22); canonical text renders to itself."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis_jsonschema import from_schema

from pi_native import Grammar, ToolSet, UnrenderableError, parse, render
from pi_native.values import same
from schemas import DRAWN, TOOLS

STYLES = ("canonical", "element", "minimal")
KNOWN = ToolSet(TOOLS)

# Texts that come close to what the format takes for its own.
FRAGMENTS = st.sampled_from(
    [
        *("<", ">", "/>", "</", "\n", "\r\n", "\r", " ", "\t", '"', "'", "x", "é", "\0", "𝄞", "a" * 5000),
        *("null", "true", "None", "1", "{}", "[]", "[1]", '"a"', "<call:", "</call:one_string>", "<call:one_string>"),
        *("<input>", "</input>", "<v>", "</v>", "</list>", "<x/>", "</content>", "</call:two_strings>", "</s>"),
    ]
)
NASTY = st.lists(FRAGMENTS, max_size=8).map("".join)


def with_nasty_strings(value: Any, draw: st.DrawFn) -> Any:
    """The value with some of its strings replaced by nasty ones."""
    if isinstance(value, str):
        return draw(st.one_of(st.just(value), NASTY))
    if isinstance(value, list):
        return [with_nasty_strings(item, draw) for item in value]
    if isinstance(value, dict):
        return {key: with_nasty_strings(item, draw) for key, item in value.items()}
    return value


@st.composite
def arguments(draw: st.DrawFn, drawn: st.SearchStrategy[Any]) -> Any:
    """Arguments that fit a schema; or nearly, their strings exchanged for nasty ones."""
    value = draw(drawn)
    return with_nasty_strings(value, draw) if draw(st.booleans()) else value


def drawn_schema(name: str) -> dict[str, Any]:
    tool = KNOWN.get(name)
    assert tool is not None
    own = tool.parameters if isinstance(tool.parameters, dict) else {}
    return {"type": "object"} | DRAWN.get(name, own)


def check(name: str, values: dict[str, Any], style: str) -> None:
    try:
        text = render({"name": name, "arguments": values}, KNOWN, style=style)
    except UnrenderableError:
        if may_be_refused(values):
            return
        raise
    result = parse(text, KNOWN)
    assert len(result.calls) == 1, text
    assert result.text == "", text
    assert same(result.calls[0].arguments, values), text
    if style == "canonical":
        assert render(result.calls, KNOWN) == text


def may_be_refused(values: Any) -> bool:
    """Whether D22 may refuse the arguments: a hard name, an empty list, the text null, a string with a closing tag."""
    if isinstance(values, dict):
        return any(not Grammar.load().is_name(key) or may_be_refused(value) for key, value in values.items())
    if isinstance(values, list):
        return not values or any(map(may_be_refused, values))
    return isinstance(values, str) and (values == "null" or "</" in values)


@pytest.mark.parametrize("name", [tool["name"] for tool in TOOLS])
def test_rendered_calls_read_back(name: str) -> None:
    @given(arguments(from_schema(drawn_schema(name))))
    def run(values: dict[str, Any]) -> None:
        for style in STYLES:
            check(name, values, style)

    run()
