"""Texas Hold'em Bonus: two cards each and a board of five (TH-1 to TH-6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.cards import ACE, JACK, KING, QUEEN, RANK_OF, SUIT_OF, TEN, Card
from pitboss.rules.game import (
    DEALER,
    FOLDED_QUALIFY,
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
from pitboss.rules.hands import Five, Strength, best_five, describe_five, is_royal
from pitboss.rules.paytable import LOSES
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    five_card_outcome,
    pay_jackpots,
    showdown,
)
from pitboss.rules.typed_hand import TypedGroup, TypedHand, best_five_of

BOARD = "board"
CHECK = Choice("check")
HOLE = TypedGroup("the player's two cards", 2, 2)

WINNING_HANDS = (
    "high_card",
    "pair",
    "two_pair",
    "low_three_of_a_kind",
    "three_tens_or_better",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
BONUS_HANDS = (
    "nothing",
    "low_pair",
    "ace_queen_or_jack_offsuit",
    "high_pair",
    "ace_king_offsuit",
    "ace_queen_or_jack_suited",
    "ace_king_suited",
    "aces",
    "aces_against_aces",
)
PROGRESSIVE_HANDS = (
    "nothing",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "community_royal",
    "royal_after_7",
    "royal_after_6",
    "royal_after_5",
)


def winning_hand(strength: Strength) -> str:
    """The class of a winning hand, for the criterion that decides the ante (TH-4)."""
    kind = Five(strength[0])
    if kind is Five.THREE_OF_A_KIND:
        return "three_tens_or_better" if strength[1] >= TEN else "low_three_of_a_kind"
    return kind.name.lower()


def bonus(player: Sequence[Card], dealer: Sequence[Card]) -> str:
    """BONUS: a pair, or an ace with a king, queen or jack, in the two starting cards (TH-5)."""
    high, low = sorted((RANK_OF[card] for card in player), reverse=True)
    if high == low == ACE:
        against = [RANK_OF[card] for card in dealer] == [ACE, ACE]
        return "aces_against_aces" if against else "aces"
    if high == low:
        return "high_pair" if high >= JACK else "low_pair"
    if high != ACE or low < JACK:
        return "nothing"
    suited = "suited" if SUIT_OF[player[0]] == SUIT_OF[player[1]] else "offsuit"
    return f"ace_king_{suited}" if low == KING else f"ace_queen_or_jack_{suited}"


def progressive(hole: Sequence[Card], board: Sequence[Card], strength: Strength) -> str:
    """PROGRESSIVE: full house or better of all seven cards, from their strength; a royal by when it
    was complete."""
    if is_royal(strength):
        if is_royal(best_five(board)):
            return "community_royal"
        for seen in (3, 4):
            if is_royal(best_five((*hole, *board[:seen]))):
                return f"royal_after_{2 + seen}"
        return "royal_after_7"
    return five_card_outcome(strength) if strength >= (Five.FULL_HOUSE,) else "nothing"


class HoldemBonus(Game):
    """The rules of Texas Hold'em Bonus."""

    name = "holdem_bonus"
    title = "Texas Hold'em Bonus"
    summary = "Hold'em against the dealer: bet before the flop, then add to it or check."
    unit = "ante"
    spec = ("TH-1", "TH-2", "TH-3", "TH-4", "TH-5", "TH-6")
    wagers = (
        Wager("ante", Mandatory()),
        Wager("flop", Multiple("ante", 2)),
        Wager("turn", Multiple("ante", 1)),
        Wager("river", Multiple("ante", 1)),
        Wager("bonus", Optional(), slot="bonus"),
        Wager("progressive", Optional(), slot="progressive"),
        Wager("five_card", Optional(), slot="five_card"),
    )
    slots = (
        slot("base", WINNING_HANDS, usual="flush"),
        slot("bonus", BONUS_HANDS, usual="1"),
        slot("progressive", PROGRESSIVE_HANDS, usual="thbp-08"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": best_five_of(winning_hand, most=7),
        "bonus": TypedHand(
            (HOLE, TypedGroup("the dealer's two cards", 2, 2)),
            lambda parts, _: bonus(parts[0], parts[1]),
        ),
        "progressive": TypedHand(
            (HOLE, TypedGroup("the five board cards in the order dealt", 5, 5)),
            lambda parts, _: progressive(parts[0], parts[1], best_five((*parts[0], *parts[1]))),
        ),
        "five_card": best_five_of(five_card_outcome, most=7),
    }
    options = (FOLDED_QUALIFY,)
    card = (
        "One deck. Two cards each and five community cards; the best five of seven play.",
        "Look, then fold and lose the ANTE, or make the FLOP bet of twice the ANTE.",
        "Flop: check, or a TURN bet of one ANTE. Turn: check, or a RIVER bet of one ANTE. Who has "
        "made the FLOP bet stays to the end. The dealer always qualifies.",
        "Better hand: FLOP, TURN and RIVER pay 1 to 1. Worse: all lose. Tie: all push.",
        "A win pays the ANTE 1 to 1 only if the hand reaches what the layout says (flush, straight "
        "or three tens, or better); else the ANTE pushes.",
        "BONUS pays on the two starting cards: any pair, or an ace with a king, queen or jack, "
        "folded or not.",
        "Pay from your right to your left: FLOP, TURN, RIVER, ANTE, BONUS.",
    )

    def play(self, round: Round) -> Play:
        """Two cards, then a decision before each part of the board but the last (TH-2)."""
        for seat in round.seats:
            yield from round.deal(seat, 2)
        yield from round.deal(DEALER, 2, face_down=True)
        playing: list[int] = []
        for seat in round.seats:
            offer = round.offer(seat, "bet", "flop")
            act = yield from round.ask(seat, "pre-flop", (Choice("fold"), offer))
            if act.name == "bet":
                playing.append(seat)
            else:
                round.resolve(seat, "ante", LOSES, rule="TH-2: folded")
        if playing or self._board_needed(round):
            yield from round.deal(BOARD, 3, phase="flop")
            for wager in ("turn", "river"):
                for seat in playing:
                    offer = round.offer(seat, "bet", wager)
                    yield from round.ask(seat, wager, (CHECK, offer))
                yield from round.deal(BOARD, 1, phase=wager)
        round.turn_up(DEALER)
        dealer = best_five((*round.hand(DEALER), *round.hand(BOARD))) if playing else ()
        for seat in reversed(round.seats):
            if seat in playing:
                self._show_down(round, seat, dealer)
            self._side_bets(round, seat, folded=seat not in playing)

    def _board_needed(self, round: Round) -> bool:
        """A folded hand that can win a jackpot needs the board, even if nobody plays on."""
        jackpots = round.seats_with("progressive") + round.seats_with("five_card")
        return bool(jackpots) and round.table.says("folded_qualify")

    def _show_down(self, round: Round, seat: int, dealer: Strength) -> None:
        player = best_five((*round.hand(seat), *round.hand(BOARD)))
        hands = f"{describe_five(player)} against the dealer's {describe_five(dealer)}"
        prize, word = showdown(player, dealer)
        for wager in ("flop", "turn", "river"):
            if round.stake(seat, wager):
                round.resolve(seat, wager, prize, rule=f"TH-3: {hands}, {word}")
        if player > dealer:
            rule = f"TH-4: a win with {describe_five(player)}"
            round.pay(seat, "ante", winning_hand(player), rule=rule)
        else:
            round.resolve(seat, "ante", prize, rule=f"TH-3: {hands}, {word}")

    def _side_bets(self, round: Round, seat: int, *, folded: bool) -> None:
        hole, board = round.hand(seat), round.hand(BOARD)
        if round.has_made(seat, "bonus"):
            outcome = bonus(hole, round.hand(DEALER))
            round.pay(seat, "bonus", outcome, rule="TH-5: the two starting cards, folded or not")

        def of_all() -> tuple[str, str]:
            best = best_five((*hole, *board))
            return progressive(hole, board, best), f"PS-41: {describe_five(best)}"

        def of_flop() -> tuple[str, str]:
            best = best_five((*hole, *board[:3]))
            return five_card_outcome(best), f"PS-42: {describe_five(best)} on the flop"

        pay_jackpots(round, seat, {"progressive": of_all, "five_card": of_flop}, folded=folded)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Bet any pair, ace, king or two cards over ten; then bet a pair or better of one's own."""
        hole, board = round.hand(turn.seat), round.hand(BOARD)
        ranks = sorted(RANK_OF[card] for card in hole)
        if turn.phase == "pre-flop":
            good = ranks[0] == ranks[1] or ranks[1] >= KING or ranks[0] >= TEN
            return Act(turn.seat, "bet" if good else "fold")
        paired = set(ranks) & {RANK_OF[card] for card in board} or ranks[0] == ranks[1] >= QUEEN
        better = best_five((*hole, *board)) >= (Five.TWO_PAIR,) and bool(paired)
        return Act(turn.seat, "bet" if paired or better else "check")


GAME = HoldemBonus()
