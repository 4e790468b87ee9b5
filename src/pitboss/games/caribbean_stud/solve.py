"""Caribbean Stud, counted under optimal play with the dealer's up card seen (CS-1).

base
    action -> class -> result -> deals of the player's five cards, the up card and the dealer's
    four others: C(52, 5) x 47 x C(46, 4) in all. Actions: fold, raise. Classes of the player:
    high_card, pair, two_pair, three_of_a_kind, straight, flush, full_house, four_of_a_kind,
    straight_flush (not royal), royal_flush. Results: unqualified (the dealer has less than
    ace-king), else win, tie, loss: how the player's hand truly compares, folded hands included.
cover_all
    As `cover_all.count` says.
strategies
    rule -> as base: raise_everything; raise_pairs (a pair or better); raise_ace_king (ace-king or
    better); raise_ace_king_jack_eight_three (A-K-J-8-3 or better); raise_by_three_rules (a pair or
    better, and ace-king by the three rules of `in_words`).

A raise is worth u + w (1 + 2 o) - 3 l antes, u, w, l being the chances of the results and o the
raise odds to one; a fold is worth -1. So the odds matter, but little: from two pair on a raise is
right whatever they are, with a pair from 4917/6235 to 1 on, below ace-king it is never right (such
a hand wins only unqualified), and with ace-king the decisions are those of even money: they hold
while the odds lie between 4805/4806 and 4885/4884. `decisions.decisions_hold` tests it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.games.caribbean_stud import cover_all
from pitboss.games.caribbean_stud.dealer_hands import DealerTable, all_hands
from pitboss.games.caribbean_stud.raise_decisions import ACTIONS, CLASSES, RESULTS
from pitboss.games.caribbean_stud.rules import raise_hand
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels import fives
from pitboss.maths.kernels.arrays import Choices, Ints
from pitboss.maths.kernels.comparing import compare
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.joint import joint
from pitboss.maths.kernels.suits import up_card_words
from pitboss.maths.seen_game import SeenGame
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, JACK, KING, QUEEN, RANKS, Card, parse_cards
from pitboss.rules.game import Option, Setting
from pitboss.rules.hands import best_five
from pitboss.rules.paytable import Paytable

DEALER_HANDS: Final = comb(46, 4)
ACE_KING: Final = ACE << 16 | KING << 12
ACE_KING_JACK_EIGHT_THREE: Final = ACE_KING | JACK << 8 | 6 << 4 | 1
ANY_PAIR: Final = fives.PAIR << fives.KIND_SHIFT
UNQUALIFIED, WIN, TIE, LOSS = range(4)
# The weakest strength that a rule of thumb raises, if it looks only at the player's cards.
LOWEST: Final = {
    "raise_everything": 0,
    "raise_pairs": ANY_PAIR,
    "raise_ace_king": ACE_KING,
    "raise_ace_king_jack_eight_three": ACE_KING_JACK_EIGHT_THREE,
}


@dataclass(frozen=True, slots=True)
class RaisedHands:
    """A row per suit class of the player's hand, weakest first; a column per up card."""

    table: DealerTable
    results: NDArray[np.int32]  # RESULTS, rows, columns; zero where the up card is the player's own
    possible: Choices
    raised: Choices


def solve(report: TellProgress) -> RaisedHands:
    """Every hand of the player, every up card, every hand of the dealer."""
    table = all_hands(ACE_KING, report)
    possible = np.ones(table.below.shape, np.bool_)
    np.put_along_axis(possible, table.cards, values=False, axis=1)
    results = np.empty((4, *table.below.shape), np.int32)
    results[UNQUALIFIED] = table.unqualified
    # Dealer hands that qualify and lose; none if the player is below ace-king.
    results[WIN] = np.maximum(table.below - table.unqualified, 0)
    results[TIE] = np.maximum(table.up_to - table.unqualified, 0) - results[WIN]
    results[LOSS] = DEALER_HANDS * possible - results[:LOSS].sum(axis=0)
    # At even money, times DEALER_HANDS: at most 3 x C(46, 4) either way, well inside 32 bits.
    worth = results[UNQUALIFIED] + 3 * results[WIN] - 3 * results[LOSS]
    raised = possible & (worth > -DEALER_HANDS)
    return RaisedHands(table, results, possible, raised)


