"""DJ Wild Stud Poker: five cards each from 53; the deuces and the joker are wild.

The Washington State Gambling Commission's letter of July 7, 2020 names the game. Its rules are from
the pages of card rooms that spread it: Red Dragon Casino, Mountlake Terrace, Washington (ranking,
wagers, settlement) and bestbet Jacksonville (which hands TRIPS takes as natural). 58 Pa. Code
chapter 687a wasn't found in a stored copy. No page says how TRIPS settles a hand that is good both
ways; here it has the class that stands higher in `TRIPS_OUTCOMES`, which is the higher pay at every
paytable we read. A wild card in a flush is the highest rank that the flush doesn't have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.rules.cards import DECK, DEUCE, FOUR, JOKER, JOKER_DECK, RANK_OF, TEN, THREE, Card
from pitboss.rules.game import (
    DEALER,
    Act,
    Choice,
    Equal,
    Mandatory,
    Multiple,
    Optional,
    Play,
    Turn,
    Wager,
    slot,
)
from pitboss.rules.hands import (
    FIVE_OF_A_KIND,
    Five,
    Strength,
    best_five,
    describe_five,
    five_cards_wild,
    is_royal,
)
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.shared_prizes import showdown
from pitboss.rules.typed_hand import TypedGroup, TypedHand

WILD = (*(card for card in DECK if RANK_OF[card] == DEUCE), JOKER)
ROYAL_FLUSH, FIVE_WILDS = FIVE_OF_A_KIND + 1, FIVE_OF_A_KIND + 2
FOURS: Strength = (Five.PAIR, FOUR)
STRAIGHT: Strength = (Five.STRAIGHT,)

HANDS = (*(kind.name.lower() for kind in Five), "five_of_a_kind", "royal_flush", "five_wilds")
BLIND_OUTCOMES = HANDS[Five.STRAIGHT :]
TRIPS_OUTCOMES = (
    "nothing", "three_of_a_kind_wild", "straight_wild", "flush_wild", "full_house_wild",
    "three_of_a_kind", "four_of_a_kind_wild", "straight", "straight_flush_wild", "flush",
    "full_house", "four_of_a_kind", "five_of_a_kind", "royal_flush_wild", "straight_flush",
    "royal_flush", "five_wilds",
)  # fmt: skip
TRIPS_PLACE = {name: place for place, name in enumerate(TRIPS_OUTCOMES)}
FIVE_CARDS = TypedGroup("the player's five cards", 5, 5)


def dj_hand(cards: Sequence[Card]) -> Strength:
    """The hand that five cards make, its kind a place in `HANDS`."""
    held = [card for card in cards if card not in WILD]
    if not held:
        return (FIVE_WILDS,)
    strength = five_cards_wild(cards, WILD)
    # One ten or better with four wild cards could be five of a kind, but royals are higher.
    if is_royal(strength) or (len(held) == 1 and RANK_OF[held[0]] >= TEN):
        return (ROYAL_FLUSH,)
    return strength


def describe_dj(strength: Strength) -> str:
    """A hand in words, as a dealer announces it."""
    if strength[0] > FIVE_OF_A_KIND:
        return HANDS[strength[0]].replace("_", " ")
    return describe_five(strength)


def is_playable(strength: Strength) -> bool:
    """The best play: a pair of fours or better, but no fours with a three beside them."""
    return strength >= FOURS and not (strength[:2] == FOURS and strength[-1] == THREE)


def blind(strength: Strength) -> str:
    """What the BLIND pays: a straight or better."""
    return HANDS[strength[0]] if strength >= STRAIGHT else "nothing"


def wild_trips(kind: int) -> int:
    """The place in `TRIPS_OUTCOMES` of a hand made with wild cards; 0 below three of a kind."""
    return TRIPS_PLACE.get(f"{HANDS[kind]}_wild", TRIPS_PLACE.get(HANDS[kind], 0))


def natural_trips(strength: Strength) -> int:
    """The place in `TRIPS_OUTCOMES` of a hand whose deuces are deuces."""
    kind = ROYAL_FLUSH if is_royal(strength) else strength[0]
    return TRIPS_PLACE.get(HANDS[kind], 0)


def trips(cards: Sequence[Card]) -> str:
    """TRIPS: the better of the hand with wild cards and the natural one."""
    is_wild = any(card in WILD for card in cards)
    wild = wild_trips(dj_hand(cards)[0]) if is_wild else 0
    natural = 0 if JOKER in cards else natural_trips(best_five(cards))
    return TRIPS_OUTCOMES[max(wild, natural)]


class DjWild(Game):
    """The rules of DJ Wild Stud Poker."""

    name = "dj_wild"
    title = "DJ Wild Stud Poker"
    summary = "Five-card stud against the dealer; deuces and the joker are wild."
    unit = "ante"
    deck = JOKER_DECK
    wagers = (
        Wager("ante", Mandatory()),
        Wager("blind", Equal("ante")),
        Wager("play", Multiple("ante", 2)),
        Wager("trips", Optional(), slot="trips"),
    )
    slots = (
        slot("base", BLIND_OUTCOMES, usual="1000-50-10"),
        slot("trips", TRIPS_OUTCOMES, usual="2000-1000-200"),
    )
    typed: Mapping[str, TypedHand] = {
        "base": TypedHand((FIVE_CARDS,), lambda parts, _: blind(dj_hand(parts[0]))),
        "trips": TypedHand((FIVE_CARDS,), lambda parts, _: trips(parts[0])),
    }
    card = (
        "One deck with one joker. The four deuces and the joker are wild: each stands for any "
        "card. Five cards each.",
        "High to low: five wilds, royal flush, five of a kind, straight flush, four of a kind, "
        "full house, flush, straight, three of a kind, two pair, pair, high card. Natural and "
        "wild hands are equal.",
        "ANTE and BLIND are equal. Look, then fold both, or PLAY twice the ANTE.",
        "The dealer always plays. The better hand wins: PLAY and ANTE pay 1 to 1, lose, or push "
        "on a tie.",
        "BLIND pays a winning straight or better by its table; it pushes on any other win and on "
        "a tie, and loses with the hand.",
        "TRIPS pays three of a kind or better whatever the dealer has, on a folded hand too. "
        "Natural hands pay more; a deuce that isn't needed as a wild card is a two.",
        "Pay from your right to your left: PLAY, ANTE, BLIND, TRIPS.",
    )

    def play(self, round: Round) -> Play:
        """Deal, fold or play, show down from the dealer's right."""
        for seat in round.seats:
            yield from round.deal(seat, 5)
        yield from round.deal(DEALER, 5, face_down=True)
        folded: set[int] = set()
        for seat in round.seats:
            offer = round.offer(seat, "play", "play")
            act = yield from round.ask(seat, "decision", (Choice("fold"), offer))
            if act.name == "fold":
                folded.add(seat)
                for wager in ("ante", "blind"):
                    round.resolve(seat, wager, LOSES, rule="folded")
        round.turn_up(DEALER)
        dealer = dj_hand(round.hand(DEALER))
        for seat in reversed(round.seats):
            own = dj_hand(round.hand(seat))
            if seat not in folded:
                self._show_down(round, seat, own, dealer)
            if round.has_made(seat, "trips"):
                outcome = trips(round.hand(seat))
                paid = "" if outcome == "nothing" else f", paid as {outcome.replace('_', ' ')}"
                rule = f"{describe_dj(own)}{paid}"
                round.pay(seat, "trips", outcome, rule=rule)

    def _show_down(self, round: Round, seat: int, own: Strength, dealer: Strength) -> None:
        prize, word = showdown(own, dealer)
        rule = f"{describe_dj(own)} against the dealer's {describe_dj(dealer)}, {word}"
        round.resolve(seat, "play", prize, rule=rule)
        round.resolve(seat, "ante", prize, rule=rule)
        if own > dealer and own >= STRAIGHT:
            round.pay(seat, "blind", blind(own), rule=rule)
        else:
            round.resolve(seat, "blind", PUSH if own >= dealer else LOSES, rule=rule)

    def simple(self, round: Round, turn: Turn) -> Act:
        """Play a pair of fours or better, but no fours with a three."""
        strong = is_playable(dj_hand(round.hand(turn.seat)))
        return Act(turn.seat, "play" if strong else "fold")


GAME = DjWild()
