"""A round of blackjack (BJ-1), for blackjack and every game like it: the deal, insurance, each hand
to its end, the dealer; the jackpots Blazing 7's and TriLux and the bets beside it.

A game differs by its options, by what is free, and by what it does before the hands are played.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from pitboss.money import Cents, half_down
from pitboss.rules.bet_vocabulary import BetCards, Measure
from pitboss.rules.bets import Look, Offer, needs_draw, offer_bets, pay_bets
from pitboss.rules.blackjack_jackpots import FIRST_TWO, UP_CARD, blazing_7s, trilux
from pitboss.rules.cards import ACE, RANK_OF, Card
from pitboss.rules.game import (
    DEALER,
    NO_YES,
    YES_NO,
    Act,
    Action,
    Choice,
    Option,
    Play,
    Range,
    Setting,
    Turn,
    Waiting,
)
from pitboss.rules.paytable import LOSES, PUSH, Prize
from pitboss.rules.round import NOTHING, Game, Round
from pitboss.rules.typed_hand import TypedGroup

# Rank 0 is the deuce: pips, ten for tens and faces, and the ace as one.
VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)

UP_CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")  # by value

STAND, HIT = Choice("stand"), Choice("hit")


def _draws(cards: BetCards, options: Mapping[str, Setting]) -> int | None:
    """The dealer's hand is the second that a bet looks at."""
    return 1 if dealer_draws(cards, soft_17=str(options["soft_17"])) else None


LOOKS: tuple[Look, ...] = (
    Look("player_two", {"player": FIRST_TWO}, "deal", lambda play, seat: (play.hand(seat)[:2],)),
    Look(
        "player_two+dealer_up",
        {"player": FIRST_TWO, "dealer": UP_CARD},
        "deal",
        lambda play, seat: (play.hand(seat)[:2], play.hand(DEALER)[:1]),
    ),
    Look(
        "player_two+dealer_two",
        {"player": FIRST_TWO, "dealer": TypedGroup("the dealer's first two cards", 2, 2)},
        "end",
        lambda play, seat: (play.hand(seat)[:2], play.hand(DEALER)[:2]),
    ),
    Look(
        "player_two+dealer_final",
        {"player": FIRST_TWO, "dealer": TypedGroup("all of the dealer's cards", 2, 17)},
        "end",
        lambda play, seat: (play.hand(seat)[:2], play.hand(DEALER)),
        options=("decks", "soft_17"),
        draws=lambda hands, options: _draws(hands[1], options),
    ),
    Look(
        "dealer_up+dealer_rest",
        {"up": UP_CARD, "rest": TypedGroup("the dealer's other cards", 1, 16)},
        "end",
        lambda play, seat: (play.hand(DEALER)[:1], play.hand(DEALER)[1:]),
        options=("decks", "soft_17"),
        draws=lambda hands, options: _draws((*hands[0], *hands[1]), options),
        offer=Offer(
            Range("blackjack", 0, 100),
            Option("up_card", ("every", *UP_CARDS), "The dealer's up card."),
            lambda up: UP_CARDS[VALUES[RANK_OF[up[0]]] - 1],
            lambda hands: not is_blackjack((*hands[0], *hands[1])),
        ),
    ),
)


def total(cards: Sequence[Card]) -> int:
    """The best total: an ace counts eleven where that does not bust."""
    hard = hard_total(cards)
    return hard + 10 if _soft(cards, hard) else hard


def hard_total(cards: Sequence[Card]) -> int:
    """The total with every ace as one."""
    return sum(VALUES[RANK_OF[card]] for card in cards)


def is_soft(cards: Sequence[Card]) -> bool:
    """Whether an ace counts eleven."""
    return _soft(cards, hard_total(cards))


def _soft(cards: Sequence[Card], hard: int) -> bool:
    return hard <= 11 and any(RANK_OF[card] == ACE for card in cards)


