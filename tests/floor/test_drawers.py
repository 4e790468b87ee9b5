"""A cashier's drawer: two people count it in and out, its cashier alone pays from it; its money is
the house's, and every difference is booked with its reason."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pitboss.floor.facts import changes, devices, drawers, payments, people
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.drawers import CountedPieces
from pitboss.floor.money.ledger import required_micros
from pitboss.money import Cents
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedAmount

from .support import Floor, micros
from .test_payments import CHECKED, WASHINGTON, ask, code, washington

TILL = "till-1"
CASH = replace(CHECKED, method="cash", check_number="")
# The winner has no taxpayer number: of $5,000.20 on $1, 24 % of $4,999.20 is withheld, $1,199.80.
NET = 380_040


def try_at(floor: Floor, kind: type[Command], till: str = TILL, **fields: Any) -> str:
    """The code of a refusal at a till; empty where it is done."""
    return code(ask(floor, kind, till=till, **fields))


def add_till(floor: Floor, name: str = TILL) -> None:
    floor.must(
        devices.EnrollDevice, device=name, device_kind="till", key_sha256="0" * 64, badge="tom"
    )


def opened(cents: int = 500_000) -> tuple[Floor, str]:
    """An unpaid prize of $5,000.20 in a house that may pay it in cash, and ann's drawer."""
    floor, award = washington(taxed=False)
    law = replace(WASHINGTON, prize_cash_most=CitedAmount(Cents(10_000_000), "the house"))
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="washington", reason="cash",
        law=law, dated=catalog.profile("washington").dated, by=("eve", "ann"),
    )  # fmt: skip
    floor.must(people.IssueBadge, badge="bob", name="Bob", role="accounting", by=("eve", "sam"))
    add_till(floor)
    asked: dict[str, Any] = {"cents": Cents(cents), "badges": ("ann", "eve")}
    assert try_at(floor, drawers.OpenDrawer, **asked) == ""
    return floor, award


def pay(floor: Floor, award: str, payment: Any = CASH, **fields: Any) -> str:
    asked: dict[str, Any] = {"award": award, "payment": payment, "badge": "ann", **fields}
    return try_at(floor, payments.PayPrize, **asked)


