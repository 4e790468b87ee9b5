"""Red Card: what its counts say about the bet."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths.cases import Cases, single
from pitboss.maths.counting import Counts, tally
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable


def options(slot: str) -> tuple[Option, ...]:
    """The answer depends on nothing."""
    return ()


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The bet is put down once and paid by its outcome."""
    return single(paytable, tally(counts, paytable.slot))