def dealer_draws(cards: Sequence[Card], *, soft_17: str) -> bool:
    """Whether the dealer takes another card."""
    points = total(cards)
    return points < 17 or (points == 17 and soft_17 == "hit" and is_soft(cards))


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace and a ten as the first two cards."""
    return len(cards) == 2 and total(cards) == 21


DECKS = Option("decks", (6, 8, 4, 2, 1), "Decks in the shoe.")
SOFT_17 = Option("soft_17", ("stand", "hit"), "What the dealer does on a soft 17.")
SPLIT_HANDS = Option("split_hands", (4, 3, 2), "Most hands a seat can have after splitting.")
SPLIT_TENS = Option(
    "split_tens", ("value", "rank"), "Can a player split any two tens, or only matching ranks?"
)
RESPLIT_ACES = Option("resplit_aces", NO_YES, "Can a player resplit aces?")
HIT_SPLIT_ACES = Option("hit_split_aces", NO_YES, "Can a player hit split aces?")
INSURANCE = Option("insurance", YES_NO, "Do you offer insurance against an ace?")
THIRD_CARD = Option("third_card", ("player", "dealer"), "Whose card is the third for Blazing 7's?")
BLACKJACK_OPTIONS = (
    DECKS,
    SOFT_17,
    Option("double", ("any", "9-11", "10-11"), "Which two-card totals a player can double."),
    Option("double_after_split", YES_NO, "Can a player double after a split?"),
    Option("double_for_less", NO_YES, "Can a player double for less than the wager?"),
    SPLIT_HANDS,
    SPLIT_TENS,
    RESPLIT_ACES,
    HIT_SPLIT_ACES,
    Option("surrender", ("none", "late"), "Can a player surrender half the wager?"),
    INSURANCE,
)


Changed: TypeAlias = Generator[Waiting, Action, tuple[tuple[Card, ...], ...]]


@dataclass(slots=True)
class Hand:
    """One hand of a seat while it is played: the seat's money on it, and free bets."""

    cards: list[Card]
    bet: Cents  # what a double or split adds
    stake: Cents
    free: Cents = NOTHING
    wager: str = "blackjack"
    number: int = 1
    split: bool = False
    live: bool = True  # not yet compared with the dealer's hand
    doubles: int = 0


