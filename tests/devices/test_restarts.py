"""A server that is started anew in the middle of a round: the keypad repeats its last press and
gets the first answer, and the round goes on (PS-60)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.devices import contacts
from pitboss.devices.words import signal_of
from pitboss.web.access.issued import Secret
from web.server_support import Site, running

from .support import Speaker, enrolled, kinds, rows, swipe, table_of, until

# A press that begins with @ swipes that badge.
ROUNDS = {
    "C1": ("@D100", "start", "hand 2 four_of_a_kind", "confirm", "@S200", "end"),
    "B1": (
        "@D101", "coin-in", "hand 1 three_sevens_diamonds", "@E300", "key JPH", "j-pot", "key RUN",
        "game-over",
    ),
}  # fmt: skip
EVERY_PRESS = [(table, last) for table, presses in ROUNDS.items() for last in range(len(presses))]


@pytest.mark.parametrize(("table", "last"), EVERY_PRESS)
def test_PS_60_a_press_repeated_after_a_restart_gets_its_first_answer(
    table: str, last: int, folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with running(folder, keys[1]) as site:
        presses = [_line(site, press) for press in ROUNDS[table]]
        sensor = Speaker(enrolled(site, "sensor", table))
        keypad = Speaker(enrolled(site, "keypad", table))
        _cover(sensor)
        assert [keypad.say(press) for press in presses[: last + 1]] == ["ok"] * (last + 1)
    with running(folder, keys[1]) as site:
        site.client.get("/healthz")  # the server has begun: betting is closed
        before = len(rows(site))
        _turn_to(keypad, site)
        assert keypad.send(signal_of(presses[last], kind="keypad", n=keypad.last)) == "ok"
        assert len(rows(site)) == before
        _turn_to(sensor, site)
        _cover(sensor)
        rest = presses[last + 1 :]
        assert [keypad.say(press) for press in rest] == ["ok"] * len(rest)
        happened = kinds(site)
    for kind in ("round-started", "winner-marked", "awards-recorded", "round-ended"):
        assert happened.count(kind) == 1


def test_after_a_restart_betting_is_closed_until_each_board_has_said_what_lies_there(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with running(folder, keys[1]) as site:
        left = Speaker(enrolled(site, "sensor", "C1", 1, 2, 3))
        right = Speaker(enrolled(site, "sensor", "C1", 4, 5, 6))
        keypad = Speaker(enrolled(site, "keypad", "C1"))
        assert (left.say("on 2"), right.say("started")) == ("ok", "ok")
        assert keypad.say(swipe(site, "D100")) == "ok"
    with running(folder, keys[1]) as site:
        for speaker in (left, right, keypad):
            _turn_to(speaker, site)
        assert keypad.say("start") == "BETTING_CLOSED"
        assert left.lights() == {}, "a beat, whose answer shows the board what is not known"
        assert right.say("started") == "ok"
        assert keypad.say("start") == "BETTING_CLOSED"
        assert left.say("started") == "ok"
        assert keypad.say("start") == "ok"


def test_a_board_that_stays_silent_after_a_restart_is_dead_until_it_speaks(
    folder: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(folder, keys[1]) as site:
        sensor = Speaker(enrolled(site, "sensor", "C1"))
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 600)
    with running(folder, keys[1]) as site:
        until(lambda: _why_closed(site), ["BOARD_SILENT"])
        _turn_to(sensor, site)
        assert sensor.say("started") == "ok"
        assert _why_closed(site) == []


def _why_closed(site: Site) -> list[str]:
    return [why.code for _, why in table_of(site, "C1").betting_closed]


def _line(site: Site, press: str) -> str:
    return swipe(site, press[1:]) if press[0] == "@" else press


def _turn_to(speaker: Speaker, site: Site) -> None:
    """The same device, at the server's new address."""
    speaker.turn_to(replace(speaker.device, server=site.address))


def _cover(sensor: Speaker) -> None:
    sensor.say("on 1")
    sensor.say("on 2")
    until(lambda: len(sensor.lights()), 2)
