"""Whole rounds by devices, over HTTP (PS-1 to PS-6): sensors, keypads of both families."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.devices import contacts
from pitboss.devices.signals import BetSeen, ButtonPressed
from pitboss.floor.facts.base import CommandRefused
from pitboss.journal.codec import command_of, events_of
from pitboss.refusal import Refusal
from web.server_support import Site

from .support import Speaker, enrolled, kinds, rows, swipe, table_of, until


def test_a_round_by_sensors_and_a_current_keypad(site: Site) -> None:
    sensor = Speaker(enrolled(site, "sensor", "C1"))
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    assert keypad.say("start") == "NO_DEALER"
    assert keypad.say(swipe(site, "D100")) == "ok"
    assert sensor.say("on 2") == "ok"
    assert sensor.say("on 5") == "ok"
    until(sensor.lights, {"2.1": "seen", "5.1": "seen"})
    assert keypad.say("start") == "ok"
    assert sensor.lights() == {"2.1": "locked", "5.1": "locked"}
    assert keypad.say("hand 2 four_of_a_kind") == "ok"
    assert keypad.say("end") == "MARKS_UNCONFIRMED"
    assert keypad.say("confirm") == "ok"
    assert keypad.say(swipe(site, "D100")) == "ROLE_TOO_LOW"
    assert keypad.say(swipe(site, "S200")) == "ok"  # it still waits for the right card (PS-9)
    assert keypad.say("end") == "ok"
    happened = kinds(site)
    for kind in ("round-started", "winner-marked", "awards-recorded", "round-ended"):
        assert happened.count(kind) == 1


def test_a_round_by_an_older_keypad(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "B1"))
    sensor = Speaker(enrolled(site, "sensor", "B1"))
    assert keypad.say(swipe(site, "D101")) == "ok"
    sensor.say("on 1")
    until(sensor.lights, {"1.1": "seen"})
    assert keypad.say("coin-in") == "ok"
    assert keypad.say("hand 1 three_sevens_diamonds") == "ok"
    assert keypad.say("key JPH") == "KEY_HOLDER_UNKNOWN"
    assert keypad.say(swipe(site, "E300")) == "ok"
    assert keypad.say("key JPH") == "ok"
    assert keypad.say("j-pot 1") == "ok"
    assert keypad.say("game-over") == "AWARD_PENDING"
    assert keypad.say("key RUN") == "ok"
    assert keypad.say("game-over") == "ok"
    assert kinds(site).count("meters-moved") == 1


def test_a_message_that_comes_again_is_taken_once(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    keypad.say(swipe(site, "D100"))
    press = ButtonPressed(n=keypad.last + 1, button="start")
    assert [keypad.send(press) for _ in range(3)] == ["ok", "ok", "ok"]
    assert kinds(site).count("round-started") == 1
    # A server that starts anew has forgotten the numbers, and the journal has not.
    again = Speaker(keypad.device)
    assert again.send(press) == "ok"
    assert kinds(site).count("round-started") == 1


def test_a_chip_after_start_is_a_late_bet_and_no_bet(site: Site) -> None:
    sensor = Speaker(enrolled(site, "sensor", "C1"))
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    keypad.say(swipe(site, "D100"))
    sensor.say("on 1")
    until(sensor.lights, {"1.1": "seen"})
    keypad.say("start")
    sensor.say("on 4")
    until(sensor.lights, {"1.1": "locked", "4.1": "seen"})
    until(lambda: kinds(site).count("late-bet-seen"), 1)
    opened = table_of(site, "C1").round
    assert opened is not None
    assert [spot.seat for spot in opened.spots] == [1]
    asked = [command_of(row.asked) for row in rows(site)]
    sent_from = {each.kind: each.sent_from for each in asked if "table" in each.__struct_fields__}
    assert sent_from["start-round"] == keypad.device.device
    assert sent_from["see-late-bet"] == sensor.device.device


def test_a_dead_board_closes_betting_at_its_table_and_nothing_else(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 150)
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    other = Speaker(enrolled(site, "keypad", "C2"))
    sensor = Speaker(enrolled(site, "sensor", "C1"))
    keypad.say(swipe(site, "D100"))
    other.say(swipe(site, "D101"))
    sensor.lights()
    until(lambda: bool(table_of(site, "C1").betting_closed), expected=True)
    assert keypad.say("start") == "BETTING_CLOSED"
    assert other.say("start") == "ok"
    sensor.lights()
    until(lambda: bool(table_of(site, "C1").betting_closed), expected=False)


def test_a_retired_board_closes_no_table(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 150)
    board = enrolled(site, "sensor", "C1")
    Speaker(board).lights()
    until(lambda: bool(table_of(site, "C1").betting_closed), expected=True)
    executive = site.visitor().sign_on("E300")
    gone = executive.post(f"/api/devices/{board.device}/retire", {"reason": "broken"})
    assert gone.status_code == 200, gone.text
    assert table_of(site, "C1").betting_closed == ()
    assert site.running_site.lights.board("C1") == "none"


def test_a_board_at_a_closed_table_stops_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 150)
    Speaker(enrolled(site, "sensor", "C2")).lights()
    close_table(site, "C2")
    Speaker(enrolled(site, "sensor", "C1")).lights()
    until(lambda: bool(table_of(site, "C1").betting_closed), expected=True)


def close_table(site: Site, table: str) -> None:
    """Two people close a table for good, in the office."""
    clerk = site.visitor().sign_on("A400")
    asked = clerk.post(
        "/api/commands/request-change",
        {
            "command_id": "close",
            "what": {"action": "close_table", "table": table},
            "reason": "sold",
        },
    )
    assert asked.status_code == 200, asked.text
    executive = site.visitor().sign_on("E300")
    for step in ("approve-change", "apply-change"):
        made = executive.press(step, change=f"change-{asked.json()['seq']}")
        assert made.status_code == 200, made.text


def test_a_device_that_was_never_enrolled_gets_nothing(site: Site) -> None:
    real = enrolled(site, "sensor", "C1")
    forged = Speaker(replace(real, token=real.token[::-1]))
    with pytest.raises(Refusal) as told:
        forged.say("on 1")
    assert told.value.code == "DEVICE_UNKNOWN"
    until(lambda: kinds(site).count("access-refused"), 1)


@pytest.mark.parametrize(
    ("kind", "signal", "code"),
    [
        ("sensor", ButtonPressed(n=1, button="start"), "SIGNAL_UNKNOWN"),
        ("reader", ButtonPressed(n=1, button="start"), "SIGNAL_UNKNOWN"),
        ("keypad", BetSeen(n=1, seat=1), "SIGNAL_UNKNOWN"),
        ("keypad", ButtonPressed(n=1, button="coin-in"), "SIGNAL_UNKNOWN"),
    ],
)
def test_a_device_has_its_buttons(site: Site, kind: str, signal: ButtonPressed, code: str) -> None:
    assert Speaker(enrolled(site, kind, "C1")).send(signal) == code


def test_a_seat_that_the_table_does_not_have_is_refused(site: Site) -> None:
    sensor = Speaker(enrolled(site, "sensor", "C1"))
    assert sensor.say("on 7") == "SPOT_UNKNOWN"
    assert sensor.say("on 6.2") == "SPOT_UNKNOWN"
    assert sensor.say("on 6") == "ok"


def test_a_reader_serves_the_keypad_of_its_table(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    reader = Speaker(enrolled(site, "reader", "C1"))
    assert reader.say(swipe(site, "D100")) == "ok"
    assert table_of(site, "C1").dealer == "D100"
    keypad.say("start")
    keypad.say("misdeal")
    assert reader.say(swipe(site, "S200")) == "ok"
    assert kinds(site).count("round-voided") == 1


def test_a_swipe_that_does_not_fit_is_recorded(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    assert keypad.say("swipe ;D100=0000000000?") == "PIN_WRONG"
    until(lambda: kinds(site).count("access-refused"), 1)


def test_a_press_that_makes_no_sense_is_recorded_as_one_at_a_console_is(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    older = Speaker(enrolled(site, "keypad", "B1"))
    reader = Speaker(enrolled(site, "reader", "C1"))
    keypad.say(swipe(site, "D100"))
    keypad.say("start")
    before = kinds(site).count("command-refused")
    for speaker, press, code in (
        (keypad, "confirm", "NOTHING_MARKED"),
        (keypad, "resume", "TABLE_NOT_PAUSED"),
        (older, "key JPH", "KEY_HOLDER_UNKNOWN"),
        (older, "j-pot", "NOTHING_MARKED"),
    ):
        assert speaker.say(press) == code
        refused = events_of(rows(site)[-1].events)[-1]
        assert isinstance(refused, CommandRefused)
        assert (refused.command, refused.code) == ("press-keypad", code)
        assert refused.table == speaker.device.table
    assert reader.send(ButtonPressed(n=1, button="start")) == "SIGNAL_UNKNOWN"
    assert reader.send(ButtonPressed(n=1, button="start")) == "SIGNAL_UNKNOWN", "it came again"
    assert kinds(site).count("command-refused") == before + 5
