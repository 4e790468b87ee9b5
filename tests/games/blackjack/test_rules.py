"""Blackjack itself, without splits: decisions, the dealer's play, the pays (BJ-1)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, order, play, refuses


def blackjack(
    hand: str, dealer: str, decisions: str = "", *, stake: int = 1000, **fields: Any
) -> Round:
    """One seat against the dealer, whose first card is up."""
    return play(
        "blackjack", {"1": hand, "dealer": dealer}, {1: {"blackjack": stake}}, decisions, **fields
    )


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "result"),
    [
        ("Tc 9d", "Ts 8h", "stand", 1000),
        ("Tc 8d", "Ts 8h", "stand", 0),
        ("Tc 7d", "Ts 8h", "stand", -1000),
        ("Tc 5d 6h", "Ts 8h", "hit", 1000),
        ("2c 2d 2h 2s 3c 6d", "Ts 8h", "hit; hit; hit; hit; stand", -1000),
        ("Tc 2d Th", "6s Th", "hit", -1000),
        ("Ac 5d Kh 3s", "Ts 8h", "hit; hit; stand", 1000),
        ("Ac Ad 9h", "Ts 8h", "hit", 1000),
        ("Tc 2d", "Ts 6h Kd", "stand", 1000),
        ("Tc 2d", "Ts 5h 2d", "stand", -1000),
        ("Tc 9d", "5s 4h 2d 3c 5d", "stand", 0),
        ("Tc 8d", "As 2h 5c", "decline; stand", 0),
        ("Tc 8d", "2s Ah Kc 4d", "stand", 1000),
        ("Tc 8d", "2s Ah Kc 8d", "stand", -1000),
        ("7c 7d 7h", "Ts 3h 8d", "hit", 0),
    ],
)
def test_BJ_1_hit_and_stand(hand: str, dealer: str, decisions: str, result: int) -> None:
    assert net(blackjack(hand, dealer, decisions)) == result


def test_BJ_1_twenty_one_is_not_asked() -> None:
    for decisions in ("hit; stand", "hit; hit"):
        with refuses("ACTION_ILLEGAL"):
            blackjack("Tc 5d 6h", "Ts 8h", decisions)


def test_BJ_1_a_bust_loses_even_when_the_dealer_would_bust() -> None:
    played = play(
        "blackjack",
        {"1": "Tc 6d Th", "2": "Tc 2d", "dealer": "6s Th Kc"},
        {1: {"blackjack": 700}, 2: {"blackjack": 300}},
        "1 hit; 2 stand",
    )
    assert (net(played, seat=1), net(played, seat=2)) == (-700, 300)


# ---- the dealer ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("soft_17", "dealer", "result"),
    [
        ("stand", "6h As", 1000),
        ("hit", "6h As 4c", -1000),
        ("hit", "6h As Tc", 1000),
        ("hit", "6h As 5c Kd", 1000),
        ("hit", "6h As Ac", 0),
        ("stand", "2c Ad 4h", 1000),
        ("hit", "2c Ad 4h 3c", -1000),
        ("hit", "Tc 7d", 1000),
        ("hit", "Tc 6d As", 1000),
        ("hit", "7c Ad", 0),
    ],
)
def test_BJ_1_the_dealers_soft_17(soft_17: str, dealer: str, result: int) -> None:
    assert net(blackjack("Tc 8d", dealer, "stand", options={"soft_17": soft_17})) == result


@pytest.mark.parametrize(
    ("soft_17", "dealer"),
    [
        ("stand", "6h As 4c"),
        ("hit", "6h As"),
        ("hit", "Tc 6d As 2c"),
        ("hit", "7c Ad 2h"),
        ("stand", "Tc 6d"),
        ("stand", "Tc 7d 2c"),
    ],
)
def test_BJ_1_the_dealer_may_not_draw_otherwise(soft_17: str, dealer: str) -> None:
    with refuses("CARDS_WRONG_NUMBER"):
        blackjack("Tc 8d", dealer, "stand", options={"soft_17": soft_17})


@pytest.mark.parametrize("dealer", ["As Kh", "Ks Ah", "Ts Ah", "Js Ah", "Qs Ah", "As Th"])
@pytest.mark.parametrize(
    ("hand", "result"), [("Tc 9d", -1000), ("Ac Kd", 0), ("Td Ah", 0), ("7c 7d", -1000)]
)
def test_BJ_1_dealer_blackjack_ends_the_round_at_once(dealer: str, hand: str, result: int) -> None:
    decline = "decline" if dealer[0] == "A" else ""
    assert net(blackjack(hand, dealer, decline)) == result
    with refuses("ACTION_ILLEGAL"):
        blackjack(hand, dealer, f"{decline}; stand")


@pytest.mark.parametrize(
    ("hands", "decisions", "options"),
    [
        (("Tc 6d Th", "Td 6c Tc"), "1 hit; 2 hit", {}),
        (("Ac Kd", "Ad Kc"), "", {}),
        (("Tc 6d", "Td 6c"), "1 surrender; 2 surrender", {"surrender": "late"}),
        (("Ac Kd", "Td 6c Tc"), "2 hit", {}),
        (("Tc 6d", "Ad Kc"), "1 surrender", {"surrender": "late"}),
    ],
)
def test_BJ_1_the_dealer_does_not_draw_when_every_hand_is_out(
    hands: tuple[str, str], decisions: str, options: dict[str, object]
) -> None:
    wagers = {1: {"blackjack": 1000}, 2: {"blackjack": 1000}}
    for dealer, whole in (("9s 7h", True), ("9s 7h 2c", False)):
        cards = {"1": hands[0], "2": hands[1], "dealer": dealer}
        if whole:
            assert play("blackjack", cards, wagers, decisions, options=options).waiting is None
        else:
            with refuses("CARDS_WRONG_NUMBER"):
                play("blackjack", cards, wagers, decisions, options=options)


# ---- blackjack ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "three_to_two", "six_to_five"),
    [
        (1, 1, 1), (2, 3, 2), (3, 4, 3), (4, 6, 4), (5, 7, 6), (9, 13, 10), (10, 15, 12),
        (1000, 1500, 1200), (1001, 1501, 1201), (2533, 3799, 3039), (39_999, 59_998, 47_998),
    ],
)  # fmt: skip
def test_BJ_1_blackjack_pays_as_posted(stake: int, three_to_two: int, six_to_five: int) -> None:
    usual = line(blackjack("Ac Kd", "9s 7h", stake=stake), "blackjack")
    short = line(
        blackjack("Ac Kd", "9s 7h", stake=stake, paytables={"base": "blackjack/base/six-to-five"}),
        "blackjack",
    )
    assert (usual.back_cents, usual.paid_cents) == (stake, three_to_two)
    assert (short.back_cents, short.paid_cents) == (stake, six_to_five)


@pytest.mark.parametrize("dealer", ["Ks 7h", "7s Kh", "As 7h", "5s 6h"])
@pytest.mark.parametrize("hand", ["Ac Td", "Jc Ad", "Ac Qd", "Kc Ad"])
def test_BJ_1_blackjack_beats_all_but_blackjack(dealer: str, hand: str) -> None:
    assert net(blackjack(hand, dealer, "decline" if dealer[0] == "A" else "")) == 1500


def test_BJ_1_twenty_one_of_three_cards_is_no_blackjack() -> None:
    assert net(blackjack("Ac 4d 6h", "Ts 8h", "hit")) == 1000
    assert net(blackjack("Ac 4d 6h", "Ts Kh", "hit")) == 1000


# ---- double -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "result"),
    [
        ("5c 6d Th", "Ts 8h", 2000),
        ("5c 6d 7h", "Ts 8h", 0),
        ("5c 6d 2h", "Ts 8h", -2000),
        ("Tc 6d Kh", "Ts 6h", -2000),
        ("Ac 7d 3h", "Ts Kh", 2000),
        ("Ac 2d 9h", "6s Th 9d", 2000),
    ],
)
def test_BJ_1_a_double_is_one_card_for_two_wagers(hand: str, dealer: str, result: int) -> None:
    assert net(blackjack(hand, dealer, "double")) == result
    with refuses("ACTION_ILLEGAL"):
        blackjack(hand, dealer, "double; stand")


def test_BJ_1_no_double_on_three_cards() -> None:
    with refuses("ACTION_ILLEGAL"):
        blackjack("2c 3d 6h Th", "Ts 8h", "hit; double")


@pytest.mark.parametrize(
    ("rule", "hand", "allowed"),
    [
        ("any", "2c 3d", "yes"), ("any", "Tc 9d", "yes"), ("any", "Ac 8d", "yes"),
        ("9-11", "3c 5d", "no"), ("9-11", "4c 5d", "yes"), ("9-11", "4c 6d", "yes"),
        ("9-11", "5c 6d", "yes"), ("9-11", "Tc 2d", "no"), ("9-11", "Ac 8d", "no"),
        ("9-11", "Ac 9d", "no"), ("10-11", "4c 5d", "no"), ("10-11", "4c 6d", "yes"),
        ("10-11", "9c 2d", "yes"), ("10-11", "Tc 2d", "no"), ("10-11", "Ac 9d", "no"),
        ("10-11", "5c 5d", "yes"), ("10-11", "Ac Ad", "no"),
    ],
)  # fmt: skip
def test_BJ_1_on_which_totals_a_player_may_double(rule: str, hand: str, allowed: str) -> None:
    if allowed == "yes":
        played = blackjack(f"{hand} Ah", "Ts 8h", "double", options={"double": rule})
        assert line(played, "blackjack").stake_cents == 2000
    else:
        with refuses("ACTION_ILLEGAL"):
            blackjack(f"{hand} Ah", "Ts 8h", "double", options={"double": rule})


@pytest.mark.parametrize(("cents", "result"), [(1, 1001), (300, 1300), (999, 1999), (1000, 2000)])
def test_BJ_1_double_for_less(cents: int, result: int) -> None:
    played = blackjack("5c 6d Th", "Ts 8h", f"double {cents}", options={"double_for_less": "yes"})
    assert net(played) == result


@pytest.mark.parametrize("less", ["yes", "no"])
@pytest.mark.parametrize("cents", [1001, 2000])
def test_BJ_1_no_double_for_more(less: str, cents: int) -> None:
    with refuses("ACTION_AMOUNT_WRONG"):
        blackjack("5c 6d Th", "Ts 8h", f"double {cents}", options={"double_for_less": less})


def test_BJ_1_no_double_for_less_where_the_house_does_not_allow_it() -> None:
    assert net(blackjack("5c 6d Th", "Ts 8h", "double 1000")) == 2000
    with refuses("ACTION_AMOUNT_WRONG"):
        blackjack("5c 6d Th", "Ts 8h", "double 999")


# ---- surrender ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("stake", "back"), [(1000, 500), (1001, 500), (1, 0), (3, 1)])
def test_BJ_1_late_surrender_gives_half_back(stake: int, back: int) -> None:
    played = blackjack("Tc 6d", "Ts 8h", "surrender", stake=stake, options={"surrender": "late"})
    settled = line(played, "blackjack")
    assert (settled.result, settled.back_cents) == ("surrendered", back)
    assert settled.net_cents == back - stake


def test_BJ_1_surrender_only_where_the_house_allows_it() -> None:
    with refuses("ACTION_ILLEGAL"):
        blackjack("Tc 6d", "Ts 8h", "surrender")


def test_BJ_1_no_surrender_after_a_hit() -> None:
    with refuses("ACTION_ILLEGAL"):
        blackjack("Tc 3d 2h", "Ts 8h", "hit; surrender", options={"surrender": "late"})


def test_BJ_1_no_surrender_against_a_dealer_blackjack() -> None:
    with refuses("ACTION_ILLEGAL"):
        blackjack("Tc 6d", "Ts Ah", "surrender", options={"surrender": "late"})
    assert net(blackjack("Tc 6d", "Ts Ah", options={"surrender": "late"})) == -1000


# ---- insurance ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "insurance", "main"),
    [
        ("Tc 9d", "As Kh", "insure 500", 1000, -1000),
        ("Tc 9d", "As Kh", "insure 123", 246, -1000),
        ("Ac Kd", "As Kh", "insure 500", 1000, 0),
        ("Tc 9d", "As 7h", "insure 500; stand", -500, 1000),
        ("Tc 7d", "As 9h", "insure 1; stand", -1, -1000),
        ("Ac Kd", "As 7h", "insure 500", -500, 1500),
    ],
)
def test_BJ_1_insurance(hand: str, dealer: str, decisions: str, insurance: int, main: int) -> None:
    played = blackjack(hand, dealer, decisions)
    assert (net(played, "insurance"), net(played, "blackjack")) == (insurance, main)


@pytest.mark.parametrize(("stake", "most"), [(1000, 500), (1001, 500), (2, 1)])
def test_BJ_1_insurance_is_at_most_half_the_wager(stake: int, most: int) -> None:
    played = blackjack("Tc 9d", "As Kh", f"insure {most}", stake=stake)
    assert net(played, "insurance") == 2 * most
    with refuses("ACTION_AMOUNT_WRONG"):
        blackjack("Tc 9d", "As Kh", f"insure {most + 1}", stake=stake)


def test_BJ_1_insurance_is_offered_against_an_ace_only_and_where_the_house_does() -> None:
    for dealer in ("Ks Ah", "9s 8h", "Ts 7h"):
        with refuses("ACTION_ILLEGAL"):
            blackjack("Tc 9d", dealer, "insure 500")
    assert net(blackjack("Tc 9d", "As Kh", options={"insurance": "no"})) == -1000
    with refuses("ACTION_ILLEGAL"):
        blackjack("Tc 9d", "As Kh", "insure 500", options={"insurance": "no"})


def test_BJ_1_every_seat_is_asked_for_insurance_before_the_dealer_looks() -> None:
    played = play(
        "blackjack",
        {"1": "Tc 9d", "2": "Ac Kd", "3": "5c 5d", "dealer": "As Qh"},
        {1: {"blackjack": 1000}, 2: {"blackjack": 400}, 3: {"blackjack": 50}},
        "1 insure 500; 2 insure 200; 3 decline",
    )
    assert [net(played, seat=seat) for seat in (1, 2, 3)] == [0, 400, -50]
    assert order(played) == [
        (3, "blackjack"), (2, "insurance"), (2, "blackjack"), (1, "insurance"), (1, "blackjack"),
    ]  # fmt: skip


# ---- order --------------------------------------------------------------------------------------


def test_BJ_1_hands_that_stand_are_settled_from_the_dealers_right() -> None:
    cards = {"2": "Tc 9d", "5": "Tc 8d", "7": "Tc 7d", "dealer": "Ts 8h"}
    wagers = {seat: {"blackjack": 1000} for seat in (2, 5, 7)}
    played = play("blackjack", cards, wagers, "2 stand; 5 stand; 7 stand")
    assert [(one.seat, one.net_cents) for one in played.settle()] == [(7, -1000), (5, 0), (2, 1000)]


def test_BJ_1_busts_and_blackjacks_are_settled_in_their_turn() -> None:
    cards = {"1": "Tc 9d", "2": "Tc 6d Kh", "3": "Ac Kd", "4": "Tc 8d", "dealer": "Ts 8h"}
    wagers = {seat: {"blackjack": 1000} for seat in (1, 2, 3, 4)}
    played = play("blackjack", cards, wagers, "1 stand; 2 hit; 4 stand")
    assert [seat for seat, _ in order(played)] == [2, 3, 4, 1]
