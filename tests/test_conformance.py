"""The portable cases of ``tests/conformance`` (see its README), run with this implementation."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pi_native import (
    Call,
    CallEnd,
    CallIncomplete,
    DiagnosticEvent,
    ParseResult,
    PiNativeSyntaxError,
    StreamParser,
    parse,
)
from pi_native.data import event_data
from pi_native.diagnostics import catalogue
from pi_native.events import Event

SUITE = Path(__file__).parent / "conformance"
GROUPS = sorted((SUITE / "cases").glob("*.json"))


@cache
def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="ascii"))


CASES = [case for group in GROUPS for case in load(group)["cases"]]
STREAM_GROUPS = sorted((SUITE / "streams").glob("*.json"))
STREAMS = [case for group in STREAM_GROUPS for case in load(group)["cases"]]
each_case = pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])


def run(case: dict[str, Any], **options: Any) -> ParseResult:
    tools = load(SUITE / "tools.json") if case["tools"] == "std" else case["tools"]
    return parse(case["text"], tools, **options)


def same(a: Any, b: Any) -> bool:
    """Equal as JSON values: 5 is 5.0, but True is not 1."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return isinstance(a, bool) == isinstance(b, bool) and a == b


def plain(call: Call | None) -> dict[str, Any] | None:
    return call and {"name": call.name, "arguments": call.arguments}


@each_case
def test_case(case: dict[str, Any]) -> None:
    result = run(case)
    calls = [plain(call) for call in result.calls]
    assert same(calls, case["calls"]), calls
    assert same(plain(result.incomplete), case.get("incomplete")), result.incomplete
    assert result.text == case["prose"]
    assert sorted({finding.code for finding in result.diagnostics}) == case["diagnostics"]


@each_case
def test_raw_segments_join_to_the_input(case: dict[str, Any]) -> None:
    assert "".join(segment.raw for segment in run(case)) == case["text"]


@each_case
def test_strict_rejects_exactly_the_errors(case: dict[str, Any]) -> None:
    if any(catalogue()[code].severity == "error" for code in case["diagnostics"]):
        with pytest.raises(PiNativeSyntaxError):
            run(case, strict=True)
    else:
        assert run(case, strict=True) == run(case)


def plain_event(event: Event) -> dict[str, Any]:
    """An event in the form of the stream cases."""
    data = event_data(event)
    match event:
        case DiagnosticEvent(diagnostic):
            return {"event": "diagnostic", "code": diagnostic.code}
        case CallEnd(index, call) | CallIncomplete(index, call):
            assert call is not None
            return {"event": data["event"], "index": index, "arguments": call.arguments}
    return {key: value for key, value in data.items() if (key, value) != ("shortened", False)}


@pytest.mark.parametrize("case", STREAMS, ids=[case["id"] for case in STREAMS])
def test_stream_case(case: dict[str, Any]) -> None:
    stream = StreamParser(load(SUITE / "tools.json") if case["tools"] == "std" else case["tools"])
    for step in case["steps"]:
        events = [plain_event(event) for event in stream.feed(step["chunk"])]
        assert same(events, step["events"]), step["chunk"]
    assert same([plain_event(event) for event in stream.close()], case["end"])


def test_stream_cases_fit_their_schema() -> None:
    schema = load(SUITE / "stream.schema.json")
    Draft202012Validator.check_schema(schema)
    for path in STREAM_GROUPS:
        Draft202012Validator(schema).validate(load(path))
        assert load(path)["group"] == path.stem
    assert len({case["id"] for case in [*CASES, *STREAMS]}) == len(CASES) + len(STREAMS)


@each_case
def test_chunks_do_not_matter(case: dict[str, Any]) -> None:
    text, whole = case["text"], run(case)
    tools = load(SUITE / "tools.json") if case["tools"] == "std" else case["tools"]
    cuts = [[text[:cut], text[cut:]] for cut in range(len(text))]
    for chunks in [list(text), *cuts]:
        stream = StreamParser(tools)
        for chunk in chunks:
            stream.feed(chunk)
        stream.close()
        assert stream.result == whole


@pytest.mark.parametrize("path", GROUPS, ids=lambda path: path.stem)
def test_file_fits_the_schema(path: Path) -> None:
    schema = load(SUITE / "case.schema.json")
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(load(path))
    assert load(path)["group"] == path.stem
    assert all(case["diagnostics"] == sorted(case["diagnostics"]) for case in load(path)["cases"])


def test_no_case_is_lost() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 157 + 39


def test_schema_names_only_codes_of_the_catalogue() -> None:
    assert set(load(SUITE / "case.schema.json")["$defs"]["code"]["enum"]) <= set(catalogue())


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        (5, 5.0, True),
        (10**23, 1e23, False),
        (True, 1, False),
        ([0], [False], False),
        ({"a": [1, None]}, {"a": [1.0, None]}, True),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([], {}, False),
        ([1], [1, 2], False),
        ("1", 1, False),
        (None, False, False),
    ],
)
def test_comparison(a: Any, b: Any, equal: bool) -> None:
    assert same(a, b) is equal
