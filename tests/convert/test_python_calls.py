"""Calls as Python writes them: read, never run."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_native.convert.python_calls import looks_like_calls, python_calls
from pi_native.hosts.conversation import ConversationError

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_./ -]{0,8}[a-z]", fullmatch=True)


@given(st.lists(st.tuples(NAMES, st.dictionaries(st.from_regex(r"[a-z_]{1,5}", fullmatch=True), VALUES, max_size=3))))
def test_what_python_writes(calls: list[tuple[str, dict[str, object]]]) -> None:
    written = (
        f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})" for name, arguments in calls
    )
    text = f"[{', '.join(written)}]"
    assert [(call.name, call.arguments) for call in python_calls(text)] == calls
    assert not calls or looks_like_calls(text)


@given(st.text(alphabet="[]()={}'\", a1\\", max_size=30))
def test_any_text_is_calls_or_refused(text: str) -> None:
    with suppress(ConversationError):
        python_calls(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[f(a=" + "[" * 100_000,
        "[f(a=" + "-" * 100_000 + "1)]",
        '[f(a="' + "\\" * 100_001,
        "[f(" * 50_000,
    ],
)
def test_hostile_texts_are_refused(text: str) -> None:
    with pytest.raises(ConversationError):
        python_calls(text)


def test_nothing_is_run() -> None:
    with pytest.raises(ConversationError, match="no literal"):
        python_calls("[f(a=__import__('os').getpid())]")
