"""Where strings stand in a JSON text."""

from time import perf_counter

import pytest

from pi_native.validate.json_strings import string_spans


@pytest.mark.parametrize(
    ("text", "pointer", "found"),
    [
        ('"a"', "", '"a"'),
        (' { "a" : "b" } ', "/a", '"b"'),
        ('{"a": {"b": [1, "x", {"c": "y\\"}"}]}}', "/a/b/2/c", '"y\\"}"'),
        ('{"a/b": {"~": "x"}}', "/a~1b/~0", '"x"'),
        ('{"a": "1", "a": "2"}', "/a", '"2"'),
        ('{"a": {"b": "1"}, "a": {"b": "2"}}', "/a/b", '"2"'),
        ('["x", "y"]', "/1", '"y"'),
        ('{"\\u0061": "x"}', "/a", '"x"'),
    ],
)
def test_found(text: str, pointer: str, found: str) -> None:
    start, end = string_spans(text, [pointer])[pointer]
    assert text[start:end] == found


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("{}", "/a"),
        ("[]", "/0"),
        ('{"a": 5}', "/a"),
        ('{"a": ["x"]}', "/a"),
        ('{"a": "x"}', "/a/b"),
        ('{"a": {"b": "1"}, "a": 5}', "/a/b"),
        ('["x"]', "/00"),
    ],
)
def test_not_there_or_no_string(text: str, pointer: str) -> None:
    assert string_spans(text, [pointer]) == {}


@pytest.mark.parametrize("text", ["", "{", '{"a"', '{"a" 1}', '{"a": "x"', '{"a": "x" "b": 1}', '{"a": "x}', "{5: 1}"])
def test_not_json(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        string_spans(text, ["/a", "/b"])


def test_many_strings_of_one_text_cost_one_look() -> None:
    """A look for each, or at each that was found before, would take a hundred times as long."""
    text = "[" + ", ".join(['"' + "x" * 40 + '"'] * 4000) + "]"

    def seconds(count: int) -> float:
        start = perf_counter()
        assert len(string_spans(text, [f"/{index}" for index in range(count)])) == count
        return perf_counter() - start

    seconds(4000)
    assert min(seconds(4000) for _ in range(3)) < 20 * min(seconds(40) for _ in range(3))
