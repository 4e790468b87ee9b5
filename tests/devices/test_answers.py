"""Every signal is answered, over HTTP and over a broker; a wrong clock or a restart makes no device
deaf."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.devices.device_line import Heard
from pitboss.devices.emulator import Enrolled, HttpWire, Wire, send
from pitboss.devices.mqtt_wire import MqttWire
from pitboss.devices.signals import Beat, ButtonPressed
from pitboss.live.chores import ASK_AGAIN
from pitboss.live.clocks import clock_ms
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from web.server_support import Site, running

from .support import Speaker, enrolled, kinds, rows, swipe

DAY_MS = 86_400_000


def said(wire: Wire, *signals: dict[str, Any]) -> dict[str, Any]:
    answer = wire.send(json.dumps({"signals": signals}).encode())
    assert answer is not None
    return answer


def test_an_unreadable_signal_is_refused_and_spoils_no_other_over_HTTP_and_MQTT(
    folder: Path, keys: tuple[Path, dict[str, Secret]], broker: str
) -> None:
    with running(folder, keys[1], broker=broker) as site:
        _is_answered(site, HttpWire(board := enrolled(site, "sensor", "C1")), board)
        _is_answered(site, MqttWire(board := enrolled(site, "sensor", "C2"), broker), board)
        assert "access-refused" not in kinds(site)


def _is_answered(site: Site, wire: Wire, board: Enrolled) -> None:
    n = clock_ms()
    answer = said(
        wire,
        {"signal": "bet-seen", "n": n, "seat": 99},
        {"signal": "started", "n": n + 1},
        {"signal": "bet-seen", "n": n + 2, "seat": 1},
    )
    assert [(each["n"], each["code"]) for each in answer["heard"]] == [
        (n, "SIGNAL_UNREADABLE"), (n + 1, ""), (n + 2, ""),
    ]  # fmt: skip
    assert "seat" in answer["heard"][0]["reason"]
    assert answer["last_n"] == n + 2
    assert site.running_site.lights.board(board.table) == "ok"
    with pytest.raises(Refusal, match="SIGNAL_UNREADABLE"):
        wire.send(b'{"signals": [], "more": 1}')


def test_a_number_far_ahead_of_the_clock_is_refused_and_the_device_goes_on(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    assert keypad.say(swipe(site, "D100")) == "ok"
    ahead = send(keypad.wire, [ButtonPressed(n=clock_ms() + DAY_MS, button="start")])
    assert ahead["heard"][0]["code"] == "SIGNAL_AHEAD"
    assert abs(ahead["now_ms"] - clock_ms()) < DAY_MS
    assert keypad.say("start") == "ok"


def test_the_last_number_outlives_the_server(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with running(folder, keys[1]) as site:
        keypad = Speaker(enrolled(site, "keypad", "C1"))
        sensor = Speaker(enrolled(site, "sensor", "C1"))
        assert keypad.say(swipe(site, "D100")) == "ok"
        assert (sensor.say("started"), sensor.say("on 1")) == ("ok", "ok")
        assert keypad.say("start") == "ok"
    with running(folder, keys[1]) as site:
        for speaker in (keypad, sensor):
            speaker.turn_to(replace(speaker.device, server=site.address))
            assert speaker.send(Beat(n=speaker.last - 1)) == "SIGNAL_OLD"
        before = len(rows(site))
        old = ButtonPressed(n=keypad.last - 2, button="end")
        assert keypad.send(old) == "SIGNAL_OLD", "it was never taken, and is not now"
        assert keypad.send(ButtonPressed(n=keypad.last, button="start")) == "ok", "as it was"
        assert len(rows(site)) == before
        assert keypad.say("end") == "ok"


def test_a_press_on_record_gets_its_first_answer_however_far_ahead_it_is(
    folder: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's clock was a day ahead, and so was the device; then the server was cut off."""
    monkeypatch.setattr(Access, "keep_numbers", lambda self, numbers: None)
    with running(folder, keys[1]) as site:
        keypad = Speaker(enrolled(site, "keypad", "C1"))
        site.running_site.clock._wall_ms = lambda: clock_ms() + DAY_MS
        keypad.last += DAY_MS
        assert keypad.say(swipe(site, "D100")) == "ok"
        assert keypad.say("start") == "ok"
    with running(folder, keys[1]) as site:
        keypad.turn_to(replace(keypad.device, server=site.address))
        before = len(rows(site))
        new = ButtonPressed(n=keypad.last + 1, button="end")
        assert keypad.send(new) == "SIGNAL_AHEAD"
        assert keypad.send(ButtonPressed(n=keypad.last, button="start")) == "ok"
        assert len(rows(site)) == before
        assert keypad.send(new) == "ok"


def test_the_page_names_every_answer_that_is_to_be_asked_for_again() -> None:
    page = (Path(__file__).parents[2] / "docs" / "devices.md").read_text("utf-8")
    assert [code for code in sorted(ASK_AGAIN) if code not in page] == []


def test_a_sentence_comes_with_what_it_is_about() -> None:
    refusal = Refusal("JOURNAL_UNAVAILABLE", "because", where="journal", why="its disk is full")
    assert Heard(7, refusal.told).answer["reason"] == "journal: its disk is full"
