"""The chance of running dry, against a walk in whole units and plays of chance."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pitboss.maths.level_flow import LevelFlow
from pitboss.maths.running_dry import bound_of_running_dry, chance_of_running_dry
from pitboss.money import Cents

SMALL = LevelFlow(
    hit=Fraction(1, 50),
    seed_cents=Cents(5),
    feed_cents=Fraction(1),
    maximum_cents=Cents(20),
    draws=((Fraction(1, 5), Fraction(3)), (Fraction(1, 30), Fraction(7))),
)
FOURS = LevelFlow(  # Crazy 4's fixed awards off a meter that gets 40 %
    hit=Fraction(1, 54_145),
    seed_cents=Cents(100_000),
    feed_cents=Fraction(40),
    draws=(
        (Fraction(12, 54_145), Fraction(30_000)),
        (Fraction(37, 46_410), Fraction(10_000)),
        (Fraction(94, 4165), Fraction(900)),
    ),
)


@pytest.mark.parametrize("wagers", [1, 5, 30, 100])
def test_a_walk_on_whole_units_is_exact(wagers: int) -> None:
    """Every path by hand, in fractions."""
    chances, dry = {5: Fraction(1)}, Fraction(0)
    others = 1 - SMALL.hit - sum(chance for chance, _ in SMALL.draws)
    for _ in range(wagers):
        after: dict[int, Fraction] = defaultdict(Fraction)
        for meter, chance in chances.items():
            fed = min(20, meter + 1)
            after[5] += chance * SMALL.hit
            after[fed] += chance * others
            for drawn, cents in SMALL.draws:
                if fed < cents:
                    dry += chance * drawn
                else:
                    after[fed - int(cents)] += chance * drawn
        chances = after
    found = chance_of_running_dry(SMALL, wagers, cells=41).chance
    assert found == pytest.approx(float(dry), abs=1e-12)
    assert bound_of_running_dry(replace(SMALL, maximum_cents=None), wagers) >= found


def play(flow: LevelFlow, wagers: int, paths: int) -> float:
    """How many of so many meters run dry: from award to award, by chance."""
    rng = np.random.default_rng(11)
    chances = np.array([float(flow.hit), *(float(chance) for chance, _ in flow.draws)])
    awards = np.array([0.0, *(float(cents) for _, cents in flow.draws)])
    meter, left = np.full(paths, float(flow.seed_cents)), np.full(paths, wagers)
    on = np.arange(paths)
    dry = 0
    while on.size:
        wait = rng.geometric(chances.sum(), on.size)
        left[on] -= wait
        on, wait = on[left[on] >= 0], wait[left[on] >= 0]
        meter[on] += float(flow.feed_cents) * wait
        which = rng.choice(len(awards), on.size, p=chances / chances.sum())
        meter[on] = np.where(which == 0, float(flow.seed_cents), meter[on] - awards[which])
        dry += int((meter[on] < 0).sum())
        on = on[meter[on] >= 0]
    return dry / paths


def test_a_play_of_chance_runs_dry_as_often() -> None:
    found = chance_of_running_dry(FOURS, 30_000, cells=200)
    seen = play(FOURS, 30_000, 2000)
    error = 4 * (seen * (1 - seen) / 2000) ** 0.5
    assert abs(found.chance - seen) < error + found.within
    assert found.within < 0.1 * found.chance
    assert found.chance < bound_of_running_dry(FOURS, 30_000)


@pytest.mark.proof
def test_a_year_of_play_runs_dry_as_often() -> None:
    found = chance_of_running_dry(FOURS, 500_000)
    seen = play(FOURS, 500_000, 40_000)
    error = 4 * (seen * (1 - seen) / 40_000) ** 0.5
    assert abs(found.chance - seen) < error + found.within


def test_without_fixed_awards_nothing_runs_dry() -> None:
    plain = LevelFlow(Fraction(1, 100), Cents(500), Fraction(10))
    assert chance_of_running_dry(plain, 1000) == (0.0, 0.0)
    assert bound_of_running_dry(plain, 1000) < 1e-9
