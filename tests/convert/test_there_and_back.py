"""Conversations made at random, converted there and back: the calls are equal, or the record is refused."""

import os

import pytest

from pi_native.convert import Conversion
from pi_native.hosts.conversation import ConversationError, Record

from .conversations import calls_of, conversations

COUNT = 20_000 if os.environ.get("HYPOTHESIS_PROFILE") == "full" else 400


def converted(conversion: Conversion, record: Record) -> Record | ConversationError:
    try:
        return conversion.convert(record)
    except ConversationError as error:
        return error


@pytest.mark.parametrize("host", ["openai", "anthropic"])
def test_calls_are_equal(host: str) -> None:
    there, back = Conversion("openai"), Conversion(host, "openai")
    out = Conversion("pi-native", host)
    refused = 0
    for record in conversations(COUNT):
        text = converted(there, record)
        if isinstance(text, ConversationError):
            assert "cannot render" in text.reason
            refused += 1
            continue
        again = back.convert(out.convert(text))
        assert calls_of(again) == calls_of(record)
        assert again["id"] == record["id"]
        assert there.convert(again) == text
    assert refused < COUNT / 5  # values that no spelling has, as an empty list where items may be anything
