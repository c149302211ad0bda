"""``pi-native report``."""

import sys
from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture(autouse=True)
def findings(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text("<call:read/>\n", encoding="utf-8")
    run("validate", "a.txt", "--tools", "tools.json", "--output", "jsonl", "--output-file", "a.jsonl")


def test_a_page(run: Run, folder: Path) -> None:
    result = run("report", "a.jsonl", "--html", "out.html")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 findings in out.html\n")
    html = (folder / "out.html").read_text(encoding="utf-8")
    assert "<title>a.jsonl – " in html
    assert html.endswith("</html>\n") or html.endswith("</html>")
    assert "schema-violation" in html


def test_several_files_and_a_title(run: Run, folder: Path) -> None:
    result = run("report", "a.jsonl", "a.jsonl", "--html", "out.html", "--title", "Both <b>")
    assert result.stderr == "2 findings in out.html\n"
    assert "<title>Both &lt;b&gt; – " in (folder / "out.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["none.jsonl", "--html", "out.html"], "none.jsonl: No such file or directory"),
        (["a.txt", "--html", "out.html"], "a.txt:1: a record that cannot be read: not JSON"),
        (["tools.json", "--html", "out.html"], "tools.json:1: neither a finding nor a summary"),
        (["a.jsonl", "--html", "none/out.html"], "none/out.html: No such file or directory"),
    ],
)
def test_what_cannot_be_used(run: Run, folder: Path, args: list[str], message: str) -> None:
    result = run("report", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert not (folder / "out.html").exists()


@pytest.mark.parametrize("library", ["jinja2", "pygal"])
def test_a_library_that_is_missing_is_named(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    result = run("report", "a.jsonl", "--html", "out.html")
    assert (result.exit_code, result.stderr) == (2, "pi-native: a page needs: pip install 'pi-native[report]'\n")
    assert not (folder / "out.html").exists()
