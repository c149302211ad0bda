"""The playground's files: scripts bundled by esbuild, Pyodide from npm, Lark and this package as archives."""

import json
import re
import shutil
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import lark
from bundle import NODE, bundle
from packaging.requirements import Requirement

import pi_native
from pi_native.overlays import Overlay, overlay_folder

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

#: What JSON Schema checks need of the package, in an archive that is loaded when they are asked for.
CHECKS = ("validate", "transcripts")
#: What the page never imports: the command line and what belongs to it alone.
LEFT_OUT = ("cli", "editor", "__pycache__", *CHECKS)
#: What is in the archive beside `jsonschema`, and what is not: it is compiled, there already, or about places on earth.
IN_PLACE_OF_RPDS = ("pyrsistent", "pyrsistent-as-rpds-py")
NOT_THERE = ("rpds-py", "lark", "tzdata")
#: Of installed distributions: what is about them, compiled, for tests and type checkers, or outside of the packages.
UNUSED = re.compile(r"\.dist-info/|/tests/|/benchmarks/|\.(so|pyc|pyi|typed)$|^\.\.")

#: Tools of the specification's example.
EXAMPLE_TOOLS = {
    "read": {"path": "string", "offset": "number"},
    "bash": {"command": "string", "timeout": "number"},
    "edit": {"input": "string"},
}
CONFIGURE = {"list": {"type": "array", "items": {"type": "string"}}, "y": {"type": "number"}}


def build(target: Path) -> None:
    """Write everything below ``target``. Raises OSError or CalledProcessError."""
    pyodide = target / "pyodide"
    pyodide.mkdir(parents=True)
    for name in PYODIDE:
        shutil.copyfile(NODE / "pyodide" / name, pyodide / name)
    _archive(pyodide / "lark.zip", {"lark": Path(lark.__file__).parent}, ("__pyinstaller", "tools", "__pycache__"))
    folders = {"pi_native": Path(pi_native.__file__).parent, "pi_native/_grammar": ROOT / "grammar"}
    _archive(pyodide / "pi_native.zip", folders, LEFT_OUT)
    with zipfile.ZipFile(pyodide / "pi_native.zip", "a", zipfile.ZIP_DEFLATED) as archive:
        archive.write(HERE / "bridge.py", "bridge.py")
    _checks(pyodide / "checks.zip")
    shutil.copyfile(HERE / "worker.js", target / "worker.js")
    shutil.copyfile(HERE / "playground.css", target / "playground.css")
    _bundle(target)


def _archive(path: Path, folders: dict[str, Path], left_out: tuple[str, ...]) -> None:
    """Sources and data of packages; nothing compiled."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, folder in folders.items():
            for file in sorted(folder.rglob("*")):
                parts = file.relative_to(folder)
                if file.suffix in (".py", ".lark", ".toml") and not set(parts.parts) & set(left_out):
                    archive.write(file, f"{inside}/{parts.as_posix()}")


def _checks(path: Path) -> None:
    """JSON Schema checks: `jsonschema` as this package asks for it, with all that it needs."""
    package = Path(pi_native.__file__).parent
    _archive(path, {f"pi_native/{name}": package / name for name in CHECKS}, ("__pycache__",))
    needed = [Requirement(each) for each in distribution("pi-native").requires or ()]
    wanted = [*map(Requirement, IN_PLACE_OF_RPDS), *(each for each in needed if each.name == "jsonschema")]
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.write(HERE / "checks.py", "checks.py")
        for name in sorted(_closure(wanted)):
            for file in distribution(name).files or ():
                if not UNUSED.search(str(file)):
                    archive.write(file.locate(), str(file))


def _closure(wanted: list[Requirement]) -> set[str]:
    """The names of distributions, with those that they need here."""
    found: set[str] = set()
    while wanted:
        each = wanted.pop()
        if each.name in NOT_THERE or each.name in found:
            continue
        found.add(each.name)
        below = map(Requirement, distribution(each.name).requires or ())
        extras = each.extras or {""}
        wanted += [r for r in below if r.marker is None or any(r.marker.evaluate({"extra": e}) for e in extras)]
    return found


def _bundle(target: Path) -> None:
    """One script of ours and CodeMirror; the example is made here, from the specification."""
    sources = ROOT / "build" / "playground"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(HERE, sources, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    made = f"export const EXAMPLE = {json.dumps(example())};\nexport const OVERLAYS = {json.dumps(overlays())};\n"
    (sources / "example.js").write_text(made, encoding="utf-8")
    bundle(sources / "main.js", target / "main.js")


def example() -> dict[str, object]:
    """What the page starts with: the specification's end-to-end example, with the schemas it names."""
    spec = (ROOT / "docs" / "spec" / "pi-native.md").read_text(encoding="utf-8")
    text = spec.partition("## End-to-end example")[2].partition("```text\n")[2].partition("```")[0]
    tools = [
        {"name": name, "parameters": {"type": "object", "properties": {k: {"type": t} for k, t in types.items()}}}
        for name, types in EXAMPLE_TOOLS.items()
    ]
    item = {"type": "object", "properties": CONFIGURE, "required": ["list"]}
    tools.append({"name": "configure", "parameters": {"type": "object", "properties": {"object": item}}})
    lines = ",\n".join(f" {json.dumps(tool)}" for tool in tools)
    state = {"text": text, "tools": f"[\n{lines}\n]\n", "overlay": "", "schema": True, "chunk": 8, "arrived": None}
    return state | {"checks": False}


def overlays() -> list[dict[str, str]]:
    """The overlays of the gallery that need no code, which a page does not run."""
    paths = [path for path in sorted(overlay_folder().glob("*.lark")) if not path.with_suffix(".py").exists()]
    return [{"name": path.stem, "intent": Overlay.read(path).intent, "text": path.read_text("utf-8")} for path in paths]
