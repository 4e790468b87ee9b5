"""R3: the jackpot bank account by the record: opening, deposits, withdrawals, closing; then the
bank's last statement, what is in transit, and the differences; the surplus over what it must hold;
and what is kept for others, with what was paid over."""

from __future__ import annotations

from typing import Any

from pitboss.floor.facts import paying_over
from pitboss.floor.money.custody import bank_holds, for_players, reconcile_bank, sum_account
from pitboss.floor.money.ledger import required_micros
from pitboss.money import covering_up
from pitboss.reports.sheet import Sheet, columns
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

ACCOUNT = columns("account_line:words amount:money")
ENTRIES = columns(
    "seq:count time:time kind:words day:day reference purpose:words who amount:money+",
)

# What changes the account, and its line; fees and interest have their own.
MOVING = {
    "deposit-recorded": "deposits",
    "withdrawal-recorded": "withdrawals",
    "withdrawal-voided": "voided_withdrawals",
    "remittance-recorded": "remittances",
    "remittance-voided": "remittances",
}
CHARGES = {"interest": "interest", "fee": "bank_fees"}
LINES = ("deposits", "interest", "withdrawals", "bank_fees", "voided_withdrawals", "remittances")
ALWAYS = ("deposits", "withdrawals")
DIFFERENCES = columns("day:day reference difference:money+ reason:long")
KEPT = columns("kept:words opening:money+ added:money+ paid_over:money+ closing:money+")


PAID = {"paid-over": 1, "pay-over-voided": -1}


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """The account line by line, and each entry."""
    entries = []
    moved: dict[str, int] = {}
    for entry in source.find_entries(*MOVING):
        event = entry.event
        cents = _change_cents(event)
        line = CHARGES.get(getattr(event, "purpose", ""), MOVING[event.kind])
        moved[line] = moved.get(line, 0) + cents
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
    lines: list[tuple[str, int | None]] = [
        ("opening_balance", closing - sum(moved.values())),
        *((line, moved.get(line, 0)) for line in LINES if line in ALWAYS or moved.get(line)),
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
        source.sheet("kept_for_others", KEPT, _kept(source)),
    )


def _change_cents(event: Any) -> int:
    """How much an entry changes the account."""
    is_out = event.kind == "withdrawal-recorded" or getattr(event, "direction", "") == "sent"
    if event.kind == "remittance-voided":
        is_out = not is_out
    cents: int = event.cents
    return -cents if is_out else cents


def _by_statement(source: ReportSource) -> list[tuple[str, int | None]]:
    """The account by the bank's statement, up to its estimated balance."""
    found = reconcile_bank(source.closing)
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
        ("unexplained_credits", sum(max(0, each.cents) for each in found.unexplained)),
        ("unexplained_shortages", sum(min(0, each.cents) for each in found.unexplained)),
        ("taken_to_hold", cents_of(bank_holds(source.closing))),
    ]


def _undrawn(source: ReportSource) -> list[tuple[str, int | None]]:
    """What the account holds for the cage, which has paid prizes out of meters."""
    undrawn = max(0, sum_account(source.closing).unreimbursed_cents)
    return [("prizes_not_drawn", -undrawn)] if undrawn else []


def _differences(source: ReportSource) -> list[tuple[str, str, int, str]]:
    found = reconcile_bank(source.closing)
    unmatched = found.unmatched if found else ()
    return [(each.day, each.reference, each.cents, each.reason) for each in unmatched]


def _kept(source: ReportSource) -> list[tuple[str, int, int, int, int]]:
    """Tax, forfeited and unclaimed prizes, from the start of the period to its end."""
    opening = source.books.state_at(source.period.from_ms)
    paid = dict.fromkeys(paying_over.KEPT_FOR_OTHERS, 0)
    for entry in source.find_entries(*PAID):
        paid[entry.event.purpose] += PAID[entry.event.kind] * entry.event.cents
    rows: list[tuple[str, int, int, int, int]] = []
    for purpose, cents in paid.items():
        before, after = (cents_of(each.balance(purpose)) for each in (opening, source.closing))
        rows.append((purpose, before, after + cents - before, -cents, after))
    return rows
