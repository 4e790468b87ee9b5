"""Pai gow poker with FORTUNE and a progressive: with a commission, or with a hand that pushes.

We read the overview of the Washington State Gambling Commission's rules for Pai Gow Poker (the
deck, the joker, the deal), its rules for Fortune Pai Gow Poker Progressive in part (the bonus
considers the best hand of the seven cards; at most four games a player), 58 Pa. Code 688a.1 (face
up: the words, and envy from a wager of $5), 645c.1 (commission-free, a dealer's nine-high low hand
pushes) and the definitions of the Massachusetts rules for Pai Gow Poker (copies, EZ Pai Gow). The
hands and pays of FORTUNE are those that Silver Dollar Renton and Emerald Queen print.

The house way is the Trump Plaza's, as a published description in words has it; houses differ, and
Washington asks for each in the house's internal controls. Where it says nothing, a hand is set with
the best low hand that keeps a straight or better behind. Two pair, three pair, full houses and four
of a kind go before straights and flushes. A-2-3-4-5 is the second-best straight, as the same
sources and most casinos have it. Nobody but the house banks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from pitboss.rules.cards import (
    ACE,
    DECK,
    DEUCE,
    FIVE,
    JACK,
    JOKER,
    JOKER_DECK,
    KING,
    NINE,
    QUEEN,
    RANK_NAMES,
    RANK_OF,
    RANK_PLURALS,
    SEVEN,
    SUIT_OF,
    Card,
    card_text,
)
from pitboss.rules.game import (
    DEALER,
    YES_NO,
    Action,
    Choice,
    Mandatory,
    Option,
    Optional,
    Play,
    Slot,
    Wager,
    Waiting,
    slot,
)
from pitboss.rules.hands import (
    COMPLETED_BY_JOKER,
    FIVE_OF_A_KIND,
    Five,
    Strength,
    best_five,
    best_five_joker,
    describe_five,
    is_royal,
)
from pitboss.rules.paytable import LOSES, PUSH
from pitboss.rules.round import Game, Round
from pitboss.rules.typed_hand import TypedGroup, TypedHand

# What the base pays, by how the house earns its keep: the scheme of a base paytable.
WIN = ("win",)
SCHEMES = ("commission", "queen_high", "ace_high_face_up", "nine_high_low")
FACE_UP = "ace_high_face_up"
FORTUNE_OUTCOMES = (
    "nothing",
    "three_pair",
    "straight",
    "three_of_a_kind",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_aces",
    "seven_card_straight_flush_joker",
    "royal_match",
    "seven_card_straight_flush",
)
THREE_FIRST = Option(
    "three_of_a_kind_first",
    YES_NO,
    "Does a straight that holds three of a kind count as three of a kind for a bonus?",
)


# Two pair stay together behind a low hand with this card or a better one; other two pair are split.
TOGETHER_WITH = {
    ("low", "low"): KING,
    ("medium", "low"): KING,
    ("high", "low"): ACE,
    ("medium", "medium"): ACE,
}
# So does four of a kind, from the first rank up to the next; four aces are split.
FOURS_TOGETHER_WITH = ((JACK, ACE), (SEVEN, KING), (DEUCE, DEUCE))
SECOND_BEST = ACE  # where the wheel's top comes, with the tops above it one higher


def rank_of(card: Card) -> int:
    """A card's rank, the joker an ace."""
    return ACE if card == JOKER else RANK_OF[card]


def high_hand(cards: Sequence[Card]) -> Strength:
    """The strength of five cards."""
    if JOKER not in cards:
        return _with_wheel(best_five(cards))
    held = [card for card in cards if card != JOKER]
    aces = [card for card in DECK if RANK_OF[card] == ACE and card not in held]
    if not aces:
        return (FIVE_OF_A_KIND, ACE)
    tried = [best_five((*held, aces[0]))]
    if len({RANK_OF[card] for card in held}) == len(held):
        completed = (best_five((*held, card)) for card in DECK if card not in held)
        tried += [strength for strength in completed if strength[0] in COMPLETED_BY_JOKER]
    return max(map(_with_wheel, tried))


