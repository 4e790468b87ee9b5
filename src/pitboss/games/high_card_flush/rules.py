"""High Card Flush: seven cards each, the longest suit is the hand. Also dealt as I Luv Suits.

We read 58 Pa. Code 678a.6 (rankings). Wagers, the dealer's three-card nine-high, the most that a
raise may be and what is paid are from the rules that Rivers Casino Des Plaines prints; that both
bonus wagers stay in play on a folded hand is from Hollywood Casino St. Louis. The rules of I Luv
Suits at betoxford.com are the same game; its Flush Rush and Super Flush Rush are FLUSH and STRAIGHT
FLUSH. Nothing we read says whether the ace is also low in a straight flush: that is the option
`ace_low`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.money import Cents
from pitboss.rules.cards import ACE, EIGHT, NINE, RANK_OF, RANKS, SIX, SUIT_OF, TEN, Card
from pitboss.rules.game import (
    DEALER,
    YES_NO,
    Act,
    Choice,
    Mandatory,
    Option,
    Optional,
    Play,
    Range,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import Strength
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.typed_hand import TypedGroup, TypedHand

SEVEN = (TypedGroup("the player's seven cards", 7, 7),)
NUMBERS = ("two", "three", "four", "five", "six", "seven")  # of cards in a flush
FLUSHES = tuple(f"{number}_card_flush" for number in NUMBERS)
FLUSH_OUTCOMES = ("nothing", *FLUSHES[2:])
STRAIGHT_FLUSH_OUTCOMES = ("nothing", *(f"{n}_card_straight_flush" for n in NUMBERS[1:]))
QUALIFYING: Strength = (3, NINE)
PLAYABLE: Strength = (3, TEN, EIGHT, SIX)  # the usual rule of thumb
ACE_LOW = Option("ace_low", YES_NO, "Is the ace also low in a straight flush, as in A-2-3?")


def longest_flush(cards: Sequence[Card]) -> Strength:
    """How many cards the longest suit has, and their ranks from the best down; of two suits as
    long, the better."""
    suits = ([RANK_OF[card] for card in cards if SUIT_OF[card] == suit] for suit in range(4))
    return max((len(ranks), *sorted(ranks, reverse=True)) for ranks in suits)


def flush_outcome(cards: Sequence[Card]) -> str:
    """FLUSH: four or more cards of a suit."""
    length = longest_flush(cards)[0]
    return FLUSHES[length - 2] if length >= 4 else "nothing"


def straight_flush_outcome(cards: Sequence[Card], *, ace_low: bool) -> str:
    """STRAIGHT FLUSH: three or more cards of a suit in sequence."""
    best = 0
    for suit in range(4):
        held = {RANK_OF[card] for card in cards if SUIT_OF[card] == suit}
        run = 1 if ace_low and ACE in held else 0
        for rank in range(13):
            run = run + 1 if rank in held else 0
            best = max(best, run)
    return STRAIGHT_FLUSH_OUTCOMES[max(0, best - 2)]


def most_times(strength: Strength) -> int:
    """How many times the ANTE the largest raise is."""
    return max(1, min(3, strength[0] - 3))


def describe_flush(strength: Strength) -> str:
    """A flush in words, as a dealer announces it."""
    ranks = "-".join(RANKS[rank] for rank in strength[1:])
    return f"{NUMBERS[strength[0] - 2]}-card flush {ranks}"


class HighCardFlush(Game):
    """The rules of High Card Flush."""

    name = "high_card_flush"
    title = "High Card Flush"
    summary = "Seven cards each, the longest suit wins; also dealt as I Luv Suits."
    unit = "ante"
    seats_most = 6
    wagers = (
        Wager("ante", Mandatory()),
        Wager("raise", Range("ante", 100, 300)),
        Wager("flush", Optional(), slot="flush"),
        Wager("straight_flush", Optional(), slot="straight_flush"),
    )
    slots = (
        slot("base", ("win",), usual="standard"),
        slot("flush", FLUSH_OUTCOMES, usual="300-100-10-1"),
        slot("straight_flush", STRAIGHT_FLUSH_OUTCOMES, usual="8000-1000-100-60-7"),
    )
    options = (ACE_LOW,)
    typed: Mapping[str, TypedHand] = {
        "flush": TypedHand(SEVEN, lambda parts, _: flush_outcome(parts[0])),
        "straight_flush": TypedHand(
            SEVEN, lambda parts, _: straight_flush_outcome(parts[0], ace_low=True)
        ),
    }
    card = (
        "One deck. Seven cards each; the most cards of one suit are the hand.",
        "More cards beat fewer. Of equal flushes the highest card wins, then the next; a sequence "
        "means nothing, and a suit beats no other. The ace is high.",
        "Look, then fold and lose the ANTE, or RAISE: the ANTE's amount with up to four cards of a "
        "suit, up to twice the ANTE with five, up to three times with six or seven.",
        "The dealer qualifies with a three-card flush, nine high, or better. If not: the ANTE pays "
        "1 to 1, the RAISE pushes.",
        "If so: the better hand wins; ANTE and RAISE pay 1 to 1, lose, or push on a tie.",
        "FLUSH pays the player's four or more cards of a suit; STRAIGHT FLUSH pays three or more "
        "of a suit in sequence, in whichever suit. Both stay in play on a folded hand.",
        "Pay from your right to your left: RAISE, ANTE, FLUSH, STRAIGHT FLUSH.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or raise, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 7)
        yield from round.deal(DEALER, 7, face_down=True)
        raised: set[int] = set()
        for seat in round.seats:
            ante = round.stake(seat, "ante")
            most = Cents(ante * most_times(longest_flush(round.hand(seat))))
            offer = Choice("raise", "raise", ante, min(most, round.table.ceiling_cents))
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "raise":
                raised.add(seat)
            else:
                round.resolve(seat, "ante", LOSES, rule="folded")
        round.turn_up(DEALER)
        dealer = longest_flush(round.hand(DEALER))
        for seat in reversed(round.seats):
            if seat in raised:
                _show_down(round, seat, dealer)
            _side_bets(round, seat)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Raise as much as allowed with ten-eight-six or better, fold the rest."""
        if longest_flush(round.hand(turn.seat)) < PLAYABLE:
            return Act(turn.seat, "fold")
        return Act(turn.seat, "raise", turn.choices[1].most_cents)


def _show_down(round: Round, seat: int, dealer: Strength) -> None:
    player = longest_flush(round.hand(seat))
    rule = f"{describe_flush(player)} against the dealer's {describe_flush(dealer)}"
    if dealer < QUALIFYING:
        rule += ", which does not qualify"
        round.resolve(seat, "raise", PUSH, rule=rule)
        round.pay(seat, "ante", "win", rule=rule)
        return
    for wager in ("raise", "ante"):
        if player > dealer:
            round.pay(seat, wager, "win", rule=rule)
        else:
            round.resolve(seat, wager, PUSH if player == dealer else LOSES, rule=rule)


def _side_bets(round: Round, seat: int) -> None:
    cards = round.hand(seat)
    rule = describe_flush(longest_flush(cards))
    if round.has_made(seat, "flush"):
        round.pay(seat, "flush", flush_outcome(cards), rule=rule)
    if round.has_made(seat, "straight_flush"):
        outcome = straight_flush_outcome(cards, ace_low=round.table.says("ace_low"))
        round.pay(seat, "straight_flush", outcome, rule=outcome.replace("_", " "))


GAME = HighCardFlush()
