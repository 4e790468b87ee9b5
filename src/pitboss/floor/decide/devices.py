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
from pitboss.floor.facts.values import DEVICES, SYSTEM
from pitboss.floor.state import DeviceState, State, TableState
from pitboss.local_time import WRITTEN, local
from pitboss.refusal import Refusal

CODE = re.compile("[A-Z][A-Z0-9_]{0,63}")
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
    if command.table:
        table = state.table(command.table)
        if command.device_kind == "sensor":
            need_jackpot(table)
    known = state.devices.get(command.device)
    if known is not None and not known.retired:
        raise Refusal("DEVICE_EXISTS", where=command.device, reason="retire it first")
    return [event_from(DeviceEnrolled, command)]


def retire_device(state: State, command: RetireDevice) -> Sequence[Event]:
    need_reason(command.reason)
    if state.device(command.device).retired:
        raise Refusal("DEVICE_RETIRED", where=command.device, reason="already retired")
    return [event_from(DeviceRetired, command)]


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
