"""Counts kept with the repository: how they are stored, found and remade.

A solver is a file of `solvers/` with one function `count(report)`. What it returns, integers under
nested names, lies in `counts/` under the solver's name, so that every question about a paytable is
answered without counting, and without numba.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeAlias

from pitboss.maths import solvers

Counts: TypeAlias = "dict[str, int | Counts]"

# A solver calls it now and then with the share of its work that is done, from 0 to 1.
Report: TypeAlias = Callable[[float], None]

# Where counts come from, by a solver's name: the stored ones, or those of a simulation.
CountsOf: TypeAlias = Callable[[str], Counts]


def solver_names() -> tuple[str, ...]:
    """Every solver there is: each file of `solvers/` is one."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(solvers.__path__)))


def recount(name: str, report: Report) -> Counts:
    """Count from scratch. This imports numba; nothing else here does."""
    module = importlib.import_module(f"{solvers.__name__}.{name}")
    counts: Counts = module.count(report)
    return counts


@cache
def stored(name: str) -> Counts:
    """The counts of a solver as the repository keeps them."""
    text = resources.files("pitboss.maths").joinpath("counts", f"{name}.json").read_text("utf-8")
    counts: Counts = json.loads(text)
    return counts


def as_text(counts: Counts) -> str:
    """The one form in which counts are written, so that equal counts are equal files."""
    return json.dumps(counts, indent=1, sort_keys=True) + "\n"


def counts_folder() -> Path:
    """Where a recount writes."""
    return Path(str(resources.files("pitboss.maths").joinpath("counts")))


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


def _integer(value: int | Counts) -> int:
    assert isinstance(value, int)
    return value
