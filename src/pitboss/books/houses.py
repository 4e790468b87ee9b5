"""What house jackpots took in and paid. It is the house's own money, so it isn't part of the
adjustment for progressives."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pitboss.books.period import Sums


class HouseResult(NamedTuple):
    """One house jackpot in one period, in micros: its wagers and its costs."""

    bets: int = 0
    wager_micros: int = 0
    posted_micros: int = 0
    tray_micros: int = 0
    envy_micros: int = 0

    @property
    def net_micros(self) -> int:
        """What the house keeps."""
        return self.wager_micros - self.posted_micros - self.tray_micros - self.envy_micros


def house_results(sums: Sums, houses: Collection[str]) -> dict[str, HouseResult]:
    """Every house jackpot that was played or paid in a period."""
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
