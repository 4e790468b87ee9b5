"""Pai gow poker: published figures, slow twins of parts of the count, and dealt rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest

from games.dealt import RNG_SEED, shoe_deals
from pitboss.games.pai_gow.disjoint_pairs import flush_pairs, gather, rank_pairs, share_ranks
from pitboss.games.pai_gow.measures import Measures
from pitboss.games.pai_gow.odds import BOTH, HIGHS, LOWS
from pitboss.games.pai_gow.rules import SetHand, every_way, fortune_outcome, set_house_way
from pitboss.games.pai_gow.solve import rows, values
from pitboss.maths import parts
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.maths.kernels.chance import Session
from pitboss.refusal import Refusal
from pitboss.rules.cards import NINE, Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import Five

PAYTABLES = Paytables()
HANDS = comb(53, 7)
PAIRS = HANDS * comb(46, 7)
STORED: Any = read_stored("pai_gow")


def results(strategy: str) -> Counter[str]:
    total: Counter[str] = Counter()
    for lows in STORED["base"][strategy].values():
        for found in lows.values():
            total.update(found)
    return total


def dealers(*names: str) -> Fraction:
    """How often the dealer has one of these hands."""
    return Fraction(
        sum(
            sum(found.values())
            for high, lows in STORED["base"]["house_way"].items()
            for low, found in lows.items()
            if high in names or low in names
        ),
        PAIRS,
    )


def test_every_two_hands_are_counted_once() -> None:
    assert PAIRS == 8_250_459_031_214_400
    assert sum(results("house_way").values()) == PAIRS
    assert sum(results("looking").values()) == 4_000_000


def test_fortune_is_as_published() -> None:
    """The Wizard of Odds' combinations; a straight with three of a kind is three of a kind."""
    published = {
        "seven_card_straight_flush": 32, "royal_match": 72, "seven_card_straight_flush_joker": 196,
        "five_aces": 1_128, "royal_flush": 26_020, "straight_flush": 184_644,
        "four_of_a_kind": 307_472, "full_house": 4_188_528, "flush": 6_172_088,
    }  # fmt: skip
    fortune = STORED["fortune"]
    assert {name: fortune[name] for name in published} == published
    assert fortune["three_of_a_kind"] + fortune[BOTH] == 7_672_500
    assert fortune["straight"] == 11_034_204
    assert sum(fortune.values()) == HANDS
    edge = analyze(PAYTABLES.get("pai_gow/fortune/2"), {"players": "1"}).house_edge
    assert edge == Fraction(11_970_096, HANDS)


def test_the_house_way_wins_as_often_as_published() -> None:
    """28.61 % won, 41.48 % pushed and 29.91 % lost, of the Trump Plaza's way against itself."""
    found = results("house_way")
    shares = {name: round(100 * ways / PAIRS, 2) for name, ways in found.items()}
    assert shares == {"win": 28.61, "push": 41.48, "loss": 29.91}
    assert float(dealers("nine_high_low")) == pytest.approx(0.025007, abs=1e-5)
    assert 1 - 51 * float(dealers("queen_high")) == pytest.approx(0.10, abs=5e-3)


@pytest.mark.proof
def test_the_dealers_lowest_hands_are_as_published() -> None:
    """Of the Trump Plaza's way: 3-2, 4-2, 4-3 and 5-3; 5-2 and others are up to a few hundred hands
    off, where its words leave a straight flush open."""
    _, codes, weights = Measures().true()
    lows = np.zeros(128, np.int64)
    np.add.at(lows, codes % 128, weights)
    assert lows[[0, 1, 2, 4]].tolist() == [221_460, 203_436, 188_708, 170_756]
    assert abs(lows[3] - 183_192) == 36
    assert lows.sum() == HANDS


def test_envy_is_worth_nearly_a_percent_a_player() -> None:
    alone, two = (
        analyze(PAYTABLES.get("pai_gow/fortune/2"), {"players": players}).house_edge
        for players in ("1", "2")
    )
    assert alone is not None
    assert two is not None
    worth = 32 * 5000 + 72 * 1000 + 196 * 500 + 1128 * 250 + 26020 * 50 + 184644 * 20 + 307472 * 5
    assert alone - two == Fraction(worth, 5 * HANDS)


def setting_of(way: SetHand) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return way.high, way.low


def kind_of(dealer: SetHand) -> tuple[str, str]:
    high = 0 if dealer.pai_gow is None else dealer.pai_gow - NINE + 1
    return HIGHS[high], LOWS[dealer.low[:2] == (Five.HIGH_CARD, NINE)]


@pytest.mark.proof
def test_dealt_rounds_end_as_the_rules_say() -> None:
    rounds = 300
    base: Counter[tuple[str, ...]] = Counter()
    fortune: Counter[str] = Counter()
    for places in shoe_deals(RNG_SEED, rounds, cards=53, size=14, deck=53):
        cards = [Card(place) for place in places]
        own, dealer = cards[:7], set_house_way(cards[7:])
        for strategy, ways in (
            ("house_way", [set_house_way(own)]),
            ("looking", [way for way in every_way(own) if not way.is_foul]),
        ):
            won = max((way.high > dealer.high) + (way.low > dealer.low) for way in ways)
            base[strategy, *kind_of(dealer), ("loss", "push", "win")[won]] += 1
        outcome = fortune_outcome(own, three_first=False)
        is_both = outcome != fortune_outcome(own, three_first=True)
        fortune[BOTH if is_both else outcome] += 1
    session = Session(rounds, RNG_SEED, lambda _: None)
    played: Any = parts.simulate_part("pai_gow").simulate({}, "base", session)
    seen = {
        (strategy, high, low, result): hits
        for strategy, highs in played["base"].items()
        for high, lows in highs.items()
        for low, found in lows.items()
        for result, hits in found.items()
        if hits
    }
    assert seen == dict(base)
    assert {name: hits for name, hits in played["fortune"].items() if hits} == dict(fortune)


