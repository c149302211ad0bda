"""What the theme does with scripts works from every page, though the pages share one copy of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAGES = ("index.html", "grammar/attr.html")
SCHEME = "document.body.dataset.mdColorScheme"


@pytest.fixture
def tab(watched: Any) -> Page:
    page: Page = watched.page()
    return page


@pytest.mark.parametrize("path", PAGES)
def test_the_search_finds_productions(tab: Page, site: str, path: str) -> None:
    tab.goto(f"{site}/{path}")
    tab.keyboard.press("/")
    tab.keyboard.type("BAREWORD")
    tab.wait_for_selector("a.md-search-result__link[href*='grammar/BAREWORD.html']")
    tab.click("a.md-search-result__link[href*='grammar/BAREWORD.html']")
    assert tab.inner_text("h1").startswith("BAREWORD")


def test_colours_are_chosen_for_all_pages(tab: Page, site: str) -> None:
    tab.emulate_media(color_scheme="light")
    tab.goto(f"{site}/{PAGES[0]}")
    assert tab.evaluate(SCHEME) == "default"
    for title in ("Light colours", "Dark colours"):
        tab.click(f"label[title='{title}']:visible")
    assert tab.evaluate(SCHEME) == "slate"
    tab.goto(f"{site}/{PAGES[1]}")
    assert tab.evaluate(SCHEME) == "slate"


def test_code_can_be_copied(tab: Page, site: str) -> None:
    tab.goto(f"{site}/{PAGES[0]}")
    assert tab.locator("[data-clipboard-target], .md-code__button").count() > 0
