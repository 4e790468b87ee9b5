"""Every page of the office, in the order of its menu."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from pitboss.web.gate import person
from pitboss.web.office import (
    adjustments,
    badges,
    bank,
    changes,
    devices,
    jackpots,
    journal,
    meters,
    payout,
    paytables,
    permissions,
    reports,
    system,
    wins,
)
from pitboss.web.office.menu import sections_for

router = APIRouter(include_in_schema=False)


@router.get("/office")
async def office(request: Request) -> RedirectResponse:
    """The first section that is for whoever comes."""
    return RedirectResponse(sections_for(person(request).role)[0].address, 303)


for _section in (
    meters, wins, payout, adjustments, reports, jackpots, paytables, badges, bank, devices, changes,
    permissions, journal, system,
):  # fmt: skip
    router.include_router(_section.router)
