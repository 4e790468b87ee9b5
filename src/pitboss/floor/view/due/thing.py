"""One thing that is due."""

from __future__ import annotations

from msgspec import Struct

from pitboss.refusal import Told


class DueThing(Struct, frozen=True, kw_only=True, gc=False):
    """Something someone must do: `what` names its words, `about` the item, `due_ms` the deadline
    (0: no rule), `address` the page to do it. `by_system` means nobody typed what it is about,
    `stops_play` that no round starts until it is done."""

    what: str
    about: str | Told
    due_ms: int
    address: str
    by_system: bool = False
    stops_play: bool = False
    jackpot: str = ""  # its title goes before what it is about

    @property
    def urgency(self) -> tuple[bool, int, str]:
        """The sort key of the list: things without a deadline come last."""
        return self.due_ms == 0, self.due_ms, self.address

    def is_overdue(self, at_ms: int) -> bool:
        """Whether its time is up."""
        return 0 < self.due_ms < at_ms
