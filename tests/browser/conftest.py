"""A real browser, and the site that ``make docs`` built: tests that need either are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
BUILD = Path(__file__).parents[2] / "build"


@pytest.fixture(scope="module")  # not the session: an event loop runs as long as there is one
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: make test-browser")
    if CHROMIUM is None:
        pytest.skip("there is no chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site, and says nothing of it."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the site, without a slash at its end."""
    if not (BUILD / "site" / "playground.html").is_file():
        pytest.skip("the site is not built: make docs")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(BUILD / "site")))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class Watched:
    """A context whose pages may log nothing and ask nothing of another server."""

    def __init__(self, browser: Browser, home: str) -> None:
        self.context = browser.new_context(viewport={"width": 1400, "height": 1300})
        self.home = home
        self.trouble: list[str] = []
        self.asked: list[str] = []

    def page(self) -> Page:
        tab = self.context.new_page()
        tab.on("console", lambda message: self.trouble.append(message.text))
        tab.on("pageerror", lambda error: self.trouble.append(str(error)))
        tab.on("request", lambda request: self.asked.append(request.url))
        return tab

    def end(self) -> None:
        """Close it. Raises AssertionError if there was trouble."""
        self.context.close()
        assert self.trouble == []
        assert [url for url in self.asked if not url.startswith((self.home, "data:", "blob:"))] == []


@pytest.fixture(scope="module")
def watched(browser: Browser, site: str) -> Iterator[Watched]:
    found = Watched(browser, site)
    yield found
    found.end()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    """The folder where they are kept."""
    folder = BUILD / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
