"""The law of awards against transforms in closed form, books that add up, and plays of chance."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import exp, log
from time import process_time

import numpy as np
import pytest

import pitboss
from pitboss.lab.award_law import find_award_law
from pitboss.money import Cents

ROYAL, STRAIGHT_FLUSH = Fraction(1, 649_740), Fraction(1, 72_193)
PLAIN = pitboss.MeterLife(ROYAL, Cents(1_000_000), Fraction(70))


def life(**terms: object) -> pitboss.MeterLife:
    return replace(PLAIN, **terms)  # type: ignore[arg-type]


def test_without_anything_else_the_law_is_that_of_whole_wagers() -> None:
    """Half a wager later: an award is at most so much if it comes within so many wagers, and with
    even odds within the next."""
    for wagers in (7_142, 271_428, 4_271_428):
        exact = 1 - (1 - ROYAL) ** 0.5 * float(1 - ROYAL) ** wagers
        assert PLAIN.law.chance_at_most(1_000_000 + 70 * wagers + 70) == pytest.approx(
            exact, abs=1e-10
        )
    assert PLAIN.law.chance_at_most(999_999) == pytest.approx(0, abs=1e-11)


def test_several_shares_keep_their_average() -> None:
    """(seed + feed / hit) / (1 + the shares' part), as docs/mathematics.md has it."""
    shares = ((Fraction(1, 5000), Fraction(1, 10)), (Fraction(1, 20_000), Fraction(1, 2)))
    found = pitboss.MeterLife(Fraction(1, 10_000), Cents(0), Fraction(50), shares=shares)
    assert found.law.mean_cents == pytest.approx(500_000 / (1 + 0.2 + 0.25), rel=3e-8)


def test_one_share_has_its_transform_to_nine_digits() -> None:
    """That of whole wagers, by geometric waits, in closed form."""
    hit, share = 1e-5, 5e-5
    law = pitboss.MeterLife(
        Fraction(1, 100_000),
        Cents(0),
        Fraction(50),
        shares=((Fraction(1, 20_000), Fraction(1, 4)),),
    ).law
    nodes, weights = np.polynomial.legendre.leggauss(20)
    for tilt in (1e-7, 2e-6):
        found = 1.0
        for times in reversed(range(200)):
            fed = exp(-50 * tilt * 0.75**times)
            found = (hit + share * found) * fed / (1 - (1 - hit - share) * fed)
        total = 0.0
        for panel in range(100):
            cents = (panel + (nodes + 1) / 2) * law.most_cents / 100
            values = [tilt * exp(-tilt * each) * law.chance_at_most(each) for each in cents]
            total += float(weights @ values) * law.most_cents / 200
        assert total + exp(-tilt * law.most_cents) == pytest.approx(found, abs=1e-9)


@pytest.mark.parametrize("reserve", [0, 10])
@pytest.mark.parametrize("maximum", [None, 60_000_000])
def test_all_that_comes_in_is_won_in_the_end(reserve: int, maximum: int | None) -> None:
    """Overflow and reserve only wait: a maximum above the average leaves the average as it is."""
    each = life(reserve_cents=Fraction(reserve), maximum_cents=maximum)
    exact = 1_000_000 + (70 + reserve) * 649_740
    assert each.law.within < 1e-9
    assert each.law.mean_cents == pytest.approx(exact, rel=1e-9)


def test_below_the_average_every_award_is_the_maximum() -> None:
    """Each restart is already there: more comes in than can be won."""
    each = life(maximum_cents=Cents(40_000_000))
    assert each.award_cents_at(0.01) == each.mean_award_cents == 40_000_000


def test_shares_keep_the_average_that_the_analysis_has() -> None:
    wager = pitboss.look_up("caribbean_stud/progressive/250-150-100")
    found = pitboss.find_life(wager)
    average = wager.analysis.levels[0].average_award_cents
    assert average is not None
    assert found.mean_award_cents == pytest.approx(float(average), rel=1e-12)
    assert found.law.mean_cents == pytest.approx(float(average), rel=1e-9)


FALLS = {
    "shares": {"shares": ((STRAIGHT_FLUSH, Fraction(1, 10)),)},
    "fixed awards": {"draws": ((Fraction(1, 4164), Fraction(30_000)),)},
    "both": {
        "shares": ((STRAIGHT_FLUSH, Fraction(1, 10)),),
        "draws": ((Fraction(1, 4164), Fraction(30_000)),),
    },
}


@pytest.mark.parametrize("falls", FALLS)
@pytest.mark.parametrize(("reserve", "within"), [(0, 1e-6), (10, 3e-3)])
def test_overflow_is_won_in_the_end_beside_other_awards(
    falls: str, reserve: int, within: float
) -> None:
    """What comes in is what goes out: (seed + (feed + reserve - fixed awards) / hit) over
    (1 + the shares' part), as without a maximum. The law doesn't know that, and gets there."""
    each = life(reserve_cents=Fraction(reserve), maximum_cents=Cents(60_000_000), **FALLS[falls])
    shared = sum(chance * share for chance, share in each.shares) / ROYAL
    exact = (1_000_000 + (70 + reserve - each.drawn_cents) / ROYAL) / (1 + shared)
    assert each.law.within < within
    assert each.mean_award_cents == pytest.approx(float(exact), rel=max(1e-9, 3 * each.law.within))


def test_shares_alone_under_a_maximum_are_right_to_nine_digits() -> None:
    each = life(maximum_cents=Cents(30_000_000), **FALLS["shares"])
    assert each.law.within < 1e-9
    assert each.mean_award_cents == pytest.approx(24_464_051.759, rel=1e-9)


LIMITS = (700, 1200, 1800)


def chain_of(flow: pitboss.MeterLife) -> list[float]:
    """Every wager of a small level by brute force, in cells of half a wager's feed: the averages of
    awards up to each limit."""
    unit = int(flow.feed_cents) // 2
    most, seed = int(flow.maximum_cents or 0) // unit, flow.seed_cents // unit
    hit = float(flow.hit)
    kept = int(2 * flow.reserve_cents / flow.feed_cents)
    waits = 2 * most
    held = np.zeros((most + 1, waits))  # by what it shows, and by what waits
    held[seed, 0] = 1
    falls = [(float(chance), 1 - float(share), 0.0) for chance, share in flow.shares]
    falls += [(float(chance), 1.0, float(cents) / unit) for chance, cents in flow.draws]
    shown = np.arange(most + 1)
    moves = np.zeros((most + 1, most + 1))
    for chance, left, award in falls:
        after = np.maximum(0, shown * left - award)
        low = after.astype(int)
        moves[low, shown] += chance * (1 - after + low)
        moves[np.minimum(low + 1, most), shown] += chance * (after - low)
    for _ in range(int(20 / hit)):
        fed = np.zeros_like(held)
        fed[2:, kept:] = held[:-2, : waits - kept]
        fed[most, kept + 1 :] += held[most - 1, : waits - kept - 1]
        fed[most, kept + 2 :] += held[most, : waits - kept - 2]
        new = fed * (1 - hit - sum(chance for chance, *_ in falls))
        new += moves @ fed
        awards = hit * fed.sum(axis=1)
        back = hit * fed.sum(axis=0)
        new[seed:most, 0] += back[: most - seed]
        new[most, : waits - most + seed] += back[most - seed :]
        held = np.where(new > 1e-30, new, 0)  # smaller ones are slow
    awards /= awards.sum()
    return [float(awards @ np.minimum(shown * unit, each)) for each in LIMITS]


def test_a_small_chain_by_brute_force_has_the_same_law() -> None:
    """One wager in 21 takes something: the law leaves out the square of that."""
    flow = pitboss.MeterLife(
        Fraction(1, 40),
        Cents(500),
        Fraction(20),
        Fraction(0),
        Cents(1900),
        ((Fraction(1, 100), Fraction(1, 2)),),
        ((Fraction(1, 80), Fraction(150)),),
    )
    for limit, exact in zip(LIMITS, chain_of(flow), strict=True):
        chances = [flow.law.chance_at_most(each + 5) for each in range(0, limit, 10)]
        assert limit - 10 * sum(chances) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize("reserve", [0, 5])
def test_a_billion_wagers_under_a_maximum_agree(reserve: int) -> None:
    """4,000 levels from award to award, with a maximum, a share and a fixed award: averages and
    chances within four standard errors and what a wager adds."""
    level = pitboss.MeterLife(
        Fraction(1, 8000),
        Cents(20_000),
        Fraction(20),
        Fraction(reserve),
        Cents(250_000),
        ((Fraction(1, 6000), Fraction(1, 4)),),
        ((Fraction(1, 3000), Fraction(5_000)),),
    )
    awards = simulate(level, paths=4000, lives=32)
    assert len(awards) > 100_000
    error = 4 * awards.std() / len(awards) ** 0.5
    assert abs(awards.mean() - level.mean_award_cents) < error + 20
    for cents in (30_000, 120_000, 249_000):
        seen = float((awards <= cents).mean())
        off = 4 * (seen * (1 - seen) / len(awards)) ** 0.5
        assert level.law.chance_at_most(cents - 20) - off < seen
        assert seen < level.law.chance_at_most(cents + 20) + off


def simulate(level: pitboss.MeterLife, *, paths: int, lives: int) -> np.ndarray:
    """The awards of many levels, event by event, after as long a time to settle."""
    rng = np.random.default_rng(11)
    chances = [level.hit, *(chance for chance, _ in (*level.shares, *level.draws))]
    each = float(sum(chances))
    picks = [float(chance) / each for chance in chances]
    most, seed = float(level.maximum_cents or 0), float(level.seed_cents)
    meter, waits, clock = np.full(paths, seed), np.zeros(paths), np.zeros(paths)
    begin = lives / float(level.hit)
    found = []
    while clock.min() < 2 * begin:
        wagers = rng.geometric(each, paths)
        clock += wagers
        given = float(level.feed_cents) * wagers
        taken = np.minimum(given, most - meter)
        meter += taken
        waits += given - taken + float(level.reserve_cents) * wagers
        kind = rng.choice(len(chances), paths, p=picks)
        hit = kind == 0
        found.append(meter[hit & (clock > begin) & (clock < 2 * begin)])
        for number, (_, share) in enumerate(level.shares, 1):
            meter -= np.where(kind == number, meter * float(share), 0)
        for number, (_, cents) in enumerate(level.draws, 1 + len(level.shares)):
            meter = np.where(kind == number, np.maximum(0, meter - float(cents)), meter)
        start = seed + waits
        meter = np.where(hit, np.minimum(start, most), meter)
        waits = np.where(hit, np.maximum(0, start - most), waits)
    return np.concatenate(found)


def test_three_levels_take_two_seconds_at_most() -> None:
    """Of the processor, at nine digits."""
    find_award_law.cache_clear()
    began = process_time()
    for seed in (1_000_000, 2_000_000, 3_000_000):
        each = life(seed_cents=Cents(seed), maximum_cents=Cents(60_000_000), **FALLS["shares"])
        assert each.law.within < 1e-9
    assert process_time() - began < 2


def test_awards_fall_as_the_law_says_wager_by_wager() -> None:
    """A short life, every wager of it: chances within four standard errors and a wager's feed."""
    short = pitboss.MeterLife(
        Fraction(1, 400),
        Cents(2000),
        Fraction(30),
        reserve_cents=Fraction(10),
        shares=((Fraction(1, 150), Fraction(1, 4)),),
    )
    rng = np.random.default_rng(3)
    meter, reserve = np.full(400, 2000.0), np.zeros(400)
    awards = []
    for wager in range(6000):
        meter += 30
        reserve += 10
        drawn = rng.random(400)
        full, shared = drawn < 1 / 400, (drawn >= 1 / 400) & (drawn < 1 / 400 + 1 / 150)
        if wager > 2000:
            awards += meter[full].tolist()
        meter = np.where(full, 2000 + reserve, np.where(shared, meter - np.floor(meter / 4), meter))
        reserve[full] = 0
    found = np.array(awards)
    for cents in (3000, 6000, 12_000):
        share = float((found <= cents).mean())
        low, high = short.law.chance_at_most(cents - 30), short.law.chance_at_most(cents + 30)
        error = 4 * (share * (1 - share) / len(found)) ** 0.5
        assert low - error <= share <= high + error


def test_a_week_moves_what_its_closed_form_says() -> None:
    """A level without shares: more than x leaves with exp(-hit x / feed) (1 - exp(-2 hit n)) / 2;
    if nobody hits, what comes in is known."""
    hit, wagers = Fraction(2, 125_333), 20_000
    level = pitboss.MeterLife(hit, Cents(100_000), Fraction(20))
    half, most, _ = pitboss.find_cash_bands([level], wagers, rng_seed=7)
    assert half.most_cents == most.most_cents == 20 * wagers
    seldom = (1 - exp(-2 * float(hit) * wagers)) / 2
    least = 20 / float(hit) * log(0.025 / seldom)
    assert abs(most.least_cents - least) < 2 * most.within_cents
    assert pitboss.find_cash_bands([level], wagers, rng_seed=7) == pitboss.find_cash_bands(
        [level], wagers, rng_seed=7
    )


def test_a_week_under_a_maximum_with_shares_and_reserve_keeps_every_cent() -> None:
    """Two levels that are hit each few hundred wagers: what a week moves lies around nothing."""
    level = pitboss.MeterLife(
        Fraction(1, 300),
        Cents(500),
        Fraction(20),
        Fraction(5),
        Cents(9000),
        ((Fraction(1, 200), Fraction(1, 10)),),
        ((Fraction(1, 20), Fraction(100)),),
    )
    bands = pitboss.find_cash_bands([level, level], 3000, rng_seed=1, weeks=4000)
    for band in bands:
        assert band.least_cents < 0 < band.most_cents
    assert bands[0].least_cents > bands[1].least_cents > bands[2].least_cents


@pytest.mark.proof
def test_more_than_a_billion_wagers_agree() -> None:
    """Three levels, wager by wager: a share and a reserve, a maximum and a reserve, neither."""
    import numba

    levels = (
        pitboss.MeterLife(
            Fraction(1, 50_000),
            Cents(100_000),
            Fraction(20),
            Fraction(5),
            None,
            ((Fraction(1, 10_000), Fraction(1, 10)),),
        ),
        pitboss.MeterLife(
            Fraction(1, 8000), Cents(20_000), Fraction(10), Fraction(2), Cents(150_000)
        ),
        pitboss.MeterLife(Fraction(1, 2000), Cents(5000), Fraction(5)),
    )

    @numba.njit
    def play(  # type: ignore[no-untyped-def]
        wagers, hit, seed, feed, reserve_feed, maximum, shared, share
    ):
        np.random.seed(17)
        awards = np.empty(wagers // 1000)
        meter, reserve, overflow, count = seed, 0.0, 0.0, 0
        for _ in range(wagers):
            kept = min(feed, max(0.0, maximum - meter))
            meter += kept
            overflow += feed - kept
            reserve += reserve_feed
            drawn = np.random.random()
            if drawn < hit:
                awards[count] = np.floor(meter)
                start = meter - awards[count] + seed + reserve + overflow
                count += 1
                meter = min(start, maximum)
                overflow, reserve = start - meter, 0.0
            elif drawn < hit + shared:
                meter -= np.floor(share * np.floor(meter))
        return awards[:count]

    for level in levels:
        (shared, share), *_ = *level.shares, (Fraction(0), Fraction(0))
        maximum = float("inf") if level.maximum_cents is None else float(level.maximum_cents)
        awards = play(
            400_000_000,
            float(level.hit),
            float(level.seed_cents),
            float(level.feed_cents),
            float(level.reserve_cents),
            maximum,
            float(shared),
            float(share),
        )[10:]
        error = 4 * awards.std() / len(awards) ** 0.5
        assert abs(awards.mean() - level.mean_award_cents) < error + 20
        for chance in (0.1, 0.5, 0.9):
            cents = level.law.cents_at(chance)
            if cents < maximum:
                seen = float((awards <= cents).mean())
                exact = level.law.chance_at_most(cents)
                assert abs(seen - exact) < 4 * (chance * (1 - chance) / len(awards)) ** 0.5 + 1e-3
