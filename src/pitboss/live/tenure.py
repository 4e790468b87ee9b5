"""Whether this engine leads: how it waits for its turn, begins, hands over, and is replaced.

The journal's lock only keeps things quiet. What keeps two engines apart is the chain: a leader
begins with a row of its own, and whatever an older one decided no longer fits."""

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
    standby_silent,
    standing_by,
)
from pitboss.journal import Journal, Row
from pitboss.live.contact import Contact
from pitboss.refusal import Refusal

LOOK_S = 1.0
AGAIN_S = 0.5  # after a database could not be reached
# How long a hand-over looks for who waits: as long as a person does who asked for it. A try takes
# a second, and on a busy machine or a far database another may pass before the next one shows.
AWAITED_LOOKS, AWAITED_LOOK_S = 50, 0.1
BEGUN_S, BEGUN_LOOK_S = 5.0, 0.02  # how long a hand-over waits for the other engine to lead


class Tenure:
    """One engine's time: it stands by, then leads, or follows all the time; once that is over, it
    never leads again, and `over` says why. Whoever runs the process starts anew."""

    def __init__(self, core: Core, *, leads: bool, taking: Callable[[], Journal] | None) -> None:
        self._core = core
        self._taking = taking
        self._ending = False
        self._has_let_go = False  # of the journal, for an engine that has yet to begin
        self.leads = leads
        self.unfit: Refusal | None = None  # why it could not lead if its turn came
        self.over: Refusal | None = None

    @property
    def holds(self) -> bool:
        """Whether this engine leads now."""
        return self.leads and self.over is None and not self._has_let_go

    async def wait_for_turn(self, lead: Callable[[Journal], Awaitable[None]]) -> None:
        """Try for the journal until it is there; then `lead`, which may fail while the journal
        does. Rows that do not fit what was followed, or an epoch that began and could not go on,
        end the tenure: all is to be read anew."""
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
                # One that has begun an epoch follows no more: its first row is there, others not.
                if self._core.epoch or ends_tenure(refusal):
                    self.over = refusal
                logging.getLogger(__name__).warning("this engine isn't in charge: %s", refusal)
                await asyncio.sleep(AGAIN_S)

    def _may_wait(self) -> bool:
        """Whether this engine still stands by."""
        self._check_followed()
        return not (self.leads or self.over or self._ending)

    def _check_followed(self) -> None:
        """If what it follows cannot be believed, all is to be read anew."""
        closed_by = self._core.closed_by
        if not self.leads and closed_by is not None and closed_by.code in LOST:
            self.over = closed_by

    async def _taken(self) -> Journal | None:
        """The journal, if its lock came within a second. An engine that could not lead does not
        wait for it: the leader would hand over to nobody."""
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
        """Tell the log once why this engine would not lead if its turn came; it may change."""
        if self.unfit is None or self.unfit.code != refusal.code:
            logging.getLogger(__name__).warning("this engine can't take over: %s", refusal)
        self.unfit = refusal
        await asyncio.sleep(AGAIN_S)

    async def watch(self, contact: Contact, newer: Callable[[], Awaitable[list[Row]]]) -> None:
        """Find out whether another engine has begun, while this one cannot write: it may have lost
        the lock, and with it the journal."""
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
        """Look for another engine that has begun, in rows that this one has not written."""
        found = newer_leader(rows, epoch=self._core.epoch)
        if found is not None:
            self.give_way(found)

    def give_way(self, refusal: Refusal) -> None:
        """Another engine leads."""
        self.over = self.over or refusal

    async def hand_over(
        self,
        let_go: Callable[[], Awaitable[None]],
        newer: Callable[[], Awaitable[list[Row]]],
    ) -> None:
        """Let go of the journal for an engine that waits for it, and see it begin. Where it does
        not, this tenure is over all the same: who runs the process tries to lead anew."""
        await self._let_go(let_go)
        self._has_let_go = True
        if await self._has_begun(newer):
            self.over = standing_by(None)
        else:
            self.over = standby_silent()
            raise self.over

    async def _let_go(self, let_go: Callable[[], Awaitable[None]]) -> None:
        """Between two of its tries an engine does not wait, for a moment: then it is looked for
        again, and play goes on meanwhile."""
        for look in range(1, AWAITED_LOOKS + 1):
            try:
                await let_go()
                return
            except Refusal as refusal:
                if refusal.code != STANDBY_MISSING or look == AWAITED_LOOKS:
                    raise
                await asyncio.sleep(AWAITED_LOOK_S)

    async def _has_begun(self, newer: Callable[[], Awaitable[list[Row]]]) -> bool:
        """Whether another engine begins to lead now. A row is the only proof: a process that
        hangs may have waited for the lock, too."""
        end_s = time.monotonic() + BEGUN_S
        while time.monotonic() < end_s:
            with suppress(Refusal):  # it cannot be read at this moment
                if newer_leader(await newer(), epoch=self._core.epoch) is not None:
                    return True
            await asyncio.sleep(BEGUN_LOOK_S)
        return False
