"""The quiz's page in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pi_native.data import to_json
from pi_native.quiz import Question, questions

if TYPE_CHECKING:
    from playwright.sync_api import Page

SEED = 1  # as in docs/site/quiz/build.py
ASKED = {f"{each.case}-{each.kind}": each for each in questions(SEED)}
SHOWN = "id => location.hash === '#' + id && !document.querySelector('#qz-inputs').disabled"


@pytest.fixture
def tab(watched: Any, site: str) -> Page:
    page: Page = watched.page()
    page.goto(f"{site}/quiz.html")
    page.wait_for_selector("#qz-form:not([hidden])")
    return page


def asked(tab: Page) -> str:
    return str(tab.evaluate("location.hash.slice(1)"))


def go(tab: Page, name: str) -> None:
    tab.evaluate("id => { location.hash = id }", name)
    tab.wait_for_function(SHOWN, arg=name)


def right_reply(question: Question) -> str:
    """As it is typed: a value, or the number of a choice."""
    if question.kind == "value":
        return to_json(question.answer)
    return str(question.choices.index(str(question.answer)) + 1)


def test_any_question_is_answered_with_the_keyboard_alone(tab: Page) -> None:
    kinds = set()
    for number in range(1, 13):
        question = ASKED[asked(tab)]
        kinds.add(question.kind)
        assert tab.inner_text("#qz-asks") == question.asks
        if number == 1:
            tab.focus("#qz-reply" if question.kind == "value" else "#qz-choices input")
        tab.keyboard.type(right_reply(question))
        tab.keyboard.press("Enter")
        assert tab.inner_text("#qz-answer > p:first-child").startswith("Right")
        assert tab.inner_text("#qz-answer > p:first-child code") == right_answer(question)
        assert tab.locator("#qz-answer li").all_inner_texts() == [" ".join(rule.split()) for rule in question.rules]
        assert tab.inner_text("#qz-score") == f"{number} of {number} right"
        tab.keyboard.press("Enter")
        tab.wait_for_function("id => location.hash !== '#' + id", arg=f"{question.case}-{question.kind}")
        tab.wait_for_function(SHOWN, arg=asked(tab))
    assert kinds == {"value", "fault"}


def right_answer(question: Question) -> str:
    return to_json(question.answer) if question.kind == "value" else str(question.answer)


def test_a_wrong_answer_is_told_the_right_one(tab: Page) -> None:
    go(tab, next(name for name, each in ASKED.items() if each.answer == "4" and not each.choices))
    tab.fill("#qz-reply", "4")
    tab.click("#qz-submit")
    assert tab.inner_text("#qz-answer > p:first-child") == 'No. It is "4"'
    assert tab.inner_text("#qz-score") == "0 of 1 right"
    tab.click("#qz-next")
    name = next(name for name, each in ASKED.items() if each.kind == "fault")
    go(tab, name)
    wrong = next(code for code in ASKED[name].choices if code != ASKED[name].answer)
    tab.check(f"#qz-choices input[value='{wrong}']")
    tab.click("#qz-submit")
    assert tab.inner_text("#qz-answer > p:first-child") == f"No. It is {ASKED[name].answer}"
    tab.click("#qz-answer p:first-child a")
    tab.wait_for_url(f"**/diagnostics/{ASKED[name].answer}.html")


def test_a_kind_can_be_chosen(tab: Page) -> None:
    for kind in ("fault", "value"):
        tab.select_option("#qz-kind", kind)
        for _ in range(5):
            tab.wait_for_function("kind => location.hash.endsWith(kind)", arg=kind)
            before = asked(tab)
            tab.click("#qz-next")
            tab.wait_for_function("id => location.hash !== '#' + id", arg=before)
            assert asked(tab).endswith(kind)


def test_a_question_has_an_address(tab: Page, site: str) -> None:
    name = list(ASKED)[7]
    go(tab, name)
    tab.reload()
    tab.wait_for_selector("#qz-form:not([hidden])")
    assert asked(tab) == name
    tab.goto(f"{site}/quiz.html#%3Cimg%20src=x%3E")
    tab.wait_for_selector("#qz-form:not([hidden])")
    tab.wait_for_function("location.hash.match(/^#\\w+-(value|fault)$/)")


def test_what_would_not_be_seen_is_an_escape(tab: Page) -> None:
    name = next(name for name, each in ASKED.items() if "\r" in each.text)
    go(tab, name)
    assert "\\r" in tab.locator("#qz-text b").all_inner_texts()
    text = tab.evaluate("document.querySelector('#qz-text').textContent")
    assert text == ASKED[name].text.replace("\r", "\\r")


def test_it_leads_to_the_playground(tab: Page) -> None:
    name = next(name for name, each in ASKED.items() if "\r" not in each.text and each.kind == "value")
    go(tab, name)
    tab.fill("#qz-reply", "x")
    tab.click("#qz-submit")
    tab.click("text=Try it in the playground")
    tab.wait_for_selector("#pg-text .cm-line")
    assert "\n".join(tab.locator("#pg-text .cm-line").all_inner_texts()).strip() == ASKED[name].text.strip()
    tools = "\n".join(tab.locator("#pg-tools .cm-line").all_inner_texts())
    assert json.loads(tools)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1000])
def test_it_fits_a_phone(tab: Page, screenshots: Path, width: int, scheme: str) -> None:
    tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    tab.set_viewport_size({"width": width, "height": 800})
    for name in (max(ASKED, key=lambda name: len(ASKED[name].text)), next(n for n in ASKED if n.endswith("fault"))):
        go(tab, name)
        if name.endswith("fault"):
            tab.locator("#qz-choices input").first.check()
        tab.click("#qz-submit")
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        tab.screenshot(path=screenshots / f"quiz-{name.partition('-')[2]}-{width}-{scheme}.png")
    body = tab.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert (sum(body[:3]) < 300) == (scheme == "dark")
