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
from pitboss.floor.decide.papers import SENSOR, propose_paper
from pitboss.floor.facts import tables
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import KEYPADS
from pitboss.floor.state.floor import State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.state.posting import posted_items
from pitboss.refusal import Refusal, say

SEATS_MOST = 9
SENSORS_MOST = 2


def open_table(
    state: State, command: tables.OpenTable, paytables: PaytableLookup
) -> Sequence[Event]:
    need_id(command.table, where="table")
    if state.tables.get(command.table) is not None:
        raise Refusal("TABLE_EXISTS", where=command.table)
    check_table(state, command, paytables)
    forbid_training_mix(state, command.jackpots, training=command.training)
    need_approval(state, command)
    need_equipment(command.equipment)
    need_odds_prizes(command.odds_prizes)
    need_proof(state, command.table, command.jackpots, proof=command.proof, already=())
    return [event_from(tables.TableOpened, command)]


def open_paytable(_: State, command: tables.OpenPaytable) -> Sequence[Event]:
    need_text(command.paytable, where="paytable")
    need_text(command.title, where="title")
    need_digest(command.sha256, where="sha256")
    return [event_from(tables.PaytableOpened, command)]


def check_table(
    state: State, wanted: tables.OpenTable | TableState, paytables: PaytableLookup
) -> None:
    """Refuse settings that a table can't have."""
    table, jackpots = wanted.table, wanted.jackpots
    if not 1 <= wanted.seats <= SEATS_MOST or len(jackpots) > SENSORS_MOST:
        raise Refusal("TABLE_WRONG", where=table)
    if len(set(jackpots)) < len(jackpots):
        raise Refusal("JACKPOT_TWICE", where=table)
    if wanted.keypad not in KEYPADS:
        raise Refusal("KEYPAD_UNKNOWN", where=wanted.keypad, keypads=KEYPADS)
    for name in jackpots:
        terms = state.jackpot(name).terms
        paytable = paytables[terms.paytable]
        if wanted.game not in paytable.games:
            raise Refusal("PAYTABLE_NOT_FOR_GAME", "not_for", where=name, game=wanted.game)
        if not terms.training:
            need_approved_wager(terms, paytable)
    kinds = {state.jackpot(name).terms.kind for name in jackpots}
    if len(kinds) > 1:
        raise Refusal("JACKPOT_KINDS_MIXED", "progressive_house", where=table)
    if wanted.order and sorted(wanted.order) != list(range(1, wanted.seats + 1)):
        raise Refusal("ORDER_WRONG", "name_every_seat", where=table)


def pause_table(state: State, command: tables.PauseTable) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    badge = command.badge or table.dealer
    if not badge:
        raise Refusal("NO_DEALER", "nobody_signed_swipe", where=command.table)
    if table.paused:
        raise Refusal("TABLE_PAUSED", "paused", where=command.table)
    return [event_from(tables.TablePaused, command, badge=badge)]


def post_papers(state: State, command: tables.PostPapers) -> Sequence[Event]:
    table = state.table(command.table)
    return [event_from(tables.PapersPosted, command, items=posted_items(state, table))]


def resume_table(state: State, command: tables.ResumeTable) -> Sequence[Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    if not table.paused:
        raise Refusal("TABLE_NOT_PAUSED", where=command.table)
    return [
        event_from(tables.TableResumed, command),
        *call_met(state, table, command.badge, at_ms=command.at_ms),
    ]


def close_betting(state: State, command: tables.CloseBetting) -> Sequence[Event]:
    """Any device may do this, enrolled or not: one that can't read wagers must be able to say so. A
    retired device reads none."""
    table = state.table(command.table)
    if command.told is None:
        need_reason(command.reason)
        need_short(command.reason, where="reason")
    need_text(command.device, where="device")
    why = command.told or say("SAID", text=command.reason)
    before = dict(table.betting_closed).get(command.device)
    if before is not None and (before != tables.NOT_HEARD or why == before):
        raise Refusal("BETTING_CLOSED", "closed_betting", where=command.table)
    known = state.devices.get(command.device)
    if known is not None and known.retired:
        raise Refusal("DEVICE_RETIRED", where=command.device)
    closed = event_from(tables.BettingClosed, command, told=why)
    if why == tables.NOT_HEARD:
        return [closed]
    notice = propose_paper(
        state, SENSOR, why, at_ms=command.at_ms, table=command.table, about=command.device
    )
    return [closed, *notice]


def open_betting(state: State, command: tables.OpenBetting) -> Sequence[Event]:
    table = state.table(command.table)
    if command.device not in dict(table.betting_closed):
        raise Refusal("BETTING_OPEN", where=command.table, device=command.device[:40])
    return [event_from(tables.BettingOpened, command)]
