"""Decisions about money between the bank accounts of a property and its hub (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.bank import check_entry, refuse_closed_entry
from pitboss.floor.decide.checks import need_reason
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.money.custody import BANK, for_players, is_covered
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.money import Cents, Micros, covering_up, need_exact, shown_down
from pitboss.refusal import Refusal
from pitboss.wide.decide.at_hub import known_property
from pitboss.wide.facts import remittances
from pitboss.wide.postings import owed_to
from pitboss.wide.state import wide_of


def record_remittance(
    state: State, command: remittances.RecordRemittance, paytables: PaytableLookup
) -> Sequence[Event]:
    _need_party(state, command.party)
    check_entry(command.reference, state.bank_entries)
    if command.direction not in (remittances.SENT, remittances.RECEIVED):
        raise Refusal(
            "DIRECTION_UNKNOWN",
            where=command.direction,
            sent=remittances.SENT,
            received=remittances.RECEIVED,
        )
    if command.reason:
        need_reason(command.reason)
    if command.direction == remittances.SENT:
        _need_there(state, command)
        if not command.reason:
            _need_owed(state, command)
    need_exact(state.balance(BANK) + micros(command.cents), where="cents")
    return [event_from(remittances.RemittanceRecorded, command)]


def void_remittance(
    state: State, command: remittances.VoidRemittance, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    entry = state.bank_entries.get(command.reference)
    if entry is None or not entry.party:
        raise Refusal("ENTRY_UNKNOWN", "name_reference_remittance", where="reference")
    if entry.cleared:
        raise refuse_closed_entry(entry, where=command.reference)
    if entry.cents > 0 and micros(Cents(entry.cents)) > for_players(state):
        raise Refusal("AMOUNT_WRONG", "came_not_any", where="cents", amount=Cents(entry.cents))
    return [
        event_from(
            remittances.RemittanceVoided,
            command,
            party=entry.party,
            direction=remittances.SENT if entry.cents < 0 else remittances.RECEIVED,
            cents=Cents(abs(entry.cents)),
        )
    ]


def _need_party(state: State, party: str) -> None:
    """Check that the other end is this floor's hub, or a property that it has admitted."""
    hub = wide_of(state).hub
    if hub and party != hub:
        raise Refusal("HUB_UNKNOWN", "hub_floor", where=party, hub=hub)
    if not hub:
        known_property(state, party)


def _need_there(state: State, command: remittances.RecordRemittance) -> None:
    """Refuse to record more money leaving than the account holds for players."""
    there = for_players(state)
    if micros(command.cents) > there:
        raise Refusal(
            "AMOUNT_WRONG",
            "above_account",
            where="cents",
            amount=command.cents,
            there=shown_down(there),
        )


def _need_owed(state: State, command: remittances.RecordRemittance) -> None:
    """Refuse to send more than is owed. A hub with a short account sends nothing: its meters are
    what properties have sent it. A payment lowers what it must hold by as much, so a funded account
    stays funded."""
    owed = owed_to(state, command.party)
    if micros(command.cents) > owed:
        raise Refusal(
            "AMOUNT_WRONG",
            "asked_owed_if",
            where="cents",
            amount=command.cents,
            party=command.party,
            most=shown_down(Micros(max(0, owed))),
        )
    if not wide_of(state).hub and not is_covered(state):
        raise Refusal(
            "BANK_SHORT",
            "asked",
            where=command.party,
            amount=command.cents,
            lacks=covering_up(Micros(required_micros(state) - for_players(state))),
        )
