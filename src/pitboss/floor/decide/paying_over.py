"""Decisions about what the house keeps from prizes for others, and pays over (PS-67)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.bank import check_entry, need_purpose
from pitboss.floor.decide.checks import need_no_badge, need_reason, need_text
from pitboss.floor.facts import paying_over
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.money.ledger import kept_cents
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Refusal


def pay_over(state: State, command: paying_over.PayOver) -> Sequence[Event]:
    check_entry(command.reference, state.paid_over)
    need_text(command.to, where="to")
    need_purpose(command.purpose, paying_over.KEPT_FOR_OTHERS)
    need_no_badge(state, command.to, where="to")
    left = _left_for(state, command)
    if command.cents > left:
        raise Refusal(
            "AMOUNT_WRONG", "asked_left_pay", where="cents", amount=command.cents, left=left
        )
    return [event_from(paying_over.PaidOver, command)]


def _left_for(state: State, command: paying_over.PayOver) -> Cents:
    """What is left for the payee; a forfeited prize has its payee from the beginning."""
    if command.purpose != paying_over.FORFEITED:
        return kept_cents(state, command.purpose)
    left = dict(state.forfeited.items())
    if left and command.to not in left:
        raise Refusal("PAYMENT_WRONG", "choose_whom_forfeited", where="to", left=left)
    return left.get(command.to, Cents(0))


def void_pay_over(state: State, command: paying_over.VoidPayOver) -> Sequence[Event]:
    need_reason(command.reason)
    entry = state.paid_over.get(command.reference)
    if entry is None:
        raise Refusal("ENTRY_UNKNOWN", "name_reference_under", where="reference")
    if entry.voided:
        raise Refusal("ENTRY_CLEARED", where=command.reference)
    return [
        event_from(paying_over.PayOverVoided, command, purpose=entry.purpose, cents=entry.cents)
    ]
