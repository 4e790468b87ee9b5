"""What house jackpots took and paid from one close of a day to the next: a house's own money, so no
part of the adjustment for progressives (WAC 230-15-671)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from pitboss.floor.facts.awards import AwardBackedOut, AwardsRecorded
from pitboss.floor.facts.jackpots import JackpotOpened
from pitboss.floor.facts.rounds import RoundEnded, RoundStarted, RoundVoided
from pitboss.floor.facts.values import Award, Taking
from pitboss.floor.meter import micros

AWARDS_MOST = 20_000  # that may still be backed out


@dataclass(slots=True)
class HouseResult:
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


class HouseResults:
    """Follows the events of house jackpots; `now` is the period that is open."""

    def __init__(self) -> None:
        self._houses: set[str] = set()
        self._awards: OrderedDict[str, Award] = OrderedDict()
        self.now: dict[str, HouseResult] = {}

    def fold(self, event: Any) -> None:
        """Count one event."""
        match event:
            case JackpotOpened(terms=terms) if terms.kind == "house" and not terms.training:
                self._houses.add(event.jackpot)
            case RoundStarted():
                self._take(event.takings, sign=1)
            case RoundVoided():
                self._take(event.takings, sign=-1)
            case AwardsRecorded():
                for award in event.awards:
                    self._pay(award, sign=1)
            case AwardBackedOut() if event.award in self._awards:
                self._pay(self._awards.pop(event.award), sign=-1)
            case RoundEnded():
                for envy in event.envy:
                    if envy.jackpot in self._houses:
                        self._of(envy.jackpot).envy_micros += micros(envy.cents)

    def close(self) -> None:
        """The period ends; the next begins with nothing."""
        self.now = {}

    def _take(self, takings: tuple[Taking, ...], *, sign: int) -> None:
        for taking in takings:
            if taking.jackpot in self._houses:
                result = self._of(taking.jackpot)
                result.bets += sign * taking.bets
                result.wager_micros += sign * taking.wager_micros

    def _pay(self, award: Award, *, sign: int) -> None:
        if award.jackpot not in self._houses:
            return
        result = self._of(award.jackpot)
        result.posted_micros += sign * micros(award.house_cents)
        result.tray_micros += sign * (micros(award.tray_cents) + micros(award.stake_cents))
        if sign > 0:
            self._awards[award.award] = award
            if len(self._awards) > AWARDS_MOST:
                self._awards.popitem(last=False)

    def _of(self, jackpot: str) -> HouseResult:
        return self.now.setdefault(jackpot, HouseResult())
