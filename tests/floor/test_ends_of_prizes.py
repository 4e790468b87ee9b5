"""Every prize reaches an end (PS-67), and what is known of its winner is kept until it does."""

from __future__ import annotations

from typing import Any

from pitboss.floor.facts import papers, payments, persons
from pitboss.floor.facts.values import Payment
from pitboss.floor.state.retention import hand_kept_until
from pitboss.local_time import local_day

from .test_payments import DAY_15_NOV_2026, ask, code
from .test_purge import PURGE, never_paid

LATE_MS = 10 * 366 * 86_400_000  # past every day that records are kept


def purge(floor: Any) -> str:
    """What the purge of lee's record answers ten years later."""
    return code(ask(floor, persons.PurgePerson, **PURGE, at_ms=DAY_15_NOV_2026 + LATE_MS))


def test_PS_67_whose_prize_is_held_is_kept_as_long_as_the_hold_stands() -> None:
    floor, award = never_paid()
    held: dict[str, Any] = {"award": award, "reason": "born in 2010", "badge": "ann"}
    assert code(ask(floor, payments.HoldPayment, ground="under_age", person="lee", **held)) == ""
    assert floor.state.award(award).held_person == "lee"
    assert purge(floor) == "PURGE_TOO_EARLY"
    two: dict[str, Any] = {"award": award, "reason": "another person", "badges": ("sam", "ann")}
    assert code(ask(floor, payments.ReleasePayment, **two)) == ""
    assert purge(floor) == ""


def test_PS_67_whoever_disputes_a_prize_is_kept_until_the_dispute_is_closed() -> None:
    floor, award = never_paid()
    (opened,) = ask(floor, papers.OpenDispute, award=award, person="lee", reason="his", badge="ann")
    assert purge(floor) == "PURGE_TOO_EARLY"
    two: dict[str, Any] = {"paper": opened.paper, "reason": "he left", "badges": ("sam", "ann")}
    assert code(ask(floor, papers.CloseDispute, outcome="paid", **two)) == "PAPER_WRONG"
    assert code(ask(floor, papers.CloseDispute, outcome="withdrawn", **two)) == ""
    assert purge(floor) == ""


def test_cards_of_a_held_or_disputed_prize_are_kept_however_long() -> None:
    """25 CFR 543.10(c), in every jurisdiction: hand and deck are kept today, whatever day it is."""
    floor, award = never_paid()
    late_ms = DAY_15_NOV_2026 + LATE_MS
    today = local_day(late_ms, floor.state.time_zone)

    def kept() -> str:
        found = floor.state.award(award)
        return hand_kept_until(floor.state, found, won_ms=DAY_15_NOV_2026, now_ms=late_ms)

    assert kept() < today
    ask(
        floor,
        payments.HoldPayment,
        award=award,
        ground="dispute",
        reason="two claim it",
        badge="ann",
    )
    assert kept() == today
    ask(floor, payments.ReleasePayment, award=award, reason="one left", badges=("sam", "ann"))
    assert kept() < today
    ask(floor, papers.OpenDispute, award=award, person="lee", reason="his", badge="ann")
    assert kept() == today


def test_a_hold_names_whom_the_pay_out_names() -> None:
    floor, award = never_paid()
    named: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    ask(floor, payments.NotePayoutStep, payment=Payment(person="lee"), **named)
    (held,) = ask(
        floor, payments.HoldPayment, award=award, ground="dispute", reason="x", badge="ann"
    )
    assert held.person == "lee"
