"""Pai gow poker, counted: the bonuses from all 154,143,080 sets of seven cards, and the base game
from all pairs of two sets without a shared card, 8,250,459,031,214,400 of them.

- "base", by strategy, by the dealer's high and low hand: "win", "push", "loss". Only "looking",
  the player who sees the dealer's hand, is simulated, with a standard error of 0.04 % of the wager.
- "fortune": the best hand of seven cards, with those apart that are a straight and three of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final

import numpy as np
from numba import njit

from pitboss.games.pai_gow.disjoint_pairs import (
    KINDS,
    LOW_BITS,
    dealer_kind,
    flush_pairs,
    orbits_of,
    rank_pairs,
    share_ranks,
)
from pitboss.games.pai_gow.measures import Measures, hands_by_ranks
from pitboss.games.pai_gow.odds import BOTH, HIGHS, LOWS
from pitboss.games.pai_gow.rules import (
    FACE_UP,
    FORTUNE_OUTCOMES,
    SetHand,
    describe_low,
    every_way,
    house_rule,
    set_house_way,
)
from pitboss.games.pai_gow.setting import WAYS, fortune_place, low_place, set_every_way
from pitboss.games.pai_gow.simulate import RESULTS, simulate
from pitboss.maths.cases import odds
from pitboss.maths.counting import Counts, branch
from pitboss.maths.kernels.chance import Reader, Session
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, JOKER, RANKS, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

OTHER_HANDS = comb(46, 7)  # of the dealer, beside one of the player
SIMULATED_ROUNDS, RNG_SEED = 4_000_000, 645


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    measures = Measures()
    kinds = np.zeros(KINDS, np.int64)
    _, codes, weights = measures.true()
    np.add.at(kinds, [dealer_kind(code) for code in codes.tolist()], weights)
    wins, losses = _count_pairs(measures, lambda done: report(0.7 * done))
    table: Any = np.stack((losses, OTHER_HANDS * kinds - wins - losses, wins), axis=1).ravel()
    session = Session(SIMULATED_ROUNDS, RNG_SEED, lambda done: report(0.7 + 0.3 * done))
    looking = branch(simulate({}, "base", session), "base", "looking")
    base: Counts = {"house_way": Reader(table).counts(HIGHS, LOWS, RESULTS), "looking": looking}
    return {"base": base, "fortune": {**_count_fortune(measures)}}


def _count_pairs(measures: Measures, report: TellProgress) -> list[Any]:
    """Wins and losses by kind of dealer's hand, both hands set the house way."""
    shared = share_ranks(measures.hands)
    flat, true, changed = measures.by_ranks(), measures.true(), measures.find_changes()
    flushes = measures.flushes
    found = flush_pairs(flushes.hands, flushes.types, measures.corrections(), report)
    for loses in (0, 1):
        found[loses] += rank_pairs(measures.hands, *shared, true, flat, 0, loses)
        found[loses] += rank_pairs(measures.hands, *shared, flat, changed, 1, loses)
    return found


@njit(cache=True)
def _places(all_ranks: Any, all_bits: Any, weights: Any, flushes: int, found: Any) -> None:
    highs, lows = np.empty(WAYS, np.int64), np.empty(WAYS, np.int64)
    for hand in range(len(all_ranks)):
        set_every_way(all_ranks[hand], all_bits[hand], flushes, highs, lows)
        found[fortune_place(all_ranks[hand], all_bits[hand], highs)] += weights[hand]


