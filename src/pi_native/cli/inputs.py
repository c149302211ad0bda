"""What the commands read: texts, pipes, tool lists, JSON. What cannot be used ends them with code 2."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from pi_native import SchemaError, ToolSet
from pi_native.cli.output import fail
from pi_native.model import Json
from pi_native.transcripts import UnreadableError
from pi_native.transcripts.source import chunks, opened

STDIN = "-"

FileArgument = Annotated[str, typer.Argument(metavar="FILE", help="The file to read, or - for standard input.")]
ToolsOption = Annotated[
    str | None,
    typer.Option(
        "--tools",
        metavar="TOOLS",
        help="JSON file with the tool list: OpenAI, Anthropic, MCP or bare name and parameters.",
    ),
]


def shown(path: str) -> str:
    """What a path is called in messages."""
    return "<stdin>" if path == STDIN else path


def read_chunks(path: str) -> Iterator[str]:
    """The text of a file or of standard input, piece by piece as it arrives."""
    try:
        if path == STDIN:
            yield from chunks(sys.stdin.buffer, shown(path))
            return
        with opened(path) as file:
            yield from chunks(file, path)
    except UnreadableError as error:
        fail(str(error))


def load_tools(path: str | None) -> ToolSet | None:
    """The tool list of ``--tools``, or None where the option is not given."""
    if path is None:
        return None
    try:
        return ToolSet.load(path)
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")
    except json.JSONDecodeError as error:
        fail(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}")
    except UnicodeDecodeError as error:
        fail(f"{path}: not UTF-8: byte {error.start}")
    except RecursionError:
        fail(f"{path}: JSON nested too deeply")
    except (SchemaError, ValueError) as error:
        fail(f"{path}: {error}")


def read_calls(path: str) -> list[Json]:
    """The calls of a JSON or JSON Lines file, as they stand.

    A list of calls, one call, an object with ``calls`` (what ``parse`` prints) or ``tool_calls`` (a message
    of the OpenAI shape), or one call a line.
    """
    text = "".join(read_chunks(path))
    try:
        return _calls_in(json.loads(text))
    except json.JSONDecodeError as error:
        if error.msg != "Extra data":
            fail(f"{shown(path)}:{error.lineno}:{error.colno}: not JSON: {error.msg}")
    except (ValueError, RecursionError):
        fail(f"{shown(path)}: JSON past what can be read")
    return list(_json_lines(text, shown(path)))


def _calls_in(value: Json) -> list[Json]:
    if isinstance(value, list):
        return value
    if isinstance(value, dict):
        for key in ("calls", "tool_calls"):
            if isinstance(value.get(key), list):
                return list(value[key])
    return [value]


def _json_lines(text: str, name: str) -> Iterator[Json]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except json.JSONDecodeError as error:
            fail(f"{name}:{number}:{error.colno}: not JSON: {error.msg}")
        except (ValueError, RecursionError):
            fail(f"{name}:{number}: JSON past what can be read")
