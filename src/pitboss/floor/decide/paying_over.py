"""Decisions about what the house keeps of prizes for others, and pays over to them (PS-67)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.bank import check_entry, need_purpose
from pitboss.floor.decide.checks import need_no_badge, need_reason, need_text
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.paying_over import (
    FORFEITED,
    KEPT_FOR_OTHERS,
    PaidOver,
    PayOver,
    PayOverVoided,
    VoidPayOver,
)
from pitboss.floor.ledger import kept_cents
from pitboss.floor.state import State
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal


def pay_over(state: State, command: PayOver) -> Sequence[Event]:
    check_entry(command, state.paid_over)
    need_text(command.to, where="to")
    need_purpose(command.purpose, KEPT_FOR_OTHERS)
    need_no_badge(state, command.to, where="to")
    left = _left_for(state, command)
    if command.cents > left:
        reason = f"{dollars(command.cents)} asked; {dollars(left)} is left to pay over"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)
    return [event_from(PaidOver, command)]


def _left_for(state: State, command: PayOver) -> Cents:
    """What is left for whom it goes to: a forfeited prize has its payee from the beginning."""
    if command.purpose != FORFEITED:
        return kept_cents(state, command.purpose)
    left = dict(state.forfeited.items())
    if left and command.to not in left:
        reason = f"choose whom the forfeited prizes went to: {' or '.join(left)}"
        raise Refusal("PAYMENT_WRONG", where="to", reason=reason)
    return left.get(command.to, Cents(0))


def void_pay_over(state: State, command: VoidPayOver) -> Sequence[Event]:
    need_reason(command.reason)
    entry = state.paid_over.get(command.reference)
    if entry is None:
        reason = "name the reference under which it was paid over"
        raise Refusal("ENTRY_UNKNOWN", where="reference", reason=reason)
    if entry.voided:
        raise Refusal("ENTRY_CLEARED", where=command.reference, reason="it is voided already")
    return [event_from(PayOverVoided, command, purpose=entry.purpose, cents=entry.cents)]
