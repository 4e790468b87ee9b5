"""How money between the bank accounts of a property and its hub changes a floor."""

from __future__ import annotations

from pitboss.floor.fold.bank import enter, lower_floor
from pitboss.floor.money.bank_matching import entry_changes, void_entry
from pitboss.floor.money.custody import BANK
from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import State, changed
from pitboss.wide.facts import remittances


def remittance_recorded(state: State, event: remittances.RemittanceRecorded) -> None:
    """Money sent to the other end no longer has to be in the account."""
    is_sent = event.direction == remittances.SENT
    cents = -event.cents if is_sent else event.cents
    assert not is_sent or micros(event.cents) <= state.balance(BANK)
    changes = entry_changes(state, event.reference, cents, event.day)
    own = changed(changes[event.reference], party=event.party)
    enter(state, {event.reference: own}, cents)
    if is_sent:
        lower_floor(state, event.cents)


def remittance_voided(state: State, event: remittances.RemittanceVoided) -> None:
    entry = state.bank_entries.get(event.reference)
    assert entry is not None
    assert not entry.cleared
    assert entry.party == event.party
    enter(state, {event.reference: void_entry(entry)}, -entry.cents)
    if event.direction == remittances.SENT:
        lower_floor(state, -event.cents)
