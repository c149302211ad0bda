"""Turns in, findings out: three layers, in the order of the text."""

import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pi_native.diagnostics import Entry, catalogue, example_tools
from pi_native.model import SchemaError
from pi_native.transcripts import BadRecord, Location, Turn, read
from pi_native.validate import Checked, Finding, Validator
from pi_native.validate.validator import KEPT_TOOL_LISTS

READ = {
    "name": "read",
    "parameters": {
        "type": "object",
        "required": ["path"],
        "properties": {"path": {"type": "string"}, "offset": {"type": "integer", "minimum": 1}},
    },
}
HERE = Location("a.txt")


def check(text: str, tools: Any = (READ,), record_tools: Any = None) -> Checked:
    return Validator(tools).check(Turn("assistant", text, HERE, record_tools))


def found(text: str, tools: Any = (READ,), record_tools: Any = None) -> list[tuple[str, str | None]]:
    findings = check(text, tools, record_tools).findings
    return [(finding.diagnostic.code, finding.diagnostic.pointer) for finding in findings]


def test_a_good_turn_has_no_findings_and_its_calls_are_counted() -> None:
    assert check('<call:read path="a"/>\nand\n<call:read path="b"/>') == Checked((), 2, {"attribute": 42})


def test_the_layers() -> None:
    text = '<call:read path="a"offset=1/><call:read path="b" offset=x/><call:read offset=0 path="c"/>'
    findings = check(text).findings
    assert [finding.layer for finding in findings] == ["grammar", "typing", "schema", "schema"]
    assert [finding.diagnostic.call_index for finding in findings] == [0, 1, 1, 2]


def test_a_violation_carries_the_pointer_of_the_value_and_the_span_of_the_call() -> None:
    (finding,) = check('hello\n  <call:read path="a" offset=0/>').findings
    diagnostic = finding.diagnostic
    assert (diagnostic.code, diagnostic.severity, diagnostic.pointer) == (
        "schema-violation",
        "error",
        "/offset",
    )
    assert (diagnostic.span.line, diagnostic.span.column, finding.place) == (2, 3, "a.txt:2:3")
    assert "0 is less than the minimum of 1 (at /offset)" in diagnostic.message
    assert finding.excerpt.split("\n")[1] == "  " + "^" * 30


def test_what_is_missing_is_said_of_the_arguments_as_a_whole() -> None:
    assert found("<call:read/>") == [("schema-violation", "")]


def test_an_incomplete_call_is_not_checked_against_the_schema() -> None:
    assert found("<call:read>\n<offset>") == [("unterminated-call", None)]
    assert check("<call:read>\n<offset>").calls == 0


def test_an_unknown_tool_has_no_schema() -> None:
    assert [code for code, _ in found("<call:raed/>")] == ["unknown-tool"]


def test_without_tools_only_the_grammar_is_checked() -> None:
    assert found("<call:read/><call:note>hello</call:note>", tools=None) == []
    assert found('<call:read path="a"offset=1/>', tools=None) == [("missing-whitespace", None)]


def test_an_empty_list_is_a_list() -> None:
    assert [code for code, _ in found("<call:read/>", tools=[])] == ["unknown-tool"]


def test_what_is_said_of_prose_stands_in_its_place() -> None:
    text = "<call:read/> <call:read ,/> <call:read/>"
    assert [code for code, _ in found(text)] == ["schema-violation", "malformed-call-tag", "schema-violation"]


def test_only_the_assistant_makes_calls() -> None:
    checked = Validator([READ]).check(Turn("user", "<call:read/>", HERE))
    assert (checked.calls, checked.characters) == (0, {})
    assert [finding.diagnostic.code for finding in checked.findings] == ["call-outside-assistant"]
    assert Validator([READ]).check(Turn("system", "<call:read/>", HERE)) == Checked()


def test_the_tools_of_the_record_go_before_those_given() -> None:
    other = {"name": "read", "parameters": {"type": "object"}}
    assert found("<call:read/>", record_tools=[other]) == []
    assert found("<call:read/>", tools=None, record_tools=[READ]) == [("schema-violation", "")]


