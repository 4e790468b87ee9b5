"""Every text that a command prints is there, and nothing else is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pitboss.words.language import ENGLISH, file_texts

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"


def names_in(code: str) -> Iterator[str]:
    """The names of texts that a piece of code asks for, the ones it chooses from too."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Call(func=ast.Name(id="command_text"), args=[name]):
                for part in ast.walk(name):
                    if isinstance(part, ast.Constant) and "." in str(part.value):
                        yield str(part.value)


def test_the_texts_that_commands_ask_for_are_the_ones_there_are() -> None:
    asked = {name for file in SOURCE.rglob("*.py") for name in names_in(file.read_text("utf-8"))}
    tables = file_texts(ENGLISH, "printed")["printed"]
    assert asked == {f"{table}.{key}" for table, texts in tables.items() for key in texts}
