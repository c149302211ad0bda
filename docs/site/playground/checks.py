"""The playground's JSON Schema layer: loaded when it is asked for, with `jsonschema` and what that needs.

A browser has no `rpds`, which is compiled; `pyrsistent-as-rpds-py` does the same in Python.
"""

import importlib
import json
import sys
from collections.abc import Iterator
from functools import lru_cache

from pi_native.model import Diagnostic, ParseResult

try:
    import rpds  # noqa: F401
except ImportError:
    sys.modules["rpds"] = importlib.import_module("pyrsistent_as_rpds.pure")

import jsonschema  # noqa: F401 -- now, rather than with the first call: it may not be there

from pi_native.validate.schemas import Schemas


@lru_cache(maxsize=2)
def _schemas(tools: str) -> Schemas:
    return Schemas(json.loads(tools), fast=False)


def check(result: ParseResult, tools: str) -> Iterator[Diagnostic]:
    """What the tools' JSON Schemas say against the complete calls; ``tools`` is a list that can be read."""
    for index, call in enumerate(result.calls):
        yield from _schemas(tools).check(call, index)
