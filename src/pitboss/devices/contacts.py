"""The bet sensors of one board: bouncing contacts, and whether the board itself is alive.

Pure: the time comes in as an argument."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import Struct

from pitboss.floor.facts.values import Spot

SETTLED_MS = 60  # a chip sliding over a sensor makes and breaks contact for less than this
DEAD_AFTER_MS = 3000  # a board sends a beat every second


class SettledContact(Struct, frozen=True):
    """A sensor that has been steadily covered, or free, since signal `n`."""

    spot: Spot
    covered: bool
    n: int


class _Contact(Struct):
    covered: bool = False
    since_ms: int = 0
    n: int = 0
    reported: bool = False


@dataclass(slots=True)
class Contacts:
    """What a board's sensors see. `heard_ms` is when it last spoke, or when the server began to
    expect it; `is_told` is true once the board has reported its sensors."""

    heard_ms: int
    is_told: bool = False
    _was_answered: bool = False
    _contacts: dict[Spot, _Contact] = field(default_factory=dict)

    def hear(self, now_ms: int) -> None:
        """Note that the board spoke. A board that was answered before has seen its lights: by now
        it has reported any chip they missed."""
        self.heard_ms = now_ms
        self.is_told = self.is_told or self._was_answered

    def answer(self) -> None:
        """Note that the board was sent its lights."""
        self._was_answered = True

    def change(self, spot: Spot, *, covered: bool, n: int, now_ms: int) -> None:
        """Note that a sensor was covered or freed; the change counts once it settles."""
        self.hear(now_ms)
        contact = self._contacts.setdefault(spot, _Contact())
        if covered != contact.covered:
            contact.covered, contact.since_ms, contact.n = covered, now_ms, n

    def forget(self, n: int, now_ms: int) -> None:
        """Forget everything when the board restarts: its sensors are empty until it reports them
        again. A chip removed meanwhile is nobody's wager. This doesn't wait for contacts to settle;
        a chip in the same message keeps its light."""
        for contact in self._contacts.values():
            contact.covered, contact.since_ms, contact.n = False, now_ms - SETTLED_MS, n
        self.is_told = True
        self.hear(now_ms)

    def take_settled(self, now_ms: int) -> list[SettledContact]:
        """The contacts that settled since the last call."""
        found = []
        for spot, contact in self._contacts.items():
            still = now_ms - contact.since_ms >= SETTLED_MS
            if still and contact.covered != contact.reported:
                contact.reported = contact.covered
                found.append(SettledContact(spot, contact.covered, contact.n))
        return found

    @property
    def lit(self) -> list[Spot]:
        """The spots last settled as covered."""
        return [spot for spot, contact in self._contacts.items() if contact.reported]

    def board(self, now_ms: int) -> str:
        """ok; dead: it is silent; unheard: it hasn't reported its sensors yet."""
        if now_ms - self.heard_ms > DEAD_AFTER_MS:
            return "dead"
        return "ok" if self.is_told else "unheard"
