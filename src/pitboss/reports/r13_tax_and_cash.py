"""R13: what cashiers paid to whom, with the tax form of each payment and what was withheld; sums by
person and gaming day, with cash above the reporting amount (31 CFR 1021.311).

A voided payment takes its amounts back; of what the tray paid, envy among it, only the tax is here.
Tax that was collected from a winner because it was more than the payment is withheld too; tax that
a winner did not bring and the house bears is beside it: together they are what the tax office gets.
Persons stand by their id in the vault; whoever is not recorded there has the award in its place, in
a column of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from pitboss.books import Entry
from pitboss.floor.facts.payments import PrizePaid
from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.gambling_day import shift_at
from pitboss.money import Cents
from pitboss.reports.sheet import (
    COUNT,
    DAY,
    MARK,
    METHOD,
    TIME,
    TITLED,
    TOLD,
    Cell,
    Column,
    Sheet,
    sums,
)
from pitboss.reports.source import ReportSource, award_link, row_link

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("cashier",)

CASH = "cash"
NO_FORM = ("", "none")
PAID, ENVY = "prize-paid", "envy-form-noted"
PAYMENTS = (
    Column("seq", COUNT), Column("time", TIME), Column("award", TOLD), Column("method", METHOD),
    Column("person"), Column("tax_form", TITLED),
    *sums("paid", "withheld", "to_winner", "tax_borne"), Column("form_due", MARK), Column("who"),
)  # fmt: skip
JOINED = (("seq", "time"), ("person", "tax_form"), ("withheld", "tax_borne"))
FORMS = (
    Column("tax_form", TITLED), *sums("payments", kind=COUNT),
    *sums("paid", "withheld", "tax_borne"),
)  # fmt: skip
PEOPLE = (
    Column("day", DAY), Column("person"), Column("award", TOLD), *sums("payments", kind=COUNT),
    *sums("paid", "withheld", "cash_paid"), Column("cash_report", MARK),
)  # fmt: skip
BORNE = ("tax_borne",)
DAYS = (Column("day", DAY), *sums("payments", kind=COUNT), *sums("cash_paid"))


_Name = TypeVar("_Name", str, tuple[str, str, str])


class Part(NamedTuple):
    """What one person got by an entry; below zero what a void took back."""

    entry: Entry
    award: str
    payment: Payment
    sign: int
    paid: PaidPart

    @property
    def net_cents(self) -> int:
        """What went over the counter; below zero what came back over it."""
        return self.paid.cents - self.tax_cents

    @property
    def tax_cents(self) -> int:
        """What the tax office gets of the winner's."""
        return self.paid.withheld_cents + self.paid.collected_cents

    @property
    def cash_cents(self) -> int:
        """What was paid out in cash; tax that was collected beside it is none of that."""
        cents = self.paid.cents - self.paid.withheld_cents
        return cents if self.payment.method == CASH else 0


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Every payment by person, and every one that was voided; the sums by form, by person and
    gaming day; the cash of each day."""
    report_above = source.site.profile.cash_report_above.cents
    rows: list[tuple[Cell, ...]] = []
    forms: dict[str, list[int]] = {}
    people: dict[tuple[str, str, str], list[int]] = {}
    days: dict[str, list[int]] = {}
    for part in _parts(source):
        paid, form = part.paid, part.payment.tax_form
        rows.append(_row(source, part))
        day = shift_at(source.closing, part.entry.at_ms).day
        _add(forms, form or "none", part.sign, paid.cents, part.tax_cents, paid.borne_cents)
        who = (day, paid.person, "" if paid.person else part.award)
        _add(people, who, part.sign, paid.cents, part.tax_cents, part.cash_cents)
        if part.payment.method == CASH:
            _add(days, day, part.sign, part.cash_cents)
    by_form: list[tuple[Cell, ...]] = [(name, *sums) for name, sums in sorted(forms.items())]
    by_day: list[tuple[Cell, ...]] = [(day, *sums) for day, sums in sorted(days.items())]
    by_person: list[tuple[Cell, ...]] = [
        (*who, *sums, int(sums[-1] > report_above)) for who, sums in sorted(people.items())
    ]
    return (
        source.sheet("payments", PAYMENTS, rows, optional=BORNE, joined=JOINED),
        source.sheet("tax_forms", FORMS, by_form, optional=BORNE),
        source.sheet("people_by_day", PEOPLE, by_person, optional=("award",)),
        source.sheet("cash_by_day", DAYS, by_day),
    )


def _row(source: ReportSource, part: Part) -> tuple[Cell, ...]:
    paid, form = part.paid, part.payment.tax_form
    return (
        row_link(part.entry.seq),
        part.entry.at_ms,
        award_link(part.award) if part.entry.event.kind != ENVY else part.award,
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


def _parts(source: ReportSource) -> Iterator[Part]:
    """What each person got, in the order of the record, play money left out."""
    for entry in source.entries(PAID, "payment-voided", ENVY):
        event = entry.event
        if event.kind == ENVY:
            table = source.closing.tables.get(event.table)
            if table is None or not table.training:
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
    payment = event if sign > 0 else _voided(source, entry)
    for part in payment.parts:
        cents = part.cents if event.cents else 0  # the tray has paid the rest at the table
        paid = PaidPart(
            part.person,
            Cents(sign * cents),
            Cents(sign * part.withheld_cents),
            Cents(sign * part.collected_cents),
            Cents(sign * part.borne_cents),
        )
        yield Part(entry, event.award, payment.payment, sign, paid)


def _voided(source: ReportSource, voided: Entry) -> PrizePaid:
    """The payment that was voided: the last one of its award before."""
    paid = source.before_end(PAID, award=voided.event.award)
    before = [entry for entry in paid if entry.seq < voided.seq]
    found: PrizePaid = max(before, key=lambda entry: entry.seq).event
    return found


def _add(sums: dict[_Name, list[int]], name: _Name, *amounts: int) -> None:
    before = sums.get(name, [0] * len(amounts))
    sums[name] = [old + new for old, new in zip(before, amounts, strict=True)]
