"""A sign that is dark while its table plays: told in pit and office, a notice proposed."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts import devices, papers
from pitboss.floor.view.attention import list_attention
from pitboss.floor.view.board import pit_row

from .support import BOOK, Floor
from .test_payments import DAY_15_NOV_2026, ask, code, washington

SEEN_MS = DAY_15_NOV_2026 - 180_000  # 19:57 on the clock of the house
SIGN = "sign-T1"


@pytest.fixture
def floor() -> Floor:
    """A table that plays, with its sign."""
    made, _ = washington()
    enrolled: dict[str, Any] = {"device_kind": "sign", "table": "T1", "key_sha256": "0" * 64}
    assert code(ask(made, devices.EnrollDevice, device=SIGN, badge="tom", **enrolled)) == ""
    return made


def test_a_dark_sign_is_told_in_pit_and_office_and_a_notice_is_proposed(floor: Floor) -> None:
    dark, notice = ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)
    assert dark == devices.ScreenWentDark(table="T1", device=SIGN, since_ms=SEEN_MS)
    assert isinstance(notice, papers.PaperProposed)
    assert (notice.cause, notice.table, notice.about) == ("sign", "T1", SIGN)
    assert notice.told.reason == "sign not responding since 2026-11-15 19:57"
    assert notice.due_ms - notice.learned_ms == 72 * 3_600_000
    row = pit_row(floor.state, BOOK, "T1", sensor_dead=False)
    assert (row["needs"], row["screen_dark_ms"]) == ("sign", SEEN_MS)
    (told,) = [
        each for each in list_attention(floor.state, floor.at_ms) if each.what == "screen_dark"
    ]
    assert (told.table, told.about, told.since_ms) == ("T1", SIGN, SEEN_MS)


def test_it_is_noted_once_and_again_when_it_is_back_with_one_notice_a_day(floor: Floor) -> None:
    assert code(ask(floor, devices.NoteScreen, device=SIGN)) == "SCREEN_NOTED"
    ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)
    assert (
        code(ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)) == "SCREEN_NOTED"
    )
    (back,) = ask(floor, devices.NoteScreen, device=SIGN)
    assert (back.kind, back.table) == ("screen-came-back", "T1")
    assert pit_row(floor.state, BOOK, "T1", sensor_dead=False)["needs"] == ""
    (dark,) = ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS + 1)
    assert dark.kind == "screen-went-dark"


def test_a_sign_that_is_retired_is_not_dark(floor: Floor) -> None:
    ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)
    ask(floor, devices.RetireDevice, device=SIGN, reason="taken down", badge="tom")
    assert floor.state.table("T1").dark_screens == ()
    refused = ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)
    assert code(refused) == "DEVICE_KIND_WRONG"


def test_a_dark_console_is_told_before_the_sign_and_no_notice_is_proposed(floor: Floor) -> None:
    enrolled: dict[str, Any] = {"device_kind": "console", "table": "T1", "key_sha256": "1" * 64}
    ask(floor, devices.EnrollDevice, device="console-T1", badge="tom", **enrolled)
    ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)
    (dark,) = ask(floor, devices.NoteScreen, device="console-T1", dark_since_ms=SEEN_MS - 1)
    assert dark == devices.ScreenWentDark(table="T1", device="console-T1", since_ms=SEEN_MS - 1)
    row = pit_row(floor.state, BOOK, "T1", sensor_dead=False)
    assert (row["needs"], row["screen_dark_ms"]) == ("console", SEEN_MS - 1)


def test_a_console_that_is_seen_stands_for_the_others_of_its_table(floor: Floor) -> None:
    enrolled: dict[str, Any] = {"device_kind": "console", "table": "T1", "key_sha256": "1" * 64}
    for device in ("console-old", "console-new"):
        ask(floor, devices.EnrollDevice, device=device, badge="tom", **enrolled)
    ask(floor, devices.NoteScreen, device=SIGN, dark_since_ms=SEEN_MS)
    ask(floor, devices.NoteScreen, device="console-old", dark_since_ms=SEEN_MS)
    again = ask(floor, devices.NoteScreen, device="console-new", dark_since_ms=SEEN_MS)
    assert code(again) == "SCREEN_NOTED"  # the table's consoles are noted once
    (back,) = ask(floor, devices.NoteScreen, device="console-new")
    assert (back.kind, back.device) == ("screen-came-back", "console-new")
    assert floor.state.table("T1").dark_screens == ((SIGN, SEEN_MS),)
    assert pit_row(floor.state, BOOK, "T1", sensor_dead=False)["needs"] == "sign"


def test_no_other_device_goes_dark(floor: Floor) -> None:
    enrolled: dict[str, Any] = {"device_kind": "sensor", "table": "T1", "key_sha256": "1" * 64}
    ask(floor, devices.EnrollDevice, device="sensor-T1", badge="tom", **enrolled)
    refused = ask(floor, devices.NoteScreen, device="sensor-T1", dark_since_ms=SEEN_MS)
    assert code(refused) == "DEVICE_KIND_WRONG"
