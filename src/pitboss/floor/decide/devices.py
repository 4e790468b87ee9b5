"""Decisions about devices that speak to the floor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.decide.checks import need_digest, need_jackpot, need_reason, need_text
from pitboss.floor.decide.papers import SIGN, proposed
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.devices import (
    SCREENS,
    DeviceEnrolled,
    DeviceRetired,
    EnrollDevice,
    NoteScreen,
    PressKeypad,
    RetireDevice,
    ScreenCameBack,
    ScreenWentDark,
)
from pitboss.floor.facts.tables import BettingOpened
from pitboss.floor.facts.values import DEVICES, SYSTEM
from pitboss.floor.state import DeviceState, State, TableState
from pitboss.local_time import WRITTEN, local
from pitboss.refusal import Refusal

CODE = re.compile("[A-Z][A-Z0-9_]{0,63}")
REPLACED = "another sensor board replaced it"
PRESS_MOST = 64  # characters of what a keypad calls a press


def enroll_device(state: State, command: EnrollDevice) -> Sequence[Event]:
    need_text(command.device, where="device")
    need_digest(command.key_sha256, where="key_sha256")
    if command.device_kind not in DEVICES:
        detail = f"there are {', '.join(DEVICES)}"
        raise Refusal("DEVICE_KIND_UNKNOWN", where=command.device_kind, reason=detail)
    if command.table and command.device_kind == SYSTEM:
        reason = "a system belongs to no table; leave the table out"
        raise Refusal("DEVICE_KIND_WRONG", where=command.table, reason=reason)
    known = state.devices.get(command.device)
    if known is not None and not known.retired:
        raise Refusal("DEVICE_EXISTS", where=command.device, reason="retire it first")
    table = state.table(command.table) if command.table else None
    if table is None or command.device_kind != "sensor":
        return [event_from(DeviceEnrolled, command, seats=())]
    seats = need_own_seats(state, table, command.seats, replaces=command.replaces)
    gone = _retired(state, command.replaces, REPLACED, command.badge) if command.replaces else ()
    return [*gone, event_from(DeviceEnrolled, command, seats=seats)]


def need_own_seats(
    state: State, table: TableState, seats: Sequence[int], *, replaces: str
) -> tuple[int, ...]:
    """The seats of a new sensor board, which no other board reads: two of them would count as one.
    One that replaces another takes its seats."""
    need_jackpot(table)
    boards = {each.device: each for each in boards_at(state, table.table)}
    if replaces and (seats or replaces not in boards):
        reason = "name a sensor board of this table to replace, without seats: it has its own"
        raise Refusal("BOARD_UNKNOWN", where=replaces, reason=reason)
    if replaces:
        return boards[replaces].seats
    if not set(seats) <= set(range(1, table.seats + 1)):
        reason = f"a sensor board has seats 1 to {table.seats} there"
        raise Refusal("SEAT_UNKNOWN", where=table.table, reason=reason)
    for name, board in boards.items():
        if not seats or not board.seats or set(seats) & set(board.seats):
            reason = "it reads these seats; replace it, or give each board seats of its own"
            raise Refusal("BOARD_SEATS_TAKEN", where=name, reason=reason)
    return tuple(sorted(set(seats)))


def boards_at(state: State, table: str) -> list[DeviceState]:
    """The sensor boards of a table."""
    every = (each for _, each in state.devices.items() if not each.retired)
    return [each for each in every if each.kind == "sensor" and each.table == table]


def retire_device(state: State, command: RetireDevice) -> Sequence[Event]:
    need_reason(command.reason)
    if state.device(command.device).retired:
        raise Refusal("DEVICE_RETIRED", where=command.device, reason="already retired")
    return _retired(state, command.device, command.reason, command.badge)


def _retired(state: State, device: str, reason: str, badge: str) -> list[Event]:
    """A device is gone, and so is its reason to close betting."""
    gone: list[Event] = [DeviceRetired(device=device, reason=reason, badge=badge)]
    table = state.tables.get(state.device(device).table)
    if table is not None and device in dict(table.betting_closed):
        gone.append(BettingOpened(table=table.table, device=device))
    return gone


def note_screen(state: State, command: NoteScreen) -> Sequence[Event]:
    found = state.device(command.device)
    if found.retired or found.kind not in SCREENS:
        reason = "only a sign or console of a table that is still enrolled is watched"
        raise Refusal("DEVICE_KIND_WRONG", where=command.device, reason=reason)
    table, since_ms = state.table(found.table), command.dark_since_ms
    was_dark = is_dark(state, table, found)
    if was_dark == bool(since_ms):
        reason = "noted as dark already" if was_dark else "it was not noted as dark"
        raise Refusal("SCREEN_NOTED", where=command.device, reason=reason)
    if not since_ms:
        return [ScreenCameBack(table=table.table, device=command.device)]
    dark = ScreenWentDark(table=table.table, device=command.device, since_ms=since_ms)
    if found.kind != "sign":
        return [dark]  # players see what they can win
    seen = local(since_ms, state.time_zone).strftime(WRITTEN)
    return [
        dark,
        *proposed(
            state,
            SIGN,
            f"sign not seen since {seen}",
            at_ms=command.at_ms,
            table=table.table,
            about=command.device,
        ),
    ]


def is_dark(state: State, table: TableState, device: DeviceState) -> bool:
    """Whether a screen of a table is noted as dark: a sign for itself; of a table's consoles one
    that is seen is enough, so that the note is about all of them."""
    if device.kind == "sign":
        return device.device in dict(table.dark_screens)
    return any(state.device(each).kind == device.kind for each, _ in table.dark_screens)


def press_keypad(state: State, command: PressKeypad) -> Sequence[Event]:
    """Refused, so that the record has it as it has a refused press at a console."""
    state.table(command.table)
    code = command.code if CODE.fullmatch(command.code) else "SIGNAL_UNKNOWN"
    raise Refusal(code, where=command.press[:PRESS_MOST], reason=command.reason)
