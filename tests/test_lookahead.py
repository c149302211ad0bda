"""What is to stand behind a token."""

import re

import pytest

from pi_native import Grammar, StreamParser, parse
from pi_native.lookahead import wanted_behind

LOOKS = {"a*": 0, "(?:a|b(?=[cd]))*": 1, "(?:(?=x)y|z(?=1))+": 2, "(?:a(?!b))*": 0, "(?<=a)b*": 0}


@pytest.mark.parametrize(("source", "count"), LOOKS.items())
def test_each_look_ahead_gives_a_text(source: str, count: int) -> None:
    assert len(list(wanted_behind(source))) == count


def test_the_text_is_what_was_wanted() -> None:
    (text,) = wanted_behind("(?:b(?=[cd]))*")
    assert re.match("[cd]", text)


@pytest.mark.parametrize("text", ["<call:a.b/>", "<call:a./>", "<call:a/b c.d=1/>", "<call:a./b>", "<call:a>"])
def test_a_name_waits_for_what_may_go_on(text: str) -> None:
    grammar = Grammar.load(["dotted-names"])
    stream = StreamParser(grammar=grammar)
    for char in text:
        stream.feed(char)
    stream.close()
    assert stream.result == parse(text, grammar=grammar)


def test_long_names_take_linear_time() -> None:
    grammar = Grammar.load(["dotted-names"])
    stream = StreamParser(grammar=grammar)
    for piece in ["<call:", *["a."] * 20_000, "b/>"]:
        stream.feed(piece)
    stream.close()
    assert len(stream.result.calls[0].name) == 40_001
