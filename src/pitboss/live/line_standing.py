"""How the line between a property and its hub is, as far as the engine that leads has found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LineStanding:
    """A property's last question to its hub: to which address, and when the hub answered one
    last. `code` and `reason` are why it did not answer, or what was not taken; empty: all is well.
    `standing` is what the hub has said of this property last. What was agreed on is in the floor's
    state: this is only what the line itself is like."""

    address: str = ""
    heard_ms: int = 0
    code: str = ""
    reason: str = ""
    standing: str = ""
