"""How many random examples a test looks at."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

WHOLE = bool(os.environ.get("PITBOSS_PROOF"))


def third(of: int) -> int:
    """A third of so many in `make test`; all of them in `make proof`."""
    return of if WHOLE else of // 3


def tenth(of: Iterable[object]) -> list[object]:
    """Every tenth in `make test`, all of them in `make proof`: cases of a parametrized test."""
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=pytest.mark.proof if at % 10 else (),
        )
        for at, each in enumerate(of)
    ]
