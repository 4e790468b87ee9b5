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
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from pathlib import Path
from typing import Any

import phevaluator
import pytest
import treys

from pitboss.rules.cards import (
    ACE,
    DECK,
    DEUCE,
    JOKER,
    JOKER_DECK,
    RANK_OF,
    SUIT_OF,
    Card,
    card_text,
    parse_cards,
)
from pitboss.rules.hands import (
    FIVE_OF_A_KIND,
    Five,
    Four,
    Strength,
    best_five,
    best_five_joker,
    best_four,
    describe_five,
    describe_four,
    five_cards_wild,
    is_royal,
    is_sequence,
    three_cards,
)

TREYS: Any = treys.Card
GOLDEN = Path(__file__).parents[1] / "golden"
Best = Callable[[Sequence[Card]], Strength]

# ---- examples, edges first ----------------------------------------------------------------------

HANDS = (Path(__file__).parent / "hands.txt").read_text("utf-8")


def rows(title: str, sign: str = " | ") -> list[tuple[str, ...]]:
    """The lines of hands.txt below a headline, each cut at a sign."""
    text = HANDS.partition(f"== {title}\n")[2].partition("\n\n")[0]
    lines = [line.partition("   #")[0] for line in text.splitlines()]
    return [tuple(part.strip() for part in line.split(sign)) for line in lines]


@pytest.mark.parametrize(
    ("best", "ladder"),
    [
        pytest.param(best_four, rows("four cards from worst to best", " = "), id="four"),
        pytest.param(best_five, rows("five cards from worst to best", " = "), id="five"),
    ],
)
def test_C4_2_every_rung_beats_the_one_below(best: Best, ladder: list[tuple[str, ...]]) -> None:
    strengths = [{best(parse_cards(hand)) for hand in rung} for rung in ladder]
    assert all(len(rung) == 1 for rung in strengths), "hands on one rung tie"
    order = [rung.pop() for rung in strengths]
    for worse, better in pairwise(order):
        assert worse < better


@pytest.mark.parametrize(("cards", "words"), rows("the best four of five or six"))
def test_C4_2_the_best_four_of_five_or_six(cards: str, words: str) -> None:
    assert describe_four(best_four(parse_cards(cards))) == words


@pytest.mark.parametrize(("cards", "words"), rows("the best five of six or seven"))
def test_the_best_five_of_six_or_seven(cards: str, words: str) -> None:
    assert describe_five(best_five(parse_cards(cards))) == words


@pytest.mark.parametrize(("better", "worse"), rows("kickers decide among seven cards", " beats "))
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


# ---- cards that stand for others ----------------------------------------------------------------

WILD = tuple(card for card in JOKER_DECK if card == JOKER or RANK_OF[card] == DEUCE)


@pytest.mark.parametrize(("cards", "words"), rows("jokers and deuces wild"))
def test_wild_cards_make_the_best_hand(cards: str, words: str) -> None:
    assert describe_five(five_cards_wild(parse_cards(cards), WILD)) == words


@pytest.mark.parametrize(("cards", "words"), rows("the joker is an ace or completes"))
def test_the_joker_is_an_ace_or_completes_a_hand(cards: str, words: str) -> None:
    assert describe_five(best_five_joker(parse_cards(cards))) == words


