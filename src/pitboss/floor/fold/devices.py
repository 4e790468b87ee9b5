"""What the events of devices make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.devices import DeviceEnrolled, DeviceRetired
from pitboss.floor.state import DeviceState, State, changed


def device_enrolled(state: State, event: DeviceEnrolled) -> None:
    device = DeviceState(event.device, event.device_kind, event.table, event.key_sha256)
    state.devices[event.device] = device


def device_retired(state: State, event: DeviceRetired) -> None:
    state.devices[event.device] = changed(state.device(event.device), retired=True)
