"""Every prize reaches an end (PS-67), and what is known of its winner is kept until it does."""

from __future__ import annotations

from typing import Any

from pitboss.floor.facts.papers import CloseDispute, OpenDispute
from pitboss.floor.facts.payments import HoldPayment, NotePayoutStep, ReleasePayment
from pitboss.floor.facts.persons import PurgePerson
from pitboss.floor.facts.values import Payment

from .test_payments import DAY_15_NOV_2026, ask, code
from .test_purge import PURGE, never_paid

LATE_MS = 10 * 366 * 86_400_000  # past every day that records are kept


def purge(floor: Any) -> str:
    """What the purge of lee's record answers ten years later."""
    return code(ask(floor, PurgePerson, **PURGE, at_ms=DAY_15_NOV_2026 + LATE_MS))


def test_PS_67_whose_prize_is_held_is_kept_as_long_as_the_hold_stands() -> None:
    floor, award = never_paid()
    held: dict[str, Any] = {"award": award, "reason": "born in 2010", "badge": "ann"}
    assert code(ask(floor, HoldPayment, ground="under_age", person="lee", **held)) == ""
    assert floor.state.award(award).held_person == "lee"
    assert purge(floor) == "PURGE_TOO_EARLY"
    two: dict[str, Any] = {"award": award, "reason": "another person", "badges": ("sam", "ann")}
    assert code(ask(floor, ReleasePayment, **two)) == ""
    assert purge(floor) == ""


def test_PS_67_whoever_disputes_a_prize_is_kept_until_the_dispute_is_closed() -> None:
    floor, award = never_paid()
    (opened,) = ask(floor, OpenDispute, award=award, person="lee", reason="his", badge="ann")
    assert purge(floor) == "PURGE_TOO_EARLY"
    two: dict[str, Any] = {"paper": opened.paper, "reason": "he left", "badges": ("sam", "ann")}
    assert code(ask(floor, CloseDispute, outcome="paid", **two)) == "PAPER_WRONG"
    assert code(ask(floor, CloseDispute, outcome="withdrawn", **two)) == ""
    assert purge(floor) == ""


def test_a_hold_names_whom_the_pay_out_names() -> None:
    floor, award = never_paid()
    named: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    ask(floor, NotePayoutStep, payment=Payment(person="lee"), **named)
    (held,) = ask(floor, HoldPayment, award=award, ground="dispute", reason="x", badge="ann")
    assert held.person == "lee"
