"""Which form a body has (D7, D8, D13), and when that is known."""

from typing import Any

import pytest

from pi_native import Grammar, Limits, Tool
from pi_native.cursor import Body, Frame, decide, is_child_tag
from pi_native.lexer import FAIL, MORE, Lexer
from pi_native.schema import ANYTHING, Shape

GRAMMAR = Grammar.load()
STRING, NUMBER = {"type": "string"}, {"type": "number"}
CALL = GRAMMAR.segment_tags[0]


def lexer_with(text: str) -> Lexer:
    lexer = Lexer(GRAMMAR, Limits())
    lexer.append(text)
    return lexer


def call_frame(properties: Any, given: tuple[str, ...] = (), required: tuple[str, ...] = ()) -> Frame:
    tool = Tool("t", {"properties": properties, "required": list(required)}) if properties is not None else None
    shape = tool.shape if tool else ANYTHING
    return Frame(CALL, "t", "</call:t>", shape, shape, lambda *args: None, tool, given)


def element_frame(shape: Shape, given: tuple[str, ...] = ()) -> Frame:
    return Frame(GRAMMAR.element_tag, "k", "</k>", shape, shape, lambda *args: None, None, given)


def shape_of(schema: Any) -> Shape:
    return Tool("t", {"properties": {"k": schema}}).shape.property("k")


ONE = {"a": STRING}


@pytest.mark.parametrize(
    ("properties", "given", "required", "text", "body", "target"),
    [
        (ONE, (), (), "hello", Body.TEXT, "a"),
        (ONE, (), (), "<a>", Body.MEMBERS, None),
        (ONE, (), (), " \n<a/>", Body.MEMBERS, None),
        (ONE, (), (), "<a\n", Body.MEMBERS, None),
        (ONE, (), (), "<ab>", Body.TEXT, "a"),
        (ONE, (), (), "<b>", Body.TEXT, "a"),
        (ONE, (), (), "< a>", Body.TEXT, "a"),
        (ONE, (), (), "</a>", Body.TEXT, "a"),
        (ONE, (), (), "<a/b", Body.TEXT, "a"),
        (ONE, (), (), "</call:t>", Body.MEMBERS, None),
        (ONE, (), ("a",), "\n</call:t>", Body.TEXT, "a"),
        (ONE, ("a",), (), "x", Body.MEMBERS, None),
        ({"n": NUMBER, "a": STRING}, (), (), "x", Body.MEMBERS, None),
        ({"n": NUMBER, "a": STRING}, ("n",), (), "x", Body.TEXT, "a"),
        ({"a": STRING, "o": {"type": "object"}}, (), (), "x", Body.MEMBERS, None),
        (None, (), (), "x", Body.TEXT, "input"),
        (None, (), (), "<any>", Body.MEMBERS, None),
        (None, (), (), "</call:t>", Body.MEMBERS, None),
        (None, (), (), "</any>", Body.TEXT, "input"),
    ],
)
def test_body_of_a_call(
    properties: Any, given: tuple[str, ...], required: tuple[str, ...], text: str, body: Body, target: str | None
) -> None:
    frame = call_frame(properties, given, required)
    assert decide(lexer_with(text + "#"), frame)
    assert (frame.body, frame.target) == (body, target)


@pytest.mark.parametrize("text", ["", " ", "\r\n", "<", "<a", "</", "</call:", "</call:t"])
def test_body_of_a_call_that_is_not_known_yet(text: str) -> None:
    frame = call_frame({"a": STRING})
    assert not decide(lexer_with(text), frame)
    assert frame.body is Body.UNDECIDED


OBJECT, NULLABLE = {"type": "object"}, {"type": ["object", "null"]}
LOOSE = {"type": ["object", "string"]}


@pytest.mark.parametrize(
    ("schema", "given", "text", "body"),
    [
        (STRING, (), "<a>", Body.TEXT),
        (NUMBER, (), "1", Body.TEXT),
        ({"type": "array", "items": NUMBER}, (), "<a>", Body.TEXT),
        (OBJECT, (), "<a>", Body.MEMBERS),
        (OBJECT, (), " {", Body.TEXT),
        (OBJECT, (), "[", Body.TEXT),
        (OBJECT, (), "x <", Body.MEMBERS),
        (OBJECT, (), "null <", Body.MEMBERS),
        (OBJECT, (), "</k>", Body.MEMBERS),
        (NULLABLE, (), "null<", Body.TEXT),
        (NULLABLE, (), " null\n<", Body.TEXT),
        (NULLABLE, (), "4<", Body.MEMBERS),
        (NULLABLE, (), "None<", Body.MEMBERS),
        (LOOSE, (), "x", Body.TEXT),
        (LOOSE, (), "<a>", Body.MEMBERS),
        (LOOSE, (), " <a ", Body.MEMBERS),
        (LOOSE, (), "</a>", Body.TEXT),
        (LOOSE, (), "{", Body.TEXT),
        (LOOSE, ("b",), "x", Body.MEMBERS),
        ({}, (), "x", Body.TEXT),
        ({}, (), "<a>", Body.MEMBERS),
        ({}, ("b",), "x", Body.MEMBERS),
    ],
)
def test_body_of_an_element(schema: Any, given: tuple[str, ...], text: str, body: Body) -> None:
    frame = element_frame(shape_of(schema), given)
    assert decide(lexer_with(text + "#"), frame)
    assert frame.body is body


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        (OBJECT, ""),
        (OBJECT, " "),
        (OBJECT, "x"),
        (NULLABLE, "null"),
        (LOOSE, " "),
        (LOOSE, "<"),
        (LOOSE, "<a"),
        ({}, "<a/"),
    ],
)
def test_body_of_an_element_that_is_not_known_yet(schema: Any, text: str) -> None:
    assert not decide(lexer_with(text), element_frame(shape_of(schema)))


@pytest.mark.parametrize(
    ("text", "known", "end"),
    [
        ("<ab>", ["ab"], 3),
        ("<ab/>", None, 3),
        ("<ab ", None, 3),
        ("<ab,", None, FAIL),
        ("<ab>", ["a"], FAIL),
        ("<a", ["ab"], MORE),
        ("<b", ["ab"], FAIL),
        ("<b", None, MORE),
        ("x", None, FAIL),
        ("", None, MORE),
    ],
)
def test_child_tag(text: str, known: list[str] | None, end: int) -> None:
    assert is_child_tag(lexer_with(text), 0, known) == end


def test_children_know_their_place_in_a_list() -> None:
    parent = element_frame(Tool("t", {"properties": {"l": {"type": "array"}, "x": {}, "s": STRING}}).shape)
    pointers = [parent.child(GRAMMAR.element_tag, name, ()).pointer for name in ("l", "l", "x", "x", "s", "s")]
    assert pointers == ["/l/0", "/l/1", "/x", "/x/1", "/s", "/s"]
