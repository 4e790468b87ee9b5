"""Dragon Bonus on either side: margins, naturals, ties, the three paytables (MB-2 to MB-4)."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.rules.round import Round
from rules.shoe_support import line, net, play, refuses

# Player hand, banker hand. Every win here is without a natural.
PLAYER_WINS_BY = {
    1: ("3c 4d", "Ks Qh 6d"),
    2: ("3c 4d", "Ks Qh 5d"),
    3: ("3c 4d", "Ks Qh 4h"),
    4: ("3c 4d", "Ks Qh 3d"),
    5: ("3c 4d", "Ks Qh 2d"),
    6: ("2c 4d", "Ks Qh Jd"),
    7: ("3c 4d", "Ks Qh Jd"),
    8: ("2c 3d 3h", "Ks Qh Jd"),
    9: ("2c 3d 4h", "Ks Qh Jd"),
}
BANKER_WINS_BY = {
    1: ("Ks Qh 6d", "3c 4d"),
    2: ("Ks Qh 5d", "3c 4d"),
    3: ("Ks Qh 4h", "3c 4d"),
    4: ("Ks Qh 3d", "3c 4d"),
    5: ("Ks Qh 2d", "3c 4d"),
    6: ("Ks Qh Jd", "2c 4d"),
    7: ("Ks Qh Jd", "3c 4d"),
    8: ("Ks Qh Jd", "Ac 2d 5h"),
    9: ("Ks Qh Jd", "Ac 2d 6h"),
}
WINS = {"player": PLAYER_WINS_BY, "banker": BANKER_WINS_BY}

# What $1 wins, in dollars, by the margin; a win by less than four points loses the dollar.
PAYS = {
    "1": {1: -1, 2: -1, 3: -1, 4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30},
    "2": {1: -1, 2: -1, 3: -1, 4: 1, 5: 3, 6: 4, 7: 7, 8: 8, 9: 20},
    "3": {1: -1, 2: -1, 3: -1, 4: 2, 5: 2, 6: 4, 7: 4, 8: 10, 9: 30},
}
OTHER = {"player": "banker", "banker": "player"}

# Stronger hand first; the margin never matters.
NATURAL_WINS = [
    ("4c 5d", "Ks Qh"),
    ("3c 5d", "Ks Qh"),
    ("4c 5d", "3s 5h"),
    ("Kc 9d", "2s 5h"),
    ("Kc 8d", "3s 4h"),
    ("9c 9d", "As Ah"),
]
NATURAL_TIES = [("3c 5d", "Ks 8h"), ("9c 9d", "4s 4h"), ("4c 5d", "Ks 9h"), ("2c 7d", "3s 6h")]
PLAIN_TIES = [
    ("2c 4d", "2s 4h"),
    ("3c 4d", "3s 4h"),
    ("Kc Qd Jh", "Ks Qh Jd"),
    ("2c 3d 3h", "As 2h 5d"),
    ("2c 3d 4h", "2s 3h 4d"),
    ("2c 3d 2h", "3s 4h"),
]


def dragon(hands: tuple[str, str], wagers: dict[str, int], paytable: str, **more: Any) -> Round:
    cards = {"player": hands[0], "banker": hands[1]}
    chosen = {"dragon_bonus": f"baccarat/dragon_bonus/{paytable}"}
    return play("baccarat", cards, {1: wagers}, paytables=chosen, **more)


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("margin", range(1, 10))
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_4_each_margin_pays_by_its_table(side: str, margin: int, paytable: str) -> None:
    wagers = {"tie": 500, f"dragon_{side}": 100, f"dragon_{OTHER[side]}": 300}
    played = dragon(WINS[side][margin], wagers, paytable)
    assert line(played, f"dragon_{side}").net_cents == 100 * PAYS[paytable][margin]
    assert line(played, f"dragon_{OTHER[side]}").net_cents == -300


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("margin", [4, 9])
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_3_a_win_gives_back_stake_and_odds(side: str, margin: int, paytable: str) -> None:
    settled = line(
        dragon(WINS[side][margin], {side: 500, f"dragon_{side}": 7}, paytable), f"dragon_{side}"
    )
    assert (settled.back_cents, settled.paid_cents) == (7, 7 * PAYS[paytable][margin])


@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_3_a_win_by_three_points_loses(side: str) -> None:
    played = dragon(WINS[side][3], {side: 500, f"dragon_{side}": 100}, "1")
    assert line(played, f"dragon_{side}").result == "loses"
    assert net(played, f"dragon_{side}") == -100
    assert line(played, side).result == "wins"


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("hands", NATURAL_WINS)
@pytest.mark.parametrize("side", ["player", "banker"])
def test_MB_3_a_natural_win_pays_even_money_by_whatever_margin(
    side: str, hands: tuple[str, str], paytable: str
) -> None:
    dealt = hands if side == "player" else (hands[1], hands[0])
    wagers = {"tie": 500, f"dragon_{side}": 101, f"dragon_{OTHER[side]}": 100}
    played = dragon(dealt, wagers, paytable)
    assert net(played, f"dragon_{side}") == 101
    assert net(played, f"dragon_{OTHER[side]}") == -100


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("hands", NATURAL_TIES)
def test_MB_3_natural_tie_pushes(hands: tuple[str, str], paytable: str) -> None:
    wagers = {"player": 500, "dragon_player": 100, "dragon_banker": 200}
    played = dragon(hands, wagers, paytable)
    settled = [line(played, f"dragon_{side}") for side in ("player", "banker")]
    assert [(one.result, one.back_cents, one.paid_cents) for one in settled] == [
        ("pushes", 100, 0),
        ("pushes", 200, 0),
    ]


@pytest.mark.parametrize("paytable", PAYS)
@pytest.mark.parametrize("hands", PLAIN_TIES)
def test_MB_3_any_other_tie_loses(hands: tuple[str, str], paytable: str) -> None:
    wagers = {"player": 500, "dragon_player": 100, "dragon_banker": 200}
    played = dragon(hands, wagers, paytable)
    assert net(played, "player") == 0
    assert net(played, "dragon_player") == -100
    assert net(played, "dragon_banker") == -200


@pytest.mark.parametrize("side", ["dragon_player", "dragon_banker"])
def test_MB_2_the_house_may_require_a_base_wager(side: str) -> None:
    with refuses("WAGER_MISSING"):
        dragon(PLAYER_WINS_BY[9], {side: 100}, "1")
    with refuses("WAGER_MISSING"):
        dragon(PLAYER_WINS_BY[9], {side: 100}, "1", options={"base_required": "yes"})


@pytest.mark.parametrize(("side", "result"), [("dragon_player", 3000), ("dragon_banker", -100)])
def test_MB_2_the_house_may_do_without_a_base_wager(side: str, result: int) -> None:
    played = dragon(PLAYER_WINS_BY[9], {side: 100}, "1", options={"base_required": "no"})
    assert net(played) == result


@pytest.mark.parametrize("base", ["player", "banker", "tie"])
@pytest.mark.parametrize("side", ["dragon_player", "dragon_banker"])
def test_MB_2_the_side_is_free_whatever_the_base_wager(base: str, side: str) -> None:
    won = {"dragon_player": 3000, "dragon_banker": -100}
    played = dragon(PLAYER_WINS_BY[9], {base: 500, side: 100}, "1")
    assert line(played, side).net_cents == won[side]


def test_MB_2_no_dragon_bonus_where_the_table_has_no_paytable_for_it() -> None:
    cards = dict(zip(("player", "banker"), PLAYER_WINS_BY[9], strict=True))
    with refuses("PAYTABLE_MISSING"):
        play("baccarat", cards, {1: {"player": 500, "dragon_player": 100}})


def test_MB_2_dragon_bonus_keeps_its_own_posted_limits() -> None:
    limits = {"dragon_player": [100, 2500]}
    for cents in (99, 2501):
        with refuses("WAGER_OUTSIDE_LIMITS"):
            dragon(PLAYER_WINS_BY[9], {"player": 500, "dragon_player": cents}, "1", limits=limits)
