"""House Money: what it pays, and what happens to a win that is left on the spot (BJ-2, BJ-3)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, order, play, refuses

SHORT_BLACKJACK = "blackjack/base/six-to-five"


def table(
    hand: str,
    dealer: str,
    decisions: str = "",
    *,
    paytable: str = "1",
    base: str = "blackjack/base/standard",
    blackjack: int = 1000,
    house_money: int = 500,
    **options: Any,
) -> Round:
    return play(
        "blackjack",
        {"1": hand, "dealer": dealer},
        {1: {"blackjack": blackjack, "house_money": house_money}},
        decisions,
        paytables={"base": base, "house_money": f"blackjack/house_money/{paytable}"},
        options={"decks": 1 if paytable == "2" else 6, **options},
    )


def nets(played: Round) -> tuple[int, int]:
    return net(played, "house_money"), net(played, "blackjack")


# The two cards, what 1 wins by paytable 1 and 2; -1 where they are no winner.
OUTCOMES = [
    ("Ac Kc", 9, 9), ("Kd Ad", 9, 9), ("As Ks", 9, 9), ("Kh Ah", 9, 9),
    ("Ac Kd", 1, 1), ("Kh As", 1, 1),
    ("Kc Qc", 4, 5), ("2d 3d", 4, 5), ("Th 9h", 4, 5), ("Js Ts", 4, 5), ("7c 8c", 4, 5),
    ("Ac 2c", 4, 5), ("2h Ah", 4, 5),
    ("Ac Ad", 3, 3), ("Kc Kd", 3, 3), ("2s 2h", 3, 3), ("7c 7d", 3, 3),
    ("Kc Qd", 1, 1), ("2d 3c", 1, 1), ("Th 9c", 1, 1), ("Jc Qd", 1, 1), ("6c 5d", 1, 1),
    ("Ac 2d", 1, 1), ("2h As", 1, 1),
    ("Ac Qc", -1, -1), ("Ac 3c", -1, -1), ("Kc 2c", -1, -1), ("Kc Jc", -1, -1),
    ("Kc Td", -1, -1), ("2c 4d", -1, -1), ("Tc 8c", -1, -1), ("Ac Jd", -1, -1),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "first", "second"), OUTCOMES)
def test_BJ_2_every_two_card_hand_by_its_table(hand: str, first: int, second: int) -> None:
    natural = sorted(hand[::3]) in (["A", "K"], ["A", "Q"], ["A", "J"])
    for paytable, times in (("1", first), ("2", second)):
        decisions = ("take; " if times > 0 else "") + ("" if natural else "stand")
        played = table(hand, "8d 9s", decisions, paytable=paytable, house_money=100)
        assert net(played, "house_money") == 100 * times


def test_BJ_2_a_suited_pair_is_a_pair() -> None:
    assert net(table("8c 8c", "9d 8s", "take; stand"), "house_money") == 1500


@pytest.mark.parametrize(("hand", "result"), [("Ac 2d", -500), ("Ac 2c", -500), ("2d Ah", -500)])
def test_BJ_2_the_house_may_not_count_ace_two(hand: str, result: int) -> None:
    assert net(table(hand, "9d 8s", "stand", ace_two="no"), "house_money") == result


@pytest.mark.parametrize(
    ("hand", "decisions", "result"),
    [("Ac Kd", "take", 500), ("Ac Kc", "take", 4500), ("2c 3c", "take; stand", 2000)],
)
def test_BJ_2_without_ace_two_other_ends_count(hand: str, decisions: str, result: int) -> None:
    assert net(table(hand, "9d 8s", decisions, ace_two="no"), "house_money") == result


@pytest.mark.parametrize(
    ("paytable", "decks", "fits"),
    [
        ("1", 1, "no"), ("1", 2, "yes"), ("1", 4, "yes"), ("1", 6, "yes"), ("1", 8, "yes"),
        ("2", 1, "yes"), ("2", 2, "no"), ("2", 4, "no"), ("2", 6, "no"), ("2", 8, "no"),
    ],
)  # fmt: skip
def test_BJ_2_paytable_1_is_for_several_decks_and_2_for_one(
    paytable: str, decks: int, fits: str
) -> None:
    if fits == "yes":
        assert table("Tc 8d", "9d 8s", "stand", paytable=paytable, decks=decks).waiting is None
    else:
        with refuses("PAYTABLE_NOT_FOR_DECKS"):
            table("Tc 8d", "9d 8s", "stand", paytable=paytable, decks=decks)


def test_BJ_2_house_money_needs_the_blackjack_wager() -> None:
    with refuses("WAGER_MISSING"):
        play(
            "blackjack",
            {"1": "Tc 8d", "dealer": "9d 8s"},
            {1: {"house_money": 500}},
            "stand",
            paytables={"house_money": "blackjack/house_money/1"},
        )


# ---- left on the spot ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decisions", "dealer", "main"),
    [
        ("take; stand", "9s 8h", 1000),
        ("leave 1; stand", "9s 8h", 1001),
        ("leave 300; stand", "9s 8h", 1300),
        ("leave 500; stand", "9s 8h", 1500),
        ("leave 1000; stand", "9s 8h", 2000),
        ("leave 1000; stand", "Ts Jh", -2000),
        ("leave 1000; stand", "9s Th", 0),
        ("leave 300; stand", "Ts Jh", -1300),
    ],
)
def test_BJ_3_none_a_part_or_all_may_be_left(decisions: str, dealer: str, main: int) -> None:
    assert nets(table("9c Td", dealer, decisions)) == (500, main)


def test_BJ_3_no_more_than_win_and_stake_may_be_left() -> None:
    with refuses("ACTION_AMOUNT_WRONG"):
        table("9c Td", "9s 8h", "leave 1001; stand")


def test_BJ_3_the_stake_comes_back_with_the_win_before_it_is_left() -> None:
    played = table("8c 8d", "9s 8h", "leave 2000; stand")
    won = line(played, "house_money")
    assert (won.stake_cents, won.back_cents, won.paid_cents) == (500, 500, 1500)
    assert line(played, "blackjack").stake_cents == 3000


def test_BJ_3_a_loser_is_collected_and_not_asked() -> None:
    assert nets(table("Tc 8d", "9s 8h", "stand")) == (-500, 1000)
    for decisions in ("take; stand", "leave 1; stand"):
        with refuses("ACTION_ILLEGAL"):
            table("Tc 8d", "9s 8h", decisions)


def test_BJ_3_left_money_is_lost_with_a_bust() -> None:
    assert nets(table("7c 8d Kh", "9s 8h", "leave 1000; hit")) == (500, -2000)


def test_BJ_3_a_double_matches_the_whole() -> None:
    played = table("5c 6d Th", "9s 8h", "leave 700; double")
    assert nets(played) == (500, 3400)
    assert line(played, "blackjack").stake_cents == 3400
    assert nets(table("5c 6d Th", "9s 8h", "leave 700; double 1700")) == (500, 3400)
    for cents in (1000, 1699, 1701):
        with refuses("ACTION_AMOUNT_WRONG"):
            table("5c 6d Th", "9s 8h", f"leave 700; double {cents}")


@pytest.mark.parametrize(("cents", "main"), [(1, 1701), (1000, 2700), (1700, 3400)])
def test_BJ_3_a_double_for_less_of_the_whole(cents: int, main: int) -> None:
    decisions = f"leave 700; double {cents}"
    assert nets(table("5c 6d Th", "9s 8h", decisions, double_for_less="yes")) == (500, main)
    with refuses("ACTION_AMOUNT_WRONG"):
        table("5c 6d Th", "9s 8h", "leave 700; double 1701", double_for_less="yes")


def test_BJ_3_a_split_matches_the_whole() -> None:
    played = table("8c 8d Th 9s", "Ts 7h", "leave 2000; split; stand; stand")
    assert [one.stake_cents for one in played.settle()] == [500, 3000, 3000]
    assert nets(played) == (1500, 3000)
    for cents in (1000, 2999, 3001):
        with refuses("ACTION_AMOUNT_WRONG"):
            table("8c 8d Th 9s", "Ts 7h", f"leave 2000; split {cents}; stand; stand")


def test_BJ_3_left_up_through_a_split_and_a_double() -> None:
    # 10 + 20 left make 30; the split adds 30; the first hand doubles to 60 and makes 21.
    played = table("8c 8d 3h Ts 9c", "Ts 8h", "leave 2000; split; double; stand")
    results = {one.hand: one.net_cents for one in played.settle() if one.wager == "blackjack"}
    assert results == {1: 6000, 2: -3000}
    assert net(played) == 1500 + 6000 - 3000


def test_BJ_3_left_up_through_a_second_split() -> None:
    played = table("8c 8d 8h Ts 3c Td 9s", "Ts 8h", "leave 333; split; split; stand; double; stand")
    # 1,333 on each of three hands; the second doubles to 2,666.
    results = {one.hand: one.net_cents for one in played.settle() if one.wager == "blackjack"}
    assert results == {1: 0, 2: 2666, 3: -1333}


def test_BJ_3_left_up_through_split_aces() -> None:
    played = table("Ac Ad Kh 5s", "Ts 8h", "leave 2000; split")
    results = {one.hand: one.net_cents for one in played.settle() if one.wager == "blackjack"}
    assert results == {1: 3000, 2: -3000}


@pytest.mark.parametrize(("left", "main"), [(1000, -1000), (501, -751), (1, -501)])
def test_BJ_3_surrender_gives_half_of_the_whole_back(left: int, main: int) -> None:
    played = table("7c 8d", "Ts 8h", f"leave {left}; surrender", surrender="late")
    assert nets(played) == (500, main)


@pytest.mark.parametrize(
    ("hand", "left", "won", "base", "main"),
    [
        ("Ac Kc", 5000, 4500, "blackjack/base/standard", 9000),
        ("Ac Kc", 4999, 4500, "blackjack/base/standard", 8998),
        ("Ac Kc", 1, 4500, "blackjack/base/standard", 1501),
        ("Ac Kc", 5000, 4500, SHORT_BLACKJACK, 7200),
        ("Ac Kd", 1000, 500, "blackjack/base/standard", 3000),
        ("Kd Ac", 999, 500, SHORT_BLACKJACK, 2398),
    ],
)
def test_BJ_3_a_natural_pays_on_what_was_left_too(
    hand: str, left: int, won: int, base: str, main: int
) -> None:
    assert nets(table(hand, "9s 8h", f"leave {left}", base=base)) == (won, main)


# ---- the dealer's ace or ten --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "won", "main"),
    [
        ("Ac Kc", 4500, 0), ("Ac Kd", 500, 0), ("8c 8d", 1500, -1000), ("5c 6c", 2000, -1000),
        ("5c 6d", 500, -1000), ("Tc 8d", -500, -1000), ("Ac Qc", -500, 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dealer", ["Ks Ah", "As Th"])
def test_BJ_3_dealer_blackjack_pays_winners_and_nothing_may_be_left(
    hand: str, won: int, main: int, dealer: str
) -> None:
    decline = "decline" if dealer[0] == "A" else ""
    assert nets(table(hand, dealer, decline)) == (won, main)
    for more in ("leave 500", "take"):
        with refuses("ACTION_ILLEGAL"):
            table(hand, dealer, f"{decline}; {more}")


@pytest.mark.parametrize("dealer", ["Ks 7h", "As 7h", "7s Kh"])
def test_BJ_3_without_dealer_blackjack_a_win_may_be_left(dealer: str) -> None:
    decline = "decline; " if dealer[0] == "A" else ""
    assert nets(table("9c Td", dealer, f"{decline}leave 1000; stand")) == (500, 2000)


def test_BJ_3_insurance_is_half_of_the_wager_before_anything_is_left() -> None:
    played = table("9c Td", "As 7h", "insure 500; leave 1000; stand")
    assert net(played) == -500 + 500 + 2000
    with refuses("ACTION_AMOUNT_WRONG"):
        table("9c Td", "As 7h", "insure 501; leave 1000; stand")


def test_BJ_3_winners_are_paid_from_the_dealers_left_to_the_right_before_the_hands() -> None:
    wagers = {seat: {"blackjack": 1000, "house_money": 100} for seat in (1, 2, 3)}
    played = play(
        "blackjack",
        {"1": "8c 8d", "2": "Tc 7d", "3": "9c Td", "dealer": "Ts 7h"},
        wagers,
        "1 take; 1 stand; 2 stand; 3 leave 200; 3 stand",
        paytables={"house_money": "blackjack/house_money/1"},
    )
    assert order(played) == [
        (1, "house_money"), (2, "house_money"), (3, "house_money"),
        (3, "blackjack"), (2, "blackjack"), (1, "blackjack"),
    ]  # fmt: skip
    assert [net(played, seat=seat) for seat in (1, 2, 3)] == [300 - 1000, -100, 100 + 1200]


# ---- void and replay ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "put_down"),
    [
        ("5c 6d", "Ts 8h", "leave 1000; double; misdeal", {"blackjack": 3000, "house_money": 500}),
        ("5c 6d", "Ts 8h", "leave 250; double; misdeal", {"blackjack": 2250, "house_money": 500}),
        ("5c 6d", "Ts 8h", "take; double; misdeal", {"blackjack": 2000, "house_money": 500}),
        (
            "8c 8d Th",
            "Ts 8h",
            "leave 2000; split; misdeal",
            {"blackjack": 4000, "house_money": 500},
        ),
        (
            "9c Td",
            "As 8h",
            "insure 400; leave 1000; misdeal",
            {"blackjack": 1000, "house_money": 500, "insurance": 400},
        ),
        ("Tc 8d", "Ts 8h", "misdeal", {"blackjack": 1000, "house_money": 500}),
        ("Tc", "Ts", "misdeal", {"blackjack": 1000, "house_money": 500}),
    ],
)
def test_ALL_1_a_misdeal_gives_everybody_exactly_what_he_put_down(
    hand: str, dealer: str, decisions: str, put_down: dict[str, int]
) -> None:
    played = table(hand, dealer, decisions)
    assert {one.wager: one.back_cents for one in played.settle()} == put_down
    assert {(one.result, one.paid_cents, one.net_cents) for one in played.settle()} == {
        ("void", 0, 0)
    }
