"""Prizes that wait: those that nobody has paid, with their clocks; wins without their tax form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import things
from pitboss.floor.facts.values import IDENTITIES, Payment
from pitboss.floor.ledger import is_training
from pitboss.floor.state import AwardState, State
from pitboss.floor.tax import TaxedWin, envy_win_of, withheld_of
from pitboss.floor.view.forms_due import FormDue, forms_due
from pitboss.floor.view.standing import standing_of
from pitboss.local_time import WRITTEN, local, local_day
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports import sheet
from pitboss.reports.sheet import COUNT, MONEY, TIME, Cell, Column, Linked
from pitboss.reports.win_notes import cash_most
from pitboss.rules.law import NO_LIMIT
from pitboss.rules.profile import Profile
from pitboss.web.language import WordTable
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.payout import masked_person
from pitboss.web.office.payout_guide import guide_of
from pitboss.web.office.waited import waited
from pitboss.web.wins import recorded_ms

router = APIRouter(prefix="/office", include_in_schema=False)
PrizesDesk = Annotated[Desk, Depends(desk("prizes"))]

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
TODAY = WordTable("office", "today")
FORM = WordTable("payout_form")
STEP_DOES = WordTable("office", "payout", "does")
SHOWN_MOST = 500
UNPAID = (
    Column("pay"), Column("owed", MONEY, summed=True), Column("hand"), Column("table"),
    Column("seat", COUNT), Column("jackpot"), Column("won", TIME), Column("waits"),
    Column("next_step"), Column("status", sheet.WORDS), Column("check_due", TIME),
    Column("unclaimed_from", sheet.DAY), Column("award"), Column("hours", COUNT),
)  # fmt: skip
UNPAID_JOINED = (("won", "waits"), ("status", "check_due", "unclaimed_from"))
FORMS = (
    Column("win"), Column("table"), Column("round", COUNT), Column("seat", COUNT),
    Column("total", MONEY), Column("wager", MONEY), Column("what", sheet.WORDS),
)  # fmt: skip


class UnpaidPrize(NamedTuple):
    """A prize that nobody has paid, and the step that is next."""

    found: AwardState
    step: str


def owed_awards(state: State) -> list[AwardState]:
    """On the engine's thread: awards that nobody has paid, the oldest first; play money is owed to
    nobody."""
    owed = [state.award(name) for name, _ in state.owed.items()]
    found = [each for each in owed if not is_training(state, each.award.jackpot)]
    return sorted(found, key=lambda each: each.seq)


def check_due_ms(profile: Profile, owed_cents: Cents, won_ms: int) -> int | None:
    """By when a prize is to be paid by check; nothing where it may be paid in cash."""
    hours = profile.prize_check_hours.value
    has_check = cash_most(owed_cents, profile) is not None and hours != NO_LIMIT
    return won_ms + hours * HOUR_MS if has_check else None


@router.get("/prizes")
async def prizes(desk: PrizesDesk) -> Response:
    """What waits for a cashier, the oldest first."""
    site = desk.running_site
    now_ms = site.now_ms()
    waiting, forms = await site.look(
        lambda state: (_waiting(state, now_ms), forms_due(state, now_ms))
    )
    rows = [await _row(desk, each, now_ms) for each in waiting[:SHOWN_MOST]]
    sheets = [
        desk.sheet(
            "unpaid",
            UNPAID,
            rows,
            optional=("check_due",),
            details=("award", "hours"),
            joined=UNPAID_JOINED,
        ),
        desk.sheet("forms_missing", FORMS, [_form_row(desk, each) for each in forms[:SHOWN_MOST]]),
    ]
    return desk.page("prizes", sheets, profile=site.profile)


@router.get("/envy/{table}/{number}/{seat}")
async def envy(desk: PrizesDesk, table: str, number: int, seat: int, people: str = "") -> Response:
    """The form for a seat that won envy and nothing else."""
    site = desk.running_site
    year = local(site.now_ms(), desk.time_zone).year

    def found(state: State) -> tuple[TaxedWin, Cents]:
        win = envy_win_of(state, table, number, seat, people)
        payment = Payment(person=people, tax_form="W-2G")
        return win, withheld_of(state, payment, win, most_cents=win.total_cents, year=year).cents

    win, withheld = await site.look(found)
    if not win.total_cents:
        reason = f"seat {seat} won nothing in round {number}"
        raise Refusal("NOT_OWED", where=table, reason=reason)
    known = await site.look(lambda state: state.people.get(people))
    return desk.page(
        "envy",
        table=table,
        number=number,
        seat=seat,
        win=win,
        withheld_cents=withheld,
        person=known,
        shown=await masked_person(desk, known) if known is not None else None,
        law=site.profile.law,
        now_written=local(site.now_ms(), desk.time_zone).strftime(WRITTEN),
        papers=IDENTITIES,
    )


# ---- inside -------------------------------------------------------------------------------------


def _waiting(state: State, now_ms: int) -> list[UnpaidPrize]:
    """On the engine's thread: prizes that are owed, each with the step that is next."""
    return [
        UnpaidPrize(each, guide_of(state, each.award.award, (), now_ms).current)
        for each in owed_awards(state)[:SHOWN_MOST]
    ]


async def _row(desk: Desk, each: UnpaidPrize, now_ms: int) -> Sequence[Cell]:
    found, profile = each.found, desk.running_site.profile
    award, days = found.award, profile.unclaimed_days.value
    won_ms = await recorded_ms(desk.running_site, found)
    check_ms = check_due_ms(profile, award.owed_cents, won_ms)
    unclaimed_ms = won_ms + days * DAY_MS if days != NO_LIMIT else None
    return (
        Linked(
            TODAY["held" if found.payment_hold else "pay"],
            f"/office/payout/{award.award}",
            is_next=not found.payment_hold,
        ),
        award.owed_cents,
        desk.hand_of(award.jackpot, award.outcome),
        desk.thing_cell(things.TABLE, found.table),
        desk.seat_cell(found.table, award.seat),
        desk.jackpot_cell(award.jackpot),
        won_ms,
        waited(now_ms - won_ms),
        "" if found.payment_hold else STEP_DOES.get(each.step) or "",
        _status(found, check_ms, unclaimed_ms, now_ms),
        check_ms,
        "" if unclaimed_ms is None else local_day(unclaimed_ms, desk.time_zone),
        award.award,
        (now_ms - won_ms) // HOUR_MS,
    )


def _status(found: AwardState, check_ms: int | None, unclaimed_ms: int | None, now_ms: int) -> str:
    standing = standing_of(found)
    if standing != "owed":
        return standing
    if unclaimed_ms is not None and now_ms >= unclaimed_ms:
        return "unclaimed"
    return "check_overdue" if check_ms is not None and now_ms > check_ms else "owed"


def _form_row(desk: Desk, each: FormDue) -> Sequence[Cell]:
    address = f"/office/envy/{each.table}/{each.round}/{each.seat}"
    if each.award:
        address = f"/office/payout/{each.award}"
    seat = FORM["seat"].format(seat=each.seat)
    return (
        Linked(each.award or f"{each.table}, {each.round}, {seat}", address),
        desk.thing_cell(things.TABLE, each.table),
        desk.round_cell(each.table, each.round),
        desk.seat_cell(each.table, each.seat),
        each.win.total_cents,
        each.win.wager_cents,
        "from_tray" if each.award else "envy",
    )
