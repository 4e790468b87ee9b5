"""Copies of the floor after some rows, so that every past second is close to one.

What a floor has few of (tables, jackpots, balances) is written whole. What grows with every prize
is written value by value when it changes, and read on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
import zstandard

from pitboss.books.books_file import Store
from pitboss.floor.state.entries import Entries
from pitboss.floor.state.floor import EXTENDED, State
from pitboss.floor.state.snapshot import KeptState, read_snapshot, write_snapshot

# Parts of the state that grow as long as a floor is in play, or belong to such a part.
LONG_PARTS = (
    "awards", "round_wins", "people", "check_numbers", "seals", "bank_entries", "paid_over",
    "changes", "papers", "releases",
)  # fmt: skip
LEVEL = 3  # of compression
SEQ_MOST = 2**62
_encode = msgspec.json.Encoder().encode
_HINTS = get_type_hints(KeptState)
NEWEST = "SELECT text FROM kept WHERE part = ? AND name = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
ALL = "SELECT name, text, max(seq) FROM kept WHERE part = ? AND seq <= ? GROUP BY name"


def _long_parts() -> tuple[str, ...]:
    return (*LONG_PARTS, *(EXTENDED.keys() & {"claims", "grants"}))


@cache
def _reader(part: str) -> Callable[[bytes], Any]:
    kind = EXTENDED[part] if part in EXTENDED else get_args(_HINTS[part])[1]
    return msgspec.json.Decoder(kind).decode


class LastingEntries(Entries[Any]):
    """The newer values of a long part: whatever leaves the floor stays in the books."""

    def drop(self, name: str) -> None:
        """Keep it: the books answer for it as long as they exist."""


class KeptEntries(Entries[Any]):
    """The values of a long part after a row, each read on demand."""

    __slots__ = ("_part", "_seq", "_store")

    def __init__(self, store: Store, part: str, seq: int) -> None:
        super().__init__()
        self._store, self._part, self._seq = store, part, seq

    def __missing__(self, name: str) -> Any:
        found = self._store.execute(NEWEST, (self._part, name, self._seq)).fetchone()
        if found is None:
            return None
        value = self[name] = _reader(self._part)(found[0])
        return value

    def any(self) -> bool:
        """Whether there is any value."""
        question = "SELECT 1 FROM kept WHERE part = ? AND seq <= ?"
        return self._store.execute(question, (self._part, self._seq)).fetchone() is not None

    def items(self) -> Iterator[tuple[str, Any]]:  # type: ignore[override]
        """All names with their values."""
        read = _reader(self._part)
        found = self._store.execute(ALL, (self._part, self._seq))
        return iter(sorted((name, read(text)) for name, text, _ in found))


def kept_value(store: Store, part: str, name: str) -> Any:
    """The newest kept value of a long part; None if there isn't one yet."""
    found = store.execute(NEWEST, (part, name, SEQ_MOST)).fetchone()
    return None if found is None else _reader(part)(found[0])


def keep(store: Store, state: State) -> None:
    """Write the floor as it is now, and forget whatever can be read again."""
    whole = State()
    vars(whole).update(vars(state))
    for part in _long_parts():
        newer: Entries[Any] = getattr(state, part)
        store.executemany(
            "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
            [(part, name, state.seq, _encode(dict.__getitem__(newer, name))) for name in newer],
        )
        setattr(whole, part, Entries())
    text = zstandard.compress(write_snapshot(whole).encode(), LEVEL)
    store.execute("INSERT OR REPLACE INTO state VALUES (?, ?)", (state.seq, text))
    _put_long_parts(store, state)


def nearest(store: Store, seq: int) -> State:
    """The newest kept floor at or before a row; an empty one if there is none."""
    question = "SELECT text FROM state WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
    found = store.execute(question, (seq,)).fetchone()
    state = State() if found is None else read_snapshot(zstandard.decompress(found[0]).decode())
    _put_long_parts(store, state)
    return state


def last_kept_seq(store: Store) -> int:
    """The row after which the floor was last kept; 0: never."""
    (found,) = store.execute("SELECT max(seq) FROM state").fetchone()
    return found or 0


def _put_long_parts(store: Store, state: State) -> None:
    for part in _long_parts():
        setattr(state, part, LastingEntries(KeptEntries(store, part, state.seq)))
