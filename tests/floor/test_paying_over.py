"""What the house keeps of prizes for others: it is listed as due until it is paid over."""

from __future__ import annotations

from typing import Any

from pitboss.floor.facts import paying_over
from pitboss.floor.money.custody import sum_account
from pitboss.floor.money.ledger import required_micros, trial_balance
from pitboss.floor.view.due import due_things
from pitboss.money import Cents

from .support import Floor, hired_floor, micros

FIELDS: dict[str, Any] = {"to": "the state", "day": "2026-01-01", "badges": ("ann", "eve")}


def keeping(**dollars: int) -> Floor:
    """A floor that keeps so much for others, which players have won."""
    floor = hired_floor(replays=False)
    for account, amount in dollars.items():
        floor.state.balances[account] = micros(amount * 100)
        if account == "forfeited":
            floor.state.forfeited[FIELDS["to"]] = Cents(amount * 100)
        floor.state.balances["players"] = floor.state.balance("players") - micros(amount * 100)
    return floor


def test_PS_67_what_is_kept_for_others_is_due_until_it_is_paid_over() -> None:
    floor = keeping(withheld=2_400, forfeited=50, unclaimed=700)
    assert [(each.what, each.about, each.due_ms) for each in due_things(floor.state, 0)] == [
        ("pay_over_withheld", "$2,400.00", 0),
        ("pay_over_forfeited", "$50.00", 0),
        ("pay_over_unclaimed", "$700.00", 0),
    ]
    floor.must(
        paying_over.PayOver, purpose="withheld", cents=Cents(240_000), reference="EFTPS 1", **FIELDS
    )
    floor.must(
        paying_over.PayOver, purpose="forfeited", cents=Cents(4_000), reference="check 9", **FIELDS
    )
    assert [(each.what, each.about) for each in due_things(floor.state, 0)] == [
        ("pay_over_forfeited", "$10.00"),
        ("pay_over_unclaimed", "$700.00"),
    ]


def test_PS_67_each_gets_what_was_forfeited_to_it_and_no_more() -> None:
    floor = keeping(forfeited=60)
    floor.state.forfeited["the state"] = Cents(5_000)
    floor.state.forfeited["the fund"] = Cents(1_000)
    asked = {**FIELDS, "purpose": "forfeited", "reference": "check 9"}
    assert floor.refused(paying_over.PayOver, cents=Cents(5_001), **asked) == "AMOUNT_WRONG"
    assert (
        floor.refused(paying_over.PayOver, cents=Cents(1), **{**asked, "to": "Ed"})
        == "PAYMENT_WRONG"
    )
    floor.must(paying_over.PayOver, cents=Cents(5_000), **asked)
    assert dict(floor.state.forfeited.items()) == {"the fund": 1_000}
    floor.must(
        paying_over.VoidPayOver, reference="check 9", reason="came back", badges=("ann", "eve")
    )
    assert dict(floor.state.forfeited.items()) == {"the fund": 1_000, "the state": 5_000}


def test_PS_67_nobody_of_the_house_gets_what_is_kept_for_others() -> None:
    floor = keeping(withheld=2_400, unclaimed=700)
    for to in ("ann", "check for Eve, please"):
        for purpose in ("withheld", "unclaimed"):
            asked = {**FIELDS, "purpose": purpose, "to": to, "reference": "check 9"}
            assert floor.refused(paying_over.PayOver, cents=Cents(100), **asked) == "PAYMENT_WRONG"


def test_PS_67_unclaimed_prizes_go_to_the_state_and_no_more_than_there_are() -> None:
    floor = keeping(unclaimed=700)
    asked = {"purpose": "unclaimed", "reference": "UCP 2026", **FIELDS}
    assert floor.refused(paying_over.PayOver, cents=Cents(70_001), **asked) == "AMOUNT_WRONG"
    floor.must(paying_over.PayOver, cents=Cents(70_000), **asked)
    assert {each.account: each.cents for each in trial_balance(floor.state)} == {
        "players": -70_000,
        "paid_over": 70_000,
    }
    assert floor.refused(paying_over.PayOver, cents=Cents(1), **asked) == "REFERENCE_TWICE"
    floor.must(
        paying_over.VoidPayOver, reference="UCP 2026", reason="came back", badges=("ann", "eve")
    )
    assert floor.state.balance("unclaimed") == micros(70_000)


def test_PS_67_what_is_kept_for_others_need_not_lie_in_the_players_account() -> None:
    floor = keeping(withheld=2_400, forfeited=50, unclaimed=700)
    assert required_micros(floor.state) == 0
    assert sum_account(floor.state).due_cents == 0
