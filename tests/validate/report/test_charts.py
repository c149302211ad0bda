"""Bar charts."""

import re
import sys
from xml.etree import ElementTree as ET

from pi_native.validate.report.charts import MAX_BARS, bar_chart

from ..findings import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"


def texts(chart: str) -> list[str]:
    return [str(node.text) for node in ET.fromstring(chart).iter(f"{SVG}text")]


def test_a_bar_for_each_count_with_its_label_and_number() -> None:
    chart = bar_chart("x", "Title", [("few", 3), ("many", 1200)])
    assert len(re.findall('class="rect', chart)) == 2
    assert texts(chart) == ["few", "many", "3", "1,200"]
    assert 'aria-label="Title"' in chart


def test_no_import_hook_is_left_behind() -> None:
    bar_chart("x", "Title", [("a", 1)])
    assert all(hasattr(finder, "find_spec") for finder in sys.meta_path)


def test_nothing_to_show() -> None:
    assert bar_chart("x", "Title", []) == ""


def test_the_rest_is_one_bar() -> None:
    counts = [(f"code-{index}", 100 - index) for index in range(MAX_BARS + 4)]
    shown = texts(bar_chart("x", "Title", counts))
    assert shown[0] == "5 others"
    assert str(sum(count for _, count in counts[MAX_BARS - 1 :])) in shown
    assert len(shown) == 2 * MAX_BARS


def test_the_same_every_time_without_scripts_styles_or_addresses() -> None:
    chart = bar_chart("x", "Title", [("a", 1)])
    assert chart == bar_chart("x", "Title", [("a", 1)])
    assert not re.search(r"<(script|style|title|desc|!--)|https?://(?!www\.w3\.org/2000/svg)", chart)


def test_hostile_labels_are_escaped_and_cut() -> None:
    chart = bar_chart("x", HOSTILE, [(HOSTILE, 1), ("b" * 10_000, 1)])
    ET.fromstring(chart)
    assert "<img" not in chart
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", chart)
    assert all(len(text) < 40 for text in texts(chart))
