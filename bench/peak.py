"""`pi-native validate`, which then prints the largest resident size of a process it was made of, in MB."""

from __future__ import annotations

import resource
import sys

from pi_native.cli.app import app

if __name__ == "__main__":
    code = 0
    try:
        app(["validate", *sys.argv[1:]])
    except SystemExit as end:
        code = int(end.code or 0)
    sizes = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(max(sizes) / 1024)
    sys.exit(code)
