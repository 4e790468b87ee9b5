"""R13: what cashiers paid to whom, with the tax form of each payment and what was withheld; cash
above the reporting amount; cash by day (31 CFR 1021.311). A voided payment takes its amounts back.
Persons stand by their id in the vault."""

from __future__ import annotations

from pitboss.books import Entry
from pitboss.floor.facts.values import Payment
from pitboss.local_time import local_day
from pitboss.reports.sheet import COUNT, MARK, MONEY, TIME, WORDS, Column, Sheet
from pitboss.reports.source import ReportSource, award_link, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("cashier",)

CASH = "cash"
NO_FORM = ("", "none")
PAYMENTS = (
    Column("seq", COUNT), Column("time", TIME), Column("award"), Column("method", WORDS),
    Column("person"), Column("tax_form"), Column("paid", MONEY, summed=True),
    Column("withheld", MONEY, summed=True), Column("to_winner", MONEY, summed=True),
    Column("form_due", MARK), Column("cash_report", MARK), Column("who"),
)  # fmt: skip
FORMS = (
    Column("tax_form"), Column("payments", COUNT, summed=True),
    Column("paid", MONEY, summed=True), Column("withheld", MONEY, summed=True),
)  # fmt: skip
DAYS = (
    Column("day"), Column("payments", COUNT, summed=True), Column("cash_paid", MONEY, summed=True),
)  # fmt: skip


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every payment, and every one that was voided; the sums by form; the cash of each day."""
    report_above = source.site.profile.cash_report_above.cents
    rows = []
    forms: dict[str, list[int]] = {}
    days: dict[str, list[int]] = {}
    for entry in source.entries("prize-paid", "payment-voided"):
        event = entry.event
        if source.closing.award(event.award).award.jackpot in source.training:
            continue
        sign = 1 if event.kind == "prize-paid" else -1
        payment = event.payment if sign > 0 else _voided(source, entry)
        gross, withheld = sign * event.cents, sign * event.withheld_cents
        is_cash = payment.method == CASH
        rows.append(
            (
                row_link(entry.seq),
                entry.at_ms,
                award_link(event.award),
                payment.method,
                payment.person,
                payment.tax_form,
                gross,
                withheld,
                gross - withheld,
                int(sign > 0 and payment.tax_form not in NO_FORM),
                int(is_cash and gross - withheld > report_above),
                source.people(event),
            )
        )
        _add(forms, payment.tax_form or "none", sign, gross, withheld)
        if is_cash:
            day = local_day(entry.at_ms, source.site.time_zone)
            _add(days, day, sign, gross - withheld)
    return (
        source.sheet("payments", PAYMENTS, rows),
        source.sheet("tax_forms", FORMS, [(name, *sums) for name, sums in sorted(forms.items())]),
        source.sheet("cash_by_day", DAYS, [(day, *sums) for day, sums in sorted(days.items())]),
    )


def _voided(source: ReportSource, voided: Entry) -> Payment:
    """The payment that was voided: the last one of its award before."""
    paid = source.before_end("prize-paid", award=voided.event.award)
    before = [entry for entry in paid if entry.seq < voided.seq]
    found: Payment = max(before, key=lambda entry: entry.seq).event.payment
    return found


def _add(sums: dict[str, list[int]], name: str, *amounts: int) -> None:
    before = sums.get(name, [0] * len(amounts))
    sums[name] = [old + new for old, new in zip(before, amounts, strict=True)]