def _count_fortune(measures: Measures) -> dict[str, int]:
    """Hands without a possible flush by their ranks, the others as one for all suit names."""
    found = np.zeros(len(FORTUNE_OUTCOMES) + 1, np.int64)
    _places(*measures.held, measures.ways - measures.flush_ways, 0, found)
    flushes = measures.flushes
    bits = np.zeros((len(flushes.hands), 7), np.int64)
    for suit in range(4):
        for rank in range(13):
            holding = flushes.hands >> 13 * suit + rank & 1 == 1
            bits[holding, (bits[holding] != 0).sum(axis=1)] = 1 << 16 * suit + rank
    ranks = np.where(bits == 0, 12, np.log2(np.maximum(bits, 1)).astype(np.int64) % 16)
    _places(ranks, bits, orbits_of(flushes.hands), 1, found)
    return dict(zip((*FORTUNE_OUTCOMES, BOTH), found.tolist(), strict=True))


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = ()


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each way to set seven cards, against every hand of the dealer without
    them; where the dealer's hand is face up, that of fourteen cards, the dealer's last."""
    seen = 7 if paytable.scheme == FACE_UP else 0
    if len(set(cards)) != len(cards) or len(cards) != 7 + seen:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Pai Gow Poker", number=7 + seen)
    own = [way for way in every_way(cards[:7]) if not way.is_foul]
    codes, weights = _dealer_of(cards[7:]) if seen else _dealers(cards)
    pushing = {"queen_high": 8, FACE_UP: 12}.get(paytable.scheme, -1)
    kinds = np.array([dealer_kind(code) for code in codes.tolist()])
    is_low = (paytable.scheme == "nine_high_low") & (kinds % 2 == 1)
    weights = np.where(is_low | (kinds // 2 * 2 == pushing), 0, weights)
    total, pays = comb(46, 7) if not seen else 1, odds(paytable.prize("win"), paytable)
    found = {}
    for way in own:
        high, low = _code_of(way) >> LOW_BITS, _code_of(way) % (1 << LOW_BITS)
        above = high > codes >> LOW_BITS, low > codes % (1 << LOW_BITS)
        wins = int(weights[above[0] & above[1]].sum())
        losses = int(weights[~(above[0] | above[1])].sum())
        found[way.name] = (wins * pays - losses) / Fraction(total)
    foul = -Fraction(int(weights.sum()), total)  # a dealer's hand that pushes all pushes it too
    return {**found, "house_way": found[set_house_way(cards[:7]).name], "foul": foul}


def _code_of(way: SetHand) -> int:
    """A set hand as the count compares it."""
    strength = sum(rank << 20 - 4 * place for place, rank in enumerate(way.high))
    low = (way.low[1], way.low[1]) if way.low[0] else way.low[1:]
    return int(strength << LOW_BITS | low_place(*low))


def _dealer_of(cards: Sequence[Card]) -> tuple[Any, Any]:
    return np.array([_code_of(set_house_way(cards))]), np.ones(1, np.int64)


def _dealers(gone: Sequence[Card]) -> tuple[Any, Any]:
    """The settings of all dealer's hands without these cards, each with how many hands have it."""
    measures = Measures()
    flushes = measures.flushes
    left = np.ones((4, 13), np.int64)
    for card in gone:
        if card != JOKER:
            left[card % 4, card // 4] = 0
    jokers = 0 if JOKER in gone else 1
    of_rank = left.sum(axis=0)
    ways = np.where(measures.hands[:, -1] > jokers, 0, 1)
    for rank in range(13):
        ways *= np.array([comb(int(of_rank[rank]), held) for held in range(5)])[
            measures.hands[:, rank]
        ]
    is_suited, is_other = flushes.bits % (1 << 13) > 0, flushes.bits >= 1 << 16
    is_twice = flushes.bits.max(axis=1) >= 1 << 32
    found = np.zeros(len(flushes.keys), np.int64)
    for suit in range(4):
        others = np.where(is_other, (of_rank - left[suit])[flushes.ranks], 1)
        each = np.where(is_suited, left[suit][flushes.ranks], 1).prod(axis=1)
        twice = others.max(axis=1, where=is_other, initial=0)
        found += each * np.where(is_twice, twice * (twice - 1) // 2, others.prod(axis=1))
    has_joker = (flushes.bits == 0).any(axis=1)
    found[has_joker] *= jokers
    np.subtract.at(ways, measures.group, found)
    return np.r_[measures.codes, measures.flush_codes], np.r_[ways, found]


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole house way: for each seven cards by rank the low hand, and from which low hand up a
    straight or better behind goes before it."""
    yield ("ranks", "low_hand", "made_behind_from")
    for *held, joker in hands_by_ranks().tolist():
        counts = {rank: count for rank, count in enumerate(held) if count}
        text = "".join(RANKS[rank] * count for rank, count in reversed(counts.items()))
        counts[ACE] = counts.get(ACE, 0) + joker
        front, least = house_rule({rank: count for rank, count in counts.items() if count})
        first = "never" if least is None else "a pair" if least[0] else "any"
        yield ("Jk" * joker + text, describe_low(front), first)
    report(1.0)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The house way in words a player can remember."""
    return (
        "Nothing: the second and third best cards in front. A pair: behind, the two best others in "
        "front. Two pair: split, but keep them behind with a king or better in front if both are "
        "sixes or lower, or one is and the other is tens or lower; with an ace in front if one is "
        "sixes or lower and the other is jacks to kings, or both are sevens to tens. Three pair: "
        "the best in front. Three of a kind: behind; split aces. Full house: the pair in front, "
        "except deuces with ace-king. Fours: keep sixes or lower together, sevens to tens with a "
        "king, jacks to kings with an ace; otherwise split. A straight or a flush: keep it if you "
        "have a pair or less, with the best two cards in front; with three of a kind, if it leaves "
        "a pair. Where the dealer's hand is face up: beat both hands if you can, otherwise one."
    )
