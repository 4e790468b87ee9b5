"""What the server takes over HTTP, as its OpenAPI document says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from pitboss.web.shell.server import api_description

COMMANDS = "/api/commands/"


def command_lines() -> list[str]:
    """Every command, and who may ask for it."""
    rows = [
        f"| `{path.removeprefix(COMMANDS)}` | {_plain(told.get('summary', ''))} | {_who(told)} |"
        for path, _, told in _operations()
        if path.startswith(COMMANDS)
    ]
    return ["| command | does | who may ask |", "|---|---|---|", *sorted(rows)]


def other_lines() -> list[str]:
    """Every other address."""
    rows = [
        f"| `{method.upper()} {path}` | {_plain(told.get('description', ''))} |"
        for path, method, told in _operations()
        if not path.startswith(COMMANDS)
    ]
    return ["| address | does |", "|---|---|", *rows]


def _operations() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path, methods in _document()["paths"].items():
        for method, told in methods.items():
            yield path, method, told


@cache
def _document() -> Mapping[str, Any]:
    return api_description()


def _who(told: Mapping[str, Any]) -> str:
    """Roles and places, without the words that stand before them."""
    said = _plain(told.get("description", ""))
    return said.replace("**Who:** ", "").replace("**Where:** ", "")


def _plain(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())
