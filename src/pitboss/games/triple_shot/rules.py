"""Triple Shot: war, blackjack and six-card poker in one deal; each wager stands alone.

The rules are those of the Wizard of Odds' page on Triple Shot, read in a stored copy and in a copy
of an earlier version of it; pays are from both. No regulator's text was found, and whether the
letters' Triple Shot Bonus is this game no page says. The page doesn't say when the dealer takes a
second card: here right after the players' second, face down, and looked at under an ace or a ten.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.money import Cents, half_down
from pitboss.rules.blackjack_round import dealer_draws, is_blackjack, total
from pitboss.rules.cards import ACE, QUEEN, RANK_OF, Card, card_text
from pitboss.rules.game import (
    DEALER,
    Act,
    Action,
    Choice,
    Optional,
    Play,
    Turn,
    Wager,
    Waiting,
    slot,
)
from pitboss.rules.hands import Five, best_five, describe_five
from pitboss.rules.paytable import LOSES, PUSH, Odds, Prize
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import PairOrBetter
from pitboss.rules.typed_hand import TypedGroup, TypedHand

CARDS = 6  # of the poker hand; and so many that don't bust win at blackjack
POKER = PairOrBetter(Five, QUEEN, "queens_or_better")
WAR_OUTCOMES = ("loss", "tie", "win")
PRIZES: Mapping[str, Prize] = {"push": PUSH, "loss": LOSES}
HALF_BACK = Odds(1, 2, stake_back=False)
STAND, HIT = Choice("stand"), Choice("hit")


def war(player: Card, dealer: Card) -> str:
    """WAR: the higher rank of the first cards, the ace high."""
    own, other = RANK_OF[player], RANK_OF[dealer]
    return "win" if own > other else "tie" if own == other else "loss"


@dataclass(slots=True)
class ShotHand:
    """One hand at blackjack, and the money on it."""

    cards: list[Card]
    stake: Cents
    is_natural: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the dealer's hand decides it."""
        return total(self.cards) <= 21 and len(self.cards) < CARDS and not self.is_natural


