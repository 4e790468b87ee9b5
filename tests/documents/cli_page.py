"""The command line, as its own help says it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import typer

from pitboss.cli import app

TYPE = re.compile(r" <[^>]+>$")  # after a value that has a name of its own
NOTE = re.compile(r"\s*\[required\]$")


def lines() -> list[str]:
    """Every command with its arguments and options, under what people do with it."""
    root: Any = typer.main.get_command(app.command_line(app.GROUPS))
    for command in root.commands.values():
        app.leave_out_marks(command)
    told = []
    for section, modules in app.SECTIONS.items():
        told += [f"## {section}", ""]
        for name in sorted(name for names in modules.values() for name in names):
            for path, command in _commands(root.commands[name], f"pitboss {name}"):
                told += _one(path, command)
    return told


def _commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Those that do something, below a group."""
    below = getattr(command, "commands", None)
    if below is None:
        yield path, command
        return
    for name, each in below.items():
        if not each.hidden:
            yield from _commands(each, f"{path} {name}")


def _one(path: str, command: Any) -> list[str]:
    context = typer.Context(command)
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    usage = " ".join((path, *map(_argument, arguments)))
    told = [f"### `{usage}`", "", _plain(command.help)]
    rows = [each.get_help_record(context) for each in command.params]
    shown = [(TYPE.sub("", name), NOTE.sub("", says)) for name, says in filter(None, rows) if says]
    if shown:
        told += ["", "| | |", "|---|---|"]
    return [*told, *(f"| `{_plain(name)}` | {_plain(says)} |" for name, says in shown), ""]


def _argument(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    several = "..." if argument.nargs != 1 else ""
    return (name if argument.required else f"[{name}]") + several


def _plain(text: str | None) -> str:
    return " ".join((text or "").replace("|", "\\|").split())
