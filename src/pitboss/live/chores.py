"""The leader's chores while nobody asks anything: the clock, the shift, the bank account and
planned changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from pitboss.engine import Reply
from pitboss.engine.leadership import STANDING_BY, SUPERSEDED
from pitboss.floor.decide.changes import due_change
from pitboss.floor.facts import bank, changes, days, papers
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.clock import NoteClockJump
from pitboss.floor.facts.offered import OTHER_CLOCK
from pitboss.floor.money.custody import is_due
from pitboss.floor.state.calendar import CalendarState
from pitboss.floor.state.floor import State
from pitboss.floor.state.gambling_day import is_turn_due
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal import CANNOT_WRITE, Row
from pitboss.journal.codec import events_of
from pitboss.live.clocks import ClockJump, SiteClock
from pitboss.live.folder import new_id
from pitboss.refusal import Refusal

_Found = TypeVar("_Found")

CLOCK_LOOK_S = 1.0
BANK_LOOK_S = 60.0
CHANGE_LOOK_S = 0.5  # shorter than the gap between two rounds
DAY_LOOK_S = 60.0
# Nothing was done, or nobody knows: the same command may be sent again with its id.
ASK_AGAIN = CANNOT_WRITE | {"ENGINE_BUSY", "ENGINE_STOPPED", STANDING_BY, SUPERSEDED}


class AskedSite(Protocol):
    """The site these chores are for."""

    clock: SiteClock
    calendar: CalendarState
    paytable_lookup: PaytableLookup

    def now_ms(self) -> int:
        """The wall clock's time."""

    async def ask(self, command: Command) -> Reply:
        """Send the floor a command."""

    async def look(self, question: Callable[[State], _Found]) -> _Found: ...


async def watch_clock(site: AskedSite) -> None:
    """Record each clock jump, once the journal accepts it."""
    while True:
        jump = site.clock.jump()
        if jump is not None:
            site.clock.wait_for(jump.expected_ms)
            note = clock_note(jump, at_ms=site.now_ms())
            while (reply := await site.ask(note)).code in ASK_AGAIN:
                await asyncio.sleep(CLOCK_LOOK_S)
            if reply.accepted:
                site.clock.believe(jump)
        await asyncio.sleep(CLOCK_LOOK_S)


async def watch_day(site: AskedSite) -> None:
    """End each shift on the minute, even while nobody plays."""
    while True:
        with contextlib.suppress(Refusal):  # no engine, no answer: try again
            await turn_shift(site)
        left_s = (site.calendar.ends_ms - site.now_ms()) / 1000
        await asyncio.sleep(min(left_s, DAY_LOOK_S) if left_s > 0 else CLOCK_LOOK_S)


async def turn_shift(site: AskedSite) -> None:
    """Start the next shift if the current one is over."""
    now_ms = site.now_ms()
    if is_turn_due(site.calendar, now_ms):
        await site.ask(days.TurnShift(command_id=new_id(), at_ms=now_ms))


async def watch_bank(site: AskedSite) -> None:
    """Check the jackpot bank account as time passes, even while nobody plays, so that a shortage is
    recorded to the minute."""
    while True:
        now_ms = site.now_ms()
        with contextlib.suppress(Refusal):  # no engine, no answer: try again
            if await site.look(lambda state: is_due(state, now_ms)):  # noqa: B023 - asked now
                await site.ask(bank.CheckBank(command_id=new_id(), at_ms=now_ms))
        await asyncio.sleep(BANK_LOOK_S)


async def watch_changes(site: AskedSite) -> None:
    """Begin and apply planned changes, on time and as soon as no round is in the way."""
    while True:
        now_ms = site.now_ms()
        with contextlib.suppress(Refusal):  # no engine, no answer: try again
            ready = await site.look(lambda state: due_change(state, now_ms, site.paytable_lookup))  # noqa: B023 - asked now
            if ready:
                await site.ask(changes.BeginChange(command_id=new_id(), at_ms=now_ms, change=ready))
        await asyncio.sleep(CHANGE_LOOK_S)


def first_notes(last: Row | None, behind: ClockJump | None, *, at_ms: int) -> Iterator[Command]:
    """What a new engine has to record: a clock that is behind, or a journal that doesn't end with a
    stop, for which it proposes a notice."""
    if last is None:
        return
    if behind is not None:
        yield clock_note(behind, OTHER_CLOCK, at_ms=at_ms)
    if events_of(last.events) != (papers.SiteStopped(),):
        yield papers.NoteRestart(command_id=new_id(), at_ms=at_ms, since_ms=min(last.at_ms, at_ms))


def stop_note(*, at_ms: int) -> papers.NoteStop:
    """The last command of an engine that stops, or hands over, as told."""
    return papers.NoteStop(command_id=new_id(), at_ms=at_ms)


def clock_note(jump: ClockJump, reason: str = "", *, at_ms: int) -> NoteClockJump:
    """The command that records a jump."""
    return NoteClockJump(
        command_id=new_id(),
        at_ms=at_ms,
        expected_ms=jump.expected_ms,
        found_ms=jump.found_ms,
        reason=reason,
    )


OF_LEADER = (watch_clock, watch_bank, watch_day, watch_changes)
