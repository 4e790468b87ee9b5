"""Four Card Poker, rule by rule. Amounts are cents; the dealer's first card is the up card."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

KINGS = "Kc Kd 8c 7h 2d"
EIGHTS = "8c 8d 8h 3c 2c"
STRAIGHT_FLUSH = "5s 6s 7s 8s Ad"
TENS = "Td Tc 9s 6h 4d 2h"  # a pair with 9-6
FOUR_NINES = "9c 9d 9h 9s Jh Qh"
PAYTABLES = {
    "aces_up": "four_card_poker/aces_up/1",
    "progressive": "crazy4/progressive/pays-1",
    "five_card": "multi_game/five_card/01",
}


def one(player: str, dealer: str, *actions: str, **placed: int) -> dict[str, Any]:
    """A round of one seat, with an ante of ten dollars if nothing else is said."""
    return record(
        "four_card_poker",
        cards={1: player, "dealer": dealer},
        wagers={1: placed or {"ante": 1000}},
        actions=actions,
        options={"folded_qualify": "no"},
        paytables=PAYTABLES,
    )


@pytest.mark.parametrize(
    ("player", "dealer", "total"),
    [
        pytest.param(KINGS, TENS, 3000, id="better"),
        pytest.param("Ts Th 9c 6d 3c", TENS, 3000, id="a tie wins"),
        pytest.param("Ts Th 9c 5d 3c", TENS, -3000, id="worse by the last card"),
        pytest.param("2c 3d 5h 7s 8c", "2d 3h 5s 7c 9d Jh", -3000, id="jack-high qualifies"),
        pytest.param(KINGS, "2s Qs 7d Js 3h 5s", -3000, id="a flush in six cards"),
        pytest.param("2s 5s 8s Ks Kd", TENS, 3000, id="a flush has no bonus"),
        pytest.param(EIGHTS, TENS, 3000 + 2000, id="three of a kind"),
        pytest.param(STRAIGHT_FLUSH, TENS, 3000 + 20000, id="straight flush"),
        pytest.param("3c 3d 3h 3s Kc", TENS, 3000 + 25000, id="four of a kind"),
        pytest.param(STRAIGHT_FLUSH, FOUR_NINES, -3000 + 20000, id="paid when it loses"),
    ],
)
def test_ante_play_and_automatic_bonus(player: str, dealer: str, total: int) -> None:
    assert net(one(player, dealer, "1 play 2000")) == {1: total}


def test_a_fold_loses_the_ante_and_the_bonus() -> None:
    assert told(one(STRAIGHT_FLUSH, TENS, "1 fold")) == ["1 ante loses -1000"]


@pytest.mark.parametrize("cents", [999, 3001])
def test_play_is_one_to_three_times_the_ante(cents: int) -> None:
    assert refused(one(KINGS, TENS, f"1 play {cents}")).code == "ACTION_AMOUNT_WRONG"


@pytest.mark.parametrize(
    ("player", "cents"),
    [
        (KINGS, -500),
        ("Ac Ad 8c 7h 2d", 500),
        ("3c 3d 2c 2h Kd", 1000),
        ("5c 6d 7c 8h Kd", 2000),
        ("2s 5s 8s Ks Kd", 3000),
        (EIGHTS, 4500),
        (STRAIGHT_FLUSH, 20000),
        ("Ac Ad Ah As Kc", 25000),
    ],
)
def test_aces_up_is_paid_by_the_hand_alone(player: str, cents: int) -> None:
    assert net(one(player, FOUR_NINES, aces_up=500)) == {1: cents}
    folded = one(player, FOUR_NINES, "1 fold", ante=1000, aces_up=500)
    assert net(folded) == {1: cents - 1000}


def test_PS_40_the_progressive_needs_an_ante_and_pays_three_of_a_kind() -> None:
    assert refused(one(KINGS, TENS, progressive=100, aces_up=500)).code == "WAGER_NEEDS_ANOTHER"
    paid = one(EIGHTS, FOUR_NINES, "1 play 1000", ante=1000, progressive=100)
    assert told(paid)[-1] == "1 progressive wins +800"


def test_PS_35_a_folded_hand_loses_the_progressive_where_the_house_says_so() -> None:
    folded = one(EIGHTS, FOUR_NINES, "1 fold", ante=1000, progressive=100)
    assert told(folded) == ["1 ante loses -1000", "1 progressive loses -100"]


@pytest.mark.parametrize(
    ("player", "told_of_five"),
    [
        ("5s 6s 7s 8s Ad", "loses -100"),  # a straight flush of four cards, and nothing of five
        ("8c 8d 8h 3c 3d", "wins +4900"),  # a full house needs all five
    ],
)
def test_PS_30_the_multi_game_wager_counts_all_five_cards(player: str, told_of_five: str) -> None:
    paid = one(player, FOUR_NINES, "1 play 1000", ante=1000, five_card=100)
    assert told(paid)[-1] == f"1 five_card {told_of_five}"


def test_PS_30_the_multi_game_wager_needs_an_ante() -> None:
    assert refused(one(KINGS, TENS, five_card=100, aces_up=500)).code == "WAGER_NEEDS_ANOTHER"
