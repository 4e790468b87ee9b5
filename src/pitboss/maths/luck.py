"""How often luck alone does at least this: exact tails of two laws, to 12 digits and more.

The first term is right to 20 digits, by Stirling's series; the others follow from it by ratios of
whole numbers, added as floats. Every term is positive, so nothing cancels, however small the
chance."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import factorial

DIGITS = 34
NEGLIGIBLE = 1e-20  # of the sum so far
ONE = Decimal(1)
_EXACT = Context(prec=DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)
# Stirling's series: Bernoulli's numbers over 2j(2j - 1). From LEAST on it is right to 30 digits.
STIRLING = (
    (1, 12), (-1, 360), (1, 1260), (-1, 1680), (1, 1188), (-691, 360360), (1, 156), (-3617, 122400),
)  # fmt: skip
LEAST = 64
TAU = Decimal("6.28318530717958647692528676655900576839433879875021")


def chance_of_hits(hits: int, *, wagers: int, chance: Fraction) -> Decimal:
    """How often so many wagers of one chance hit at least so many times, each on its own."""
    if hits <= 0:
        return ONE
    if hits > wagers or not chance:
        return Decimal(0)
    if chance == 1:
        return ONE
    top, rest = chance.numerator, chance.denominator - chance.numerator
    is_upper = hits > wagers * chance
    begin = hits if is_upper else hits - 1
    first = _EXACT.multiply(
        _ways(wagers, begin),
        _EXACT.multiply(_power(chance, begin), _power(1 - chance, wagers - begin)),
    )
    if is_upper:
        ups = ((wagers - j) * top / ((j + 1) * rest) for j in range(begin, wagers))
        return _sum(first, ups)
    downs = (j * rest / ((wagers - j + 1) * top) for j in range(begin, 0, -1))
    return _EXACT.subtract(ONE, _sum(first, downs))


def chance_of_share(found: int, *, picked: int, own: int, whole: int) -> Decimal:
    """How often at least `found` of `picked` things are among the `own` of a `whole`, if every pick
    is as likely as every other."""
    most = min(own, picked)
    if found <= max(0, picked - (whole - own)):
        return ONE
    if found > most:
        return Decimal(0)
    others = whole - own - picked
    is_upper = found * whole > own * picked
    begin = found if is_upper else found - 1
    ways = _EXACT.multiply(_ways(own, begin), _ways(whole - own, picked - begin))
    first = _EXACT.divide(ways, _ways(whole, picked))
    if is_upper:
        ups = ((own - j) * (picked - j) / ((j + 1) * (others + j + 1)) for j in range(begin, most))
        return _sum(first, ups)
    downs = (
        j * (others + j) / ((own - j + 1) * (picked - j + 1))
        for j in range(begin, max(0, -others), -1)
    )
    return _EXACT.subtract(ONE, _sum(first, downs))


def _ways(of: int, chosen: int) -> Decimal:
    """How many ways there are to choose."""
    logs = _EXACT.subtract(_log_factorial(of), _log_factorial(chosen))
    return _EXACT.exp(_EXACT.subtract(logs, _log_factorial(of - chosen)))


@lru_cache(maxsize=4096)
def _log_factorial(number: int) -> Decimal:
    if number < LEAST:
        return _EXACT.ln(Decimal(factorial(number)))
    whole = Decimal(number)
    found = _EXACT.multiply(whole + Decimal("0.5"), _EXACT.ln(whole))
    found = _EXACT.add(_EXACT.subtract(found, whole), _EXACT.divide(_EXACT.ln(TAU), Decimal(2)))
    for place, (top, bottom) in enumerate(STIRLING):
        power = bottom * number ** (2 * place + 1)
        found = _EXACT.add(found, _EXACT.divide(Decimal(top), Decimal(power)))
    return found


def _power(base: Fraction, times: int) -> Decimal:
    value = _EXACT.divide(Decimal(base.numerator), Decimal(base.denominator))
    return _EXACT.power(value, Decimal(times))


def _sum(first: Decimal, ratios: Iterator[float]) -> Decimal:
    """A first term, and all that follow by their ratios, which fall."""
    term = total = 1.0
    for ratio in ratios:
        term *= ratio
        total += term
        if term < NEGLIGIBLE * total:
            break
    return _EXACT.multiply(first, Decimal(total))
