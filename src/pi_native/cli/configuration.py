"""Options in groups, with defaults from a configuration file.

A command takes a few dataclasses of options instead of an argument for each; what the command line does not give
comes from ``[tool.pi-native]`` of ``pyproject.toml`` or from ``pi-native.toml``, and else from the dataclass.
"""

from __future__ import annotations

import copy
import os
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import Field, dataclass, field, fields, is_dataclass
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import typer

from pi_native.cli.output import fail
from pi_native.diagnostics import printable, quoted

OWN_FILE, PROJECT_FILE, TABLE = "pi-native.toml", "pyproject.toml", "pi-native"

#: Metadata of fields: one that no file can give, and one that is a path, in a file relative to it.
ONCE, PATH = {"once": True}, {"path": True}

PANEL = "Configuration"


@dataclass(frozen=True, slots=True)
class Configuration:
    """Where the other options come from."""

    config: Annotated[
        str,
        typer.Option(metavar="FILE", rich_help_panel=PANEL, help=f"Read this file instead of looking for {OWN_FILE}."),
    ] = field(default="", metadata=ONCE)
    isolated: Annotated[bool, typer.Option("--isolated", rich_help_panel=PANEL, help="Read no configuration.")] = field(
        default=False, metadata=ONCE
    )


class _Option(NamedTuple):
    """A field of a group of options: its type, and what typer is told of it."""

    field: Field[Any]
    kind: Any
    info: Any

    @property
    def is_configured(self) -> bool:
        """Whether a configuration file may give it."""
        return not self.field.metadata.get("once")

    def parameter(self) -> Parameter:
        """None stands for "not given", so that the file can step in; the help shows the true default."""
        info, default = copy.copy(self.info), self.field.default
        info.show_default = default if isinstance(default, str) and default else False
        annotation: Any = Annotated[self.kind | None, info]
        return Parameter(self.field.name, Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def configured(command: Callable[..., None]) -> Callable[..., None]:
    """A command for typer: each parameter that is a dataclass becomes an option for each of its fields."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    options = {name: option for group in [*groups.values(), Configuration] for name, option in _options(group)}

    @wraps(command)
    def run(**values: Any) -> None:
        given = {name: value for name in options if (value := values.pop(name)) not in (None, [])}
        where = _make(Configuration, given)
        given = _from_file(where, options) | given
        command(**values, **{name: _make(group, given) for name, group in groups.items()})

    own = [each for each in signature(command).parameters.values() if each.name not in groups]
    parameters = [each.replace(annotation=hints[each.name]) for each in own]
    parameters += [option.parameter() for option in options.values()]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _options(group: Any) -> Iterator[tuple[str, _Option]]:
    hints = get_type_hints(group, include_extras=True)
    for each in fields(group):
        kind, info = get_args(hints[each.name])
        yield each.name, _Option(each, kind, info)


def _make(group: Any, given: dict[str, Any]) -> Any:
    return group(**{each.name: given[each.name] for each in fields(group) if each.name in given})


def _from_file(where: Configuration, options: dict[str, _Option]) -> dict[str, Any]:
    """The values that the configuration file gives, by field; ends the program if it holds what is no option."""
    path, table = _file(where)
    known = {name.replace("_", "-"): option for name, option in options.items() if option.is_configured}
    values = {}
    for key, value in table.items():
        if key not in known:
            near = "".join(f"; did you mean {name}?" for name in get_close_matches(key[:100], known, n=1))
            fail(f"{path}: unknown key {quoted(key)}{near}")
        option = known[key]
        expected = _expected(value, option.kind)
        if expected:
            fail(f"{path}: {key}: expected {expected}")
        is_path = option.field.metadata.get("path")
        values[option.field.name] = os.path.join(os.path.dirname(path), value) if is_path else value
    return values


def _file(where: Configuration) -> tuple[str, dict[str, Any]]:
    """The configuration file and what it says; nothing where there is none."""
    if where.isolated:
        return "", {}
    if where.config:
        return where.config, _table(Path(where.config)) or {}
    return _found(Path.cwd())


def _found(folder: Path) -> tuple[str, dict[str, Any]]:
    """The nearest configuration, from a folder upward, by a path that is short where the file is in or above it."""
    for each in [folder, *folder.parents]:
        for name in (OWN_FILE, PROJECT_FILE):
            path = Path(os.path.relpath(each / name, folder))
            table = _table(path) if path.is_file() else None
            if table is not None:
                return str(path), table
    return "", {}


def _table(path: Path) -> dict[str, Any] | None:
    """What a file says, or None for a project file that says nothing about this program."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")
    except (ValueError, RecursionError) as error:  # not TOML, not UTF-8, nested too deeply
        fail(f"{path}: not TOML: {printable(str(error))}")
    if path.name != PROJECT_FILE:
        return data
    tool = data.get("tool", {})
    table = tool.get(TABLE) if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        fail(f"{path}: tool.{TABLE} is not a table")
    return table


def _expected(value: Any, kind: Any) -> str:
    """What is expected instead of a value; empty if it is of the kind."""
    if get_origin(kind) is Literal:
        names = get_args(kind)
        return "" if value in names else " or ".join(map(str, names))
    if get_origin(kind) is list:
        is_list = isinstance(value, list) and all(isinstance(item, str) for item in value)
        return "" if is_list else "a list of strings"
    if kind is int:
        return "" if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else "a number, 0 or more"
    expected = {bool: "true or false", str: "a string"}[kind]
    return "" if isinstance(value, kind) else expected
