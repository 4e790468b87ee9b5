"""Tax that a winner does not bring: the house owes it all the same and bears it, with a name."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import payments
from pitboss.floor.facts.values import Payment
from pitboss.money import Cents

from .support import Floor, micros
from .test_payments import CHECKED, ask, code, tray_prize, washington

# 24 % of $2,999 won on $1, which nobody gave a tax number for.
TAX = Cents(71_976)
TRAY = replace(
    CHECKED, method="tray", check_number="", tax_reason="he left with his chips", witness="eve"
)


def pay(floor: Floor, payment: Payment) -> Any:
    return ask(floor, payments.PayPrize, award="tray-1", payment=payment, badge="ann")


def test_the_house_bears_what_the_winner_does_not_bring_and_a_void_takes_it_back() -> None:
    floor = tray_prize()
    before = dict(floor.state.balances.items())
    (paid,) = pay(floor, replace(TRAY, tax_borne_cents=TAX))
    assert (paid.withheld_cents, paid.collected_cents, paid.borne_cents) == (0, 0, TAX)
    assert paid.parts[0].borne_cents == TAX
    moved = {
        name: amount - before.get(name, 0)
        for name, amount in floor.state.balances.items()
        if amount != before.get(name, 0)
    }
    assert moved == {"house": -micros(TAX), "withheld": micros(TAX)}
    void: dict[str, Any] = {"award": "tray-1", "reason": "spoiled", "badges": ("eve", "sam")}
    assert code(ask(floor, payments.VoidPayment, **void)) == ""
    assert dict(floor.state.balances.items()) == {**before, "withheld": 0}
    assert floor.state.award("tray-1").borne_cents == 0


def test_he_may_bring_a_part_of_it() -> None:
    (paid,) = pay(tray_prize(), replace(TRAY, tax_borne_cents=Cents(50_000)))
    assert (paid.withheld_cents, paid.borne_cents) == (21_976, 50_000)


@pytest.mark.parametrize(
    ("changes", "answer"),
    [
        ({"tax_borne_cents": Cents(TAX + 1)}, "PAYMENT_WRONG"),
        ({"tax_borne_cents": TAX, "tax_reason": ""}, "TEXT_MISSING"),
        ({"tax_borne_cents": TAX, "witness": "susan"}, "SIGNATURE_MISSING"),
        ({"tax_borne_cents": TAX}, ""),
    ],
)
def test_no_more_is_borne_than_is_due_and_an_executive_signs(
    changes: dict[str, Any], answer: str
) -> None:
    assert code(pay(tray_prize(), replace(TRAY, **changes))) == answer


def test_what_is_kept_of_a_payment_is_not_borne() -> None:
    """$5,000.20 is owed: its tax is kept of it, whatever the winner says."""
    floor, award = washington()
    borne = replace(CHECKED, tax_borne_cents=Cents(1), tax_reason="he asks", witness="eve")
    decision = ask(floor, payments.PayPrize, award=award, payment=borne, badge="ann")
    assert code(decision) == "PAYMENT_WRONG"
