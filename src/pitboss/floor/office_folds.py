"""What an event beside the rounds makes of the floor. A fold sees the balances before its event's
own postings."""

from __future__ import annotations

from pitboss.floor import events
from pitboss.floor.bank import BANK, held_by_jackpot, is_covered
from pitboss.floor.ledger import required_micros
from pitboss.floor.meter import micros
from pitboss.floor.state import BankState, Call, Device, State, changed
from pitboss.money import Micros


def day_closed(state: State, event: events.DayClosed) -> None:
    state.days.put(event.day, state.seq)
    _look(state, event.at_ms)


def deposit_recorded(state: State, event: events.DepositRecorded) -> None:
    state.bank_entries.put(event.reference, state.seq)
    more = micros(event.cents)
    _look(state, event.at_ms, more_micros=more)
    _put_bank(
        state,
        deposit_day=event.day,
        held_then=held_by_jackpot(state),
        bank_then_micros=Micros(state.balance(BANK) + more),
    )


def withdrawal_recorded(state: State, event: events.WithdrawalRecorded) -> None:
    state.bank_entries.put(event.reference, state.seq)
    assert micros(event.cents) <= state.balance(BANK)


def bank_fell_short(state: State, event: events.BankFellShort) -> None:
    _check_bank(state, event)
    assert event.bank_micros < event.required_micros
    _put_bank(state, stopped=event.rule)


def bank_covered(state: State, event: events.BankCovered) -> None:
    _check_bank(state, event)
    assert event.bank_micros >= event.required_micros
    _put_bank(state, stopped="")


def win_page_printed(state: State, event: events.WinPagePrinted) -> None:
    found = state.award(event.award)
    assert event.copy == found.prints + 1
    state.awards.put(event.award, changed(found, prints=event.copy))


def _check_bank(state: State, event: events.BankFellShort | events.BankCovered) -> None:
    found = (state.balance(BANK), required_micros(state))
    assert found == (event.bank_micros, event.required_micros), "the bank is not as the event says"


def _look(state: State, at_ms: int, *, more_micros: int = 0) -> None:
    """Keep when the account was last seen whole, or was first seen at all. An event from before
    times were kept has none. A clock that was ahead and is set right gives nobody more days than
    the rule: from here on they count anew."""
    seen_ms = state.bank.covered_ms
    new = seen_ms is None or at_ms < seen_ms
    if at_ms and (new or is_covered(state, more_micros=more_micros)):
        _put_bank(state, covered_ms=at_ms)


def _put_bank(state: State, **changes: object) -> None:
    bank: BankState = changed(state.bank, **changes)
    state.banks.put(BANK, bank)


def approval_entered(state: State, event: events.ApprovalEntered) -> None:
    table = state.table(event.table)
    assert table.bundle == event.bundle
    state.tables.put(event.table, changed(table, approval=event.papers, approval_void=False))


def bundle_changed(state: State, event: events.BundleChanged) -> None:
    table = state.table(event.table)
    assert table.bundle == event.before
    void = not table.training
    state.tables.put(event.table, changed(table, bundle=event.bundle, approval_void=void))


def equipment_recorded(state: State, event: events.EquipmentRecorded) -> None:
    table = state.table(event.table)
    parts = {part.part: part for part in (*table.equipment, *event.parts)}
    state.tables.put(event.table, changed(table, equipment=tuple(parts.values())))


def supervisor_called(state: State, event: events.SupervisorCalled) -> None:
    table = state.table(event.table)
    assert table.call is None
    state.tables.put(event.table, changed(table, call=Call(event.reason, event.at_ms)))


def call_answered(state: State, event: events.CallAnswered) -> None:
    table = state.table(event.table)
    assert table.call is not None
    state.tables.put(event.table, changed(table, call=None))


def device_enrolled(state: State, event: events.DeviceEnrolled) -> None:
    device = Device(event.device, event.device_kind, event.table, event.key_sha256)
    state.devices.put(event.device, device)


def device_retired(state: State, event: events.DeviceRetired) -> None:
    state.devices.put(event.device, changed(state.device(event.device), retired=True))


def access_refused(state: State, event: events.AccessRefused) -> None:
    """Kept, and changes nothing."""


def person_signed_on(state: State, event: events.PersonSignedOn) -> None:
    """Kept, and changes nothing."""


def person_signed_off(state: State, event: events.PersonSignedOff) -> None:
    """Kept, and changes nothing."""


def betting_closed(state: State, event: events.BettingClosed) -> None:
    table = state.table(event.table)
    closed = (*table.betting_closed, (event.device, event.reason))
    state.tables.put(event.table, changed(table, betting_closed=closed))


def betting_opened(state: State, event: events.BettingOpened) -> None:
    table = state.table(event.table)
    closed = tuple(each for each in table.betting_closed if each[0] != event.device)
    assert len(closed) < len(table.betting_closed)
    state.tables.put(event.table, changed(table, betting_closed=closed))
