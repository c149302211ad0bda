"""Real tokenizers: Mistral's, which comes with the extra ``pi-native[tokens]``, and those that the user has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

DEFAULT = "mistral"
TIKTOKEN = "tiktoken:"


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A tokenizer's name, and how many tokens it makes of a text.

    >>> Tokenizer("words", lambda text: len(text.split())).count("a b")
    2
    """

    name: str
    count: Callable[[str], int]


@lru_cache(maxsize=4)
def load_tokenizer(name: str = DEFAULT) -> Tokenizer:
    """``mistral``; ``tiktoken:NAME``, as ``tiktoken:o200k_base``; or the path of a ``tokenizer.json`` of Hugging Face.

    Raises ImportError where a library is missing, `OSError` where a file is, and ValueError for what is no tokenizer.
    """
    if name == DEFAULT:
        return _mistral()
    if name.startswith(TIKTOKEN):
        return _tiktoken(name.removeprefix(TIKTOKEN))
    return _hugging_face(Path(name))


def _mistral() -> Tokenizer:
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    folder = files("mistral_common") / "data"
    name = max(each.name for each in folder.iterdir() if each.name.startswith("tekken"))
    made = Tekkenizer.from_file(str(folder / name))
    return Tokenizer(f"Mistral {name.removesuffix('.json')}", lambda text: len(made.encode(text, bos=False, eos=False)))


def _tiktoken(name: str) -> Tokenizer:
    import tiktoken

    made = tiktoken.get_encoding(name)
    return Tokenizer(f"tiktoken {name}", lambda text: len(made.encode(text, disallowed_special=())))


def _hugging_face(path: Path) -> Tokenizer:
    if not path.is_file():
        raise FileNotFoundError(2, "no such file", str(path))
    from tokenizers import Tokenizer as Made

    try:
        made = Made.from_file(str(path))
    except Exception as error:  # the library raises nothing more exact
        raise ValueError(f"not a tokenizer: {error}") from None
    return Tokenizer(path.name, lambda text: len(made.encode(text, add_special_tokens=False).ids))
