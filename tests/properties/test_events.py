"""Events of any text in any chunks: their order, their sums, and how little they lag (D19, D20)."""

import random

from hypothesis import given
from hypothesis import strategies as st

from event_order import Follower
from pi_native import CallEnd, StreamParser, TextDelta, parse
from pi_native.values import same
from pi_native.verbatim import strip_leading
from texts import KNOWN, chunked, texts

LONGEST_CLOSER = max(len(tool.name) for tool in KNOWN) + len("\r\n</call:>")


def followed(chunks: list[str]) -> tuple[Follower, StreamParser]:
    follower, stream = Follower(), StreamParser(KNOWN)
    for chunk in chunks:
        for event in stream.feed(chunk):
            follower.follow(event)
    for event in stream.close():
        follower.follow(event)
    return follower, stream


@given(texts, st.integers(0, 2**32))
def test_events_follow_their_order_and_add_up(text: str, seed: int) -> None:
    whole = parse(text, KNOWN)
    for chunks in ([text], list(text), chunked(text, random.Random(seed))):
        follower, stream = followed(chunks)
        assert follower.state == "prose"
        assert follower.text == whole.text
        assert stream.result == whole
        ended = [event.call for event in follower.calls if isinstance(event, CallEnd)]
        assert tuple(ended) == whole.calls


@given(texts)
def test_partial_is_what_was_announced(text: str) -> None:
    stream, follower = StreamParser(KNOWN), Follower()
    for char in text:
        for event in stream.feed(char):
            follower.follow(event)
        if follower.state != "prose":
            partial = stream.partial(len(follower.calls))
            for name, value in follower.arguments.items():
                assert same(partial[name], value)
            for pointer, written in follower.open.items():
                if written and pointer.count("/") == 1:
                    assert partial[pointer[1:]] == written


@given(st.text(st.sampled_from("<cal:l>/ab \n"), max_size=60))
def test_prose_is_held_back_only_while_it_may_begin_a_call(text: str) -> None:
    stream, came = StreamParser(KNOWN), ""
    for end, char in enumerate(text, 1):
        came += "".join(event.text for event in stream.feed(char) if isinstance(event, TextDelta))
        if "<call:" not in text[:end]:
            held = text[len(came) : end]
            assert "<call:".startswith(held)


@given(st.text(st.sampled_from("</inputcal:one_sr>\r\n x"), max_size=80))
def test_a_string_lags_by_no_more_than_its_closer_and_newline(body: str) -> None:
    for opener, closer in (("<call:one_string>-", "</call:one_string>"), ("<call:one_string><input>", "</input>")):
        stream = StreamParser(KNOWN)
        stream.feed(opener)
        came = ""
        for end, char in enumerate(body, 1):
            came += "".join(getattr(event, "text", "") for event in stream.feed(char))
            if closer in body[:end]:
                break
            received = body[:end] if opener.endswith("-") else strip_leading(body[:end])
            assert received.startswith(came)
            held = received[len(came) :]
            assert any(f"{newline}{closer}".startswith(held) for newline in ("", "\n", "\r\n")), (came, held)
