"""What can go wrong, how often, and a journal on faulty storage.

The rng seed also draws the rates: one run has many crashes and no lost message, another the other
way around, so that rare combinations come up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields

from pitboss.journal import Last, Row
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.refusal import Refusal

AMOUNTS = ("none", "some", "many")
# Out of a thousand chances: at most this many, by how much should go wrong.
_RATE_MOST = {"some": 20, "many": 120}


class PowerCut(Exception):  # noqa: N818 - it is what happens to the engine, not its error
    """The engine's machine is off; anything not durable is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRates:
    """How often each thing goes wrong, in a thousand chances."""

    cut_before_append: int = 0
    cut_in_append: int = 0
    cut_after_append: int = 0
    cut_after_jackpot: int = 0
    cut_in_snapshot: int = 0
    append_answer_lost: int = 0
    storage_full: int = 0
    storage_gone: int = 0
    command_lost: int = 0
    command_repeated: int = 0
    command_late: int = 0
    answer_lost: int = 0
    id_reused: int = 0
    unreadable: int = 0
    restart: int = 0


def draw_faults(chance: random.Random, amount: str) -> FaultRates:
    """Draw the rates of one run."""
    if amount == "none":
        return FaultRates()
    most = _RATE_MOST[amount]
    drawn = {
        field.name: chance.randint(1, most) if chance.randrange(10) < 7 else 0
        for field in fields(FaultRates)
    }
    return FaultRates(**drawn)


class Weather:
    """The storage's luck. `calm` ends all faults."""

    def __init__(self, chance: random.Random, faults: FaultRates) -> None:
        self._chance = chance
        self.faults = faults
        self.full_ticks = 0
        self.gone_ticks = 0

    def strikes(self, rate: int) -> bool:
        """Whether something with this many chances in a thousand happens now."""
        return rate > 0 and self._chance.randrange(1000) < rate

    def pass_tick(self) -> None:
        """Full or lost storage may be back, or the other way around."""
        self.full_ticks = max(0, self.full_ticks - 1)
        self.gone_ticks = max(0, self.gone_ticks - 1)
        if self.strikes(self.faults.storage_full):
            self.full_ticks = self._chance.randint(1, 12)
        if self.strikes(self.faults.storage_gone):
            self.gone_ticks = self._chance.randint(1, 12)

    def calm(self) -> None:
        """Stop all faults."""
        self.faults = FaultRates()
        self.full_ticks = self.gone_ticks = 0


class FaultyJournal(MemoryJournal):
    """An in-memory journal in bad weather. A batch is written whole or not at all, as in a
    transaction."""

    def __init__(self, store: MemoryStore, weather: Weather, *, read_only: bool = False) -> None:
        super().__init__(store, read_only=read_only)
        self._weather = weather

    def append(self, rows: Sequence[Row], *, after: Last) -> None:
        """Write all rows or none; the engine may not live to hear of it."""
        weather, faults = self._weather, self._weather.faults
        if weather.strikes(faults.cut_before_append):
            raise PowerCut("before the append")
        self._refuse_if_full()
        if weather.strikes(faults.cut_in_append):
            raise PowerCut("in the append: the transaction is rolled back")
        super().append(rows, after=after)
        if weather.strikes(faults.cut_after_append):
            raise PowerCut("after the append, before anybody was answered")
        if weather.strikes(faults.append_answer_lost):
            raise Refusal("JOURNAL_UNSURE", "answer_storage_lost")

    def save_snapshot(self, *, seq: int, text: str) -> None:
        """Keep the state after a row, or lose the power before or after that."""
        self._refuse_if_full()
        if self._weather.strikes(self._weather.faults.cut_in_snapshot):
            raise PowerCut("before the snapshot")
        super().save_snapshot(seq=seq, text=text)
        if self._weather.strikes(self._weather.faults.cut_in_snapshot):
            raise PowerCut("after the snapshot")

    def _refuse_if_full(self) -> None:
        if self._weather.full_ticks:
            raise Refusal("JOURNAL_UNAVAILABLE", "storage_full")
