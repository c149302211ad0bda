"""Results and calls are matched as the specification says: by order, with ids where a host has them."""

import pytest

from pi_native.hosts.conversation import Conversation, ConversationError, Message, ToolCall


def calls(*ids: str | None) -> Message:
    return Message("assistant", tuple(ToolCall("ls", {}, each) for each in ids))


def result(text: str, call_id: str | None = None) -> Message:
    return Message("tool", (text,), call_id)


def matched(*messages: Message) -> list[tuple[str, str | None]]:
    found = Conversation(messages).matched().messages
    return [(message.text, message.call_id) for message in found if message.role == "tool"]


def test_in_the_order_of_the_calls() -> None:
    assert matched(calls("a", "b"), result("B", "b"), result("A", "a")) == [("A", "a"), ("B", "b")]


def test_by_order_where_there_are_no_ids() -> None:
    assert matched(calls(None, None), result("A"), result("B")) == [("A", "call_0"), ("B", "call_1")]


def test_ids_of_a_conversation_differ() -> None:
    messages = (calls(None), result("A"), calls("call_1", None), result("B"), result("C"))
    assert matched(*messages) == [("A", "call_0"), ("B", "call_1"), ("C", "call_2")]


def test_the_last_calls_may_be_without_result() -> None:
    assert matched(calls("a", "b"), result("A", "a"), Message("user", ("stop",))) == [("A", "a")]


def test_messages_between_results_stay_where_they_are() -> None:
    found = Conversation((calls("a", "b"), result("B", "b"), Message("user", ("?",)), result("A", "a"))).matched()
    assert [message.text for message in found.messages] == ["", "A", "?", "B"]


@pytest.mark.parametrize(
    "messages",
    [
        (result("A"),),
        (calls("a"), result("A", "a"), result("A", "a")),
        (calls("a"), result("A"), result("B")),
        (calls("a"), calls("b"), result("A", "a")),
        (calls("a", "b"), result("B", "b")),
    ],
)
def test_what_does_not_match_is_refused(messages: tuple[Message, ...]) -> None:
    with pytest.raises(ConversationError):
        Conversation(messages).matched()
