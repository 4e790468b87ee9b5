"""The state of the line between a property and its hub, at either end, as the leading engine knows
it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.refusal import Told


@dataclass(frozen=True, slots=True, kw_only=True)
class LineStanding:
    """A property's last question to its hub: to which address, and when the hub last answered.
    `refused` is why it didn't answer, or what it refused; None: all is well. `standing` is what the
    hub last said of this property; `closed` are the jackpots closed to this property though it is
    open, and `account_short` means the account lacks money for them. The floor's state has what was
    agreed; this is only the line itself."""

    address: str = ""
    heard_ms: int = 0
    refused: Told | None = None
    standing: str = ""
    closed: tuple[str, ...] = ()
    account_short: bool = False

    @property
    def code(self) -> str:
        return self.refused.code if self.refused else ""

    @property
    def reason(self) -> str:
        """Why it didn't answer, in the reader's language."""
        return self.refused.reason if self.refused else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownProperty:
    """A house that contacts a hub with a known certificate but that nobody has admitted: its name
    and key, and when it last spoke."""

    name: str
    key: str
    heard_ms: int


@dataclass(slots=True)
class HubCallers:
    """Who has contacted a hub since this engine leads: when each property last asked, and, by key,
    callers that aren't properties."""

    heard_ms: dict[str, int] = field(default_factory=dict)
    not_admitted: dict[str, UnknownProperty] = field(default_factory=dict)
