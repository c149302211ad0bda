"""What a regular expression wants to see behind a token, as texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from re import _parser
from typing import Any

from pi_native.sentences import drawn_items


def wanted_behind(source: str) -> Iterator[str]:
    """For each look ahead in an expression, a text that it is content with.

    >>> list(wanted_behind("(?:a|[.](?=[b]))*"))
    ['b']
    """
    waiting: list[Any] = list(_parser.parse(source))
    while waiting:
        op, given = waiting.pop(0)
        if str(op) == "ASSERT" and given[0] == 1:
            yield drawn_items(given[1], random.Random(0))
        waiting += _inside(str(op), given)


def _inside(op: str, given: Any) -> list[Any]:
    if op == "BRANCH":
        return [item for branch in given[1] for item in branch]
    if op == "SUBPATTERN" or op.endswith("REPEAT"):
        return list(given[-1])
    return list(given) if op == "ATOMIC_GROUP" else []
