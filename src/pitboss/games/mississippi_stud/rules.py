"""Mississippi Stud: an ante, and a bet or a fold before each of three community cards.

We read 58 Pa. Code 655a.1 for the wagers and folding, 655a.6 for the ranking, and 655a.12(a) to
(c)(2) for the pays and the progressive: its Paytables A, B and D pay as 01, ML01 and ML03 of the
multi-game link. That 3 CARD BONUS pays the three community cards,
and that both it and the PROGRESSIVE stay in play when a hand is folded, is as Ocean Casino Resort
and Virgin Casino print it. The aggregate payout limit of 655a.12(b) isn't applied.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.money import Cents
from pitboss.rules.cards import JACK, SIX, Card
from pitboss.rules.game import (
    FOLDED_QUALIFY,
    Act,
    Choice,
    Mandatory,
    Optional,
    Play,
    Range,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import (
    Five,
    Strength,
    best_five,
    describe_five,
    describe_three,
    three_cards,
)
from pitboss.rules.paytable import LOSES
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import (
    FIVE_CARD_OUTCOMES,
    THREE_CARD_OUTCOMES,
    PairOrBetter,
    five_card_outcome,
    pay_jackpots,
    three_card_outcome,
)
from pitboss.rules.typed_hand import TypedGroup, TypedHand, best_five_of

BOARD = "board"
STREETS = ("third_street", "fourth_street", "fifth_street")
TIMES = (1, 2, 3)  # what each bet may be, in antes
JACKS = PairOrBetter(Five, JACK, "jacks_or_better")
PAIR_OF_SIXES: Strength = (Five.PAIR, SIX)
OUTCOMES = ("nothing", "sixes_to_tens", *JACKS.outcomes[1:])
COMMUNITY = TypedGroup("the three community cards", 3, 3)


def stud_outcome(strength: Strength) -> str:
    """A hand of five cards as the bets pay it: a pair of sixes to tens pushes."""
    found = JACKS.outcome(strength)
    return "sixes_to_tens" if found == "nothing" and strength >= PAIR_OF_SIXES else found


class MississippiStud(Game):
    """The rules of Mississippi Stud."""

    name = "mississippi_stud"
    title = "Mississippi Stud"
    summary = "Two cards each and three community cards; bet or fold before each of them."
    unit = "ante"
    spec = ("PS-30",)
    wagers = (
        Wager("ante", Mandatory()),
        *(Wager(street, Range("ante", 100, 300)) for street in STREETS),
        Wager("three_card_bonus", Optional(), slot="three_card_bonus"),
        Wager("five_card", Optional(), slot="five_card"),
    )
    slots = (
        slot("base", OUTCOMES, usual="500-100-40-10-6-4"),
        slot("three_card_bonus", THREE_CARD_OUTCOMES, usual="50-40-30-6-3-1", shared="let_it_ride"),
        slot("five_card", FIVE_CARD_OUTCOMES, usual="01", shared="multi_game"),
    )
    options = (FOLDED_QUALIFY,)
    typed: Mapping[str, TypedHand] = {
        "base": best_five_of(stud_outcome, most=5),
        "three_card_bonus": TypedHand(
            (COMMUNITY,), lambda parts, _: three_card_outcome(three_cards(parts[0]))
        ),
        "five_card": best_five_of(five_card_outcome, most=5),
    }
    card = (
        "One deck. An ANTE, two cards to each player, three community cards face down.",
        "Look, then fold and lose the ANTE, or bet one, two or three times the ANTE on 3RD STREET.",
        "Turn up a community card, then fold and lose all bets, or bet so on 4TH STREET.",
        "Turn up another, then fold or bet so on 5TH STREET. Turn up the last.",
        "ANTE and bets all pay by the player's two cards and the three community cards: a pair of "
        "jacks or better wins, a pair of sixes to tens pushes, less loses. There is no dealer's "
        "hand.",
        "3 CARD BONUS pays the three community cards, a pair or better, on a folded hand too. The "
        "ace is high, and low only in 3-2-A; suited ace-king-queen is a mini-royal.",
        "PROGRESSIVE pays all five cards, three of a kind or better.",
        "Pay from your right to your left: ANTE, 3RD, 4TH and 5TH STREET, 3 CARD BONUS, "
        "PROGRESSIVE.",
    )

    def play(self, round: Round) -> Play:
        """Deal, ask before each community card, then pay by all five."""
        for seat in round.seats:
            yield from round.deal(seat, 2)
        board = yield from round.deal(BOARD, 3, face_down=True)
        folded: set[int] = set()
        for shown, street in enumerate(STREETS):
            for seat in (seat for seat in round.seats if seat not in folded):
                seen = (*round.hand(seat), *board[:shown])
                act = yield from round.ask(seat, street, _choices(round, seat, street), seen)
                if act.name == "fold":
                    folded.add(seat)
                    for wager in ("ante", *STREETS[:shown]):
                        round.resolve(seat, wager, LOSES, rule="folded")
            round.turn_up(BOARD, cards=1)
        for seat in reversed(round.seats):
            self._settle(round, seat, board, folded=seat in folded)

    def _settle(self, round: Round, seat: int, board: Sequence[Card], *, folded: bool) -> None:
        five, three = best_five((*round.hand(seat), *board)), three_cards(board)
        if not folded:
            for wager in ("ante", *STREETS):
                round.pay(seat, wager, stud_outcome(five), rule=describe_five(five))
        if round.has_made(seat, "three_card_bonus"):
            rule = f"{describe_three(three)} of the community cards"
            round.pay(seat, "three_card_bonus", three_card_outcome(three), rule=rule)
        found = five_card_outcome(five), f"PS-42: {describe_five(five)} of all five cards"
        pay_jackpots(round, seat, {"five_card": lambda: found}, folded=folded)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Bet the ANTE's amount on every street, and never fold."""
        return Act(turn.seat, "bet_1")


def _choices(round: Round, seat: int, street: str) -> Iterator[Choice]:
    """A fold, or one of the three amounts, as far as the ceiling allows them (ALL-2)."""
    most, ante = round.offer(seat, "bet", street).most_cents, round.stake(seat, "ante")
    yield Choice("fold")
    for times in TIMES:
        cents = Cents(times * ante)
        if cents <= most:
            yield Choice(f"bet_{times}", street, cents, cents)


GAME = MississippiStud()
