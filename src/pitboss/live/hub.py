"""The newest picture of each topic, for everyone who watches it.

A watcher holds at most one picture of a topic: a newer one replaces the older. So a slow screen
costs nothing and never shows an outdated picture."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from pitboss.refusal import Refusal

WATCHERS_OF_IDENTITY_MOST = 64


class StreamPlaces(Struct, frozen=True, kw_only=True):
    """How many pages may watch, and how many places are kept for consoles: a table stays playable
    even when signs have taken the rest."""

    most: int
    kept_for_consoles: int


PLACES = StreamPlaces(most=1000, kept_for_consoles=400)
FOLLOWER_PLACES = StreamPlaces(most=4000, kept_for_consoles=0)  # it has signs, but no console


class Picture(Struct, frozen=True):
    """One message of an event stream, as it goes over the wire."""

    message: bytes


def make_picture(kind: str, *, seq: int, data: bytes) -> Picture:
    """A message of a kind; `data` is JSON on one line."""
    return Picture(b"event: %b\nid: %d\ndata: %b\n\n" % (kind.encode(), seq, data))


class Watcher:
    """One page that watches some topics. Pictures that can wait are sent with the next of the
    others: there is a beat every second."""

    def __init__(self, topics: frozenset[str], identity: str, can_wait: frozenset[str]) -> None:
        self.topics = topics
        self.identity = identity
        self._can_wait = can_wait
        self.closed = False
        self._newest: dict[str, Picture] = {}
        self._ready = asyncio.Event()

    def show(self, topic: str, shown: Picture) -> None:
        """Queue a newer picture; the older one is dropped, sent or not."""
        self._newest.pop(topic, None)
        self._newest[topic] = shown
        if topic not in self._can_wait:
            self._ready.set()

    def close(self) -> None:
        """End the stream."""
        self.closed = True
        self._ready.set()

    async def next(self) -> bytes:
        """Everything new, at least one picture; empty when the stream is over."""
        await self._ready.wait()
        self._ready.clear()
        if self.closed:
            self._ready.set()
            return b""
        # One picture may belong to two topics, such as a hit of two jackpots.
        shown = dict.fromkeys(self._newest.values())
        self._newest.clear()
        return b"".join(one.message for one in shown)


class Hub:
    """Hands pictures to watchers. Used on the event loop, except for `is_watched`."""

    def __init__(self, places: StreamPlaces = PLACES) -> None:
        self._places = places
        self._watchers: dict[str, set[Watcher]] = {}
        self._counts: Counter[str] = Counter()
        self._open: set[Watcher] = set()
        self._identities: Counter[str] = Counter()
        self._closed = False

    def __len__(self) -> int:
        """How many pages are watching."""
        return len(self._open)

    def is_watched(self, topic: str) -> bool:
        """Whether a picture of this topic is worth making; any thread may call this."""
        return self._counts[topic] > 0

    def join(
        self,
        topics: Iterable[str],
        *,
        identity: str,
        is_console: bool = False,
        can_wait: Iterable[str] = (),
    ) -> Watcher:
        """Add a watcher of these topics, for a device or a person."""
        places = self._places.most - (0 if is_console else self._places.kept_for_consoles)
        if len(self._open) >= places:
            raise _too_many("", count=places)
        if self._identities[identity] >= WATCHERS_OF_IDENTITY_MOST:
            raise _too_many("of_one", count=WATCHERS_OF_IDENTITY_MOST, identity=identity)
        watcher = Watcher(frozenset(topics), identity, frozenset(can_wait))
        self._open.add(watcher)
        self._identities[identity] += 1
        for topic in watcher.topics:
            self._watchers.setdefault(topic, set()).add(watcher)
            self._counts[topic] += 1
        if self._closed:
            watcher.close()
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Remove a closed page."""
        self._open.discard(watcher)
        self._identities[watcher.identity] -= 1
        if not self._identities[watcher.identity]:
            del self._identities[watcher.identity]
        for topic in watcher.topics:
            left = self._watchers[topic]
            left.discard(watcher)
            self._counts[topic] -= 1
            if not left:
                del self._watchers[topic]
                del self._counts[topic]

    def show(self, pictures: Mapping[str, Picture]) -> None:
        """Show newer pictures, by topic."""
        for topic, shown in pictures.items():
            for watcher in self._watchers.get(topic, ()):
                watcher.show(topic, shown)

    def close(self) -> None:
        """End every stream: the site is stopping."""
        self._closed = True
        for watcher in self._open:
            watcher.close()


def _too_many(case: str, **values: object) -> Refusal:
    return Refusal("STREAMS_TOO_MANY", case, where="stream", **values)
