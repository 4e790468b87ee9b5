"""Purging early: whoever nothing on record is about."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pitboss.floor.facts.papers import OpenDispute
from pitboss.floor.facts.payments import NotePayoutStep, PayPrize, VoidPayment
from pitboss.floor.facts.persons import PurgePerson, ReadPerson
from pitboss.floor.facts.values import Payment

from .support import Floor
from .test_payments import CHECKED, another, ask, code, washington

PURGE: dict[str, Any] = {"person": "lee", "reason": "withdrawn", "badges": ("eve", "ann")}


def never_paid() -> tuple[Floor, str]:
    """A floor with a prize that is owed, and somebody who was recorded and not paid."""
    floor, award = washington()
    another(floor, "lee")
    return floor, award


def test_whoever_was_never_paid_is_purged_early_by_two_and_it_says_so() -> None:
    floor, _ = never_paid()
    (purged,) = ask(floor, PurgePerson, **PURGE)
    assert (purged.is_early, purged.reason, purged.badges) == (True, "withdrawn", ("eve", "ann"))
    assert code(ask(floor, ReadPerson, person="lee", reason="why", badge="ann")) == "PERSON_PURGED"


def test_whoever_a_pay_out_names_is_kept_until_it_names_somebody_else() -> None:
    floor, award = never_paid()
    named: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    ask(floor, NotePayoutStep, payment=Payment(person="lee"), **named)
    assert code(ask(floor, PurgePerson, **PURGE)) == "PURGE_TOO_EARLY"
    ask(floor, NotePayoutStep, payment=Payment(person="kim"), **named)
    assert code(ask(floor, PurgePerson, **PURGE)) == ""


def test_whoever_was_paid_is_kept_though_the_payment_was_voided() -> None:
    floor, award = never_paid()
    ask(floor, PayPrize, award=award, payment=replace(CHECKED, person="lee"), badge="ann")
    void: dict[str, Any] = {"award": award, "reason": "spoiled", "badges": ("eve", "ann")}
    assert code(ask(floor, VoidPayment, **void)) == ""
    named: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    assert code(ask(floor, NotePayoutStep, payment=Payment(person="kim"), **named)) == ""
    assert code(ask(floor, PurgePerson, **PURGE)) == "PURGE_TOO_EARLY"
    assert floor.state.person("lee").on_record


def test_whoever_disputes_is_kept() -> None:
    floor, award = never_paid()
    ask(floor, OpenDispute, award=award, person="lee", reason="his cards", badge="ann")
    assert code(ask(floor, PurgePerson, **PURGE)) == "PURGE_TOO_EARLY"
