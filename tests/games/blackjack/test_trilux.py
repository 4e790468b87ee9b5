"""TriLux, one jackpot of two, and what holds for all games at a blackjack table (BJ-7, BJ-8)."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from pitboss.money import Cents
from pitboss.rules.cards import parse_cards
from pitboss.rules.game import Deal
from pitboss.rules.meters import Meters
from pitboss.rules.round import Round
from rules.shoe_support import line, net, open_house, order, play, refuses
from rules.support import replay

WAGER = "trilux"
PAYTABLE = {WAGER: "blackjack/trilux/6"}
METERS = {WAGER: {"main": 345_678}}


def table(cards: dict[str, str], decisions: str, *, stake: int = 100, **fields: Any) -> Round:
    wagers = {int(to): {"blackjack": 1000, WAGER: stake} for to in cards if to != "dealer"}
    defaults = {"paytables": PAYTABLE, "meters": METERS}
    return play("blackjack", cards, wagers, decisions, **(defaults | fields))


# Hand, the dealer's up card, and the net of $1.
OUTCOMES = [
    ("Ac Ac", "Ac", 345_578), ("Ad Ad", "Ad", 345_578), ("Ah Ah", "Ah", 345_578),
    ("As As", "As", 345_578),
    ("7d 7d", "7d", 12_400), ("Ks Ks", "Ks", 12_400), ("2c 2c", "2c", 12_400),
    ("Ac 2c", "3c", 2400), ("2d Ad", "3d", 2400), ("Qh Kh", "Ah", 2400), ("Ks As", "Qs", 2400),
    ("5c 7c", "6c", 2400), ("Td Jd", "9d", 2400),
    ("Ac Ac", "Ad", 1900), ("7c 7d", "7h", 1900), ("Kc Kc", "Ks", 1900), ("2d 2h", "2s", 1900),
    ("Ac 2d", "3h", 600), ("3c Ad", "2d", 600), ("Qc Kc", "Ad", 600), ("Ac Kd", "Qd", 600),
    ("5c 6d", "7c", 600), ("9d Jd", "Th", 600), ("4h 2h", "3c", 600),
    ("2c 5c", "9c", 400), ("Kd 2d", "Ad", 400), ("Ah Kh", "2h", 400), ("7s 7s", "9s", 400),
    ("As As", "2s", 400), ("Qc Kc", "2c", 400), ("Ac 3c", "4c", 400),
    ("Kc 2d", "Ah", -100), ("Ac Kd", "2d", -100), ("7c 7d", "8h", -100), ("2c 3c", "4c", 2400),
    ("2c 3c", "5c", 400), ("2c 3d", "5h", -100), ("Jc Kd", "Ah", -100), ("2c 5c", "9d", -100),
    ("Ac 2d", "2h", -100), ("Kc Kd", "Ah", -100),
]  # fmt: skip


def after_the_deal(first: str, second: str, up: str) -> int:
    """What $1 of TriLux has won once the last card is dealt, before anybody decides anything."""
    house = open_house("blackjack", {"base": "standard", WAGER: "6"})
    bets = {1: {"blackjack": Cents(1000), WAGER: Cents(100)}}
    played = Round(house, bets, Meters({WAGER: {"main": Cents(345_678)}}))
    for to, card in (("1", first), ("dealer", up), ("1", second), ("dealer", "9d")):
        assert not played.lines
        played.step(Deal(to, parse_cards(card)))
    assert played.lines[0].wager == WAGER
    return played.lines[0].net_cents


@pytest.mark.parametrize(("hand", "up", "result"), OUTCOMES)
def test_BJ_7_every_outcome(hand: str, up: str, result: int) -> None:
    first, second = hand.split()
    assert after_the_deal(first, second, up) == after_the_deal(second, first, up) == result


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        (("Ac", "2d", "3h"), 600),
        (("Ac", "2c", "3c"), 2400),
        (("Qc", "Kd", "Ah"), 600),
        (("Qs", "Ks", "As"), 2400),
        (("Kc", "Ad", "2h"), -100),
        (("Kd", "Ad", "2d"), 400),
        (("Kd", "Kc", "Kd"), 1900),
    ],
)
def test_BJ_7_the_order_of_cards_is_no_matter(cards: tuple[str, str, str], result: int) -> None:
    assert {after_the_deal(*dealt) for dealt in permutations(cards)} == {result}


def test_BJ_7_only_the_up_card_counts_not_the_hole_card_nor_a_hit() -> None:
    assert net(table({"1": "5c 6c", "dealer": "Th 7c"}, "stand"), WAGER) == -100
    assert net(table({"1": "5c 6c 7c", "dealer": "Th 8c"}, "hit; stand"), WAGER) == -100


def test_BJ_7_the_stake_is_not_returned() -> None:
    settled = line(table({"1": "5c 6d", "dealer": "7h Tc"}, "stand"), WAGER)
    assert (settled.back_cents, settled.paid_cents, settled.source) == (0, 700, "tray")


def test_BJ_7_paid_also_against_a_dealer_blackjack_and_before_everything_else() -> None:
    played = table({"1": "Qc Kc", "dealer": "Ac Jd"}, "decline")
    assert order(played) == [(1, WAGER), (1, "blackjack")]
    assert (net(played, WAGER), net(played, "blackjack")) == (2400, -1000)


def test_BJ_7_the_rightmost_seat_takes_the_meter_and_the_next_the_seed() -> None:
    cards = {"1": "As As", "2": "As As", "dealer": "As 9d"}
    played = table(cards, "1 decline; 2 decline; 1 stand; 2 stand")
    assert [line(played, WAGER, seat=seat).paid_cents for seat in (2, 1)] == [345_678, 100_000]


@pytest.mark.parametrize(
    ("hand", "up", "paid"),
    [("2c 5c", "9c", 2500), ("Ks Ks", "Ks", 62_500), ("As As", "As", 345_678)],
)
def test_BJ_7_another_fixed_wager_multiplies_the_fixed_pays(hand: str, up: str, paid: int) -> None:
    decline = "decline; " if up[0] == "A" else ""
    cards = {"1": hand, "dealer": f"{up} 9d"}
    played = table(cards, f"{decline}stand", stake=500, limits={WAGER: [500, 500]})
    assert line(played, WAGER).paid_cents == paid


@pytest.mark.parametrize("decks", [1, 2, 4])
def test_BJ_7_six_or_eight_decks_only(decks: int) -> None:
    cards = {"1": "Tc 9d", "dealer": "Ts 8h"}
    assert net(table(cards, "stand", options={"decks": 6})) == 900
    assert net(table(cards, "stand", options={"decks": 8})) == 900
    with refuses("PAYTABLE_NOT_FOR_DECKS"):
        table(cards, "stand", options={"decks": decks})


@pytest.mark.parametrize("name", ["1", "2", "ml03", "ml04"])
def test_BJ_8_both_jackpots_at_a_house_money_table_are_refused(name: str) -> None:
    both = PAYTABLE | {"blazing_7s": f"blackjack/blazing_7s/{name}"}
    cards = {"1": "Tc 9d", "dealer": "Ts 8h"}
    table(cards, "stand", paytables=both)
    with refuses("JACKPOTS_BOTH"):
        table(cards, "stand", paytables=both | {"house_money": "blackjack/house_money/1"})


@pytest.mark.parametrize(
    ("jackpot", "paytable"),
    [(WAGER, "blackjack/trilux/6"), ("blazing_7s", "blackjack/blazing_7s/1")],
)
def test_BJ_8_either_jackpot_goes_with_house_money(jackpot: str, paytable: str) -> None:
    paytables = {"house_money": "blackjack/house_money/1", jackpot: paytable}
    wagers = {1: {"blackjack": 1000, "house_money": 500, jackpot: 100}}
    cards = {"1": "6c 7d", "dealer": "8s Th"}
    played = play("blackjack", cards, wagers, "leave 1000; stand", paytables=paytables)
    assert net(played, "house_money") == 500
    assert net(played, "blackjack") == -2000
    assert net(played, jackpot) == {WAGER: 600, "blazing_7s": 100}[jackpot]


def test_BJ_8_a_jackpot_the_table_does_not_offer_is_refused() -> None:
    wagers = {1: {"blackjack": 1000, "blazing_7s": 100}}
    with refuses("PAYTABLE_MISSING"):
        play("blackjack", {"1": "Tc 9d", "dealer": "Ts 8h"}, wagers, "stand", paytables=PAYTABLE)


# ---- all games ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "dealer", "decisions"),
    [
        ("Tc", "Ts 8h", ""),
        ("Tc 9d", "Ts", ""),
        ("Tc 9d 2h", "Ts 8h", "stand"),
        ("Tc 9d", "Ts 8h 2c", "stand"),
        ("Tc 2d", "Ts 8h", "hit; stand"),
        ("Tc 9d", "Ts 6h", "stand"),
    ],
)
def test_ALL_1_a_wrong_number_of_cards_is_refused(hand: str, dealer: str, decisions: str) -> None:
    with refuses("CARDS_WRONG_NUMBER"):
        play("blackjack", {"1": hand, "dealer": dealer}, {1: {"blackjack": 1000}}, decisions)


def test_ALL_1_a_misdeal_takes_back_a_jackpot_already_resolved() -> None:
    cards = {"1": "5c 6d", "2": "Tc 8d", "dealer": "7h Ts"}
    played = table(cards, "1 double; misdeal")
    assert {(one.seat, one.wager): one.back_cents for one in played.settle()} == {
        (1, "blackjack"): 2000,
        (1, WAGER): 100,
        (2, "blackjack"): 1000,
        (2, WAGER): 100,
    }
    assert (net(played, seat=1), net(played, seat=2)) == (0, 0)


@pytest.mark.parametrize("wager", ["blackjack", "house_money"])
def test_ALL_2_blackjack_wagers_keep_the_posted_limits_and_the_ceiling(wager: str) -> None:
    cards = {"1": "Tc 8d", "dealer": "9s 7h Kc"}
    paytables = {"house_money": "blackjack/house_money/1"}

    def bet(cents: int, limits: dict[str, list[int]]) -> Round:
        wagers = {1: {"blackjack": 1000, "house_money": 1000} | {wager: cents}}
        return play("blackjack", cards, wagers, "stand", paytables=paytables, limits=limits)

    posted = {wager: [500, 2500]}
    assert line(bet(500, posted), wager).stake_cents == 500
    assert line(bet(2500, posted), wager).stake_cents == 2500
    assert line(bet(40_000, {}), wager).stake_cents == 40_000
    for cents, limits in ((499, posted), (2501, posted), (40_001, {})):
        with refuses("WAGER_OUTSIDE_LIMITS"):
            bet(cents, limits)
    with refuses("LIMITS_ABOVE_CEILING"):
        bet(1000, {wager: [500, 40_001]})


def test_ALL_3_a_blackjack_round_replays_from_its_actions() -> None:
    paytables = {"house_money": "blackjack/house_money/1", **PAYTABLE}
    wagers = {2: {"blackjack": Cents(1000), "house_money": Cents(500), WAGER: Cents(100)}}
    cards = {"2": "8c 8d 3h Ts 9c", "dealer": "8h Td"}
    decisions = "2 leave 2000; 2 split; 2 double; 2 stand"
    played = play("blackjack", cards, wagers, decisions, paytables=paytables)
    assert [one.net_cents for one in played.settle()] == [1900, 1500, -3000, 6000]
    house = open_house("blackjack", {"base": "standard", "house_money": "1", WAGER: "6"})
    again = replay(house, wagers, played.history)
    assert again.settle() == played.settle()
    assert again.history == played.history
