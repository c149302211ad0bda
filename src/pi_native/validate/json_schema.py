"""The JSON Schema layer: a call's arguments against its tool's schema, by `jsonschema`.

The parser types values by the schema (D9) but does not judge them; this does: required properties, enums,
ranges, formats. ``jsonschema`` is imported when the first call is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Any

from pi_native.diagnostics import printable
from pi_native.model import Json, SchemaError
from pi_native.schema import pointer_to
from pi_native.tools import Tool
from pi_native.validate.fast_schema import fast_valid
from pi_native.validate.plain_schema import surely_valid

#: The longest piece of a value, and of a whole message, that is shown.
VALUE_WIDTH, MESSAGE_WIDTH = 60, 300


class ToolChecker:
    """The checker of one tool's arguments; the schema is compiled once.

    The draft is that of ``$schema``, else 2020-12, and formats are asserted. ``nullable: true`` allows null,
    as it does for the parser (D9). No reference is ever fetched. Raises `SchemaError`, which names the tool
    and the JSON Pointer, for a schema that is not valid or refers to what is not there. ``fast``: ask
    `jsonschema-rs` first, where it is installed; the violations are the same.

    >>> from pi_native import ToolSet
    >>> tools = ToolSet([{"name": "read", "parameters": {"required": ["path"]}}])
    >>> ToolChecker(tools.get("read")).violations({})
    [('', "'path' is a required property")]
    """

    def __init__(self, tool: Tool, *, fast: bool = True) -> None:
        self._tool = tool.name
        self._validator = _compile(tool.name, tool.parameters)
        self._surely_valid = surely_valid(tool.parameters)
        self._fast_valid = fast_valid(tool.parameters) if fast else None

    def violations(self, arguments: dict[str, Json]) -> list[tuple[str, str]]:
        """What is wrong, as (JSON Pointer of the value, message), in the order of the pointers.

        Raises `SchemaError` where the answer cannot be found, as for a schema that refers to itself without
        end.
        """
        if self._surely_valid(arguments) or (self._fast_valid is not None and self._fast_valid(arguments)):
            return []
        from referencing.exceptions import Unresolvable

        try:
            errors = list(self._validator.iter_errors(arguments))
        except (ArithmeticError, ValueError, Unresolvable) as error:
            raise SchemaError(self._tool, "", f"a value cannot be checked: {_clip(str(error))}") from error
        except BaseException as error:
            if not _is_too_deep(error):
                raise
            reason = "the value is nested too deeply to be checked, or the schema refers to itself without end"
            raise SchemaError(self._tool, "", reason) from None
        errors.sort(key=lambda error: [_sort_key(step) for step in error.absolute_path])
        return [(pointer_of(error.absolute_path), _message(error)) for error in errors]


def _compile(name: str, schema: Json) -> Any:
    from jsonschema import Draft202012Validator, validators
    from jsonschema.exceptions import SchemaError as InvalidSchema

    if isinstance(schema, dict) and not isinstance(schema.get("$schema", ""), str):
        raise SchemaError(name, "/$schema", "expected a string")
    try:
        draft = validators.validator_for(schema, default=Draft202012Validator)
        draft.check_schema(schema)
    except InvalidSchema as error:
        raise SchemaError(name, pointer_of(error.absolute_path), _message(error)) from error
    except BaseException as error:
        if not _is_too_deep(error):
            raise
        raise SchemaError(name, "", "the schema is nested too deeply") from None
    for pointer, reference in _dangling(schema):
        reason = f"the reference {_clip(repr(reference))} leads nowhere; references are not fetched"
        raise SchemaError(name, pointer, reason)
    extend: Any = validators.extend  # untyped
    checker = extend(draft, {"type": _nullable_type(draft.VALIDATORS["type"])})
    return checker(schema, registry=_registry(), format_checker=draft.FORMAT_CHECKER)


def _is_too_deep(error: BaseException) -> bool:
    """Whether the stack has ended. Inside `rpds`, in Rust, that is a panic: no Exception, and of no class to import."""
    return isinstance(error, RecursionError) or type(error).__name__ == "PanicException"


def _registry() -> Any:
    """The drafts' own meta-schemas and nothing else: unlike the library's default, this fetches nothing."""
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    return REGISTRY


def _nullable_type(keyword: Any) -> Any:
    def check(validator: Any, types: Json, instance: Json, schema: Json) -> Iterator[Any]:
        if not (instance is None and schema.get("nullable") is True):
            yield from keyword(validator, types, instance, schema) or ()

    return check


def _dangling(schema: Json) -> Iterator[tuple[str, str]]:
    """The references that lead nowhere, with their pointers, in any branch and before there is a value."""
    from referencing import Resource
    from referencing.exceptions import Unresolvable
    from referencing.jsonschema import DRAFT202012

    root = Resource.from_contents(schema, default_specification=DRAFT202012)
    pending = [(root, _registry().resolver_with_root(root))]
    while pending:
        resource, resolver = pending.pop()
        contents = resource.contents
        reference = contents.get("$ref") if isinstance(contents, dict) else None
        if isinstance(reference, str):
            try:
                resolver.lookup(reference)
            except Unresolvable:
                yield _path_to(schema, contents) + "/$ref", reference
        pending.extend((below, resolver.in_subresource(below)) for below in resource.subresources())


def _path_to(root: Json, target: Json) -> str:
    """The JSON Pointer of an object, known by identity, inside the schema that holds it."""
    pending: list[tuple[str, Json]] = [("", root)]
    while pending:
        pointer, value = pending.pop()
        if value is target:
            return pointer
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        pending.extend((pointer_to(pointer, key), item) for key, item in items)
    return ""


def pointer_of(path: Iterable[str | int]) -> str:
    """The JSON Pointer (RFC 6901) of a path of names and indexes.

    >>> pointer_of(["a/b", 0])
    '/a~1b/0'
    """
    return reduce(pointer_to, path, "")


def _sort_key(step: str | int) -> tuple[int, str]:
    return (step, "") if isinstance(step, int) else (-1, step)


def _message(error: Any) -> str:
    """The library's message, which begins with the whole value where it names one: that is shortened."""
    message, value = str(error.message), repr(error.instance)
    if len(value) > VALUE_WIDTH and message.startswith(value):
        message = f"{value[:VALUE_WIDTH]}…{message[len(value) :]}"
    return _clip(message)


def _clip(text: str) -> str:
    return printable(text if len(text) <= MESSAGE_WIDTH else text[:MESSAGE_WIDTH] + "…")
