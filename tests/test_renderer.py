"""Rendering from outside: the choice of form (D23), refusals (D22), whole turns."""

from typing import Any

import pytest

from pi_native import Grammar, ToolSet, UnrenderableError, parse, render, render_turn

STRING, NUMBER = {"type": "string"}, {"type": "number"}
TOOLS = ToolSet(
    [
        {"name": "say", "parameters": {"properties": {"to": STRING, "text": STRING}}},
        {"name": "must", "parameters": {"properties": {"text": STRING}, "required": ["text"]}},
        {
            "name": "put",
            "parameters": {
                "properties": {
                    "s": STRING,
                    "n": NUMBER,
                    "b": {"type": "boolean"},
                    "nullable": {"type": ["string", "null"]},
                    "strings": {"type": "array", "items": STRING},
                    "numbers": {"type": "array", "items": NUMBER},
                    "o": {"type": "object", "properties": {"s": STRING, "strings": {"type": "array", "items": STRING}}},
                    "i": {"type": "integer"},
                    "any": {},
                }
            },
        },
    ]
)


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("say", {}, "<call:say/>"),
        ("put", {"s": "a", "n": 5, "b": True, "nullable": None}, '<call:put s="a" n=5 b=true nullable=null/>'),
        ("say", {"to": 'say "hi"'}, "<call:say to='say \"hi\"'/>"),
        ("say", {"to": "x", "text": "a\nb"}, '<call:say to="x">\na\nb\n</call:say>'),
        ("say", {"text": "a\nb"}, "<call:say>\n<text>\na\nb\n</text>\n</call:say>"),  # the body would be `to`
        ("say", {"to": "x\ny", "text": "a\nb"}, "<call:say>\n<to>\nx\ny\n</to>\n<text>\na\nb\n</text>\n</call:say>"),
        ("say", {"to": "both ' and \""}, "<call:say>both ' and \"</call:say>"),
        ("say", {"to": "\n"}, "<call:say>\n<to>\n\n\n</to>\n</call:say>"),  # no text body for mere whitespace
        ("must", {"text": "\n"}, "<call:must>\n\n\n</call:must>"),
        ("must", {"text": "a\n\r"}, "<call:must>\na\n\r</call:must>"),
        ("must", {"text": "<text>\n"}, "<call:must>\n<text>\n<text>\n\n</text>\n</call:must>"),
        ("must", {"text": "a\n</text>"}, "<call:must>\na\n</text>\n</call:must>"),
        ("must", {"text": "a\n</call:must>"}, "<call:must>\n<text>\na\n</call:must>\n</text>\n</call:must>"),
        ("must", {"text": "a\n</text></call:must>"}, '<call:must text="a\n</text></call:must>"/>'),
        (
            "put",
            {"strings": ["a", "b"], "n": 1},
            "<call:put n=1>\n<strings>a</strings>\n<strings>b</strings>\n</call:put>",
        ),
        ("put", {"numbers": []}, "<call:put>\n<numbers>[]</numbers>\n</call:put>"),
        ("put", {"o": {}}, "<call:put>\n<o/>\n</call:put>"),
        ("put", {"o": {"s": "x"}}, '<call:put>\n<o s="x"/>\n</call:put>'),
        ("put", {"o": {"s": "x", "strings": ["y"]}}, '<call:put>\n<o s="x">\n<strings>y</strings>\n</o>\n</call:put>'),
        ("put", {"o": {"strings": []}}, '<call:put>\n<o>{"strings": []}</o>\n</call:put>'),
        ("put", {"o": {"a b": "</o>"}}, '<call:put>\n<o>{"a b": "\\u003c/o>"}</o>\n</call:put>'),
        ("put", {"any": "4"}, "<call:put any='\"4\"'/>"),
        ("put", {"any": []}, "<call:put>\n<any>[]</any>\n</call:put>"),
        ("put", {"any": "<b>\n</any>"}, '<call:put>\n<any>"\\u003cb>\\n\\u003c/any>"</any>\n</call:put>'),
        ("put", {"i": 1e23}, f"<call:put i={int(1e23)}/>"),
        ("put", {"s": True}, "<call:put s/>"),
        ("put", {"n": "ten"}, '<call:put n="ten"/>'),
        ("unknown", {"a": 1, "b": ["x", "y"]}, "<call:unknown a=1>\n<b>x</b>\n<b>y</b>\n</call:unknown>"),
    ],
)
def test_canonical_form(name: str, arguments: dict[str, Any], text: str) -> None:
    assert render({"name": name, "arguments": arguments}, TOOLS) == text
    result = parse(text, TOOLS)
    assert [(call.name, call.arguments) for call in result.calls] == [(name, arguments)]


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("canonical", '<call:put s="a/b" n=5 b=true>\n<strings>x</strings>\n</call:put>'),
        ("element", "<call:put>\n<s>a/b</s>\n<n>5</n>\n<b>true</b>\n<strings>x</strings>\n</call:put>"),
        ("minimal", "<call:put s=a/b n=5 b><strings>x</strings></call:put>"),
    ],
)
def test_styles(style: Any, text: str) -> None:
    arguments = {"s": "a/b", "n": 5, "b": True, "strings": ["x"]}
    assert render({"name": "put", "arguments": arguments}, TOOLS, style=style) == text
    assert parse(text, TOOLS).calls[0].arguments == arguments


