"""The jackpots beside blackjack and the games like it: Blazing 7's and TriLux (BJ-4 to BJ-7)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rules.cards import ACE, DIAMONDS, RANK_OF, SEVEN, SUIT_OF, Card
from pitboss.rules.game import LinkRule, slot
from pitboss.rules.hands import is_sequence
from pitboss.rules.typed_hand import TypedGroup, TypedHand

RED = (1, 2)  # diamonds and hearts

FIRST_TWO = TypedGroup("the player's first two cards", 2, 2)
UP_CARD = TypedGroup("the dealer's up card", 1, 1)

BLAZING_OUTCOMES = (
    "nothing",
    "one_seven",
    "two_sevens",
    "three_sevens",
    "three_sevens_color",
    "three_sevens_suited",
    "three_sevens_diamonds",
)
TRILUX_OUTCOMES = (
    "nothing",
    "flush",
    "straight",
    "three_of_a_kind",
    "straight_flush",
    "three_of_a_kind_suited",
    "three_aces_suited",
)


def blazing_7s(first_two: Sequence[Card], third: Card | None) -> str:
    """BLAZING 7's: sevens in the first two cards, and a third that counts (BJ-4, BJ-5)."""
    sevens = [card for card in first_two if RANK_OF[card] == SEVEN]
    if len(sevens) < 2:
        return "one_seven" if sevens else "nothing"
    if third is None or RANK_OF[third] != SEVEN:
        return "two_sevens"
    suits = {SUIT_OF[card] for card in (*sevens, third)}
    if len(suits) == 1:
        return "three_sevens_diamonds" if suits == {DIAMONDS} else "three_sevens_suited"
    return "three_sevens_color" if len({suit in RED for suit in suits}) == 1 else "three_sevens"


def trilux(cards: Sequence[Card]) -> str:
    """TRILUX: the first two cards and the dealer's up card as a three-card hand (BJ-7)."""
    ranks = [RANK_OF[card] for card in cards]
    suited = len({SUIT_OF[card] for card in cards}) == 1
    if len(set(ranks)) == 1:
        if not suited:
            return "three_of_a_kind"
        return "three_aces_suited" if ranks[0] == ACE else "three_of_a_kind_suited"
    if is_sequence(ranks):
        return "straight_flush" if suited else "straight"
    return "flush" if suited else "nothing"


LINKED_ALIKE = LinkRule(
    rule="PS-31",
    case="linked_alike",
    same_settings=True,
)


BLAZING_7S_SLOT = slot(
    "blazing_7s", BLAZING_OUTCOMES, usual="1", shared="blackjack", link=LINKED_ALIKE
)
TRILUX_SLOT = slot("trilux", TRILUX_OUTCOMES, usual="6", shared="blackjack", link=LINKED_ALIKE)
BLAZING_7S_TYPED = TypedHand(
    (FIRST_TWO, TypedGroup("the third card that counts, if any", 0, 1)),
    lambda parts, _: blazing_7s(parts[0], parts[1][0] if parts[1] else None),
)
TRILUX_TYPED = TypedHand((FIRST_TWO, UP_CARD), lambda parts, _: trilux((*parts[0], *parts[1])))
