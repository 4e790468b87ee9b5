"""Blazing 7's in both versions, with its four paytables (BJ-4, BJ-5, BJ-6)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, order, play, refuses

WAGER = "blazing_7s"
METERS = {
    "1": {"main": 654_321},
    "2": {"main": 654_321},
    "ml03": {"mega": 654_321, "major": 123_456, "minor": 60_007},
    "ml04": {"major": 654_321, "minor": 123_456},
}


def table(
    cards: dict[str, str],
    decisions: str = "",
    *,
    paytable: str = "1",
    stake: int = 100,
    limits: dict[str, list[int]] | None = None,
    **options: Any,
) -> Round:
    """Every place but the dealer's is a seat with $10 and the jackpot wager."""
    wagers = {int(to): {"blackjack": 1000, WAGER: stake} for to in cards if to != "dealer"}
    return play(
        "blackjack",
        cards,
        wagers,
        decisions,
        paytables={WAGER: f"blackjack/blazing_7s/{paytable}"},
        meters={WAGER: METERS[paytable]},
        limits=limits or {},
        options=options,
    )


def alone(hand: str, dealer: str, decisions: str = "", **more: Any) -> Round:
    return table({"1": hand, "dealer": dealer}, decisions, **more)


# By class of three sevens what each paytable pays: from the tray or from a level, in cents.
CLASS_PAYS = {
    "diamonds": {
        "1": ("main", 654_321), "2": ("main", 654_321),
        "ml03": ("mega", 654_321), "ml04": ("major", 654_321),
    },
    "suited": {
        "1": ("main", 654_321), "2": ("main", 65_432),
        "ml03": ("major", 123_456), "ml04": ("minor", 123_456),
    },
    "color": {
        "1": ("main", 65_432), "2": ("tray", 50_000),
        "ml03": ("minor", 60_007), "ml04": ("tray", 50_000),
    },
    "other": {
        "1": ("tray", 20_000), "2": ("tray", 20_000),
        "ml03": ("tray", 20_000), "ml04": ("tray", 20_000),
    },
}  # fmt: skip
CLASSES = {
    "diamonds": ("7d 7d 7d",),
    "suited": ("7c 7c 7c", "7h 7h 7h", "7s 7s 7s"),
    "color": ("7d 7h 7d", "7h 7d 7h", "7d 7d 7h", "7c 7s 7s", "7s 7s 7c", "7s 7c 7s"),
    "other": ("7d 7d 7c", "7s 7h 7s", "7c 7d 7h", "7h 7c 7d", "7c 7c 7d", "7h 7h 7s"),
}
EACH = [
    (sevens, paytable, pays)
    for name, listed in CLASSES.items()
    for sevens in listed
    for paytable, pays in CLASS_PAYS[name].items()
]


@pytest.mark.parametrize(("sevens", "paytable", "pays"), EACH)
def test_BJ_6_three_sevens_of_the_player_by_color_and_suit(
    sevens: str, paytable: str, pays: tuple[str, int]
) -> None:
    settled = line(alone(sevens, "Ts 8h", "hit", paytable=paytable), WAGER)
    assert (settled.source, settled.paid_cents) == pays
    assert settled.back_cents == 0


@pytest.mark.parametrize(("sevens", "paytable", "pays"), EACH)
def test_BJ_6_three_sevens_with_the_dealers_by_color_and_suit(
    sevens: str, paytable: str, pays: tuple[str, int]
) -> None:
    hand, up = sevens[:5], sevens[6:]
    played = alone(hand, f"{up} Th", "stand", paytable=paytable, third_card="dealer")
    settled = line(played, WAGER)
    assert (settled.source, settled.paid_cents) == pays


@pytest.mark.parametrize("paytable", METERS)
@pytest.mark.parametrize("version", ["player", "dealer"])
@pytest.mark.parametrize(
    ("hand", "result"),
    [("Tc 8d", -100), ("7c Td", 100), ("Tc 7d", 100), ("7c 7d", 2400), ("7d 7d", 2400)],
)
def test_BJ_6_none_one_and_two_sevens_pay_the_same_by_every_table(
    paytable: str, version: str, hand: str, result: int
) -> None:
    played = alone(hand, "Ts 8h", "stand", paytable=paytable, third_card=version)
    assert net(played, WAGER) == result