def count(report: TellProgress) -> Counts:
    """Count the base game and Cover All from scratch, on the threads numba is set to."""
    base = counts_of(solve(lambda done: report(0.2 * done)))
    return {**base, "cover_all": cover_all.count(lambda done: report(0.2 + 0.8 * done))}


# Bit u of a word: whether the player raises when the dealer shows card u.
DECISIONS: Final = (StoredDecisions(__package__, "decisions", cards=5, columns=1, word="<u8"),)


def decide(report: TellProgress) -> tuple[NDArray[Any], ...]:
    """The tables of DECISIONS."""
    hands = solve(report)
    rows, words = up_card_words(hands.table.cards, hands.raised)
    table = np.empty(DECISIONS[0].shape, np.uint64)
    table[rows, 0] = words
    return (table,)


def counts_of(hands: RaisedHands) -> Counts:
    """The counts of optimal play and of the rules of thumb."""
    strategies: Counts = {name: _joint(hands, raised) for name, raised in _rules(hands).items()}
    return {"base": _joint(hands, hands.raised), "strategies": strategies}


def _classes(table: DealerTable) -> Ints:
    classes: Ints = (table.strengths >> fives.KIND_SHIFT) + (table.strengths == fives.ROYAL_FLUSH)
    return classes


def _joint(hands: RaisedHands, raised: Choices) -> Counts:
    """action -> class -> result -> deals; sums stay below 2^45."""
    names, classes = (ACTIONS, CLASSES, RESULTS), _classes(hands.table)
    return joint(names, raised.astype(np.int64), classes, hands.results, hands.table.members)


def _rules(hands: RaisedHands) -> dict[str, Choices]:
    """Rules of thumb: whether each raises, by hand and up card."""
    strengths = hands.table.strengths[:, None]
    by_up_card = (strengths >= ACE_KING) & _three_rules(hands.table)
    return {
        **{name: strengths >= low for name, low in LOWEST.items()},
        "raise_by_three_rules": (strengths >= ANY_PAIR) | by_up_card,
    }


def _three_rules(table: DealerTable) -> Choices:
    """What `rule_in_words` says of ace-king hands."""
    ranks = table.cards[:, :, None] // 4
    up = np.arange(52) // 4
    matches = (ranks == up).any(axis=1)
    has_queen, has_jack = ((ranks == rank).any(axis=1) for rank in (QUEEN, JACK))
    # Cards are in ascending order: the fourth highest is the second.
    under_fourth = up < ranks[:, 1]
    choices: Choices = np.where(
        up >= KING, has_queen | has_jack, matches | has_queen & under_fourth
    )
    return choices


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()
STRATEGY_COLUMNS: Final = ("hand", "up", "own_cards_in_suit_of_up", "action", "deals")


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes."""
    if len(cards) != 6:
        raise Refusal("CARDS_WRONG_NUMBER", "five_and_up", count=len(cards))
    return action_values(cards[:5], cards[5], raise_odds=base_odds(paytable))


def action_values(
    cards: Sequence[Card], up: Card, *, raise_odds: Mapping[str, Fraction]
) -> dict[str, Fraction]:
    """The same, by dealing the dealer all his hands.

    `raise_odds` maps each of CLASSES to its odds to one.
    """
    if len(cards) != 5:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Caribbean Stud", number=5)
    return {"fold": Fraction(-1), "raise": _raise_seeing(cards, (up,), (), raise_odds)}


def _raise_seeing(
    cards: Sequence[Card], kept: Sequence[Card], gone: Sequence[Card], odds: Mapping[str, Fraction]
) -> Fraction:
    """The value of a raise, some of the dealer's cards and cards that are gone being known."""
    drawn = 5 - len(kept)
    seen = compare(cards, best=5, kept=kept, dead=gone, drawn=drawn, qualifying=ACE_KING)
    won = 1 + 2 * odds[raise_hand(best_five(cards))]
    worth = seen.unqualified + seen.qualified_wins * won - 3 * seen.qualified_losses
    return Fraction(worth) / seen.hands


