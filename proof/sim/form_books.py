"""Forms for envy as the auditor believes them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EnvyFormBook:
    """A form for envy alone: whose, the tax had of it, what of that the house bore, what it says
    was won, and the other seats of the same person."""

    person: str = ""
    tax_cents: int = 0
    borne_cents: int = 0
    reported_cents: int = 0
    seats: frozenset[int] = frozenset()
    state_cents: int = 0  # of the tax
