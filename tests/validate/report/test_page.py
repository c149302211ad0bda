"""The page: everything in it, nothing outside, and no text of a transcript that is markup."""

import re
from html.parser import HTMLParser

import pytest

from pi_native.validate import Checked, Finding
from pi_native.validate.collector import Collector
from pi_native.validate.report import REPORTERS
from pi_native.validate.report.findings_file import Row, _read
from pi_native.validate.report.page import MAX_ROWS, Excerpt, Report, page

from ..findings import HOSTILE, finding, hostile


def report(*findings: Finding) -> Report:
    """A report of findings, by way of what the file of findings would hold."""
    import json

    lines: list[str] = []
    collector = Collector(REPORTERS["jsonl"](lines.append))
    collector.take(Checked(findings, 5, {"inline": 30, "element": 10}))
    collector.end()
    made = Report()
    for line in lines:
        made.add(_read(json.loads(line)))
    return made


def text(*findings: Finding, title: str = "a.jsonl") -> str:
    return "".join(page(report(*findings), title))


class Elements(HTMLParser):
    """The elements of a page with their attributes, and the text outside scripts and styles."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.found and self.found[-1][0] not in ("script", "style"):
            self.words.append(data)


def test_what_it_shows() -> None:
    html = text(finding(), finding("unknown-tool", line=3, pointer="/messages/1/content"), finding("json-literal"))
    shown = " ".join(" ".join(Elements(html).words).split())
    assert "1 error 1 warning 1 info 5 calls" in shown
    assert "a.txt:3 /messages/1/content" in shown
    assert "a call of a tool that is not in the list" in shown
    assert html.count("<pre") == 3
    assert html.count("<svg") == 4
    assert "a <mark>b</mark>" in html


def test_nothing_found() -> None:
    html = text()
    assert "No findings." in html
    assert "<table" not in html
    assert html.count("<svg") == 1  # the characters of the calls by form


def test_it_needs_nothing_from_outside() -> None:
    html = text(finding())
    for _, attributes in Elements(html).found:
        assert not {"src", "href", "srcset", "action", "data", "xlink:href", "style"} & set(attributes)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/)", html)


def test_hostile_findings_are_text() -> None:
    harmless, html = text(finding()), text(hostile(), title=HOSTILE)
    kinds = {tag for tag, _ in Elements(harmless).found}
    elements = Elements(html).found
    assert {tag for tag, _ in elements} <= kinds
    assert sum(tag == "script" for tag, _ in elements) == 1
    assert not any(name.startswith("on") for _, attributes in elements for name in attributes)
    assert "onerror=alert(1)&gt;" in html


def test_what_is_seen_holds_no_character_that_hides_or_turns_text_around() -> None:
    words = "".join(Elements(text(hostile(), title=HOSTILE)).words)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e\ud800]", words)
    assert "\\u202e" in words


def test_only_the_pages_own_script_may_run() -> None:
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text(finding()))
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[A-Za-z0-9+/]{43}='", policy)


def test_the_same_every_time() -> None:
    assert text(finding(), hostile()) == text(finding(), hostile())


def test_more_findings_than_the_table_lists() -> None:
    made = Report()
    row = Row("a.txt", 1, 1, "", "read", "inline", "stray-text", "error", "grammar", "m", "")
    for _ in range(MAX_ROWS + 1):
        made.add(row)
    html = "".join(page(made, "x"))
    assert html.count("<tr data-") == MAX_ROWS
    assert "The table lists the first 5,000 of 5,001 findings." in html
    assert made.severities == [("error", MAX_ROWS + 1), ("warning", 0), ("info", 0)]


def test_several_files_are_one_report() -> None:
    made = report(finding())
    for part in (report(finding(), finding("unknown-tool")),):
        for row in part.rows:
            made.add(row)
        made.add(part.summary)
    assert made.severities == [("error", 2), ("warning", 1), ("info", 0)]
    assert made.summary.calls == 10


@pytest.mark.parametrize(
    ("excerpt", "parts"),
    [
        ("a b c\n  ^", ("a ", "b", " c")),
        ("abc\n^^^", ("", "abc", "")),
        ("abc\n   ^", ("abc", "", "")),
        ("abc", ("", "", "abc")),
        ("", ("", "", "")),
        ("^^\n \n^", ("^", "^", "")),
    ],
)
def test_excerpts_in_parts(excerpt: str, parts: tuple[str, str, str]) -> None:
    assert Excerpt.of(excerpt) == parts
