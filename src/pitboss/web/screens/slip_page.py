"""The player's slip and `/check/CODE`: whether the journal holds a prize. Public and read-only.

A code is the award's name and a digest that needs the house's key: nobody can ask about a prize
without its slip, and no page says anything about a person.
"""

from __future__ import annotations

import asyncio
import hmac
from base64 import b32encode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.journal import Last
from pitboss.live.house_key import HouseKey
from pitboss.live.running_site import RunningSite
from pitboss.notation import dollars
from pitboss.refusal import Refusal
from pitboss.reports.slip import slip_facts, slip_page
from pitboss.reports.win_page import Win
from pitboss.site.model import Site
from pitboss.web.screens.verify import proven_row
from pitboss.web.screens.wins import find_award, find_win
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WORDS, texts

router = APIRouter(include_in_schema=False)

PURPOSE = "slip"
DIGEST_BYTES = 15  # 24 letters and digits
CODE_MOST = 300
NOT_FOUND = 404
HOLDS, TRAINING, UNKNOWN = "holds", "training", "unknown"
# What ends an award's debt, and the verdict of its slip.
TAKEN_BACK = {"backed out": "backed_out", "canceled": "canceled"}


@router.get("/wins/{award}/slip.pdf")
async def slip(request: Request, award: str) -> Response:
    found = await find_win(request, award)
    addresses: Addresses = request.app.state.addresses
    code = slip_code(request.app.state.house_key, award, Last(found.seq, found.hash))
    address = f"{addresses.for_others(request)}/check/{code}"
    # The player reads the slip, so it has the language of the table's sign.
    site: Site = request.app.state.running_site.site
    made = await asyncio.to_thread(
        slip_page, found, texts(site.sign_language(found.table)), address=address
    )
    headers = {"Content-Disposition": f'inline; filename="slip-{found.page}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


@router.get("/check/{code}")
async def check(request: Request, code: str) -> HTMLResponse:
    """Whether the journal holds the prize of a slip."""
    running_site: RunningSite = request.app.state.running_site
    found = await _checked(request, code)
    verdict = UNKNOWN if found is None else _verdict(found)
    return shown_page(
        request,
        "check.html",
        {
            "house": running_site.site.name,
            "verdict": verdict,
            "win": found,
            "amount": "" if found is None else dollars(found.award.total_cents),
            "facts": [] if found is None else slip_facts(found, WORDS),
        },
        NOT_FOUND if found is None else 200,
    )


def slip_code(key: HouseKey, award: str, entry: Last) -> str:
    """The code on a prize's slip: its name, and the keyed digest of it and its entry."""
    made = key.digest(PURPOSE, f"{award}\n{entry.seq}\n{entry.hash}")[:DIGEST_BYTES]
    return f"{award}.{b32encode(made).decode().lower()}"


async def _checked(request: Request, code: str) -> Win | None:
    """The prize of a code; none if the code isn't its slip's, or the entry doesn't follow from the
    one before."""
    running_site: RunningSite = request.app.state.running_site
    award, _, _ = code[:CODE_MOST].rpartition(".")
    try:
        seq = (await find_award(request, award)).seq
    except Refusal as refusal:
        if refusal.code != "AWARD_UNKNOWN":
            raise
        return None
    row = await proven_row(running_site, seq)
    if row is None:
        return None
    expected = slip_code(request.app.state.house_key, award, Last(row.seq, row.hash))
    return (
        await find_win(request, award)
        if hmac.compare_digest(expected.encode(), code.encode())
        else None
    )


def _verdict(win: Win) -> str:
    if win.training:
        return TRAINING
    return TAKEN_BACK.get(win.status, HOLDS)
