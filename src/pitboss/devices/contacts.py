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
    """What the sensors of a board see. `heard_ms` is when it spoke last, or was awaited first; it
    `is_told` once the board has said what lies there."""

    heard_ms: int
    is_told: bool = False
    _was_answered: bool = False
    _contacts: dict[Spot, _Contact] = field(default_factory=dict)

    def hear(self, now_ms: int) -> None:
        """The board has said something. One that was answered before has seen which lights shine:
        a chip that they lacked it has named by now."""
        self.heard_ms = now_ms
        self.is_told = self.is_told or self._was_answered

    def answer(self) -> None:
        """The board is told which lights shine."""
        self._was_answered = True

    def change(self, spot: Spot, *, covered: bool, n: int, now_ms: int) -> None:
        """A sensor was covered, or is free; it counts once it has stood still."""
        self.hear(now_ms)
        contact = self._contacts.setdefault(spot, _Contact())
        if covered != contact.covered:
            contact.covered, contact.since_ms, contact.n = covered, now_ms, n

    def forget(self, n: int, now_ms: int) -> None:
        """The board has started anew: nothing lies on any sensor until it says so again. A chip
        that was taken away meanwhile is nobody's wager. This does not wait for a contact to
        settle; a chip that the same message sees again keeps its light."""
        for contact in self._contacts.values():
            contact.covered, contact.since_ms, contact.n = False, now_ms - SETTLED_MS, n
        self.is_told = True
        self.hear(now_ms)

    def take_settled(self, now_ms: int) -> list[SettledContact]:
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
        """ok; dead: it is silent; unheard: it has yet to say what lies there."""
        if now_ms - self.heard_ms > DEAD_AFTER_MS:
            return "dead"
        return "ok" if self.is_told else "unheard"
