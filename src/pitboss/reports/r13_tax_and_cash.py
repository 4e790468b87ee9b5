"""R13: what cashiers paid to whom, the tax forms, box by box, and cash paid in a gaming day, by
person and to unrecorded people.

A voided payment takes its amounts back. Tray pays, envy included, appear among the payments only
with their tax, but in full on the forms. Tax collected from a winner because it exceeded the
payment counts as withheld. Tax that a winner didn't bring and the house covers has its own column;
together they are what the tax office gets. People appear by vault id; for unrecorded people a
separate column shows the award."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from pitboss.books import Entry
from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.money.tax import GROUP, NO_FORM, W2G
from pitboss.floor.state.gambling_day import shift_at
from pitboss.money import Cents
from pitboss.refusal import Told, say
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, award_link, row_link
from pitboss.reports.tax_form_sheets import (
    ENVY,
    PAID,
    VOIDED,
    filed_forms,
    form_sheets,
    voided_payment,
)

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("cashier",)

CASH = "cash"
PAYMENTS = columns(
    "seq:count time:time@seq award:told method:method person tax_form:titled@person paid:money+",
    "withheld:money+ to_winner:money+ tax_borne:money+?@withheld form_due:mark who",
)
FORMS = columns(
    "tax_form:titled payments:count+ forms:count+ reportable:money+ paid:money+ withheld:money+",
    "tax_borne:money+?",
)
PEOPLE = columns(
    "day:day person award:told? payments:count+ paid:money+ withheld:money+ cash_paid:money+",
    "cash_report:mark",
)
DAYS = columns("day:day payments:count+ cash_paid:money+ cash_unnamed:money+ cash_possible:mark")
UNNAMED = columns(
    "day:day time:time award:told table seat:count identity_shown:titled cash_paid:money+ who",
)

_Name = TypeVar("_Name", str, tuple[str, str, str])


class Part(NamedTuple):
    """What one person got by an entry; negative if a void took it back."""

    entry: Entry
    award: str
    payment: Payment
    sign: int
    paid: PaidPart

    @property
    def envy(self) -> Told | None:
        """What it was paid for, if not an award."""
        event = self.entry.event
        if event.kind != ENVY:
            return None
        place = {"table": event.table, "round": event.round, "seat": event.seat}
        return say("PART", "round_seat", **place)

    @property
    def net_cents(self) -> int:
        """What crossed the counter; negative if it came back."""
        return self.paid.cents - self.tax_cents

    @property
    def tax_cents(self) -> int:
        """What the tax office gets from the winner's share."""
        return self.paid.withheld_cents + self.paid.collected_cents

    @property
    def cash_cents(self) -> int:
        """What was paid out in cash; tax collected along with it doesn't count."""
        cents = self.paid.cents - self.paid.withheld_cents
        return cents if self.payment.method == CASH else 0

    @property
    def form(self) -> str:
        """The form to file: each winner of a group has his own."""
        form = self.payment.tax_form
        return W2G if form == GROUP else form or "none"


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every payment by person, and every voided one; each form; the sums by form, and by person and
    gaming day; the cash of each day, and how much of it went to unrecorded people."""
    parts, forms = list(_parts(source)), filed_forms(source)
    by_form: dict[str, list[int]] = {}
    people: dict[tuple[str, str, str], list[int]] = {}
    for part in parts:
        paid = part.paid
        _add(by_form, part.form, part.sign, 0, 0, paid.cents, part.tax_cents, paid.borne_cents)
        who = (_day(source, part), paid.person, "" if paid.person else part.award)
        _add(people, who, part.sign, paid.cents, part.tax_cents, part.cash_cents)
    for form in forms:
        count = -1 if form.is_taken_back else 1
        _add(by_form, form.form, 0, count, form.reported_cents, 0, 0, 0)
    names = {part.award: part.envy for part in parts if part.envy}
    named: list[tuple[Cell, ...]] = [
        (day, person, names.get(award, award), *sums, int(sums[-1] > _reported_above(source, day)))
        for (day, person, award), sums in sorted(people.items())
    ]
    return (
        source.sheet(
            "payments", PAYMENTS, [_row(source, part) for part in parts],
        ),
        source.sheet(
            "tax_forms", FORMS, [(name, *sums) for name, sums in sorted(by_form.items())],
        ),
        *form_sheets(source, forms),
        source.sheet("people_by_day", PEOPLE, named),
        source.sheet("cash_by_day", DAYS, _days(source, parts, people)),
        source.sheet("cash_unnamed", UNNAMED, _unnamed(source, parts)),
    )  # fmt: skip


def _row(source: ReportSource, part: Part) -> tuple[Cell, ...]:
    paid, form = part.paid, part.payment.tax_form
    return (
        row_link(part.entry.seq),
        part.entry.at_ms,
        part.envy or award_link(part.award),
        part.payment.method,
        paid.person,
        form,
        paid.cents,
        part.tax_cents,
        part.net_cents,
        paid.borne_cents,
        int(part.sign > 0 and form not in NO_FORM),
        source.people(part.entry.event),
    )


def _day(source: ReportSource, part: Part) -> str:
    return shift_at(source.closing, part.entry.at_ms).day


# ---- cash ---------------------------------------------------------------------------------------


def _reported_above(source: ReportSource, day: str) -> int:
    return source.profile_on(day).cash_report_above.cents


def _days(
    source: ReportSource, parts: list[Part], people: dict[tuple[str, str, str], list[int]]
) -> list[tuple[Cell, ...]]:
    """The cash of each day. Unrecorded people may all be one person, or one on record: if that
    person could exceed the reporting amount, somebody must add it up by hand."""
    days: dict[str, list[int]] = {}
    for part in parts:
        if part.payment.method == CASH:
            unnamed = 0 if part.paid.person else part.cash_cents
            _add(days, _day(source, part), part.sign, part.cash_cents, unnamed)
    rows: list[tuple[Cell, ...]] = []
    for day, (payments, cash, unnamed) in sorted(days.items()):
        named = [sums[-1] for (when, person, _), sums in people.items() if person and when == day]
        most = unnamed + max(named, default=0)
        is_possible = unnamed > 0 and most > _reported_above(source, day)
        rows.append((day, payments, cash, unnamed, int(is_possible)))
    return rows


def _unnamed(source: ReportSource, parts: list[Part]) -> list[tuple[Cell, ...]]:
    """Cash paid to unrecorded people, and what is known about them."""
    rows: list[tuple[Cell, ...]] = []
    for part in parts:
        if part.payment.method == CASH and not part.paid.person:
            found = source.closing.award(part.award)
            rows.append(
                (
                    _day(source, part),
                    part.entry.at_ms,
                    award_link(part.award),
                    found.table,
                    found.award.seat,
                    part.payment.identity,
                    part.cash_cents,
                    source.people(part.entry.event),
                )
            )
    return rows


# ---- what was paid ------------------------------------------------------------------------------


def _parts(source: ReportSource) -> Iterator[Part]:
    """What each person got, in record order, without play money."""
    for entry in source.find_entries(PAID, VOIDED, ENVY):
        event = entry.event
        if event.kind == ENVY:
            if event.jackpot not in source.training:
                kept = Cents(event.withheld_cents - event.before_cents)
                borne = Cents(event.borne_cents - event.borne_before_cents)
                name = f"{event.table}, round {event.round:,}, seat {event.seat}"
                paid = PaidPart(event.payment.person, Cents(0), kept, Cents(0), borne)
                yield Part(entry, name, event.payment, 1, paid)
        elif source.closing.award(event.award).award.jackpot not in source.training:
            yield from _paid_parts(source, entry)


def _paid_parts(source: ReportSource, entry: Entry) -> Iterator[Part]:
    event = entry.event
    sign = 1 if event.kind == PAID else -1
    payment = event if sign > 0 else voided_payment(source, entry).event
    for part in payment.parts:
        cents = part.cents if event.cents else 0  # the tray paid the rest at the table
        paid = PaidPart(
            part.person,
            Cents(sign * cents),
            Cents(sign * part.withheld_cents),
            Cents(sign * part.collected_cents),
            Cents(sign * part.borne_cents),
        )
        yield Part(entry, event.award, payment.payment, sign, paid)


def _add(sums: dict[_Name, list[int]], name: _Name, *amounts: int) -> None:
    before = sums.get(name, [0] * len(amounts))
    sums[name] = [old + new for old, new in zip(before, amounts, strict=True)]
