"""Money: whole cents, whole micros (millionths of a cent), whole parts per million.

Every division of money in the project is a function in this file, named for its direction. A
remainder is never lost: it stays where it was (on the meter, with the house).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NewType

from pitboss.refusal import Refusal

Cents = NewType("Cents", int)
Micros = NewType("Micros", int)
Ppm = NewType("Ppm", int)

MICROS_PER_CENT = 1_000_000
PPM_WHOLE = Ppm(1_000_000)
ROUNDING = "rounding"  # the account of what rounding a ledger to the cent leaves
MICROS_MOST = 2**53 - 1  # any JSON reader gets exact numbers up to here
CENTS_MOST = Cents(MICROS_MOST // MICROS_PER_CENT)  # $90 million: more than any meter shows


def times_odds_down(stake: Cents, *, numerator: int, denominator: int) -> Cents:
    """A win at odds, rounded down to the cent: 3 to 2 on $0.05 is $0.07."""
    return Cents(stake * numerator // denominator)


def half_down(amount: Cents) -> Cents:
    """The smaller half of an amount: what a surrendered wager gets back, or the most to insure."""
    return Cents(amount // 2)


def share_down(amount: Cents, share: Ppm) -> Cents:
    """A percentage of an amount, rounded down: of a meter, which keeps the rest, or of winnings for
    the tax office."""
    return Cents(amount * share // PPM_WHOLE)


def shown_down(amount: Micros) -> Cents:
    """What a meter shows: its whole cents; the meter keeps the rest."""
    return Cents(amount // MICROS_PER_CENT)


def wagers_down(amount: Micros, wager: Cents, rate: Ppm) -> int:
    """How many wagers give an amount at a rate; part of a wager counts as none."""
    return amount // (wager * rate)


def need_exact(amount: int, *, where: str) -> None:
    """Refuse micros that some readers of a record wouldn't get exactly."""
    if amount > MICROS_MOST:
        raise Refusal(
            "AMOUNT_TOO_LARGE", "more_than_meter", where=where, amount=amount // MICROS_PER_CENT
        )


def cents_and_micros(amount: Micros) -> tuple[Cents, Micros]:
    """Whole cents, rounded down, and the micros above them: the same amount in two numbers."""
    cents, micros = divmod(amount, MICROS_PER_CENT)
    return Cents(cents), Micros(micros)


def below_cent(amount: int) -> Micros:
    """The micros of an amount above its whole cents."""
    return Micros(amount % MICROS_PER_CENT)


def rounded_balances(balances: Mapping[str, int]) -> dict[str, Cents]:
    """The balances of an account book in whole cents, each rounded down as everywhere in the books;
    what that leaves is in an account of its own, so that they sum to zero to the cent.

    A movement between two times is the difference of the two: so movements add up to the rounded
    balances, and no cent is lost or comes twice."""
    assert not sum(balances.values()), "the books don't sum to zero"
    found = {name: shown_down(Micros(amount)) for name, amount in balances.items()}
    found[ROUNDING] = Cents(-sum(found.values()))
    return {name: cents for name, cents in found.items() if cents}


def covering_up(amount: Micros) -> Cents:
    """The fewest whole cents that cover an amount: the size of a deposit."""
    return Cents(-(-amount // MICROS_PER_CENT))


def percent_down(amount: Cents, percent: int) -> Cents:
    """A whole percentage of an amount, rounded down: the bounds of a wager that follows another."""
    return Cents(amount * percent // 100)


def parts_down(amount: Cents, weights: Sequence[Cents]) -> tuple[Cents, ...]:
    """Split an amount by weights, each part rounded down; the first part with any weight gets the
    odd cents."""
    total = sum(weights)
    if not total:
        return tuple(Cents(0) for _ in weights)
    parts = [amount * weight // total for weight in weights]
    first = next(n for n, weight in enumerate(weights) if weight)
    parts[first] += amount - sum(parts)
    return tuple(Cents(part) for part in parts)


def split_down(amount: Cents, ways: int) -> Cents:
    """The same whole cents for each of `ways`: for winners who share, with odd cents left on the
    meter, or for wagers that follow one another under one ceiling."""
    return Cents(amount // ways)


def nearest_dollars(amount: int) -> str:
    """Whole dollars as a tax form wants them, half a dollar rounded up."""
    return f"${(amount + 50) // 100:,}"


def dollars(amount: int) -> str:
    """Cents as a person reads them: 1234567 is $12,345.67, -5 is -$0.05."""
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount) // 100:,}.{abs(amount) % 100:02d}"


_DOLLARS = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{2}))?\Z", re.ASCII)
_DIGITS_MOST = 12  # of dollars: more than any meter shows


def parse_dollars(text: str) -> Cents:
    """Read cents a person wrote: '$1,000', '12.50'. A third decimal place is refused."""
    match = _DOLLARS.match(text.strip())
    if match is None:
        raise Refusal("AMOUNT_UNREADABLE", "not_amount_such", text=text)
    whole, cents = match[1].replace(",", ""), match[2]
    if len(whole) > _DIGITS_MOST:
        raise Refusal("AMOUNT_TOO_LARGE", "too_large", most=10 ** (_DIGITS_MOST + 2) - 1)
    return Cents(int(whole) * 100 + int(cents or 0))


_PERCENT = re.compile(r"(\d{1,3})(?:\.(\d{1,4}))? ?%\Z", re.ASCII)


def parse_percent(text: str) -> Ppm:
    """Read parts per million a person wrote: '0.5 %'. A fifth decimal place is refused."""
    match = _PERCENT.match(text.strip())
    if match is None:
        raise Refusal("AMOUNT_UNREADABLE", "not_percentage_such", text=text)
    return Ppm(int(match[1] + (match[2] or "").ljust(4, "0")))


def percent_text(rate: Ppm) -> str:
    """Parts per million as a person writes them: 0.5 %."""
    whole, rest = divmod(rate, 10_000)
    decimals = f"{rest:04d}".rstrip("0")
    return f"{whole}.{decimals} %" if decimals else f"{whole} %"


def form_percent_text(rate: Ppm) -> str:
    """Parts per million as tax forms show them: 30.00."""
    whole, rest = divmod(rate, 10_000)
    return f"{whole}.{rest:04d}"[:-2]
