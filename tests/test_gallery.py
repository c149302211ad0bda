"""The gallery's overlays: their examples, and what each is for."""

import pytest

import gallery
from pi_native import Grammar, GrammarError, StreamParser, parse, render, render_turn
from pi_native.correlation import CallIds
from pi_native.examples import Example, accepts, own_examples
from pi_native.overlays import Overlay, overlay_folder

EXAMPLES = [(name, example) for name in gallery.NAMES for example in own_examples(gallery.load(name))]


@pytest.mark.parametrize(("name", "example"), EXAMPLES)
def test_example(name: str, example: Example) -> None:
    assert accepts(gallery.load(name), example.production, example.text) is example.is_accepted


@pytest.mark.parametrize("name", gallery.NAMES)
def test_each_says_what_it_is(name: str) -> None:
    overlay = Overlay.read(overlay_folder() / f"{name}.lark")
    assert overlay.name == name
    assert overlay.intent
    assert {each for each, _ in EXAMPLES} >= {name}


def test_three_need_no_code_and_none_is_run_unasked() -> None:
    assert gallery.WITH_CODE.isdisjoint({"sigil", "dotted-names", "barewords", "reasoning"})
    with pytest.raises(GrammarError, match="nothing says what fenced_call means"):
        Grammar.load(["fenced"])


def test_eight_overlays() -> None:
    assert len(gallery.NAMES) == 8


def test_ids_match_results_that_come_in_any_order() -> None:
    calls = parse("<call:ls#b/><call:ls#a/>", grammar=gallery.load("call-ids")).calls
    assert [call.notes for call in calls] == [{"id": "b"}, {"id": "a"}]
    assert CallIds.of(calls).in_order([("a", 1), ("b", 2)]) == [2, 1]
    assert render(calls, grammar=gallery.load("call-ids")) == "<call:ls#b/>\n<call:ls#a/>"


def test_reasoning_is_kept_out_of_the_prose() -> None:
    grammar = gallery.load("reasoning")
    result = parse("a<think>\nnot <call:ls/>\n</think>b<call:ls/>", grammar=grammar)
    assert (result.text, [section.text for section in result.sections]) == ("ab", ["not <call:ls/>"])
    assert [call.name for call in result.calls] == ["ls"]
    again = parse(render_turn(result.segments, grammar=grammar), grammar=grammar)
    assert [section.text for section in again.sections] == ["not <call:ls/>"]


def test_reasoning_streams() -> None:
    stream = StreamParser(grammar=gallery.load("reasoning"))
    events = [event for char in "<think>a\n<b</think>." for event in stream.feed(char)] + stream.close()
    assert type(events[0]).__name__ == "SectionStart"
    assert "".join(event.text for event in events if type(event).__name__ == "SectionDelta") == "a\n<b"
    assert stream.result.text == "."


def test_empty_list_and_null_are_told_from_words() -> None:
    tools = [{"name": "t", "parameters": {"properties": {"a": {"type": ["string", "null"]}, "b": {"type": "array"}}}}]
    grammar = gallery.load("empty-null")
    call = {"name": "t", "arguments": {"a": None, "b": []}}
    text = render(call, tools, grammar=grammar, style="element")
    assert text == "<call:t>\n<a=null/>\n<b=[]/>\n</call:t>"
    assert parse(text, tools, grammar=grammar).calls[0].arguments == call["arguments"]


def test_line_form_doubles_guillemets() -> None:
    tools = [{"name": "say", "parameters": {"properties": {"text": {"type": "string"}}, "required": ["text"]}}]
    grammar = gallery.load("line-form")
    text = render({"name": "say", "arguments": {"text": "a\n«b» »»"}}, tools, grammar=grammar)
    assert text == "§say\n«\na\n««b»» »»»»\n»"
    assert parse(text, tools, grammar=grammar).calls[0].arguments == {"text": "a\n«b» »»"}
