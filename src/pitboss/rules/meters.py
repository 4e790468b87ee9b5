"""What the meters of a table showed when a recorded round was paid.

Used only to settle a record: a percentage award takes its share of the shown cents, in the order
awards are paid, and a full award restarts the level. The floor has the running meters.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.money import PPM_WHOLE, Cents, share_down, split_down
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Paytable, Share


class Meters:
    """Shown cents by slot and level; `restarts` if a full award leaves something other than the
    seed."""

    def __init__(
        self,
        shown: Mapping[str, Mapping[str, Cents]],
        restarts: Mapping[str, Mapping[str, Cents]] | None = None,
    ) -> None:
        self._shown = {slot: dict(levels) for slot, levels in shown.items()}
        self._restarts = restarts or {}

    def to_reading(self) -> dict[str, dict[str, Cents]]:
        """What they show now."""
        return {slot: dict(levels) for slot, levels in self._shown.items()}

    def restore(self, reading: Mapping[str, Mapping[str, Cents]]) -> None:
        """Show again what they showed before a round that was taken back."""
        self._shown = {slot: dict(levels) for slot, levels in reading.items()}

    def take(self, slot: str, prize: Share, paytable: Paytable, *, ways: int = 1) -> Cents:
        """A percentage award of what is shown now; odd cents of a split stay on the meter."""
        shown = self._read(slot, prize.level)
        award = share_down(shown, prize.share_ppm)
        paid = split_down(award, ways) * ways
        if prize.share_ppm == PPM_WHOLE:
            seed = paytable.level(prize.level).seed_cents
            restart = self._restarts.get(slot, {}).get(prize.level, seed)
            self._shown[slot][prize.level] = Cents(restart + shown - paid)
        else:
            self._shown[slot][prize.level] = Cents(shown - paid)
        return award

    def lower(self, slot: str, level: str, cents: Cents) -> None:
        """Pay a fixed amount out of the meter; the house adds what the meter lacks."""
        self._shown[slot][level] = Cents(max(0, self._read(slot, level) - cents))

    def _read(self, slot: str, level: str) -> Cents:
        try:
            return self._shown[slot][level]
        except KeyError:
            raise Refusal("METER_MISSING", where=f"meters.{slot}.{level}") from None
