"""Which signs the server notes as dark, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from floor.support import Floor
from floor.test_dark_screens import SIGN
from floor.test_dark_screens import floor as floor  # a fixture
from floor.test_payments import DAY_15_NOV_2026, ask
from pitboss.floor.facts import devices
from pitboss.web.shell import screen_watch
from pitboss.web.shell.screen_watch import DARK_AFTER_MS, due

NOW_MS = DAY_15_NOV_2026


def test_a_sign_is_dark_once_it_was_not_seen_for_two_minutes(floor: Floor) -> None:
    heard_ms = NOW_MS - DARK_AFTER_MS
    assert due(floor.state, {SIGN: heard_ms}, NOW_MS) == {}
    assert due(floor.state, {SIGN: heard_ms}, NOW_MS + 1) == {SIGN: heard_ms}


def test_a_sign_that_this_server_has_never_seen_may_be_connected_elsewhere(floor: Floor) -> None:
    assert due(floor.state, {}, NOW_MS) == {}


def test_a_table_without_a_dealer_needs_no_sign(floor: Floor) -> None:
    floor.state.tables["T1"] = replace(floor.state.table("T1"), dealer="")
    assert due(floor.state, {SIGN: 0}, NOW_MS) == {}


def test_a_dark_sign_that_is_seen_again_is_noted_whoever_deals(floor: Floor) -> None:
    ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=1)
    floor.state.tables["T1"] = replace(floor.state.table("T1"), dealer="")
    assert due(floor.state, {SIGN: NOW_MS}, NOW_MS) == {SIGN: 0}
    assert due(floor.state, {SIGN: 0}, NOW_MS) == {}  # dark as before


def test_a_console_is_missed_where_no_console_of_its_table_is_seen(floor: Floor) -> None:
    enrolled: dict[str, Any] = {"device_kind": "console", "table": "T1", "key_sha256": "1" * 64}
    for device in ("old", "new"):
        ask(floor, devices.EnrollDevice, device=device, badge="tom", **enrolled)
    assert due(floor.state, {"old": 7, "new": NOW_MS}, NOW_MS) == {}
    assert due(floor.state, {"old": 7, "new": 8}, NOW_MS) == {"new": 8}
    ask(floor, devices.NoteScreen, device="old", dark_since_ms=7)
    assert due(floor.state, {"old": 7, "new": 8}, NOW_MS) == {}
    assert due(floor.state, {"old": 7, "new": NOW_MS}, NOW_MS) == {"new": 0}


def test_every_sign_of_a_table_is_watched_for_itself(floor: Floor) -> None:
    enrolled: dict[str, Any] = {"device_kind": "sign", "table": "T1", "key_sha256": "1" * 64}
    ask(floor, devices.EnrollDevice, device="second", badge="tom", **enrolled)
    assert due(floor.state, {SIGN: NOW_MS, "second": 7}, NOW_MS) == {"second": 7}


def test_it_is_noted_at_the_second_look(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen_watch, "LOOK_S", 0.0)
    asked: list[Any] = []
    looks = 0

    async def look(question: Callable[[Any], Any]) -> Any:
        nonlocal looks
        looks += 1
        return question(floor.state)

    async def take(command: Any) -> None:
        asked.append((looks, command.device, command.dark_since_ms))
        raise asyncio.CancelledError

    site = SimpleNamespace(look=look, ask=take, now_ms=lambda: NOW_MS)
    app: Any = SimpleNamespace(state=SimpleNamespace(running_site=site, last_heard={SIGN: 7}))
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(screen_watch._watch(app))
    assert asked == [(2, SIGN, 7)]