class TripleShot(Game):
    """The rules of Triple Shot."""

    name = "triple_shot"
    title = "Triple Shot"
    summary = "War with the first card, blackjack, and a poker hand of six cards in one deal."
    wagers = (
        Wager("war", Optional(), slot="war"),
        Wager("blackjack", Optional()),
        Wager("poker", Optional(), slot="poker"),
    )
    slots = (
        slot("base", ("win", "blackjack"), usual="6-5"),
        slot("war", WAR_OUTCOMES, usual="standard"),
        slot("poker", POKER.outcomes, usual="100-30-15"),
    )
    seats_most = 6  # six cards each and the dealer's, from one deck
    typed: Mapping[str, TypedHand] = {
        "war": TypedHand(
            (TypedGroup("the player's card", 1, 1), TypedGroup("the dealer's card", 1, 1)),
            lambda parts, _: war(parts[0][0], parts[1][0]),
        ),
        "poker": TypedHand(
            (TypedGroup("the player's six cards", CARDS, CARDS),),
            lambda parts, _: POKER.outcome(best_five(parts[0])),
        ),
    }
    card = (
        "One deck. Bet WAR, BLACKJACK and POKER, each or any of them.",
        "WAR: the player's first card against the dealer's, the ace high. The higher card wins 1 "
        "to 1; a tie gives back half.",
        "BLACKJACK: the dealer's first card is up. A blackjack pays as the layout says. Double any "
        "first two cards; split aces only, once, and one card to each. The dealer hits a soft 17.",
        "Six cards that don't bust win at BLACKJACK at once, whatever the dealer has.",
        "POKER: deal each player's hand up to six cards. The best five are paid by the table, "
        "whatever the dealer has.",
        "The dealer draws when all players have played. Pay from your right to your left: "
        "BLACKJACK, POKER.",
    )

    def play(self, round: Round) -> Play:
        """War, blackjack hands, poker hands, the dealer, settlement."""
        for place in (*map(str, round.seats), DEALER):
            yield from round.deal(place, 1)
        up = round.hand(DEALER)[0]
        for seat in reversed(round.seats_with("war")):
            own = round.hand(seat)[0]
            self._settle_war(round, seat, own, up)
        betting = round.seats_with("blackjack")
        playing = sorted({*betting, *round.seats_with("poker")})
        for seat in playing:
            yield from round.deal(seat, 1)
        hands = yield from self._play_blackjack(round, betting)
        for seat in round.seats_with("poker"):
            yield from round.deal(seat, CARDS - len(round.hand(seat)), phase="poker")
        round.turn_up(DEALER)
        while any(hand.is_open for each in hands.values() for hand in each):
            if not dealer_draws(round.hand(DEALER), soft_17="hit"):
                break
            yield from round.deal(DEALER, 1, phase="dealer")
        for seat in reversed(playing):
            if round.has_made(seat, "blackjack"):
                self._settle(round, seat, hands.get(seat))
            if round.has_made(seat, "poker"):
                made = best_five(round.hand(seat))
                round.pay(seat, "poker", POKER.outcome(made), rule=describe_five(made))

    def _settle_war(self, round: Round, seat: int, own: Card, up: Card) -> None:
        outcome = war(own, up)
        rule = f"{card_text(own)} against the dealer's {card_text(up)}"
        if outcome == "tie" and round.on_offer("war")[outcome] == HALF_BACK:
            back = half_down(round.stake(seat, "war"))
            round.surrender(seat, "war", back=back, rule=rule, hand=0)
        else:
            round.pay(seat, "war", outcome, rule=rule)

    def _play_blackjack(
        self, round: Round, seats: Sequence[int]
    ) -> Generator[Waiting, Action, dict[int, list[ShotHand]]]:
        """The dealer's second card, and each hand to its end; none if the dealer has blackjack."""
        hands: dict[int, list[ShotHand]] = {}
        if seats:
            yield from round.deal(DEALER, 1, face_down=True)
        if not is_blackjack(round.hand(DEALER)):
            for seat in seats:
                hands[seat] = yield from self._play_hand(round, seat)
        return hands

    def _play_hand(self, round: Round, seat: int) -> Generator[Waiting, Action, list[ShotHand]]:
        """Play a seat's hand to its end; two hands of split aces end at once."""
        bet = round.stake(seat, "blackjack")
        hand = ShotHand(list(round.hand(seat)), bet)
        hand.is_natural = is_blackjack(hand.cards)
        while total(hand.cards) < 21 and len(hand.cards) < CARDS:
            choices = [STAND, HIT]
            if len(hand.cards) == 2:
                choices.append(Choice("double", "blackjack", bet, bet))
                if all(RANK_OF[card] == ACE for card in hand.cards):
                    choices.append(Choice("split", "blackjack", bet, bet))
            act = yield from round.ask(seat, "blackjack", choices, hand.cards)
            if act.name == "stand":
                break
            if act.name == "split":
                drawn = yield from round.deal(seat, 2, phase="split")
                return [ShotHand([*pair], bet) for pair in zip(hand.cards, drawn, strict=True)]
            hand.cards += yield from round.deal(seat, 1, phase="blackjack")
            if act.name == "double":
                hand.stake = Cents(2 * bet)
                break
        return [hand]

    def _settle(self, round: Round, seat: int, hands: list[ShotHand] | None) -> None:
        """Pay or take each hand of a seat; none where the dealer has blackjack."""
        if hands is None:
            tie = is_blackjack(round.hand(seat)[:2])
            rule = f"{'blackjack' if tie else 'a hand'} against the dealer's blackjack"
            round.resolve(seat, "blackjack", PUSH if tie else LOSES, rule=rule, hand=1)
            return
        for number, hand in reversed(list(enumerate(hands, 1))):
            outcome, rule = self._compare(hand, total(round.hand(DEALER)))
            prize = PRIZES.get(outcome) or round.paytable("base").prize(outcome)
            round.resolve(
                seat, "blackjack", prize, rule=rule, stake=hand.stake, hand=number,
                outcome="" if outcome in PRIZES else outcome,
            )  # fmt: skip

    def _compare(self, hand: ShotHand, dealer: int) -> tuple[str, str]:
        """How a hand ends against the dealer's total, with the words for it."""
        own = total(hand.cards)
        if hand.is_natural:
            return "blackjack", "blackjack, and the dealer has none"
        if own > 21:
            return "loss", f"{own}, over 21"
        if len(hand.cards) == CARDS:
            return "win", f"six cards, {own}"
        result = "win" if dealer > 21 or own > dealer else "push" if own == dealer else "loss"
        return result, f"{own} against the dealer's {dealer}, a {result}"

    def simple(self, round: Round, turn: Turn) -> Act:
        """Mimic the dealer: no double, no split."""
        draws = dealer_draws(turn.cards, soft_17="hit")
        return Act(turn.seat, "hit" if draws else "stand")


GAME = TripleShot()
