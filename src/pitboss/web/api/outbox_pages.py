"""Journal rows as outbox messages, page by page, over a separate read connection. The engine is
only asked how far its rows are durable."""

from __future__ import annotations

import asyncio

from msgspec import Struct

from pitboss.evidence.outbox import OutboxMessage, Position, message_text, messages_of
from pitboss.journal import EMPTY, Last, Row
from pitboss.journal.whole import live_of
from pitboss.live.row_reader import RowReader
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal

PAGE_ROWS = 200
# Pause after each page: a client catching up takes at most a quarter of a core.
REST_PARTS = 3


class WrittenMessage(Struct, frozen=True, kw_only=True):
    """A message ready to send: its id, its kind, and the whole of it as one line of JSON."""

    id: str
    kind: str
    text: bytes


class OutboxPage(Struct, frozen=True, kw_only=True):
    """The messages of some rows and the next position; `last` is the last of those rows."""

    messages: tuple[WrittenMessage, ...]
    after: Position
    last: Last


class OutboxPages:
    """Pages for all readers of the outbox, one at a time; used from one event loop."""

    def __init__(self, running_site: RunningSite) -> None:
        self._running_site = running_site
        self._reader = RowReader(lambda: live_of(running_site.open_reading()))
        self._turn = asyncio.Lock()

    @property
    def end_seq(self) -> int:
        """The last durable row this server knows of."""
        return self._running_site.seq

    def close(self) -> None:
        self._reader.close()

    async def page(self, position: Position) -> OutboxPage:
        """The next page after a position. Fails with OUTBOX_ARCHIVED if its row has left the
        journal, with OUTBOX_FORKED if its row is a different one."""
        if position.seq > self.end_seq:
            return OutboxPage(messages=(), after=position, last=EMPTY)
        loop = asyncio.get_running_loop()
        async with self._turn:
            begun_s, end_seq = loop.time(), self.end_seq
            first_seq = position.last_seq if position.mark else position.seq
            limit = PAGE_ROWS + position.seq - first_seq
            rows = await self._reader.rows(after_seq=first_seq - 1, limit=limit)
            durable = [row for row in _unread(rows, position) if row.seq <= end_seq]
            page = await asyncio.to_thread(_made, durable, position)
            if len(rows) == limit:
                await asyncio.sleep((loop.time() - begun_s) * REST_PARTS)
            return page

    async def row(self, seq: int) -> Row | None:
        """The first existing row from this one on."""
        found = await self._reader.rows(after_seq=seq - 1, limit=1)
        return found[0] if found else None


def _unread(rows: list[Row], position: Position) -> list[Row]:
    """Rows the reader doesn't have completely; its last one must be unchanged."""
    if position.mark and rows and rows[0].seq == position.last_seq:
        if not rows[0].hash.startswith(position.mark):
            raise Refusal("OUTBOX_FORKED", where=f"after={position}", last_seq=position.last_seq)
        rows = rows[0 if position.place else 1 :]
    if rows and rows[0].seq != position.seq:
        raise _archived(position, rows[0].seq)
    return rows


def _made(rows: list[Row], position: Position) -> OutboxPage:
    """Runs in a thread: parsing takes time."""
    if not rows:
        return OutboxPage(messages=(), after=position, last=EMPTY)
    messages = tuple(
        write_message(each) for row in rows for each in messages_of(row, after=position)
    )
    last = Last(rows[-1].seq, rows[-1].hash)
    return OutboxPage(messages=messages, after=Position.behind(last), last=last)


def write_message(message: OutboxMessage) -> WrittenMessage:
    """Write a message in its final form."""
    return WrittenMessage(id=message.id, kind=message.kind, text=message_text(message))


def _archived(position: Position, first_seq: int) -> Refusal:
    return Refusal(
        "OUTBOX_ARCHIVED", where=f"after={position}", first_seq=first_seq, after_seq=first_seq - 1
    )