def slow_wild(held: list[Card], free: int) -> Strength:
    """The best of every card that the wild ones could be, all of one rank included."""
    found: list[Strength] = []
    for others in combinations_with_replacement(DECK, free):
        hand = [*held, *others]
        if len({card // 4 for card in hand}) == 1:
            found.append((FIVE_OF_A_KIND, hand[0] // 4))
        elif len(set(hand)) == 5:
            found.append(best_five(hand))
    return max(found)


@pytest.mark.parametrize(("free", "hands"), [(1, 300), (2, 20), (3, 1), (4, 1)])
def test_wild_cards_agree_with_trying_every_card(free: int, hands: int) -> None:
    rng = random.Random(f"wild {free}")
    for index in range(hands):
        deck = [card for card in (DECK, DECK[:28], DECK[32:])[index % 3] if card not in WILD]
        held = rng.sample(deck, 5 - free)
        wild = rng.sample(WILD, free)
        shown = " ".join(card_text(card) for card in (*held, *wild))
        slow = slow_wild(held, free) if free < 4 else (FIVE_OF_A_KIND, held[0] // 4)
        assert five_cards_wild((*wild, *held), WILD) == slow, shown


# Four ranks that a fifth turns into a straight, the ace low or high.
WINDOWS = [tuple(rank % 13 for rank in range(top - 4, top + 1)) for top in range(3, 13)]
RUNS = {frozenset(ranks) for window in WINDOWS for ranks in combinations(window, 4)}
ACE_RUNS = sum(ACE in ranks for ranks in RUNS)
UNSUITED = 4**4 - 4


def kinds_of_joker_hands(best: Best) -> dict[int, int]:
    """How many hands of four cards and the joker make each kind. Only their ranks count, and
    whether they have one suit."""
    found: Counter[int] = Counter()
    for ranks in combinations_with_replacement(range(13), 4):
        ways = prod(comb(4, count) for count in Counter(ranks).values())
        if len(set(ranks)) == 4:
            ways -= 4
            found[best((*(Card(4 * rank) for rank in ranks), JOKER))[0]] += 4
        mixed = [Card(4 * rank + suit) for suit, rank in enumerate(ranks)]
        found[best((*mixed, JOKER))[0]] += ways
    return {kind: count for kind, count in found.items() if count}


def test_every_hand_with_a_wild_joker_by_formula() -> None:
    assert kinds_of_joker_hands(lambda hand: five_cards_wild(hand, (JOKER,))) == {
        FIVE_OF_A_KIND: 13,
        Five.STRAIGHT_FLUSH: len(RUNS) * 4,
        Five.FOUR_OF_A_KIND: 13 * 4 * 48,
        Five.FULL_HOUSE: comb(13, 2) * 6 * 6,
        Five.FLUSH: (comb(13, 4) - len(RUNS)) * 4,
        Five.STRAIGHT: len(RUNS) * UNSUITED,
        Five.THREE_OF_A_KIND: 13 * 6 * comb(12, 2) * 16,
        Five.PAIR: (comb(13, 4) - len(RUNS)) * UNSUITED,
    }


def test_every_hand_with_a_joker_that_is_an_ace_or_completes_by_formula() -> None:
    assert kinds_of_joker_hands(best_five_joker) == {
        FIVE_OF_A_KIND: 1,
        Five.STRAIGHT_FLUSH: len(RUNS) * 4,
        Five.FOUR_OF_A_KIND: 12 + 4 * 48,
        Five.FULL_HOUSE: 12 * 4 * 4 + 12 * 6 * 6,
        Five.FLUSH: (comb(13, 4) - len(RUNS)) * 4,
        Five.STRAIGHT: len(RUNS) * UNSUITED,
        Five.THREE_OF_A_KIND: 12 * 4 * 44 + 6 * comb(12, 2) * 16,
        Five.TWO_PAIR: comb(12, 2) * 6 * 6 + 12 * 6 * 4 * 44,
        Five.PAIR: 12 * 6 * comb(11, 2) * 16 + (comb(12, 3) - ACE_RUNS) * UNSUITED,
        Five.HIGH_CARD: (comb(12, 4) - len(RUNS) + ACE_RUNS) * UNSUITED,
    }


def test_the_joker_of_a_random_hand_is_an_ace_or_part_of_what_it_completes() -> None:
    """The best of six or seven cards is the best of the fives among them."""
    rng = random.Random("joker")
    for index in range(40):
        deck = (DECK, DECK[28:], DECK[::2])[index % 3]
        hand = (*rng.sample(deck, 5 + index % 2), JOKER)
        slow = max(best_five_joker(five) for five in combinations(hand, 5))
        assert best_five_joker(hand) == slow, " ".join(card_text(card) for card in hand)
