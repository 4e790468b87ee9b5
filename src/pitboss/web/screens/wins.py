"""Win pages (PS-8): everything recorded about an award, on a screen and for the printer.

The console's money-bag button leads here, and so does the office. Viewing changes nothing; a
separate command records a print before the page is requested.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from msgspec import Struct

from pitboss.books import Entry
from pitboss.books.clerk import Clerk
from pitboss.books.pages import ON_CAMERA, SETTLED, about_award, settled_awards
from pitboss.books.won import WonAtTable
from pitboss.floor.facts import jackpots, payments
from pitboss.floor.facts.awards import WinPagePrinted
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Award, EnvyPay, Payment
from pitboss.floor.money.tax import wager_of
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.retention import disputes_of
from pitboss.floor.view.standing import is_held, standing_of
from pitboss.floor.view.tax_due import TaxDue, award_tax_due, envy_tax_due
from pitboss.journal.codec import events_of
from pitboss.live.running_site import RunningSite
from pitboss.money import Cents, Micros, shown_down
from pitboss.notation import dollars, format_moment, format_recent_moment, localize_text, title_text
from pitboss.refusal import Refusal
from pitboss.reports.amount_words import amount_words
from pitboss.reports.source import camera_text, prize_text
from pitboss.reports.win_page import (
    HASH_PREFIX,
    Confirmer,
    Meter,
    PaymentRecord,
    Win,
    envy_rows,
    facts,
    meter_rows,
    notes,
    prints_text,
    sources,
    status_text,
    warning_text,
    win_page,
)
from pitboss.web.access.gate import Person
from pitboss.web.office.desk import SAYING, Floor, floor_of
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WordTable, recording, texts

router = APIRouter(include_in_schema=False)

PAYERS = (*payments.PayPrize.permission.roles, "auditor")
PAGE, NAMES = WordTable("win"), WordTable("names")
GROUNDS = WordTable("office", "payout", "grounds")
CODED = ("method", "identity", "tax_form")  # of a payment, which the language has names for
VOIDED = "payment-voided"
OTHER_TAX = ("collected_cents", "borne_cents")  # than what was kept of the payment
PRINT_MS = 120_000  # a copy goes to the browser that printed it for so long after its entry


@router.get("/wins/{award}")
async def win(request: Request, award: str) -> HTMLResponse:
    """The win on a screen, for the table and the pit."""
    running_site: RunningSite = request.app.state.running_site
    found = await _shown_win(request, award)
    context = {"house": running_site.site.name, **SAYING, **win_context(running_site, found)}
    return shown_page(request, "win.html", context)


@router.get("/wins/{award}/page.pdf")
async def page(
    request: Request, award: str, paper: str = "letter", printed: int | None = None
) -> Response:
    """The page for the printer. `printed` is the entry of a print: its copy leaves once, soon
    after. Any other request gets a view, and says so."""
    running_site: RunningSite = request.app.state.running_site
    copy = await _copy_of(request, award, printed) if printed is not None else 0
    addresses: Addresses = request.app.state.addresses
    address = addresses.for_others(request)
    with recording(running_site.site.language):
        found = replace(await _shown_win(request, award), copies=copy)
        made = await asyncio.to_thread(
            win_page,
            found,
            running_site.profile,
            texts(running_site.site.language)["win"],
            address=address,
            paper=paper,
        )
    headers = {"Content-Disposition": f'inline; filename="win-{found.page}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


async def _copy_of(request: Request, award: str, seq: int) -> int:
    """The copy that an entry recorded, on the first request; 0 if none is due."""
    running_site: RunningSite = request.app.state.running_site
    handed_out: set[int] = request.app.state.handed_out
    if seq in handed_out or not 0 < seq <= running_site.seq:
        return 0
    rows = await running_site.rows(after_seq=seq - 1, limit=1)
    if not rows or running_site.now_ms() - rows[0].at_ms > PRINT_MS:
        return 0
    for event in events_of(rows[0].events):
        if isinstance(event, WinPagePrinted) and event.award == award:
            handed_out.add(seq)
            return event.copy
    return 0


def win_context(running_site: RunningSite, found: Win) -> dict[str, Any]:
    """What a page needs to show a win."""
    return {
        "win": found,
        "called": ", ".join(
            (
                prize_text(PAGE["called"], found.hand, found.table, found.award.seat),
                format_recent_moment(found.at_ms, found.time_zone),
            )
        ),
        "facts": facts(found, PAGE)[:-1],  # the award's number is among the details
        "words_of_amount": amount_words(found.award.total_cents, PAGE["numerals"]),
        "sources": sources(found, PAGE),
        "meter": meter_rows(found, PAGE),
        "envy": envy_rows(found, PAGE),
        "notes": notes(found, running_site.profile, PAGE),
        "status": status_text(found, PAGE),
        "copy": prints_text(found.copies, PAGE),
        "warning": warning_text(found, PAGE),
        "verify": f"/verify/{found.seq}/{found.hash[:HASH_PREFIX]}?award={found.award.award}",
    }


# ---- what the record says -----------------------------------------------------------------------


async def _shown_win(request: Request, award: str) -> Win:
    """An award for the reader; notes on the winner, the reasons for a hold, and tax that depends on
    the winner only for cashiers and auditors."""
    who: Person | None = request.state.person
    found = await find_win(request, award)
    if who is not None and who.role in PAYERS:
        return found
    tax = found.tax
    if tax is not None:
        tax = changed(tax, withheld_cents=Cents(0), short_cents=Cents(0))
    return replace(found, payment=(), tax=tax, held=title_text("held") if found.held else "")


async def find_award(request: Request, award: str) -> AwardState:
    """An award that is on the floor, or was before it was settled; or AWARD_UNKNOWN."""
    found = (await find_awards(request, [award])).get(award)
    if found is None:
        running_site: RunningSite = request.app.state.running_site
        return await running_site.look(lambda state: state.award(award))  # refused by its name
    return found


async def find_awards(request: Request, names: Sequence[str]) -> dict[str, AwardState]:
    """The status of awards: from the floor, or from the books once they left it."""
    running_site: RunningSite = request.app.state.running_site
    found = await running_site.look(lambda state: {each: state.awards.get(each) for each in names})
    standing = {name: award for name, award in found.items() if award is not None}
    if not (gone := [name for name in names if name not in standing]):
        return standing
    clerk: Clerk = request.app.state.clerk
    return standing | await clerk.ask(settled_awards, gone)


async def find_standings(
    running_site: RunningSite, awards: Mapping[str, AwardState]
) -> dict[str, str]:
    """How each award stands, in one name."""
    return await running_site.look(
        lambda state: {name: standing_of(state, each) for name, each in awards.items()}
    )


async def recorded_ms(running_site: RunningSite, found: AwardState) -> int:
    (row,) = await running_site.rows(after_seq=found.seq - 1, limit=1)
    return row.at_ms


async def find_win(request: Request, award: str) -> Win:
    """Everything recorded about an award, or AWARD_UNKNOWN."""
    running_site: RunningSite = request.app.state.running_site
    clerk: Clerk = request.app.state.clerk
    state = await find_award(request, award)
    floor = await running_site.look(floor_of)
    rows = await running_site.rows(after_seq=state.seq - 1, limit=1)
    if rows[0].seq != state.seq:
        raise Refusal("ROWS_ARCHIVED", "entry_archive", where=f"row {state.seq}")
    row = rows[0]
    followed = await clerk.glance(about_award, award, table=state.table, round_number=state.round)
    events = events_of(row.events, seq=row.seq)
    title, number, badge = _record(running_site, events, state.award)
    by = floor.badges.get(badge)  # none: a key that is not personal
    by_hand = [each for each in events if isinstance(each, jackpots.MeterAdjusted)]
    envy = _envy(followed, floor, state)
    tax, envy_tax = await running_site.look(
        lambda now: _tax_due(now, state, envy or (), running_site.now_ms())
    )
    return Win(
        house=running_site.site.name,
        time_zone=running_site.site.time_zone,
        award=state.award,
        hand=running_site.hand(state.award.jackpot, state.award.outcome).long,
        number=number,
        table=state.table,
        title=title,
        round=state.round,
        jackpot_title=_jackpot_title(running_site, floor, state.award.jackpot),
        level=running_site.level(state.award.jackpot, state.award.level),
        wager_cents=floor.jackpots[state.award.jackpot].terms.wager_cents,
        status=state.status,
        held=title_text(f"held, {state.payment_hold}") if is_held(state) else "",
        disputes=await running_site.look(lambda now: disputes_of(now, state)),
        at_ms=row.at_ms,
        seq=row.seq,
        hash=row.hash,
        confirmed_by=Confirmer(
            badge=badge, name=by.name if by else badge, role=by.role if by else "key"
        ),
        meter=_meter(state),
        envy=envy,
        payment=_payment(running_site, followed),
        copies=state.prints,
        training=floor.jackpots[state.award.jackpot].terms.training,
        tax=tax,
        envy_tax=envy_tax,
        cameras=tuple(
            localize_text(camera_text(each.event))
            for each in followed
            if each.event.kind in ON_CAMERA
        ),
        amount_reason=by_hand[0].amount_reason if by_hand else "",
        cards=next((each.event.cards for each in reversed(followed) if _is_verified(each)), ""),
    )


def _is_verified(entry: Entry) -> bool:
    """Whether an entry says which cards the hand had."""
    return isinstance(entry.event, payments.HandVerified)


def _record(
    running_site: RunningSite, events: Sequence[Event], award: Award
) -> tuple[str, int, str]:
    """Where an award was made: the title of its table, its place in the record, whose badge."""
    won = [
        (event, each) for event in events if isinstance(event, WonAtTable) for each in event.awards
    ]
    for number, (event, each) in enumerate(won, start=1):
        if each.award == award.award:
            titles = {table.table: table.title for table in running_site.site.tables}
            title = titles.get(event.table) or PAGE["other_table"]
            return title, number, event.badge
    first, second = next(each.badges for each in events if isinstance(each, jackpots.MeterAdjusted))
    return PAGE["adjustment"].format(badge=second), 1, first


def _meter(found: AwardState) -> Meter | None:
    if found.movement is None:
        return None
    after = found.movement.after
    before = Micros(after.meter_micros - found.movement.meter_micros)
    return Meter(
        before_cents=shown_down(before),
        after_cents=shown_down(after.meter_micros),
    )


def _envy(followed: Sequence[Entry], floor: Floor, found: AwardState) -> tuple[EnvyPay, ...] | None:
    """What other seats got for this award; none while its round is open."""
    table = floor.tables.get(found.table)
    if table is not None and table.round is not None and table.round.number == found.round:
        return None
    award = found.award
    wanted = (award.jackpot, award.outcome, award.seat, award.sensor)
    for entry in followed:
        if entry.event.kind == "round-ended":
            return tuple(
                pay
                for pay in entry.event.envy
                if (pay.jackpot, pay.outcome, pay.seat_hit, pay.sensor) == wanted
            )
    return ()


def _tax_due(
    state: State, found: AwardState, envy: Sequence[EnvyPay], at_ms: int
) -> tuple[TaxDue | None, tuple[tuple[int, TaxDue], ...]]:
    """On the engine's thread: the tax due on an award, and on the envy paid for it."""
    due = award_tax_due(state, found, found.draft or Payment(), at_ms=at_ms)
    seats = sorted({pay.seat for pay in envy})
    of_envy = (
        (seat, envy_tax_due(state, changed(wager_of(found), seat=seat), at_ms=at_ms))
        for seat in seats
    )
    return due, tuple((seat, tax) for seat, tax in of_envy if tax is not None)


