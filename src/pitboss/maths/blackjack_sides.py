"""Counts the wagers beside blackjack, exactly, for 1, 2, 4, 6 and 8 decks.

The result has one entry for each number of decks, "1" to "8", of a full shoe of n = 52 x decks
cards. In it:

- "house_money", of the first two cards: "ace_king_suited"; "straight_flush" (suited neighbors,
  ace-king and ace-two apart); "straight_flush_ace_two"; "pair" (of one rank, suited or not);
  "straight" (neighbors of two suits, ace-king among them, ace-two apart); "straight_ace_two";
  "nothing". "total" is n (n - 1) / 2. A house that does not take ace-two for a straight counts
  both ace-two outcomes as nothing.
- "blazing_7s", of the first two cards and a third, which is either the dealer's up card or the
  third card of the player: "three_sevens_diamonds"; "three_sevens_suited" (another suit);
  "three_sevens_color" (of one color, not of one suit); "three_sevens" (any other three);
  "two_sevens" (both of the first two, the third is none); "one_seven" (one of the first two,
  whatever the third); "nothing". "total" is (n - 2) n (n - 1) / 2: two cards in any order, then
  one. Both versions of the game have these counts: any card not yet seen is as likely to come up
  as dealer's card as it is to be drawn, provided that a player with two sevens always takes a
  third card, by a hit or by a split. Fourteen cannot be bust by one seven, so the rule that a bust
  card does not count takes no seven away.
- "trilux", of the first two cards and the dealer's up card: "three_aces_suited";
  "three_of_a_kind_suited" (another rank); "straight_flush"; "three_of_a_kind" (not of one suit);
  "straight"; "flush"; "nothing". The ace is low in ace-two-three and high in queen-king-ace.
  "total" is n (n - 1) (n - 2) / 6.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TypeAlias

from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.rules.cards import (
    ACE,
    CLUBS,
    DECK,
    DEUCE,
    DIAMONDS,
    HEARTS,
    KING,
    RANK_OF,
    SPADES,
    SUIT_OF,
    Card,
)

DECKS = (1, 2, 4, 6, 8)

HOUSE_MONEY = (
    "ace_king_suited",
    "straight_flush",
    "straight_flush_ace_two",
    "pair",
    "straight",
    "straight_ace_two",
    "nothing",
)
BLAZING_7S = (
    "three_sevens_diamonds",
    "three_sevens_suited",
    "three_sevens_color",
    "three_sevens",
    "two_sevens",
    "one_seven",
    "nothing",
)
TRILUX = (
    "three_aces_suited",
    "three_of_a_kind_suited",
    "straight_flush",
    "three_of_a_kind",
    "straight",
    "flush",
    "nothing",
)

# The ace is below the deuce and above the king: (low - 1) % 13 is the ace when low is a deuce.
STRAIGHTS_OF_TWO = frozenset(frozenset({(low - 1) % 13, low}) for low in range(13))
STRAIGHTS_OF_THREE = frozenset(frozenset({(low - 1) % 13, low, low + 1}) for low in range(12))
ACE_KING = frozenset({ACE, KING})
ACE_TWO = frozenset({ACE, DEUCE})

SUITS = range(4)
RED = {DIAMONDS, HEARTS}
BLACK = {CLUBS, SPADES}

# How often a hand has each card, most first: (2, 1) is two alike and another. In a shoe all hands
# with the same copies are equally likely, so the hands of one deck's cards are sorted once.
Copies: TypeAlias = tuple[int, ...]
CopyTally: TypeAlias = Counter[tuple[str, Copies]]


def count(report: TellProgress) -> Counts:
    """Sort every hand once, then weigh it for each number of decks."""
    house_money = _sort(2, house_money_outcome)
    trilux = _sort(3, trilux_outcome)
    counts: Counts = {}
    for done, decks in enumerate(DECKS, start=1):
        counts[str(decks)] = {
            "house_money": _weigh(house_money, HOUSE_MONEY, decks=decks),
            "blazing_7s": _blazing_7s(decks),
            "trilux": _weigh(trilux, TRILUX, decks=decks),
        }
        report(done / len(DECKS))
    return counts


def count_jackpots() -> Counts:
    """Blazing 7's and TriLux, for the shoes they are played from."""
    trilux = _sort(3, trilux_outcome)
    return {
        str(decks): {
            "blazing_7s": _blazing_7s(decks),
            "trilux": _weigh(trilux, TRILUX, decks=decks),
        }
        for decks in (6, 8)
    }


def house_money_outcome(hand: Iterable[Card]) -> str:
    """The first two cards' outcome for the House Money wager."""
    ranks, suits = _ranks_and_suits(hand)
    if len(ranks) == 1:
        return "pair"
    if ranks not in STRAIGHTS_OF_TWO:
        return "nothing"
    kind = "straight_flush" if len(suits) == 1 else "straight"
    if ranks == ACE_TWO:
        return f"{kind}_ace_two"
    return "ace_king_suited" if kind == "straight_flush" and ranks == ACE_KING else kind


def trilux_outcome(hand: Iterable[Card]) -> str:
    """Three cards' outcome for the TriLux wager."""
    ranks, suits = _ranks_and_suits(hand)
    suited = len(suits) == 1
    if len(ranks) == 1:
        if not suited:
            return "three_of_a_kind"
        return "three_aces_suited" if ranks == {ACE} else "three_of_a_kind_suited"
    if ranks in STRAIGHTS_OF_THREE:
        return "straight_flush" if suited else "straight"
    return "flush" if suited else "nothing"


def _ranks_and_suits(hand: Iterable[Card]) -> tuple[frozenset[int], set[int]]:
    return frozenset(RANK_OF[card] for card in hand), {SUIT_OF[card] for card in hand}


def _sort(size: int, outcome: Callable[[tuple[Card, ...]], str]) -> CopyTally:
    tally: CopyTally = Counter()
    for hand in combinations_with_replacement(DECK, size):
        copies = tuple(sorted((hand.count(card) for card in set(hand)), reverse=True))
        tally[outcome(hand), copies] += 1
    return tally


def _weigh(tally: CopyTally, outcomes: tuple[str, ...], *, decks: int) -> Counts:
    weights = dict.fromkeys(outcomes, 0)
    for (outcome, copies), hands in tally.items():
        weights[outcome] += hands * prod(comb(decks, held) for held in copies)
    return {**weights, "total": sum(weights.values())}


def _blazing_7s(decks: int) -> Counts:
    """Only sevens matter, and only by suit: the shoe has `decks` of each suit."""
    sevens, others = 4 * decks, 48 * decks
    weights = dict.fromkeys(BLAZING_7S, 0)
    for pair in combinations_with_replacement(SUITS, 2):
        pairs = comb(decks, 2) if pair[0] == pair[1] else decks * decks
        for third in SUITS:
            weights[_three_sevens_outcome({*pair, third})] += pairs * (decks - pair.count(third))
    weights["two_sevens"] = comb(sevens, 2) * others
    weights["one_seven"] = sevens * others * (sevens + others - 2)
    weights["nothing"] = comb(others, 2) * (sevens + others - 2)
    return {**weights, "total": sum(weights.values())}


def _three_sevens_outcome(suits: set[int]) -> str:
    if suits == {DIAMONDS}:
        return "three_sevens_diamonds"
    if len(suits) == 1:
        return "three_sevens_suited"
    return "three_sevens_color" if suits in (RED, BLACK) else "three_sevens"
