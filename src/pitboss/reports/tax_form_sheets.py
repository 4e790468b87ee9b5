"""The tax forms, box by box: a row for each form to file.

A form shows what was recorded with its payment. Each winner of a Form 5754 has a Form W-2G. People
appear by id, and their numbers by last four; a person cleared to read the vault gets the same
sheets with names and numbers in the office. The payer is as the site file says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pitboss.books import Entry
from pitboss.floor.money.tax import GROUP, NO_FORM, NRA, W2G
from pitboss.floor.state.payouts import PersonState
from pitboss.local_time import local_day
from pitboss.money import form_percent_text
from pitboss.reports.payout_form import MASK
from pitboss.reports.sheet import Cell, Sheet, columns
from pitboss.reports.source import ReportSource, row_link

PAID, VOIDED, ENVY = "prize-paid", "payment-voided", "envy-form-noted"
FORM_SHEETS = FORM_W2G, FORM_5754, FORM_1042_S = ("form_w2g", "form_5754", "form_1042_s")
IN_VAULT, NOT_IN_FILE = "in_vault", "not_in_file"  # where to look up a missing column
GAMBLING, CHAPTER, NOT_EXEMPT = "28", "3", "00"  # codes of boxes 1, 3 and 3a of Form 1042-S
WINNER = (
    "person winner_name:titled* winner_address:titled* winner_tin@person first_identity@person"
    " second_identity@person"
)
PAYER = "payer_name* payer_ein:titled* payer_address:titled* payer_phone:titled*"
ABOUT = "seq:count day_won:day@seq transaction wager_type@transaction"
REPORTED = "reportable:money+ identical_winnings:money+?@reportable federal_withheld:money+"
BORNE, CORRECTED = "tax_borne:money+?@federal_withheld", "corrected:mark?"
W2G_BOXES = columns(
    ABOUT, REPORTED, BORNE, "race* cashier window?@cashier", WINNER,
    "state_number* state_winnings:money+* state_withheld:money+* local_winnings:money+*",
    "local_withheld:money+* locality*", PAYER, CORRECTED,
)  # fmt: skip
GROUP_BOXES = columns(ABOUT, REPORTED, WINNER, CORRECTED)
ALIEN_BOXES = columns(
    ABOUT, "income_code gross_income:money+ chapter_code* exemption_code* tax_rate@income_code",
    "federal_withheld:money+", BORNE, WINNER, "country_code:titled*", PAYER, CORRECTED,
)  # fmt: skip


class FiledForm(NamedTuple):
    """A form for one person; negative if a payment of an earlier period was voided."""

    entry: Entry
    form: str
    transaction: str
    person: str
    jackpot: str
    won_ms: int
    paid_ms: int
    table: str  # if the tray paid
    is_group: bool
    reported_cents: int
    identical_cents: int
    withheld_cents: int  # or collected
    borne_cents: int
    state_cents: int  # of the tax
    is_corrected: bool = False
    is_taken_back: bool = False  # by a void, or by an envy form that replaces it
    paid_cents: int = 0  # before tax; of an envy form nothing, because the tray paid it

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays the same when it is corrected."""
        return self.transaction, self.jackpot, self.person

    @property
    def for_state_cents(self) -> int:
        """What the state gets of the withheld tax; tax that the house covers isn't withheld."""
        return min(self.withheld_cents, self.state_cents, key=abs)

    @property
    def federal_cents(self) -> int:
        """What the state leaves of it."""
        return self.withheld_cents - self.for_state_cents


def filed_forms(source: ReportSource) -> list[FiledForm]:
    """The forms of a period as of its end. A form taken back or corrected in the same period is
    left out; one from an earlier period appears as its correction."""
    found: dict[tuple[str, str, str], FiledForm] = {}
    for form in list_forms(source):
        if form.is_taken_back and form.key in found:
            del found[form.key]
        else:
            found[form.key] = form
    return list(found.values())


def list_forms(source: ReportSource, *, every: bool = False) -> Iterator[FiledForm]:
    """Every form of the period and every one taken back, in record order; with `every`, also the
    payments that needed no form."""
    for entry in source.find_entries(PAID, VOIDED, ENVY):
        if entry.event.kind == ENVY:
            forms = _envy_form(source, entry)
        elif source.award(entry.event.award).award.jackpot in source.training:
            continue
        else:
            forms = _prize_forms(source, entry)
        yield from (form for form in forms if every or form.form not in NO_FORM)


def _envy_form(source: ReportSource, entry: Entry) -> Iterator[FiledForm]:
    """The form of a wager's envy. It replaces an earlier one, and takes it back if that one names
    somebody else or is of another kind. The tray paid when the round ended."""
    event = entry.event
    if event.jackpot in source.training:
        return
    place = {"table": event.table, "round_number": event.round}
    ended = source.before_end("round-ended", **place)
    won_ms = ended[0].at_ms if ended else entry.at_ms
    same = (event.seat, event.jackpot)
    before = [
        each
        for each in source.before_end(ENVY, **place)
        if each.seq < entry.seq and (each.event.seat, each.event.jackpot) == same
    ]
    form = _envy_as_of(entry, entry, won_ms, 1)
    if before:
        earlier = _envy_as_of(before[-1], entry, won_ms, -1)
        if (earlier.person, earlier.form) != (form.person, form.form):
            yield earlier
        elif before[-1].at_ms < source.period.from_ms:
            form = form._replace(is_corrected=True)
    yield form


