"""6-5-4 Poker, line by line of the specification. Amounts are cents.

The dealer's first card is the up card, the second the one turned after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from rules.support import line_of, net, record, refused, settle, told

NINES = "9c 9d 6h 4s 2c"
QUEENS = "Qc Qd 9c 7h 2d"
STRAIGHT_FLUSH = "5s 6s 7s 8s Ad"
FOURS = "4c 4d 4h 4s 9c"
FOUR_ACES = "Ac Ad Ah As 9c"
SIX_LOW = "3d 5h 7c 9s Jc Kh"  # plays six cards: king-high


def one(
    player: str,
    dealer: str,
    action: str = "1 play",
    *,
    queens_up: int = 0,
    name: str = "1",
    **rest: object,
) -> dict[str, Any]:
    """A round of one seat with an ante of ten dollars."""
    placed = {"ante": 1000} | ({"queens_up": queens_up} if queens_up else {})
    tables = {"paytables": {"queens_up": f"six_five_four/queens_up/{name}"}} if queens_up else {}
    return record(
        "six_five_four",
        cards={1: player, "dealer": dealer},
        wagers={1: placed},
        actions=(action,),
        **{**tables, **rest},
    )


@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        pytest.param("9s Ts Jh Qd Kc 2h", "straight, king high of 6 cards", id="nine"),
        pytest.param("2s Ac Ks Qh 8d 7c", "ace-king high of 6 cards", id="deuce"),
        pytest.param("As Ac 9h 8d 5c 3h", "nine-eight high of 4 cards", id="ace, then ace"),
        pytest.param("As 2c 9h 8d 5c Kh", "king-nine high of 5 cards", id="ace"),
        pytest.param("Ts 9h Td Jc 3d 5h", "jack-ten high of 5 cards", id="ten, then nine"),
        pytest.param("Ts Th Td Tc 3d 5h", "pair of tens of 4 cards", id="ten, then ten"),
        pytest.param("Ks Jh Td Tc 3d 5h", "pair of tens of 4 cards", id="king, then jack"),
        pytest.param("9s Th Td Tc 3d 5h", "three tens of 6 cards", id="nine keeps all"),
    ],
)
def test_SF_2_the_up_cards_decide_how_many_cards_play(dealer: str, words: str) -> None:
    rule = line_of(one("2d 4c 6s 8h Js", dealer), 1, "play").rule
    assert f"the dealer's {words}" in rule


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("8c 8d 8h 8s 2d 3d", -2000),  # six cards: four eights
        ("Tc 8d 8h 8s 2d 3d", -2000),  # five cards: three eights
        ("Tc Jd 8h 8s 2d 3d", 2000),  # four cards: a pair of eights
        ("Tc Jd 8h 8s 3d 3h", -2000),  # four cards: two pair
        ("Tc Td Th Ts 3d 5h", -2000),  # the tens that are left still count
    ],
)
def test_SF_2_discarded_cards_do_not_count(dealer: str, total: int) -> None:
    assert net(one(NINES, dealer)) == {1: total}


def test_SF_1_the_fifth_and_sixth_card_do_not_play() -> None:
    tied = one("As Kh 9c 7d 5s", "4c Ad Kc 9h 7s 2c")
    assert told(tied) == ["1 play pushes 0", "1 ante pushes 0"]


def test_SF_1_the_dealer_always_qualifies() -> None:
    lowest = "Jc Td 6h 4s 8d 2c"  # jack and ten go: eight-high
    assert told(one("9c 8h 6d 5c 3s", lowest)) == ["1 play wins +1000", "1 ante wins +1000"]
    assert net(one("7c 5h 4d 3c 2s", "Jc Td 8h 6s 4h 2c")) == {1: 2000}  # a straight, 5-4-3-2
    assert net(one("7c 6h 4d 3c 2s", "Jc Td 8h 6s 4h 2c")) == {1: -2000}


@pytest.mark.parametrize(
    ("player", "dealer", "total"),
    [
        ("8c 8d 8h 2s 3c", "6h Ah Th 4h 2c Kd", 2000),  # trips beat a flush
        ("Ac 2d 3h 4s 9c", "2c 3d 4h 5s Jd Kd", -2000),  # 4-3-2-A is the lowest straight
        ("Ac 2d 3h 4s 9c", "2c 2h 4h 4d Ad Kd", 2000),
    ],
)
def test_SF_1_ranking(player: str, dealer: str, total: int) -> None:
    assert net(one(player, dealer)) == {1: total}


def test_SF_3_fold_loses_the_ante_only() -> None:
    assert told(one(NINES, SIX_LOW, "1 fold")) == ["1 ante loses -1000"]


def test_SF_3_win_loss_and_tie() -> None:
    assert told(one(NINES, SIX_LOW)) == ["1 play wins +1000", "1 ante wins +1000"]
    assert told(one("8d 6s 4c 3h 2h", SIX_LOW)) == ["1 play loses -1000", "1 ante loses -1000"]
    assert told(one("Kd Js 9h 7d 2c", SIX_LOW)) == ["1 play pushes 0", "1 ante pushes 0"]


@pytest.mark.parametrize("cents", [999, 1001, 3000])
def test_SF_3_play_equals_the_ante_whatever_the_hand(cents: int) -> None:
    assert refused(one(FOUR_ACES, SIX_LOW, f"1 play {cents}")).code == "ACTION_AMOUNT_WRONG"


@pytest.mark.parametrize(
    ("player", "paid"), [(STRAIGHT_FLUSH, 10000), (FOURS, 20000), (FOUR_ACES, 100000)]
)
def test_SF_4_ante_bonus_beside_a_win(player: str, paid: int) -> None:
    assert told(one(player, "3d 5h 7c 9s Jc Kh")) == [
        "1 play wins +1000",
        "1 ante wins +1000",
        f"1 ante_bonus wins +{paid}",
    ]


def test_SF_4_ante_bonus_on_a_loss() -> None:
    assert told(one(STRAIGHT_FLUSH, "2c 2d 2h 2s Jc Kh")) == [
        "1 play loses -1000",
        "1 ante loses -1000",
        "1 ante_bonus wins +10000",
    ]


def test_SF_4_ante_bonus_on_a_tie() -> None:
    assert told(one(STRAIGHT_FLUSH, "5d 6d 7d 8d Jc Kh")) == [
        "1 play pushes 0",
        "1 ante pushes 0",
        "1 ante_bonus wins +10000",
    ]


def test_SF_4_no_ante_bonus_below_a_straight_flush() -> None:
    assert told(one("8c 8d 8h 2s 3c", SIX_LOW)) == [
        "1 play wins +1000",
        "1 ante wins +1000",
    ]


@pytest.mark.parametrize(
    ("player", "won"),
    [
        ("Jd Js 9c 7h 2d", -500),
        (QUEENS, 500),
        ("2c 2d 4h 4s 9c", 1000),
        ("5c 6d 7h 8s Ad", 1500),
        ("Ah Th 6h 4h 2c", 2000),
        ("8c 8d 8h 2s 3c", 4000),
        (STRAIGHT_FLUSH, 20000),
        (FOURS, 25000),
        (FOUR_ACES, 25000),
    ],
)
@pytest.mark.parametrize("action", ["1 play", "1 fold"])
def test_SF_5_queens_up_played_or_folded(player: str, won: int, action: str) -> None:
    played = one(player, "3d 5h 7c 9s Jc Kh", action, queens_up=500)
    assert line_of(played, 1, "queens_up").net_cents == won


def test_SF_5_queens_up_on_a_folded_hand_beside_the_lost_ante() -> None:
    folded = one(QUEENS, SIX_LOW, "1 fold", queens_up=3000)
    assert told(folded) == ["1 ante loses -1000", "1 queens_up wins +3000"]


@pytest.mark.parametrize(
    ("name", "three_of_a_kind", "straight_flush"), [("1", 8, 40), ("2", 8, 30), ("3", 7, 40)]
)
def test_SF_6_three_queens_up_tables(name: str, three_of_a_kind: int, straight_flush: int) -> None:
    for player, odds in (("8c 8d 8h 2s 3c", three_of_a_kind), (STRAIGHT_FLUSH, straight_flush)):
        played = one(player, "3d 5h 7c 9s Jc Kh", queens_up=100, name=name)
        assert line_of(played, 1, "queens_up").paid_cents == odds * 100


def test_SF_5_a_house_need_not_pay_queens_up_on_a_folded_hand() -> None:
    folded = one(QUEENS, SIX_LOW, "1 fold", queens_up=3000, options={"folded_queens_up": "no"})
    assert told(folded) == ["1 ante loses -1000", "1 queens_up loses -3000"]


def test_SF_5_settled_from_the_dealers_right() -> None:
    played = record(
        "six_five_four",
        paytables={"queens_up": "six_five_four/queens_up/1"},
        cards={1: QUEENS, 2: STRAIGHT_FLUSH, 4: "Ah Kd 4h 6c 8c", "dealer": "3d 5h 7c 9s Jc Kh"},
        wagers={seat: {"ante": 1000, "queens_up": 500} for seat in (1, 2, 4)},
        actions=("1 play", "2 play", "4 fold"),
    )
    assert told(played) == [
        "4 ante loses -1000",
        "4 queens_up loses -500",
        "2 play wins +1000",
        "2 ante wins +1000",
        "2 ante_bonus wins +10000",
        "2 queens_up wins +20000",
        "1 play wins +1000",
        "1 ante wins +1000",
        "1 queens_up wins +500",
    ]


def test_SF_4_a_house_file_with_a_fixed_ante_bonus_pays_it_or_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "six_five_four" / "base" / "fixed.toml"
    path.parent.mkdir(parents=True)
    path.write_text(
        'title = "Fixed"\ngames = ["six_five_four"]\nwager = "$10"\n[source]\nname = "house"\n'
        '[pays]\nstraight_flush = "$50"\nfour_of_a_kind = "$60"\nfour_aces = "$70"\n'
        '[labels]\nstraight_flush = { short = "SF", long = "SF" }\n'
        'four_of_a_kind = { short = "4K", long = "4K" }\n'
        'four_aces = { short = "4A", long = "4A" }\n'
    )
    tables = {"base": "six_five_four/base/fixed"}
    try:
        lines = settle(one(STRAIGHT_FLUSH, SIX_LOW, paytables=tables), Paytables(tmp_path))
    except Refusal:
        return
    assert [line.paid_cents for line in lines if line.wager == "ante_bonus"] == [5000]
