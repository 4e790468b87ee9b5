"""What a device family needs from the running site, and what it makes of a signal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Struct

from pitboss.devices.signals import HandPressed, Signal
from pitboss.engine import Reply
from pitboss.floor.facts import rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import TableState
from pitboss.live.chores import ASK_AGAIN

BADGE_REFUSED = ("ROLE_TOO_LOW", "BADGE_TWICE", "BADGE_UNKNOWN", "BADGE_REVOKED", "BADGE_ENDED")
SWIPE_HOLDS_MS = 30_000  # between a badge and its button or key


class DeviceHost(Protocol):
    """The running site, as far as devices see it."""

    def now_ms(self) -> int:
        """The wall clock's time, for the record."""

    def steady_ms(self) -> int:
        """Elapsed time, for everything that lasts."""

    async def ask(self, command: Command) -> Reply:
        """Send a command and return its durable answer."""

    async def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        """The first command with an id and its answer; None if the id is new."""

    async def badge_of(self, track: str, device: str) -> str:
        """The owner of the badge a device read, or a refusal."""

    async def role_of(self, badge: str) -> str:
        """Someone's role on this floor; empty if the floor doesn't have the badge."""

    async def table(self, table: str) -> TableState: ...

    def find_lit(self, table: str) -> tuple[Spot, ...]:
        """The wagers that the sensors see now."""


class Press(Struct, frozen=True):
    """A command that a signal leads to; the signal's line adds its id and time."""

    command: type[Any]
    fields: dict[str, Any]
    waiting: str = ""  # the button that a badge was swiped for
    forgets: bool = False  # done, so it no longer needs its badge


@dataclass(slots=True)
class Memory:
    """What a keypad remembers between two signals: a button that waits for a badge, or a badge that
    waits for its key. It forgets after half a minute."""

    waiting: str = ""
    badge: str = ""
    since_ms: int = field(default=0)

    def keep(self, *, now_ms: int, waiting: str = "", badge: str = "") -> None:
        """Remember this, and nothing before it."""
        self.waiting, self.badge, self.since_ms = waiting, badge, now_ms

    def settle(self, press: Press, reply: Reply, *, now_ms: int) -> None:
        """Keep the button waiting for the right badge after a refused one (PS-9), and for the same
        one if the floor couldn't say whether it was accepted."""
        if press.waiting and (reply.code in BADGE_REFUSED or reply.code in ASK_AGAIN):
            self.keep(waiting=press.waiting, now_ms=now_ms)
        elif press.forgets and reply.accepted:
            self.badge = ""

    def take_waiting(self, now_ms: int) -> str:
        """The waiting button; taking it clears it."""
        found = self.waiting if now_ms - self.since_ms <= SWIPE_HOLDS_MS else ""
        self.forget_waiting()
        return found

    def forget_waiting(self) -> None:
        """No button waits any more."""
        self.waiting = ""

    def holder(self, now_ms: int) -> str:
        """The last swiped badge, while it is valid."""
        return self.badge if now_ms - self.since_ms <= SWIPE_HOLDS_MS else ""


class Family(Protocol):
    """One kind of device: what it makes of a signal. A badge's track is already resolved."""

    async def press(
        self, signal: Signal, *, table: str, badge: str, host: DeviceHost, memory: Memory
    ) -> Press | None:
        """The command a signal leads to, if any; a signal that makes no sense here is refused."""


def hand_press(signal: HandPressed) -> Press:
    """A hand button for a spot: every keypad has them (PS-3)."""
    fields = {
        "spot": Spot(signal.seat, signal.sensor),
        "outcome": signal.outcome,
        "sharers": signal.sharers,
    }
    return Press(rounds.PressHand, fields)
