"""A page a command, from the command line's own application."""

import re
from typing import Any, get_args

import typer
from wording import code, fenced

from pi_native.cli.app import app


def pages() -> dict[str, str]:
    """The pages by path."""
    group = typer.main.get_command(app)
    commands = group.commands
    lines = ["# Commands", "", *_help(group.help), "", "| command | what it does |", "|---|---|"]
    lines += [f"| [`{name}`]({name}.md) | {each.get_short_help_str(200)} |" for name, each in commands.items()]
    return {"commands/index.md": "\n".join(lines) + "\n"} | {
        f"commands/{name}.md": _page(name, each) for name, each in commands.items()
    }


def _page(name: str, command: Any) -> str:
    options = [each for each in command.params if _is_option(each) and not each.hidden]
    positional = [each for each in command.params if not _is_option(each)]
    usage = " ".join(["pi-native", name, "[OPTIONS]", *map(_metavar, positional)])
    lines = [f"# pi-native {name}", "", fenced(usage, "text"), *_help(command.help), ""]
    panels = dict.fromkeys(each.rich_help_panel or "Options" for each in options)
    tables = {"Arguments": positional} | {
        p: [o for o in options if (o.rich_help_panel or "Options") == p] for p in panels
    }
    for title, params in tables.items():
        if params:
            lines += [f"## {title}", "", "| | what it is | default |", "|---|---|---|", *map(_row, params), ""]
    return "\n".join(lines)


def _is_option(param: Any) -> bool:
    return bool(param.opts[0].startswith("-"))


def _metavar(param: Any) -> str:
    return (param.metavar or param.name.upper()) + ("…" if param.nargs == -1 else "")


def _row(param: Any) -> str:
    names = ", ".join(map(code, [*param.opts, *param.secondary_opts])) if _is_option(param) else code(_metavar(param))
    choices = get_args(param.type_descriptor.annotation)
    if choices and all(isinstance(each, str) for each in choices):
        names += " " + code(" | ".join(choices))
    elif _is_option(param) and param.metavar:
        names += " " + code(param.metavar)
    shown = param.show_default if isinstance(param.show_default, str) else param.default
    default = "" if shown is None or shown is False or callable(shown) else code(str(shown))
    return f"| {names} | {_cell(param.help or '')} | {default} |"


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", _plain(text)).replace("|", "\\|").replace("<", "&lt;")


def _plain(text: str) -> str:
    """Text without Rich's markup."""
    return re.sub(r"(?<!\\)\[/?[a-z ]+\]", "", text).replace("\\[", "[")


def _help(text: str | None) -> list[str]:
    """The help as Markdown: paragraphs, and what is not to be wrapped as code."""
    blocks = re.split(r"\n\s*\n", (text or "").strip())
    made: list[str] = []
    for block in blocks:
        if "\b" in block:
            title, _, rest = block.replace("\b", "").strip("\n").partition("\n")
            made += [
                f"**{title.strip()}**",
                "",
                fenced("\n".join(line.removeprefix("  ") for line in rest.split("\n")), "sh"),
            ]
        else:
            made += [_plain(block).replace("<", "&lt;"), ""]
    return made
