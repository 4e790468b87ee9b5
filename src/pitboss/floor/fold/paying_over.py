"""Applies events of paying over to the floor."""

from __future__ import annotations

from pitboss.floor.facts import paying_over
from pitboss.floor.money.ledger import kept_cents
from pitboss.floor.state.bank import PaidOverEntry
from pitboss.floor.state.floor import State, changed
from pitboss.money import Cents


def paid_over(state: State, event: paying_over.PaidOver) -> None:
    assert 0 < event.cents <= kept_cents(state, event.purpose)
    entry = PaidOverEntry(state.seq, event.purpose, event.cents, event.to, event.day)
    state.paid_over[event.reference] = entry
    if event.purpose == paying_over.FORFEITED:
        keep_forfeited(state, event.to, -event.cents)


def pay_over_voided(state: State, event: paying_over.PayOverVoided) -> None:
    entry = state.paid_over.get(event.reference)
    assert entry is not None
    assert not entry.voided
    assert (entry.purpose, entry.cents) == (event.purpose, event.cents)
    state.paid_over[event.reference] = changed(entry, voided=True)
    if event.purpose == paying_over.FORFEITED:
        keep_forfeited(state, entry.to, event.cents)


def keep_forfeited(state: State, to: str, cents: int) -> None:
    """Add to what is kept for a forfeited prize's payee, or take away if below zero."""
    left = Cents((state.forfeited.get(to) or 0) + cents)
    assert left >= 0
    if left:
        state.forfeited[to] = left
    else:
        state.forfeited.drop(to)
