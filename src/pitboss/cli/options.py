"""How a command declares its options and arguments. What each is for is in `options.toml`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from pitboss.compiled_toml import read_toml

EVERY = "every"  # the table of options that mean the same wherever they are
TEXTS = read_toml(Path(__file__).with_name("options.toml"))


def option(
    usage: str, *, of: str = EVERY, min: int | None = None, max: int | None = None, **values: object
) -> Any:
    """An option such as `-o --output FILE`: its names and its metavar. Where commands mean
    something else by it, `of` is the table of its command."""
    words = usage.split()
    names = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(names) :]) or None
    text = TEXTS[of][usage].format(**values)
    return typer.Option(*names, metavar=metavar, help=text, min=min, max=max)


def argument(usage: str, *, of: str = EVERY) -> Any:
    """An argument, such as `FILE`."""
    return typer.Argument(metavar=usage, help=TEXTS[of][usage])