# ---- the player's cards only --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "paid"),
    [
        ("7c 7d 7h", "Ts 8h", "hit", 20_000),
        ("7c 7d 7h", "Ts 8h", "double", 20_000),
        ("7c 7d 2h 7s", "Ts 8h", "hit; hit", 2500),
        ("7c 7d Ah 7s", "Ts 8h", "hit; hit", 2500),
        ("7c 7d Th", "Ts 8h", "hit", 2500),
        ("7c 7d 5h", "Ts 8h", "double", 2500),
        ("7c 5d 7h", "Ts 8h", "hit; stand", 200),
        ("5c 7d 7h", "Ts 8h", "double", 200),
        ("2c 5d 7h 7s", "Ts 8h", "hit; hit", 0),
        ("7c Td Kh", "Ts 8h", "hit", 200),
        ("7c 7d", "7s Th", "stand", 2500),
        ("7c Td", "7s Th", "stand", 200),
    ],
)
def test_BJ_4_the_third_is_the_first_hit(hand: str, dealer: str, decisions: str, paid: int) -> None:
    assert line(alone(hand, dealer, decisions), WAGER).paid_cents == paid


@pytest.mark.parametrize(
    ("hand", "decisions", "paid"),
    [
        ("7c 7d 7h Ts", "split; stand; stand", 20_000),
        ("7c 7d Th 7s", "split; stand; stand", 2500),
        ("7c 7d Th Ts", "split; stand; stand", 2500),
        ("7c 7d 4h 7s Tc", "split; double; stand", 2500),
        ("7c 7d 7h Ts Tc Td", "split; split; stand; stand; stand", 20_000),
        ("7d 7d 7d Ts Tc Td", "split; split; stand; stand; stand", 654_321),
        ("7c 7s 7s 7d 7d Td", "split; stand; split; stand; stand", 65_432),
        ("7c 7d 7h Ts Tc Td", "split; hit; hit", 20_000),
    ],
)
def test_BJ_4_on_a_split_the_third_card_dealt_counts(hand: str, decisions: str, paid: int) -> None:
    assert line(alone(hand, "Ts 8h", decisions), WAGER).paid_cents == paid


def test_BJ_4_a_bust_does_not_take_what_the_first_two_cards_won() -> None:
    played = alone("7c 7d Th", "Ts 8h", "hit")
    assert (net(played, "blackjack"), net(played, WAGER)) == (-1000, 2400)
    assert order(played) == [(1, "blackjack"), (1, WAGER)]


def test_BJ_4_a_surrendered_hand_keeps_its_jackpot_wager() -> None:
    played = alone("7c 7d", "Ts 8h", "surrender", surrender="late")
    assert (net(played, "blackjack"), net(played, WAGER)) == (-500, 2400)


@pytest.mark.parametrize("dealer", ["Ts Ah", "As Th"])
@pytest.mark.parametrize(("hand", "result"), [("7c 7d", 2400), ("7c Td", 100), ("Ac Td", -100)])
def test_BJ_4_a_dealer_blackjack_leaves_first_cards(dealer: str, hand: str, result: int) -> None:
    played = alone(hand, dealer, "decline" if dealer[0] == "A" else "")
    assert net(played, WAGER) == result


def test_BJ_4_a_blackjack_has_no_seven() -> None:
    played = alone("Ac Kd", "9s 8h")
    assert (net(played, "blackjack"), net(played, WAGER)) == (1500, -100)


def test_BJ_4_the_jackpot_is_paid_after_the_primary_wager_from_right_to_left() -> None:
    cards = {"1": "7c 7d", "2": "7c Td Kh", "3": "Tc 9d", "dealer": "Ts 8h"}
    played = table(cards, "1 stand; 2 hit; 3 stand")
    assert order(played) == [
        (2, "blackjack"), (2, WAGER), (3, "blackjack"), (3, WAGER), (1, "blackjack"), (1, WAGER),
    ]  # fmt: skip


def test_BJ_4_the_rightmost_seat_takes_the_meter_and_the_next_the_seed() -> None:
    cards = {"1": "7c 7c 7c", "2": "7d 7d 7d", "dealer": "Ts 8h"}
    played = table(cards, "1 hit; 2 hit")
    assert [line(played, WAGER, seat=seat).paid_cents for seat in (2, 1)] == [654_321, 200_000]


