"""Crazy 4 Poker, line by line of the specification. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import line_of, net, record, refused, told

BASE = {"ante": 1000, "super_bonus": 1000}
KING_HIGH = "Kc 7d 4h 3s 2c"
QUEEN_HIGH = "Qc Jd 9h 8s 2c"  # does not qualify
KINGS = "Kc Kd 9h 7s 2c"
ACES = "As Ac Jc 6s 3h"
STRAIGHT = "5c 6d 7h 8s Kd"
FLUSH = "Ah Th 6h 4h 2c"
THREES = "3c 3d 3h 9s Jd"


def one(
    player: str, dealer: str, *actions: str, wagers: dict[str, int] | None = None, **rest: object
) -> dict[str, Any]:
    """A round of one seat, which plays the ante unless told otherwise."""
    return record(
        "crazy4",
        cards={1: player, "dealer": dealer},
        wagers={1: BASE | (wagers or {})},
        actions=actions or ("1 play 1000",),
        **rest,
    )


def with_table(slot: str, name: str) -> dict[str, str]:
    folder = "multi_game" if slot == "five_card" else "crazy4"
    return {slot: f"{folder}/{slot}/{name}"}


# ---- the base game ------------------------------------------------------------------------------


def test_C4_1_the_fifth_card_does_not_play() -> None:
    same_four = one("As Kh 9c 7d 5s", "Ad Kc 9h 7s 4c")
    assert told(same_four) == ["1 play pushes 0", "1 ante pushes 0", "1 super_bonus pushes 0"]


def test_C4_1_the_best_four_of_five_play() -> None:
    assert net(one("Ac Ad 3h 3s 9c", "Kc Kd Qh 7s 2c")) == {1: 2000}


@pytest.mark.parametrize(
    ("player", "dealer", "total"),
    [
        ("8c 8d 8h 2s 3c", FLUSH, 2000 + 2000),  # trips beat a flush
        (FLUSH, "8c 8d 8s 2s 3c", -2000 + 1500),
        ("5s 6s 7s 8s Ad", "2c 2d 2h 2s 9c", -2000 + 15000),  # quads beat a straight flush
        ("2c 2d 2h 2s 9c", "5s 6s 7s 8s Ad", 2000 + 30000),
        ("Ac 2d 3h 4s 9c", "2c 3d 4h 5s Jd", -2000 + 1000),  # 4-3-2-A is the lowest straight
        ("Ac 2d 3h 4s 9c", "Ah Kd Qc Jh 9d", -2000 + 1000),
        ("Ac 2d 3h 4s 9c", "Ks Kd Qc Qh 9d", 2000 + 1000),
        ("As Kd 2c 3h 9s", "Ac Qd Jh 9h 7s", 2000),  # K-A-2-3 is no straight
        (STRAIGHT, "9c 9d 4c 4s Kc", 2000 + 1000),  # a straight beats two pair
        ("Ac Ad Kh 7s 2c", "As Ah Qd Jc Tc", 2000),  # the kicker
        ("Ac Ad Kh 7s 2c", "As Ah Kd 6c 3c", 2000),  # the second kicker
        ("Ac Kd 9h 7s 2c", "Ah Kc 9d 6s 5c", 2000),  # the last kicker
    ],
)
def test_C4_2_ranking(player: str, dealer: str, total: int) -> None:
    assert net(one(player, dealer)) == {1: total}


def test_C4_3_fold_loses_ante_and_super_bonus() -> None:
    folded = one("2d 4c 6h 8d Tc", KINGS, "1 fold")
    assert told(folded) == ["1 ante loses -1000", "1 super_bonus loses -1000"]


@pytest.mark.parametrize("wagers", [{"ante": 1000}, {"super_bonus": 1000}, {}])
def test_C4_3_both_wagers_are_mandatory(wagers: dict[str, int]) -> None:
    missing = record("crazy4", cards={1: ACES, "dealer": KINGS}, wagers={1: wagers})
    refusal = refused(missing)
    assert refusal.code == "WAGER_MISSING"
    assert "wagers.1" in refusal.where


def test_C4_3_both_wagers_are_equal() -> None:
    refusal = refused(one(ACES, KINGS, wagers={"super_bonus": 1001}))
    assert (refusal.code, refusal.where) == ("WAGER_NOT_EQUAL", "wagers.1: super_bonus")


@pytest.mark.parametrize("cents", [999, 1001, 2000, 3000])
def test_C4_3_below_aces_play_equals_the_ante(cents: int) -> None:
    kings = "Kh Ks 8c 6d 3s"
    assert refused(one(kings, FLUSH, f"1 play {cents}")).code == "ACTION_AMOUNT_WRONG"
    assert net(one(kings, "Qc Qd 9h 7s 2c", "1 play 1000")) == {1: 2000}


def test_C4_3_the_only_amount_may_be_left_out() -> None:
    assert net(one("Kh Ks 8c 6d 3s", "Qc Qd 9h 7s 2c", "1 play")) == {1: 2000}


@pytest.mark.parametrize("player", [ACES, "2c 2d 3h 3s 9c", "5c 6d 7h 8s Jd", "3c 3d 3h 9s Jd"])
@pytest.mark.parametrize("cents", [1000, 1001, 2500, 3000])
def test_C4_3_aces_or_better_play_one_to_three_times(player: str, cents: int) -> None:
    won = line_of(one(player, "Ks Kd 9h 7s 2h", f"1 play {cents}"), 1, "play")
    assert (won.result, won.stake_cents, won.back_cents, won.paid_cents) == (
        "wins",
        cents,
        cents,
        cents,
    )


@pytest.mark.parametrize("cents", [0, 999, 3001])
def test_C4_3_aces_or_better_play_no_less_and_no_more(cents: int) -> None:
    assert refused(one(ACES, KINGS, f"1 play {cents}")).code == "ACTION_AMOUNT_WRONG"


def test_C4_4_no_qualifier_pays_play_and_pushes_the_ante() -> None:
    better = one("Kd Jh 9c 7s 5c", QUEEN_HIGH)
    assert told(better) == ["1 play wins +1000", "1 ante pushes 0", "1 super_bonus pushes 0"]


def test_C4_4_no_qualifier_pays_play_even_to_a_worse_hand() -> None:
    worse = one("Jh 9c 7d 5s 3c", QUEEN_HIGH)
    assert told(worse) == ["1 play wins +1000", "1 ante pushes 0", "1 super_bonus loses -1000"]


def test_C4_4_no_qualifier_and_a_tie() -> None:
    tie = one("Qh Jc 9d 8c 3c", QUEEN_HIGH)
    assert told(tie) == ["1 play wins +1000", "1 ante pushes 0", "1 super_bonus pushes 0"]


def test_C4_4_the_lowest_king_high_qualifies() -> None:
    lost = one("Qh Jc 9d 7c 5c", "Kc 6d 4h 3s 2c")
    assert told(lost) == ["1 play loses -1000", "1 ante loses -1000", "1 super_bonus loses -1000"]


def test_C4_4_an_ace_high_dealer_qualifies() -> None:
    assert net(one("Kd Jh 9c 7s 5c", "Ac Jd 9h 8s 2c")) == {1: -3000}


def test_C4_4_a_win_pays_play_and_ante_and_a_triple_play_pays_triple() -> None:
    won = one(ACES, KING_HIGH, "1 play 3000")
    assert told(won) == ["1 play wins +3000", "1 ante wins +1000", "1 super_bonus pushes 0"]


def test_C4_4_a_loss_takes_play_and_ante() -> None:
    lost = one(ACES, STRAIGHT, "1 play 3000")
    assert told(lost) == ["1 play loses -3000", "1 ante loses -1000", "1 super_bonus loses -1000"]


# ---- super bonus --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("5c 6d 7h 8s Jd", 1000),
        ("Ah Th 6h 4h 2c", 1500),
        (THREES, 2000),
        ("5s 6s 7s 8s Ad", 15000),
        ("2c 2d 2h 2s 9c", 30000),
        ("Ac Ad Ah As 9c", 200000),
    ],
)
def test_C4_5_super_bonus_pays_by_its_table(player: str, paid: int) -> None:
    line = line_of(one(player, "Ks Kd 9h 7c 4d"), 1, "super_bonus")
    assert (line.result, line.stake_cents, line.back_cents, line.paid_cents) == (
        "wins",
        1000,
        1000,
        paid,
    )


def test_C4_5_super_bonus_paid_on_a_losing_straight() -> None:
    lost = one(STRAIGHT, FLUSH, "1 play 3000")
    assert told(lost) == ["1 play loses -3000", "1 ante loses -1000", "1 super_bonus wins +1000"]
    assert line_of(lost, 1, "super_bonus").back_cents == 1000  # the stake stays


def test_C4_5_super_bonus_paid_on_a_tied_straight() -> None:
    tied = one(STRAIGHT, "5d 6c 7s 8h 2c")
    assert told(tied) == ["1 play pushes 0", "1 ante pushes 0", "1 super_bonus wins +1000"]


def test_C4_5_super_bonus_pushed_on_a_tie_and_on_a_win_below_a_straight() -> None:
    tied = one("9c 9d 4h 4s Kh", "9h 9s 4c 4d 2c")
    assert told(tied) == ["1 play pushes 0", "1 ante pushes 0", "1 super_bonus pushes 0"]
    assert net(one("9c 9d 4h 4s Kh", KINGS)) == {1: 2000}


def test_C4_5_super_bonus_lost_below_a_straight_against_a_better_dealer() -> None:
    assert net(one("9c 9d 4h 4s Kh", STRAIGHT)) == {1: -3000}


def test_C4_5_three_to_two_is_rounded_down_to_the_cent() -> None:
    flush = record(
        "crazy4",
        cards={1: FLUSH, "dealer": "Ks Kd 9h 7c 4d"},
        wagers={1: {"ante": 5, "super_bonus": 5}},
        actions=("1 play 5",),
    )
    assert line_of(flush, 1, "super_bonus").paid_cents == 7


# ---- queens up and bad beat ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "won"),
    [
        ("Jc Jd 9c 7c 2d", -500),
        ("Ac Kd 9c 7h 2d", -500),
        ("Qc Qd 9c 7h 2d", 500),
        ("Ac Ad 9c 7h 2d", 500),
        ("2c 2d 3h 3s 9c", 1000),
        ("5c 6d 7h 8s Jd", 1500),
        ("Ah Th 6h 4h 2c", 2000),
        (THREES, 4500),
        ("5s 6s 7s 8s Ad", 15000),
        ("2c 2d 2h 2s 9c", 25000),
        ("Ac Ad Ah As 9c", 25000),  # printed nowhere apart from four of a kind
    ],
)
def test_C4_6_queens_up_pays_queens_or_better(player: str, won: int) -> None:
    tables = with_table("queens_up", "c4p-09")
    played = one(player, "Ks Kh 8h 7d 4d", wagers={"queens_up": 500}, paytables=tables)
    assert line_of(played, 1, "queens_up").net_cents == won


def test_C4_6_queens_up_may_be_more_than_the_ante_and_is_paid_on_a_losing_hand() -> None:
    tables = with_table("queens_up", "c4p-09")
    lost = one("Qc Qd 9c 7h 2d", FLUSH, wagers={"queens_up": 4000}, paytables=tables)
    assert net(lost) == {1: -3000 + 4000}


BEATEN = [
    pytest.param("9c 9d 4h 4s Kc", "Th Jd Qh Ks 2c", 2000, 1500, id="two_pair"),
    pytest.param(STRAIGHT, FLUSH, 3000, 2000, id="straight"),
    pytest.param("As Ts 6s 4s 2d", "8c 8d 8h 2c 3c", 5000, 5000, id="flush"),
    pytest.param("8c 8d 8h 2c 3c", "5s 6s 7s 8s Ad", 20000, 50000, id="three_of_a_kind"),
    pytest.param("5s 6s 7s 8s Ad", "2c 2d 2h 2s 9c", 1000000, 100000, id="straight_flush"),
    pytest.param("2c 2d 2h 2s 9c", "Ac Ad Ah As 9d", 2500000, 100000, id="four_of_a_kind"),
    pytest.param("9c 9d 4h 4s Kc", "Tc Td 2h 2s Kh", 2000, 1500, id="two pair by two pair"),
]


@pytest.mark.parametrize(("worse", "better", "first", "second"), BEATEN)
def test_C4_7_bad_beat_pays_both_ways(worse: str, better: str, first: int, second: int) -> None:
    for name, paid in (("bbb-01", first), ("bbb-02", second)):
        for player, dealer in ((worse, better), (better, worse)):
            tables = with_table("bad_beat", name)
            played = one(player, dealer, wagers={"bad_beat": 100}, paytables=tables)
            assert line_of(played, 1, "bad_beat").net_cents == paid


@pytest.mark.parametrize(
    ("player", "dealer"),
    [
        ("9c 9d 4h 4s Kc", "9h 9s 4c 4d 2c"),  # a tie beats nobody
        (STRAIGHT, "5d 6c 7s 8h 2c"),
        (ACES, STRAIGHT),  # a pair is no bad beat
        (STRAIGHT, ACES),
        ("Kd Jh 9c 7s 5c", QUEEN_HIGH),
    ],
)
def test_C4_7_no_bad_beat_on_a_tie_or_below_two_pair(player: str, dealer: str) -> None:
    tables = with_table("bad_beat", "bbb-01")
    played = one(player, dealer, wagers={"bad_beat": 100}, paytables=tables)
    assert line_of(played, 1, "bad_beat").net_cents == -100


@pytest.mark.parametrize(
    ("name", "three_of_a_kind", "straight_flush"),
    [("c4p-09", 900, 3000), ("c4p-10", 800, 4000), ("c4p-11", 800, 3000), ("c4p-12", 700, 4000)],
)
def test_C4_9_four_queens_up_tables(name: str, three_of_a_kind: int, straight_flush: int) -> None:
    for player, paid in ((THREES, three_of_a_kind), ("5s 6s 7s 8s Ad", straight_flush)):
        tables = with_table("queens_up", name)
        played = one(player, "Ks Kd 9h 7c 4d", wagers={"queens_up": 100}, paytables=tables)
        assert line_of(played, 1, "queens_up").paid_cents == paid


# ---- the order of the dealer --------------------------------------------------------------------


def test_C4_8_from_the_dealers_right_and_a_folded_hand_at_once_with_queens_up() -> None:
    placed = BASE | {"queens_up": 500}
    played = record(
        "crazy4",
        paytables=with_table("queens_up", "c4p-09"),
        cards={
            1: ACES,
            2: "Qc Qd 9c 7h 2d",
            5: "5c 6d 7s 8s Jd",
            "dealer": "Ks Kh 8h 7d 4d",
        },
        wagers={1: placed, 2: placed, 5: placed},
        actions=("1 play 2000", "2 fold", "5 play 1000"),
    )
    assert told(played) == [
        "2 ante loses -1000",
        "2 queens_up loses -500",
        "2 super_bonus loses -1000",
        "5 play wins +1000",
        "5 ante wins +1000",
        "5 queens_up wins +1500",
        "5 super_bonus wins +1000",
        "1 play wins +2000",
        "1 ante wins +1000",
        "1 queens_up wins +500",
        "1 super_bonus pushes 0",
    ]


def test_C4_8_a_folded_bad_beat_is_taken_too() -> None:
    tables = with_table("bad_beat", "bbb-01")
    folded = one(STRAIGHT, FLUSH, "1 fold", wagers={"bad_beat": 100}, paytables=tables)
    assert sorted(told(folded)) == [
        "1 ante loses -1000",
        "1 bad_beat loses -100",
        "1 super_bonus loses -1000",
    ]
