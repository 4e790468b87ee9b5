"""What a broker is told: everything at least once and in its order, wherever the server dies."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from journal.cluster import Cluster
from journal.conftest import cluster
from pitboss.journal.place import JournalPlace
from pitboss.web.access.admission import Access
from pitboss.web.api.outbox_pages import OutboxPages
from pitboss.web.api.outbox_publishing import OutboxPublisher

from .history import write_known_history
from .outbox_support import place, told_by

__all__ = ["cluster"]

CRASHES = 30
PAGE_ROWS = 3


class DiedError(Exception):
    """The server is gone."""


class FakeBroker:
    """Takes so many messages, then the server dies: before or after the broker has the last one."""

    def __init__(self, heard: list[dict[str, Any]], *, takes: int, has_last: bool) -> None:
        self._heard = heard
        self._takes = takes
        self._has_last = has_last

    async def __call__(self, topic: str, body: bytes, *, retain: bool) -> None:
        self._takes -= 1
        if (self._takes >= 0 or self._has_last) and not topic.endswith("/position"):
            self._heard.append(json.loads(body))
        if self._takes < 0:
            raise DiedError


@pytest.fixture
def past(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """What a publisher needs to know of a site that was played on."""
    monkeypatch.setattr("pitboss.web.api.outbox_pages.PAGE_ROWS", PAGE_ROWS)
    monkeypatch.setattr("pitboss.web.api.outbox_publishing.NOTE_S", 0.0)
    write_known_history(folder)
    place = JournalPlace(folder)
    with closing(place()) as journal:
        seq = journal.last().seq
    return SimpleNamespace(open_reading=place, seq=seq, site=SimpleNamespace(name="Room"))


def publish(past: Any, folder: Path, broker: FakeBroker) -> None:
    """One life of a server."""

    async def live() -> None:
        with closing(Access(folder)) as access:
            pages = OutboxPages(past)
            try:
                with pytest.raises(DiedError):
                    await OutboxPublisher(past, access, pages).publish_to(broker)
            finally:
                pages.close()

    asyncio.run(live())


def test_a_server_that_dies_at_random_has_published_everything(past: Any, folder: Path) -> None:
    chance, heard, told = random.Random(3), list[dict[str, Any]](), told_by(folder)
    lives = 0
    while not heard or heard[-1] != told[-1]:
        takes = chance.randrange(2, 12)
        publish(past, folder, FakeBroker(heard, takes=takes, has_last=chance.random() < 0.5))
        lives += 1
    assert 5 < lives < CRASHES
    first = {message["id"]: message for message in reversed(heard)}
    assert sorted(first.values(), key=lambda each: place(each["id"])) == told
    # Each life goes on at most a page before where the last one was.
    for one, next_one in itertools.pairwise(heard):
        assert place(next_one["id"])[0] > place(one["id"])[0] - 2 * PAGE_ROWS


def test_the_note_is_beside_a_journal_in_a_database_too(folder: Path, cluster: Cluster) -> None:
    database = cluster.new_address()
    with closing(Access(folder, database)) as one, closing(Access(folder, database)) as two:
        assert two.read_published() == (0, "")
        one.note_published(812, "a" * 64)
        one.note_published(813, "b" * 64)
        assert two.read_published() == (813, "b" * 64)
