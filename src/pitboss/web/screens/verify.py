"""`/verify/SEQ/PREFIX`: whether a win page matches the journal. Public and read-only.

The paper has the first digits of the entry's hash; without them the page says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from msgspec import Struct

from pitboss.books.clerk import Clerk
from pitboss.books.pages import SETTLED, about_award
from pitboss.books.won import WonAtTable
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.values import Award
from pitboss.floor.fold.jackpots import award_of
from pitboss.journal import NO_HASH, Row
from pitboss.journal.chain import row_hash
from pitboss.journal.codec import events_of
from pitboss.live.running_site import RunningSite
from pitboss.notation import dollars, format_exact_moment
from pitboss.web.screens.wins import find_win
from pitboss.web.shell.page_templates import shown_page

router = APIRouter(include_in_schema=False)

PREFIX = re.compile(r"[0-9a-f]{16,64}\Z")
SEQ_MOST = 2**53
DIGITS_MOST = 18
AGREES, DIFFERS, UNKNOWN, TRAINING = "agrees", "differs", "unknown", "training"
# What an award has become, and the verdict of its paper.
STANDINGS = {
    "backed out": "backed_out",
    "paid": "paid",
    "forfeited": "forfeited",
    "unclaimed": "unclaimed",
    "canceled": "canceled",
}


class ComparedFigure(Struct, frozen=True):
    """One figure: the journal's value, the paper's, and whether they match."""

    name: str
    journal: str
    paper: str

    @property
    def same(self) -> bool:
        """A figure missing from the paper's code isn't compared."""
        return not self.paper or self.paper == self.journal


@router.get("/verify/{seq}/{prefix}")
async def verify(request: Request, seq: int, prefix: str) -> HTMLResponse:
    """The answer on one page."""
    running_site: RunningSite = request.app.state.running_site
    row = await _row(running_site, seq, prefix)
    award = request.query_params.get("award", "")
    lines = [] if row is None else _lines(running_site, row, dict(request.query_params))
    verdict, settled = UNKNOWN, ""
    if row is not None and lines:
        verdict = AGREES if all(line.same for line in lines) else DIFFERS
    if verdict == AGREES:
        verdict, settled = await _standing(request, lines[0].journal)
    return shown_page(
        request,
        "verify.html",
        {
            "house": running_site.site.name,
            "verdict": verdict,
            "row": row,
            "award": award,
            "lines": lines,
            "seq": seq,
            "prefix": prefix,
            "settled": settled,
            "recorded": ""
            if row is None
            else format_exact_moment(row.at_ms, running_site.site.time_zone),
        },
        404 if verdict == UNKNOWN else 200,
    )


async def _standing(request: Request, award: str) -> tuple[str, str]:
    """A page that matches the journal may still not be payable: what became of the prize, and
    when."""
    found = await find_win(request, award)
    if found.training:
        return TRAINING, ""
    if found.status not in STANDINGS:
        return AGREES, ""
    clerk: Clerk = request.app.state.clerk
    followed = await clerk.glance(about_award, award, table=found.table, round_number=found.round)
    at_ms = max(entry.at_ms for entry in followed if entry.event.kind in SETTLED)
    return STANDINGS[found.status], format_exact_moment(at_ms, found.time_zone)


async def _row(running_site: RunningSite, seq: int, prefix: str) -> Row | None:
    """The entry, if the paper has its hash and it follows from the entry before."""
    if not PREFIX.match(prefix) or not 1 <= seq <= SEQ_MOST:
        return None
    row = await proven_row(running_site, seq)
    return row if row is not None and row.hash.startswith(prefix) else None


async def proven_row(running_site: RunningSite, seq: int) -> Row | None:
    """An entry of the journal, if it is there and its hash follows from the entry before."""
    rows = await running_site.rows(after_seq=max(0, seq - 2), limit=2)
    row = next((each for each in rows if each.seq == seq), None)
    if row is None:
        return None
    previous = rows[0].hash if rows[0].seq == seq - 1 else NO_HASH
    return row if row_hash(previous, row) == row.hash else None


def _lines(running_site: RunningSite, row: Row, said: dict[str, str]) -> list[ComparedFigure]:
    """The figures of the award named on the paper, or of the only one."""
    events = events_of(row.events, seq=row.seq)
    at_table = [event for event in events if isinstance(event, WonAtTable)]
    won: list[tuple[WonAtTable | jackpots.WonAt, Award]]
    won = [(event, each) for event in at_table for each in event.awards]
    won += [
        (event.won_at, award_of(event))
        for event in events
        if isinstance(event, jackpots.MeterAdjusted) and event.won_at is not None
    ]
    return _awarded(running_site, won, said)


def _awarded(
    running_site: RunningSite,
    won: Sequence[tuple[WonAtTable | jackpots.WonAt, Award]],
    said: dict[str, str],
) -> list[ComparedFigure]:
    named = [(at, each) for at, each in won if each.award == said.get("award", each.award)]
    if len(named) != 1:
        return []
    at, award = named[0]
    return [
        ComparedFigure("award", award.award, said.get("award", "")),
        ComparedFigure("table", at.table, said.get("table", "")),
        ComparedFigure("round", str(at.round), said.get("round", "")),
        ComparedFigure("seat", str(award.seat), said.get("seat", "")),
        ComparedFigure("hand", running_site.hand(award.jackpot, award.outcome).long, ""),
        ComparedFigure("total", dollars(award.total_cents), _dollars(said.get("total_cents", ""))),
    ]


def _dollars(cents: str) -> str:
    """The paper's amount in dollars; an invalid amount never matches."""
    readable = cents.isascii() and cents.isdigit() and len(cents) <= DIGITS_MOST
    return dollars(int(cents)) if readable else cents