def compared(one: int, other: int, *, loses: int) -> bool:
    """Whether a setting is above another in both hands, or in neither."""
    (high, low), (his, lower) = divmod(one, 128), divmod(other, 128)
    return (high <= his and low <= lower) if loses else (high > his and low > lower)


@pytest.mark.proof
def test_hands_by_ranks_beside_all_pairs_one_by_one() -> None:
    held = ((4, 3), (3, 4), (4, 2, 1), (1, 4, 2), (0, 3, 3, 1), (3, 0, 3, 1), (2, 4, 0, 1))
    hands = np.zeros((len(held), 14), np.int64)
    for place, counts in enumerate(held):
        hands[place, : len(counts)] = counts
    cards = [_hands_of(counts) for counts in held]
    places = np.arange(len(held))
    codes = np.array([4 << 7 | 2, 1 << 7 | 5, 4 << 7 | 5, 2 << 7 | 2, 0, 5 << 7 | 1, 3 << 7 | 3])
    every = gather(places, codes, np.ones(len(held), np.int64), len(held))
    true = gather(places, codes, np.array([len(each) for each in cards]), len(held))
    for loses in (0, 1):
        slow = sum(
            not set(one) & set(other)
            for a in places
            for b in places
            if compared(int(codes[a]), int(codes[b]), loses=loses)
            for one in cards[a]
            for other in cards[b]
        )
        shared = share_ranks(hands)
        assert rank_pairs(hands, *shared, true, every, 0, loses).sum() == slow
        assert rank_pairs(hands, *shared, every, true, 1, loses).sum() == slow


@pytest.mark.proof
def test_flush_hands_beside_all_pairs_one_by_one() -> None:
    """Five hands, each in all suit names; two are of one type, whose settings count against it."""
    texts = (
        "2c 3c 4c 5c 7c 9d Td", "2c 3c 4c 5c 8c 9d Th", "2c 3c 4c 6c 7c 9d 9h",
        "Jk 8c 9c Tc Jc 2d 3h", "8c 9c Tc Jc Qc Kc Ac",
    )  # fmt: skip
    hands = [parse_cards(text) for text in texts]
    packed = np.array(
        [sum(1 << (52 if c == 52 else 13 * (c % 4) + c // 4) for c in hand) for hand in hands]
    )
    types = np.array([0, 0, 1, 2, 3])
    codes = np.array([3 << 7 | 1, 1 << 7 | 4, 2 << 7 | 2, 5 << 7 | 3, 1 << 7])
    owners, weights = np.array([0, 0, 1, 2, 3]), np.array([1, -1, 1, 2, -1])
    side = gather(owners, codes, weights, 4)
    every = [
        (type_, {tuple(sorted(_renamed(hand, names))) for names in permutations(range(4))})
        for type_, hand in zip(types, hands, strict=True)
    ]
    for loses in (0, 1):
        slow = 0
        for a, ours in every:
            for b, theirs in every:
                pairs = sum(not set(one) & set(other) for one in ours for other in theirs)
                slow += pairs * sum(
                    int(weights[x] * weights[y])
                    for x in np.flatnonzero(owners == a)
                    for y in np.flatnonzero(owners == b)
                    if compared(int(codes[x]), int(codes[y]), loses=loses)
                )
        found = flush_pairs(packed, types, side, lambda _share: None)
        assert found[loses].sum() == slow


def _renamed(hand: Sequence[Card], names: Sequence[int]) -> list[int]:
    return [card if card == 52 else card // 4 * 4 + names[card % 4] for card in hand]


def _hands_of(counts: Sequence[int]) -> list[tuple[int, ...]]:
    hands: list[tuple[int, ...]] = [()]
    for rank, count in enumerate(counts):
        hands = [
            (*hand, *(4 * rank + suit for suit in suits))
            for hand in hands
            for suits in combinations(range(4), count)
        ]
    return hands


@pytest.mark.proof
def test_values_count_every_dealers_hand() -> None:
    """With four aces and three kings set as pairs, nearly every dealer's hand loses to it."""
    cards = parse_cards("As Ah Ac Ad Ks Kh Kd")
    found = values(cards, PAYTABLES.get("pai_gow/base/queen-high"), {})
    best = max(found.values())
    assert {name for name in found if found[name] == best} >= {"Ks-Kh", "Ks-Kd", "Kh-Kd"}
    ways = {way.name for way in every_way(cards) if not way.is_foul}
    assert found.keys() == ways | {"house_way", "foul"}
    for wrong in ("As Ah", "As As Ac Ad Ks Kh Kd"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(wrong), PAYTABLES.get("pai_gow/base/queen-high"), {})


def test_face_up_a_way_wins_pushes_or_loses() -> None:
    cards = parse_cards("Qs Qh Td 7c 5s 4h 2s Kd Kc 9h 7h 5c 3d 2c")
    found = values(cards, PAYTABLES.get("pai_gow/base/ace-high-face-up"), {})
    assert found["Td-7c"] == 0
    assert found["7c-5s"] == -1
    assert set(found.values()) == {0, -1}


def test_rows_hold_the_house_way_of_every_rank() -> None:
    table = list(rows({}, lambda _share: None))
    assert len(table) == 1 + 67_600
    assert ("AAAAKK2", "pair of kings", "never") in table
