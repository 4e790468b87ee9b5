"""Three Card Draw Poker: three cards with one draw against the best three of the dealer's four.

Rules are from the Wizard of Odds' page on 3 Card Draw Poker and the trial of the game in Britain
that ukcasinotablegames.info outlines (Score Gaming): a fold loses FIRST 3 BONUS too, the dealer
always plays, and the drawn card is kept apart from the other two. So after a draw FIRST 3 BONUS is
settled by the two cards kept: a pair, or nothing. PLAY stands for the two places IN TO WIN and DRAW
of the layout. 58 Pa. Code and the letters don't have the game's rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.cards import ACE, RANK_OF, Card
from pitboss.rules.game import (
    DEALER,
    Act,
    Choice,
    Mandatory,
    Multiple,
    Optional,
    Play,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Strength, Three, describe_three, three_cards
from pitboss.rules.paytable import LOSES
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import showdown
from pitboss.rules.typed_hand import TypedGroup, TypedHand

STRAIGHT: Strength = (Three.STRAIGHT,)
MINI_ROYAL: Strength = (Three.STRAIGHT_FLUSH, ACE)
FIRST_THREE_OUTCOMES = (
    "nothing", "pair", "flush", "straight", "three_of_a_kind", "straight_flush", "mini_royal",
)  # fmt: skip
BONUS_OUTCOMES = FIRST_THREE_OUTCOMES[Three.STRAIGHT :]
DRAWS = ("draw_1", "draw_2", "draw_3")  # by the card that goes, in the order dealt
THREE = TypedGroup("the player's three cards", 3, 3)


def first_three(strength: Strength) -> str:
    """FIRST 3 BONUS: a pair or better of the first three cards."""
    return FIRST_THREE_OUTCOMES[strength[0] + (strength == MINI_ROYAL)]


def in_to_win(strength: Strength) -> str:
    """The bonus on PLAY: a straight or better of the final hand."""
    return first_three(strength) if strength >= STRAIGHT else "nothing"


def best_of_four(cards: Sequence[Card]) -> Strength:
    """The dealer's hand: the best three of four cards."""
    return max(three_cards([*cards[:out], *cards[out + 1 :]]) for out in range(4))


def keep_two(cards: Sequence[Card], action: str) -> list[Card]:
    """The first three cards without the one that a draw replaces."""
    out = DRAWS.index(action)
    return [*cards[:out], *cards[out + 1 : 3]]


class ThreeCardDraw(Game):
    """The rules of Three Card Draw Poker."""

    name = "three_card_draw"
    title = "Three Card Draw Poker"
    summary = "Three cards with one draw against the best three of the dealer's four."
    unit = "ante"
    wagers = (
        Wager("ante", Mandatory()),
        Wager("play", Multiple("ante", 1)),
        Wager("first_three", Optional(), slot="first_three"),
    )
    slots = (
        slot("base", BONUS_OUTCOMES, usual="20-10-5-1"),
        slot("first_three", FIRST_THREE_OUTCOMES, usual="200-50-30-6-3-1"),
    )
    seats_most = 7
    typed: Mapping[str, TypedHand] = {
        "base": TypedHand((THREE,), lambda parts, _: in_to_win(three_cards(parts[0]))),
        "first_three": TypedHand((THREE,), lambda parts, _: first_three(three_cards(parts[0]))),
    }
    card = (
        "One deck. The player gets three cards, the dealer four.",
        "High to low: straight flush, three of a kind, straight, flush, pair, high card. The ace "
        "is high, and low only in 3-2-A.",
        "Look, then fold and lose ANTE and FIRST 3 BONUS, or PLAY the ANTE's amount: stand (IN TO "
        "WIN), or put one card down for another (DRAW).",
        "The dealer plays the best three of four cards and always qualifies. The better hand "
        "wins: PLAY and ANTE pay 1 to 1, lose, or push on a tie.",
        "IN TO WIN BONUS: a final straight or better is paid on PLAY whatever the dealer has.",
        "FIRST 3 BONUS pays a pair or better of the first three cards, whatever the dealer has. "
        "After a draw only a pair kept is paid: the drawn card lies apart.",
        "Pay from your right to your left: PLAY, ANTE, IN TO WIN BONUS, FIRST 3 BONUS.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold, stand or draw, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 3)
        yield from round.deal(DEALER, 4, face_down=True)
        acts: dict[int, str] = {}
        for seat in round.seats:
            offers = (round.offer(seat, name, "play") for name in ("stand", *DRAWS))
            act = yield from round.ask(seat, "decision", (Choice("fold"), *offers))
            acts[seat] = act.name
            if act.name == "fold":
                self._fold(round, seat)
        for seat in round.seats:
            if acts[seat] in DRAWS:
                yield from round.deal(seat, 1, phase="draw", face_down=True)
        round.turn_up(DEALER)
        for seat in reversed(round.seats):
            if acts[seat] != "fold":
                self._show_down(round, seat, acts[seat])

    def _fold(self, round: Round, seat: int) -> None:
        for wager in ("ante", "first_three"):
            if round.has_made(seat, wager):
                round.resolve(seat, wager, LOSES, rule="folded")

    def _show_down(self, round: Round, seat: int, action: str) -> None:
        cards = round.hand(seat)
        first = final = three_cards(cards[:3])
        outcome = first_three(first)
        if action in DRAWS:
            round.turn_up(seat)
            kept = keep_two(cards, action)
            final = three_cards([*kept, cards[3]])
            outcome = "pair" if RANK_OF[kept[0]] == RANK_OF[kept[1]] else "nothing"
        dealer = best_of_four(round.hand(DEALER))
        prize, word = showdown(final, dealer)
        rule = f"{describe_three(final)} against the dealer's {describe_three(dealer)}, {word}"
        round.resolve(seat, "play", prize, rule=rule)
        round.resolve(seat, "ante", prize, rule=rule)
        if final >= STRAIGHT:
            rule = f"{describe_three(final)}, paid win or lose"
            round.bonus(seat, "play", in_to_win(final), rule=rule)
        if round.has_made(seat, "first_three"):
            rule = f"{describe_three(first)} before any draw"
            round.pay(seat, "first_three", outcome, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Stand on a flush or better; keep a pair; otherwise draw for the lowest card."""
        cards = turn.cards
        kind = three_cards(cards)[0]
        if kind >= Three.FLUSH:
            return Act(turn.seat, "stand")
        ranks = [RANK_OF[card] for card in cards]
        alone = [place for place in range(3) if ranks.count(ranks[place]) == 1]
        return Act(turn.seat, DRAWS[min(alone, key=lambda place: ranks[place])])


GAME = ThreeCardDraw()
