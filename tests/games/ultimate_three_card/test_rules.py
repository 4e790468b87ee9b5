"""Ultimate Three Card Poker (Face Up), rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

JACK_HIGH = "Jc 8d 5h"
QUEEN_HIGH = "Qc 8d 5h"


def one(player: str, dealer: str, action: str = "play 1000") -> dict[str, Any]:
    """A round of one seat with $10 on ANTE and BLIND."""
    return record(
        "ultimate_three_card",
        cards={1: player, "dealer": dealer},
        wagers={1: {"ante": 1000, "blind": 1000}},
        actions=(f"1 {action}",),
    )


@pytest.mark.parametrize(
    ("player", "dealer", "lines"),
    [
        ("Kc 7d 2s", QUEEN_HIGH, ["play wins +1000", "ante wins +1000", "blind pushes 0"]),
        ("Kc 7d 2s", JACK_HIGH, ["play wins +1000", "ante pushes 0", "blind pushes 0"]),
        ("Td 7s 2h", QUEEN_HIGH, ["play loses -1000", "ante loses -1000", "blind loses -1000"]),
        ("Td 7s 2h", JACK_HIGH, ["play loses -1000", "ante pushes 0", "blind loses -1000"]),
        ("Qd 8s 5c", QUEEN_HIGH, ["play pushes 0", "ante pushes 0", "blind pushes 0"]),
        ("Jd 8s 5c", JACK_HIGH, ["play pushes 0", "ante pushes 0", "blind pushes 0"]),
    ],
)
def test_only_the_ante_needs_a_dealer_who_qualifies(
    player: str, dealer: str, lines: list[str]
) -> None:
    assert told(one(player, dealer)) == [f"1 {line}" for line in lines]


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("As Ks Qs", 100_000), ("9s Ts Js", 8_000), ("9s 9h 9d", 6_000), ("9s Th Jd", 1_500),
        ("9s 5s 2s", 1_000), ("9s 9h 2s", 0),
    ],
)  # fmt: skip
def test_blind_pays_a_winning_flush_or_better(player: str, paid: int) -> None:
    assert net(one(player, QUEEN_HIGH, "play 3000")) == {1: 3000 + 1000 + paid}
    assert net(one(player, JACK_HIGH, "play 2000")) == {1: 2000 + paid}


def test_a_flush_that_loses_is_paid_nothing() -> None:
    assert net(one("9s 5s 2s", "9c Td Jh", "play 3000")) == {1: -5000}


def test_only_a_pair_or_better_plays_more_than_once() -> None:
    assert refused(one("Ac Kd 9s", QUEEN_HIGH, "play 2000")).code == "ACTION_AMOUNT_WRONG"
    assert refused(one("9c 9d 2s", QUEEN_HIGH, "play 4000")).code == "ACTION_AMOUNT_WRONG"
    assert net(one("9c 9d 2s", QUEEN_HIGH, "play 2500")) == {1: 3500}


def test_a_fold_loses_ante_and_blind() -> None:
    folded = told(one("9c 5d 2h", QUEEN_HIGH.replace("5h", "5s"), "fold"))
    assert folded == ["1 ante loses -1000", "1 blind loses -1000"]


def test_cards_that_are_refused() -> None:
    assert refused(one("Qc 7d 2s", QUEEN_HIGH)).code == "CARD_DUPLICATED"
    assert refused(one("Kc 7d 2s", "Qc 8d")).code == "CARDS_WRONG_NUMBER"
