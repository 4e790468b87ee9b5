"""How many random examples a test looks at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

import pytest

WHOLE = bool(os.environ.get("PITBOSS_PROOF"))
FEW = ("casino_war", "crazy4")  # games that are played in `make test`


def third(of: int) -> int:
    """A third of so many in `make test`; all of them in `make proof`."""
    return of if WHOLE else of // 3


def quick(of: Iterable[object], is_quick: Callable[[object], bool]) -> list[object]:
    """Cases of a parametrized test: the quick ones in `make test`, all of them in `make proof`."""
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=() if is_quick(each) else pytest.mark.proof,
        )
        for each in of
    ]


def of_few_games(of: Iterable[object]) -> list[object]:
    """The same for wagers by their ids: kernels of a game are compiled for many seconds."""
    return quick(of, lambda each: str(each[0] if isinstance(each, tuple) else each).startswith(FEW))


def every_fifth(of: Sequence[str]) -> list[object]:
    """The same for every fifth."""
    return quick(of, lambda each: each in of[::5])
