"""Calls, explained: the values are the parser's, the rules those that made them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pi_native import Call, parse
from pi_native.explain.calls import ArgumentExplanation, explain_calls, explain_text
from pi_native.explain.calls_page import calls_data, calls_page, text_data
from pi_native.explain.layout import Page
from pi_native.values import MISSING, same

SUITE = Path(__file__).parents[1] / "conformance"
STANDARD = json.loads((SUITE / "tools.json").read_text(encoding="ascii"))
CASES = [
    case
    for path in sorted((SUITE / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="ascii"))["cases"]
]
each_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])

TOOL = {
    "name": "t",
    "parameters": {
        "properties": {
            "s": {"type": "string"},
            "n": {"type": ["string", "null"]},
            "i": {"type": "integer"},
            "m": {"type": ["string", "integer"]},
            "l": {"type": "array", "items": {"type": "integer"}},
            "c": {"type": ["array", "string"]},
            "o": {"type": "object", "properties": {"x": {"type": "string"}}},
            "u": {},
        }
    },
}


def tools_of(case: dict[str, Any]) -> Any:
    return STANDARD if case["tools"] == "std" else case["tools"]


def walk(arguments: tuple[ArgumentExplanation, ...]) -> Iterator[ArgumentExplanation]:
    for each in arguments:
        yield each
        yield from walk(each.parts)


def at(pointer: str, value: Any) -> Any:
    for part in pointer.split("/")[1:]:
        value = value[int(part) if isinstance(value, list) else part.replace("~1", "/").replace("~0", "~")]
    return value


@each_case
def test_calls_and_values_are_those_of_a_parse(case: dict[str, Any]) -> None:
    result = parse(case["text"], tools_of(case))
    explained = explain_calls(case["text"], tools_of(case))
    assert [each.call for each in explained] == [segment for segment in result if isinstance(segment, Call)]
    for each in explained:
        known = [argument for argument in each.arguments if argument.value is not MISSING]
        assert {argument.pointer for argument in known} == {f"/{name}" for name in each.call.arguments}
        for argument in walk(each.arguments):
            assert argument.rules
            assert all(raw in case["text"] for raw in argument.raw)
            if argument.value is not MISSING:
                assert same(at(argument.pointer, each.call.arguments), argument.value)


@each_case
def test_parts_are_the_whole(case: dict[str, Any]) -> None:
    for each in explain_calls(case["text"], tools_of(case)):
        for argument in walk(each.arguments):
            if not argument.parts:
                continue
            known = [part.value for part in argument.parts if part.value is not MISSING]
            values = argument.value if isinstance(argument.value, list) else [*argument.value.values()]
            assert same(known, values)


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        ("<s>4</s>", ["string"]),
        ("<s/>", ["empty"]),
        ("<n>null</n>", ["nullable"]),
        ("<i>4</i>", ["json"]),
        ("<m>4</m>", ["mixed"]),
        ("<l>4</l>", ["list", "json"]),
        ("<l>[4]</l>", ["literal"]),
        ("<l>4</l><l>5</l>", ["list", "json", "json"]),
        ("<c>4</c>", ["once", "mixed"]),
        ("<c>4</c><c>5</c>", ["repeated", "unknown", "unknown"]),
        ("<o><x>4</x></o>", ["object", "string"]),
        ("<o x=4/>", ["object", "string"]),
        ('<o>{"x": "4"}</o>', ["literal"]),
        ("<u>4</u>", ["once", "unknown"]),
        ("<s>4</s><s>5</s>", ["last", "string"]),
        ("<other>4</other><i>4</i>", ["once", "unknown", "json"]),
    ],
)
def test_the_rule_that_read_an_element(body: str, rules: list[str]) -> None:
    (call,) = explain_calls(f"<call:t>{body}</call:t>", [TOOL])
    assert [rule.key for argument in walk(call.arguments) for rule in argument.rules] == rules


@pytest.mark.parametrize(
    ("tag", "rules"),
    [("s=4", ["string"]), ("i", ["bare"]), ("l='[4]'", ["list", "structured"]), ("o='{}'", ["structured"])],
)
def test_the_rule_that_read_an_attribute(tag: str, rules: list[str]) -> None:
    (call,) = explain_calls(f"<call:t {tag}/>", [TOOL])
    assert [rule.key for argument in call.arguments for rule in argument.rules] == rules


@pytest.mark.parametrize(
    ("text", "key", "detail"),
    [
        ("<call:ls/>", "attribute", ""),
        ("<call:ls></call:ls>", "empty", ""),
        ("<call:read></call:read>", "empty-inline", "it is path"),
        ("<call:edit></call:edit>", "empty-inline", "it is input"),
        ("<call:read> <path>a</path></call:read>", "child", "<path"),
        ("<call:x> <path>a</path></call:x>", "child-unknown", "<path"),
        ("<call:edit> a</call:edit>", "inline", "here it is input"),
        ("<call:x> a</call:x>", "inline-unknown", ""),
        ("<call:configure> a</call:configure>", "otherwise", "the parameter 'object' can be object"),
        ("<call:edit input=a>a</call:edit>", "otherwise", "attributes give every parameter"),
        (
            "<call:read path=a>a</call:read>",
            "otherwise",
            "the first parameter that no attribute gives is 'offset', number",
        ),
        ("<call:none>a</call:none>", "otherwise", "the tool has no parameters"),
    ],
)
def test_the_rule_that_gave_the_form(text: str, key: str, detail: str) -> None:
    (call,) = explain_calls(text, [*STANDARD, {"name": "none", "parameters": {"type": "object", "properties": {}}}])
    assert (call.rule.key, call.detail) == (key, detail)


def test_what_the_end_of_input_cut_off_is_said() -> None:
    (call,) = explain_calls("<call:t><i>4", [TOOL])
    (argument,) = call.arguments
    assert not call.call.complete
    assert argument.value is MISSING
    page = Page(80)
    calls_page([call], page)
    assert "cut off by the end of the input" in page.text
    assert "none: the input ends before it is certain" in page.text
    assert "unterminated-call" in page.text
    assert "value" not in calls_data([call])[0]["explained"][0]


def test_a_page() -> None:
    text = 'Hi\n<call:t s="\x1b[31m">\n<i>x</i></call:t>'
    page = Page(64)
    calls_page(explain_calls(text, [TOOL]), page)
    assert (
        page.text
        == """\
