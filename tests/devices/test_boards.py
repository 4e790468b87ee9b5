"""Two sensor boards at one table: each has lights, a beat and a silence of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.devices import contacts
from pitboss.devices.emulator import send
from pitboss.devices.signals import BetSeen, ButtonPressed, Started, TableAsked
from pitboss.refusal import Refusal
from pitboss.web.access.issued import Secret
from web.server_support import Site, code_of, running

from .support import Speaker, enrolled, kinds, swipe, table_of, until


def boards(site: Site) -> tuple[Speaker, Speaker]:
    left, right = enrolled(site, "sensor", "C1", 1, 2, 3), enrolled(site, "sensor", "C1", 4, 5, 6)
    return Speaker(left), Speaker(right)


def closed_by(site: Site) -> list[str]:
    return [device for device, _ in table_of(site, "C1").betting_closed]


def beat_until_closed(site: Site, living: Speaker, dead: Speaker) -> None:
    """One board beats while the other one is silent."""

    def seen() -> list[str]:
        living.lights()
        return closed_by(site)

    until(seen, [dead.device.device])


def test_a_board_that_starts_darkens_no_chip_of_another(site: Site) -> None:
    left, right = boards(site)
    assert (left.say("on 2"), right.say("on 5")) == ("ok", "ok")
    until(left.lights, {"2.1": "seen", "5.1": "seen"})
    assert right.say("started") == "ok"
    assert left.lights() == {"2.1": "seen"}, "they are out when the board is answered"
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    keypad.say(swipe(site, "D100"))
    assert keypad.say("start") == "ok"
    assert left.lights() == {"2.1": "locked"}


def test_a_chip_that_its_board_sees_again_as_it_starts_never_goes_dark(site: Site) -> None:
    left, _ = boards(site)
    assert (left.say("on 2"), left.say("on 3")) == ("ok", "ok")
    until(left.lights, {"2.1": "seen", "3.1": "seen"})
    n = left.last + 1
    answer = send(left.wire, [Started(n=n), BetSeen(n=n + 1, seat=2)])
    assert answer["lights"] == [{"seat": 2, "sensor": 1, "light": "seen"}]


def test_a_board_reads_its_own_seats_alone(site: Site) -> None:
    left, right = boards(site)
    assert (left.say("on 4"), right.say("on 3")) == ("SPOT_UNKNOWN", "SPOT_UNKNOWN")


def test_a_board_hears_which_seats_it_reads(site: Site) -> None:
    _, right = boards(site)
    alone = Speaker(enrolled(site, "sensor", "C2"))
    keypad = Speaker(enrolled(site, "keypad", "C1"))

    def told(speaker: Speaker) -> object:
        speaker.last += 1
        asked = send(speaker.wire, [TableAsked(n=speaker.last)])
        return asked["table"].get("own_seats")

    assert told(right) == [4, 5, 6]
    assert told(alone) == [1, 2, 3, 4, 5, 6]
    assert told(keypad) is None
    replacing = enrolled(site, "sensor", "C1", replaces=right.device.device)
    assert told(Speaker(replacing)) == [4, 5, 6]


def test_the_seats_of_a_silent_board_are_unknown_and_START_names_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 600)
    left, right = boards(site)
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    keypad.say(swipe(site, "D100"))
    right.say("on 5")
    beat_until_closed(site, left, right)
    press = ButtonPressed(n=keypad.last + 1, button="start")
    (told,) = send(keypad.wire, [press])["heard"]
    assert told["code"] == "BETTING_CLOSED"
    assert right.device.device in told["reason"]
    assert "If it's gone, have a technician retire it" in told["reason"]


def test_a_board_that_replaces_another_retires_it_and_opens_betting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 600)
    left, right = boards(site)
    assert right.say("on 5") == "ok"
    beat_until_closed(site, left, right)
    newer = Speaker(enrolled(site, "sensor", "C1", replaces=right.device.device))
    assert right.device.device not in closed_by(site)
    with pytest.raises(Refusal, match="DEVICE_UNKNOWN"):
        right.lights()
    assert newer.lights() == {}
    assert (newer.say("on 4"), newer.say("on 3")) == ("ok", "SPOT_UNKNOWN")
    assert kinds(site).count("device-retired") == 1


def test_a_device_is_kept_with_the_seats_that_its_record_has(site: Site) -> None:
    """Else it would not be the one on record, and be refused."""
    board = Speaker(enrolled(site, "sensor", "C1", 3, 1, 3))
    assert board.lights() == {}
    (kept,) = site.access.devices()
    assert kept.seats == (1, 3)


def test_a_second_board_says_what_it_is_before_it_gets_a_code(site: Site) -> None:
    first = enrolled(site, "sensor", "C1").device
    executive = site.visitor().sign_on("E300")
    asked = {"kind": "sensor", "table": "C1"}
    for more, answer in (
        ({}, (409, "BOARD_SEATS_TAKEN")),
        ({"seats": [4]}, (409, "BOARD_SEATS_TAKEN")),
        ({"seats": "4"}, (422, "COMMAND_UNREADABLE")),
        ({"replaces": "sensor-0"}, (409, "BOARD_UNKNOWN")),
    ):
        assert code_of(executive.post("/api/devices/codes", asked | more)) == answer
    made = executive.post("/api/devices/codes", asked | {"seats": [], "replaces": first})
    assert made.status_code == 200, made.text
    with pytest.raises(Refusal, match="CODE_WRONG"):  # one of the command line, which was dropped
        enrolled(site, "sensor", "C1")


def test_a_board_that_has_said_nothing_since_it_was_enrolled_closes_betting(site: Site) -> None:
    keypad = Speaker(enrolled(site, "keypad", "C1"))
    keypad.say(swipe(site, "D100"))
    board = Speaker(enrolled(site, "sensor", "C1"))
    assert keypad.say("start") == "BETTING_CLOSED"
    assert board.say("started") == "ok"
    assert keypad.say("start") == "ok"


def test_after_a_restart_a_board_that_stays_away_closes_betting(
    folder: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(folder, keys[1]) as site:
        left, right = boards(site)
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 600)
    with running(folder, keys[1]) as site:
        left.turn_to(replace(left.device, server=site.address))
        beat_until_closed(site, left, right)
