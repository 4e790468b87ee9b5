"""DJ Wild Stud Poker, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.games.dj_wild.rules import describe_dj, dj_hand, trips
from pitboss.rules.cards import parse_cards
from rules.support import net, record, refused, told

KINGS = "Kc Kd 9h 5s 3c"
NINE_HIGH = "9c 8d 6h 5s 3c"


def one(player: str, dealer: str, action: str = "play", **wagers: int) -> dict[str, Any]:
    """A round of one seat with $10 on ANTE and BLIND."""
    placed = {"ante": 1000, "blind": 1000, **wagers}
    return record(
        "dj_wild",
        cards={1: player, "dealer": dealer},
        wagers={1: placed},
        actions=(f"1 {action}",),
        paytables={"trips": "dj_wild/trips/2000-1000-200"},
    )


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2c 2d 2h 2s Jk", "five wilds"),
        ("As Ks Qs Js Ts", "royal flush"),
        ("2c 2d 2h 2s Tc", "royal flush"),  # not five tens
        ("2c 2d Jk Kh Th", "royal flush"),
        ("2c 2d 2h 2s 9c", "five nines"),
        ("Ac Ad Ah As 2c", "five aces"),
        ("2c 2d Jk 9h 6h", "straight flush, ten high"),
        ("2c Ah 3h 4h 5h", "straight flush, five high"),
        ("2s 3s 4s 5s 6s", "straight flush, seven high"),  # the deuce is worth more as a seven
        ("2c 2d Jk 9h 6d", "four nines"),
        ("2c 9h 9d 6s 6c", "full house, nines over sixes"),
        ("Jk Ah 9h 6h 4h", "flush, ace high"),
        ("2c 2d Ah Td 3c", "three aces"),
        ("2c Ah Qd 8s 3c", "pair of aces"),  # the example of bestbet
        ("Ac Kd 9h 5s 3c", "ace-king high"),
    ],
)
def test_the_wild_cards_make_the_best_hand(cards: str, words: str) -> None:
    assert describe_dj(dj_hand(parse_cards(cards))) == words


def test_the_ranking_from_five_wilds_down() -> None:
    hands = (
        "2c 2d 2h 2s Jk", "As Ks Qs Js Ts", "3c 3d 3h 3s 2c", "Ks Qs Js Ts 9s", "Ac Ad Ah As Kc",
        "Ac Ad Ah Kc Kd", "As Ks Qs Js 9s", "Ac Kd Qs Js Ts", "Ac Ad Ah Kc Qd", "Ac Ad Kc Kd Qs",
        "Ac Ad Kc Qd Js", "Ac Kc Qd Js 9s",
    )  # fmt: skip
    strengths = [dj_hand(parse_cards(cards)) for cards in hands]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(hands)


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("2c 2d 2h 2s Jk", 1_000_000), ("As Ks Qs Js Ts", 50_000), ("Ac Ad Ah As 2c", 10_000),
        ("2c 2d Jk 9h 6h", 9_000), ("2c 2d Jk 9h 6d", 4_000), ("9c 9d 9s 6s 6c", 3_000),
        ("Jk Ah 9h 6h 4h", 2_000), ("9c 8d 7s 6s 5c", 1_000), ("Ac Ad Ah 9s 4c", 0),
    ],
)  # fmt: skip
def test_blind_pays_a_winning_straight_or_better(player: str, paid: int) -> None:
    assert told(one(player, "Kc Kd Jh 5s 3c")) == [
        "1 play wins +2000",
        "1 ante wins +1000",
        f"1 blind {'wins' if paid else 'pushes'} {f'{paid:+d}' if paid else '0'}",
    ]


def test_a_straight_that_loses_is_paid_nothing() -> None:
    lost = one("9c 8d 7s 6s 5c", "2c 2d Jk 9h 4d")
    assert told(lost) == ["1 play loses -2000", "1 ante loses -1000", "1 blind loses -1000"]


def test_natural_and_wild_hands_of_one_rank_tie_and_everything_pushes() -> None:
    tied = one("9s 8s 7s 6s 5s", "9h 8h 7h 6h Jk")  # nine high against ten high
    assert net(tied) == {1: -4000}
    tied = one("Ts 9s 8s 7s 6s", "9h 8h 7h 6h Jk")
    assert told(tied) == ["1 play pushes 0", "1 ante pushes 0", "1 blind pushes 0"]


def test_the_dealer_always_plays() -> None:
    assert net(one("Tc 8h 6d 5h 3d", NINE_HIGH)) == {1: 3000}
    assert net(one("9d 7h 6d 5h 3d", NINE_HIGH)) == {1: -4000}


def test_a_fold_loses_ante_and_blind_but_not_trips() -> None:
    folded = one("9c 9d 9s 5h 4c", KINGS, "fold", trips=500)
    assert told(folded) == ["1 ante loses -1000", "1 blind loses -1000", "1 trips wins +3000"]


@pytest.mark.parametrize(
    ("player", "outcome"),
    [
        ("2c 2d 2h 2s Jk", "five_wilds"),
        ("As Ks Qs Js Ts", "royal_flush"),
        ("As Ks Qs Js 2c", "royal_flush_wild"),
        ("As Ks Qs Js 2s", "royal_flush_wild"),  # 90 to 1, more than the natural flush
        ("2s 3s 4s 5s 6s", "straight_flush"),
        ("As 2s 3s 4s 5s", "straight_flush"),
        ("As 2c 3s 4s 5s", "straight_flush_wild"),
        ("2s 3s 4s 5s Jk", "straight_flush_wild"),  # the joker is never natural
        ("2c 2d 2h 2s 9c", "five_of_a_kind"),  # 70 to 1, more than four natural deuces
        ("9c 9d 9h 2s 2c", "five_of_a_kind"),
        ("9c 9d 9h 9s 4c", "four_of_a_kind"),
        ("2c 2d 2h 9s 4c", "four_of_a_kind_wild"),
        ("9c 9d 9h 2s 4c", "four_of_a_kind_wild"),
        ("9c 9d 9h 4s 4c", "full_house"),
        ("9c 9d 4h 4s 2c", "full_house_wild"),
        ("Ks 9s 6s 4s 2s", "flush"),  # all five are spades: the deuce isn't needed as a wild card
        ("Ks 9s 6s 4s 2c", "flush_wild"),
        ("2s 3c 4s 5d 6s", "straight"),
        ("As 2c 3s 4d 5s", "straight"),
        ("As 2c 3s 5d 6h", "pair"),
        ("2s 4c 5s 6d 7s", "straight_wild"),
        ("9c 9d 9h Ks 4c", "three_of_a_kind"),
        ("9c 9d 2h Ks 4c", "three_of_a_kind_wild"),
        ("9c 9d Kh Ks 4c", "two_pair"),
    ],
)
def test_trips_takes_the_better_of_the_natural_and_the_wild_hand(player: str, outcome: str) -> None:
    expected = "nothing" if outcome in ("pair", "two_pair") else outcome
    assert trips(parse_cards(player)) == expected


def test_cards_and_wagers_that_are_refused() -> None:
    assert refused(one("2c 2d 2h 2s Jk", "9c 8d 6h 5s Jk")).code == "CARD_DUPLICATED"
    assert refused(one(KINGS, "Qc 8d 6h 5d 4c", "play 1000")).code == "ACTION_AMOUNT_WRONG"
    short = one(KINGS, "Qc 8d 6h 5d 4c") | {"wagers": {"1": {"ante": 1000, "blind": 500}}}
    assert refused(short).code.startswith("WAGER")
