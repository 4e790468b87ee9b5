"""The dealer's console of a table: `/table/T`.

The page shows what the floor publishes and sends one command per press; it decides nothing.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.floor.facts import awards, offered
from pitboss.floor.facts.values import KEYPADS
from pitboss.floor.state.floor import State
from pitboss.live.running_site import RunningSite
from pitboss.site.model import Site
from pitboss.web.access.issued import Device
from pitboss.web.screens.checklist import checklist
from pitboss.web.screens.posted_page import bets_of, hand_counts, limits_of, table_of
from pitboss.web.shell.language_choice import language_at
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import speaking

router = APIRouter(include_in_schema=False)


@router.get("/table/{table}")
async def console(request: Request, table: str) -> HTMLResponse:
    """A table's console, for the touch screen beside the dealer, in the dealer's language."""
    at: Device | None = request.state.device
    running_site: RunningSite = request.app.state.running_site
    people = await running_site.look(_confirmers)
    if at is None:
        return await asyncio.to_thread(_shown, request, table, people)
    with speaking(await language_at(request, table)):
        return await asyncio.to_thread(_shown, request, table, people)


def _shown(request: Request, table: str, people: list[dict[str, str]]) -> HTMLResponse:
    running_site: RunningSite = request.app.state.running_site
    site = running_site.site
    found = table_of(site, table)
    bets = bets_of(found, running_site.paytables)
    context = {
        "table": found.table,
        "title": found.title or found.game.replace("_", " ").capitalize(),
        "game": found.game,
        "has_key": KEYPADS[found.keypad].has_key,
        "limits": limits_of(found),
        "bets": [] if found.jackpots else bets,
        "data": {
            "table": found.table,
            "time_zone": site.time_zone,
            "letters": _letters(site),
            "people": people,
            "checks": checklist(running_site, found.table),
            "dealing": " ".join(filter(None, (bet["dealing"] for bet in bets))),
            "hands": hand_counts(found, running_site.paytables),
            "reasons": offered.LISTS,
        },
    }
    return shown_page(request, "table.html", context)


def _confirmers(state: State) -> list[dict[str, str]]:
    """The people who may confirm, by name: at the console they prove it by swipe or PIN."""
    roles = awards.ConfirmAwards.permission.roles
    able = (badge for _, badge in state.badges.items() if badge.role in roles)
    return [
        {"badge": each.badge, "name": each.name, "role": each.role}
        for each in sorted(able, key=lambda each: (roles.index(each.role), each.name))
        if not each.revoked
    ]


def _letters(site: Site) -> str:
    """The letters used in badges, for a screen without a keyboard."""
    return "".join(
        sorted({sign for badge in site.badges for sign in badge.badge if sign.isalpha()})
    )
