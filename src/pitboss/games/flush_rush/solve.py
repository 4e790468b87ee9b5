"""Flush Rush, counted in closed form under the best play.

base
    action -> outcome -> deals, C(52, 4) x C(48, 2) x 46 in all. Actions: fold (after four cards),
    play_fold (after six), play_play. Outcomes: OUTCOMES and nothing; a folded hand is nothing.
strategies
    rule -> as base: play_three_suited (among four cards, and among six), play_everything.

Only the cards of one suit matter, so seven cards are four suit lengths, dealt in every order, and
the ranks of the suit that has four or more. Both decisions depend on the longest suit alone:

- after six cards, a longest suit of two can't win, and one of three wins 7 antes or more with 10 of
  46 cards, which is worth more than the two antes of a fold;
- after four cards, two of a suit are worth more than a fold and four different suits less, with the
  usual paytable. `tests` deal every case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, prod
from typing import Final, TypeAlias

from pitboss.games.flush_rush.odds import STAKED
from pitboss.games.flush_rush.rules import CARDS, LEAST, flush_rush, suit_outcome
from pitboss.maths.cases import odds
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

Lengths: TypeAlias = tuple[int, ...]

# The shortest longest suit to play with four cards, and with six.
NEEDS: Final = {"best": (2, 3), "play_three_suited": (3, 3), "play_everything": (1, 1)}


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    found = {rule: _counted(*needs) for rule, needs in NEEDS.items()}
    report(1.0)
    return {"base": found.pop("best"), "strategies": {**found}}


def _counted(first: int, second: int) -> Counts:
    """action -> outcome -> deals, if these longest suits are played."""
    dealt: dict[str, Counter[str]] = {action: Counter() for action in STAKED}
    for lengths in _lengths(CARDS, (13,) * 4):
        for outcome, sets in _outcomes(lengths).items():
            for action, ways in _actions(lengths, first, second).items():
                dealt[action][outcome if action == "play_play" else "nothing"] += sets * ways
    return {action: {**outcomes} for action, outcomes in dealt.items()}


def _lengths(cards: int, most: Lengths) -> Iterator[Lengths]:
    """Every way to have so many cards in four suits, with at most so many in each."""
    for lengths in product(*(range(limit + 1) for limit in most)):
        if sum(lengths) == cards:
            yield lengths


def _outcomes(lengths: Lengths) -> Mapping[str, int]:
    """Sets of cards with these suit lengths, by what they make."""
    longest = max(lengths)
    others = prod(comb(13, length) for length in lengths) // comb(13, longest)
    return {outcome: sets * others for outcome, sets in suited_sets(longest).items()}


@cache
def suited_sets(length: int) -> Mapping[str, int]:
    """Sets of so many cards in one suit, by what they make."""
    return Counter(suit_outcome(ranks) for ranks in combinations(range(13), length))


def _actions(seven: Lengths, first: int, second: int) -> Mapping[str, int]:
    """The orders of seven cards, four then two then one, by how the player acts."""
    ways: Counter[str] = Counter()
    for last in range(4):
        six = tuple(length - (suit == last) for suit, length in enumerate(seven))
        for four in _lengths(4, six) if min(six) >= 0 else ():
            played = "play_play" if max(six) >= second else "play_fold"
            action = played if max(four) >= first else "fold"
            ways[action] += seven[last] * prod(map(comb, six, four))
    return ways


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes with four or six cards, by dealing all the rest."""
    if len(cards) not in (4, 6) or len(set(cards)) != len(cards):
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Flush Rush", number=4)
    stock = [card for card in DECK if card not in cards]
    if len(cards) == 6:
        worth = sum((_worth((*cards, card), paytable) for card in stock), Fraction(0))
        return {"fold": Fraction(-2), "play": worth / len(stock)}
    best = [
        max(values((*cards, *more), paytable, settings).values()) for more in combinations(stock, 2)
    ]
    return {"fold": Fraction(-1), "play": sum(best, Fraction(0)) / len(best)}


def _worth(cards: Sequence[Card], paytable: Paytable) -> Fraction:
    outcome = flush_rush(cards)
    return Fraction(-3) if outcome == "nothing" else 2 + odds(paytable.prize(outcome), paytable)


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play: how many cards of each suit, with the deals that then win."""
    yield ("cards", "suits", "sets", "action", "wins", "deals")
    for cards, needed in zip((4, 6), NEEDS["best"], strict=True):
        for lengths in _lengths(cards, (13,) * 4):
            if list(lengths) == sorted(lengths, reverse=True):
                alike = len(set(permutations(lengths)))
                sets = alike * prod(comb(13, length) for length in lengths)
                action = "play" if max(lengths) >= needed else "fold"
                shape = "-".join(map(str, lengths))
                yield (cards, shape, sets, action, _wins(lengths), comb(52 - cards, CARDS - cards))
    report(1.0)


def _wins(lengths: Lengths) -> int:
    """How many ways to deal the rest make four of a suit."""
    left = tuple(13 - length for length in lengths)
    return sum(
        prod(map(comb, left, more))
        for more in _lengths(CARDS - sum(lengths), left)
        if max(map(int.__add__, lengths, more)) >= LEAST
    )


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return (
        "Four cards: PLAY with two or more of a suit, fold four different suits. "
        "Six cards: PLAY with three or more of a suit."
    )
