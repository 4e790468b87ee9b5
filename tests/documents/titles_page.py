"""Which of the titles that the approval letters name can be played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "titles.toml"
STATES = ("whole", "in part", "missing")


@cache
def rows() -> tuple[Mapping[str, Any], ...]:
    """The titles in the order of the letters."""
    return tuple(tomllib.loads(FILE.read_text("utf-8"))["title"])


def state(row: Mapping[str, Any]) -> str:
    """Whether a title can be played whole, in part or not at all."""
    if "searched" not in row:
        return "whole"
    return "in part" if row.get("plays") else "missing"


def count_lines() -> Iterator[str]:
    """How many titles there are of each state."""
    states = [state(row) for row in rows()]
    yield "| state | titles |"
    yield "|---|---|"
    yield from (f"| {name} | {states.count(name)} |" for name in STATES)


def title_lines() -> Iterator[str]:
    """One row for each title."""
    yield "| | title | state | played as | what is missing, and where it was searched |"
    yield "|---|---|---|---|---|"
    for number, row in enumerate(rows(), 1):
        played = ", ".join(f"`{each}`" for each in row.get("plays", ()))
        yield f"| {number} | {row['name']} | {state(row)} | {played} | {row.get('searched', '')} |"
