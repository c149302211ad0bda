"""The same calls in the formats of other models, with their characters."""

import json
from collections.abc import Callable
from html import escape
from typing import Any

from pi_native import ToolSet, render

TOOLS = ToolSet.load(__file__.rpartition("/docs/")[0] + "/examples/tools.json")
CALLS: dict[str, dict[str, Any]] = {
    "two scalars": {"name": "bash", "arguments": {"command": "npm test -- --watch=false", "timeout": 120}},
    "a list": {"name": "search", "arguments": {"pattern": "TODO", "globs": ["src/*.ts", "test/*.ts"]}},
    "a patch": {
        "name": "edit",
        "arguments": {
            "input": "*** Begin Patch\n@@ src/server/auth.ts\n"
            '-  return user;\n+  return user ?? { name: "guest", roles: [] };\n*** End Patch'
        },
    },
}

Call = dict[str, Any]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _text(value: Any) -> str:
    """A value as the formats with tags write it: a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else _json(value)


def _openai(call: Call) -> str:
    function = {"name": call["name"], "arguments": _json(call["arguments"])}
    return _json({"id": "call_0", "type": "function", "function": function})


def _hermes(call: Call) -> str:
    return f"<tool_call>\n{_json(call)}\n</tool_call>"


def _anthropic(call: Call) -> str:
    rows = [f'<parameter name="{key}">{_text(value)}</parameter>' for key, value in call["arguments"].items()]
    invoke = "\n".join([f'<invoke name="{call["name"]}">', *rows, "</invoke>"])
    return f"<function_calls>\n{invoke}\n</function_calls>"


def _glm(call: Call) -> str:
    rows = [f"<arg_key>{k}</arg_key>\n<arg_value>{_text(v)}</arg_value>" for k, v in call["arguments"].items()]
    return "\n".join([f"<tool_call>{call['name']}", *rows, "</tool_call>"])


def _qwen(call: Call) -> str:
    rows = [f"<parameter={key}>\n{_text(value)}\n</parameter>" for key, value in call["arguments"].items()]
    return "\n".join(["<tool_call>", f"<function={call['name']}>", *rows, "</function>", "</tool_call>"])


def _harmony(call: Call) -> str:
    head = f"<|channel|>commentary to=functions.{call['name']} <|constrain|>json<|message|>"
    return f"{head}{_json(call['arguments'])}<|call|>"


def _pi_native(call: Call) -> str:
    return render([call], TOOLS)


FORMATS: dict[str, Callable[[Call], str]] = {
    "pi-native": _pi_native,
    "JSON function calling (OpenAI)": _openai,
    "Hermes, Qwen 2.5": _hermes,
    "Anthropic XML": _anthropic,
    "GLM-4.5": _glm,
    "Qwen3-Coder": _qwen,
    "Harmony": _harmony,
}


def comparison() -> str:
    """A table of characters, then each call in each format, as HTML."""
    head = "".join(f"<th>{escape(title)}</th>" for title in CALLS)
    lines = [f"<table><thead><tr><th>characters</th>{head}</tr></thead><tbody>"]
    for name, write in FORMATS.items():
        cells = "".join(_cell(len(write(call)), len(_pi_native(call))) for call in CALLS.values())
        lines.append(f"<tr><th>{escape(name)}</th>{cells}</tr>")
    lines.append("</tbody></table>\n")
    for title, call in CALLS.items():
        lines += [f"## The same call: {title}", ""]
        for name, write in FORMATS.items():
            text = write(call)
            language = "pi-native" if write is _pi_native else "text"
            lines += [f"**{name}**, {len(text)} characters", "", f"~~~~ {language}\n{text}\n~~~~", ""]
    return "\n".join(lines)


def _cell(count: int, own: int) -> str:
    return f"<td>{count}{'' if count == own else f' ({count / own:.2f}×)'}</td>"