def _jackpot_title(running_site: RunningSite, floor: Floor, jackpot: str) -> str:
    """As on the sign, or as its paytable where the site file has no title."""
    paytable = running_site.paytable_lookup[floor.jackpots[jackpot].terms.paytable]
    return running_site.names.jackpots.get(jackpot) or paytable.title


def _payment(running_site: RunningSite, followed: Sequence[Entry]) -> tuple[PaymentRecord, ...]:
    """What the cashier, and anyone who undid it, recorded; says so if a payment was voided."""
    last_void = max((each.seq for each in followed if each.event.kind == VOIDED), default=0)
    return tuple(
        PaymentRecord(
            PAGE["record"][entry.event.kind],
            format_moment(entry.at_ms, running_site.site.time_zone),
            tuple(pair for pair in _pairs(entry.event) if pair[1]),
            PAGE["record"]["voided"] if _is_paid(entry) and entry.seq < last_void else "",
        )
        for entry in reversed(followed)
        if entry.event.kind in SETTLED
    )


def _is_paid(entry: Entry) -> bool:
    """Whether an entry is a payment."""
    return isinstance(entry.event, payments.PrizePaid)


def _pairs(value: Any) -> list[tuple[str, str]]:
    """The texts of a value with their names, what was paid and withheld and what the winner has in
    hand, and other tax where there is any; movements are told elsewhere."""
    found: list[tuple[str, str]] = []
    for name in value.__struct_fields__:
        inner = getattr(value, name)
        if isinstance(inner, Struct):
            found += _pairs(inner)
        elif name in ("cents", "withheld_cents") or (name in OTHER_TAX and inner):
            found.append((PAGE["record"][name], dollars(inner)))
            if name == "withheld_cents" and isinstance(value, payments.PrizePaid):
                found.append((PAGE["record"]["net_cents"], dollars(value.net_cents)))
        elif isinstance(inner, str) and name not in ("award", "table", "till"):
            found.append((PAGE["record"][name], _said(name, inner)))
        elif name in ("badges", "identical_seats") and inner:
            found.append((PAGE["record"][name], ", ".join(map(str, inner))))
    return found


def _said(name: str, text: str) -> str:
    """A payment's text for people: a word for a code, typed text as it is."""
    if name == "ground":
        return GROUNDS.get(text) or text
    return NAMES.get(text.replace(" ", "_")) or text if name in CODED else text
