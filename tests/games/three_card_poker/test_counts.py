"""Three Card Poker: the counts beside published figures, dealt rounds, and a slow twin that shares
no code with them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.three_card_poker.rules import PLAYABLE, QUEEN_HIGH, progressive
from pitboss.games.three_card_poker.solve import LOWEST, count, rows, solve, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import Strength, best_five, three_cards
from pitboss.rules.shared_prizes import five_card_outcome, three_card_outcome

PAYTABLES = Paytables()
USUAL = PAYTABLES.get("three_card_poker/base/5-4-1")
DEALS = comb(52, 3) * comb(49, 3)
BONUS_KINDS = {3: "straight", 4: "three_of_a_kind", 5: "straight_flush"}


def twin_strength(cards: tuple[int, ...]) -> int:
    """A number that orders hands: two digits for the kind, then for each rank from 2 to 14."""
    held = Counter(card // 4 + 2 for card in cards)
    ranks = sorted(held.elements(), key=lambda rank: (held[rank], rank), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    if sorted(ranks) == [2, 3, 14]:
        ranks = [3, 2, 1]
    straight = ranks[0] - 2 == ranks[1] - 1 == ranks[2]
    without_pair = 5 if straight and flush else 3 if straight else 2 if flush else 0
    kind = {1: 4, 2: 1, 3: without_pair}[len(held)]
    return int("".join(f"{number:02d}" for number in (kind, *ranks)))


HANDS = tuple(combinations(range(52), 3))
QUEEN_HIGH_TWIN, QUEEN_SIX_FOUR_TWIN = 12_00_00, 12_06_04


@cache
def twin_hands() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The strength of every hand, and a bit for each of its cards."""
    bits = [sum(1 << card for card in cards) for cards in HANDS]
    return np.array([twin_strength(cards) for cards in HANDS]), np.array(bits)


def twin_results(own: tuple[int, ...]) -> dict[str, int]:
    """How every hand of the dealer ends against three cards of the player."""
    strengths, bits = twin_hands()
    his, mine = strengths[bits & sum(1 << card for card in own) == 0], twin_strength(own)
    qualified = his >= QUEEN_HIGH_TWIN
    return {
        "unqualified": int((~qualified).sum()),
        "win": int((qualified & (his < mine)).sum()),
        "tie": int((qualified & (his == mine)).sum()),
        "loss": int((qualified & (his > mine)).sum()),
    }


def twin_worth(results: dict[str, int]) -> int:
    """Without the bonus: it begins at a straight, where a play is worth far more than a fold."""
    return results["unqualified"] + 2 * results["win"] - 2 * results["loss"]


