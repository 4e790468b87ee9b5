"""Ranking of hands: edges by example, a slow twin on random hands, one digest over every hand.

The golden files hold the count of each kind by formula and the digest of the total order. Each
strength is replaced by its place among all strengths, the worst 0, in the order of
`itertools.combinations`. The five-card digest is that of the order of phevaluator, the four-card
one of an evaluator that shares nothing with the project's.
"""

from __future__ import annotations

import hashlib
import random
import sys
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import phevaluator
import pytest
import treys

from pitboss.rules.cards import DECK, SUIT_OF, Card, card_text, parse_cards
from pitboss.rules.hands import (
    Five,
    Four,
    Strength,
    best_five,
    best_four,
    describe_five,
    describe_four,
    is_royal,
    is_sequence,
    three_cards,
)

TREYS: Any = treys.Card
GOLDEN = Path(__file__).parents[1] / "golden"
Best = Callable[[Sequence[Card]], Strength]

# ---- examples, edges first ----------------------------------------------------------------------

# Each ladder runs from worst to best; hands on one line tie. All suits differ unless they matter.
FOUR_LADDER = [
    ["2c 3d 4h 6s"],
    ["2c 3d 4h 7s", "7c 4d 3h 2s"],
    ["Qc Jd Th 8s"],
    ["Kc 4d 3h 2s"],
    ["Ac 5d 3h 2s"],  # the ace is high: this is no wheel
    ["Ac Kd Qh Ts"],
    ["2c 2d 3h 4s"],
    ["Ac Ad 4h 2s", "Ah As 4c 2d"],
    ["Ac Ad 4h 3s"],
    ["2c 2d 3h 3s"],
    ["Kc Kd Qh Qs"],
    ["Ac Ad 2h 2s"],
    ["Ac 2d 3h 4s"],  # 4-3-2-A is the lowest straight
    ["2c 3d 4h 5s"],
    ["Ac Kd Qh Js"],
    ["2c 3c 4c 6c"],
    ["Ac 5c 3c 2c"],
    ["Ac Kc Qc Tc", "Ad Kd Qd Td"],
    ["2c 2d 2h 3s"],  # three of a kind beats a flush
    ["2c 2d 2h 4s"],
    ["Ac Ad Ah Ks"],
    ["4c 3c 2c Ac"],
    ["5c 4c 3c 2c"],
    ["Ac Kc Qc Jc", "As Ks Qs Js"],
    ["2c 2d 2h 2s"],  # four of a kind beats every straight flush
    ["Ac Ad Ah As"],
]
FIVE_LADDER = [
    ["2c 3d 4h 5s 7c"],
    ["Kc Qd Jh Ts 8c"],
    ["Ac 6d 4h 3s 2c"],
    ["Ac Kd Qh Js 9c"],
    ["2c 2d 3h 4s 5c"],
    ["Ac Ad 5h 4s 2c"],
    ["Ac Ad 5h 4s 3c"],
    ["2c 2d 3h 3s 4c"],
    ["Kc Kd Qh Qs Ac"],
    ["Ac Ad 2h 2s 3c"],
    ["Ac Ad 2h 2s Kc"],
    ["2c 2d 2h 3s 4c"],
    ["Ac Ad Ah Ks Qc"],
    ["5c 4d 3h 2s Ac"],  # the wheel
    ["6c 5d 4h 3s 2c"],
    ["Ac Kd Qh Js Tc"],
    ["2c 3c 4c 5c 7c"],
    ["Ac Kc Qc Jc 9c", "Ah Kh Qh Jh 9h"],
    ["2c 2d 2h 3s 3c"],
    ["2c 2d 2h As Ac"],
    ["3c 3d 3h 2s 2c"],
    ["2c 2d 2h 2s 3c"],
    ["2c 2d 2h 2s Ac"],
    ["Ac Ad Ah As Kc"],
    ["5c 4c 3c 2c Ac"],
    ["Kc Qc Jc Tc 9c"],
    ["Ac Kc Qc Jc Tc"],
]


