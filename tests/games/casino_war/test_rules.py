"""Casino War, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import line_of, net, record, refused, told

STANDARD = {"base": "casino_war/base/standard"}
TIE = {"tie": "casino_war/tie/10"}


def one(player: str, dealer: str, *actions: str, **rest: Any) -> dict[str, Any]:
    """A round of one seat with an initial wager of $10."""
    wagers = {1: {"initial": 1000} | rest.pop("wagers", {})}
    return record(
        "casino_war",
        cards={1: player, "dealer": dealer},
        wagers=wagers,
        actions=[f"1 {action}" for action in actions],
        **rest,
    )


@pytest.mark.parametrize(
    ("player", "dealer", "line"),
    [
        ("3c", "2s", "1 initial wins +1000"),
        ("Ac", "Ks", "1 initial wins +1000"),  # the ace is high
        ("2c", "As", "1 initial loses -1000"),
        ("Jh", "Qh", "1 initial loses -1000"),
    ],
)
def test_the_higher_card_wins_and_nobody_decides(player: str, dealer: str, line: str) -> None:
    assert told(one(player, dealer)) == [line]
    assert refused(one(player, dealer, "war")).code == "ACTION_ILLEGAL"


@pytest.mark.parametrize(
    ("own", "other", "lines"),
    [
        ("9d", "8s", ["1 war wins +1000", "1 initial pushes 0"]),
        ("8d", "9s", ["1 war loses -1000", "1 initial loses -1000"]),
    ],
)
def test_a_war_is_won_or_loses_both_wagers(own: str, other: str, lines: list[str]) -> None:
    for paytables in ({}, STANDARD):
        fought = one(f"Kc {own}", f"Kh {other}", "war", paytables=paytables)
        assert told(fought) == lines


def test_a_second_tie_wins_and_the_bonus_doubles_it() -> None:
    assert told(one("Kc 9d", "Kh 9s", "war")) == ["1 war wins +2000", "1 initial pushes 0"]
    without = one("Kc 9d", "Kh 9s", "war", paytables=STANDARD)
    assert told(without) == ["1 war wins +1000", "1 initial pushes 0"]


def test_a_surrender_gives_up_half_and_deals_no_war() -> None:
    given_up = one("Kc", "Kh", "surrender")
    assert told(given_up) == ["1 initial surrendered -500"]
    assert line_of(given_up, 1, "initial").hand == 0
    assert refused(one("Kc 9d", "Kh 9s", "surrender")).code == "CARDS_WRONG_NUMBER"


def test_half_of_an_odd_amount_is_rounded_down_for_the_player() -> None:
    odd = one("Kc", "Kh", "surrender", wagers={"initial": 501})
    assert told(odd) == ["1 initial surrendered -251"]


def test_tie_looks_at_the_first_cards_only_and_needs_no_war() -> None:
    wagers = {"tie": 500}
    lost = one("Kc", "9h", wagers=wagers, paytables=TIE)
    assert told(lost)[-1] == "1 tie loses -500"
    for action, cards in (("surrender", ("Kc", "Kh")), ("war", ("Kc 2d", "Kh 9s"))):
        won = one(*cards, action, wagers=wagers, paytables=TIE)
        assert told(won)[-1] == "1 tie wins +5000"


def test_one_card_of_the_dealer_stands_against_every_war() -> None:
    fought = record(
        "casino_war",
        cards={1: "Kc 9d", 2: "Ks", 3: "Kd 5c", 4: "Qd", "dealer": "Kh 8s"},
        wagers={seat: {"initial": 1000} for seat in (1, 2, 3, 4)},
        actions=["1 war", "2 surrender", "3 war"],
    )
    assert net(fought) == {1: 1000, 2: -500, 3: -2000, 4: -1000}


def test_a_shoe_has_each_card_once_for_each_deck() -> None:
    assert told(one("Kc 9d", "Kc 9d", "war"))[0] == "1 war wins +2000"
    alone = one("Kc 9d", "Kc 9d", "war", options={"decks": 1})
    assert refused(alone).code == "CARD_DUPLICATED"
