"""Codes that enroll devices, and devices that one person enrolled alone."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts import devices
from pitboss.floor.facts.base import COMMAND_LINE
from pitboss.floor.view.attention import list_attention

from .support import Floor, hired_floor
from .test_payments import DAY_15_NOV_2026, ask, code, washington

CODE = "c" * 64
QUARTER_MS = 900_000
OVER_MS = DAY_15_NOV_2026 + QUARTER_MS
CONSOLE: dict[str, Any] = {"device_kind": "console", "table": "T1"}


@pytest.fixture
def floor() -> Floor:
    """A table for money."""
    made, _ = washington()
    return made


def make_code(floor: Floor, digest: str = CODE, **more: Any) -> str:
    """Note a code of a console; the code of its refusal."""
    asked = {"badge": "tom", "until_ms": OVER_MS, **CONSOLE, **more}
    return code(ask(floor, devices.NoteDeviceCode, code_sha256=digest, **asked))


def enroll(floor: Floor, device: str, digest: str = CODE, **more: Any) -> str:
    """Enroll a console with a code; the code of its refusal."""
    asked = {"badge": "tom", "key_sha256": "0" * 64, **CONSOLE, **more}
    return code(ask(floor, devices.EnrollDevice, device=device, code_sha256=digest, **asked))


def test_a_code_enrolls_one_device(floor: Floor) -> None:
    assert make_code(floor) == ""
    assert enroll(floor, "console-1") == ""
    assert enroll(floor, "console-2") == "NOT_ON_RECORD"
    assert make_code(floor) == "CODE_WRONG"


@pytest.mark.parametrize("more", [{"device_kind": "keypad"}, {"table": ""}, {"badge": "eve"}])
def test_a_code_enrolls_what_it_was_made_for(floor: Floor, more: dict[str, Any]) -> None:
    assert make_code(floor) == ""
    assert enroll(floor, "console-1", **more) == "NOT_ON_RECORD"


def test_a_code_that_is_over_enrolls_nothing_and_is_forgotten(floor: Floor) -> None:
    assert make_code(floor) == ""
    assert enroll(floor, "console-1", at_ms=OVER_MS) == "NOT_ON_RECORD"
    assert make_code(floor, "d" * 64, at_ms=OVER_MS, until_ms=OVER_MS + QUARTER_MS) == ""
    assert [digest for digest, _ in floor.state.device_codes.items()] == ["d" * 64]


def test_only_the_command_line_makes_codes_under_nobodys_badge(floor: Floor) -> None:
    assert make_code(floor, badge="") == "AUTHORITY_MISSING"
    assert make_code(floor, badge="", sent_from=COMMAND_LINE) == ""
    assert enroll(floor, "console-1", badge="") == ""


def test_nobody_enrolls_without_a_badge_and_without_a_code(floor: Floor) -> None:
    assert enroll(floor, "console-1", "", badge="", sent_from="browser") == "AUTHORITY_MISSING"


def test_a_device_that_one_person_enrolled_waits_for_somebody_else(floor: Floor) -> None:
    def told() -> list[str]:
        things = list_attention(floor.state, floor.at_ms)
        return [each.table for each in things if each.what == "device_unconfirmed"]

    assert told() == []
    make_code(floor)
    enroll(floor, "console-1")
    assert told() == ["T1"]
    assert code(ask(floor, devices.ConfirmDevice, device="console-1", badge="tom")) == "BADGE_TWICE"
    assert code(ask(floor, devices.ConfirmDevice, device="console-1", badge="eve")) == ""
    assert told() == []
    again = ask(floor, devices.ConfirmDevice, device="console-1", badge="eve")
    assert code(again) == "NOTHING_TO_CONFIRM"


def test_a_device_that_is_retired_or_shows_only_waits_for_nobody(floor: Floor) -> None:
    sign: dict[str, Any] = {
        "device_kind": "sign",
        "table": "T1",
        "badge": "tom",
        "key_sha256": "0" * 64,
    }
    (enrolled,) = ask(floor, devices.EnrollDevice, device="sign-1", **sign)
    assert isinstance(enrolled, devices.DeviceEnrolled)
    enroll(floor, "console-1", "")
    ask(floor, devices.RetireDevice, device="console-1", reason="it broke", badge="tom")
    assert not [each for each in list_attention(floor.state, floor.at_ms) if "device" in each.what]
    gone = ask(floor, devices.ConfirmDevice, device="console-1", badge="eve")
    assert code(gone) == "NOTHING_TO_CONFIRM"


def test_a_floor_without_an_auditor_needs_one_to_close_its_days() -> None:
    told = {each.what for each in list_attention(Floor().state, 0)}
    assert "no_auditor" in told
    floor = hired_floor()
    assert "no_auditor" not in {each.what for each in list_attention(floor.state, floor.at_ms)}
