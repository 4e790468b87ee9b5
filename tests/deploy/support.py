"""What the tests of the delivered forms share: the repository's root, and what `pitboss` takes."""

from __future__ import annotations

from pathlib import Path

import typer

from pitboss.cli.app import GROUPS, command_line

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def unknown_words(command: str, words: list[str]) -> list[str]:
    """The options among these words that this command of `pitboss` does not take."""
    group = next(name for name, commands in GROUPS.items() if command in commands)
    line = typer.main.get_command(command_line([group]))
    known = line.commands[command].params  # type: ignore[attr-defined]
    options = {option for each in known for option in each.opts}
    return [word for word in words if word.startswith("-") and word not in options]
