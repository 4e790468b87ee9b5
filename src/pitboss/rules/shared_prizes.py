"""Classes of hands that several games' paytables share, how two hands compare, and jackpots that
several games pay alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pitboss.rules.cards import ACE, QUEEN
from pitboss.rules.hands import (
    Five,
    Four,
    Strength,
    Three,
    best_five,
    describe_five,
    describe_four,
    is_royal,
)
from pitboss.rules.paytable import EVEN_MONEY, LOSES, PUSH, Prize
from pitboss.rules.round import Round

_FOUR_KINDS = {
    Four.TWO_PAIR: "two_pair",
    Four.STRAIGHT: "straight",
    Four.FLUSH: "flush",
    Four.THREE_OF_A_KIND: "three_of_a_kind",
    Four.STRAIGHT_FLUSH: "straight_flush",
    Four.FOUR_OF_A_KIND: "four_of_a_kind",
}
FOUR_CARD_OUTCOMES = ("nothing", *_FOUR_KINDS.values(), "four_aces")
_PREMIUM = FOUR_CARD_OUTCOMES[FOUR_CARD_OUTCOMES.index("three_of_a_kind") :]
FOUR_CARD_PROGRESSIVE_OUTCOMES = ("nothing", *_PREMIUM)

_FIVE_KINDS = {
    Five.THREE_OF_A_KIND: "three_of_a_kind",
    Five.STRAIGHT: "straight",
    Five.FLUSH: "flush",
    Five.FULL_HOUSE: "full_house",
    Five.FOUR_OF_A_KIND: "four_of_a_kind",
    Five.STRAIGHT_FLUSH: "straight_flush",
}
FIVE_CARD_OUTCOMES = ("nothing", *_FIVE_KINDS.values(), "royal_flush")

# PAIR PLUS and 3 CARD BONUS: a pair or better of three cards.
THREE_CARD_OUTCOMES = ("nothing", *(kind.name.lower() for kind in Three if kind), "mini_royal")
_MINI_ROYAL: Strength = (Three.STRAIGHT_FLUSH, ACE)


# The best hand of a number of cards, and its name.
_BEST = {
    Four: ((Four.FOUR_OF_A_KIND, ACE), "four_aces"),
    Five: ((Five.STRAIGHT_FLUSH, ACE), "royal_flush"),
}


@dataclass(frozen=True, slots=True)
class PairOrBetter:
    """Hands of four or five cards from a pair of some rank up, each kind a class: tens or better is
    `PairOrBetter(Five, TEN, "tens_or_better")`."""

    kinds: type[Four] | type[Five]
    lowest: int
    pair: str

    @property
    def outcomes(self) -> tuple[str, ...]:
        """All classes, worst to best."""
        better = (kind.name.lower() for kind in list(self.kinds)[self.kinds.TWO_PAIR :])
        return ("nothing", self.pair, *better, _BEST[self.kinds][1])

    def outcome(self, strength: Strength) -> str:
        """The class of a hand."""
        kind = self.kinds(strength[0])
        if kind > self.kinds.PAIR:
            best, name = _BEST[self.kinds]
            return name if strength == best else kind.name.lower()
        return self.pair if strength >= (self.kinds.PAIR, self.lowest) else "nothing"


# QUEENS UP: a pair of queens or better of four cards (C4-6, SF-5).
QUEENS_UP = PairOrBetter(Four, QUEEN, "queens_or_better")


def showdown(player: Strength, dealer: Strength) -> tuple[Prize, str]:
    """What an even-money wager gets when two hands are compared, with the words for it."""
    if player == dealer:
        return PUSH, "a tie"
    return (EVEN_MONEY, "a win") if player > dealer else (LOSES, "a loss")


def three_card_outcome(strength: Strength) -> str:
    """A three-card hand of a pair or better, suited ace-king-queen apart from other straight
    flushes."""
    return THREE_CARD_OUTCOMES[strength[0] + (strength == _MINI_ROYAL)]


def four_card_outcome(strength: Strength) -> str:
    """A four-card hand of two pair or better, four aces apart from other fours."""
    if strength == (Four.FOUR_OF_A_KIND, ACE):
        return "four_aces"
    return _FOUR_KINDS.get(Four(strength[0]), "nothing")


def four_card_progressive(strength: Strength) -> str:
    """The four-card progressive: three of a kind or better of the four cards in play (PS-40)."""
    outcome = four_card_outcome(strength)
    return outcome if outcome in _PREMIUM else "nothing"


def five_card_outcome(strength: Strength) -> str:
    """A five-card hand as the multi-game and Cover All paytables class it (PS-42, CS-2)."""
    return "royal_flush" if is_royal(strength) else _FIVE_KINDS.get(Five(strength[0]), "nothing")


def pay_four_card_jackpots(round: Round, seat: int, four: Strength, *, folded: bool) -> None:
    """Settle the progressive of the best four cards (PS-40) and that of all five (PS-42)."""

    def of_five() -> tuple[str, str]:
        five = best_five(round.hand(seat))
        return five_card_outcome(five), f"PS-42: {describe_five(five)} of all five cards"

    of_four = four_card_progressive(four), f"PS-40: {describe_four(four)}"
    pay_jackpots(round, seat, {"progressive": lambda: of_four, "five_card": of_five}, folded=folded)


def pay_jackpots(
    round: Round, seat: int, hands: Mapping[str, Callable[[], tuple[str, str]]], *, folded: bool
) -> None:
    """Settle a seat's progressives, each by the outcome and the rule of its hand; the house decides
    whether a folded hand can win them (PS-35)."""
    lost = folded and not round.table.says("folded_qualify")
    for wager, hand in hands.items():
        if not round.has_made(seat, wager):
            continue
        if lost:
            round.resolve(seat, wager, LOSES, rule="PS-35: a folded hand does not qualify")
        else:
            outcome, rule = hand()
            round.pay(seat, wager, outcome, rule=rule)
