"""Decoding grammars in xgrammar's EBNF, which reads what this package writes as GBNF."""

from __future__ import annotations

from pi_native.decode.gbnf import write

__all__ = ["write"]
