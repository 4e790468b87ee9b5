"""Three Card Poker, rule by rule (N.J.A.C. 13:69F-20). Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

QUEEN_HIGH = "Qc 7d 2s"
JACK_HIGH = "Jc 9d 8h"  # does not qualify
KINGS = "Kc Kd 9h"
TABLES = {
    "pair_plus": "three_card_poker/pair_plus/40-30-6-3-1",
    "six_card": "three_card_poker/six_card/100-20-15-10-7",
}
PROGRESSIVE = {**TABLES, "progressive": "three_card_poker/progressive/500-100-90"}
METERS = {"progressive": {"main": 800_050}}


def one(player: str, dealer: str, action: str = "play", **wagers: int) -> dict[str, Any]:
    """A round of one seat, with an ante of $10 unless told otherwise."""
    placed = wagers or {"ante": 1000}
    return record(
        "three_card_poker",
        cards={1: player, "dealer": dealer},
        wagers={1: placed},
        actions=(f"1 {action}",) if "ante" in placed else (),
        paytables=TABLES,
    )


@pytest.mark.parametrize(
    ("player", "dealer", "total"),
    [
        ("2s 3s 4s", "Ac Ad Ah", 2000 + 5000),  # a straight flush beats three of a kind
        ("2c 2d 2h", "As Kd Qc", 2000 + 4000),  # three of a kind beats a straight
        ("2c 3d 4h", "As Ks Js", 2000 + 1000),  # a straight beats a flush
        ("2s 3s 5s", "Ac Ad Kh", 2000),  # a flush beats a pair
        ("2c 2d 3h", "Ac Kd Jh", 2000),
        ("Ac 2d 3h", "2c 3s 4d", -2000 + 1000),  # 3-2-A is the lowest straight
        ("Ac 2d 3h", "As Ks Js", 2000 + 1000),
        ("Kc Ad 2h", "2c 2d 3h", -2000),  # K-A-2 is none
        ("9c 9d Kh", "9h 9s Qd", 2000),  # the kicker of a pair
        ("Ac Kd 5h", "Ah Kc 4s", 2000),  # the last card
        ("As Ks 5s", "Ah Kh 4h", 2000),
    ],
)
def test_ranking(player: str, dealer: str, total: int) -> None:
    assert net(one(player, dealer)) == {1: total}


@pytest.mark.parametrize(
    ("player", "dealer", "lines"),
    [
        ("Kc 3d 2h", JACK_HIGH, ["1 play pushes 0", "1 ante wins +1000"]),
        ("Jd 8s 7h", JACK_HIGH, ["1 play pushes 0", "1 ante wins +1000"]),  # even a worse hand
        ("Kc 3d 2h", QUEEN_HIGH, ["1 play wins +1000", "1 ante wins +1000"]),
        ("Qd 7s 2c", QUEEN_HIGH, ["1 play pushes 0", "1 ante pushes 0"]),
        ("Qd 6s 5c", QUEEN_HIGH, ["1 play loses -1000", "1 ante loses -1000"]),
    ],
)
def test_the_dealer_qualifies_with_queen_high(player: str, dealer: str, lines: list[str]) -> None:
    assert told(one(player, dealer)) == lines


@pytest.mark.parametrize("dealer", [JACK_HIGH, "9c Td Jh"])
def test_the_ante_bonus_is_paid_whatever_the_dealer_has(dealer: str) -> None:
    assert "1 ante_bonus wins +1000" in told(one("7c 8d 9h", dealer))
    assert not any("bonus" in line for line in told(one("As Ks Js", dealer)))


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("As Ks Qs", 20_000), ("2s 3s 4s", 20_000), ("2c 2d 2h", 15_000), ("2c 3d 4h", 3_000),
        ("2s 3s 5s", 1_500), ("2c 2d 3h", 500), ("Ac Td Jh", -500),
    ],
)  # fmt: skip
def test_pair_plus_alone_asks_nothing_and_ignores_the_dealer(player: str, paid: int) -> None:
    for dealer in (JACK_HIGH, "Kc Kd Kh"):
        assert told(one(player, dealer, pair_plus=500))[0].endswith(f" {paid:+d}")


def test_a_fold_loses_ante_and_pair_plus_but_not_the_six_card_bonus() -> None:
    folded = one("9c 9d 2h", "9h 9s Kd", "fold", ante=1000, pair_plus=500, six_card=500)
    assert told(folded) == [
        "1 ante loses -1000",
        "1 pair_plus loses -500",
        "1 six_card wins +50000",
    ]


@pytest.mark.parametrize(
    ("player", "dealer", "paid"),
    [
        ("As Ks Qs", "Js Ts 2d", 500_000), ("9s Ks Qs", "Js Ts 2d", 100_000),
        ("2c 2d 3h", "2h 3s 3d", 10_000), ("2s 4s 9s", "Js Ts 2d", 7_500),
        ("2c 4d 6h", "3h 5s Kd", 5_000), ("2c 2d 6h", "2h 5s Kd", 3_500),
        ("2c 2d 6h", "6s 5s Kd", -500),
    ],
)  # fmt: skip
def test_six_card_takes_the_best_five_of_both_hands(player: str, dealer: str, paid: int) -> None:
    lines = told(one(player, dealer, pair_plus=500, six_card=500))
    assert lines[-1].split()[1::2] == ["six_card", f"{paid:+d}"]


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("As Ks Qs", 800_050 - 100), ("Ah Kh Qh", 49_900), ("Ks Qs Js", 9_900),
        ("2c 2d 2h", 8_900), ("2c 3d 4h", -100), ("2s 3s 5s", -100),
    ],
)  # fmt: skip
@pytest.mark.parametrize("beside", ["ante", "pair_plus"])
def test_the_progressive_pays_three_cards_whatever_the_dealer_has(
    player: str, paid: int, beside: str
) -> None:
    round_record = one(player, "Kc Kd Jh", "play", **{beside: 500, "progressive": 100})
    lines = told(round_record | {"paytables": PROGRESSIVE, "meters": METERS})
    assert lines[-1].split()[1::2] == ["progressive", f"{paid:+d}"]


def test_a_folded_hand_wins_the_progressive_unless_the_house_says_no() -> None:
    folded = one("2c 2d 2h", QUEEN_HIGH, "fold", ante=1000, progressive=100)
    folded |= {"paytables": PROGRESSIVE, "meters": METERS}
    assert told(folded)[-1] == "1 progressive wins +8900"
    strict = folded | {"options": {"folded_qualify": "no"}}
    assert told(strict)[-1] == "1 progressive loses -100"


def test_a_mini_royal_pays_envy_to_the_others_with_the_wager() -> None:
    for royal, envy in (("As Ks Qs", 10_000), ("Ad Kd Qd", 2_500), ("Js Ts 9s", 0)):
        shared = record(
            "three_card_poker",
            cards={1: royal, 2: "2c 7d 9h", 3: "3c 8d Th", "dealer": "4c 4h Jc"},
            wagers={
                1: {"pair_plus": 500, "progressive": 100},
                2: {"pair_plus": 500, "progressive": 100},
                3: {"pair_plus": 500},
            },
            paytables=PROGRESSIVE,
            meters=METERS,
        )
        found = [line for line in told(shared) if "envy" in line]
        assert found == ([f"2 progressive envy +{envy}"] if envy else [])


def test_wagers_that_are_refused() -> None:
    alone = one(KINGS, QUEEN_HIGH, progressive=100) | {"paytables": PROGRESSIVE}
    assert refused(alone | {"meters": METERS}).code == "WAGER_NEEDS_ANOTHER"
    assert refused(one(KINGS, QUEEN_HIGH, six_card=500)).code == "WAGER_NEEDS_ANOTHER"
    assert refused(one(KINGS, QUEEN_HIGH, "play 999")).code == "ACTION_AMOUNT_WRONG"