def low_hand(cards: Sequence[Card]) -> Strength:
    """The strength of two cards."""
    first, second = sorted((rank_of(card) for card in cards), reverse=True)
    return (Five.PAIR, first) if first == second else (Five.HIGH_CARD, first, second)


def _with_wheel(strength: Strength) -> Strength:
    """The same, with the wheel the second-best straight."""
    if strength[0] not in (Five.STRAIGHT, Five.STRAIGHT_FLUSH):
        return strength
    top = strength[1]
    return (strength[0], top + 1 if top == ACE else SECOND_BEST if top == FIVE else top)


def describe_high(strength: Strength) -> str:
    """A high hand in words."""
    if strength[0] in (Five.STRAIGHT, Five.STRAIGHT_FLUSH):
        top = {SECOND_BEST + 1: ACE, SECOND_BEST: FIVE}.get(strength[1], strength[1])
        return describe_five((strength[0], top))
    return describe_five(strength)


def describe_low(strength: Strength) -> str:
    """A low hand in words."""
    if strength[0] == Five.PAIR:
        return f"pair of {RANK_PLURALS[strength[1]]}"
    return f"{RANK_NAMES[strength[1]]}-{RANK_NAMES[strength[2]]}"


@dataclass(frozen=True, slots=True)
class SetHand:
    """Seven cards in two hands."""

    low_cards: tuple[Card, ...]
    high_cards: tuple[Card, ...]
    low: Strength
    high: Strength

    @classmethod
    def of(cls, low: Sequence[Card], cards: Sequence[Card]) -> SetHand:
        """These cards with those two in front."""
        behind = tuple(card for card in cards if card not in low)
        return cls(tuple(low), behind, low_hand(low), high_hand(behind))

    @property
    def is_foul(self) -> bool:
        """Whether the low hand ranks above the high hand."""
        return self.low > self.high

    @property
    def name(self) -> str:
        """The low hand's cards, as a round record names this way to set."""
        return "-".join(map(card_text, self.low_cards))

    @property
    def pai_gow(self) -> int | None:
        """The highest rank of a hand with nothing in it; None with a pair or better. The house
        way puts that card in the high hand."""
        return self.high[1] if self.high[0] == Five.HIGH_CARD else None

    def __str__(self) -> str:
        return f"{describe_high(self.high)} and {describe_low(self.low)}"


def every_way(cards: Sequence[Card]) -> list[SetHand]:
    """All 21 ways to set seven cards, fouls too."""
    return [SetHand.of(low, cards) for low in combinations(cards, 2)]


def set_house_way(cards: Sequence[Card]) -> SetHand:
    """How the house sets seven cards."""
    ways = every_way(cards)
    front, least = house_rule(Counter(rank_of(card) for card in cards))
    made = [way for way in ways if way.high >= (Five.STRAIGHT,) and not way.is_foul]
    if found := [way for way in made if least is not None and way.low >= least]:
        return max(found, key=lambda way: (way.low, way.high))
    return max((way for way in ways if way.low == front), key=lambda way: way.high)


def house_rule(counts: Mapping[int, int]) -> tuple[Strength, Strength | None]:
    """The low hand of cards with so many of each rank, and the least low hand with which a straight
    or better behind goes before it; None if none does. A better high hand is always set behind."""
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    sizes = [counts[rank] for rank in ranks]
    singles = [rank for rank in ranks if counts[rank] == 1]
    if sizes[0] == 5:
        return (Five.PAIR, KING if sizes[1] == 2 else ACE), None
    if sizes[0] == 4:
        return _front_of_four(ranks, sizes, singles), None
    if sizes[0] == 3 and sizes[1] == 2 and ranks[1] == DEUCE and singles == [ACE, KING]:
        return (Five.HIGH_CARD, ACE, KING), None
    if sizes[0] == 3 and sizes[1] > 1:
        return (Five.PAIR, ranks[0 if sizes[1] == 3 else 1]), None
    if sizes[0] == 3:
        best = (ACE, singles[0]) if ranks[0] == ACE else singles[:2]
        return (Five.HIGH_CARD, *best), (Five.PAIR, DEUCE)
    if sizes[:3] == [2, 2, 2]:
        return (Five.PAIR, ranks[0]), None
    if sizes[:2] == [2, 2]:
        least = TOGETHER_WITH.get((_size(ranks[0]), _size(ranks[1])))
        if least is None or singles[0] < least:
            return (Five.PAIR, ranks[1]), None
        return (Five.HIGH_CARD, *singles[:2]), None
    return (Five.HIGH_CARD, *(singles[:2] if sizes[0] == 2 else singles[1:3])), (Five.HIGH_CARD,)