def suits_renamed(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The same hand with suits numbered as they come: equal ones end alike."""
    suits = list(dict.fromkeys(card % 4 for card in cards))
    return tuple(card // 4 * 4 + suits.index(card % 4) for card in cards)


def test_the_slow_twin_counts_the_same_results_and_finds_the_same_best_play() -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for own, alike in Counter(map(suits_renamed, HANDS)).items():
        results = twin_results(own)
        assert sum(results.values()) == 18_424
        action = "play" if twin_worth(results) > -18_424 else "fold"
        assert (action == "play") == (twin_strength(own) >= QUEEN_SIX_FOUR_TWIN), own
        kind = BONUS_KINDS.get(twin_strength(own) // 1_000_000, "below_straight")
        for result, deals_of in results.items():
            seen[action, kind, result] += alike * deals_of
    assert sum(seen.values()) == DEALS
    assert_same(read_stored("three_card_poker")["base"], +seen)


def test_the_whole_count_is_as_stored() -> None:
    shares: list[float] = []
    assert count(shares.append) == read_stored("three_card_poker")
    assert shares[-1] == 1


def test_known_numbers_of_hands() -> None:
    counts: Any = read_stored("three_card_poker")
    assert counts["pair_plus"] == {
        "nothing": 16_440, "pair": 3_744, "flush": 1_096, "straight": 720,
        "three_of_a_kind": 52, "straight_flush": 44, "mini_royal": 4,
    }  # fmt: skip
    assert counts["six_card"] == {
        "nothing": 18_876_456, "three_of_a_kind": 732_160, "straight": 361_620, "flush": 205_792,
        "full_house": 165_984, "four_of_a_kind": 14_664, "straight_flush": 1_656,
        "royal_flush": 188,
    }  # fmt: skip
    assert sum(counts["six_card"].values()) == comb(52, 6)


def test_the_progressive_is_counted_like_its_rule_classes_every_hand() -> None:
    seen = Counter(progressive(cards) for cards in combinations(DECK, 3))
    assert read_stored("three_card_poker")["progressive"] == dict(seen)


def test_the_meter_at_which_a_guide_calls_the_progressive_even() -> None:
    """3cardpokerstrategy.org: $11,520, and $175 less for each other player, for the envy."""
    paytable = PAYTABLES.get("three_card_poker/progressive/500-100-90")
    for players, dollars in (("1", 11_520), ("2", 11_345), ("6", 10_645)):
        assert analyze(paytable, {"players": players}).break_even_cents == 100 * dollars


def test_no_rule_of_thumb_folds_what_the_progressive_pays() -> None:
    counts: Any = read_stored("three_card_poker")
    for played in (counts["base"], *counts["strategies"].values()):
        for kind in ("three_of_a_kind", "straight_flush"):
            assert sum(played["fold"][kind].values()) == 0


@pytest.mark.parametrize(
    ("paytable", "strategy", "edge", "percent"),
    [
        ("base/5-4-1", "best", "686689/20358520", "3.37"),
        ("base/5-4-1", "play_queen_high", "70219/2035852", "3.45"),
        ("base/5-4-1", "play_everything", "1947749/25448150", "7.65"),
        ("base/5-3-1", "best", "3672957/101792600", "3.61"),
        ("base/4-3-1", "best", "778809/20358520", "3.83"),
        ("pair_plus/40-30-6-4-1", "", "128/5525", "2.32"),
        ("pair_plus/40-30-6-3-1", "", "402/5525", "7.28"),
        ("six_card/100-20-15-10-7", "", "12816/149695", "8.56"),
        ("six_card/50-25-15-10-5", "", "55546/363545", "15.28"),
        ("six_card/50-25-20-10-5", "", "15306/149695", "10.22"),  # a source prints 10.23 %
    ],
)
def test_house_edges(paytable: str, strategy: str, edge: str, percent: str) -> None:
    options = {"strategy": strategy} if strategy else {}
    found = analyze(PAYTABLES.get(f"three_card_poker/{paytable}"), options).house_edge
    assert found == Fraction(edge)
    assert f"{100 * float(found):.2f}" == percent


def test_the_best_play_is_queen_six_four_or_better() -> None:
    hands = solve()
    assert hands.played.tolist() == (hands.strengths >= LOWEST["best"]).tolist()
    table = list(rows({}, lambda _share: None))
    assert len(table) == 1 + 1_755
    assert sum(int(row[1]) for row in table[1:]) == 22_100
    weakest = next(row for row in table[1:] if row[3] == "play")
    assert three_cards(parse_cards(str(weakest[0]))) == PLAYABLE


@pytest.mark.parametrize(
    ("cards", "bonus", "play"),
    [
        ("Qs 6h 4d", 0, "-9151/9212"), ("Qs 6h 3d", 0, "-393/392"),
        ("9s 9h 2d", 0, "19633/18424"), ("As Ks Qs", 5, "61121/9212"),
    ],
)  # fmt: skip
def test_values_of_single_hands(cards: str, bonus: int, play: str) -> None:
    hand = parse_cards(cards)
    assert Fraction(play) == Fraction(twin_worth(twin_results(hand)), 18_424) + bonus
    assert values(hand, USUAL, {}) == {"fold": Fraction(-1), "play": Fraction(play)}


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks", "As As Ks"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


@pytest.mark.proof
@pytest.mark.parametrize("rule", LOWEST)
def test_dealt_rounds_end_as_the_rules_say(rule: str) -> None:
    lowest: dict[str, Strength] = {"best": PLAYABLE, "play_queen_high": QUEEN_HIGH}
    base: Counter[tuple[str, ...]] = Counter()
    three: Counter[tuple[str, ...]] = Counter()
    six: Counter[tuple[str, ...]] = Counter()
    jackpot: Counter[tuple[str, ...]] = Counter()
    for cards in deals(6):
        own, other = three_cards(cards[:3]), three_cards(cards[3:])
        action = "play" if own >= lowest.get(rule, ()) else "fold"
        kind = BONUS_KINDS.get(own[0], "below_straight")
        base[action, kind, compared(own, other) if other >= QUEEN_HIGH else "unqualified"] += 1
        three[(three_card_outcome(own),)] += 1
        six[(five_card_outcome(best_five(cards)),)] += 1
        jackpot[(progressive(cards[:3]),)] += 1
    played = simulate("three_card_poker", strategy=rule)
    assert_same(played["base"] if rule == "best" else played["strategies"][rule], base)
    assert_same(played["pair_plus"], three)
    assert_same(played["six_card"], six)
    assert_same(played["progressive"], jackpot)
