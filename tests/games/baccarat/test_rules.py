"""Mini-Baccarat itself: drawing rules, pays and commission (MB-1), and what holds for all games."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.money import Cents
from pitboss.rules.cards import parse_cards
from pitboss.rules.game import Deal, Misdeal
from pitboss.rules.round import Round
from rules.shoe_support import line, net, open_house, order, play, refuses
from rules.support import replay

# Banker's two-card total: the player's third cards on which the banker draws; "-" is a player who
# stood. Eight and nine are naturals and have a test of their own.
BANKER_DRAWS_ON = {
    0: "0123456789-",
    1: "0123456789-",
    2: "0123456789-",
    3: "01234567 9-",
    4: "  234567  -",
    5: "    4567  -",
    6: "      67   ",
    7: "           ",
}
WORTH = {0: "K", 1: "A", **{value: str(value) for value in range(2, 10)}}
CASES = [(banker, third) for banker in BANKER_DRAWS_ON for third in "0123456789-"]


def baccarat(player: str, banker: str, wagers: dict[str, int], **fields: Any) -> Round:
    return play("baccarat", {"player": player, "banker": banker}, {1: wagers}, **fields)


@pytest.mark.parametrize(("banker", "third"), CASES)
def test_MB_1_banker_third_card_table(banker: int, third: str) -> None:
    player = "Kc 6d" if third == "-" else f"Kc Qd {WORTH[int(third)]}h"
    drawn, stood = f"Ts {WORTH[banker]}s Js", f"Ts {WORTH[banker]}s"
    draws = third in BANKER_DRAWS_ON[banker]
    assert baccarat(player, drawn if draws else stood, {"player": 500}).waiting is None
    with refuses("CARDS_WRONG_NUMBER"):
        baccarat(player, stood if draws else drawn, {"player": 500})


@pytest.mark.parametrize("rank", "TJQK")
def test_MB_1_every_ten_and_face_is_a_zero_as_third_card(rank: str) -> None:
    assert net(baccarat(f"2c 3d {rank}h", "Ts 4s", {"player": 500})) == 500


@pytest.mark.parametrize("points", range(8))
def test_MB_1_player_draws_on_five_or_less(points: int) -> None:
    two = f"Kc {WORTH[points]}d"
    drawn, stood = f"{two} Th", two
    assert baccarat(drawn if points <= 5 else stood, "Ts 7s", {"player": 500}).waiting is None
    with refuses("CARDS_WRONG_NUMBER"):
        baccarat(stood if points <= 5 else drawn, "Ts 7s", {"player": 500})


@pytest.mark.parametrize("natural", ["K 8", "K 9", "4 5", "3 5", "9 9", "A 7"])
@pytest.mark.parametrize("other", range(8))
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_1_a_natural_of_either_stops_all_drawing(natural: str, other: int, side: str) -> None:
    first, second = natural.split()
    strong, weak = f"{first}c {second}d", f"Th {WORTH[other]}s"
    hands = (strong, weak) if side == "player" else (weak, strong)
    assert line(baccarat(*hands, {side: 500}), side).result == "wins"
    for extra in ((f"{hands[0]} 2c", hands[1]), (hands[0], f"{hands[1]} 2c")):
        with refuses("CARDS_WRONG_NUMBER"):
            baccarat(*extra, {side: 500})


@pytest.mark.parametrize(
    ("player", "banker", "player_net", "banker_net", "tie_net"),
    [
        ("2c 5d", "Ts 6s", 1000, -1000, -1000),
        ("2c 4d", "Ts 7s", -1000, 950, -1000),
        ("2c 4d", "Ts 6s", 0, 0, 8000),
        ("9c 9d", "Ts 8s", 0, 0, 8000),
        ("9c 5d 4h", "Ts 3s 5d", 0, 0, 8000),
    ],
)
def test_MB_1_pays(
    player: str, banker: str, player_net: int, banker_net: int, tie_net: int
) -> None:
    wagers = {"player": 1000, "banker": 1000, "tie": 1000}
    played = baccarat(player, banker, wagers)
    nets = tuple(line(played, wager).net_cents for wager in ("player", "banker", "tie"))
    assert nets == (player_net, banker_net, tie_net)


@pytest.mark.parametrize(
    ("stake", "won"),
    [
        (1, 0), (2, 1), (10, 9), (19, 18), (20, 19), (21, 19), (39, 37), (40, 38), (99, 94),
        (100, 95), (101, 95), (105, 99), (119, 113), (120, 114), (1050, 997), (2525, 2398),
        (39_999, 37_999), (40_000, 38_000),
    ],
)  # fmt: skip
def test_MB_1_commission_of_five_percent_is_exact_and_rounds_the_win_down(
    stake: int, won: int
) -> None:
    settled = line(baccarat("2c 4d", "Ts 7s", {"banker": stake}), "banker")
    assert (settled.back_cents, settled.paid_cents) == (stake, won)


@pytest.mark.parametrize("decks", [4, 6, 8])
def test_MB_1_a_shoe_holds_each_card_once_a_deck(decks: int) -> None:
    cards = {4: ("8c 8c", "8c 8c"), 6: ("Kc Kc Kc", "Kc Kc Kc"), 8: ("Kc Kc Kc", "Kc Kc Kc")}
    assert net(baccarat(*cards[decks], {"tie": 100}, options={"decks": decks})) == 800
    if decks == 4:
        with refuses("CARD_DUPLICATED"):
            baccarat(*cards[6], {"tie": 100}, options={"decks": decks})


@pytest.mark.parametrize("decks", [1, 2, 5, 7])
def test_MB_1_other_numbers_of_decks_are_refused(decks: int) -> None:
    with refuses("OPTION_UNKNOWN"):
        baccarat("2c 5d", "Ts 6s", {"player": 500}, options={"decks": decks})


def test_MB_1_seats_are_settled_from_the_dealers_right() -> None:
    wagers = {1: {"player": 500}, 4: {"banker": 500, "tie": 100}, 7: {"player": 300}}
    played = play("baccarat", {"player": "2c 5d", "banker": "Ts 6s"}, wagers)
    assert order(played) == [(7, "player"), (4, "banker"), (4, "tie"), (1, "player")]


@pytest.mark.parametrize(
    ("player", "banker"),
    [("2c", "Ts 6s"), ("2c 5d", "Ts"), ("2c 5d 3h", "Ts 6s"), ("", ""), ("2c 3d", "Ts 6s")],
)
def test_ALL_1_wrong_number_of_cards_is_refused_in_baccarat(player: str, banker: str) -> None:
    with refuses("CARDS_WRONG_NUMBER"):
        baccarat(player, banker, {"player": 500})


def test_ALL_1_a_misdeal_gives_every_baccarat_wager_back() -> None:
    wagers = {
        1: {"player": 1001, "dragon_player": 333, "dragon_progressive": 100},
        3: {"banker": 777, "tie": 5},
    }
    paytables = {
        "dragon_bonus": "baccarat/dragon_bonus/1",
        "dragon_progressive": "baccarat/dragon_progressive/1",
    }
    cards = {"player": "2d 3d 4d", "banker": "Ts Js"}
    played = play("baccarat", cards, wagers, "misdeal", paytables=paytables)
    backs = {(one.seat, one.wager): (one.result, one.back_cents) for one in played.settle()}
    assert backs == {
        (1, "player"): ("void", 1001),
        (1, "dragon_player"): ("void", 333),
        (1, "dragon_progressive"): ("void", 100),
        (3, "banker"): ("void", 777),
        (3, "tie"): ("void", 5),
    }
    assert net(played, seat=1) == net(played, seat=3) == 0


def test_ALL_1_a_misdeal_found_when_all_cards_are_turned_still_voids() -> None:
    played = play("baccarat", {"player": "2c 5d", "banker": "Ts 6s"}, {1: {"player": 5}}, "misdeal")
    assert [(line.result, line.net_cents) for line in played.settle()] == [("void", 0)]
    with refuses("ROUND_OVER"):
        played.step(Misdeal("once more"))


@pytest.mark.parametrize(("inside", "outside"), [(500, 499), (2500, 2501)])
def test_ALL_2_a_baccarat_wager_keeps_the_posted_limits(inside: int, outside: int) -> None:
    limits = {"player": [500, 2500]}
    assert net(baccarat("2c 5d", "Ts 6s", {"player": inside}, limits=limits)) == inside
    with refuses("WAGER_OUTSIDE_LIMITS"):
        baccarat("2c 5d", "Ts 6s", {"player": outside}, limits=limits)


def test_ALL_2_posted_limits_keep_the_regulators_ceiling_of_400_dollars() -> None:
    assert net(baccarat("2c 5d", "Ts 6s", {"player": 40_000})) == 40_000
    with refuses("WAGER_OUTSIDE_LIMITS"):
        baccarat("2c 5d", "Ts 6s", {"player": 40_001})
    with refuses("LIMITS_ABOVE_CEILING"):
        baccarat("2c 5d", "Ts 6s", {"player": 500}, limits={"player": [500, 40_001]})


def test_ALL_3_a_baccarat_round_replays_from_its_actions() -> None:
    table = open_house("baccarat", {"base": "standard", "dragon_bonus": "3"}, decks=6)
    bets = {2: {"banker": Cents(1050), "dragon_banker": Cents(25)}}
    dealt = (("player", "Kc Qd"), ("banker", "As 2h"), ("player", "Jc"), ("banker", "6d"))
    actions = [Deal(to, parse_cards(cards)) for to, cards in dealt]
    first = replay(table, bets, actions)
    assert first.history == actions
    assert [one.net_cents for one in first.settle()] == [997, 750]
    assert replay(table, bets, first.history).settle() == first.settle()
