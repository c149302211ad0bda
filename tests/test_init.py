"""The public names, and that what a first parse does not need is not imported for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pi_native

LATER = ["pi_native.renderer", "pi_native.tree", "pi_native.chunks", "jsonschema", "rich", "typer", "asyncio"]
LATER += ["pi_native.events", "pi_native.stream", "pi_native.announcer"]
CACHED = ["lark", "tomllib", "pi_native.lark_compiler", "tempfile"]
FIRST_PARSE = "import sys, pi_native; pi_native.parse('<call:ls/>'); print(*sys.modules)"


def modules(code: str, cache: str) -> set[str]:
    environment = {**os.environ, "PI_NATIVE_CACHE": cache}
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment)
    return set(run.stdout.split())


def test_every_public_name_is_there() -> None:
    assert set(pi_native.__all__) <= set(dir(pi_native))
    for name in pi_native.__all__:
        assert getattr(pi_native, name) is not None


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="'pi_native' has no attribute 'nothing'"):
        _ = pi_native.nothing


def test_everything_can_be_imported_at_once() -> None:
    namespace: dict[str, object] = {}
    exec("from pi_native import *", namespace)
    assert set(pi_native.__all__) <= set(namespace)


def test_a_first_parse_imports_little() -> None:
    found = modules(FIRST_PARSE, "off")
    assert {"pi_native.parser", "lark", "tomllib"} <= found
    assert not set(LATER) & found


def test_a_second_start_compiles_no_grammar(tmp_path: Path) -> None:
    modules(FIRST_PARSE, str(tmp_path))
    found = modules(FIRST_PARSE, str(tmp_path))
    assert "pi_native.parser" in found
    assert not {*LATER, *CACHED} & found