@pytest.mark.parametrize(
    ("best", "ladder"),
    [pytest.param(best_four, FOUR_LADDER, id="four"), pytest.param(best_five, FIVE_LADDER)],
)
def test_C4_2_every_rung_beats_the_one_below(best: Best, ladder: list[list[str]]) -> None:
    strengths = [{best(parse_cards(hand)) for hand in rung} for rung in ladder]
    assert all(len(rung) == 1 for rung in strengths), "hands on one rung tie"
    order = [rung.pop() for rung in strengths]
    for worse, better in pairwise(order):
        assert worse < better


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac 2d 3h 4s Kc", "straight, four high"),
        ("Ac 2d 3h 4s 5c", "straight, five high"),
        ("Ac Kd Qh 2s 3c", "ace-king high"),  # Q-K-A-2 does not go round the corner
        ("Kc Ad 2h 3s 9c", "ace-king high"),
        ("9c 9d 9h 9s Ac", "four nines"),
        ("9c 9d 9h 9s 8c 7c", "four nines"),
        ("7c 8c 9c Tc Td Th", "straight flush, ten high"),  # against three tens
        ("5c 5d 5h 9c 9d 9h", "three nines"),
        ("2c 2d 7h 7s Kc Kd", "two pair, kings and sevens"),
        ("2c 4c 6c 8c Tc Qc", "flush, queen high"),
        ("2c 4c 6c 8c Tc Ad", "flush, ten high"),
        ("As Ks Qs 2s Js 3s", "straight flush, ace high"),
        ("As 2s 3s 4s Ks Kd", "straight flush, four high"),
        ("Qc Qd Qh 2c 5c 9c", "three queens"),  # and a flush of four clubs
        ("5c 6d 7h 8c 9c 2c", "flush, nine high"),  # and a straight
        ("5c 6d 7h 8s 8c 7c", "straight, eight high"),  # and two pair
    ],
)
def test_C4_2_the_best_four_of_five_or_six(cards: str, words: str) -> None:
    assert describe_four(best_four(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("9c 9d 9h 4c 4d 4h Ks", "full house, nines over fours"),  # two trips
        ("9c 9d 9h 4c 4d Kh Ks", "full house, nines over kings"),
        ("2c 2d 7h 7s Kc Kd", "two pair, kings and sevens"),
        ("2c 2d 7h 7s Kc Kd Qc", "two pair, kings and sevens"),
        ("9c 9d 9h 9s 4c 4d 4h", "four nines"),
        ("2c 4c 6c 8c Tc Qc Kc", "flush, king high"),
        ("2c 4c 6c 8c Tc Qc Ad", "flush, queen high"),
        ("Ac 2c 3c 4c 5c 6d 7h", "straight flush, five high"),  # against the higher straight
        ("Ac 2d 3h 4s 5c 6d 9h", "straight, six high"),
        ("Ac 2d 3h 4s 5c Kd Qh", "straight, five high"),
        ("Ac Kc Qc Jc Tc 9c 8c", "royal flush"),
        ("Kc Qc Jc Tc 9c Ad 2h", "straight flush, king high"),
        ("7c 7d 7h 8s 9c Td Jh", "straight, jack high"),  # against three sevens
        ("Jc Qd Kh As 2c 3d 5h", "ace-king high"),
    ],
)
def test_the_best_five_of_six_or_seven(cards: str, words: str) -> None:
    assert describe_five(best_five(parse_cards(cards))) == words


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Kc Kd 7h 7s 2c 2d Ac", "Kh Ks 7c 7d 2h 2s Qc"),  # the ace, not the third pair, kicks
        ("Kc Kd 7h 7s 9c 9d 2c", "Kh Ks 7c 7d 9h Jc 2s"),  # nines and kings beat sevens and kings
        ("9c 9d 9h Kc Qd 3h 2s", "9c 9d 9h Kc Jd 3h 2s"),
        ("Ac Jc 9c 5c 3c 2c Kd", "Ah Jh 9h 5h 2h Kd Qs"),
    ],
)
def test_kickers_decide_among_seven_cards(better: str, worse: str) -> None:
    assert best_five(parse_cards(better)) > best_five(parse_cards(worse))


