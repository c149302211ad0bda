"""Which grammar a command uses: the base, or the base with overlays."""

from __future__ import annotations

from typing import Annotated

import typer

from pi_native import Grammar, GrammarError
from pi_native.cli.output import fail, note
from pi_native.overlays import Overlay, changed_twice

OverlayOption = Annotated[
    list[str] | None,
    typer.Option(
        "--overlay",
        metavar="FILE",
        help="A .lark file that changes the grammar, or the name of one of the gallery; repeatable, in order.",
    ),
]
OverlayCodeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--overlay-code",
        metavar="FILE.py",
        help="Python that says what an overlay's new productions mean: a file, or a gallery name. It is run.",
    ),
]


def load_grammar(overlays: list[str] | None, code: list[str] | None) -> Grammar:
    """The grammar of ``--overlay`` and ``--overlay-code``; what cannot be used ends the program with code 2."""
    try:
        grammar = Grammar.load(overlays or (), code or ())
    except GrammarError as error:
        fail(str(error))
    except UnicodeDecodeError as error:
        fail(f"an overlay is not UTF-8: byte {error.start}")
    except OSError as error:
        fail(f"{error.filename}: {error.strerror or error}")
    for sentence in changed_twice(grammar.overlays):
        note(f"pi-native: {sentence}")
    return grammar


def load_overlay(path: str) -> Overlay:
    """One overlay; what cannot be used ends the program with code 2."""
    try:
        return Overlay.of_any(path)
    except GrammarError as error:
        fail(str(error))
    except UnicodeDecodeError as error:
        fail(f"{path}: not UTF-8: byte {error.start}")
    except OSError as error:
        fail(f"{path}: {error.strerror or error}")
