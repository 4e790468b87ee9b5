"""What the events of paying over make of the floor."""

from __future__ import annotations

from pitboss.floor.bank_state import PaidOverEntry
from pitboss.floor.facts.paying_over import FORFEITED, PaidOver, PayOverVoided
from pitboss.floor.ledger import kept_cents
from pitboss.floor.state import State, changed
from pitboss.money import Cents


def paid_over(state: State, event: PaidOver) -> None:
    assert 0 < event.cents <= kept_cents(state, event.purpose)
    entry = PaidOverEntry(state.seq, event.purpose, event.cents, event.to, event.day)
    state.paid_over[event.reference] = entry
    if event.purpose == FORFEITED:
        keep_forfeited(state, event.to, -event.cents)


def pay_over_voided(state: State, event: PayOverVoided) -> None:
    entry = state.paid_over.get(event.reference)
    assert entry is not None
    assert not entry.voided
    assert (entry.purpose, entry.cents) == (event.purpose, event.cents)
    state.paid_over[event.reference] = changed(entry, voided=True)
    if event.purpose == FORFEITED:
        keep_forfeited(state, entry.to, event.cents)


def keep_forfeited(state: State, to: str, cents: int) -> None:
    """So much more, or less below zero, is kept for whom forfeited prizes go to."""
    left = Cents((state.forfeited.get(to) or 0) + cents)
    assert left >= 0
    if left:
        state.forfeited[to] = left
    else:
        state.forfeited.drop(to)
