"""Decisions about tables: opened, paused, betting closed by a dead sensor."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.approvals import (
    forbid_training_mix,
    need_approval,
    need_approved_wager,
    need_equipment,
)
from pitboss.floor.decide.calls import call_met
from pitboss.floor.decide.checks import (
    need_digest,
    need_id,
    need_proof,
    need_reason,
    need_short,
    need_text,
)
from pitboss.floor.decide.cover import need_odds_prizes
from pitboss.floor.decide.papers import SENSOR, proposed
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.tables import (
    BettingClosed,
    BettingOpened,
    CloseBetting,
    OpenBetting,
    OpenPaytable,
    OpenTable,
    PauseTable,
    PaytableOpened,
    ResumeTable,
    TableOpened,
    TablePaused,
    TableResumed,
)
from pitboss.floor.facts.values import KEYPADS
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State, TableState
from pitboss.refusal import Refusal

SEATS_MOST = 9
SENSORS_MOST = 2


def open_table(state: State, command: OpenTable, paytables: PaytableLookup) -> Sequence[Event]:
    need_id(command.table, where="table")
    if state.tables.get(command.table) is not None:
        raise Refusal("TABLE_EXISTS", where=command.table, reason="already open")
    check_table(state, command, paytables)
    forbid_training_mix(state, command.jackpots, training=command.training)
    need_approval(state, command)
    need_equipment(command.equipment)
    need_odds_prizes(command.odds_prizes)
    need_proof(state, command.table, command.jackpots, proof=command.proof, already=())
    return [event_from(TableOpened, command)]


def open_paytable(_: State, command: OpenPaytable) -> Sequence[Event]:
    need_text(command.paytable, where="paytable")
    need_text(command.title, where="title")
    need_digest(command.sha256, where="sha256")
    return [event_from(PaytableOpened, command)]


def check_table(state: State, wanted: OpenTable | TableState, paytables: PaytableLookup) -> None:
    """Whether a table may be set so."""
    table, jackpots = wanted.table, wanted.jackpots
    if not 1 <= wanted.seats <= SEATS_MOST or len(jackpots) > SENSORS_MOST:
        raise Refusal("TABLE_WRONG", where=table, reason="1 to 9 seats, at most 2 jackpots")
    if len(set(jackpots)) < len(jackpots):
        raise Refusal("JACKPOT_TWICE", where=table, reason="one for each sensor (PS-33)")
    if wanted.keypad not in KEYPADS:
        raise Refusal("KEYPAD_UNKNOWN", where=wanted.keypad, reason=f"only {', '.join(KEYPADS)}")
    for name in jackpots:
        terms = state.jackpot(name).terms
        paytable = paytables[terms.paytable]
        if wanted.game not in paytable.games:
            raise Refusal("PAYTABLE_NOT_FOR_GAME", where=name, reason=f"not for {wanted.game}")
        if not terms.training:
            need_approved_wager(terms, paytable)
    kinds = {state.jackpot(name).terms.kind for name in jackpots}
    if len(kinds) > 1:
        raise Refusal("JACKPOT_KINDS_MIXED", where=table, reason="progressive or house (PS-33)")
    if wanted.order and sorted(wanted.order) != list(range(1, wanted.seats + 1)):
        raise Refusal("ORDER_WRONG", where=table, reason="name every seat once")


def pause_table(state: State, command: PauseTable) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    badge = command.badge or table.dealer
    if not badge:
        detail = "nobody is signed in; swipe a badge to pause it"
        raise Refusal("NO_DEALER", where=command.table, reason=detail)
    if table.paused:
        raise Refusal("TABLE_PAUSED", where=command.table, reason="already paused")
    return [event_from(TablePaused, command, badge=badge)]


def resume_table(state: State, command: ResumeTable) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    if not table.paused:
        raise Refusal("TABLE_NOT_PAUSED", where=command.table, reason="it is not paused")
    return [
        event_from(TableResumed, command),
        *call_met(state, table, command.badge, at_ms=command.at_ms),
    ]


def close_betting(state: State, command: CloseBetting) -> Sequence[Event]:
    """By any device, enrolled or not: what cannot read wagers must be able to say so. One that is
    retired reads none."""
    table = state.table(command.table)
    need_reason(command.reason)
    need_short(command.reason, where="reason")
    need_text(command.device, where="device")
    if command.device in dict(table.betting_closed):
        raise Refusal("BETTING_CLOSED", where=command.table, reason="it has already closed betting")
    known = state.devices.get(command.device)
    if known is not None and known.retired:
        raise Refusal("DEVICE_RETIRED", where=command.device, reason="already retired")
    closed = event_from(BettingClosed, command)
    notice = proposed(
        state,
        SENSOR,
        command.reason,
        at_ms=command.at_ms,
        table=command.table,
        about=command.device,
    )
    return [closed, *notice]


def open_betting(state: State, command: OpenBetting) -> Sequence[Event]:
    table = state.table(command.table)
    if command.device not in dict(table.betting_closed):
        detail = f"{command.device[:40]} has not closed betting here"
        raise Refusal("BETTING_OPEN", where=command.table, reason=detail)
    return [event_from(BettingOpened, command)]
