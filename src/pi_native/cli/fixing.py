"""``validate --fix``: files are rewritten first, and then what came out is checked."""

from __future__ import annotations

import os

from pi_native.cli.output import fail, note, plural
from pi_native.cli.validate_options import Fixing
from pi_native.transcripts import ReadOptions, UnreadableError
from pi_native.validate import Validator
from pi_native.validate.fix_file import FileFix, fix_file


def target_of(path: str, options: Fixing) -> str:
    """Where the rewritten file goes.

    >>> target_of("logs/a.jsonl", Fixing(fix=True))
    'logs/a.fixed.jsonl'
    """
    stem, ending = os.path.splitext(path)
    return path if options.in_place else f"{stem}.fixed{ending}"


def fixed(path: str, options: Fixing, reading: ReadOptions, validator: Validator) -> str:
    """The path to check: of the rewritten file if there is one, else the given. What was done is said."""
    target = target_of(path, options)
    try:
        done = fix_file(path, target, reading, validator.fixed)
    except UnreadableError:
        return path  # checking the file says what is wrong with it
    except OSError as error:
        fail(f"{target}: {error.strerror or error}")
    text = describe(done)
    if text:
        note(f"{target if done.rewritten else path}: {text}")
    return target if done.rewritten else path


def describe(done: FileFix) -> str:
    """What was done to a file; empty if there was nothing to do.

    >>> describe(FileFix(rewritten=2, left=1))
    '2 calls rewritten, 1 left as it is'
    """
    parts = [f"{plural(done.rewritten, 'call')} rewritten"] if done.rewritten or done.left else []
    if done.left:
        parts.append(f"{done.left} left as {'it is' if done.left == 1 else 'they are'}")
    if done.unplaced:
        parts.append(f"{plural(done.unplaced, 'turn')} not rewritten: the file holds the text in another form")
    return ", ".join(parts)
