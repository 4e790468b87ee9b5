"""Ultimate Three Card Poker (Face Up): three cards each, one of the dealer's face up.

Rules and pays are from Eliot Jacobson's description of the game with one card of the dealer's up
(888casino.com, on hole cards in Ultimate Three Card Poker); discountgambling.net calls it the Face
Up game of Shuffle Master. The Washington State Gambling Commission's letter of June 22, 2020 names
a Three Card Poker Face Up without its rules: whether that is this game no page says. Standard Three
Card Poker with one card up would favor the player by 3.48 %, as the Wizard of Odds found. PAIR PLUS
of this game isn't here: no page gives its pays.
"""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.cards import ACE, EIGHT, FIVE, FOUR, NINE, QUEEN, RANK_OF, SEVEN, SIX, TEN
from pitboss.rules.game import DEALER, Act, Choice, Equal, Mandatory, Play, Range, Turn, Wager, slot
from pitboss.rules.hands import Strength, Three, describe_three, three_cards
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import showdown
from pitboss.rules.typed_hand import TypedGroup, TypedHand

PAIR: Strength = (Three.PAIR,)
FLUSH: Strength = (Three.FLUSH,)
QUEEN_HIGH: Strength = (Three.HIGH_CARD, QUEEN)
MINI_ROYAL: Strength = (Three.STRAIGHT_FLUSH, ACE)
BLIND_OUTCOMES = ("flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal")
# The weakest hand to play by the rank of the dealer's up card, deuce to ace, as
# discountgambling.net publishes it.
PUBLISHED: tuple[Strength, ...] = tuple(
    (Three.HIGH_CARD, *ranks)
    for ranks in (
        (NINE, EIGHT), (TEN,), (TEN, FOUR), (TEN, FIVE), (TEN, SIX), (TEN, SEVEN), (TEN, SIX),
        (TEN,), *((rank, EIGHT, FOUR) for rank in range(TEN, ACE)), (ACE, EIGHT, FIVE),
    )
)  # fmt: skip


def blind(strength: Strength) -> str:
    """What the BLIND pays: a flush or better."""
    if strength < FLUSH:
        return "nothing"
    return BLIND_OUTCOMES[strength[0] - Three.FLUSH + (strength == MINI_ROYAL)]


class UltimateThreeCard(Game):
    """The rules of Ultimate Three Card Poker."""

    name = "ultimate_three_card"
    title = "Ultimate Three Card Poker (Face Up)"
    summary = "Three cards each, one of the dealer's up; a pair or better plays up to three times."
    unit = "ante"
    wagers = (
        Wager("ante", Mandatory()),
        Wager("blind", Equal("ante")),
        Wager("play", Range("ante", 100, 300)),
    )
    slots = (slot("base", BLIND_OUTCOMES, usual="100-8-6"),)
    typed: Mapping[str, TypedHand] = {
        "base": TypedHand(
            (TypedGroup("the player's three cards", 3, 3),),
            lambda parts, _: blind(three_cards(parts[0])),
        ),
    }
    card = (
        "One deck. Three cards each; the dealer's first card is turned up.",
        "High to low: straight flush, three of a kind, straight, flush, pair, high card. The ace "
        "is high, and low only in 3-2-A.",
        "ANTE and BLIND are equal. Look, then fold both, or PLAY the ANTE's amount; with a pair "
        "or better PLAY may be up to three times the ANTE.",
        "The better hand wins. PLAY pays 1 to 1, loses, or pushes on a tie.",
        "ANTE does the same if the dealer has queen high or better; otherwise it pushes.",
        "BLIND pays a winning flush or better by its table; it pushes on any other win and on a "
        "tie, and loses with the hand.",
        "Pay from your right to your left: PLAY, ANTE, BLIND.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or play, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 3)
        yield from round.deal(DEALER, 1)
        yield from round.deal(DEALER, 2, face_down=True)
        folded: set[int] = set()
        for seat in round.seats:
            weak = three_cards(round.hand(seat)) < PAIR
            offer = round.offer(seat, "play", "play", only_least=weak)
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                for wager in ("ante", "blind"):
                    round.resolve(seat, wager, LOSES, rule="folded")
        round.turn_up(DEALER)
        for seat in reversed(round.seats):
            if seat not in folded:
                self._show_down(round, seat)

    def _show_down(self, round: Round, seat: int) -> None:
        own, dealer = three_cards(round.hand(seat)), three_cards(round.hand(DEALER))
        prize, word = showdown(own, dealer)
        rule = f"{describe_three(own)} against the dealer's {describe_three(dealer)}, {word}"
        round.resolve(seat, "play", prize, rule=rule)
        if dealer < QUEEN_HIGH:
            round.resolve(seat, "ante", PUSH, rule=f"{rule}; the dealer does not qualify")
        else:
            round.resolve(seat, "ante", prize, rule=rule)
        if own > dealer and own >= FLUSH:
            round.pay(seat, "blind", blind(own), rule=rule)
        else:
            round.resolve(seat, "blind", PUSH if own >= dealer else LOSES, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Three times with a pair or better, else the published weakest hand for the up card."""
        own, up = three_cards(turn.cards), RANK_OF[round.hand(DEALER)[0]]
        if own < PUBLISHED[up]:
            return Act(turn.seat, "fold")
        return Act(turn.seat, "play", turn.choices[1].most_cents)


GAME = UltimateThreeCard()
