"""What the books of a dishonest floor remember: rounds, prizes and malfunction notices."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class SeenRound:
    """A round: its dealer, its locked wagers, and what they brought in."""

    table: str
    number: int
    dealer: str
    spots: frozenset[tuple[int, int]]
    jackpots: tuple[str, ...]
    brought_micros: int
    is_over: bool = False
    is_void: bool = False


@dataclass(slots=True)
class SeenPrize:
    """A prize: the winning wager, who made it, and what happened to it."""

    name: str
    meter_cents: int
    house_cents: int
    made_by: frozenset[str]
    wager: tuple[str, int, int, str]  # table, round, seat, jackpot
    outcome: str = ""
    won_ms: int = 0
    restarts: bool = False
    is_by_hand: bool = False
    is_moved: bool = False  # it has come off its meter
    status: str = "owed"  # owed, paid, backed out, canceled, forfeited, handed over
    payer: str = ""
    paid: tuple[int, ...] = ()

    @property
    def owed_cents(self) -> int:
        """What the cage pays."""
        return self.meter_cents + self.house_cents

    @property
    def taken_cents(self) -> int:
        """What came off a meter for it."""
        return self.meter_cents if self.is_moved else 0

    @property
    def held_cents(self) -> int:
        """What is owed and no longer on a meter."""
        return self.taken_cents + self.house_cents

    @property
    def stands(self) -> bool:
        """Whether nobody has undone it."""
        return self.status not in ("backed out", "canceled")


@dataclass(slots=True)
class SeenNotice:
    """A malfunction notice: who filed it, the meter, its excess, and its reading."""

    place: tuple[str, str]  # jackpot, level
    cents: int
    writer: str
    shown_cents: int
    is_used: bool = False
