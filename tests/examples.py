"""How many random examples a test looks at."""

from __future__ import annotations

import os
from collections.abc import Sequence

WHOLE = bool(os.environ.get("PITBOSS_PROOF"))


def third(of: int) -> int:
    """A third of so many in `make test`; all of them in `make proof`."""
    return of if WHOLE else of // 3


def tenth(of: Sequence[str]) -> Sequence[str]:
    """Every tenth in `make test`; all of them in `make proof`."""
    return of if WHOLE else of[::10]
