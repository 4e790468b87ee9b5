"""How the line between a property and its hub is, as far as the engine that leads has found, at
either end."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.refusal import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class LineStanding:
    """A property's last question to its hub: to which address, and when the hub answered one
    last. `refused` is why it did not answer, or what was not taken; None: all is well.
    `standing` is what the hub has said of this property last; `closed` are the jackpots that it has
    closed to one that stands open, and `account_short` says that it lacks money for them. What was
    agreed on is in the floor's state: this is only what the line itself is like."""

    address: str = ""
    heard_ms: int = 0
    refused: Told | None = None
    standing: str = ""
    closed: tuple[str, ...] = ()
    account_short: bool = False

    @property
    def code(self) -> str:
        """Why it did not answer, by its name."""
        return self.refused.code if self.refused else ""

    @property
    def reason(self) -> str:
        """Why it did not answer, in the language of whoever reads."""
        return self.refused.reason if self.refused else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownProperty:
    """A house that speaks to a hub, with a certificate that lies there, and that nobody has
    admitted: by which name and key, and when it last spoke."""

    name: str
    key: str
    heard_ms: int


@dataclass(slots=True)
class HubCallers:
    """Who has spoken to a hub since this engine leads: when each property last asked, and by its
    key who asks and is no property."""

    heard_ms: dict[str, int] = field(default_factory=dict)
    not_admitted: dict[str, UnknownProperty] = field(default_factory=dict)
