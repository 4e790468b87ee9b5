"""The tax forms and wins of a calendar year, as of now or as of an earlier row: for the winners'
statements, the printed forms and the IRS's electronic file.

A payment belongs to the year in which it was made. A void takes it off whenever it comes; so the
forms as of two rows differ by what must be corrected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.books import Books, Period
from pitboss.floor.money.tax import NO_FORM, W2G
from pitboss.local_time import instant, local_day
from pitboss.refusal import Refusal
from pitboss.reports.source import ReportSource, SiteFacts
from pitboss.reports.tax_form_sheets import FiledForm, list_forms

YEAR_LEAST, YEAR_MOST = 2000, 2199
CORRECTED = "person-corrected"
ON_RETURN = {"name", "tax_number"}  # a wrong one needs two records, the first with the old data


class YearForm(NamedTuple):
    """A form of the year, or a win by name that needed none, as it stands."""

    transaction: str
    person: str
    form: str  # empty: none
    is_group: bool
    wager: str  # the title of the jackpot
    won_day: str
    paid_day: str
    paid_cents: int
    reported_cents: int
    identical_cents: int
    federal_cents: int
    state_cents: int
    borne_cents: int
    cashier: str
    window: str
    nra_rate: int

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays the same when it is corrected."""
        return self.transaction, self.wager, self.person


class TaxYear(NamedTuple):
    """A year through a row."""

    year: int
    forms: tuple[YearForm, ...]
    last_seq: int
    renamed: frozenset[str] = frozenset()  # people whose name or number changed since a row
    moved: frozenset[str] = frozenset()  # people whose address changed since

    def of(self, form: str) -> tuple[YearForm, ...]:
        """The forms of a kind."""
        return tuple(each for each in self.forms if each.form == form)

    @property
    def people(self) -> tuple[str, ...]:
        """Everyone in it."""
        return tuple(sorted({each.person for each in self.forms}))


def need_year(text: str) -> int:
    """A year that somebody chose."""
    if not (text.isascii() and text.isdigit() and YEAR_LEAST <= int(text) <= YEAR_MOST):
        raise Refusal("PERIOD_WRONG", "reload_page_save", where="year")
    return int(text)


def make_year(
    books: Books, year: int, site: SiteFacts, *, last_seq: int = 0, since_seq: int = 0
) -> TaxYear:
    """The year as of a row; 0: the last one. `since_seq` is the row that people's data are compared
    with."""
    last_seq = last_seq or books.end.seq
    begin, end = (instant(f"{each}-01-01 00:00", site.time_zone) for each in (year, year + 1))
    assert begin is not None
    assert end is not None
    last = books.row(books.end.seq)
    source = ReportSource(books, Period(begin, max(end, last.at_ms + 1 if last else end)), site)
    found: dict[tuple[str, str, str], FiledForm] = {}
    for form in list_forms(source, every=True):
        if form.entry.seq > last_seq or not form.person:
            continue
        if form.is_taken_back:
            found.pop(form.key, None)
        elif begin <= form.paid_ms < end or form.key in found:
            found[form.key] = form
    changed = [entry.event for entry in books.find_entries(CORRECTED) if entry.seq > since_seq > 0]
    return TaxYear(
        year,
        tuple(_form(source, each) for each in found.values()),
        last_seq,
        frozenset(each.person for each in changed if ON_RETURN & set(each.parts)),
        frozenset(each.person for each in changed if "address" in each.parts),
    )


def _form(source: ReportSource, form: FiledForm) -> YearForm:
    zone = source.site.time_zone
    return YearForm(
        transaction=form.transaction,
        person=form.person,
        form="" if form.form in NO_FORM else form.form,
        is_group=form.is_group,
        wager=source.title(form.jackpot),
        won_day=local_day(form.won_ms, zone),
        paid_day=local_day(form.paid_ms, zone),
        paid_cents=form.paid_cents,
        reported_cents=form.reported_cents,
        identical_cents=form.identical_cents,
        federal_cents=form.federal_cents if form.form == W2G else form.withheld_cents,
        state_cents=form.for_state_cents if form.form == W2G else 0,
        borne_cents=form.borne_cents,
        cashier=form.entry.event.badge,
        window=form.table,
        nra_rate=source.closing.law_at(form.paid_ms).nra_percent.ppm,
    )


def corrections(before: TaxYear, now: TaxYear) -> tuple[list[YearForm], list[YearForm]]:
    """What a file of corrections has after an earlier one: new forms, and those that differ, with
    what they say now. A form that was taken back has nothing in its amounts."""
    filed = {each.key: each for each in before.of(W2G)}
    current = {each.key: each for each in now.of(W2G)}
    new = [each for key, each in current.items() if key not in filed]
    wrong = [
        each
        for key, each in current.items()
        if key in filed and (_said(each) != _said(filed[key]) or each.person in now.moved)
    ]
    gone = [
        each._replace(reported_cents=0, identical_cents=0, federal_cents=0, state_cents=0)
        for key, each in filed.items()
        if key not in current
    ]
    return new, [*wrong, *gone]


def _said(form: YearForm) -> tuple[object, ...]:
    """What the electronic file says of a form."""
    return (
        form.reported_cents, form.identical_cents, form.federal_cents, form.state_cents,
        form.won_day,
    )  # fmt: skip


def people_in(forms: Iterable[YearForm]) -> list[str]:
    """Everyone on some forms."""
    return sorted({each.person for each in forms})
