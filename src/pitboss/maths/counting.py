"""Counts kept with the repository: how they are stored, found and remade.

A game's counts are in its folder as `counts.json`: whole numbers under nested names, which answer
every question about a paytable without counting, and without numba. The `count(report)` of its
`solve.py` makes the same from scratch.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias

from pitboss.refusal import Refusal
from pitboss.rules import catalog

Counts: TypeAlias = "dict[str, int | Counts]"

# Where a game's counts come from: the stored ones, or a simulation's.
CountsOf: TypeAlias = Callable[[str], Counts]


def counts_path(source: str) -> Path:
    """Where the counts of a game, or of a bet as GAME/bets/BET, are stored."""
    name, _, beside = source.partition("/bets/")
    bets = catalog.game(name).bets if beside else ()
    folder = next((bet.folder for bet in bets if bet.name == beside), catalog.game_folder(name))
    return folder / "counts.json"


def read_stored(source: str) -> Counts:
    """The stored counts of a game or a bet."""
    return _read(source, counts_path(source))


@cache
def _read(source: str, path: Path) -> Counts:
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise Refusal("COUNTS_MISSING", "games_no_counts", where=source, game=source) from None
    counts: Counts = json.loads(text)
    return counts


def as_text(counts: Counts) -> str:
    """The one form for writing counts, so that equal counts are equal files: sorted keys, a tally
    on one line."""
    return _written(counts, "") + "\n"


def _written(counts: Counts, indent: str) -> str:
    if not any(isinstance(value, dict) for value in counts.values()):
        return json.dumps(counts, sort_keys=True)
    inner = [
        f"{indent} {json.dumps(name)}: "
        + (_written(value, f"{indent} ") if isinstance(value, dict) else json.dumps(value))
        for name, value in sorted(counts.items())
    ]
    return "{\n" + ",\n".join(inner) + f"\n{indent}}}"


def branch(counts: Counts, *path: str) -> Counts:
    """The counts below a path of names."""
    for name in path:
        inner = counts[name]
        assert isinstance(inner, dict), f"{name} is a number"
        counts = inner
    return counts


def tally(counts: Counts, *path: str) -> dict[str, int]:
    """The integers below a path of names."""
    return {name: _integer(value) for name, value in branch(counts, *path).items()}


def leaves(counts: Counts, *path: str) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every nonzero number, with its path of names."""
    for name, value in counts.items():
        if isinstance(value, dict):
            yield from leaves(value, *path, name)
        elif value:
            yield (*path, name), value


def of_strategy(counts: Counts, strategy: str) -> Counts:
    """The base game by the best play, or by a rule of thumb."""
    path = ("base",) if strategy == "best" else ("strategies", strategy)
    return branch(counts, *path)


def _integer(value: int | Counts) -> int:
    assert isinstance(value, int)
    return value