def _front_of_four(ranks: list[int], sizes: list[int], singles: list[int]) -> Strength:
    if sizes[1] >= 2:
        return (Five.PAIR, ranks[1])
    if ranks[0] < ACE:
        least = next(least for rank, least in FOURS_TOGETHER_WITH if ranks[0] >= rank)
        if singles[0] >= least:
            return (Five.HIGH_CARD, *singles[:2])
    return (Five.PAIR, ranks[0])


def _size(rank: int) -> str:
    """A pair is low up to sixes, medium up to tens, high up to kings."""
    if rank == ACE:
        return "aces"
    return "high" if rank >= JACK else "medium" if rank >= SEVEN else "low"


def fortune_outcome(cards: Sequence[Card], *, three_first: bool) -> str:
    """FORTUNE: the best hand of seven cards; the joker plays as in the base game."""
    plain = [card for card in cards if card != JOKER]
    suits = {SUIT_OF[card] for card in plain}
    if len(suits) == 1 and _is_run([rank_of(card) for card in plain], 7):
        natural = len(plain) == len(cards)
        return "seven_card_straight_flush" + ("" if natural else "_joker")
    strength = best_five_joker(cards)
    if strength[0] == FIVE_OF_A_KIND:
        return "five_aces"
    if is_royal(strength):
        return "royal_match" if _has_match(plain) else "royal_flush"
    ranks = [rank_of(card) for card in cards]
    if three_first and strength[0] == Five.STRAIGHT and max(map(ranks.count, ranks)) == 3:
        return "three_of_a_kind"
    if strength[0] == Five.TWO_PAIR:
        pairs = {rank for rank in ranks if ranks.count(rank) == 2}
        return "three_pair" if len(pairs) == 3 else "nothing"
    name = Five(strength[0]).name.lower()
    return name if name in FORTUNE_OUTCOMES else "nothing"


def _is_run(ranks: Sequence[int], length: int) -> bool:
    """Whether different ranks, the ace low or high, fit into so many in a row."""
    low = [-1 if rank == ACE else rank for rank in ranks]
    return any(max(each) - min(each) < length for each in (ranks, low))


def _has_match(plain: Sequence[Card]) -> bool:
    """Whether a royal flush leaves a king and a queen of another suit."""
    for suit in range(4):
        pair = [card for card in plain if SUIT_OF[card] == suit]
        if sorted(rank_of(card) for card in pair) == [QUEEN, KING]:
            return True
    return False


def pushes(scheme: str, dealer: SetHand) -> bool:
    """Whether the dealer's hand returns every base wager."""
    if scheme == "nine_high_low":
        return dealer.low[:2] == (Five.HIGH_CARD, NINE)
    return dealer.pai_gow == {"queen_high": QUEEN, FACE_UP: ACE}.get(scheme, -1)


TYPED = TypedHand(
    (TypedGroup("the player's seven cards", 7, 7),),
    lambda parts, terms: fortune_outcome(parts[0], three_first=terms.says(THREE_FIRST.name)),
)


