"""The words of which a bet's conditions are made.

| condition | holds where |
|---|---|
| `suited`, `one_color` | all cards have one suit, one color |
| `suit h` | all cards are hearts |
| `ranks K Q` | the ranks are these, in any order |
| `cards Qh Qh` | the cards are these, in any order |
| `among T J Q K A` | every card has one of these ranks |
| `straight` | the ranks follow each other, the ace low or high |
| `alike 2` | so many cards of the most frequent rank |
| `twins 2` | so many of the most frequent card, rank and suit |
| `kinds 2` | so many different ranks |
| `count 5`, `count 5+`, `count 2..4` | so many cards |
| `matches 1` | so many cards of the first hand have the rank of the second one, in another suit |
| `twin_matches 1` | so many cards of the first hand are the card of the second one |
| `total 20` | what the host measures, such as blackjack's best total |
| `player leads 1+` | the hand has so many points more than the other |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeAlias

from pitboss.rules.cards import RANK_OF, RANKS, SUIT_OF, SUITS, Card, parse_cards
from pitboss.rules.hands import is_sequence

LEADS = "leads"

BetCards: TypeAlias = tuple[Card, ...]
Measure: TypeAlias = Callable[[BetCards], int]
CardsTest: TypeAlias = Callable[[BetCards], bool]
HandsTest: TypeAlias = Callable[[Sequence[BetCards]], bool]


def ask_together(test: CardsTest, places: tuple[int, ...]) -> HandsTest:
    """A test of all cards of some hands."""
    if len(places) == 1:
        place = places[0]
        return lambda hands: test(hands[place])
    return lambda hands: test(tuple(card for place in places for card in hands[place]))


def ask_measure(measure: Measure, wanted: range, places: tuple[int, ...]) -> HandsTest:
    return ask_together(lambda cards: measure(cards) in wanted, places)


def ask_count(count: Callable[[BetCards, BetCards], int], wanted: range) -> HandsTest:
    return lambda hands: count(hands[0], hands[1]) in wanted


def ask_lead(measure: Measure, own: int, wanted: range) -> HandsTest:
    return lambda hands: measure(hands[own]) - measure(hands[1 - own]) in wanted


def read_range(needed: Sequence[str]) -> range:
    """`5` is 5, `5+` is 5 and more, `2..4` is 2 to 4."""
    (text,) = needed
    if text.endswith("+"):
        return range(int(text[:-1]), 1 << 31)
    least, _, most = text.partition("..")
    found = range(int(least), int(most or least) + 1)
    if not found:
        raise ValueError(text)
    return found


def _none(needed: Sequence[str]) -> None:
    if needed:
        raise ValueError


def _suited(needed: Sequence[str]) -> CardsTest:
    _none(needed)
    return lambda cards: len({SUIT_OF[card] for card in cards}) == 1


def _one_color(needed: Sequence[str]) -> CardsTest:
    _none(needed)
    return lambda cards: len({SUIT_OF[card] in (1, 2) for card in cards}) == 1


def _suit(needed: Sequence[str]) -> CardsTest:
    (suit,) = (SUITS.index(each) for each in needed)
    return lambda cards: all(SUIT_OF[card] == suit for card in cards)


def _ranks(needed: Sequence[str]) -> CardsTest:
    wanted = sorted(RANKS.index(each) for each in needed)
    return lambda cards: sorted(RANK_OF[card] for card in cards) == wanted


def _cards(needed: Sequence[str]) -> CardsTest:
    wanted = sorted(parse_cards(" ".join(needed)))
    return lambda cards: sorted(cards) == wanted


def _among(needed: Sequence[str]) -> CardsTest:
    wanted = frozenset(RANKS.index(each) for each in needed)
    return lambda cards: all(RANK_OF[card] in wanted for card in cards)


def _straight(needed: Sequence[str]) -> CardsTest:
    _none(needed)
    return lambda cards: is_sequence([RANK_OF[card] for card in cards])


WORDS: dict[str, Callable[[Sequence[str]], CardsTest]] = {
    "suited": _suited,
    "one_color": _one_color,
    "suit": _suit,
    "ranks": _ranks,
    "cards": _cards,
    "among": _among,
    "straight": _straight,
}
NUMBERS: dict[str, Measure] = {
    "count": len,
    "alike": lambda cards: max(Counter(RANK_OF[card] for card in cards).values()),
    "twins": lambda cards: max(Counter(cards).values()),
    "kinds": lambda cards: len({RANK_OF[card] for card in cards}),
}
OF_TWO: dict[str, Callable[[BetCards, BetCards], int]] = {
    "matches": lambda first, second: sum(
        RANK_OF[card] == RANK_OF[second[0]] and card != second[0] for card in first
    ),
    "twin_matches": lambda first, second: sum(card == second[0] for card in first),
}
