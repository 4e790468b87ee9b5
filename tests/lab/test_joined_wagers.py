"""Two wagers in one round."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

import pitboss
from pitboss.refusal import Refusal

PAIR_PLUS = "three_card_poker/pair_plus/40-30-6-3-1"


def test_a_wager_with_itself_has_its_own_variance() -> None:
    wager = pitboss.look_up(PAIR_PLUS)
    both = pitboss.join(wager, wager)
    assert both.covariance == wager.variance
    assert both.total == comb(52, 3)
    assert both.find_probability("pair", "pair") == Fraction(3744, 22100)
    assert both.find_probability("pair", "flush") == 0


@pytest.mark.parametrize(
    "wager",
    [
        PAIR_PLUS,
        "three_card_poker/pair_plus/40-30-6-4-1",
        "baccarat/dragon_7/1",
        "casino_war/tie/10",
    ],
)
def test_a_wager_correlates_with_itself_by_exactly_one(wager: str) -> None:
    one = pitboss.look_up(wager)
    both = pitboss.JointFigures(one, one, {(line.outcome,) * 2: line.deals for line in one.lines})
    assert both.correlation == 1


def test_two_bets_that_never_win_together_are_told_by_their_chances() -> None:
    """Dragon 7 nets 40 or -1 and Panda 8 25 or -1: the covariance is -41 p x 26 q."""
    dragon, panda = (pitboss.look_up(f"baccarat/{each}/1") for each in ("dragon_7", "panda_8"))
    both = pitboss.join(dragon, panda)
    p, q = (each.lines[0].probability for each in (dragon, panda))
    assert both.covariance == -41 * p * 26 * q
    assert both.find_probability("dragon_7", "panda_8") == 0


def test_a_hand_that_two_bets_look_at_counts_for_both() -> None:
    """A suited king and queen are a suited twenty, 4 x 6 x 6 of the pairs of six decks."""
    match, ladies = (
        pitboss.look_up(f"blackjack/{each}/1", decks=6) for each in ("royal_match", "lucky_ladies")
    )
    both = pitboss.join(match, ladies)
    assert both.find_probability("royal_match", "suited_20") == Fraction(4 * 36, comb(312, 2))


@pytest.mark.proof
def test_a_shoe_is_dealt_to_both_bets_at_once() -> None:
    """A suited king and queen in six decks, 4 x 6 x 6 of C(312, 2); with a third card of their
    suit that isn't an ace or a jack, they make a flush, and with those a straight flush."""
    match, poker = (
        pitboss.look_up(f"blackjack/{each}/1", decks=6)
        for each in ("royal_match", "twenty_one_plus_three")
    )
    both = pitboss.join(match, poker)
    royal = Fraction(4 * 36, comb(312, 2))
    assert both.find_probability("royal_match", "straight_flush") == royal * Fraction(12, 310)
    assert both.find_probability("royal_match", "flush") == royal * Fraction(78 - 2 - 12, 310)
    assert both.find_probability("royal_match", "straight") == royal * Fraction(36, 310)


@pytest.mark.proof
def test_a_base_game_is_played_best_beside_a_bet_on_the_same_cards() -> None:
    """Three Card Poker, played by hand: what a million deals give, within their error."""
    ante, plus = pitboss.look_up("three_card_poker/base/5-4-1"), pitboss.look_up(PAIR_PLUS)
    both = pitboss.join(ante, plus)
    assert both.deals["play, straight, win", "straight"] == 8975484  # of the base game's counts
    random = np.random.default_rng(37)
    cards = random.permuted(np.tile(np.arange(52, dtype=np.int8), (200_000, 1)), axis=1)[:, :6]
    one, two = _play(cards.astype(np.int64))
    products = (one - one.mean()) * (two - two.mean())
    error = products.std() / len(products) ** 0.5
    assert both.covariance is not None
    assert abs(float(both.covariance) - products.mean()) < 4 * error


def _play(cards: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What ante and play, and Pair Plus, net: a rank from sorted cards, on no code of ours."""
    values = []
    for hand in (cards[:, :3], cards[:, 3:]):
        ranks, suits = np.sort(hand // 4, axis=1)[:, ::-1], hand % 4
        high, middle, low = ranks.T
        wheel = (high == 12) & (middle == 1) & (low == 0)
        row = ((high - middle == 1) & (middle - low == 1)) | wheel
        flush = (suits == suits[:, :1]).all(axis=1)
        trips, pair = high == low, (high == middle) | (middle == low)
        kind = np.select([row & flush, trips, row, flush, pair], [5, 4, 3, 2, 1], 0)
        paired = np.where(high == middle, high * 169 + low, low * 169 + high)
        plain = np.where(wheel, 1 * 169, high * 169 + middle * 13 + low)
        values.append((kind, np.where(kind == 1, paired, plain) + kind * 10_000))
    (kind, own), (_, dealer) = values
    played = own >= 10 * 169 + 4 * 13 + 2  # queen, six, four
    result = np.where(dealer < 10 * 169, 1, 2 * np.sign(own - dealer))
    bonus = np.select([kind == 5, kind == 4, kind == 3], [5, 4, 1], 0)
    plus = np.select([kind == each for each in (5, 4, 3, 2, 1)], [40, 30, 6, 3, 1], -1)
    return np.where(played, result + bonus, -1), plus


def test_meters_that_are_unknown_leave_no_covariance() -> None:
    found = pitboss.join(
        pitboss.look_up(PAIR_PLUS), pitboss.look_up("three_card_poker/progressive/500-100-90")
    )
    assert found.covariance is None
    assert found.correlation is None
    assert found.find_probability("mini_royal", "mini_royal_in_spades") == Fraction(1, 22100)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("blackjack/royal_match/1", "baccarat/panda_8/1"),  # two games
        ("blackjack/lucky_ladies/1", "blackjack/match_the_dealer/1"),  # other dealer's cards
        ("crazy4/queens_up/c4p-09", "multi_game/five_card/01"),  # perhaps other cards
        (PAIR_PLUS, "three_card_poker/six_card/100-20-15-10-7"),  # the dealer's cards too
    ],
)
def test_cards_that_cannot_be_counted_together_are_refused(one: str, two: str) -> None:
    with pytest.raises(Refusal, match="WAGERS_NOT_JOINED"):
        pitboss.join(pitboss.look_up(one), pitboss.look_up(two))


def test_other_decks_are_another_round() -> None:
    one, two = (pitboss.look_up("blackjack/royal_match/1", decks=each) for each in (6, 8))
    with pytest.raises(Refusal, match="WAGERS_NOT_JOINED"):
        pitboss.join(one, two)
