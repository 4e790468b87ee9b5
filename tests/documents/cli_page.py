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
    """Every command with its arguments and options."""
    root = typer.main.get_command(app.command_line(app.GROUPS))
    found = sorted(_commands(root, "pitboss"), key=lambda each: each[0])
    return [line for path, command in found for line in _one(path, command)]


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
    told = [f"## `{usage}`", "", _plain(command.help)]
    rows = [each.get_help_record(context) for each in command.params]
    shown = [(TYPE.sub("", name), NOTE.sub("", says)) for name, says in filter(None, rows) if says]
    if shown:
        told += ["", "| | |", "|---|---|"]
    return [*told, *(f"| `{_plain(name)}` | {_plain(says)} |" for name, says in shown), ""]


def _argument(argument: Any) -> str:
    name = argument.metavar or argument.name.upper()
    return name if argument.required else f"[{name}]"


def _plain(text: str | None) -> str:
    return " ".join((text or "").replace("|", "\\|").split())
