"""Reads a site's journal over a reading connection of its own, opened on first use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from pitboss.journal import Journal, Row

ROWS_MOST = 1000
SEQ_MOST = 2**53  # no journal is that long, and no database takes more


class RowReader:
    """Reads rows for callers, one at a time; used from one event loop."""

    def __init__(self, reading: Callable[[], Journal]) -> None:
        self._reading = reading
        self._journal: Journal | None = None
        self._lock = asyncio.Lock()

    async def rows(self, *, after_seq: int, limit: int) -> list[Row]:
        """The next rows after one, as many as asked for and allowed."""
        after_seq, limit = min(after_seq, SEQ_MOST), min(limit, ROWS_MOST)
        async with self._lock:
            return await asyncio.to_thread(self._rows, after_seq, limit)

    def close(self) -> None:
        if self._journal is not None:
            self._journal.close()

    def _rows(self, after_seq: int, limit: int) -> list[Row]:
        if self._journal is None:
            self._journal = self._reading()
        return list(self._journal.rows(after_seq=after_seq, limit=limit))
