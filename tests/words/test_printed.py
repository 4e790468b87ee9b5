"""Every text that a command prints is there, and nothing else is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from pitboss.words.language import ENGLISH, texts

COMMANDS = Path(__file__).parents[2] / "src" / "pitboss" / "cli"


def said(*files: str) -> set[str]:
    """The name of each text that commands print, or of those in some files."""
    tables = texts(ENGLISH, *files)["commands"]
    return {f"{table}.{key}" for table, its in tables.items() for key in its}


def named_in(tree: ast.AST) -> Iterator[str]:
    """What may be the name of a text, or how one begins."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str() as name) if "." in name.strip("."):
                yield name
            case ast.JoinedStr(values=[ast.Constant(value=str() as start), *_]) if "." in start:
                yield start


def asked_in(tree: ast.AST) -> Iterator[str]:
    """The names that a command asks for where it prints."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="command_text"), args=[name]):
                yield from named_in(name)


TREES = [ast.parse(file.read_text("utf-8")) for file in sorted(COMMANDS.rglob("*.py"))]


def test_every_text_that_a_command_asks_for_is_there() -> None:
    names, asked = said(), {name for tree in TREES for name in asked_in(tree)}
    assert [name for name in asked if not any(each.startswith(name) for each in names)] == []


def test_every_text_is_printed_by_a_command() -> None:
    known = tuple({name for tree in TREES for name in named_in(tree)})
    assert [name for name in said("printed") if not name.startswith(known)] == []
