"""The fast way of writing takes plain values, declines all others, and writes nothing differently."""

from typing import Any

import pytest

from pi_native import Grammar, ToolSet, UnrenderableError, parse, render
from pi_native.overlays import BASE_FILE, grammar_folder
from pi_native.plans import Declined
from pi_native.renderer import _spell, _writer
from pi_native.rendering.plain import plain_calls

STRING, NUMBER, BOOLEAN = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
POINT = {"type": "object", "properties": {"x": NUMBER, "note": STRING, "tags": {"type": "array", "items": STRING}}}
TOOLS = ToolSet(
    [
        {"name": "read", "parameters": {"properties": {"path": STRING, "offset": NUMBER, "all": BOOLEAN}}},
        {"name": "edit", "parameters": {"properties": {"input": STRING}}},
        {"name": "write", "parameters": {"properties": {"path": STRING, "content": {"type": ["string", "null"]}}}},
        {
            "name": "put",
            "parameters": {
                "properties": {
                    "p": POINT,
                    "ps": {"type": "array", "items": POINT},
                    "ns": {"type": "array", "items": {"type": "integer"}},
                    "maybe": {"type": ["array", "null"], "items": STRING},
                    "any": {},
                }
            },
        },
    ]
)

PLAIN: list[tuple[str, dict[str, Any]]] = [
    ("read", {}),
    ("read", {"path": "a.ts", "offset": 5, "all": False}),
    ("read", {"path": 'say "hi"', "offset": -1}),
    ("read", {"path": "two\nlines", "offset": 0}),
    ("read", {"offset": 0.5}),
    ("read", {"offset": -0.0}),
    ("read", {"offset": 1e300}),
    ("read", {"all": True, "path": ""}),
    ("edit", {"input": "one line"}),
    ("edit", {"input": "*** Begin\n\n<b>\n"}),
    ("write", {"path": "a", "content": "# x\n"}),
    ("write", {"content": None}),
    ("put", {"p": {"x": 1, "note": "<b>", "tags": ["a", "b\nc"]}}),
    ("put", {"p": {}, "ps": [{"x": 2}, {}], "ns": [1, -2]}),
]

OTHER: list[tuple[str, dict[str, Any]]] = [
    ("read", {"path": "\"'"}),
    ("read", {"offset": float("inf")}),
    ("put", {"ns": [0.5]}),
    ("put", {"ns": [5.0]}),
    ("read", {"offset": 10**15}),
    ("read", {"offset": "5"}),
    ("read", {"path": 5}),
    ("read", {"path": None}),
    ("read", {"all": 1}),
    ("read", {"other": 1}),
    ("read", {"a b": 1}),
    ("read", {"path": "</path>\n"}),
    ("read", {"path": "a\r\n"}),
    ("edit", {"input": "<input>\n"}),
    ("edit", {"input": "\n"}),
    ("edit", {"input": "</call:edit>\n"}),
    ("write", {"content": "null"}),
    ("put", {"ns": []}),
    ("put", {"ns": [True]}),
    ("put", {"ns": 1}),
    ("put", {"p": [1]}),
    ("put", {"maybe": ["null"]}),
    ("put", {"any": 1}),
    ("put", {"p": {"x": float("nan")}}),
]


def written(name: str, values: dict[str, Any], style: Any, grammar: Grammar | None = None) -> str | None:
    tool = TOOLS.get(name)
    assert tool is not None
    plain = plain_calls(_writer(grammar or Grammar.load(), style), tool)
    assert plain is not None
    try:
        return plain.write(values)
    except Declined:
        return None


def in_general(name: str, values: dict[str, Any], style: Any) -> str:
    try:
        return _spell(name, values, TOOLS.get(name), _writer(Grammar.load(), style), json_attributes=False)
    except UnrenderableError as error:
        return str(error)


def rendered(name: str, values: dict[str, Any], style: Any) -> str:
    try:
        return render({"name": name, "arguments": values}, TOOLS, style=style)
    except UnrenderableError as error:
        return str(error)


