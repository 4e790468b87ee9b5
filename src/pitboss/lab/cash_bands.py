"""How much a week moves in a jackpot's bank account: simulated weeks, event by event.

What the account must hold is meters, reserves and overflow. Wagers and seeds add to it, awards take
from it. The weeks begin where a long time of play has left the meters; a week jumps from award to
award, with the books' own rules for restarts, maximum and overflow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.maths.level_flow import LevelFlow
from pitboss.money import Cents
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    import numpy as np

    Paths: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

CERTAINTIES = (0.5, 0.95, 0.99)
LIVES_BEFORE = 8  # of each meter, before the week


@dataclass(frozen=True, slots=True)
class CashBand:
    """What the account moves in a week with this certainty, from the least to the most. Each end
    is right to `within_cents`, as two standard errors of the simulation."""

    certainty: float
    least_cents: Cents
    most_cents: Cents
    within_cents: Cents


def find_cash_bands(
    lives: Sequence[LevelFlow], wagers_a_week: int, *, rng_seed: int = 1, weeks: int = 20_000
) -> tuple[CashBand, ...]:
    """The bands at 50, 95 and 99 % for all levels together. The same seed gives the same bands.
    This needs numpy."""
    try:
        import numpy as np
    except ImportError:
        raise Refusal("NUMBA_MISSING", where="numpy") from None
    rng = np.random.default_rng(rng_seed)
    moved = np.zeros(weeks)
    for flow in lives:
        level = _Level(flow, weeks, rng)
        level.play(int(LIVES_BEFORE / flow.hit))
        held = level.held
        level.play(wagers_a_week)
        moved += level.held - held
    moved.sort()
    found = []
    for certainty in CERTAINTIES:
        ends, within = [], 0.0
        for share in ((1 - certainty) / 2, (1 + certainty) / 2):
            off = 2 * sqrt(share * (1 - share) / weeks)
            low, middle, high = np.quantile(moved, np.clip([share - off, share, share + off], 0, 1))
            ends.append(Cents(round(middle)))
            within = max(within, middle - low, high - middle)
        found.append(CashBand(certainty, ends[0], ends[1], Cents(round(within))))
    return tuple(found)


class _Level:
    """One level on many paths at once, in cents."""

    def __init__(self, flow: LevelFlow, paths: int, rng: np.random.Generator) -> None:
        import numpy as np

        self._flow, self._rng = flow, rng
        self._meter = np.full(paths, float(flow.seed_cents))
        self._reserve, self._overflow = np.zeros(paths), np.zeros(paths)
        self._most = np.inf if flow.maximum_cents is None else float(flow.maximum_cents)

    @property
    def held(self) -> Paths:
        """Everything the level holds."""
        return self._meter + self._reserve + self._overflow

    def play(self, wagers: int) -> None:
        """So many wagers on every path, from one percentage award to the next."""
        import numpy as np

        taken = [(float(self._flow.hit), 1.0)]
        taken += [(float(chance), float(share)) for chance, share in self._flow.shares]
        chances = np.array([chance for chance, _ in taken])
        shares = np.array([share for _, share in taken])
        each = float(chances.sum())
        left = np.full(len(self._meter), wagers)
        while (on := np.flatnonzero(left > 0)).size:
            wait = self._rng.geometric(each, on.size)
            won = wait <= left[on]
            self._feed(on, np.minimum(wait, left[on]), 1 - each)
            left[on] -= np.minimum(wait, left[on])
            at = on[won]
            which = shares[self._rng.choice(len(shares), at.size, p=chances / each)]
            self._meter[at] -= np.floor(np.floor(self._meter[at]) * which)
            self._restart(at[which == 1])

    def _feed(self, on: Any, wagers: Any, others: float) -> None:
        """Wagers and their fixed awards; the house pays what the meter lacks."""
        import numpy as np

        given = float(self._flow.feed_cents) * wagers
        kept = np.minimum(given, np.maximum(0, self._most - self._meter[on]))
        self._overflow[on] += given - kept
        self._reserve[on] += float(self._flow.reserve_cents) * wagers
        meter = self._meter[on] + kept
        for chance, cents in self._flow.draws:
            meter -= self._rng.binomial(wagers, float(chance) / others) * float(cents)
        self._meter[on] = np.maximum(0, meter)

    def _restart(self, at: Any) -> None:
        import numpy as np

        start = self._meter[at] + float(self._flow.seed_cents)
        start += self._reserve[at] + self._overflow[at]
        self._meter[at] = np.minimum(start, self._most)
        self._overflow[at] = start - self._meter[at]
        self._reserve[at] = 0