1. t  element form, line 2, column 1
  form    The body begins with the tag of a known parameter, so
          it is made of elements. [Element form vs inline body;
          D8 (b)] Here: <i.

  /s  string
    text    s="\\x1b[31m"
    rule    A string: verbatim. Nothing is unquoted or
            unescaped, and nothing is read as JSON. [Value
            coercion; D9]
    value   "\\u001b[31m"

  /i  integer
    text    <i>x</i>
    rule    No string is possible: the text is read as JSON.
            [Value coercion; D9, D10]
    value   "x"

  error   type-mismatch, line 3, column 1: a value of a type the
          schema does not allow: expected integer; write a value
          of a type the schema allows
"""
    )


def test_long_texts_and_values_are_cut_on_a_page_and_whole_as_data() -> None:
    explained = explain_calls(f"<call:t><s>{'x' * 10_000}</s></call:t>", [TOOL])
    page = Page(80)
    calls_page(explained, page)
    assert len(page.text) < 2_000
    assert "more characters)" in page.text
    assert calls_data(explained)[0]["explained"][0]["value"] == "x" * 10_000


@each_case
def test_data_is_json(case: dict[str, Any]) -> None:
    data = json.loads(json.dumps(calls_data(explain_calls(case["text"], tools_of(case)))))
    assert [each["arguments"] for each in data if each["complete"]] == [call["arguments"] for call in case["calls"]]


def test_findings_outside_of_calls() -> None:
    explained = explain_text("<call:1/> <call:t s=a b=2/>", [TOOL])
    assert [found.code for found in explained.diagnostics] == ["malformed-call-tag"]
    assert [found.code for found in explained.calls[0].diagnostics] == ["unknown-parameter"]
    data = json.loads(json.dumps(text_data(explained)))
    assert [found["code"] for found in data["diagnostics"]] == ["malformed-call-tag"]


def test_deep_elements_are_explained() -> None:
    deep = "<o>" * 150 + "</o>" * 150
    (call,) = explain_calls(f"<call:u>{deep}</call:u>")
    assert len(list(walk(call.arguments))) == 150


def test_another_sigil_is_explained() -> None:
    from pi_native import Grammar

    grammar = Grammar(Grammar.load().text.replace("<call:", "<tool:").replace("</call:", "</tool:"))
    (call,) = explain_calls("<tool:t><s>4</s></tool:t>", [TOOL], grammar=grammar)
    assert call.arguments[0].value == "4"
