"""The public names, and that what a first parse does not need is not imported for it."""

import subprocess
import sys

import pytest

import pi_native

LATER = ["pi_native.renderer", "pi_native.tree", "pi_native.chunks", "jsonschema", "rich", "typer", "asyncio"]


def test_every_public_name_is_there() -> None:
    assert set(pi_native.__all__) <= set(dir(pi_native))
    for name in pi_native.__all__:
        assert getattr(pi_native, name) is not None


def test_another_name_is_not() -> None:
    with pytest.raises(AttributeError, match="'pi_native' has no attribute 'nothing'"):
        _ = pi_native.nothing


def test_a_first_parse_imports_little() -> None:
    code = "import sys, pi_native; pi_native.parse('<call:ls/>'); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert "pi_native.parser" in modules
    assert not set(LATER) & set(modules)