class PaiGow(Game):
    """The rules of pai gow poker."""

    name = "pai_gow"
    title = "Pai Gow Poker"
    summary = "Seven cards in two hands against the dealer's two, with the Fortune bonus."
    deck = JOKER_DECK
    seats_most = 6
    wagers = (
        Wager("pai_gow", Mandatory()),
        Wager("fortune", Optional(), slot="fortune"),
        Wager("progressive", Optional(), slot="progressive"),
    )
    slots = (
        Slot("base", dict.fromkeys(SCHEMES, WIN), usual="five-percent"),
        slot("fortune", FORTUNE_OUTCOMES, usual="2"),
        slot("progressive", FORTUNE_OUTCOMES, usual="500-375-20"),
    )
    options = (THREE_FIRST,)
    typed: Mapping[str, TypedHand] = {"fortune": TYPED, "progressive": TYPED}
    card = (
        "52 cards and a joker: an ace, or any card that completes a straight or a flush. Seven "
        "cards to each player and the dealer.",
        "Set a high hand of five cards and a low hand of two; a low hand that ranks above the high "
        "hand is a foul and loses. The dealer sets the house way.",
        "Rankings: five aces beat all; A-2-3-4-5 is the second-best straight.",
        "Both hands beat the dealer's: PAI GOW pays. One does: a push. None: it loses. The dealer "
        "wins copies.",
        "With a commission a win pays 1 to 1 less 5 %. Without one, a dealer's hand pushes every "
        "PAI GOW wager: queen high with nothing else, a nine-high low hand, or ace high with "
        "nothing else where the dealer's hand is set face up before yours.",
        "FORTUNE pays the best hand of your seven cards, however you set them. Other players with "
        "a FORTUNE of $5 or more get envy for four of a kind or better.",
        "PROGRESSIVE pays the same seven cards.",
        "Pay from your right to your left: PAI GOW, FORTUNE, PROGRESSIVE; then envy.",
    )

    def play(self, round: Round) -> Play:
        """Deal, set, compare; then the best hand of each player's seven cards."""
        scheme = round.paytable("base").scheme
        for seat in round.seats:
            yield from round.deal(seat, 7)
        yield from round.deal(DEALER, 7, face_down=scheme != FACE_UP)
        dealer = set_house_way(round.hand(DEALER))
        pushed = pushes(scheme, dealer)
        hands: dict[int, SetHand | None] = {}
        for seat in round.seats:
            if not (pushed and scheme == FACE_UP):
                hands[seat] = yield from self._ask(round, seat)
        round.turn_up(DEALER)
        set_hands = {DEALER: dealer, **{str(seat): own for seat, own in hands.items() if own}}
        for place, own in set_hands.items():
            round.hands_apart[place] = [own.high_cards, own.low_cards]
        for seat in reversed(round.seats):
            if pushed:
                rule = f"the dealer's {dealer} pushes every wager"
                round.resolve(seat, "pai_gow", PUSH, rule=rule)
            else:
                self._compare(round, seat, hands[seat], dealer)
            self._pay_bonuses(round, seat)

    def _ask(self, round: Round, seat: int) -> Generator[Waiting, Action, SetHand | None]:
        """Ask a seat how it sets its cards; None is a foul."""
        cards = round.hand(seat)
        ways = {way.name: way for way in every_way(cards) if not way.is_foul}
        names = ("house_way", *ways, "foul")
        act = yield from round.ask(seat, "setting", [Choice(name) for name in names])
        if act.name == "house_way":
            return set_house_way(cards)
        return ways.get(act.name)

    def _compare(self, round: Round, seat: int, own: SetHand | None, dealer: SetHand) -> None:
        if own is None:
            round.resolve(seat, "pai_gow", LOSES, rule="a foul")
            return
        rule = f"{own}, against the dealer's {dealer}"
        won = (own.high > dealer.high) + (own.low > dealer.low)
        if won == 2:
            round.pay(seat, "pai_gow", "win", rule=rule)
        else:
            round.resolve(seat, "pai_gow", PUSH if won else LOSES, rule=rule)

    def _pay_bonuses(self, round: Round, seat: int) -> None:
        cards = round.hand(seat)
        rule = describe_five(best_five_joker(cards))
        outcome = fortune_outcome(cards, three_first=round.table.says(THREE_FIRST.name))
        for wager in ("fortune", "progressive"):
            if round.has_made(seat, wager):
                round.pay(seat, wager, outcome, rule=rule)


GAME = PaiGow()
