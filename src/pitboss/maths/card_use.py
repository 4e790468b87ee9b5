"""Which cards a round uses, by how a wager ends: everything that counting cards is worked out from.

A wager says which hands it looks at, who draws, and what finished hands make. `use_cards` plays
every round once and keeps, for each outcome and each set of used cards, the exact ways to deal it
from a full shoe. The cards that a longer round would use are dealt too, so all weights have one
total. Cards that the wager measures alike are one kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, perm, prod
from typing import TypeAlias

from pitboss.refusal import Refusal
from pitboss.rules.bet_vocabulary import BetCards, Measure
from pitboss.rules.bets import Bet
from pitboss.rules.cards import DECK, RANK_OF, SUIT_OF, Card
from pitboss.rules.game import Setting
from pitboss.rules.typed_hand import TypedGroup

DealtHands: TypeAlias = tuple[BetCards, ...]
UsedKinds: TypeAlias = tuple[tuple[int, int], ...]  # a kind's place, and how many of it
NAMING_SUITS = {"suit", "cards", "one_color"}  # words of conditions
DIGIT = 4  # bits for the number of one kind


@dataclass(frozen=True, slots=True)
class DealtWager:
    """A wager by its cards. Without measures every card is a kind of its own; with them, the
    outcome depends on nothing but the measures of each hand and its number of cards."""

    hands: Mapping[str, TypedGroup]
    find_outcome: Callable[[DealtHands], str]
    draws: Callable[[DealtHands], int | None] | None = None  # which hand draws, if any
    measures: tuple[Measure, ...] = ()
    deck: tuple[Card, ...] = DECK
    find_early: Callable[[BetCards], str | None] = lambda _first: None  # by the first hand alone
    suits_alike: bool = False  # no suit is named: exchanging two changes no outcome
    sees_whole_round: bool = False  # its hands are all cards of a round with one player

    def deal(self, cards: Iterable[Card]) -> tuple[str, int]:
        """The outcome of a round with the next cards, and how many of them it takes."""
        coming = iter(cards)
        hands = tuple(
            tuple(next(coming) for _ in range(group.least)) for group in self.hands.values()
        )
        while self.draws and (place := self.draws(hands)) is not None:
            drawn = (*hands[place], next(coming))
            hands = (*hands[:place], drawn, *hands[place + 1 :])
        return self.find_outcome(hands), sum(map(len, hands))


@dataclass(frozen=True, slots=True)
class CardUse:
    """The next round of a full shoe: weights out of `total` by outcome and used cards, and by the
    first card of each hand."""

    wager: DealtWager
    kinds: tuple[tuple[Card, ...], ...]
    sizes: tuple[int, ...]  # cards of each kind in the shoe
    weights: Mapping[tuple[str, UsedKinds], int]
    firsts: Mapping[tuple[str, int], Mapping[str, int]]  # (hand, kind) -> outcome
    total: int

    @property
    def cards(self) -> int:
        """Cards in the full shoe."""
        return sum(self.sizes)


def dealt_bet(bet: Bet, settings: Mapping[str, Setting]) -> DealtWager:
    """A bet that is a file. A hand that no condition asks about is left in the shoe."""
    look, hands = bet.look, bet.look.hands
    conditions = [
        each for clauses in bet.outcomes.values() for clause in clauses for each in clause
    ]
    if look.offer:
        raise Refusal("VULNERABILITY_NONE", "offered", where=bet.name)
    draws = look.draws
    if draws is None:
        return DealtWager(
            hands,
            bet.find_outcome,
            deck=look.deck,
            find_early=bet.find_outcome_early,
            suits_alike=NAMING_SUITS.isdisjoint(" ".join(each.text for each in conditions).split()),
        )
    measures = tuple(bet.measures.values())
    asked = {place for each in conditions for place in each.about}
    if asked == set(look.drawn) == {1}:
        return DealtWager(
            {name: hand for place, (name, hand) in enumerate(hands.items()) if place == 1},
            lambda held: bet.find_outcome(((), *held)),
            lambda held: None if draws(((), *held), settings) is None else 0,
            measures,
            look.deck,
        )
    return DealtWager(
        hands,
        bet.find_outcome,
        lambda held: draws(held, settings),
        measures,
        look.deck,
        sees_whole_round=len(look.drawn) == len(hands),
    )


def use_cards(wager: DealtWager, decks: int) -> CardUse:
    """Play every round of a full shoe once."""
    kinds = _kinds(wager)
    sizes = tuple(decks * len(kind) for kind in kinds)
    cards, most = sum(sizes), sum(group.most for group in wager.hands.values())
    own_bit = {kind[0]: 1 << DIGIT * place for place, kind in enumerate(kinds)}
    place_of = {kind[0]: place for place, kind in enumerate(kinds)}

    @cache
    def read(used: int) -> tuple[UsedKinds, int]:
        """The kinds, and the ways to deal them in a given order, and then the rest."""
        found = []
        while used:
            place = ((used & -used).bit_length() - 1) // DIGIT
            number = used >> place * DIGIT & (1 << DIGIT) - 1
            found.append((place, number))
            used -= number << place * DIGIT
        ways = prod(perm(sizes[place], number) for place, number in found)
        dealt = sum(number for _, number in found)
        return tuple(found), ways * perm(cards - dealt, most - dealt)

    weights: Counter[tuple[str, UsedKinds]] = Counter()
    first_cards: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for start, orders, endings in _play(wager, own_bit):
        ended: Counter[str] = Counter()
        for outcome, bits in endings:
            used, ways = read(bits)
            weights[outcome, used] += orders * ways
            ended[outcome] += orders * ways
        for name, hand in zip(wager.hands, start, strict=False):
            for card in hand:
                of_first = first_cards[name, place_of[card]]
                for outcome, weight in ended.items():
                    of_first[outcome] += weight
    firsts = {
        (name, place): {
            outcome: weight // wager.hands[name].least for outcome, weight in found.items()
        }
        for (name, place), found in first_cards.items()
    }
    total = sum(weights.values())
    assert total == perm(cards, most)
    return CardUse(wager, kinds, sizes, weights, firsts, total)


def _kinds(wager: DealtWager) -> tuple[tuple[Card, ...], ...]:
    """The cards of one deck, those that measure alike together."""
    alike: dict[object, list[Card]] = defaultdict(list)
    for card in wager.deck:
        key = tuple(measure((card,)) for measure in wager.measures) if wager.measures else card
        alike[key].append(card)
    return tuple(map(tuple, alike.values()))


def _play(
    wager: DealtWager, own_bit: Mapping[Card, int]
) -> Iterator[tuple[DealtHands, int, list[tuple[str, int]]]]:
    """Every start of a round, in how many orders it is dealt, and each way the round ends then:
    the outcome, and the bits of the used cards."""
    judge = _judge(wager)
    dealt: list[Iterable[BetCards]] = [
        combinations_with_replacement(own_bit, each.least) for each in wager.hands.values()
    ]
    if len(dealt) > 1:
        matters = []
        for first in dealt[0]:
            if (early := wager.find_early(first)) is None:
                matters.append(first)
            else:
                yield (first,), count_orders(first), [(early, sum(map(own_bit.__getitem__, first)))]
        dealt[0] = matters
    for start in product(*dealt):
        finished = finish_round(start, wager.draws or (lambda _held: None), own_bit)
        endings = [(judge(hands), used) for hands, used in finished]
        yield start, prod(map(count_orders, start)), endings


def finish_round(
    start: DealtHands, draws: Callable[[DealtHands], int | None], own_bit: Mapping[Card, int]
) -> Iterator[tuple[DealtHands, int]]:
    """Every way a round ends, by the hands and the bits of all cards, each kind in turn."""
    waiting = [(start, sum(own_bit[card] for hand in start for card in hand))]
    while waiting:
        hands, used = waiting.pop()
        if (place := draws(hands)) is None:
            yield hands, used
            continue
        before, own, after = hands[:place], hands[place], hands[place + 1 :]
        waiting += [((*before, (*own, card), *after), used + bit) for card, bit in own_bit.items()]


def _judge(wager: DealtWager) -> Callable[[DealtHands], str]:
    """The outcome of finished hands; those that measure alike are judged once."""
    if not (wager.measures or wager.suits_alike):
        return wager.find_outcome
    known: dict[object, str] = {}
    measure = cache(lambda hand: (len(hand), *(each(hand) for each in wager.measures)))

    def judge(hands: DealtHands) -> str:
        key = tuple(map(measure, hands)) if wager.measures else _name_suits(hands)
        if key not in known:
            known[key] = wager.find_outcome(hands)
        return known[key]

    return judge


def _name_suits(hands: DealtHands) -> tuple[int, ...]:
    """The ranks, and the suits numbered as they appear."""
    suits: dict[int, int] = {}
    return tuple(
        4 * RANK_OF[card] + suits.setdefault(SUIT_OF[card], len(suits))
        for hand in hands
        for card in hand
    )


@cache
def count_orders(hand: BetCards) -> int:
    """In how many orders these kinds can be dealt."""
    return factorial(len(hand)) // prod(map(factorial, Counter(hand).values()))
