"""The pay-out guide: one page that leads a cashier from a recorded award to the sealed record."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import Response
from msgspec import Struct

from pitboss.floor.decide.payments import GROUNDS
from pitboss.floor.facts.values import Payment
from pitboss.floor.payout_state import PersonState
from pitboss.floor.retention import local_year
from pitboss.floor.state import AwardState, State
from pitboss.floor.tax import TaxedWin, is_reported, paid_cents, win_of, withheld_now
from pitboss.money import Cents
from pitboss.reports.win_page import usual_payment
from pitboss.rules.law import Law
from pitboss.vault.people import PersonData, masked
from pitboss.web.office.desk import Desk, desk
from pitboss.web.people import PeopleVault
from pitboss.web.wins import find_win, win_context

router = APIRouter(prefix="/office", include_in_schema=False)
PayoutDesk = Annotated[Desk, Depends(desk("wins"))]

PAPERS = ("driver license", "passport", "state identity card", "military identity card")


class Due(Struct, frozen=True, gc=False):
    """What a payment made now would come to."""

    found: AwardState
    person: PersonState | None
    win: TaxedWin
    is_reported: bool
    gross_cents: Cents
    withheld_cents: Cents
    law: Law

    @property
    def net_cents(self) -> Cents:
        """What the winner gets in hand."""
        return Cents(self.gross_cents - self.withheld_cents)

    @property
    def status(self) -> str:
        """Which step of the guide is next."""
        if self.found.status != "moved":
            return self.found.status
        if self.found.payment_hold:
            return "held"
        return "open" if self.gross_cents else "nothing"


@router.get("/payout/{award}")
async def payout(desk: PayoutDesk, award: str, person: str = "") -> Response:
    """Who is paid, what is withheld, how it is paid; or what became of it."""
    site = desk.running_site
    due = await site.look(lambda state: due_of(state, award, person, site.now_ms()))
    found = await find_win(desk.request, award)
    method, tax_form = usual_payment(found, site.profile)
    return desk.page(
        "payout",
        due=due,
        shown=await _masked(desk, due),
        method="tray" if not due.found.award.owed_cents else method,
        tax_form="W-2G" if due.is_reported else tax_form,
        may_pay=desk.who.badge not in due.found.confirmed_by,
        papers=PAPERS,
        grounds=GROUNDS,
        **win_context(site, found),
    )


def due_of(state: State, award: str, person: str, at_ms: int) -> Due:
    """What the floor would decide for this person now."""
    found, year = state.award(award), local_year(state, at_ms)
    win = win_of(state, found, person)
    reported = is_reported(state.law, win, year=year)
    paid = Payment(person=person, tax_form="W-2G" if reported else "none")
    is_paid = found.status == "paid"
    withheld = found.withheld_cents if is_paid else withheld_now(state, found, paid, year=year)
    return Due(
        found=found,
        person=state.people.get(person),
        win=win,
        is_reported=reported,
        gross_cents=paid_cents(found.award),
        withheld_cents=withheld,
        law=state.law,
    )


async def _masked(desk: Desk, due: Due) -> PersonData | None:
    """The person as a cashier may see him: initials, year of birth, last fours."""
    if due.person is None or due.person.purged:
        return None
    people: Any = desk.request.app.state.people
    assert isinstance(people, PeopleVault)
    vault = await people.opened()
    return masked(await asyncio.to_thread(vault.read, due.person.person))