def _envy_as_of(noted: Entry, entry: Entry, won_ms: int, sign: int) -> FiledForm:
    """The form noted in one entry, as a later one files it or takes it back."""
    event, is_back = noted.event, sign < 0
    return FiledForm(
        entry=entry,
        form=event.payment.tax_form,
        transaction=f"{event.table}-{event.round}-{event.seat}",
        person=event.payment.person,
        jackpot=event.jackpot,
        won_ms=won_ms,
        paid_ms=won_ms,
        table=event.table,
        is_group=False,
        reported_cents=sign * event.reported_cents,
        identical_cents=sign * event.identical_cents,
        withheld_cents=sign * event.withheld_cents,
        borne_cents=sign * event.borne_cents,
        state_cents=sign * event.state_cents,
        is_corrected=is_back,
        is_taken_back=is_back,
    )


def _prize_forms(source: ReportSource, entry: Entry) -> Iterator[FiledForm]:
    event = entry.event
    is_void = event.kind == VOIDED
    payment, sign = (voided_payment(source, entry), -1) if is_void else (entry, 1)
    paid = payment.event
    form = paid.payment.tax_form
    award = source.award(event.award)
    for part in paid.parts:
        yield FiledForm(
            entry=entry,
            form=W2G if form == GROUP else form,
            transaction=event.award,
            person=part.person,
            jackpot=award.award.jackpot,
            won_ms=source.find_won(event.award).at_ms,
            paid_ms=payment.at_ms,
            table="" if paid.cents else award.table,
            is_group=form == GROUP,
            reported_cents=sign * part.reported_cents,
            identical_cents=sign * part.identical_cents,
            withheld_cents=sign * (part.withheld_cents + part.collected_cents),
            borne_cents=sign * part.borne_cents,
            state_cents=sign * part.state_cents,
            is_corrected=is_void,
            is_taken_back=is_void,
            paid_cents=sign * part.cents,
        )


def voided_payment(source: ReportSource, voided: Entry) -> Entry:
    """The voided payment: the last one of its award before the void."""
    paid = source.before_end(PAID, award=voided.event.award)
    before = [entry for entry in paid if entry.seq < voided.seq]
    return max(before, key=lambda entry: entry.seq)


# ---- sheets -------------------------------------------------------------------------------------


def form_sheets(source: ReportSource, forms: Iterable[FiledForm]) -> tuple[Sheet, ...]:
    """Each kind of form with its boxes."""
    by_form: dict[str, list[FiledForm]] = {W2G: [], NRA: []}
    for form in forms:
        by_form[form.form].append(form)
    groups = [form for form in by_form[W2G] if form.is_group]
    made = (
        (FORM_W2G, W2G_BOXES, [_w2g(source, form) for form in by_form[W2G]]),
        (FORM_5754, GROUP_BOXES, [_group(source, form) for form in groups]),
        (FORM_1042_S, ALIEN_BOXES, [_alien(source, form) for form in by_form[NRA]]),
    )
    return tuple(source.sheet(name, columns, rows) for name, columns, rows in made)


def _w2g(source: ReportSource, form: FiledForm) -> tuple[Cell, ...]:
    payer = source.site.payer
    state, locality = payer.get("state", ""), payer.get("locality", "")
    return (
        *_about(source, form),
        form.reported_cents,
        form.identical_cents,
        form.federal_cents,
        form.borne_cents,
        "",
        "" if form.is_taken_back else source.person(form.entry.event.badge),
        form.table,
        *_winner(source, form),
        f"{state} {payer.get('state_number', '')}".strip(),
        form.reported_cents if state else 0,
        form.for_state_cents,
        form.reported_cents if locality else 0,
        0,
        locality,
        *_payer(source),
        int(form.is_corrected),
    )


def _group(source: ReportSource, form: FiledForm) -> tuple[Cell, ...]:
    return (
        *_about(source, form),
        form.reported_cents,
        form.identical_cents,
        form.federal_cents,
        *_winner(source, form),
        int(form.is_corrected),
    )


def _alien(source: ReportSource, form: FiledForm) -> tuple[Cell, ...]:
    return (
        *_about(source, form),
        GAMBLING,
        form.reported_cents,
        CHAPTER,
        NOT_EXEMPT,
        form_percent_text(source.closing.law_at(form.paid_ms).nra_percent.ppm),
        form.withheld_cents,
        form.borne_cents,
        *_winner(source, form),
        IN_VAULT,
        *_payer(source),
        int(form.is_corrected),
    )


def _about(source: ReportSource, form: FiledForm) -> tuple[Cell, ...]:
    day = local_day(form.won_ms, source.site.time_zone)
    return row_link(form.entry.seq), day, form.transaction, source.title(form.jackpot)


def _winner(source: ReportSource, form: FiledForm) -> tuple[Cell, ...]:
    known = source.closing.people.get(form.person)
    papers = _papers(known) if known is not None else ()
    first, second, *_ = (*papers, "", "")
    tin = known.tax_number if known is not None else None
    return (
        form.person,
        IN_VAULT,
        IN_VAULT,
        f"{MASK}{tin.last_four}" if tin is not None else "",
        first,
        second,
    )


def _papers(known: PersonState) -> tuple[str, ...]:
    return tuple(f"{each.identity} {MASK}{each.last_four}" for each in known.identities)


def _payer(source: ReportSource) -> tuple[Cell, ...]:
    payer = source.site.payer
    rest = (payer.get(name) or NOT_IN_FILE for name in ("ein", "address", "phone"))
    return payer.get("name") or source.site.house, *rest
