"""How transcripts are read: one value that holds every choice, and crosses processes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

#: The longest record that is held in memory: a line, an element of a JSON list, a turn of a plain text. In bytes
#: of a line, in characters of the others.
MAX_RECORD = 1 << 28

Branches = Literal["all", "current"]


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What to take a file for, and what its parts are called.

    - ``format``: a name from `pi_native.transcripts.FORMATS`, or ``auto``.
    - ``role_pattern``: for plain text, a regular expression with a group named ``role``; a line that begins with a
      match begins a turn of that role. None: the file is one turn of the assistant.
    - ``column``: the key, or the column of a table, that holds the messages or, in a table, the text. None: what
      the format calls it.
    - ``role_key``, ``text_key``: the keys of a message. None: what the format calls them.
    - ``tools_column``: the key or column that holds the tools of a record.
    - ``branches``: of a pi session, ``all`` branches, each message once, or only the ``current`` one.
    - ``max_record``: the longest record that is read.

    Raises ValueError for a role pattern that is no regular expression or has no such group.

    >>> ReadOptions(role_pattern=r"(\\w+):$")
    Traceback (most recent call last):
    ValueError: the role pattern has no group named role: write (?P<role>…)
    """

    format: str = "auto"
    role_pattern: str | None = None
    column: str | None = None
    role_key: str | None = None
    text_key: str | None = None
    tools_column: str = "tools"
    branches: Branches = "all"
    max_record: int = MAX_RECORD

    def __post_init__(self) -> None:
        if self.role_pattern is None:
            return
        try:
            groups = re.compile(self.role_pattern).groupindex
        except (re.error, OverflowError, RecursionError) as error:
            raise ValueError(f"the role pattern is no regular expression: {error}") from None
        if "role" not in groups:
            raise ValueError("the role pattern has no group named role: write (?P<role>…)")
