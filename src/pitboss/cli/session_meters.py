"""The jackpot meters of one terminal session, exact to the millionth of a cent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.money import MICROS_PER_CENT, PPM_WHOLE, Cents, Micros, shown_down
from pitboss.rules.game import Line
from pitboss.rules.meters import Meters
from pitboss.rules.paytable import Level, Share
from pitboss.rules.round import Table


@dataclass(slots=True)
class _Meter:
    level: Level
    micros: Micros
    reserve_micros: Micros

    @property
    def shown(self) -> Cents:
        return shown_down(self.micros)

    @property
    def restart(self) -> Cents:
        return Cents(self.level.seed_cents + shown_down(self.reserve_micros))


class SessionMeters:
    """Meters that start at their seed, grow with each wager and drop with each award."""

    def __init__(self, table: Table) -> None:
        self._slot_of = {wager.name: wager.slot for wager in table.game.wagers}
        self._meters = {
            slot: {
                level.name: _Meter(level, _micros(level.seed_cents), Micros(0))
                for level in paytable.levels
            }
            for slot, paytable in table.paytables.items()
        }

    def list_shown(self) -> Iterator[tuple[str, str, Cents]]:
        """Slot, level and displayed cents of every meter."""
        for slot, meters in self._meters.items():
            for name, meter in meters.items():
                yield slot, name, meter.shown

    def contribute(self, bets: Mapping[str, Cents]) -> None:
        """Add each wager's contribution: cents times parts per million are micros."""
        for wager, cents in bets.items():
            for meter in self._meters[self._slot_of[wager]].values():
                meter.micros = Micros(meter.micros + cents * meter.level.rate_ppm)
                meter.reserve_micros = Micros(
                    meter.reserve_micros + cents * meter.level.reserve_ppm
                )

    def for_round(self) -> Meters:
        """What the meters show for the next round."""
        return Meters(
            {
                slot: {name: meter.shown for name, meter in meters.items()}
                for slot, meters in self._meters.items()
            },
            {
                slot: {name: meter.restart for name, meter in meters.items()}
                for slot, meters in self._meters.items()
            },
        )

    def award(self, lines: Iterable[Line]) -> None:
        """Lower the meters by what a settled round took from them."""
        for line in lines:
            # A bonus on top of a wager's own result is named after the wager.
            wager = line.wager if line.wager in self._slot_of else line.wager.removesuffix("_bonus")
            slot = self._slot_of[wager]
            meter = self._meters.get(slot, {}).get(line.source)
            if meter is None:
                continue
            left = max(0, meter.micros - _micros(line.paid_cents))
            if line.pays == str(Share(PPM_WHOLE, line.source)):
                left += _micros(meter.level.seed_cents) + meter.reserve_micros
                meter.reserve_micros = Micros(0)
            meter.micros = Micros(left)


def _micros(cents: Cents) -> Micros:
    return Micros(cents * MICROS_PER_CENT)
