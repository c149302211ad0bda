"""Each format, as its datasets have it, comes out with the same calls; what has no equal is refused with the place."""

import json
from contextlib import suppress
from typing import Any

import pytest

from pi_native.convert import READERS, Conversion, recognise
from pi_native.hosts.conversation import ConversationError

WEATHER = {"name": "weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}
OPENAI = {
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "Rome?"}]},
        {
            "role": "assistant",
            "content": "Looking.",
            "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Rome"}'}},
                {"id": "b", "type": "function", "function": {"name": "now", "arguments": "{}"}},
            ],
        },
        {"role": "tool", "tool_call_id": "b", "content": "noon"},
        {"role": "tool", "tool_call_id": "a", "name": "weather", "content": "sunny"},
        {"role": "assistant", "content": "Sunny.", "weight": 0},
    ],
    "tools": [{"type": "function", "function": WEATHER}],
    "id": 7,
}
ANTHROPIC = {
    "system": [{"type": "text", "text": "Be brief."}],
    "messages": [
        {"role": "user", "content": "Rome?"},
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "Looking."},
                {"type": "tool_use", "id": "a", "name": "weather", "input": {"city": "Rome"}},
                {"type": "text", "text": "And:"},
                {"type": "tool_use", "id": "b", "name": "now", "input": {}},
            ],
        },
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "b", "content": "noon"},
                {
                    "type": "tool_result",
                    "tool_use_id": "a",
                    "content": [{"type": "text", "text": "?"}],
                    "is_error": True,
                },
                {"type": "text", "text": "Well?"},
            ],
        },
    ],
    "tools": [{"name": "weather", "input_schema": WEATHER["parameters"], "cache_control": {"type": "ephemeral"}}],
}
HERMES = {
    "id": "h1",
    "conversations": [
        {"from": "system", "value": f"You call functions. <tools> {json.dumps([WEATHER])} </tools>"},
        {"from": "human", "value": "Rome?"},
        {
            "from": "gpt",
            "value": "Looking.\n<tool_call>\n{'arguments': {'city': 'Rome'}, 'name': 'weather'}\n</tool_call>\n"
            '<tool_call>\n{"name": "now", "arguments": {}}\n</tool_call>',
        },
        {
            "from": "tool",
            "value": '<tool_response>\n{"name": "weather", "content": {"sky": "blue"}}\n</tool_response>\n'
            "<tool_response>\nnoon\n</tool_response>",
        },
        {"from": "gpt", "value": "Blue."},
    ],
}
SHAREGPT = {
    "system": "Be brief.",
    "tools": json.dumps([WEATHER]),
    "conversations": [
        {"from": "human", "value": "Rome?"},
        {"from": "function_call", "value": '{"name": "weather", "arguments": {"city": "Rome"}}'},
        {"from": "observation", "value": "sunny"},
        {"from": "gpt", "value": "Sunny."},
    ],
}
XLAM = {
    "id": 1,
    "query": "Rome and Bern?",
    "tools": json.dumps(
        [
            {
                "name": "weather",
                "description": "The weather.",
                "parameters": {
                    "city": {"type": "str", "description": "Where."},
                    "days": {"type": "List[int], optional", "description": "Which."},
                    "unit": {"type": "str", "default": "C"},
                },
            }
        ]
    ),
    "answers": json.dumps([{"name": "weather", "arguments": {"city": city}} for city in ("Rome", "Bern")]),
}
TOOLACE = {
    "system": f"Here is a list of functions: [{json.dumps(WEATHER | {'parameters': {'type': 'dict'}})}]. Use [f(x=1)].",
    "conversations": [
        {"from": "user", "value": "Rome?"},
        {
            "from": "assistant",
            "value": "[weather(city=\"Rome, 'Italy' [x]\", days=(1, 2), deep={'a': [True]}), weather()]",
        },
        {"from": "tool", "value": '[{"name": "weather", "results": 1}, {"name": "weather", "results": 2}]'},
        {"from": "assistant", "value": "[1] says it is sunny (today)."},
    ],
}


def texts(record: dict[str, Any]) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in record["messages"]]


def test_openai() -> None:
    found = Conversion("openai").convert(OPENAI)
    assert texts(found) == [
        ("user", "Rome?"),
        ("assistant", 'Looking.\n<call:weather city="Rome"/>\n<call:now/>'),
        ("tool", "sunny"),
        ("tool", "noon"),
        ("assistant", "Sunny."),
    ]
    assert found["messages"][2]["name"] == "weather"
    assert found["messages"][4]["weight"] == 0
    assert found["tools"] == OPENAI["tools"]
    assert found["id"] == 7


