"""Papers with deadlines, as the state keeps them."""

from __future__ import annotations

from msgspec import Struct

from pitboss.money import Cents
from pitboss.refusal import Told


class PaperState(Struct, frozen=True, gc=False):
    """A paper with a deadline: its subject, its status, and who handled it. `due_ms` is 0 where no
    rule names a time, `sent_ms` until the regulator has been notified."""

    paper: str
    paper_kind: str
    status: str  # proposed, open, dismissed, closed
    seq: int
    learned_ms: int
    due_ms: int
    typed: str = ""  # its subject, as someone wrote it
    told: Told | None = None  # or as the system saw it
    cause: str = ""  # why the system proposed it
    table: str = ""
    round: int = 0
    award: str = ""
    jackpot: str = ""
    level: str = ""
    person: str = ""
    cents: Cents = Cents(0)  # how much too high a meter was
    taken_cents: Cents = Cents(0)  # of that, taken off the meter by an adjustment
    about: str = ""
    opened_by: tuple[str, ...] = ()
    taken_by: str = ""
    sent_ms: int = 0
    reference: str = ""
    sent_by: str = ""
    outcome: str = ""
    ended_reason: str = ""
    ended_by: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Its subject, in the reader's language."""
        return self.told.reason if self.told else self.typed

    @property
    def is_open(self) -> bool:
        """Whether someone still has to handle it."""
        return self.status in ("proposed", "open")

    def is_overdue(self, at_ms: int) -> bool:
        """Whether it should have been handled before this time."""
        return self.is_open and not self.sent_ms and 0 < self.due_ms < at_ms

    @property
    def is_late(self) -> bool:
        """Whether the regulator was notified after the deadline."""
        return 0 < self.due_ms < self.sent_ms
