"""The built package works alone: in an empty environment, away from the repository."""

import json
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOOLS = [{"name": "read", "parameters": {"type": "object", "properties": {"path": {"type": "string"}}}}]
TEXT = 'Look: <call:read path="src/a.ts"/>'
SCRIPT = f"""
import pi_native
call, = pi_native.parse({TEXT!r}, {TOOLS!r}).calls
print(pi_native.__file__, call.name, call.arguments["path"], sep="\\n")
"""


def run(*command: str | Path, cwd: Path, stdin: str = "") -> str:
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build_wheel(folder: Path) -> Path:
    """A wheel built from a source distribution, as a release is: so both must hold all that is needed."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """The folder of programs of a new environment that holds the wheel and what it depends on."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    return programs


def test_wheel_parses_in_an_empty_environment(tmp_path: Path) -> None:
    programs = install(build_wheel(tmp_path), tmp_path / "venv")
    away = tmp_path / "away"
    away.mkdir()
    (away / "tools.json").write_text(json.dumps(TOOLS), encoding="utf-8")

    # -I: neither PYTHONPATH nor the current folder may lend the package.
    origin, *call = run(programs / "python", "-I", "-c", SCRIPT, cwd=away).splitlines()
    assert Path(origin).is_relative_to(tmp_path / "venv")
    assert call == ["read", "src/a.ts"]
    assert (Path(origin).parent / "py.typed").is_file()

    command = [programs / "pi-native", "parse", "-", "--tools", "tools.json", "--format", "json"]
    assert "src/a.ts" in run(*command, cwd=away, stdin=TEXT)
    (question,) = run(programs / "pi-native", "quiz", "--json", "--count", "1", cwd=away).splitlines()
    assert json.loads(question)["rules"]
