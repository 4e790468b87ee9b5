"""The counts of House Money, Blazing 7's and TriLux against hands dealt one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest

from pitboss.maths.blackjack_sides import count
from pitboss.maths.counting import read_stored
from pitboss.rules.cards import RANKS, SUITS, Card, card_text, shoe
from pitboss.rules.hands import is_sequence

DECKS = (1, 2, 4, 6, 8)
SIDES: Any = read_stored("blackjack")["sides"]
COLORS = {"c": "black", "d": "red", "h": "red", "s": "black"}


def house_money(hand: Sequence[Card]) -> str:
    texts = [card_text(card) for card in hand]
    (first, second), suits = (text[0] for text in texts), {text[1] for text in texts}
    suited = len(suits) == 1
    if first == second:
        return "pair"
    if {first, second} == {"A", "2"}:
        return "straight_flush_ace_two" if suited else "straight_ace_two"
    if suited and {first, second} == {"A", "K"}:
        return "ace_king_suited"
    if abs(RANKS.index(first) - RANKS.index(second)) != 1:
        return "nothing"
    return "straight_flush" if suited else "straight"


def trilux(hand: Sequence[Card]) -> str:
    ranks = "".join(sorted(card_text(card)[0] for card in hand))
    suited = len({card_text(card)[1] for card in hand}) == 1
    if ranks == "AAA" and suited:
        return "three_aces_suited"
    if ranks == 3 * ranks[0]:
        return "three_of_a_kind_suited" if suited else "three_of_a_kind"
    if is_sequence([RANKS.index(rank) for rank in ranks]):
        return "straight_flush" if suited else "straight"
    return "flush" if suited else "nothing"


def blazing_7s(deal: Sequence[Card]) -> str:
    """Of two cards and a third, in this order."""
    texts = [card_text(card) for card in deal]
    sevens = [text for text in texts if text[0] == "7"]
    in_hand = sum(text[0] == "7" for text in texts[:2])
    if len(sevens) == 3:
        suits = {text[1] for text in texts}
        if len(suits) == 1:
            return "three_sevens_diamonds" if suits == {"d"} else "three_sevens_suited"
        colors = {COLORS[suit] for suit in suits}
        return "three_sevens_color" if len(colors) == 1 else "three_sevens"
    return ("nothing", "one_seven", "two_sevens")[in_hand]


def by_hand(decks: int, size: int, outcome: Callable[[Sequence[Card]], str]) -> Counter[str]:
    return Counter(outcome(hand) for hand in combinations(shoe(decks), size))


def counted(decks: int, wager: str) -> dict[str, int]:
    entry: Any = SIDES[str(decks)]
    tally: dict[str, int] = entry[wager]
    return {name: weight for name, weight in tally.items() if name != "total"}


def probability(decks: int, wager: str, *outcomes: str) -> Fraction:
    tally = counted(decks, wager)
    return Fraction(sum(tally[name] for name in outcomes), sum(tally.values()))


def percent(value: Fraction) -> str:
    return f"{float(100 * value):.2f}"


def test_stored_counts_are_those_of_a_recount() -> None:
    shares: list[float] = []
    assert count(shares.append) == SIDES
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("decks", DECKS)
def test_totals_are_the_binomials(decks: int) -> None:
    entry: Any = SIDES[str(decks)]
    cards = 52 * decks
    for wager, total in {
        "house_money": comb(cards, 2),
        "blazing_7s": comb(cards, 2) * (cards - 2),
        "trilux": comb(cards, 3),
    }.items():
        assert entry[wager]["total"] == total == sum(counted(decks, wager).values())


@pytest.mark.parametrize("decks", DECKS)
def test_BJ_2_house_money_dealt_by_hand(decks: int) -> None:
    assert +Counter(counted(decks, "house_money")) == by_hand(decks, 2, house_money)


@pytest.mark.proof
@pytest.mark.parametrize("decks", [1, 2])
def test_BJ_7_trilux_dealt_by_hand(decks: int) -> None:
    assert +Counter(counted(decks, "trilux")) == by_hand(decks, 3, trilux)


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_BJ_7_trilux_by_formula(decks: int) -> None:
    """Small shoes hold no three cards alike, so larger ones are checked by hand-made products."""
    one_rank_suited = 4 * comb(decks, 3)
    straight_flushes = 12 * 4 * decks**3
    expected = {
        "three_aces_suited": one_rank_suited,
        "three_of_a_kind_suited": 12 * one_rank_suited,
        "straight_flush": straight_flushes,
        "three_of_a_kind": 13 * (comb(4 * decks, 3) - one_rank_suited),
        "straight": 12 * (4 * decks) ** 3 - straight_flushes,
        "flush": 4 * comb(13 * decks, 3) - 13 * one_rank_suited - straight_flushes,
    }
    expected["nothing"] = comb(52 * decks, 3) - sum(expected.values())
    assert counted(decks, "trilux") == expected


def test_BJ_5_blazing_7s_dealt_by_hand() -> None:
    """Every ordered deal of three cards: twice as many as pairs with a third."""
    dealt = Counter(blazing_7s(deal) for deal in permutations(shoe(1), 3))
    assert {
        name: 2 * weight for name, weight in counted(1, "blazing_7s").items() if weight
    } == dealt


@pytest.mark.parametrize("decks", DECKS)
def test_BJ_4_three_sevens_dealt_by_hand(decks: int) -> None:
    """Only sevens and the last place can matter: the sevens of the shoe in every order."""
    sevens = [Card(4 * RANKS.index("7") + SUITS.index(suit)) for suit in SUITS] * decks
    dealt = Counter(blazing_7s(deal) for deal in permutations(sevens, 3))
    three = {name: n for name, n in counted(decks, "blazing_7s").items() if "three" in name and n}
    assert {name: 2 * weight for name, weight in three.items()} == dealt


@pytest.mark.parametrize(("decks", "hit", "one_in"), [(6, "14.82", 250_666), (8, "14.81", 212_717)])
def test_BJ_6_printed_hit_frequency_and_odds(decks: int, hit: str, one_in: int) -> None:
    assert percent(1 - probability(decks, "blazing_7s", "nothing")) == hit
    assert round(1 / probability(decks, "blazing_7s", "three_sevens_diamonds")) == one_in


@pytest.mark.parametrize(
    ("table", "decks", "worth", "hold", "exact"),
    [
        ("1", 6, (2000, 2000, 0, 200), "24.78", Fraction(776_527, 3_133_325)),
        ("2", 6, (2000, 0, 500, 200), "23.59", Fraction(739_027, 3_133_325)),
        ("ML04", 6, (2000, 1000, 500, 200), "22.39", Fraction(701_527, 3_133_325)),
        ("ML03", 8, (2000, 1000, 500, 200), "21.65", Fraction(402_899, 1_861_275)),
    ],
)
def test_BJ_6_printed_holds(
    table: str, decks: int, worth: tuple[int, ...], hold: str, exact: Fraction
) -> None:
    """With 24 % put on the meters; a full award costs its seed, a share of a meter nothing more."""
    outcomes = ("diamonds", "suited", "color")
    names = (*(f"three_sevens_{which}" for which in outcomes), "three_sevens")
    edge = 1 - Fraction(24, 100)
    for name, dollars in zip((*names, "two_sevens", "one_seven"), (*worth, 25, 2), strict=True):
        edge -= dollars * probability(decks, "blazing_7s", name)
    assert edge == exact, table
    assert percent(edge) == hold


@pytest.mark.parametrize(
    ("decks", "straight_flush_pays", "edge", "edge_without_ace_two"),
    [
        (1, 5, Fraction(11, 39), Fraction(211, 663)),
        (2, 4, Fraction(383, 1339), Fraction(427, 1339)),
        (6, 4, Fraction(1071, 4043), Fraction(1203, 4043)),
        (8, 4, Fraction(283, 1079), Fraction(1591, 5395)),
    ],
)
def test_BJ_2_house_money_edges(
    decks: int, straight_flush_pays: int, edge: Fraction, edge_without_ace_two: Fraction
) -> None:
    returned = {
        "ace_king_suited": 10,
        "straight_flush": 1 + straight_flush_pays,
        "pair": 4,
        "straight": 2,
    }
    plain = 1 - sum(pay * probability(decks, "house_money", name) for name, pay in returned.items())
    ace_two = sum(
        returned[name] * probability(decks, "house_money", f"{name}_ace_two")
        for name in ("straight_flush", "straight")
    )
    assert (plain - ace_two, plain) == (edge, edge_without_ace_two)
