"""High Card Flush, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.games.high_card_flush.rules import longest_flush, most_times, straight_flush_outcome
from pitboss.rules.cards import parse_cards
from rules.support import line_of, net, record, refused, told

NINE_HIGH = "9c 5c 3c Td 4d 8h 6h"  # the dealer's three-card nine-high
EIGHT_HIGH = "8c 5c 3c Td 4d 7h 6h"
KING_HIGH_FOUR = "Ks 9s 4s 2s Kh 9h 7d"


def one(player: str, dealer: str, action: str = "raise", **rest: Any) -> dict[str, Any]:
    """A round of one seat with an ante of $10."""
    wagers = {1: {"ante": 1000} | rest.pop("wagers", {})}
    return record(
        "high_card_flush",
        cards={1: player, "dealer": dealer},
        wagers=wagers,
        actions=[f"1 {action}"],
        **rest,
    )


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("5s 4s 3s 2s 9h 8h 7d", "As Ks Qs Ah Kh Qh Ad"),  # four cards beat three
        ("As Ts 5s 9h 8h 7d 2c", "Ks Qs Js 9h 8h 7d 2c"),  # not the sequence, the high card
        ("As Ks 3s 9h 8h 7d 2c", "As Qs Js 9h 8h 7d 2c"),  # then the next
        ("8s 7s 6s Ts 9h 7h 3d", "8s 7s 5s Ts 9h 7h 3d"),  # and the last
        ("Ks 9s 4s Ah 3h 2h 7d", "Ks 9s 4s Qh 3h 2h 7d"),  # of two suits as long, the better
    ],
)
def test_ranking(better: str, worse: str) -> None:
    assert longest_flush(parse_cards(better)) > longest_flush(parse_cards(worse))


@pytest.mark.parametrize(
    ("player", "most"),
    [
        ("As Ks Qs 9h Jh 7d 2c", 1000),
        ("As Ks Qs Js Kh 7d 2c", 1000),
        ("As Ks Qs Js 8s 7d 2c", 2000),
        ("As Ks Qs Js 8s 7s 2c", 3000),
        ("As Ks Qs Js 8s 7s 2s", 3000),
    ],
)
def test_the_longer_the_flush_the_larger_the_raise(player: str, most: int) -> None:
    assert most_times(longest_flush(parse_cards(player))) * 1000 == most
    won = one(player, NINE_HIGH, f"raise {most}")
    assert told(won) == [f"1 raise wins +{most}", "1 ante wins +1000"]
    assert refused(one(player, NINE_HIGH, f"raise {most + 1}")).code == "ACTION_AMOUNT_WRONG"
    assert refused(one(player, NINE_HIGH, "raise 999")).code == "ACTION_AMOUNT_WRONG"


def test_no_raise_is_above_the_most_that_a_wager_may_be() -> None:
    rich: dict[str, Any] = {"wagers": {"ante": 20000}, "limits": {"ante": [500, 20000]}}
    six = "As Ks Qs Js 8s 7s 2c"
    assert net(one(six, NINE_HIGH, "raise 40000", **rich)) == {1: 60000}
    assert refused(one(six, NINE_HIGH, "raise 60000", **rich)).code == "ACTION_AMOUNT_WRONG"


@pytest.mark.parametrize(
    ("player", "dealer", "lines"),
    [
        (KING_HIGH_FOUR, EIGHT_HIGH, ["raise pushes 0", "ante wins +1000"]),
        ("7s 5s 3s 9h 6d 4h 2c", EIGHT_HIGH, ["raise pushes 0", "ante wins +1000"]),
        (KING_HIGH_FOUR, NINE_HIGH, ["raise wins +1000", "ante wins +1000"]),
        ("9s 5s 3s Th Kd 2h Jc", NINE_HIGH, ["raise pushes 0", "ante pushes 0"]),
        ("9s 5s 2s Th Kd 2h Jc", NINE_HIGH, ["raise loses -1000", "ante loses -1000"]),
    ],
)
def test_the_dealer_needs_three_cards_nine_high(player: str, dealer: str, lines: list[str]) -> None:
    assert told(one(player, dealer)) == [f"1 {line}" for line in lines]


def test_a_fold_loses_the_ante_and_keeps_the_bonus_wagers() -> None:
    paytables = {
        "flush": "high_card_flush/flush/300-100-10-1",
        "straight_flush": "high_card_flush/straight_flush/8000-1000-100-60-7",
    }
    wagers = {"flush": 500, "straight_flush": 500}
    folded = one(KING_HIGH_FOUR, NINE_HIGH, "fold", wagers=wagers, paytables=paytables)
    assert told(folded) == [
        "1 ante loses -1000",
        "1 flush wins +500",
        "1 straight_flush loses -500",
    ]


@pytest.mark.parametrize(
    ("player", "flush", "straight_flush"),
    [
        ("As Ks Qs 9h 8h 7d 2c", -500, 3500),
        ("As Ks Qs Js 8h 7d 2c", 500, 30000),
        ("As Qs Js Ts 9s 7d 2c", 5000, 30000),  # five cards, four of them in sequence
        ("Qs Js Ts 9s 8s 7d 2c", 5000, 50000),
        ("Qs Js Ts 9s 8s 7s 2c", 50000, 500000),
        ("Qs Js Ts 9s 8s 7s 6s", 150000, 4000000),
        ("As Qs 9s 4s 8h 7h 6h", 500, 3500),  # in another suit than the flush
        ("As 9s 4h 8d 3s 2s 5c", 500, 3500),  # the ace low
        ("As Ks 2s 8h 7d 5h 4c", -500, -500),  # K-A-2 is no sequence
    ],
)
def test_bonus_wagers(player: str, flush: int, straight_flush: int) -> None:
    paytables = {
        "flush": "high_card_flush/flush/300-100-10-1",
        "straight_flush": "high_card_flush/straight_flush/8000-1000-100-60-7",
    }
    wagers = {"flush": 500, "straight_flush": 500}
    dealer = "9c 6c 3c Td 5d Jh 2h"
    played = one(player, dealer, "fold", wagers=wagers, paytables=paytables)
    assert line_of(played, 1, "flush").net_cents == flush
    assert line_of(played, 1, "straight_flush").net_cents == straight_flush


def test_the_house_says_whether_the_ace_is_low_too() -> None:
    cards = parse_cards("As 9s 4h 8d 3s 2s 5c")
    assert straight_flush_outcome(cards, ace_low=True) == "three_card_straight_flush"
    assert straight_flush_outcome(cards, ace_low=False) == "nothing"
    played = one(
        "As 9s 4h 8d 3s 2s 5c",
        NINE_HIGH.replace("8h", "Jh").replace("5c", "7c").replace("4d", "6d"),
        "fold",
        wagers={"straight_flush": 500},
        paytables={"straight_flush": "high_card_flush/straight_flush/500-200-100-50-9"},
        options={"ace_low": "no"},
    )
    assert told(played)[-1] == "1 straight_flush loses -500"


def test_settled_from_the_dealers_right() -> None:
    played = record(
        "high_card_flush",
        cards={1: KING_HIGH_FOUR, 4: "Qs Js 8s Qh Jh 5d 2d", "dealer": NINE_HIGH},
        wagers={1: {"ante": 1000}, 4: {"ante": 2000}},
        actions=("1 raise", "4 fold"),
    )
    assert told(played) == ["4 ante loses -2000", "1 raise wins +1000", "1 ante wins +1000"]


def test_six_players_at_most() -> None:
    seven = one(KING_HIGH_FOUR, NINE_HIGH)
    seven["wagers"] = {"7": {"ante": 1000}}
    assert refused(seven).code == "SEAT_UNKNOWN"
