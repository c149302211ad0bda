"""The playground's files: scripts bundled by esbuild, Pyodide from npm, Lark and this package as archives."""

import json
import shutil
import zipfile
from pathlib import Path

import lark
from bundle import NODE, bundle

import pi_native

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

#: What the page never imports: the command line and what belongs to it alone.
LEFT_OUT = ("cli", "validate", "transcripts", "editor", "__pycache__")

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


def _bundle(target: Path) -> None:
    """One script of ours and CodeMirror; the example is made here, from the specification."""
    sources = ROOT / "build" / "playground"
    shutil.rmtree(sources, ignore_errors=True)
    shutil.copytree(HERE, sources, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    (sources / "example.js").write_text(f"export const EXAMPLE = {json.dumps(example())};\n", encoding="utf-8")
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
    return state
