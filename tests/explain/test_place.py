"""Places in a text, explained."""

import json
from pathlib import Path

import pytest

from pi_native.explain.layout import Page
from pi_native.explain.place import PlaceExplanation, explain_place, place_data, place_page

SUITE = Path(__file__).parents[1] / "conformance"
STANDARD = json.loads((SUITE / "tools.json").read_text(encoding="ascii"))


def place(text: str) -> PlaceExplanation:
    """The place marked by ``|``."""
    before, _, after = text.partition("|")
    return explain_place(before + after, len(before), STANDARD)


@pytest.mark.parametrize(
    ("text", "reading", "expected"),
    [
        ("a|b", [], ["TEXT", "CALL_OPEN"]),
        ("<c|all:read/>", ["CALL_OPEN"], ["TEXT"]),
        ("<call:re|ad/>", ["CALL_OPEN"], ["TEXT", "TAG_END", "SELF_END", "WS"]),
        ("<call:read |/>", ["WS"], ["TAG_END", "SELF_END", "NAME"]),
        ("<call:read pa|th=a/>", ["NAME"], ["TAG_END", "SELF_END", "EQ", "WS"]),
        ("<call:read path=|a/>", ["EQ"], ["DQ_VALUE", "SQ_VALUE", "BAREWORD"]),
        ("<call:read path='|a'/>", ["SQ_VALUE"], []),
        ("<call:read path='a'|/>", [], ["TAG_END", "SELF_END", "WS"]),
        ("<call:read path=a|/>", ["BAREWORD"], ["TAG_END", "SELF_END", "WS"]),
        ("<call:read>|", [], ["CALL_CLOSE", "ELEMENT_OPEN", "WS", "INLINE_TEXT"]),
        ("<call:configure>|", [], ["CALL_CLOSE", "ELEMENT_OPEN", "WS"]),
        ("<call:edit>a|", [], ["CALL_CLOSE", "INLINE_TEXT"]),
        ("<call:read><path>|a", [], ["ELEMENT_CLOSE", "SCALAR_TEXT"]),
        ("<call:read><path>a</path>|", [], ["CALL_CLOSE", "ELEMENT_OPEN", "WS"]),
        ("<call:configure><object><y>4</y>|", [], ["ELEMENT_OPEN", "ELEMENT_CLOSE", "WS"]),
        ("<call:configure><object><|", ["ELEMENT_OPEN", "ELEMENT_CLOSE"], []),
    ],
)
def test_what_is_expected(text: str, reading: list[str], expected: list[str]) -> None:
    found = place(text)
    assert [each.name for each in found.reading] == reading
    assert sorted(each.name for each in found.expected) == sorted(expected)


@pytest.mark.parametrize(
    ("text", "argument", "types", "rules"),
    [
        ("<call:read path=|", "/path", ["string"], ["string", "tag"]),
        ("<call:read offset='|", "/offset", ["number"], ["json", "tag"]),
        ("<call:edit>a|", "/input", ["string"], ["inline"]),
        ("<call:read><offset>4|", "/offset", ["number"], ["json", "value"]),
        ("<call:configure><object y=|", "/object/y", ["number"], ["json", "tag"]),
        ("<call:configure><object><list>a</list><list>b|", "/object/list/1", ["string"], ["string"]),
        ("<call:unknown a=|", "/a", [], ["tag"]),
    ],
)
def test_the_value_being_written(text: str, argument: str, types: list[str], rules: list[str]) -> None:
    data = place_data(place(text))
    assert (data["argument"], data["types"]) == (argument, types)
    assert [rule["key"] for rule in data["rules"]] == rules


def test_the_names_that_may_be_given() -> None:
    assert place("<call:read |").now.names == ("path", "offset")
    assert place("<call:read path=a |").now.names == ("offset",)
    assert place("<call:configure><object y=1>|").now.names == ("list",)


def test_a_closer_is_written_with_the_name_that_is_open() -> None:
    texts = {each.name: each.text for each in place("<call:configure><object>|").expected}
    assert texts["ELEMENT_CLOSE"] == "</object>"
    assert texts["ELEMENT_OPEN"] == "<…"


def test_text_that_belongs_to_nothing_is_said_to_be_skipped() -> None:
    page = Page(80)
    place_page(place("<call:read><path>a</path>xyz|"), page)
    assert "left out" in page.text


def test_a_page() -> None:
    page = Page(70)
    place_page(place("<call:read>\n<offset>4|0</offset>"), page)
    assert (
        page.text
        == """\
line 2, column 10
  <offset>40</offset>
           ^

  in      the call read: its body is elements
          the element offset (number): its body is text, up to
          </offset>
  value   /offset, number
  held    4
  why     No string is possible: the text is read as JSON. [Value
          coercion; D9, D10]
  why     A value that is no string is known at its closing tag: a
          part of a number is another number. [Streaming; D20]

  may come next
    SCALAR_TEXT: an element's body, verbatim, up to the element's own
      closer.
    ELEMENT_CLOSE </offset>: The closing tag of an element.
"""
    )


CASES = [
    case
    for path in sorted((SUITE / "cases").glob("*.json"))
    for case in json.loads(path.read_text(encoding="ascii"))["cases"]
    if len(case["text"]) < 50
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_every_place_of_every_case_has_something_to_say(case: dict[str, object]) -> None:
    text, tools = str(case["text"]), STANDARD if case["tools"] == "std" else case["tools"]
    for offset in range(len(text) + 1):
        found = explain_place(text, offset, tools)  # type: ignore[arg-type]
        assert found.expected or found.reading or found.now.waits == "recovery"
        page = Page(80)
        place_page(found, page)
        assert page.text.isprintable() or all(line.isprintable() for line in page.text.split("\n"))
        assert json.loads(json.dumps(place_data(found)))["offset"] == offset
