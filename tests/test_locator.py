"""Lines and columns, asked for in any order."""

import random

import pytest

from pi_native.locator import Locator

TEXT = "ab\ncd\r\n\n\u20ac\U0001f600x\ry\n"


def expected(index: int) -> tuple[int, int]:
    before = TEXT[:index]
    return before.count("\n") + 1, index - (before.rfind("\n") + 1) + 1


@pytest.mark.parametrize("index", range(len(TEXT) + 1))
def test_first_question(index: int) -> None:
    assert Locator().at(TEXT, index) == expected(index)


def test_questions_in_any_order() -> None:
    locator, rng = Locator(), random.Random(1)
    for _ in range(500):
        index = rng.randint(0, len(TEXT))
        assert locator.at(TEXT, index) == expected(index)


@pytest.mark.parametrize("count", range(len(TEXT) + 1))
def test_places_stay_when_the_beginning_goes_away(count: int) -> None:
    locator = Locator()
    locator.at(TEXT, len(TEXT) // 2)
    locator.drop(TEXT, count)
    rest = TEXT[count:]
    assert [locator.at(rest, i) for i in range(len(rest) + 1)] == [expected(i) for i in range(count, len(TEXT) + 1)]
