"""The page of ``report`` in a real browser: ``make test-browser``. Skipped where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from pi_native.diagnostics import diagnose
from pi_native.model import Span
from pi_native.transcripts import Location
from pi_native.validate import Checked, Finding
from pi_native.validate.collector import Collector
from pi_native.validate.report import REPORTERS
from pi_native.validate.report.findings_file import read_findings
from pi_native.validate.report.page import Report, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


HOSTILE = "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">\u202e\x1b[31m"


def found(code: str, tool: str, line: int, text: str = "a b c") -> Finding:
    return Finding.of(
        diagnose(code, Span(2, 3, 1, 3), text), text, Location("logs/a.jsonl", line, "/m"), tool, "inline"
    )


SAMPLE = (
    found("stray-text", "read", 10),
    found("unknown-tool", "bash", 9),
    found("json-literal", "edit", 100),
    found("stray-text", HOSTILE, 2, "x " + HOSTILE),
    found("stray-text", "write", 3, "long " * 100),
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    lines: list[str] = []
    collector = Collector(REPORTERS["jsonl"](lines.append))
    collector.take(Checked(SAMPLE, 9, {"inline": 300, "element": 50}))
    collector.end()
    (folder / "a.jsonl").write_text("".join(lines), encoding="utf-8")
    report = Report()
    for item in read_findings(str(folder / "a.jsonl")):
        report.add(item)
    (folder / "a.html").write_text("".join(page(report, "a.jsonl")), encoding="utf-8")
    return (folder / "a.html").as_uri()


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Page]:
    """The page; anything it logs as an error or asks the network for is a failure."""
    context = browser.new_context()
    tab = context.new_page()
    trouble: list[str] = []
    tab.on("console", lambda message: trouble.append(message.text))
    tab.on("pageerror", lambda error: trouble.append(str(error)))
    tab.on("request", lambda request: trouble.append(request.url) if request.url != address else None)
    tab.goto(address)
    yield tab
    context.close()
    assert trouble == []


def column(tab: Page, name: str) -> list[str]:
    return [cell.inner_text() for cell in tab.locator(f"tbody td.{name}").all() if cell.is_visible()]


def test_nothing_of_a_transcript_runs(tab: Page) -> None:
    assert tab.title() == "a.jsonl – pi-native findings"
    assert tab.locator("img").count() == 0
    assert tab.locator("script").count() == 1


def test_filters(tab: Page) -> None:
    tab.get_by_role("combobox", name="Code").select_option("unknown-tool")
    assert column(tab, "tool") == ["bash"]
    assert tab.locator("#shown").inner_text() == "1 of 5 findings"
    tab.get_by_role("button", name="Reset").click()
    tab.wait_for_function("document.getElementById('shown').value === '5 findings'")
    tab.get_by_label("Search").fill("A.JSONL:100 literal")
    assert column(tab, "tool") == ["edit"]
    tab.get_by_label("Search").fill("no such thing")
    assert column(tab, "tool") == []


def test_sorting_with_the_keyboard(tab: Page) -> None:
    heading = tab.get_by_role("button", name="Place")
    heading.focus()
    tab.keyboard.press("Enter")
    places = [text.split("\n")[0].split(" ")[0] for text in column(tab, "place")]
    assert places == [f"logs/a.jsonl:{line}" for line in (2, 3, 9, 10, 100)]
    assert tab.locator("th[aria-sort=ascending]").inner_text() == "Place"
    tab.keyboard.press("Enter")
    assert column(tab, "place")[0].startswith("logs/a.jsonl:100")
    tab.get_by_role("button", name="Severity").click()
    assert column(tab, "severity") == ["error", "error", "error", "warning", "info"]


def test_the_keyboard_reaches_everything(tab: Page) -> None:
    reached = set()
    for _ in range(20):
        tab.keyboard.press("Tab")
        reached.add(tab.evaluate("document.activeElement.name || document.activeElement.innerText"))
    assert {"text", "severity", "code", "tool", "form", "Reset", "Severity", "Code", "Tool", "Place"} <= reached


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_it_is_never_wider_than_the_window(tab: Page, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_marked(tab: Page) -> None:
    assert tab.locator("mark").first.inner_text() == "b"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(tab: Page, scheme: str) -> None:
    """The contrast of WCAG AA, 4.5, for every text of the table's first row and the totals."""
    tab.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    ratios = tab.evaluate(CONTRASTS)
    assert len(ratios) > 8
    assert min(ratios) >= 4.5


CONTRASTS = """() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const luminance = (colour) => {
    const [r, g, b] = numbers(colour).slice(0, 3).map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (numbers(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const row = document.querySelector("tbody tr");
  const elements = [...row.querySelectorAll("*"), ...document.querySelectorAll(".totals *, h1, label, output")];
  return elements.filter((each) => each.innerText?.trim()).map((each) => {
    const pair = [luminance(getComputedStyle(each).color), luminance(ground(each))].sort((a, b) => b - a);
    return (pair[0] + 0.05) / (pair[1] + 0.05);
  });
}"""
