"""Decoding grammars in xgrammar's EBNF: GBNF but for the escapes of characters."""

from __future__ import annotations

import re

from pi_native.decode import gbnf
from pi_native.decode.builder import Rules

_ESCAPE = re.compile(r"\\\\|\\x(..)")


def write(rules: Rules) -> str:
    """The grammar's text; xgrammar reads any number of digits behind an ``x``, but four behind a ``u``."""
    return _ESCAPE.sub(lambda found: f"\\u00{found[1]}" if found[1] else found[0], gbnf.write(rules))