def test_a_sixth_suited_card_and_cards_that_do_not_play_change_nothing() -> None:
    board = "Ac Jc 9c 5c 3c"
    assert best_five(parse_cards(f"{board} 2c 2d")) == best_five(parse_cards(f"{board} Kd Ks"))
    assert best_four(parse_cards("Ac Jc 9c 5c 3c 2c")) == best_four(parse_cards("Ac Jc 9c 5c Kd"))


def test_the_third_pair_may_be_the_kicker() -> None:
    seven = parse_cards("Kc Kd 7h 7s 5c 5d 2c")
    assert best_five(seven) == best_five(parse_cards("Kc Kd 7h 7s 5c"))


def test_only_the_ace_high_straight_flush_is_royal() -> None:
    assert is_royal(best_five(parse_cards("Ah Kh Qh Jh Th")))
    assert not is_royal(best_five(parse_cards("Kh Qh Jh Th 9h")))
    assert not is_royal(best_five(parse_cards("Ah Kh Qh Jh Td")))


@pytest.mark.parametrize(
    ("cards", "follows"),
    [
        ("Ac 2d", True),
        ("Kc Ad", True),
        ("Ac 3d", False),
        ("Ac 2d 3h", True),
        ("Qc Kd Ah", True),
        ("Kc Ad 2h", False),
        ("9c 8d 7h", True),
        ("9c 9d 8h", False),
    ],
)
def test_a_sequence_has_the_ace_low_or_high(cards: str, follows: bool) -> None:  # noqa: FBT001
    assert is_sequence([card // 4 for card in parse_cards(cards)]) is follows


# ---- the slow twin ------------------------------------------------------------------------------


def slow_kind(ranks: list[int], *, flush: bool) -> tuple[str, list[int]]:
    """The name of a hand of exactly three, four or five cards, and its ranks in order of weight."""
    shape = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    weights = [rank for rank, _ in shape]
    pattern = [count for _, count in shape]
    if len(pattern) < len(ranks):
        names = {4: "quads", 3: "full house" if pattern[-1] == 2 else "trips", 2: "two pair"}
        return names[pattern[0]] if pattern[:2] != [2, 1] else "pair", weights
    wheel = [12, *range(len(ranks) - 2, -1, -1)]
    straight = weights[0] - weights[-1] == len(ranks) - 1
    if weights == wheel:
        straight, weights = True, [*wheel[1:], -1]
    if straight and flush:
        return "straight flush", weights
    return "flush" if flush else "straight" if straight else "high card", weights


SLOW_THREE = ["high card", "pair", "flush", "straight", "trips", "straight flush"]
SLOW_FOUR = [
    "high card", "pair", "two pair", "straight", "flush", "trips", "straight flush", "quads",
]  # fmt: skip
SLOW_FIVE = [
    "high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads",
    "straight flush",
]  # fmt: skip


def slow_best(cards: Sequence[Card], size: int, kinds: list[str]) -> tuple[int, list[int]]:
    """The best of all hands of that size, each looked at by itself."""
    found = []
    for hand in combinations(cards, size):
        flush = len({card % 4 for card in hand}) == 1
        name, weights = slow_kind([card // 4 for card in hand], flush=flush)
        found.append((kinds.index(name), weights))
    return max(found)


def test_three_cards_agree_with_the_slow_twin() -> None:
    compare_with_slow_twin(three_cards, 3, 3, SLOW_THREE)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_best_four_agrees_with_the_slow_twin(size: int) -> None:
    compare_with_slow_twin(best_four, size, 4, SLOW_FOUR)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_agrees_with_the_slow_twin(size: int) -> None:
    compare_with_slow_twin(best_five, size, 5, SLOW_FIVE)


def compare_with_slow_twin(best: Best, size: int, plays: int, kinds: list[str]) -> None:
    """The same kind, and the same order of each hand against the one before."""
    rng = random.Random(f"hands {size} of {plays}")
    # From few ranks and suits the rare hands are common.
    decks = [DECK, DECK[:24], DECK[36:], tuple(card for card in DECK if card % 4 < 2)]
    fast_before, slow_before = best(DECK[:size]), slow_best(DECK[:size], plays, kinds)
    for index in range(1500):
        hand = rng.sample(decks[index % 4], size)
        fast, slow = best(hand), slow_best(hand, plays, kinds)
        shown = " ".join(card_text(card) for card in hand)
        assert fast[0] == slow[0], shown
        assert (fast > fast_before) == (slow > slow_before), shown
        assert (fast == fast_before) == (slow == slow_before), shown
        fast_before, slow_before = fast, slow


@pytest.mark.parametrize("size", [5, 6, 7])
def test_best_five_orders_hands_as_two_other_evaluators_do(size: int) -> None:
    rng = random.Random(f"others {size}")
    hands = [rng.sample(DECK, size) for _ in range(600)]
    strengths = [best_five(hand) for hand in hands]
    theirs: Any = treys.Evaluator()
    for places in (
        [-phevaluator.evaluate_cards(*hand) for hand in hands],  # 1 is the royal flush
        [-theirs.evaluate([], [TREYS.new(card_text(card)) for card in hand]) for hand in hands],
    ):
        for first in range(0, len(hands), 7):
            for second in range(first):
                assert sign(strengths[first], strengths[second]) == sign(
                    places[first], places[second]
                )


def sign(first: Any, second: Any) -> int:
    """Which of two is bigger."""
    return int(first > second) - int(first < second)


# ---- golden order -------------------------------------------------------------------------------


def order_text(best: Best, size: int, kinds: Iterable[IntEnum]) -> str:
    """The count of each kind and the digest of the total order of all hands of that size."""
    numbers: dict[Strength, int] = {}
    number = numbers.setdefault
    seen = array("H", [number(best(hand), len(numbers)) for hand in combinations(DECK, size)])
    ordered = sorted(numbers)
    places = {numbers[strength]: place for place, strength in enumerate(ordered)}
    placed = array("H", map(places.__getitem__, seen))
    counts: Counter[int] = Counter()
    for place, count in Counter(placed).items():
        counts[ordered[place][0]] += count
    if sys.byteorder == "big":
        placed.byteswap()
    lines = [f"{kind.name.lower()} {counts[kind]}" for kind in kinds]
    lines += [f"hands {len(placed)}", f"strengths {len(ordered)}"]
    lines += [f"sha256 {hashlib.sha256(placed.tobytes()).hexdigest()}"]
    return "\n".join(lines) + "\n"


@pytest.mark.slow
def test_C4_2_the_order_of_all_four_card_hands() -> None:
    expected = (GOLDEN / "order_four_cards.txt").read_text("utf-8")
    assert order_text(best_four, 4, Four) == expected


@pytest.mark.proof
def test_the_order_of_all_five_card_hands() -> None:
    expected = (GOLDEN / "order_five_cards.txt").read_text("utf-8")
    assert order_text(best_five, 5, Five) == expected


def but_for_suit_names(size: int, first: int = 0, suits: int = 0) -> Iterator[tuple[Card, ...]]:
    """Every hand of that size, but for the names of its suits: clubs come first, then diamonds."""
    if size == 0:
        yield ()
        return
    for card in DECK[first:]:
        if SUIT_OF[card] <= suits:
            more = max(suits, SUIT_OF[card] + 1)
            for others in but_for_suit_names(size - 1, card + 1, more):
                yield (card, *others)


def test_five_card_hands_of_all_suits_have_the_places_of_another_evaluator() -> None:
    places: dict[Strength, int] = {}
    for hand in but_for_suit_names(5):
        place = phevaluator.evaluate_cards(*hand)
        assert places.setdefault(best_five(hand), place) == place, hand
    assert [places[strength] for strength in sorted(places)] == list(range(7462, 0, -1))
