"""What a device family needs of the site that runs, and what it makes of a signal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from pitboss.devices.signals import HandPressed, Signal
from pitboss.engine import Reply
from pitboss.floor.facts import rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import TableState
from pitboss.live.chores import ASK_AGAIN

BADGE_REFUSED = ("ROLE_TOO_LOW", "BADGE_TWICE", "BADGE_UNKNOWN", "BADGE_REVOKED", "BADGE_ENDED")
SWIPE_HOLDS_MS = 30_000  # between a badge and the button or key it is for


class DeviceHost(Protocol):
    """The running site, as far as devices see it."""

    def now_ms(self) -> int:
        """What the clock on the wall says, for the record."""
        ...

    def steady_ms(self) -> int:
        """What has passed, for everything that lasts."""
        ...

    async def ask(self, command: Command) -> Reply:
        """A durable answer."""
        ...

    async def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        """What was asked under an id, and what it got; nothing where the id is new."""
        ...

    async def badge_of(self, track: str, device: str) -> str:
        """Whose badge a device has read, or a refusal."""
        ...

    async def role_of(self, badge: str) -> str:
        """What somebody is on this floor; nothing for a badge that the floor does not have."""
        ...

    async def table(self, table: str) -> TableState:
        """The table as it stands."""
        ...

    def find_lit(self, table: str) -> tuple[Spot, ...]:
        """The wagers that the sensors see now."""
        ...


@dataclass(frozen=True, slots=True)
class Press:
    """A command that a signal asks for; its id and time come from the signal's line."""

    command: type[Any]
    fields: dict[str, Any]
    waiting: str = ""  # the button that a badge was swiped for
    forgets: bool = False  # done, it needs the badge that was swiped for it no longer


@dataclass(slots=True)
class Memory:
    """What a keypad remembers between two signals: a button that waits for a badge, or a badge that
    waits for its key. It is forgotten after half a minute."""

    waiting: str = ""
    badge: str = ""
    since_ms: int = field(default=0)

    def keep(self, *, now_ms: int, waiting: str = "", badge: str = "") -> None:
        """Remember this, and nothing before it."""
        self.waiting, self.badge, self.since_ms = waiting, badge, now_ms

    def settle(self, press: Press, reply: Reply, *, now_ms: int) -> None:
        """After a refused badge the button still waits for the right one (PS-9); and for the same
        one, where the floor could not say whether it was taken."""
        if press.waiting and (reply.code in BADGE_REFUSED or reply.code in ASK_AGAIN):
            self.keep(waiting=press.waiting, now_ms=now_ms)
        elif press.forgets and reply.accepted:
            self.badge = ""

    def take_waiting(self, now_ms: int) -> str:
        """The button that waits, once."""
        found = self.waiting if now_ms - self.since_ms <= SWIPE_HOLDS_MS else ""
        self.forget_waiting()
        return found

    def forget_waiting(self) -> None:
        """No button waits any more."""
        self.waiting = ""

    def holder(self, now_ms: int) -> str:
        """Whose badge was swiped last, while it holds."""
        return self.badge if now_ms - self.since_ms <= SWIPE_HOLDS_MS else ""


class Family(Protocol):
    """One kind of device: what it makes of a signal. A badge is already known by its track."""

    async def press(
        self, signal: Signal, *, table: str, badge: str, host: DeviceHost, memory: Memory
    ) -> Press | None:
        """The command a signal asks for, if any; what makes no sense here is refused."""
        ...


def hand_press(signal: HandPressed) -> Press:
    """A hand button for a spot: every keypad has them (PS-3)."""
    fields = {
        "spot": Spot(signal.seat, signal.sensor),
        "outcome": signal.outcome,
        "sharers": signal.sharers,
    }
    return Press(rounds.PressHand, fields)
