"""Counts a bet on hands that all draw by fixed rules, such as baccarat's two, exactly.

Cards that the host measures alike draw alike. So every round is played once by the kinds of its
cards; for each way the hands can end we keep which kinds were used, and in how many orders. The
ways to deal them from a shoe, times the ways to deal the cards that a longer round would use, are
its weight: the rounds of n cards weigh n (n - 1) (n - 2) ... together, a factor for each card of
the longest round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import perm, prod
from typing import TypeAlias

from pitboss.maths.card_use import DIGIT, count_orders, finish_round
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.rules import catalog
from pitboss.rules.bet_vocabulary import BetCards, Measure
from pitboss.rules.bets import NOTHING, Bet, Look
from pitboss.rules.cards import Card
from pitboss.rules.game import Option

_Hands: TypeAlias = tuple[BetCards, ...]
_Used: TypeAlias = int  # how often each kind was used, in DIGIT bits for each kind


def count_rounds(bet: Bet, options: Sequence[Option], report: TellProgress) -> Counts:
    """The weight of each outcome for each number of decks."""
    (decks,) = options
    counts: Counts = {}
    for done, each in enumerate(decks.choices, start=1):
        weights = dict.fromkeys((*bet.outcomes, NOTHING), 0)
        for hands, weight in _weighed_rounds(bet.game, bet.look.name, int(each)).items():
            weights[bet.find_outcome(hands)] += weight
        counts[str(each)] = {**weights, "total": sum(weights.values())}
        report(done / len(decks.choices))
    return counts


def card_values(look: Look, measures: Mapping[str, Measure]) -> dict[Card, tuple[int, ...]]:
    """What the host measures of each single card: cards of one value draw alike."""
    return {card: tuple(measure((card,)) for measure in measures.values()) for card in look.deck}


@cache
def _weighed_rounds(game: str, look_name: str, decks: int) -> Mapping[_Hands, int]:
    """The weight of each way the hands can end, under an example of it."""
    look, kinds = _look(game, look_name), _kinds(game, look_name)
    cards, most = len(look.deck) * decks, sum(group.most for group in look.hands.values())

    @cache
    def weigh(used: _Used) -> int:
        weight, dealt = 1, 0
        for number in kinds.values():
            taken = used & (1 << DIGIT) - 1
            weight *= perm(number * decks, taken)
            dealt += taken
            used >>= DIGIT
        return weight * perm(cards - dealt, most - dealt)

    weights = {
        hands: sum(orders * weigh(used) for used, orders in found.items())
        for hands, found in _every_round(game, look_name).items()
    }
    assert sum(weights.values()) == perm(cards, most)
    return weights


@cache
def _every_round(game: str, look_name: str) -> Mapping[_Hands, Mapping[_Used, int]]:
    """Every way the hands can end, with the orders of all cards that end so. Conditions on drawn
    hands see only the number of cards and what the host measures, so nothing else is told apart."""
    measures = catalog.game(game).measures.values()
    examples: dict[tuple[tuple[int, ...], ...], _Hands] = {}
    found: dict[_Hands, Counter[_Used]] = defaultdict(Counter)

    @cache
    def measure(hand: BetCards) -> tuple[int, ...]:
        return (len(hand), *(each(hand) for each in measures))

    for hands, used, orders in _play(_look(game, look_name), tuple(_kinds(game, look_name))):
        example = examples.setdefault(tuple(map(measure, hands)), hands)
        found[example][used] += orders
    return found


def _play(look: Look, kinds: Sequence[Card]) -> Iterator[tuple[_Hands, _Used, int]]:
    """Every round: its hands, what they use, and in how many orders they are dealt."""
    draws = look.draws
    assert draws is not None
    used_by = {card: 1 << DIGIT * place for place, card in enumerate(kinds)}
    dealt = (combinations_with_replacement(kinds, group.least) for group in look.hands.values())
    for start in product(*dealt):
        orders = prod(map(count_orders, start))
        for hands, used in finish_round(start, lambda held: draws(held, {}), used_by):
            yield hands, used, orders


def _look(game: str, name: str) -> Look:
    return next(look for look in catalog.game(game).looks if look.name == name)


def _kinds(game: str, look_name: str) -> Mapping[Card, int]:
    """A card of each kind, and how many of one deck are of it."""
    first: dict[tuple[int, ...], Card] = {}
    values = card_values(_look(game, look_name), catalog.game(game).measures)
    return Counter(first.setdefault(value, card) for card, value in values.items())
