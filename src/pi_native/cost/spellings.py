"""The same call as other formats write it, as their public documentation shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pi_native.model import Json

Arguments = dict[str, Json]


def compact(value: Json) -> str:
    """JSON as most templates write it.

    >>> compact({"a": "é"})
    '{"a": "é"}'
    """
    return json.dumps(value, ensure_ascii=False)


def openai(name: str, arguments: Arguments) -> str:
    """OpenAI's chat completions: the arguments are JSON inside of a JSON string.

    https://platform.openai.com/docs/guides/function-calling

    >>> openai("ls", {"a": 1})
    '{"name": "ls", "arguments": "{\\\\"a\\\\": 1}"}'
    """
    return compact({"name": name, "arguments": compact(arguments)})


def plain_json(name: str, arguments: Arguments) -> str:
    """One JSON object, as Llama 3.1 and others write it.

    >>> plain_json("ls", {"a": 1})
    '{"name": "ls", "arguments": {"a": 1}}'
    """
    return compact({"name": name, "arguments": arguments})


def hermes(name: str, arguments: Arguments) -> str:
    """Hermes 2 Pro and Qwen 2.5: JSON between two tags.

    https://github.com/NousResearch/Hermes-Function-Calling

    >>> hermes("ls", {})
    '<tool_call>\\n{"name": "ls", "arguments": {}}\\n</tool_call>'
    """
    return f"<tool_call>\n{plain_json(name, arguments)}\n</tool_call>"


def anthropic_xml(name: str, arguments: Arguments) -> str:
    """Anthropic's documented XML: a parameter an element, values that are no strings as JSON.

    https://docs.anthropic.com/en/docs/build-with-claude/tool-use

    >>> print(anthropic_xml("ls", {"dir": "a"}))
    <function_calls>
    <invoke name="ls">
    <parameter name="dir">a</parameter>
    </invoke>
    </function_calls>
    """
    parameters = [f'<parameter name="{key}">{_text(value)}</parameter>\n' for key, value in arguments.items()]
    return f'<function_calls>\n<invoke name="{name}">\n{"".join(parameters)}</invoke>\n</function_calls>'


def glm(name: str, arguments: Arguments) -> str:
    """GLM 4.5: keys and values in elements of their own, strings without quotes.

    https://huggingface.co/zai-org/GLM-4.5

    >>> print(glm("ls", {"dir": "a"}))
    <tool_call>ls
    <arg_key>dir</arg_key>
    <arg_value>a</arg_value>
    </tool_call>
    """
    pairs = [f"<arg_key>{key}</arg_key>\n<arg_value>{_text(value)}</arg_value>\n" for key, value in arguments.items()]
    return f"<tool_call>{name}\n{''.join(pairs)}</tool_call>"


def qwen(name: str, arguments: Arguments) -> str:
    """Qwen3-Coder: names in the tags, values on lines of their own, strings without quotes.

    https://huggingface.co/Qwen/Qwen3-Coder-480B-A35B-Instruct

    >>> print(qwen("ls", {"dir": "a"}))
    <tool_call>
    <function=ls>
    <parameter=dir>
    a
    </parameter>
    </function>
    </tool_call>
    """
    parameters = [f"<parameter={key}>\n{_text(value)}\n</parameter>\n" for key, value in arguments.items()]
    return f"<tool_call>\n<function={name}>\n{''.join(parameters)}</function>\n</tool_call>"


def harmony(name: str, arguments: Arguments) -> str:
    """Harmony, of OpenAI's open models: a message to the tool, with JSON in it; the tags are tokens of their own there.

    https://cookbook.openai.com/articles/openai-harmony

    >>> harmony("ls", {"dir": "a"})
    '<|channel|>commentary to=functions.ls <|constrain|>json<|message|>{"dir": "a"}<|call|>'
    """
    head = f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>"
    return f"{head}{compact(arguments)}<|call|>"


def _text(value: Json) -> str:
    return value if isinstance(value, str) else compact(value)


Spelling = Callable[[str, Arguments], str]

#: The other formats by name.
SPELLINGS: Mapping[str, Spelling] = MappingProxyType(
    {
        "OpenAI JSON": openai,
        "plain JSON": plain_json,
        "Hermes": hermes,
        "Anthropic XML": anthropic_xml,
        "GLM": glm,
        "Qwen": qwen,
        "Harmony": harmony,
    }
)


def spelled(name: str, call: Mapping[str, Any]) -> str:
    """A call, as ``name`` and ``arguments``, in one of `SPELLINGS`.

    >>> spelled("plain JSON", {"name": "ls", "arguments": {}})
    '{"name": "ls", "arguments": {}}'
    """
    return SPELLINGS[name](call["name"], call["arguments"])
