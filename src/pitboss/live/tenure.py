"""Whether this engine leads: how it waits for its turn, begins, hands over, and is replaced.

The journal's lock only prevents needless conflict. The chain keeps two engines apart: a leader
begins with a row of its own, and nothing an older one decides fits after it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from pitboss.engine import Core
from pitboss.engine.leadership import (
    LOST,
    STANDBY_MISSING,
    STANDING_BY,
    SUPERSEDED,
    ends_tenure,
    newer_leader,
    refuse_silent_standby,
    refuse_standing_by,
)
from pitboss.journal import Journal, Row
from pitboss.live.contact import Contact
from pitboss.refusal import Refusal

LOOK_S = 1.0
AGAIN_S = 0.5  # after the database was unreachable
# How long a hand-over looks for a waiting engine: as long as the person who requested it waits. One
# try takes a second, and on a busy machine or a distant database another may pass before the next
# one shows.
AWAITED_LOOKS, AWAITED_LOOK_S = 50, 0.1
BEGUN_S, BEGUN_LOOK_S = 5.0, 0.02  # how long a hand-over waits for the other engine to lead


class Tenure:
    """One engine's time: it stands by, then leads, or only follows. Once its time is over, it never
    leads again, and `over` says why. The process then starts over."""

    def __init__(self, core: Core, *, leads: bool, taking: Callable[[], Journal] | None) -> None:
        self._core = core
        self._taking = taking
        self._ending = False
        self._has_let_go = False  # of the journal, for an engine that hasn't begun yet
        self.leads = leads
        self.unfit: Refusal | None = None  # why it couldn't lead if its turn came
        self.over: Refusal | None = None

    @property
    def holds(self) -> bool:
        """Whether this engine leads now."""
        return self.leads and self.over is None and not self._has_let_go

    async def wait_for_turn(self, lead: Callable[[Journal], Awaitable[None]]) -> None:
        """Try for the journal until it is free; then `lead`, which may fail while the journal does.
        Rows that don't match what was followed, or an epoch that began and couldn't continue, end
        the tenure: everything must be read again."""
        assert self._taking is not None
        while self._may_wait():
            journal = await self._taken()
            if journal is None:
                continue
            try:
                await lead(journal)
                self.leads = True
            except Refusal as refusal:
                await asyncio.to_thread(journal.close)
                # Once it has begun an epoch it no longer follows: its first row is there, others
                # aren't.
                if self._core.epoch or ends_tenure(refusal):
                    self.over = refusal
                logging.getLogger(__name__).warning("this engine isn't in charge: %s", refusal)
                await asyncio.sleep(AGAIN_S)

    def _may_wait(self) -> bool:
        """Whether this engine is still on standby."""
        self._check_followed()
        return not (self.leads or self.over or self._ending)

    def _check_followed(self) -> None:
        """If what it follows can't be trusted, everything must be read again."""
        closed_by = self._core.closed_by
        if not self.leads and closed_by is not None and closed_by.code in LOST:
            self.over = closed_by

    async def _taken(self) -> Journal | None:
        """The journal, if its lock came within a second. An engine that couldn't lead doesn't wait
        for it: the leader would hand over to nobody."""
        assert self._taking is not None
        closed_by = self._core.closed_by
        if closed_by is not None and closed_by.code != STANDING_BY:
            await self._wait_unfit(closed_by)
            return None
        trying = asyncio.ensure_future(asyncio.to_thread(self._taking))
        try:
            journal = await asyncio.shield(trying)
        except asyncio.CancelledError:
            self._ending = True
            with suppress(Refusal):
                (await trying).close()  # it came too late
            raise
        except Refusal as refusal:
            if refusal.code != "JOURNAL_IN_USE":
                await self._wait_unfit(refusal)
                return None
            journal = None
        self.unfit = None
        return journal

    async def _wait_unfit(self, refusal: Refusal) -> None:
        """Log once why this engine wouldn't lead if its turn came; the reason may change."""
        if self.unfit is None or self.unfit.code != refusal.code:
            logging.getLogger(__name__).warning("this engine can't take over: %s", refusal)
        self.unfit = refusal
        await asyncio.sleep(AGAIN_S)

    async def watch(self, contact: Contact, newer: Callable[[], Awaitable[list[Row]]]) -> None:
        """Check whether another engine has begun while this one can't write: it may have lost the
        lock, and the journal with it."""
        while True:
            await asyncio.sleep(LOOK_S)
            self._check_followed()
            closed_by = self._core.closed_by
            if closed_by is not None and closed_by.code == SUPERSEDED:
                self.give_way(closed_by)
            elif self.holds and not contact.available:
                with suppress(Refusal):  # nobody can read it either
                    self.leader_in(await newer())

    def leader_in(self, rows: Iterable[Row]) -> None:
        """Look for another engine's beginning in rows this one didn't write."""
        found = newer_leader(rows, epoch=self._core.epoch)
        if found is not None:
            self.give_way(found)

    def give_way(self, refusal: Refusal) -> None:
        """Give way to another engine that leads."""
        self.over = self.over or refusal

    async def hand_over(
        self,
        let_go: Callable[[], Awaitable[None]],
        newer: Callable[[], Awaitable[list[Row]]],
    ) -> None:
        """Release the journal to a waiting engine, and wait until it begins. If it doesn't, this
        tenure is over anyway: the process tries to lead again."""
        await self._let_go(let_go)
        self._has_let_go = True
        if await self._has_begun(newer):
            self.over = refuse_standing_by(None)
        else:
            self.over = refuse_silent_standby()
            raise self.over

    async def _let_go(self, let_go: Callable[[], Awaitable[None]]) -> None:
        """Release the journal. Between two tries a waiting engine doesn't show for a moment, so
        look again while play continues."""
        for look in range(1, AWAITED_LOOKS + 1):
            try:
                await let_go()
                return
            except Refusal as refusal:
                if refusal.code != STANDBY_MISSING or look == AWAITED_LOOKS:
                    raise
                await asyncio.sleep(AWAITED_LOOK_S)

    async def _has_begun(self, newer: Callable[[], Awaitable[list[Row]]]) -> bool:
        """Whether another engine begins to lead now. Only a row proves it: a hung process may have
        been waiting for the lock, too."""
        end_s = time.monotonic() + BEGUN_S
        while time.monotonic() < end_s:
            with suppress(Refusal):  # it can't be read at this moment
                if newer_leader(await newer(), epoch=self._core.epoch) is not None:
                    return True
            await asyncio.sleep(BEGUN_LOOK_S)
        return False
