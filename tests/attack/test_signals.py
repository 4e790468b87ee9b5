"""What a device says is taken, or refused by name: nothing is dropped with a yes."""

from __future__ import annotations

import threading

import pytest

from devices.support import Speaker, enrolled, kinds, swipe
from pitboss.devices.device_line import ANSWERS_MOST
from pitboss.devices.signals import NUMBER_MOST, Beat, ButtonPressed
from web.server_support import Site

from .test_silent_journal import gate

__all__ = ["gate"]


@pytest.fixture
def keypad(site: Site) -> Speaker:
    made = Speaker(enrolled(site, "keypad", "C1"))
    assert made.say(swipe(site, "D100")) == "ok"
    return made


def test_a_number_below_the_last_is_refused_by_name(keypad: Speaker, site: Site) -> None:
    assert keypad.send(ButtonPressed(n=5, button="start")) == "SIGNAL_OLD"
    assert kinds(site).count("round-started") == 0
    assert keypad.say("start") == "ok"


def test_the_last_number_there_is_spoils_no_device(keypad: Speaker) -> None:
    assert keypad.send(Beat(n=NUMBER_MOST)) == "SIGNAL_AHEAD"
    assert keypad.send(ButtonPressed(n=NUMBER_MOST - 1, button="start")) == "SIGNAL_AHEAD"
    assert keypad.say("start") == "ok"


def test_an_answer_that_is_no_longer_kept_is_not_made_up(keypad: Speaker) -> None:
    first = ButtonPressed(n=keypad.last + 1, button="start")
    assert keypad.send(first) == "ok"
    keypad.last += 1
    for _ in range(ANSWERS_MOST):
        keypad.last += 1
        keypad.send(Beat(n=keypad.last))
    assert keypad.send(first) == "SIGNAL_OLD"


def test_a_press_that_the_journal_did_not_answer_is_repeated_until_it_is_known(
    keypad: Speaker, site: Site, gate: threading.Event
) -> None:
    sent: list[bytes] = []
    send = keypad.wire.send

    def opened(body: bytes) -> object:
        sent.append(body)
        answer = send(body)
        gate.set()
        return answer

    keypad.wire.send = opened  # type: ignore[method-assign, assignment]
    gate.clear()
    assert keypad.say("start") == "ok"
    assert len(sent) >= 2
    assert set(sent) == {sent[0]}, "the same numbers each time"
    assert kinds(site).count("round-started") == 1
