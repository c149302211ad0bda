"""The command line: one module a command. Only here are typer and rich imported."""

from pi_native.cli.app import main

__all__ = ["main"]