def _is_raised(cards: Sequence[Card]) -> bool:
    """Ace-king-jack-eight-three or better."""
    return best_five(cards) >= best_five(parse_cards("As Kh Jd 8c 3s"))


SEEN: Final = SeenGame(
    cards=5,
    shown=1,
    strategy="raise_ace_king_jack_eight_three",
    is_played=_is_raised,
    worth=lambda own, kept, gone, paytable: _raise_seeing(own, kept, gone, base_odds(paytable)),
)


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole optimal strategy, columns as STRATEGY_COLUMNS."""
    yield STRATEGY_COLUMNS
    yield from rows_of(solve(report))


def rows_of(hands: RaisedHands) -> Iterator[tuple[str | int, ...]]:
    """The strategy as rows; `deals` counts the player's cards and the up card, C(52, 5) x 47 in
    all.

    With ace-king a decision can depend on which of the player's cards have the up card's suit: then
    the column has their number, and in brackets the cards if the number isn't enough.
    """
    strengths, members = hands.table.strengths, hands.table.members
    yield "pair or better", "any", "any", "raise", 47 * int(members[strengths >= ANY_PAIR].sum())
    yield "below ace-king", "any", "any", "fold", 47 * int(members[strengths < ACE_KING].sum())
    first, last = np.searchsorted(strengths, (ACE_KING, ANY_PAIR))
    of_strength = groupby(range(last - 1, first - 1, -1), key=lambda row: int(strengths[row]))
    for _, rows in of_strength:
        yield from _ace_king_rows(hands, list(rows))


def _ace_king_rows(hands: RaisedHands, rows: list[int]) -> Iterator[tuple[str | int, ...]]:
    """The rows of five ranks: all suits, rank of the up card by rank."""
    text = "".join(RANKS[card // 4] for card in reversed(hands.table.cards[rows[0]].tolist()))
    for rank in range(ACE, -1, -1):
        cases: dict[str, tuple[str, int]] = {}
        for row in rows:
            cards = hands.table.cards[row].tolist()
            for up in range(4 * rank, 4 * rank + 4):
                if up not in cards:
                    suited = "".join(
                        RANKS[card // 4] for card in reversed(cards) if card % 4 == up % 4
                    )
                    action = ACTIONS[int(hands.raised[row, up])]
                    before = cases.get(suited, (action, 0))
                    if before[0] != action:
                        raise ArithmeticError(f"{text} against {RANKS[rank]}: {suited} is unclear")
                    cases[suited] = action, before[1] + int(hands.table.members[row])
        yield from _condensed(text, RANKS[rank], cases)


def _condensed(
    text: str, up: str, cases: dict[str, tuple[str, int]]
) -> Iterator[tuple[str | int, ...]]:
    """One row an action."""
    for action in ("raise", "fold"):
        chosen = [suited for suited in cases if cases[suited][0] == action]
        deals = sum(cases[suited][1] for suited in chosen)
        if len(chosen) == len(cases):
            yield text, up, "any", action, deals
        elif chosen:
            yield text, up, "; ".join(_conditions(chosen, list(cases))), action, deals


def _conditions(chosen: list[str], cases: list[str]) -> Iterator[str]:
    for size in range(5):
        these = sorted(suited for suited in chosen if len(suited) == size)
        if these and len(these) == sum(len(suited) == size for suited in cases):
            yield str(size)
        elif these:
            yield f"{size} ({' '.join(these)})"


def in_words(settings: Mapping[str, Setting]) -> str:
    """The optimal strategy in words a player can remember."""
    return (
        "RAISE with a pair or better. Fold below ace-king. With ace-king and no pair RAISE if the "
        "dealer's card is a queen or lower and matches one of yours; or if it is an ace or a king "
        "and you hold a queen or a jack; or if it matches none of yours, you hold a queen, and it "
        "is lower than your fourth highest card. Close cases hang on how many of your cards have "
        "the suit of the dealer's card: the table has each one."
    )
