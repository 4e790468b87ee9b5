"""The progressive of Caribbean Stud: the player's own five cards. Amounts are cents."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pitboss.maths.analysis import analyze
from rules.support import PAYTABLES, record, told

DEALER = "Ac Qd 8h 7d 9c"  # does not qualify
USUAL = "caribbean_stud/progressive/500-100-50"
# The known numbers of five-card hands, of 2,598,960.
DEALT = {"flush": 5_108, "full_house": 3_744, "four_of_a_kind": 624}


def one(player: str, action: str = "raise", **rest: Any) -> dict[str, Any]:
    """A round of one seat with an ante of $10 and the progressive, its meter at $120,000.50."""
    return record(
        "caribbean_stud",
        cards={1: player, "dealer": DEALER},
        wagers={1: {"ante": 1000, "progressive": 100}},
        actions=[f"1 {action}"],
        paytables={"progressive": USUAL},
        meters={"progressive": {"main": 12_000_050}},
        **rest,
    )


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("As Ks Qs Js Ts", 12_000_050 - 100), ("9s Ks Qs Js Ts", 1_200_005 - 100),
        ("2s 2h 2d 2c Ts", 49_900), ("2s 2h 2d 3c 3s", 9_900), ("2s 4s 6s 8s Ts", 4_900),
        ("2s 3h 4d 5c 6s", -100), ("2s 2h 2d 3c 4s", -100),
    ],
)  # fmt: skip
def test_a_flush_or_better_wins_though_the_dealer_does_not_qualify(player: str, paid: int) -> None:
    assert told(one(player))[-1].split()[1::2] == ["progressive", f"{paid:+d}"]


def test_a_folded_hand_wins_unless_the_house_says_no() -> None:
    assert told(one("2s 4s 6s 8s Ts", "fold"))[-1] == "1 progressive wins +4900"
    strict = one("2s 4s 6s 8s Ts", "fold", options={"folded_qualify": "no"})
    assert told(strict)[-1] == "1 progressive loses -100"


@pytest.mark.parametrize(
    ("name", "pays"), [("500-100-50", (50, 100, 500)), ("250-150-100", (100, 150, 250))]
)
def test_the_fixed_return_is_that_of_the_known_hands(name: str, pays: tuple[int, ...]) -> None:
    paytable = PAYTABLES.get(f"caribbean_stud/progressive/{name}")
    paid = sum(hands * pay for hands, pay in zip(DEALT.values(), pays, strict=True))
    for folded in ("yes", "no"):
        found = analyze(paytable, {"folded_qualify": folded})
        assert found.fixed_return == Fraction(paid, 2_598_960)
        royal, straight_flush = found.meter_lines
        assert royal.probability == Fraction(1, 649_740)
        assert straight_flush.probability == Fraction(36, 2_598_960)


def test_the_usual_meter_breaks_even_where_4_royals_and_3_6_more_pay_for_the_rest() -> None:
    # 5,108 x $50 + 3,744 x $100 + 624 x $500 = $941,800 of $2,598,960; the rest over 4 + 3.6.
    cents = analyze(PAYTABLES.get(USUAL)).break_even_cents
    assert cents is not None
    assert Fraction(cents - 1, 100) < Fraction(2_598_960 - 941_800) / Fraction(76, 10)
    assert Fraction(cents, 100) >= Fraction(2_598_960 - 941_800) / Fraction(76, 10)