def accounts(floor: Floor, *names: str) -> list[int]:
    """What accounts hold, in cents."""
    return [floor.state.balance(name) // micros(Cents(1)) for name in names]


def test_cash_that_is_paid_leaves_the_drawer_and_no_players_money() -> None:
    floor, award = opened()
    before = required_micros(floor.state)
    assert pay(floor, award) == ""
    assert accounts(floor, f"drawer:{TILL}", "vault", "drawer_paid") == [
        500_000 - NET,
        -500_000,
        NET,
    ]
    assert before - required_micros(floor.state) == micros(Cents(500_020))
    assert floor.state.drawers.get(TILL).cents == 500_000 - NET  # type: ignore[union-attr]


def test_a_drawer_that_cannot_cover_a_prize_says_so() -> None:
    floor, award = opened(NET - 1)
    decision = ask(floor, payments.PayPrize, till=TILL, award=award, payment=CASH, badge="ann")
    assert decision.code == "DRAWER_SHORT"
    assert decision.reason.startswith("the drawer holds less than $3,800.40")
    fill: dict[str, Any] = {"purpose": "fill", "cents": Cents(1), "badges": ("ann", "eve")}
    assert try_at(floor, drawers.MoveCash, **fill) == ""
    assert pay(floor, award) == ""
    assert accounts(floor, f"drawer:{TILL}") == [0]


def test_a_check_takes_nothing_out_of_the_drawer_and_names_it() -> None:
    floor, award = opened(100)
    assert pay(floor, award, CHECKED) == ""
    assert accounts(floor, f"drawer:{TILL}") == [100]
    assert floor.state.award(award).till == TILL


def test_only_the_drawers_cashier_pays_at_its_till() -> None:
    floor, award = opened()
    assert pay(floor, award, badge="bob") == "DRAWER_OF_ANOTHER"
    add_till(floor, "till-2")
    assert pay(floor, award, till="till-2") == "DRAWER_CLOSED"


def test_PS_9_the_confirmer_pays_at_no_till() -> None:
    floor, award = opened()
    (confirmer,) = floor.state.award(award).confirmed_by
    assert confirmer == "eve"
    hand_over: dict[str, Any] = {"cents": Cents(500_000), "badges": ("ann", "eve")}
    assert try_at(floor, drawers.HandOverDrawer, **hand_over) == ""
    assert pay(floor, award, badge="eve") == "BADGE_TWICE"


def test_a_voided_cash_payment_is_back_in_the_open_drawer() -> None:
    floor, award = opened()
    pay(floor, award)
    voided: dict[str, Any] = {
        "award": award,
        "reason": "never handed over",
        "badges": ("eve", "bob"),
    }
    assert code(ask(floor, payments.VoidPayment, **voided)) == ""
    assert accounts(floor, f"drawer:{TILL}", "vault", "drawer_paid") == [500_000, -500_000, 0]


def test_a_voided_cash_payment_of_a_closed_drawer_is_back_in_the_vault() -> None:
    floor, award = opened()
    pay(floor, award)
    close: dict[str, Any] = {"cents": Cents(500_000 - NET), "badges": ("ann", "eve")}
    assert try_at(floor, drawers.CloseDrawer, **close) == ""
    assert accounts(floor, "vault") == [-NET]
    again: dict[str, Any] = {"cents": Cents(100), "badges": ("ann", "eve")}
    assert try_at(floor, drawers.OpenDrawer, **again) == ""
    voided: dict[str, Any] = {
        "award": award,
        "reason": "never handed over",
        "badges": ("eve", "bob"),
    }
    assert code(ask(floor, payments.VoidPayment, **voided)) == ""
    assert accounts(floor, f"drawer:{TILL}", "vault", "drawer_paid") == [100, -100, 0]


def test_a_difference_needs_a_reason_and_is_booked() -> None:
    floor, _ = opened()
    short: dict[str, Any] = {"cents": Cents(498_500), "badges": ("ann", "eve")}
    decision = ask(floor, drawers.CloseDrawer, till=TILL, **short)
    assert decision.code == "DRAWER_DIFFERS"
    assert decision.reason.startswith("$4,985.00 isn't what the drawer should hold")
    assert "5,000" not in decision.reason
    assert try_at(floor, drawers.CloseDrawer, **short, reason="a bill twice") == ""
    assert accounts(floor, f"drawer:{TILL}", "over_short", "vault") == [0, 1_500, -1_500]


def test_the_next_cashier_has_what_was_counted() -> None:
    floor, award = opened()
    over: dict[str, Any] = {
        "cents": Cents(500_100),
        "badges": ("ann", "bob"),
        "reason": "a dollar found",
    }
    assert try_at(floor, drawers.HandOverDrawer, **over) == ""
    assert accounts(floor, f"drawer:{TILL}", "over_short") == [500_100, -100]
    assert pay(floor, award) == "DRAWER_OF_ANOTHER"
    assert pay(floor, award, badge="bob") == ""


def test_a_count_by_denomination_adds_up_to_its_total() -> None:
    floor, _ = opened()
    pieces = (CountedPieces(Cents(10_000), 49), CountedPieces(Cents(2_000), 5))
    asked: dict[str, Any] = {"cents": Cents(499_900), "badges": ("ann", "eve"), "pieces": pieces}
    assert try_at(floor, drawers.CloseDrawer, **asked) == "DRAWER_COUNT_WRONG"
    assert try_at(floor, drawers.CloseDrawer, **{**asked, "cents": Cents(500_000)}) == ""


def test_no_drop_is_more_than_the_drawer_holds() -> None:
    floor, _ = opened()
    drop: dict[str, Any] = {"purpose": "drop", "badges": ("ann", "eve")}
    assert try_at(floor, drawers.MoveCash, cents=Cents(500_001), **drop) == "DRAWER_SHORT"
    assert try_at(floor, drawers.MoveCash, cents=Cents(400_000), **drop) == ""
    assert accounts(floor, f"drawer:{TILL}", "vault") == [100_000, -100_000]


def test_two_others_close_the_drawer_of_somebody_who_left_and_say_why() -> None:
    floor, _ = opened()
    asked: dict[str, Any] = {"cents": Cents(500_000), "badges": ("bob", "eve")}
    assert try_at(floor, drawers.CloseDrawer, **asked) == "REASON_MISSING"
    assert try_at(floor, drawers.CloseDrawer, **asked, reason="ann is ill") == ""


def test_a_cashier_has_one_drawer_and_a_drawer_one_cashier() -> None:
    floor, _ = opened()
    asked: dict[str, Any] = {"cents": Cents(1), "badges": ("ann", "eve")}
    assert try_at(floor, drawers.OpenDrawer, **asked) == "DRAWER_OPEN"
    add_till(floor, "till-2")
    assert try_at(floor, drawers.OpenDrawer, "till-2", **asked) == "DRAWER_OPEN"
    to_bob: dict[str, Any] = {"cents": Cents(1), "badges": ("bob", "eve")}
    assert try_at(floor, drawers.OpenDrawer, "till-2", **to_bob) == ""
    hand_over: dict[str, Any] = {"cents": Cents(500_000), "badges": ("ann", "bob")}
    assert try_at(floor, drawers.HandOverDrawer, **hand_over) == "DRAWER_OPEN"


def test_a_till_with_an_open_drawer_is_not_retired() -> None:
    floor, _ = opened()
    asked: dict[str, Any] = {"device": TILL, "reason": "broken", "badge": "tom"}
    assert code(ask(floor, devices.RetireDevice, **asked)) == "DRAWER_OPEN"


def test_tills_are_counted_as_they_were_enrolled() -> None:
    floor, _ = opened()
    add_till(floor, "a-later-till")
    numbers = {name: each.number for name, each in floor.state.devices.items()}
    assert numbers == {TILL: 1, "a-later-till": 2}


def test_a_drawer_belongs_to_a_till() -> None:
    floor, _ = opened()
    floor.must(
        devices.EnrollDevice, device="c1", device_kind="console", table="T1",
        key_sha256="1" * 64, badge="tom",
    )  # fmt: skip
    asked: dict[str, Any] = {"cents": Cents(1), "badges": ("bob", "eve")}
    assert try_at(floor, drawers.OpenDrawer, "c1", **asked) == "DEVICE_KIND_WRONG"
    assert try_at(floor, drawers.OpenDrawer, "x", **asked) == "DEVICE_UNKNOWN"
