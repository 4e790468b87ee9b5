"""How a command declares its options and arguments, with their help."""

from __future__ import annotations

from typing import Any

import typer


def option(usage: str, text: str, *, min: int | None = None, max: int | None = None) -> Any:
    """An option such as `-o --output FILE`: its names and its metavar."""
    words = usage.split()
    names = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(names) :]) or None
    return typer.Option(*names, metavar=metavar, help=text, min=min, max=max)


def argument(usage: str, text: str) -> Any:
    """An argument, such as `FILE`."""
    return typer.Argument(metavar=usage, help=text)
