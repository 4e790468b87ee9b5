"""Random shoes and random legal decisions of blackjack against a slow twin (BJ-1, BJ-2, BJ-3).

The twin below plays and settles a whole round by itself, from the rules and from nothing of the
project: it says at each decision what is legal, chooses by chance, and writes down what every
wager wins or loses. The project must ask for the same decisions and reach the same lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.money import Cents
from pitboss.rules.cards import parse_card
from pitboss.rules.game import Act, Turn
from pitboss.rules.record import make_record, play_out, play_record
from pitboss.rules.round import Round, Table
from rules.shoe_support import PAYTABLES, open_house

RANKS = "23456789TJQKA"
BLACKJACK_PAYS = {"standard": Fraction(3, 2), "six-to-five": Fraction(6, 5)}
SETTINGS: dict[str, tuple[object, ...]] = {
    "soft_17": ("stand", "hit"),
    "double": ("any", "9-11", "10-11"),
    "double_after_split": ("yes", "no"),
    "double_for_less": ("no", "yes"),
    "split_hands": (4, 3, 2),
    "split_tens": ("value", "rank"),
    "resplit_aces": ("no", "yes"),
    "hit_split_aces": ("no", "yes"),
    "surrender": ("none", "late"),
    "insurance": ("yes", "no"),
    "ace_two": ("yes", "no"),
}


@dataclass
class Spot:
    """One hand in front of a seat."""

    cards: list[str]
    stake: int
    from_split: bool = False
    number: int = 0


@dataclass(frozen=True)
class Asked:
    """A decision: what was legal, with the least and most cents, and what was chosen."""

    seat: int
    legal: dict[str, tuple[int, int]]
    name: str
    cents: int


@dataclass
class Twin:
    """A round of blackjack played from a shoe by somebody who decides by chance."""

    shoe: list[str]
    bets: dict[int, dict[str, int]]
    house: dict[str, Any]
    base: str
    rng: Random
    asked: list[Asked] = field(default_factory=list)
    lines: list[tuple[int, str, int, int]] = field(default_factory=list)
    dealt: int = 0

    def draw(self) -> str:
        self.dealt += 1
        return self.shoe[self.dealt - 1]

    def ask(self, seat: int, legal: dict[str, tuple[int, int]]) -> tuple[str, int]:
        # Splits and doubles are taken more often than not, for they lead to the rare corners.
        keen = [name for name in ("split", "double", "leave", "insure") if name in legal]
        name = self.rng.choice(keen if keen and self.rng.random() < 0.6 else sorted(legal))
        cents = self.rng.randint(*legal[name])
        self.asked.append(Asked(seat, legal, name, cents))
        return name, cents

    def note(self, seat: int, wager: str, hand: int, won: int) -> None:
        self.lines.append((seat, wager, hand, won))

    def play(self) -> None:
        seats = sorted(self.bets)
        hands = {seat: [self.draw()] for seat in seats}
        dealer = [self.draw()]
        for seat in seats:
            hands[seat].append(self.draw())
        dealer.append(self.draw())
        insured = self.insure(seats) if dealer[0][0] == "A" else {}
        blackjack = natural(dealer)
        for seat, cents in insured.items():
            self.note(seat, "insurance", 0, 2 * cents if blackjack else -cents)
        stakes = {}
        for seat in seats:
            stakes[seat] = self.house_money(seat, hands[seat], may_leave=not blackjack)
        if blackjack:
            for seat in seats:
                won = 0 if natural(hands[seat]) else -stakes[seat]
                self.note(seat, "blackjack", 1, won)
            return
        standing = {seat: self.play_seat(seat, hands[seat], stakes[seat]) for seat in seats}
        if any(standing.values()):
            self.play_dealer(dealer)
        for seat, spots in standing.items():
            for spot in spots:
                won = spot.stake * compare(spot.cards, dealer)
                self.note(seat, "blackjack", spot.number, won)

    def insure(self, seats: Sequence[int]) -> dict[int, int]:
        insured = {}
        for seat in seats:
            half = self.bets[seat]["blackjack"] // 2
            if self.house["insurance"] == "yes" and half:
                name, cents = self.ask(seat, {"decline": (0, 0), "insure": (1, half)})
                if name == "insure":
                    insured[seat] = cents
        return insured

    def house_money(self, seat: int, cards: list[str], *, may_leave: bool) -> int:
        """Settle House Money; what then is the blackjack wager."""
        stake, bonus = self.bets[seat]["blackjack"], self.bets[seat].get("house_money", 0)
        if not bonus:
            return stake
        times = house_money_odds(cards, self.house["ace_two"])
        self.note(seat, "house_money", 0, bonus * times)
        if times < 0 or not may_leave:
            return stake
        _, left = self.ask(seat, {"take": (0, 0), "leave": (1, bonus + bonus * times)})
        return stake + left

    def play_seat(self, seat: int, cards: list[str], stake: int) -> list[Spot]:
        """Play all hands of a seat; those that stand come back."""
        if natural(cards):
            pays = stake * BLACKJACK_PAYS[self.base]
            self.note(seat, "blackjack", 1, pays.numerator // pays.denominator)
            return []
        waiting, done, standing = [Spot(cards, stake)], 0, []
        while waiting:
            spot = waiting.pop(0)
            if len(spot.cards) == 1:
                spot.cards.append(self.draw())
            end = self.play_spot(seat, spot, done + 1 + len(waiting))
            if end == "split":
                one, two = spot.cards
                halves = [Spot([card], spot.stake, from_split=True) for card in (one, two)]
                waiting[:0] = halves
                continue
            done += 1
            spot.number = done
            if end == "surrender":
                self.note(seat, "blackjack", done, -spot.stake + spot.stake // 2)
            elif end == "bust":
                self.note(seat, "blackjack", done, -spot.stake)
            else:
                standing.append(spot)
        return standing

    def play_spot(self, seat: int, spot: Spot, hands: int) -> str:
        while best(spot.cards) not in (0, 21):
            legal = self.legal(spot, hands)
            if list(legal) == ["stand"]:
                return "stand"
            name, cents = self.ask(seat, legal)
            if name in ("stand", "split", "surrender"):
                return name
            spot.stake += cents
            spot.cards.append(self.draw())
            if name == "double":
                break
        return "stand" if best(spot.cards) else "bust"

    def legal(self, spot: Spot, hands: int) -> dict[str, tuple[int, int]]:
        whole, house = (spot.stake, spot.stake), self.house
        aces = spot.from_split and spot.cards[0][0] == "A"
        legal = {"stand": (0, 0)}
        if not aces or house["hit_split_aces"] == "yes":
            legal["hit"] = (0, 0)
        if len(spot.cards) != 2:
            return legal
        totals = {"any": range(22), "9-11": (9, 10, 11), "10-11": (10, 11)}[house["double"]]
        after_split = not spot.from_split or house["double_after_split"] == "yes"
        if "hit" in legal and after_split and best(spot.cards) in totals:
            legal["double"] = (1, spot.stake) if house["double_for_less"] == "yes" else whole
        first, second = (card[0] for card in spot.cards)
        tens = house["split_tens"] == "value" and first in "TJQK" and second in "TJQK"
        again = not aces or house["resplit_aces"] == "yes"
        if (first == second or tens) and again and hands < house["split_hands"]:
            legal["split"] = whole
        if not spot.from_split and house["surrender"] == "late":
            legal["surrender"] = (0, 0)
        return legal

    def play_dealer(self, dealer: list[str]) -> None:
        while best(dealer):
            soft = best(dealer) != best(dealer, ace=(1,))
            if best(dealer) > 17 or (best(dealer) == 17 and not soft):
                return
            if best(dealer) == 17 and self.house["soft_17"] == "stand":
                return
            dealer.append(self.draw())


def best(cards: Sequence[str], ace: tuple[int, ...] = (1, 11)) -> int:
    """The best total up to 21 over every way to count the aces; 0 for a bust."""
    worths = [
        ace if card[0] == "A" else (10,) if card[0] in "TJQK" else (int(card[0]),) for card in cards
    ]
    return max((sum(way) for way in product(*worths) if sum(way) <= 21), default=0)


def natural(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and best(cards) == 21


def compare(mine: Sequence[str], dealer: Sequence[str]) -> int:
    return (best(mine) > best(dealer)) - (best(mine) < best(dealer))


def house_money_odds(cards: Sequence[str], ace_two: str) -> int:
    """What paytable 1 pays on two cards, -1 for nothing."""
    ranks = {card[0] for card in cards}
    suited = cards[0][1] == cards[1][1]
    if len(ranks) == 1:
        return 3
    neighbors = [set(pair) for pair in pairwise(RANKS)]
    if ace_two == "yes":
        neighbors.append({"A", "2"})
    if ranks not in neighbors:
        return -1
    return (9 if ranks == {"A", "K"} else 4) if suited else 1


def make_twin(rng_seed: int) -> Twin:
    """A round with random settings from a shoe that may favor a few ranks, so pairs come often."""
    rng = Random(rng_seed)
    shoe = [rank + suit for rank in RANKS for suit in "cdhs"] * 8
    rng.shuffle(shoe)
    favored = {*rng.sample(RANKS, rng.choice((2, 3, 5, 13))), rng.choice(("A", "T", "8", "5"))}
    shoe.sort(key=lambda card: card[0] not in favored)
    bets = {}
    for seat in rng.sample(range(1, 10), rng.randint(1, 3)):
        bets[seat] = {"blackjack": rng.randint(1, 40_000)}
        if rng.random() < 0.6:
            bets[seat]["house_money"] = rng.randint(1, 5_000)
    house: dict[str, Any] = {name: rng.choice(choices) for name, choices in SETTINGS.items()}
    return Twin(shoe, bets, {"decks": 8, **house}, rng.choice(tuple(BLACKJACK_PAYS)), rng)


def table_of(twin: Twin) -> Table:
    return open_house("blackjack", {"base": twin.base, "house_money": "1"}, **twin.house)


def bets_of(twin: Twin) -> dict[int, dict[str, Cents]]:
    return {
        seat: {name: Cents(cents) for name, cents in placed.items()}
        for seat, placed in twin.bets.items()
    }


class Follower:
    """Decides as the twin did, and checks that the same was asked."""

    def __init__(self, twin: Twin) -> None:
        self.left = list(twin.asked)

    def __call__(self, played: Round, turn: Turn) -> Act:
        asked = self.left.pop(0)
        legal = {one.name: (one.least_cents, one.most_cents) for one in turn.choices}
        assert (turn.seat, legal) == (asked.seat, asked.legal)
        return Act(asked.seat, asked.name, Cents(asked.cents))


def lines_of(played: Round) -> list[tuple[int, str, int, int]]:
    return sorted((one.seat, one.wager, one.hand, one.net_cents) for one in played.settle())


@settings(max_examples=third(1200), deadline=None)
@given(st.integers(0, 2**32))
def test_BJ_1_random_rounds_agree_with_a_slow_twin(rng_seed: int) -> None:
    twin = make_twin(rng_seed)
    twin.play()
    follower = Follower(twin)
    shoe = [parse_card(card) for card in twin.shoe[: twin.dealt]]
    played = play_out(Round(table_of(twin), bets_of(twin)), iter(shoe), follower)
    assert not follower.left
    assert sum(len(cards) for cards in played.cards.values()) == twin.dealt
    assert lines_of(played) == sorted(twin.lines)


@settings(max_examples=third(120), deadline=None)
@given(st.integers(0, 2**32))
def test_ALL_3_random_blackjack_rounds_replay_from_their_record(rng_seed: int) -> None:
    twin = make_twin(rng_seed)
    twin.play()
    shoe = [parse_card(card) for card in twin.shoe[: twin.dealt]]
    record = make_record(table_of(twin), bets_of(twin), iter(shoe), Follower(twin))
    assert lines_of(play_record(record, PAYTABLES)) == sorted(twin.lines)


@settings(max_examples=third(120), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 1000))
def test_ALL_1_a_misdeal_anytime_gives_back_what_was_put_down(rng_seed: int, moment: int) -> None:
    twin = make_twin(rng_seed)
    twin.play()
    shoe = [parse_card(card) for card in twin.shoe[: twin.dealt]]
    record = make_record(table_of(twin), bets_of(twin), iter(shoe), Follower(twin))
    made = twin.asked[: moment % len(twin.asked)] if twin.asked else []
    record["actions"] = [*record["actions"][: len(made)], {"action": "misdeal"}]
    if not made:
        record["cards"]["dealer"] = record["cards"]["dealer"].split()[0]
    played = play_record(record, PAYTABLES)
    assert {(one.result, one.net_cents, one.paid_cents) for one in played.settle()} == {
        ("void", 0, 0)
    }
    for seat, placed in twin.bets.items():
        added = [
            one.cents
            for one in made
            if one.seat == seat and one.name in ("insure", "double", "split")
        ]
        back = sum(one.back_cents for one in played.settle() if one.seat == seat)
        assert back == sum(placed.values()) + sum(added)


@pytest.mark.parametrize(
    ("cards", "total"),
    [("Ac Kd", 21), ("Ac Ad 9h", 21), ("Ac Ad Ah", 13), ("Tc 9d 3h", 0), ("Ac 6d Th", 17)],
)
def test_the_twin_itself_counts_as_a_dealer_does(cards: str, total: int) -> None:
    assert best(cards.split()) == total
