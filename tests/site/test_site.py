"""The site that ``make docs`` built: every link leads somewhere, nothing is fetched from elsewhere, and its weight."""

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

SITE = Path(__file__).parents[2] / "build" / "site"
PAGES = sorted(SITE.rglob("*.html"))
pytestmark = pytest.mark.skipif(not PAGES, reason="the site is not built: make docs")

#: What is fetched when a page is opened, unlike what a reader may follow.
FETCHED = {("script", "src"), ("img", "src"), ("link", "href"), ("use", "href"), ("iframe", "src")}


class Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.followed: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if (tag, name) in FETCHED:
                self.fetched.append(value or "")
            elif name in ("href", "src", "xlink:href"):
                self.followed.append(value or "")
            elif name in ("id", "name"):
                self.anchors.add(value or "")


@pytest.fixture(scope="module")
def links() -> dict[Path, Links]:
    return {page: Links(page.read_text(encoding="utf-8")) for page in PAGES}


def test_nothing_is_fetched_from_elsewhere(links: dict[Path, Links]) -> None:
    assert [each for found in links.values() for each in found.fetched if urlsplit(each).netloc] == []


def test_every_link_leads_somewhere(links: dict[Path, Links]) -> None:
    broken = []
    for page, found in links.items():
        for link in found.fetched + found.followed:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or page.name == "404.html":
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            is_there = target.is_file() or (target / "index.html").is_file()
            anchor = unquote(parts.fragment)
            if not is_there or (anchor and target in links and anchor not in links[target].anchors):
                broken.append(f"{page.relative_to(SITE)}: {link}")
    assert broken == []


def test_every_link_of_the_quiz_leads_somewhere(links: dict[Path, Links]) -> None:
    rules = json.loads((SITE / "quiz" / "questions.json").read_text(encoding="ascii"))["rules"]
    found = {piece[1] for rule in rules for piece in rule if isinstance(piece, list)}
    assert len(found) > 5
    for page, _, anchor in (link.partition("#") for link in found):
        assert not anchor or anchor in links[SITE / page].anchors
        assert (SITE / page).is_file()


def test_weight() -> None:
    sizes = {path: path.stat().st_size for path in SITE.rglob("*") if path.is_file()}
    pyodide = sum(size for path, size in sizes.items() if "pyodide" in path.parts)
    assert sum(sizes.values()) < 25_000_000
    assert sum(sizes.values()) - pyodide < 2_000_000
