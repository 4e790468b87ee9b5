"""What holds in every game: misdeals, limits, and replay from the record. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from .support import line_of, net, record, refused, settle, told

ACES = "As Ac Jc 6s 3h"
STRAIGHT = "5c 6d 7h 8s Kd"
DEALER = "Kc 7d 4h 3s 2c"
BASE = {"ante": 1000, "super_bonus": 1000}


def two_seats(*actions: str, **rest: object) -> dict[str, Any]:
    """A round of Crazy 4 with a pair of aces and a straight."""
    return record(
        "crazy4",
        **{
            "cards": {1: ACES, 2: STRAIGHT, "dealer": DEALER},
            "wagers": {1: BASE, 2: BASE},
            "actions": actions,
            **rest,
        },  # type: ignore[arg-type]
    )


# ---- ALL-1 --------------------------------------------------------------------------------------


def test_ALL_1_a_misdeal_before_the_deal_returns_every_wager() -> None:
    assert told(two_seats("misdeal", cards={})) == [
        "1 ante void 0",
        "1 super_bonus void 0",
        "2 ante void 0",
        "2 super_bonus void 0",
    ]


@pytest.mark.parametrize("seat_two", ["5c 6d 7h 8s", "5c 6d 7h 8s Kd 9d"])
def test_ALL_1_a_hand_with_the_wrong_number_of_cards(seat_two: str) -> None:
    cards = {1: ACES, 2: seat_two, "dealer": DEALER}
    lines = settle(two_seats("misdeal", cards=cards))
    assert {line.result for line in lines} == {"void"}
    assert [line.back_cents for line in lines] == [1000, 1000, 1000, 1000]
    assert all(line.rule.startswith("ALL-1") for line in lines)


@pytest.mark.parametrize(
    "cards",
    [
        {1: ACES, 2: f"{ACES.split()[0]} 6d 7h 8s Kd", "dealer": DEALER},  # one card at two places
        {1: ACES, 2: "6d 6d 7h 8s Kd", "dealer": DEALER},  # one card twice in a hand
        {1: f"{ACES} {ACES.split()[0]}", 2: STRAIGHT, "dealer": DEALER},  # a wrong sixth card
    ],
)
def test_ALL_1_a_fouled_deck_is_recorded_as_it_lay(cards: dict[str | int, str]) -> None:
    lines = settle(two_seats("1 play 3000", "misdeal", cards=cards))
    assert [line.back_cents for line in lines] == [1000, 1000, 3000, 1000, 1000]
    assert refused(two_seats("1 play 3000", "2 fold", cards=cards)).code in (
        "CARD_DUPLICATED",
        "CARDS_WRONG_NUMBER",
    )


@pytest.mark.parametrize(("game", "each"), [("crazy4", 6), ("six_five_four", 6)])
def test_ALL_1_a_misdeal_with_no_card_left_in_the_deck(game: str, each: int) -> None:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    cards: dict[str | int, str] = {
        seat: " ".join(deck[each * (seat - 1) :][:each]) for seat in range(1, 10)
    }
    assert sum(len(dealt.split()) for dealt in cards.values()) == 52
    wagers = {"ante": 1000, **({"super_bonus": 1000} if game == "crazy4" else {})}
    lines = settle(record(game, cards=cards, wagers=dict.fromkeys(range(1, 10), wagers),
                          actions=("misdeal",)))  # fmt: skip
    assert {line.result for line in lines} == {"void"}


@pytest.mark.parametrize(
    "actions", [("misdeal", "1 fold", "misdeal"), ("misdeal", "misdeal"), ("misdeal", "1 fold")]
)
def test_ALL_1_a_misdeal_ends_the_round(actions: tuple[str, ...]) -> None:
    refusal = refused(two_seats(*actions))
    assert (refusal.code, refusal.where) == ("ACTION_ILLEGAL", "actions.1")


def test_ALL_1_a_wager_made_during_the_round_goes_back_too() -> None:
    lines = settle(two_seats("1 play 3000", "misdeal"))
    assert [(line.seat, line.wager, line.result, line.back_cents) for line in lines] == [
        (1, "ante", "void", 1000),
        (1, "super_bonus", "void", 1000),
        (1, "play", "void", 3000),
        (2, "ante", "void", 1000),
        (2, "super_bonus", "void", 1000),
    ]


def test_ALL_1_what_a_folded_seat_lost_goes_back() -> None:
    lines = settle(two_seats("1 fold", "misdeal"))
    assert [(line.seat, line.result, line.back_cents) for line in lines] == [
        (1, "void", 1000),
        (1, "void", 1000),
        (2, "void", 1000),
        (2, "void", 1000),
    ]


def test_ALL_1_bets_of_every_street_go_back() -> None:
    lines = settle(
        record(
            "holdem_bonus",
            cards={1: "Ac Ad", "dealer": "2c 3d", "board": "Ah Ks 7c 5d"},
            wagers={1: {"ante": 1000}},
            actions=("1 bet", "1 bet", "1 bet", "misdeal"),
        )
    )
    assert [(line.wager, line.back_cents, line.paid_cents) for line in lines] == [
        ("ante", 1000, 0),
        ("flop", 2000, 0),
        ("turn", 1000, 0),
        ("river", 1000, 0),
    ]


@pytest.mark.parametrize(
    ("place", "hand"),
    [
        pytest.param("dealer", "Kc 7d 4h 3s", id="a dealer with four cards"),
        pytest.param("dealer", "Kc 7d 4h 3s 2c 9d", id="a dealer with six cards"),
        pytest.param(2, "5c 6d 7h 8s Kd 9d", id="a seat with six cards"),
    ],
)
def test_ALL_1_a_wrong_hand_at_the_showdown_returns_the_plays(place: int | str, hand: str) -> None:
    cards = {1: ACES, 2: STRAIGHT, "dealer": DEALER} | {place: hand}
    lines = settle(two_seats("1 play 3000", "2 play 1000", "misdeal", cards=cards))
    assert {(line.seat, line.wager, line.back_cents) for line in lines} == {
        (1, "ante", 1000),
        (1, "super_bonus", 1000),
        (1, "play", 3000),
        (2, "ante", 1000),
        (2, "super_bonus", 1000),
        (2, "play", 1000),
    }


def test_ALL_1_the_reason_is_kept() -> None:
    played = two_seats("1 play 3000")
    played["actions"].append({"action": "misdeal", "reason": "seat 2 had six cards"})
    assert "seat 2 had six cards" in line_of(played, 1, "play").rule


def test_ALL_1_a_misdeal_found_at_the_showdown_returns_what_was_played() -> None:
    round_record = two_seats("1 play 3000", "2 play 1000", "misdeal")
    lines = settle(round_record)
    assert {line.result for line in lines} == {"void"}
    assert sum(line.back_cents for line in lines if line.wager == "play") == 4000
    assert net(round_record) == {1: 0, 2: 0}


# ---- ALL-2 --------------------------------------------------------------------------------------


def antes(cents: int) -> dict[int, dict[str, int]]:
    both = {"ante": cents, "super_bonus": cents}
    return {1: both, 2: both}


@pytest.mark.parametrize(("cents", "fits"), [(499, 0), (500, 1), (1000, 1), (1001, 0)])
def test_ALL_2_no_wager_outside_the_posted_limits(cents: int, fits: int) -> None:
    limits = {"ante": [500, 1000]}
    played = two_seats(f"1 play {cents}", f"2 play {cents}", wagers=antes(cents), limits=limits)
    if fits:
        assert net(played) == {1: 2 * cents, 2: 3 * cents}
    else:
        assert refused(played).code == "WAGER_OUTSIDE_LIMITS"


@pytest.mark.parametrize(("cents", "fits"), [(40000, 1), (40001, 0)])
def test_ALL_2_no_wager_above_the_regulators_ceiling(cents: int, fits: int) -> None:
    played = two_seats(f"1 play {cents}", f"2 play {cents}", wagers=antes(cents))
    if fits:
        assert net(played) == {1: 80000, 2: 120000}
    else:
        assert refused(played).code == "WAGER_OUTSIDE_LIMITS"


def test_ALL_2_no_limits_above_the_regulators_ceiling() -> None:
    played = two_seats("1 play 3000", "2 play 1000", limits={"ante": [500, 40001]})
    assert refused(played).code == "LIMITS_ABOVE_CEILING"


def test_ALL_2_a_wager_made_during_the_round_stays_below_the_ceiling() -> None:
    wagers = antes(30000)
    assert net(two_seats("1 play 40000", "2 play 30000", wagers=wagers))[1] == 70000
    refusal = refused(two_seats("1 play 40001", "2 play 30000", wagers=wagers))
    assert refusal.code == "ACTION_AMOUNT_WRONG"


def test_ALL_2_posted_limits_of_a_wager_during_the_round_hold_or_are_refused() -> None:
    refused(two_seats("1 play 3000", "2 play 1000", limits={"play": [1000, 2000]}))


# ---- ALL-3 --------------------------------------------------------------------------------------


def test_ALL_3_how_decisions_interleave_does_not_matter() -> None:
    assert settle(two_seats("1 play 3000", "2 play 1000")) == settle(
        two_seats("2 play 1000", "1 play 3000")
    )
