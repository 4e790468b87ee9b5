"""No number reaches a row that other programs would not read exactly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.engine import Core
from pitboss.floor.facts import changes, jackpots, rounds
from pitboss.floor.facts.base import Command, CommandRefused
from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents
from pitboss.rules.cited_law import Law

from .support import (
    LEVEL,
    PAYTABLES,
    STARTED_MS,
    TERMS,
    fill,
    filled_store,
    happenings,
    retirement,
    spots,
)

EXACT_MOST = 2**53 - 1
LARGE = (EXACT_MOST + 1, 10**30, -EXACT_MOST - 1)
OPEN_SITE = {
    "name": "Card Room", "currency": "USD", "time_zone": "America/Los_Angeles",
    "profile": "washington", "law": Law(), "reason": "opened", "by": ("sam", "eve"),
}  # fmt: skip
ASKED = (*happenings(), *retirement(), (changes.OpenSite, OPEN_SITE))
ROWS = tuple(filled_store((*retirement(), (changes.OpenSite, OPEN_SITE))).rows)
FULL = replace(LEVEL, seed_cents=Cents(9_007_199_254), maximum_cents=None)
OPEN_FULL = (jackpots.OpenJackpot, ASKED[4][1] | {"terms": replace(TERMS, levels=(FULL,))})


def enlarged(value: Any) -> Iterator[Any]:
    """A value again and again, each time with another of its numbers too large."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield from LARGE
    elif isinstance(value, tuple):
        for place, part in enumerate(value):
            for other in enlarged(part):
                yield (*value[:place], other, *value[place + 1 :])
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            for other in enlarged(getattr(value, name)):
                yield replace(value, **{name: other})


def numbers(plain: Any) -> Iterator[int]:
    """All numbers of some data."""
    if isinstance(plain, int):
        yield plain
    elif isinstance(plain, dict | list):
        for part in plain.values() if isinstance(plain, dict) else plain:
            yield from numbers(part)


def is_exact(text: str) -> bool:
    """Whether every number of a text is read exactly."""
    return all(abs(number) <= EXACT_MOST for number in numbers(json.loads(text)))


def answered(seq: int, command: Command) -> MemoryStore:
    """The journal after a command that is asked in place of one of the sample."""
    store = MemoryStore(rows=list(ROWS[: seq - 1]))
    Core(MemoryJournal(store), PAYTABLES).handle([command])
    return store


def test_every_number_of_a_journal_is_exact() -> None:
    assert all(is_exact(row.asked) and is_exact(row.events) for row in ROWS)


def test_a_command_with_a_number_too_large_leaves_no_row() -> None:
    for seq, (made, fields) in enumerate(ASKED, start=1):
        for command in enlarged(made(**{"command_id": "large", "at_ms": STARTED_MS, **fields})):
            assert len(answered(seq, command).rows) == seq - 1, command


def test_a_meter_that_holds_all_it_may_takes_no_more_wagers() -> None:
    """$90,071,992.54 are 9,007,199,254,000,000 micros; a wager of $1 would add 20,000,500."""
    store = MemoryStore()
    start = (rounds.StartRound, {"table": "T1", "spots": spots(1)})
    fill(MemoryJournal(store), (*ASKED[:4], OPEN_FULL, *ASKED[5:9], start))
    (refused,) = events_of(store.rows[-1].events)
    assert isinstance(refused, CommandRefused)
    assert refused.code == "AMOUNT_TOO_LARGE"
    assert all(is_exact(row.asked) and is_exact(row.events) for row in store.rows)
    audit(MemoryJournal(store, read_only=True), paytables=PAYTABLES)