@pytest.mark.parametrize(
    "broken",
    [[5], [{"parameters": {}}], [{"name": "read", "parameters": {"type": "objekt"}}], [READ, READ]],
)
def test_tools_of_a_record_that_cannot_be_used_are_a_finding_once_a_turn(broken: Any) -> None:
    assert found("<call:read/><call:read/>", record_tools=broken) == [("unusable-schema", None)]
    assert found("no call", record_tools=broken) == []


def test_a_schema_that_only_jsonschema_finds_broken_is_a_finding_where_it_is_needed() -> None:
    broken = {"name": "bad", "parameters": {"properties": {"a": {"minimum": "5"}}}}
    assert found('<call:read path="x"/><call:bad/>', tools=[READ, broken]) == [("unusable-schema", None)]
    with pytest.raises(SchemaError, match=r"'bad', at /properties/a/minimum"):
        Validator([READ, broken]).check_schemas()


def test_good_schemas_pass_beforehand() -> None:
    Validator([READ]).check_schemas()
    Validator().check_schemas()


def test_tools_given_that_cannot_be_used_are_refused() -> None:
    with pytest.raises(SchemaError):
        Validator([{"name": 5}])


def test_a_bad_record_is_its_own_finding() -> None:
    record = BadRecord.of("{", Location("a.jsonl", 7), "not JSON")
    (finding,) = Validator().check(record).findings
    assert (finding.layer, finding.place, finding.counts) == ("transcript", "a.jsonl:7:1", True)


def test_the_place_of_a_turn_inside_a_record_is_the_records_line() -> None:
    turn = Turn("assistant", "\n\n<call:read/>", Location("a.jsonl", 7, "/messages/1/content"))
    (finding,) = Validator([READ]).check(turn).findings
    assert finding.place == "a.jsonl:7"


def test_infos_do_not_count_against_a_text() -> None:
    tool = {"name": "t", "parameters": {"properties": {"a": {"type": "array", "items": {"type": "integer"}}}}}
    (finding,) = check("<call:t><a>[1, 2]</a></call:t>", [tool]).findings
    assert (finding.diagnostic.code, finding.counts) == ("json-literal", False)


def test_lists_of_records_are_kept_but_not_without_end() -> None:
    validator = Validator()
    for index in range(KEPT_TOOL_LISTS + 10):
        tools = [{"name": "read", "description": str(index), "parameters": READ["parameters"]}]
        assert validator.check(Turn("assistant", "<call:read/>", HERE, tools)).calls == 1
    assert len(validator._of_records) == KEPT_TOOL_LISTS


def test_it_pickles_small_and_finds_the_same() -> None:
    validator = Validator([READ])
    turn = Turn("assistant", "<call:read/>", HERE)
    before = validator.check(turn)
    data = pickle.dumps(validator)
    assert len(data) < 1000
    assert pickle.loads(data).check(turn) == before


def test_the_same_findings_every_time() -> None:
    text = '<call:read offset="x"/>' * 20 + "<call:read>junk<path>a</path></call:read>"
    assert check(text) == check(text)


def test_jsonschema_is_imported_only_when_a_schema_is_checked() -> None:
    code = (
        "import sys, pi_native.validate as v; from pi_native.transcripts import Turn, Location\n"
        "v.Validator().check(Turn('assistant', 'x', Location('a')))\n"
        "print('jsonschema' in sys.modules, 'typer' in sys.modules, 'rich' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False", "False"]


ENTRIES = [entry for entry in catalogue().values() if entry.layer not in {"grammar", "typing"}]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_catalogues_examples(entry: Entry, tmp_path: Path) -> None:
    """The examples of these layers are texts or, where they begin with a brace, chat records."""

    def codes(text: str) -> set[str]:
        path = tmp_path / ("a.jsonl" if text.startswith("{") else "a.txt")
        path.write_text(text, encoding="utf-8")
        validator = Validator(json.loads(example_tools()), style=entry.layer == "style")
        return {f.diagnostic.code for item in read(str(path)) for f in validator.check(item).findings}

    assert codes(entry.fail) == {entry.code}
    assert codes(entry.pass_) == set()


def test_a_finding_shows_a_bounded_harmless_excerpt() -> None:
    text = "\x1b[31m" + "a" * 10_000 + "<call:read/>" + "b" * 10_000
    (finding,) = check(text).findings
    assert isinstance(finding, Finding)
    assert "\x1b" not in finding.excerpt
    assert len(finding.excerpt) < 300
