"""Ultimate Texas Hold'em: ANTE and BLIND, then one PLAY wager, the earlier the larger.

We read 58 Pa. Code 653a.1 (definitions), 653a.6 (rankings), 653a.12 (what ANTE, PLAY, BLIND and
TRIPS pay) and 653b.3 (a paytable of BAD BEAT). When to bet three or four times, two times or one
time the ANTE, the dealer's pair and what happens without it are from the rules that Rivers Casino
Philadelphia prints. Card rooms differ about a folded hand's side bets: Live! Casino Maryland keeps
TRIPS in play, betoxford.com takes it; that is the option `folded_side_bets`. Which hand BAD BEAT
pays on, and that nobody wins it on a tie, follow the same wager of Crazy 4 Poker (C4-7).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.money import Cents
from pitboss.rules.cards import (
    ACE,
    EIGHT,
    FIVE,
    JACK,
    KING,
    QUEEN,
    RANK_OF,
    SIX,
    SUIT_OF,
    TEN,
    Card,
)
from pitboss.rules.game import (
    DEALER,
    FOLDED_QUALIFY,
    YES_NO,
    Act,
    Choice,
    Equal,
    Mandatory,
    Option,
    Optional,
    Play,
    Range,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Five, Strength, best_five, describe_five
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    five_card_outcome,
    pay_jackpots,
    showdown,
)
from pitboss.rules.typed_hand import TypedGroup, TypedHand, best_five_of

BOARD = "board"
CHECK, FOLD = Choice("check"), Choice("fold")
STRAIGHT: Strength = (Five.STRAIGHT,)
PAIR: Strength = (Five.PAIR,)
BLIND_OUTCOMES = FIVE_CARD_OUTCOMES[FIVE_CARD_OUTCOMES.index("straight") :]
BAD_BEAT_OUTCOMES = FIVE_CARD_OUTCOMES[:-1]  # nothing beats a royal flush
# What a seat may do at each decision: the cards dealt before it, what costs nothing, and how many
# times the ANTE it may PLAY.
DECISIONS = (("pre-flop", 0, CHECK, (3, 4)), ("flop", 3, CHECK, (2,)), ("river", 2, FOLD, (1,)))
# The lowest other card with which a suited or unsuited king, queen or jack is worth four times the
# ANTE. Any ace is, and any pair but deuces.
RAISED = {KING: (0, FIVE), QUEEN: (SIX, EIGHT), JACK: (EIGHT, TEN)}


def blind_outcome(strength: Strength) -> str:
    """BLIND: a winning straight or better."""
    return five_card_outcome(strength) if strength >= STRAIGHT else "nothing"


def bad_beat(player: Strength, dealer: Strength) -> str:
    """BAD BEAT: the class of the beaten hand, if it is three of a kind or better."""
    return "nothing" if player == dealer else five_card_outcome(min(player, dealer))


def is_raised(hole: Sequence[Card]) -> bool:
    """Whether two cards are worth four times the ANTE before the flop."""
    high, low = sorted((RANK_OF[card] for card in hole), reverse=True)
    if high == low:
        return low > 0
    if high == ACE:
        return True
    suited = SUIT_OF[hole[0]] == SUIT_OF[hole[1]]
    return high in RAISED and low >= RAISED[high][0 if suited else 1]


class UltimateHoldem(Game):
    """The rules of Ultimate Texas Hold'em."""

    name = "ultimate_holdem"
    title = "Ultimate Texas Hold'em"
    summary = "Hold'em against the dealer: one PLAY wager, the earlier the larger."
    unit = "ante"
    wagers = (
        Wager("ante", Mandatory()),
        Wager("blind", Equal("ante")),
        Wager("play", Range("ante", 100, 400)),
        Wager("trips", Optional(), slot="trips"),
        Wager("bad_beat", Optional(), slot="bad_beat"),
        Wager("five_card", Optional(), slot="five_card"),
    )
    slots = (
        slot("base", BLIND_OUTCOMES, usual="straight"),
        slot("trips", FIVE_CARD_OUTCOMES, usual="50-40-30-8-7-4-3"),
        slot("bad_beat", BAD_BEAT_OUTCOMES, usual="2500-500-50-30-20-9"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    options = (
        FOLDED_QUALIFY,
        Option("folded_side_bets", YES_NO, "Do TRIPS and BAD BEAT stay in play on a folded hand?"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": best_five_of(blind_outcome, most=7),
        "trips": best_five_of(five_card_outcome, most=7),
        "bad_beat": TypedHand(
            (
                TypedGroup("the player's two cards", 2, 2),
                TypedGroup("the dealer's two cards", 2, 2),
                TypedGroup("the five board cards", 5, 5),
            ),
            lambda parts, _: bad_beat(
                best_five((*parts[0], *parts[2])), best_five((*parts[1], *parts[2]))
            ),
        ),
        "five_card": best_five_of(five_card_outcome, most=5),
    }
    card = (
        "One deck. Two cards each and five community cards; the best five of seven play.",
        "ANTE and BLIND are equal. PLAY once: three or four times the ANTE before the flop, twice "
        "the ANTE after it, or the ANTE's amount when the board is complete; then fold or PLAY.",
        "The dealer qualifies with a pair or better. If not, the ANTE pushes; PLAY and BLIND have "
        "action all the same.",
        "Better hand: PLAY and ANTE pay 1 to 1. Worse: PLAY, ANTE and BLIND lose. Tie: all push.",
        "BLIND pays a winning straight or better by its paytable; any other win pushes it.",
        "TRIPS pays the player's three of a kind or better, whatever the dealer has.",
        "BAD BEAT pays on the beaten hand, yours or the dealer's, if it is three of a kind or "
        "better.",
        "The house says whether TRIPS and BAD BEAT stay in play on a folded hand.",
        "Pay from your right to your left: PLAY, ANTE, BLIND, TRIPS, BAD BEAT, PROGRESSIVE.",
    )

    def play(self, round: Round) -> Play:
        """Two cards each, then a decision before the flop, after it, and on the whole board."""
        for seat in round.seats:
            yield from round.deal(seat, 2)
        yield from round.deal(DEALER, 2, face_down=True)
        playing: set[int] = set()
        for phase, cards, cautious, times in DECISIONS:
            if cards:
                yield from round.deal(BOARD, cards, phase=phase)
            for seat in round.seats:
                if seat in playing:
                    continue
                choices = (cautious, *_plays(round, seat, times))
                act = yield from round.ask(seat, phase, choices)
                if act.name != cautious.name:
                    playing.add(seat)
                elif cautious is FOLD:
                    self._fold(round, seat)
        round.turn_up(DEALER)
        for seat in reversed(round.seats):
            if seat in playing:
                self._show_down(round, seat)
            self._side_bets(round, seat, folded=seat not in playing)

    def _fold(self, round: Round, seat: int) -> None:
        for wager in ("ante", "blind"):
            round.resolve(seat, wager, LOSES, rule="folded")
        for wager in ("trips", "bad_beat"):
            if round.has_made(seat, wager) and not round.table.says("folded_side_bets"):
                round.resolve(seat, wager, LOSES, rule="folded, taken with its side bets")

    def _show_down(self, round: Round, seat: int) -> None:
        player, dealer = _best(round, seat), _best(round, DEALER)
        prize, word = showdown(player, dealer)
        hands = f"{_hands_text(player, dealer)}, {word}"
        round.resolve(seat, "play", prize, rule=hands)
        if dealer < PAIR:
            rule = f"{_hands_text(player, dealer)}, which does not qualify"
            round.resolve(seat, "ante", PUSH, rule=rule)
        else:
            round.resolve(seat, "ante", prize, rule=hands)
        if player > dealer and player >= STRAIGHT:
            rule = f"a win with {describe_five(player)}"
            round.pay(seat, "blind", blind_outcome(player), rule=rule)
        elif player > dealer:
            round.resolve(seat, "blind", PUSH, rule=f"{hands} below a straight")
        else:
            round.resolve(seat, "blind", prize, rule=hands)

    def _side_bets(self, round: Round, seat: int, *, folded: bool) -> None:
        player, dealer = _best(round, seat), _best(round, DEALER)
        if not folded or round.table.says("folded_side_bets"):
            if round.has_made(seat, "trips"):
                outcome = five_card_outcome(player)
                round.pay(seat, "trips", outcome, rule=describe_five(player))
            if round.has_made(seat, "bad_beat"):
                rule = _hands_text(player, dealer)
                round.pay(seat, "bad_beat", bad_beat(player, dealer), rule=rule)

        def of_flop() -> tuple[str, str]:
            best = best_five((*round.hand(seat), *round.hand(BOARD)[:3]))
            return five_card_outcome(best), f"PS-42: {describe_five(best)} on the flop"

        pay_jackpots(round, seat, {"five_card": of_flop}, folded=folded)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Four times with the usual starting hands; then bet a pair or better of one's own."""
        hole, board = round.hand(turn.seat), round.hand(BOARD)
        best = turn.choices[-1]
        if board:
            ranks = [RANK_OF[card] for card in (*hole, *board)]
            good = any(ranks.count(rank) > 1 for rank in ranks[:2])
            good = good or best_five((*hole, *board)) >= STRAIGHT
        else:
            good = is_raised(hole)
        return Act(turn.seat, best.name if good else turn.choices[0].name)


def _plays(round: Round, seat: int, times: Sequence[int]) -> list[Choice]:
    """PLAY in the multiples of the ANTE that the ceiling of a wager leaves."""
    amounts = ((each, Cents(each * round.stake(seat, "ante"))) for each in times)
    return [
        Choice(f"play_{each}", "play", cents, cents)
        for each, cents in amounts
        if cents <= round.table.ceiling_cents
    ]


def _best(round: Round, place: str | int) -> Strength:
    return best_five((*round.hand(place), *round.hand(BOARD)))


def _hands_text(player: Strength, dealer: Strength) -> str:
    return f"{describe_five(player)} against the dealer's {describe_five(dealer)}"


GAME = UltimateHoldem()
