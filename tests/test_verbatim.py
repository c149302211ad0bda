"""The newlines that delimit a body (D1): whole, and while it arrives."""

import pytest

from pi_native.verbatim import (
    between_delimiters,
    content_start,
    strip_delimiters,
    strip_leading,
    without_beginning,
    without_newline,
)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("", ""),
        ("\n", ""),
        ("\n\n", ""),
        ("\n\n\n", "\n"),
        ("\r\n", ""),
        ("\r\nx\r\n", "x"),
        ("\rx\r", "\rx\r"),
        ("\n\r\n", ""),
        ("\n\r", "\r"),
        ("x\n", "x"),
        (" \n ", " \n "),
    ],
)
def test_one_newline_at_each_end(body: str, value: str) -> None:
    assert strip_delimiters(body) == value
    assert between_delimiters(f"\n{body}\n", 1, 1 + len(body)) == value


@pytest.mark.parametrize(("text", "so_far"), [("\na\n", "a\n"), ("\r\na", "a"), ("\ra", "\ra"), ("", "")])
def test_a_body_so_far_keeps_its_end(text: str, so_far: str) -> None:
    assert strip_leading(text) == so_far


@pytest.mark.parametrize(
    ("text", "is_last", "start"),
    [
        ("", False, None),
        ("\n", False, 1),
        ("\r", False, None),
        ("\r", True, 0),
        ("\r\n", False, 2),
        ("\rx", False, 0),
        ("x", False, 0),
    ],
)
def test_where_the_content_starts(text: str, is_last: bool, start: int | None) -> None:
    assert content_start(text, 0, is_last) == start


@pytest.mark.parametrize(
    ("text", "certain"),
    [
        ("abc", "abc"),
        ("abc\n", "abc"),
        ("abc\r", "abc"),
        ("abc\r\n", "abc"),
        ("abc\n\n", "abc\n"),
        ("abc<", "abc"),
        ("abc\n</x", "abc"),
        ("abc\r\n</", "abc"),
        ("abc\r<", "abc\r"),
        ("abc</y", "abc</y"),
        ("a<b</x", "a<b"),
    ],
)
def test_what_is_certain_before_the_closer(text: str, certain: str) -> None:
    assert text[: without_beginning(text, 0, "</x>")] == certain


@pytest.mark.parametrize(("text", "end"), [("a\n", 1), ("a\r\n", 1), ("a", 1), ("", 0), ("a\r", 2)])
def test_the_end_without_its_newline(text: str, end: int) -> None:
    assert without_newline(text, len(text)) == end
