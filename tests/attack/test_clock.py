"""A clock that is set while a floor runs, or before it starts: what lasts goes on lasting as long,
and the record says what was done to its dates."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest

from devices.support import Speaker, enrolled, kinds, rows, until
from pitboss.devices import contacts
from pitboss.floor.facts.clock import ClockJumped
from pitboss.floor.facts.offered import OTHER_CLOCK
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.live.clocks import ClockJump, SiteClock, clock_ms
from pitboss.live.running_site import open_running_site
from web.server_support import Site

HOUR_MS = 3_600_000
TEN_YEARS_MS = 10 * 365 * 24 * HOUR_MS


def set_clock(site: Site, by_ms: int) -> None:
    """Set the wall clock of a running server, so far from the true time."""
    site.running_site.clock._wall_ms = lambda: clock_ms() + by_ms


def jumps(site: Site) -> list[ClockJumped]:
    """What the record says about the clock."""
    happened = [event for row in rows(site) for event in events_of(row.events)]
    return [event for event in happened if isinstance(event, ClockJumped)]


def test_a_chip_is_seen_although_the_clock_went_back(site: Site) -> None:
    sensor = Speaker(enrolled(site, "sensor", "C1"))
    set_clock(site, -HOUR_MS)
    assert sensor.say("on 3") == "ok"
    until(sensor.lights, {"3.1": "seen"})


def test_a_silent_board_closes_betting_although_the_clock_went_ten_years_ahead_and_back(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    sensor = Speaker(enrolled(site, "sensor", "C1"))
    assert sensor.say("on 3") == "ok"
    set_clock(site, TEN_YEARS_MS)
    assert sensor.say("off 3") == "ok"
    set_clock(site, 0)
    monkeypatch.setattr(contacts, "DEAD_AFTER_MS", 50)
    until(lambda: kinds(site).count("betting-closed"), 1)


def test_a_session_neither_ends_nor_lasts_longer_with_the_clock(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    set_clock(site, TEN_YEARS_MS)
    assert supervisor.load("/pit").status_code == 200
    site.running_site.clock._passed_ms = lambda: TEN_YEARS_MS
    set_clock(site, -HOUR_MS)
    assert supervisor.load("/pit").status_code == 303


def test_a_jump_is_on_the_record_and_shown(site: Site) -> None:
    set_clock(site, -HOUR_MS)
    until(lambda: len(jumps(site)), 1)
    (jump,) = jumps(site)
    assert abs(jump.expected_ms - jump.found_ms - HOUR_MS) < 1000
    assert jump.reason == ""
    until(lambda: "clock" in beat(site), expected=True)
    assert beat(site)["clock"] == {"expected_ms": jump.expected_ms, "found_ms": jump.found_ms}


def beat(site: Site) -> dict[str, object]:
    """What every page hears once a second."""
    message = site.running_site._beat_picture().message.decode()
    found: dict[str, object] = json.loads(message.partition("data: ")[2])
    return found


def test_small_corrections_are_no_jump_and_a_jump_is_told_once() -> None:
    wall, passed = [1_000_000], [500]
    clock = SiteClock(lambda: wall[0], lambda: passed[0])
    wall[0] += 12_000
    passed[0] += 10_000
    assert clock.jump() is None
    assert clock.steady_ms() == 1_010_000
    wall[0] += 1
    assert clock.jump() == ClockJump(1_010_000, 1_012_001)
    clock.believe(ClockJump(1_010_000, 1_012_001))
    assert clock.jump() is None
    assert (clock.now_ms(), clock.steady_ms()) == (1_012_001, 1_010_000)


@pytest.mark.parametrize(("minutes", "runs_back"), [(9, False), (60, True)])
def test_a_start_with_the_clock_behind_the_last_row_is_on_the_record(
    folder: Path, minutes: int, *, runs_back: bool
) -> None:
    """A little behind, rows wait for the clock; else they are dated by it."""

    async def start(behind_ms: int) -> list[Row]:
        site = open_running_site(folder, clock=SiteClock(wall_ms=lambda: clock_ms() - behind_ms))
        site.begin()
        await site.close()
        with closing(site.open_reading()) as journal:
            return list(journal.rows(after_seq=0, limit=1000))

    before = asyncio.run(start(0))
    rows = asyncio.run(start(minutes * 60_000))[len(before) :]
    (jump,) = [
        event for row in rows for event in events_of(row.events) if isinstance(event, ClockJumped)
    ]
    assert jump.reason == OTHER_CLOCK
    assert abs(jump.expected_ms - jump.found_ms - minutes * 60_000) < 60_000
    assert (rows[0].at_ms < before[-1].at_ms) == runs_back
    times = [row.at_ms for row in rows]
    assert times == sorted(times)