def test_openai_there_and_back() -> None:
    back = Conversion("pi-native", "openai").convert(Conversion("openai").convert(OPENAI))
    calls = back["messages"][1]["tool_calls"]
    assert [call["function"] for call in calls] == [
        {"name": "weather", "arguments": '{"city": "Rome"}'},
        {"name": "now", "arguments": "{}"},
    ]
    assert back["messages"][1]["content"] == "Looking."
    results = {message["tool_call_id"]: message["content"] for message in back["messages"][2:4]}
    assert results == {calls[0]["id"]: "sunny", calls[1]["id"]: "noon"}
    assert Conversion("openai").convert(back) == Conversion("openai").convert(OPENAI)


def test_anthropic() -> None:
    found = Conversion("anthropic").convert(ANTHROPIC)
    assert texts(found) == [
        ("system", "Be brief."),
        ("user", "Rome?"),
        ("assistant", 'Looking.\n<call:weather city="Rome"/>\nAnd:\n<call:now/>'),
        ("tool", "?"),
        ("tool", "noon"),
        ("user", "Well?"),
    ]
    assert found["messages"][3]["is_error"] is True
    assert found["tools"][0]["cache_control"] == {"type": "ephemeral"}


def test_anthropic_there_and_back() -> None:
    text = Conversion("anthropic").convert(ANTHROPIC)
    back = Conversion("pi-native", "anthropic").convert(text)
    assert back["system"] == "Be brief."
    kinds = [block["type"] for block in back["messages"][1]["content"]]
    assert kinds == ["text", "tool_use", "text", "tool_use"]
    assert [block["type"] for block in back["messages"][2]["content"]] == ["tool_result", "tool_result", "text"]
    assert back["tools"] == ANTHROPIC["tools"]
    assert Conversion("anthropic").convert(back) == text


def test_hermes() -> None:
    found = Conversion("hermes").convert(HERMES)
    assert texts(found) == [
        ("user", "Rome?"),
        ("assistant", 'Looking.\n<call:weather city="Rome"/>\n<call:now/>'),
        ("tool", '{"sky": "blue"}'),
        ("tool", "noon"),
        ("assistant", "Blue."),
    ]
    assert found["tools"] == [{"type": "function", "function": WEATHER}]
    assert found["source_system"].startswith("You call functions.")
    assert found["id"] == "h1"


def test_sharegpt() -> None:
    assert texts(Conversion("sharegpt").convert(SHAREGPT)) == [
        ("system", "Be brief."),
        ("user", "Rome?"),
        ("assistant", '<call:weather city="Rome"/>'),
        ("tool", "sunny"),
        ("assistant", "Sunny."),
    ]


def test_xlam() -> None:
    found = Conversion("xlam").convert(XLAM)
    assert texts(found)[1] == ("assistant", '<call:weather city="Rome"/>\n<call:weather city="Bern"/>')
    parameters = found["tools"][0]["function"]["parameters"]
    assert parameters["required"] == ["city"]
    assert parameters["properties"]["days"] == {
        "type": "array",
        "items": {"type": "integer"},
        "description": "Which.",
    }


def test_toolace() -> None:
    found = Conversion("toolace", "openai").convert(TOOLACE)
    first, second = (call["function"] for call in found["messages"][1]["tool_calls"])
    assert json.loads(first["arguments"]) == {"city": "Rome, 'Italy' [x]", "days": [1, 2], "deep": {"a": [True]}}
    assert second == {"name": "weather", "arguments": "{}"}
    assert [message["content"] for message in found["messages"][2:4]] == [
        '{"name": "weather", "results": 1}',
        '{"name": "weather", "results": 2}',
    ]
    assert found["messages"][4]["content"] == "[1] says it is sunny (today)."
    assert found["tools"][0]["function"]["parameters"] == {"type": "object"}


def test_calls_in_the_text_and_declared() -> None:
    declared = [{"id": "c9", "function": {"name": "ls", "arguments": {}}}]
    both = {"messages": [{"role": "assistant", "content": "See:\n<call:ls/>", "tool_calls": declared}]}
    assert Conversion("openai", "openai").convert(both)["messages"][0]["tool_calls"][0]["id"] == "c9"
    declared[0]["function"] = {"name": "ls", "arguments": {"path": "."}}
    with pytest.raises(ConversationError, match="not those that the message declares"):
        Conversion("openai").convert(both)


def assistant(**message: Any) -> dict[str, Any]:
    return {"messages": [{"role": "assistant"} | message]}


def call(name: str = "ls", arguments: Any = "{}", **more: Any) -> dict[str, Any]:
    return {"id": "a", "function": {"name": name, "arguments": arguments}} | more


def result(**message: Any) -> dict[str, Any]:
    return {"role": "tool", "content": ""} | message


TWO = [{"role": "assistant", "tool_calls": [call(), call(id="b")]}]


