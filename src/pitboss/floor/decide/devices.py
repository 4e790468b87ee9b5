"""Decisions about devices that talk to the floor."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pitboss.floor.decide.checks import need_digest, need_jackpot, need_reason, need_text
from pitboss.floor.decide.papers import SIGN, propose_paper
from pitboss.floor.decide.permissions import refuse_missing_authority
from pitboss.floor.facts import devices, tables
from pitboss.floor.facts.base import COMMAND_LINE, SERVER, Event, event_from
from pitboss.floor.facts.values import DEVICES, TABLELESS
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.drawers import is_open
from pitboss.floor.state.floor import State, TableState
from pitboss.local_time import WRITTEN, local
from pitboss.refusal import Refusal, Told, say

CODE = re.compile("[A-Z][A-Z0-9_]{0,63}")
PRESS_MOST = 64  # longest name a keypad may give a press
CODES_MOST = 1000


def note_device_code(state: State, command: devices.NoteDeviceCode) -> Sequence[Event]:
    """Refused at once if the device couldn't be enrolled."""
    need_digest(command.code_sha256, where="code_sha256")
    if not command.badge and command.sent_from != COMMAND_LINE:
        raise refuse_missing_authority(command.permission)
    need_place(
        state, command.device_kind, command.table, seats=command.seats, replaces=command.replaces
    )
    if state.device_codes.get(command.code_sha256) is not None:
        raise Refusal("CODE_WRONG", "used", where="code")
    waiting = sum(each.until_ms > command.at_ms for _, each in state.device_codes.items())
    if waiting >= CODES_MOST:
        raise Refusal("CODES_TOO_MANY", where="code")
    return [event_from(devices.DeviceCodeMade, command, made_ms=command.at_ms)]


def enroll_device(state: State, command: devices.EnrollDevice) -> Sequence[Event]:
    need_text(command.device, where="device")
    need_digest(command.key_sha256, where="key_sha256")
    known = state.devices.get(command.device)
    if known is not None and not known.retired:
        raise Refusal("DEVICE_EXISTS", where=command.device)
    seats = need_place(
        state, command.device_kind, command.table, seats=command.seats, replaces=command.replaces
    )
    _need_code(state, command)
    enrolled = event_from(devices.DeviceEnrolled, command, seats=seats)
    if not command.replaces:
        return [enrolled]
    replaced, badge = say("DEVICE_REPLACED"), command.badge
    gone = devices.DeviceRetired(device=command.replaces, told=replaced, badge=badge)
    return [*_retire(state, gone), enrolled]


def _need_code(state: State, command: devices.EnrollDevice) -> None:
    """Require an unused code that was made for this device. Only the server may go without one, to
    admit a device that a new journal doesn't know."""
    if not command.code_sha256:
        if not command.badge and command.sent_from != SERVER:
            raise refuse_missing_authority(command.permission)
        return
    code = state.device_codes.get(command.code_sha256)
    asked = (command.device_kind, command.table, command.badge, command.replaces)
    if (
        code is None
        or code.is_used
        or code.until_ms <= command.at_ms
        or asked != (code.kind, code.table, code.badge, code.replaces)
    ):
        raise Refusal("NOT_ON_RECORD", "code", where="code")


def need_place(
    state: State, kind: str, name: str, *, seats: Sequence[int], replaces: str
) -> tuple[int, ...]:
    """Refuse a device that can't be there; return the seats a sensor board reads."""
    if kind not in DEVICES:
        raise Refusal("DEVICE_KIND_UNKNOWN", where=kind, kinds=DEVICES)
    if name and kind in TABLELESS:
        raise Refusal("DEVICE_KIND_WRONG", "no_table", where=name)
    if kind != "sensor" and (seats or replaces):
        raise Refusal("DEVICE_KIND_WRONG", "seats_of_boards", where=kind)
    table = state.table(name) if name else None
    if table is None or kind != "sensor":
        return ()
    return need_own_seats(state, table, seats, replaces=replaces)


