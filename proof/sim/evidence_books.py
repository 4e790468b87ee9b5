"""What the auditor knows about evidence: how much a display was too high, and how much of each
level no meter shows."""

from __future__ import annotations

from dataclasses import dataclass, field

LIABILITY = "closing_liability"


@dataclass(slots=True)
class NoticeBook:
    """A malfunction notice: which meter was too high by how much, who filed it, and what came off
    for it."""

    cents: int
    place: tuple[str, str]
    reporter: str
    taken_cents: int = 0

    @property
    def left_cents(self) -> int:
        """What may still come off."""
        return self.cents - self.taken_cents


@dataclass(slots=True)
class EvidenceBooks:
    """Notices by their paper, copies of each report, and what the last closing liability says about
    each level."""

    notices: dict[str, NoticeBook] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    unshown_cents: dict[tuple[str, str], int] = field(default_factory=dict)

    @property
    def liability(self) -> str:
        """The last kept copy, as cited; empty before the first."""
        copy = self.copies.get(LIABILITY, 0)
        return f"{LIABILITY} {copy}" if copy else ""
