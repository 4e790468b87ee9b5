"""R3: the jackpot bank account by the record: opening, deposits, withdrawals, closing; then the
bank's last statement, what is on its way, and where both differ; and what the account is taken to
hold above what it must."""

from __future__ import annotations

from typing import Any

from pitboss.floor.custody import bank_holds, for_players, reconciliation, standing
from pitboss.floor.facts.remittances import SENT
from pitboss.floor.ledger import required_micros
from pitboss.money import covering_up
from pitboss.reports.sheet import COUNT, DAY, LONG, MONEY, TIME, WORDS, Column, Sheet, sums
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

ACCOUNT = (Column("account_line", WORDS), Column("amount", MONEY))
ENTRIES = (
    Column("seq", COUNT), Column("time", TIME), Column("kind", WORDS), Column("day", DAY),
    Column("reference"), Column("purpose", WORDS), Column("who"), *sums("amount"),
)  # fmt: skip

# What changes the account.
MOVING = (
    "deposit-recorded", "withdrawal-recorded", "withdrawal-voided", "remittance-recorded",
    "remittance-voided",
)  # fmt: skip
DIFFERENCES = (Column("reference"), *sums("difference"), Column("reason", LONG))


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """The account line by line, and each entry."""
    entries = []
    moved = dict.fromkeys(MOVING, 0)
    for entry in source.entries(*moved):
        event = entry.event
        cents = _change_cents(event)
        moved[event.kind] += cents
        entries.append(
            (
                row_link(entry.seq),
                entry.at_ms,
                event.kind.replace("-", "_"),
                getattr(event, "day", ""),
                event.reference,
                getattr(event, "purpose", ""),
                source.people(event),
                cents,
            )
        )
    closing = cents_of(source.closing.balance("bank"))
    required = covering_up(required_micros(source.closing))
    voided = [("voided_withdrawals", back)] if (back := moved["withdrawal-voided"]) else []
    between = moved["remittance-recorded"] + moved["remittance-voided"]
    remitted = [("remittances", between)] if between else []
    lines: list[tuple[str, int | None]] = [
        ("opening_balance", closing - sum(moved.values())),
        ("deposits", moved["deposit-recorded"]),
        ("withdrawals", moved["withdrawal-recorded"]),
        *voided,
        *remitted,
        ("closing_balance", closing),
        *_by_statement(source),
        *_undrawn(source),
        ("required", required),
        ("above_required", cents_of(for_players(source.closing)) - required),
    ]
    return (
        source.sheet("account_by_record", ACCOUNT, lines),
        source.sheet("bank_entries", ENTRIES, entries),
        source.sheet("differences", DIFFERENCES, _differences(source)),
    )


def _change_cents(event: Any) -> int:
    """By how much an entry changes the account."""
    is_out = event.kind == "withdrawal-recorded" or getattr(event, "direction", "") == SENT
    if event.kind == "remittance-voided":
        is_out = not is_out
    cents: int = event.cents
    return -cents if is_out else cents


def _by_statement(source: ReportSource) -> list[tuple[str, int | None]]:
    """The account as the bank says, up to what it is taken to hold."""
    found = reconciliation(source.closing)
    if found is None:
        return []
    gap = [("no_statement_from_{}_to_{}".format(*found.gap), None)] if found.gap else []
    return [
        *gap,
        (f"statement_of_{found.to_day}", found.statement_cents),
        ("deposits_in_transit", found.in_transit_cents),
        ("checks_outstanding", -found.outstanding_cents),
        ("credits_not_counted", -found.not_counted_cents),
        ("explained_differences", found.explained_cents),
        ("unexplained_differences", found.unexplained_cents),
        ("taken_to_hold", cents_of(bank_holds(source.closing))),
    ]


def _undrawn(source: ReportSource) -> list[tuple[str, int | None]]:
    """What the account holds for the cage, which has paid prizes out of meters."""
    undrawn = max(0, standing(source.closing).unreimbursed_cents)
    return [("prizes_not_drawn", -undrawn)] if undrawn else []


def _differences(source: ReportSource) -> list[tuple[str, int, str]]:
    found = reconciliation(source.closing)
    return [(each.reference, each.cents, each.reason) for each in found.unmatched] if found else []
