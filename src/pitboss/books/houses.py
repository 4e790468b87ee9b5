"""What house jackpots took and paid: a house's own money, so no part of the adjustment for
progressives."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pitboss.books.period import Sums


class HouseResult(NamedTuple):
    """One house jackpot in one period, in micros: wagers, and what they cost."""

    bets: int = 0
    wager_micros: int = 0
    posted_micros: int = 0
    tray_micros: int = 0
    envy_micros: int = 0

    @property
    def net_micros(self) -> int:
        """What is left with the house."""
        return self.wager_micros - self.posted_micros - self.tray_micros - self.envy_micros


def house_results(sums: Sums, houses: Collection[str]) -> dict[str, HouseResult]:
    """Each of these jackpots that was played or paid in a period."""
    return {
        jackpot: HouseResult(
            moved.bets,
            moved.wager_micros,
            moved.from_house_micros,
            moved.from_tray_micros,
            moved.envy_micros,
        )
        for (jackpot,), moved in sums.by("jackpot").items()
        if jackpot in houses
    }
