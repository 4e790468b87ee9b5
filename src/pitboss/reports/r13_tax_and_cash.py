"""R13: what cashiers paid, with the tax form of each payment; cash above the reporting amount; cash
by day (31 CFR 1021.311). Payments are not yet put together by person: no person is on record."""

from __future__ import annotations

from pitboss.local_time import local_day
from pitboss.reports.sheet import COUNT, MARK, MONEY, TIME, WORDS, Column, Sheet
from pitboss.reports.source import ReportSource, award_link, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("cashier",)

CASH = "cash"
NO_FORM = ("", "none")
PAYMENTS = (
    Column("seq", COUNT), Column("time", TIME), Column("award"), Column("method", WORDS),
    Column("tax_form"), Column("paid", MONEY, summed=True), Column("form_due", MARK),
    Column("cash_report", MARK), Column("who"),
)  # fmt: skip
FORMS = (
    Column("tax_form"), Column("payments", COUNT, summed=True),
    Column("paid", MONEY, summed=True),
)  # fmt: skip
DAYS = (
    Column("day"), Column("payments", COUNT, summed=True), Column("cash_paid", MONEY, summed=True),
)  # fmt: skip


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every payment; the sums by form; the cash of each day."""
    report_above = source.site.profile.cash_report_above.cents
    rows = []
    forms: dict[str, list[int]] = {}
    days: dict[str, list[int]] = {}
    for entry in source.entries("prize-paid"):
        event, payment = entry.event, entry.event.payment
        if source.closing.award(event.award).award.jackpot in source.training:
            continue
        is_cash = payment.method == CASH
        rows.append(
            (
                row_link(entry.seq),
                entry.at_ms,
                award_link(event.award),
                payment.method,
                payment.tax_form,
                event.cents,
                int(payment.tax_form not in NO_FORM),
                int(is_cash and event.cents > report_above),
                source.people(event),
            )
        )
        _add(forms, payment.tax_form or "none", event.cents)
        if is_cash:
            _add(days, local_day(entry.at_ms, source.site.time_zone), event.cents)
    return (
        source.sheet("payments", PAYMENTS, rows),
        source.sheet("tax_forms", FORMS, [(name, *sums) for name, sums in sorted(forms.items())]),
        source.sheet("cash_by_day", DAYS, [(day, *sums) for day, sums in sorted(days.items())]),
    )


def _add(sums: dict[str, list[int]], name: str, cents: int) -> None:
    counted = sums.setdefault(name, [0, 0])
    counted[0] += 1
    counted[1] += cents
