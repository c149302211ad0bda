"""Findings, explained."""

import json

import pytest

from pi_native.diagnostics import catalogue
from pi_native.explain.code import code_data, code_page, explain_code
from pi_native.explain.layout import Page


@pytest.mark.parametrize("code", catalogue())
def test_every_code_has_a_page_with_all_there_is(code: str) -> None:
    page, entry = Page(72), catalogue()[code]
    code_page(explain_code(code), page)
    words = " ".join(page.text.split())
    for text in (entry.meaning, entry.hint, entry.spec, entry.summary[1:], entry.severity):
        assert text in words
    for example in (entry.fail, entry.pass_):
        assert all(line in page.text for line in example.splitlines())
    data = json.loads(json.dumps(code_data(explain_code(code))))
    assert (data["fail"]["text"], data["pass"]["text"]) == (entry.fail, entry.pass_)


def test_a_page() -> None:
    page = Page(60)
    code_page(explain_code("stray-closer"), page)
    assert (
        page.text
        == """\
stray-closer  error, found by the grammar checks
  A closing tag that closes nothing. No open element has
  this name. The tag is skipped.

  FAIL
    <call:read><path>a</path></range></call:read>
                             ^^^^^^^^
    → read {"path": "a"}

  PASS
    <call:read><path>a</path></call:read>
    → read {"path": "a"}

  to mend it
    remove the closing tag, or correct its name

  specification
    Grammar (lenient EBNF), D16
"""
    )


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(KeyError):
        explain_code("nonsense")