@pytest.mark.parametrize(
    ("source", "target", "record", "pointer", "reason"),
    [
        ("openai", "pi-native", [], "", "not an object"),
        ("openai", "pi-native", {}, "/messages", "not a list"),
        ("openai", "pi-native", {"messages": [1]}, "/messages/0", "not an object"),
        ("openai", "pi-native", assistant(content=[{"type": "image_url"}]), "/messages/0/content/0", "image_url"),
        ("openai", "pi-native", assistant(tool_calls=[call(name="a b")]), "/messages/0", "name cannot be written"),
        ("openai", "pi-native", assistant(tool_calls=[call(arguments="{")]), "/messages/0/tool_calls/0", "not JSON"),
        ("openai", "pi-native", assistant(tool_calls=[call(arguments="[]")]), "/messages/0/tool_calls/0", "object"),
        ("openai", "pi-native", assistant(tool_calls=[call(arguments='{"a":1,"a":2}')]), "/messages/0", "twice"),
        ("openai", "pi-native", assistant(tool_calls=[call(arguments="[" * 100_000)]), "/messages/0", "JSON"),
        ("openai", "pi-native", assistant(content="<call:a><b>x"), "/messages/0", "cut off"),
        ("openai", "pi-native", {"messages": [result()]}, "/messages/0", "belongs to no call"),
        ("openai", "pi-native", {"messages": [*TWO, result(tool_call_id="z")]}, "/messages/1", "belongs to no call"),
        ("openai", "pi-native", {"messages": [*TWO, result(tool_call_id="b")]}, "/messages/1", "has no result"),
        (
            "openai",
            "pi-native",
            {"messages": [], "tools": [{"type": "bash_20250124", "name": "b"}]},
            "/tools/0",
            "host",
        ),
        ("openai", "pi-native", {"messages": [], "tools": [{"name": 1}]}, "/tools/0/name", "not a text"),
        ("openai", "anthropic", {"messages": [], "system": 1}, "", "another meaning"),
        ("openai", "anthropic", {"messages": [{"role": "user"}, {"role": "system"}]}, "/messages/1", "no place here"),
        ("anthropic", "pi-native", assistant(content=[{"type": "thinking"}]), "/messages/0/content/0", "thinking"),
        (
            "hermes",
            "pi-native",
            {"conversations": [{"from": "gpt", "value": "<tool_call>{}"}]},
            "/conversations/0",
            "closed",
        ),
        ("hermes", "pi-native", {"conversations": [{"from": "gpt", "value": 1}]}, "/conversations/0/value", "text"),
        (
            "toolace",
            "pi-native",
            {"conversations": [{"from": "gpt", "value": "[f(a=g(1))]"}]},
            "/conversations/0",
            "literal",
        ),
        (
            "toolace",
            "pi-native",
            {"conversations": [{"from": "gpt", "value": "[f(a=1,a=2)]"}]},
            "/conversations/0",
            "twice",
        ),
        ("xlam", "pi-native", {"query": "", "tools": "[]", "answers": "{"}, "/answers", "not JSON"),
    ],
)
def test_what_has_no_equal(source: str, target: str, record: Any, pointer: str, reason: str) -> None:
    with pytest.raises(ConversationError) as caught:
        Conversion(source, target).convert(record)
    assert caught.value.pointer.startswith(pointer)
    assert reason in caught.value.reason


def test_parts_may_be_dropped_by_name() -> None:
    record = assistant(content=[{"type": "thinking", "thinking": "…"}, {"type": "text", "text": "Yes."}])
    assert Conversion("anthropic", drop=frozenset(["thinking"])).convert(record) == {
        "messages": [{"role": "assistant", "content": "Yes."}]
    }


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("openai", OPENAI),
        ("anthropic", ANTHROPIC),
        ("hermes", HERMES),
        ("sharegpt", SHAREGPT),
        ("xlam", XLAM),
        ("toolace", TOOLACE),
        ("pi-native", {"messages": []}),
        ("text", {"text": "hello"}),
        (None, {"other": 1}),
        (None, [1, None, "text"]),
    ],
)
def test_recognised(name: str | None, record: Any) -> None:
    assert recognise(record if isinstance(record, list) else [record]) == name
    assert name is None or name in READERS


def test_a_prompt_teaches_the_tools() -> None:
    record = {"messages": [{"role": "user", "content": "?"}], "tools": [WEATHER]}
    first, second = Conversion("openai", prompt=True).convert(record)["messages"]
    assert first["role"] == "system"
    assert "weather(" in first["content"]
    assert second["role"] == "user"
    record["messages"].insert(0, {"role": "system", "content": "Be brief."})
    assert Conversion("openai", prompt=True).convert(record)["messages"][0]["content"].startswith("Be brief.\n\n")


@pytest.mark.parametrize("text", ["<tool_call>" * 200_000, "<tools>" * 200_000, "</tool_response>" * 100_000])
def test_many_tags_take_no_quadratic_time(text: str) -> None:
    for role in ("system", "gpt", "tool"):
        with suppress(ConversationError):
            Conversion("hermes").convert({"conversations": [{"from": role, "value": text}]})
