"""Three Card Poker: ANTE against the dealer; PAIR PLUS, SIX CARD BONUS and a progressive beside it.

The ranking of hands is from the text that `table.toml` names. Wagers, folding, qualifying and
settlement follow the guide of Lady Luck Casino Nemacolin, Pennsylvania. SIX CARD BONUS stays in
play when a hand is folded; that is usual house procedure, which no text we read confirms. What the
PROGRESSIVE pays, a mini-royal in spades apart from the other three, and its envy are as card rooms
and guides print them; that it needs the ANTE or PAIR PLUS is usual house procedure too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.cards import FOUR, QUEEN, SIX, SPADES, SUIT_OF, Card
from pitboss.rules.game import (
    DEALER,
    FOLDED_QUALIFY,
    Act,
    Choice,
    Multiple,
    Optional,
    Play,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import (
    Strength,
    Three,
    best_five,
    describe_five,
    describe_three,
    three_cards,
)
from pitboss.rules.paytable import EVEN_MONEY, LOSES, PUSH, Prize
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    THREE_CARD_OUTCOMES,
    five_card_outcome,
    pay_jackpots,
    showdown,
    three_card_outcome,
)
from pitboss.rules.typed_hand import TypedGroup, TypedHand, best_five_of

QUEEN_HIGH: Strength = (Three.HIGH_CARD, QUEEN)
PLAYABLE: Strength = (Three.HIGH_CARD, QUEEN, SIX, FOUR)
STRAIGHT: Strength = (Three.STRAIGHT,)

ANTE_BONUS_OUTCOMES = ("straight", "three_of_a_kind", "straight_flush")
THREE = TypedGroup("the player's three cards", 3, 3)
PROGRESSIVE_OUTCOMES = (
    "nothing", "three_of_a_kind", "straight_flush", "mini_royal", "mini_royal_in_spades",
)  # fmt: skip


def ante_bonus(strength: Strength) -> str:
    """ANTE BONUS: a straight or better, whatever the dealer has."""
    return Three(strength[0]).name.lower() if strength >= STRAIGHT else "nothing"


def progressive(cards: Sequence[Card]) -> str:
    """PROGRESSIVE: three of a kind or better of the player's three cards."""
    outcome = three_card_outcome(three_cards(cards))
    if outcome == "mini_royal" and SUIT_OF[cards[0]] == SPADES:
        return "mini_royal_in_spades"
    return outcome if outcome in PROGRESSIVE_OUTCOMES else "nothing"


class ThreeCardPoker(Game):
    """The rules of Three Card Poker."""

    name = "three_card_poker"
    title = "Three Card Poker"
    summary = "Three cards each; the dealer needs queen high. Side bets on three and six cards."
    unit = "ante"
    wagers = (
        Wager("ante", Optional()),
        Wager("play", Multiple("ante", 1)),
        Wager("pair_plus", Optional(), slot="pair_plus"),
        Wager("six_card", Optional(), slot="six_card", needs=("ante", "pair_plus")),
        Wager("progressive", Optional(), slot="progressive", needs=("ante", "pair_plus")),
    )
    slots = (
        slot("base", ANTE_BONUS_OUTCOMES, usual="5-4-1"),
        slot("pair_plus", THREE_CARD_OUTCOMES, usual="40-30-6-3-1"),
        slot("six_card", FIVE_CARD_OUTCOMES, usual="100-20-15-10-7"),
        slot("progressive", PROGRESSIVE_OUTCOMES, usual="500-100-90"),
    )
    options = (FOLDED_QUALIFY,)
    typed: Mapping[str, TypedHand] = {
        "base": TypedHand((THREE,), lambda parts, _: ante_bonus(three_cards(parts[0]))),
        "pair_plus": TypedHand(
            (THREE,), lambda parts, _: three_card_outcome(three_cards(parts[0]))
        ),
        "six_card": best_five_of(five_card_outcome, most=6),
        "progressive": TypedHand((THREE,), lambda parts, _: progressive(parts[0])),
    }
    card = (
        "One deck. Three cards each. Bet ANTE, PAIR PLUS or both; SIX CARD BONUS and PROGRESSIVE "
        "only beside them.",
        "High to low: straight flush, three of a kind, straight, flush, pair, high card. The ace "
        "is high, and low only in 3-2-A.",
        "Look, then fold and lose ANTE and PAIR PLUS, or PLAY the ANTE's amount.",
        "The dealer qualifies with queen high or better. If not: ANTE pays 1 to 1, PLAY pushes.",
        "If so: the better hand wins; PLAY and ANTE pay 1 to 1, lose, or push on a tie.",
        "ANTE BONUS: a straight or better is paid on the ANTE whatever the dealer has.",
        "PAIR PLUS pays a pair or better, whatever the dealer has.",
        "SIX CARD BONUS pays the best five cards of the player's three and the dealer's three, "
        "three of a kind or better, on a folded hand too.",
        "PROGRESSIVE pays the player's three cards from three of a kind up, whatever the dealer "
        "has; suited ace-king-queen is a mini-royal.",
        "Pay from your right to your left: PLAY, ANTE, ANTE BONUS, PAIR PLUS, SIX CARD BONUS, "
        "PROGRESSIVE.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or play, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 3)
        yield from round.deal(DEALER, 3, face_down=True)
        folded: set[int] = set()
        for seat in round.seats_with("ante"):
            offer = round.offer(seat, "play", "play")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                for wager in ("ante", "pair_plus"):
                    if round.has_made(seat, wager):
                        round.resolve(seat, wager, LOSES, rule="folded")
        round.turn_up(DEALER)
        for seat in reversed(round.seats):
            if seat not in folded:
                self._show_down(round, seat)
            if round.has_made(seat, "six_card"):
                five = best_five(round.hand(seat) + round.hand(DEALER))
                rule = f"{describe_five(five)} of the player's and the dealer's cards"
                round.pay(seat, "six_card", five_card_outcome(five), rule=rule)
            self._progressive(round, seat, folded=seat in folded)

    def _show_down(self, round: Round, seat: int) -> None:
        player, dealer = three_cards(round.hand(seat)), three_cards(round.hand(DEALER))
        if round.has_made(seat, "ante"):
            hands = f"{describe_three(player)} against the dealer's {describe_three(dealer)}"
            play, ante, word = _prizes(player, dealer)
            round.resolve(seat, "play", play, rule=f"{hands}, {word}")
            round.resolve(seat, "ante", ante, rule=f"{hands}, {word}")
            if player >= STRAIGHT:
                rule = f"{describe_three(player)}, paid on the ante win or lose"
                round.bonus(seat, "ante", ante_bonus(player), rule=rule)
        if round.has_made(seat, "pair_plus"):
            round.pay(seat, "pair_plus", three_card_outcome(player), rule=describe_three(player))

    def _progressive(self, round: Round, seat: int, *, folded: bool) -> None:
        cards = round.hand(seat)
        found = progressive(cards), describe_three(three_cards(cards))
        pay_jackpots(round, seat, {"progressive": lambda: found}, folded=folded)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Play queen-six-four or better, fold the rest."""
        strong = three_cards(round.hand(turn.seat)) >= PLAYABLE
        return Act(turn.seat, "play" if strong else "fold")


def _prizes(player: Strength, dealer: Strength) -> tuple[Prize, Prize, str]:
    """What PLAY and ANTE get, and why."""
    if dealer < QUEEN_HIGH:
        return PUSH, EVEN_MONEY, "which does not qualify"
    prize, word = showdown(player, dealer)
    return prize, prize, word


GAME = ThreeCardPoker()
