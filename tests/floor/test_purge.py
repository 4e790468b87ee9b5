"""Purging early: whoever nothing on record is about."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from msgspec.structs import replace

from pitboss.floor.facts import law, papers, payments, persons
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
    (purged,) = ask(floor, persons.PurgePerson, **PURGE)
    assert (purged.is_early, purged.reason, purged.badges) == (True, "withdrawn", ("eve", "ann"))
    assert (
        code(ask(floor, persons.ReadPerson, person="lee", reason="why", badge="ann"))
        == "PERSON_PURGED"
    )


def test_whoever_a_pay_out_names_is_kept_until_it_names_somebody_else() -> None:
    floor, award = never_paid()
    named: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    ask(floor, payments.NotePayoutStep, payment=Payment(person="lee"), **named)
    assert code(ask(floor, persons.PurgePerson, **PURGE)) == "PURGE_TOO_EARLY"
    ask(floor, payments.NotePayoutStep, payment=Payment(person="kim"), **named)
    assert code(ask(floor, persons.PurgePerson, **PURGE)) == ""


def test_whoever_was_paid_is_kept_though_the_payment_was_voided() -> None:
    floor, award = never_paid()
    ask(floor, payments.PayPrize, award=award, payment=replace(CHECKED, person="lee"), badge="ann")
    void: dict[str, Any] = {"award": award, "reason": "spoiled", "badges": ("eve", "sam")}
    assert code(ask(floor, payments.VoidPayment, **void)) == ""
    named: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    assert code(ask(floor, payments.NotePayoutStep, payment=Payment(person="kim"), **named)) == ""
    assert code(ask(floor, persons.PurgePerson, **PURGE)) == "PURGE_TOO_EARLY"
    assert floor.state.person("lee").on_record


def test_whoever_disputes_is_kept() -> None:
    floor, award = never_paid()
    ask(floor, papers.OpenDispute, award=award, person="lee", reason="his cards", badge="ann")
    assert code(ask(floor, persons.PurgePerson, **PURGE)) == "PURGE_TOO_EARLY"


def test_whoever_was_paid_is_kept_to_the_end_of_a_fiscal_year_that_was_named_later() -> None:
    """Paid in November 2026 under a calendar year: up to 2029-12-31. Of a June house the year ends
    with June 2027, so that it is kept up to 2030-06-30."""
    floor, award = never_paid()
    ask(floor, payments.PayPrize, award=award, payment=replace(CHECKED, person="lee"), badge="ann")
    assert floor.state.person("lee").keep_until == "2029-12-31"
    june: dict[str, Any] = {"first_day": "2026-12-01", "citation": "our books"}
    asked = {"figure": "fiscal_year_first_month", "value": "7", "badges": ("ann", "eve"), **june}
    assert code(ask(floor, law.EnterFigure, **asked)) == ""
    last_ms, after_ms = (_noon_ms(day) for day in ("2030-06-30", "2030-07-02"))
    assert code(ask(floor, persons.PurgePerson, at_ms=last_ms, **PURGE)) == "PURGE_TOO_EARLY"
    assert code(ask(floor, persons.PurgePerson, at_ms=after_ms, **PURGE)) == ""


def _noon_ms(day: str) -> int:
    return int(datetime.fromisoformat(f"{day}T20:00+00:00").timestamp() * 1000)
