"""The overlays that come with the package, loaded."""

from functools import cache

from pi_native import Grammar
from pi_native.overlays import overlay_folder

NAMES = sorted(path.stem for path in overlay_folder().glob("*.lark"))
WITH_CODE = {name for name in NAMES if (overlay_folder() / f"{name}.py").exists()}


@cache
def load(name: str) -> Grammar:
    return Grammar.load([name], [name] if name in WITH_CODE else [])
