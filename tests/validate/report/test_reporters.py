"""Every format: well formed, valid by its schema, the same every time, harmless whatever the transcript holds."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from pi_native.validate import Checked, Finding
from pi_native.validate.collector import Collector
from pi_native.validate.report import REPORTERS

from ..findings import finding, hostile

SARIF = json.loads((Path(__file__).parents[2] / "data" / "sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
SCHEMA = json.loads(files("pi_native.validate.report").joinpath("findings.schema.json").read_text(encoding="utf-8"))
SAMPLE = (
    finding(),
    finding("unknown-tool", "x\ny", "b c.txt", line=3, pointer="/messages/1/content", argument="/p"),
    hostile(),
)


def report(name: str, findings: tuple[Finding, ...] = SAMPLE, paths: tuple[str, ...] = (), **options: Any) -> str:
    parts: list[str] = []
    collector = Collector(REPORTERS[name](parts.append, **options))
    for path in paths:
        collector.file(path)
    collector.take(Checked(findings, 5, {"inline": 30, "element": 10}))
    collector.end()
    return "".join(parts)


each_format = pytest.mark.parametrize("name", REPORTERS)
each_sample = pytest.mark.parametrize("findings", [SAMPLE, ()], ids=["some", "none"])


@each_format
def test_the_same_every_time(name: str) -> None:
    assert report(name) == report(name)


@each_format
def test_nothing_can_steer_a_terminal_or_hide(name: str) -> None:
    text = report(name)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e\ud800]", text) or name in ("json", "jsonl")
    assert not re.search("[\x00-\x09\x0b-\x1f\ud800]", text)  # JSON escapes control characters; the rest is data
    text.encode("utf-8")


@each_format
def test_without_excerpts(name: str) -> None:
    shown = finding(text="zzqzz")
    assert "zzqzz" in report(name, (shown,))
    assert "zzqzz" not in report(name, (shown,), excerpts=False)


@each_sample
def test_json_is_valid_by_its_schema(findings: tuple[Finding, ...]) -> None:
    Draft202012Validator.check_schema(SCHEMA)
    data = json.loads(report("json", findings))
    Draft202012Validator(SCHEMA).validate(data)
    assert len(data["findings"]) == len(findings)
    assert sum(data["summary"]["findings"].values()) == len(findings)


@each_sample
def test_json_lines_are_valid_by_their_schema(findings: tuple[Finding, ...]) -> None:
    lines = [json.loads(line) for line in report("jsonl", findings).splitlines()]
    checker = Draft202012Validator({"$ref": "#/$defs/line", "$defs": SCHEMA["$defs"]})
    for line in lines:
        checker.validate(line)
    assert [line["type"] for line in lines] == ["finding"] * len(findings) + ["summary"]
    assert json.loads(report("json", findings)) == {"version": 1, "findings": lines[:-1], "summary": lines[-1]}


@pytest.mark.parametrize(
    "change", [{"line": 0}, {"severity": "bad"}, {"fingerprint": ""}, {"form": "other"}, {"span": {}}]
)
def test_the_schema_refuses_what_is_wrong(change: dict[str, Any]) -> None:
    data = json.loads(report("json"))
    data["findings"][0] |= change
    assert not Draft202012Validator(SCHEMA).is_valid(data)


def test_json_holds_what_was_found() -> None:
    data = json.loads(report("json"))
    second = data["findings"][1]
    assert (second["path"], second["line"], second["column"]) == ("b c.txt", 3, None)
    assert (second["record_pointer"], second["tool"], second["pointer"]) == ("/messages/1/content", "read", "/p")
    assert second["span"] == {"offset": 2, "end": 3, "line": 1, "column": 3}
    assert data["findings"][2]["path"] == hostile().location.path
    assert data["summary"]["statistics"]["forms"][0] == {"form": "inline", "characters": 30, "share": 0.75}


@each_sample
def test_sarif_is_valid_by_the_published_schema(findings: tuple[Finding, ...]) -> None:
    log = json.loads(report("sarif", findings))
    Draft7Validator(SARIF, format_checker=Draft7Validator.FORMAT_CHECKER).validate(log)
    assert len(log["runs"][0]["results"]) == len(findings)


def test_sarif_holds_what_was_found() -> None:
    run = json.loads(report("sarif"))["runs"][0]
    first, second, _ = run["results"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["stray-text", "unknown-tool"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "error"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a.txt"
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (1, 3)
    place = second["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "b%20c.txt"
    assert "startColumn" not in place["physicalLocation"]["region"]
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "/messages/1/content"
    assert list(first["partialFingerprints"].values()) == [finding().fingerprint]


def test_junit_is_xml_with_a_suite_a_file() -> None:
    info = finding("json-literal", path="info.txt")
    root = ET.fromstring(report("junit", (*SAMPLE, info), ("a.txt", "clean.txt", "b c.txt")).encode("utf-8"))
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites)[:3] == ["a.txt", "clean.txt", "b c.txt"]
    counts = [(suite.get("tests"), suite.get("failures")) for suite in root]
    assert counts == [("1", "1"), ("1", "0"), ("1", "1"), ("1", "1"), ("1", "0")]
    assert (root.get("tests"), root.get("failures")) == ("5", "3")
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.get("type") == "stray-text"
    assert "a.txt:1:3: error: stray-text" in str(failure.text)
    assert suites["info.txt"].find("testcase/system-out") is not None


def test_github_commands_stand_on_one_line_each_and_are_escaped() -> None:
    lines = report("github").splitlines()
    assert len(lines) == len(SAMPLE)
    assert lines[0].startswith("::error file=a.txt,line=1,col=3,title=stray-text::text between elements%0Aa b%0A")
    assert lines[1].startswith("::warning file=b c.txt,line=3,title=unknown-tool::")
    assert all(re.match(r"::[a-z]+ [^:]*,title=[a-z-]+::", line) for line in lines)
    assert "%250A" in lines[2]  # a percent sign of the text is none of ours


def test_github_info_is_a_notice() -> None:
    assert report("github", (finding("json-literal"),)).startswith("::notice ")


def test_the_problem_matcher_matches_the_text_output() -> None:
    path = Path(__file__).parents[3] / "docs" / "problem-matcher.json"
    (matcher,) = json.loads(path.read_text(encoding="utf-8"))["problemMatcher"]
    (pattern,) = matcher["pattern"]
    found = [re.search(pattern["regexp"], line) for line in report("text").splitlines()]
    told = [match for match in found if match]

    def groups(match: re.Match[str]) -> list[str | None]:
        return [match[pattern[key]] for key in ("file", "line", "column", "severity", "code")]

    assert groups(told[0]) == ["a.txt", "1", "3", "error", "stray-text"]
    assert groups(told[1]) == ["b c.txt", "3", None, "warning", "unknown-tool"]
    assert len(told) == len(SAMPLE)