@pytest.mark.parametrize(("name", "values"), PLAIN)
def test_plain_values_are_taken_and_written_the_same(name: str, values: dict[str, Any]) -> None:
    for style in ("canonical", "element"):
        text = written(name, values, style)
        assert text == in_general(name, values, style) == rendered(name, values, style)
        assert parse(text or "", TOOLS).calls[0].arguments == values


@pytest.mark.parametrize(("name", "values"), OTHER)
def test_others_are_declined_and_written_the_same(name: str, values: dict[str, Any]) -> None:
    assert written(name, values, "canonical") is None
    for style in ("canonical", "element", "minimal"):
        assert rendered(name, values, style) == in_general(name, values, style)


def test_a_key_that_only_looks_like_a_string_is_refused() -> None:
    class Key(str):
        __slots__ = ()

    render({"name": "read", "arguments": {"path": "a"}}, TOOLS)  # so that the name is known already
    with pytest.raises(UnrenderableError, match="a key that is not a string"):
        render({"name": "read", "arguments": {Key("path"): "a"}}, TOOLS)


def test_the_style_that_weighs_spellings_has_no_fast_way() -> None:
    tool = TOOLS.get("read")
    assert tool is not None
    assert plain_calls(_writer(Grammar.load(), "minimal"), tool) is None


def test_attributes_that_together_pass_the_limit_of_a_tag_are_declined() -> None:
    names = [f"p{n}" for n in range(400)]
    tools = ToolSet([{"name": "many", "parameters": {"properties": dict.fromkeys(names, STRING)}}])
    values = dict.fromkeys(names, "a" * 4000)
    text = render({"name": "many", "arguments": values}, tools)
    assert parse(text, tools).calls[0].arguments == values
    assert "<p399>" in text


def test_it_follows_the_grammar() -> None:
    text = grammar_folder().joinpath(BASE_FILE).read_text(encoding="utf-8")
    changed = Grammar(text.replace('CALL_SIGIL: "<call:"', 'CALL_SIGIL: "<tool:"').replace('"</call:"', '"</tool:"'))
    assert written("read", {"path": "a"}, "canonical", changed) == '<tool:read path="a"/>'
    assert written("edit", {"input": "x\n"}, "canonical", changed) == "<tool:edit>\nx\n\n</tool:edit>"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("call_body: members | INLINE_TEXT", "call_body: members"),
        ("attr: WS NAME (EQ attr_val)?", "attr: WS NAME"),
        ("attr: WS NAME (EQ attr_val)?", "attr: WS NAME (EQ attr_val attr_val?)?"),
        ("members: (WS | element)*", "members: element*"),
        (" attr* WS? ", " WS? "),
    ],
)
def test_a_grammar_of_another_shape_has_no_fast_way(old: str, new: str) -> None:
    base = grammar_folder().joinpath(BASE_FILE).read_text(encoding="utf-8")
    grammar, tool = Grammar(base.replace(old, new)), TOOLS.get("read")
    assert old in base
    assert tool is not None
    writer = _writer(grammar, "canonical")
    assert plain_calls(writer, tool) is None
    assert render({"name": "read", "arguments": {}}, TOOLS, grammar=grammar) == "<call:read/>"


def test_a_number_that_cannot_stand_without_quotes_is_declined() -> None:
    base = grammar_folder().joinpath(BASE_FILE).read_text(encoding="utf-8")
    start = base.index("BAREWORD: /")
    grammar = Grammar(base.replace(base[start : base.index("\n", start)], "BAREWORD: /-?[0-9]/"))
    assert written("read", {"offset": 7}, "canonical", grammar) == "<call:read offset=7/>"
    assert written("read", {"offset": 42}, "canonical", grammar) is None
    assert '"42"' in render({"name": "read", "arguments": {"offset": 42}}, TOOLS, grammar=grammar)


def test_arguments_stay_as_they_are() -> None:
    values = {"p": {"x": 1, "tags": ["a"]}, "ns": [1]}
    render({"name": "put", "arguments": values}, TOOLS)
    assert values == {"p": {"x": 1, "tags": ["a"]}, "ns": [1]}
