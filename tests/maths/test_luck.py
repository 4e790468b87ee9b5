"""Luck's tails, beside sums of fractions and beyond where fractions are quick."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from math import comb

from pitboss.maths.luck import chance_of_hits, chance_of_share

CLOSE = Fraction(1, 10**12)


def is_close(found: Decimal, exact: Fraction) -> bool:
    return abs(Fraction(found) - exact) <= CLOSE * exact


def test_every_tail_is_right_to_twelve_digits() -> None:
    chance = random.Random(38)
    for _ in range(150):
        wagers, hits = chance.randrange(1, 300), chance.randrange(0, 40)
        odds = Fraction(chance.randrange(0, 60), chance.randrange(60, 5_000))
        exact = sum(
            comb(wagers, j) * odds**j * (1 - odds) ** (wagers - j) for j in range(hits, wagers + 1)
        )
        assert is_close(chance_of_hits(hits, wagers=wagers, chance=odds), Fraction(exact))
        whole = chance.randrange(1, 300)
        own, picked = chance.randrange(whole + 1), chance.randrange(whole + 1)
        found = chance.randrange(picked + 2)
        ways = sum(comb(own, j) * comb(whole - own, picked - j) for j in range(found, picked + 1))
        exact = Fraction(ways, comb(whole, picked))
        assert is_close(chance_of_share(found, picked=picked, own=own, whole=whole), exact)


def test_a_chance_far_below_floats_keeps_its_digits() -> None:
    assert (
        chance_of_hits(400, wagers=400, chance=Fraction(1, 10)).normalize()
        == (chance_of_hits(1, wagers=1, chance=Fraction(1, 10)) ** 400).normalize()
    )
    exact = Fraction(1, comb(3_000_000, 200))
    assert is_close(chance_of_share(200, picked=200, own=200, whole=3_000_000), exact)
