"""Files to read, made by each test."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pi_native.transcripts import BadRecord, ReadOptions, Turn, read

Write = Callable[..., str]
Items = Callable[..., list[Turn | BadRecord]]


def as_lines(*records: Any) -> bytes:
    """Records as JSON lines; a string stands for a line as it is."""
    return "\n".join(record if isinstance(record, str) else json.dumps(record) for record in records).encode()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file, of bytes, of text, or of records as JSON lines, and give its path."""

    def write(name: str, *content: Any) -> str:
        data = content[0] if content and isinstance(content[0], bytes) else as_lines(*content)
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    return write


@pytest.fixture
def items(write: Write) -> Items:
    """What reading the records as a format gives."""

    def items(format: str, *content: Any, name: str = "a.jsonl", **options: Any) -> list[Turn | BadRecord]:
        return list(read(write(name, *content), ReadOptions(format=format, **options)))

    return items


def reasons(items: list[Turn | BadRecord]) -> list[str]:
    """What is wrong with each bad record among the items."""
    return [item.diagnostic.message.split(": ", 1)[1] for item in items if isinstance(item, BadRecord)]
