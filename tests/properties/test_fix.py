"""Whatever a text or a line of JSON holds: what is fixed means the same, and every other byte stays."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from pi_native import parse
from pi_native.schema import pointer_to
from pi_native.transcripts import ReadOptions, Turn, read
from pi_native.validate import Validator
from pi_native.validate.fix import fix
from pi_native.validate.fix_file import fix_file
from pi_native.validate.json_strings import string_spans
from pi_native.values import same
from schemas import TOOLS
from texts import KNOWN, texts


@given(texts)
def test_the_same_calls_and_the_same_prose(text: str) -> None:
    done = fix(text, KNOWN)
    before, after = parse(text, KNOWN), parse(done.text, KNOWN)
    assert (done.text == text) == (done.rewritten == 0)
    assert before.text == after.text
    assert [call.name for call in before.calls] == [call.name for call in after.calls]
    assert same([call.arguments for call in before.calls], [call.arguments for call in after.calls])
    assert (before.incomplete is None) == (after.incomplete is None)


@given(texts)
def test_nothing_is_left_to_do(text: str) -> None:
    once = fix(text, KNOWN)
    assert fix(once.text, KNOWN) == (once.text, 0, once.left)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def strings(value: object, pointer: str = "") -> dict[str, str]:
    if isinstance(value, str):
        return {pointer: value}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {key: text for name, inner in items for key, text in strings(inner, pointer_to(pointer, name)).items()}


@given(VALUES, st.sampled_from([None, 0, 1]), st.booleans())
def test_every_string_of_a_json_text_is_found(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    expected = strings(value)
    spans = string_spans(text, expected)
    assert {pointer: json.loads(text[start:end]) for pointer, (start, end) in spans.items()} == expected


@given(st.lists(st.lists(texts, min_size=1, max_size=3), min_size=1, max_size=4), st.booleans())
def test_only_the_strings_that_hold_calls_change_in_a_file(records: list[list[str]], ascii_only: bool) -> None:
    lines = [
        json.dumps(
            {"messages": [{"role": "assistant", "content": text, "n": 1e3} for text in record]}, ensure_ascii=ascii_only
        )
        for record in records
    ]
    with TemporaryDirectory() as folder:
        path, target = Path(folder) / "a.jsonl", Path(folder) / "b.jsonl"
        path.write_bytes("\r\n".join([*lines, " not JSON"]).encode("utf-8", "replace"))
        validator = Validator(TOOLS)
        done = fix_file(str(path), str(target), ReadOptions("openai"), validator.fixed)
        assert target.exists() == (done.rewritten > 0)
        assert done.unplaced == 0
        if not target.exists():
            return
        old, new = path.read_bytes().split(b"\n"), target.read_bytes().split(b"\n")
        turns = [turn for turn in read(str(path), ReadOptions("openai")) if isinstance(turn, Turn)]
        again = [turn for turn in read(str(target), ReadOptions("openai")) if isinstance(turn, Turn)]
    assert len(old) == len(new)
    changed = {turn.location.line for turn in turns if validator.fixed(turn).rewritten}
    assert {index for index, pair in enumerate(zip(old, new, strict=True), 1) if pair[0] != pair[1]} == changed
    assert [turn.text for turn in again] == [validator.fixed(turn).text for turn in turns]
