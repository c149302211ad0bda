"""The catalogue: every entry's examples do what they say; and excerpts that no input can spoil."""

import json
import re
from pathlib import Path

import pytest

from pi_native import Grammar, Limits, Span, ToolSet, parse
from pi_native.diagnostics import Entry, catalogue, diagnose, example_tools, excerpt, printable, quoted

PARSED = [entry for entry in catalogue().values() if entry.layer in ("grammar", "typing")]
TOOLS = ToolSet(json.loads(example_tools()))
SOURCES = Path(__file__).parents[1] / "src" / "pi_native"


def codes(text: str, entry: Entry) -> set[str]:
    grammar = Grammar.load([entry.overlay] if entry.overlay else [])
    result = parse(text, TOOLS, grammar=grammar, limits=Limits(**entry.limits))
    return {diagnostic.code for diagnostic in result.diagnostics}


each_parsed = pytest.mark.parametrize("entry", PARSED, ids=lambda entry: entry.code)
each_entry = pytest.mark.parametrize("entry", catalogue().values(), ids=lambda entry: entry.code)


@each_parsed
def test_fail_shows_the_finding(entry: Entry) -> None:
    assert entry.code in codes(entry.fail, entry)


@each_parsed
def test_pass_is_without_any_finding(entry: Entry) -> None:
    assert codes(entry.pass_, entry) == set()


@pytest.mark.parametrize("entry", [entry for entry in PARSED if entry.limits], ids=lambda entry: entry.code)
def test_limits_of_an_entry_are_what_makes_it_fail(entry: Entry) -> None:
    assert entry.code not in {found.code for found in parse(entry.fail, TOOLS).diagnostics}


@each_entry
def test_entry_is_complete(entry: Entry) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)+", entry.code)
    assert entry.severity in ("error", "warning", "info")
    assert all([entry.summary, entry.meaning, entry.hint, entry.spec, entry.fail, entry.pass_])
    assert not entry.summary.endswith(".")
    assert entry.meaning.endswith(".")


def test_every_code_that_the_core_reports_is_in_the_catalogue() -> None:
    """Codes stand as literals in the sources, or as ``@absent`` in the grammar."""
    core = [SOURCES / f"{name}.py" for name in ("parser", "call_reader", "transformer", "values", "cursor")]
    text = "".join(path.read_text(encoding="utf-8") for path in core)
    reported = set(re.findall(r'(?:report\(|code = |else |given, )\s*"([a-z]+(?:-[a-z]+)+)"', text))
    grammar = (SOURCES.parents[1] / "grammar" / "pi_native.lark").read_text(encoding="utf-8")
    reported |= set(re.findall(r"@absent\s+([a-z]+(?:-[a-z]+)+)", grammar))
    assert len(reported) >= 15
    assert reported <= set(catalogue())


def test_unknown_code_is_refused() -> None:
    with pytest.raises(KeyError):
        diagnose("no-such-code", Span(0, 0, 1, 1))


def test_message_is_the_summary_and_the_detail() -> None:
    found = diagnose("stray-text", Span(0, 1, 1, 1), "'x'", call_index=2, pointer="/a", text="x")
    assert found.message == "text between elements: 'x'"
    assert (found.severity, found.call_index, found.pointer, found.text) == ("error", 2, "/a", "x")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a b", "a b"),
        ("\t", " "),
        ("\x1b[31m", "\\x1b[31m"),
        ("\x00\x7f", "\\x00\\x7f"),
        ("\r\n", "\\x0d\\x0a"),
        ("\u202e\u200b", "\\u202e\\u200b"),
        ("\ud800", "\\ud800"),
        ("\U000e0001", "\\U000e0001"),
        ("\u00e9\U0001f600", "\u00e9\U0001f600"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_quoted_is_short_and_harmless() -> None:
    assert quoted("abc") == "'abc'"
    assert quoted("a" * 61) == "'" + "a" * 60 + "\u2026'"
    assert "\x1b" not in quoted("\x1b" * 1000)
    assert len(quoted("\U000e0001" * 10**6)) < 1000


def marked(text: str, start: int, end: int, width: int = 100) -> tuple[str, str, str]:
    """The two lines of an excerpt, and what stands above the carets."""
    line, carets = excerpt(text, Span(start, end, 1, 1), width).split("\n")
    return line, carets, line[carets.index("^") : len(carets)]


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "above"),
    [
        ("let x = <b>", 8, 11, "let x = <b>", "<b>"),
        ("a\nbcd\ne", 3, 4, "bcd", "c"),
        ("a\r\nbcd\r\ne", 4, 5, "bcd", "c"),
        ("a\tb", 2, 3, "a b", "b"),
        ("\x1bab", 2, 3, "\\x1bab", "b"),
        ("a\x00b", 1, 2, "a\\x00b", "\\x00"),
        ("ab\ncd", 1, 5, "ab", "b"),
        ("abc", 1, 1, "abc", "b"),
    ],
)
def test_excerpt(text: str, start: int, end: int, line: str, above: str) -> None:
    assert (marked(text, start, end)[0], marked(text, start, end)[2]) == (line, above)


@pytest.mark.parametrize(("text", "start"), [("", 0), ("abc", 3), ("abc\n", 4), ("a\n\nb", 2)])
def test_excerpt_of_an_empty_place_has_one_caret(text: str, start: int) -> None:
    assert excerpt(text, Span(start, start, 1, 1)).split("\n")[1].strip() == "^"


def test_excerpt_of_a_long_line_is_cut_at_both_ends() -> None:
    text = "a" * 500 + "XYZ" + "b" * 500
    line, carets, above = marked(text, 500, 503)
    assert above == "XYZ"
    assert line.startswith("\u2026a")
    assert line.endswith("b\u2026")
    assert len(line) <= 102
    assert carets.strip() == "^^^"


def test_excerpt_of_a_span_longer_than_the_window() -> None:
    line, carets, _ = marked("x" * 10_000, 0, 10_000)
    assert len(line) <= 102
    assert len(carets) <= 102
