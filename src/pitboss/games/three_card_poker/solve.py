"""Three Card Poker, counted under the best play.

base
    action -> class -> result -> deals of both hands, C(52, 3) x C(49, 3) in all. Actions: fold,
    play. Classes of the player: below_straight, straight, three_of_a_kind, straight_flush. Results:
    unqualified (the dealer has less than queen high), else win, tie, loss: how the player's hand
    truly compares, folded hands included.
pair_plus
    outcome -> hands of three cards, C(52, 3) in all: nothing, pair, flush, straight,
    three_of_a_kind, straight_flush (not ace-king-queen), mini_royal.
six_card
    outcome -> sets of six cards, C(52, 6) in all, by their best five: nothing (two pair and less),
    three_of_a_kind, straight, flush, full_house, four_of_a_kind, straight_flush (not royal),
    royal_flush. Each set is dealt to player and dealer in the same number of ways.
progressive
    outcome -> hands of three cards, C(52, 3) in all: nothing, three_of_a_kind, straight_flush,
    mini_royal (ace-king-queen of another suit), mini_royal_in_spades. No play worth a name folds
    any of them, so it doesn't matter whether a folded hand can win.
strategies
    rule -> as base: play_everything; play_queen_high (queen high or better, as the dealer does).

A play is worth u + 2 w - 2 l + b antes, u, w, l being the chances of the results and b the ANTE
BONUS; a fold is worth -1. The bonus begins at a straight, where u + 2 w - 2 l is far above -1
already: the decisions hold for every paytable. No side bet changes them either: PAIR PLUS is lost
with a folded hand, but no hand that it pays is ever folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
from numba import njit

from pitboss.games.three_card_poker import rules
from pitboss.maths.cases import bonus
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import threes
from pitboss.maths.kernels.arrays import Choices, Ints
from pitboss.maths.kernels.chance import Reader
from pitboss.maths.kernels.fives import five_card_outcome, mask_of, strength_of_mask
from pitboss.maths.kernels.suits import next_set, own_bits, suit_classes
from pitboss.maths.seen_game import SeenGame
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, cards_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import Three, describe_three, three_cards
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES, THREE_CARD_OUTCOMES

DEALER_HANDS: Final = comb(49, 3)
SIX_CARD_SETS: Final = comb(52, 6)
ACTIONS: Final = ("fold", "play")
CLASSES: Final = ("below_straight", *rules.ANTE_BONUS_OUTCOMES)
RESULTS: Final = ("unqualified", "win", "tie", "loss")

QUALIFYING: Final = threes.pack_strength(rules.QUEEN_HIGH)
# The weakest strength to play. The count finds the best play without it; the simulation uses it.
LOWEST: Final = {
    "best": threes.pack_strength(rules.PLAYABLE),
    "play_queen_high": QUALIFYING,
    "play_everything": 0,
}


@dataclass(frozen=True, slots=True)
class ThreeCardSolution:
    """One entry per suit class of the player's three cards, weakest hands first."""

    cards: Ints
    members: Ints
    strengths: Ints
    results: Ints  # hands of the dealer, columns as RESULTS
    played: Choices  # by the best play


def solve() -> ThreeCardSolution:
    """Every hand of the player against every hand of the dealer that avoids his cards."""
    classes = suit_classes(3)
    strengths, bits = threes.strengths(), own_bits(threes.hands())
    own = np.empty(len(classes.sizes), np.int64)
    own[classes.class_of] = strengths
    order = np.argsort(own, kind="stable")
    cards, own = classes.firsts[order].astype(np.int64), own[order]
    results = np.empty((len(own), len(RESULTS)), np.int64)
    for row, (held, strength) in enumerate(zip(own_bits(cards), own, strict=True)):
        dealer = strengths[bits & held == 0]
        qualified = dealer[dealer >= QUALIFYING]
        win, tie = (qualified < strength).sum(), (qualified == strength).sum()
        results[row] = len(dealer) - len(qualified), win, tie, len(qualified) - win - tie
    # Values times DEALER_HANDS, without the bonus: it begins far above this limit.
    worth = results @ np.array((1, 2, 0, -2))
    return ThreeCardSolution(cards, classes.sizes[order], own, results, worth > -DEALER_HANDS)


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    hands = solve()
    report(0.2)
    thumb = {name: hands.strengths >= low for name, low in LOWEST.items() if name != "best"}
    dealt = np.bincount(threes.outcomes())
    counts: Counts = {
        "base": _joint(hands, hands.played),
        "pair_plus": Reader(dealt).counts(THREE_CARD_OUTCOMES),
        "six_card": Reader(_six_cards()).counts(FIVE_CARD_OUTCOMES),
        "progressive": {**_progressive(dealt.tolist())},
        "strategies": {name: _joint(hands, played) for name, played in thumb.items()},
    }
    report(1.0)
    return counts


