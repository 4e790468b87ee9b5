"""R2: the deposit sheet: what the jackpot bank account must hold, what it holds, the deposit due
now, and the deposits of the period."""

from __future__ import annotations

from pitboss.floor.money.custody import BankStanding, sum_account
from pitboss.money import covering_up
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, cents_of, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("cashier", "second")
CURRENT = True

HELD = columns("held_for:titled after_deposit:money+ accrued:money+ fractions:money+? held:money+")
DUE = columns(
    "required:money in_bank:money undrawn:money due:money last_deposit:day covered:time",
    "due_by:time",
)
MADE = columns("seq:count time:time day:day reference who amount:money+")
PAID = columns("prizes:count paid_since:money")
SIGNS = {"prize-paid": 1, "payment-voided": -1}  # a voided payment isn't paid


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """What is held for each jackpot, what is due, and the deposits of the period."""
    found = sum_account(source.closing)
    deposits = [
        (
            row_link(entry.seq),
            entry.at_ms,
            entry.event.day,
            entry.event.reference,
            source.people(entry.event),
            entry.event.cents,
        )
        for entry in source.find_entries("deposit-recorded")
        if entry.event.purpose == "deposit"
    ]
    return (
        source.sheet("held_for_players", HELD, _held(source, found)),
        source.sheet("deposit_due", DUE, [_due(found)]),
        source.sheet("prizes_paid", PAID, [_paid(source)]),
        source.sheet("deposits", MADE, deposits),
    )


def _held(source: ReportSource, found: BankStanding) -> list[tuple[Cell, ...]]:
    """After the last deposit, since then, and now; in whole cents that add up."""
    rows: list[tuple[Cell, ...]] = []
    for each in found.accruals:
        then, now = cents_of(each.then_micros), cents_of(each.now_micros)
        accrued = cents_of(each.now_micros - each.then_micros)
        rows.append((source.title(each.name), then, accrued, now - then - accrued, now))
    return rows


def _due(found: BankStanding) -> tuple[Cell, ...]:
    return (
        covering_up(found.required_micros),
        cents_of(found.bank_micros),
        max(0, found.unreimbursed_cents),
        found.due_cents,
        found.deposit_day or None,
        found.since_ms,
        found.due_ms,
    )


def _paid(source: ReportSource) -> tuple[int, int]:
    """How many prizes cashiers paid in the period, and their sum, less voids: negative if more was
    taken back than paid, because a voided payment is in its own day's sheet."""
    moved = [
        (SIGNS[entry.event.kind], entry.event.cents)
        for entry in source.find_entries(*SIGNS)
        if source.closing.award(entry.event.award).award.jackpot not in source.training
    ]
    return sum(sign for sign, _ in moved), sum(sign * cents for sign, cents in moved)
