"""Dishonest staff on random floors: the rules about money and people hold."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor import decide as decisions
from pitboss.floor.facts import awards, payments, people
from pitboss.floor.facts.values import Award, Payment
from pitboss.money import Cents
from proof.sim import __main__ as sim
from proof.sim import adversary, adversary_books
from proof.sim.adversary import attack
from proof.sim.adversary_books import AdversaryBooks
from proof.sim.adversary_seen import SeenRound
from proof.sim.model import Discrepancy
from proof.sim.running import Outcome

from .test_simulation import AUDITOR_MAY_IMPORT, run_command

IDS: dict[str, Any] = {"command_id": "c", "at_ms": 1}


@pytest.mark.parametrize("rng_seed", range(1, 7))
def test_dishonest_staff_breaks_no_rule(rng_seed: int) -> None:
    outcome = attack(rng_seed=rng_seed, rounds=12)
    again = f"python -m proof.sim --adversary --rng-seed {rng_seed} --rounds 12"
    assert not outcome.failure, f"{outcome.failure}; repeat with {again}"
    assert outcome.seen["accepted"] > 100


def test_the_same_seed_gives_the_same_attack() -> None:
    first = attack(rng_seed=9, rounds=3)
    assert attack(rng_seed=9, rounds=3) == first
    assert attack(rng_seed=10, rounds=3).trace != first.trace


def test_its_books_know_nothing_of_the_floor_inside() -> None:
    tree = ast.parse(Path(adversary_books.__file__).read_text("utf-8"))
    names = [
        f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    own = [name for name in names if name.startswith("pitboss.")]
    assert not [name for name in own if not name.startswith(AUDITOR_MAY_IMPORT)]


def test_people_who_may_not_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "need_permission", lambda *asked: None)
    noticed = attack(rng_seed=1, rounds=12).failure
    assert noticed.startswith(("who asks", "two are", "payer", "dealer", "maker"))


def test_a_fault_of_the_program_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*asked: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(decisions, "need_limits", fails)
    assert "ZeroDivisionError" in attack(rng_seed=1, rounds=1).failure


def books() -> AdversaryBooks:
    """A prize of $5.00 that sam has confirmed in a round that dora dealt."""
    made = AdversaryBooks({})
    for badge, role in (("dora", "dealer"), ("sam", "supervisor"), ("ann", "accounting")):
        issued = people.BadgeIssued(badge=badge, name=badge, role=role, by=("", ""), ends_ms=0)
        made.take(people.IssueBadge(**IDS, badge=badge, name=badge, role=role), [issued])
    made.rounds["T1", 1] = SeenRound("T1", 1, "dora", frozenset({(2, 1)}), ("J1",), 0)
    award = Award(
        "T1-1-1.1", 2, 1, "J1", "royal", "", Cents(0), Cents(500), Cents(0), restarts=False
    )
    recorded = awards.AwardsRecorded(table="T1", round=1, badge="sam", awards=(award,))
    made.take(awards.ConfirmAwards(**IDS, table="T1", badge="sam"), [recorded])
    return made


def pay(made: AdversaryBooks, badge: str, cents: int = 500) -> None:
    paid = payments.PrizePaid(
        award="T1-1-1.1", cents=Cents(cents), withheld_cents=Cents(0), parts=(), keep_until="",
        payment=Payment(), badge=badge,
    )  # fmt: skip
    made.take(payments.PayPrize(**IDS, award="T1-1-1.1", badge=badge), [paid])


def void(made: AdversaryBooks, cents: int) -> None:
    voided = payments.PaymentVoided(
        award="T1-1-1.1", cents=Cents(cents), withheld_cents=Cents(0), check_number="", reason="x",
        badges=("sam", "ann"),
    )  # fmt: skip
    made.take(
        payments.VoidPayment(**IDS, award="T1-1-1.1", reason="x", badges=("sam", "ann")), [voided]
    )


def test_an_honest_payment_is_none_of_its_business() -> None:
    made = books()
    assert made.required_micros() == 500_000_000
    pay(made, "ann")
    assert made.required_micros() == 0


def test_a_second_payment_is_noticed() -> None:
    made = books()
    pay(made, "ann")
    with pytest.raises(Discrepancy, match="no double payment"):
        pay(made, "ann")


def test_a_payment_by_the_confirmer_is_noticed() -> None:
    with pytest.raises(Discrepancy, match="payer did not confirm"):
        pay(books(), "sam")


def test_a_payment_by_who_dealt_is_noticed() -> None:
    made = books()
    made.rounds["T1", 1].dealer = "ann"
    with pytest.raises(Discrepancy, match="payer did not deal"):
        pay(made, "ann")


def test_a_void_by_who_paid_is_noticed() -> None:
    made = books()
    pay(made, "ann")
    with pytest.raises(Discrepancy, match="payer does not void"):
        void(made, 500)


def test_a_prize_that_is_forfeited_to_a_signer_is_noticed() -> None:
    signed: dict[str, Any] = {
        "award": "T1-1-1.1",
        "to": "Ann",
        "reason": "x",
        "badges": ("sam", "ann"),
    }
    forfeited: dict[str, Any] = {**signed, "cents": 500, "notice_due_ms": 0, "keep_until": ""}
    with pytest.raises(Discrepancy, match="forfeited to neither signer"):
        books().take(payments.ForfeitPrize(**IDS, **signed), [payments.PrizeForfeited(**forfeited)])


def test_a_cent_too_much_is_noticed() -> None:
    with pytest.raises(Discrepancy, match="paid what is owed"):
        pay(books(), "ann", 501)


def test_a_void_of_another_amount_is_noticed() -> None:
    made = books()
    pay(made, "ann")
    with pytest.raises(Discrepancy, match="voids exact"):
        void(made, 499)


def test_the_command_attacks_and_says_how_to_repeat_it(monkeypatch: pytest.MonkeyPatch) -> None:
    code, told = run_command("--adversary", "--rng-seed", "1", "--rounds", "2", "--seeds", "2")
    assert code == 0
    assert "accepted" in told
    assert told.splitlines()[-1].endswith("none failed")
    assert run_command("--adversary", "--engines", "2")[0] != 0
    failed = Outcome(7, 3, 21, 40, {"accepted": 2}, "abc", failure="a cent is missing")
    monkeypatch.setattr(sim, "attack", lambda **asked: failed)
    code, told = run_command("--adversary", "--rng-seed", "7", "--rounds", "9")
    assert code == 1
    assert "python -m proof.sim --rng-seed 7 --rounds 9 --adversary" in told


def test_every_command_of_money_or_custody_is_asked_for() -> None:
    kinds = set(adversary.Attack(1)._kinds)
    assert {kind.__name__ for kind in adversary.WEIGHTS} <= {kind.__name__ for kind in kinds}
    assert len(kinds) > 90
