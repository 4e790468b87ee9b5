"""What a jackpot's meters would have done under other terms: the same wagers, the same hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.lab.lab_wagers import LabWager
from pitboss.lab.meter_life import need_maximum, need_wagers
from pitboss.money import MICROS_PER_CENT, PPM_WHOLE, Cents, Micros, share_down, shown_down
from pitboss.refusal import Refusal
from pitboss.rules.paytable import PLAIN, Fixed, Level, Odds, Paytable, Share


class PlayedHit(NamedTuple):
    """A hand that won, and how many wagers were made since the hit before."""

    wagers: int
    outcome: str


@dataclass(slots=True)
class LevelReplay:
    """What one level paid and what it cost, in cents; below that, it holds micros."""

    awards_cents: list[Cents]
    seeds_cents: Cents  # what the house put up, the first seed included
    short_cents: Cents  # what the house added because the meter was too low
    meter_micros: int
    reserve_micros: int = 0
    overflow_micros: int = 0

    @property
    def shown_cents(self) -> Cents:
        """What the meter shows in the end."""
        return shown_down(Micros(self.meter_micros))


def replay(
    wager: LabWager,
    hits: Sequence[PlayedHit],
    *,
    wagers_after: int = 0,
    maximums_cents: Mapping[str, Cents] | None = None,
) -> dict[str, LevelReplay]:
    """Play the hits again with this wager's pays, seeds and rates: by level, what would have been.
    Hands that it doesn't pay from a meter change nothing. Each level begins at its seed."""
    paytable, most = wager.paytable, maximums_cents or {}
    _need_known(paytable, hits, most)
    for wagers in (wagers_after, *(hit.wagers for hit in hits)):
        need_wagers(wagers)
    stake = paytable.wager_cents or Cents(100)
    prizes = paytable.columns.get(PLAIN, {})
    found = {
        each.name: LevelReplay([], each.seed_cents, Cents(0), each.seed_cents * MICROS_PER_CENT)
        for each in paytable.levels
    }
    for hit in hits:
        for level in paytable.levels:
            _feed(found[level.name], level, hit.wagers * stake, most.get(level.name))
        prize = prizes.get(hit.outcome)
        if isinstance(prize, Odds | Fixed | Share) and prize.level:
            level = paytable.level(prize.level)
            played, shown = found[level.name], found[level.name].shown_cents
            if isinstance(prize, Share):
                paid = share_down(shown, prize.share_ppm)
            else:
                asked = prize.pays_cents(stake, paytable.wager_cents)
                paid = min(asked, shown)
                played.short_cents = Cents(played.short_cents + asked - paid)
            played.awards_cents.append(paid)
            played.meter_micros -= paid * MICROS_PER_CENT
            if isinstance(prize, Share) and prize.share_ppm == PPM_WHOLE:
                _restart(played, level, most.get(level.name))
    for level in paytable.levels:
        _feed(found[level.name], level, wagers_after * stake, most.get(level.name))
    return found


def _need_known(
    paytable: Paytable, hits: Sequence[PlayedHit], maximums_cents: Mapping[str, Cents]
) -> None:
    """Refuse hands and levels that the wager doesn't have, and a maximum below its seed."""
    for name in {hit.outcome for hit in hits} - {*paytable.outcomes}:
        raise Refusal("OUTCOME_UNKNOWN", "not_one_of", where="hits", found=name,
                      known=paytable.outcomes)  # fmt: skip
    known = tuple(level.name for level in paytable.levels)
    for name, maximum in maximums_cents.items():
        if name not in known:
            raise Refusal("LEVEL_UNKNOWN", "has" if known else "has_none", where="maximums_cents",
                          id=paytable.id, levels=known)  # fmt: skip
        need_maximum(maximum, paytable.level(name).seed_cents)


def _feed(played: LevelReplay, level: Level, coin_in_cents: int, most: Cents | None) -> None:
    """Raise a meter up to its maximum; the rest is overflow. Cents times ppm are micros."""
    given = coin_in_cents * level.rate_ppm
    kept = given
    if most is not None:
        kept = max(0, min(given, most * MICROS_PER_CENT - played.meter_micros))
    played.meter_micros += kept
    played.overflow_micros += given - kept
    played.reserve_micros += coin_in_cents * level.reserve_ppm


def _restart(played: LevelReplay, level: Level, most: Cents | None) -> None:
    """Seed, reserve, overflow and what wasn't paid; above the maximum it is overflow again."""
    start = level.seed_cents * MICROS_PER_CENT
    start += played.meter_micros + played.reserve_micros + played.overflow_micros
    played.meter_micros = start if most is None else min(start, most * MICROS_PER_CENT)
    played.overflow_micros = start - played.meter_micros
    played.reserve_micros = 0
    played.seeds_cents = Cents(played.seeds_cents + level.seed_cents)
