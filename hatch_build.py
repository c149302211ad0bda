"""An optional step of building the wheel: the modules that calls pass through, compiled by mypyc.

The sources stay the same and pure Python stays the default; a compiled wheel is for one platform and one Python:

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=true pip wheel .
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "pi_native"

#: What every call passes through. Recovery, which is rare, stays interpreted.
MODULES = (
    "lexer",
    "locator",
    "parser",
    "plain",
    "plain_call",
    "plans",
    "stream",
    "tree",
    "values",
    "verbatim",
)


class CompileHook(BuildHookInterface[Any]):
    """Puts the compiled modules beside their sources, which Python then passes over."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile into a folder under ``build/`` and name what comes of it."""
        if version == "editable":  # its sources are to be edited, not built
            return
        target = Path(self.root) / "build" / "compiled"
        compile_to(target, Path(self.root) / "src")
        for built in target.rglob("*.so" if os.name != "nt" else "*.pyd"):
            build_data["force_include"][str(built)] = str(built.relative_to(target))
        build_data["pure_python"], build_data["infer_tag"] = False, True


def compile_to(target: Path, source: Path) -> None:
    """Compile `MODULES`; raises what mypyc and the C compiler raise."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    before = Path.cwd()
    os.chdir(source)  # mypyc names modules by the path from here
    try:
        files = [f"{PACKAGE}/{name}.py" for name in MODULES]
        extensions = mypycify(
            ["--config-file=", "--ignore-missing-imports", *files], opt_level="3", target_dir=str(target / "c")
        )
        build = Distribution({"name": PACKAGE, "ext_modules": extensions}).get_command_obj("build_ext")
        build.build_lib, build.build_temp = str(target), str(target / "temp")
        build.ensure_finalized()
        build.run()
    finally:
        os.chdir(before)