def test_BJ_6_each_level_restarts_on_its_own() -> None:
    cards = {
        "1": "7d 7d 7d",
        "2": "7c 7c 7c",
        "3": "7d 7h 7d",
        "4": "7s 7s 7s",
        "5": "7d 7d 7h",
        "dealer": "Ts 8h",
    }
    played = table(
        cards, "; ".join(f"{seat} hit" for seat in range(1, 6)), paytable="ml03", decks=8
    )
    paid = [line(played, WAGER, seat=seat).paid_cents for seat in (5, 4, 3, 2, 1)]
    assert paid == [60_007, 123_456, 50_000, 100_000, 654_321]


# ---- the dealer's up card -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions", "paid"),
    [
        ("7c 7d", "7h Ts", "stand", 20_000),
        ("7c 7d 7h", "Ts 8h", "hit", 2500),
        ("7c 7d 7h", "7s Th", "hit", 20_000),
        ("7c Td", "7h Ts", "stand", 200),
        ("Tc 9d", "7h Ts", "stand", 0),
        ("7c 7d", "Th 7s", "stand", 2500),
        ("7c 7d Kh", "7h Ts", "hit", 20_000),
        ("7c 7d", "Ts Ah", "", 2500),
        ("7c 7d 7h Ts", "9s 8h", "split; stand; stand", 2500),
    ],
)
def test_BJ_5_the_third_is_the_up_card(hand: str, dealer: str, decisions: str, paid: int) -> None:
    played = alone(hand, dealer, decisions, third_card="dealer")
    assert line(played, WAGER).paid_cents == paid


def test_BJ_5_resolved_right_after_the_deal_from_right_to_left() -> None:
    cards = {"1": "7c 7d", "2": "7c Td Kh", "3": "Tc 9d", "dealer": "7s Th"}
    played = table(cards, "1 stand; 2 hit; 3 stand", third_card="dealer")
    assert order(played)[:3] == [(3, WAGER), (2, WAGER), (1, WAGER)]
    assert order(played)[3:] == [(2, "blackjack"), (3, "blackjack"), (1, "blackjack")]


def test_BJ_5_several_meter_awards_each_take_from_what_is_left() -> None:
    full = {"1": "7c 7c", "2": "7c 7c", "dealer": "7c Th"}
    played = table(full, "1 stand; 2 stand", third_card="dealer")
    assert [line(played, WAGER, seat=seat).paid_cents for seat in (2, 1)] == [654_321, 200_000]
    tenth = {"1": "7d 7h", "2": "7h 7h", "dealer": "7d Th"}
    played = table(tenth, "1 stand; 2 stand", third_card="dealer")
    # A tenth of 654,321, then of 588,889.
    assert [line(played, WAGER, seat=seat).paid_cents for seat in (2, 1)] == [65_432, 58_888]


# ---- wager and decks ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "decisions", "paid"),
    [
        ("7c Td", "stand", 1000),
        ("7c 7d", "stand", 12_500),
        ("7c 7d 7h", "hit", 100_000),
        ("7d 7h 7d", "hit", 250_000),
        ("7c 7c 7c", "hit", 65_432),
        ("7d 7d 7d", "hit", 654_321),
    ],
)
def test_BJ_6_another_wager_multiplies_fixed_pays(hand: str, decisions: str, paid: int) -> None:
    played = alone(hand, "Ts 8h", decisions, paytable="2", stake=500, limits={WAGER: [500, 500]})
    assert line(played, WAGER).paid_cents == paid


@pytest.mark.parametrize("stake", [1, 99, 101, 500])
def test_BJ_6_the_wager_is_one_dollar_unless_the_house_fixes_another(stake: int) -> None:
    with refuses("WAGER_OUTSIDE_LIMITS"):
        alone("Tc 9d", "Ts 8h", "stand", stake=stake)


@pytest.mark.parametrize("paytable", METERS)
@pytest.mark.parametrize("version", ["player", "dealer"])
def test_BJ_6_at_least_six_decks(paytable: str, version: str) -> None:
    for decks in (6, 8):
        played = alone(
            "Tc 9d", "Ts 8h", "stand", paytable=paytable, decks=decks, third_card=version
        )
        assert net(played) == 900
    for decks in (1, 2, 4):
        with refuses("PAYTABLE_NOT_FOR_DECKS"):
            alone("Tc 9d", "Ts 8h", "stand", paytable=paytable, decks=decks, third_card=version)


def test_BJ_4_needs_the_blackjack_wager() -> None:
    with refuses("WAGER_MISSING"):
        play(
            "blackjack",
            {"1": "Tc 9d", "dealer": "Ts 8h"},
            {1: {WAGER: 100}},
            "stand",
            paytables={WAGER: "blackjack/blazing_7s/1"},
        )
