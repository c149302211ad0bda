"""Records of xLAM: ``{"query": str, "tools": [...], "answers": [...]}``, both lists mostly as JSON text.

Its tools' parameters are ``{name: {"description", "type", "default"}}`` with types as Python writes them.
"""

from __future__ import annotations

from collections.abc import Collection

from pi_native.convert.python_types import json_schema, parameter
from pi_native.hosts.conversation import (
    Conversation,
    ConversationError,
    Message,
    Record,
    json_at,
    object_at,
    rest,
    text_at,
)
from pi_native.hosts.openai_history import tool_call
from pi_native.hosts.tool_lists import tools_of
from pi_native.model import Json


def read_xlam(record: Json, drop: Collection[str] = ()) -> Conversation:
    """The conversation of a question and its calls; raises `ConversationError`.

    >>> tools = '[{"name": "ls", "parameters": {"path": {"type": "str, optional", "default": "."}}}]'
    >>> answers = '[{"name": "ls", "arguments": {}}]'
    >>> found = read_xlam({"query": "list", "tools": tools, "answers": answers})
    >>> found.messages[1].calls[0].name, found.tools[0]["function"]["parameters"]
    ('ls', {'type': 'object', 'properties': {'path': {'type': 'string', 'default': '.'}}})
    """
    record = object_at(record, "")
    question = Message("user", (text_at(record.get("query"), "/query"),))
    calls = tuple(tool_call(call, f"/answers/{index}") for index, call in enumerate(_listed(record, "answers")))
    tools = [_tool(tool, f"/tools/{index}") for index, tool in enumerate(_listed(record, "tools"))]
    extra = rest(record, ("query", "tools", "answers"))
    return Conversation((question, Message("assistant", calls)), tools_of(tools), extra)


def _listed(record: Record, key: str) -> list[Json]:
    value = record.get(key)
    if isinstance(value, str):
        value = json_at(value, f"/{key}")
    if not isinstance(value, list):
        raise ConversationError(f"/{key}", "is not a list")
    return value


def _tool(listed: Json, pointer: str) -> Record:
    tool = object_at(listed, pointer)
    parameters = tool.get("parameters")
    if not isinstance(parameters, dict):
        return tool
    if isinstance(parameters.get("properties"), dict):
        return {**tool, "parameters": json_schema(parameters, pointer)}
    properties: Record = {}
    required = []
    for name, value in parameters.items():
        said = object_at(value, f"{pointer}/parameters/{name}")
        schema, is_optional = parameter(str(said.get("type", "any")))
        properties[name] = schema | rest(said, ("type",))
        if not is_optional and "default" not in said:
            required.append(name)
    schema = {"type": "object", "properties": properties}
    return {**tool, "parameters": {**schema, "required": required} if required else schema}
