"""Schema typing of a parse tree, by Lark's own `Transformer`.

`pi_native.parse` calls the same methods as the rules are reduced and needs no tree; here they are applied to one.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from pi_native import lalr
from pi_native.cursor import Frame
from pi_native.transformer import Opener, SchemaTransformer


class OpenerToken(Token):
    """The first token of a call or an element in Lark's tree, with what the schema says of it."""

    frame: Frame


class TreeTransformer(SchemaTransformer, Transformer[Token, Any]):
    """Turns each call of a tree into its `pi_native.transformer.Arguments`; prose stays as it is.

    >>> from pi_native import Grammar, parse_tree
    >>> tree = parse_tree("<call:read offset=5/>", [{"name": "read", "parameters": {}}])
    >>> TreeTransformer(Grammar.load()).transform(tree).children
    [Arguments(values={'offset': 5}, form='attribute', notes=None)]
    """


def lark_token(token: lalr.Token) -> Token:
    """The same token as Lark's."""
    kind = OpenerToken if isinstance(token, Opener) else Token
    made = kind(token.type, str(token), start_pos=token.start_pos, end_pos=token.end_pos)
    if isinstance(token, Opener) and isinstance(made, OpenerToken):
        made.frame = token.frame
    return made