class BlackjackGame(Game):
    """The rules that blackjack and the games like it share."""

    looks: ClassVar[tuple[Look, ...]] = LOOKS
    measures: ClassVar[Mapping[str, Measure]] = {"total": total, "hard": hard_total}
    kin = "blackjack"
    pushes_22: ClassVar[bool] = False  # whether a dealer's 22 pushes
    boxes: ClassVar[tuple[str, ...]] = ("blackjack",)  # the wager of each hand dealt to a seat

    def is_free(self, round: Round, name: str, cards: Sequence[Card]) -> bool:
        """Whether a double or split of these two cards is a free bet."""
        return False

    def before_play(self, round: Round, seat: int) -> Play:
        """What happens at a seat once the dealer has no blackjack, before any hand is played."""
        yield from ()

    def change_cards(self, round: Round, seat: int) -> Changed:
        """The two cards of each hand that a seat plays, when its turn comes."""
        yield from ()
        return self.dealt_hands(round, seat)

    def dealt_hands(self, round: Round, seat: int) -> tuple[tuple[Card, ...], ...]:
        """The two cards of each hand, as dealt: a card to each, then another."""
        boxes = len(self.boxes)
        first = round.hand(seat)[: 2 * boxes]
        return tuple(first[box::boxes] for box in range(boxes))

    def is_natural(self, round: Round, seat: int, hand: Hand) -> bool:
        """Whether the two cards of a hand are a blackjack."""
        return is_blackjack(hand.cards)

    def natural_pays(self, round: Round, seat: int) -> str:
        """The outcome that pays an ace and a ten as these two cards; empty if they are just 21."""
        return "blackjack"

    def natural_against_blackjack(self, round: Round) -> str:
        """The outcome that pays a player's blackjack against the dealer's; empty if it pushes."""
        return ""

    def at_dealer_blackjack(self, round: Round, seat: int) -> None:
        """What else is settled when the dealer has blackjack."""

    def play(self, round: Round) -> Play:
        """Deal, jackpots on the up card, insurance, players, dealer, settlement."""
        seats = tuple(map(str, round.seats))
        for place in (*seats, DEALER, *seats):
            yield from round.deal(place, 1 if place == DEALER else len(self.boxes))
        yield from round.deal(DEALER, 1, face_down=True)
        self._up_card_jackpots(round)
        pay_bets(self.bets, round, "deal")
        for seat in round.seats:
            round.hands_apart[str(seat)] = list(self.dealt_hands(round, seat))
        up_value = VALUES[RANK_OF[round.hand(DEALER)[0]]]
        if up_value == 1 and round.table.says("insurance"):
            yield from self._offer_insurance(round)
        if up_value in (1, 10) and is_blackjack(round.hand(DEALER)):
            self._dealer_blackjack(round)
            return
        self._take_insurance(round)
        yield from offer_bets(self.bets, round)
        for seat in round.seats:
            yield from self.before_play(round, seat)
        hands = {}
        for seat in round.seats:
            hands[seat] = yield from self._seat(round, seat)
        live = [seat for seat in round.seats if any(hand.live for hand in hands[seat])]
        round.turn_up(DEALER)
        while (live or needs_draw(self.bets, round)) and self._dealer_draws(round):
            yield from round.deal(DEALER, 1, phase="dealer")
        pay_bets(self.bets, round, "end")
        for seat in reversed(live):
            self._compare(round, seat, hands[seat])
            self._blazing(round, seat)

    # ---- side bets ------------------------------------------------------------------------------

    def _up_card_jackpots(self, round: Round) -> None:
        """Settle TriLux, and Blazing 7's on the dealer's up card, right after the deal."""
        up = round.hand(DEALER)[0]
        for seat in reversed(round.seats):
            two = round.hand(seat)
            if round.has_made(seat, "trilux"):
                rule = "BJ-7: the first two cards and the dealer's up card"
                round.pay(seat, "trilux", trilux((*two, up)), rule=rule)
            if round.has_made(seat, "blazing_7s") and round.table.options["third_card"] == "dealer":
                rule = "BJ-5: the first two cards and the dealer's up card"
                round.pay(seat, "blazing_7s", blazing_7s(two, up), rule=rule)

    def _blazing(self, round: Round, seat: int) -> None:
        """Blazing 7's on the player's cards: paid right after the blackjack wager."""
        if round.stake(seat, "blazing_7s"):
            cards = round.hand(seat)
            third = cards[2] if len(cards) > 2 else None
            rule = "BJ-4: the first two cards and the third card dealt to the seat"
            round.pay(seat, "blazing_7s", blazing_7s(cards[:2], third), rule=rule)

    def _offer_insurance(self, round: Round) -> Play:
        for seat in round.seats:
            insure = round.offer(seat, "insure", "insurance")
            if insure.most_cents:
                yield from round.ask(seat, "insurance", (Choice("decline"), insure))

    def _take_insurance(self, round: Round) -> None:
        for seat in reversed(round.seats):
            if round.stake(seat, "insurance"):
                rule = "BJ-1: the dealer has no blackjack"
                round.resolve(seat, "insurance", LOSES, rule=rule)

    # ---- the game -------------------------------------------------------------------------------

    def _dealer_blackjack(self, round: Round) -> None:
        """Blackjacks push, the rest loses (BJ-3)."""
        round.turn_up(DEALER)
        for seat in round.seats:
            self.at_dealer_blackjack(round, seat)
        for seat in reversed(round.seats):
            if round.stake(seat, "insurance"):
                rule = "BJ-1: the dealer has blackjack"
                round.pay(seat, "insurance", "insurance", rule=rule)
            for hand in reversed(self._hands(round, seat, self.dealt_hands(round, seat))):
                self._meet_blackjack(round, seat, hand)
            self._blazing(round, seat)
        pay_bets(self.bets, round, "end")

    def _meet_blackjack(self, round: Round, seat: int, hand: Hand) -> None:
        """Settle a hand against the dealer's blackjack."""
        is_natural = is_blackjack(hand.cards)
        rule = f"BJ-1: {'blackjack' if is_natural else 'a hand'} against the dealer's blackjack"
        paid = self.natural_against_blackjack(round) if is_natural else ""
        if paid:
            self._win(round, seat, hand, paid, rule)
        else:
            self._close(round, seat, hand, PUSH if is_natural else LOSES, rule)

    def _hands(self, round: Round, seat: int, cards: Sequence[Sequence[Card]]) -> list[Hand]:
        """The hands that a seat begins with."""
        hands = []
        for number, (wager, two) in enumerate(zip(self.boxes, cards, strict=True), start=1):
            bet = round.stake(seat, wager)
            hands.append(Hand(list(two), bet, bet, wager=wager, number=number))
        round.hands_apart[str(seat)] = [hand.cards for hand in hands]
        return hands

    def _seat(self, round: Round, seat: int) -> Generator[Waiting, Action, list[Hand]]:
        """Play a seat's hands, and those after splits, each to its end."""
        cards = yield from self.change_cards(round, seat)
        played: list[Hand] = []
        for first in self._hands(round, seat, cards):
            played += yield from self._box(round, seat, first, len(played))
        if not any(hand.live for hand in played):
            self._blazing(round, seat)
        return played

    def _box(
        self, round: Round, seat: int, first: Hand, before: int
    ) -> Generator[Waiting, Action, list[Hand]]:
        """Play one hand of a seat, or hands after splits, numbered after those before."""
        hands = [first]
        paid = self.natural_pays(round, seat) if self.is_natural(round, seat, first) else ""
        if paid:
            first.live = False
            first.number = before + 1
            self._win(round, seat, first, paid, "BJ-1: blackjack, and the dealer has none")
        index = 0
        while index < len(hands):
            hand = hands[index]
            hand.wager, hand.number = first.wager, before + index + 1
            if len(hand.cards) == 1:
                hand.cards += yield from round.deal(seat, 1, phase="split")
            if hand.live:
                yield from self._hand(round, seat, hands, index)
            if len(hand.cards) > 1:
                index += 1
        return hands

    def _hand(self, round: Round, seat: int, hands: list[Hand], index: int) -> Play:
        """Play one hand until it stands, busts, doubles, surrenders, or splits."""
        hand = hands[index]
        while total(hand.cards) < 21:
            choices = self._choices(round, seat, hands, hand)
            if choices == (STAND,):
                return
            act = yield from round.ask(seat, f"hand {hand.number}", choices, hand.cards)
            if act.name == "stand":
                return
            if act.name == "surrender":
                hand.live = False
                back = half_down(hand.stake)
                rule = "BJ-1: half is given up"
                round.surrender(seat, hand.wager, back=back, rule=rule, hand=hand.number)
                return
            is_free = not act.cents and self.is_free(round, act.name, hand.cards)
            if act.name == "split":
                self._split(hands, index, is_free=is_free)
                round.hands_apart[str(seat)].insert(hand.number, hands[index + 1].cards)
                return
            hand.stake = Cents(hand.stake + act.cents)
            hand.free = Cents(hand.free + (hand.bet if is_free else 0))
            hand.cards += yield from round.deal(seat, 1, phase=f"hand {hand.number}")
            if total(hand.cards) > 21:
                hand.live = False
                self._close(round, seat, hand, LOSES, f"BJ-1: {total(hand.cards)}, over 21")
            if act.name == "double":
                return

    def _split(self, hands: list[Hand], index: int, *, is_free: bool = False) -> None:
        """Make two hands of a pair."""
        hand = hands[index]
        other = Hand([hand.cards.pop()], hand.bet, NOTHING if is_free else hand.bet)
        other.free = hand.bet if is_free else NOTHING
        hand.split = other.split = True
        hands.insert(index + 1, other)

    def _choices(
        self, round: Round, seat: int, hands: list[Hand], hand: Hand
    ) -> tuple[Choice, ...]:
        options, two = round.table.options, len(hand.cards) == 2
        split_ace = hand.split and RANK_OF[hand.cards[0]] == ACE
        choices = [STAND]
        if not split_ace or round.table.says("hit_split_aces"):
            choices.append(HIT)
        if two and HIT in choices and self._may_double(round, hand):
            least = Cents(1) if options.get("double_for_less") == "yes" else hand.bet
            choices.append(self._offer(round, "double", hand, least))
        if two and self._may_split(round, hands, hand, split_ace=split_ace):
            choices.append(self._offer(round, "split", hand, hand.bet))
        if two and not hand.split and options.get("surrender") == "late":
            choices.append(Choice("surrender"))
        return tuple(choices)

    def _offer(self, round: Round, name: str, hand: Hand, least: Cents) -> Choice:
        """A double or a split: free, or for money."""
        if self.is_free(round, name, hand.cards):
            return Choice(name)
        return Choice(name, hand.wager, least, hand.bet)

    def _may_double(self, round: Round, hand: Hand) -> bool:
        options = round.table.options
        if hand.split and options.get("double_after_split") == "no":
            return False
        lowest = {"any": 0, "9-11": 9, "10-11": 10}[str(options.get("double", "any"))]
        return lowest == 0 or lowest <= total(hand.cards) <= 11

    def _may_split(self, round: Round, hands: list[Hand], hand: Hand, *, split_ace: bool) -> bool:
        first, second = (RANK_OF[card] for card in hand.cards)
        twins = first == second
        if round.table.options["split_tens"] == "value":
            twins = VALUES[first] == VALUES[second]
        if split_ace and not round.table.says("resplit_aces"):
            return False
        return twins and len(hands) < int(round.table.options["split_hands"])

    def _dealer_draws(self, round: Round) -> bool:
        return dealer_draws(round.hand(DEALER), soft_17=str(round.table.options["soft_17"]))

    def _compare(self, round: Round, seat: int, hands: Sequence[Hand]) -> None:
        dealer = total(round.hand(DEALER))
        for hand in reversed([hand for hand in hands if hand.live]):
            mine = total(hand.cards)
            shown = f"{mine} against the dealer's {dealer}"
            if dealer == 22 and self.pushes_22:
                self._close(round, seat, hand, PUSH, f"BJ-1: {shown}, a push")
            elif dealer > 21 or mine > dealer:
                self._win(round, seat, hand, "win", f"BJ-1: {shown}, a win")
            else:
                prize, word = (PUSH, "a tie") if mine == dealer else (LOSES, "a loss")
                self._close(round, seat, hand, prize, f"BJ-1: {shown}, {word}")

    def _close(self, round: Round, seat: int, hand: Hand, prize: Prize, rule: str) -> None:
        """Push or take a hand; a free bet just goes back to the house."""
        stake, number = hand.stake, hand.number
        round.resolve(seat, hand.wager, prize, rule=rule, stake=stake, hand=number)

    def _win(self, round: Round, seat: int, hand: Hand, outcome: str, rule: str) -> None:
        """Pay a winning hand by the base paytable, a free bet like money."""
        prize = round.paytable("base").prize(outcome)
        stake, number = hand.stake, hand.number
        if hand.stake:
            round.resolve(
                seat, hand.wager, prize, rule=rule, outcome=outcome, stake=stake, hand=number
            )
        if hand.free:
            round.bonus(
                seat, hand.wager, outcome, rule=f"{rule}, free bet", on=hand.free, hand=number
            )

    def simple(self, round: Round, turn: Turn) -> Act:
        """Never insure, double eleven, split aces and eights, else mimic 17."""
        names = [choice.name for choice in turn.choices]
        if "hit" not in names:
            return Act(turn.seat, names[0])
        cards = turn.cards
        points, up = total(cards), VALUES[RANK_OF[round.hand(DEALER)[0]]]
        by_name = {choice.name: choice for choice in turn.choices}
        if "split" in by_name and RANK_OF[cards[0]] in (ACE, 6):
            return Act(turn.seat, "split", by_name["split"].most_cents)
        if "double" in by_name and points == 11:
            return Act(turn.seat, "double", by_name["double"].most_cents)
        enough = 12 if 2 <= up <= 6 and not is_soft(cards) else 17
        return Act(turn.seat, "stand" if points >= enough else "hit")
