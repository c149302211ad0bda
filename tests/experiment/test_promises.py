"""The promises are checked by something that can find them broken."""

import pytest

import gallery
from pi_native import Extension, Grammar, ToolSet
from pi_native.experiment.promises import Growth, chunk_differences, growth, hard_texts, ratio_of, round_trip
from pi_native.overlays import Overlay

OVERLAY = Overlay.of(
    '// @overlay x\n// @base 1\n// @intent y\n%extend element: odd\nodd: ELEMENT_OPEN ODD_END\nODD_END: "=odd/>"\n'
)


class Odd(Extension):
    production = "odd"
    is_preferred = True

    def read(self, children, typing):  # type: ignore[no-untyped-def]
        given = typing.bare_element(children)
        given.whole = "other"
        return given

    def element(self, writer, name, value, is_item):  # type: ignore[no-untyped-def]
        return writer.tag("odd", writer.element_tag, name, "", {})


def test_code_that_writes_something_else_is_refused() -> None:
    grammar = Grammar.load([OVERLAY], [Odd])
    tools = ToolSet([{"name": "a", "parameters": {"properties": {"b": {"type": "array"}}}}])
    trip = round_trip(grammar, [{"name": "a", "arguments": {"b": [1]}}], tools)
    assert (trip.refused, trip.wrong) == (trip.calls, ())


class Careless(Extension):
    """Ends a text at a character, whatever has arrived."""

    production = "INLINE_TEXT"

    def find_end(self, text, start, is_last):  # type: ignore[no-untyped-def]
        place = text.find("»", start)
        while text.startswith("»»", place):
            place = text.find("»", place + 2)
        return place, len(text)


def test_a_reader_that_does_not_wait_is_found_out() -> None:
    grammar = Grammar.load(["line-form"], [Careless])
    texts = ["§a\n«b»»c»", "§a\n«b»"]
    assert chunk_differences(grammar, texts) == texts[:1]
    assert chunk_differences(gallery.load("line-form"), texts) == []


@pytest.mark.parametrize("name", gallery.NAMES)
def test_hard_texts_hold_the_grammars_own_tags(name: str) -> None:
    grammar = gallery.load(name)
    pieces = {piece for _, piece in hard_texts(grammar)}
    assert {tag.opener.prefix for tag in grammar.tags} <= pieces


def test_an_expression_that_is_quadratic_is_noticed() -> None:
    header = "// @overlay x\n// @base 1\n// @intent y\n"
    slow = Grammar.load([Overlay.of(header + '%override EQ: WS_CHAR* WS_CHAR* "=" WS?\n')])
    assert ("<call:a a", " ") in set(hard_texts(slow))
    assert not Growth(" ", ratio_of(slow, "<call:a a", " ")).is_linear
    assert Growth(" ", ratio_of(Grammar.load(), "<call:a a", " ")).is_linear


def test_growth_of_the_base_is_linear() -> None:
    assert all(each.is_linear for each in growth(Grammar.load()))
