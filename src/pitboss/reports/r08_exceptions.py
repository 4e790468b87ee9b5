"""R8: what did not go as usual: refused presses, people turned away, late bets, stopped tables and
devices, clocks that jumped, an account that fell short."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pitboss.local_time import local_time
from pitboss.reports.sheet import COUNT, LONG, TIME, WORDS, Column, Sheet
from pitboss.reports.source import ReportSource, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("compliance",)

KINDS = (
    "command-refused", "access-refused", "late-bet-seen", "table-paused", "betting-closed",
    "shuffler-reported", "jackpot-suspended", "bundle-changed", "clock-jumped", "bank-fell-short",
)  # fmt: skip
COUNTED = (
    Column("kind", WORDS), Column("code"), Column("table"), Column("times", COUNT, summed=True),
)  # fmt: skip
EXCEPTIONS = (
    Column("seq", COUNT), Column("time", TIME), Column("kind", WORDS), Column("table"),
    Column("what"), Column("code"), Column("why", LONG), Column("who"),
)  # fmt: skip


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """How often each kind came, and every one of them."""
    rows = [
        (
            row_link(entry.seq),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            getattr(entry.event, "table", ""),
            _what(entry.event),
            getattr(entry.event, "code", ""),
            _why(source, entry.event),
            source.people(entry.event) or getattr(entry.event, "who", ""),
        )
        for entry in source.entries(*KINDS)
    ]
    counted = Counter((str(row[2]), str(row[5]), str(row[3])) for row in rows)
    return (
        source.sheet(
            "exceptions_counted", COUNTED, [(*key, n) for key, n in sorted(counted.items())]
        ),
        source.sheet("exceptions", EXCEPTIONS, rows),
    )


def _what(event: Any) -> str:
    """What was asked for, or what it is about."""
    for name in ("command", "what", "device", "jackpot"):
        if found := getattr(event, name, ""):
            return str(found)
    spot = getattr(event, "spot", None)
    return f"seat {spot.seat}" if spot else ""


def _why(source: ReportSource, event: Any) -> str:
    match event.kind:
        case "clock-jumped":
            expected, found = (
                local_time(at_ms, source.site.time_zone)
                for at_ms in (event.expected_ms, event.found_ms)
            )
            return f"{expected} became {found}. {event.reason}".rstrip()
        case "bank-fell-short":
            return str(event.rule)
        case _:
            return str(getattr(event, "reason", ""))
