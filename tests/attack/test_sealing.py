"""Somebody who has the broker, and every message that ever passed it, but no key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from devices.support import Speaker, enrolled, swipe
from pitboss.devices.mqtt_wire import Freshness
from pitboss.devices.sealing import SEAL_BYTES, START_BYTES, seal, unseal
from pitboss.devices.signals import ButtonPressed
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import Cookies, csrf_token
from web.server_support import Site

KEY = bytes(range(32))
IN, OUT = "pitboss/signals/keypad-1", "pitboss/answers/keypad-1"
ONE, TWO = "1" * 32, "2" * 32
BODY = b'{"signals":[{"signal":"beat","n":1}]}'


def sealed(body: bytes = BODY, *, topic: str = IN, session: str = ONE) -> bytes:
    return seal(KEY, topic=topic, session=session, body=body)


def opened(message: bytes, *, key: bytes = KEY, topic: str = IN, session: str = ONE) -> bytes:
    return unseal(key, topic=topic, session=session, message=message)


def test_a_message_opens_where_it_is_for_and_nowhere_else() -> None:
    message = sealed()
    assert opened(message) == BODY
    for elsewhere in (
        {"topic": OUT},
        {"topic": IN.replace("-1", "-2")},
        {"session": TWO},
        {"session": ""},
        {"key": KEY[::-1]},
    ):
        with pytest.raises(Refusal, match="DEVICE_FORGED"):
            opened(message, **elsewhere)


def test_a_message_with_any_byte_changed_or_left_out_is_refused() -> None:
    message = sealed()
    for place in range(len(message)):
        changed = bytearray(message)
        changed[place] ^= 1
        for forged in (bytes(changed), message[:place], message[place + 1 :]):
            with pytest.raises(Refusal, match="DEVICE_FORGED"):
                opened(forged)


def test_the_same_body_is_never_hidden_alike() -> None:
    messages = {sealed()[:-SEAL_BYTES] for _ in range(50)}
    assert len({message[:START_BYTES] for message in messages}) == 50
    assert len({message[START_BYTES:] for message in messages}) == 50


def test_a_session_cannot_reach_into_the_text() -> None:
    """A device that takes a session with a line feed would seal two messages with one seal."""
    with pytest.raises(Refusal, match="SESSION_FORGED"):
        sealed(session=f"{ONE}\nabc")
    with pytest.raises(Refusal, match="SESSION_FORGED"):
        opened(b"x" * 80, session=f"{ONE}\nabc")


def answer(n: int, count: int) -> dict[str, object]:
    return {"heard": [{"n": n}], "count": count}


def sent(n: int) -> bytes:
    return json.dumps({"signals": [{"n": n}]}).encode()


def test_an_answer_that_was_kept_is_not_taken_for_a_new_one() -> None:
    fresh = Freshness()
    fresh.expect(sent(7))
    assert fresh.is_answer(ONE, answer(7, 4))
    assert not fresh.is_answer(ONE, answer(7, 4)), "the same once more"
    fresh.expect(sent(8))
    assert not fresh.is_answer(ONE, answer(7, 5)), "to an older message"
    assert fresh.is_answer(ONE, answer(8, 6))


def test_lights_that_were_kept_are_not_shown_again() -> None:
    fresh = Freshness()
    assert not fresh.is_newer(ONE, 3), "nothing says yet that the session is the server's"
    fresh.expect(sent(7))
    assert fresh.is_answer(TWO, answer(7, 4))
    assert fresh.is_newer(TWO, 5)
    assert not fresh.is_newer(TWO, 5)
    assert not fresh.is_newer(TWO, 2)
    assert not fresh.is_newer(ONE, 99), "of a session that somebody published again"
    fresh.expect(sent(8))
    assert fresh.is_answer(ONE, answer(8, 1)), "the server has started again"
    assert fresh.is_newer(ONE, 2)


def test_what_signs_pages_makes_no_devices_key(folder: Path) -> None:
    access = Access(folder)
    token = csrf_token(access, Cookies(visitor="device keypad-1"), "/sign-on")
    assert len({token, access.device_key("keypad-1"), access.device_key("keypad-2")}) == 3
    assert access.secret != access._device_secret
    again = Access(folder)
    assert again.device_key("keypad-1") == access.device_key("keypad-1")
    access.close()
    again.close()


def test_numbers_still_only_grow_when_a_board_of_the_table_is_retired(site: Site) -> None:
    sensor = enrolled(site, "sensor", "C1")
    Speaker(sensor).say("on 1")
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    assert keypad.say(swipe(site, "D100")) == "ok"
    executive = site.visitor().sign_on("E300")
    retired = executive.post(f"/api/devices/{sensor.device}/retire", {"reason": "it broke"})
    assert retired.status_code == 200, retired.text
    old = ButtonPressed(n=keypad.last - 1, button="start")
    assert keypad.send(old) == "SIGNAL_OLD"
    assert keypad.say("start") == "ok"
