"""Applies events of devices to the floor."""

from __future__ import annotations

from collections.abc import Collection

from pitboss.floor.facts.devices import (
    DeviceCodeMade,
    DeviceConfirmed,
    DeviceEnrolled,
    DeviceRetired,
    ScreenCameBack,
    ScreenWentDark,
)
from pitboss.floor.facts.values import TILL
from pitboss.floor.state.devices import DeviceCodeState, DeviceState
from pitboss.floor.state.floor import State, changed


def device_code_made(state: State, event: DeviceCodeMade) -> None:
    """Also forget expired codes."""
    for digest, code in list(state.device_codes.items()):
        if code.until_ms <= event.made_ms:
            state.device_codes.drop(digest)
    state.device_codes[event.code_sha256] = DeviceCodeState(
        event.device_kind, event.table, event.until_ms, event.badge, event.replaces
    )


def device_enrolled(state: State, event: DeviceEnrolled) -> None:
    state.devices[event.device] = DeviceState(
        event.device,
        event.device_kind,
        event.table,
        event.key_sha256,
        seats=event.seats,
        enrolled_by=event.badge,
        number=_next_till(state) if event.device_kind == TILL else 0,
    )
    if event.code_sha256:
        code = state.device_codes.get(event.code_sha256)
        assert code is not None
        state.device_codes[event.code_sha256] = changed(code, is_used=True)


def _next_till(state: State) -> int:
    return 1 + max((each.number for _, each in state.devices.items()), default=0)


def device_confirmed(state: State, event: DeviceConfirmed) -> None:
    found = state.device(event.device)
    assert found.enrolled_by != event.badge
    state.devices[event.device] = changed(found, confirmed_by=event.badge)


def device_retired(state: State, event: DeviceRetired) -> None:
    found = state.device(event.device)
    state.devices[event.device] = changed(found, retired=True)
    if state.tables.get(found.table) is not None:
        _take_off(state, found.table, {event.device})


def screen_went_dark(state: State, event: ScreenWentDark) -> None:
    table = state.table(event.table)
    assert event.device not in dict(table.dark_screens)
    dark = (*table.dark_screens, (event.device, event.since_ms))
    state.tables[event.table] = changed(table, dark_screens=dark)


def screen_came_back(state: State, event: ScreenCameBack) -> None:
    """A console that is seen counts for every other one of its table."""
    seen = {event.device}
    if state.device(event.device).kind == "console":
        dark = dict(state.table(event.table).dark_screens)
        seen |= {each for each in dark if state.device(each).kind == "console"}
    assert _take_off(state, event.table, seen)


def _take_off(state: State, name: str, devices: Collection[str]) -> bool:
    """Take a screen that is gone, or seen again, off the dark ones; return whether one was dark."""
    table = state.tables.get(name)
    assert table is not None
    dark = tuple(each for each in table.dark_screens if each[0] not in devices)
    if dark == table.dark_screens:
        return False
    state.tables[name] = changed(table, dark_screens=dark)
    return True
