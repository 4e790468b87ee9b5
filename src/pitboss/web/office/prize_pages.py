"""Waiting prizes: unpaid ones with their deadlines, and wins without their tax form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import things
from pitboss.floor.facts.values import IDENTITIES, Payment
from pitboss.floor.money.ledger import is_training
from pitboss.floor.money.tax import SeatWager, TaxedWin, envy_win_of, tax_left, tax_rules
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.payouts import PersonState
from pitboss.floor.state.retention import unclaimed_term
from pitboss.floor.view.forms_due import FormDue, forms_due
from pitboss.floor.view.standing import standing_of
from pitboss.local_time import local_day
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.reports.win_notes import cash_most
from pitboss.rules.cited_law import NO_LIMIT
from pitboss.rules.profile import Profile
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.page_labels import format_wait
from pitboss.web.office.payout import Seats, masked_person, seats_said
from pitboss.web.office.payout_guide import guide_of, others_asked
from pitboss.web.screens.wins import recorded_ms
from pitboss.words.language import WordTable

router = APIRouter(prefix="/office", include_in_schema=False)
PrizesDesk = Annotated[Desk, Depends(desk("prizes"))]

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
TODAY = WordTable("office", "today")
FORM = WordTable("payout_form")
STEP_DOES = WordTable("office", "payout", "does")
SHOWN_MOST = 500
UNPAID = columns(
    "pay owed:money+ hand table seat:count jackpot won:time waits@won next_step status:words",
    "check_due:time?@status unclaimed_from:day@status award* hours:count*",
)
FORMS = columns("win table round:count seat:count jackpot total:money wager:money what:words")


class UnpaidPrize(NamedTuple):
    """An unpaid prize, its next step and its status."""

    found: AwardState
    step: str
    standing: str


def owed_awards(state: State) -> list[AwardState]:
    """On the engine's thread: unpaid awards, oldest first; play money isn't owed."""
    owed = [state.award(name) for name, _ in state.owed.items()]
    found = [each for each in owed if not is_training(state, each.award.jackpot)]
    return sorted(found, key=lambda each: each.seq)


def check_due_ms(profile: Profile, owed_cents: Cents, won_ms: int) -> int | None:
    """The deadline for paying a prize by check; nothing if cash is allowed."""
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
        ),
        desk.sheet("forms_missing", FORMS, [_form_row(desk, each) for each in forms[:SHOWN_MOST]]),
    ]
    return desk.page("prizes", sheets, profile=site.profile)


class EnvyWin(NamedTuple):
    """A wager that only won envy: the reportable part, and the other seats to ask about."""

    win: TaxedWin
    withheld_cents: Cents
    others: tuple[tuple[int, Cents], ...]
    person: PersonState | None


@router.get("/envy/{table}/{number}/{seat}/{jackpot}")
async def envy(
    desk: PrizesDesk,
    table: str,
    number: int,
    seat: int,
    jackpot: str,
    people: str = "",
    seats: Seats = None,
) -> Response:
    """The form for a wager that won envy and nothing else."""
    site = desk.running_site
    wager, said = SeatWager(table, number, seat, jackpot), seats_said(seats)
    now_ms = site.now_ms()
    envied = await site.look(lambda state: _envy_win(state, wager, said, people, now_ms))
    if not envied.win.own_cents:
        raise Refusal("NOT_OWED", "seat_won_nothing", where=table, seat=seat, number=number)
    known = envied.person
    return desk.page(
        "envy",
        wager=wager,
        title=desk.title_of(jackpot),
        said=said,
        envied=envied,
        shown=await masked_person(desk, known) if known is not None else None,
        law=site.profile.law,
        papers=IDENTITIES,
    )


def _envy_win(
    state: State, wager: SeatWager, said: tuple[int, ...] | None, person: str, now_ms: int
) -> EnvyWin:
    """On the engine's thread."""
    rules, win = tax_rules(state, now_ms), envy_win_of(state, wager, said or ())
    payment = Payment(person=person, tax_form="W-2G")
    (withheld,) = tax_left(state, payment, win, [(person, win.own_cents)], rules)
    others = others_asked(state, wager, rules)
    return EnvyWin(win, withheld, others, state.people.get(person))


# ---- inside -------------------------------------------------------------------------------------


def _waiting(state: State, now_ms: int) -> list[UnpaidPrize]:
    """On the engine's thread: prizes that are owed, each with the step that is next."""
    return [
        UnpaidPrize(
            each,
            guide_of(state, each.award.award, (), now_ms).current,
            standing_of(state, each),
        )
        for each in owed_awards(state)[:SHOWN_MOST]
    ]


async def _row(desk: Desk, each: UnpaidPrize, now_ms: int) -> Sequence[Cell]:
    found, profile = each.found, desk.running_site.profile
    award, won_ms = found.award, await recorded_ms(desk.running_site, found)
    term = await desk.running_site.look(
        lambda state: unclaimed_term(state, won_ms=won_ms, now_ms=now_ms)
    )
    check_ms = check_due_ms(profile, award.owed_cents, won_ms)
    unclaimed_ms = won_ms + term.value * DAY_MS if term.value != NO_LIMIT else None
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
        format_wait(now_ms - won_ms),
        "" if found.payment_hold else STEP_DOES.get(each.step) or "",
        _status(each.standing, check_ms, unclaimed_ms, now_ms),
        check_ms,
        "" if unclaimed_ms is None else local_day(unclaimed_ms, desk.time_zone),
        award.award,
        (now_ms - won_ms) // HOUR_MS,
    )


def _status(standing: str, check_ms: int | None, unclaimed_ms: int | None, now_ms: int) -> str:
    if standing != "owed":
        return standing
    if unclaimed_ms is not None and now_ms >= unclaimed_ms:
        return "unclaimed"
    return "check_overdue" if check_ms is not None and now_ms > check_ms else "owed"


def _form_row(desk: Desk, each: FormDue) -> Sequence[Cell]:
    wager = each.wager
    place = (wager.table, wager.round, wager.seat, wager.jackpot)
    address = "/".join(("/office/envy", *map(str, place)))
    if each.award:
        address = f"/office/payout/{each.award}"
    seat = FORM["seat"].format(seat=wager.seat)
    return (
        Linked(each.award or f"{wager.table}, {wager.round}, {seat}", address),
        desk.thing_cell(things.TABLE, wager.table),
        desk.round_cell(wager.table, wager.round),
        desk.seat_cell(wager.table, wager.seat),
        desk.jackpot_cell(wager.jackpot),
        each.win.total_cents,
        each.win.wagered_cents,
        "from_tray" if each.award else "envy",
    )
