"""Decisions about people and devices at the edges: calls, devices, access, betting at a table."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import commands, events
from pitboss.floor.book import Book
from pitboss.floor.checks import (
    TEXT_MOST,
    need_digest,
    need_jackpot,
    need_reason,
    need_role,
    need_short,
    need_text,
)
from pitboss.floor.state import State
from pitboss.floor.values import DEVICES, ROLES
from pitboss.refusal import Refusal

OFFICE = tuple(role for role in ROLES if role != "dealer")


def call_supervisor(
    state: State, command: commands.CallSupervisor, book: Book
) -> Sequence[events.Event]:
    table = state.table(command.table)
    need_reason(command.reason)
    need_short(command.reason, where="reason")
    if table.call is not None:
        told = f"somebody is called already: {table.call.reason}"
        raise Refusal("CALL_OPEN", where=command.table, reason=told)
    return [
        events.SupervisorCalled(
            table=command.table, badge=table.dealer, reason=command.reason, at_ms=command.at_ms
        )
    ]


def answer_call(state: State, command: commands.AnswerCall, book: Book) -> Sequence[events.Event]:
    table = state.table(command.table)
    need_role(state, command.badge, "supervisor", "executive", "technician")
    if table.call is None:
        raise Refusal("NO_CALL", where=command.table, reason="nobody is called there")
    return [
        events.CallAnswered(
            table=command.table,
            badge=command.badge,
            reason=table.call.reason,
            # Two edges, two clocks: nobody waits less than nothing.
            waited_ms=max(0, command.at_ms - table.call.since_ms),
        )
    ]


def enrol_device(state: State, command: commands.EnrolDevice, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, "technician", "executive")
    need_text(command.device, where="device")
    need_digest(command.key_sha256, where="key_sha256")
    if command.kind not in DEVICES:
        told = f"there are {', '.join(DEVICES)}"
        raise Refusal("DEVICE_KIND_UNKNOWN", where=command.kind, reason=told)
    if command.table:
        table = state.table(command.table)
        if command.kind == "sensor":
            need_jackpot(table)
    known = state.devices.get(command.device)
    if known is not None and not known.retired:
        raise Refusal("DEVICE_EXISTS", where=command.device, reason="retire it first")
    return [
        events.DeviceEnrolled(
            device=command.device,
            device_kind=command.kind,
            table=command.table,
            key_sha256=command.key_sha256,
            badge=command.badge,
        )
    ]


def retire_device(
    state: State, command: commands.RetireDevice, book: Book
) -> Sequence[events.Event]:
    need_role(state, command.badge, "technician", "executive")
    need_reason(command.reason)
    if state.device(command.device).retired:
        raise Refusal("DEVICE_RETIRED", where=command.device, reason="it is retired already")
    return [events.DeviceRetired(device=command.device, reason=command.reason, badge=command.badge)]


def refuse_access(
    state: State, command: commands.RefuseAccess, book: Book
) -> Sequence[events.Event]:
    """Kept whatever it says: whoever is turned away must not choose that it is not recorded."""
    return [
        events.AccessRefused(
            what=command.what[:TEXT_MOST],
            who=command.who[:TEXT_MOST],
            device=command.device[:TEXT_MOST],
            code=command.code[:TEXT_MOST],
            reason=command.reason[:TEXT_MOST],
        )
    ]


def sign_on(state: State, command: commands.SignOn, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, *OFFICE)
    need_short(command.device, where="device")
    return [events.PersonSignedOn(badge=command.badge, device=command.device)]


def sign_off(state: State, command: commands.SignOff, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, *OFFICE)
    need_short(command.device, where="device")
    return [events.PersonSignedOff(badge=command.badge, device=command.device)]


def close_betting(
    state: State, command: commands.CloseBetting, book: Book
) -> Sequence[events.Event]:
    """By any device, enrolled or not: what can not read wagers must be able to say so."""
    table = state.table(command.table)
    need_reason(command.reason)
    need_short(command.reason, where="reason")
    need_text(command.device, where="device")
    if command.device in dict(table.betting_closed):
        raise Refusal("BETTING_CLOSED", where=command.table, reason="it has closed betting already")
    return [events.BettingClosed(table=command.table, reason=command.reason, device=command.device)]


def open_betting(state: State, command: commands.OpenBetting, book: Book) -> Sequence[events.Event]:
    table = state.table(command.table)
    if command.device not in dict(table.betting_closed):
        told = f"{command.device[:40]} has not closed betting here"
        raise Refusal("BETTING_OPEN", where=command.table, reason=told)
    return [events.BettingOpened(table=command.table, device=command.device)]
