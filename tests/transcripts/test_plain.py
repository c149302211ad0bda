"""Plain text: one file, one turn; or a turn for each role line."""

from typing import Any

import pytest

from pi_native.transcripts import BadRecord, Location, ReadOptions, Turn, UnreadableError, read
from pi_native.transcripts.plain import LONGEST_MARKER
from pi_native.transcripts.source import CHUNK

from .conftest import Items, Write, reasons

ROLES = r"(?P<role>\w+):\s*$"


def turns(found: list[Turn | BadRecord]) -> list[tuple[str, str, int | None]]:
    return [(turn.role, turn.text, turn.location.line) for turn in found if isinstance(turn, Turn)]


def test_the_file_is_one_turn_of_the_assistant(write: Write) -> None:
    path = write("a.txt", b"\xef\xbb\xbfone\r\ntwo\rthree")
    assert list(read(path)) == [Turn("assistant", "one\r\ntwo\rthree", Location(path))]


def test_an_empty_file_is_an_empty_turn(items: Items) -> None:
    assert turns(items("text", b"")) == [("assistant", "", None)]


def test_another_encoding_is_refused(write: Write) -> None:
    with pytest.raises(UnreadableError, match="not UTF-8"):
        list(read(write("a.txt", "naïve".encode("latin-1"))))


def test_a_text_past_the_limit_is_a_finding(items: Items) -> None:
    assert reasons(items("text", b"x" * (3 * CHUNK), max_record=CHUNK)) == [
        f"the text is longer than {CHUNK} characters"
    ]


def test_role_lines_split_the_file(items: Items) -> None:
    text = b"User:\nshow\n\nAssistant: \r\nhello\nthere\nTOOL:\n1\nAssistant:\n"
    found = items("text", text, role_pattern=ROLES)
    assert turns(found) == [("user", "show\n\n", 2), ("assistant", "hello\nthere\n", 5), ("assistant", "", 10)]
    answered = found[1]
    assert isinstance(answered, Turn)
    assert [(result.text, result.location.line) for result in answered.results] == [("1\n", 8)]
    assert answered.followed


def test_text_behind_a_match_is_where_the_file_has_it(items: Items) -> None:
    (turn,) = items("text", b"\nGPT: hello\nthere", role_pattern="(?P<role>GPT): ")
    assert isinstance(turn, Turn)
    assert turn == Turn("assistant", "hello\nthere", Location(turn.location.path, 2, column=6))


def test_text_before_the_first_role_line_has_no_role(items: Items) -> None:
    found = items("text", b"Intro\nuser:\nhi\n", role_pattern=ROLES)
    assert turns(found) == [("", "Intro\n", None), ("user", "hi\n", 3)]


def test_a_role_line_at_the_very_end(items: Items) -> None:
    (turn,) = items("text", b"\nassistant:", role_pattern=ROLES)
    assert isinstance(turn, Turn)
    assert turn == Turn("assistant", "", Location(turn.location.path, 2, column=11))


def test_a_pattern_that_matches_nowhere_is_a_finding(items: Items) -> None:
    found = items("text", b"\n hello\n", role_pattern=ROLES)
    assert reasons(found) == ["no line begins with a match of the role pattern"]
    assert items("text", b" \n", role_pattern=ROLES) == []


def test_only_lines_begin_turns(items: Items) -> None:
    found = items("text", b"a:\nx b:\n c:\nnot: one", role_pattern=ROLES)
    assert turns(found) == [("a", "x b:\n c:\nnot: one", 2)]


@pytest.mark.parametrize("before", [0, 1, CHUNK - 12, CHUNK - 4, CHUNK - 1, CHUNK, 2 * CHUNK - 3])
def test_a_role_line_across_two_chunks(items: Items, before: int) -> None:
    text = "user:\n" + "x" * before + "\nassistant:\n" + "y" * 9
    assert turns(items("text", text.encode(), role_pattern=ROLES)) == [
        ("user", "x" * before + "\n", 2),
        ("assistant", "y" * 9, 4),
    ]


@pytest.mark.parametrize(
    ("line", "matches"),
    [
        ("a" * (LONGEST_MARKER - 1) + ":", True),
        ("a" * LONGEST_MARKER + ":", False),
        ("a:" + " " * LONGEST_MARKER, False),  # what is not looked at may be anything
    ],
)
def test_long_lines_are_matched_at_their_beginning_only(items: Items, line: str, matches: bool) -> None:
    found = items("text", f"user:\n{line}\n".encode(), role_pattern=ROLES)
    assert [role for role, _, _ in turns(found)] == ["user"] + ["a" * (LONGEST_MARKER - 1)] * matches


def test_a_short_match_on_a_long_line(items: Items) -> None:
    text = "user: " + "x" * (3 * CHUNK)
    assert turns(items("text", text.encode(), role_pattern="(?P<role>user): ")) == [("user", "x" * (3 * CHUNK), 1)]


def test_a_turn_past_the_limit_is_a_finding_and_the_rest_goes_on(items: Items) -> None:
    text = b"user:\n" + b"x\n" * CHUNK + b"assistant:\nhi"
    found = items("text", text, role_pattern=ROLES, max_record=CHUNK)
    assert reasons(found) == [f"the text is longer than {CHUNK} characters"]
    assert turns(found) == [("assistant", "hi", CHUNK + 3)]


def test_what_was_read_before_a_fault_is_given(write: Write) -> None:
    reader = read(write("a.txt", b"assistant:\nx\nuser:\n" + b"y" * CHUNK + b"\xff"), ReadOptions("text", ROLES))
    assert getattr(next(reader), "role", None) == "assistant"
    with pytest.raises(UnreadableError):
        next(reader)


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(", "no regular expression"),
        ("a{1,99999999999}", "no regular expression"),
        (r"(\w+):", "no group named role"),
    ],
)
def test_patterns_that_cannot_be_used(pattern: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ReadOptions(role_pattern=pattern)


def test_a_group_that_takes_no_part_is_no_role(items: Items) -> None:
    found: list[Any] = items("text", b"user:\n---\nhi", role_pattern=r"(?:(?P<role>\w+):|---)$")
    assert turns(found) == [("user", "---\nhi", 2)]