@pytest.mark.parametrize(
    ("name", "arguments", "pointer", "reason"),
    [
        ("a b", {}, "", "name"),
        ("put", {"a b": 1}, "/a b", "name"),
        ("put", {"n": float("nan")}, "/n", "nan is not JSON"),
        ("put", {"any": [1, {2}]}, "/any/1", "a set is not JSON"),
        ("put", {"any": (1,)}, "/any", "a tuple is not JSON"),
        ("put", {"any": {1: 2}}, "/any", "a key that is not a string"),
        ("put", {"i": 10**5000}, "/i", "4300 digits"),
        ("put", {"nullable": "null"}, "/nullable", "read as null"),
        ("put", {"strings": []}, "/strings", "no element says"),
        ("put", {"strings": "x"}, "/strings", "list"),
        ("put", {"s": 5}, "/s", "read as a string"),
        ("put", {"strings": ["</strings>"]}, "/strings/0", "closing tag"),
        ("must", {"text": "</text></call:must>'\""}, "/text", "closing tag"),
    ],
)
def test_what_has_no_spelling_is_refused(name: str, arguments: dict[Any, Any], pointer: str, reason: str) -> None:
    with pytest.raises(UnrenderableError, match=reason) as raised:
        render({"name": name, "arguments": arguments}, TOOLS)
    assert (raised.value.tool, raised.value.pointer) == (name, pointer)


def test_a_value_that_holds_itself_is_refused() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(UnrenderableError, match="holding itself"):
        render({"name": "put", "arguments": {"any": loop}}, TOOLS)


def test_objects_past_the_limit_of_depth_become_json() -> None:
    value: Any = {"x": "deep"}
    for _ in range(250):
        value = {"a": value}
    text = render({"name": "put", "arguments": {"any": value}}, TOOLS)
    assert parse(text, TOOLS).calls[0].arguments == {"any": value}


def test_json_attributes_are_written_only_when_asked_for() -> None:
    call = {"name": "put", "arguments": {"strings": []}}
    text = render(call, TOOLS, json_attributes=True)
    assert text == '<call:put strings="[]"/>'
    result = parse(text, TOOLS)
    assert result.calls[0].arguments == {"strings": []}
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["structured-attribute"]


def test_many_attributes_stay_below_the_limit_of_a_tag() -> None:
    arguments = {f"a{i}": "x" * 4000 for i in range(300)}
    result = parse(render({"name": "unknown", "arguments": arguments}), None)
    assert result.calls[0].arguments == arguments


def test_calls_are_separated_by_a_newline() -> None:
    assert render([{"name": "say", "arguments": {}}] * 2, TOOLS) == "<call:say/>\n<call:say/>"
    assert render([], TOOLS) == ""


def test_a_turn_is_its_prose_and_its_calls() -> None:
    text = 'Look: <\n<call:say to="x"/>\n<call:say/> and <b>so</b> on'
    segments = parse(text, TOOLS).segments
    assert render_turn(segments, TOOLS) == text
    assert render_turn([], TOOLS) == ""


@pytest.mark.parametrize(
    "around", [("a <call:say/>", ""), ("<call:say to='", "'/>"), ("", "<call:say>"), ("<call:say>", "")]
)
def test_prose_that_would_be_read_as_a_call_is_refused(around: tuple[str, str]) -> None:
    with pytest.raises(UnrenderableError, match="prose"):
        render_turn([around[0], {"name": "say", "arguments": {"to": "x"}}, around[1]], TOOLS)


def test_prose_with_a_sigil_that_is_no_call_is_kept() -> None:
    turn = ["The tag <call: and ", {"name": "say", "arguments": {}}]
    assert render_turn(turn, TOOLS) == "The tag <call: and <call:say/>"


def test_a_grammar_without_quotes_finds_another_place() -> None:
    old = "attr_val: DQ_VALUE | SQ_VALUE | BAREWORD"
    grammar = Grammar(Grammar.load().text.replace(old, "attr_val: BAREWORD"))
    text = render({"name": "say", "arguments": {"to": "a b", "text": "c"}}, TOOLS, grammar=grammar)
    assert text == "<call:say text=c>a b</call:say>"
    assert parse(text, TOOLS, grammar=grammar).calls[0].arguments == {"to": "a b", "text": "c"}
