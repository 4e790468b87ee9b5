"""Decisions about money that goes between the bank accounts of a property and its hub
(docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.custody import BANK, for_players, is_covered
from pitboss.floor.decide.bank import check_entry, why_cleared
from pitboss.floor.decide.checks import need_reason
from pitboss.floor.decide.wide_hub import known_property
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.remittances import (
    RECEIVED,
    SENT,
    RecordRemittance,
    RemittanceRecorded,
    RemittanceVoided,
    VoidRemittance,
)
from pitboss.floor.ledger import owed_to, required_micros
from pitboss.floor.meter import micros
from pitboss.floor.state import State
from pitboss.money import Cents, Micros, covering_up, dollars, need_exact, shown_down
from pitboss.refusal import Refusal


def record_remittance(state: State, command: RecordRemittance) -> Sequence[Event]:
    _need_party(state, command.party)
    check_entry(command, state.bank_entries)
    if command.direction not in (SENT, RECEIVED):
        reason = f"only {SENT} or {RECEIVED}"
        raise Refusal("DIRECTION_UNKNOWN", where=command.direction, reason=reason)
    if command.reason:
        need_reason(command.reason)
    if command.direction == SENT:
        _need_there(state, command)
        if not command.reason:
            _need_owed(state, command)
    need_exact(state.balance(BANK) + micros(command.cents), where="cents")
    return [event_from(RemittanceRecorded, command)]


def void_remittance(state: State, command: VoidRemittance) -> Sequence[Event]:
    need_reason(command.reason)
    entry = state.bank_entries.get(command.reference)
    if entry is None or not entry.party:
        reason = "name the reference of the remittance that was entered wrong or never left"
        raise Refusal("ENTRY_UNKNOWN", where="reference", reason=reason)
    if entry.cleared:
        raise Refusal("ENTRY_CLEARED", where=command.reference, reason=why_cleared(entry))
    if entry.cents > 0 and micros(Cents(entry.cents)) > for_players(state):
        detail = f"{dollars(Cents(entry.cents))} came in with it, and is not there any more"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=detail)
    return [
        event_from(
            RemittanceVoided,
            command,
            party=entry.party,
            direction=SENT if entry.cents < 0 else RECEIVED,
            cents=Cents(abs(entry.cents)),
        )
    ]


def _need_party(state: State, party: str) -> None:
    """Whether the other end is the hub of this floor, or a property that it has admitted."""
    hub = state.wide.hub
    if hub and party != hub:
        raise Refusal("HUB_UNKNOWN", where=party, reason=f"the hub of this floor is {hub}")
    if not hub:
        known_property(state, party)


def _need_there(state: State, command: RecordRemittance) -> None:
    """No more has left than the account holds for players."""
    there = for_players(state)
    if micros(command.cents) > there:
        detail = f"{dollars(command.cents)} asked; the account holds {dollars(shown_down(there))}"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=detail)


def _need_owed(state: State, command: RecordRemittance) -> None:
    """No more leaves than the other end is owed. Nothing leaves a hub whose account is short: its
    meters are what properties have sent it. What is sent lowers what it must hold by as much, so
    that one that is whole stays so."""
    owed = owed_to(state, command.party)
    asked = f"{dollars(command.cents)} asked"
    if micros(command.cents) > owed:
        most = dollars(shown_down(Micros(max(0, owed))))
        detail = f"{asked}; {command.party} is owed {most}; if it has left, say why"
        raise Refusal("AMOUNT_WRONG", where="cents", reason=detail)
    if not state.wide.hub and not is_covered(state):
        lacks = dollars(covering_up(Micros(required_micros(state) - for_players(state))))
        detail = f"{asked}; the account lacks {lacks} of what it must hold; deposit it first"
        raise Refusal("BANK_SHORT", where=command.party, reason=detail)
