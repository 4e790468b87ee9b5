"""R3: the jackpot bank account by the record: opening, deposits, withdrawals, closing, and what it
must hold. What the bank itself says is on no record yet, so that nothing is matched here."""

from __future__ import annotations

from pitboss.floor.ledger import required_micros
from pitboss.reports.sheet import COUNT, MONEY, TIME, WORDS, Column, Sheet
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

ACCOUNT = (Column("account_line", WORDS), Column("amount", MONEY))
ENTRIES = (
    Column("seq", COUNT), Column("time", TIME), Column("kind", WORDS), Column("day"),
    Column("reference"), Column("purpose", WORDS), Column("who"),
    Column("amount", MONEY, summed=True),
)  # fmt: skip


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """The account line by line, and each entry."""
    entries = []
    moved = {"deposit-recorded": 0, "withdrawal-recorded": 0}
    for entry in source.entries(*moved):
        event = entry.event
        cents = event.cents if event.kind == "deposit-recorded" else -event.cents
        moved[event.kind] += cents
        entries.append(
            (
                row_link(entry.seq),
                entry.at_ms,
                event.kind.replace("-", "_"),
                event.day,
                event.reference,
                getattr(event, "purpose", ""),
                source.people(event),
                cents,
            )
        )
    closing = cents_of(source.closing.balance("bank"))
    required = cents_of(required_micros(source.closing))
    lines = [
        ("opening_balance", closing - sum(moved.values())),
        ("deposits", moved["deposit-recorded"]),
        ("withdrawals", moved["withdrawal-recorded"]),
        ("closing_balance", closing),
        ("required", required),
        ("above_required", closing - required),
    ]
    return (
        source.sheet("account_by_record", ACCOUNT, lines),
        source.sheet("bank_entries", ENTRIES, entries),
    )
