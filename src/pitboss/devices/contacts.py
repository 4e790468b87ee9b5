"""The bet sensors of one board: contacts that bounce, and whether the board behind them lives.

Pure: the time comes in the arguments."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.floor.facts.values import Spot

SETTLED_MS = 60  # a chip that slides over a sensor makes and breaks for less than this
DEAD_AFTER_MS = 3000  # a board sends a beat every second


@dataclass(frozen=True, slots=True)
class SettledContact:
    """A sensor that has stood still as covered, or free, since signal `n`."""

    spot: Spot
    covered: bool
    n: int


@dataclass(slots=True)
class _Contact:
    covered: bool = False
    since_ms: int = 0
    n: int = 0
    reported: bool = False


@dataclass(slots=True)
class Contacts:
    """What the sensors of a board see."""

    heard_ms: int | None = None
    _contacts: dict[Spot, _Contact] = field(default_factory=dict)

    def hear(self, now_ms: int) -> None:
        """The board has said something."""
        self.heard_ms = now_ms

    def change(self, spot: Spot, *, covered: bool, n: int, now_ms: int) -> None:
        """A sensor was covered, or is free; it counts once it has stood still."""
        self.hear(now_ms)
        contact = self._contacts.setdefault(spot, _Contact())
        if covered != contact.covered:
            contact.covered, contact.since_ms, contact.n = covered, now_ms, n

    def forget(self, n: int, now_ms: int) -> None:
        """The board has started anew: nothing lies on any sensor until it says so again. A chip
        that was taken away meanwhile is nobody's wager."""
        for spot in self._contacts:
            self.change(spot, covered=False, n=n, now_ms=now_ms)
        self.hear(now_ms)

    def settled(self, now_ms: int) -> list[SettledContact]:
        """What has come to a standstill since this was asked last."""
        found = []
        for spot, contact in self._contacts.items():
            still = now_ms - contact.since_ms >= SETTLED_MS
            if still and contact.covered != contact.reported:
                contact.reported = contact.covered
                found.append(SettledContact(spot, contact.covered, contact.n))
        return found

    @property
    def lit(self) -> list[Spot]:
        """The spots that were last settled as covered."""
        return [spot for spot, contact in self._contacts.items() if contact.reported]

    def board(self, now_ms: int) -> str:
        """none: no sensor board was ever heard; ok; dead: it has fallen silent."""
        if self.heard_ms is None:
            return "none"
        return "ok" if now_ms - self.heard_ms <= DEAD_AFTER_MS else "dead"
