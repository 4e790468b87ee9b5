"""The outbox on an MQTT broker: the same messages, each sent until the broker has it, and a note of
the position beside the journal. Messages published just before a crash are published again."""

from __future__ import annotations

import asyncio
import re

import msgspec

from pitboss.devices.publishing import PublishMessage
from pitboss.evidence.outbox import BEGIN, Position
from pitboss.journal import EMPTY, Last
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.api.outbox_pages import OutboxPages
from pitboss.web.shell.log import log

LOOK_S = 0.1
NOTE_S = 1.0  # between two notes: don't use the disk every round
AGAIN_S = 2.0
_NO_TOPIC = re.compile("[^a-z0-9]+")


class OutboxPublisher:
    """Publishes events in order, over whatever connection there is."""

    def __init__(self, running_site: RunningSite, access: Access, pages: OutboxPages) -> None:
        self._access = access
        self._pages = pages
        self._topic = f"pitboss/{site_topic(running_site.site.name)}/outbox"
        self._position: Position | None = None  # none: not looked up yet
        self._last, self._noted = EMPTY, EMPTY

    @property
    def seq(self) -> int:
        """The last row whose messages the broker has."""
        return self._last.seq

    async def publish_to(self, publish: PublishMessage) -> None:
        """Publish until canceled. A failed connection raises; the next one continues from there."""
        loop, noted_s = asyncio.get_running_loop(), 0.0
        while True:
            try:
                moved = await self._publish_page(publish)
                if self._last != self._noted and loop.time() >= noted_s:
                    await self._note(publish)
                    noted_s = loop.time() + NOTE_S
            except Refusal as refusal:  # of the journal or the store: both recover
                log("outbox", code=refusal.code, reason=refusal.reason)
                await asyncio.sleep(AGAIN_S)
                continue
            if not moved:
                await asyncio.sleep(LOOK_S)

    async def _publish_page(self, publish: PublishMessage) -> bool:
        """Publish the next rows, if any."""
        if self._position is None:
            self._position = await self._begin()
        try:
            page = await self._pages.page(self._position)
        except Refusal as refusal:
            if refusal.code != "OUTBOX_ARCHIVED":
                raise
            log("outbox", code=refusal.code, reason=refusal.reason)
            self._position = await self._first()
            return True
        for message in page.messages:
            await publish(f"{self._topic}/{message.kind}", message.text, retain=False)
        if page.last == EMPTY:
            return False
        self._position, self._last = page.after, page.last
        return True

    async def _note(self, publish: PublishMessage) -> None:
        last = self._last
        await asyncio.to_thread(self._access.note_published, last.seq, last.hash)
        body = msgspec.json.encode({"position": str(Position.behind(last))})
        await publish(f"{self._topic}/position", body, retain=True)
        self._noted = last

    async def _begin(self) -> Position:
        """Continue where the last publisher stopped if this is still its journal, else start at the
        first existing row."""
        seq, row_hash = await asyncio.to_thread(self._access.read_published)
        found = await self._pages.row(seq) if seq else None
        if found is not None and (found.seq, found.hash) == (seq, row_hash):
            self._last = self._noted = Last(seq, row_hash)
            return Position.behind(found)
        if found is not None and found.seq > seq:
            return Position(seq + 1, 0)  # archived meanwhile: reported when found
        return await self._first()

    async def _first(self) -> Position:
        found = await self._pages.row(BEGIN.seq)
        return BEGIN if found is None else Position(found.seq, 0)


def site_topic(name: str) -> str:
    """A site's name as part of a topic: lowercase letters, digits and hyphens."""
    return _NO_TOPIC.sub("-", name.lower()).strip("-") or "site"
