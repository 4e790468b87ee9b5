"""One thing that is due."""

from __future__ import annotations

from msgspec import Struct

from pitboss.refusal import Told


class DueThing(Struct, frozen=True, kw_only=True, gc=False):
    """Something that somebody must do: `what` names its words, `about` says of which one, `due_ms`
    by when (0: no rule says), `address` is the page where it is done. `by_system` says that nobody
    has typed what it is about, `stops_play` that no round starts until it is done."""

    what: str
    about: str | Told
    due_ms: int
    address: str
    by_system: bool = False
    stops_play: bool = False
    jackpot: str = ""  # whose title stands before what it is about

    @property
    def urgency(self) -> tuple[bool, int, str]:
        """What a list of them is sorted by: what has no time of its own comes last."""
        return self.due_ms == 0, self.due_ms, self.address

    def is_overdue(self, at_ms: int) -> bool:
        """Whether its time is up."""
        return 0 < self.due_ms < at_ms
