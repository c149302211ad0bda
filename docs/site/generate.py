"""Run by mkdocs (gen-files): writes the pages that are generated, which are kept nowhere else."""

import sys
from pathlib import Path

import mkdocs_gen_files

sys.path.insert(0, str(Path(__file__).parent))

from pages import pages

for path, text in pages().items():
    with mkdocs_gen_files.open(path, "w") as file:
        file.write(text)
