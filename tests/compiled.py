"""Whether the package under test is compiled (see hatch_build.py): then a few things of Python's are not there."""

from pi_native import parser

IS_COMPILED = not str(parser.__file__).endswith(".py")
