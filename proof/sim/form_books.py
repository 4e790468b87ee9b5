"""Forms for envy, as the auditor believes them to be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EnvyFormBook:
    """A form for envy alone: whose it is, its tax, what the house covered, the winnings on it, and
    the person's other seats."""

    person: str = ""
    tax_cents: int = 0
    borne_cents: int = 0
    reported_cents: int = 0
    seats: frozenset[int] = frozenset()
    state_cents: int = 0  # its part
