"""How much cash a day of wagers may take: what the cage pays of their prizes, as a law of chance.

Each prize line comes by itself, rarely, so its number in a day is Poisson's; the total is summed up
on a grid of amounts that round up. Chances are floats, as they are in every law of the lab."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from pitboss.books.play_sums import PlayOffer
from pitboss.money import Cents
from pitboss.reports.hold_law import offered_wager
from pitboss.rules.house_jackpot import Posted
from pitboss.rules.paytable import PLAIN, Fixed, Odds

GRID = 2_000  # steps of the grid that is summed up
SCALE = 1e200  # a sum above this is scaled down
WIDTH = 8  # standard deviations above the mean that the grid reaches


class PrizeLine(NamedTuple):
    """A prize of a wager that the cage pays: its chance, and its amount now."""

    chance: Fraction
    cents: Fraction


class CashNeed(NamedTuple):
    """What the cage pays of some wagers: on average, and an amount that is enough with a chance."""

    mean_cents: Fraction
    enough_cents: Cents


def prize_lines(
    offer: PlayOffer, meters_cents: Mapping[str, Cents], own_paytables: str
) -> tuple[PrizeLine, ...] | None:
    """What the cage pays of a wager on an offer, with the meters as they are; what the tray pays is
    left out. None if nobody knows the chances."""
    wager = offered_wager(offer.plays, offer.terms, own_paytables)
    if wager is None:
        return None
    found = []
    analysis, *_ = wager.analyses
    for case in analysis.cases.cases:
        prize = wager.paytable.columns.get(PLAIN, {}).get(case.outcome)
        cents = Fraction(0)
        if case.share:
            cents = case.share * meters_cents.get(case.level, 0)
        elif isinstance(prize, Posted) or (
            isinstance(prize, Odds | Fixed) and wager.terms.pays_fixed_from(prize.level)
        ):
            cents = case.back * wager.terms.wager_cents
        if cents:
            found.append(PrizeLine(analysis.probability(case), cents))
    return tuple(found)


def find_cash_need(lines: Iterable[tuple[PrizeLine, int]], chance: float) -> CashNeed:
    """What so many wagers on each line need, enough with this chance."""
    rates = [(float(line.chance * wagers), line.cents) for line, wagers in lines if wagers > 0]
    mean = sum(
        (line.chance * wagers * line.cents for line, wagers in lines if wagers > 0), Fraction(0)
    )
    if not mean:
        return CashNeed(Fraction(0), Cents(0))
    spread = sum(rate * float(cents) ** 2 for rate, cents in rates) ** 0.5
    reach = float(mean) + WIDTH * spread + float(max(cents for _, cents in rates))
    step = max(1, int(reach / GRID))
    steps = [(rate, ceil(cents / step)) for rate, cents in rates]
    number = _quantile(_total_law(steps, int(reach / step) + 1), chance)
    return CashNeed(mean, Cents(number * step))


def _total_law(steps: Sequence[tuple[float, int]], size: int) -> list[float]:
    """The chances of each total, up to a factor, by Panjer's recursion."""
    law = [1.0]
    for total in range(1, size):
        value = sum(rate * each * law[total - each] for rate, each in steps if each <= total)
        law.append(value / total)
        if law[-1] > SCALE:
            law = [chance / SCALE for chance in law]
    return law


def _quantile(law: Sequence[float], chance: float) -> int:
    wanted, sum_so_far = chance * sum(law), 0.0
    for number, each in enumerate(law):
        sum_so_far += each
        if sum_so_far >= wanted:
            return number
    return len(law) - 1
