"""Pai gow poker, rule by rule. Amounts are cents; the house way's hands were set by hand."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.games.pai_gow.rules import (
    SetHand,
    every_way,
    fortune_outcome,
    high_hand,
    low_hand,
    set_house_way,
)
from pitboss.rules.cards import cards_text, parse_cards
from rules.support import record, refused, told

DEALER = "Kd Kc 9h 7h 5c 3d 2c"  # kings behind, nine-seven in front
ALIKE = "Ks Kh 9s 7s 5d 3c 2h"  # the same in other suits
QUEEN_HIGH = "Qh Jd 9s 7c 5c 3d 2c"
ACE_HIGH = "Ah Jd 9s 7c 5c 3d 2c"
BASES = {
    name: {"base": f"pai_gow/base/{name}"}
    for name in ("five-percent", "queen-high", "ace-high-face-up", "nine-high-low")
}


def one(cards: str, dealer: str, *actions: str, base: str = "five-percent", **rest: Any) -> Any:
    """A round of one seat with a wager of $10."""
    wagers = {1: {"pai_gow": 1000} | rest.pop("wagers", {})}
    return record(
        "pai_gow",
        cards={1: cards, "dealer": dealer},
        wagers=wagers,
        actions=[f"1 {action}" for action in actions],
        paytables=BASES[base] | rest.pop("paytables", {}),
        **rest,
    )


@pytest.mark.parametrize(
    ("low", "cards"),
    [
        ("Kd 9c", "As Kd 9c 7h 5s 3d 2c"),  # nothing: second and third best in front
        ("9c 7h", "Qs Qh 9c 7h 5s 3d 2c"),  # a pair behind
        ("9c 7h", "Jk Ah 9c 7h 5s 3d 2c"),  # the joker and an ace are one
        ("Kh 9s", "5s 5h 3c 3d Kh 9s 2c"),  # two low pair stay together with a king
        ("3c 3d", "5s 5h 3c 3d Qh 9s 2c"),
        ("Jk 9s", "5s 5h 3c 3d Jk 9s 2c"),
        ("4c 4d", "Js Jh 4c 4d Kh 9s 2c"),  # high and low with an ace only
        ("Ah 9s", "Js Jh 4c 4d Ah 9s 2c"),
        ("Ah 9s", "Ts Th 8c 8d Ah 9s 2c"),  # so two medium pair
        ("8c 8d", "Js Jh 8c 8d Ah 9s 2c"),  # medium and high never
        ("4c 4d", "As Ah 4c 4d Kh 9s 2c"),
        ("9s 9h", "9s 9h Tc Td Jh Qs Kc"),  # two pair before a straight
        ("Ks Kh", "Ks Kh 8c 8d 3h 3s 2c"),  # the best of three pair
        ("Kd 9h", "7s 7h 7c Kd 9h 4s 2c"),
        ("7h 7c", "7s 7h 7c 4d 5h 6s 8s"),  # a straight leaves two of three
        ("4d 4h", "Ts Th Tc 4d 4h As 2c"),
        ("As Kc", "Ts Th Tc 2d 2h As Kc"),  # deuces stay with ace-king in front
        ("8d 8h", "Ts Th Tc 8d 8h 4s 4c"),
        ("Ah Ks", "5s 5h 5c 5d Ah Ks 2c"),  # low fours stay together
        ("Kh 9s", "8s 8h 8c 8d Kh 9s 2c"),
        ("Ah 9s", "Js Jh Jc Jd Ah 9s 2c"),
        ("3h 3s", "8s 8h 8c 8d 3h 3s Kc"),
        ("Ks Kc", "As Ah Ac Ad Jk Ks Kc"),
        ("Kh 2c", "8s 9d Th Jc Qd Kh 2c"),  # six in a row: the best card in front
        ("As 6d", "As 9h 8h 7h 6d 5h 2h"),  # a flush that frees the ace
        ("Ks Kh", "Ks Kh 5c 6d 7h 8s 9c"),
        ("Kc 5s", "5s 5h 6c 7d 8h 9s Kc"),
    ],
)
def test_the_house_way(low: str, cards: str) -> None:
    found = set_house_way(parse_cards(cards))
    assert low_hand(found.low_cards) == low_hand(parse_cards(low)), cards_text(found.low_cards)
    assert found.high == max(
        way.high for way in every_way(parse_cards(cards)) if way.low == found.low
    )


@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("8s 8h 8c 8d Qh 9s 2c", "8s 8h"),
        ("Js Jh Jc Jd Kh 9s 2c", "Js Jh"),
        ("As Ah Ac Ad Kh 9s 2c", "As Ah"),
        ("As Ah Ac Ad Jk 9s 2c", "As Ah"),
        ("As Ah Ac Kd 9h 4s 2c", "Ac Kd"),
        ("9s 9h 9c 5d 5h 5s Kc", "9s 9h"),
    ],
)
def test_the_house_way_splits_fours_aces_and_two_threes(cards: str, rank: str) -> None:
    assert set_house_way(parse_cards(cards)).low == low_hand(parse_cards(rank))


def test_strengths_of_high_hands() -> None:
    ladder = (
        "As Ad Ah Ac Jk", "Jk Ks Qs Js Ts", "5c 4c 3c 2c Jk", "Kd Qd Jd Td 9d", "7s 7h 7d 7c 2s",
        "7s 7h 7d 2c 2s", "Jk Ks 9s 5s 2s", "Ac Kd Qh Js Tc", "5c 4d 3h 2s Jk", "Kd Qh Js Tc 9c",
        "7s 7h 7d Jk 2s", "Kc Kd Qh Qs 2c", "Jk Ad 9c 5s 2h", "Jk Kd 9c 5s 2h",
    )  # fmt: skip
    strengths = [high_hand(parse_cards(cards)) for cards in ladder]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(ladder)
    assert high_hand(parse_cards("Jk As 9s 5s 2s")) == high_hand(parse_cards("As Ks 9s 5s 2s"))


def test_a_low_hand_above_the_high_hand_is_a_foul() -> None:
    cards = parse_cards("As Kd 9c 8h 8s 3d 2c")
    fouls = {
        way.name: way.is_foul for way in every_way(cards) if way.name in ("8h-8s", "As-Kd", "Kd-9c")
    }
    assert fouls == {"As-Kd": False, "Kd-9c": False, "8h-8s": True}
    low = parse_cards("Ah Kc")
    assert not SetHand.of(low, (*low, *parse_cards("As Kd 9c 3d 2c"))).is_foul
    assert SetHand.of(low, (*low, *parse_cards("As Qd 9c 3d 2c"))).is_foul
    assert refused(one("As Kh 9c 8h 8s 3h 2s", DEALER, "8h-8s")).code == "ACTION_ILLEGAL"


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("As Ah Td 7c 5s 4h 2s", "1 pai_gow wins +950"),  # both win: 1 to 1 less 5 %
        ("Qs Qh Td 7c 5s 4h 2s", "1 pai_gow pushes 0"),  # only the low hand wins
        ("As Ah 8d 7c 5s 4h 2s", "1 pai_gow pushes 0"),  # only the high hand wins
        ("Qs Qh 8d 7c 5s 4h 2s", "1 pai_gow loses -1000"),
        (ALIKE, "1 pai_gow loses -1000"),  # the dealer wins copies
    ],
)
def test_both_hands_must_beat_the_dealers(cards: str, line: str) -> None:
    assert told(one(cards, DEALER, "house_way")) == [line]


def test_a_foul_loses_and_an_own_way_counts() -> None:
    assert told(one("As Ah Td 7c 5s 4h 2s", DEALER, "foul")) == ["1 pai_gow loses -1000"]
    assert told(one("As Ah Td 7c 5s 4h 2s", DEALER, "Td-7c")) == ["1 pai_gow wins +950"]
    assert told(one("As Ah Td 7c 5s 4h 2s", DEALER, "7c-5s")) == ["1 pai_gow pushes 0"]


def test_without_a_commission_a_dealers_hand_pushes() -> None:
    winner = "As Ac Kh 8s 5s 4h 2s"
    for base, pushing in (("queen-high", QUEEN_HIGH), ("nine-high-low", DEALER)):
        assert told(one(winner, pushing, "house_way", base=base)) == ["1 pai_gow pushes 0"]
        other = "Ks Kh Jh 7h 5c 3d 2c"
        assert told(one("As Ah Qd 7c 5d 4h 2s", other, "house_way", base=base)) == [
            "1 pai_gow wins +1000"
        ]
    assert told(one(winner, QUEEN_HIGH, "house_way")) == ["1 pai_gow wins +950"]


def test_face_up_an_ace_high_dealer_ends_the_round() -> None:
    winner = "As Ac Kh 7s 5s 4h 2s"
    assert told(one(winner, ACE_HIGH, base="ace-high-face-up")) == ["1 pai_gow pushes 0"]
    over = one(winner, ACE_HIGH, "house_way", base="ace-high-face-up")
    assert refused(over).code == "ACTION_ILLEGAL"
    assert told(one(winner, DEALER, "house_way", base="ace-high-face-up")) == [
        "1 pai_gow wins +1000"
    ]


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("As 2s 3s 4s 5s 6s 7s", "seven_card_straight_flush"),
        ("As Ks Qs Js Ts 9s 8s", "seven_card_straight_flush"),
        ("Jk 2h 3h 4h 5h 6h 7h", "seven_card_straight_flush_joker"),
        ("Jk Ah 3h 4h 5h 6h 7h", "seven_card_straight_flush_joker"),
        ("As Ks Qs Js Ts Kd Qd", "royal_match"),
        ("Jk Ks Qs Js Ts Kd Qd", "royal_match"),
        ("As Ks Qs Js Ts Kd Jd", "royal_flush"),
        ("Jk Ks Qs Js 9s Ts 2d", "royal_flush"),
        ("As Ah Ad Ac Jk 2h 9c", "five_aces"),
        ("9s 8s 7s 6s 5s 2d Kc", "straight_flush"),
        ("5h 4h 3h 2h Jk 9d Kc", "straight_flush"),
        ("Jk As Ad Ac Kh 9s 2c", "four_of_a_kind"),
        ("Jk Ah 8c 8d 8h 9s 2c", "full_house"),
        ("Jk 9d 7d 4d 2d 3s Kc", "flush"),
        ("8s 8h 8c 3d Kh 9s 2c", "three_of_a_kind"),
        ("Jk Th Jc Qd Kh 3s 5c", "straight"),
        ("9s 9h 4c 4d 2h 2s Kc", "three_pair"),
        ("Jk Ah 4c 4d 2h 2s Kc", "three_pair"),
        ("9s 9h 4c 4d 2h 3s Kc", "nothing"),
        ("As Kh 9c 7d 5h 3s 2c", "nothing"),
    ],
)
def test_fortune_pays_the_best_hand_of_seven(cards: str, outcome: str) -> None:
    for three_first in (True, False):
        assert fortune_outcome(parse_cards(cards), three_first=three_first) == outcome


def test_a_straight_with_three_of_a_kind_follows_the_house() -> None:
    cards = parse_cards("9s 8h 7d 6c 5s 9h 9c")
    assert fortune_outcome(cards, three_first=True) == "three_of_a_kind"
    assert fortune_outcome(cards, three_first=False) == "straight"


def test_envy_is_for_others_with_five_dollars_or_more() -> None:
    """Seat 1 has four eights: $5 to seat 3, nothing to seat 2, who made a wager of $1."""
    played = record(
        "pai_gow",
        cards={
            1: "8s 8h 8c 8d Ah Ts 4c",
            2: "Jk As Qc Jd 6h 4d 3s",
            3: "Tc 9c 7d 6d 4h 3h 2s",
            "dealer": DEALER,
        },
        wagers={
            1: {"pai_gow": 1000, "fortune": 500, "progressive": 500},
            2: {"pai_gow": 1000, "fortune": 100},
            3: {"pai_gow": 1000, "fortune": 1000},
        },
        actions=["1 house_way", "2 house_way", "3 foul"],
        limits={"fortune": [100, 20000]},
        paytables={
            "fortune": "pai_gow/fortune/2",
            "progressive": "pai_gow/progressive/500-375-20",
        },
    )
    assert told(played) == [
        "3 pai_gow loses -1000",
        "3 fortune loses -1000",
        "2 pai_gow wins +950",
        "2 fortune loses -100",
        "1 pai_gow wins +950",
        "1 fortune wins +12500",
        "1 progressive wins +37000",
        "3 fortune envy +500",
    ]


def test_a_deck_has_one_joker() -> None:
    twice = one("Jk Ah Td 7c 5s 4h 2s", "Jk Kc 9h 7h 5c 3d 2c", "house_way")
    assert refused(twice).code == "CARD_DUPLICATED"
