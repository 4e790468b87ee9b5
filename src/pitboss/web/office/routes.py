"""Every page of the office, in the order of its menu."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from pitboss.web.gate import person
from pitboss.web.office import (
    adjustments,
    approvals,
    badges,
    bank,
    cards,
    changes,
    day,
    days,
    devices,
    jackpots,
    journal,
    meters,
    papers,
    payout,
    paytables,
    permissions,
    prizes,
    report_pages,
    rules,
    search,
    story,
    system,
    today,
    wide,
    winners,
    wins,
)
from pitboss.web.office.menu import home_of

router = APIRouter(include_in_schema=False)


@router.get("/office")
async def office(request: Request) -> RedirectResponse:
    """The first section that is for whoever comes."""
    return RedirectResponse(home_of(person(request).role).address, 303)


for _section in (
    today, meters, wins, payout, prizes, winners, adjustments, report_pages, papers, day, days,
    jackpots, approvals,
    paytables, badges, bank, wide, devices, changes, permissions, cards, rules, journal, story,
    search, system,
):  # fmt: skip
    router.include_router(_section.router)