def confirm_device(state: State, command: devices.ConfirmDevice) -> Sequence[Event]:
    found = state.devices.get(command.device)
    if found is None or found.retired or found.kind not in devices.ACTING or found.confirmed_by:
        raise Refusal("NOTHING_TO_CONFIRM", where=command.device)
    return [event_from(devices.DeviceConfirmed, command)]


def need_own_seats(
    state: State, table: TableState, seats: Sequence[int], *, replaces: str
) -> tuple[int, ...]:
    """The seats of a new sensor board, which no other board reads: otherwise two boards would count
    as one. A replacement takes over its predecessor's seats."""
    need_jackpot(table)
    boards = {each.device: each for each in boards_at(state, table.table)}
    if replaces and (seats or replaces not in boards):
        raise Refusal("BOARD_UNKNOWN", where=replaces)
    if replaces:
        return boards[replaces].seats
    if not set(seats) <= set(range(1, table.seats + 1)):
        raise Refusal("SEAT_UNKNOWN", "sensor_board_seats", where=table.table, seats=table.seats)
    for name, board in boards.items():
        if not seats or not board.seats or set(seats) & set(board.seats):
            raise Refusal("BOARD_SEATS_TAKEN", where=name)
    return tuple(sorted(set(seats)))


def boards_at(state: State, table: str) -> list[DeviceState]:
    every = (each for _, each in state.devices.items() if not each.retired)
    return [each for each in every if each.kind == "sensor" and each.table == table]


def retire_device(state: State, command: devices.RetireDevice) -> Sequence[Event]:
    need_reason(command.reason)
    if state.device(command.device).retired:
        raise Refusal("DEVICE_RETIRED", where=command.device)
    if is_open(state.drawers.get(command.device)):
        raise Refusal("DRAWER_OPEN", "close_first", where=command.device)
    return _retire(state, event_from(devices.DeviceRetired, command))


def _retire(state: State, gone: devices.DeviceRetired) -> list[Event]:
    """Retire a device, and with it its reason to close betting."""
    table = state.tables.get(state.device(gone.device).table)
    if table is None or gone.device not in dict(table.betting_closed):
        return [gone]
    return [gone, tables.BettingOpened(table=table.table, device=gone.device)]


def note_screen(state: State, command: devices.NoteScreen) -> Sequence[Event]:
    found = state.device(command.device)
    if found.retired or found.kind not in devices.SCREENS:
        raise Refusal("DEVICE_KIND_WRONG", "sign_console_table", where=command.device)
    table, since_ms = state.table(found.table), command.dark_since_ms
    was_dark = is_dark(state, table, found)
    if was_dark == bool(since_ms):
        raise Refusal("SCREEN_NOTED", "dark" if was_dark else "seen", where=command.device)
    if not since_ms:
        return [devices.ScreenCameBack(table=table.table, device=command.device)]
    dark = devices.ScreenWentDark(table=table.table, device=command.device, since_ms=since_ms)
    if found.kind != "sign":
        return [dark]  # players see what they can win
    seen = local(since_ms, state.time_zone).strftime(WRITTEN)
    return [
        dark,
        *propose_paper(
            state,
            SIGN,
            say("MALFUNCTION", SIGN, seen=seen),
            at_ms=command.at_ms,
            table=table.table,
            about=command.device,
        ),
    ]


def is_dark(state: State, table: TableState, device: DeviceState) -> bool:
    """Whether a table's screen is noted as dark: for a sign, its own state; for a console, only if
    no console of the table is seen, so the note covers all of them."""
    if device.kind == "sign":
        return device.device in dict(table.dark_screens)
    return any(state.device(each).kind == device.kind for each, _ in table.dark_screens)


def press_keypad(state: State, command: devices.PressKeypad) -> Sequence[Event]:
    """Always refused, so that the record has it like a refused press at a console."""
    state.table(command.table)
    is_code = CODE.fullmatch(command.refused.code)
    refused = command.refused if is_code else Told("SIGNAL_UNKNOWN", "keypad_no_such")
    raise Refusal.of(refused, command.press[:PRESS_MOST])
