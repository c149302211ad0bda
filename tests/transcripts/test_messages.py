"""What the formats have in common: which results belong to which turn, roles, parts."""

from collections.abc import Iterator

import pytest

from pi_native.transcripts import BadRecord, Location, Result, Turn, UnreadableError
from pi_native.transcripts.messages import LOOK_AHEAD, Message, json_or_text, link, standard_role

WHERE = Location("a.jsonl", 1)
ASSISTANT: Message = ("assistant", "a", (), (), WHERE)
USER: Message = ("user", "u", (), (), WHERE)
BAD = BadRecord.of("", WHERE, "bad")


def result(text: str) -> Message:
    return "tool", None, (), (Result(None, None, text, WHERE),), WHERE


def shown(messages: list[Message | BadRecord | None]) -> list[str]:
    """Each item in short: a turn's role, the texts of its results, a star if it is followed."""
    return [
        "bad"
        if isinstance(item, BadRecord)
        else f"{item.role[0]}{''.join(r.text for r in item.results)}{'*' * item.followed}"
        for item in link(iter(messages))
    ]


@pytest.mark.parametrize(
    ("messages", "items"),
    [
        ([], []),
        ([USER, USER], ["u", "u"]),
        ([ASSISTANT], ["a"]),
        ([ASSISTANT, result("1"), result("2")], ["a12"]),
        ([ASSISTANT, result("1"), ASSISTANT, result("2"), USER], ["a1*", "a2*", "u"]),
        ([ASSISTANT, USER, result("1"), USER, ASSISTANT], ["a1*", "u", "u", "a"]),
        ([result("1"), USER, result("2"), ASSISTANT, result("3")], ["t1", "u", "t2", "a3"]),
        ([ASSISTANT, BAD, result("1")], ["a1*", "bad"]),
        ([BAD, ASSISTANT], ["bad", "a"]),
        ([ASSISTANT, result("1"), None, result("2"), ASSISTANT], ["a1", "t2", "a"]),
        ([ASSISTANT, USER, None, None, USER], ["a*", "u", "u"]),
        ([None, ASSISTANT, None, ASSISTANT], ["a", "a"]),
    ],
)
def test_results_and_order(messages: list[Message | BadRecord | None], items: list[str]) -> None:
    assert shown(messages) == items


def test_results_inside_a_message() -> None:
    both: Message = ("user", "u", (), (Result(None, None, "1", WHERE),), WHERE)
    assert shown([ASSISTANT, both]) == ["a1*", "u"]
    assert shown([both]) == ["t1", "u"]
    own: Message = ("assistant", "a", (), (Result(None, None, "0", WHERE),), WHERE)
    assert shown([own, result("1"), own]) == ["a01*", "a0"]


def test_no_more_than_so_many_messages_are_held_back() -> None:
    def messages() -> Iterator[Message]:
        yield ASSISTANT
        for _ in range(LOOK_AHEAD + 1):
            yield USER
        raise AssertionError("read on")

    turns = link(messages())
    first = next(turns)
    assert isinstance(first, Turn)
    assert (first.role, first.followed) == ("assistant", True)
    assert [next(turns).role for _ in range(LOOK_AHEAD + 1)] == ["user"] * (LOOK_AHEAD + 1)  # type: ignore[union-attr]


def test_results_past_the_limit_are_turns_of_their_own() -> None:
    turns = list(link([ASSISTANT, *[result("1")] * (LOOK_AHEAD + 5)]))
    assert [getattr(turn, "role", None) for turn in turns] == ["assistant"] + ["tool"] * 5
    assert len(turns[0].results) == LOOK_AHEAD  # type: ignore[union-attr]


def test_what_is_held_back_is_given_before_a_fault() -> None:
    def messages() -> Iterator[Message]:
        yield from [ASSISTANT, result("1"), USER]
        raise UnreadableError("a.jsonl", "damaged")

    turns = link(messages())
    assert [next(turns).role, next(turns).role] == ["assistant", "user"]  # type: ignore[union-attr]
    with pytest.raises(UnreadableError, match="damaged"):
        next(turns)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("Human", "user"),
        ("GPT", "assistant"),
        ("model", "assistant"),
        ("developer", "system"),
        ("toolResult", "tool"),
        ("observation", "tool"),
        ("Narrator", "Narrator"),
        ("", ""),
    ],
)
def test_roles_have_one_name(name: str, role: str) -> None:
    assert standard_role(name) == role


@pytest.mark.parametrize("text", ["{", "", "[" * 100_000, "1" * 5000])
def test_text_that_is_not_json_stays_text(text: str) -> None:
    assert json_or_text(text) == text
