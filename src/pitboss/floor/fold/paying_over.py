"""What the events of paying over make of the floor."""

from __future__ import annotations

from pitboss.floor.bank_state import PaidOverEntry
from pitboss.floor.facts.paying_over import PaidOver, PayOverVoided
from pitboss.floor.ledger import kept_cents
from pitboss.floor.state import State, changed


def paid_over(state: State, event: PaidOver) -> None:
    assert 0 < event.cents <= kept_cents(state, event.purpose)
    entry = PaidOverEntry(state.seq, event.purpose, event.cents, event.to, event.day)
    state.paid_over[event.reference] = entry


def pay_over_voided(state: State, event: PayOverVoided) -> None:
    entry = state.paid_over.get(event.reference)
    assert entry is not None
    assert not entry.voided
    assert (entry.purpose, entry.cents) == (event.purpose, event.cents)
    state.paid_over[event.reference] = changed(entry, voided=True)
