"""How many random examples a test looks at."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest

SLOW = frozenset({"zappit/base/standard"})
WHOLE = bool(os.environ.get("PITBOSS_PROOF"))


def third(of: int) -> int:
    """A third of so many in `make test`; all of them in `make proof`."""
    return of if WHOLE else of // 3


def quick_first(ids: Iterable[str]) -> list[object]:
    """Paytables for a test of each; those solved anew for other settings wait for `make proof`."""
    return [pytest.param(each, marks=pytest.mark.proof) if each in SLOW else each for each in ids]
