"""A parser in the middle of a text; test_trace.py has what is held back, explain/test_place.py what may come."""

from pi_native import Grammar
from pi_native.inspection import SHOWN, inspect, step_by_step

TOOL = {
    "name": "t",
    "parameters": {"properties": {"s": {"type": "string"}, "o": {"properties": {"n": {"type": "integer"}}}}},
}


def test_looking_changes_nothing() -> None:
    text = 'a <call:t s="x"><o><n>4</n></o></call:t> b'
    watched, alone = step_by_step([TOOL]), step_by_step([TOOL])
    for char in text:
        assert watched.feed(char) == alone.feed(char)
        for _ in range(3):
            inspect(watched)
    assert watched.close() == alone.close()
    assert watched.result == alone.result


def test_the_stack() -> None:
    stream = step_by_step([TOOL])
    stream.feed("<call:t><o><n>4")
    frames = inspect(stream).stack
    assert [(frame.kind, frame.name, frame.body, frame.types) for frame in frames] == [
        ("call", "t", "members", ("object",)),
        ("element", "o", "members", ("object",)),
        ("element", "n", "text", ("integer",)),
    ]
    assert [frame.closer for frame in frames] == ["</call:t>", "</o>", "</n>"]


def test_a_string_being_written_is_kept_but_not_held() -> None:
    stream = step_by_step([TOOL])
    stream.feed("<call:t><s>" + "x" * 5_000 + "\n")
    now = inspect(stream)
    assert (now.buffered, now.held_back, len(now.tail), now.held) == (5_001, 1, SHOWN, "\n")


def test_prose_that_was_given_away_is_not_kept() -> None:
    stream = step_by_step()
    stream.feed("prose\n" * 10_000)
    assert inspect(stream).buffered == 0


def test_another_grammar() -> None:
    grammar = Grammar(Grammar.load().text.replace("<call:", "<tool:").replace("</call:", "</tool:"))
    stream = step_by_step([TOOL], grammar)
    stream.feed("<tool:t><s>a</")
    assert inspect(stream).held == "</"