def _joint(hands: ThreeCardSolution, played: Choices) -> Counts:
    """action -> class -> result -> deals of both hands."""
    classes = np.maximum((hands.strengths >> threes.KIND_SHIFT) - Three.FLUSH, 0)
    deals = np.zeros((len(ACTIONS), len(CLASSES), len(RESULTS)), np.int64)
    np.add.at(deals, (played.astype(int), classes), hands.members[:, None] * hands.results)
    return Reader(deals.ravel()).counts(ACTIONS, CLASSES, RESULTS)


def _progressive(dealt: Sequence[int]) -> dict[str, int]:
    """Hands of three cards by what the progressive pays, one mini-royal a suit."""
    *low, threes_alike, straight_flushes, mini_royals = dealt
    in_spades = mini_royals // 4
    kept = (sum(low), threes_alike, straight_flushes, mini_royals - in_spades, in_spades)
    return dict(zip(rules.PROGRESSIVE_OUTCOMES, kept, strict=True))


@njit(cache=True)
def _six_cards() -> Ints:
    """All sets of six cards, as FIVE_CARD_OUTCOMES."""
    tally = np.zeros(8, np.int64)
    cards = np.arange(6)
    for _ in range(SIX_CARD_SETS):
        tally[five_card_outcome(strength_of_mask(mask_of(cards, 0, 6)))] += 1
        next_set(cards)
    return tally


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()
STRATEGY_COLUMNS: Final = ("cards", "deals", "hand", "action", *RESULTS)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, by dealing the dealer all his hands."""
    if len(set(cards)) != 3 or len(cards) != 3:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Three Card Poker", number=3)
    own = three_cards(cards)
    worth = 0
    for others in combinations([card for card in DECK if card not in cards], 3):
        dealer = three_cards(others)
        if dealer < rules.QUEEN_HIGH:
            worth += 1
        elif dealer != own:
            worth += 2 if own > dealer else -2
    play = Fraction(worth, DEALER_HANDS)
    if own[0] >= Three.STRAIGHT:
        play += bonus(paytable, Three(own[0]).name.lower())
    return {"fold": Fraction(-1), "play": play}


def _play_seeing(
    cards: Sequence[Card], kept: Sequence[Card], gone: Sequence[Card], paytable: Paytable
) -> Fraction:
    """The value of a play, some of the dealer's cards and cards that are gone being known."""
    held, others, known = (own_bits(np.array([each]))[0] for each in (cards, gone, kept))
    bits = own_bits(threes.hands())
    dealer = threes.strengths()[(bits & (held | others) == 0) & (bits & known == known)]
    strength = threes.pack_strength(three_cards(cards))
    qualified = dealer[dealer >= QUALIFYING]
    won = int((qualified < strength).sum()) - int((qualified > strength).sum())
    play = Fraction(len(dealer) - len(qualified) + 2 * won, len(dealer))
    kind = Three(three_cards(cards)[0])
    return play + (bonus(paytable, kind.name.lower()) if kind >= Three.STRAIGHT else 0)


def _value_one_card(paytable: Paytable) -> Fraction:
    """The player's expectation if he always sees one card of the dealer: every hand of both."""
    bits, strengths, dealt = own_bits(threes.hands()), threes.strengths(), comb(48, 2)
    total = Fraction(0)
    hands = solve()
    for cards, members, strength in zip(hands.cards, hands.members, hands.strengths, strict=True):
        is_free = bits & own_bits(cards[None])[0] == 0
        dealer = strengths[is_free]
        results = np.where(dealer < QUALIFYING, 1, 2 * np.sign(strength - dealer))
        by_card = np.zeros(52, np.int64)
        for column in threes.hands()[is_free].T:
            np.add.at(by_card, column, results)
        kind = Three(int(strength) >> threes.KIND_SHIFT)
        extra = bonus(paytable, kind.name.lower()) if kind >= Three.STRAIGHT else Fraction(0)
        seen = np.delete(by_card, cards)
        if extra:  # never folded
            total += int(members) * (int(seen.sum()) + extra * dealt * len(seen))
        else:
            total += int(members) * int(np.maximum(seen, -dealt).sum())
    return total / (comb(52, 3) * 49 * dealt)


SEEN: Final = SeenGame(
    cards=3,
    shown=0,
    strategy="play_queen_high",
    is_played=lambda cards: three_cards(cards) >= rules.QUEEN_HIGH,
    worth=_play_seeing,
    one_more=_value_one_card,
)


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play, columns as STRATEGY_COLUMNS: one row for each suit class of the
    player's cards, weakest hands first, with the dealer's hands by result."""
    yield STRATEGY_COLUMNS
    hands = solve()
    report(1.0)
    for row, cards in enumerate(hands.cards):
        dealt = [DECK[card] for card in reversed(cards)]
        deals, action = int(hands.members[row]), ACTIONS[int(hands.played[row])]
        hand, results = describe_three(three_cards(dealt)), hands.results[row].tolist()
        yield (cards_text(dealt), deals, hand, action, *results)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return "PLAY with queen-six-four or better. Fold everything below."
