"""Scripts of the site, with what they take from npm, bundled by esbuild."""

import os
import subprocess
from pathlib import Path

NODE = Path(__file__).parents[2] / "build" / "node" / "node_modules"


def bundle(script: Path, target: Path) -> None:
    """Write a script with all that it imports. Raises CalledProcessError."""
    command = [NODE / ".bin" / "esbuild", script, "--bundle", "--minify", "--format=esm", "--target=es2022"]
    command += ["--log-level=warning", f"--outfile={target}"]
    subprocess.run(command, check=True, env=os.environ | {"NODE_PATH": str(NODE)})
